"""A short game at a real table, and every message about it: the example in docs/wire.md.

The table here answers like the server, but into a list. Commands go in, and what each receiver
would be sent is noted with the sentence that explains it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from upturn.errors import Refusal
from upturn.table import Change, Person, Table, moderating, opening, showing
from upturn.table.log import Row
from upturn.wire import commands, messages, requests
from upturn.wire.examples import ADA_ID, BEGUN, CODE, NONCE, SEED, TABLE

ADA, BEN = Person(ADA_ID, "Ada"), Person("51c7be09a3d2f846", "Ben")
CALL, SENT, GOT = "call", "sent", "got"


@dataclass(frozen=True)
class Part:
    """A message and its sender or receiver, or the first line of a call that opens something."""

    who: str
    way: str
    what: msgspec.Struct | str


@dataclass
class Scene:
    """Something that is explained as a whole."""

    title: str
    note: str
    parts: list[Part] = field(default_factory=list)


class Story:
    """People at one table, and all their messages."""

    def __init__(self) -> None:
        wish = requests.NewTable(game="dnup", players=2)
        opened = opening.open_table(wish, ADA, SEED, NONCE)
        self.table, change = Table.open(TABLE, CODE, opened, BEGUN)
        self.rows: list[Row] = [(change.n, change.at, change.body)]
        self.there: list[Person] = []
        self.scenes: list[Scene] = []
        self.scene(
            "Ada opens a table",
            "This is a REST call. Ada takes seat 1, as host. Anyone who knows the code can join.",
        )
        standing = requests.Standing(
            showing.facts(self.table),
            self.table.seats_of(ADA.id),
            self.table.views([1]),
            host=True,
            opener=True,
        )
        self.note(ADA, CALL, "POST /api/tables")
        self.note(ADA, SENT, wish)
        self.note(ADA, GOT, standing)

    def scene(self, title: str, note: str) -> None:
        self.scenes.append(Scene(title, note))

    def note(self, person: Person, way: str, what: msgspec.Struct | str) -> None:
        self.scenes[-1].parts.append(Part(person.name, way, what))

    def connect(self, person: Person, since: int) -> None:
        self.note(person, CALL, f"GET /live/{TABLE}?since={since}")
        self.there.append(person)
        table, seats = self.table, self.table.seats_of(person.id)
        told = showing.retell(TABLE, CODE, self.rows, since, self._receiver(person))
        welcome = messages.Welcome(
            table.version,
            showing.facts(table),
            seats,
            table.views(seats),
            told,
            self._present(),
            self._watching(),
            person.id in table.hosts,
            opener=moderating.may_remove(table, person),
        )
        self.note(person, GOT, welcome)
        self._tell_presence(but=person)

    def disconnect(self, person: Person) -> None:
        self.there.remove(person)
        self._tell_presence()

    def send(self, person: Person, command: commands.AnyCommand) -> None:
        """Let somebody send a command, and let everybody hear what it did."""
        table = self.table
        self.note(person, SENT, command)
        first = table.repeat_of(command, person)
        if first is not None:
            self.note(person, GOT, messages.Done(command.id, first))
            return
        try:
            if isinstance(command, commands.Why):
                self.note(person, GOT, self._reasons(command, person))
                return
            change = table.do(command, person, BEGUN + 7_000 * table.version)
        except Refusal as refusal:
            refused = messages.Refused(
                command.id, refusal.code, refusal.sentence, dict(refusal.details)
            )
            self.note(person, GOT, refused)
            return
        self.rows.append((change.n, change.at, change.body))
        for receiver in sorted(self.there, key=lambda other: other is not person):
            self.note(receiver, GOT, self._update(change, receiver, command.id, person))

    def _reasons(self, command: commands.Why, person: Person) -> messages.Reasons:
        found = {
            move: None if why is None else messages.Reason(why.code, why.sentence, why.details)
            for move, why in self.table.why(command, person).items()
        }
        return messages.Reasons(command.id, self.table.version, found)

    def _update(
        self, change: Change, receiver: Person, command_id: str, person: Person
    ) -> messages.Update:
        table, seats = self.table, self.table.seats_of(receiver.id)
        game_changed = bool(change.steps) or change.kept is not None
        return messages.Update(
            change.n,
            [showing.tell(table, change, self._receiver(receiver))],
            command_id if receiver is person else None,
            table.views(seats) if game_changed else [],
            showing.facts(table) if change.facts else None,
            seats if change.seats else None,
            table.take_back if change.take_back and not change.facts else None,
        )

    def _receiver(self, person: Person) -> int | None:
        seats = self.table.seats_of(person.id)
        return seats[0] if len(seats) == 1 else None

    def _present(self) -> list[int]:
        return sorted(seat for person in self.there for seat in self.table.seats_of(person.id))

    def _watching(self) -> int:
        return sum(not self.table.seats_of(person.id) for person in self.there)

    def _tell_presence(self, but: Person | None = None) -> None:
        for person in self.there:
            if person is not but:
                self.note(person, GOT, messages.Presence(self._present(), self._watching()))

    def move(self, seat: int, number: int) -> str:
        """Return one of the legal moves, in the order of the seat's view."""
        return str(self.table.views([seat])[0]["legal"][number])


