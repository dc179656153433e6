"""The toolbox answers about tiles and squares as they are now; what it returns, mods cannot change."""

from __future__ import annotations

import pytest

from host.tools.reference.books import all_books
from tests.helpers import RunLua

HEAD = """
local toolbox = require "host.toolbox"
local plan = toolbox.rooms { rooms = 4, width = 30, height = 14 }
local list = { edge = T.wall, wall = { T.wall }, hallway = T.floor, room = T.floor, door = { T.floor, T.door } }
local map = plan:map(list)
local first, last = plan:get_rooms()[1], plan:get_rooms()[4]
local from, to = { x = first.x, y = first.y }, { x = last.x, y = last.y }
local function show(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, each in pairs(value) do parts[#parts + 1] = tostring(key) .. "=" .. show(each) end
  return "{" .. table.concat(parts, " ") .. "}"
end
local function sorted(places)
  local parts = {}
  for i, place in ipairs(places) do parts[i] = show(place) end
  table.sort(parts)
  return table.concat(parts, " ")
end
-- All that the toolbox says of a map, or of a plan; nothing depends on what was drawn before.
local function look(ground)
  local lines = {}
  local function add(...) lines[#lines + 1] = show { ... } end
  local open, distances = toolbox.open(ground), toolbox.distances(ground, from, { diagonal = true })
  local regions = toolbox.regions(ground)
  for y = 0, 13 do
    for x = 0, 29 do
      add(open:get(x, y), distances:get(x, y), regions:get(x, y), ground == plan and plan:get(x, y))
      if ground ~= plan then
        for _, tile in ipairs(kts.GetTiles { x = x, y = y }) do add(tile.glyph, tile.depth, tile.items) end
      end
    end
  end
  add(distances:furthest())
  add(regions.sizes, toolbox.path(ground, from, to), toolbox.is_connected(ground))
  add(sorted(toolbox.scatter(ground, { distance = 1 })), sorted(toolbox.niches(ground, 3)))
  add(toolbox.place_reachable(ground, { from = from, least = 3, count = 9999 }))
  if ground == plan then
    add(plan:text(), plan:get_rooms(), plan:get_links(), plan:is_open(from.x, from.y), tostring(plan))
  end
  return table.concat(lines, "\\n")
end
"""
# What may change of a map `it`, and of the tiles of plans.
CHANGES = [
    "T.floor.access = {}",
    'T.floor.access = { walking = "approach" }',
    "T.wall.access = nil",
    "T.door.access = {}",
    "T.floor.glyph = '%'",
    "T.floor.items = false",
    "T.floor.depth = -8",
    "T.wall.depth = 3",
    "list.room = T.wall",
    "list.wall[1] = T.floor",
    "list.wall[2] = T.door",
    "list.door = nil",
    "list.hallway = nil",
    "kts.AddTile({ x = from.x + 1, y = from.y }, T.wall)",
    "kts.RemoveTile(from, kts.GetTiles(from)[1])",
    "for _, tile in ipairs(kts.GetTiles(from)) do tile.access = {} end",
    "toolbox.stamp(it, T.segments[1], 5, 3)",
]
LOAD = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'


@pytest.mark.slow
def test_answers_are_those_of_tiles_and_squares_as_they_are_now(run_lua: RunLua) -> None:
    unchanged = run_lua(f"{HEAD}print(look(map)) print(look(plan:map(list)))", load=LOAD).lines
    for change in CHANGES:
        late, early = (
            run_lua(
                f"{HEAD}local it = map local function look_all() return look(map), look(plan:map(list)) end\n"
                f"{first} {change} print(look_all())",
                load=LOAD,
            ).lines
            for first in ("look_all()", "")
        )
        assert late == early, change
        assert late != unchanged, change


# Lua that changes what an object `it` returned.
COPIES = [
    "it:get_rooms()[1].x = 7",
    "it:get_rooms()[2] = nil",
    "it:get_links()[1] = { 1, 1 }",
    "toolbox.path(it, from, to)[2].x = 9",
    "toolbox.distances(it, from):furthest().x = 3",
    "toolbox.regions(it).sizes[1] = 3",
]


def test_what_mods_get_of_a_plan_are_copies(run_lua: RunLua) -> None:
    script = HEAD + "\nlocal before, it = look(plan), plan\n"
    for change in COPIES:
        script += f"print(pcall(function() {change} end)) print(look(plan) == before)\n"
    assert run_lua(script, load=LOAD).lines == ["true", "true"] * len(COPIES)


def test_no_field_of_an_object_can_be_assigned(run_lua: RunLua) -> None:
    objects = {
        "Plan": "plan",
        "HostMap": "map",
        "OpenSquares": "toolbox.open(plan)",
        "Distances": "toolbox.distances(plan, from)",
        "Regions": "toolbox.regions(plan)",
    }
    entries = [entry for entry in all_books()["toolbox"].entries if entry.owner in objects]
    assert {entry.owner for entry in entries} == set(objects)
    assert {entry.key for entry in entries if entry.kind == "value"} == {"width", "height", "sizes"}
    script = HEAD
    for name in [*objects]:
        script += f"local it = {objects[name]}\n"
        for key in [*(entry.key for entry in entries if entry.owner == name), "squares", "other"]:
            script += (
                f"do local before = it.{key} print(pcall(function() it.{key} = 5 end)) "
                f"print(pcall(rawset, it, '{key}', 5)) print(it.{key} == before) end\n"
            )
    lines = run_lua(script, load=LOAD).lines
    assert lines[2::3] == ["true"] * (len(lines) // 3)
    assert all(line.startswith("false") and "are read-only" in line for line in lines[::3])
    assert all(line.startswith("false") for line in lines[1::3])
