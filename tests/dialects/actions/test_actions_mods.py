"""Mods of the actions dialect: their files, what they require, and what they see of other mods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import HostError
from tests.dialects.actions.cast import CAST
from tests.helpers import MakeMod, RunLua, catch_load_error, write_mod

# As mods for the original are laid out: no manifest, `main.lua`, requires of all kinds.
LEGACY = {
    "main.lua": """
        return {
          entities = {
            wolf = require ".entities.wolf", ant = require ".entities.ant", stone = require ".entities.stone",
          },
          items = { zweihander = require ".items.zweihander", armor = require ".items.armor" },
          attackSources = { "Fire" },
          stats = { Explosion = { "explosion", require ".effects.blast" }, StuckRes = { "resistance", { "stuck", 1 } },
                    Weather = { "weather", { { "rain", 2 }, { "snow", 3 } } } },
          status = { freeze = require ".status.freeze" },
        }
    """,
    "base/beast.lua": """
        USE_NAME = true
        local Beast = class("Beast", require "@base.entity")
        Beast.layer = Layers.real
        Decorators.Start(Beast)
        for _, name in ipairs { "Acting", "Ticking", "DynamicStats", "Attackable", "WithHP", "Killable", "Statused" } do
          decorate(Beast, Decorators[name])
        end
        decorate(Beast, require "modules.old.decorators.counted")
        Retouchers.Algos.simple(Beast)
        Beast.baseModifiers = { hp = { amount = 5 }, resistance = { armor = 1 }, explosion = { radius = 4 } }
        return Beast
    """,
    "decorators/counted.lua": """
        local Decorator = require "@decorators.decorator"
        local utils = require "@decorators.utils"
        local Counted = class("Counted", Decorator)
        Counted.affectedChains = {
          { "checkCount", { function(event) event.propagate = not event.actor.uncountable end } },
          { "count", { function(event) event.actor.counted = (event.actor.counted or 0) + 1 end } },
        }
        Counted.activate = utils.checkApplyCycle("checkCount", "count")
        function Counted:__construct(entity) entity.counted = 100 end
        return Counted
    """,
    "entities/wolf.lua": """
        local Beast = require ".base.beast"
        local Wolf = class("Wolf", Beast)
        copyChains(Beast, Wolf)
        return Wolf
    """,
    "entities/ant.lua": """
        local Beast = require "modules.old.base.beast"
        assert(Beast == require ".base.beast")
        local Ant = class("Ant", Beast)
        Entity.copyChains(Beast, Ant)
        Ant.baseModifiers = { hp = { amount = 1 } }
        return Ant
    """,
    "entities/stone.lua": """
        local Stone = class("Stone", Entity)
        Stone.layer = Layers.floor
        return Stone
    """,
    "effects/blast.lua": """
        local Blast = class("Blast", require "@action.effects.effect")
        Blast.modifier = { { "damage", 3 }, { "radius", 1 } }
        return Blast
    """,
    "items/zweihander.lua": """
        local Weapon = require "@items.weapons.weapon"
        return class("Zweihander", Weapon)(require("@tinkers.stattinker") { { StatTypes.Attack, "damage", 2 } })
    """,
    "items/armor.lua": """
        local Armor = class("Armor", Item)
        Armor.slot = InventorySlots.body
        local function block(event) event.action.attack.damage = 0 end
        return Armor(require("@tinkers.tinker") { { "defence", { block, Ranks.LOW } } })
    """,
    "status/freeze.lua": """
        local Freeze = class("Freeze", require "@status.status")
        Freeze.amount = 3
        return Freeze(require("@tinkers.tinker") { { "checkAction", function(event) event.propagate = false end } })
    """,
}
# Every path that the original's own mod requires.
PATHS = """
    lib.chains.ranks modules.utils.handlers render.changes world.cell world.phases @action.actions.attack
    @action.actions.attackmove @action.actions.none @action.actions.move @action.actions.dig @action.actions.attackdig
    @action.actions.attackdigmove @action.action @action.effects.effect @action.effects.attack @action.effects.push
    @action.handlers.basic @action.handlers.utils @algos.simple @algos.general @base.entity @base.utils
    @decorators.decorator @decorators.utils @decorators.statused @items.insides.options @items.insides.realizers
    @items.insides.setup @interactors.do @items.weapons.weapon @items.weapons.pattern @items.weapons.target
    @items.weapons.chains.hitall @retouchers.utils @sequence.movs.basic @sequence.movs.diagonal @sequence.movs.adjacent
    @sequence.movs.straight @status.status @status.flavor @status.overlay @tinkers.tinker @tinkers.reftinker
    @tinkers.storetinker @tinkers.stattinker @hp.hp @stats.stats lib.cyclicbuf world.world world.generation.generator
    lib.chains.schain lib.chains.chain lib.chains.schaintemplate lib.chains.chaintemplate
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_mod(tmp_path / "old", LEGACY)


