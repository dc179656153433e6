"""A field that a mod assigns after first use has the effect that it has from the start.

Each change runs in two games: in one the class, or the entity, was used before the change, in the other it was changed
at once. The next entity, a turn of it, and the map are the same in both.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from host import Map
from host.model.document import to_document
from host.tools.reference.books import all_books
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, ScriptHost, write_mod

MANIFEST = 'id = "tiles"\nversion = "1.0"\n'
EFFECTS = """
local Effect = require "@action.effects.effect"
blasts = {}
for i = 1, 20 do
  blasts[i] = class("Blast", Effect)
  blasts[i].modifier = { { "damage", 3 }, { "power", 1 } }
  registerStat("Blast" .. i, { "blast", blasts[i] })
end
"""

# What a mod may do to a class of effects `E`.
EFFECT_CHANGES = {
    "another list": 'E.modifier = { { "damage", 9 }, { "radius", 4 } }',
    "another default": "E.modifier[1][2] = 9",
    "a default that is no number": 'E.modifier[1][2] = "much"',
    "one field more": 'E.modifier[3] = { "radius", 2 }',
    "one field less": "E.modifier[2] = nil",
    "another name": 'E.modifier[1][1] = "harm"',
    "another pair": 'E.modifier[2] = { "radius", 8 }',
    "another constructor": "function E:__construct(values) self.made = values and values.damage end",
    "no list": "E.modifier = 5",
    "no pair": "E.modifier[1] = 5",
    "clone": "function E:clone() return E { damage = 77 } end",
}
SHOW = """
local function show(value)
  if type(value) ~= "table" then return (tostring(value):gsub("^.-:%d+: ", "")) end
  local parts = {}
  for key, each in pairs(value.stats or value) do parts[#parts + 1] = tostring(key) .. ":" .. show(each) end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end
local function try(fn, ...)
  local ok, value = pcall(fn, ...)
  return show(value)
end
"""


def test_effects_are_as_their_classes_are_now(run_lua: RunLua) -> None:
    case = """
    local function case(name, number, is_late, change)
      local E, stat = T.blasts[number], StatTypes["Blast" .. number]
      local One = Being("One", { baseModifiers = { hp = { amount = 1 }, blast = { power = 6 } } })
      local function look()
        local being = World(3, 3):create(One, Vec(1, 1))
        local parts = { try(E, { damage = 5 }), try(E), try(being.getStat, being, stat) }
        local ok, copy = pcall(E)
        parts[#parts + 1] = ok and try(copy.clone, copy) or "none"
        parts[#parts + 1] = try(being.setStat, being, stat, 8) .. try(being.addStat, being, stat, "damage", 2)
        parts[#parts + 1] = try(being.getStat, being, stat)
        local list = require("@decorators.stats.data").StatConfigs[stat]
        local _, content = pcall(function() return list[2] end)
        parts[#parts + 1] = list[1] .. " " .. show(content)
        return table.concat(parts, " ")
      end
      local first = is_late and look()
      change(E)
      local now = look()
      print(name, now, first ~= now)
    end
    """
    changes = [(name, f"function(E) {change} end") for name, change in EFFECT_CHANGES.items()]
    calls = {
        is_late: "\n".join(f'case("{name}", {i + 1}, {is_late}, {fn})' for i, (name, fn) in enumerate(changes))
        for is_late in ("true", "false")
    }
    late = run_lua(CAST + SHOW + case + calls["true"], load=EFFECTS).lines
    early = run_lua(CAST + SHOW + case + calls["false"], load=EFFECTS).lines
    assert late == early
    assert [line.rpartition(" ")[2] for line in late] == ["true"] * len(changes)


# -- entities

# Lua of a value for each declared field of entities that a mod assigns, other than those that the host sets.
ENTITY_FIELDS = {
    "layer": [str(number) for number in range(1, 10)],
    "priority": ["5"],
    "state": ["3"],
    "glyph": ['"Z"'],
    "colour": ['"red"'],
    "material": ["'wood'", "'iron'", "7"],
    "sprite": ["'bench'", "'urn'", "7"],
    "name": ['"a name"', "7"],
    "script": ["function() return Vec(0, 1) end"],
    "baseModifiers": ["{ hp = { amount = 2 }, attack = { damage = 8 } }"],
    "sequenceSteps": ["{ { action = Move, movs = basic } }"],
}
# Fields that the host sets in an entity, with values that a mod may assign there.
INSTANCE_FIELDS = {
    "id": ['"77"'],
    "pos": ["Vec(5, 2)"],
    "orientation": ["Vec(0, 1)"],
    "world": ["nil"],
    "dead": ["true"],
    "didAction": ["true"],
    "doingAction": ["true"],
    "nextAction": ["Move()"],
    "enclosingEvent": ["{ success = true }"],
    "history": ["nil"],
    "decorators": ["{}"],
    "chains": ["{}"],
    "tinkerData": ["{}"],
    "hp": ["nil", "{ get = function() return 4 end }"],
    "statuses": ["nil"],
    "inventory": ["nil"],
    "sequence": ["nil"],
    "chainTemplate": ["nil"],
    "decoratorsList": ["{}"],
    "global_id": ["1"],
    "class_id": ["1"],
}
MODIFIERS = {
    "hp": "{ amount = 3 }",
    "attack": '{ damage = 4, pierce = 2, power = 3, source = "x" }',
    "push": "{ distance = 2, power = 3 }",
    "dig": "{ damage = 4, power = 4 }",
    "move": "{ distance = 2, ignore = 1 }",
    "status": "{ stun = 3 }",
    "attackRes": "{ armor = 3 }",
    "pushRes": "{ normal = 4 }",
    "resistance": "{ dig = 3, invincible = 2, normal = 2 }",
}
STEP_FIELDS = {
    "action": "Move",
    "movs": "basic",
    "success": "1",
    "fail": "1",
    "repet": "3",
    "checkSuccess": "function(e) e.success, e.index = true, 1 end",
    "enter": 'function(e) e.actor.marks = "in" end',
    "exit": 'function(e) e.actor.marks = "out" end',
}
# What else a mod may do to a class of entities `it`.
CLASS_CHANGES = {
    "init": "function it:init(pos, world) Entity.init(self, pos, world) self.marks = 9 end",
    "__construct": "function it:__construct() self.marks = 9 end",
    "__tostring": 'function it:__tostring() return "T" end',
    "__len": "function it:__len() return 5 end",
    "__add": 'it.__add = { number = function(_, number) return "sum " .. number end }',
    "calculateAction": "function it:calculateAction() self.marks = 3 Entity.calculateAction(self) end",
    "executeAction": "function it:executeAction() self.marks = 4 Entity.executeAction(self) end",
    "tick": "function it:tick() self.marks = 5 end",
    "isPlayer": 'function it:isPlayer() return "yes" end',
    "getStat": "function it:getStat() return 4 end",
}
DECORATED_CHANGES = {
    "decorate": "decorate(it, Decorators.Diggable)",
    "retouch": 'require("@retouchers.utils").retouch(it, "tick", function(e) e.actor.marks = 6 end)',
    "Start": "Decorators.Start(it) decorate(it, Decorators.Ticking)",
    "copyChains": "copyChains(Hero, it)",
    "a decorator less": "it.decoratorsList[#it.decoratorsList] = nil",
    "other decorators": "it.decoratorsList = { Decorators.Ticking, Decorators.WithHP }",
}
CASES = """
local function nothing() end
local function Walker()
  local modifiers = {}
  for key in pairs(MODIFIERS) do modifiers[key] = {} end
  modifiers.hp.amount, modifiers.attack = 10, { damage = 1, pierce = 1 }
  local function step(fields)
    fields.enter, fields.exit = { nothing }, { nothing }
    fields.checkSuccess = { function(e) e.success = true end }
    return fields
  end
  return Being("Case", { baseModifiers = modifiers, sequenceSteps = {
    step { action = None }, step { action = require "@action.actions.move", movs = basic },
    { action = Move, movs = basic, enter = nothing },
  } })
end
local MAKERS = {
  walker = Walker, hero = function() return class("Case", Hero) end,
  wall = function() return class("Case", Block) end, floor = function() return class("Case", Stone) end,
}
local function look(entity)
  local grid, parts = entity.world and entity.world.grid, {}
  for _, field in ipairs { "layer", "priority", "state", "glyph", "colour", "name", "dead", "didAction", "marks" } do
    parts[#parts + 1] = field .. " " .. show(entity[field])
  end
  parts[#parts + 1] = at(entity) .. " " .. tostring(entity):gsub("%d+", "N") .. " " .. show(entity:isPlayer())
  parts[#parts + 1] = try(function() return #entity end) .. " " .. try(function() return entity + 1 end)
  parts[#parts + 1] = "hp " .. show(entity.hp and entity.hp:get())
  local names = {}
  for name in pairs(entity.decorators) do names[#names + 1] = name end
  table.sort(names)
  parts[#parts + 1] = table.concat(names, " ")
  for _, stat in ipairs(entity.decorators.DynamicStats and STATS or {}) do
    parts[#parts + 1] = stat .. try(entity.getStat, entity, StatTypes[stat])
  end
  parts[#parts + 1] = "step " .. show(entity.sequence and entity.sequence.currentStepIndex)
  for _, group in ipairs(grid and { "reals", "players", "floors", "walls", "traps", "projectiles", "misc" } or {}) do
    for _, other in ipairs(grid[group]) do
      parts[#parts + 1] = rawequal(other, entity) and group or nil
    end
  end
  for _, method in ipairs(grid and { "getRealAt", "getWallAt", "getFloorAt", "getOneFromTopAt", "hasBlockAt" } or {}) do
    local value = grid[method](grid, entity.pos)
    parts[#parts + 1] = method .. " " .. (rawequal(value, entity) and "it" or type(value))
  end
  return table.concat(parts, ", ")
end
local function turns(world, entity)
  local lines = { look(entity) }
  for i = 1, 3 do
    world:setPlayerActions(Vec(1, 0), 1)
    lines[#lines + 1] = try(world.gameLoop, world) .. look(entity)
  end
  return table.concat(lines, "; ")
end
-- Changes a class of entities, or an entity, after its first use or before, and prints what is seen of an entity.
local function case(kind, of_class, name, change)
  local world, Case = World(7, 5), MAKERS[kind]()
  world:createFloors(Stone)
  world:create(Hero, Vec(1, 5))
  local changed
  if of_class then
    changed = IS_LATE or try(change, Case)
    local first = world:create(Case, Vec(2, 2))
    try(turns, world, first)
    world:removeDead(first)
    changed = IS_LATE and try(change, Case) or changed
    print(kind, name, changed, try(function() return turns(world, world:create(Case, Vec(4, 2))) end))
  else
    local entity = world:create(Case, Vec(4, 2))
    changed = IS_LATE or try(change, entity)
    look(entity)
    changed = IS_LATE and try(change, entity) or changed
    print(kind, name, changed, try(turns, world, entity))
  end
end
"""
KINDS = ("walker", "hero", "wall", "floor")


def entity_cases() -> list[tuple[str, bool, str, str]]:
    """Return cases: kind of entity, whether its class is changed, a title, and Lua that changes `it`."""
    cases = []
    for kind in KINDS:
        fields = [(name, value) for name, values in ENTITY_FIELDS.items() for value in values]
        cases += [
            (kind, True, f"{name} = {value}", f"it.{name} = {value}") for name, value in [*fields, ("marks", "7")]
        ]
        cases += [(kind, True, name, change) for name, change in CLASS_CHANGES.items()]
        if kind in ("walker", "hero"):
            cases += [(kind, True, name, change) for name, change in DECORATED_CHANGES.items()]
        # An entity has its own stats and its own sequence, which begin as its class says.
        fields = [pair for pair in fields if pair[0] not in ("baseModifiers", "sequenceSteps")]
        fields += [(name, value) for name, values in INSTANCE_FIELDS.items() for value in values]
        cases += [(kind, False, f"own {name} = {value}", f"it.{name} = {value}") for name, value in fields]
    for name, value in MODIFIERS.items():
        cases.append(("walker", True, name, f"it.baseModifiers.{name} = {value}"))
        cases.append(
            ("walker", True, f"in {name}", f"for k, v in pairs({value}) do it.baseModifiers.{name}[k] = v end")
        )
    for name, value in STEP_FIELDS.items():
        for number in (1, 2, 3):
            cases.append(("walker", True, f"step {number} {name}", f"it.sequenceSteps[{number}].{name} = {value}"))
        if name in ("checkSuccess", "enter", "exit"):
            cases += [
                ("walker", True, f"in step {i} {name} {n}", f"it.sequenceSteps[{i}].{name}[{n}] = {value}")
                for i in (1, 2)
                for n in (1, 2)
            ]
    cases.append(("walker", True, "a step more", "it.sequenceSteps[4] = { action = None }"))
    cases.append(("walker", True, "a step less", "it.sequenceSteps[3] = nil"))
    cases.append(("walker", False, "own hp.amount", "it.hp.amount = 2"))
    cases.append(("walker", False, "own step", "it.sequence.currentStepIndex = 2"))
    return cases


@pytest.mark.slow
def test_entities_are_as_their_classes_and_fields_are_now(run_lua: RunLua) -> None:
    cases = entity_cases()
    calls = "\n".join(
        f";(function() case('{kind}', {str(of_class).lower()}, [[{name}]], function(it) {change} end) end)()"
        for kind, of_class, name, change in cases
    )
    head = f"local MODIFIERS = {{ {', '.join(f'{name} = true' for name in MODIFIERS)} }}\n"
    stats = ["Attack", "Push", "Dig", "Move", "Status", "AttackRes", "PushRes", "DigRes", "StatusRes", "Invincible"]
    head += f"local STATS = {{ {', '.join(map(json.dumps, stats))} }}\n"
    script = CAST + SHOW + head + CASES + calls
    late, early = (run_lua(f"local IS_LATE = {is_late}\n{script}").lines for is_late in ("true", "false"))
    assert len(late) == len(cases)
    wrong = [(a, b) for a, b in zip(late, early, strict=True) if a != b]
    assert wrong == []


def test_every_declared_field_of_entities_is_assigned() -> None:
    book = all_books()["actions"]
    fields = {entry.key for entry in book.entries if entry.kind == "value" and entry.owner in ("Entity", "GameObject")}
    records = {entry.name: {field.name for field in entry.fields} for entry in book.of_kind("record")}
    assert fields - {"[string]"} <= {*ENTITY_FIELDS, *INSTANCE_FIELDS}
    assert {*ENTITY_FIELDS, "pos"} <= fields
    assert records["BaseModifiers"] == set(MODIFIERS)
    assert records["SequenceStep"] == set(STEP_FIELDS)


# -- the ground


@pytest.mark.slow
def test_tiles_are_as_the_classes_of_floors_and_walls_are_now(tmp_path: Path) -> None:
    main = """
    ground = class("Ground", Entity)
    ground.layer, ground.glyph, ground.name = Layers.{layer}, "g", "ground"
    function change() {change} end
    {early}
    registerEntity(ground)
    """
    script = """
    world = World(4, 3)
    local function lay() pcall(world.createFloors, world, T.ground) world:create(T.ground, Vec(2, 2)) end
    if {is_laid} then lay() end
    if {is_late} then T.change() end
    if not {is_laid} then lay() end
    world:show()
    """
    changes = ['glyph = "Z"', "glyph = nil", 'colour = "red"', 'name = "moss"', "name = 7", "layer = Layers.wall"]
    for number, (layer, change, is_laid) in enumerate(product(("floor", "wall"), changes, ("true", "false"))):
        if change.startswith("layer") and is_laid == "true":
            continue
        seen = []
        for is_late in (True, False):
            early = "" if is_late else "change()"
            lines = main.format(layer=layer, change=f"ground.{change}", early=early)
            mod = write_mod(tmp_path / f"{number}{is_late}" / "tiles", {"mod.toml": MANIFEST, "init.lua": lines})
            text = script.format(is_laid=is_laid, is_late=str(is_late).lower())
            made = ScriptHost([mod]).run(text, tmp_path / "scripts").map
            document = to_document(made)
            del document["mods"]
            Map(made).save(tmp_path / "map.txt")
            seen.append((document, (tmp_path / "map.txt").read_text(encoding="utf-8")))
        assert seen[0] == seen[1], (layer, change, is_laid)


def test_a_tile_that_lies_stays_when_the_layer_of_its_class_changes(run_lua: RunLua) -> None:
    script = """
    local world = World(3, 1)
    world:createFloors(T.ground)
    T.ground.layer = Layers.wall
    world:create(T.ground, Vec(2, 1))
    for x = 1, 3 do print(world.grid:isBlocked(x, 1), world.grid:getFloorAt(Vec(x, 1)) ~= nil) end
    world:show()
    """
    load = 'ground = class("Ground", Entity) ground.layer = Layers.floor registerEntity(ground)'
    made = run_lua(script, load=load)
    assert made.lines == ["false true", "true true", "false true"]
    document = to_document(made.map)
    assert document["tiles"][0]["access"]["walking"] == "clear"
    assert document["stacks"] == [[0]]
