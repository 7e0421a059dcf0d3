"""What one seat may see of Team UP: everything but the order of the cards to come.

All seats and spectators see the same. Of the undrawn cards it is known which they are, and in a
challenge or a puzzle also in what order they come, as far as `known` goes; nothing beyond that is
looked at here.
"""

from __future__ import annotations

from collections import Counter

from upturn.games.contract import OVER, PLAYING, Positions, read
from upturn.games.rules import Facts
from upturn.games.team_up.components import COMPONENTS, NEUTRAL
from upturn.games.team_up.modes import MODES
from upturn.games.team_up.notation import CARDS_DEAL
from upturn.games.team_up.position import (
    LAST_CARD,
    NO_DEAL,
    NO_SCORE,
    NOTHING,
    STACKED,
    STOPPED,
    Position,
)
from upturn.games.team_up.rules import score
from upturn.games.team_up.tables import (
    AXIS_TEXTS,
    CARD_COUNTS,
    CARD_TEXTS,
    CARDS,
    CELL_TEXTS,
    CLONE_READINGS,
    COLUMNS,
    DRAW,
    PENALTY,
    PLACEMENTS,
    ROWS,
    STOP,
    Placement,
)

ENDS = {STACKED: "stacked", LAST_CARD: "cards", STOPPED: "stopped"}
UNKNOWN = "?"


def see(position: Positions) -> Facts:
    """Team UP's part of a view; nobody sees more of it than the others."""
    plain = read(Position, position)
    dealt = plain.due == NO_DEAL
    drawn = Counter(plain.cards[: plain.drawn].tolist())
    undrawn = {
        text: count - drawn[card] if dealt else 0
        for card, (text, count) in enumerate(zip(CARD_TEXTS, CARD_COUNTS.tolist(), strict=True))
    }
    return {
        "clone": CLONE_READINGS[plain.clone],
        "mode": MODES[plain.mode],
        "to_beat": None if plain.to_beat == NO_SCORE else plain.to_beat,
        "card": None if plain.card == NOTHING else CARD_TEXTS[plain.card],
        "heights": plain.heights.reshape(ROWS, COLUMNS).tolist(),
        "boxes": [_box(plain, box) for box in range(1, plain.boxes + 1)],
        "left": {
            colour: dict(zip([kind.name for kind in COMPONENTS.kinds], left, strict=True))
            for colour, left in zip(COMPONENTS.colours, plain.left.tolist(), strict=True)
        },
        "layers": _full_layers(plain),
        "penalties": plain.penalties,
        "deck": sum(undrawn.values()),
        "undrawn": undrawn,
        "coming": [CARD_TEXTS[card] for card in plain.cards[plain.drawn : plain.known].tolist()]
        if dealt
        else [],
        "agreed": ["stop"] if plain.phase == PLAYING and plain.card == NOTHING else [],
        "end": ENDS.get(plain.ended),
    }


def box_name(colour: int, place: Placement) -> str:
    """A box as moves call it."""
    if colour == NOTHING:
        return NEUTRAL
    return f"{COMPONENTS.colours[colour]} {COMPONENTS.kinds[place.kind].name}"


def _full_layers(plain: Position) -> int:
    return int(plain.heights.min())


def _box(plain: Position, box: int) -> Facts:
    place = PLACEMENTS[plain.box_placement[box]]
    shown = _where(plain, box)
    shape: Facts = {"shape": place.shape, "size": list(place.size)}
    return shown | shape | {"seat": int(plain.box_seat[box]) or None}


def _where(plain: Position, box: int) -> Facts:
    place = PLACEMENTS[plain.box_placement[box]]
    return {
        "box": box_name(int(plain.box_colour[box]), place),
        "at": CELL_TEXTS[place.at],
        "axis": AXIS_TEXTS[place.axis],
        "level": int(plain.box_level[box]),
    }


# --- History ---------------------------------------------------------------------------------


def witness(
    before: Positions, after: Positions, move: int, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What happened when this move was made. All seats see the same of it."""
    old, new = read(Position, before), read(Position, after)
    mover = old.to_act
    events: list[Facts] = []
    if move == DRAW:
        events.append({"event": "drawn", "seat": mover, "card": CARD_TEXTS[new.card]})
    elif move == PENALTY:
        events.append({"event": "penalty", "seat": mover, "card": CARD_TEXTS[old.card]})
    elif move != STOP:
        events.append(_placed(new, mover))
        full = range(_full_layers(old) + 1, _full_layers(new) + 1)
        events += [{"event": "layer", "layer": layer} for layer in full]
    if new.phase == OVER:
        why, points = ENDS[new.ended], int(score(after[0], mover))
        events.append({"event": "game_over", "why": why, "score": points})
    return text, events


def _placed(plain: Position, mover: int | None) -> Facts:
    """The newest box."""
    return {"event": "placed", "seat": mover} | _where(plain, plain.boxes)


def witness_deal(
    before: Positions, after: Positions, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """A deal as everyone saw it: the neutral box, or only the cards that the team knew before."""
    plain = read(Position, after)
    if not text.startswith(CARDS_DEAL):
        return text, [_placed(plain, None)]
    cards = text.removeprefix(CARDS_DEAL).split(" ")[: plain.known]
    cards += [UNKNOWN] * (CARDS - len(cards))
    return CARDS_DEAL + " ".join(cards), [{"event": "shuffled", "cards": CARDS}]
