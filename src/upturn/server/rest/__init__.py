"""The calls of the API. `calls` lists them all; `call` says what one is, `serving` answers it.

- `me`: a person and their devices; `leaving`: everything of theirs, handed out or deleted
- `tables`: opening, finding and playing at them; `polling` waits for what is new
- `past`: records, replays, what-ifs, deals
- `standings`: the deal of the day, results, ratings
- `about`: the games, phrases and puzzles; `health`: whether all is well
"""
