"""A field that a mod assigns after first use has the effect that it has when the constructor gets it.

Every field of every kind of prototype is assigned in a host that has made dungeons before. The next dungeon equals, in
all that can be seen of it, as in a fresh host in which the field had that value from the start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from host import Map
from host.border import schema
from host.dialects.kts.fields import CONSTRUCTORS, KINDS
from host.dialects.kts.functions.constructors import FIXED_TILE_FIELDS
from host.errors import ModError
from host.export.making import METADATA
from host.metrics.measurement import measure
from host.model.digest import map_digest
from host.model.document import encode_document
from host.model.game_map import model_of
from tests.helpers import KTS_ONLY, ScriptHost, write_mod

# Lua of values, by the name of the type of a field; nil is tried for each.
VALUES: Mapping[str, Sequence[str]] = {
    "access": ["{}", '{ walking = "approach" }', '{ walking = "clear", flying = "clear" }'],
    "integer|function": ["1", "3", "function() return 2 end"],
    "glyph": ['"Z"'],
    "colour": ['"bright_green"'],
    "items": ["0", "1", '"destroy"', '"floor"', '"other"'],
    "Control|function": ["control", "function() return control end"],
    "boolean": ["true"],
    "string": ['"a name"'],
    "number": ["1", "0.25"],
    "function": ["function() print 'called' end"],
    "Tile[]": ["{ floor }"],
    "ItemType": ["sword"],
    "any": ['"held"', "{ floor, door }", "{ key, sword }"],
}
# Texts of the field `sprite` must be keys.
SPRITES = ['"throne"', '"key"', "nil"]


def values_of(kind: schema.Type) -> list[str]:
    """Return the Lua of values that a field of a type may have."""
    match kind:
        case schema.Maybe():
            return [*values_of(kind.of), "nil"]
        case schema.WordOf():
            return [f'"{word}"' for word in {value: word for word, value in kind.words.items()}.values()]
        case schema.Integer():
            return [str(number) for number in (-1, 1, 2) if kind.low <= number <= kind.high]
        case schema.HandleOf() if kind.name == "handle":
            return [*kind.kinds]
    return [*VALUES[kind.name]]


MOD = """
mod.RegisterMod { name = "tiles" }
graphic, control = kts.Graphic "a.bmp", kts.Control { action = function() end, tap_priority = 1 }

-- Lua -> function that returns its value; the fields that differ from those below.
function value_of(text)
  return values[text]()
end
local function with(name, fields)
  for _, start in ipairs(START) do
    if start.name == name then
      fields[start.field] = value_of(start.value)
    end
  end
  return fields
