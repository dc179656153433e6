"""Names of Dungeon Hopper that its mods require and read, and what they give."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from host.errors import HostError
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, write_mod

# Path of a module -> an expression of its value `m`, and what it prints.
VALUES = {
    "@base.utils": ("type(m.activateDecorator(Decorators.Acting))", "function"),
    "@enums.attackableness": ("m == Attackableness", "true"),
    "@retouchers.all": ("m == Retouchers", "true"),
    "@retouchers.step": ("m == true and Retouchers.Step", "true"),
    "@decorators.stats.howtoreturn": ("m.EFFECT .. m.STATS .. m.NUMBER", "EffectStatsNumber"),
    "@decorators.stats.data": ("m.StatTypes.Dig == 3 and m.StatsHowToReturn[3], m.StatConfigs[3][1]", "Effect dig"),
    "@history.event": ("m('hurt', { id = 'x', pos = Vec(1, 2) }).event", "hurt"),
    "@hp.container": ("m(4).amount", "4"),
    "@items.droppeditem": ("class.name(m)", "DroppedItem"),
    "@items.weapons.chains.general": ("type(m.chain), m.check { propagate = true, targets = {} }", "table true"),
    "@items.weapons.chains.hitall": ("m.chain ~= nil, m.check { propagate = true, targets = { 1 } }", "true false"),
    "@items.weapons.chains.checks": ("m.stopIfEmpty { propagate = true, targets = {} }", "true"),
    "@items.weapons.chains.filters": (
        (
            "#m.Nil { {}, { entity = 1 } }, #m.Unattackable { { attackableness = 'NO' } },"
            " #m.LeaveAttackable { { attackableness = 'YES' }, { attackableness = 'skip' } }"
        ),
        "1 0 1",
    ),
    "@items.weapons.chains.utils": (
        (
            "m.nextToAny and m.canReach and m.takeFirst and m.filter and m.unreachable and m.eliminate ~= nil,"
            " m.isLowestIndex({ index = 2 }, { { index = 1 } })"
        ),
        "true false",
    ),
    "@items.weapons.querytargets": ("m", "true"),
    "world.synchronizer": ("m() ~= nil", "true"),
    "@sequence.init": ("#m { { action = Action } }", "1"),
    "@sequence.utils": ("m.optionalChain(nil), m.optionalChain(print):pass(5) == 5", "5\nnil true"),
    "@sequence.movs.utils": (
        "m.calculateRelativeness({ pos = Vec(3, 3) }, { pos = Vec(1, 5) })",
        "false true true false",
    ),
    "@tinkers.id": ("type(m()), m() ~= m()", "string true"),
    "@tinkers.components.move": ("type(m)", "table"),
    "lib.chains.event": ("m('me', 'act').actor", "me"),
    "lib.Luaoop": ("m == Luaoop, m.class ~= nil", "true true"),
    "lib.inspect": ("m == ins", "true"),
    "lib.utils": ("m.deepClone == table.deepClone", "true"),
    "lib.deepclone": ("m({ 5 })[1]", "5"),
    "lib.emitter": ("m == Emitter", "true"),
    "world.generation.dir": ("m(1, 2).x, m(1, 2).y", "1 2"),
    "world.generation.dirsmap": ("m[1].x, m[2].y, m[3].x, m[4].y", "-1 -1 1 1"),
    "world.generation.types": ("m.WALL .. m.TILE .. m.HALLWAY .. m.RESTRICTED .. m.ENEMY", "wthre"),
    "world.generation.cell": ("m('w', 3).type, m('w', 3).room", "w 3"),
    "world.generation.node": (
        "m(1, 2, 3, 4).w, #m(1, 2):getOccupiedDirections(), m(1, 2).neighbors ~= nil",
        "3 0 true",
    ),
    "modules.utils.modchain": ("select('#', m.addRemoveHandlerOnChain('tick', print))", "2"),
    "modules.modloader": ("m", "true"),
    "game.setup": ("m", "true"),
    "game.input": ("m.anything(1, 2).other ~= nil", "true"),
    "render.renderer": ("m() ~= nil and m.addRenderEntity ~= nil", "true"),
    "render.assets": ("m.images.rat ~= nil", "true"),
}
# What mods read and do not require.
GLOBALS = """
    Decorators decorate class Retouchers Ranks Layers Vec Entity StatTypes Action Item copyChains InventorySlots
    Attackableness StatusTypes Event ins Emitter Luaoop Chain RankNumbers HowToReturn AttackSourceTypes Items Entities
    GameObject Mods MODULE_NAME registerEntity registerItem registerStat registerStatus registerAttackSource printf
    clamp sign ChainTemplate World Pools Generator table.map table.reduce table.somef table.mergeArray table.deepClone
    table.clone table.indexOf table.contains table.all table.some table.merge table.shuffle table.each table.slice
    table.sumBy string.split math.round
