"""The generator toolbox: what each of its tools promises, for any input."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from host import Budgets, Host, HostError
from host.errors import RequestError
from host.generate.plans.plan import PASSAGE, WALL, Plan, as_rows
from host.generate.plans.recipes import PLANS, plan, steps
from host.generate.scatter import scatter
from host.metrics.distances import distances, path
from host.metrics.regions import is_connected, regions
from host.model.rng import Rng
from tests.helpers import MakeMod, RunLua, sampled

MASKS = arrays.arrays(np.bool_, st.tuples(st.integers(1, 14), st.integers(1, 14)))
SEEDS = st.integers(0, 2**62)

GOLDEN = {
    "rooms": """
       ##########
########........#
#......#........#
#......#........#
#......#........#
#...............#
#......#........#
#......#........#
#......##########
#......#
########



""",
    "bsp": """
#########
#.......#
#.......# ##############
#.......# #............#
#.......# #............#
#.......###............#
#......................#
#.......###............#
#.......# #............#
######### #............#
          ##############



""",
    "caves": """

         ########
        ##......##
  ####  #........##
  #..####.........###
  #...##............##
  #...........##.....##
  #..........####.....#
  #..........#  #.....#
  ##.........#  #.....#
   #.........#  #.....#
   ##..###..##  ##...##
    #### ####    #####

""",
    "walk": """





   ######
   #.#..############
   #.......#..##...#
####.....#.........#
#..#.#...####......##
#........###........#
#...................#
##........#.#.......#
 ####################
""",
    "maze": """
#######################
#.#...................#
#.#.#######.#####.###.#
#...#.......#...#.....#
#.###.#########.###.###
#.#...#...........#.#.#
#.#.###.#.#########.#.#
#.#.....#...........#.#
#.#####.#############.#
#.#...#.#.......#.....#
#.#.#.#.#.#####.#.#####
#...#.........#.......#
#######################

""",
    "mission": """
 #############
 #...........#
 #...........#
 #...........######
 #................#
 #...........####.#
 ##########+#####.#####
    #........+..+.....#
    #........#..#.....#
    #........#..#.....#
    #........#..#.....#
    #........#..#.....#
    ###################

""",
    "wfc": """
 #######    ###      ###
 #.....#    #.########.#
##..##.######..........#
#...##.....#...........#
#..........#....###....#
#...##.....#..### ######
#...##..........########
##..##..............##.#
 #..######..##......##.#
 #..##......##......##.#
 #..........##.........#
 #...................###
 ###.........##.#.##.#
   ###################
""",
    "corridor": """
             #####
           ###...#
           #...#.###
           #.###...#####
           #.#..##.....#
           #.##...####.#
           #..###.##...#
           ##.# #..#.###
           #..# ##...#
           #.##  #####
           ###



