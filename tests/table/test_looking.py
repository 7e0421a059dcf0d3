"""Several people at one device: it is shown one seat's view at a time, or what all may see."""

from __future__ import annotations

import pytest

from tests.support.sitting import ADA, BOB, At, gathered, seated
from upturn.errors import Refusal
from upturn.table.looking import check_look, eyes, still_looking
from upturn.wire import commands as c


def passed_around(game: str = "dnup", players: int = 3) -> At:
    """Ada has the seats 1 and 2, Bob has those that are left."""
    at = gathered(game, players)
    at.do(ADA, c.Sit, seat=2)
    for seat in range(3, players + 1):
        at.do(BOB, c.Sit, seat=seat)
    at.start()
    return at


def until_to_act(at: At, seat: int) -> None:
    while at.table.to_act != seat:
        at.move()


def test_nobodys_view_is_shown_until_somebody_looks() -> None:
    table = passed_around().table
    assert eyes(table, (1, 2), None) == (None,)
    assert table.views([1, 2]) == table.views([])
    assert eyes(table, (1, 2), 2) == (2,)
    assert table.views([1, 2], 2) == table.views([2])


def test_who_has_one_seat_or_none_need_not_say_so() -> None:
    table = passed_around().table
    assert eyes(table, (3,), None) == (3,)
    assert eyes(table, (), None) == (None,)


def test_a_game_in_which_all_see_the_same_shows_every_seat() -> None:
    table = passed_around("team-up").table
    assert eyes(table, (1, 2), None) == eyes(table, (1, 2), 2) == (1, 2)


@pytest.mark.parametrize("how", ["played out", "ended"])
def test_after_the_game_nothing_is_hidden(how: str) -> None:
    at = passed_around()
    if how == "ended":
        at.itself(at.table.end, "cleaning")
    else:
        at.play_out()
    assert eyes(at.table, (1, 2), None) == (1, 2)


def test_a_seat_looks_on_while_others_play() -> None:
    at = passed_around()
    until_to_act(at, 1)
    assert still_looking(at.table, [1, 2], 1) == 1
    until_to_act(at, 3)
    assert still_looking(at.table, [1, 2], 1) == 1
    assert still_looking(at.table, [1, 2], None) is None


def test_it_looks_no_more_when_the_turn_comes_to_the_next_one_at_the_device() -> None:
    at = passed_around()
    until_to_act(at, 2)
    assert still_looking(at.table, [1, 2], 1) is None
    assert still_looking(at.table, [1, 2], 2) == 2


def test_nor_when_it_changes_hands() -> None:
    at = passed_around()
    until_to_act(at, 3)
    assert still_looking(at.table, [2, 4], 1) is None
    assert still_looking(at.table, [], 1) is None


def test_one_looks_with_a_seat_of_ones_own() -> None:
    for seat in (1, 2, None):
        check_look([1, 2], seat)
    with pytest.raises(Refusal, match="seat 3 is not yours"):
        check_look([1, 2], 3)


def test_looking_is_no_entry() -> None:
    at = seated()
    at.refuse("not-kept", ADA, c.Look, seat=1)
