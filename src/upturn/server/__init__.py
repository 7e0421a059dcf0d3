"""The table on the network: REST, WebSocket, the page, limits, metrics. No rules, no SQL.

- `run`: the application, and the processes that serve it
- `cluster`: several workers: their supervisor, and connections handed from one to another
- `websocket`: a socket at a table; `http`: the calls and the page
- `services`: everything a server has, opened and closed together
- `access`: who asks, and from where
- `tables`: the tables in memory and the people at them
- `people`: names and secrets, deals of the day, results, ratings, being deleted
- `monitoring`: logs and metrics; `config`: settings and limits
- `tasks`, `validation`, `clock`: small things that several of them use
"""
