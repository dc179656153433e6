"""Every example of the document that specifies the areas dialect, with its typos corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import MakeMod, RunLua

ELONA = """
data:add { _type = "base.map_tile", _id = "grass", is_solid = false }
data:add { _type = "base.chara", _id = "putit", level = 1, categories = { "my_mod.putit" } }
data:add { _type = "base.item", _id = "putitoro", name = "putitoro" }
data:add { _type = "base.map_archetype", _id = "north_tyris", properties = { types = { "world_map" } },
  on_generate_map = function(area, floor) return InstancedMap:new(60, 40, "elona.grass") end }
data:add { _type = "base.map_archetype", _id = "vernis",
  on_generate_map = function(area, floor) return InstancedMap:new(25, 25) end }
data:add { _type = "base.unique_area", _id = "north_tyris", archetype = "elona.north_tyris" }
data:add { _type = "base.unique_area", _id = "vernis", archetype = "elona.vernis", parent_map = "elona.north_tyris",
  x = 26, y = 23 }
"""

PARADISE = """
local PutitParadise = {}
function PutitParadise.generate_putit_shaped_map(floor)
  local map = InstancedMap:new(21, 15, "base.wall")
  for y = 2, 12 do
    local half = math.min(9, 2 + y)
    for x = 10 - half, 10 + half do
      map:set_tile(x, y, "base.floor")
    end
  end
  return map
end

local function generate_floor(floor)
  local map = PutitParadise.generate_putit_shaped_map(floor)
  map:set_archetype("my_mod.putit_paradise")
  return map
end

data:add {
  _type = "base.area_generator",
  _id = "putit_paradise",
  on_generate_floor = generate_floor
}

data:add {
  _type = "base.map_archetype",
  _id = "putit_paradise",
  on_spawn = function(map)
    local level = map:calc("level")
    Charagen.create(nil, nil, { level = level, categories = {"my_mod.putit"} })
  end,
  on_restock = function(map)
    for _, chara in Chara.iter_others(map) do
      if chara:has_category("my_mod.putit") then
        local putitoro = Item.create("elona.putitoro", nil, nil, {}, chara)
        if putitoro then
          Action.eat(chara, putitoro)
        end
      end
    end
  end,
  on_renew = function(map)
    for _, chara in Chara.iter_others(map) do
      if chara:has_category("my_mod.putit") then
        Gui.mes(("%s looks at you quizzically."):format(chara.name))
      end
    end
  end,
  _events = {
    {
      _id = "base.on_map_entered",
      name = "The putits are watching.",
      callback = function(map)
        Gui.mes("The putits welcome your return to putit paradise.")
      end
    }
  }
}

data:add {
  _type = "base.unique_area",
  _id = "putit_paradise",
  area_generator = "my_mod.putit_paradise",
  image = "elona.feat_area_castle",
  parent_map = "elona.north_tyris",
  x = 43,
  y = 6,
}
"""

FLOORS = """
local floors = {}
for i = 1, 10 do
  floors[i] = InstancedMap:new(20, 30)
  floors[i]:clear("cobble")
end

local area = InstancedArea:new()
for floor_number, map in ipairs(floors) do
  area:add_map(map, { floor = floor_number })
end
area.image = "elona.feat_area_castle"

local uid = Area.register(area)
local x, y, map = 3, 4, InstancedMap:new(30, 30)
local entrance = Area.create_entrance(uid, x, y, map)
assert(class.is_an(IFeat, entrance))
assert(entrance.image == "elona.feat_area_castle")
assert(entrance.params.start_floor == 1)

local map = Area.load_starting_map(entrance)
local success, err = Map.travel_to(map)
assert(success, err)
assert(Map.current() == floors[1] and Area.current() == area and Area.current_floor() == 1)
assert(goto_floor(area, 6) and Map.current() == floors[6])
"""

QUICKSTART = """
local main_hub = InstancedMap:new(20, 20)
local item_room = InstancedMap:new(20, 20)
local ai_room = InstancedMap:new(20, 20)

