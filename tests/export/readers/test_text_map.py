"""Text maps of roguelikes as segments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import Host, Map
from host.errors import HostError
from host.export.readers import cells, text_map
from host.export.readers.donjon import BASE_WORDS
from host.export.readers.tables import NumberTable
from host.export.readers.text_map import BASE_DOORS, BASE_GLYPHS, segments_from_text
from host.export.segments import segments_from
from host.model.segment_file import SegmentText, parse_segment_file
from host.mods.numbers import read_numbers
from tests.helpers import ROOT, run_command, write_mod

VAULT = """\
; The vault
; by hand

#####
#...+
#.#'#
##+#

###
#"#\r
; the end
"""
TABLE = '"#" = 2\n"." = 11\n"+" = 20\n"\'" = 32\n\'"\' = 15\n'


def as_table(path: Path | None) -> NumberTable | None:
    return None if path is None else NumberTable(str(path), read_numbers(path))


def write(folder: Path, text: str, table: str | None = None) -> tuple[Path, Path | None]:
    (folder / "map.txt").write_text(text)
    if table is not None:
        (folder / "glyphs.toml").write_text(table)
    return folder / "map.txt", None if table is None else folder / "glyphs.toml"


def read(folder: Path, text: str, table: str | None = None) -> list[SegmentText]:
    path, numbers = write(folder, text, table)
    return parse_segment_file(segments_from_text(path, as_table(numbers)).text, "x").segments


def rows(segment: SegmentText) -> list[list[int]]:
    (data,) = segment.layers
    return [data[i : i + segment.width] for i in range(0, len(data), segment.width)]


def test_a_table_gives_each_glyph_its_number(tmp_path: Path) -> None:
    first, second = read(tmp_path, VAULT, TABLE)
    assert rows(first) == [[2, 2, 2, 2, 2], [2, 11, 11, 11, 20], [2, 11, 2, 32, 2], [2, 2, 20, 2, 0]]
    assert rows(second) == [[2, 2, 2], [2, 15, 2]]
    assert first.rooms == [(0, 0, 5, 4)]
    assert (first.title, second.title) == ("The vault", "map 2")
    text = segments_from_text(tmp_path / "map.txt", as_table(tmp_path / "glyphs.toml")).text
    assert text.startswith("# by hand\nsegment\n")
    assert text.endswith("\n# the end\neof\n")


def test_without_a_table_glyphs_are_numbers_of_base_and_doors_turn_with_their_walls(tmp_path: Path) -> None:
    first, _ = read(tmp_path, VAULT)
    assert rows(first) == [[1, 1, 1, 1, 1], [1, 10, 10, 10, 21], [1, 10, 1, 32, 1], [1, 1, 20, 1, 0]]


def test_names_of_base_are_those_of_the_mod() -> None:
    lines = (ROOT / "mods" / "base" / "segment_tiles.lua").read_text().splitlines()
    tiles = {int(line.split("]")[0].strip(" [")): line for line in lines if line.startswith("  [")}
    words = {"#": "wall", ".": "floor", '"': "grass", "~": "water", "<": "stair_top", ">": "stairs_s", "_": "altar"}
    words |= {"{": "fountain", "T": "tree", "+": "door_wood", "'": "archway", "S": "door_secret"}
    for glyph, number in BASE_GLYPHS.items():
        assert glyph == " " or words[glyph] in tiles[number]
    for glyph, (beside, above) in BASE_DOORS.items():
        assert f"{words[glyph]}_h" in tiles[beside]
        assert f"{words[glyph]}_v" in tiles[above]
    doors = {"D": "door_wood", "DS": "door_secret", "DP": "gate"}
    for word, number in BASE_WORDS.items():
        if word.startswith("D"):
            assert f"{doors[word[:-1]]}_{'h' if word[-1] in 'TB' else 'v'}" in tiles[number]
    assert "wall_rock" in tiles[BASE_WORDS[""]]
    assert "floor_stone" in tiles[BASE_WORDS["F"]]


def test_a_space_of_the_table_is_a_square_and_a_semicolon_a_glyph(tmp_path: Path) -> None:
    (only,) = read(tmp_path, "; ;\n   \n;\n", '" " = 5\n";" = 6')
    assert rows(only) == [[6, 5, 6], [5, 5, 5], [6, 5, 5]]
    assert only.title == "map"


@pytest.mark.parametrize(
    ("text", "table", "message"),
    [
        ("\n##\n#@\n", TABLE, 'map.txt:3: the glyph "@" in column 2 is not in the table "'),
        ("##\n#@\n", TABLE, 'must be one of " ", "#", ".", "+", "\'", "\\""; a table gives it a number: "@" = 1'),
        ("#@\n", None, 'map.txt:1: the glyph "@" in column 2 is not one of the usual glyphs: must be one of "#", "."'),
        ("\x1b\n", None, 'the glyph "\\u001b" in column 1'),
        ("#\n", "", "glyphs.toml: the table is empty: must have lines such as"),
        ("#\n", "# = 2\n", 'the table is empty: must have lines such as "#" = 2; what is no letter or digit'),
        ("#\n", '"##" = 2\n', 'glyphs.toml: "##" is not a glyph: must be one character'),
        ("#\n", '"#" = -1\n', '"#" is -1: must be a number of the segment file, 0 or more'),
        ("#\n", '"#" = true\n', '"#" is true: must be a number'),
        ("#\n", '"#" = [1]\n', '"#" is [1]: must be a number'),
        ("#\n", f'"#" = {2**63}\n', '"#" is 9223372036854775808: must be a number'),
        ("#\n", '[glyphs]\n"#" = 1\n', '"glyphs" is a table: must be a number'),
        ("#\n", '"#" = \n', "glyphs.toml:1: the table is not TOML"),
        ("\n ; \n", TABLE, 'map.txt:2: the glyph ";" in column 2'),
        ("\n\n; \n", TABLE, "map.txt: there is no map in this file"),
        ("# a\nsegment\n", TABLE, "this is a segment file already, and not a text map"),
        ("#" * 1001, TABLE, "map.txt:1: the map has 1001 × 1 squares: must be 1 to 1000 wide and high"),
        ("#\n" * 999 + "#" * 999, TABLE, "map.txt:1: the map has 999 × 1000 squares"),
    ],
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, text: str, table: str | None, message: str) -> None:
    path, numbers = write(tmp_path, text, table)
    result = run_command("segments", "import", path, *(["--table", numbers] if numbers else []), "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert message in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_bytes(b"##\n#\xdb\n")
    with pytest.raises(HostError, match=r"map\.txt:2: byte 0xdb is not UTF-8: a text map is plain text"):
        segments_from_text(tmp_path / "map.txt")


def test_squares_of_all_maps_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_IN_ALL", 4)
    assert len(read(tmp_path, "##\n\n##\n")) == 2
    with pytest.raises(HostError, match=r"map\.txt:5: there are more than .* 4 squares in all"):
        read(tmp_path, "##\n\n##\n\n#\n")


def test_maps_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_map, "MOST_SEGMENTS", 2)
    with pytest.raises(HostError, match=r"map\.txt:6: there are more than 2 maps"):
        read(tmp_path, "##\n##\n\n##\n\n##\n")


def test_a_name_of_several_lines_is_a_title_of_one(tmp_path: Path) -> None:
    path = tmp_path / "a\nwidth: 9.txt"
    path.write_text("##\n")
    (segment,) = parse_segment_file(segments_from(path).text, "x").segments
    assert (segment.title, segment.width) == ("a\\x0awidth: 9", 2)


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    path, table = write(tmp_path, VAULT, TABLE)
    for output in (path, table):
        result = run_command("segments", "import", path, "--table", table, "-o", output)
        assert result.exit_code == 1
    assert table is not None
    assert (path.read_bytes().decode(), table.read_text()) == (VAULT, TABLE)


MOD = """\
local base = require "base"
local rooms = kts.LoadSegments(base.segment_tiles, "rooms.txt")
require("host.generators").register_generator {
  id = "m",
  generate = function()
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = base.wall_rock, segments = rooms, allow_rotate = false, entry_type = "none",
    }
  end,
}
"""
HALL = ["############", *["#..........#"] * 4, "+....##....+", *["#..........#"] * 5, "#####+######"]


def dungeon_of(folder: Path, *words: object) -> Map:
    """Return the dungeon that kts makes of the segments of `segments import`."""
    mod = write_mod(
        folder / "m", {"mod.toml": 'id = "m"\nversion = "1"\n[dependencies]\nbase = "*"\n', "init.lua": MOD}
    )
    result = run_command("segments", "import", *words, "-o", mod / "rooms.txt")
    assert result.exit_code == 0, result.output
    return Host([mod]).generate("m", seed=1)


def test_a_dungeon_is_made_of_a_segment_from_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, "\n".join(HALL))
    document = json.loads(dungeon_of(tmp_path, tmp_path / "map.txt").to_json())
    assert (document["width"], document["height"]) == (14, 14)
    assert {tile["id"] for tile in document["tiles"]} >= {"base.wall_stone", "base.door_wood_h", "base.door_wood_v"}