"""


@pytest.mark.parametrize("path", VALUES)
def test_modules_give_what_mods_expect(run_shared: RunLua, path: str) -> None:
    expression, printed = VALUES[path]
    assert run_shared(f'local m = require "{path}" print({expression})').text == printed


@pytest.mark.parametrize(
    "path", ["@action", "@decorators.combos", "@sequence.EXAMPLE", "lib.chains.handler", "environ.gold"]
)
def test_modules_that_never_worked_are_errors(run_shared: RunLua, path: str) -> None:
    with pytest.raises(HostError, match="there is no mod and no module of that name"):
        run_shared(f'require "{path}"')


def test_every_global_name_is_there(run_shared: RunLua) -> None:
    script = "".join(f'if {name} == nil then print("{name}") end\n' for name in GLOBALS.split())
    assert run_shared(script).lines == []


def test_functions_of_modules_do_what_mods_expect(run_shared: RunLua) -> None:
    ran = run_shared(
        CAST
        + """
        local node = require "world.generation.node"(5, 5, 3, 3)
        local other = require "world.generation.node"(6, 5, 3, 3)
        node:setNeighbor(Vec(1, 0), other)
        print(node:getNeighbor(Vec(1, 0)) == other, #node:getOccupiedDirections())
        node:clearNeighbor(Vec(1, 0))
        print(node:getNeighbor(Vec(1, 0)), #node:getOccupiedDirections())

        local world = World(3, 3)
        local rat, calls = world:create(Being "Rat", Vec(1, 1)), 0
        local add, remove = require("modules.utils.modchain").addRemoveHandlerOnChains {
          { "tick", function() calls = calls + 1 end }, { "die", function() calls = calls + 10 end },
        }
        add(rat)
        rat:tick()
        rat:die()
        remove(rat)
        rat:tick()
        print(calls)

        local event = require "@history.event"("hurt", rat)
        print(event.id == rat.id, event.state, event.pos, event.orientation, event.event, event.phase)
        print(class.name(require "lib.Luaoop".class("Made")))
        local dropped = require "@items.droppeditem"()
        dropped:setItemId(4)
        dropped:addItemId(7)
        print(table.concat(dropped:getItemIds(), " "))
        """
    )
    assert ran.lines == ["true 1", "nil 0", "11", "true 1 Vec(1, 1) Vec(1, 0) hurt 1", "Made", "4 7"]


def test_methods_activate_decorators_by_class(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local utils = require "@base.utils"
        local Rat = Being "Rat"
        Rat.suffer = utils.activateDecorator(Decorators.WithHP)
        Rat.open = utils.activateDecorator(Decorators.Interacting)
        Rat.read = utils.activateDecoratorCustom(Decorators.DynamicStats, "getStat")
        local rat = World(3, 3):create(Rat, Vec(1, 1))
        rat:suffer(3)
        print(rat.hp:get(), rat:open(), rat:read(StatTypes.Attack).damage)
        """
    )
    assert ran.lines == ["7 nil 1"]


def test_emitters_have_the_methods_of_events(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local emitter, seen = Emitter(), {}
        local function second() seen[#seen + 1] = "second" end
        emitter:on("squeak", function() seen[#seen + 1] = "first" emitter:removeListener("squeak", second) end)
        emitter:on("squeak", second)
        emitter:once("squeak", function() seen[#seen + 1] = "once" end)
        emitter:emit "squeak"
        emitter:emit "squeak"
        print(table.concat(seen, " "), emitter:untilTrue "squeak")
        emitter:removeAllListeners "squeak"
        emitter:on("squeak", function() return 1 end)
        print(emitter:untilTrue "squeak")
        """
    )
    assert ran.lines == ["first second once first false", "true"]


def test_a_world_is_created_from_one_table(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world = require "game.initworld" {
          x = 9, y = 7, player = { character = Hero, pos = Vec(2, 2) }, enemies = { { Being "Rat", Vec(5, 5) } },
          floor = Stone,
        }
        print(world.grid:getPlayerAt(Vec(2, 2)) ~= nil, class.name(world.grid:getRealAt(Vec(5, 5))),
          class.name(world.grid:getFloorAt(Vec(9, 7))))

        local createPool = require "@items.pool.create"
        local generator = Generator(30, 30, { enemy_density = 0 })
        generator:start(6, 6)
        generator:generate()
        world = require "game.initworld" {
          x = 30, y = 30, generator = generator, pools = { items = createPool({ { 7, 1, 2 } }, {}) },
        }
        print(#world.grid.walls > 10, #world.grid.floors > 10, world:drawFromPool "i")
        """
    )
    assert ran.lines == ["true Rat Stone", "true true 7"]


def test_a_world_gets_rooms_from_a_generator_that_is_true(run_lua: RunLua) -> None:
    ran = run_lua("""
        local world = require "game.initworld" { x = 40, y = 40, generator = true }
        print(#world.grid.floors > 100, #world.grid.walls > 40)
        print(pcall(require "game.initworld", { x = 5, y = 5, generator = true }))
    """)
    assert ran.lines[0] == "true true"
    assert "no rooms fit into 5 × 5 squares" in ran.lines[1]


def test_grids_and_buffers_have_the_methods_of_the_original(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(5, 5)
        local grid = world.grid
        local hero, rat = world:create(Hero, Vec(1, 1)), grid:spawnReal(Being "Rat", Vec(4, 4))
        local corner = Vec(1, 1)
        print(#grid:getAdjacentCellsAt(corner), #grid:getOrthogonalCellsAt(corner), #grid:getDiagonalCellsAt(Vec(3, 3)))
        grid:setPlayerAt(hero, Vec(2, 2))
        print(hero.pos, grid:closest(Vec(5, 5)) == hero, grid:closest(Vec(5, 5), Layers.real) == rat, rat.pos)
        local function seen(entity) print("seen", class.name(entity)) end
        grid:watch(Vec(4, 4), seen)
        grid:watch(Vec(4, 4), print)
        grid:unwatch(Vec(4, 4), print)
        grid:move(rat, Vec(3, 4))
        grid:move(rat, Vec(4, 4))
        grid:unwatch(Vec(4, 4))
        grid:remove(rat)
        rat.pos = Vec(5, 5)
        grid:set(rat, Layers.real)
        print(grid:getRealAt(Vec(5, 5)) == rat, pcall(grid.set, grid, rat, Layers.floor))
        grid:set(rat, Vec(3, 5))
        print(grid:getRealAt(Vec(5, 5)), grid:getRealAt(Vec(3, 5)) == rat, rat.pos)
        local buffer = require "lib.cyclicbuf"(2)
        for i = 1, 3 do buffer:addItem(i) end
        print(buffer.length, buffer.size, #buffer.items)
        buffer:print()
        """
    )
    assert ran.lines[:5] == ["3 2 4", "Vec(2, 2) true true Vec(4, 4)", "seen Rat", "seen Rat", ran.lines[4]]
    assert ran.lines[4].startswith("true false")
    assert ran.lines[5:] == ["nil true Vec(3, 5)", "2 2 2", "3\t2"]


def test_a_turn_is_its_phases_in_order(run_lua: RunLua) -> None:
    play = """
        local world, pushed = World(7, 5), {}
        world:setRenderer { addRenderEntity = function() end, pushChanges = function(_, changes)
          for phase, events in ipairs(changes) do pushed[phase] = #events end
        end }
        world:create(Hero, Vec(2, 2))
        for x = 5, 7 do
          world:create(Being("Rat", { sequenceSteps = { { action = AttackMove, movs = basic } } }), Vec(x, 3))
        end
        for _ = 1, 6 do
          world:setPlayerActions(Vec(1, 0), 1)
          %s
          for _, entity in ipairs(world:getEntities(Layers.real)) do print(world.turn, entity.pos, entity.hp:get()) end
          print(table.concat(pushed, " "), world.phase)
        end
    """
    # "A method for each phase of a turn", as in the original.
    activate = [f"activate{name}" for name in ("Misc", "Reals", "Projectiles", "Floors", "Traps")]
    acting = [name for method in activate for name in ("advancePhase", method)]
    begin, end = ("sortByPriority", "executePlayerActions", "calculateActions"), ("advancePhase", "filterDead", "reset")
    by_phase = " ".join(f"world:{name}()" for name in (*begin, *acting, *end))
    assert run_lua(CAST + play % by_phase).lines == run_lua(CAST + play % "world:gameLoop()").lines


def test_a_mod_reaches_its_content_and_the_screen(tmp_path: Path) -> None:
    lines: list[str] = []
    files = {
        "main.lua": """
            print(require "engine.display" == require "composer")
            return { entities = { rat = require ".entities.rat" } }
        """,
        "entities/rat.lua": 'return class("Rat", require "logic.base.entity")',
        "game/input.lua": 'return "its own file"',
    }
    host = Host([write_mod(tmp_path / "test", files)], output=lines.append)
    script = tmp_path / "script.lua"
    script.write_text('print(require("modules.test.main").entities.rat == Mods.Test.Entities.rat)')
    host.run_script(script, seed=1)
    assert lines == ["true", "true"]
    assert host.warnings == []
