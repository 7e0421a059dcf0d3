"""What bots know of Team Play."""