def tell() -> Story:
    """Return the story, from the opening of the table to its end."""
    story = Story()
    at = story.table
    _gather(story)
    story.scene(
        "Ben moves",
        "Ben picks one of the `legal` moves in the view, so a client never needs to know the rules."
        " The update has no `table`: the table's `version`, `to_act`, `scores` and `plies` follow"
        " from the update and its view. Here, `take_back` has changed too.",
    )
    first = commands.MakeMove("b2", at.version, 2, story.move(2, 0))
    story.send(BEN, first)
    story.scene(
        "Ben sends the move again",
        "Ben's client did not receive the answer, so it sends exactly the same command again. The"
        " move is not made twice: the answer is the version of the entry that it became.",
    )
    story.send(BEN, first)
    story.scene(
        "Ada tries a move that is not allowed",
        "`code` is stable, `sentence` is for people, and `details` fill in the sentence. Nothing"
        " has changed.",
    )
    story.send(ADA, commands.MakeMove("a2", at.version, 1, "play 9/3"))
    story.scene(
        "Ada asks before she tries",
        "This lets a client grey out impossible moves and say why. Nothing is stored, and nobody"
        " else is told. For a possible move, the reason is null.",
    )
    asked = [story.move(1, 0), "play 9/3", "take 2a"]
    story.send(ADA, commands.Why("w1", at.version, 1, asked))
    story.scene(
        "Ada moves twice, and is too late the second time",
        "With two players, a turn has two moves. Ada made the second one at version 4 too, before"
        " the client had received version 5. It is refused as stale, since Ada might now choose"
        " a different move. The client shows the new state and lets Ada choose again.",
    )
    seen = at.version
    moves = story.move(1, 0), story.move(1, 1)
    story.send(ADA, commands.MakeMove("a3", seen, 1, moves[0]))
    story.send(ADA, commands.MakeMove("a4", seen, 1, moves[1]))
    story.scene(
        "Ada asks to take it back",
        "The others decide: a ballot opens, and `table.ballots` shows who is asked.",
    )
    story.send(ADA, commands.TakeBack("a5", at.version, 1))
    story.scene(
        "Ben agrees",
        "That settles it, as `outcome` shows. `kept` is the number of lines that are left of the"
        " game, and both get the views they had before that move.",
    )
    story.send(BEN, commands.Vote("b3", at.version, 2, at.ballots_held, "yes"))
    story.scene(
        "Ada's connection breaks, and Ben talks",
        "Ben is told who is still there. What Ben says is an entry like any other.",
    )
    story.disconnect(ADA)
    story.send(BEN, commands.Say("b4", at.version, 2, text="Are you still there?"))
    story.scene(
        "Ada is back",
        "Ada's client has had everything up to version 7 and says so. `told` contains exactly what"
        " it missed.",
    )
    story.connect(ADA, 7)
    story.scene(
        "They end the game",
        "Ada asks, and Ben agrees. Now that the game is over, the table shows what determined its"
        " deals: `seed` and `nonce`.",
    )
    story.send(ADA, commands.ProposeEnd("a6", at.version, 1))
    story.send(BEN, commands.Vote("b5", at.version, 2, at.ballots_held, "yes"))
    return story


def _gather(story: Story) -> None:
    story.scene(
        "Ada connects",
        "Ada's client knows nothing yet, so `since` is 0. The welcome contains the state of the"
        " table (`table`), Ada's seats and what they see (nothing before the game), and every entry"
        " after `since`.",
    )
    story.connect(ADA, 0)
    story.scene(
        "Ben joins with the code and watches",
        "`GET /api/codes/QWERTZ` returned the table's id. Ben has no seat yet. Ada is told that"
        " somebody is watching.",
    )
    story.connect(BEN, 0)
    story.scene(
        "Ben sits down",
        "Ben's client chooses the `id` of the command; `version` is what it has seen so far. The"
        " update caused by the command has this id as `done`: it is on disk. `seats` is there"
        " because Ben's seats have changed, and `table` because the table has.",
    )
    story.send(BEN, commands.Sit("b1", story.table.version, 2))
    story.scene(
        "Ada starts the game",
        "Both are told about the same entry, each as far as they may see it: from the deal, each"
        " sees only their own hand.",
    )
    story.send(ADA, commands.Start("a1", story.table.version))
