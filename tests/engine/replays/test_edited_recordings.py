"""Recordings whose views somebody has edited fail as tests, in words."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.engine.replays.frames import Frames
from host.engine.replays.recording import read_recording
from host.errors import HostError
from host.public.recording import Recording
from host.save.cbor import decode, encode
from tests.engine.replays.cellar import cellar_maker
from tests.helpers import MakeMod, run_command

EDITED = "the recording is damaged or was edited: turn"
Edit = Callable[[list[dict[str, Any]]], object]


def edit(file: Path, change: Edit, block: int) -> None:
    """Change the views of a block, and write the file again as the host writes it."""
    recorded = read_recording(file)
    blocks = recorded.frames.packed()
    views = decode(zlib.decompress(blocks[block]))
    change(views)
    blocks[block] = zlib.compress(encode(views))
    file.write_bytes(replace(recorded, frames=Frames(blocks, recorded.turns + 1)).to_bytes())


def show_a_tile_less(views: list[dict[str, Any]]) -> None:
    del views[0]["map"]["tiles"][-1]


@pytest.mark.parametrize(
    ("change", "block", "turn"),
    [
        (lambda views: views[3]["messages"].append("You win."), 0, 3),
        (lambda views: views[4].update(outcome="won"), 0, 4),
        (lambda views: views[2]["player"].update(health=99), 1, 22),
        (show_a_tile_less, 1, 20),
        (lambda views: views[0]["map"].pop("doors"), 1, 20),
        (lambda views: views[1]["map"].update(doors=[b"no text"]), 0, 1),
        # Parts that have no hash.
        (lambda views: views[5].update(goal="Eat the lever."), 0, 5),
        (lambda views: views[1].update(status="turn 77"), 1, 21),
        (lambda views: views[0]["map"]["mods"][0].update(version="2.0"), 0, 0),
    ],
    ids=["message", "outcome", "health", "keyframe", "missing", "bytes", "goal", "status", "mods"],
)
def test_a_recording_whose_views_were_edited_fails(
    make_mod: MakeMod, tmp_path: Path, change: Edit, block: int, turn: int
) -> None:
    folder, file = cellar_maker(make_mod)(), tmp_path / "run.rec"
    result = run_command("simulate", folder, "--seed", "1", "--keys", "." * 25, "--record", file)
    assert result.exit_code == 0, result.output
    assert run_command("test", file, "--mods", folder).output == "1 passed\n"
    edit(file, change, block)
    result = run_command("test", file, "--mods", folder)
    assert result.exit_code == 1
    assert f"FAILED {file}: {EDITED} {turn} " in result.stdout
    assert result.stdout.endswith("1 failed\n")
    with pytest.raises(HostError, match=f"{EDITED} {turn} "):
        Host([folder, "critters"], output=lambda _: None).replay(Recording.load(file))


def test_an_edited_recording_does_not_keep_others_from_being_tested(make_mod: MakeMod, tmp_path: Path) -> None:
    folder, files = cellar_maker(make_mod)(), [tmp_path / "bad.rec", tmp_path / "good.rec"]
    for file in files:
        run_command("simulate", folder, "--seed", "1", "--keys", "..l", "--record", file)
    edit(files[0], lambda views: views[1].update(outcome="won"), 0)
    result = run_command("test", *files, "--mods", folder)
    assert result.stdout.endswith("1 failed, 1 passed\n")
