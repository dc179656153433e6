"""Dungeons of donjon as segments: rooms, doors, secret doors, stairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.export.readers.donjon import segments_from_donjon
from host.model.segment_file import parse_segment_file
from tests.export.readers.test_text_map import as_table, dungeon_of, rows
from tests.helpers import run_command

# As the program writes it: a tab between two words, an empty word for rock, and lines of Windows.
PLAN = """\
.  .   .   .   .   .   .   .   .   .   .
.  F   F   F   DL  F   SD  SDD .   .   .
.  F   F   F   .   .   .   .   .   .   .
.  F   F   F   DPR F   F   F   DSR F   .
.  DB  .   DST .   .   .   F   .   F   .
.  F   .   F   .   F   F   F   .   .   .
.  F   .   F   F   F   F   .   .   SUU .
.  F   .   .   .   .   .   .   .   SU  .
.  F   DPT .   .   .   .   .   .   F   .
.  .   .   .   .   .   .   .   .   .   .
"""
WORDS = [[word.replace(".", "") for word in line.split()] for line in PLAN.splitlines()]
TSV = "\r\n".join("\t".join(line) for line in WORDS) + "\r\n"
R = 3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "Crypts of Doom 01.tsv").write_bytes(TSV.encode())
    return tmp_path / "Crypts of Doom 01.tsv"


def test_words_are_numbers_of_base(path: Path) -> None:
    (segment,) = parse_segment_file(segments_from_donjon(path).text, "x").segments
    assert segment.title == "Crypts of Doom 01"
    assert rows(segment) == [
        [R, R, R, R, R, R, R, R, R, R, R],
        [R, 10, 10, 10, 21, 10, 74, 71, R, R, R],
        [R, 10, 10, 10, R, R, R, R, R, R, R],
        [R, 10, 10, 10, 25, 10, 10, 10, 29, 10, R],
        [R, 20, R, 28, R, R, R, 10, R, 10, R],
        [R, 10, R, 10, R, 10, 10, 10, R, R, R],
        [R, 10, R, 10, 10, 10, 10, R, R, 74, R],
        [R, 10, R, R, R, R, R, R, R, 72, R],
        [R, 10, 24, R, R, R, R, R, R, 10, R],
        [R, R, R, R, R, R, R, R, R, R, R],
    ]


def test_rooms_are_where_floor_is_wider_than_a_corridor(path: Path) -> None:
    (segment,) = parse_segment_file(segments_from_donjon(path).text, "x").segments
    assert segment.rooms == [(0, 0, 5, 5), (4, 4, 4, 4)]


def test_a_dungeon_without_rooms_is_one_room(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("\t\t\n\tF\tF\nF\tF")
    (segment,) = parse_segment_file(segments_from_donjon(path).text, "x").segments
    assert rows(segment) == [[R, R, R], [R, 10, 10], [10, 10, R]]
    assert segment.rooms == [(0, 0, 3, 3)]


@pytest.mark.parametrize(("dx", "dy", "down"), [(0, -1, 70), (1, 0, 71), (0, 1, 72), (-1, 0, 73)])
def test_stairs_go_down_from_their_top(tmp_path: Path, dx: int, dy: int, down: int) -> None:
    words = [[""] * 3 for _ in range(3)]
    words[1][1], words[1 + dy][1 + dx] = "SUU", "SU"
    path = tmp_path / "a.tsv"
    path.write_text("\n".join("\t".join(line) for line in words))
    (segment,) = parse_segment_file(segments_from_donjon(path).text, "x").segments
    assert (rows(segment)[1][1], rows(segment)[1 + dy][1 + dx]) == (74, down)


def test_half_a_staircase_goes_somewhere(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("SD\t\tSDD\t\tSU\t\tSUU")
    (segment,) = parse_segment_file(segments_from_donjon(path).text, "x").segments
    assert rows(segment) == [[74, R, 72, R, 72, R, 74]]


def test_a_table_gives_words_other_numbers(path: Path, tmp_path: Path) -> None:
    table = tmp_path / "words.toml"
    names = {word for line in WORDS for word in line if word}
    table.write_text("\n".join(f"{word} = {number}" for number, word in enumerate(sorted(names), 1)))
    (segment,) = parse_segment_file(segments_from_donjon(path, as_table(table)).text, "x").segments
    assert rows(segment)[0] == [0] * 11
    assert rows(segment)[1][1] == sorted(names).index("F") + 1
    assert rows(segment)[1][7] == sorted(names).index("SDD") + 1
    table.write_text('"" = 9\nF = 8')
    result = run_command("segments", "import", path, "--table", table)
    assert f'{path}:2: the word "DL" in column 5 is not in the table "{table}": must be one of "", "F"' in result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\tF\n\tDSQ\n", 'a.tsv:2: the word "DSQ" in column 2 is none of donjon: must be one of "", "F", "DT"'),
        ("\tF\n\tDSQ\n", 'did you mean "DS'),
        ("F\t" * 1001, "a.tsv:1: the map has 1002 × 1 squares"),
        ("F\t" * 700 + "\n" * 600 + "F", "a.tsv:1: the map has 701 × 601 squares"),
        ("\n" * 300_000 + "F", "a.tsv: the map has more than 250000 squares"),
        ("\xff", 'the word "ÿ" in column 1'),
    ],
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.tsv").write_text(text)
    result = run_command("segments", "import", tmp_path / "a.tsv")
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_dungeon_of_donjon_is_a_dungeon_of_kts(path: Path, tmp_path: Path) -> None:
    document = json.loads(dungeon_of(tmp_path, path).to_json())
    ids = {tile["id"] for tile in document["tiles"]}
    assert ids >= {"base.door_wood_v", "base.door_secret_h", "base.gate_v", "base.stair_top", "base.wall_rock"}
    assert len(document["rooms"]) == 2
