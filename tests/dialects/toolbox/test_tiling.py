"""toolbox.tiled: maps of tiles and segments of a mod that fit at their edges."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from host import Host, HostError
from host.metrics.regions import is_connected
from host.model.tile import BLOCKED, CLEAR
from tests.helpers import RunLua, write_mod

MANIFEST = 'id = "roads"\nversion = "1.0"\n'
INIT = """
local generators, toolbox = require "host.generators", require "host.toolbox"
local grass = kts.Tile { name = "grass", glyph = ",", depth = 5, items = "grass" }
local across = kts.Tile { name = "across", glyph = "-", depth = 4 }
local down = kts.Tile { name = "down", glyph = "|", depth = 4 }
local bend = kts.Tile { name = "bend", glyph = "b", depth = 4 }
local cross = kts.Tile { name = "cross", glyph = "+", depth = 4 }
kts.SetRotate(across, down)
kts.SetRotate(down, across)

generators.register_generator {
  id = "net",
  options = { { id = "width", default = 20, least = 1, most = 60 }, { id = "connected", default = true } },
  generate = function(options)
    return toolbox.tiled {
      width = options.width, height = 12, border = "grass", connected = options.connected and "road",
      fixed = { { x = 5, y = 5, tile = 4 }, { x = 0, y = 0, tile = 1 } },
      tiles = {
        { tile = grass, edges = "grass" },
        { tile = { grass, across }, edges = { "grass", "road", "grass", "road" }, turns = true, weight = 2 },
        { tile = { grass, bend }, edges = { "road", "road", "grass", "grass" }, turns = true },
        { tile = { grass, cross }, edges = "road", weight = 0.25 },
      },
    }
  end,
}
"""
# Tile by name -> sides that are a road: north, east, south, west.
ROADS = {"across": "ew", "down": "ns", "cross": "nesw"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    mod = write_mod(tmp_path_factory.mktemp("mods") / "roads", {"mod.toml": MANIFEST, "init.lua": INIT})
    return Host([mod])


def names(host: Host, seed: int, **options: Any) -> list[list[str]]:
    """The name of the top tile of each square."""
    document = json.loads(host.generate("roads.net", seed=seed, options=options).to_json())
    tops = [document["tiles"][stack[-1]]["name"] for stack in document["stacks"]]
    return [[tops[stack] for stack in row] for row in document["rows"]]


def test_roads_meet_and_are_connected(host: Host) -> None:
    for seed in range(4):
        rows = names(host, seed, width=60)
        assert (rows[5][5], rows[0][0]) == ("cross", "grass")
        assert {"across", "down", "bend"} <= {name for row in rows for name in row}
        grid = np.array([[name != "grass" for name in row] for row in rows])
        assert is_connected(grid)
        for y, row in enumerate(rows):
            for x, name in enumerate(row):
                for side, dx, dy in (("e", 1, 0), ("w", -1, 0), ("n", 0, -1), ("s", 0, 1)):
                    if side in ROADS.get(name, ""):
                        assert grid[y + dy, x + dx]


def test_the_same_seed_gives_the_same_map(host: Host) -> None:
    assert names(host, 3) == names(host, 3) != names(host, 4)


def test_parts_of_a_label_turn_with_the_tile(run_shared: RunLua) -> None:
    """Water lies inside of its shores: beside water are water and shore alone, and a shore has water on one side."""
    script = """
    local toolbox = require "host.toolbox"
    local shore, coast = "land/water", "water/land"
    local map = toolbox.tiled { width = 24, height = 16, border = "land", tiles = {
      { tile = T.floor, edges = "land", weight = 4 }, { tile = T.wall, edges = "water", weight = 4 },
      { tile = T.door, edges = { "land", shore, "water", shore }, turns = true },
      { tile = T.door, edges = { "land", shore, shore, "land" }, turns = true },
      { tile = T.door, edges = { "water", coast, coast, "water" }, turns = true },
    } }
    """
    ran = run_shared(script, load="", seed=2)
    walking = ran.map.tileset.traits.array("walking").take(ran.map.stacks)
    land, water = walking == CLEAR, walking == BLOCKED
    assert land.any()
    assert water.any()
    assert not (land[:, 1:] & water[:, :-1] | land[:, :-1] & water[:, 1:]).any()
    assert not (land[1:] & water[:-1] | land[:-1] & water[1:]).any()


@pytest.mark.parametrize(("label", "fits"), [("b/a", True), ("a/b", False)])
def test_a_label_is_read_from_the_other_end_when_a_tile_is_turned_around(
    run_shared: RunLua, label: str, fits: bool
) -> None:
    script = f"""
    local toolbox = require "host.toolbox"
    print(pcall(toolbox.tiled, {{
      width = 2, height = 1, border = {{ "x", "a/b", "b/a" }}, fixed = {{ {{ x = 0, y = 0, tile = 1 }} }},
      tiles = {{
        {{ tile = T.floor, edges = {{ "x", "a/b", "x", "x" }} }},
        {{ tile = T.wall, edges = {{ "x", "{label}", "x", "x" }}, turns = true }},
      }},
    }}))
    """
    assert run_shared(script, load="").lines[0].startswith(str(fits).lower())


def test_without_connected_there_are_several_nets(host: Host) -> None:
    grids = [np.array(names(host, seed, width=60, connected=False)) != "grass" for seed in range(4)]
    assert not all(is_connected(grid) for grid in grids)


# Numbers: 1 floor, 2 wall, 3 floor with a rat, 4 door.
LOAD = 'parts = kts.LoadSegments({ floor, wall, { rat, floor }, { door, floor } }, "parts.txt")'
SQUARES = (
    "2 2 2\n2 2 2\n2 2 2",
    "2 2 2\n1 1 1\n2 2 2",
    "2 2 2\n2 3 4\n2 2 2",
    "2 1 2\n2 1 1\n2 2 2",
    "2 1 2\n1 1 1\n2 2 2",
)
PARTS = "".join(f"segment\nwidth: 3\nheight: 3\ndata:\n{rows}\nrooms:\n1\n0 0 3 3\nend\n" for rows in SQUARES)
SEGMENTS = """
local toolbox = require "host.toolbox"
local pieces = {}
for i, segment in ipairs(T.parts) do
  pieces[i] = { segment = segment, turns = true, mirrored = true }