@pytest.mark.parametrize("path", PATHS.split())
def test_every_path_answers_with_both_spellings(run_lua: RunLua, path: str) -> None:
    other = path.replace("@", "logic.")
    ran = run_lua(f'local found = require "{path}" print(found ~= nil, found == require "{other}")')
    assert ran.lines == ["true true"]


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("@items.pool.pol", "@items.pool.pool"),
        ("game.pool", "game.pools"),
        ("@action.actoins.move", "@action.actions.move"),
        ("world.wrold", "world.world"),
        ("api.Chra", "api.Chara"),
    ],
)
def test_a_slip_in_a_path_is_told_the_nearest_of_all_dialects(run_lua: RunLua, path: str, nearest: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(f'require "{path}"')
    assert caught.value.message.startswith(f'require "{path}": there is no mod and no module of that name')
    assert caught.value.hint == f'did you mean "{nearest}"?'


def test_a_slip_in_what_the_main_file_returns_is_told(tmp_path: Path) -> None:
    main = "return { Entities = {}, statuses = {}, items = {}, bases = {}, requiredMods = {} }"
    host = Host([write_mod(tmp_path / "old", {"main.lua": main}).parent / "old"], output=lambda _: None)
    assert host.warnings == [
        f'what old/main.lua returns has the field "{slip}", which the host does not use; did you mean "{name}"?'
        for slip, name in (("Entities", "entities"), ("statuses", "status"))
    ]


@pytest.mark.parametrize("result", ["5", "{ entitys = {} }", '{ "entities" }'])
def test_a_main_file_that_returns_no_content_is_told(tmp_path: Path, result: str) -> None:
    mod = write_mod(tmp_path / "old", {"main.lua": f"return {result}"})
    (warning,) = Host([mod], output=lambda _: None).warnings
    assert warning.startswith("old/main.lua: what it returns has no content of a mod; content is a table with entities")


@pytest.mark.parametrize(
    "main", ["", "return {}", "return { begin = function() end }", 'registerEntity(class("A", Entity)) return 5']
)
def test_a_main_file_may_return_nothing_or_register_its_content(tmp_path: Path, main: str) -> None:
    assert not Host([write_mod(tmp_path / "old", {"main.lua": main})], output=lambda _: None).warnings


def test_a_mod_as_it_was_laid_out_loads_and_acts(run_lua: RunLua, old: Path) -> None:
    ran = run_lua(
        CAST
        + """
        local Wolf = Mods.Old.Entities.wolf
        local armor, sword = Mods.Old.Items.armor, Mods.Old.Items.zweihander
        print(Wolf.global_id, Mods.old.Entities.ant.global_id, armor.id, sword:getItemId())
        print(Entities[1] == Mods.Old.Entities.ant, Items[2] == Mods.Old.Items.zweihander, #Entities, #Items)
        local world = World(9, 9)
        world.strict = true
        world:createFloors(Mods.Old.Entities.stone)
        local hero = world:create(Hero, Vec(1, 1))
        local wolf = world:create(Wolf, Vec(2, 1))
        print(wolf.counted, wolf.decorators.Counted:activate(wolf).success, wolf.counted)
        local explosion = wolf:getStat(StatTypes.Explosion)
        print(explosion.radius, explosion.damage, wolf:getStat(StatTypes.StuckRes),
          wolf:getStat(StatTypes.Weather):get "snow", wolf:getStat(StatTypes.AttackRes):get "fire")
        play(world, 1, 1, 0)
        print(wolf.hp:get())
        hero:equip(Mods.Old.Items.zweihander)
        play(world, 1, 1, 0)
        print(wolf.hp:get(), wolf.dead)
        """,
        mods=[old],
    )
    assert ran.lines == ["3 1 1 2", "true true 3 2", "100 true 101", "4 3 1 3 1", "4", "1 false"]
    assert ran.host.warnings == []
    assert ran.map.width == 9


def test_ids_follow_the_names_and_not_the_order_of_a_table(tmp_path: Path) -> None:
    def ids(order: list[str]) -> list[str]:
        lines: list[str] = []
        entries = "\n".join(f'found.{name} = class("{name}", Entity)' for name in order)
        text = f"local found = {{}}\n{entries}\nreturn {{ entities = found }}"
        write_mod(tmp_path / "old", {"main.lua": text})
        host = Host([tmp_path / "old"], output=lines.append)
        (tmp_path / "s.lua").write_text("for i, one in ipairs(Entities) do print(i, class.name(one)) end")
        host.run_script(tmp_path / "s.lua", seed=1)
        return lines

    names = ["pear", "apple", "quince", "fig", "b2", "b10", "Zed"]
    assert ids(names) == ids(names[::-1]) == [f"{i} {name}" for i, name in enumerate(sorted(names), 1)]


def test_statuses_last_as_long_as_they_should(run_lua: RunLua, old: Path) -> None:
    """Amount 3, applied while the player acts: the actions of this turn and the two after it do not happen."""
    ran = run_lua(
        CAST
        + """
        local acted
        local Victim = Being("Victim", { sequenceSteps = { { action = Move, movs = basic } } })
        Victim.chainTemplate:addHandler("action", { function() acted = true end, Ranks.HIGHEST })
        local world = World(9, 9)
        local hero = world:create(Hero, Vec(1, 1))
        local victim = world:create(Victim, Vec(2, 1))
        hero:setStat(StatTypes.Status, "freeze", 1)
        local seen = {}
        for turn = 1, 5 do
          acted = false
          play(world, 1, turn == 1 and 1 or 0, 0)
          seen[turn] = tostring(acted) .. victim.statuses:get "freeze" .. victim.statuses:get(StatusTypes.freeze)
        end
        print(table.concat(seen, " "))
        victim:beStatused { status = { freeze = 1 } }
        print(victim.statuses:get "freeze")
        victim.decorators.Statused:resetStatus(StatusTypes.freeze)
        print(victim.statuses:get "freeze")
        """,
        mods=[old],
    )
    assert ran.lines == ["false22 false11 false00 true00 true00", "3", "0"]


def test_too_little_power_and_unknown_statuses(run_lua: RunLua, old: Path) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(3, 3)
        local one = world:create(Being "One", Vec(1, 1))
        one:beStatused { status = { freeze = 0 } }
        print(one.statuses:get "freeze")
        print(pcall(one.beStatused, one, { status = { freze = 1 } }))
        """,
        mods=[old],
    )
    assert ran.lines[0] == "0"
    assert ran.lines[1].endswith("Statused: there is no status freze")


def test_inventories_tink_untink_and_drop(run_lua: RunLua, old: Path) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(2, 2))
        local armor, sword = Mods.Old.Items.armor, Mods.Old.Items.zweihander
        local function attack() return hero:getStat(StatTypes.Attack).damage end
        hero:equip(sword)
        print(attack(), hero:getWeapon() == sword)
        hero:equip(sword)
        print(attack())
        hero:dropExcess()
        print(attack(), #world.grid:getDroppedAt(Vec(2, 2)).state)
        hero:unequip(sword)
        print(attack(), #world.grid:getDroppedAt(Vec(2, 2)).state, hero:getWeapon())
        hero:equip(armor)
        hero:removeItem(armor)
        print(#world.grid:getDroppedAt(Vec(2, 2)).state)
        """,
        mods=[old],
    )
    assert ran.lines == ["4 true", "6", "4 1", "2 2 nil", "2"]


