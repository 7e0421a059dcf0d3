"""Team Play as a picture."""
