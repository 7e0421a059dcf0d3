"""A server with an application that does almost nothing:
`python -m tests.support.tiny_server FLAG=VALUE …`.

It answers `/` with the id of the process that answers, and `/slow` after a while.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from upturn.server.config.settings import Settings, gather
from upturn.server.run import address, process

NO_DATABASE = "postgresql://nowhere.example/none"
"""Several workers must share a database, but this application never opens it."""


def make(settings: Settings) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            say("lifespan over")
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["path"] == "/slow":
            await asyncio.sleep(0.5)
        told = {"/client": str(scope["client"][0]), "/limits": str(settings.limits)}
        body = told.get(scope["path"], str(os.getpid())).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    return app


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    flags = dict(argument.split("=", 1) for argument in sys.argv[1:])
    bound, settings = address.listen(gather(flags, {}, Path("/nowhere")))
    process.run(
        settings,
        bound,
        lambda: say(f"ready {settings.port}"),
        make,
        live="uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol",
    )
    say("closed")


if __name__ == "__main__":
    # Use the full name, so that workers find the function that makes the application.
    from tests.support import tiny_server

    tiny_server.main()
