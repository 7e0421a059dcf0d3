"""The table on the network: REST, WebSocket, static pages, limits, metrics. No rules, no SQL.

- `app`: everything put together; `rest` the calls; `static` the page
- `hall`: the tables this process has in mind; `room`: one of them and who is there
- `sockets`: a WebSocket; `door`: who may come in
- `thinking`: bots and hints, beside the event loop; `warden`: what happens because time passes
- `persons`: names and secrets; `results`, `ratings`, `daily`: what games come to
- `limits`, `limits.toml`: how much anybody may ask for
"""
