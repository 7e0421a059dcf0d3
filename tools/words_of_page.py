"""The English words of the page: the texts of `t`, `tn`, `rich` and `mark` in its TypeScript.

`web/tools/words.mjs` finds them with the parser that Vite uses to build the page.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import node
from tools.turns import ROOT, one_at_a_time
from tools.words_of_games import Message

WEB = ROOT / "web"
SCRIPT = WEB / "tools" / "words.mjs"


class NotLiteral(Exception):
    """Some texts cannot be found by reading the source; the message has a line for each."""


def messages(folder: str = "web/src", root: Path = ROOT) -> Iterator[Message]:
    """Yield every text of the page, file by file. Tests are left out, since nobody reads them."""
    env = node.environment()
    with one_at_a_time("page"):
        node.install(WEB, env)
    command = [shutil.which("node", path=env["PATH"]) or "node", str(SCRIPT), folder]
    done = subprocess.run(
        command, cwd=root, env=env, check=False, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise NotLiteral(done.stderr.strip())
    for found in json.loads(done.stdout):
        yield Message(found["texts"][0], found["file"], *found["texts"][1:])
