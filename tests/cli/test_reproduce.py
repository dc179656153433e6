"""`generate --from` makes the dungeon of a file again, and says what differs when it is another one."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host import Host, Map, __version__
from host.errors import HostError
from host.version import GENERATION_VERSION
from tests.helpers import run_command, write_mod

FORMS = ("json", "png", "svg", "tmj", "uvtt")
# A hall of 8 × 5 squares, all floor, with moss on one of them.
HALL = {
    "mod.toml": 'id = "hall"\nversion = "1.0.0"\ndialects = ["kts"]\n',
    "init.lua": """
local place, toolbox = require("place"), require("host.toolbox")
local floor = kts.Tile { name = "floor", depth = 5 }
local moss = kts.Tile { name = "moss" }
require("host.generators").register_generator {
  id = "hall",
  generate = function()
    local map = toolbox.walk { width = 8, height = 5 }:map { wall = floor, edge = floor, room = floor, hallway = floor }
    kts.AddTile(place, moss)
    return map
  end,
}
""",
    "place.lua": "return { x = 3, y = 2 }\n",
    "lore.txt": "once\n",
}


def made(file: Path, *words: str | Path) -> Path:
    done = run_command("generate", *words, "-o", file)
    assert done.exit_code == 0, done.output
    return file


def tiny(file: Path, *words: str) -> Path:
    return made(file, "base", "--set", "dungeon=tiny", "--seed", "3", *words)


@pytest.mark.parametrize("form", FORMS)
def test_the_dungeon_of_a_file_is_made_again_to_the_byte(tmp_path: Path, form: str) -> None:
    file = tiny(tmp_path / f"dungeon.{form}", "--play", "4", "--players", "3", "--house-colours", "2,2")
    done = run_command("generate", "--from", file)
    assert (done.exit_code, done.output) == (0, f"{file}: the same dungeon, to the byte\n")
    again = tmp_path / f"again.{form}"
    assert run_command("generate", "--from", file, "-o", again).exit_code == 0
    # A map for Tiled names the picture beside it.
    assert again.read_bytes().replace(b"again.tiles.png", b"dungeon.tiles.png") == file.read_bytes()


@pytest.mark.parametrize("form", ["png", "svg"])
def test_size_and_overlays_of_a_picture_come_from_its_file(tmp_path: Path, form: str) -> None:
    style = ["--tile-size", "9", "--overlay", "rooms", "--overlay", "homes", "--theme", "ice", "--title", "--grid"]
    file = tiny(tmp_path / f"dungeon.{form}", *style)
    again, larger = tmp_path / f"again.{form}", tmp_path / f"larger.{form}"
    assert run_command("generate", "--from", file, "-o", again).exit_code == 0
    assert again.read_bytes() == file.read_bytes()
    assert run_command("generate", "--from", file, "--tile-size", "20", "-o", larger).exit_code == 0
    tiny(again, "--tile-size", "20")
    assert larger.read_bytes() == again.read_bytes()


def test_a_seed_chooses_a_dungeon_of_a_survey(tmp_path: Path) -> None:
    survey = tmp_path / "caves.survey"
    plan = ["--seed", "5", "--count", "3", "--sweep", "width=30,40", "--set", "height=20"]
    assert run_command("survey", "run", "caves", *plan, "-o", survey).exit_code == 0
    for seed, width in ((5, 30), (7, 40)):
        file = tmp_path / f"{seed}.json"
        done = run_command("generate", "--from", survey, "--seed", seed, "--set", f"width={width}", "-o", file)
        assert done.exit_code == 0
        assert "the same dungeon" in done.output
        assert Map.from_json(file.read_text()) == Host(()).generate("caves", seed=seed, width=width, height=20)
    for words, message in (
        ([], "a seed chooses one"),
        (["--seed", "8"], "its seeds are 5 to 7"),
        (["--seed", "6"], "has dungeons of width=30 or 40: one must be chosen"),
        (["--seed", "6", "--set", "width=30", "--set", "height=3"], "says what height is: leave it out"),
        (["--set", "nope=1"], "was made without the option nope: leave it out"),
        (["--seed", "6", "--set", "widht=30"], 'the option widht: leave it out; did you mean "width"?'),
    ):
        done = run_command("generate", "--from", survey, *words)
        assert done.exit_code == 1
        assert message in done.output


@pytest.mark.parametrize("form", FORMS)
def test_files_of_a_mod_and_the_first_square_are_named(tmp_path: Path, form: str) -> None:
    mod = write_mod(tmp_path / "mods" / "hall", HALL)
    file = made(tmp_path / f"hall.{form}", mod, "--seed", "1")
    assert run_command("generate", "--from", file, "--mods", mod.parent).exit_code == 0
    (mod / "place.lua").write_text("return { x = 6, y = 1 }\n")
    (mod / "lore.txt").unlink()
    (mod / "more.lua").write_text("return 1\n")
    (mod / "mod.toml").write_text(HALL["mod.toml"].replace("1.0.0", "1.1.0"))
    picture = tmp_path / "now.png"
    done = run_command("generate", "--from", file, "--mods", mod, "-o", picture)
    assert done.exit_code == 1
    for text in (
        "the mod hall (1.0.0 then and 1.1.0 now) has other files: ",
        ": lore.txt is gone, mod.toml changed, more.lua is new and place.lua changed",
        "the first square that differs is (6, 1): ",
        "moss, floor now",
        "2 of 40 squares differ",
    ):
        assert text in done.output
    assert ("(6, 1): floor then, and moss, floor now" in done.output) == (form == "json")
    plain = made(tmp_path / "plain.png", mod, "--seed", "1")
    # The squares that differ have a veil.
    assert picture.read_bytes() != plain.read_bytes()
    made_again = Host([mod]).reproduce(file)
    assert (made_again.is_same, made_again.square, made_again.squares) == (False, (6, 1), {(6, 1), (3, 2)})
    assert made_again.map == Host([mod]).generate("hall", seed=1, players=2)


def test_a_mod_that_gives_the_same_dungeon_by_other_files_is_named(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "mods" / "hall", HALL)
    file = made(tmp_path / "hall.json", mod)
    (mod / "lore.txt").write_text("twice\n")
    done = run_command("generate", "--from", file, "--mods", mod)
    assert done.exit_code == 1
    assert "the dungeon is the same" in done.output
    assert "lore.txt changed" in done.output


@pytest.mark.parametrize("form", FORMS)
def test_a_file_in_the_folder_of_its_mod_does_not_change_the_mod(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(write_mod(tmp_path / "hall", HALL))
    made(Path(f"map.{form}"), "--seed", "1")
    done = run_command("generate", "--from", f"map.{form}")
    assert (done.exit_code, done.output) == (0, f"map.{form}: the same dungeon, made by the same mods\n")
    Path("more.lua").write_text("return 1\n")
    done = run_command("generate", "--from", f"map.{form}")
    assert done.exit_code == 1
    assert "the mod hall (1.0.0) has other files: more.lua is new\n" in done.output


def test_another_version_of_the_host_may_make_the_same(tmp_path: Path) -> None:
    file = tiny(tmp_path / "dungeon.json")
    text = file.read_text()
    file.write_text(text.replace(f'"host_version": "{__version__}"', '"host_version": "0.1.7"'))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 0
    assert "the same dungeon" in done.output
    assert f"the host was 0.1.7 then and is {__version__} now" in done.output
    # Another generation: the map may differ, and here a creature does.
    data = {**json.loads(text), "generation_version": 0}
    data["creatures"][0]["x"] += 1
    square = data["creatures"][0]["x"] - 1, data["creatures"][0]["y"]
    file.write_text(json.dumps(data))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 1
    assert f"the generation was 0 then and is {GENERATION_VERSION} now" in done.output
    assert f"the first square that differs is ({square[0]}, {square[1]})" in done.output


def test_a_file_of_0_2_0_is_made_again(tmp_path: Path) -> None:
    file = tiny(tmp_path / "dungeon.json")
    data = json.loads(file.read_text())
    for name in ("host_version", "generation_version", "api_level"):
        del data[name]
    for mod in data["mods"]:
        del mod["files"]
    file.write_text(json.dumps(data))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 0
    assert "the same dungeon" in done.output


def test_a_picture_that_was_edited_is_not_the_same(tmp_path: Path) -> None:
    file = tiny(tmp_path / "dungeon.svg")
    file.write_text(file.read_text().replace("</svg>", "<rect/></svg>"))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 1
    assert "the file shows it in another way" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["base"], "leave out GENERATOR"),
        (["--seed", "4"], "leave out --seed"),
        (["--set", "dungeon=tiny"], "leave out --set"),
        (["--players", "2"], "leave out --players"),
        (["--play", "2"], "leave out --play"),
        (["--count", "2"], "leave out --count"),
        (["--watch"], "leave out --watch"),
        (["--mods", "nowhere"], '--mods "nowhere": it does not exist'),
    ],
    ids=lambda value: value[0].strip("-") if isinstance(value, list) else "",
)
def test_options_that_the_file_answers_are_refused(tmp_path: Path, words: list[str], message: str) -> None:
    done = run_command("generate", "--from", tiny(tmp_path / "dungeon.json"), *words)
    assert done.exit_code == 1
    assert message in done.output


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--events"], "no events"),
        (["--format", "text"], "dungeon-host generate --format text --from "),
        (["--narrow"], "dungeon-host generate --narrow --from "),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_options_that_say_how_show_the_dungeon(tmp_path: Path, words: list[str], line: str) -> None:
    file = tiny(tmp_path / "dungeon.json")
    assert run_command("generate", "--from", file).output == f"{file}: the same dungeon, to the byte\n"
    done = run_command("generate", "--from", file, *words)
    assert done.exit_code == 0, done.output
    assert f"\n{line}" in done.output
    assert done.output.endswith(f"{file}: the same dungeon, to the byte\n")


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    for name in ("nofile", "nofile.txt", "nofile.json"):
        done = run_command("generate", "--from", tmp_path / name)
        assert done.exit_code == 1
        assert f'there is no file "{tmp_path / name}"' in done.output


def test_a_mod_that_is_not_here_is_named(tmp_path: Path) -> None:
    file = made(tmp_path / "hall.png", write_mod(tmp_path / "mods" / "hall", HALL))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 1
    assert f'"{file}" was made with the mod hall, which is not here' in done.output


def png_with(text: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packed = b"dungeon-host\0\0" + zlib.compress(text)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"zTXt", packed) + chunk(b"IEND", b"")


GOOD: dict[str, Any] = {
    "format": "dungeon-host/making",
    "generator": "caves",
    "seed": 1,
    "players": 1,
    "options": {},
    "mods": [],
    "picture": {},
    "digest": "0" * 32,
    "width": 1,
    "height": 1,
    "squares": "eJxjYGBgAAAABAAB",
}


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x"},
        {"seed": -1},
        {"seed": 1e300},
        {"players": 10**9},
        {"options": {"width": [1]}},
        {"mods": 3},
        {"mods": [{"id": 1, "version": "1", "hash": ""}]},
        {"mods": [{"id": "m", "version": "1", "hash": "", "files": [1]}]},
        {"picture": {"tile_size": 10**9}},
        {"picture": {"tile_size": True}},
        {"picture": {"overlays": ["x"]}},
        {"picture": {"nothing": 1}},
        {"picture": [1]},
        {"digest": 1},
        {"width": 10**9, "height": 10**9},
        {"width": -1, "height": -1},
        {"width": 2},
        {"squares": "%%"},
        {"squares": "eJwDAAAAAAE="},
        {"play": float("nan")},
        {"play": "1"},
        {"host_version": ["x"]},
        {"generation_version": "1"},
        {"generator": 3},
        {"generator": None},
        {"generator": "script"},
        {"generator": "caves\n\x1b[31m"},
    ],
    ids=str,
)
def test_what_a_stranger_wrote_ends_with_a_line(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "hostile.png"
    file.write_bytes(png_with(json.dumps({**GOOD, **change}).encode()))
    done = run_command("generate", "--from", file)
    assert done.exit_code == 1
    assert done.output.startswith("error: ")
    assert "the host failed" not in done.output
    assert "\x1b" not in done.output


@pytest.mark.parametrize(
    ("name", "content"),
    [
        # Made when it is tested: it takes half a second.
        ("bomb.png", lambda: png_with(bytes(2**27))),
        ("cut.png", png_with(b"{}")[:60]),
        ("not.png", b"GIF89a"),
        ("deep.json", b"[" * 100_000),
        ("list.json", b"[]"),
        ("deep.svg", b"<svg><metadata>" + b"[" * 100_000 + b"</metadata></svg>"),
        ("bytes.svg", b"\xff\xfe<metadata>{}</metadata>"),
        ("none.svg", b"<svg/>"),
        ("number.uvtt", b'{"image": 1}'),
        ("text.uvtt", b'{"image": "no"}'),
        ("list.tmj", b'{"properties": [1]}'),
        ("number.tmj", b'{"properties": [{"name": "dungeon-host", "value": 1}]}'),
        ("text.txt", b"a dungeon"),
        ("not.survey", b"SQLite format 3\0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_say_nothing_end_with_a_line(
    tmp_path: Path, name: str, content: bytes | Callable[[], bytes]
) -> None:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content())
    words = ["--seed", "1"] if name.endswith("survey") else []
    done = run_command("generate", "--from", file, *words)
    assert done.exit_code == 1
    assert done.output.startswith("error: ")
    assert name in done.output
    assert "the host failed" not in done.output
    with pytest.raises(HostError, match=name):
        Host().reproduce(file, seed=1 if words else None)
