"""Recordings of games (`--record`), as files."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.engine.replays.frames import HASH_SIZE, MOST_BYTES, Frames, unzip
from host.errors import HostError
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.paths import paths_beside
from host.paths.folders import read_regular_file
from host.play.action import CLIMBS, MOVES
from host.process.task import fits
from host.save.cbor import decode, encode
from host.version import VERSIONS, read_versions

# The first bytes of the file, and the version of the format, which ends the first line.
MAGIC = b"dungeon-host recording "
_VERSION = b"1\n"
SUFFIX = ".rec"
# Turns of a recording, and bytes of its header, unpacked.
MOST_TURNS, _MOST_HEADER = 100_000, 2**24
_MOST_BYTES = MOST_BYTES + _MOST_HEADER
_DIGEST_SIZE = 32
_MOD_ID = re.compile(r"\w{1,200}\Z")
_FIELDS = {
    "versions": dict,
    "request": dict,
    "mods": [[str]],
    "simulates": bool,
    "critters": bool,
    "strict": bool,
    "actions": [str],
    "hashes": bytes,
}


class RecordingError(HostError):
    """A file that is no recording, or a damaged one."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that was recorded: what it is made from, what was done, and the views of its turns."""

    request: Request
    # Whether the actions are moves of a simulation, whether critters join, and whether an error ends the game.
    simulates: bool
    critters: bool
    strict: bool
    # Id, version and hash of each mod, in load order.
    mods: tuple[tuple[str, str, str], ...]
    # As `host.version.VERSIONS` of the host that recorded the game.
    versions: Mapping[str, str | int]
    # Ids; the first one makes turn 1.
    actions: tuple[str, ...]
    # A hash of the state for each turn from 0 on.
    hashes: tuple[bytes, ...]
    frames: Frames

    @property
    def host(self) -> str:
        """The version of the host that recorded the game."""
        return str(self.versions.get("host_version", ""))

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.actions)

    @property
    def arguments(self) -> dict[str, Any]:
        """What plays the game again: arguments of `host.engine.operations.play`."""
        return {
            "request": self.request.to_data(),
            "critters": self.critters,
            "strict": self.strict,
            "simulates": self.simulates,
        }

    def to_bytes(self) -> bytes:
        """Return the file."""
        header = {
            "versions": dict(self.versions),
            "request": self.request.to_data(),
            "mods": [list(mod) for mod in self.mods],
            "simulates": self.simulates,
            "critters": self.critters,
            "strict": self.strict,
            "actions": list(self.actions),
            "hashes": b"".join(self.hashes),
        }
        parts = [zlib.compress(encode(header)), *self.frames.packed()]
        body = b"".join(struct.pack(">I", len(part)) + part for part in parts)
        return MAGIC + _VERSION + blake2b(body, digest_size=_DIGEST_SIZE).digest() + body

    def save(self, path: Path) -> None:
        """Write the file completely, or leave what is there. Raises RequestError."""
        from host.export.files import write_whole

        write_whole(path, self.to_bytes())


def is_recording(path: Path) -> bool:
    """Return whether a path names a recording, by its ending or its first bytes."""
    if path.suffix.lower() == SUFFIX:
        return not path.is_dir()
    try:
        return read_regular_file(path, str(path), _MOST_BYTES).startswith(MAGIC)
    except (HostError, OSError, ValueError):
        return False


def read_recording(path: Path) -> RecordedGame:
    """Read a recording, which may come from a stranger. Raises RecordingError; views are checked when they are used."""
    try:
        content = read_regular_file(path, str(path), _MOST_BYTES)
    except HostError as error:
        near = None if path.exists() else did_you_mean(str(path), paths_beside(str(path)))
        raise RecordingError(error.message, hint=near) from None
    return read_recorded(content, f'"{path}"')


def read_recorded(content: bytes, name: str) -> RecordedGame:
    """Return the recording in the bytes of a file, which messages call `name`. Raises RecordingError."""
    try:
        return read_bytes(content)
    except (HostError, zlib.error, struct.error, TypeError, ValueError) as error:
        raise RecordingError(f"{name} is no recording that this host can read: {error}") from None


