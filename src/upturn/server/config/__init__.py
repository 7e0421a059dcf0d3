"""How a server is run: its settings, and how much anybody may ask for."""
