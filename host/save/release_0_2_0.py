"""Chunks of saves that version 0.2.0 wrote, as chunks of the present format.

The file has the present format, but a chunk was a head and a body as in version 0.1.0 (see `release_0_1_0`), one graph
after the other, whose nodes have the present form. The squares of a map were a chunk of the kind "squares": m5 of the
map 5, g2 of one that only other dialects know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.save import cbor
from host.save.contents import ChunkKey, compress
from host.save.release_0_1_0 import Parts, convert_all

_KINDS_OF_MAPS = {"m": "map", "g": "ground"}
_NO_GRAPHS = compress(cbor.encode([]) * 2)


def convert_chunks(chunks: Mapping[ChunkKey, bytes]) -> dict[ChunkKey, bytes]:
    """Convert the chunks of a save of version 0.2.0 to the present form. Raises SaveError, which names the chunk."""
    parts = {name: [data] for name, data in chunks.items() if name[0] != "squares"}
    for (kind, key), data in chunks.items():
        if kind == "squares":
            parts.setdefault((_KINDS_OF_MAPS.get(key[:1], kind), key[1:]), [_NO_GRAPHS]).append(data)
    return convert_all(parts, _split)


def _split(graphs: bytes, squares: bytes | None = None) -> Parts:
    # Two values are a list of two after the byte with which that begins.
    head, body = cbor.decode(b"\x82" + graphs)
    for graph in (head, body):
        for number, node in enumerate(graph):
            graph[number] = _split_node(node)
    return head, body, None if squares is None else cbor.decode(squares)


def _split_node(node: list[Any]) -> list[Any]:
    """Split a node `[mod, class, n, item × n, (key, value) × m]` into items, pairs, and mod and class if there are."""
    begin = 2 if isinstance(node[0], str) else 0
    number, *elements = node[begin:]
    return [elements[:number], elements[number:], *node[:begin]]
