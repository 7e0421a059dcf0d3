"""What one seat may see of Team UP: everything but the order of the cards to come.

All seats and spectators see the same. Of the undrawn cards it is known which they are, and in a
challenge or a puzzle also in what order they come, as far as `known` goes; nothing beyond that is
looked at here.
"""

from __future__ import annotations

from collections import Counter

from upturn.games.contract import OVER, PLAYING, Positions
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
    Open,
    Turn,
    read_open,
    read_turn,
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
    KINDS,
    PENALTY,
    PLACEMENTS,
    ROWS,
    STOP,
    Placement,
)

ENDS = {STACKED: "stacked", LAST_CARD: "cards", STOPPED: "stopped"}
UNKNOWN = "?"
KIND_NAMES = [kind.name for kind in COMPONENTS.kinds]


def see(position: Positions) -> Facts:
    """Team UP's part of a view; nobody sees more of it than the others."""
    plain = read_open(position)
    dealt = plain.due == NO_DEAL
    drawn, coming = _cards_seen(position, plain)
    counted = Counter(drawn)
    undrawn = {
        text: count - counted[card] if dealt else 0
        for card, (text, count) in enumerate(zip(CARD_TEXTS, CARD_COUNTS.tolist(), strict=True))
    }
    return {
        "clone": CLONE_READINGS[plain.clone],
        "mode": MODES[plain.mode],
        "to_beat": None if plain.to_beat == NO_SCORE else plain.to_beat,
        "card": None if plain.card == NOTHING else CARD_TEXTS[plain.card],
        "heights": [
            list(plain.heights[row : row + COLUMNS]) for row in range(0, ROWS * COLUMNS, COLUMNS)
        ],
        "boxes": [_box(plain, box) for box in range(1, plain.boxes + 1)],
        "left": {
            colour: dict(zip(KIND_NAMES, plain.left[KINDS * at : KINDS * (at + 1)], strict=True))
            for at, colour in enumerate(COMPONENTS.colours)
        },
        "layers": _full_layers(plain),
        "penalties": plain.penalties,
        "deck": sum(undrawn.values()),
        "undrawn": undrawn,
        "coming": [CARD_TEXTS[card] for card in coming] if dealt else [],
        "agreed": ["stop"] if plain.phase == PLAYING and plain.card == NOTHING else [],
        "end": ENDS.get(plain.ended),
    }


def _cards_seen(position: Positions, plain: Open) -> tuple[list[int], list[int]]:
    """The cards drawn so far, and the next ones as far as the team knows their order."""
    cards = position["cards"][0]
    return cards[: plain.drawn].tolist(), cards[plain.drawn : plain.known].tolist()


def box_name(colour: int, place: Placement) -> str:
    """A box as moves call it."""
    if colour == NOTHING:
        return NEUTRAL
    return f"{COMPONENTS.colours[colour]} {COMPONENTS.kinds[place.kind].name}"


def _full_layers(plain: Open | Turn) -> int:
    return min(plain.heights)


def _box(plain: Open, box: int) -> Facts:
    place = PLACEMENTS[plain.box_placement[box]]
    shown = _where(plain, box)
    shape: Facts = {"shape": place.shape, "size": list(place.size)}
    return shown | shape | {"seat": plain.box_seat[box] or None}


def _where(plain: Open, box: int) -> Facts:
    place = PLACEMENTS[plain.box_placement[box]]
    return {
        "box": box_name(plain.box_colour[box], place),
        "at": CELL_TEXTS[place.at],
        "axis": AXIS_TEXTS[place.axis],
        "level": plain.box_level[box],
    }


# --- History ---------------------------------------------------------------------------------


def witness(
    before: Positions, after: Positions, move: int, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What happened when this move was made. All seats see the same of it."""
    old, new = read_turn(before), read_turn(after)
    mover = old.to_act
    events: list[Facts] = []
    if move == DRAW:
        events.append({"event": "drawn", "seat": mover, "card": CARD_TEXTS[new.card]})
    elif move == PENALTY:
        events.append({"event": "penalty", "seat": mover, "card": CARD_TEXTS[old.card]})
    elif move != STOP:
        events.append(_placed(after, mover))
        full = range(_full_layers(old) + 1, _full_layers(new) + 1)
        events += [{"event": "layer", "layer": layer} for layer in full]
    if new.phase == OVER:
        why, points = ENDS[new.ended], int(score(after[0], mover))
        events.append({"event": "game_over", "why": why, "score": points})
    return text, events


def _placed(after: Positions, mover: int | None) -> Facts:
    """The newest box."""
    plain = read_open(after)
    return {"event": "placed", "seat": mover} | _where(plain, plain.boxes)


def witness_deal(
    before: Positions, after: Positions, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """A deal as everyone saw it: the neutral box, or only the cards that the team knew before."""
    if not text.startswith(CARDS_DEAL):
        return text, [_placed(after, None)]
    cards = text.removeprefix(CARDS_DEAL).split(" ")[: int(after["known"][0])]
    cards += [UNKNOWN] * (CARDS - len(cards))
    return CARDS_DEAL + " ".join(cards), [{"event": "shuffled", "cards": CARDS}]
