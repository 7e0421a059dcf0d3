"""The core of a game in play: a log of lines, and the position they lead to.

Position = fold(log): undoing folds a shorter log, and a history is told by folding again. A move
that is refused changes nothing. `Game` adds what a seat may see, and is what people get;
`telling.py` and `record.py` know the core alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from types import MappingProxyType
from typing import Self

from upturn.errors import IllegalMove, InvalidMove, InvalidSetup, NothingToUndo, quoted
from upturn.filling import filled
from upturn.games import engine
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
from upturn.games.rng import Rng, seeded
from upturn.games.rules import DEAL, Rules, SameDeal
from upturn.games.sentences import SENTENCES, illegal
from upturn.games.setup import check_options, check_players, check_seed, is_int

CHECKPOINT = 32
"""A game keeps its position before every so many lines."""

SHOWN = 60
"""So much of a text that is no move is quoted back."""

COMMON_REFUSALS = {GAME_OVER: "game-over", DEAL_AWAITED: "deal-awaited"}
"""The codes of what `check` refuses in every game."""


class Core:
    """A game of any kind, without what a seat may see of it.

    `log`, `now`, `notation` and `checkpoints` are for the modules beside this one: they hold what
    no player may see, and are not to be changed from outside.
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
        self.notation = rules.notation(players)
        self.log: list[int | str] = []  # moves by number, deals as text
        self._deals = 0
        self.now: Positions = rules.start(players, self.options)  # an array of one position
        if same_deal is not None and rules.same_deals is not None:
            rules.same_deals.prepare(self.now, same_deal)
        self._phase = DEALING
        self._turn: int | None = None  # whose it is, once somebody has asked
        # What is legal now: a compiled step lists it too, which is cheaper than to ask again.
        self._moves = room_for_moves(rules.most_legal)
        self._legal = 0
        self._step_at, self._score_at = engine.shortcuts(self.now.dtype)
        self.checkpoints = [copy_of(self.now)]  # the positions before every CHECKPOINT-th line

    # --- Where the game stands ---------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def position(self) -> Position:
        """The position record as it stands; a copy, and not for a player's eyes."""
        return copy_of(self.now[0])

    @property
    def to_act(self) -> int | None:
        """The seat whose move is due; None when the game is over or a deal is awaited."""
        if self._turn is None:
            self._turn = int(self.now["to_act"][0])
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
        return bool(engine.stalled_at(self.now, 0))

    @property
    def scores(self) -> list[int]:
        """A number per seat."""
        score_at, now = self._score_at, self.now
        return [score_at(now, 0, seat) for seat in range(1, self.players + 1)]

    @property
    def moves(self) -> list[str]:
        """The log: every deal and every move so far, as text."""
        texts = self.notation.texts
        return [line if isinstance(line, str) else texts[line] for line in self.log]

    # --- Moves -------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to act, in canonical notation."""
        texts = self.notation.texts
        return [texts[move] for move in self.legal_codes()]

    def legal_codes(self) -> list[int]:
        """The same moves as numbers, for programs in a hurry: see `play_code`."""
        codes: list[int] = self._moves[: self._legal].tolist()
        return codes

    def free_moves(self) -> list[str]:
        """The legal moves that need nobody's agreement: all but `stop` in Team UP."""
        texts = self.notation.texts
        return [texts[move] for move in self.free_codes()]

    def free_codes(self) -> list[int]:
        """The same moves as numbers."""
        return self.legal_codes()[: engine.free_at(self.now, 0, self._legal)]

    def agreed_moves(self) -> list[str]:
        """The legal moves that all must agree to."""
        free = engine.free_at(self.now, 0, self._legal)
        texts = self.notation.texts
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
            self._lay_out(self.notation.read_deal(self.now[0], line), str(line))
        else:
            self._step(self._read(line))

    def why_not(self, move: str) -> IllegalMove | InvalidMove | None:
        """The error `play` would raise for this move, or None if it is legal."""
        try:
            code = self._read(move)
        except (IllegalMove, InvalidMove) as error:
            return error
        refusal = engine.check_at(self.now, 0, code)
        return None if refusal == ALLOWED else self._refuse(code, refusal)

    def tidy(self, typed: str) -> str:
        """What somebody typed, in canonical notation as far as it can be understood."""
        return self.notation.tidy(typed)

    def deal(self) -> str:
        """Let chance have its turn, if it is due: the deal, as written to the log.

        The n-th deal depends on the seed and n alone, so undoing does not change what comes.
        """
        self._expect_deal()
        cards = room_for_cards(self.rules.most_cards)
        rng = seeded(self.rules.name, self.seed, self._deals)
        cards = cards[: engine.shuffle_at(self.now, 0, rng, cards)]
        text = self.notation.write_deal(self.now[0], cards)
        self._lay_out(cards, text)
        return text

    def deal_on(self) -> None:
        """Let chance have all its turns, until a seat is to act or the game is over."""
        while self._phase == DEALING:
            self.deal()

    def undo(self) -> None:
        """Take back the last move of a seat, and the deals that followed it."""
        kept = len(self.log)
        while kept and isinstance(self.log[kept - 1], str):
            kept -= 1
        if not kept:
            raise NothingToUndo("there is no move to take back")
        self.go_back(kept - 1)

    def go_back(self, kept: int) -> None:
        """Take back all but the first `kept` lines of the log.

        Raise NothingToUndo if there are not so many, and then nothing has changed.
        """
        if not is_int(kept) or not 0 <= kept <= len(self.log):
            raise NothingToUndo(
                f"{quoted(kept)} lines cannot be kept: the game has {len(self.log)}"
            )
        kept = int(kept)
        del self.log[kept:]
        del self.checkpoints[kept // CHECKPOINT + 1 :]
        self._deals = sum(isinstance(line, str) for line in self.log)
        self.now = copy_of(self.checkpoints[-1])
        for ply in range((len(self.checkpoints) - 1) * CHECKPOINT, kept):
            self.mark(self.now, ply)
            self.fold(self.now, ply, self._moves)
        self._arrive(engine.legal_at(self.now, 0, self._moves))

    def copy(self) -> Self:
        """Another game that stands where this one stands; playing one leaves the other alone."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.log = self.log.copy()
        other.now = copy_of(self.now)
        other._moves = self._moves.copy()
        other.checkpoints = self.checkpoints.copy()  # what is in it never changes
        return other

    # --- For those who tell it or play it at random ---------------------------------------------

    def mark(self, now: Positions, ply: int) -> None:
        """Keep the position before this ply if it is the next to be kept."""
        if ply == len(self.checkpoints) * CHECKPOINT:
            self.checkpoints.append(copy_of(now))

    def fold(self, now: Positions, ply: int, moves: Moves) -> int:
        """Apply a line of the log to a position and list the moves then legal; how many."""
        line = self.log[ply]
        if isinstance(line, str):
            return engine.deal_at(now, 0, self.notation.read_deal(now[0], line), moves)
        return self._step_at(now, 0, line, moves)

    def check_seat(self, seat: object) -> int | None:
        if seat is None or (type(seat) is int and 1 <= seat <= self.players):
            return seat  # the usual case, quickly
        if is_int(seat) and 1 <= seat <= self.players:
            return int(seat)
        raise InvalidSetup(f"there is no seat {quoted(seat)}; the seats are 1 to {self.players}")

    def play_at_random(self, rng: Rng, made: Moves) -> int:
        """Play random moves until a deal, the end, a stall or a full `made`; how many."""
        count = int(engine.play_randomly(self.now, 0, rng, self._moves, made))
        self.log += made[:count].tolist()
        self._arrive(engine.legal_at(self.now, 0, self._moves))
        self.deal_on()
        return count

    # --- Inside ------------------------------------------------------------------------------

    def _read(self, move: object) -> int:
        if not isinstance(move, str):
            kind = type(move).__name__
            raise InvalidMove(
                "not-text", filled(SENTENCES["not-text"], {"type": kind}), {"type": kind}
            )
        code = self.notation.numbers.get(move)
        if code is not None:
            return code
        if move.startswith(DEAL):
            raise illegal("chance-only")
        raise self._misread(move)

    def _misread(self, text: str) -> IllegalMove | InvalidMove:
        notation = self.notation
        words = {"text": text[:SHOWN]}
        quote = repr(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")
        tidied = notation.tidy(text)
        if tidied in notation.numbers:
            sentence = filled(SENTENCES["other-form"], {"text": quote, "move": repr(tidied)})
            return InvalidMove("other-form", sentence, words | {"move": tidied})
        return notation.misread(text) or InvalidMove(
            "unreadable",
            filled(SENTENCES["unreadable"], {"text": quote, "forms": notation.forms}),
            words | {"forms": notation.forms},
        )

    def _step(self, code: int) -> None:
        legal = self._step_at(self.now, 0, code, self._moves)
        if legal < 0:
            raise self._refuse(code, -legal)
        self.log.append(code)
        self._legal = legal
        self._turn = None
        if not legal:
            self._phase = int(self.now["phase"][0])

    def _arrive(self, legal: int) -> None:
        self._legal = legal
        self._turn = None
        self._phase = int(self.now["phase"][0])

    def _refuse(self, code: int, refusal: int) -> IllegalMove | InvalidMove:
        if not self.notation.texts[code]:
            return InvalidMove("unreadable", f"{self.players} players have no move {code}")
        if refusal in COMMON_REFUSALS:
            return illegal(COMMON_REFUSALS[refusal])
        return self.rules.refuse(self.now[0], code, refusal)

    def _expect_deal(self) -> None:
        if self.over:
            raise illegal("game-over")
        if not self.awaits_deal:
            raise illegal("no-deal-due")

    def _lay_out(self, cards: Cards, text: str) -> None:
        self._arrive(engine.deal_at(self.now, 0, cards, self._moves))
        self.log.append(text)
        self._deals += 1
