"""Forged saves: each is read as a game or refused with one sentence."""

from __future__ import annotations

import os
import random
import sqlite3
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest

from host import Host, HostError
from host.errors import InternalError, SaveError
from host.save.contents import MOST_CHUNK_BYTES, ChunkKey, compress, decompress
from host.save.save_file import SaveFile, check, read
from tests.helpers import run_command, sampled
from tests.save.test_saves import WORLD

GAME = """
local W = require "w"
local world = W.begin()
local rat = Chara.create("w.rat", 9, 9, {}, world)
rat.friend, rat.list = Chara.player(), { 1, "two", { x = 0.5 } }
Item.create("w.apple", nil, nil, { amount = 9 }, rat).note = world
Item.create("w.apple", 3, 3, {}, world)
world.loose = Item.create("w.apple", nil, nil, { ownerless = true })
rat:get_mod_data("w").x = 1
Area.get_or_create("w.cave").metadata.gold = 3
goto_floor("w.cave", 1)
save.w.count = world
"""
LOOK = """
for _, _, area in Area.iter() do
  print(area, area.name, area:starting_floor(), Area.parent(area))
  for _, floor, one in area:iter_maps() do print(floor, one.uid) end
end
for _, one in Chara.iter_all() do print(one, one.x, one:calc("level")) end
goto_floor("w.world", 1)
goto_floor("w.cave", 1)
World.pass_time_in_seconds(3600 * 24 * 9)
goto_floor("w.cave", 2)
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], dict[ChunkKey, bytes]]:
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "w").mkdir()
    (folder / "w" / "mod.toml").write_text('id = "w"\nversion = "1.0"\ndialects = ["areas"]\n')
    (folder / "w" / "init.lua").write_text(WORLD)
    (folder / "begin.lua").write_text(GAME)
    (folder / "look.lua").write_text(LOOK)
    Host([folder / "w"]).run_script(folder / "begin.lua", seed=4, save=folder / "x.save")
    found = read(folder / "x.save")
    return folder, {key: value for key, value in found.header.items() if key not in ("count", "chunks")}, found.chunks


def _load(folder: Path, header: Any, chunks: dict[ChunkKey, bytes]) -> str | None:
    """What loading that save and looking around says, if it is refused."""
    file = folder / "forged.save"
    file.unlink(missing_ok=True)
    SaveFile(file).write(header, chunks, [])
    host = Host([folder / "w"], output=lambda _: None)
    try:
        host.run_script(folder / "look.lua", save=file)
    except InternalError:
        raise
    except HostError as error:
        return str(error)
    return None


JUNK = [None, 0, -1, 2**62, 1.5, float("nan"), "", "x" * 50, b"\xff", True, [], [0], [1], ["o1"], ["m1"],
        ["a1"], ["ew.rat"], [""], {}, "base.map_tile", ["ebase.item\0w.apple"]]  # fmt: skip


def _spots(value: Any, found: list[tuple[list[Any] | dict[Any, Any], Any]]) -> None:
    if isinstance(value, list | dict):
        for key in range(len(value)) if isinstance(value, list) else [*value]:
            found.append((value, key))
            _spots(value[key], found)


def forged(chunk: bytes, draw: random.Random) -> bytes:
    """A chunk with one of its values another."""
    parts = items_of(chunk)
    spots: list[tuple[Any, Any]] = []
    _spots(draw.choice(parts), spots)
    where, key = draw.choice(spots)
    where[key] = draw.choice(JUNK)
    return compress(b"".join(map(cbor2.dumps, parts)))


def items_of(chunk: bytes) -> list[Any]:
    """The values in a chunk: a graph, and the squares of a map."""
    decoder, items = cbor2.CBORDecoder(BytesIO(decompress(chunk))), []
    while True:
        try:
            items.append(decoder.decode())
        except cbor2.CBORDecodeEOF:
            return items


@pytest.mark.slow
@pytest.mark.parametrize("start", sampled(range(0, int(os.environ.get("FORGED", "40")), 10), 1))
def test_forged_values_are_read_or_refused(
    saved: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], start: int
) -> None:
    folder, header, chunks = saved
    refused = 0
    for number in range(start, start + 10):
        draw = random.Random(number)
        key = draw.choice(sorted(chunks))
        told = _load(folder, header, {**chunks, key: forged(chunks[key], draw)})
        assert told is None or ("Traceback" not in told and "[host]" not in told and "attempt to" not in told), (
            number,
            key,
            told,
        )
        refused += told is not None
    assert refused


def _forged_file(path: Path, *changes: str) -> Path:
    SaveFile(path).write({"seed": 1, "players": 1}, {("mod", "w"): b"x"}, [])
    with sqlite3.connect(path) as database:
        for change in changes:
            database.execute(change)
    database.close()
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("CREATE TABLE more (x)", "is not a save of dungeon-host: it has other tables"),
        ("CREATE TRIGGER t AFTER UPDATE ON header BEGIN DELETE FROM chunk; END", "it has other tables"),
        (
            "CREATE VIEW v AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x FROM r",
            "it has other tables",
        ),
        ("DROP TABLE chunk", "it has other tables"),
        ("PRAGMA user_version = 77", "has the format 77: a newer version"),
        ("PRAGMA application_id = 7", "is not a save of dungeon-host"),
        ("DELETE FROM header", "the header is missing"),
        ("UPDATE header SET data = '['", "the header is not what was saved"),
        ("UPDATE header SET count = 9", "the header is not what was saved"),
        ("DELETE FROM chunk", "the chunks are not what the header says"),
        ("UPDATE chunk SET key = 'v'", "the chunk mod v is not what was saved"),
    ],
)
def test_databases_that_are_no_whole_saves_are_told(tmp_path: Path, change: str, message: str) -> None:
    path = _forged_file(tmp_path / "x.save", change)
    with pytest.raises(SaveError, match=message):
        read(path)
    for words in (("saves", "check", path), ("saves", "show", path), ("saves", "list", tmp_path)):
        found = run_command(*words)
        assert "Traceback" not in found.output
        assert found.exit_code == (0 if words[1] == "list" else 1)


@pytest.mark.parametrize(
    "header",
    [
        {"seed": -1},
        {"seed": True},
        {"players": 10**9},
        {"clock": float("inf")},
        {"uids": "x"},
        {"mods": 5},
        {"mods": [["w"]]},
        {"mods": [["w", 1, None]]},
        {"streams": [["w", "p", -1]]},
        {"streams": [["w", "p", 2**70]]},
        {"streams": {"a": 1}},
    ],
    ids=str,
)
def test_headers_of_another_form_are_told(tmp_path: Path, header: dict[str, Any]) -> None:
    path = tmp_path / "x.save"
    SaveFile(path).write({"seed": 1, "players": 1, "clock": 0, "uids": 0, "mods": [], "streams": [], **header}, {}, [])
    with pytest.raises(SaveError, match="the header of the save has"):
        read(path)
    assert check(path) != []
    assert "damaged" in run_command("saves", "list", tmp_path).stdout


@pytest.mark.parametrize(
    "pack",
    [
        lambda: zlib.compress(b"\0" * (MOST_CHUNK_BYTES + 1)),
        lambda: zlib.compress(b"\x81" * 100_000 + b"\0"),
        lambda: zlib.compress(b"\x9b\x00\x00\x00\x7f\xff\xff\xff\xff"),
        lambda: zlib.compress(cbor2.dumps([1, 2, 3]))[:-3],
    ],
    ids=["bomb", "deep", "huge", "cut"],
)
@pytest.mark.parametrize("key", [("game", ""), ("map", "1")], ids=str)
def test_chunks_that_would_be_huge_are_refused(
    saved: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], key: ChunkKey, pack: Callable[[], bytes]
) -> None:
    folder, header, chunks = saved
    message = _load(folder, header, {**chunks, key: pack()})
    assert message is not None
    assert "of the save cannot be read" in message


@pytest.mark.parametrize(
    "graph",
    [7, [], [[]], [1], ["ab"], [[0, 1]], [[-1]], [[1]], [["w", 0]], [["w", "C", "x"]], [[0, None, 1]],
     [[0, float("nan"), 1]], [[1, 2**100]], [[1, 2**64 - 1]], [[1, [7]]], [[1, [-1]]], [[1, [1.5]]], [[1, [[0]]]],
     [[1, []]], [[1, {}]], [[1, cbor2.CBORSimpleValue(99)]], [[2**62]]],
    ids=str,
)  # fmt: skip
def test_graphs_that_are_none_are_refused(
    saved: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], graph: Any
) -> None:
    folder, header, chunks = saved
    message = _load(folder, header, {**chunks, ("mod", "w"): compress(cbor2.dumps(graph))})
    assert message is not None
    assert "save.w of the save cannot be read" in message
    assert "[host]" not in message


def _position(node: list[Any], key: str) -> int:
    """The position of the value of a key in a node of a graph."""
    return next(at + 1 for at in range(1 + node[0], len(node), 2) if node[at] == key)


@pytest.mark.parametrize("reference", ["o1", "o2", "o999", "m1", "a1", "ebase.item\0w.apple"])
def test_a_reference_is_no_table_of_fields(
    saved: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], reference: str
) -> None:
    folder, header, chunks = saved
    nodes, squares = items_of(chunks["map", "1"])
    (objects,) = nodes[0][_position(nodes[0], "objects")]
    record = nodes[nodes[objects][1][0]]
    record[_position(record, "fields")] = [reference]
    forged_map = compress(cbor2.dumps(nodes) + cbor2.dumps(squares))
    message = _load(folder, header, {**chunks, ("map", "1"): forged_map})
    assert message is not None
    assert "the save is damaged: map 1 → objects → 1 → fields is " in message
    assert message.endswith(": must be a table")


@pytest.mark.parametrize(("name", "rule"), [("uid", "that no other object has"), ("kind", "there is no such value")])
def test_objects_have_different_uids_and_a_kind(
    saved: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], name: str, rule: str
) -> None:
    folder, header, chunks = saved
    nodes, squares = items_of(chunks["map", "1"])
    (objects,) = nodes[0][_position(nodes[0], "objects")]
    first, second = (nodes[element[0]] for element in nodes[objects][1:3])
    second[_position(second, name)] = first[_position(first, name)] if name == "uid" else "base.map"
    forged_map = compress(cbor2.dumps(nodes) + cbor2.dumps(squares))
    message = _load(folder, header, {**chunks, ("map", "1"): forged_map})
    assert message is not None
    assert f"the save is damaged: map 1 → objects → 2 → {name} is " in message
    assert rule in message


def _a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("make", [_a_pipe, Path.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_never_replaced(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "x")
    with pytest.raises(SaveError, match="is not a file"):
        Host(["base"]).travel("base", lambda *_: None, save=tmp_path / "x")
    assert not (tmp_path / "x").is_file()


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = _forged_file(tmp_path / "x.save")
    os.truncate(path, 2**31)
    with pytest.raises(SaveError, match="a save has at most"):
        read(path)


def test_a_link_is_followed_and_what_lies_beside_is_not(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path = _forged_file(tmp_path / "there" / "x.save")
    link = tmp_path / "x.save"
    link.symlink_to(path)
    file = SaveFile(link)
    file.read()
    file.write({"seed": 2}, {}, [])
    file.close()
    assert link.is_symlink()
    assert read(path).header["seed"] == 2