def test_what_lies_about_is_picked_up_by_who_comes_there(run_lua: RunLua, old: Path) -> None:
    ran = run_lua(
        CAST
        + """
        Retouchers.Equip.onDisplace(Hero)
        local world = World(5, 5)
        local hero = world:create(Hero, Vec(1, 1))
        world:createDroppedItem(2, Vec(2, 1))
        local lying = world:createDroppedItem(1, Vec(2, 1))
        print(table.concat(lying.state, " "))
        play(world, 1, 1, 0)
        print(hero:getWeapon() == Items[2], hero.inventory:get(InventorySlots.body) == Items[1],
          world.grid:getDroppedAt(Vec(2, 1)))
        """,
        mods=[old],
    )
    assert ran.lines == ["2 1", "true true nil"]


def test_item_types_of_kts_lie_on_the_map_like_any_other(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local world = World(3, 3)
        world:show()
        print(world:createDroppedItem(T.coin, Vec(2, 1)))
        world:createDroppedItem(T.coin, Vec(2, 1))
        print(pcall(world.createDroppedItem, world, T.key, Vec(2, 1)))
        print(pcall(world.createDroppedItem, world, T.key, Vec(9, 1)))
        """,
        load="",
    )
    assert ran.lines[0] == "DroppedItem i1"
    assert "(2, 1) has items of another type: a square holds items of one type" in ran.lines[1]
    assert "is not a square of the world" in ran.lines[2]
    assert [(square, stack.count) for square, stack in ran.map.loose_items.items()] == [(1, 2)]


def test_a_failed_tink_leaves_nothing(run_lua: RunLua) -> None:
    lines = run_lua(
        CAST
        + """
        local Log = class("Log", Entity)
        Log.layer = Layers.real
        Decorators.Start(Log)
        for _, name in ipairs { "DynamicStats", "Moving", "Displaceable" } do decorate(Log, Decorators[name]) end
        Log.baseModifiers = {}
        local log, n = World(5, 5):create(Log, Vec(1, 1)), 0
        local sink = require("@tinkers.tinker") {
          { "getMove", function(event) event.propagate = false end },
          { "attack", function() n = n + 1 end },
        }
        print(pcall(sink.tink, sink, log))
        print(sink:isTinked(log), log:executeMove({ direction = Vec(1, 0) }).success, log.pos, log.tinkerData[sink.id])
        sink:untink(log)
        local odd = require("@tinkers.stattinker") {
          { StatTypes.Attack, "damage", 2 }, { StatTypes.Attack, function() n = n + 1 end },
          { StatTypes.Push, "distance", {} },
        }
        print(pcall(odd.tink, odd, log))
        print(log:getStat(StatTypes.Attack).damage, n)
        """
    ).lines
    assert "Log has no chain attack" in lines[0]
    assert lines[1] == "false true Vec(2, 1) nil"
    assert lines[3] == "0 0"


def test_tinkers_come_off_as_they_went_on(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(3, 3)
        local one, other = world:create(Being "One", Vec(1, 1)), world:create(Being "One", Vec(2, 1))
        local n = 0
        local tinker = require("@tinkers.tinker") { { "tick", function() n = n + 1 end } }
        local function ticks() n = 0 one:tick() other:tick() return n end
        print(ticks(), tinker:tink(one), ticks(), tinker:tink(one), ticks(), tinker:isTinked(other))
        tinker:untink(one)
        print(ticks())
        tinker:untink(one)
        tinker:untink(one)
        print(ticks(), tinker:isTinked(one))
        local Store = require "@tinkers.storetinker"
        local store = Store(function(self)
          return { { "tick", function(event) n = n + self:getStore(event.actor) end } }
        end)
        store:setStore(one, 5)
        store:tink(one)
        print(ticks())
        require("@tinkers.utils").SelfUntinkingTinker(other, "tick", function() return function() n = n + 100 end end)
        print(ticks(), ticks())
        """
    )
    assert ran.lines == ["0 nil 1 nil 2 false", "1", "0 false", "5", "105 5"]


