"""Makes Unicode's list of look-alikes small: `python -m tools.confusables confusables.txt LICENSE`.

The list is that of https://www.unicode.org/Public/security/latest/confusables.txt, and comes with
Unicode's licence, which is kept at the head of ours. Names are compared by it, and their keys are
stored: with a new list also add a file to src/upturn/store/schema that computes the keys anew, as
the last one of them that has the word `AFTERWARDS` does.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

OURS = Path(__file__).parents[1] / "src" / "upturn" / "wire" / "confusables.txt"
ABOUT = """\
Letters that look like others, in hexadecimal: what they look like, and those that do.
Made by tools/confusables.py of Unicode's confusables.txt, version {version}.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("confusables", type=Path)
    parser.add_argument("licence", type=Path)
    asked = parser.parse_args()
    text = asked.confusables.read_text(encoding="utf-8-sig")
    version = text.partition("# Version: ")[2].partition("\n")[0]
    head = ABOUT.format(version=version) + "\n" + asked.licence.read_text(encoding="utf-8")
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    lines += [f"{alike};{' '.join(letters)}" for alike, letters in small(text).items()]
    OURS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def small(text: str) -> dict[str, list[str]]:
    """Return the letters that look like each text, all in hexadecimal."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        letter, _, rest = line.partition("#")[0].partition(";")
        if rest:
            found[rest.partition(";")[0].strip()].append(letter.strip())
    return {alike: sorted(found[alike]) for alike in sorted(found)}


if __name__ == "__main__":
    main()