local area = InstancedArea:new()
local main_hub_uid = area:add_floor(main_hub)
local item_room_uid = area:add_floor(item_room)
local ai_room_uid = area:add_floor(ai_room)

local down = Area.create_stairs_down(item_room_uid, 5, 10, main_hub)
Area.create_stairs_down(ai_room_uid, 15, 10, main_hub)
local up = Area.create_stairs_up(main_hub_uid, 10, 10, item_room)
Area.create_stairs_up(main_hub_uid, 10, 10, ai_room)

local player = Chara.create("elona.putit", nil, nil, { ownerless = true })
Chara.set_player(player)
Map.set_map(main_hub)
main_hub:take_object(player, 10, 10)

player:set_pos(5, 10)
assert(Action.activate(player, down))
assert(Map.current() == item_room and player.x == 10 and player.y == 10)
assert(Action.activate(player, up))
assert(Map.current() == main_hub and player.x == 5 and player.y == 10, player.x .. "," .. player.y)
"""

GENERATORS = """
local function generate_putit_floor() return InstancedMap:new(10, 10) end
local function generate_yeek_floor() return InstancedMap:new(11, 11) end
local function generate_floor(floor)
  if floor == 1 then
    return generate_putit_floor()
  elseif floor == 2 then
    return generate_yeek_floor()
  end
  return Dungeon.generate_floor(floor)
end

data:add {
  _type = "base.area_generator",
  _id = "my_neat_dungeon",
  on_generate_floor = generate_floor
}
local area = InstancedArea:new()
area.floor_generator = "my_mod.my_neat_dungeon"
Area.register(area)
assert(Map.travel_to(Area.get_or_create_map(area)))
area.generator = "my_mod.my_neat_dungeon"

local stairs = { floor_delta = 1 }
local next_floor = Area.current_floor() + stairs.floor_delta
local area = Area.current()
local generator_id = area.generator
local generator = data["base.area_generator"][generator_id]
local map = generator.on_generate_floor(next_floor)
Area.set_map(area, next_floor, map)
Map.travel_to(map)
assert(Area.current_floor() == 2 and Map.current():width() == 11)
assert(goto_floor(area, 3))
assert(Map.current().level == 3)
"""

NOW_IT_IS_TIME = """
local north_tyris = Area.get_or_create_map("elona.north_tyris")
Map.travel_to(north_tyris)
local area, entrance = Area.create("my_mod.putit_paradise", nil, nil, north_tyris)
assert(area._id == "my_mod.putit_paradise")
assert(entrance.x == 43)
assert(entrance.y == 6)
assert(entrance.params.area_uid == area.uid)

local putit_paradise = Area.get_or_create_map(area)
Map.travel_to(putit_paradise)