def test_mods_do_not_change_each_other(make_mod: MakeMod) -> None:
    make = 'local Wolf = class("Wolf", Entity) Wolf.teeth = 32 Decorators.Start(Wolf) registerEntity(Wolf)'
    one = make_mod("one", init=make, toml='dialects = ["actions"]')
    for code, message in {
        "Entities[1].teeth = 1": "teeth belongs to mod one and is read-only here",
        "decorate(Entities[1], Decorators.Acting)": "Wolf belongs to mod one and is read-only here",
        "Decorators.Start(Mods.One.Entities.Wolf)": "Wolf belongs to mod one and is read-only here",
        "Entities[1]().chainTemplate:addChain('x')": "the chain template belongs to mod one and is read-only here",
        "getmetatable(Entities[1]()).teeth = 5": "attempt to index a boolean value",
        "World.create = 5": "World.create cannot be set: World is the host's",
        "getmetatable(Vec(1, 1)).norm = 5": "Vec.norm cannot be set: Vec is the host's",
        "Decorators.Attacking.affectedChains[1] = 5": "cannot be set",
        "local Dog = class('Dog', Entity) Decorators.Start(Dog) decorate(Dog, Decorators.Acting)"
        " Dog.decoratorsList[1].activate = 5": "Acting.activate cannot be set: Acting is the host's",
        "rawset(Decorators, 'Acting', 5)": "Decorators.Acting cannot be set: Decorators is the host's",
        "rawset(Entity, 'layer', 5)": "Entity.layer cannot be set: Entity is the host's",
        "require('@items.weapons.chains.hitall').pass = 5": "a chain of the host cannot be changed",
    }.items():
        two = make_mod("two", init=f'require "one"\n{code}', toml='dialects = ["actions"]')
        with pytest.raises(HostError, match=message) as caught:
            Host([one, two], output=lambda _: None)
        assert caught.value.mod == "two"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("wolf.baseModifiers.hp.amount = 1", "amount belongs to mod one and is read-only here"),
        ("wolf.baseModifiers.hp = nil", "hp belongs to mod one and is read-only here"),
        ("rawset(wolf.baseModifiers, 'hp', 5)", "hp belongs to mod one and is read-only here"),
        ("for _, value in pairs(wolf.baseModifiers) do value.amount = 1 end", "amount belongs to mod one"),
        ("local _, value = next(wolf.baseModifiers) value.amount = 1", "amount belongs to mod one"),
        ("wolf.sequenceSteps[1].fail = 3", "fail belongs to mod one and is read-only here"),
        ("wolf.sequenceSteps[2] = {}", "2 belongs to mod one and is read-only here"),
        ("wolf.sequenceSteps[1].action.chain = nil", "chain belongs to mod one and is read-only here"),
        ("wolf.decoratorsList[1] = nil", "1 belongs to mod one and is read-only here"),
        ("table.remove(wolf.decoratorsList)", "belongs to mod one and is read-only here"),
        ("class('Dog', Entities[1]).baseModifiers.hp.amount = 1", "amount belongs to mod one and is read-only here"),
    ],
)
def test_an_entity_does_not_lead_others_to_what_its_class_holds(
    make_mod: MakeMod, tmp_path: Path, code: str, message: str
) -> None:
    one = make_mod(
        "one",
        init=f"""{CAST}
        local Step = Action.fromHandlers("Step", function() end)
        local Wolf = Being("Wolf", {{ sequenceSteps = {{ {{ action = Step }} }} }})
        registerEntity(Wolf)
        function strengthen(wolf) wolf.baseModifiers.hp.amount = wolf.baseModifiers.hp.amount + 1 end
        """,
        toml='dialects = ["actions"]',
    )
    two = make_mod("two", init=f"function try(wolf) {code} end", toml='dialects = ["actions"]')
    script = tmp_path / "s.lua"
    script.write_text(
        'local world = World(3, 3) local wolf = world:create(Entities[1], Vec(1, 1)) require("one").strengthen(wolf)\n'
        'local told, message = pcall(require("two").try, wolf) print(told, message) world:gameLoop()\n'
        "wolf.baseModifiers.hp.amount = wolf.baseModifiers.hp.amount + 1\n"
        "local next_one = world:create(Entities[1], Vec(2, 1)) print(next_one.hp:get(), #next_one.sequenceSteps)"
    )
    lines: list[str] = []
    host = Host([one, two], output=lines.append)
    host.run_script(script, seed=1)
    assert host.warnings == []
    assert lines[0].startswith("false ")
    assert message in lines[0]
    # The mod itself, and who depends on it, still may.
    assert lines[1].split() == ["12", "1"]


