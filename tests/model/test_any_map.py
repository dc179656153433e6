"""Maps of every generator work with every format, save, tool and command."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from host import Host, Map
from host.cli.generate import generate
from host.cli.shared.show import Output
from host.generate.plans.recipes import RECIPES
from host.model.game_map import model_of
from host.model.request import REQUEST_FIELDS
from host.render.formats import IMAGES, OVERLAYS
from host.render.style import PictureStyle
from tests.helpers import ROOT, run_command, sampled

SCHEMA = json.loads((ROOT / "docs" / "dungeon.schema.json").read_text())

# A mod that makes maps in the words of each dialect: generators, and functions for scripts.
ORIGINS = """
local toolbox, generators, base = require "host.toolbox", require "host.generators", require "base"
local Floor, Wall, Ghost = class("Floor", Entity), class("Wall", Entity), class("Ghost", Entity)
Floor.layer, Wall.layer, Ghost.layer = Layers.floor, Layers.wall, Layers.real
Ghost.glyph = "G"
for _, one in ipairs { Floor, Wall, Ghost } do registerEntity(one) end
data:add { _type = "base.chara", _id = "hen", glyph = "h" }
data:add { _type = "base.item", _id = "egg" }
data:add { _type = "base.map_tile", _id = "grass", is_solid = false, name = "grass" }
data:add { _type = "base.map_archetype", _id = "meadow", on_generate_map = function()
  local map = InstancedMap:new(26, 22, "base.wall")
  map:fill(2, 2, 21, 18, "o.grass")
  Chara.create("o.hen", 3, 3, {}, map)
  Item.create("o.egg", 4, 4, {}, map)
  return map
end }
data:add { _type = "base.area_archetype", _id = "meadow", floors = { [1] = "o.meadow" } }
local M = { make = {}, Ghost = Ghost }
function M.make.kts()
  kts.LayoutDungeon {
    layout = { width = 2, height = 1, data = { { type = "edge" }, { type = "block" } } },
    wall = base.wall_stone, horiz_door = { base.door_wood_h, base.floor_stone },
    vert_door = { base.door_wood_v, base.floor_stone },
    segments = base.standard_segments, entry_type = "close",
  }
  kts.AddMonsters(base.zombie, 3)
  kts.AddItem(base.gem, 1, { "floor", 2 })
end
function M.make.rooms()
  local runner = GameRunner(40, 30)
  runner:createLevel(6)
  return runner:getDungeon()
end
function M.make.instanced()
  local map = InstancedMap:new(24, 20, "base.wall")
  map:fill(1, 1, 22, 18, "base.floor")
  Chara.create("o.hen", 2, 2, {}, map)
  Feat.create("base.stairs_down", 5, 5, { force = true }, map)
  return map
end
function M.make.archetype()
  local area = InstancedArea:new("o.meadow")
  Area.register(area, { parent = "root" })
  local _, map = area:load_or_generate_floor(1)
  return map
end
function M.make.world()
  local generator = Generator(40, 30, { enemy_density = 0 })
  local first = generator:start(6, 6)
  generator:addNode(first)
  generator:addNode(first)
  generator:generate()
  generator:prune()
  local world = World(generator.width, generator.height)
  world:create(Ghost, world:materializeGenerator(generator, Floor, Wall))
  return world
