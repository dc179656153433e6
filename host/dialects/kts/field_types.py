"""Types of the fields that constructors take, besides those that all dialects share."""

from __future__ import annotations

from typing import Any
from unicodedata import east_asian_width

from host.border.schema import Function, Integer, Type, WordOf, refuse, to_number
from host.border.values import Handle, Table
from host.dialects.kts.declarations import category
from host.model.appearance import COLOURS, HEX_COLOUR, near_colour
from host.model.tile import BLOCKED, CLEAR, HEIGHTS, ROLLED

CALLBACK = Function()
_ACCESS_WORD = WordOf({"blocked": BLOCKED, "approach": 1, "partial": 1, "clear": CLEAR}, any_case=True, name="access")


class Access(Type):
    """Access as (walking, flying, missiles): nil means clear everywhere, a missing height means blocked."""

    name = "access"

    def read(self, value: Any, path: str) -> tuple[int, ...]:
        if value is None:
            return (CLEAR, CLEAR, CLEAR)
        if not isinstance(value, Table):
            refuse(path, value, "must be a table with walking, flying and missiles")
        words = value.fields
        return tuple(
            BLOCKED if words.get(height) is None else _ACCESS_WORD.read(words[height], f"{path}.{height}")
            for height in HEIGHTS
        )


class Rollable(Type):
    """A whole number, or ROLLED for a function that returns one."""

    name = "integer|function"

    def __init__(self, low: int = 0, default: int = 0) -> None:
        self._integer = Integer(low, 2**31 - 1)
        self._default = default

    def read(self, value: Any, path: str) -> int:
        if value is None:
            return self._default
        if to_number(value) is not None:
            return self._integer.read(value, path)
        if isinstance(value, str | bool | Table | Handle):
            refuse(path, value, "must be a whole number or a function that returns one")
        CALLBACK.read(value, path)
        return ROLLED


class Glyph(Type):
    """One printable character that takes one column of a terminal."""

    name = "glyph"

    def read(self, value: Any, path: str) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str) or len(value) != 1 or not value.isprintable() or east_asian_width(value) in "WF":
            refuse(path, value, "must be one printable character, one column wide")
        return value


class ColourName(Type):
    """The name of a colour, or #rrggbb; nil, too, unless it is needed."""

    name = "colour"

    def __init__(self, *, needed: bool = False) -> None:
        self.needed = needed

    def read(self, value: Any, path: str) -> str | None:
        if value is None and not self.needed:
            return None
        if not isinstance(value, str) or (value not in COLOURS and not HEX_COLOUR.match(value)):
            close = near_colour(value) if isinstance(value, str) else None
            hint = f'did you mean "{close}"?' if close else None
            refuse(path, value, 'must be "#rrggbb" or one of sixteen names such as "bright_red"', hint)
        return value


class Items(Type):
    """Items on a tile, as (allowed, or None to derive it from access; destroyed; category)."""

    name = "items"

    def read(self, value: Any, path: str) -> tuple[bool | None, bool, Any]:
        if value is None:
            return None, False, None
        number = to_number(value)
        if number is not None:
            return number != 0, False, None
        if value == "destroy":
            return False, True, None
        return True, False, category(value, path)
