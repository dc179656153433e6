"""Turns, attacks, stats and items as mods for Dungeon Hopper expect them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host import Host
from tests.dialects.actions.cast import CAST
from tests.helpers import MakeMod, RunLua, write_mod

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


def test_a_step_may_turn_the_entity_at_its_end(act: Act) -> None:
    """The handler runs in the tick after the action, so it decides the movs of the next move."""
    lines = act("""
        local turn = require("modules.utils.handlers").turnToPlayer
        local steps = { { action = Move, movs = basic, exit = turn }, { action = None } }
        local Walker = Being("Walker", { sequenceSteps = steps })
        local world = World(9, 9)
        world:create(Hero, Vec(3, 2))
        local walker = world:create(Walker, Vec(7, 5))
        local path = { at(walker) }
        for i = 2, 8 do
          play(world, 1)
          path[i] = at(walker)
        end
        print(table.concat(path, " "))
    """)
    assert lines == ["7,5 7,4 7,4 6,4 6,4 5,4 5,4 5,3"]


@pytest.mark.parametrize("change", ["steps[1].action = None", "steps[1] = { action = None }", "steps[1].movs = still"])
def test_steps_that_change_after_first_use_count(act: Act, change: str) -> None:
    """The entities that are created later do as in a list that was so from the start."""
    script = """
        local steps = { { action = Move, movs = basic } }
        local function still() return {} end
        local Walker = Being("Walker", { sequenceSteps = steps })
        local function walk()
          local world = World(9, 9)
          world:create(Hero, Vec(3, 2))
          local walker = world:create(Walker, Vec(7, 5))
          play(world, 2)
          return at(walker)
        end
        print(walk())
    """
    late = act(f"{script} {change} print(walk())")
    early = act(script.replace("print(walk())", f"{change} print(walk())"))
    assert late[1] == early[0] == "7,5"
    assert late[0] != late[1]


def test_a_world_without_a_size_has_no_squares(act: Act) -> None:
    lines = act("""
        local world = World()
        local grid = world.grid
        world.strict = true
        world:createFloors(Stone)
        world:gameLoop()
        print(world.width, grid.width, grid.height, grid:getCellAt(Vec(1, 1)), grid:checkBound(Vec(1, 1)))
        print(#grid.players, #grid.floors, world:gameLoopIfSet(), world.turn)
    """)
    assert lines == ["0 0 0 nil false", "0 0 true 2"]


def test_grids_list_walls_and_floors_that_never_act(act: Act) -> None:
    lines = act("""
        local world = World(4, 3)
        local grid = world.grid
        local Door = Being("Door", { layer = Layers.wall })
        world:createFloors(Stone)
        world:create(Block, Vec(2, 2))
        world:create(Block, Vec(1, 1))
        world:create(Door, Vec(4, 3))
        print(#grid.floors, #grid.walls, class.name(grid.walls[1]), grid.walls[3].pos, grid.walls[4], grid.walls.none)
        print(grid.walls[3] == grid:getWallAt(Vec(2, 2)), grid.floors[12] == grid:getFloorAt(Vec(4, 3)))
        world:removeDead(grid:getWallAt(Vec(1, 1)))
        for i, wall in ipairs(grid.walls) do print(i, wall.pos) end
        world:create(Block, Vec(3, 1))
        world:gameLoop()
        local seen = 0
        for _, floor in pairs(grid.floors) do seen = seen + floor.pos.x end
        print(#grid.walls, seen)
    """)
    assert lines == ["12 3 Door Vec(2, 2) nil nil", "true true", "1 Vec(4, 3)", "2 Vec(2, 2)", "3 30"]


def test_a_turn_without_living_players_ends_without_errors(act: Act) -> None:
    lines = act("""
        local world = World(7, 7)
        world.strict = true
        local turn = require("modules.utils.handlers").turnToPlayer
        local function hunter(name, movs)
          movs = require("@sequence.movs." .. movs)
          return Being(name, { sequenceSteps = { { action = Move, movs = movs, exit = turn } } })
        end
        local hero = world:create(Hero, Vec(3, 3))
        hero.hp:takeDamage(19)
        local Killer = Being("Killer", { sequenceSteps = { { action = AttackMove, movs = basic, exit = turn } } })
        local killer = world:create(Killer, Vec(2, 3))
        killer:setStat(StatTypes.Push, "power", 9)
        Retouchers.Skip.emptyAttack(Killer)
        local hunters = {}
        for i, movs in ipairs { "basic", "adjacent", "diagonal" } do
          hunters[i] = world:create(hunter(movs, movs), Vec(7, 1 + 2 * i))
        end
        world:setRenderer { addRenderEntity = function() end, pushChanges = function(_, changes)
          local codes = {}
          for _, change in ipairs(changes[3]) do codes[#codes + 1] = change.id == hero.id and change.event or nil end
          print(table.concat(codes, " "))
        end }
        play(world, 1)
        print(hero.dead, at(hero), world.grid:getRealAt(Vec(3, 3)), world.grid:getRealAt(Vec(4, 3)))
        local before = {}
        for i, being in ipairs(hunters) do before[i] = at(being) end
        print(world:gameLoopIfSet(), world:gameLoopIfSet(), world.grid:getClosestPlayer(killer.pos))
        for i, being in ipairs(hunters) do print(at(being) == before[i]) end
        print(require("@sequence.movs.utils").getClosestPlayer(killer))
    """)
    assert lines == ["hurt dead pushed status", "true 4,3 nil nil", "", "", "true true nil", *["true"] * 3, "nil"]


def test_an_error_in_a_tick_is_reported_once_and_the_turn_goes_on(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world, ticks = World(5, 5), 0
        local Bad, Good = Being "Bad", Being "Good"
        Bad.chainTemplate:addHandler("tick", function() error "ill" end)
        Good.chainTemplate:addHandler("tick", function() ticks = ticks + 1 end)
        local bad = world:create(Bad, Vec(1, 1))
        world:create(Good, Vec(2, 1))
        world:gameLoop()
        print(ticks, bad.doingAction)
        """
    )
    assert ran.lines == ["1 false"]
    assert [warning.rpartition(": ")[2] for warning in ran.host.warnings] == ["ill"]


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


def test_an_attack_has_the_powers_of_statuses_when_no_mod_has_a_status(make_mod: MakeMod, tmp_path: Path) -> None:
    init = """
    local Cat = class("Cat", Entity)
    Cat.layer, Cat.baseModifiers = Layers.real, { attack = { damage = 1 }, hp = { amount = 3 } }
    Decorators.Start(Cat)
    for _, name in ipairs { "DynamicStats", "Attacking", "Attackable", "WithHP" } do decorate(Cat, Decorators[name]) end
    Cat.chainTemplate:addHandler("attack", function(event)
      print(event.action.status:get "stun", next(event.action.status.stats), #event.targets)
    end)
    return { entities = { cat = Cat } }
    """
    script = """
    local world, Cat = World(5, 5), Mods.Cats.Entities.cat
    local cat, prey = world:create(Cat, Vec(1, 1)), world:create(Cat, Vec(2, 1))
    cat:executeAttack({ direction = Vec(1, 0) }, { prey })
    """
    lines: list[str] = []
    mod = make_mod("cats", init, toml='dialects = ["actions"]')
    write_mod(tmp_path, {"script.lua": script})
    Host([mod], output=lines.append).run_script(tmp_path / "script.lua", seed=1)
    assert lines == ["0\tnil\t1"]


def test_a_killing_blow_still_pushes_and_statuses(act: Act) -> None:
    lines = act(
        attack_events("{ baseModifiers = { hp = { amount = 1 } } }")
        + "print(victim.dead, at(victim), world.grid:getRealAt(Vec(2, 1)), world.grid:getRealAt(Vec(3, 1)))"
    )
    assert lines == ["hurt dead pushed status hits", "true 3,1 nil nil"]


def test_targets_without_statuses_get_no_event(act: Act) -> None:
    lines = act(f"""
        {WATCHED}
        local Post = class("Post", Entity)
        Post.layer = Layers.real
        Decorators.Start(Post)
        for _, name in ipairs {{ "DynamicStats", "Attackable", "WithHP", "Killable" }} do
          decorate(Post, Decorators[name])
        end
        Post.baseModifiers = {{ hp = {{ amount = 5 }} }}
        local hero = watch(world:create(Hero, Vec(1, 1)))
        watch(world:create(Post, Vec(2, 1)))
        local event = hero:executeAttack {{ direction = Vec(1, 0) }}
        print(#event.attackEvents, event.pushEvents[1], event.statusEvents[1])
        done()
    """)
    assert lines == ["1 nil nil", "hurt hits"]


def test_attacks_hit_then_push_then_status_all_targets(act: Act) -> None:
    lines = act("""
        local world, seen = World(7, 7), {}
        local hero = world:create(Hero, Vec(3, 3))
        hero:setStat(StatTypes.Push, "power", 5)
        local function note(being, chain)
          local name = being.name .. "." .. chain
          being.chains[chain]:addHandler({ function() seen[#seen + 1] = name end, Ranks.HIGHEST })
        end
        local victims = {}
        for i, x in ipairs { 2, 4 } do
          victims[i] = world:create(Being("Victim", { name = "v" .. i }), Vec(x, 3))
          for _, chain in ipairs { "defence", "beHit", "checkPush", "executePush", "status" } do
            note(victims[i], chain)
          end
        end
        local decorator = hero.decorators.DynamicStats
        for _, name in ipairs { "Push", "Attack" } do
          decorator:addHandler(StatTypes[name], function() seen[#seen + 1] = name end)
        end
        hero.getTargets = function() seen[#seen + 1] = "targets" return {} end
        hero:executeAttack { direction = Vec(1, 0) }
        hero:executeAttack({ direction = Vec(1, 0) }, victims)
        for _, range in ipairs { { 1, 5 }, { 6, 9 }, { 10, #seen } } do
          print(table.concat(seen, " ", range[1], range[2]))
        end
    """)
    assert [line.split() for line in lines] == [
        ["Attack", "Push", "targets", "Attack", "Push"],
        ["v1.defence", "v1.beHit", "v2.defence", "v2.beHit"],
        ["v1.checkPush", "v1.executePush", "v2.checkPush", "v2.executePush", "v1.status", "v2.status"],
    ]


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


def test_resistance_may_lack_any_key(tmp_path: Path, act: Act) -> None:
    lines = act(
        """
        registerAttackSource "Frost"
        local resistance = { armor = 2, frost = 3 }
        local being = World(3, 3):create(
          Being("One", { baseModifiers = { hp = { amount = 1 }, resistance = resistance } }), Vec(1, 1))
        local function get(stat, name)
          local value = being:getStat(StatTypes[stat])
          return name and value:get(name) or value
        end
        print(get "DigRes", get "Invincible", get("PushRes", "normal"), get("StatusRes", "noted"),
          get("Status", "noted"))
        for _, name in ipairs { "armor", "frost", "normal", "pierce" } do print(get("AttackRes", name)) end
        """,
        mods=[write_mod(tmp_path / "old", STATUSES)],
    )
    assert lines == ["1 0 1 1 0", "2", "3", "1", "0"]


def test_handlers_change_what_is_read_and_not_what_is_stored(act: Act) -> None:
    lines = act("""
        local being = World(3, 3):create(Being "One", Vec(1, 1))
        local stats, calls = being.decorators.DynamicStats, 0
        stats:addHandler(StatTypes.Dig, function(event)
          calls = calls + 1
          event.stats:set("power", event.stats:get "power" + 4)
          print(event.actor == being, event.propagate)
        end)
        stats:addHandler(StatTypes.DigRes, function(event) event.stats = event.stats + 5 end)
        print(class.name(being:getStat(StatTypes.Dig)), being:getStat(StatTypes.Dig).power, calls)
        print(being:getStatRaw(StatTypes.Dig):get "power", being:getStat(StatTypes.DigRes))
    """)
    assert lines == ["true true", "true true", "DigEffect 4 2", "0 6"]


def test_stats_are_set_and_added_in_three_forms(act: Act) -> None:
    lines = act("""
        local Stats, StatTinker = require "@stats.stats", require "@tinkers.stattinker"
        local being = World(3, 3):create(Being "One", Vec(1, 1))
        local function show()
          local attack = being:getStat(StatTypes.Attack)
          print(attack.damage, attack.pierce, being:getStat(StatTypes.DigRes),
            being:getStat(StatTypes.AttackRes):get "armor")
        end
        being:setStat(StatTypes.DigRes, 2)
        being:addStat(StatTypes.DigRes, 2)
        being:setStat(StatTypes.AttackRes, "armor", 4)
        being:addStat(StatTypes.AttackRes, "armor", 1)
        being:setStat(StatTypes.Attack, Stats.fromTable { damage = 3 })
        being:addStat(StatTypes.Attack, Stats.fromTable { damage = 3, pierce = 1 })
        show()
        local tinker = StatTinker {
          { StatTypes.Attack, "damage", 2 }, { StatTypes.DigRes, 7 },
          { StatTypes.AttackRes, Stats.fromTable { armor = 1 } },
        }
        tinker:tink(being)
        show()
        print(being:getStatRaw(StatTypes.Attack):get "damage", being:getStatRaw(StatTypes.DigRes):get "dig")
        being:addStat(StatTypes.Attack, "damage", 10)
        being:setStat(StatTypes.DigRes, 20)
        tinker:untink(being)
        show()
        -- An attribute that is not set has its default.
        StatTinker { { StatTypes.AttackRes, "normal", 2 } }:tink(being)
        print(being:getStat(StatTypes.AttackRes):get "normal")
    """)
    # What was set while the tinker was there loses what the tinker had added, too.
    assert lines == ["6 2 4 5", "8 2 11 6", "8 11", "16 2 13 5", "3"]


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


def test_contents_from_a_pool_are_drawn_when_they_are_set_up(act: Act) -> None:
    lines = act("""
        local Options = require "@items.insides.options"
        local setup, realizers = require "@items.insides.setup", require "@items.insides.realizers"
        local world = World(5, 5)
        local charm = Item()
        registerItem(charm)
        Pools.addToSubpool("i.common.trinket", charm.id)
        local chest = world:create(Being "Chest", Vec(2, 2))
        local drawn = setup[Options.ITEM_FROM_POOL](chest, { id = Options.ITEM_FROM_POOL, poolId = "i.common.trinket" })
        print(drawn.id == Options.ITEM_FROM_POOL, drawn.itemId == charm.id)
        realizers[drawn.id](chest, drawn)
        realizers[Options.ITEM](chest, { itemId = charm.id })
        realizers[Options.ENTITY](chest, { class = Block })
        print(#world.grid:getDroppedAt(Vec(2, 2)):getItemIds(), class.name(world.grid:getWallAt(Vec(2, 2))))
    """)
    assert lines == ["true true", "2 Block"]


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
