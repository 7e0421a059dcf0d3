"""Work in the background, in tasks that end with the server."""

from __future__ import annotations

import asyncio

from upturn.server.tasks import Tasks


def test_work_that_is_cancelled_before_it_begins_is_closed_in_silence() -> None:
    begun: list[str] = []

    async def work() -> None:
        begun.append("work")

    async def story() -> None:
        tasks = Tasks()
        tasks.spawn(work())
        await tasks.close()
        assert tasks.spawn(work()) is None

    asyncio.run(story())  # a coroutine that nobody awaited would be a failure here
    assert begun == []
