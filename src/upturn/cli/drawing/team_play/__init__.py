"""Team Play in a terminal."""
