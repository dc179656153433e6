"""Fast ways mean what the slow ones mean, for random input; and they are taken."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.border import invokers as invokers_module
from host.border.invokers import Invokers
from host.dialects.maps import MapServices
from host.metrics import analysis, distances, room_graph, solution, variety
from host.metrics import flood as flood_module
from host.metrics import regions as regions_module
from host.metrics.flood import Flood
from host.metrics.measurement import METRICS, measure
from host.metrics.solution import LockedMap
from host.model.document import to_document
from host.model.tile_set import distinct_stacks
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, ScriptHost, examples, write_tiles
from tests.metrics.drawing import draw

MASKS = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda size: st.lists(st.booleans(), min_size=size[0] * size[1], max_size=size[0] * size[1]).map(
        lambda squares: np.array(squares, dtype=np.bool_).reshape(size)
    )
)


@given(st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(), st.binary()))
def test_plain_results_cross_as_all_results_do(value: Any) -> None:
    function: Any = lambda call, arguments: value  # noqa: E731
    session: Any = SimpleNamespace(game=None)
    mods: Any = SimpleNamespace(mod_id=str)
    invokers = Invokers(session, mods, lambda dialect: (function,))
    with mock.patch.object(invokers_module, "_describe", return_value=""):
        invokers.api_functions("")
    fast = invokers.bind(1)(1, 0)
    with mock.patch.object(invokers_module, "_PLAIN", ()):
        slow = invokers.bind(1)(1, 0)
    assert repr(fast if isinstance(fast, tuple) else (fast,)) == repr(slow if isinstance(slow, tuple) else (slow,))


@given(st.lists(st.integers(0, 300), min_size=1))
def test_stacks_that_occur_are_counted_as_they_are_sorted(numbers: list[int]) -> None:
    stacks = np.array(numbers, dtype=np.int32)
    assert distinct_stacks(stacks) == np.unique(stacks).tolist()


@given(MASKS)
def test_regions_by_bits_and_by_waves_are_the_same(free: np.ndarray[Any, Any]) -> None:
    no_waves = mock.patch.object(regions_module, "Waves", side_effect=AssertionError("bits were not taken"))
    with no_waves, mock.patch.object(regions_module, "_MOST_PARTS", 100):
        by_bits = regions_module.regions(free)
    with mock.patch.object(regions_module, "_few_parts", return_value=None) as skipped:
        by_waves = regions_module.regions(free)
    assert skipped.called
    assert by_bits.labels.tolist() == by_waves.labels.tolist()
    assert by_bits.sizes == by_waves.sizes


@given(MASKS, st.tuples(st.integers(0, 8), st.integers(0, 8)), st.booleans())
def test_floods_by_bits_and_square_by_square_are_the_same(
    free: np.ndarray[Any, Any], source: tuple[int, int], diagonal: bool
) -> None:
    place = source[0] % free.shape[1], source[1] % free.shape[0]
    by_bits = flood_module.reachable(free, [place], diagonal=diagonal)
    few = mock.patch.multiple(flood_module, MOST_FOR_BITS=0, _MOST_ROUNDS=0)
    with few, mock.patch.object(Flood, "_spread_far", autospec=True, side_effect=Flood._spread_far) as far:
        by_squares = flood_module.reachable(free, [place], diagonal=diagonal)
    assert far.called
    assert by_bits.tolist() == by_squares.tolist()


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 4), min_size=1))
def test_rows_with_large_codes_are_numbered_as_those_with_small_ones(rows: list[tuple[int, ...]]) -> None:
    numbers = []
    for most in (10**6, 10):
        with mock.patch.object(variety, "_MOST_CODES", most):
            numbers.append(variety._number_rows(np.array(rows, dtype=np.int64)).tolist())
    assert numbers[0] == numbers[1]
    assert [numbers[0].index(number) for number in numbers[0]] == [rows.index(row) for row in rows]


LINES = st.lists(st.text("......##+12Pabk", min_size=7, max_size=7), min_size=2, max_size=6)


def test_small_maps_and_large_ones_have_the_same_metrics() -> None:
    taken = []

    @settings(max_examples=examples(60))
    @given(LINES, st.sampled_from([None, 1, 2]))
    def compare(lines: list[str], locked: int | None) -> None:
        game_map = draw("\n".join(["@......", *lines, "ABC...>"]), locked=locked)
        as_small = repr(measure(game_map, METRICS))
        with ExitStack() as patches:
            for module in (analysis, distances, flood_module, regions_module, solution):
                patches.enter_context(mock.patch.object(module, "MOST_FOR_BITS", 0))
            patch = mock.patch.object(LockedMap, "solve_large", autospec=True, side_effect=LockedMap.solve_large)
            large = patches.enter_context(patch)
            assert repr(measure(game_map, METRICS)) == as_small
            taken.append(large.called)

    compare()
    assert any(taken)


@settings(max_examples=examples(60))
@given(
    st.lists(st.text("....##+12", min_size=9, max_size=9), min_size=3, max_size=9),
    st.lists(st.tuples(*[st.integers(-2, 7)] * 2, *[st.integers(0, 6)] * 2), max_size=4),
)
def test_graphs_of_rooms_by_sets_and_by_arrays_are_the_same(lines: list[str], rooms: list[Any]) -> None:
    seen = []
    for few in (0, 10**6):
        with mock.patch.object(room_graph, "_FEW", few):
            seen.append(repr(measure(draw("\n".join(lines), rooms, None), METRICS)))
    assert seen[0] == seen[1]


# -- tables that mods pass again

EDITS = [
    'layout.data[1].type = "edge"',
    'layout.data[2].type = "partial"',
    'layout.data[1].exits = "nesw"',
    'layout.data[2].exits = "w"',
    "layout.data[1], layout.data[2] = layout.data[2], layout.data[1]",
    'layout.data[1] = { type = "block" }',
    "layout.width, layout.height = layout.height, layout.width",
    "layout.width, layout.data = 1, { layout.data[1] }",
    "layout.height, layout.data = 2, { layout.data[1], layout.data[2], layout.data[1], layout.data[2] }",
    "layout.data[3] = layout.data[1]",
    "layout.data[4] = layout.data[1]",
    "layout.data = { layout.data[1], layout.data[2] }",
    "layout.height = 2",
    "layout.width = 1",
    "segments[2] = segments[1]",
    "segments[1], segments[2] = segments[2], segments[1]",
    "segments[3] = T.segments[2]",
    "segments[3] = nil",
    "segments[5] = T.segments[2]",
    "wall[1], wall[2] = wall[2], wall[1]",
    "wall[2] = nil",
    "wall[2] = T.door",
    "wall[4] = T.door",
    "weights[2] = weights[2] + 3",
    "weights[2], weights[4] = weights[4], weights[2]",
    "weights[5], weights[6] = 'statue', 4",
    "weights[5], weights[6] = nil, nil",
    "weights[1] = 'chest'",
    "weights[8] = 'statue'",
    "stuff[1][2] = 0.9",
    "stuff[1][1] = 'other'",
    "stuff[1][3] = function() return T.coin, 2 end",
    "stuff[2] = { 'floor', 0.5, function() return T.key end }",
    "stuff[2] = nil",
    "stuff[4] = stuff[1]",
    "stuff[1][5] = 'other'",
    "T.floor.depth = T.floor.depth + 1",
    "T.wall.access = T.wall.access",
]
PASSES = """
local layout = { width = 2, height = 1, data = { { type = "block" }, { type = "block" } } }
local segments, wall = { T.segments[1], T.segments[2] }, { T.wall, T.puddle }
local weights = { "floor", 2, "other", 1 }
local stuff = { { "floor", 0.3, function() return T.coin end } }
local depth = T.floor.depth
local function copy(value)
  if type(value) ~= "table" or getmetatable(value) then return value end
  local made = {}
  for key, each in pairs(value) do made[key] = IS_COPIED and copy(each) or each end
  return IS_COPIED and made or value
