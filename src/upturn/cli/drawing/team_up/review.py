"""Looks back at a game of Team UP, in sentences: what was possible, and where it was lost.

The sentences name boxes, not people. They tell nothing about undrawn cards, since the same deal may
be played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.wording import signed

if TYPE_CHECKING:
    from upturn.solver.reviewing import Loss, Prospect, Review


def looked_back(review: Review) -> str:
    """Return the review as a paragraph, or an empty text if a perfect pallet speaks for itself."""
    told = [possible(review)]
    lost, costliest = review.lost, review.costliest
    if lost is not None and costliest is not None:
        told.append(how_lost(lost))
        if costliest != lost:
            told.append(how_costly(costliest, review.proven))
    if not review.over:
        told.append(from_here(review.left))
    return " ".join(filter(None, told))


def possible(review: Review) -> str:
    """Return what the cards allowed."""
    score, most = review.possible.score, review.possible.bound
    if not review.over:
        return from_start(review.possible)
    if review.score >= most:
        return "" if review.score == PERFECT else "No more was possible with these cards."
    if review.score == score:
        return f"We found nothing better, but {signed(most)} may have been possible."
    return from_start(review.possible)


def from_start(most: Prospect) -> str:
    if most.proven:
        return f"{signed(most.score)} was possible."
    return f"{signed(most.score)} was possible, and perhaps even {signed(most.bound)}."


def how_lost(lost: Loss) -> str:
    """Return a sentence about the move that put the best score out of reach."""
    if lost.move == "stop":
        return f"It was still within reach {after_box(lost)}, when the game was stopped."
    until = f"it was still within reach after box {lost.boxes}; " if lost.boxes else ""
    what = "drawing the next card instead of stopping" if lost.card is None else named(lost)
    lost_so = (
        f"{what} put it out of reach" if lost.proven else f"after {what} we found no way to it"
    )
    return capital(f"{until}{lost_so}: {best_from_there(lost.after)}.")


def how_costly(loss: Loss, proven: bool) -> str:
    """Return a sentence about the move that cost the most."""
    before, after = signed(loss.before.score), signed(loss.after.score)
    looked = "" if proven else ", as far as we looked"
    if loss.move == "stop":
        return f"Stopping {after_box(loss)} cost the most{looked}: {before} was still possible."
    return capital(
        f"{named(loss)} cost the most{looked}: {before} was possible before it, {after} after it."
    )


def from_here(left: Prospect) -> str:
    """Return what can still be reached in a game that is not over."""
    if left.proven:
        return f"The best from here is {signed(left.score)}."
    return f"From here {signed(left.score)} is possible, and perhaps even {signed(left.bound)}."


def named(loss: Loss) -> str:
    """Return words for a move that cost something."""
    if loss.card is None:
        return f"the card drawn {after_box(loss)} instead of stopping"
    return f"box {loss.boxes + 1} ({loss.move})"


def after_box(loss: Loss) -> str:
    return f"after box {loss.boxes}" if loss.boxes else "before the first box"


def best_from_there(after: Prospect) -> str:
    best = "was the best" if after.proven else "is the best we found"
    return f"{signed(after.score)} {best} from there"


def capital(told: str) -> str:
    return told[:1].upper() + told[1:]
