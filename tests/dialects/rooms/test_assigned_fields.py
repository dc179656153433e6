"""A field that a mod assigns to a room, a tile, a level or its runner has the effect that it has from the start.

Each field is assigned in two games: after the methods of all objects were called once, and before.
"""

from __future__ import annotations

import pytest

from host.tools.reference.books import all_books
from tests.helpers import RunLua

# Class -> how the script calls its object, and the Lua of values for each field.
FIELDS = {
    "Room": ("room", {"x": "5", "y": "6", "width": "9", "height": "2", "runner": "other", "number": "7"}),
    "Tile": ("tile", {"x": "6", "y": "5", "kind": '"wall"', "runner": "other"}),
    "Dungeon": ("dungeon", {"runner": "other"}),
    "GameRunner": (
        "runner",
        {
            "width": "30",
            "height": "25",
            "level": "9",
            "dungeonLevel": "9",
            "rooms": "{ room }",
            "roomCount": "2",
            "crawl": '{ "before" }',
            "dungeon": "other.dungeon",
            "player": "nil",
        },
    ),
    "Player": ("player", {"hitPoints": "3", "title": '"me"', "tile": "tile", "runner": "other"}),
    "Spikes": (
        "spikes",
        {
            "tile": "tile",
            "title": '"a trap"',
            "state": '"up"',
            "delay": "9",
            "assetTable": "{}",
            "damageTable": "{ up = 3, down = 3 }",
        },
    ),
    "WayDown": ("way", {"tile": "tile", "runner": "other", "title": '"a hole"'}),
}
SCRIPT = """
local other = GameRunner(20, 20)
other:createLevel(1)
local runner = GameRunner(60, 40)
runner:createLevel(5)
local dungeon = runner.dungeon
local room = runner.rooms[2]
local tile, player, spikes = room:centerTile(), runner.player, Spikes(runner.rooms[3]:centerTile())
local way = WayDown(runner.rooms[4]:centerTile(), runner)
local function show(value)
  if rawequal(value, runner) or rawequal(value, other) then return value == other and "other" or "runner" end
  if type(value) == "table" and rawget(value, "kind") then return tostring(value) .. show(value.runner) end
  if type(value) == "table" and rawget(value, "corners") == nil and value.corners then
    return table.concat({ value:corners() }, " ") .. show(value.runner)
  end
  return type(value) == "table" and "table" or (tostring(value):gsub("^.-:%d+: ", ""))
end
local function call(object, method, ...)
  local results = table.pack(pcall(object[method], object, ...))
  for i = 1, results.n do results[i] = show(results[i]) end
  return method .. " " .. table.concat(results, ",")
end
local squares = 0
local function look()
  local lines = {}
  local function add(...) lines[#lines + 1] = call(...) end
  for _, method in ipairs { "center", "centerPos", "centerTile", "corners" } do add(room, method) end
  add(room, "intersects", Room(0, 0, 30, 9))
  for _, method in ipairs { "pos", "isRoom", "isWall", "isEdge", "getRoom", "getPlayerIfPresent", "__tostring" } do
    add(tile, method)
  end
  add(tile, "distance", Tile:room(0, 0))
  add(tile, "contains", player)
  -- Squares of which no mod has had the tile.
  squares = squares + 1
  for y = 0, 39 do add(dungeon, "getTile", vec2(squares, y)) end
  add(dungeon, "furthestRoom", "path")
  add(runner, "getTile", vec2(20 + squares, 9))
  add(runner, "getDungeon")
  add(dungeon, "connectRooms", { room, dungeon:getRooms()[1] })
  for _, method in ipairs { "name", "isAlive" } do add(player, method) end
  add(player, "moveBy", 1, 0)
  add(player, "putOn", tile)
  add(player, "damage", 1)
  for _, method in ipairs { "up", "damageLo", "damageHi", "down", "damageLo", "damageHi" } do add(spikes, method) end
  lines[#lines + 1] = show(player.hitPoints) .. show(player.tile) .. #runner.crawl .. show(runner.level)
  return table.concat(lines, "; ")
end
local function assign() {OBJECT}.{FIELD} = {VALUE} end
if not IS_LATE then assign() end
look()
if IS_LATE then assign() end
-- The look before took hit points, and moved the player.
player.hitPoints = {FIELD_IS_HIT_POINTS} and 3 or 20
print(look())
print(pcall(runner.createLevel, runner) and #runner.dungeon:getRooms(), runner.roomCount, runner.level)
"""


@pytest.mark.parametrize("owner", FIELDS)
def test_objects_of_levels_are_as_their_fields_are_now(owner: str, run_shared: RunLua) -> None:
    variable, values = FIELDS[owner]
    for name, value in values.items():
        script = SCRIPT.replace("{OBJECT}", variable).replace("{FIELD}", name).replace("{VALUE}", value)
        script = script.replace("{FIELD_IS_HIT_POINTS}", str(name == "hitPoints").lower())
        late, early = (run_shared(f"local IS_LATE = {is_late}\n{script}").lines for is_late in ("true", "false"))
        assert late == early, name


def test_a_level_takes_its_runner_from_its_field(run_shared: RunLua) -> None:
    script = """
    local first, second = GameRunner(20, 20), GameRunner(20, 20)
    local dungeon = Dungeon(first, 20, 20)
    print(dungeon:getTile(vec2(3, 3)).runner == first, dungeon:addRoom(2, 2, 3, 3).runner == first)
    dungeon.runner = second
    print(dungeon:getTile(vec2(4, 4)).runner == second, dungeon:getTile(vec2(-1, 0)).runner == second)
    print(dungeon:addRoom(9, 9, 3, 3).runner == second)
    """
    assert run_shared(script).lines == ["true true", "true true", "true"]


def test_every_declared_field_is_assigned() -> None:
    declared: dict[str, set[str]] = {}
    for entry in all_books()["rooms"].entries:
        if entry.kind == "value" and entry.owner in FIELDS:
            declared.setdefault(entry.owner, set()).add(entry.key)
    # The objects of a tile: maps show the objects of the table that the host made.
    declared["Tile"].remove("contents")
    assert declared == {owner: set(values) for owner, (_, values) in FIELDS.items()}
