"""A field that a mod assigns to a map or an area after first use has the effect that it has from the start.

Each field gets a value in two games: after all methods were called once, and before. What the methods return next, and
what other modules say of the map or the area, is the same in both.
"""

from __future__ import annotations

import pytest

from host.syntax.declarations.types import text_of
from host.tools.reference.books import all_books
from tests.helpers import RunLua

VALUES = {
    "boolean": ["true", "false"],
    "string": ['"word"', '"base.wall"'],
    "integer": ["2", "7"],
    "any": ['"picture"', "{ 1, { 2 } }"],
    "string[]": ['{ "dungeon", "town" }'],
    "table": ["{ x = 2, y = 2 }"],
    "table<integer, table>": ["{}"],
    "(integer | string)": ['"root"'],
}
# Methods that change nothing, or nothing that the others tell.
METHODS = {
    "InstancedMap": [
        *("archetype", "can_access", "can_see_through", "has_los", "has_type", "height", "is_floor", "is_in_bounds"),
        *("is_in_fov", "is_memorized", "iter_charas", "iter_feats", "iter_mefs", "iter_tiles", "iter_type"),
        *("iter_type_at_pos", "objects_at_pos", "previous_map_and_location", "tile", "width"),
    ],
    "InstancedArea": [
        *("archetype", "child_area_position", "deepest_floor", "floor_of_map", "generate_map_for_floor", "get_floor"),
        *("has_child_area", "has_type", "iter_child_areas", "iter_maps", "load_floor", "load_starting_floor"),
        "starting_floor",
    ],
}
# Fields that the host computes.
READ_ONLY = {"uid", "area_uid", "_archetype", "_id", "maps", "parent_area"}
SCRIPT = """
local Map, Area = require "api.Map", require "api.Area"
data:add { _type = "base.area_generator", _id = "shafts", deepest_floor = 5,
  on_generate_floor = function(floor) local map = InstancedMap:new(6, 6) map.name = "floor " .. floor return map end }
data:add { _type = "base.area_generator", _id = "word", deepest_floor = 9,
  on_generate_floor = function(floor) local map = InstancedMap:new(4, 4) map.name = "word " .. floor return map end }
local function show(value, depth)
  if type(value) == "string" then
    return (value:gsub("^.-:%d+: ", ""))
  elseif type(value) ~= "table" or (depth or 0) > 2 then
    return type(value) == "function" and "function" or type(value) == "table" and "table" or tostring(value)
  end
  local parts = {}
  for key, each in pairs(value) do parts[#parts + 1] = tostring(key) .. ":" .. show(each, (depth or 0) + 1) end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end
local function call(fn, ...)
  local results = table.pack(pcall(fn, ...))
  for i = 1, results.n do results[i] = show(results[i]) end
  return table.concat(results, ",")
end
local function new()
  local map, area = InstancedMap:new(7, 6), InstancedArea:new(nil, "shafts")
  area:add_floor(InstancedMap:new(5, 5), 2)
  area:add_floor(map, 3)
  return map, area
end
local function look(it, map)
  local lines = {}
  map:clear "base.floor"
  map:set_tile(3, 3, "base.wall")
  for _, name in ipairs(METHODS) do
    for _, arguments in ipairs { {}, { 2, 2 }, { 1, 1, 5, 5 }, { map }, { "dungeon" } } do
      lines[#lines + 1] = name .. " " .. call(function() return it[name](it, table.unpack(arguments)) end)
    end
  end
  for x = 0, 6 do
    for y = 0, 5 do
      lines[#lines + 1] = call(map.can_access, map, x, y)
    end
  end
  lines[#lines + 1] = call(Map.can_drop_items, map) .. call(Map.floor_number, map) .. show(it)
  lines[#lines + 1] = call(map.clear, map) .. call(map.tile, map, 3, 3)
  return (table.concat(lines, " | "):gsub("InstancedMap %d+", "map"):gsub("uid:%d+", "uid:N"))
end
local function case(name, value)
  local map, area = new()
  local it = CLASS == "InstancedMap" and map or area
  local function assign() it[name] = value end
  local changed = not IS_LATE and call(assign)
  look(it, map)
  changed = IS_LATE and call(assign) or changed
  print(name, changed, look(it, map))
end
"""


@pytest.mark.parametrize("owner", ["InstancedMap", "InstancedArea"])
def test_maps_and_areas_are_as_their_fields_are_now(owner: str, run_lua: RunLua) -> None:
    entries = [entry for entry in all_books()["areas"].entries if entry.owner == owner and entry.kind == "value"]
    fields = [(entry.key, text_of(entry.type).removesuffix("?")) for entry in entries if entry.type is not None]
    cases = [(name, value) for name, of in fields if name not in READ_ONLY for value in [*VALUES[of], "nil"]]
    names = ", ".join(f'"{name}"' for name in METHODS[owner])
    calls = "\n".join(f"case('{name.replace('[string]', 'mark')}', {value})" for name, value in cases)
    script = f"local CLASS, METHODS = '{owner}', {{ {names} }}\n{SCRIPT}\n{calls}"
    late, early = (run_lua(f"local IS_LATE = {is_late}\n{script}").lines for is_late in ("true", "false"))
    assert late == early


@pytest.mark.parametrize("owner", METHODS)
def test_fields_that_the_host_computes_are_refused(owner: str, run_shared: RunLua) -> None:
    for name in sorted({entry.key for entry in all_books()["areas"].entries if entry.owner == owner} & READ_ONLY):
        arguments = "5, 5" if owner == "InstancedMap" else ""
        line = run_shared(f"print(pcall(function() {owner}:new({arguments}).{name} = 3 end))").text
        assert line.startswith("false"), line
        assert name in line
