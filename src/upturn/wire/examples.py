"""An example of everything that travels on its own, for the docs and for tests of clients.

Ada's views and what the table tells her come from a game of dnup that is played here. The other
examples are made up to go with it.
"""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

import upturn
from upturn.bots import levels
from upturn.errors import MoveError, Refusal
from upturn.games import telling
from upturn.games.game import Game
from upturn.wire import answers, commands, entries, facts, messages, requests
from upturn.wire.entries import Line
from upturn.wire.facts import Clock, Facts, SeatFacts, TableFacts

TABLE = "k3vq7yd2mzt5hw4c"
OTHER_TABLE = "b2nx6rfa4jsp7leq"
CODE = "QWERTZ"
BEGUN = 1_794_826_800_000
"""A moment in November 2026."""
SEED, NONCE = "5f0c1de2b7a84c39960d2f5b8e7a1c34", "c81e728d9d4c4f63ef067f89cc14862c"
COMMITMENT = hashlib.sha256(f"{SEED}:{NONCE}".encode()).hexdigest()
DEAL = COMMITMENT[:16]
LEVEL = "skilled"
LINKED = "T4nYb7cQkXw2ZrJv9sLm0A"
DAY = "2026-11-16"
ADA, BEN = 1, 2
ADA_ID = "9a1f0c37e25bd468"
CLOCK = Clock(move=60, reserve=600)
RESERVE = 1000 * CLOCK.reserve


@cache
def examples() -> dict[str, msgspec.Struct]:
    """Return one example of each type, by its name."""
    game = upturn.new("dnup", players=2, seed=SEED)
    dealt = _lines(game, 0)
    move = game.legal_moves()[0]
    mover = game.to_act or ADA
    ply = len(game.moves)
    game.play(move)
    moved = _lines(game, ply)
    given = [
        *_commands(mover, move, game),
        *_entries(mover, dealt, moved, len(game.moves)),
        *_messages(game, mover, move, moved),
        *_rest(game, mover, dealt, moved),
        *_answers(game, moved),
    ]
    return {type(one).__name__: one for one in given}


def _lines(game: Game, start: int) -> list[Line]:
    """Return the lines of the game from a ply on, as Ada is told them."""
    told = (telling.tell(game, step, ADA) for step in telling.steps(game, start))
    return [Line(one["seat"], one["move"], one["events"]) for one in told]


def _views(game: Game) -> list[Facts]:
    """Return what Ada sees."""
    return [game.sight(ADA)]


def _refusal(game: Game) -> tuple[str, MoveError]:
    """Return a move with a card that the seat to act does not hold, and why it is refused."""
    for move in game.rules.notation(game.players).texts:
        error = game.why_not(move) if move else None
        if error is not None and error.code == "not-held":
            return move, error
    raise AssertionError("every card is held")


def _reasons(game: Game) -> dict[str, messages.Reason | None]:
    """Return a move that is possible, and one that is not."""
    move, error = _refusal(game)
    reason = messages.Reason(error.code, error.sentence, error.details)
    return {game.legal_moves()[0]: None, move: reason}


def _at(n: int) -> int:
    """Return when the n-th entry was made."""
    return BEGUN + 7_000 * n


# --- What comes in ---------------------------------------------------------------------------


def _commands(mover: int, move: str, game: Game) -> list[commands.Command]:
    return [
        commands.Sit("c1", 1, BEN, "Ben"),
        commands.Stand("c2", 2, BEN),
        commands.Fill("c3", 2, BEN, LEVEL),
        commands.Start("c4", 2),
        commands.MakeMove("c5", 3, mover, move),
        commands.TakeBack("c6", 4, mover),
        commands.ProposeEnd("c7", 4, mover),
        commands.Vote("c8", 5, BEN, 1, "yes"),
        commands.Say("c9", 5, ADA, text="That was quick!"),
        commands.Claim("c10", 9, BEN, "Cleo"),
        commands.Answer("c11", 10, 1, give=True),
        commands.Hint("c12", 11, mover),
        commands.Point("c13", 11, BEN, "place red wide2 c3 x"),
        commands.Look("c14", 4, mover),
        commands.Mute("c16", 12, entry=6),
        commands.Remove("c17", 13, seat=BEN),
        commands.Why("c15", 4, game.to_act or ADA, [*_reasons(game)]),
    ]


