"""The contents of a save, whether they lie in a file or in memory."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from host.errors import SaveError

# Kind and key of a chunk.
ChunkKey = tuple[str, str]
# The kinds of chunks: "squares" are the tiles, items and creatures of a map; "map" is what the areas dialect adds to
# one; "world" is the entities on a map. Keys of "squares" and "world" are m5 for the map 5 and g2 for a map that only
# other dialects know.
KINDS = ("game", "area", "map", "squares", "world", "pools", "mod")
# The most bytes of a chunk before it is compressed.
MOST_CHUNK_BYTES = 2**27


class Contents(NamedTuple):
    """`header` is plain data: seed, players, host, mods, streams and what else its writer adds."""

    header: dict[str, Any]
    chunks: dict[ChunkKey, bytes]


# Writes a save: its header, the chunks that changed and the keys of those to remove; all others stay as they are.
WriteSave = Callable[[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]], None]

# Numbers of a header: name -> the largest.
_NUMBERS = {"seed": 2**63 - 1, "players": 64, "clock": 2**62, "uids": 2**62}


def check_header(header: Any) -> dict[str, Any]:
    """Check a header that anybody may have written, and return it.

    `mods` are rows of id, version and digest; `streams` are rows of mod, purpose and position. Raises SaveError.
    """
    if not isinstance(header, dict):
        raise SaveError("the header of the save is not a table")
    for name, most in _NUMBERS.items():
        if name in header and not _is_number(header[name], most):
            raise SaveError(f"the header of the save has the {name} {_short(header[name])}: must be 0 to {most}")
    for name, types in (("mods", [str, str, str]), ("streams", [str, str, int])):
        rows = header.get(name, [])
        if not isinstance(rows, list):
            raise SaveError(f"the header of the save has the {name} {_short(rows)}: must be a list")
        for row in rows:
            if not isinstance(row, list | tuple) or [type(value) for value in row] != types:
                raise SaveError(f"the header of the save has among its {name} {_short(row)}")
            if name == "streams" and not _is_number(row[2], 2**62):
                raise SaveError(f"the header of the save has a stream at {_short(row[2])}")
    return header


def compress(data: bytes) -> bytes:
    """Compress a value that is CBOR into a chunk. Raises SaveError when it is too long for `decompress`."""
    if len(data) > MOST_CHUNK_BYTES:
        raise SaveError(f"it has {len(data)} bytes: it may have {MOST_CHUNK_BYTES}")
    return zlib.compress(data, 6)


def decompress(data: bytes, most: int = MOST_CHUNK_BYTES) -> bytes:
    """Decompress a chunk of at most so many bytes. Raises SaveError."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, most + 1)
    except zlib.error as error:
        raise SaveError(str(error)) from None
    if len(found) > most or not stream.eof:
        raise SaveError(f"it is longer than {most} bytes or not complete")
    return found


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
