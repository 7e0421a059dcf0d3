"""The types that cross the network, and nothing else: no behaviour, no rules.

- `commands`: what a person at a table asks for, by WebSocket or REST alike
- `messages`: what the server says over a WebSocket
- `entries`: the lines of a table's log as one receiver is told them
- `facts`: tables, seats, ballots, persons and results as plain data
- `requests`, `answers`: what REST calls carry
- `views`: what a seat sees of each game; `events`: what it is told that happened
- `text`: names and chat as they are kept

Their JSON Schema and TypeScript types are made from these classes (`schema`,
`typescript`), and every type that travels on its own has an example (`examples`).
"""

from upturn.extras import need

need("serve")
