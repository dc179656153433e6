"""Chunks of saves that version 0.1.0 wrote (format 2), as chunks of the present format.

A chunk was three things in one list: two graphs, each CBOR inside a byte string, and the squares of a map. The first
graph, the head, named the objects in the second one. A node of a graph was `[items, pairs]` or `[items, pairs, mod,
class]`. An element was a plain value or a list: `[]` for nil, `[n]` for the node n, `["x", text]` for a reference. See
lua/core/save/graph.lua for the present form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from host.errors import SaveError
from host.save import cbor
from host.save.contents import ChunkKey, compress, decompress

# The cost of all chunks of a save, which are converted before a clock runs. A byte costs 1.
MOST_COST = 2**26
# Seconds after which no further chunk is converted.
MOST_SECONDS = 30.0
_COST_OF_CHUNK = 64
# Bytes of squares, which are only copied, that cost 1.
_BYTES_COPIED = 16

_Graph = list[list[Any]]
# Head, body and squares.
Parts = tuple[_Graph, _Graph, dict[str, Any] | None]


def convert_chunks(chunks: Mapping[ChunkKey, bytes]) -> dict[ChunkKey, bytes]:
    """Convert the chunks of a save of format 2 to the present format. Raises SaveError, which names the chunk."""
    return convert_all({name: [data] for name, data in chunks.items()}, _split)


def _split(data: bytes) -> Parts:
    head, body, squares = cbor.decode(data)
    return cbor.decode(head), cbor.decode(body), squares


def convert_all(chunks: Mapping[ChunkKey, list[bytes]], split: Callable[..., Parts]) -> dict[ChunkKey, bytes]:
    """Convert the chunks of a save. Raises SaveError, which names the chunk.

    What the file has of a chunk is decompressed and passed to `split`.
    """
    converted: dict[ChunkKey, bytes] = {}
    cost = 0
    deadline = monotonic() + MOST_SECONDS
    for (kind, key), compressed in chunks.items():
        try:
            if monotonic() > deadline:
                raise SaveError(f"the chunks before it took more than {MOST_SECONDS:g} s")
            plain = [decompress(data) for data in compressed]
            cost += sum(_COST_OF_CHUNK + len(data) for data in plain)
            if cost > MOST_COST:
                raise SaveError(f"the chunks up to it have more than {MOST_COST} bytes")
            head, body, squares = split(*plain)
            if squares is not None:
                squares["squares"] = decompress(squares["squares"])
                cost += len(squares["squares"]) // _BYTES_COPIED
            values = [] if kind == "ground" else [_convert_graph(kind, head, body)]
            if squares is not None:
                values.append(cbor.encode(squares))
            converted[kind, key] = compress(b"".join(values))
        except (
            SaveError,
            AttributeError,
            IndexError,
            KeyError,
            TypeError,
            ValueError,
            OverflowError,
            RecursionError,
            MemoryError,
        ) as error:
            reason = error.message if isinstance(error, SaveError) else "its lists are not lists of a chunk"
            raise SaveError(f"the chunk {kind} {key}".rstrip() + f" of the save cannot be read: {reason}") from None
    return converted


# Kind of a chunk -> the list of its objects, and the names of what the head has of each after the uid.
_OBJECTS = {"map": ("objects", "kind", "id"), "game": ("objects", "kind", "id"), "world": ("entities", "class")}


def _convert_graph(kind: str, head: _Graph, body: _Graph) -> bytes:
    if kind in _OBJECTS:
        head_root, root = _fields(head[0]), _fields(body[0])
        name, *names = _OBJECTS[kind]
        for (entry,), (record,) in zip(head[head_root[name][0]][0], body[root[name][0]][0], strict=True):
            for pair in zip(names, head[entry][0][1:], strict=True):
                body[record][1].extend(pair)
        if kind == "world":
            root["mod"] = head_root["mod"]
        elif kind == "game":
            _convert_game(root, body)
        body[0][1] = [element for pair in root.items() for element in pair]
    for number, (items, pairs, *instance_of) in enumerate(body):
        elements = [[element[-1]] if isinstance(element, list) and element else element for element in (*items, *pairs)]
        body[number] = [*instance_of, len(items), *(None if element == [] else element for element in elements)]
    return cbor.encode(body)


def _convert_game(root: dict[Any, Any], body: _Graph) -> None:
    """Name the player, the party and the map that is shown by references and a key, as the other objects."""
    party = body[root["party"][0]]
    party[0] = [["x", f"o{uid}"] for uid in party[0]]
    root["player"] = ["x", f"o{root['player']}"] if "player" in root else root.pop("being", [])
    if "shown" in root:
        kind_of_map, uid = body[root["shown"][0]][0]
        root["shown"] = f"{kind_of_map[0]}{uid}"


def _fields(node: list[Any]) -> dict[Any, Any]:
    return dict(zip(node[1][::2], node[1][1::2], strict=True))
