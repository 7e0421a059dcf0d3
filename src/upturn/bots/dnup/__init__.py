"""What bots know of dnup."""
