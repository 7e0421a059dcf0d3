"""The `upturn` command. `app.py` puts its parts together."""
