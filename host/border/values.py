"""Flat forms: how values cross between Python and Lua. The Lua half is `lua/core/border/values.lua`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from host.border.data import INT_MAX, INT_MIN, Handle, Opaque, Table

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