end
function M.make.toolbox() return toolbox.bsp({ width = 30, height = 20 }):map() end
for name, make in pairs(M.make) do generators.register_generator { id = name, generate = make } end
return M
"""
MANIFEST = 'id = "o"\nversion = "1.0"\ndialects = ["areas", "actions", "kts", "rooms", "pools"]\n'
MANIFEST += '[dependencies]\nbase = "*"\n'

# What makes a map from Lua, in mods and scripts; and all generators: those, and the host's own.
MADE = ("kts", "rooms", "instanced", "archetype", "world", "toolbox")
GENERATORS = (*(f"o.{name}" for name in MADE), *RECIPES)


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("origins") / "o"
    folder.mkdir()
    (folder / "mod.toml").write_text(MANIFEST)
    (folder / "init.lua").write_text(ORIGINS)
    return folder


@pytest.fixture(scope="module")
def host(mod: Path) -> Host:
    return Host([mod, "critters"])


def run(mod: Path, folder: Path, script: str, save: Path | None = None) -> tuple[Map, list[str]]:
    path = folder / "script.lua"
    path.write_text(script)
    lines: list[str] = []
    made = Host([mod, "critters"], output=lines.append).run_script(path, seed=5, save=save)
    return made, [line.replace("\t", " ") for line in lines]


FORMS = next(p for p in generate.params if p.name == "form").type.choices  # type: ignore[attr-defined]


def test_the_schema_has_each_field_of_a_request() -> None:
    assert {*REQUEST_FIELDS} <= SCHEMA["properties"].keys()


@pytest.mark.parametrize("name", sampled(GENERATORS, 5))
def test_it_is_told_in_every_format(host: Host, name: str, tmp_path: Path) -> None:
    made = host.generate(name, seed=5)
    document = json.loads(made.to_json())
    jsonschema.validate(document, SCHEMA)
    again = Map.from_json(made.to_json())
    assert json.loads(again.to_json()) == document
    assert again == made
    assert (again.width, again.height, again.tiles.shape) == (made.width, made.height, (made.height, made.width))
    assert again.rooms.tolist() == made.rooms.tolist()
    assert (again.tiles == made.tiles).all()
    assert again.legend() == made.legend()
    assert [*map(str, again.objects)] == [*map(str, made.objects)]
    for form in FORMS:
        file = tmp_path / f"map.{form}"
        style = PictureStyle(overlays=OVERLAYS, title=True, legend=True, numbers=True, grid=True, light=True)
        output = Output(form, file, None, events=False, style=style if form in IMAGES else PictureStyle())
        output.show(model_of(again), "again")
        assert file.stat().st_size > 100, form


@pytest.mark.parametrize("name", MADE)
def test_it_has_rooms_where_it_was_made_of_rooms(host: Host, name: str) -> None:
    rooms = len(host.generate(f"o.{name}", seed=5).rooms)
    assert (rooms > 0) == (name in ("kts", "rooms", "world", "toolbox"))


@pytest.mark.parametrize("name", GENERATORS)
def test_it_is_played(host: Host, name: str) -> None:
    played = host.simulate(name, turns=10, seed=5)
    assert len(played.log) == 10 or not played.alive
    assert not [line for line in played.log if " errs: " in line]
    jsonschema.validate(json.loads(played.map.to_json()), SCHEMA)


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_it_is_saved_and_comes_back(mod: Path, name: str, tmp_path: Path) -> None:
    save = tmp_path / "x.save"
    show = "if map then Map.set_map(map) end" if name == "archetype" else ""
    made, _ = run(mod, tmp_path, f"local map = require('o').make.{name}() {show}", save)
    assert made.width > 5
    again, _ = run(mod, tmp_path, "", save)
    # The script is another; and what stands on levels of rooms waits for the clock with functions, and is not saved.
    model_of(again).origin = made.origin
    if name == "rooms":
        model_of(made).objects = []
    assert again == made


def test_what_mods_asked_of_play_is_saved(mod: Path, tmp_path: Path) -> None:
    save = tmp_path / "x.save"
    script = """
        local base = require "base"
        require("o").make.kts()
        kts.SetPremapped()
        kts.SetTimeLimit(90)
        kts.AddHint("look up", 1, 1)
        kts.AddStartingGear(base.gem, 1, 2)
        kts.SetStuffRespawning({ base.gem, base.sword }, 5000)
        kts.AddMonsterGenerator(base.zombie, { base.floor_stone }, 0.5)
        kts.LimitMonster(base.zombie, 7)
    """
    (tmp_path / "script.lua").write_text(script)
    made = Host([mod]).run_script(tmp_path / "script.lua", seed=5, save=save, play=1)
    assert made.quest["time_limit"] == 90
    assert sum(creature.player is not None for creature in made.creatures) == 2
    (tmp_path / "script.lua").write_text("")
    # Monsters would go on to walk.
    again = Host([mod]).run_script(tmp_path / "script.lua", save=save)
    assert again.quest == made.quest
    assert again.creatures == made.creatures


TOOLS = """
local toolbox, base, o = require "host.toolbox", require "base", require "o"
local value = o.make[NAME]()
local map = toolbox.map(value)
local open, regions = toolbox.open(value), toolbox.regions(value)
local places = toolbox.scatter(value, { distance = 3 })
local all = toolbox.scatter(value, { distance = 1 })
local at = places[1]
local steps, reached = toolbox.distances(value, at), 0
for _, one in ipairs(all) do
  if steps:get(one.x, one.y) then reached = reached + 1 end
  if not open:get(one.x, one.y) or not regions:get(one.x, one.y) then print("closed", one.x, one.y) end
