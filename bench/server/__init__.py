"""What our game server costs under load, beside boardgame.io's: `python -m bench.server`.

One process plays all seats of all tables of dnup over WebSockets, in the dialect of either server.
"""
