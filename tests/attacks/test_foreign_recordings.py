"""Recordings of strangers: each command that opens one says in one line what is wrong with it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from host.engine.replays.frames import KEYFRAME, Frames
from host.engine.replays.recording import MAGIC, RecordedGame, read_bytes, read_recording
from host.save.cbor import encode
from tests.helpers import run_command

HEAD = len(MAGIC) + 2 + 32


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> RecordedGame:
    file = tmp_path_factory.mktemp("rec") / "run.rec"
    words = ("--set", "dungeon=tiny", "--seed", "1", "--turns", "25", "--record", file)
    result = run_command("simulate", "base", *words)
    assert result.exit_code == 0, result.output
    return read_recording(file)


def sealed(*parts: bytes) -> bytes:
    """Return a file of parts with the right digest."""
    body = b"".join(struct.pack(">I", len(part)) + part for part in parts)
    return MAGIC + b"1\n" + blake2b(body, digest_size=32).digest() + body


def with_header(recording: RecordedGame, **changes: Any) -> bytes:
    header = {
        "versions": recording.versions,
        "request": recording.request.to_data(),
        "mods": [list(mod) for mod in recording.mods],
        "simulates": True,
        "critters": False,
        "strict": False,
        "actions": list(recording.actions),
        "hashes": b"".join(recording.hashes),
    }
    return sealed(zlib.compress(encode({**header, **changes})), *recording.frames.packed())


def with_views(recording: RecordedGame, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a file whose views are changed one by one."""
    frames = Frames()
    for turn in range(recording.turns + 1):
        view = recording.frames.view(turn)
        change(view)
        frames.add(view)
    return replace(recording, frames=Frames(frames.packed(), len(frames))).to_bytes()


FILES: dict[str, Callable[[RecordedGame], bytes]] = {
    "empty": lambda _: b"",
    "other": lambda _: b"-- a test in Lua\n",
    "version": lambda r: r.to_bytes().replace(MAGIC + b"1", MAGIC + b"7"),
    "cut off": lambda r: r.to_bytes()[:-40],
    "cut off in the head": lambda r: r.to_bytes()[:30],
    "a flipped bit": lambda r: r.to_bytes()[:-9] + bytes([r.to_bytes()[-9] ^ 4]) + r.to_bytes()[-8:],
    "no parts": lambda _: sealed(),
    "a part that is longer than the file": lambda r: (
        r.to_bytes()[: HEAD - 32] + blake2b(b"\xff\xff\xff\xff", digest_size=32).digest() + b"\xff\xff\xff\xff"
    ),
    "no zlib": lambda _: sealed(b"x" * 100),
    "a bomb": lambda _: sealed(zlib.compress(b"\x80" * 2**27)),
    "a list that is longer than its data": lambda _: sealed(zlib.compress(b"\x9b" + b"\x7f" * 8)),
    "a tag": lambda _: sealed(zlib.compress(b"\xc2\x41\x01")),
    "no fields": lambda _: sealed(zlib.compress(encode({}))),
    "actions that are numbers": lambda r: with_header(r, actions=[1] * r.turns),
    "actions without hashes": lambda r: with_header(r, actions=["east"] * 10**6),
    "too many turns": lambda r: with_header(r, actions=[""] * 100_001, hashes=bytes(8 * 100_002)),
    "a request of a list": lambda r: with_header(r, request=[]),
    "a seed that is no number": lambda r: with_header(r, request={"generator": "base", "seed": "x"}),
    "no generator": lambda r: with_header(r, request={"generator": None, "seed": 1, "players": 1, "options": {}}),
    "a mod that is a path": lambda r: with_header(r, mods=[["../../etc", "1", "x"]]),
    "mods of one field": lambda r: with_header(r, mods=[["base"]]),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["test", "play", "share"])
def test_a_file_that_is_no_recording_is_refused_in_one_line(
    recording: RecordedGame, tmp_path: Path, name: str, command: str
) -> None:
    file = tmp_path / "run.rec"
    file.write_bytes(FILES[name](recording))
    words = {
        "test": ("test", file),
        "play": ("play", "--replay", file, "-o", tmp_path / "x.cast"),
        "share": ("share", file, "-o", tmp_path / "x.html"),
    }[command]
    result = run_command(*words)
    assert result.exit_code == 1
    assert result.output.startswith("error: ")
    assert len(result.output.splitlines()) <= 2, result.output
    assert len(result.output) < 600
    assert not (tmp_path / "x.cast").exists()
    assert not (tmp_path / "x.html").exists()


VIEWS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a map without rows": lambda view: view["map"].pop("rows"),
    "rows of texts": lambda view: view["map"].update(rows=["x"]),
    "a huge width": lambda view: view["map"].update(width=10**9),
    "creatures of numbers": lambda view: view["map"].update(creatures=[1]),
    "a square far away": lambda view: view["map"].update(creatures=[{"uid": 1, "player": 1, "x": 10**9, "y": 0}]),
    "a player far away": lambda view: view.update(player={"x": 10**9, "y": 0, "health": 1, "max_health": 1}),
    "what is seen of another map": lambda view: view.update(visible=["2"]),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_that_no_game_shows_is_refused(recording: RecordedGame, tmp_path: Path, name: str) -> None:
    file = tmp_path / "run.rec"
    file.write_bytes(with_views(recording, VIEWS[name]))
    for words in (("play", "--replay", file, "-o", tmp_path / "x.cast"), ("share", file, "-o", tmp_path / "x.html")):
        result = run_command(*words)
        assert result.exit_code in (1, 4), result.output
        assert result.output.startswith("error: ")
        assert len(result.output) < 1000
        assert "Traceback" not in result.output
    result = run_command("test", file)
    assert result.exit_code == 1
    assert "the recording is damaged or was edited: turn 0 shows something else than" in result.output


def test_a_view_behind_the_end_is_refused(recording: RecordedGame) -> None:
    data = replace(recording, frames=Frames(recording.frames.packed()[:1], recording.turns + 1)).to_bytes()
    with pytest.raises(Exception, match=f"it has no view of turn {KEYFRAME}|no view"):
        read_bytes(data).frames.view(KEYFRAME)