def test_a_weapon_of_another_mod_hits_what_its_pattern_says(make_mod: MakeMod, tmp_path: Path) -> None:
    """Whoever does not depend on the mod sees of its weapon what it may only read."""
    one = make_mod(
        "one",
        init="""
        local Pattern = require "@items.weapons.pattern"
        local Spear = class("Spear", require "@items.weapons.weapon")
        Spear.pattern = Pattern()
        Spear.pattern:add(Vec(2, 0), Vec(1, 0))
        registerItem(Spear(), "spear")
        """,
        toml='dialects = ["actions"]',
    )
    two = make_mod("two", init="function arm(hero) hero:equip(Items[1]) end", toml='dialects = ["actions"]')
    script = tmp_path / "s.lua"
    script.write_text(
        f"{CAST} local world = World(5, 3) local hero = world:create(Hero, Vec(1, 1))\n"
        'world:create(Being "Foe", Vec(3, 1)) require("two").arm(hero)\n'
        "print(#hero:getTargets { direction = Vec(1, 0) }, #hero:getTargets { direction = Vec(0, 1) })"
    )
    lines: list[str] = []
    Host([one, two], output=lines.append).run_script(script, seed=1)
    assert lines == ["1 0"]


def test_classes_of_other_mods_can_be_inherited_and_created(make_mod: MakeMod, tmp_path: Path) -> None:
    make = (
        'local Wolf = class("Wolf", Entity) Wolf.layer = Layers.real Wolf.teeth = 32\n'
        "function Wolf:bite() return self.teeth end\nregisterEntity(Wolf)"
    )
    one = make_mod("one", init=make, toml='dialects = ["actions"]')
    two = make_mod(
        "two",
        init='local Dog = class("Dog", Entities[1]) Dog.teeth = 30 registerEntity(Dog)',
        toml='dialects = ["actions"]\n[dependencies]\none = "*"',
    )
    lines: list[str] = []
    host = Host([one, two], output=lines.append)
    script = tmp_path / "s.lua"
    script.write_text(
        "local world = World(3, 3) local dog = world:create(Entities[2], Vec(1, 1))\n"
        "local wolf = world:create(Entities[1], Vec(2, 2))\n"
        "print(dog:bite(), wolf:bite(), class.is(dog, Entities[1]), class.is(wolf, Entities[2]), class.name(dog))"
    )
    game_map = host.run_script(script, seed=1)
    assert lines == ["30 32 true false Dog"]
    assert [(thing.id, thing.x, thing.y) for thing in game_map.objects] == [("two.Dog", 0, 0), ("one.Wolf", 1, 1)]


def test_operators_go_by_the_type_of_the_other_operand(run_lua: RunLua) -> None:
    ran = run_lua("""
        local Money = class "Money"
        function Money:__construct(n) self.n = n end
        Money.__add = {
          [Money] = function(a, b) return Money(a.n + b.n) end, number = function(a, b) return Money(a.n + b) end,
        }
        Money.__mul = { [Vec] = function(a, v) return v * a.n end }
        function Money:__tostring() return "$" .. self.n end
        print(Money(1) + Money(2), Money(1) + 5, 5 + Money(2), Money(3) * Vec(1, 2), Money(1) == Money(1))
        print(pcall(function() return Money(1) + "x" end))
        print(2 * Vec(1, 2), Vec(4, 2) / 2, -Vec(1, -1), Vec(1, 2):equals(Vec(1, 2)), Vec(3, 4):mag(),
          Vec(0.6, -7):normComps())
    """)
    assert ran.lines[0] == "$3 $6 $7 Vec(3, 6) false"
    assert ran.lines[1].endswith("Money and string have no operator __add")
    assert ran.lines[2] == "Vec(2, 4) Vec(2.0, 1.0) Vec(-1, 1) true 5.0 Vec(1, -1)"


# -- one map


