"""Travel and renewal of maps: the order of events, and that a failed travel changes nothing."""

from __future__ import annotations

import pytest

from tests.helpers import MakeMod, RunLua, run_command

WORLD = """
data:add { _type = "base.chara", _id = "rat" }
data:add { _type = "base.map_archetype", _id = "wood", on_generate_map = function()
  return InstancedMap:new(9, 9)
end }
data:add { _type = "base.area_archetype", _id = "wood", floors = { "w.wood" } }
local told
local names = [[
  calc_map_starting_pos on_map_leave on_map_changed on_map_initialize on_map_renew_geometry on_map_renew_major
  on_map_renew_minor on_map_loaded on_map_entered after_map_changed on_build_map on_map_generated_from_archetype
  on_generate_area_floor on_map_deserialized on_object_instantiated on_game_initialize
]]
for name in names:gmatch "%S+" do
  Event.register("base." .. name, "tell", function(_, params)
    if told then
      told[#told + 1] = name .. (params.renew_steps and " " .. params.renew_steps or "")
    end
  end, 1)
end
function events(fn, ...)
  told = {}
  fn(...)
  print(table.concat(told, " > "))
  told = nil
end
function begin()
  local home, area = InstancedMap:new(9, 9), InstancedArea:new()
  area:add_floor(home)
  Area.register(area)
  Chara.set_player(Chara.create("w.rat", 2, 2, {}, home))
  Map.set_map(home)
  local other, around = InstancedMap:new(9, 9), InstancedArea:new()
  around:add_floor(other)
  Area.register(around)
  return home, other
end
"""
BEFORE = "calc_map_starting_pos > on_map_leave > on_map_changed > on_map_initialize"
LOADED = "on_map_deserialized > on_object_instantiated > on_map_deserialized"
AFTER = "on_map_loaded > on_map_entered > after_map_changed"


def test_the_events_of_travel_and_renewal_come_in_order(make_mod: MakeMod, run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local W = require "w"
        local home, other = W.begin()
        local function back() Map.travel_to(home) end
        W.events(Map.travel_to, other) back()
        W.events(Map.travel_to, other) back()
        World.pass_time_in_seconds(25 * 3600)
        W.events(Map.travel_to, other) back()
        World.pass_time_in_seconds(121 * 3600)
        W.events(Map.travel_to, other)
        W.events(Map.travel_to, other)
        """,
        mods=[make_mod("w", WORLD)],
    )
    assert ran.lines == [
        f"{BEFORE} > on_map_renew_major > on_map_renew_minor 1 > {AFTER}",
        f"{BEFORE} > {AFTER}",
        f"{BEFORE} > on_map_renew_minor 1 > {AFTER}",
        f"{BEFORE} > on_map_renew_geometry > on_map_renew_major > on_map_renew_minor 4 > {AFTER}",
        "",
    ]


def test_the_events_of_a_floor_and_of_a_load_come_in_order(make_mod: MakeMod, run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local W = require "w"
        W.begin()
        local wood = InstancedArea:new("w.wood")
        W.events(function() wood:load_or_generate_floor(1) end)
        Map.delete(select(2, wood:load_floor(1)))
        W.events(function() require("api.test.TestUtil").save_cycle() end)
        """,
        mods=[make_mod("w", WORLD)],
    )
    assert ran.lines == [
        "on_build_map > on_map_generated_from_archetype > on_generate_area_floor",
        f"{LOADED} > on_map_changed > on_map_initialize > on_map_loaded > after_map_changed > on_game_initialize",
    ]


@pytest.mark.parametrize(
    ("handler", "message"),
    [
        ("Map.delete(other)", "Map.delete: a travel to the map 2 is under way"),
        ("Area.delete(Area.get(other))", "Area.delete: a travel to the map 2 is under way"),
        ("Map.set_map(InstancedMap:new(3, 3))", "Map.set_map: a travel is under way"),
        ("Map.travel_to(InstancedMap:new(3, 3))", "Map.travel_to: a travel is under way"),
        ("require('api.test.TestUtil').save_cycle()", "TestUtil.save_cycle: a travel is under way"),
    ],
    ids=["delete", "delete_area", "set_map", "travel", "save_cycle"],
)
def test_nothing_pulls_the_ground_from_under_a_travel(
    make_mod: MakeMod, run_lua: RunLua, handler: str, message: str
) -> None:
    ran = run_lua(
        f"""
        local home, other = require("w").begin()
        home:connect_self("base.on_map_leave", "pull", function()
          print(select(2, pcall(function() {handler} end)))
        end)
        Map.travel_to(other)
        print(Map.current() == other, Chara.player():current_map() == other, Area.get(other) ~= nil)
        """,
        mods=[make_mod("w", WORLD)],
    )
    assert message in ran.lines[0]
    assert ran.lines[1].split() == ["true", "true", "true"]


