"""Saves that earlier releases wrote are loaded, written in the present form, and loaded again.

The expected texts are what the release printed for `read.lua`, but for the names of values of missing mods.
`write.lua` and `write_kts.lua` made the saves.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import cbor2
import pytest

from host import Host
from host.errors import SaveError
from host.save import release_0_1_0, release_0_2_0
from host.save.contents import ChunkKey
from host.save.database import FORMAT, backups, digest_chunk, old_release, open_for_reading, sum_digests
from host.save.save_file import check, read, read_format
from tests.helpers import run_command

SAMPLES = Path(__file__).parents[1] / "samples"
# The scripts and the mods of the saves of all releases.
SCRIPTS = SAMPLES / "0.1.0" / "saves"
RELEASES = ["0.1.0", "0.2.0"]


@pytest.fixture
def sample(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return Path(shutil.copy(SAMPLES / f"{request.param}.save", tmp_path))


def release_of(path: Path) -> str | None:
    with open_for_reading(path) as database:
        return old_release(database)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    ("mods", "expected"),
    [(("lair", "guest"), "expected"), (("lair",), "expected_without_guest")],
    ids=["all_mods", "missing_mod"],
)
@pytest.mark.parametrize("rewritten", [False, True], ids=["as_it_was", "rewritten"])
def test_a_game_has_all_its_values(
    release: str, tmp_path: Path, mods: tuple[str, ...], expected: str, rewritten: bool
) -> None:
    lines: list[str] = []
    samples = SAMPLES / release / "saves"
    sample = Path(shutil.copy(samples / "lair.save", tmp_path))
    assert release_of(sample) == release
    nothing = tmp_path / "nothing.lua"
    nothing.write_text("")
    if rewritten:
        Host([SCRIPTS / "mods" / "lair"]).run_script(nothing, save=sample)
        assert (read_format(sample), release_of(sample)) == (FORMAT, None)
        assert check(sample) == []
    host = Host([SCRIPTS / "mods" / mod for mod in mods], output=lambda line: lines.append(line.replace("\t", " ")))
    host.run_script(SCRIPTS / "read.lua", save=sample)
    assert lines == (samples / f"{expected}.txt").read_text().splitlines()


@pytest.mark.parametrize("release", RELEASES)
def test_a_map_of_kts_has_all_it_had(release: str, tmp_path: Path) -> None:
    samples = SAMPLES / release / "saves"
    sample = Path(shutil.copy(samples / "kts.save", tmp_path))
    nothing = tmp_path / "nothing.lua"
    nothing.write_text("")
    expected = json.loads((samples / "expected_kts.json").read_text())
    for _ in range(2):
        document = json.loads(Host(["base", SCRIPTS / "mods" / "guest"]).run_script(nothing, save=sample).to_json())
        assert {key: document[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("0.1.0/saves/travel-overworld", "travel overworld --keys i"),
        ("0.1.0/saves/simulate-undercroft", "simulate undercroft --turns 3"),
        ("0.2.0/overworld", "travel overworld --keys i"),
        ("0.2.0/undercroft", "simulate undercroft --turns 3"),
    ],
    indirect=["sample"],
)
def test_commands_go_on(sample: Path, words: str) -> None:
    old, release, number = read(sample).header, release_of(sample), read_format(sample)
    # When these releases wrote a save of travel, all bundled mods were loaded.
    warnings = {"warning: the save was made with the mod base, which is not loaded: its data stays in the save\n", ""}
    assert run_command("saves", "check", sample).exit_code == 0
    assert f"host          {release}\n" in run_command("saves", "show", sample).stdout
    first = run_command(*words.split(), "--save", sample)
    assert first.exit_code == 0
    assert first.stderr in warnings
    assert (read_format(sample), release_of(sample)) == (FORMAT, None)
    assert read(sample).header["count"] == old["count"] + 1
    assert [(read_format(backup), release_of(backup)) for backup in backups(sample)] == [(number, release)]
    again = run_command(*words.split(), "--save", sample)
    assert again.exit_code == 0
    assert again.stderr in warnings


@pytest.mark.parametrize("sample", ["0.2.0/saves/simulate-maze"], indirect=True)
def test_a_simulation_whose_map_is_the_same_goes_on(sample: Path) -> None:
    done = run_command("simulate", "maze", "--turns", 3, "--save", sample)
    assert done.exit_code == 0, done.output
    assert "knight 6" in done.stdout
    assert read(sample).header["simulation"]["turns"] == 8


@pytest.mark.parametrize("sample", [f"{release}/saves/simulate-base" for release in RELEASES], indirect=True)
def test_a_simulation_without_its_monsters_does_not_go_on(sample: Path) -> None:
    before = sample.read_bytes()
    result = run_command("simulate", "base", "--mods", "critters", "--turns", 3, "--save", sample)
    assert result.exit_code == 1
    assert (
        "the turns of the save have different results now, so the simulation cannot continue: the versions 0.1.0 "
        "and 0.2.0 removed the monsters of kts from the map, and now they act" in result.stderr
    )
    assert sample.read_bytes() == before


@pytest.mark.parametrize("sample", [f"{release}/saves/simulate-caves" for release in RELEASES], indirect=True)
def test_a_simulation_on_another_map_does_not_go_on(sample: Path) -> None:
    """Caves have chambers, an entrance and an exit now."""
    before = sample.read_bytes()
    result = run_command("simulate", "caves", "--turns", 3, "--save", sample)
    assert result.exit_code == 1
    assert "the turns of the save have different results now, so the simulation cannot continue" in result.stderr
    assert sample.read_bytes() == before


@pytest.mark.parametrize("sample", [f"{release}/saves/lair" for release in RELEASES], indirect=True)
def test_a_damaged_chunk_is_named(sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database, database:
        database.execute("UPDATE chunk SET data = x'00' WHERE kind = 'game'")
    assert [problem for problem in check(sample) if "the chunk game is not what was saved" in problem]


@pytest.mark.parametrize("sample", ["0.1.0/saves/lair"], indirect=True)
def test_a_file_whose_format_was_edited_is_damaged(sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database:
        database.execute(f"PRAGMA user_version = {FORMAT}")
    assert check(sample) == ["the header is not what was saved"]
    assert run_command("saves", "check", sample).exit_code == 1


# Chunks that nobody wrote, as a stranger may forge them ------------------------------------------------------------

Graph = list[list[Any]]
EMPTY: dict[str, Graph] = {"0.1.0": [[[], []]], "0.2.0": [[0]]}
CONVERTERS: dict[str, Callable[[dict[ChunkKey, bytes]], dict[ChunkKey, bytes]]] = {
    "0.1.0": release_0_1_0.convert_chunks,
    "0.2.0": release_0_2_0.convert_chunks,
}


def forge_graphs(release: str, head: Graph, body: Graph) -> bytes:
    head_and_body = [cbor2.dumps(head), cbor2.dumps(body)]
    return zlib.compress(cbor2.dumps([*head_and_body, None]) if release == "0.1.0" else b"".join(head_and_body))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("part", ["graphs", "squares", "chunks"])
def test_chunks_are_converted_up_to_a_limit_of_all_together(
    release: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"0.1.0": [[[0] * 5000, []]], "0.2.0": [[5000, *[0] * 5000]]} if part == "graphs" else EMPTY
    chunk, kind = forge_graphs(release, EMPTY[release], body[release]), "mod"
    if part == "squares":
        squares = {"squares": zlib.compress(bytes(100_000))}
        kind = "ground" if release == "0.1.0" else "squares"
        empty = cbor2.dumps(EMPTY["0.1.0"])
        chunk = zlib.compress(cbor2.dumps([empty, empty, squares] if release == "0.1.0" else squares))
    monkeypatch.setattr(release_0_1_0, "MOST_COST", 100_000)
    key = "g" if kind == "squares" else ""
    few = {(kind, f"{key}{number}"): chunk for number in range(8)}
    assert len(CONVERTERS[release](few)) == 8
    many = {(kind, f"{key}{number}"): chunk for number in range(2000)}
    with pytest.raises(SaveError, match="the chunks up to it have more than 100000 bytes"):
        CONVERTERS[release](many)


@pytest.mark.parametrize("release", RELEASES)
def test_chunks_are_converted_for_a_limited_time(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_0_1_0, "MOST_SECONDS", -1.0)
    with pytest.raises(SaveError, match="the chunks before it took more than -1 s"):
        CONVERTERS[release]({("mod", "0"): forge_graphs(release, EMPTY[release], EMPTY[release])})


# Heads and bodies of the chunk of the game, in the form of each release.
FORGED: dict[str, dict[str, tuple[Any, Any]]] = {
    "no nodes": {"0.1.0": ([], []), "0.2.0": ([], [])},
    "no lists": {"0.1.0": (0, "text"), "0.2.0": (0, "text")},
    "empty nodes": {"0.1.0": ([[]], [[]]), "0.2.0": ([[]], [[]])},
    "no numbers": {"0.1.0": ([["x", 1]], [["x", 1]]), "0.2.0": ([["x", "y", "z"]], [["x", "y", []]])},
    "more heads than records": {
        "0.1.0": ([[[], ["objects", [1]]], [[[2]], []], [[1, 2, 3], []]], [[[], ["objects", [1]]], [[], []]]),
        "0.2.0": ([[0, "objects", [1]], [1, [2]], [3, 1, 2, 3]], [[0, "objects", [1]], [0]]),
    },
    "records that are no tables": {
        "0.1.0": ([[[], ["objects", [1]]], [[[2]], []], [[1, 2, 3], []]], [[[], ["objects", [1]]], [[[2]], []], "ab"]),
        "0.2.0": ([[0, "objects", [1]], [1, [2]], [3, 1, 2, 3]], [[0, "objects", [1]], [1, [2]], "ab"]),
    },
    "nodes that are missing": {
        "0.1.0": ([[[], ["objects", [9]]]], [[[], ["objects", [9]]]]),
        "0.2.0": ([[0, "objects", [9]]], [[0, "objects", [9]]]),
    },
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_chunk_is_named(release: str, forged: dict[str, tuple[Any, Any]]) -> None:
    with pytest.raises(SaveError, match="the chunk game of the save cannot be read: "):
        CONVERTERS[release]({("game", ""): forge_graphs(release, *forged[release])})


def forge_file(path: Path, dropped: ChunkKey, added: dict[ChunkKey, bytes]) -> None:
    """Replace a chunk of a save of 0.2.0, and make its digests right."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM chunk WHERE kind = ? AND key = ?", dropped)
        for key, data in added.items():
            database.execute("INSERT INTO chunk VALUES (?, ?, ?, ?)", (*key, data, digest_chunk(key, data)))
        total = sum_digests(digest for (digest,) in database.execute("SELECT digest FROM chunk"))
        count, text = database.execute("SELECT count, data FROM header").fetchone()
        text = json.dumps({**json.loads(text), "chunks": f"{total:032x}"}, sort_keys=True)
        digest = blake2b(f"{count} {text}".encode(), digest_size=16).digest()
        database.execute("UPDATE header SET data = ?, digest = ?", (text, digest))


