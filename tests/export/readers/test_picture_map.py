"""Pictures as segments: a pixel is a square."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from host.export.readers.picture_map import segments_from_picture
from host.model.segment_file import parse_segment_file
from tests.export.readers.test_text_map import HALL, as_table, dungeon_of, rows
from tests.helpers import ROOT, run_command

GREY, RED = (200, 200, 200, 255), (255, 0, 0, 255)


def draw(folder: Path, pixels: list[list[tuple[int, int, int, int]]], mode: str = "RGBA") -> Path:
    image = Image.new("RGBA", (len(pixels[0]), len(pixels)))
    image.putdata([pixel for line in pixels for pixel in line])
    image.convert(mode).save(folder / "map.png")
    return folder / "map.png"


def table(folder: Path, text: str = '"#c8c8c8" = 11\n"#F00" = 2\n') -> Path:
    (folder / "colours.toml").write_text(text)
    return folder / "colours.toml"


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P"])
def test_a_table_gives_each_colour_its_number(tmp_path: Path, mode: str) -> None:
    path = draw(tmp_path, [[GREY, RED, GREY], [RED, RED, RED]], mode)
    (segment,) = parse_segment_file(segments_from_picture(path, as_table(table(tmp_path))).text, "x").segments
    assert rows(segment) == [[11, 2, 11], [2, 2, 2]]
    assert (segment.title, segment.rooms) == ("map", [(0, 0, 3, 2)])


def test_transparent_pixels_are_no_squares(tmp_path: Path) -> None:
    path = draw(tmp_path, [[GREY, (1, 2, 3, 0), (255, 0, 0, 9)]])
    (segment,) = parse_segment_file(segments_from_picture(path, as_table(table(tmp_path))).text, "x").segments
    assert rows(segment) == [[11, 0, 2]]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, pixels: bytes) -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(pixels, 1)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"GIF89a", "map.png: this picture cannot be read: it is not a PNG file"),
        (b"", "it is not a PNG file"),
        (png(2**31 - 1, 2**31 - 1, b""), "it has 2147483647 × 2147483647 pixels: "),
        # Made when it is tested: it takes a tenth of a second.
        (lambda: png(1, 1, bytes(10**8)), "it holds more pixels than its size says"),
        (png(2, 1, b"\0"), "it holds fewer pixels than its size says"),
        (png(1010, 1, bytes(1011)), "it has 1010 × 1 pixels: must have at most 1000 on a side, 250000 in all"),
        (png(512, 512, bytes(513 * 512)), "it has 512 × 512 pixels: must have at most 1000 on a side, 250000 in all"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_hostile_pictures_are_refused(tmp_path: Path, content: bytes | Callable[[], bytes], message: str) -> None:
    (tmp_path / "map.png").write_bytes(content if isinstance(content, bytes) else content())
    result = run_command("segments", "import", tmp_path / "map.png", "--table", table(tmp_path))
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '"#c8c8c9" = 11\n"#000" = 2\n"#f0f000" = 3',
            'map.png: the pixel at (1, 0) is #ff0000, which is not in the table "',
        ),
        ('"#c8c8c8" = 11\n"#000" = 2\n', 'must be one of "#c8c8c8", "#000000"; the nearest colour of the table is #'),
        ('"#c8c8c8" = 11\n"#fe1000" = 2\n', "the nearest colour of the table is #fe1000"),
        ('"#c8c8c8" = 11\n"red" = 2\n', 'colours.toml: "red" is not a colour: must be such as "#c8c8c8"'),
        ('"#c8c8c8ff" = 11\n', '"#c8c8c8ff" is not a colour'),
        ('"#fff" = 11\n"#FFFFFF" = 2\n', 'colours.toml: "#fff" and "#FFFFFF" are one colour: must have one number'),
        (None, 'map.png: a picture needs a table of its colours, with lines such as "#c8c8c8" = 11'),
    ],
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, text: str | None, message: str) -> None:
    path = draw(tmp_path, [[(200, 200, 201, 255) if text and "c9" in text else GREY, RED]])
    result = run_command("segments", "import", path, *(["--table", table(tmp_path, text)] if text else []))
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_dungeon_is_made_of_a_picture(tmp_path: Path) -> None:
    colours = {"#": (90, 90, 90, 255), ".": GREY, "+": RED}
    path = draw(tmp_path, [[colours[glyph] for glyph in line] for line in HALL])
    numbers = table(tmp_path, '"#5a5a5a" = 3\n"#c8c8c8" = 11\n"#ff0000" = 20\n')
    document = json.loads(dungeon_of(tmp_path, path, "--table", numbers).to_json())
    assert {tile["id"] for tile in document["tiles"]} >= {"base.wall_rock", "base.floor_flags"}


def test_the_example_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "editors.md").read_text()
    words = re.search(r"^dungeon-host (segments import vault\.png .*)$", page, re.MULTILINE)
    colours = re.search(r"^```toml colours\.toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert words is not None
    assert colours is not None
    monkeypatch.chdir(tmp_path)
    Path("colours.toml").write_text(colours[1])
    draw(tmp_path, [[(0x50, 0x50, 0x50, 255), GREY], [(0x8B, 0x45, 0x13, 255), GREY]]).rename("vault.png")
    assert run_command(*words[1].split()).exit_code == 0
    (segment,) = parse_segment_file(Path("vault.txt").read_text(), "x").segments
    assert rows(segment) == [[2, 11], [20, 11]]
