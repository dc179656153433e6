"""Turns: the order of actors, movement, attacks, statuses, items, and errors in handlers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host import Budgets, Host
from host.errors import BudgetError, HostError
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua


@pytest.fixture
def act(run_lua: RunLua) -> Any:
    """`act("…")`: the lines that a script prints which begins with the cast."""

    def run(script: str, **more: Any) -> list[str]:
        ran = run_lua(CAST + script, **more)
        assert ran.host.warnings == []
        return ran.lines

    return run


# -- moving and deciding


@pytest.mark.parametrize(
    ("movs", "orientation", "player", "wanted"),
    [
        ("basic", "1, 0", "9, 5", "1,0"),
        ("basic", "1, 0", "9, 8", "1,0 0,1"),
        ("basic", "-1, 0", "9, 8", "0,1 1,0"),
        ("basic", "0, 1", "9, 8", "0,1 1,0"),
        ("basic", "0, -1", "2, 8", "-1,0 0,1"),
        ("basic", "0, 0", "2, 2", "-1,0 0,-1"),
        ("adjacent", "1, 0", "9, 8", "1,1 0,1 1,0"),
        ("adjacent", "1, 0", "5, 2", "0,-1"),
        ("diagonal", "1, 0", "2, 8", "-1,1"),
        ("diagonal", "0, 1", "9, 5", "1,1 1,-1"),
        ("diagonal", "0, -1", "9, 5", "1,-1 1,1"),
        ("diagonal", "1, 0", "5, 8", "-1,1 1,1"),
        ("diagonal", "-1, 0", "5, 2", "1,-1 -1,-1"),
        ("straight", "0, -1", "9, 9", "0,-1"),
    ],
)
def test_movs_give_directions_best_first(act: Any, movs: str, orientation: str, player: str, wanted: str) -> None:
    lines = act(f"""
        local world = World(10, 10)
        world:create(Hero, Vec({player}))
        local being = world:create(Being("One"), Vec(5, 5))
        being.orientation = Vec({orientation})
        local found = {{}}
        for i, way in ipairs(require("@sequence.movs.{movs}")(being)) do found[i] = way.x .. "," .. way.y end
        print(table.concat(found, " "))
    """)
    assert lines == [wanted]


def test_without_a_player_movs_give_nothing_and_nobody_fails(act: Any) -> None:
    lines = act("""
        local world = World(5, 5)
        local being = world:create(Being("One", { sequenceSteps = { { action = Move, movs = basic } } }), Vec(2, 2))
        world:gameLoop()
        print(at(being))
    """)
    assert lines == ["2,2"]


def test_those_who_wait_for_others_let_them_act_first(act: Any) -> None:
    """In a row towards the player, the last is asked first: all move on at once."""
    lines = act("""
        local Runner = Being("Runner", { sequenceSteps = { { action = Move, movs = basic } } })
        Retouchers.Skip.blockedMove(Runner)
        local world = World(10, 3)
        world:create(Hero, Vec(10, 2))
        local row = {}
        for x = 1, 4 do row[x] = world:create(Runner, Vec(x, 2)) end
        play(world, 2)
        for x = 1, 4 do print(at(row[x])) end
    """)
    assert lines == ["3,2", "4,2", "5,2", "6,2"]


@pytest.mark.parametrize(("count", "of"), [(20, 3), (50, 1)])
def test_equal_priorities_act_in_the_order_of_creation(act: Any, count: int, of: int) -> None:
    lines = act(f"""
        local order = {{}}
        local world = World(60, 3)
        for i = 1, {count} do
          local made = Being("One", {{ priority = i % {of} }})
          made.chainTemplate:addHandler("succeedAction", function(event) order[#order + 1] = event.actor.pos.x end)
          world:create(made, Vec(i, 1))
        end
        world:gameLoop()
        print(table.concat(order, " "))
    """)
    wanted = sorted(range(1, count + 1), key=lambda i: (-(i % of), i))
    assert lines == [" ".join(map(str, wanted))]


def test_what_is_created_during_a_turn_waits_for_the_next(act: Any) -> None:
    lines = act("""
        local born = 0
        local Child = Being("Child")
        Child.chainTemplate:addHandler("succeedAction", function() born = born + 1 end)
        local Mother = Being("Mother")
        local children = 0
        Mother.chainTemplate:addHandler("succeedAction", function(event)
          children = children + 1
          event.actor.world:create(Child, Vec(children, 3))
        end)
        local world = World(9, 3)
        world:create(Mother, Vec(1, 1))
        for turn = 1, 3 do
          world:gameLoop()
          print(children, born)
        end
    """)
    assert lines == ["1 0", "2 1", "3 3"]


def test_the_dead_act_no_more_and_are_gone_after_the_turn(act: Any) -> None:
    lines = act("""
        local acted = {}
        local victim
        local Killer = Being("Killer", { priority = 1 })
        Killer.chainTemplate:addHandler("succeedAction", function() victim:die() end)
        local Victim = Being("Victim")
        Victim.chainTemplate:addHandler("succeedAction", function() acted[#acted + 1] = "victim" end)
        local world = World(5, 5)
        world:create(Killer, Vec(1, 1))
        victim = world:create(Victim, Vec(2, 2))
        world:gameLoop()
        print(#acted, victim.dead, world.grid:getRealAt(Vec(2, 2)), #world:getEntities(Layers.real))
    """)
    assert lines == ["0 true nil 1"]


@pytest.mark.parametrize("index", ["0/0", "1/0", "1.5", "'2'", "{}"])
def test_the_next_step_must_be_one(run_lua: RunLua, index: str) -> None:
    ran = run_lua(f"""{CAST}
        local One = Being("One", {{ sequenceSteps = {{
          {{ action = None, checkSuccess = function(event) event.success, event.index = true, {index} end }},
          {{ action = None }},
        }} }})
        local world = World(5, 5)
        local one = world:create(One, Vec(1, 1))
        world:gameLoop()
        print(one.sequence.currentStepIndex)
    """)
    assert ran.lines == ["1"]
    (warning,) = ran.host.warnings
    assert "the next step is " in warning
    assert warning.endswith(": must be the number of a step")


def test_between_two_squares_there_is_none(act: Any) -> None:
    lines = act("""
        local world = World(12, 5)
        world:create(Being("One"), Vec(7, 1))
        local grid = world.grid
        print(grid:getRealAt(Vec(7, 1)) ~= nil, grid:getRealAt(Vec(1, 1.5)), grid:checkBound(Vec(1, 1.5)),
          grid:checkBound(Vec(1.0, 2.0)), grid:checkBound(Vec(0/0, 1)))
    """)
    assert lines == ["true nil false true false"]


def test_sequences_go_by_success_failure_repetition_and_index(act: Any) -> None:
    lines = act("""
        local happy, seen = true, {}
        local One = Being("One", { sequenceSteps = {
          { action = None, checkSuccess = function(event) event.success = happy end, success = 2, fail = 4,
            exit = function() seen[#seen + 1] = "out" end },
          { action = None, repet = 3, enter = function() seen[#seen + 1] = "in" end },
          { action = None, checkSuccess = function(event) event.success, event.index = true, 1 end },
          { action = None },
        } })
        local world = World(5, 5)
        local one = world:create(One, Vec(1, 1))
        local steps = {}
        for turn = 1, 11 do
          happy = turn ~= 6
          world:gameLoop()
          steps[turn] = one.sequence.currentStepIndex
        end
        print(table.concat(steps, " "), "|", table.concat(seen, " "))
    """)
    assert lines == ["2 2 2 3 1 4 1 2 2 2 3 | out in out out in"]


def test_events_of_an_action_have_the_documented_fields(act: Any) -> None:
    lines = act("""
        local Rat = Being("Rat", { sequenceSteps = { { action = AttackMove, movs = basic } } })
        Retouchers.Skip.emptyAttack(Rat)
        Rat.chainTemplate:addHandler("succeedAction", function(event)
          local algo = event.algoEvent
          local result = algo.resultEvent
          print(event.success, event.checkSuccess, #event.directions, algo.success, algo.propagate)
          print(#result.targets, #result.attackEvents, result.attackEvents[1].actor == result.targets[1].entity,
            result.attackEvents[1].success, result.pushEvents[1] ~= nil, event.action.direction.x)
        end)
        local world = World(5, 5)
        world:create(Hero, Vec(3, 3))
        world:create(Rat, Vec(2, 3))
        play(world, 1)
    """)
    assert lines == ["true true 1 true false", "1 1 true true true 1"]


def test_events_of_attacks_have_what_was_applied(act: Any) -> None:
    """Seed 002: "resultEvent.attack - the attack object applied", "algoEvent.succeed would be set to true"."""
    lines = act("""
        local Rat = Being("Rat", { sequenceSteps = { { action = AttackMove, movs = basic } } })
        Retouchers.Skip.emptyAttack(Rat)
        Rat.chainTemplate:addHandler("succeedAction", function(event)
          local result = event.algoEvent.resultEvent
          print(event.algoEvent.succeed, result.attack == event.action.attack, result.attack.damage,
            result.push == event.action.push, result.push.distance,
            result.status == event.action.status and result.status ~= nil)
        end)
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(3, 3))
        hero.chains.failAction:addHandler(function(event)
          print(event.algoEvent.succeed, event.algoEvent.resultEvent)
        end)
        world:create(Block, Vec(3, 2))
        world:create(Rat, Vec(2, 3))
        play(world, 1, 0, -1)
    """)
    assert lines == ["false nil", "true true 1 true 1 true"]


def test_activation_is_the_action_of_the_entity(act: Any) -> None:
    """Seed 002: executeAction is "just a shorthand for entity.decorators.Acting:activation()"."""
    lines = act("""
        local hero = World(5, 5):create(Hero, Vec(3, 3))
        hero.nextAction = Move()
        hero.nextAction.direction = Vec(1, 0)
        hero.decorators.Acting:activation()
        print(hero.pos, hero.didAction, hero.doingAction)
        print(pcall(hero.decorators.Acting.activation, hero))
    """)
    assert lines[0] == "Vec(4, 3) true false"
    assert "must be called with a colon, on entity.decorators.Acting" in lines[1]


def test_both_algorithms_keep_their_event(act: Any) -> None:
    lines = act("""
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(3, 3))
        hero.chains.succeedAction:addHandler(function(event)
          print(event.algoEvent.success, event.algoEvent.resultEvent.move.distance)
        end)
        play(world, 1, 1, 0)
    """)
    assert lines == ["true 1"]


# -- blows


@pytest.mark.parametrize(
    ("attack", "resistance", "damage"),
    [
        ("damage = 3, pierce = 1", "", 3),
        ("damage = 3, pierce = 0", "", 0),
        ("damage = 0, pierce = 1", "", 1),
        ("damage = 3, pierce = 1", "armor = 2", 1),
        ("damage = 3, pierce = 1", "armor = 5", 1),
        ("damage = 3, pierce = 1", "armor = 5, minDamage = 0", 0),
        ("damage = 9, pierce = 1", "maxDamage = 4", 4),
        ("damage = 3, pierce = 2", "pierce = 2", 0),
        ("damage = 3, pierce = 3", "pierce = 2", 3),
        ("damage = 3, pierce = 1, power = 0", "", 0),
        ("damage = 3, pierce = 1, power = 0", "normal = 0", 3),
        ("damage = 3, pierce = 1, source = 'strange', power = 0", "", 3),
    ],
)
@pytest.mark.parametrize("key", ["resistance", "attackRes"])
def test_damage(act: Any, attack: str, resistance: str, damage: int, key: str) -> None:
    lines = act(f"""
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(2, 2))
        hero:setStat(StatTypes.Attack, require("@stats.stats").fromTable {{ {attack} }})
        local modifiers = {{ hp = {{ amount = 10 }}, {key} = {{ {resistance} }} }}
        local dummy = world:create(Being("Dummy", {{ baseModifiers = modifiers }}), Vec(3, 2))
        play(world, 1, 1, 0)
        print(10 - dummy.hp:get())
    """)
    assert lines == [str(damage)]


def test_attack_res_comes_before_resistance(act: Any) -> None:
    lines = act("""
        local world = World(5, 5)
        local made = Being("One", { baseModifiers = { hp = { amount = 1 }, attackRes = { armor = 1 },
          resistance = { armor = 7, normal = 4 } } })
        local one = world:create(made, Vec(1, 1))
        print(one:getStat(StatTypes.AttackRes):get "armor", one:getStat(StatTypes.PushRes):get "normal")
    """)
    assert lines == ["1 4"]


def test_each_target_gets_a_blow_of_its_own(act: Any) -> None:
    lines = act("""
        local world = World(9, 9)
        local hero = world:create(Hero, Vec(2, 5))
        local Soft = Being("Soft")
        local Hard = Being("Hard", { baseModifiers = { hp = { amount = 10 }, resistance = { armor = 9 } } })
        local beings = { world:create(Hard, Vec(3, 5)), world:create(Soft, Vec(3, 4)), world:create(Soft, Vec(3, 6)) }
        local attack = AttackMove()
        attack.direction = Vec(1, 0)
        hero:executeAttack(attack, beings)
        for _, being in ipairs(beings) do print(being.hp:get()) end
        print(attack.direction.x, attack.attack.damage)
    """)
    assert lines == ["9", "8", "8", "1 2"]


@pytest.mark.parametrize(
    ("push", "wall", "ends"),
    [
        ("power = 1", 9, "4,2"),
        ("power = 1, distance = 3", 9, "6,2"),
        ("power = 1, distance = 3", 5, "4,2"),
        ("power = 0", 9, "3,2"),
    ],
)
def test_pushing(act: Any, push: str, wall: int, ends: str) -> None:
    lines = act(f"""
        local world = World(10, 3)
        local hero = world:create(Hero, Vec(2, 2))
        hero:setStat(StatTypes.Push, require("@stats.stats").fromTable {{ {push} }})
        world:create(Block, Vec({wall}, 2))
        local dummy = world:create(Being "Dummy", Vec(3, 2))
        play(world, 1, 1, 0)
        print(at(dummy))
    """)
    assert lines == [ends]


def test_a_move_goes_step_by_step_and_a_jump_over_what_is_between(act: Any) -> None:
    lines = act("""
        local Effects = require "@action.effects.move"
        local world = World(6, 3)
        world:create(Block, Vec(4, 2))
        local one = world:create(Being "One", Vec(2, 2))
        local function to(fields)
          local move = Effects(fields)
          move.direction = Vec(1, 0)
          local pos = move:toPos(world.grid, one)
          return pos.x
        end
        print(to { distance = 1 }, to { distance = 3 }, to { distance = 3, ignore = 1 },
          to { distance = 9, ignore = 1 })
    """)
    assert lines == ["3 3 5 2"]


def test_hit_points_are_hearts_and_give_back_what_is_too_much(act: Any) -> None:
    lines = act("""
        local HP = require "@hp.hp"
        local hp = HP(5)
        print(table.concat(hp:hearts(), " "), hp:takeDamage(2), hp:get(), hp:takeDamage(9), hp:get(),
          HP(0):takeDamage(3))
        print(hp:heal(3), hp:get(), hp:heal(9), hp:get())
    """)
    assert lines == ["2 2 1 0 3 6 0 3", "0 3 7 5"]


# -- weapons

WEAPON = """
    local Weapon, Pattern = require "@items.weapons.weapon", require "@items.weapons.pattern"
    local function arm(hero, reach, chain, pieces)
      local pattern = Pattern()
      for _, piece in ipairs(pieces) do pattern:add(Vec(piece[1], piece[2]), Vec(1, 0), piece[1] > 1 and reach) end
      local made = class("Made", Weapon)
      made.pattern = pattern
      if chain then made.chain = chain end
      hero:equip(made())
    end
    local function hits(hero, direction)
      local act = AttackMove()
      act.direction = direction
      local found = {}
      for i, target in ipairs(hero:getTargets(act)) do found[i] = at(target.entity) end
      return table.concat(found, " ")
    end
    local world = World(9, 9)
    local hero = world:create(Hero, Vec(5, 5))
    local Dummy = Being "Dummy"
"""


@pytest.mark.parametrize(
    ("blocked", "reach", "wanted"),
    [(False, "true", "7,5"), (True, "true", ""), (True, "{ 1 }", ""), (True, "{ 2 }", "7,5"), (True, "false", "7,5")],
)
def test_a_piece_reaches_when_nothing_before_it_is_blocked(act: Any, blocked: bool, reach: str, wanted: str) -> None:
    wall = "world:create(Block, Vec(6, 5))" if blocked else ""
    lines = act(f"""{WEAPON}
        {wall}
        world:create(Dummy, Vec(7, 5))
        arm(hero, {reach}, nil, {{ {{ 1, 0 }}, {{ 2, 0 }} }})
        print(hits(hero, Vec(1, 0)))
    """)
    assert lines == [wanted]


@pytest.mark.parametrize(
    ("direction", "wanted"),
    [("1, 0", "6,4 6,6"), ("0, 1", "6,6 4,6"), ("-1, 0", "4,6 4,4"), ("0, -1", "4,4 6,4")],
)
def test_patterns_turn_and_hit_all(act: Any, direction: str, wanted: str) -> None:
    lines = act(f"""{WEAPON}
        for _, x in ipairs {{ 4, 6 }} do for _, y in ipairs {{ 4, 6 }} do world:create(Dummy, Vec(x, y)) end end
        arm(hero, false, require "@items.weapons.chains.hitall", {{ {{ 1, -1 }}, {{ 1, 1 }} }})
        print(hits(hero, Vec({direction})))
    """)
    assert lines == [wanted]


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("YES", "YES", "6,5"),
        ("SKIP", "YES", "7,5"),
        ("NO", "YES", "7,5"),
        ("NO", "IF_NEXT_TO", ""),
        ("IF_NEXT_TO", "YES", "6,5"),
        ("SKIP", "SKIP", ""),
    ],
)
def test_attackableness_decides_what_a_weapon_hits(act: Any, first: str, second: str, wanted: str) -> None:
    lines = act(f"""{WEAPON}
        for x, how in pairs {{ [6] = "{first}", [7] = "{second}" }} do
          local made = Being "Made"
          Retouchers.Attackableness.constant(made, Attackableness[how])
          world:create(made, Vec(x, 5))
        end
        arm(hero, false, nil, {{ {{ 1, 0 }}, {{ 2, 0 }} }})
        print(hits(hero, Vec(1, 0)))
    """)
    assert lines == [wanted]


def test_nothing_to_hit_is_no_error(act: Any) -> None:
    lines = act(f"""{WEAPON}
        arm(hero, true, require "@items.weapons.chains.hitall", {{ {{ 1, 0 }} }})
        print("[" .. hits(hero, Vec(1, 0)) .. "]")
    """)
    assert lines == ["[]"]


# -- errors

BAD = """
    local Bad = Being("Bad", { priority = 5 })
    Bad.chainTemplate:addHandler("succeedAction", function(event)
      local nothing = nil
      nothing.field = 1
    end)
    local ran = 0
    local Good = Being("Good")
    Good.chainTemplate:addHandler("succeedAction", function() ran = ran + 1 end)
    local world = World(5, 5)
    world:create(Bad, Vec(1, 1))
    world:create(Good, Vec(2, 1))
    world:gameLoop()
    world:gameLoop()
    print(ran)
"""


def test_an_error_ends_the_action_of_one_entity_and_is_told_each_time(run_lua: RunLua) -> None:
    ran = run_lua(CAST + BAD)
    assert ran.lines == ["2"]
    line = (CAST + BAD).splitlines().index("      nothing.field = 1") + 1
    told = "the action of Bad 1 ended in an error: attempt to index a nil value (local 'nothing')"
    assert ran.host.warnings == [f"script/script.lua:{line}: turn {turn}: {told}" for turn in (1, 2)]


def test_an_action_that_fails_outside_of_a_turn_is_over(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local Bad = Being("Bad")
        Bad.chainTemplate:addHandler("succeedAction", function(event)
          local other = event.actor.other
          print(other and pcall(function() other:executeAction() end), event.actor.doingAction)
          if event.actor.fails then error("no") end
        end)
        local world = World(3, 1)
        local one, two = world:create(Bad, Vec(1, 1)), world:create(Bad, Vec(2, 1))
        one.other, two.fails = two, true
        one:executeAction()
        print(one.doingAction, two.doingAction)
        one.fails = true
        print((pcall(function() one:executeAction() end)), one.doingAction, two.doingAction)
        """
    )
    # The inner action prints first, each time.
    assert ran.lines == ["nil true", "false true", "false false", "nil true", "false true", "false false false"]


def test_a_strict_world_stops_at_the_first_error(run_lua: RunLua) -> None:
    with pytest.raises(HostError, match="attempt to index a nil value") as caught:
        run_lua(CAST + BAD.replace("world:gameLoop()", "world.strict = true world:gameLoop()", 1))
    assert caught.value.line == (CAST + BAD).splitlines().index("      nothing.field = 1") + 1


def test_whoever_makes_others_act_for_ever_ends_in_an_error(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local Mad = Being("Mad", { sequenceSteps = { { action = Move, movs = function() return { Vec(1, 0) } end } } })
        Retouchers.Skip.blockedMove(Mad)
        for _, chain in ipairs { "succeedAction", "failAction" } do
          Mad.chainTemplate:addHandler(chain, function(event)
            event.actor.other:executeAction()
          end)
        end
        local world = World(3, 1)
        local one, two = world:create(Mad, Vec(1, 1)), world:create(Mad, Vec(2, 1))
        one.other, two.other = two, one
        world:gameLoop()
        print "and on it goes"
        """
    )
    assert ran.lines == ["and on it goes"]
    assert any("runaway mutual execution" in warning for warning in ran.host.warnings)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("World(0, 5)", "World: width is 0: must be between 1 and 10000"),
        ("World(10000, 10000)", "World: width × height is 100000000: must be at most 1000000"),
        ("World(0/0, 5)", "World: width is nan: must be a whole number"),
        ("World(5)", "World: height is nil: must be a whole number"),
        (
            "World():create(Hero, Vec(1, 1))",
            "World.create Hero: Vec(1, 1) is not a square of the world, which has 0 × 0 squares",
        ),
        ("World.fromMap()", "World.fromMap: the game has no map yet: lay one out, or make a World(width, height)"),
        ("World.fromMap(7)", "World.fromMap: the map is number: must be a map, or nil for the map of the game"),
        (
            "World(5, 5):create(Hero, Vec(9, 9))",
            "World.create Hero: Vec(9, 9) is not a square of the world, which has 5 × 5 squares",
        ),
        (
            "World(5, 5):create(Hero, Vec(1.5, 1))",
            "World.create Hero: Vec(1.5, 1) is not a square of the world, which has 5 × 5 squares",
        ),
        (
            "World(5, 5):create(Hero, Vec(0/0, 1))",
            "World.create Hero: Vec(-nan, 1) is not a square of the world, which has 5 × 5 squares",
        ),
        ("World(5, 5):create(Hero)", "World.create Hero: the position is nil: must be a Vec"),
        (
            "World(5, 5):create(true, Vec(1, 1))",
            "World.create: the class is true: did the file that it was required from return it?",
        ),
        ("World(5, 5):create({}, Vec(1, 1))", "World.create: the class is table: must be a class"),
        ("World(5, 5):create(Vec, Vec(1, 1))", "World.create: Vec must be a class of entities"),
        ("World(5, 5):createDroppedItem(99, Vec(1, 1))", "World.createDroppedItem: there is no item with the id 99"),
        (
            "decorate(Entity, Decorators.Acting)",
            "decorate: the first argument is Entity, a class of the host: make a class of your own from it first",
        ),
        (
            "decorate(class('A', Entity), Decorators.Acting)",
            "decorate: A has no chain template: call Decorators.Start(A) or copyChains first",
        ),
        ("decorate(Hero, nil)", "decorate: decorator is nil: must be a class or a function"),
        ("Entity.layer = 3", "Entity.layer cannot be set: Entity is the host's"),
        ("Decorators.Acting.activate = print", "Acting.activate cannot be set: Acting is the host's"),
        ("Vec(1)", "Vec: y is nil: must be a number"),
        ("print(Vec(1, 2) + 'x')", "Vec: the operand of + is string: must be a Vec or a number"),
        ("require('host.actions').class(5)", "class: the name is number: must be a string"),
        ("class('A', 5)", "class A: argument 2 is number: must be a class"),
        ("registerEntity(5)", "registerEntity: class is 5: must be a class"),
        ("registerEntity(Hero) registerEntity(Hero)", "registerEntity: Hero is registered already, as script.Hero"),
        ("registerItem {}", "registerItem: item is a table: must be an Item"),
        (
            "registerStat('Attack', { 'attack', { 'x', 1 } })",
            "registerStat Attack: the host has a stat of that name already",
        ),
        ("registerStatus('x', 5)", "registerStatus: status is 5: must be a Status"),
        ("Generator(2, 2)", "Generator: width is 2: must be between 3 and 1000"),
        ("Generator(20, 20):generate()", "Generator.generate: there is no room yet: call start first"),
        (
            "World(5, 5):create(Being('A', { sequenceSteps = { {} } }), Vec(1, 1))",
            "Action must be specified: A.sequenceSteps[1].action is nil: must be a class of actions",
        ),
        (
            "World(5, 5):create(Being('A', { sequenceSteps = { { acton = Action } } }), Vec(1, 1))",
            (
                "Action must be specified: A.sequenceSteps[1].action is nil: must be a class of actions; "
                'there is "acton"; did you mean "action"?'
            ),
        ),
        (
            "World(5, 5):create(Being('A', { sequenceSteps = { { action = Action, repet = 2.5 } } }), Vec(1, 1))",
            "A.sequenceSteps[1].repet is 2.5: must be a whole number of turns",
        ),
        (
            "local a = World(5, 5):create(Being('A'), Vec(1, 1)) a.sequence.currentStepIndex = 9 a:calculateAction()",
            "the sequence has no step 9: its currentStepIndex must be from 1 to 1",
        ),
        (
            "require('@sequence.sequence').getMovs({})",
            "Sequence:getMovs is called on a table: must be called with a colon, on a Sequence",
        ),
        (
            "require('@action.handlers.utils').activateDecorator('Interacting')(7)",
            "the handler of Interacting: event is 7: must be an event",
        ),
        (
            "require('@action.handlers.utils').applyHandler('executeMove')()",
            "the handler of executeMove: event is nil: must be an event",
        ),
        ("World(5, 5):create(Hero, Vec(1, 1)):getStat(99)", "getStat: index is 99: there is no such stat"),
    ],
)
def test_a_wrong_call_is_told_at_its_line(run_lua: RunLua, code: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(f"{CAST}{code}")
    error = caught.value
    assert (error.message.replace("Vec(nan", "Vec(-nan"), error.file) == (message, "script/script.lua")
    assert error.line == CAST.count("\n") + 1
    assert error.mod == "script"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("A.sequenceSteps = 5", "Sequence: A.sequenceSteps is number: must be a list of steps"),
        (
            "A.sequenceStep = A.sequenceSteps A.sequenceSteps = nil",
            (
                "Sequence: A.sequenceSteps is nil: must be a list of steps; "
                'there is "sequenceStep"; did you mean "sequenceSteps"?'
            ),
        ),
        ("A.baseModifiers = {}", "WithHP: A.baseModifiers.hp.amount is nil: must be a number"),
        (
            "A.baseModifiers = { hp = { amonut = 1 } }",
            'WithHP: A.baseModifiers.hp.amount is nil: must be a number; there is "amonut"; did you mean "amount"?',
        ),
        (
            "A.baseModifiers = { HP = { amount = 1 } }",
            'WithHP: A.baseModifiers.hp.amount is nil: must be a number; there is "HP"; did you mean "hp"?',
        ),
        (
            "A.baseModifier = A.baseModifiers A.baseModifiers = nil",
            (
                "WithHP: A.baseModifiers.hp.amount is nil: must be a number; "
                'there is "baseModifier"; did you mean "baseModifiers"?'
            ),
        ),
    ],
)
def test_a_wrong_field_of_a_class_is_told_at_the_class(run_shared: RunLua, fields: str, message: str) -> None:
    script = f"""
    local A = class("A", Entity)
    Decorators.Start(A)
    for _, name in ipairs {{ "Ticking", "Sequential", "WithHP" }} do decorate(A, Decorators[name]) end
    A.layer, A.baseModifiers = Layers.real, {{ hp = {{ amount = 1 }} }}
    A.sequenceSteps = {{ {{ action = require "@action.actions.none" }} }}
    {fields}
    World(5, 5):create(A, Vec(1, 1))
    """
    with pytest.raises(HostError) as caught:
        run_shared(script)
    assert str(caught.value) == f"script/script.lua:1: {message}"
    assert [frame.line for frame in caught.value.frames] == [1, 7]


@pytest.mark.slow
def test_the_instructions_of_a_turn_are_counted(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(
        CAST
        + """
        local Mad = Being "Mad"
        Mad.chainTemplate:addHandler("succeedAction", function() while true do end end)
        local world = World(3, 1)
        world:create(Mad, Vec(1, 1))
        world:gameLoop()
        """
    )
    host = Host([], budgets=Budgets(instructions=3_000_000), output=lambda _: None)
    with pytest.raises(BudgetError, match="used up the instructions they may have, 3000000"):
        host.run_script(script, seed=1)


def test_a_turn_ends_with_the_coroutine_that_played_it(act: Any) -> None:
    lines = act("""
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(2, 3))
        world.strict = true
        world:setRenderer { addRenderEntity = function() end, pushChanges = function() error "pushed" end }
        print(coroutine.resume(coroutine.create(function() play(world, 1, 1, 0) end)) == false)
        world:setRenderer { addRenderEntity = function() end, pushChanges = function() end }
        play(world, 1, 1, 0)
        print(world.turn)
    """)
    assert lines == ["true", "2"]


def test_modifiers_may_be_inherited(run_lua: RunLua) -> None:
    script = """
    local base = { attack = { damage = 7, pierce = 1 }, resistance = { armor = 2 } }
    local Wolf = class("Wolf", Entity)
    Decorators.Start(Wolf)
    decorate(Wolf, Decorators.DynamicStats)
    local own = { attack = setmetatable({ pierce = 2 }, { __index = base.attack }) }
    Wolf.baseModifiers = setmetatable(own, { __index = base })
    local wolf = World(3, 3):create(Wolf, Vec(1, 1))
    local attack = wolf:getStat(StatTypes.Attack)
    print(attack.damage, attack.pierce, wolf:getStat(StatTypes.AttackRes):get "armor")
    """
    assert [line.split() for line in run_lua(script).lines] == [["7", "2", "2"]]


def test_the_dead_may_be_taken_off_the_grid_again(act: Any) -> None:
    lines = act("""
        local world = World(5, 5)
        local one = world:create(Being("One"), Vec(2, 2))
        one:die()
        local other = world:create(Being("Other"), Vec(2, 2))
        world.grid:remove(one)
        world.grid:reset(one)
        print(world.grid:getRealAt(Vec(2, 2)) == other)
        print((select(2, pcall(world.grid.remove, world.grid, World(3, 3):create(Being("Far"), Vec(1, 1))))))
    """)
    assert lines[0] == "true"
    assert lines[1].endswith("Grid:remove: the entity is Far: must be an entity of this world")
