"""The table on the network: REST, WebSocket, the page, limits, metrics. No rules, no SQL.

- `app`: the web application; `house`: its parts, opened and closed together
- `page`: serves the page people play at, which is built from web/ into `static`
- `rest`: the calls; `openapi`: what is described of them; `security`: headers and the cookie
- `hall`: the tables this process has in mind; `room`: one of them and who is there; `turns`: how a
  command becomes an entry there; `telling`: what each is told of it
- `sockets`: a WebSocket; `door`: who may come in
- `thinking`: bots and hints, beside the event loop; `warden`: what happens because time passes
- `persons`: names and secrets; `forgetting`: a person taken out of logs
- `records`, `ratings`, `daily`: what games come to, and the deal of the day
- `limits`, `limits.toml`: how much anybody may ask for
"""