end
"""


def run_parts(run: RunLua, text: str, seed: int = 1) -> Any:
    return run(SEGMENTS + text, load=LOAD, files={"parts.txt": PARTS.replace("/", "\n") + "eof\n"}, seed=seed)


def test_segments_meet_where_one_can_walk(run_shared: RunLua) -> None:
    for seed in range(4):
        ran = run_parts(
            run_shared,
            'toolbox.tiled { width = 8, height = 6, tiles = pieces, border = "###", connected = true }',
            seed,
        )
        game_map = ran.map
        traits = game_map.tileset.traits
        opened = traits.array("with_doors").take(game_map.stacks)
        doors = opened & (traits.array("walking").take(game_map.stacks) != CLEAR)
        assert (game_map.width, game_map.height) == (24, 18)
        assert opened.any()
        assert is_connected(opened)
        assert opened[1:-1, 1:-1].sum() == opened.sum()
        assert not (doors[:, 1:] & doors[:, :-1]).any()
        # What lies in a segment comes with it.
        assert len(game_map.living_creatures) == int(doors.sum()) > 0
        assert len(game_map.zones) == len(game_map.rooms) == 48


FLOOR = 'tiles = { { tile = T.floor, edges = "a" } }'
REFUSED = [
    (f'{FLOOR}, border = "b"', "no map has this border: no tile is as it must be at x = 0, y = 0"),
    (f"{FLOOR}, border = {{}}", "no map has this border"),
    (
        'tiles = { { tile = T.floor, edges = "open" }, { tile = T.wall, edges = { "open", "open", "opne", "open" } } }',
        (
            'tiles[2] has a south edge "opne" that fits nothing: must be an edge on the north of a tile, or the '
            'border; did you mean "open"?'
        ),
    ),
    (
        (
            'tiles = { { tile = T.floor, edges = "a" }, { tile = T.wall, edges = "b" } }, '
            "fixed = { { x = 0, y = 0, tile = 1 }, { x = 1, y = 0, tile = 2 } }"
        ),
        "no map has these fixed tiles: nothing fits at x = 0, y = 0, which must be tiles[1], with tiles[2] to the east",
    ),
    ("tiles = {}", "tiles is empty: must be a list of at least one tile"),
    ("", "options.tiles is nil: must be a list"),
    ("tiles = { { tile = T.floor } }", "tiles[1] has no edges: must have a label for all"),
    ('tiles = { { edges = "a" } }', "tiles[1] has neither a tile nor a segment"),
    ("tiles = { { tile = T.floor, segment = T.parts[1] } }", "tiles[1] has both a tile and a segment"),
    (
        'tiles = { pieces[1], { tile = T.floor, edges = "###" } }',
        "tiles[2] has 1 × 1 squares, and tiles[1] 3 × 3: must be equal in size",
    ),
    ('tiles = { { tile = T.floor, edges = { "a" } } }', "must have 4 edges, north, east"),
    ('tiles = { { tile = T.floor, edges = "a", wieght = 2 } }', 'did you mean "weight"?'),
    (
        f"{FLOOR}, fixed = {{ {{ x = 4, y = 0, tile = 1 }} }}",
        "fixed[1] is x = 4, y = 0: must lie on the map, from 0, 0",
    ),
    (
        f"{FLOOR}, fixed = {{ {{ x = 1, y = 0, tile = 2 }} }}",
        "fixed[1].tile is 2: must be the number of a tile, 1 to 1",
    ),
    (f'{FLOOR}, connected = "road"', 'connected is "road", which no edge has'),
    # Hostile: too many, and no numbers.
    (f"{FLOOR}, width = 1000, height = 101", "width × height is 101000: must be at most 100000 tiles"),
    ("tiles = pieces, width = 334, height = 334", "width × height is 111556"),
    ("tiles = many", "options.tiles is a table: must have at most 1000 elements"),
    *(
        (f'tiles = {{ {{ tile = T.floor, edges = "a", weight = {weight} }} }}', f"weight is {shown}: must be")
        for weight, shown in (("0/0", "nan"), ("1/0", "inf"), ("-1", "-1"), ("0", "0"), ("1e300", "1e+300"))
    ),
]


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_what_is_wrong_is_named(run_shared: RunLua, options: str, message: str) -> None:
    script = f"""
    local many = {{}}
    for i = 1, {1001 if "many" in options else 0} do many[i] = {{ tile = T.floor, edges = "a" }} end
    toolbox.tiled {{ {"" if "width" in options else "width = 4, height = 4,"} {options} }}
    """
    with pytest.raises(HostError) as caught:
        run_parts(run_shared, script)
    assert "toolbox.tiled: " in caught.value.report()
    assert message in caught.value.report()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        ('for i = 1, 1000000 do t[i] = { tile = T.floor, edges = "a" } end', "a table holds more than the host takes"),
        ("t[1] = { tile = T.floor, edges = t }", "a table is nested more than 32 deep, or holds itself"),
    ],
)
def test_hostile_tables_end_at_the_border(run_shared: RunLua, make: str, message: str) -> None:
    with pytest.raises(HostError, match=message):
        run_parts(run_shared, f"local t = {{}}; {make}; toolbox.tiled {{ width = 4, height = 4, tiles = t }}")


def test_a_failed_call_changes_nothing(run_shared: RunLua) -> None:
    ran = run_parts(
        run_shared,
        'print(pcall(toolbox.tiled, { width = 2, height = 2, tiles = { pieces[3] }, border = "###" }))\n'
        "print(toolbox.tiled { width = 2, height = 2, tiles = { pieces[1] } }.width)",
    )
    assert ran.lines[-1] == "6"
    assert (ran.map.width, ran.map.height) == (6, 6)
    assert not ran.map.living_creatures
