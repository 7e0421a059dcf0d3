"""Who must agree before a claimed seat is given, and from when on.

The person who opened the table gives the seat of a bot, and every seat where no hand is secret. All
others who play must agree to everything else: a seat of a person that shows a hand, or any seat
while the person who opened the table does not play. One no is enough against it. The person whose
seat it is has some time to come back before it is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.table import seating

if TYPE_CHECKING:
    from upturn.table.state import Claim, Person, TableState

OWNER_HAS = 120_000
"""Milliseconds from the claim in which the person whose seat it is can come back first."""


def host_gives(table: TableState, claim: Claim) -> bool:
    """Return whether the person who opened the table may give this seat alone."""
    return table.chairs[claim.seat - 1].person is None or not table.rules.private


def gives_alone(table: TableState, claim: Claim, person: Person) -> bool:
    """Return whether this person may give the seat alone. The lowest seat that acts as host while
    the host is away may not."""
    opened = table.setup.host
    return person.id == opened in seating.hosts(table) and host_gives(table, claim)


def voters(table: TableState, claim: Claim) -> set[str]:
    """Return the people who must all say yes. If there are none, nobody can give the seat."""
    there = {chair.person for chair in seating.present(table) if chair.person is not None}
    opened = table.setup.host
    if opened in there and host_gives(table, claim):
        return {opened}
    return there - {claim.person}


def given_from(table: TableState, claim: Claim) -> int | None:
    """Return the moment before which a vote does not give the seat; None for a bot's seat."""
    return None if table.chairs[claim.seat - 1].person is None else claim.at + OWNER_HAS


def is_agreed(table: TableState, claim: Claim) -> bool:
    asked = voters(table, claim)
    return bool(asked) and asked <= claim.agreed


def ready(table: TableState, now: int) -> list[Claim]:
    """Return the claims to which all have agreed and for which the owner has had time enough."""
    return [
        claim
        for claim in table.claims
        if is_agreed(table, claim) and now >= (given_from(table, claim) or 0)
    ]


def agreed_claims(table: TableState) -> set[int]:
    """Return the numbers of the claims to which all have agreed."""
    return {claim.number for claim in table.claims if is_agreed(table, claim)}


def recount(table: TableState, agreed_before: set[int]) -> None:
    """Drop claims that seem agreed only because somebody went away: absence is never a yes. They
    can be made again."""
    fresh = agreed_claims(table) - agreed_before
    if fresh:
        table.claims = [claim for claim in table.claims if claim.number not in fresh]