# --- What goes out ---------------------------------------------------------------------------


def _entries(mover: int, dealt: list[Line], moved: list[Line], plies: int) -> list[entries.Told]:
    return [
        entries.Opened(1, _at(1)),
        entries.Sat(2, _at(2), BEN, "Ben"),
        entries.Stood(3, _at(3), BEN, by_host=True),
        entries.Filled(3, _at(3), BEN, LEVEL),
        entries.Started(3, _at(3), dealt),
        entries.Moved(4, _at(4), mover, moved),
        entries.Asked(5, _at(5), 1, "take-back", by=mover),
        entries.Voted(6, _at(6), 1, 3 - mover, "yes", outcome="carried", kept=plies - 1),
        entries.TookBack(6, _at(6), mover, plies - 1),
        entries.Spoke(6, _at(6), "Ada", ADA, text="That was quick!"),
        entries.Muted(7, _at(7), "Eve"),
        entries.Removed(8, _at(8), "Ben", BEN),
        entries.Away(9, _at(9), BEN, left=True),
        entries.Back(10, _at(10), BEN),
        entries.Claimed(10, _at(10), 1, BEN, "Cleo"),
        entries.Agreed(11, _at(11), 1, BEN, ADA),
        entries.Answered(11, _at(11), 1, BEN, given=True, name="Cleo"),
        entries.Hinted(12, _at(12), mover),
        entries.Ended(13, _at(13), "server-closed"),
    ]


def _table(game: Game, mover: int) -> TableFacts:
    return TableFacts(
        id=TABLE,
        code=CODE,
        version=4,
        game=game.name,
        players=game.players,
        deal=DEAL,
        state="playing",
        seats=[
            SeatFacts(ADA, "Ada", host=True, reserve=RESERVE),
            SeatFacts(BEN, "Ben", reserve=RESERVE),
        ],
        clock=CLOCK,
        deadline=_at(4) + 1000 * CLOCK.move + RESERVE,
        to_act=game.to_act,
        scores=game.scores,
        plies=len(game.moves),
        take_back=[mover],
        hints=True,
        shuffle=facts.Shuffle(COMMITMENT),
        created=BEGUN,
    )


def _messages(game: Game, mover: int, move: str, moved: list[Line]) -> list[messages.Message]:
    told: list[entries.AnyTold] = [entries.Moved(4, _at(4), mover, moved)]
    _, refused = _refusal(game)
    leaving = Refusal("restarting")
    return [
        messages.Welcome(4, _table(game, mover), [ADA], _views(game), told, [ADA, BEN], 1, True),
        messages.Update(4, told, done="c5" if mover == ADA else None, views=_views(game)),
        messages.Done("c5", 4),
        messages.Refused("c14", refused.code, refused.sentence, refused.details),
        messages.Presence([ADA], 2),
        messages.SeatClaimed(OTHER_TABLE, CODE, BEN),
        messages.Pointed(BEN, "place red wide2 c3 x"),
        messages.Reasons("c15", 4, _reasons(game)),
        messages.Advice("c12", "looks the best of 4 moves", move, "looks-best", {"moves": 4}),
        messages.Farewell(leaving.code, leaving.sentence),
    ]


# --- REST ------------------------------------------------------------------------------------


def _result(game: Game) -> facts.Result:
    return facts.Result(
        table=OTHER_TABLE,
        game=game.name,
        players=2,
        deal=DEAL,
        finished=BEGUN + 1_500_000,
        scores=[2, 1],
        seats=[facts.ResultSeat("Ada"), facts.ResultSeat(bot=LEVEL)],
    )