def test_a_world_is_the_map_of_the_game_with_its_tiles_and_entities(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        registerEntity(Stone) registerEntity(Block) registerEntity(Hero, "captain")
        local world = World(4, 3)
        world:createFloors(Stone)
        for x = 1, 4 do world:create(Block, Vec(x, 1)) end
        world:create(Hero, Vec(2, 3))
        local wall = world.grid:getWallAt(Vec(3, 1))
        print(class.name(wall), wall == world.grid:getWallAt(Vec(3, 1)), class.name(world.grid:getFloorAt(Vec(3, 2))))
        world.grid:remove(wall)
        print(world.grid:getWallAt(Vec(3, 1)), world.grid:hasBlockAt(Vec(3, 1)), world.grid:hasBlockAt(Vec(2, 1)))
        """
    )
    assert ran.lines == ["Block true Stone", "nil false true"]
    document = json.loads(ran.shown.to_json())
    names = [[document["tiles"][tile]["id"] for tile in pile] for pile in document["stacks"]]
    rows = [[names[stack][-1] for stack in row] for row in document["rows"]]
    assert rows == [
        ["script.Block", "script.Block", "script.Stone", "script.Block"],
        ["script.Stone"] * 4,
        ["script.Stone"] * 4,
    ]
    assert [(t["id"], t["x"], t["y"], t["layer"], t["glyph"]) for t in document["objects"]] == [
        ("script.captain", 1, 2, "real", "@")
    ]


def test_a_kts_dungeon_becomes_a_world(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        kts.LayoutDungeon {
          layout = { width = 1, height = 1, data = { { type = "block" } } },
          wall = T.wall, segments = T.segments, entry_type = "random", allow_rotate = false,
        }
        """
        + CAST
        + """
        local world = World.fromMap()
        print(world.width, world.height, class.name(world.grid:getWallAt(Vec(1, 1))), world.grid:getWallAt(Vec(3, 3)))
        world:create(Hero, Vec(3, 3))
        play(world, 9, -1, 0)
        """,
        load='segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")',
    )
    assert ran.lines == ["7 7 Wall nil"]
    (hero,) = ran.map.objects
    assert (hero.x, hero.y) == (1, 2)


def test_things_of_several_dialects_can_lie_on_one_square(run_lua: RunLua) -> None:
    """The later one is seen; when it goes, the other is there again."""
    ran = run_lua(
        CAST
        + """
        local world = World(3, 3)
        local one, two = world:create(Being "One", Vec(2, 2)), world:create(Being "Two", Vec(2, 2))
        print(world.grid:getRealAt(Vec(2, 2)) == two)
        two:die()
        print(world.grid:getRealAt(Vec(2, 2)) == one)
        """
    )
    assert ran.lines == ["true", "true"]