def read_bytes(data: bytes) -> RecordedGame:
    """Return the recording in the bytes of a file. Raises what `read_recorded` catches."""
    if not data.startswith(MAGIC):
        raise RecordingError("it does not begin as recordings do")
    if not data.startswith(MAGIC + _VERSION):
        raise RecordingError(f"its format is not version {_VERSION.decode().strip()}")
    at = len(MAGIC + _VERSION) + _DIGEST_SIZE
    body = data[at:]
    if blake2b(body, digest_size=_DIGEST_SIZE).digest() != data[at - _DIGEST_SIZE : at]:
        raise RecordingError("it is damaged or cut off")
    parts = _split(body)
    if not parts:
        raise RecordingError("it is empty")
    header = decode(unzip(parts[0], _MOST_HEADER))
    if not fits(_FIELDS, header) or not all(len(mod) == 3 and _MOD_ID.match(mod[0]) for mod in header["mods"]):
        raise RecordingError("its header has other fields")
    return _from_header(header, parts[1:])


def _split(body: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(body):
        (size,) = struct.unpack_from(">I", body, at)
        part = body[at + 4 : at + 4 + size]
        if len(part) < size:
            raise RecordingError("it is cut off")
        parts.append(part)
        at += 4 + size
    return parts


def _from_header(header: Mapping[str, Any], blocks: list[bytes]) -> RecordedGame:
    actions, hashes = header["actions"], header["hashes"]
    if len(actions) > MOST_TURNS:
        raise RecordingError(f"it has {len(actions)} turns: must be at most {MOST_TURNS}")
    count = len(actions) + 1
    if len(hashes) != count * HASH_SIZE:
        raise RecordingError("its numbers of turns and hashes differ")
    if not all(actions):
        raise RecordingError("it has an action without an id")
    if header["simulates"] and not {*actions} <= {*MOVES, *CLIMBS}:
        raise RecordingError("it has a move that there is not")
    request = Request.from_data(header["request"])
    if request.generator is None:
        raise RecordingError("its request has no generator")
    return RecordedGame(
        request,
        header["simulates"],
        header["critters"],
        header["strict"],
        tuple((mod[0], mod[1], mod[2]) for mod in header["mods"]),
        read_versions(header["versions"]),
        tuple(actions),
        tuple(hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)),
        Frames(blocks, count),
    )


class GameRecorder:
    """Records a game while it is played: each view as it comes, and the action before it."""

    def __init__(
        self, request: Request, *, simulates: bool = False, critters: bool = False, strict: bool = False
    ) -> None:
        self._request = request
        self._flags = simulates, critters, strict
        self._actions: list[str] = []
        self._hashes: list[bytes] = []
        self._frames = Frames()
        self._mods: list[list[str]] = []
        # Whether the game goes on behind the end of the recording.
        self.is_full = False

    def add(self, action: str, view: Mapping[str, Any]) -> None:
        """Add a turn: an action, and what it shows. An empty text begins a new game."""
        if not action:
            self._frames, self._actions, self._hashes, self.is_full = Frames(), [], [], False
        self.is_full = self.is_full or self._frames.is_full or len(self._actions) >= MOST_TURNS
        if self.is_full:
            return
        self._hashes.append(self._frames.add(view))
        if action:
            self._actions.append(action)
        else:
            self._mods = self._frames.mods
            if self._request.generator is None:
                self._request = self._request.with_generator(view["map"].get("generator"))

    def recording(self) -> RecordedGame | None:
        """Return the recording so far; None when nothing was shown."""
        if not self._hashes:
            return None
        simulates, critters, strict = self._flags
        frames = Frames(self._frames.packed(), len(self._frames))
        mods = tuple((mod[0], mod[1], mod[2]) for mod in self._mods)
        return RecordedGame(
            self._request,
            simulates,
            critters,
            strict,
            mods,
            VERSIONS,
            tuple(self._actions),
            tuple(self._hashes),
            frames,
        )
