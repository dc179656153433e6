"""Creatures of kts in worlds: they block, are hit and die, and each side sees what the other does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import ModError
from host.model.document import to_document
from host.model.game_map import model_of
from host.model.tile import WALKING
from tests.dialects.actions.cast import CAST
from tests.dialects.room import LAY_OUT, LOAD
from tests.helpers import MakeMod, RunLua, write_tiles


@pytest.fixture
def play(run_lua: RunLua) -> Callable[..., list[str]]:
    """`play("…")`: the lines that a script prints in a game of kts with the room."""

    def run(script: str, **more: Any) -> list[str]:
        ran = run_lua(CAST + LAY_OUT + script, load=LOAD, **more)
        assert ran.host.warnings == []
        return [line.replace("\t", " ") for line in ran.lines]

    return run


def test_a_monster_blocks_the_walk_of_an_entity(play: Callable[..., list[str]]) -> None:
    assert play("""
        kts.AddMonster({ x = 3, y = 2 }, T.ghoul)
        local world = World.fromMap()
        local hero = world:create(Hero, Vec(2, 3))
        for _ = 1, 3 do
          hero:executeMove { direction = Vec(1, 0) }
        end
        print(at(hero), world.grid:hasBlockAt(Vec(4, 3)), world.grid:getRealAt(Vec(4, 3)))
    """) == ["3,3 true ghoul c1"]


def test_a_monster_that_is_hit_loses_health_in_both_dialects(play: Callable[..., list[str]]) -> None:
    assert play("""
        local ghoul = kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        local world = World.fromMap()
        local entity = world.grid:getRealAt(Vec(3, 2))
        local hero = world:create(Hero, Vec(2, 2))
        hero:executeAttack { direction = Vec(1, 0) }
        print(entity.hp:get(), kts.IsAlive(ghoul), table.concat(T.calls, " "))
        cxt = { actor = ghoul }
        kts.Damage(1)
        print(entity.hp:get(), table.concat(T.calls, " "))
        entity:takeDamage(2.5)
        print(entity.hp:get(), table.concat(T.calls, " "))
        entity.hp:heal(1)
        print(entity.hp:get(), entity.dead)
    """) == ["5 true damage", "4 damage damage", "1.5 damage damage damage", "2.5 false"]


def test_the_map_has_the_health_that_is_left(run_lua: RunLua) -> None:
    ran = run_lua(
        LAY_OUT
        + """
        kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        World.fromMap().grid:getRealAt(Vec(3, 2)):takeDamage(3)
        """,
        load=LOAD,
    )
    (creature,) = to_document(ran.map)["creatures"]
    assert (creature["health"], creature["type"]) == (4, "tiles.ghoul")
    assert "objects" not in to_document(ran.map)
    assert next(event for event in ran.map.events if event["type"] == "damage")["amount"] == 3


@pytest.mark.parametrize(
    ("blow", "calls"),
    [
        ("entity:takeDamage(7) entity:die()", "death"),
        ("hero:executeAttack { direction = Vec(1, 0) }", "death"),
        ("entity:die()", "death"),
        ("world:removeDead(entity)", "death"),
        ("kts.DestroyCreature(ghoul)", "death"),
        ("cxt = { actor = ghoul } kts.Damage(9)", "death"),
    ],
)
def test_a_dead_monster_is_off_both_maps(play: Callable[..., list[str]], blow: str, calls: str) -> None:
    assert play(f"""
        Hero.baseModifiers.attack.damage = 9
        local ghoul = kts.AddMonster({{ x = 2, y = 1 }}, T.ghoul)
        local world = World.fromMap()
        local entity = world.grid:getRealAt(Vec(3, 2))
        local hero = world:create(Hero, Vec(2, 2))
        {blow}
        print(table.concat(T.calls, " "))
        print(entity.dead, world.grid:getRealAt(Vec(3, 2)), kts.IsAlive(ghoul), kts.GetMonsterCount(T.ghoul))
        play(world, 1)
        print(#world:getEntities(Layers.real), table.concat(T.calls, " "))
    """) == [calls, "true nil false 0", f"1 {calls}"]


def test_what_kts_does_reaches_the_world(play: Callable[..., list[str]]) -> None:
    assert play("""
        local world = World.fromMap()
        local ghoul = kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        local wisp = kts.AddMonster({ x = 2, y = 1 }, T.wisp)
        print(#world:getEntities(Layers.real), world.grid:getRealAt(Vec(3, 2)).hp:get())
        kts.TeleportTo(wisp, { x = 4, y = 4 })
        local entity = world.grid:getRealAt(Vec(5, 5))
        print(class.name(entity), entity.pos, class.name(world.grid:getRealAt(Vec(3, 2))))
        kts.DestroyCreature(wisp)
        print(world.grid:getRealAt(Vec(5, 5)), entity.dead)
    """) == ["2 4", "wisp Vec(5, 5) ghoul", "nil true"]


def test_what_a_world_does_reaches_kts(play: Callable[..., list[str]]) -> None:
    assert play("""
        local ghoul = kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        kts.AddMonster({ x = 4, y = 1 }, T.ghoul)
        local world = World.fromMap()
        local entity = world.grid:getRealAt(Vec(3, 2))
        world.grid:move(entity, Vec(2, 3))
        print(kts.GetPos(ghoul).x, kts.GetPos(ghoul).y, world.grid:getRealAt(Vec(3, 2)))
        print(pcall(world.grid.move, world.grid, entity, Vec(5, 2)))
        print(entity.pos, world.grid:getRealAt(Vec(2, 3)) == entity)
        print(#world:takeCreatures(), #world:takeCreatures(), kts.GetTotalMonsterCount(), entity.dead)
    """) == [
        "1 2 nil",
        "false script/script.lua:58: Grid:move: (5, 2) has another creature of kts, so ghoul cannot stand there",
        "Vec(2, 3) true",
        "2 0 0 true",
    ]


def test_a_world_of_another_map_than_that_of_the_game(play: Callable[..., list[str]]) -> None:
    assert play("""
        kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        local world = World.fromMap()
        World(3, 3):show()
        world.grid:getRealAt(Vec(3, 2)):takeDamage(3)
        world.grid:getRealAt(Vec(3, 2)):die()
        print(table.concat(T.calls, " "))
        world:show()
        print(kts.GetTotalMonsterCount())
    """) == ["damage death", "0"]


def test_health_has_no_bound(play: Callable[..., list[str]]) -> None:
    assert play("""
        local ghoul = kts.AddMonster({ x = 2, y = 1 }, T.giant)
        local entity = World.fromMap().grid:getRealAt(Vec(3, 2))
        print(entity.hp:get())
        entity:takeDamage(1)
        print(entity.hp:get())
    """) == ["2000000000", "1999999999"]


def test_knights_take_up_their_squares(run_lua: RunLua) -> None:
    ran = run_lua(
        LAY_OUT.replace('"none"', '"random"')
        + """
        kts.AddTask(function()
          kts.Delay(1)
          local world = World.fromMap()
          for _, entity in ipairs(world:getEntities(Layers.real)) do
            print(entity, entity.hp:get(), entity:isPlayer(), world.grid:hasBlockAt(entity.pos))
          end
        end)
        """,
        load=LOAD,
        players=1,
        play=1,
    )
    assert [line.replace("\t", " ") for line in ran.lines] == ["Knight c1 4 false true"]


def test_classes_of_monsters_belong_to_their_mod(play: Callable[..., list[str]], make_mod: MakeMod) -> None:
    thief = make_mod(
        "thief",
        init="""
            function steal(entity)
              local Ghoul = class.type(entity)
              print(class.name(Ghoul), entity.name, entity:isDecorated "Attackable", entity:isDecorated "Acting")
              print((pcall(function() Ghoul.layer = 1 end)))
              print((pcall(entity.chainTemplate.addHandler, entity.chainTemplate, "die", print)))
              print((pcall(decorate, Ghoul, Decorators.Acting)))
            end
            return { steal = steal }
        """,
        toml='dialects = ["actions"]',
    )
    script = """
        kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
        require("thief").steal(World.fromMap().grid:getRealAt(Vec(3, 2)))
    """
    assert play(script, mods=[thief]) == ["ghoul ghoul true false", "false", "false", "false"]


# -- functions of mods that run while a world reads changes

HOOKED = (
    LOAD
    + """
hooks = {}
beast = kts.MonsterType {
  type = "walking", health = 7, on_damage = function() hooks.damage() end, on_death = function() hooks.death() end,
}
"""
)


def test_a_monster_destroyed_by_its_callback_leaves_the_world(run_lua: RunLua) -> None:
    script = """
        local beast = kts.AddMonster({ x = 2, y = 1 }, T.beast)
        local world = World.fromMap()
        local entity = world.grid:getRealAt(Vec(3, 2))
        local hero = world:create(Hero, Vec(2, 2))
        T.hooks.damage = function() kts.DestroyCreature(beast) end
        T.hooks.death = function() hero:die() end
        play(world, 1, 1, 0)
        print(entity.dead, hero.dead, world.grid:getRealAt(Vec(3, 2)), #world:getEntities(Layers.real))
    """
    assert run_lua(CAST + LAY_OUT + script, load=HOOKED).text.split() == ["true", "true", "nil", "0"]


def test_a_monster_that_a_watcher_adds_is_in_the_world(play: Callable[..., list[str]]) -> None:
    assert play("""
        local world, count = World.fromMap(), 0
        world.grid:watchOnto(Vec(3, 3), function()
          count = count + 1
          if count == 1 then kts.AddMonster({ x = 4, y = 2 }, T.ghoul) end
        end)
        kts.AddMonster({ x = 2, y = 2 }, T.ghoul)
        print(count, world.grid:getRealAt(Vec(3, 3)), world.grid:getRealAt(Vec(5, 3)))
    """) == ["1 ghoul c1 ghoul c2"]


def test_monsters_are_in_the_world_when_a_renderer_fails(play: Callable[..., list[str]]) -> None:
    lines = play("""
        local world = World.fromMap()
        world:setRenderer { addRenderEntity = function() error "no picture" end, pushChanges = function() end }
        print(pcall(kts.AddMonsters, T.ghoul, 5))
        print(#world:getEntities(Layers.real), kts.GetTotalMonsterCount())
    """)
    assert lines[0].startswith("false script/script.lua:")
    assert lines[0].endswith(": no picture")
    assert lines[1:] == ["5 5"]


def test_a_watcher_that_yields_stops_no_world(play: Callable[..., list[str]]) -> None:
    lines = play("""
        local world = World.fromMap()
        world.grid:watchOnto(Vec(3, 3), function() coroutine.yield() end)
        print(pcall(coroutine.wrap(function() kts.AddMonster({ x = 2, y = 2 }, T.ghoul) end)))
        kts.AddMonster({ x = 4, y = 2 }, T.ghoul)
        print(world.grid:getRealAt(Vec(3, 3)), world.grid:getRealAt(Vec(5, 3)))
    """)
    assert lines[0].startswith("false script/script.lua:")
    assert lines[0].endswith(
        ": attempt to yield in a function that the host called: only coroutines that are created in it can yield"
    )
    assert lines[1:] == ["ghoul c1 ghoul c2"]


@pytest.mark.parametrize(
    ("points", "health"), [("math.huge", 2**31 - 1), ("2^53", 2**31 - 1), ("0/0", 6), ("'many'", 6), ("-5", 6)]
)
def test_a_creature_has_a_health_whatever_the_points(play: Callable[..., list[str]], points: str, health: int) -> None:
    lines = play(f"""
        local ghoul = kts.AddMonster({{ x = 2, y = 1 }}, T.ghoul)
        local world = World.fromMap()
        local entity = world.grid:getRealAt(Vec(3, 2))
        entity.hp.amount = {points}
        pcall(entity.takeDamage, entity, 0.5)
        cxt = {{ actor = ghoul }}
        kts.Damage(1)
        print(entity.hp:get())
        world:removeDead(entity)
        print(kts.IsAlive(ghoul), kts.GetTotalMonsterCount())
    """)
    assert lines == [str(health - (health > 6)), "false 0"]


# -- saves

SAVED = """
kts.AddMonster({ x = 2, y = 1 }, T.ghoul)
kts.AddMonster({ x = 4, y = 4 }, T.wisp)
local world = World.fromMap()
local entity = world.grid:getRealAt(Vec(3, 2))
local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
rat.friend, entity.mark = entity, "scar"
entity:takeDamage(2)
"""
READ = """
local world = World.fromMap()
for _, entity in ipairs(world:getEntities(Layers.real)) do
  print(entity, entity.pos, entity.hp and entity.hp:get(), entity.mark, entity.friend)
end
local entity = world.grid:getRealAt(Vec(3, 2))
entity:takeDamage(1)
print(kts.GetTotalMonsterCount(), table.concat(T.calls, " "))
kts.DestroyCreature(kts.AddMonster({ x = 3, y = 3 }, T.ghoul))
print(#world:getEntities(Layers.real))
"""


def test_a_save_has_each_creature_once(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD)
    save, lines = tmp_path / "game.save", []
    head = 'local T = require "tiles"; '
    for name, script in (("write", LAY_OUT + SAVED), ("read", READ), ("again", READ)):
        path = tmp_path / f"{name}.lua"
        path.write_text(head + script)
        host = Host(["critters", tiles], output=lambda line: lines.append(line.replace("\t", " ")))
        game_map = host.run_script(path, seed=1, save=save)
    creatures = json.loads(game_map.to_json())["creatures"]
    assert [(creature["type"], creature["health"]) for creature in creatures] == [("tiles.ghoul", 3), ("tiles.wisp", 4)]
    assert lines == [
        *["ghoul c1 Vec(3, 2) 5 scar nil", "wisp c2 Vec(5, 5) 4 nil nil", "Rat 1 Vec(2, 2) 2 nil ghoul c1"],
        *["2 damage", "3"],
        *["ghoul c1 Vec(3, 2) 4 scar nil", "wisp c2 Vec(5, 5) 4 nil nil", "Rat 1 Vec(2, 2) 2 nil ghoul c1"],
        *["2 damage", "3"],
    ]


# -- simulate


def test_monsters_stay_on_the_map_of_a_simulation() -> None:
    host = Host(["base", "critters"], output=lambda _: None)
    options = {"dungeon": "tiny", "monsters": "many"}
    made = model_of(host.generate("base", seed=3, players=1, options=options))
    before = {c.uid: (c.x, c.y) for c in made.living_creatures}
    for turns in (0, 60):
        simulation = host.simulate("base", seed=3, turns=turns, options=options)
        creatures = model_of(simulation.map).living_creatures
        after = {c.uid: (c.x, c.y) for c in creatures if c.player is None}
        walkers = [(c.x, c.y) for c in creatures if c.height == WALKING]
        dead = sum(int(n) for kind, n in simulation.deaths.items() if kind.startswith("base."))
        appeared = [event for event in simulation.map.events if event["type"] == "monster appears"]
        assert len(after) == len(before) - dead + len(appeared)
        assert turns or after == before
        entities = [(entity.x, entity.y) for entity in simulation.map.objects if entity.layer == "real"]
        assert len({*entities, *walkers}) == len(entities) + len(walkers)
    assert dead > 0


def test_json_and_back(run_lua: RunLua) -> None:
    ran = run_lua(LAY_OUT + "kts.AddMonster({ x = 2, y = 1 }, T.ghoul) World.fromMap()", load=LOAD)
    document = json.loads(ran.shown.to_json())
    assert len(document["creatures"]) == 1
    assert "objects" not in document


def test_creatures_stay_within_errors(run_lua: RunLua) -> None:
    with pytest.raises(ModError, match="ghoul on damage"):
        run_lua(
            CAST
            + LAY_OUT
            + """
            kts.AddMonster({ x = 2, y = 1 }, T.angry)
            World.fromMap().grid:getRealAt(Vec(3, 2)):takeDamage(1)
            """,
            load=LOAD + 'angry = kts.MonsterType { type = "walking", health = 5, '
            'on_damage = function() error "ghoul on damage" end }',
            strict=True,
        )
