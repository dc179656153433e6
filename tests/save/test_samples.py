"""Files that any release wrote are read for ever: `tests/samples` has some of each release.

`python -m tests.save.test_samples` writes those of this version, into `unreleased`. A release renames that folder to
its version, and adds the version to `RELEASES`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from host import Map
from host.version import VERSIONS
from tests.helpers import run_command

SAMPLES = Path(__file__).parents[1] / "samples"
UNRELEASED = SAMPLES / "unreleased"
RELEASES = ["0.1.0", "0.2.0", "unreleased"]
ROOMS = SAMPLES / "0.1.0" / "rooms.txt"
# File -> the arguments of the command that writes it.
COMMANDS = {
    "base.json": "generate base --set dungeon=tiny --seed 1 -o base.json",
    "undercroft.json": "generate undercroft --seed 2 -o undercroft.json",
    "base.png": "generate base --set dungeon=tiny --seed 1 --tile-size 6 -o base.png",
    "caves.svg": "generate caves --set width=20 --set height=12 --seed 1 --tile-size 4 -o caves.svg",
    "caves.tmj": "generate caves --set width=20 --set height=12 --seed 1 --tile-size 8 -o caves.tmj",
    "caves.survey": "survey run caves --count 3 --set width=24 --set height=16 --seed 1 -o caves.survey",
    "rooms.tmj": "segments export rooms.txt -o rooms.tmj",
    "undercroft.save": "simulate undercroft --seed 3 --turns 5 --save undercroft.save",
    "overworld.save": "travel overworld --seed 1 --keys ddd --save overworld.save",
    "mods.lock": "lock",
}


def sample(release: str, name: str) -> Path:
    path = SAMPLES / release / name
    if not path.exists():
        pytest.skip(f"{release} wrote no {name}")
    return path


def test_this_version_has_a_sample_of_each_format() -> None:
    assert {path.name for path in UNRELEASED.iterdir()} >= {*COMMANDS}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ["base.json", "undercroft.json"])
def test_maps_are_read(release: str, name: str) -> None:
    text = sample(release, name).read_text()
    document = json.loads(text)
    m = Map.from_json(text)
    parts = {"objects": m.objects, "doors": m.doors, "homes": m.homes, "rooms": m.rooms, "rows": m.tiles}
    assert {name: len(part) for name, part in parts.items()} == {name: len(document.get(name, ())) for name in parts}
    assert sum(item.where == "floor" for item in m.items) >= len(document["items"])
    # This version writes the same map, with its own versions.
    again = json.loads(m.to_json())
    assert {key: value for key, value in again.items() if key not in VERSIONS} == {
        key: value for key, value in document.items() if key not in VERSIONS
    }
    assert run_command("show", sample(release, name)).exit_code == 0


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ["undercroft.save", "overworld.save"])
def test_saves_are_read(tmp_path: Path, release: str, name: str) -> None:
    copy = Path(shutil.copy(sample(release, name), tmp_path))
    assert run_command("saves", "check", copy).exit_code == 0
    # The game continues where it was, with its own seed.
    if name == "overworld.save":
        done = run_command("travel", "overworld", "--keys", "l", "--save", copy)
        assert "--seed 1" in done.output
    else:
        done = run_command("simulate", "undercroft", "--turns", "6", "--save", copy)
        assert "squares walked: delver 6" in done.output
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("release", RELEASES)
def test_segments_are_read(tmp_path: Path, release: str) -> None:
    for name in ("rooms.tmj", "rooms.tiles.png"):
        shutil.copy(sample(release, name), tmp_path)
    done = run_command("segments", "import", tmp_path / "rooms.tmj", "-o", tmp_path / "rooms.txt")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "rooms.txt").read_text().split() == ROOMS.read_text().split()


@pytest.mark.parametrize("release", RELEASES)
def test_surveys_are_read(release: str) -> None:
    done = run_command("survey", "show", sample(release, "caves.survey"))
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("name", ["base.json", "base.png", "caves.svg", "caves.tmj", "caves.survey"])
def test_dungeons_of_this_version_are_made_again(name: str) -> None:
    words = ["--seed", "2"] if name.endswith("survey") else []
    done = run_command("generate", "--from", UNRELEASED / name, *words)
    if name.startswith("base") and done.exit_code == 1:
        # Bundled mods may change between releases, and then they are named.
        assert "the mod base (1.0.0" in done.output
    else:
        assert done.exit_code == 0, done.output
        assert "the same dungeon" in done.output


def write_samples() -> None:
    """Write the samples of this version."""
    import os

    shutil.rmtree(UNRELEASED, ignore_errors=True)
    UNRELEASED.mkdir()
    shutil.copy(ROOMS, UNRELEASED)
    os.chdir(UNRELEASED)
    for command in COMMANDS.values():
        done = run_command(*command.split())
        assert done.exit_code == 0, done.output


if __name__ == "__main__":
    write_samples()
