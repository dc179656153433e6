"""What a save holds, wherever it lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

# Kind ("map", "mod", "game") and key of a chunk.
ChunkKey = tuple[str, str]


class Contents(NamedTuple):
    """`header` is plain data: seed, players, host, mods, streams and what else its writer put there."""

    header: dict[str, Any]
    chunks: dict[ChunkKey, bytes]


# Writes a save: header, chunks that changed, and those that are no more; all others stay as they are.
Keeper = Callable[[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]], None]
