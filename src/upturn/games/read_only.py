"""Plain data that nobody can change by accident.

A game tells a line of its history once and gives it out with every later view. Whoever gets a view
may do with it what they like, so the lines are dicts and lists that refuse to be changed. In all
else they are what they look like: equal to plain ones, written as JSON, and plain again when
copied or pickled.
"""

from __future__ import annotations

from typing import Any, NoReturn


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError("the history of a view is read-only: copy.deepcopy(view) can be changed")


class ReadOnlyDict(dict[str, Any]):
    __slots__ = ()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class ReadOnlyList(list[Any]):
    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = _refuse
    reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def read_only(value: Any) -> Any:
    """The same data, read-only throughout."""
    if type(value) is dict:
        return ReadOnlyDict(
            {
                key: read_only(part) if type(part) in (dict, list) else part
                for key, part in value.items()
            }
        )
    if type(value) is list:
        return ReadOnlyList(
            [read_only(part) if type(part) in (dict, list) else part for part in value]
        )
    return value