def test_what_the_host_reads_as_a_table_must_be_one(make_mod: MakeMod, run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local home = require("w").begin()
        local stairs = Feat.create("base.stairs_down", 3, 3, { force = true }, home)
        print(select(2, pcall(function() stairs.params = 5 end)))
        print(select(2, pcall(function() Area.current().types = 5 end)))
        print(select(2, pcall(function() home.types = nil end)))
        """,
        mods=[make_mod("w", WORLD)],
    )
    assert [line.split(": ", 1)[1] for line in ran.lines] == [
        "params of a feat is 5: must be a table",
        "types of an area is 5: must be a table",
        "types of a map is nil: must be a list",
    ]


def test_dungeons_of_kts_are_floors_that_stay(make_mod: MakeMod, run_lua: RunLua) -> None:
    """Each floor is laid out anew, is another map, and comes back from a save as it was."""
    mod = make_mod(
        "vaults",
        """
        local base = require "base"
        data:add {
          _type = "base.area_generator", _id = "vaults", deepest_floor = 3,
          on_generate_floor = function()
            kts.WipeDungeon()
            kts.LayoutDungeon {
              layout = { width = 2, height = 1, data = { { type = "block" }, { type = "block" } } },
              wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
              segments = base.standard_segments, entry_type = "close",
            }
            return Map.from_dungeon()
          end,
        }
        data:add { _type = "base.unique_area", _id = "vault", area_generator = "vaults.vaults" }
        """,
        toml='[dependencies]\nbase = "*"',
    )
    ran = run_lua(
        """
        local function tiles(map)
          local ids = {}
          for _, _, _, tile in map:iter_tiles() do ids[#ids + 1] = tile._id end
          return table.concat(ids, " ")
        end
        local one = Area.get_or_create_map("vaults.vault", 1)
        local before = tiles(one)
        local two = Area.get_or_create_map("vaults.vault", 2)
        print(one ~= two, one:width(), one:height(), tiles(one) == before, tiles(two) ~= before)
        print(one:iter_feats():length(), two:iter_feats():length())
        Map.set_map(one)
        Chara.set_player(Chara.create("base.fallback", nil, nil, {}, one))
        local uid, deeper = one.uid, tiles(two)
        require("api.test.TestUtil").save_cycle()
        print(Map.current().uid == uid, tiles(Map.current()) == before)
        print(tiles(Area.get_or_create_map("vaults.vault", 2)) == deeper)
        """,
        mods=["base", mod],
    )
    assert ran.lines == ["true 14 27 true true", "1 2", "true true", "true"]


def test_the_status_of_a_map_without_an_area_names_no_floor(make_mod: MakeMod) -> None:
    mod = make_mod(
        "meadow",
        """
        data:add { _type = "base.chara", _id = "rat" }
        return { begin = function()
          local map = InstancedMap:new(9, 9)
          Chara.set_player(Chara.create("meadow.rat", 2, 2, {}, map))
          Map.set_map(map)
        end }
        """,
    )
    done = run_command("travel", "meadow", "--mods", mod, "--seed", "1", "--keys", ".")
    assert "day " in done.output
    assert "floor nil" not in done.output


def test_a_player_whom_a_handler_takes_off_the_map_ends_no_game(make_mod: MakeMod) -> None:
    mod = make_mod(
        "meadow",
        """
        data:add { _type = "base.chara", _id = "rat", events = { { id = "base.on_chara_moved", name = "vanish",
          callback = function(self) self:remove_ownership() end } } }
        return { begin = function()
          local map = InstancedMap:new(9, 9)
          Map.set_map(map)
          Chara.set_player(Chara.create("meadow.rat", 2, 2, {}, map))
        end }
        """,
    )
    done = run_command("travel", "meadow", "--mods", mod, "--seed", "1", "--keys", "lgl")
    assert "error" not in done.output, done.output
    assert done.output.count("You are on no map.") == 2


def test_loops_over_tiles_have_the_square_after_the_state(run_lua: RunLua) -> None:
    ran = run_lua("""
        local map = InstancedMap:new(3, 2)
        map:set_tile(2, 1, "base.wall")
        for _, x, y, tile in map:iter_tiles() do
          if map:is_floor(x, y) then map:set_tile(x, y, "base.wall") else print(x, y, tile._id) end
        end
        print(map:iter_tiles():filter(function(x, y, tile) return tile.is_solid end):length())
    """)
    assert ran.lines == ["2 1 base.wall", "6"]


def test_removed_entrances_are_made_again_by_force_alone(run_lua: RunLua) -> None:
    script = """
    local function make() return InstancedMap:new(9, 9) end
    data:add { _type = "base.map_archetype", _id = "coast", on_generate_map = make }
    data:add { _type = "base.unique_area", _id = "coast", archetype = "script.coast" }
    local id = "script.coast"
    data:add { _type = "base.unique_area", _id = "wreck", archetype = id, parent_map = id, x = 2, y = 2 }
    local coast = Area.get_or_create_map "coast"
    local function entrances() return Feat.at(2, 2, coast):length() end
    Feat.at(2, 2, coast):nth(1):remove_ownership()
    Map.set_map(coast)
    MapArchetype.generate_area_archetype_entrances(coast)
    print(entrances())
    MapArchetype.generate_area_archetype_entrances(coast, true)
    MapArchetype.generate_area_archetype_entrances(coast, true)
    print(entrances())
    """
    assert run_lua(script).lines == ["0", "1"]
