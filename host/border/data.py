"""Values that mods pass, as plain data: tables, handles, and stand-ins for values that stay in Lua."""

from __future__ import annotations

from typing import Any, NamedTuple

# What Lua 5.5 calls an integer.
INT_MIN, INT_MAX = -(2**63), 2**63 - 1


class Handle(NamedTuple):
    """A handle that a mod holds: its kind and the index of its prototype.

    From Lua, an `index` below 0 is the copy `-index`; to Lua, `copy` is the number of the copy, or 0.
    """

    kind: str
    index: int  # type: ignore[assignment] # hides tuple.index, which has no use here
    copy: int = 0


class Opaque(NamedTuple):
    """A value that stays in Lua; `type` is its type in Lua: function, thread, …"""

    type: str


class Table:
    """A Lua table: the values at 1 … n, and the other pairs."""

    __slots__ = ("fields", "items")

    def __init__(self, items: list[Any] | None = None, fields: dict[Any, Any] | None = None) -> None:
        self.items: list[Any] = items or []
        self.fields: dict[Any, Any] = fields or {}

    def elements(self, most: int) -> list[Any]:
        """Return the values at 1 … n, at most `most`, where n is the largest positive whole number among the keys.

        Lua may store the values after a nil as other pairs, and the length of a list with nils is not defined.
        """
        last = max((key for key in self.fields if type(key) is int), default=0) if self.fields else 0
        if last <= len(self.items):
            return self.items[:most]
        return [*self.items, *(self.fields.get(i) for i in range(len(self.items) + 1, min(last, most) + 1))]


def lua_type(value: Any) -> str:
    """Return the type of a value as mods know it."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Table):
        return "table"
    return value.kind if isinstance(value, Handle) else str(value.type)


def shown(value: Any, most: int = 60) -> str:
    """Format a value for a message: `"text"`, `12`, `a table`, `a tile`."""
    if isinstance(value, str):
        text = value if len(value) <= most else value[: most - 1] + "…"
        return f'"{text}"'
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return {"inf": "inf", "-inf": "-inf", "nan": "nan"}.get(repr(value), f"{value:.14g}")
    if isinstance(value, int):
        return str(value)
    return a_or_an(lua_type(value))


def a_or_an(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