""",
}


def options(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any options of a generator of the host, of maps that are not large."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option in PLANS[name].generator.options:
        least, most = option.least or 0, option.most or 0
        if option.longest is not None or option.choices:
            # Texts and choices have tests of their own.
            continue
        if option.real:
            values[option.id] = st.floats(least, most)
        else:
            # A collapse searches for its map, and a large one takes seconds.
            values[option.id] = st.integers(int(least), min(int(most), 20 if name == "wfc" else 60))
    return st.fixed_dictionaries({}, optional=values)


@pytest.mark.slow
@pytest.mark.parametrize("share", sampled([0.2, 1], 1))
@pytest.mark.parametrize("name", PLANS)
def test_any_options_give_a_sound_map_or_a_sentence(name: str, share: float) -> None:
    @settings(max_examples=round(share * (20 if name == "wfc" else 100)))
    @given(seed=SEEDS, chosen=options(name))
    def check(seed: int, chosen: dict[str, Any]) -> None:
        try:
            made = plan(name, seed, **chosen)
        except HostError as error:
            told.append(str(error))
            return
        assert (made.width, made.height) == tuple(chosen.get(side, sides[side]) for side in ("width", "height"))
        assert made.open.any()
        assert is_connected(made.open)
        assert not made.open[[0, -1]].any()
        assert not made.open[:, [0, -1]].any()
        padded = np.pad(made.open, 1)
        height, width = made.cells.shape
        near = np.logical_or.reduce([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)])
        assert ((made.cells == WALL) == (near & ~made.open)).all()

    sides = {option.id: option.default for option in PLANS[name].generator.options}
    told: list[str] = []
    check()
    assert all("must" in text or "fit" in text for text in told)


@pytest.mark.parametrize("name", PLANS)
def test_the_last_step_is_what_is_made(name: str) -> None:
    size = {"width": 50, "height": 40}
    states = [state.copy() for state in steps(name, 5, **size)]
    assert len(states) > 2
    assert (states[-1].cells == plan(name, 5, **size).cells).all()
    assert any((a.cells != b.cells).any() for a, b in itertools.pairwise(states))
    assert (plan(name, 6, **size).cells != states[-1].cells).any()


@pytest.mark.parametrize("name", PLANS)
def test_a_map_by_its_seed(name: str) -> None:
    chosen = {"maze": {"loops": 0.5}, "rooms": {"rooms": 2}, "corridor": {"length": 40}, "mission": {"rooms": 4}}.get(
        name, {}
    )
    rows = as_rows(plan(name, 11, width=24, height=14, **chosen)).split("\n")
    assert [row.rstrip() for row in rows] == GOLDEN[name].split("\n")[1:-1]


def test_a_maze_without_loops_is_a_tree() -> None:
    made = plan("maze", 3, width=41, height=31)
    cells = 20 * 15
    assert np.count_nonzero(made.open) == 2 * cells - 1
    looped = plan("maze", 3, width=41, height=31, loops=1)
    neighbours = sum(np.roll(looped.open, step, axis).astype(int) for step in (1, -1) for axis in (0, 1))
    assert not ((neighbours == 1) & looped.open).any()


def test_a_walk_opens_as_much_as_asked() -> None:
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        for life in (1, 100):
            made = plan("walk", 8, width=30, height=22, open=share, life=life)
            assert np.count_nonzero(made.open) == max(1, round(28 * 20 * share))


# -- walking


def slow_distances(
    free: np.ndarray[Any, Any], source: tuple[int, int], *, diagonal: bool
) -> dict[tuple[int, int], int]:
    found, wave = {source: 0}, [source]
    while wave:
        x, y = wave.pop(0)
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            near = x + dx, y + dy
            inside = 0 <= near[0] < free.shape[1] and 0 <= near[1] < free.shape[0]
            if inside and near not in found and free[near[1], near[0]] and (diagonal or not (dx and dy)):
                found[near] = found[x, y] + 1
                wave.append(near)
    return found


@given(free=MASKS, data=st.data(), diagonal=st.booleans())
def test_distances_are_shortest(free: np.ndarray[Any, Any], data: st.DataObject, diagonal: bool) -> None:
    height, width = free.shape
    source = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    end = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    found = distances(free, [source], diagonal=diagonal)
    expected = slow_distances(free, source, diagonal=diagonal)
    assert {(x, y): int(found[y, x]) for y, x in np.argwhere(found >= 0).tolist()} == expected
    way = path(free, source, end, diagonal=diagonal)
    if not free[source[1], source[0]] or end not in expected or not free[end[1], end[0]]:
        assert way is None
        return
    assert way is not None
    assert (way[0], way[-1], len(way)) == (source, end, expected[end] + 1)
    assert all(free[y, x] for x, y in way)
    for (x, y), (nx, ny) in itertools.pairwise(way):
        assert max(abs(x - nx), abs(y - ny)) == 1
        assert diagonal or abs(x - nx) + abs(y - ny) == 1


def test_wide_waves_are_the_same() -> None:
    free = np.ones((150, 150), dtype=np.bool_)
    free[70, 5:] = False
    found = distances(free, [(75, 10), (76, 10)])
    assert found[0, 0] == 85
    assert found[70, 4] == 60 + 71


@pytest.mark.parametrize("diagonal", [False, True])
def test_squares_of_searches_may_be_numbers_of_numpy_and_lie_outside(diagonal: bool) -> None:
    free = np.ones((5, 7), dtype=np.bool_)
    expected = distances(free, [(2, 3)], diagonal=diagonal).tolist()
    for sources in (np.array([[2, 3]]), [np.array([2, 3])], [(2, 3), (9, 0), (-2, 4), (0, 5)]):
        assert distances(free, sources, diagonal=diagonal).tolist() == expected
    way = path(free, (2, 3), (6, 0), diagonal=diagonal)
    assert path(free, np.array([2, 3]), np.array([6, 0]), diagonal=diagonal) == way
    for outside in ((7, 0), (-1, 0), (0, 5)):
        assert path(free, (2, 3), outside, diagonal=diagonal) is path(free, outside, (2, 3), diagonal=diagonal) is None
    with pytest.raises(RequestError, match=r"^sources has the element 2: must be a list of squares \(x, y\)$"):
        distances(free, (2, 3), diagonal=diagonal)


def test_a_misspelled_plan_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(RequestError, match=r'^there is no generator "romms": must be rooms, ') as caught:
        plan("romms", 7)
    assert caught.value.hint == 'did you mean "rooms"?'


@given(free=MASKS)
def test_regions_are_what_hangs_together(free: np.ndarray[Any, Any]) -> None:
    labels, sizes = regions(free)
    assert ((labels > 0) == free).all()
    assert sizes[1:] == [int((labels == n).sum()) for n in range(1, len(sizes))]
    for n in range(1, len(sizes)):
        y, x = np.argwhere(labels == n)[0].tolist()
        assert set(slow_distances(free, (x, y), diagonal=False)) == {
            (x, y) for y, x in np.argwhere(labels == n).tolist()
        }


# -- scatter


@given(free=MASKS, seed=SEEDS, distance=st.floats(1, 30))
def test_scattered_places_keep_apart_and_leave_no_room(free: np.ndarray[Any, Any], seed: int, distance: float) -> None:
    places = scatter(free, distance, Rng(seed).stream("t", "t"))
    assert all(free[y, x] for x, y in places)
    assert all(math.dist(a, b) >= distance for a, b in itertools.combinations(places, 2))
    for y, x in np.argwhere(free).tolist():
        assert any(math.dist((x, y), place) < distance for place in places)


def test_scatter_takes_no_more_than_asked() -> None:
    free = np.ones((50, 50), dtype=np.bool_)
    every = scatter(free, 3, Rng(1).stream("t", "t"))
    assert scatter(free, 3, Rng(1).stream("t", "t"), 5) == every[:5]
    assert len(every) > 100
    assert scatter(free, 3, Rng(1).stream("t", "t"), 0) == []


def test_bad_parts_of_a_partition() -> None:
    with pytest.raises(HostError, match="bsp: min_room is 7: must be at most 6, which is 2 less than least, width"):
        Host([]).generate("bsp", min_room=7)
    assert Plan(3, 3).cells.max() < PASSAGE


# -- in Lua

TOOLBOX = 'local toolbox = require "host.toolbox"\n'


def test_mods_have_every_generator(run_lua: RunLua) -> None:
    ran = run_lua(
        TOOLBOX
        + """
        for _, name in ipairs { "rooms", "bsp", "caves", "walk", "maze", "corridor" } do
          local options = { width = 40, height = 30 }
          if name == "rooms" then options.rooms = 4 end
          local plan = toolbox[name](options)
          print(name, plan, #plan:get_rooms() > 0, toolbox.is_connected(plan), #plan:text())
          assert(plan:get(0, 0) == "edge" or plan:get(0, 0) == "wall")
          assert(plan:get(-1, 0) == nil and plan:get(0, 30) == nil and not plan:is_open(40, 0))
        end
        """
    )
    assert ran.lines == [
        f"{name} plan of 40 × 30 {str(name in ('rooms', 'bsp', 'corridor')).lower()} true {40 * 30 + 29}"
        for name in ("rooms", "bsp", "caves", "walk", "maze", "corridor")
    ]
    assert ran.map.width == 0


def test_an_object_with_methods_may_be_a_table_of_options(run_lua: RunLua) -> None:
    script = """
    local toolbox = require "host.toolbox"
    local Size = {}
    Size.__index = Size
    function Size:area() return self.width * self.height end
    print(toolbox.rooms(setmetatable({ width = 60, height = 50 }, Size)))
    local Hall = class.class "Hall"
    function Hall:init() self.width, self.height = 50, 40 end
    print(toolbox.rooms(Hall:new()))
    """
    assert run_lua(script).lines == ["plan of 60 × 50", "plan of 50 × 40"]


def test_options_may_be_inherited_or_belong_to_another_mod(make_mod: MakeMod, run_lua: RunLua) -> None:
    sizes = make_mod("sizes", "return { small = { width = 30, height = 20, rooms = 3 } }")
    script = """
    local toolbox, small = require "host.toolbox", require("sizes").small
    for _, options in ipairs { small, setmetatable({ rooms = 2 }, { __index = small }), setmetatable({}, {}) } do
      local plan = toolbox.rooms(options)
      print(plan.width, plan.height, #plan:get_rooms())
    end
    """
    assert run_lua(script, mods=[sizes]).lines == ["30 20 3", "30 20 2", "85 64 12"]


def test_options_that_a_function_returns_are_not_read(run_lua: RunLua) -> None:
    script = """
    local toolbox = require "host.toolbox"
    local plan = toolbox.rooms(setmetatable({ width = 30 }, { __index = function() return nil end }))
    print(plan.width, plan.height)
    """
    ran = run_lua(script)
    assert ran.lines == ["30 64"]
    assert ran.host.warnings == [
        "script/script.lua:2: fields that a function __index returns are not read: must be fields of tables"
    ]


@pytest.mark.parametrize(
    "make",
    [
        "for _ = 1, 101 do options = setmetatable({}, { __index = options }) end",
        "setmetatable(options, { __index = options })",
    ],
    ids=["more than 100 tables", "itself"],
)
def test_options_inherit_from_at_most_100_tables(run_lua: RunLua, make: str) -> None:
    with pytest.raises(HostError, match="a table inherits fields from more than 100 tables, or from itself"):
        run_lua(f"local options = {{ width = 30, height = 20 }}\n{make}\nrequire('host.toolbox').rooms(options)")


def test_a_plan_becomes_a_map_with_tiles_of_the_mod(run_lua: RunLua) -> None:
    ran = run_lua(
        TOOLBOX
        + """
        local plan = toolbox.rooms { width = 30, height = 20, rooms = 2, doors = 1, max_width = 6, max_height = 6 }
        local map = plan:map { room = T.floor, hallway = { T.floor }, wall = T.wall, door = { T.floor, T.door } }
        print(map, plan:get_rooms()[1].x)
        local room = plan:get_rooms()[1]
        print(kts.GetTiles({ x = room.x, y = room.y })[1] == T.floor)
        local way = toolbox.path(nil, room, plan:get_rooms()[2])
        print(way[1].x == room.x, #way > 3, toolbox.path(map, { x = 0, y = 0 }, room))
        local steps = toolbox.distances(map, room)
        print(steps:get(room.x, room.y), steps:get(room.x + 1, room.y), steps:get(0, 0), steps:get(-1, 0))
        local far, most = steps:furthest()
        print(steps:get(far.x, far.y) == most, most > 3)
        local regions = toolbox.regions(map)
        print(#regions.sizes, regions:get(room.x, room.y), regions:get(0, 0))
        print(toolbox.open(map):get(room.x, room.y), toolbox.open():get(0, 0))
        for _, place in ipairs(toolbox.scatter(map, { distance = 3 })) do assert(plan:is_open(place.x, place.y)) end
        print(#toolbox.scatter(plan, { distance = 1, most = 7 }))
        """,
        load="",
    )
    assert ran.lines[0].startswith("map of 30 × 20 ")
    assert ran.lines[1:] == [
        *("true", "true true nil", "0 1 nil nil", "true true", "1 1 nil", "true false", "7"),
    ]
    assert ran.map.width == 30
    assert "host.edge" in {name for names in ran.map.legend().values() for name in names}


@pytest.mark.parametrize(
    "tool", ["path(runner, at, at)", "scatter(runner, { distance = 500 })", "is_connected(runner)"]
)
def test_squares_of_any_map_count(tmp_path: Path, tool: str) -> None:
    script = tmp_path / "script.lua"
    script.write_text(
        TOOLBOX
        + "local runner = GameRunner(200, 200) runner:createLevel(2) local x, y = runner.rooms[1]:center() "
        + f"local at = {{ x = x, y = y }} for i = 1, 1e6 do toolbox.{tool} end"
    )
    host = Host([], budgets=Budgets(instructions=50_000_000))
    with pytest.raises(HostError, match="the mods used up the instructions they may have"):
        host.run_script(script)


def test_stamping_drops_a_segment_into_any_map(run_lua: RunLua) -> None:
    ran = run_lua(
        TOOLBOX
        + """
        local runner = GameRunner(40, 30)
        runner:createLevel(1)
        local w, h = toolbox.stamp(runner, T.hut, 3, 4, { turns = 1, mirrored = true })
        print(w, h, kts.GetTiles({ x = 3, y = 4 })[1] == T.floor)
        print(pcall(toolbox.stamp, runner, T.hut, 38, 4))
        """,
        load='hut = kts.LoadSegments({ floor, wall, { floor, home_n }, { floor, home_s } }, "segments.txt")[1]',
    )
    refused = "false script/script.lua:7: toolbox.stamp: the segment of 5 × 5 squares does not fit at (38, 4)"
    assert ran.lines == [
        "5 5 true",
        f"{refused}: the map has 40 × 30",
    ]
    assert [(zone.x, zone.y, zone.orientation) for zone in ran.map.zones] == [(3, 4, 5)]
    assert len(ran.map.homes) == 2
    assert {(home.x, home.y) for home in ran.map.homes} <= {(x, y) for x in range(3, 8) for y in range(4, 9)}


def test_plans_are_drawn_from_streams_of_the_mod(run_lua: RunLua) -> None:
    script = TOOLBOX + "%s print(toolbox.caves { width = 30, height = 20 }:text())"
    first, second, moved = (run_lua(script % extra, seed=3) for extra in ("", "", "math.random() toolbox.bsp()"))
    assert first.lines == second.lines == moved.lines
    assert run_lua(script % "", seed=4).lines != first.lines


BAD = [
    ("toolbox.caves(3)", "toolbox.caves: options is 3: must be a table of options by name"),
    ("toolbox:caves()", "host.toolbox.caves is called with a colon: must be called with a dot"),
    (
        "toolbox.scatter(toolbox.maze(), { dist = 3 })",
        "toolbox.scatter: options.dist is 3: there is no field of that name, but distance and most; did you mean",
    ),
    ("toolbox.caves({ 3 })", "toolbox.caves: options is a table: must be a table of options by name"),
    ("toolbox.caves({ rok = 1 })", 'toolbox.caves: options has "rok", which is not an option: must be width, height'),
    ("toolbox.caves({ rock = 0/0 })", "toolbox.caves: options.rock is nan: must be a finite number"),
    ("toolbox.caves({ rock = -1 })", "toolbox.caves: options.rock is -1: must be between 0"),
    ("toolbox.caves({ width = 1e18 })", "options.width is 1e+18: must be between 3 and 4000"),
    ("toolbox.caves({ width = 4000, height = 4000 })", "is width × height: must be at most 1000000"),
    ("toolbox.caves({ rounds = {} })", "options.rounds is a table: must be a whole number"),
    ("local t = {} t.t = t toolbox.caves(t)", "a table is nested more than 32 deep, or holds itself"),
    ("toolbox.rooms({ rooms = 900 })", "toolbox.rooms: only"),
    ("toolbox.map({})", "toolbox.map: the map is a table: must be a plan, a map of this game"),
    ("toolbox.map(toolbox.maze())", "toolbox.map: its argument is a plan: must be a map; plan:map() makes one"),
    ("toolbox.distances(toolbox.maze(), { x = 1e9, y = 1 })", "sources[1] is (1000000000, 1): must lie on the map"),
    (
        "toolbox.distances(toolbox.maze(), { { x = 1 } })",
        "toolbox.distances: sources is a table: sources.x must be a whole number, or sources[1].y must be",
    ),
    (
        "toolbox.distances(toolbox.maze(), { x = 1, y = 'a' })",
        'toolbox.distances: sources[1].y is "a": must be a whole number',
    ),
    ("toolbox.distances(toolbox.maze(), 3)", "toolbox.distances: sources is 3: must be a table or a list"),
    (
        "toolbox.distances(toolbox.maze(), { 1, 2 })",
        "toolbox.distances: sources is a table: sources.x must be a whole number, or sources[1] must be a table",
    ),
    ("toolbox.distances(nil, { x = 0, y = 0 })", "must lie on the map, which has 0 × 0 squares"),
    ("toolbox.path(toolbox.maze(), { x = 1, y = 1 }, 3)", "toolbox.path: to is 3: must be a table"),
    ("toolbox.path(toolbox.maze(), {x = 0.5, y = 1}, {x = 1, y = 1})", "toolbox.path: from.x is 0.5: must be a whole"),
    ("toolbox.scatter(toolbox.maze())", "toolbox.scatter: options is nil: must be a table"),
    ("toolbox.scatter(toolbox.maze(), { distance = 0.5 })", "toolbox.scatter: distance is 0.5: must be between 1"),
    ("toolbox.scatter(toolbox.maze(), 7)", "toolbox.scatter: options is 7: must be a table"),
    ("toolbox.stamp(nil, 3, 1, 1)", "toolbox.stamp: segment is 3: must be a segment"),
    ("toolbox.stamp(toolbox.maze(), 3, 1, 1)", "toolbox.stamp: its map is a plan, which has no tiles"),
    ("toolbox.maze():get('a', 1)", 'Plan:get: x is "a": must be a whole number'),
    ("toolbox.maze().get(3)", "Plan:get is called on 3: must be called with a colon, on a plan"),
    ("toolbox.maze().width = 3", "plan.width cannot be set: the fields of a plan are read-only"),
    ("toolbox.maze():map({ room = 3 })", "plan:map: tiles.room is 3: must be a Tile, as kts.Tile returns, or a list"),
    ("toolbox.maze():map({ room = { 'ore' } })", 'plan:map: tiles.room[1] is "ore": must be a Tile, as kts.Tile'),
    (
        "toolbox.maze():map({ rooms = 3 })",
        'plan:map: tiles has "rooms", which is not a kind of square: must be edge, wall, hallway, room or door; did',
    ),
    ("toolbox.maze():map({ 3 })", "plan:map: tiles has 1, which is not a kind of square: must be edge"),
    ("toolbox.maze = print", "host.toolbox.maze cannot be set"),
]


@pytest.mark.parametrize(("code", "message"), BAD, ids=[code for code, _ in BAD])
def test_bad_calls_say_what_is_wrong_where(run_lua: RunLua, code: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(TOOLBOX + code)
    text = caught.value.report()
    assert message in text
    assert "script/script.lua:2" in text
    assert "[host]" not in text


def test_there_is_nothing_to_draw_on_before_the_first_map(run_lua: RunLua) -> None:
    with pytest.raises(
        HostError, match=r"script\.lua:1: kts\.AddTile: the game has no map yet: kts\.LayoutDungeon, or plan"
    ):
        run_lua("kts.AddTile({ x = 1, y = 1 }, T.floor)", load="")


def test_the_first_map_is_that_of_the_game(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local plan = require("host.toolbox").maze { width = 9, height = 9 }
        plan:map()
        plan:map()
        kts.AddTile({ x = 1, y = 1 }, T.door)
        print(#kts.GetTiles({ x = 1, y = 1 }))
        """,
        load="",
    )
    assert ran.lines[0] == "2"


def test_what_python_does_counts(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(TOOLBOX + "for i = 1, 1e9 do toolbox.maze() end")
    host = Host([], budgets=Budgets(instructions=20_000_000))
    with pytest.raises(HostError, match="the mods used up the instructions they may have"):
        host.run_script(script)