@pytest.mark.parametrize("sample", ["0.2.0/overworld"], indirect=True)
@pytest.mark.parametrize(
    ("dropped", "added", "message"),
    [
        (("squares", "m1"), [], "the chunk map 1 of the save cannot be read: "),
        (("map", "1"), [], "the chunk map 1 of the save cannot be read: "),
        (("squares", "m1"), [("squares", "m1")], "the chunk map 1 of the save cannot be read: "),
        (("squares", "m1"), [("squares", "x1")], "the chunk squares 1 of the save cannot be read: "),
        (("area", "1"), [("area", "1")], "the chunk area 1 of the save cannot be read: "),
        (("area", "1"), [("other", "1")], "the chunk other 1 of the save cannot be read: "),
    ],
)
def test_a_forged_file_of_0_2_0_ends_with_one_line(
    sample: Path, dropped: ChunkKey, added: list[ChunkKey], message: str
) -> None:
    forge_file(sample, dropped, {key: zlib.compress(cbor2.dumps(["?"])) for key in added})
    before = sample.read_bytes()
    done = run_command("travel", "overworld", "--keys", "i", "--save", sample)
    assert done.exit_code == 1
    errors = [line for line in done.stderr.splitlines() if not line.startswith(("warning: ", "  again"))]
    assert len(errors) == 1
    assert errors[0].startswith("error: ")
    assert message in errors[0]
    assert sample.read_bytes() == before
