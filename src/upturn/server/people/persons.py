"""Persons: a name on this server, and secrets that prove who somebody is.

There is no sign-up and no password. A person who gives a name gets a secret of 128 bits for their
device, in a cookie (or, for programs, as a bearer token); only its hash is stored. A one-time link
gives another device a secret of its own for the same person.

A device can be signed out, by itself or by another one of the person. What it has open ends then,
here and, by the message `CHANGED`, at every other worker.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.table import Person
from upturn.wire.text import clean, key_of, look_of

if TYPE_CHECKING:
    from upturn.store import CredentialRow, Kind, Store

SECRET_BYTES = 16
LINK_MINUTES = 15
LONGEST_NAME = 24
CHANGED = "persons"
"""The kind of a message to all workers: a person's name or devices are not what they were."""
KNOWN_FOR = 60_000
"""Milliseconds for which a secret is remembered. Others may change the database meanwhile."""
MOST_KNOWN = 20_000
BY_NAME, BY_LINK = "", "link"
"""How a device came: with a new name, or by a link."""
HOUR = 3_600_000
"""Nobody needs to know more precisely when a device was last seen."""
UNKNOWN: Kind = (None, None)


def digest(secret: str) -> bytes:
    """Return the stored form of a secret. A plain hash of 128 random bits cannot be reversed."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


class SignedIn(NamedTuple):
    """A person, and the device that proved it."""

    person: Person
    device: str
    as_of: int
    """How often `Persons` had forgotten everything when this was looked up."""


async def _nobody_listens(person: str) -> None:
    pass


class Persons:
    """The persons of this server. `ended` is called with a person after devices of theirs were
    signed out, to close what those have open."""

    def __init__(self, store: Store, ended: Callable[[str], Awaitable[None]] = _nobody_listens):
        self.store = store
        self._ended = ended
        self._known: dict[bytes, tuple[SignedIn | None, int]] = {}
        self._forgotten = 0  # how often everything known was forgotten
        self._touching: set[asyncio.Task[None]] = set()

    async def of_secret(self, secret: str | None) -> Person | None:
        """Return whose secret this is; None if nobody's."""
        found = await self.signed_in(secret)
        return None if found is None else found.person

    async def signed_in(self, secret: str | None) -> SignedIn | None:
        """Return whose secret this is, and of which device; None if nobody's."""
        if not secret or len(secret) > 64:
            return None
        key, at = digest(secret), now()
        known = self._known.get(key)
        if known is not None and known[1] > at:
            return known[0]
        as_of = self._forgotten
        row = await self.store.device_by_credential(key)
        found = None
        if row is not None:
            found = SignedIn(Person(row.person.id, row.person.name), row.id, as_of)
            if row.seen < hour(at):
                self._touch(row.id, at)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if as_of == self._forgotten:  # else this may be what was just forgotten
            self._known[key] = (found, at + KNOWN_FOR)
        return found

    def is_current(self, signed_in: SignedIn) -> bool:
        """Whether nobody has been signed out since this was looked up. Otherwise look again."""
        return signed_in.as_of == self._forgotten

    def _touch(self, device: str, at: int) -> None:
        """Store that a device was here, in a task: a reader need not wait for the disk."""

        async def touch() -> None:
            with suppress(StoreUnavailable):
                await self.store.touch_devices([device], hour(at))

        task = asyncio.ensure_future(touch())
        self._touching.add(task)
        task.add_done_callback(self._touching.discard)

    async def come(self, name: str, kind: Kind = UNKNOWN) -> tuple[Person, str]:
        """Add a person of this name. Return them and the secret of their device."""
        name = checked(name)
        person, secret = Person(secrets.token_hex(8), name), new_secret()
        if not await self.store.add_person(
            person.id, name, key_of(name), now(), digest(secret), BY_NAME, kind, look_of(name)
        ):
            raise taken(name)
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        name = checked(name)
        if name == person.name:  # also if somebody's name has looked like theirs for long
            return person
        key, look = key_of(name), look_of(name)
        if not await self.store.rename_person(person.id, person.name, name, key, look):
            raise taken(name)
        with suppress(StoreUnavailable):  # then they learn it from the database later
            await self.store.announce([message_about(person)])
        self.forget()
        return Person(person.id, name)

    # --- Devices -------------------------------------------------------------------------------

    async def link(self, person: Person) -> tuple[str, int]:
        """Return a token that gives one more device to this person, and when it expires."""
        token, expires = new_secret(), now() + LINK_MINUTES * 60_000
        await self.store.add_link(digest(token), person.id, expires)
        return token, expires

    async def follow(self, token: str, kind: Kind = UNKNOWN) -> str:
        """Use up a token. Return the secret for this device."""
        secret = new_secret()
        used = await self.store.use_link(digest(token), now(), digest(secret), BY_LINK, kind)
        if used is None:
            raise Refusal("link-used")
        return secret

    async def devices(self, person: Person) -> list[CredentialRow]:
        """Return a person's devices, the last seen first."""
        return sorted(await self.store.credentials(person.id), key=lambda row: -row.seen)

    async def leave(self, person: Person, device: str) -> None:
        """Sign out the device that asks for it. A link that it made is still good: the person may
        go over to another device."""
        await self.store.drop_credential(person.id, device, [message_about(person)])
        await self._forget(person)

    async def sign_out(self, person: Person, device: str) -> None:
        """Sign out another device of a person. Links that it may have made go with it."""
        if all(row.id != device for row in await self.store.credentials(person.id)):
            raise Refusal("no-such-device")
        await self.store.drop_credential_and_links(person.id, device, [message_about(person)])
        await self._forget(person)

    async def sign_out_others(self, person: Person, device: str) -> None:
        """Sign out all devices of a person but this one."""
        await self.store.drop_other_credentials(person.id, device, [message_about(person)])
        await self._forget(person)

    async def delete(self, person: Person) -> None:
        await self.store.delete_person(person.id, [message_about(person)])
        await self._forget(person)

    async def _forget(self, person: Person) -> None:
        self.forget()
        await self._ended(person.id)

    def forget(self) -> None:
        """Forget everything known of secrets."""
        self._forgotten += 1
        self._known.clear()


def message_about(person: Person) -> str:
    """Return the message to all workers."""
    return f"{CHANGED} {person.id}"


def hour(at: int) -> int:
    return at - at % HOUR


def checked(name: str) -> str:
    cleaned = clean(name, LONGEST_NAME)
    if not cleaned or not key_of(cleaned):
        raise Refusal("no-name")
    return cleaned


def taken(name: str) -> Refusal:
    return Refusal("name-taken", name=name)
