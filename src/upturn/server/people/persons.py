"""Persons: a name on this server, and secrets that prove who somebody is.

There is no sign-up and no password. A person who gives a name gets a secret of 128 bits for their
device, in a cookie (or, for programs, as a bearer token); only its hash is stored. A one-time link
gives another device a secret of its own for the same person.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.table import Person
from upturn.wire.text import clean, key_of

if TYPE_CHECKING:
    from upturn.store import Store

SECRET_BYTES = 16
LINK_MINUTES = 15
LONGEST_NAME = 24
CHANGED = "persons"
"""The kind of a message to all workers: what they remember of secrets may be outdated."""
KNOWN_FOR = 60_000
"""Milliseconds for which a secret is remembered. Others may change the database meanwhile."""
MOST_KNOWN = 20_000
SEEN_EVERY = 3_600_000


def digest(secret: str) -> bytes:
    """Return what is stored of a secret. A plain hash of 128 random bits cannot be reversed."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


class Persons:
    """The persons of this server."""

    def __init__(self, store: Store):
        self.store = store
        self._known: dict[bytes, tuple[Person | None, int]] = {}
        self._forgotten = 0  # how often everything known was forgotten
        self._seen: dict[str, int] = {}
        self._touching: set[asyncio.Task[None]] = set()

    async def of_secret(self, secret: str | None) -> Person | None:
        """Return whose secret this is; None if nobody's."""
        if not secret or len(secret) > 64:
            return None
        key, at = digest(secret), now()
        known = self._known.get(key)
        if known is not None and known[1] > at:
            return known[0]
        forgotten = self._forgotten
        row = await self.store.person_by_credential(key)
        person = None if row is None else Person(row.id, row.name)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if forgotten == self._forgotten:  # else this may be what was just forgotten
            self._known[key] = (person, at + KNOWN_FOR)
        if person is not None and self._seen.get(person.id, 0) + SEEN_EVERY < at:
            if len(self._seen) >= MOST_KNOWN:
                self._seen.clear()
            self._seen[person.id] = at
            task = asyncio.ensure_future(self._touch(person, at))
            self._touching.add(task)
            task.add_done_callback(self._touching.discard)
        return person

    async def _touch(self, person: Person, at: int) -> None:
        """Store that somebody was here, in a task: a reader need not wait for the disk."""
        with suppress(StoreUnavailable):
            await self.store.touch_person(person.id, at)

    async def come(self, name: str) -> tuple[Person, str]:
        """Add a person of this name. Return them and their secret."""
        name = checked(name)
        person, secret = Person(secrets.token_hex(8), name), new_secret()
        if not await self.store.add_person(person.id, name, key_of(name), now(), digest(secret)):
            raise taken(name)
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        name = checked(name)
        if not await self.store.rename_person(person.id, person.name, name, key_of(name)):
            raise taken(name)
        await self._forget_everywhere()
        return Person(person.id, name)

    async def link(self, person: Person) -> tuple[str, int]:
        """Return a token that makes one other device this person's, and until when."""
        token, expires = new_secret(), now() + LINK_MINUTES * 60_000
        await self.store.add_link(digest(token), person.id, expires)
        return token, expires

    async def follow(self, token: str) -> str:
        """Use up a token. Return the secret for this device."""
        person = await self.store.use_link(digest(token), now())
        if person is None:
            raise Refusal("link-used")
        secret = new_secret()
        await self.store.add_credential(person, digest(secret), now(), "link")
        return secret

    async def forget_device(self, secret: str) -> None:
        await self.store.drop_credential(digest(secret))
        await self._forget_everywhere()

    async def delete(self, person: Person) -> None:
        await self.store.delete_person(person.id)
        await self._forget_everywhere()

    async def _forget_everywhere(self) -> None:
        self.forget()
        with suppress(StoreUnavailable):  # then they learn it from the database later
            await self.store.announce([CHANGED])

    def forget(self) -> None:
        """Forget everything known of secrets."""
        self._forgotten += 1
        self._known.clear()


def checked(name: str) -> str:
    cleaned = clean(name, LONGEST_NAME)
    if not cleaned or not key_of(cleaned):
        raise Refusal("no-name")
    return cleaned


def taken(name: str) -> Refusal:
    return Refusal("name-taken", name=name)
