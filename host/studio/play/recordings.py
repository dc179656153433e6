"""Recordings that pages open, and files of games: recordings, films, and pages to share."""

from __future__ import annotations

import base64
import binascii
import secrets
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from host.engine.jobs import Job
from host.engine.replays.findings import find_difference
from host.engine.replays.recording import SUFFIX, RecordedGame, read_recorded
from host.engine.replays.shots import make_file, scenes_of
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.export.films import FORMATS
from host.export.share import PAGE
from host.studio.drawing import MOST_SQUARES
from host.studio.play.frames import FrameDrawer, short

# The files that a page may store of a game.
FILES = tuple(ending.removeprefix(".") for ending in (SUFFIX, *FORMATS, PAGE))
# Recordings that are open at a time: one more closes the one that was used least recently.
_MOST_OPEN = 4
# Frames of an answer, and seconds after which it is sent with fewer.
_MOST_FRAMES, _PATIENCE = 100, 0.25
# Seconds for which a recording is played again, to see whether it is the same.
_MOST_SECONDS = 60.0


class OpenRecording:
    """A recording of which a page asks for one frame after the other. Any thread may call its methods."""

    def __init__(self, recording: RecordedGame, *, shows_all: bool = False) -> None:
        self.recording = recording
        self._scenes = scenes_of(recording, range(recording.turns + 1), shows_all=shows_all)
        self._drawer = FrameDrawer()
        self._lock = threading.Lock()
        self._number = 0

    def describe(self) -> dict[str, Any]:
        """Return what made the game, and how many turns it has."""
        return {
            "request": self.recording.request.to_data(),
            "turns": self.recording.turns,
            "simulates": self.recording.simulates,
            "mods": [list(mod) for mod in self.recording.mods],
        }

    def frames(self) -> list[dict[str, Any]]:
        """Return the next frames, at least one unless there are no more. Raises HostError for a damaged recording."""
        frames: list[dict[str, Any]] = []
        with self._lock:
            until = time.monotonic() + _PATIENCE
            while self._number <= self.recording.turns and len(frames) < _MOST_FRAMES:
                if frames and time.monotonic() > until:
                    break
                scene = next(self._scenes, None)
                if scene is None:
                    raise RequestError("the recording is damaged")
                if scene.map.width * scene.map.height > MOST_SQUARES:
                    raise RequestError(f"the map of turn {self._number} has more than {MOST_SQUARES} squares")
                action = self.recording.actions[self._number - 1] if self._number else ""
                lines = [("event", text) for text in scene.messages]
                frames.append(self._drawer.frame(scene, action, self._number, lines))
                self._number += 1
        return frames


def find_changes(recording: RecordedGame, mods: Job) -> dict[str, Any]:
    """Return where the game first differs with the mods of today: a turn or None, and lines about it.

    `mods` is a job that loads the mods of the studio. Raises HostError, also when that takes long.
    """
    until = time.monotonic() + _MOST_SECONDS

    def tick(_: float) -> None:
        if time.monotonic() > until:
            raise RequestError(f"the game was not played again to its end, which takes more than {_MOST_SECONDS:g} s")

    job = mods.with_mods(names=(), only=tuple(mod[0] for mod in recording.mods))._replace(asks=True)
    found = find_difference(recording, job, tick)
    return {"turn": found.difference and found.difference.turn, "lines": [short(line) for line in found.lines]}


class OpenRecordings:
    """The recordings of all pages, by an id that only the page of one knows. Use it in the thread of one event loop."""

    def __init__(self) -> None:
        # From the one that was used least recently.
        self._recordings: OrderedDict[str, OpenRecording] = OrderedDict()

    def add(self, recording: OpenRecording) -> str:
        """Store a recording and return its id."""
        while len(self._recordings) >= _MOST_OPEN:
            self._recordings.popitem(last=False)
        identity = secrets.token_urlsafe(12)
        self._recordings[identity] = recording
        return identity

    def find(self, identity: str) -> OpenRecording:
        """Return a recording. Raises RequestError."""
        if identity not in self._recordings:
            raise RequestError("there is no such recording: it was closed; open its file again")
        self._recordings.move_to_end(identity)
        return self._recordings[identity]

    def close(self, identity: str) -> None:
        """Forget a recording."""
        self._recordings.pop(identity, None)


def read_file(body: dict[str, Any], *, shows_all: bool) -> OpenRecording:
    """Return the recording whose bytes, as base64, are the `file` of the body of a request. Raises HostError."""
    match body:
        case {"file": str(text), **more} if not more:
            try:
                content = base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                raise RequestError("file is not base64") from None
        case _:
            raise RequestError("the body must have file, the bytes of a recording as base64, and nothing else")
    return OpenRecording(read_recorded(content, "the file"), shows_all=shows_all)


def write_file(recording: RecordedGame, form: str, *, shows_all: bool) -> bytes:
    """Return a recording, its film, or the page that shares it: a form of `FILES`. Raises HostError."""
    if form not in FILES:
        raise RequestError(f"format is {form[:40]!r}: must be {listing(FILES)}", hint=did_you_mean(form[:40], FILES))
    return make_file(recording, Path(f"game.{form}"), shows_all=shows_all)
