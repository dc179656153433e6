"""The views of a game, turn by turn, in little memory: any of them can be shown again at once.

What shows a game forwards and back (`play --replay`, films, pages, a timeline) adds each view as it comes, and asks for
the view of any turn.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from host.engine.playing.view import PLAY_VIEW
from host.errors import HostError, SaveError
from host.process.task import fits
from host.save.cbor import decode, encode
from host.version import VERSIONS

# A view of so many is whole: a keyframe. The others have what changed.
KEYFRAME = 20
# Bytes of all views, packed, and of the views from one keyframe to the next, unpacked.
MOST_BYTES, MOST_UNPACKED = 2**26, 2**26
# Bytes of the hash of a state.
HASH_SIZE = 8
# Parts of a view that its hash holds, and keys of its map that it does not: they name files of mods.
_HASHED = ("place", "messages", "player", "outcome")
_NOT_HASHED = frozenset(("mods", "events", *VERSIONS))
# Parts of a view that are not stored, and what stands in their place: what could be done is not shown again.
_NOT_STORED: dict[str, Any] = {"actions": [], "printed": [], "name": "", "friends": [], "pits": []}
_STORED = {key: shape for key, shape in PLAY_VIEW.items() if key not in _NOT_STORED}
# Levels of zlib: 9 takes three times as long.
_LEVEL = 6


class FramesError(HostError):
    """The views of a recording cannot be read."""


class Frames:
    """The views of the turns of a game from 0 on; see `host.engine.operations.play` for what is in them."""

    def __init__(self, blocks: Sequence[bytes] = (), count: int = 0) -> None:
        """`blocks` are `self.blocks` of before, of `count` views."""
        # Views from one keyframe to the next, packed.
        self.blocks = [*blocks]
        self._count = count
        self._size = sum(map(len, blocks))
        # Views since the last block, and the document of the map in the last one.
        self._open: list[dict[str, Any]] = []
        self._document: dict[str, Any] = {}
        self._states = _StateHashes()
        # Number of a block -> its views: of the two that were used last, for steps around a keyframe.
        self._unpacked: dict[int, list[dict[str, Any]]] = {}

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more."""
        return self._size >= MOST_BYTES

    @property
    def mods(self) -> list[list[str]]:
        """Id, version and hash of each mod in the last view that was added."""
        return [[mod["id"], mod["version"], mod["hash"]] for mod in self._document.get("mods", ())]

    def add(self, view: Mapping[str, Any]) -> bytes:
        """Add a view, whose map has what changed since the one before; return the hash of the state that it shows."""
        changes = view["map"]
        self._document = {**self._document, **changes}
        if len(self._open) == KEYFRAME:
            self._close()
        shown = self._document if not self._open else changes
        self._open.append({**{key: view[key] for key in _STORED}, "map": shown})
        self._count += 1
        return self._states.add(view)

    def hashes(self) -> Iterator[bytes]:
        """Yield the hash of the state that each view shows, computed from the views. Raises FramesError."""
        states = _StateHashes()
        for turn in range(self._count):
            view = self._views(turn)[turn % KEYFRAME]
            if turn % KEYFRAME == 0:
                # What a keyframe does not have is not shown after it.
                states = _StateHashes()
            try:
                hashed = states.add(view)
            except (TypeError, ValueError, RecursionError) as error:
                raise FramesError(f"turn {turn} shows what no game shows: {error}") from None
            yield hashed

    def shows(self, turn: int, view: Mapping[str, Any]) -> bool:
        """Return whether the view of a turn has the same parts as another one that no hash holds, besides the map."""
        stored = self._views(turn)[turn % KEYFRAME]
        return all(stored[key] == view[key] for key in _STORED.keys() - {*_HASHED, "map"})

    def _close(self) -> None:
        self.blocks.append(zlib.compress(encode(self._open), _LEVEL))
        self._size += len(self.blocks[-1])
        self._open = []

    def packed(self) -> list[bytes]:
        """Return the blocks of all views so far."""
        if not self._open:
            return [*self.blocks]
        return [*self.blocks, zlib.compress(encode(self._open), _LEVEL)]

    def view(self, turn: int) -> dict[str, Any]:
        """Return the view of a turn, with its whole map. Raises FramesError for one that is damaged."""
        views = self._views(turn)
        at = turn % KEYFRAME
        document: dict[str, Any] = {}
        for view in views[: at + 1]:
            document |= view["map"]
        return {**_NOT_STORED, **views[at], "map": document}

    def messages(self, turn: int) -> list[str]:
        """Return what was read in a turn. Raises FramesError."""
        return list(self._views(turn)[turn % KEYFRAME]["messages"])

    def _views(self, turn: int) -> list[dict[str, Any]]:
        """Return the views from the keyframe before a turn on, which include the view of the turn."""
        if type(turn) is not int:
            raise FramesError(f"a turn is of the type {type(turn).__name__}: must be a whole number")
        block = turn // KEYFRAME
        views = self._open
        if 0 <= block < len(self.blocks):
            views = self._unpacked.pop(block) if block in self._unpacked else _unpack(self.blocks[block])
            self._unpacked[block] = views
            if len(self._unpacked) > 2:
                del self._unpacked[next(iter(self._unpacked))]
        if not 0 <= turn < self._count or turn % KEYFRAME >= len(views):
            raise FramesError(f"it has no view of turn {turn}")
        return views


class _StateHashes:
    """Hashes of states that are shown one after another; the map of each view has what changed."""

    def __init__(self) -> None:
        # Key of the document -> its hash.
        self._parts: dict[str, bytes] = {}

    def add(self, view: Mapping[str, Any]) -> bytes:
        """Return the hash of the next state. Raises TypeError, ValueError and RecursionError for what is no JSON."""
        for key, value in view["map"].items():
            self._parts[key] = _hash(value)
        parts = [f"{key}:".encode() + self._parts[key] for key in sorted(self._parts.keys() - _NOT_HASHED)]
        parts += [_hash(view[key]) for key in _HASHED]
        return blake2b(b"".join(parts), digest_size=HASH_SIZE).digest()


def _unpack(block: bytes) -> list[dict[str, Any]]:
    """Return the views of a block, which may come from a stranger. Raises FramesError."""
    try:
        views = decode(unzip(block, MOST_UNPACKED))
    except (SaveError, zlib.error, ValueError) as error:
        raise FramesError(f"its views cannot be read: {error}") from None
    if not fits([_STORED], views) or not 0 < len(views) <= KEYFRAME:
        raise FramesError("its views cannot be read: they have other fields")
    return views  # type: ignore[no-any-return]


def unzip(data: bytes, most: int) -> bytes:
    """Unpack at most so many bytes. Raises ValueError for more, and zlib.error."""
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(data, most)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"they are cut off, or have more than {most} bytes")
    return unpacked


def _hash(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), check_circular=False)
    return blake2b(text.encode(), digest_size=HASH_SIZE).digest()
