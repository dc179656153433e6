"""Turns, attacks, stats and items as mods for Dungeon Hopper expect them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, write_mod

Act = Callable[..., list[str]]

STATUSES = {
    "main.lua": """
        local Status = require "@status.status"
        local Noted = class("Noted", Status)
        function Noted:apply(_, amount, options)
          print("apply " .. amount .. " " .. (options and options.word or "nil"))
        end
        function Noted:reapply(_, amount, options)
          print("reapply " .. amount .. " " .. (options and options.word or "nil"))
        end
        Noted.amount = 3
        return { status = { noted = Noted() } }
    """
}


@pytest.fixture
def act(run_lua: RunLua) -> Act:
    """`act("…")`: the lines that a script prints which begins with the cast."""

    def run(script: str, **more: object) -> list[str]:
        ran = run_lua(CAST + script, **more)
        assert ran.host.warnings == []
        return ran.lines

    return run


# -- turns


def test_phases_count_the_groups(act: Act) -> None:
    lines = act("""
        local seen = {}
        local world = World(9, 9)
        local function watch(layer, x)
          local made = class("Watcher", Entity)
          made.layer = layer
          Decorators.Start(made)
          decorate(made, Decorators.Ticking)
          made.chainTemplate:addHandler("tick", function(event) seen[#seen + 1] = "tick" .. world.phase end)
          function made:executeAction()
            self.didAction = true
            seen[#seen + 1] = world.phase
          end
          world:create(made, Vec(x, 1))
        end
        local layers = { "trap", "floor", "projectile", "real", "misc", "player" }
        for x, layer in ipairs(layers) do watch(Layers[layer], x) end
        local function note() seen[#seen + 1] = world.phase end
        world:setRenderer { addRenderEntity = function() end, pushChanges = note }
        world:gameLoop()
        print(table.concat(seen, " "), world.phase)
    """)
    assert lines == ["1 2 tick2 3 tick3 tick3 4 tick4 5 tick5 6 tick6 7 1"]


def test_changes_are_seven_lists(act: Act) -> None:
    lines = act("""
        local world, pushed = World(5, 5), {}
        local hero = world:create(Hero, Vec(1, 1))
        world:setRenderer {
          addRenderEntity = function() end, pushChanges = function(_, changes) pushed[#pushed + 1] = changes end,
        }
        world.strict = true
        hero:registerEvent "between"
        play(world, 1, 1, 0)
        play(world, 1, 0, 0)
        for _, changes in ipairs(pushed) do
          local counts = {}
          for i, list in ipairs(changes) do counts[i] = #list end
          print(table.concat(counts, " "))
        end
        print(pushed[1][1][1].event, #world.changes, #world.changes[1])
    """)
    assert lines == ["2 0 0 0 0 0 0", "0 0 0 0 0 0 0", "between 1 0"]


def test_players_generate_their_actions_by_a_method_of_their_class(act: Act) -> None:
    lines = act("""
        local Runner = Being("Runner", { layer = Layers.player })
        function Runner:generateAction(direction)
          self.nextAction = Move()
          self.nextAction:setDirection(-direction)
        end
        function Runner:calculateAction() end
        local Simple = class("Simple", Runner)
        Entity.redecorate(Runner, Simple)
        Retouchers.Algos.simple(Simple)
        local world = World(5, 5)
        world.strict = true
        local runner = world:create(Simple, Vec(3, 3))
        play(world, 1, 1, 0)
        print(at(runner))
        world:gameLoop()
        print(at(runner), runner.didAction)
    """)
    assert lines == ["2,3", "2,3 false"]


def test_the_dead_stay_in_the_lists_until_the_end_of_the_turn(act: Act) -> None:
    lines = act("""
        local world = World(5, 5)
        world.strict = true
        local Killer = Being("Killer", { layer = Layers.misc })
        local hero
        Killer.executeAction = function(self) self.didAction = true hero:die() end
        local Seeker = Being "Seeker"
        function Seeker:executeAction()
          self.didAction = true
          local found = world.grid:getClosestPlayer(self.pos)
          print(found == hero, world.grid:getRealAt(hero.pos), #world.grid.players, #world.grid.reals)
        end
        hero = world:create(Hero, Vec(1, 1))
        world:create(Killer, Vec(2, 2))
        world:create(Seeker, Vec(3, 3))
        play(world, 1)
        local grid = world.grid
        print(grid:getClosestPlayer(Vec(1, 1)), #grid.players, #grid.reals, #basic(grid.reals[1]))
        print(world:gameLoopIfSet())
    """)
    assert lines == ["true nil 1 2", "nil 0 1 0", "false nil 0 1", "true"]


def test_entities_turn_along_the_greater_distance_or_vertically(act: Act) -> None:
    lines = act("""
        local turn = require("modules.utils.handlers").turnToPlayer
        local world = World(9, 9)
        world:create(Hero, Vec(5, 5))
        for _, pos in ipairs { Vec(1, 4), Vec(9, 9), Vec(6, 1) } do
          local being = world:create(Being "One", pos)
          turn { actor = being }
          print(being.orientation)
        end
    """)
    assert lines == ["Vec(1, 0)", "Vec(0, -1)", "Vec(0, 1)"]


def test_a_world_may_have_no_pool(act: Act) -> None:
    assert act('World(3, 3):usePool("e", nil) print "fine"') == ["fine"]


# -- attacks

WATCHED = """
    local world = World(7, 7)
    world.strict = true
    local events = {}
    local function watch(entity)
      local register = entity.registerEvent
      function entity:registerEvent(code)
        events[#events + 1] = code
        return register(self, code)
      end
      return entity
    end
    local function done() print(table.concat(events, " ")) events = {} end
"""


def attack_events(victim: str, rest: str = "") -> str:
    return f"""
        {WATCHED}
        local Victim = Being("Victim", {victim})
        local hero, victim = watch(world:create(Hero, Vec(1, 1))), watch(world:create(Victim, Vec(2, 1)))
        hero:setStat(StatTypes.Push, "power", 5)
        {rest}
        local event = hero:executeAttack {{ direction = Vec(1, 0) }}
        local codes = {{}}
        for _, list in pairs(world.changes) do for _, change in ipairs(list) do codes[#codes + 1] = change.event end end
        print(table.concat(codes, " "))
    """


def test_every_attack_has_the_event_of_statuses(act: Act) -> None:
    lines = act(
        attack_events("{}")
        + """
        local status = event.statusEvents[1]
        print(status.actor == victim, status.action ~= nil, next(status.options), status.success, status.propagate)
        """
    )
    assert lines == ["hurt pushed status hits", "true true nil true true"]


def test_a_killing_blow_still_pushes_and_statuses(act: Act) -> None:
    lines = act(
        attack_events("{ baseModifiers = { hp = { amount = 1 } } }")
        + "print(victim.dead, at(victim), world.grid:getRealAt(Vec(2, 1)), world.grid:getRealAt(Vec(3, 1)))"
    )
    assert lines == ["hurt dead pushed status hits", "true 3,1 nil nil"]


def test_a_stopped_push_has_no_success(act: Act) -> None:
    lines = act(
        attack_events("{ baseModifiers = { hp = { amount = 9 }, pushRes = { normal = 9 } } }")
        + "print(event.pushEvents[1].propagate, event.pushEvents[1].success)"
    )
    assert lines == ["hurt status hits", "false nil"]


def test_statuses_get_their_own_options(tmp_path: Path, act: Act) -> None:
    mod = write_mod(tmp_path / "old", STATUSES)
    lines = act(
        """
        local being = World(3, 3):create(Being "One", Vec(1, 1))
        being:beStatused({ status = { noted = 1 } }, { noted = { word = "first" }, other = { word = "other" } })
        being:beStatused({ status = { noted = 1 } })
        """,
        mods=[mod],
    )
    assert lines == ["apply 3 first", "reapply 3 nil"]


def test_effects_have_the_names_of_their_classes(act: Act) -> None:
    lines = act("""
        for _, name in ipairs { "attack", "push", "dig", "move" } do
          print(class.name(require("@action.effects." .. name)))
        end
    """)
    assert lines == ["AttackEffect", "Push", "DigEffect", "Move"]


def test_cycles_take_any_action_and_events_of_the_caller(act: Act) -> None:
    lines = act("""
        local utils = require "@decorators.utils"
        local being = World(3, 3):create(Being "One", Vec(1, 1))
        local decorator = being.decorators.Killable
        being.chains.checkDie:addHandler(function(event) event.propagate = false end)
        print(utils.checkApplyCycle("checkDie", "die")(decorator, being, "any value").action)
        print(utils.checkApplyPresetEvent("checkDie", "die")(Event(being, 5)).action)
        print(utils.checkApplyCustomized("checkDie", "die", "why")(decorator, being, 7).why)
    """)
    assert lines == ["any value", "5", "7"]


def test_targets_of_weapons_have_relative_pieces(act: Act) -> None:
    lines = act("""
        local Weapon, Pattern = require "@items.weapons.weapon", require "@items.weapons.pattern"
        local Axe = class("Axe", Weapon)
        Axe.pattern = Pattern()
        Axe.pattern:add(Vec(1, 1), Vec(1, 0))
        Axe.pattern:add(Vec(1, -1), Vec(1, 0))
        local hitall = require "@items.weapons.chains.hitall"
        Axe.chain, Axe.check = hitall.chain, hitall.check
        local world = World(9, 9)
        local hero = world:create(Hero, Vec(5, 5))
        world:create(Being "One", Vec(4, 6))
        local ahead = world:create(Being "Two", Vec(6, 5))
        local found = Axe():getTargets(hero, { direction = Vec(0, 1) })
        print(#found, found[1].piece.pos, found[1].piece.dir, found[1].index)
        print(hero:getTargetsDefault(Vec(1, 0)).piece.pos)
        print(#Axe():getTargets(hero, { direction = Vec(0, -1) }))
    """)
    assert lines == ["1 Vec(-1, 1) Vec(0, 1) 1", "Vec(6, 5)", "0"]


def test_the_check_of_a_weapon_runs_before_its_chain(act: Act) -> None:
    lines = act("""
        local Weapon = require "@items.weapons.weapon"
        local Club = class("Club", Weapon)
        local seen = {}
        Club.chain = require "lib.chains.chain" { function() seen[#seen + 1] = "handler" end }
        function Club.check() seen[#seen + 1] = "check" return false end
        local hero = World(9, 9):create(Hero, Vec(5, 5))
        Club():getTargets(hero, { direction = Vec(0, 1) })
        print(table.concat(seen, " "))
    """)
    assert lines == ["check handler check"]


# -- stats and items


def test_defaults_of_stats_without_their_keys(act: Act) -> None:
    lines = act("""
        registerAttackSource "Frost"
        local being = World(3, 3):create(Being("One", { baseModifiers = { hp = { amount = 1 } } }), Vec(1, 1))
        local armour = being:getStat(StatTypes.AttackRes)
        print(being:getStat(StatTypes.DigRes), being:getStat(StatTypes.Invincible),
          being:getStat(StatTypes.PushRes):get "normal")
        print(armour:get "armor", armour:get "pierce", armour:get "minDamage", armour:get "maxDamage",
          armour:get "normal", armour:get "frost")
        local stats = being:getStatRaw(StatTypes.DigRes)
        print(stats:isSet "dig", stats.fromTable({ a = 2 }):get "a")
    """)
    assert lines == ["1 0 1", "0 0 1 inf 1 1", "false 2"]


def test_contents_are_set_up_and_created_for_an_actor_and_an_option(act: Act) -> None:
    lines = act("""
        local Options = require "@items.insides.options"
        local setup, realizers = require "@items.insides.setup", require "@items.insides.realizers"
        local world = World(5, 5)
        local chest = world:create(Being "Chest", Vec(2, 2))
        realizers[Options.GOLD](chest, { id = Options.GOLD, amount = 4 })
        print(world.grid:getByLayer(Vec(2, 2), Layers.gold).state, #world.grid.gold)
        realizers[Options.GOLD]({ id = Options.GOLD, amount = 2 }, chest)
        print(world.grid:getByLayer(Vec(2, 2), Layers.gold).state)
    """)
    assert lines == ["4 1", "6"]


def test_cyclic_buffers_write_at_the_clock(act: Act) -> None:
    lines = act("""
        local buffer = require "lib.cyclicbuf"(3)
        for i = 1, 5 do buffer:addItem(i) end
        print(table.concat(buffer.items, " "), buffer.clock, buffer.length, buffer.size)
        print(table.concat(buffer:removeExcess(), " "), #buffer.excess, table.concat(buffer:toList(), " "))
        print(buffer:removeAt(1), buffer:removeItem(3), buffer:get(1), buffer.length)
        buffer:increaseSize()
        for i = 6, 9 do buffer:addItem(i) end
        print(table.concat(buffer:toList(), " "), table.concat(buffer.excess, " "))
    """)
    assert lines == ["4 5 3 3 3 3", "1 2 0 3 4 5", "4 3 5 1", "6 7 8 9 5"]
