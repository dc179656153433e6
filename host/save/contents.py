"""What a save holds, wherever it lies."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from host.errors import SaveError

# Kind and key of a chunk.
ChunkKey = tuple[str, str]
# What there are chunks of; a "ground" is a map of no area, a "world" the entities on a map.
KINDS = ("game", "area", "map", "ground", "world", "pools", "mod")


class Contents(NamedTuple):
    """`header` is plain data: seed, players, host, mods, streams and what else its writer put there."""

    header: dict[str, Any]
    chunks: dict[ChunkKey, bytes]


# Writes a save: header, chunks that changed, and those that are no more; all others stay as they are.
Keeper = Callable[[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]], None]

# Numbers of a header: name -> the largest.
_NUMBERS = {"seed": 2**63 - 1, "players": 64, "clock": 2**62, "uids": 2**62}


def checked_header(header: Any) -> dict[str, Any]:
    """A header as it must be, whoever wrote it: numbers, mods as (id, version, digest), and streams as (mod, purpose,
    position). Raises SaveError."""
    if not isinstance(header, dict):
        raise SaveError("the header of the save is no table")
    for name, most in _NUMBERS.items():
        if name in header and not _is_number(header[name], most):
            raise SaveError(f"the header of the save has the {name} {_short(header[name])}: must be 0 to {most}")
    for name, form in (("mods", (str, str, str)), ("streams", (str, str, int))):
        rows = header.get(name, [])
        if not isinstance(rows, list):
            raise SaveError(f"the header of the save has the {name} {_short(rows)}: must be a list")
        for row in rows:
            if not isinstance(row, list | tuple) or [type(one) for one in row] != [*form]:
                raise SaveError(f"the header of the save has among its {name} {_short(row)}")
            if name == "streams" and not _is_number(row[2], 2**62):
                raise SaveError(f"the header of the save has a stream at {_short(row[2])}")
    return header


def unpacked(data: bytes, most: int) -> bytes:
    """What zlib packed, if that is no more than so many bytes. Raises ValueError."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(found) > most or not stream.eof:
        raise ValueError(f"it is longer than {most} bytes or not complete")
    return found


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
