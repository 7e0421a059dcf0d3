"""Where boardgame.io's server spends its time, from a profile that node writes."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import msgspec
import uvloop

from bench.server import hosting
from bench.server.boardgame import Boardgame
from bench.server.rounds import BUILD, RUSH, Plan, play_at

CAUSES = {
    "(garbage collector)": "garbage collection",
    "writev": "writing to the sockets",
    "writeUtf8String": "writing to the sockets",
    "writeBuffer": "writing to the sockets",
    "sendAll": "four views, and encoding them",
    "dispatch": "the move: rules, immer, plugins, turn order",
    "onUpdate": "around the move: storage, checks, a store of its own",
    "onStreamRead": "reading from the sockets",
}
"""What a call means; of the calls in a stack the first of this list counts."""
OTHER = "everything else"
IDLE = "(idle)"


class _Call(msgspec.Struct):
    name: str = msgspec.field(name="functionName")


class _Node(msgspec.Struct):
    id: int
    call: _Call = msgspec.field(name="callFrame")
    children: list[int] = []


class _Profile(msgspec.Struct):
    nodes: list[_Node]
    samples: list[int]
    times: list[int] = msgspec.field(name="timeDeltas")


def profile(plan: Plan, env: dict[str, str]) -> dict[str, float]:
    """The part of its busy time that each cause has, rushing."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        with hosting.boardgame(Path(folder), env, profile=True) as server:
            uvloop.run(play_at(server, Boardgame(server.port), plan, RUSH))
        (found,) = Path(folder).glob("*.cpuprofile")
        return shares(msgspec.json.decode(found.read_bytes(), type=_Profile), plan.seconds)


def shares(profile: _Profile, seconds: float) -> dict[str, float]:
    """Over the last so many seconds: before that people sat down."""
    nodes = {node.id: node for node in profile.nodes}
    parents = {child: node.id for node in profile.nodes for child in node.children}
    spent: Counter[str] = Counter()
    left = 1e6 * seconds
    for sample, micros in zip(reversed(profile.samples), reversed(profile.times), strict=True):
        left -= micros
        if left < 0:
            break
        cause = _cause(sample, nodes, parents)
        if cause is not None:
            spent[cause] += micros
    return {cause: micros / spent.total() for cause, micros in spent.most_common()}


def _cause(sample: int, nodes: dict[int, _Node], parents: dict[int, int]) -> str | None:
    stack = set()
    place: int | None = sample
    while place is not None:
        stack.add(nodes[place].call.name)
        place = parents.get(place)
    if IDLE in stack:
        return None
    return next((cause for call, cause in CAUSES.items() if call in stack), OTHER)
