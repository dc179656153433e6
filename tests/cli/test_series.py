"""`dungeon-host generate --count`: many dungeons, each in a file of a folder."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.helpers import MakeMod, run_command

HALL = """
    local toolbox = require "host.toolbox"
    local floor = kts.Tile { name = "floor" }
    require("host.generators").register_generator {
      id = "hall",
      generate = function()
        print "a word"
        if math.random(3) == 1 then error("a bad day") end
        return toolbox.caves({ width = 20, height = 9 }):map { room = floor, hallway = floor }
      end,
    }
"""


def test_each_seed_is_a_file_like_that_of_one_dungeon(make_mod: MakeMod, tmp_path: Path) -> None:
    mod, folder = make_mod("m", HALL), tmp_path / "new" / "dungeons"
    result = run_command("generate", mod, "--seed", "3", "--count", "8", "-o", folder)
    failed = result.stderr.count("m/init.lua:7: a bad day")
    assert 0 < failed < 8
    assert result.exit_code == 1
    assert result.stderr.count("a word") == 8
    again = f"dungeon-host generate m.hall --mods {mod} --seed 3 --count 8 -o {folder}"
    assert result.stdout.splitlines() == [f"{8 - failed} dungeons in {folder}, {failed} failed", again]
    files = sorted(folder.iterdir())
    assert len(files) == 8 - failed
    for path in files[:2]:
        command = path.read_text().splitlines()[-1]
        assert command == f"dungeon-host generate m.hall --mods {mod} --seed {path.stem}"
        single = tmp_path / "single.txt"
        assert run_command(*shlex.split(command)[1:], "-o", single).exit_code == 0
        assert single.read_text().rpartition("\n\n")[0] == path.read_text().rpartition("\n\n")[0]


def test_pictures_have_the_format_that_is_named(tmp_path: Path) -> None:
    words = ("generate", "caves", "--seed", "1", "--set", "width=20", "--set", "height=12", "--tile-size", "4")
    result = run_command(*words, "--count", "2", "--format", "tmj", "-o", tmp_path / "a")
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["1.tiles.png", "1.tmj", "2.tiles.png", "2.tmj"]
    assert result.stdout.startswith(f"2 dungeons in {tmp_path / 'a'}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "--count writes a file for each dungeon: -o must name a folder, such as -o dungeons"),
        (("-o", "-"), "--count writes a file for each dungeon"),
        (("-o", "a.png"), "--count writes a file for each dungeon"),
        (("-o", "a", "--watch"), "--watch shows one dungeon"),
        (("-o", "a", "--seed", str(2**63 - 1)), "the last seed would be 9223372036854775808: must be at most"),
        (("-o", "a", "--overlay", "rooms"), "--overlay is drawn over pictures"),
        (("-o", "a", "--events"), "--events is about one dungeon: leave out --count and --seeds, or --events"),
    ],
)
def test_options_that_contradict_count_are_refused(words: tuple[str, ...], message: str) -> None:
    result = run_command("generate", "caves", "--count", "2", *words)
    assert result.exit_code != 0
    assert f"error: {message}" in result.stderr


def test_a_request_that_no_seed_can_fulfil_ends_a_series(tmp_path: Path) -> None:
    result = run_command("generate", "cave", "--count", "1000", "--seed", "1", "-o", tmp_path / "a")
    assert result.exit_code == 1
    assert result.stderr.count('error: there is no generator "cave"') == 1
    assert "seed 2" not in result.stderr
    (tmp_path / "b").touch()
    result = run_command("generate", "maze", "--count", "1000", "--seed", "1", "-o", tmp_path / "b")
    assert result.stderr.count(f'error: -o is "{tmp_path / "b"}", which is a file: must name a folder') == 1


def test_a_file_that_cannot_be_written_ends_a_series(tmp_path: Path) -> None:
    """As on a disk that is full: the error comes once, and names what is there."""
    (tmp_path / "3.txt").mkdir()
    result = run_command("generate", "maze", "--count", "1000", "--seed", "1", "-o", tmp_path)
    assert result.exit_code == 1
    error = f'error: "{tmp_path / "3.txt"}" is a folder: must be a file; 2 dungeons were written before\n'
    assert result.stderr.replace("\n  ", " ").count("error:") == 1
    assert error in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.txt", "2.txt", "3.txt"]


def test_maps_whose_tiles_are_replaced_are_named(tmp_path: Path) -> None:
    def export(seed: int, *words: str | Path) -> str:
        return run_command("generate", "caves", "--seed", str(seed), "--set", "width=20", *words).stderr

    for words in (("-o", tmp_path / "1.tmj"), ("-o", tmp_path / "1.ldtk"), ("-o", tmp_path / "1.tmj")):
        assert export(1, *words) == ""
    tiles = tmp_path / "1.tiles.png"
    tiles.write_bytes(tiles.read_bytes() + b"x")
    other = tmp_path / "1.tmj"
    warning = f'warning: "{other}" has the tiles that "{tiles}" had before: write "{other}" again\n'
    assert export(1, "-o", tmp_path / "1.ldtk") == warning
    tiles.write_bytes(tiles.read_bytes() + b"x")
    assert export(1, "--count", "1", "--format", "ldtk", "-o", tmp_path) == warning