def test_watchers_hear_who_comes_and_goes(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(5, 5)
        local seen = {}
        local hero = world:create(Hero, Vec(1, 1))
        world.grid:watchOnto(Vec(2, 1), function(entity) seen[#seen + 1] = "onto" .. tostring(entity == hero) end)
        world.grid:watchFrom(Vec(2, 1), function() seen[#seen + 1] = "from" end, 2)
        for _, x in ipairs { 1, 1, -1, -1 } do play(world, 1, x, 0) end
        print(table.concat(seen, " "))
        """
    )
    assert ran.lines == ["ontotrue from ontotrue"]


def test_renderers_are_given_what_happened(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local world = World(5, 5)
        local shown, players = 0, 0
        world:create(Hero, Vec(1, 1))
        world:setRenderer {
          addRenderEntity = function() shown = shown + 1 end,
          setAsPlayer = function() players = players + 1 end,
          pushChanges = function(_, changes)
            for phase, list in pairs(changes) do
              for _, event in ipairs(list) do print(phase, event.id, event.event, event.pos, event.state) end
            end
          end,
        }
        world:create(Being "One", Vec(3, 3))
        print(shown, players)
        play(world, 1, 0, 1)
        """
    )
    assert ran.lines == ["2 1", "1 1 move Vec(1, 2) 1", "1 1 reorient Vec(1, 2) 1"]


# -- rooms and hallways

LAY_OUT = """
    local generator = Generator(60, 60, { enemy_density = 0.2 })
    generator:start()
    local first = generator:addNode(1)
    local second = generator:addNode(1, Vec(0, -1))
    for _, parent in ipairs { first, second or 1, first } do generator:addNode(parent) end
    local ok = generator:generate()
    if not ok then print "not possible" return end
    local ordinary = #generator.rooms
    local secrets = (generator:secret(5, 5) and 1 or 0) + (generator:secret(5, 5) and 1 or 0)
    generator:prune()
    local seen, queue = {}, {}
    local function visit(x, y)
      local kind = generator.grid[x] and generator.grid[x][y] and generator.grid[x][y].type
      if (kind == "t" or kind == "h" or kind == "e") and not seen[x * 1000 + y] then
        seen[x * 1000 + y] = true
        queue[#queue + 1] = { x, y }
      end
    end
    visit(generator.rooms[1].x + 1, generator.rooms[1].y + 1)
    for _, at in ipairs(queue) do
      visit(at[1] + 1, at[2]) visit(at[1] - 1, at[2]) visit(at[1], at[2] + 1) visit(at[1], at[2] - 1)
    end
    local reached = 0
    for _, room in ipairs(generator.rooms) do
      if seen[(room.x + 1) * 1000 + room.y + 1] then reached = reached + 1 end
    end
    print(ordinary, reached, #generator.rooms - secrets, generator.width <= 60)
"""


def test_all_rooms_but_the_secret_ones_are_connected(tmp_path: Path) -> None:
    lines: list[str] = []
    host = Host([], output=lines.append)
    script = tmp_path / "s.lua"
    script.write_text(LAY_OUT)
    for seed in range(40):
        host.run_script(script, seed=seed)
    assert len(lines) == 40
    for line in lines:
        ordinary, reached, all_but_secret, fits = line.split()
        assert ordinary == reached == all_but_secret
        assert fits == "true"


def test_rooms_become_a_world(run_lua: RunLua) -> None:
    ran = run_lua(
        CAST
        + """
        local generator = Generator(40, 40, { enemy_density = 1 })
        generator:start(5, 7)
        generator:generate()
        generator:prune()
        local grid = generator.grid
        print(generator.width, generator.height, grid[1][1].type, grid[2][2].type, generator:typeAt(9, 9))
        local world = World(generator.width, generator.height)
        print(world:materializeGenerator(generator, Stone, Block, Being "One"), #world:getEntities(Layers.real))
        local wall = world.grid:getWallAt(Vec(1, 4))
        print(world.grid:hasBlockAt(Vec(1, 1)), class.name(wall), generator:addNode(1) ~= nil)
        for _ = 1, 3 do generator:addNode(1) end
        print(generator:addNode(1), generator:addNode(1, Vec(1, 0)))
        """
    )
    assert ran.lines == ["5 7 w e r", "Vec(3, 4) 15", "true Block true", "nil nil"]


# -- critters


def test_critters_hold_what_they_say() -> None:
    host = Host(["critters"])
    counts: dict[str, Any] = host.registered("critters")
    assert counts["entity"] >= 12
    assert counts["world_item"] >= 8
    assert host.warnings == []


def test_critters_halls_are_a_world_that_can_be_entered() -> None:
    host = Host(["critters"], output=lambda _: None)
    one, other = (host.generate("critters", seed=5).to_json() for _ in range(2))
    assert one == other
    assert {thing["id"] for thing in json.loads(one)["objects"]} == {"critters.rat"}
    found = host.simulate("critters", seed=5, turns=40, strict=True)
    assert found.distance["critters.rat"] > 0


SLIPS = """
    local Weapon = require "@items.weapons.weapon"
    local StatTinker = require "@tinkers.stattinker"
    local Tinker = require "@tinkers.tinker"
    local Burn = class("Burn", require "@status.status")
    Burn.amonut = 3
    local Pike = class("Pike", Weapon)
    Pike.patern, Pike.glyph, Pike.colour = 3, "TT", "bright_gren"
    local Rat = class("Rat", Entity)
    Rat.layer, Rat.glyph = Layers.real, "rr"
    Decorators.Start(Rat)
    decorate(Rat, Decorators.DynamicStats)
    Rat.baseModifiers = { move = { distance = 1 }, atack = {}, attack = { damge = 1 }, status = { brun = 1 } }
    print(StatTypes.Atack)
    return { entities = { rat = Rat }, status = { burn = Burn(Tinker {}) },
      items = { pike = Pike(), ring = Item(StatTinker { { StatTypes.Attack, "damge", 2 } }) } }
"""


def test_slips_in_what_a_mod_describes_are_warnings(tmp_path: Path, run_lua: RunLua) -> None:
    mod = write_mod(tmp_path / "slip", {"main.lua": SLIPS})
    ran = run_lua(
        """
        World(12, 5):create(Mods.Slip.Entities.rat, Vec(2, 2)):getStat(StatTypes.Move)
        print(Mods.Slip.Items.pikes)
        """,
        mods=[mod],
    )
    assert ran.lines == ["nil", "nil"]
    nothing = "which the host does not use; did you mean"
    colour = 'the colour is "bright_gren": there is no such colour, and it is not drawn; did you mean "bright_green"?'
    assert ran.host.warnings == [
        'slip/main.lua:13: StatTypes has no "Atack"; did you mean "Attack"?',
        f'slip/main.lua:15: StatTinker: element 1 for Attack has the field "damge", {nothing} "damage"?',
        'slip/main.lua:8: slip.rat: glyph is "rr": must be one character, and is not drawn',
        f'slip/main.lua:6: item slip.pike has the field "patern", {nothing} "pattern"?',
        'slip/main.lua:6: item slip.pike: glyph is "TT": must be one character, and is not drawn',
        f"slip/main.lua:6: item slip.pike: {colour}",
        f'slip/main.lua:4: status burn has the field "amonut", {nothing} "amount"?',
        f'slip/main.lua:8: Rat.baseModifiers has the field "atack", {nothing} "attack"?',
        f'slip/main.lua:8: Rat.baseModifiers.attack has the field "damge", {nothing} "damage"?',
        f'slip/main.lua:8: Rat.baseModifiers.status has the field "brun", {nothing} "burn"?',
        'script/script.lua:2: Mods.slip.Items has no "pikes"; did you mean "pike"?',
    ]


def test_a_tinker_may_name_a_chain_of_a_later_class(make_mod: MakeMod) -> None:
    init = """
    local Tinker = require "@tinkers.tinker"
    Tinker { { "ticks", print }, { "far away", print } }
    local Rat = class("Rat", Entity)
    Decorators.Start(Rat)
    Rat.chainTemplate:addChain "%s"
    """
    toml = 'dialects = ["actions"]'
    assert not Host([make_mod("rats", init % "ticks", toml=toml)]).warnings
    with pytest.raises(HostError) as caught:
        Host([make_mod("mice", init % "tuck", toml=toml)])
    text = 'mice/init.lua:2: Tinker: element 1 names the chain "ticks", which no class has; did you mean "tick"?'
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (
            'local Pattern = require "@items.weapons.pattern" local p = Pattern() p.add(Vec(1, 0))',
            "script/script.lua:1: Pattern:add is called on a table: must be called with a colon, on a Pattern",
        ),
        (
            'local T = require "@tinkers.stattinker" T { { StatTypes.Nothing, "damage", 2 } }',
            "script/script.lua:1: StatTinker: element 1 names no stat: must begin with one of StatTypes",
        ),
        (
            'local T = require "@tinkers.tinker" T { { "tick", print }, { "tikc", print } }',
            'script/script.lua:1: Tinker: element 2 names the chain "tikc", which no class has; did you mean "tick"?',
        ),
        (
            """
            local Rat = class("Rat", Entity)
            Decorators.Start(Rat)
            Rat.chainTemplate:addChain "squeak"
            require "@tinkers.tinker" { { "sqeak", print } }
            """,
            (
                'script/script.lua:4: Tinker: element 1 names the chain "sqeak", which no class has; '
                'did you mean "squeak"?'
            ),
        ),
    ],
    ids=["dot", "no stat", "a chain", "a chain of a class"],
)
def test_what_is_wrong_in_an_item_is_told_at_its_line(run_lua: RunLua, script: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(script)
    assert str(caught.value) == message


def test_an_error_of_code_in_the_content_keeps_its_line(tmp_path: Path) -> None:
    luck = 'return setmetatable({}, { __index = function() error "no luck" end })'
    files = {"main.lua": 'return { stats = { Luck = require "mod.old.my-stats" } }', "my-stats.lua": luck}
    assert str(catch_load_error(write_mod(tmp_path / "old", files))) == "old/my-stats.lua:1: no luck"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("entities = { imp = 5 }", "entities.imp: the value is number: must be a class"),
        (
            "entities = { imp = Imp, fiend = Imp }",
            "entities.imp: registerEntity: Imp is registered already, as old.fiend",
        ),
        ("items = { Item(), {} }", "items[2]: registerItem: item is a table: must be an Item"),
        ("stats = { Luck = 3 }", "stats.Luck: registerStat: config is 3: must be a table"),
        ("status = { dazed = 4 }", "status.dazed: registerStatus: status is 4: must be a Status"),
        ("attackSources = { 5 }", "attackSources[1]: registerAttackSource: name is 5: must be a string"),
        ("entities = 4", "entities is number: must be a table of names and values"),
        ("ready = 5", "ready is number: must be a function"),
    ],
)
def test_an_error_in_the_content_names_file_and_key(tmp_path: Path, content: str, message: str) -> None:
    mod = write_mod(tmp_path / "old", {"main.lua": f'local Imp = class("Imp", Entity) return {{ {content} }}'})
    assert str(catch_load_error(mod)) == f"what old/main.lua returns: {message}"


def test_a_file_that_registers_is_run_once(make_mod: MakeMod) -> None:
    init = """
require("host.generators").register_generator {
  id = "den",
  generate = function()
    require "wolf"
    return require("host.toolbox").caves { width = 20, height = 20 }:map()
  end,
}
"""
    toml = 'dialects = ["actions"]'
    mod = make_mod(
        "m", init, toml=toml, files={"wolf.lua": 'local Wolf = class("Wolf", Entity)\nregisterEntity(Wolf, "wolf")'}
    )
    host = Host([mod], output=lambda _: None)
    host.generate("m.den", seed=1)
    with pytest.raises(HostError) as caught:
        host.generate("m.den", seed=2)
    assert caught.value.hint == "the line has run before: run it once, while the mod loads"


def test_a_slip_in_an_effect_is_a_warning(run_lua: RunLua) -> None:
    ran = run_lua("""
        local Attack = require "@action.effects.attack"
        local Blast = class("Blast", require "@action.effects.effect")
        Blast.modifier = { { "reach", 2 } }
        print(Attack({ damge = 3, colour = "red" }).damage, Blast({ raech = 5 }).reach)
        print(Attack(Attack { damage = 3 }).damage, Blast(require("@stats.stats").fromTable { raech = 1 }).reach)
    """)
    assert ran.lines == ["0 2", "3 2"]
    assert ran.host.warnings == [
        f'script/script.lua:4: {name} has the field "{slip}", which the host does not use; did you mean "{field}"?'
        for name, slip, field in [("AttackEffect", "damge", "damage"), ("Blast", "raech", "reach")]
    ]
