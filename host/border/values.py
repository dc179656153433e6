"""Flat forms: how values cross between Python and Lua. The Lua half is `lua/core/border/values.lua`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

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


SCALAR, _TABLE, _HANDLE, _OTHER, _NIL = range(5)
# Names of kinds of handles, by the number that stands for them.
HANDLE_KINDS: list[str] = []
_MAX_CACHED = 10_000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def to_text(value: bytes) -> str:
    """Decode a Lua string; bytes that are not UTF-8 become surrogates, so nothing is lost."""
    return value.decode("utf-8", "surrogateescape")


def to_bytes(value: str) -> bytes:
    """Encode a text for Lua; surrogates become the bytes from which they were decoded."""
    return value.encode("utf-8", "surrogateescape")


def values_of(flat: Sequence[Any]) -> Iterator[Any]:
    """Iterate over a flat form as Lua passes it: value by value, or all values in one Lua table."""
    return iter(flat[0].values() if len(flat) == 1 else flat)


def read(flat: Iterator[Any]) -> Any:
    """Read the next value of a flat form: a scalar, a Table, a Handle or an Opaque."""
    tag = next(flat)
    if tag == SCALAR:
        value = next(flat)
        return value.decode("utf-8", "surrogateescape") if type(value) is bytes else value
    if tag == _HANDLE:
        reference = next(flat)
        handle = _HANDLES.get(reference)
        return _handle(reference) if handle is None else handle
    if tag == _NIL:
        next(flat)
        return None
    if tag == _OTHER:
        return Opaque(to_text(next(flat)))
    items = [read(flat) for _ in range(next(flat))]
    fields = {}
    for _ in range(next(flat)):
        key = read(flat)
        fields[key] = read(flat)
    return Table(items, fields)


def read_arguments(flat: Sequence[Any], count: int) -> list[Any]:
    """Return the `count` values of a flat form as Lua passes it."""
    if len(flat) != 2 * count:
        values = values_of(flat)
        return [read(values) for _ in range(count)]
    # A table has at least three parts. With two parts for each value, no value is a table.
    arguments = []
    parts = iter(flat)
    for tag, value in zip(parts, parts, strict=True):
        if tag == SCALAR:
            arguments.append(value.decode("utf-8", "surrogateescape") if type(value) is bytes else value)
        elif tag == _HANDLE:
            arguments.append(_HANDLES.get(value) or _handle(value))
        else:
            arguments.append(None if tag == _NIL else Opaque(to_text(value)))
    return arguments


# Cache: kind and index in one number, as Lua passes them -> handle of a prototype. Handles of copies are not cached.
_HANDLES: dict[int, Handle] = {}
_INDEX_BITS = 48


def _handle(reference: int) -> Handle:
    index = reference & (1 << _INDEX_BITS) - 1
    if index >> _INDEX_BITS - 1:
        return Handle(HANDLE_KINDS[reference >> _INDEX_BITS], index - (1 << _INDEX_BITS))
    handle = Handle(HANDLE_KINDS[reference >> _INDEX_BITS], index)
    if index < _MAX_CACHED:
        _HANDLES[reference] = handle
    return handle


def handle_kind(name: str) -> int:
    """Return the number of a kind of handles, a new one for a new name."""
    if name not in HANDLE_KINDS:
        HANDLE_KINDS.append(name)
    return HANDLE_KINDS.index(name)


class Flat(tuple[Any, ...]):
    """The flat form of plain data that crosses again and again."""

    __slots__ = ()


def flatten(value: Any) -> Flat:
    """Return the flat form of plain data, which `write` appends as it is."""
    flat: list[Any] = []
    write(value, flat)
    return Flat(flat)


def write(value: Any, flat: list[Any]) -> None:
    """Append the flat form of plain data. Raises TypeError for any other Python object."""
    kind = type(value)
    if kind is int:
        flat += (SCALAR, value if INT_MIN <= value <= INT_MAX else float(value))
    elif value is None or kind in (bool, float, bytes):
        flat += (SCALAR, value)
    elif kind is str:
        flat += (SCALAR, to_bytes(value))
    elif kind is Handle:
        flat += (_HANDLE, to_bytes(value.kind), value.index, value.copy)
    elif kind is list or kind is tuple:
        flat += (_TABLE, len(value))
        for item in value:
            write(item, flat)
        flat.append(0)
    elif kind is dict:
        flat += (_TABLE, 0, len(value))
        for key, item in value.items():
            write(key, flat)
            write(item, flat)
    elif kind is Flat:
        flat += value
    else:
        raise TypeError(f"a {kind.__name__} cannot cross into Lua")


# Plain data of any shape: a scalar, a Table or a Handle from Lua; what `values.write` takes to Lua.
Value: TypeAlias = Any

Converter: TypeAlias = Callable[[Any], Any]


def parts_of_tuple(annotation: str) -> list[str]:
    """Split `tuple[str, int]` into its parts; no parts for anything else."""
    if not annotation.startswith("tuple["):
        return []
    return annotation.removeprefix("tuple[").removesuffix("]").split(", ")


def _or_none(convert: Converter) -> Converter:
    return lambda value: None if value is None else convert(value)


def _split(text: bytes) -> list[str]:
    return to_text(text).split("\0") if text else []


def _join(words: Iterable[str]) -> bytes:
    return to_bytes("\0".join(words))


# Annotation -> converter, None for what crosses as it is. A list of strings is one string in Lua, joined by NUL.
_PLAIN: dict[str, Converter | None] = {
    name + suffix: None for name in ("bool", "int", "float", "bytes", "int | bytes") for suffix in ("", " | None")
}
FROM_LUA = {**_PLAIN, "str": to_text, "str | None": _or_none(to_text), "list[str]": _split}
TO_LUA = {**_PLAIN, "str": to_bytes, "str | None": _or_none(to_bytes), "list[str]": _join}
