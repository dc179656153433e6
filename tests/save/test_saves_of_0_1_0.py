"""Saves that version 0.1.0 wrote are loaded, written in the present format, and loaded again.

The expected texts are what version 0.1.0 printed for `read.lua`. `write.lua` and `write_kts.lua` made the saves.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import cbor2
import pytest

from host import Host
from host.errors import SaveError
from host.save import format_2
from host.save.database import FORMAT, backups
from host.save.file import check, read, read_format
from tests.helpers import run_command

SAMPLES = Path(__file__).parents[1] / "samples" / "0.1.0" / "saves"


@pytest.fixture
def sample(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return Path(shutil.copy(SAMPLES / f"{request.param}.save", tmp_path))


@pytest.mark.parametrize("sample", ["lair"], indirect=True)
@pytest.mark.parametrize(
    ("mods", "expected"),
    [(("lair", "guest"), "expected"), (("lair",), "expected_without_guest")],
    ids=["all_mods", "missing_mod"],
)
@pytest.mark.parametrize("rewritten", [False, True], ids=["as_it_was", "rewritten"])
def test_a_game_has_all_its_values(
    sample: Path, tmp_path: Path, mods: tuple[str, ...], expected: str, rewritten: bool
) -> None:
    lines: list[str] = []
    nothing = tmp_path / "nothing.lua"
    nothing.write_text("")
    if rewritten:
        Host([SAMPLES / "mods" / "lair"]).run_script(nothing, save=sample)
        assert read_format(sample) == FORMAT
        assert check(sample) == []
    host = Host([SAMPLES / "mods" / mod for mod in mods], output=lambda line: lines.append(line.replace("\t", " ")))
    host.run_script(SAMPLES / "read.lua", save=sample)
    assert lines == (SAMPLES / f"{expected}.txt").read_text().splitlines()


@pytest.mark.parametrize("sample", ["kts"], indirect=True)
def test_a_map_of_kts_has_all_it_had(sample: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.lua"
    nothing.write_text("")
    expected = json.loads((SAMPLES / "expected_kts.json").read_text())
    for _ in range(2):
        document = json.loads(Host(["base", SAMPLES / "mods" / "guest"]).run_script(nothing, save=sample).to_json())
        assert {key: document[key] for key in expected} == expected


@pytest.mark.parametrize("sample", ["travel-overworld", "simulate-undercroft"], indirect=True)
def test_commands_go_on(sample: Path) -> None:
    words = {
        "travel-overworld": ("travel", "overworld", "--keys", "i"),
        "simulate-undercroft": ("simulate", "undercroft", "--turns", 3),
    }[sample.stem]
    old = read(sample).header
    first = run_command(*words, "--save", sample)
    assert (first.exit_code, first.stderr) == (0, "")
    assert read_format(sample) == FORMAT
    assert read(sample).header["count"] == old["count"] + 1
    assert [read_format(backup) for backup in backups(sample)] == [2]
    again = run_command(*words, "--save", sample)
    assert (again.exit_code, again.stderr) == (0, "")


@pytest.mark.parametrize("sample", ["simulate-base"], indirect=True)
def test_a_simulation_without_its_monsters_does_not_go_on(sample: Path) -> None:
    before = sample.read_bytes()
    result = run_command("simulate", "base", "--mods", "critters", "--turns", 3, "--save", sample)
    assert result.exit_code == 1
    assert (
        "the turns of the save have different results now, so the simulation cannot continue: the versions 0.1.0 "
        "and 0.2.0 removed the monsters of kts from the map, and now they act" in result.stderr
    )
    assert sample.read_bytes() == before


@pytest.mark.parametrize("sample", ["simulate-caves"], indirect=True)
def test_a_simulation_on_another_map_does_not_go_on(sample: Path) -> None:
    """Caves have chambers, an entrance and an exit now."""
    before = sample.read_bytes()
    result = run_command("simulate", "caves", "--turns", 3, "--save", sample)
    assert result.exit_code == 1
    assert "the turns of the save have different results now, so the simulation cannot continue" in result.stderr
    assert sample.read_bytes() == before


@pytest.mark.parametrize("sample", ["lair"], indirect=True)
def test_a_damaged_chunk_is_named(sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database, database:
        database.execute("UPDATE chunk SET data = x'00' WHERE kind = 'game'")
    assert [problem for problem in check(sample) if "the chunk game is not what was saved" in problem]


@pytest.mark.parametrize("sample", ["lair"], indirect=True)
def test_a_file_whose_format_was_edited_is_damaged(sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database:
        database.execute(f"PRAGMA user_version = {FORMAT}")
    assert check(sample) == ["the header is not what was saved"]
    assert run_command("saves", "check", sample).exit_code == 1


@pytest.mark.parametrize("part", ["graphs", "squares", "chunks"])
def test_chunks_are_converted_up_to_a_limit_of_all_together(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = cbor2.dumps([[[], []]])
    body = cbor2.dumps([[[0] * 5000, []]]) if part == "graphs" else empty
    squares = {"squares": zlib.compress(bytes(100_000))} if part == "squares" else None
    chunk = zlib.compress(cbor2.dumps([empty, body, squares]))
    monkeypatch.setattr(format_2, "MOST_COST", 100_000)
    kind = "mod" if part != "squares" else "ground"
    few = {(kind, str(number)): chunk for number in range(10)}
    assert len(format_2.convert_chunks(few)) == 10
    many = {(kind, str(number)): chunk for number in range(2000)}
    with pytest.raises(SaveError, match="the chunks up to it have more than 100000 bytes"):
        format_2.convert_chunks(many)


def test_chunks_are_converted_for_a_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = cbor2.dumps([[[], []]])
    chunk = zlib.compress(cbor2.dumps([empty, empty, None]))
    monkeypatch.setattr(format_2, "MOST_SECONDS", -1.0)
    with pytest.raises(SaveError, match="the chunks before it took more than -1 s"):
        format_2.convert_chunks({("mod", "0"): chunk})