end
local goal, far = steps:furthest()
print(#all > 20, reached == regions.sizes[regions:get(at.x, at.y)], #toolbox.path(value, at, goal) == far + 1)
local world = World.fromMap(value)
local ground = 0
for y = 1, world.height do
  for x = 1, world.width do
    local stands = not world.grid:isWall(x, y) and world.grid:getFloorAt(Vec(x, y)) ~= nil
    if stands then ground = ground + 1 end
    -- Tools find ways through locked doors and what can be broken, too.
    if stands and not open:get(x - 1, y - 1) then print("differs", x, y) end
  end
end
print(world.width == map.width, world.height == map.height, ground == #all or NAME == "kts" and ground > 50)
local ghost = world:create(o.Ghost, Vec(goal.x + 1, goal.y + 1))
local floor = value or Map.from_dungeon()
if not Area.get(floor) then
  local area = InstancedArea:new()
  Area.register(area, { parent = "root" })
  area:add_floor(floor)
end
print(Area.get(floor) ~= nil)
local hen = Chara.create("o.hen", at.x, at.y, { force = true }, floor)
print(world.grid:isBlocked(hen.x + 1, hen.y + 1), hen:current_map():can_access(goal.x, goal.y))
local width, height = toolbox.stamp(value, base.standard_segments[1], 0, 0)
print(width, height, toolbox.open(value):get(5, 5), World.fromMap(value).grid:isWall(6, 6))
"""


@pytest.mark.parametrize("name", MADE)
def test_tools_and_dialects_take_it(mod: Path, name: str, tmp_path: Path) -> None:
    _, lines = run(mod, tmp_path, f"local NAME = '{name}'\n{TOOLS}")
    assert lines == ["true true true", "true true true", "true", "true false", "12 12 true false"]


def test_commands_take_it(mod: Path, tmp_path: Path) -> None:
    (tmp_path / "script.lua").write_text("local world = require('o').make.world() world:show()")
    result = run_command("run", tmp_path / "script.lua", "--mods", mod, "--seed", "5", "--map")
    assert result.exit_code == 0, result.output
    assert "G Ghost" in result.output
    file = tmp_path / "map.json"
    result = run_command("generate", "o.archetype", "--mods", mod, "--seed", "5", "-o", file)
    assert result.exit_code == 0, result.output
    document = json.loads(file.read_text())
    jsonschema.validate(document, SCHEMA)
    assert {thing["id"] for thing in document["objects"]} == {"o.hen", "o.egg"}


TESTS = """
local o = require "o"
local names = { %s }
for _, name in ipairs(names) do
  it("looks at " .. name, function()
    local map = generate(name, { seed = 5 })
    assert.is_true(map.width > 5 and #map:text() > 50 and map:count("o.grass") >= 0)
    assert.matches_map(map, map:text())
    if name ~= "o.kts" then assert.connected(map) end
  end)
end
for _, name in ipairs { "rooms", "instanced", "world", "toolbox" } do
  it("takes what stands for a map: " .. name, function()
    local value = o.make[name]()
    assert.connected(value)
    local at = require("host.toolbox").scatter(value, { distance = 1, most = 2 })
    assert.reachable(value, at[1], at[2])
    assert.matches_map(value, game.map():text())
  end)
end
"""


def test_tests_of_mods_take_it(mod: Path, tmp_path: Path) -> None:
    folder = tmp_path / "o"
    shutil.copytree(mod, folder)
    (folder / "tests").mkdir()
    (folder / "tests" / "maps_test.lua").write_text(TESTS % ", ".join(f'"{name}"' for name in GENERATORS))
    result = run_command("test", folder)
    assert result.exit_code == 0, result.output
    assert f"{len(GENERATORS) + 4} passed" in result.output


def test_worlds_learn_what_others_write(mod: Path, tmp_path: Path) -> None:
    _, lines = run(
        mod,
        tmp_path,
        """
        local base, toolbox = require "base", require "host.toolbox"
        local map = InstancedMap:new(20, 20, "base.floor")
        local world = World.fromMap(map)
        local wall = world.grid:getWallAt(Vec(6, 6))
        local function show() print(world.grid:isWall(6, 6), map:is_floor(5, 5), toolbox.open(world):get(5, 5)) end
        show()
        map:set_tile(5, 5, "base.wall")
        show()
        local block = world.grid:getWallAt(Vec(6, 6))
        map:fill(0, 0, 9, 9, "base.floor")
        show()
        print(wall, block.dead)
        kts.AddTile({ x = 5, y = 5 }, base.wall_stone)
        show()
        toolbox.stamp(world, base.standard_segments[1], 0, 0)
        show()
        world:create(require("o").Ghost, Vec(16, 16))
        print(map:can_access(15, 15), map:can_access(14, 15))
        """,
    )
    assert lines == [
        "false true true",
        "true false false",
        "false true true",
        "nil true",
        "true false false",
        "false true true",
        "false true",
    ]