end
values = {VALUES}
START = {START}
changed = {}
function assign(name, field, text)
  changed[#changed + 1] = { name = name, field = field, value = _ENV[name][field] }
  _ENV[name][field] = value_of(text)
end
function set_back()
  for i = #changed, 1, -1 do
    local first = changed[i]
    _ENV[first.name][first.field] = first.value
  end
  changed = {}
end

local low = { walking = "approach", flying = "clear", missiles = "clear" }
wall = kts.Tile(with("wall", { access = {}, depth = 1 }))
rubble = kts.Tile(with("rubble", { depth = 2 }))
floor = kts.Tile(with("floor", { items = "floor", depth = 5 }))
puddle = kts.Tile(with("puddle", { items = "floor", depth = 0, glyph = "~" }))
stair = kts.Tile(with("stair", { stairs_down = "north", depth = 0 }))
statue = kts.Tile(with("statue", { access = low, hit_points = 2, items = "statue" }))
door = kts.Tile(with("door", { type = "door", access = { walking = "approach" }, lock_chance = 0.5, keymax = 2 }))
chest = kts.Tile(with("chest", { type = "chest", access = low, items = "chest", trap_chance = 0.5, lock_chance = 0.5,
  traps = function(pos, facing) kts.SetPoisonTrap(pos, picks) end }))
barrel = kts.Tile(with("barrel", { type = "barrel", access = low, items = "barrel", hit_points = 1 }))
home = kts.Tile(with("home", { type = "home", facing = "north", access = { walking = "approach" } }))
home_e = kts.Tile(with("home_e", { type = "home", facing = "east", access = { walking = "approach" } }))
kts.SetRotate(rubble, puddle)
kts.SetReflect(stair, statue)
sword = kts.ItemType(with("sword", { type = "held", melee_damage = 1 }))
key = kts.ItemType(with("key", { type = "backpack", key = 1, max_stack = 3 }))
picks = kts.ItemType(with("picks", { type = "held", key = -1 }))
bat = kts.MonsterType(with("bat", { type = "flying", health = 2 }))
ogre = kts.MonsterType(with("ogre", { type = "walking", health = 3, weapon = sword, attack_damage = 1 }))
lever = kts.Control(with("lever", { action = function() end }))
anim = kts.Anim(with("anim", { graphic, graphic, graphic, graphic }))
overlay = kts.Overlay(with("overlay", { graphic, graphic, graphic, graphic }))
segments = kts.LoadSegments({ floor, wall, { wall, floor }, { home, floor }, { home_e, floor }, { chest, floor },
  { barrel, rubble, floor }, { puddle, floor }, { floor, puddle, rubble }, { stair, floor }, { statue, floor },
  { key, floor }, { bat, ogre, floor }, { rubble, puddle, wall, floor } }, "segments.txt")
function rf_press() print "pressed" end

local block = { type = "block" }
local request = {
  layout = { width = 2, height = 1, data = { block, block } }, wall = { rubble, wall },
  horiz_door = { floor, door }, vert_door = { door, floor }, segments = segments, entry_type = "random",
}
local weights, stuff = { "floor", 2, "chest", 1, "barrel", 1, "other", 1, "statue", 1 }, {
  { "floor", 0.3, function() return key, 2 end }, { "other", 0.5, function() return sword end },
  { "barrel", 0.5, function() return sword end },
}

-- Prints what a call gives: an error is a figure, too.
local function show(...)
  print(...)
end
local function try(name, ...)
  local results = { pcall(kts[name], ...) }
  show(name, results[1], type(results[2]) == "table" and #results[2] or results[2])
end

function make()
  kts.WipeDungeon()
  try("LayoutDungeon", request)
  show(kts.DUNGEON_ERROR)
  if kts.DUNGEON_ERROR then
    return
  end
  try("GenerateLocksAndTraps", 2, true)
  try("AddItem", sword, 3, weights)
  try("AddStuff", stuff)
  try("AddMonsters", bat, 2)
  try("AddMonsters", ogre, 2)
  try("ConnectivityCheck", 2, picks)
  for _, place in ipairs(kts.GetAllHomes()) do
    show(place.x, place.y, place.facing, place.tile.special_exit, place.secured_by)
  end
  try("PlaceItem", { x = 3, y = 3 }, key, 2)
  try("AddTile", { x = 4, y = 4 }, puddle)
  try("AddTile", { x = 4, y = 4 }, wall)
  try("AddMonster", { x = 2, y = 3 }, ogre)
  for x = 0, 13 do
    for y = 0, 7 do
      try("IsDoorOpen", { x = x, y = y })
      for _, tile in ipairs(kts.GetTiles { x = x, y = y }) do
        show(x, y, tile == floor, tile == statue, tile.glyph, tile.depth, tile.open)
      end
    end
  end
  try("OpenOrCloseDoor", { x = 7, y = 4 })
  kts.SetStuffRespawning({ key }, 100)
  kts.AddMonsterGenerator(bat, { floor }, 0.9)
  kts.DEFAULT_ITEM = sword
  kts.AddTask(function()
    kts.Delay(1000)
    for _, player in ipairs(kts.GetAllPlayers()) do
      show(kts.GetPlayerID(player), kts.IsAlive(player))
    end
  end)
end
"""

SEGMENTS = """
segment
name: one
width: 6
height: 6
data:
1 1 4 1 1 1
1 6 1 7 8 1
1 1 9 1 3 1
1 12 1 13 1 5
1 10 1 11 14 1
1 1 1 1 1 1
switches:
2
3 2 1
press 0
1 4 1
press 0
rooms:
1
0 0 8 8
end
segment
name: two
width: 6
height: 6
data:
1 1 4 1 1 1
1 7 1 1 8 1
1 9 9 1 1 1
1 1 6 6 1 1
1 1 14 1 1 1
1 1 1 1 1 1
rooms:
1
0 0 8 8
end
eof
"""


# The variables of the mod that are assigned, by kind.
SUBJECTS = {
    "tile": "wall rubble floor puddle stair statue door chest barrel home home_e",
    "item": "sword key picks",
    "monster": "bat ogre",
    "control": "lever",
    "anim": "anim",
    "overlay": "overlay",
}


class Case(NamedTuple):
    """A value for a field of a prototype, the name of a variable of the mod."""

    prototype: str
    field: str
    value: str


def rounds() -> list[list[Case]]:
    """Return rounds of assignments, each a field of each prototype; together they have every value of every field."""
    columns = []
    for kind in CONSTRUCTORS.values():
        fields = [field for field in KINDS[kind][0].fields if kind != "tile" or field.name not in FIXED_TILE_FIELDS]
        pairs = [
            (field.name, value)
            for field in fields
            for value in (SPRITES if field.name == "sprite" else values_of(field.type))
        ]
        for i, name in enumerate(SUBJECTS[kind].split() if pairs else ()):
            # Each prototype begins elsewhere.
            first = i * len(pairs) // len(SUBJECTS[kind].split())
            columns.append([Case(name, *pair) for pair in pairs[first:] + pairs[:first]])
    return [[column[i % len(column)] for column in columns] for i in range(max(map(len, columns)))]


ROUNDS = rounds()


def write_world(folder: Path, start: Sequence[Case] = ()) -> Path:
    """Write the mod; the fields of `start` have their values from the start."""
    texts = dict.fromkeys(case.value for cases in ROUNDS for case in cases)
    values = ", ".join(f"[ [[{text}]] ] = function() return {text} end" for text in texts)
    fields = ", ".join(f"{{ name = '{c.prototype}', field = '{c.field}', value = [[{c.value}]] }}" for c in start)
    files = {
        "mod.toml": f'id = "tiles"\nversion = "1.0"\n{KTS_ONLY}\n',
        "init.lua": MOD.replace("{VALUES}", f"{{ {values} }}").replace("{START}", f"{{ {fields} }}"),
        "segments.txt": SEGMENTS,
        "a.bmp": "",
    }
    return write_mod(folder, files)


def view(game_map: Map, folder: Path) -> list[object]:
    """Return all that can be seen of a map, but not the hash of the mod that made it."""
    document = json.loads(game_map.to_json())
    assert json.loads(encode_document(model_of(game_map))) == document
    del document["mods"]
    pictures = []
    for name in ("map.txt", "map.svg"):
        game_map.save(folder / name)
        pictures.append(METADATA.sub("", (folder / name).read_text(encoding="utf-8")))
    return [
        document,
        map_digest(model_of(game_map)),
        repr(measure(game_map)),
        game_map.items,
        game_map.creatures,
        *pictures,
    ]


def make(host: ScriptHost, folder: Path, assigned: Sequence[Case] = ()) -> list[object]:
    """Assign fields, make a dungeon, and set them back; return all that can be seen."""
    lines = [f"T.assign('{c.prototype}', '{c.field}', [[{c.value}]])" for c in assigned]
    ran = host.run("\n".join([*lines, "T.make()"]), folder, players=2, seed=5, play=3)
    seen = [ran.lines, *view(ran.shown, folder)]
    host.run("T.set_back()", folder)
    return seen


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> ScriptHost:
    """A host that has made a dungeon."""
    folder = tmp_path_factory.mktemp("used")
    host = ScriptHost([write_world(folder / "tiles")])
    make(host, folder)
    return host


@pytest.mark.parametrize("number", range(len(ROUNDS)))
def test_assigned_fields_are_as_those_from_the_start(number: int, used: ScriptHost, tmp_path: Path) -> None:
    assigned = ROUNDS[number]
    seen = make(used, tmp_path, assigned)
    fresh = ScriptHost([write_world(tmp_path / "tiles", assigned)])
    assert make(fresh, tmp_path) == seen, assigned


@pytest.mark.parametrize("name", FIXED_TILE_FIELDS)
def test_a_field_that_is_fixed_says_so(name: str, used: ScriptHost, tmp_path: Path) -> None:
    with pytest.raises(ModError) as caught:
        used.run(f"T.door.{name} = T.door.{name}", tmp_path)
    assert caught.value.message == f"the field {name} of a Tile cannot be assigned: give it to kts.Tile"
