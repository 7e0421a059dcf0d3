"""Team UP in a terminal."""
