"""Graphs of Lua values (see lua/core/save/graph.lua) as CBOR, and back.

A graph is a list of nodes, one a table: `[items, pairs]`, or `[items, pairs, mod, class]` for an instance, where
`pairs` is key, value, key, value … An element is a plain value; or, for what CBOR has no word for, a list: `[n]` is the
node with that number, so that tables are shared and may hold themselves; `[]` is nil in a list; `["x", …]` is what only
its dialect understands. Text that is no UTF-8 is a byte string. Numbers are exact.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import cbor2

from host.errors import SaveError
from host.save.contents import unpacked

_U4 = struct.Struct("<I")
_I8 = struct.Struct("<q")
_F8 = struct.Struct("<d")
# Of one chunk.
_MOST_BYTES = 2**27
_NO_CBOR = (cbor2.CBORDecodeError, TypeError, ValueError, OverflowError, RecursionError, MemoryError)
_SCALARS = {ord("z"): [], ord("T"): True, ord("F"): False}


def to_cbor(graph: bytes) -> bytes:
    """A graph as Lua writes it, as CBOR."""
    return cbor2.dumps(_Reader(graph).nodes())


def from_cbor(data: bytes) -> bytes:
    """CBOR as Lua reads it. Raises SaveError for what is no graph."""
    try:
        nodes = cbor2.loads(data)
        if not isinstance(nodes, list) or not nodes:
            raise SaveError("a value is no graph")
        parts = [_U4.pack(len(nodes))]
        for node in nodes:
            if not isinstance(node, list) or len(node) not in (2, 4):
                raise ValueError("a node is no table")
            items, pairs = node[0], node[1]
            if not isinstance(items, list) or not isinstance(pairs, list) or len(pairs) % 2:
                raise ValueError("a node has no items and pairs")
            if len(node) == 4 and not all(isinstance(one, str | bytes) for one in node[2:]):
                raise ValueError("a node has no mod and class")
            if any(key == [] or key != key for key in pairs[::2]):
                raise ValueError("a key is nil or no number")
            head = b"P" if len(node) == 2 else b"C" + _text(node[2]) + _text(node[3])
            parts += (head, _U4.pack(len(items)))
            parts += [_cell(item, len(nodes)) for item in items]
            parts.append(_U4.pack(len(pairs) // 2))
            parts += [_cell(item, len(nodes)) for item in pairs]
        return b"".join(parts)
    except (*_NO_CBOR, struct.error) as error:
        raise SaveError(str(error)) from None


def together(heads: bytes, rest: bytes, squares: dict[str, Any] | None) -> bytes:
    """A chunk: two graphs as CBOR and, for a map, its squares (see `maps.to_data`). Raises SaveError for what `apart`
    would not take."""
    data = cbor2.dumps([heads, rest, squares])
    if len(data) > _MOST_BYTES:
        raise SaveError(f"it has {len(data)} bytes: it may have {_MOST_BYTES}")
    return zlib.compress(data, 6)


def apart(chunk: bytes) -> list[Any]:
    """What `together` put together. Raises SaveError."""
    try:
        parts = cbor2.loads(unpacked(chunk, _MOST_BYTES))
    except _NO_CBOR as error:
        raise SaveError(str(error)) from None
    if not isinstance(parts, list) or len(parts) != 3 or not all(isinstance(part, bytes) for part in parts[:2]):
        raise SaveError("it has not three parts")
    return parts


class _Reader:
    def __init__(self, graph: bytes) -> None:
        self.graph = graph
        self.at = 4

    def nodes(self) -> list[list[Any]]:
        return [self.node() for _ in range(_U4.unpack_from(self.graph)[0])]

    def node(self) -> list[Any]:
        kind = self.graph[self.at]
        self.at += 1
        of = [self.text(), self.text()] if kind == 67 else []
        items = [self.cell() for _ in range(self.count())]
        pairs = [self.cell() for _ in range(2 * self.count())]
        return [items, pairs, *of]

    def count(self) -> int:
        self.at += 4
        number: int = _U4.unpack_from(self.graph, self.at - 4)[0]
        return number

    def text(self) -> str | bytes:
        length = self.count()
        self.at += length
        data = self.graph[self.at - length : self.at]
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data

    def cell(self) -> Any:
        tag = self.graph[self.at]
        self.at += 1
        if tag == 83:  # S
            return self.text()
        if tag == 73:  # I
            self.at += 8
            return _I8.unpack_from(self.graph, self.at - 8)[0]
        if tag == 82:  # R
            return [self.count()]
        if tag == 68:  # D
            self.at += 8
            return _F8.unpack_from(self.graph, self.at - 8)[0]
        if tag == 88:  # X
            return ["x", self.text()]
        return _SCALARS[tag]


def _text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _U4.pack(len(data)) + data


def _cell(value: Any, nodes: int) -> bytes:
    kind = type(value)
    if kind is str or kind is bytes:
        return b"S" + _text(value)
    if kind is bool:
        return b"T" if value else b"F"
    if kind is int:
        return b"I" + _I8.pack(value)
    if kind is float:
        return b"D" + _F8.pack(value)
    if kind is list:
        if not value:
            return b"z"
        if len(value) == 1:
            if type(value[0]) is not int or not 0 <= value[0] < nodes:
                raise ValueError(f"there is no node {value[0]!r:.40}")
            return b"R" + _U4.pack(value[0])
        if len(value) != 2 or not isinstance(value[1], str | bytes):
            raise ValueError("a list stands for nothing")
        return b"X" + _text(value[1])
    raise ValueError(f"a {kind.__name__} is no value of Lua")
