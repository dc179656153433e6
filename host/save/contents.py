"""The contents of a save, compressed, whether they lie in a file or in memory."""

from __future__ import annotations

import json
import reprlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from host.errors import SaveError, shorten
from host.version import VERSIONS, __version__

# Kind and key of a chunk.
ChunkKey = tuple[str, str]
# The kinds of chunks: a "ground" is a map that the areas dialect does not know; a "world" is the entities on a map.
KINDS = ("game", "area", "map", "ground", "world", "pools", "mod")
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


def make_header(seed: int, players: int, **fields: Any) -> dict[str, Any]:
    """Return the header of a save of this host."""
    return {"host": __version__, **VERSIONS, "seed": seed, "players": players, **fields}


def check_header(header: Any) -> dict[str, Any]:
    """Check a header that anybody may have written, and return it.

    `mods` are rows of id, version and digest; `streams` are rows of mod, purpose and position, and `seeds`, which
    may be missing, of mod, source and purpose. Raises SaveError.
    """
    if not isinstance(header, dict):
        raise SaveError("the header of the save is not a table")
    for name, most in _NUMBERS.items():
        if name in header and not _is_number(header[name], most):
            raise SaveError(f"the header of the save has the {name} {shortened(header[name])}: must be 0 to {most}")
    for name, types in (("mods", [str, str, str]), ("streams", [str, str, int]), ("seeds", [str, str, str])):
        rows = header.get(name, [])
        if not isinstance(rows, list):
            raise SaveError(f"the header of the save has the {name} {shortened(rows)}: must be a list")
        for row in rows:
            if not isinstance(row, list | tuple) or [type(value) for value in row] != types:
                raise SaveError(f"the header of the save has among its {name} {shortened(row)}")
            if name == "streams" and not _is_number(row[2], 2**62):
                raise SaveError(f"the header of the save has a stream at {shortened(row[2])}")
    return header


def command_of(header: Mapping[str, Any]) -> str:
    """Return the commands that continue the game in a save."""
    if "clock" in header:
        return "run or travel, or with simulate in its world"
    return "simulate" if "simulation" in header else "play"


def compress(data: bytes) -> bytes:
    """Compress a value that is CBOR into a chunk. Raises SaveError when it is too long for `decompress`."""
    if len(data) > MOST_CHUNK_BYTES:
        raise SaveError(f"it has {len(data)} bytes: it may have {MOST_CHUNK_BYTES}")
    return zlib.compress(data, 6)


def decompress(chunk: bytes) -> bytes:
    """Decompress a chunk. Raises SaveError when it is damaged or too long."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(chunk, MOST_CHUNK_BYTES + 1)
    except zlib.error as error:
        raise SaveError(str(error)) from None
    if len(data) > MOST_CHUNK_BYTES or not stream.eof:
        raise SaveError(f"it is longer than {MOST_CHUNK_BYTES} bytes or not complete")
    return data


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def shortened(value: Any) -> str:
    """Return a text for messages: the repr of a whole value may be as long as the save."""
    return shorten(reprlib.repr(value), 40)


_MOST_NAME = 200


def pack_save(header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], dropped: Iterable[ChunkKey] = ()) -> bytes:
    """Pack the arguments of a WriteSave for the way between a child, which may touch no file, and its parent.

    A line of JSON (the header, the key and the size of each chunk, the keys to remove), then the bytes of the chunks.
    """
    sizes = [[*key, len(data)] for key, data in changed.items()]
    line = json.dumps({"header": header, "changed": sizes, "dropped": [[*key] for key in dropped]})
    return b"".join((line.encode(), b"\n", *changed.values()))


def unpack_save(data: bytes) -> tuple[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]]:
    """Unpack what a child packed. Raises ValueError for anything else: children are not trusted."""
    line, _, rest = data.partition(b"\n")
    try:
        save = json.loads(line)
        header, sizes, dropped = save["header"], save["changed"], save["dropped"]
        changed, at = {}, 0
        for kind, key, size in sizes:
            if type(size) is not int or not 0 <= size <= len(rest) - at:
                raise ValueError("a chunk is cut off")
            changed[_checked_key(kind, key)] = rest[at : at + size]
            at += size
        keys = [_checked_key(kind, key) for kind, key in dropped]
    except (TypeError, KeyError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(header, dict):
        raise ValueError("no header")
    return header, changed, keys


def pack_contents(contents: Contents | None) -> bytes | None:
    """Pack the save that a job continues, if there is one."""
    return None if contents is None else pack_save(contents.header, contents.chunks)


def unpack_contents(data: bytes | None) -> Contents | None:
    """Unpack what `pack_contents` packed."""
    return None if data is None else Contents(*unpack_save(data)[:2])


def _checked_key(kind: Any, key: Any) -> ChunkKey:
    if not isinstance(kind, str) or not isinstance(key, str) or len(kind) + len(key) > _MOST_NAME:
        raise ValueError("no chunk has a key of this form")
    # Raises UnicodeEncodeError, a ValueError, for half of a surrogate pair, which no database stores.
    f"{kind}{key}".encode()
    return kind, key
