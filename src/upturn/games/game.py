"""A game in play: a log of lines, and the position they lead to.

Position = fold(log): undoing folds a shorter log, and what a seat has witnessed is told by
folding again. A move that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from types import MappingProxyType
from typing import Generic, Self, cast

from upturn.errors import IllegalMove, InvalidMove, InvalidSetup, NothingToUndo, quoted
from upturn.games import engine, telling
from upturn.games.contract import (
    ALLOWED,
    DEAL_AWAITED,
    DEALING,
    GAME_OVER,
    OVER,
    Cards,
    Moves,
    Position,
    Positions,
    copy_of,
    room_for_cards,
    room_for_moves,
)
from upturn.games.data_types import Entry, GivenView, Record
from upturn.games.rng import seeded
from upturn.games.rules import DEAL, Facts, Rules, SameDeal
from upturn.games.sentences import SENTENCES, illegal
from upturn.games.setup import check_options, check_players, check_seed, is_int
from upturn.games.telling import CHECKPOINT

SHOWN = 60
"""So much of a text that is no move is quoted back."""

COMMON_REFUSALS = {GAME_OVER: "game-over", DEAL_AWAITED: "deal-awaited"}
"""The codes of what `check` refuses in every game."""


class Game(Generic[GivenView]):
    """A game of any kind. `upturn.new` and `upturn.replay` make one.

    For type checkers `Game[DnupView]` is one of dnup. `Game` alone is any game, as `list` alone is
    a list of anything: its views are not checked.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, object] | None = None,
        seed: int | str | None = None,
        same_deal: SameDeal | None = None,
    ):
        self.rules = rules
        self.players = check_players(rules, players)
        self.options = MappingProxyType(check_options(rules, options))
        self.seed = check_seed(seed)
        self.same_deal = same_deal
        self._notation = rules.notation(players)
        self._log: list[int | str] = []  # moves by number, deals as text
        self._deals = 0
        self._now: Positions = rules.start(players, self.options)  # an array of one position
        if same_deal is not None and rules.same_deals is not None:
            rules.same_deals.prepare(self._now, same_deal)
        self._phase = DEALING
        self._turn: int | None = None  # whose it is, once somebody has asked
        # What is legal now: a compiled step lists it too, which is cheaper than to ask again.
        self._moves = room_for_moves(rules.most_legal)
        self._legal = 0
        self._step_at, self._score_at = engine.shortcuts(self._now.dtype)
        self._checkpoints = [copy_of(self._now)]  # the positions before every CHECKPOINT-th line
        self._histories: dict[int | None, list[Entry]] = {}  # by every seat that ever asked
        self._told = 0  # so many lines, to each of them
        self._told_at = self._checkpoints[0]  # the position after those lines

    def __repr__(self) -> str:
        number = f"{self.players} player{'s' if self.players > 1 else ''}"
        turn = (
            f"seat {self.to_act} to act" if self.to_act else "over" if self.over else "a deal due"
        )
        return f"<{self.name}, {number}, {turn}>"

    # --- Where the game stands ---------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def position(self) -> Position:
        """The position record as it stands; a copy, and not for a player's eyes."""
        return copy_of(self._now[0])

    @property
    def to_act(self) -> int | None:
        """The seat whose move is due; None when the game is over or a deal is awaited."""
        if self._turn is None:
            self._turn = int(self._now["to_act"][0])
        return self._turn or None

    @property
    def over(self) -> bool:
        return self._phase == OVER

    @property
    def awaits_deal(self) -> bool:
        """Whether chance is due. Only a replayed record can stop here; `deal_on()` goes on."""
        return self._phase == DEALING

    @property
    def stalled(self) -> bool:
        """Whether simulation gives up here on a game that may go on for ever."""
        return bool(engine.stalled_at(self._now, 0))

    @property
    def scores(self) -> list[int]:
        """A number per seat."""
        score_at, now = self._score_at, self._now
        return [score_at(now, 0, seat) for seat in range(1, self.players + 1)]

    @property
    def moves(self) -> list[str]:
        """The log: every deal and every move so far, as text."""
        texts = self._notation.texts
        return [line if isinstance(line, str) else texts[line] for line in self._log]

    # --- Moves -------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to act, in canonical notation."""
        texts = self._notation.texts
        return [texts[move] for move in self.legal_codes()]

    def legal_codes(self) -> list[int]:
        """The same moves as numbers, for programs in a hurry: see `play_code`."""
        codes: list[int] = self._moves[: self._legal].tolist()
        return codes

    def free_moves(self) -> list[str]:
        """The legal moves that need nobody's agreement: all but `stop` in Team UP."""
        texts = self._notation.texts
        return [texts[move] for move in self.free_codes()]

    def free_codes(self) -> list[int]:
        """The same moves as numbers."""
        return self.legal_codes()[: engine.free_at(self._now, 0, self._legal)]

    def agreed_moves(self) -> list[str]:
        """The legal moves that all must agree to."""
        free = engine.free_at(self._now, 0, self._legal)
        texts = self._notation.texts
        return [texts[move] for move in self._moves[free : self._legal].tolist()]

    def play(self, move: str) -> None:
        """Make a move. Raise InvalidMove or IllegalMove, and then nothing has changed."""
        self._step(self._read(move))
        if self._phase == DEALING:
            self.deal_on()

    def play_code(self, code: int) -> None:
        """Make a move by its number."""
        try:
            number = index(code)
        except TypeError:
            number = -1
        if not 0 <= number < self.rules.move_count:
            raise InvalidMove("unreadable", f"there is no move number {quoted(code)}")
        self._step(number)
        if self._phase == DEALING:
            self.deal_on()

    def follow(self, line: str) -> None:
        """Take in a line of a record: a move or a deal, and no deal of our own after it."""
        if isinstance(line, str) and line.startswith(DEAL):
            self._expect_deal()
            self._lay_out(self._notation.read_deal(self._now[0], line), str(line))
        else:
            self._step(self._read(line))

    def why_not(self, move: str) -> IllegalMove | InvalidMove | None:
        """The error `play` would raise for this move, or None if it is legal."""
        try:
            code = self._read(move)
        except (IllegalMove, InvalidMove) as error:
            return error
        refusal = engine.check_at(self._now, 0, code)
        return None if refusal == ALLOWED else self._refuse(code, refusal)

    def tidy(self, typed: str) -> str:
        """What somebody typed, in canonical notation as far as it can be understood."""
        return self._notation.tidy(typed)

    def deal(self) -> str:
        """Let chance have its turn, if it is due: the deal, as written to the log.

        The n-th deal depends on the seed and n alone, so undoing does not change what comes.
        """
        self._expect_deal()
        cards = room_for_cards(self.rules.most_cards)
        rng = seeded(self.rules.name, self.seed, self._deals)
        cards = cards[: engine.shuffle_at(self._now, 0, rng, cards)]
        text = self._notation.write_deal(self._now[0], cards)
        self._lay_out(cards, text)
        return text

    def deal_on(self) -> None:
        """Let chance have all its turns, until a seat is to act or the game is over."""
        while self._phase == DEALING:
            self.deal()

    def undo(self) -> None:
        """Take back the last move of a seat, and the deals that followed it."""
        kept = len(self._log)
        while kept and isinstance(self._log[kept - 1], str):
            kept -= 1
        if not kept:
            raise NothingToUndo("there is no move to take back")
        self.go_back(kept - 1)

    def go_back(self, kept: int) -> None:
        """Take back all but the first `kept` lines of the log.

        Raise NothingToUndo if there are not so many, and then nothing has changed.
        """
        if not is_int(kept) or not 0 <= kept <= len(self._log):
            raise NothingToUndo(
                f"{quoted(kept)} lines cannot be kept: the game has {len(self._log)}"
            )
        kept = int(kept)
        del self._log[kept:]
        del self._checkpoints[kept // CHECKPOINT + 1 :]
        self._deals = sum(isinstance(line, str) for line in self._log)
        self._now = copy_of(self._checkpoints[-1])
        for ply in range((len(self._checkpoints) - 1) * CHECKPOINT, kept):
            self._mark(self._now, ply)
            self._fold(self._now, ply, self._moves)
        self._arrive(engine.legal_at(self._now, 0, self._moves))
        if kept < self._told:
            for told in self._histories.values():
                del told[kept:]
            self._told, self._told_at = kept, copy_of(self._now)

    def copy(self) -> Self:
        """Another game that stands where this one stands; playing one leaves the other alone."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._log = self._log.copy()
        other._now = copy_of(self._now)
        other._moves = self._moves.copy()
        # What is in these two never changes: a copy shows its views as quickly as this game.
        other._checkpoints = self._checkpoints.copy()
        other._histories = {seat: told.copy() for seat, told in self._histories.items()}
        return other

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game: the same log, and the same deals to come.

        The seed is part of it. Records hold none, so a replayed game has deals of its own to come.
        """
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.rules is other.rules
            and self.players == other.players
            and self.options == other.options
            and self.same_deal == other.same_deal
            and str(self.seed) == str(other.seed)
            and self._log == other._log
        )

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """Pickle it as what it is: a log, and the seed of the deals to come."""
        from upturn.games.record import restore

        return restore, (self.record(), self.seed)

    # --- What a seat may see -----------------------------------------------------------------

    def view(self, seat: int | None = None) -> GivenView:
        """All that this seat may see, as plain data; without a seat, what a spectator may see.

        It is yours: nothing you do to it changes the game or a later view. The lines of the history
        are read-only, since later views have the same ones.
        """
        return cast(GivenView, self.sight(seat) | {"history": self.history(seat)})

    def sight(self, seat: int | None = None) -> Facts:
        """The view without its history: what the seat sees now."""
        shared, [own] = telling.sight_parts(self, [seat])
        return shared | own

    def history(self, seat: int | None = None) -> list[Entry]:
        """What this seat has witnessed, a line per deal and move."""
        seat = self._check_seat(seat)
        if seat not in self._histories:
            self._histories[seat] = telling.lines_told(self, seat, self._told)
        if self._told < len(self._log):
            telling.tell_on(self)
        return self._histories[seat].copy()

    def record(self) -> Record:
        """The whole game as data that any program can read, hidden things included."""
        from upturn.games.record import write

        return write(self)

    def _repr_svg_(self) -> str:
        """The table as notebooks show it: what a spectator may see."""
        from upturn.pictures import svg_of

        return svg_of(self.view())

    # --- Inside ------------------------------------------------------------------------------

    def _read(self, move: object) -> int:
        if not isinstance(move, str):
            kind = type(move).__name__
            raise InvalidMove("not-text", SENTENCES["not-text"].format(type=kind), {"type": kind})
        code = self._notation.numbers.get(move)
        if code is not None:
            return code
        if move.startswith(DEAL):
            raise illegal("chance-only")
        raise self._misread(move)

    def _misread(self, text: str) -> IllegalMove | InvalidMove:
        notation = self._notation
        words = {"text": text[:SHOWN]}
        quote = repr(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")
        tidied = notation.tidy(text)
        if tidied in notation.numbers:
            sentence = SENTENCES["other-form"].format(text=quote, move=repr(tidied))
            return InvalidMove("other-form", sentence, words | {"move": tidied})
        return notation.misread(text) or InvalidMove(
            "unreadable",
            SENTENCES["unreadable"].format(text=quote, forms=notation.forms),
            words | {"forms": notation.forms},
        )

    def _step(self, code: int) -> None:
        legal = self._step_at(self._now, 0, code, self._moves)
        if legal < 0:
            raise self._refuse(code, -legal)
        self._log.append(code)
        self._legal = legal
        self._turn = None
        if not legal:
            self._phase = int(self._now["phase"][0])

    def _arrive(self, legal: int) -> None:
        self._legal = legal
        self._turn = None
        self._phase = int(self._now["phase"][0])

    def _refuse(self, code: int, refusal: int) -> IllegalMove | InvalidMove:
        if not self._notation.texts[code]:
            return InvalidMove("unreadable", f"{self.players} players have no move {code}")
        if refusal in COMMON_REFUSALS:
            return illegal(COMMON_REFUSALS[refusal])
        return self.rules.refuse(self._now[0], code, refusal)

    def _expect_deal(self) -> None:
        if self.over:
            raise illegal("game-over")
        if not self.awaits_deal:
            raise illegal("no-deal-due")

    def _lay_out(self, cards: Cards, text: str) -> None:
        self._arrive(engine.deal_at(self._now, 0, cards, self._moves))
        self._log.append(text)
        self._deals += 1

    def _mark(self, now: Positions, ply: int) -> None:
        """Keep the position before this ply if it is the next to be kept."""
        if ply == len(self._checkpoints) * CHECKPOINT:
            self._checkpoints.append(copy_of(now))

    def _fold(self, now: Positions, ply: int, moves: Moves) -> int:
        """Apply a line of the log to a position and list the moves then legal; how many."""
        line = self._log[ply]
        if isinstance(line, str):
            return engine.deal_at(now, 0, self._notation.read_deal(now[0], line), moves)
        return self._step_at(now, 0, line, moves)

    def _check_seat(self, seat: object) -> int | None:
        if seat is None or (type(seat) is int and 1 <= seat <= self.players):
            return seat  # the usual case, quickly
        if is_int(seat) and 1 <= seat <= self.players:
            return int(seat)
        raise InvalidSetup(f"there is no seat {quoted(seat)}; seats are 1 to {self.players}")
