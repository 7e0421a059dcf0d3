"""The types that cross the network, and nothing else: no behaviour, no rules.

- `commands`: what a person at a table asks for, over WebSocket and REST alike
- `messages`: what the server says over a WebSocket
- `entries`: the entries of a table's log, as one receiver is told them
- `facts`: tables, seats, ballots, persons and results as plain data
- `requests`, `answers`: the bodies of REST calls
- `views`: what a seat sees of each game; `events`: what happened, as a seat is told it
- `text`: names and chat as they are stored

Their JSON Schema and TypeScript types are made from these classes (`schema`,
`typescript`), and every type that travels on its own has an example (`examples`).
"""

from upturn.extras import need

need("serve")
