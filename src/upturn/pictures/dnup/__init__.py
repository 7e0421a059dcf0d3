"""dnup as a picture."""
