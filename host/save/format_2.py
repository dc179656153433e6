"""Chunks of saves that version 0.1.0 wrote (format 2), as chunks of the present format.

A chunk was three things in one list: two graphs, each CBOR inside a byte string, and the squares of a map. A node of a
graph was `[items, pairs]` or `[items, pairs, mod, class]`. An element was a plain value or a list: `[]` for nil, `[n]`
for the node n, `["x", text]` for a reference. See lua/core/save/graph.lua for the present form.
"""

from __future__ import annotations

from collections.abc import Mapping

import cbor2

from host.errors import SaveError
from host.save.contents import ChunkKey, compress, decompress


def convert_chunks(chunks: Mapping[ChunkKey, bytes]) -> dict[ChunkKey, bytes]:
    """The chunks of a save of format 2 in the present format. Raises SaveError, which names the chunk."""
    converted: dict[ChunkKey, bytes] = {}
    for (kind, key), data in chunks.items():
        try:
            head, body, squares = cbor2.loads(decompress(data))
            values = [] if kind == "ground" else [_convert_graph(head), _convert_graph(body)]
            if squares is not None:
                values.append(cbor2.dumps({**squares, "squares": decompress(squares["squares"])}))
            converted[kind, key] = compress(b"".join(values))
        except (
            SaveError,
            cbor2.CBORError,
            KeyError,
            TypeError,
            ValueError,
            OverflowError,
            RecursionError,
            MemoryError,
        ) as error:
            reason = error.message if isinstance(error, SaveError) else str(error)
            raise SaveError(f"the chunk {kind} {key}".rstrip() + f" of the save cannot be read: {reason}") from None
    return converted


def _convert_graph(data: bytes) -> bytes:
    nodes = []
    for items, pairs, *instance_of in cbor2.loads(data):
        elements = [[element[-1]] if isinstance(element, list) and element else element for element in (*items, *pairs)]
        nodes.append([*instance_of, len(items), *(None if element == [] else element for element in elements)])
    return cbor2.dumps(nodes)
