"""What bots know of Team UP, and a bot of its own."""
