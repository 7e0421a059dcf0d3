"""Team UP as a picture."""