end
local function try(name, ...)
  local ok, message = pcall(kts[name], ...)
  print(name, ok, ok or tostring(message):gsub("^.-:%d+: ", ""), kts.DUNGEON_ERROR)
end
local function pass()
  kts.WipeDungeon()
  local horizontal = copy { T.floor, T.door }
  try("LayoutDungeon", { layout = copy(layout), wall = copy(wall), horiz_door = horizontal, vert_door = T.door,
    segments = copy(segments), entry_type = "none" })
  try("AddItem", T.key, 2, copy(weights))
  try("AddStuff", copy(stuff))
  for y = 0, 6 do
    for x = 0, 13 do
      local list = { x, y }
      for _, tile in ipairs(kts.GetTiles { x = x, y = y }) do
        list[#list + 1] = tostring(tile.depth) .. (tile.glyph or "")
      end
      print(table.concat(list, " "))
    end
  end
end
pass()
EDITS
T.floor.depth = depth
"""
SECOND = """
segment
name: another
width: 5
height: 5
data:
1 1 1 1 1
1 1 2 1 1
1 1 2 1 1
1 1 1 1 1
1 1 1 1 1
rooms:
1
0 0 7 7
end
eof
"""


@pytest.mark.slow
@settings(max_examples=examples(25))
@given(edits=st.lists(st.sampled_from(EDITS), min_size=1, max_size=6))
def test_tables_that_are_passed_again_mean_what_new_ones_mean(run_shared: RunLua, edits: list[str]) -> None:
    load = """
    puddle = kts.Tile { glyph = "~" }
    segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
    for _, each in ipairs(kts.LoadSegments({ floor, wall }, "more.txt")) do segments[#segments + 1] = each end
    """
    stored = []
    lines = []
    for is_copied in ("true", "false"):
        steps = "\n".join(f"pcall(function() {edit} end) pass() pass()" for edit in edits)
        script = f"local IS_COPIED = {is_copied}\n{PASSES.replace('EDITS', steps)}"
        ran = run_shared(script, load=load, files={"more.txt": SECOND}, seed=3)
        document = to_document(ran.map)
        # The scripts differ, and so do their hashes.
        del document["mods"]
        lines.append([*ran.lines, document])
        stored.append(len(ran.host._engine.session.table_cache))
    assert lines[0] == lines[1]
    # The second pass after each edit reads no table.
    assert stored[1] < stored[0]


# -- squares of areas

SQUARES = """
data:add { _type = "base.map_tile", _id = "rock", is_solid = true }
data:add { _type = "base.map_tile", _id = "glass", is_solid = true, is_opaque = false }
data:add { _type = "base.map_tile", _id = "fog", is_solid = false, is_opaque = true }
data:add { _type = "base.chara", _id = "guard", level = 1 }
data:add { _type = "base.feat", _id = "boulder", is_solid = true, is_opaque = true }
local guard, boulder = _MOD_ID .. ".guard", _MOD_ID .. ".boulder"
local map = InstancedMap:new(6, 5)
map:clear "base.floor"
local function ask(x, y)
  return table.concat({
    tostring(map:can_access(x, y)), tostring(map:is_floor(x, y)), tostring(map:can_see_through(x, y)),
    tostring(map:has_los(0, 0, x, y)),
  }, " ")
end
local function agree(step)
  -- More than sixteen questions: all answers come at once from then on.
  for _ = 1, 3 do
    for y = 0, 4 do for x = 0, 5 do ask(x, y) end end
  end
  local fast = {}
  for y = 0, 4 do for x = 0, 5 do fast[#fast + 1] = ask(x, y) end end
  local n = 0
  for y = 0, 4 do
    for x = 0, 5 do
      n = n + 1
      -- The tile that lies there: what was cached is dropped.
      map:set_tile(x, y, map:tile(x, y))
      local slow = ask(x, y)
      if slow ~= fast[n] then error(("%s (%d, %d): %s, not %s"):format(step, x, y, fast[n], slow)) end
    end
  end
  return table.concat(fast, ", ")
end
"""
ACTS = st.one_of(
    st.tuples(st.sampled_from(["rock", "glass", "fog"]), st.integers(0, 5), st.integers(0, 4)).map(
        lambda act: f'map:set_tile({act[1]}, {act[2]}, _MOD_ID .. ".{act[0]}")'
    ),
    st.tuples(st.integers(0, 5), st.integers(0, 4)).map(lambda at: f'map:fill({at[0]}, {at[1]}, 1, 1, "base.wall")'),
    st.tuples(st.sampled_from(["Chara.create(guard", "Feat.create(boulder"]), st.integers(0, 5), st.integers(0, 4)).map(
        lambda act: f"{act[0]}, {act[1]}, {act[2]}, {{}}, map)"
    ),
    st.tuples(st.integers(0, 5), st.integers(0, 4)).map(
        lambda at: f"kts.AddMonster({{ x = {at[0]}, y = {at[1]} }}, T.rat)"
    ),
    st.just("for _, chara in map:iter_charas() do chara:remove_ownership() end"),
)


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Callable[[str], list[str]], list[int]]:
    """A function that runs scripts in one host, and the numbers of the maps whose squares were read at once."""
    masks: list[int] = []
    original = MapServices.map_mask

    @wraps(original)
    def map_mask(self: MapServices, number: int) -> bytes:
        masks.append(number)
        return original(self, number)

    with mock.patch.object(MapServices, "map_mask", map_mask):
        host = ScriptHost([write_tiles(tmp_path_factory.mktemp("mods") / "tiles", "")])
    folder = tmp_path_factory.mktemp("scripts")
    return lambda script: host.run(script, folder).lines, masks


@settings(max_examples=examples(25))
@given(acts=st.lists(ACTS, min_size=1, max_size=5))
def test_squares_at_once_are_as_squares_one_by_one(
    counted: tuple[Callable[[str], list[str]], list[int]], acts: list[str]
) -> None:
    run, masks = counted
    masks.clear()
    changes = [f"pcall(function() {act} end)" for act in acts]
    asked = "\n".join(f'agree "{i}" {change}' for i, change in enumerate(changes))
    seen_before = run(f"{SQUARES}\n{asked}\nprint(agree 'last')")
    assert masks
    assert seen_before == run(f"{SQUARES}\n{' '.join(changes)}\nprint(agree 'last')")


# -- effects, whose classes of the host are compiled

EFFECTS = """
local function show(effect)
  local parts = {}
  for key, value in pairs(effect) do parts[#parts + 1] = key .. "=" .. tostring(value) end
  table.sort(parts)
  return table.concat(parts, " ")
end
local Case = Being("Case", { baseModifiers = { hp = { amount = 1 }, STAT = VALUES } })
local being, Class = World(3, 3):create(Case, Vec(1, 1)), require "@action.effects.STAT"
local compiled, stats = being:getStat(StatTypes.TITLE), being:getStatRaw(StatTypes.TITLE)
local constructed = Class(stats)
print(getmetatable(compiled) == getmetatable(constructed))
for _, each in ipairs { compiled, compiled:clone(), constructed, Class(compiled), class("Own", Class)(stats) } do
  print(show(each))
end
"""


@settings(max_examples=examples(60))
@given(
    st.sampled_from(["attack", "push", "dig", "move"]),
    st.dictionaries(
        st.sampled_from(["damage", "pierce", "power", "source", "distance", "ignore", "other", "modifier"]),
        st.sampled_from(["0", "3", "2.5", "-1"]),
    ),
)
def test_compiled_effects_are_as_constructed_ones(run_shared: RunLua, stat: str, values: dict[str, str]) -> None:
    fields = ", ".join(f"{name} = {value}" for name, value in values.items())
    script = CAST + EFFECTS.replace("VALUES", f"{{ {fields} }}").replace("STAT", stat).replace("TITLE", stat.title())
    is_of_class, *shown = run_shared(script).lines
    assert is_of_class == "true"
    assert len(shown) == 5
    assert len({*shown}) == 1