local related = Area.all_maps()
assert(#related == 1 and related[1] == putit_paradise.uid)

local area = Area.current()
local map = Map.current()
assert(area == Area.get(map) and map == putit_paradise)
local registered = save.base.map_registry[#save.base.map_registry]
assert(registered.uid == map.uid and registered.area == area.uid)

local dungeon_area = Area.get(entrance.params.area_uid)
assert(not dungeon_area.is_conquered)
local area_metadata = Area.current()
area_metadata.is_conquered = true
area_metadata.deepest_floor = 20
assert(dungeon_area.is_conquered and dungeon_area.deepest_floor == 20)

local names = {}
for _, dungeon_entrance in Dungeon.iter(north_tyris) do
  names[#names + 1] = Area.get(dungeon_entrance.params.area_uid)._id
end
assert(table.concat(names, " ") == "my_mod.putit_paradise", table.concat(names, " "))
Map.travel_to(north_tyris)
Dungeon.regenerate_all_in(north_tyris)
assert(not Map.exists(putit_paradise))
"""

UNIQUE = """
local world_map = Area.get_or_create_map("elona.north_tyris", 1)
local vernis = Area.get_or_create_map("elona.vernis", 1)
assert(Area.is_generated("elona.vernis") and Map.get_or_create("elona.vernis") == vernis)
assert(Area.create_entrance(vernis, 26, 23, world_map).params.area_uid == vernis.area_uid)

local my_vernis = Elona122Map.generate("vernis")
my_vernis:set_archetype("elona.vernis")
assert(my_vernis:archetype()._id == "elona.vernis" and my_vernis:width() == 6)

local made = Area.regenerate_all_child_maps("elona.north_tyris")
assert(#made == 2)

if not Area.is_generated("my_mod.my_vernis") then
  local vernis_area = Area.get_or_create("my_mod.my_vernis")
  Area.create_entrance(vernis_area, 26, 23, world_map)
end
assert(Area.is_generated("my_mod.my_vernis"))
"""

MY_WORLD = """
data:add { _type = "base.unique_area", _id = "my_vernis", archetype = "elona.vernis" }
data:add { _type = "base.unique_map", _id = "my_vernis", archetype = "elona.vernis", parent_map = "elona.north_tyris",
  x = 2, y = 3 }
data:add { _type = "base.map_archetype", _id = "old_vernis", register_unique = { "elona.old_vernis", "my_mod.old" } }

local function generate_child_maps(world_map)
  if not Area.is_generated("my_mod.my_vernis") then
    local vernis_area = Area.get_or_create("my_mod.my_vernis")
    Area.create_entrance(vernis_area, 26, 23, world_map)
  end
end
data:add {
  _type = "base.map_archetype",
  _id = "my_world_map",
  _events = {
    { _id = "base.on_map_entered", name = "Set up custom world map", callback = generate_child_maps }
  }
}
"""

VERNIS = """
# = base.wall
. = base.floor
@ = base.floor, start

######
#..@.#
######
"""


@pytest.mark.parametrize(
    "script",
    [FLOORS, QUICKSTART, GENERATORS, NOW_IT_IS_TIME, UNIQUE],
    ids=["floors", "quickstart", "generators", "now_it_is_time", "unique"],
)
def test_the_page_runs(script: str, make_mod: MakeMod, run_lua: RunLua) -> None:
    elona = make_mod("elona", ELONA)
    needs = '[dependencies]\nelona = "*"\n'
    cobble = 'data:add { _type = "base.map_tile", _id = "cobble", is_solid = false }\n'
    make_mod(
        "my_mod",
        f"{cobble}{PARADISE}{MY_WORLD}\nfunction go()\n{script}\nend\n",
        toml=needs,
        files={"maps/vernis.map": VERNIS},
    )
    run_lua('require("my_mod").go()', mods=[elona.parent])


def test_putits_live_in_paradise(make_mod: MakeMod, run_lua: RunLua) -> None:
    make_mod("elona", ELONA)
    folder: Path = make_mod("my_mod", PARADISE, toml='[dependencies]\nelona = "*"\n')
    ran = run_lua(
        """
        local north_tyris = Area.get_or_create_map("elona.north_tyris")
        Chara.set_player(Chara.create("elona.putit", 10, 10, {}, north_tyris))
        Map.set_map(north_tyris)
        local paradise = Area.get_or_create_map("my_mod.putit_paradise")
        local entrance
        for _, feat in Dungeon.iter(north_tyris) do entrance = feat end
        assert(entrance.x == 43 and entrance.y == 6)
        paradise.max_crowd_density = 40
        Chara.player():set_pos(43, 6)
        assert(entrance:activate())
        assert(Map.current() == paradise)
        World.pass_time_in_seconds(3600 * 4)
        print(Chara.iter_others():length() > 5, Chara.iter_others():all(function(c) return c._id == "elona.putit" end))
        Map.travel_to(north_tyris)
        World.pass_time_in_seconds(3600 * 121)
        Map.travel_to(paradise)
        """,
        mods=[folder.parent],
    )
    assert ran.lines[:2] == ["The putits welcome your return to putit paradise.", "true true"]
    assert ran.lines[-1] == "The putits welcome your return to putit paradise."
    assert ran.lines.count("putit looks at you quizzically.") > 5


DEN = """
data:add { _type = "base.area_generator", _id = "den", deepest_floor = 9,
  on_generate_floor = function(floor) return Dungeon.generate_floor(floor) end }
data:add { _type = "base.unique_area", _id = "den", area_generator = "m.den" }
"""


def test_stairs_lead_to_the_floor_that_their_metadata_declares(make_mod: MakeMod, run_lua: RunLua) -> None:
    """Seed 003: "unless the metadata on the stairs feat declares a specific floor"."""
    ran = run_lua(
        """
        local home = InstancedMap:new(9, 9)
        Chara.set_player(Chara.create("base.fallback", 2, 2, {}, home))
        Map.set_map(home)
        local entrance = Area.create_entrance("m.den", 2, 2, home)
        entrance.params.start_floor = 3
        print(Area.load_starting_map(entrance) == Area.get_or_create_map("m.den", 3))
        print(Action.activate(Chara.player(), entrance), Area.current_floor())
        local first = Area.get_or_create_map("m.den", 1)
        local stairs = Area.create_stairs_down(first.uid, 2, 2, home)
        stairs.params.start_floor = 5
        Map.travel_to(home, { start_x = 2, start_y = 2 })
        print(Action.activate(Chara.player(), stairs), Area.current_floor())
        """,
        mods=[make_mod("m", DEN)],
    )
    assert ran.lines == ["true", "true 3", "true 5"]


def test_everything_is_regenerated(make_mod: MakeMod, run_lua: RunLua) -> None:
    """Seed 003: "So Dungeon.regenerate_absolutely_everything() or something"."""
    ran = run_lua(
        """
        local vale, heath = InstancedMap:new(9, 9), InstancedMap:new(9, 9)
        Area.create_entrance("m.den", 2, 2, vale)
        local pit, inner, floor = InstancedArea:new(), InstancedArea:new(), InstancedMap:new(9, 9)
        pit.types, inner.types = { "dungeon" }, { "dungeon" }
        pit:add_floor(floor)
        inner:add_floor(InstancedMap:new(9, 9))
        Area.create_entrance(pit, 2, 2, heath)
        Area.create_entrance(inner, 2, 2, floor)
        local cave = Area.get_or_create_map("m.den", 2)
        Map.set_map(heath)
        Dungeon.regenerate_absolutely_everything()
        print(Map.exists(cave), Map.exists(floor), Map.exists(vale), Map.exists(heath))
        print(Area.get_or_create_map("m.den", 2) == cave)
        """,
        mods=[make_mod("m", DEN)],
    )
    assert ran.lines == ["false false true true", "false"]


def test_a_floor_does_not_depend_on_what_happened_before(make_mod: MakeMod, run_lua: RunLua) -> None:
    """Floors are generated when the player comes ("generating a floor on entering a map based on a stair")."""
    mod = make_mod(
        "m",
        DEN.replace("return Dungeon.generate_floor(floor)", "return dig(floor)")
        + """
        function dig(floor)
          local map = InstancedMap:new(9, 9)
          map.marks = { math.random(1000000), math.random(1000000), Rand.rnd(1000000) }
          return map
        end
        """,
    )
    show = 'print(table.concat(Area.get_or_create_map("m.den", 2).marks, " "), math.random(1000000))'
    straight = run_lua(show, mods=[mod], seed=4).lines
    later = run_lua(f'math.random() Area.get_or_create_map("m.den", 1) {show}', mods=[mod], seed=4).lines
    assert straight[0].split()[:3] == later[0].split()[:3]
    # Outside of floors, the stream of the mod goes on.
    assert straight[0].split()[3] != later[0].split()[3]
