"""What our game server costs under load, beside its peers: `python -m bench.server`.

One process plays all seats of all tables of dnup over WebSockets, in the dialect of each server; a
crowd takes two.
"""
