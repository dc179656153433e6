"""Maps as arrays and tables, which programs read without the host."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from host import Host, Map
from tests.helpers import KTS_TILES, run_command, write_mod


@pytest.fixture(scope="module")
def dungeon() -> Map:
    return Host(["base"]).generate("base", seed=3)


def test_arrays_tell_what_the_map_tells(dungeon: Map, tmp_path: Path) -> None:
    dungeon.save(tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz", allow_pickle=False) as arrays:
        a = {name: arrays[name] for name in arrays}
    shape = dungeon.height, dungeon.width
    grids = ["tiles", "walkable", "clear", "items", "counts", "creatures", "doors", "keys", "containers", "homes"]
    assert {a[name].shape for name in grids} == {shape}
    assert np.array_equal(a["walkable"], dungeon.walkable)
    assert np.array_equal(a["rooms"], dungeon.rooms)
    assert [tuple(text.split(" ")) for text in a["tile_names"]] == [*dungeon.legend().values()]
    assert np.array_equal(a["tiles"], dungeon.tiles)
    lying = {(item.x, item.y): item for item in dungeon.items if item.where == "floor"}
    assert {(x, y) for y, x in np.argwhere(a["items"]).tolist()} == {*lying}
    for (x, y), item in lying.items():
        assert a["item_names"][a["items"][y, x] - 1] == item.id
        assert a["counts"][y, x] == item.number
    creatures = {(one.x, one.y): one.id for one in dungeon.creatures}
    found = {
        (x, y): str(a["creature_names"][a["creatures"][y, x] - 1]) for y, x in np.argwhere(a["creatures"]).tolist()
    }
    assert found == creatures
    words = {1: lambda door: door.is_open, 2: lambda door: door.lock is None, 3: lambda door: door.lock is not None}
    assert all(words[a["doors"][door.y, door.x]](door) for door in dungeon.doors)
    assert np.count_nonzero(a["doors"]) == len(dungeon.doors)
    assert [a["keys"][lock.y, lock.x] for lock in dungeon.locks if isinstance(lock.lock, int)] == [
        lock.lock for lock in dungeon.locks if isinstance(lock.lock, int)
    ]
    assert np.count_nonzero(a["containers"]) == len(dungeon.containers)
    assert a["homes"][dungeon.homes[0].y, dungeon.homes[0].x] == 1
    assert json.loads(str(a["about"]))["seed"] == 3
    # Walls end sight, floors do not.
    assert not a["clear"][0, 0]
    assert a["clear"][a["walkable"] & (a["doors"] == 0)].all()


def test_a_table_has_a_row_for_each_square(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    assert run_command("generate", "base", "--seed", "3", "-o", file).exit_code == 0
    m = Host(["base"]).generate("base", seed=3)
    rows = [*csv.DictReader(io.StringIO(file.read_text()))]
    assert len(rows) == m.width * m.height
    by_place = {(int(row["x"]), int(row["y"])): row for row in rows}
    for item in m.items:
        if item.where == "floor":
            assert (by_place[item.x, item.y]["items"], by_place[item.x, item.y]["counts"]) == (
                item.id,
                str(item.number),
            )
    for creature in m.creatures:
        assert by_place[creature.x, creature.y]["creatures"] == creature.id
    assert sum(row["walkable"] == "1" for row in rows) == m.walkable.sum()


def test_the_bytes_are_those_of_show(tmp_path: Path) -> None:
    for ending in ("json", "npz", "csv"):
        assert run_command("generate", "caves", "--seed", "2", "-o", tmp_path / f"a.{ending}").exit_code == 0
        assert run_command("show", tmp_path / "a.json", "-o", tmp_path / f"b.{ending}").exit_code == 0
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_names_of_mods_are_no_formulas_and_no_pickles(tmp_path: Path) -> None:
    mod = write_mod(
        tmp_path / "evil",
        {
            "mod.toml": 'id = "evil"\nversion = "1"\ndialects = ["kts"]\n',
            "init.lua": KTS_TILES
            + """
require("host.generators").register_generator {
  id = "evil",
  generate = function()
    return require("host.toolbox").walk { width = 8, height = 5 }:map { room = floor, wall = wall, edge = wall }
  end,
}
""",
        },
    )
    document = json.loads(Host([mod]).generate("evil", seed=1).to_json())
    for tile in document["tiles"]:
        tile["id"] = "=cmd()." + tile["id"]
    m = Map.from_json(json.dumps(document))
    m.save(tmp_path / "m.csv")
    m.save(tmp_path / "m.npz")
    rows = [*csv.reader(io.StringIO((tmp_path / "m.csv").read_text()))]
    assert all(row[2].startswith("'=cmd()") for row in rows[1:])
    with np.load(tmp_path / "m.npz", allow_pickle=False) as arrays:
        assert [*arrays]


@pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pseudo terminals")
def test_arrays_are_not_shown_in_a_terminal() -> None:
    from tests.helpers.terminal import Terminal

    with Terminal("generate", "caves", "--seed", "1", "--format", "npz") as terminal:
        assert terminal.end() == 1
        assert any("npz cannot be shown in a terminal: -o FILE.npz writes it" in line for line in terminal.lines)


def test_options_of_pictures_are_refused_for_arrays(tmp_path: Path) -> None:
    done = run_command("generate", "caves", "--title", "-o", tmp_path / "m.npz")
    assert done.exit_code == 1
    assert "--title is for pictures, and the format is npz" in done.output
