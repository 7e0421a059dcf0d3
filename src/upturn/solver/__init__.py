"""Finds out what can still become of a position: the thinking that bots and puzzles share."""