def _rest(game: Game, mover: int, dealt: list[Line], moved: list[Line]) -> list[msgspec.Struct]:
    result = _result(game)
    line = facts.TableLine(
        id=TABLE,
        code=CODE,
        game=game.name,
        players=2,
        state="gathering",
        seats=[SeatFacts(ADA, "Ada", host=True), SeatFacts(BEN)],
        created=BEGUN,
        changed=BEGUN + 14_000,
    )
    table = _table(game, mover)
    refused = Refusal("unknown-game", game="chess", games=upturn.game_names())
    told: list[entries.AnyTold] = [
        entries.Started(3, _at(3), dealt),
        entries.Moved(4, _at(4), mover, moved),
    ]
    return [
        facts.Me(ADA_ID, "Ada", BEGUN, "mD2VqLw0p3xZt8YbKc5_Ng"),
        requests.NewPerson("Ada"),
        requests.NewTable(game="dnup", players=2, clock=CLOCK),
        requests.WhatIf(ply=12, seat=BEN),
        requests.Standing(table, [ADA], _views(game)),
        requests.Since(4, told, _views(game), table),
        requests.Tables([line]),
        requests.Results([result]),
        requests.Ratings(
            game.name,
            [facts.Rating("Ada", False, 14.6, mu=27.2, sigma=4.2, games=31, wins=19)],
        ),
        requests.DealPage(DEAL, game.name, 2, {}, COMMITMENT, None, OTHER_TABLE, [result]),
        requests.Link(
            f"https://table.example/link/{LINKED}",
            BEGUN + 600_000,
            '<svg xmlns="http://www.w3.org/2000/svg"/>',
        ),
        requests.Problem(refused.code, refused.sentence, refused.details),
    ]


def _answers(game: Game, moved: list[Line]) -> list[msgspec.Struct]:
    rules, me = game.rules, facts.Me(ADA_ID, "Ada", BEGUN)
    about = answers.GameFacts(
        game=game.name,
        title=rules.title,
        rules=rules.version,
        edition=rules.edition,
        players=list(rules.player_counts),
        usual_players=rules.usual_players,
        sides={count: list(map(list, rules.sides(count))) for count in rules.player_counts},
        options=[],
        levels=[answers.Level(one.name, one.description) for one in levels(game.name)],
        modes=[],
        components={},
        about=rules.about,
    )
    today = answers.DailyDeal(
        game=game.name,
        players=[2],
        bots={str(BEN): LEVEL},
        deal=DEAL,
        commitment=COMMITMENT,
        results=[_result(game)],
        table=OTHER_TABLE,
        played=True,
    )
    device = answers.Device(
        id="a81f09c2d4e7",
        created=BEGUN,
        seen=BEGUN,
        this=True,
        by_link=True,
        browser="Firefox",
        system="Android",
    )
    return [
        answers.Found(TABLE),
        answers.Replay(len(game.moves), len(game.moves), moved, _views(game)),
        answers.Games("The table by the window", upturn.__version__, [about]),
        answers.Warming(["team-up"]),
        answers.Phrases([answers.Phrase("thanks", "Thank you!")]),
        answers.Puzzles([answers.PuzzleLine(1, "c5ef8c", difficulty=1)]),
        answers.Daily(DAY, BEGUN + 50_000_000, [today]),
        answers.LinkToken(LINKED),
        answers.Devices([device]),
        answers.Export(
            me=me,
            devices=[device],
            seatings=[answers.Seating(TABLE, game.name, "playing", ADA, "Ada", BEGUN)],
            results=[_result(game)],
            said=[answers.Utterance(TABLE, _at(6), "That was quick!")],
            records=[dict(game.record())],
            seen=[DEAL],
        ),
        answers.Health("ok"),
    ]
