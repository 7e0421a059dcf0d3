"""People in the store: their names and devices, where they sat, and which deals they have seen."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from upturn.store import statements as sql
from upturn.store.driver import Step
from upturn.store.queries import Queries, first, table_rows
from upturn.store.rows import (
    CredentialRow,
    DeviceRow,
    Kind,
    PersonRow,
    SeatingRow,
    SightingRow,
    TableRow,
)

DEVICE_BYTES = 6
UNKNOWN: Kind = (None, None)


class People(Queries):
    """The rows about people. `Store` has them."""

    # --- persons

    async def add_person(
        self,
        person: str,
        name: str,
        key: str,
        created: int,
        credential: bytes,
        label: str = "",
        kind: Kind = UNKNOWN,
        look: str | None = None,
    ) -> bool:
        """Add a person with a first credential. `key` and `look` are the forms of the name used to
        compare names. Return False if one of them is taken."""
        return await self._done(
            Step(sql.ADD_PERSON, (person, name, key, created, look)),
            Step(sql.ADD_CREDENTIAL, (person, *_credential(credential, created, label, kind))),
        )

    async def person(self, person: str) -> PersonRow | None:
        return first([PersonRow(*row) for row in await self._rows(sql.PERSON, person)])

    async def person_by_name(self, key: str, name: str = "") -> PersonRow | None:
        """Return the person of exactly this name or, if there is none, of this key."""
        rows = await self._rows(sql.PERSON_BY_NAME, key, name)
        return first([PersonRow(*row) for row in rows])

    async def device_by_credential(self, hashed: bytes) -> DeviceRow | None:
        rows = await self._rows(sql.DEVICE_BY_CREDENTIAL, hashed)
        return first([DeviceRow(PersonRow(*row[:-2]), *row[-2:]) for row in rows])

    async def rename_person(
        self, person: str, old: str, name: str, key: str, look: str | None = None
    ) -> bool:
        """Rename a person, also in results that have the old name. Return False if the name is
        taken or there is no such person."""
        return bool(
            await self._change(
                Step(sql.RENAME_PERSON, (person, name, key, look)),
                Step(sql.RENAME_IN_RESULTS, (person, name, old)),
            )
        )

    async def touch_devices(self, devices: Sequence[str], seen: int) -> None:
        """Note that these devices were seen."""
        if devices:  # in order, so that two workers do not wait for each other
            await self._change(*(Step(sql.TOUCH_DEVICE, (one, seen)) for one in sorted(devices)))

    async def delete_person(self, person: str, words: Sequence[str] = ()) -> bool:
        """Forget a person: name, credentials, links, seatings and seen deals. Their results stay
        without a person, and their tables without a host. Return False if there is no such
        person. Announce the words with it."""
        steps = (Step(statement, (person,)) for statement in sql.FORGET_PERSON)
        deleted = await self._change(Step(sql.DELETE_PERSON, (person,)), *steps, words=words)
        return bool(deleted)

    async def drop_credential(self, person: str, device: str, words: Sequence[str] = ()) -> None:
        """Forget a device of a person, and announce the words with it."""
        await self._change(Step(sql.DROP_CREDENTIAL, (person, device)), words=words)

    async def drop_credential_and_links(
        self, person: str, device: str, words: Sequence[str] = ()
    ) -> None:
        """Forget a device of a person, which may have made links, and all links to new devices.
        Announce the words with it."""
        await self._change(
            Step(sql.DROP_LINKS, (person,)),
            Step(sql.DROP_CREDENTIAL, (person, device)),
            words=words,
        )

    async def drop_other_credentials(
        self, person: str, device: str, words: Sequence[str] = ()
    ) -> None:
        """Forget all devices of a person but one, and all links to new ones. Announce the words
        with it."""
        await self._change(
            # Links first: this waits for a device that just comes by one, and is dropped next.
            Step(sql.DROP_LINKS, (person,)),
            Step(sql.DROP_OTHER_CREDENTIALS, (person, device)),
            words=words,
        )

    async def credentials(self, person: str) -> list[CredentialRow]:
        """Return a person's devices, oldest first."""
        return [CredentialRow(*row) for row in await self._rows(sql.CREDENTIALS, person)]

    async def add_link(self, hashed: bytes, person: str, expires: int) -> bool:
        """Add a link that lets a person use one more device. Return False if there is no such
        person or the hash is in use."""
        return bool(await self._change(Step(sql.ADD_LINK, (person, hashed, expires))))

    async def use_link(
        self, hashed: bytes, now: int, credential: bytes, label: str = "", kind: Kind = UNKNOWN
    ) -> str | None:
        """Use up a link: its person has one more device. Return the person, or None if the link
        is unknown, used or expired."""
        used = await self._change(
            Step(sql.FOLLOW_LINK, (hashed, *_credential(credential, now, label, kind))),
            Step(sql.DROP_LINK, (hashed,)),
            Step(sql.DROP_EXPIRED_LINKS, (now,)),
        )
        return used[0][0] if used else None

    # --- who sat where

    async def add_seating(self, table: str, seat: int, person: str, name: str, at: int) -> bool:
        """Note that a person took a seat, or took it again. Return False if there is no such
        person."""
        step = Step(sql.ADD_SEATING, (person, table, seat, name, at))
        return bool(await self._change(step))

    async def drop_seating(self, table: str, seat: int, person: str) -> None:
        await self._change(Step(sql.DROP_SEATING, (person, table, seat)))

    async def seatings(self, person: str) -> list[SeatingRow]:
        """Return a person's seats at all tables, newest first."""
        rows = await self._rows(sql.SEATINGS, person)
        width = len(TableRow._fields)
        return [SeatingRow(table_rows([row])[0], *row[width:]) for row in rows]

    # --- who has seen which deal

    async def add_sightings(self, rows: Sequence[SightingRow]) -> None:
        """Note who saw a deal where, once each. People who are deleted are left out."""
        await self._change(
            *(
                Step(sql.ADD_SIGHTING if row.person else sql.ADD_NAMELESS_SIGHTING, row)
                for row in sorted(rows)  # in one order, so that workers do not block each other
            )
        )

    async def has_seen(self, person: str, browser: str, deal: str, except_at: str = "") -> bool:
        """Return whether this person or browser saw a deal, other than at one table."""
        return bool(await self._rows(sql.SIGHTING_OF_DEAL, deal, except_at, person, browser))

    async def had_seen(self, table: str, before: int) -> bool:
        """Return whether anybody with a seat at a table saw its deal elsewhere before a moment:
        they themself, or somebody in a browser in which they were at this table."""
        return bool(await self._rows(sql.SIGHTING_ELSEWHERE, table, before))

    async def seen_deals(self, person: str) -> list[str]:
        """Return the deals that a person has seen, in the order of first sight."""
        return [deal for (deal,) in await self._rows(sql.SEEN_DEALS, person)]

    async def drop_sightings(self, before: int) -> None:
        """Forget what was seen before a moment, but not by people who had a seat there."""
        await self._change(Step(sql.DROP_SIGHTINGS, (before,)))


def _credential(hashed: bytes, created: int, label: str, kind: Kind) -> tuple[Any, ...]:
    """Return the columns of a new device. Its id has nothing to do with its secret."""
    return hashed, created, label, secrets.token_hex(DEVICE_BYTES), *kind
