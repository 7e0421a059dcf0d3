"""dnup in a terminal."""
