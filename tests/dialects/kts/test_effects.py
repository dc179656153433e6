"""Whom effects of play touch, how the dead rise, and what potions do."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.engine.engine import Engine
from host.model.request import Request
from tests.dialects.kts.test_play import HALL, LAY_OUT, LOAD, STEP, acting, events, played
from tests.helpers import RunLua, ScriptRun, write_tiles

# The monster on the square ahead runs `call` in a callback.
MONSTER = """
beast = kts.MonsterType { type = "walking", health = 5, speed = 0,
  on_damage = function() if act then act() end end }
bird = kts.MonsterType { type = "flying", health = 5, speed = 0, on_damage = function() act() end }
dead = kts.Tile {}
"""


def monster_acts(run_lua: RunLua, call: str, monster: str = "beast", setup: str = "") -> list[str]:
    """A monster runs `call` in its callback; what is printed then."""
    script = f"""
    {setup}
    found = kts.AddMonster(T.ahead, T.{monster})
    function T.act() T.act = function() end {call} end
    kts.AddTask(function()
      kts.Delay(1)
      cxt.actor = found
      kts.Damage(1, 0)
      kts.Delay(1)
      print(kts.IsAlive(found), kts.GetPos(found) and kts.GetPos(found).x, kts.GetTotalMonsterCount())
    end)
    """
    return played(run_lua, script, MONSTER).lines


@pytest.mark.parametrize(
    ("call", "monster", "line"),
    [
        ("kts.ZombifyActor(T.zombie)", "beast", "true 3 1"),
        ("cxt.victim = cxt.actor print(kts.ZombifyTarget(T.zombie))", "beast", "true 3 1"),
        ("kts.TeleportRandom()", "beast", "true 3 1"),
        ("kts.PitKill()", "beast", "false nil 0"),
        ("kts.PitKill()", "bird", "true 3 1"),
        ("cxt.victim = cxt.actor print(kts.ZombieKill(T.beast))", "beast", "false nil 0"),
        ("cxt.victim = cxt.actor print(kts.ZombieKill(T.rat))", "beast", "true 3 1"),
        ("print(kts.ZombieKill(T.beast))", "beast", "true 3 1"),
    ],
)
def test_some_effects_touch_knights_or_walkers_alone(run_lua: RunLua, call: str, monster: str, line: str) -> None:
    lines = monster_acts(run_lua, call, monster)
    assert lines[-1] == line
    # ZombieKill and ZombifyTarget say whether they did anything.
    assert lines[:-1] == (["true" if line.startswith("false") else "false"] if "print" in call else [])


def test_a_knight_that_is_struck_becomes_a_zombie(run_lua: RunLua) -> None:
    call = "cxt.victim = cxt.actor T.act = function() end print(kts.ZombifyTarget(T.zombie))"
    ran = acting(run_lua, call)
    assert ran.lines == ["true"]
    (zombie,) = ran.map.living_creatures
    assert (zombie.x, zombie.y, zombie.player) == (3, 2, None)
    assert acting(run_lua, "print(kts.ZombifyTarget(T.zombie))").lines == ["false"]


# Two rooms, the second one with a home.
ROOMS = """
segment
width: 9
height: 5
data:
1 1 3 1 2 1 1 1 1
1 1 1 1 2 1 1 1 1
1 1 1 1 2 1 1 1 1
1 1 1 1 2 1 1 1 1
1 1 1 1 2 1 1 1 1
rooms:
2
0 0 6 7
5 0 6 7
end
eof
"""[1:]


@pytest.mark.parametrize(("players", "rooms"), [(2, {True}), (1, {True, False})])
def test_a_knight_is_teleported_to_the_room_of_another(run_lua: RunLua, players: int, rooms: set[bool]) -> None:
    script = """
    kts.SetRespawnFunction(function(who)
      if who == player then return 3, 2, "south" end
      return 8, 3, "south"
    end)
    for _, each in ipairs(kts.GetAllPlayers()) do kts.SetHomeFor(each, T.here, "north") end
    kts.AddTile(T.side, T.plate)
    function T.act()
      for _ = 1, 20 do
        kts.TeleportRandom()
        local pos = kts.GetPos(cxt.actor)
        print(pos.x > 5 and (pos.x ~= 8 or pos.y ~= 3))
      end
    end
    kts.AddTask(function() kts.Delay(1) kts.TeleportTo(player, T.side) end)
    """
    layout = LAY_OUT.replace('"random"', '"none"')
    ran = run_lua(layout + script, load=LOAD, files={"s.txt": ROOMS}, play=1, strict=True, players=players)
    assert {line == "true" for line in ran.lines} == rooms


NECROMANCY = """
risen = kts.MonsterType { type = "walking", speed = 0 }
fresh, rotten, bones = kts.Tile {}, kts.Tile {}, kts.Tile {}
ash = kts.Tile {}
"""
DECAY = """
kts.SetZombieActivity(0, { { T.fresh, T.rotten }, { T.rotten, T.bones }, { T.bones, T.risen }, { T.ash, T.fresh },
  { T.ash, T.risen } })
kts.LimitTotalMonsters(1)
"""


def test_the_dead_rise_around_the_square_of_the_callback(run_lua: RunLua) -> None:
    # Every stage of a decay that ends in a monster rises, also beyond the limits; the knight stands at (3, 2).
    bury = """
    kts.AddTile({ x = 1, y = 3 }, T.fresh) kts.AddTile({ x = 2, y = 3 }, T.bones) kts.AddTile(T.here, T.rotten)
    kts.AddTile({ x = 5, y = 5 }, T.bones)
    """
    call = "print(kts.Necromancy(9, 2)) print(kts.Necromancy(0, 2), kts.GetTotalMonsterCount())"
    ran = acting(run_lua, call, DECAY + bury, NECROMANCY)
    assert ran.lines == ["true", "false 2"]
    assert sorted((c.x, c.y) for c in ran.map.living_creatures if c.monster is not None) == [(1, 3), (2, 3)]
    assert [len(ran.map.tiles_on(ran.map.square(x, 3))) for x in (1, 2)] == [1, 1]
    # Elsewhere than around the actor, and only so many.
    call = "cxt.pos = { x = 5, y = 5 } kts.Necromancy(1, 1)"
    ran = acting(run_lua, call, f"{DECAY}{bury} kts.AddTile({{ x = 5, y = 4 }}, T.ash)", NECROMANCY)
    ((x, y),) = ((c.x, c.y) for c in ran.map.living_creatures if c.monster is not None)
    assert (x, y) in {(5, 4), (5, 5)}


def test_players_may_be_given_as_knights(run_lua: RunLua) -> None:
    call = """
    local knight, player = cxt.actor, kts.GetPlayer(cxt.actor)
    print(kts.GetPlayer(player) == player, kts.IsEliminated(knight), kts.GetPlayerID(knight))
    kts.SetHomeFor(knight, T.side, "east")
    print(kts.GetHomeFor(player).x)
    kts.EliminatePlayer(knight)
    print(kts.IsEliminated(player))
    for _, name in ipairs { "GetPlayer", "EliminatePlayer", "GetPlayerID", "IsEliminated" } do
      print((select(2, pcall(kts[name], knight)):gsub("^.-: ", "")))
    end
    """
    ran = acting(run_lua, call)
    gone = "a Player or a knight was expected, and this creature is gone"
    assert ran.lines[:3] == ["true false Player 1@Player 1", "2", "true"]
    assert ran.lines[3:] == [gone] * 4
    assert events(ran, "player eliminated")


def test_only_a_home_that_is_lost_is_replaced(run_lua: RunLua) -> None:
    # The second player never had a home.
    script = f"""
    {LAY_OUT.replace('"random"', '"none"')}
    kts.SetHomeFor(player, T.here, "north") kts.SetRespawnType "anywhere"
    kts.SetRespawnFunction(function(who) if who == player then return 3, 2, "north" end return 1, 1, "north" end)
    function T.act()
      T.act = function() end
      print(kts.Secure(T.wall), kts.GetHomeFor(kts.GetAllPlayers()[2]))
    end
    kts.AddTask(function()
      kts.Delay(1)
      kts.TeleportTo(player, T.side) kts.AddTile(T.here, T.plate) kts.TeleportTo(player, T.here)
    end)
    """
    two = HALL.replace("1 1 1 1 1\nrooms", "1 1 4 1 1\nrooms")
    load = LOAD.replace("home_n }", "home_n, home_s }")
    ran = run_lua(script, load=load, files={"s.txt": two}, play=1, strict=True)
    assert ran.lines == ["true nil"]


# -- potions


def drunk(run_lua: RunLua, potion: str, script: str, setup: str = "", load: str = "", seconds: float = 9) -> ScriptRun:
    """A knight drinks at 1 ms, the script runs 9 ms later, and `act` makes the knight act."""
    text = f"""
    {setup}
    local calls = {{}}
    function T.act() local call = table.remove(calls, 1) if call then call() end end
    local function act(call)
      calls[1] = call
      kts.TeleportTo(player, T.side) kts.TeleportTo(player, T.here)
    end
    kts.AddTask(function()
      kts.Delay(1) kts.AddTile(T.here, T.plate) act(function() {potion} end)
      kts.Delay(9)
      {script}
    end)
    """
    return played(run_lua, text, load, seconds=seconds)


def amounts(ran: ScriptRun) -> list[int]:
    return [event["amount"] for event in events(ran, "damage")]


HURT = "act(function() kts.Damage(1, 0) end)"


def test_invulnerability_protects_from_damage_and_poison_until_it_ends(run_lua: RunLua) -> None:
    script = f"""
    {HURT} act(function() kts.Poison "sick" end) print(kts.IsAlive(player))
    kts.Delay(1000) {HURT} act(function() kts.Poison "sick" end) print(kts.IsAlive(player))
    """
    ran = drunk(run_lua, 'kts.Invulnerability(1000, "stone")', script, seconds=1.5)
    assert ran.lines == ["true", "false"]
    assert amounts(ran) == [1]
    assert [event["message"] for event in events(ran, "invulnerability")] == ["stone"]


def test_poison_immunity_protects_from_poison_and_paralysis(run_lua: RunLua) -> None:
    script = f"""
    {HURT} act(function() kts.Poison "sick" kts.Paralyzation(500) print(kts.Can_Swing()) end)
    kts.Delay(1000) act(function() kts.Paralyzation(500) print(kts.Can_Swing()) kts.Poison "sick" end)
    print(kts.IsAlive(player))
    """
    ran = drunk(run_lua, 'kts.PoisonImmunity(1000, "clear")', script, "kts.AddStartingGear(T.sword, 1)", seconds=1.5)
    assert ran.lines == ["true", "false", "false"]
    assert amounts(ran) == [1]
    assert len(events(ran, "paralyzation")) == 1


def test_who_is_paralysed_cannot_act(run_lua: RunLua) -> None:
    script = """
    local function try()
      act(function()
        print(kts.Can_Swing(), kts.Swing(), kts.Drop(T.coin), kts.Activate(), kts.Throw(), kts.Can_Suicide())
      end)
    end
    kts.AddTile(T.ahead, T.lever) try() kts.Delay(1000) try()
    """
    setup = "kts.AddStartingGear(T.coin, 1) kts.AddStartingGear(T.sword, 1)"
    ran = drunk(run_lua, "kts.Paralyzation(1000)", script, setup)
    assert ran.lines == ["false false false false false true", "true true true true true true"]


STRONG = """
anvil = kts.Tile { access = {}, hit_points = 1000 }
hammer = kts.ItemType { type = "held", melee_damage = 1, melee_tile_damage = 1, missile_range = 1 }
weak = kts.ItemType { type = "held", melee_damage = 1, melee_tile_damage = 1, allow_strength = false }
giant = kts.MonsterType { type = "walking", health = 1000, speed = 0 }
"""


@pytest.mark.parametrize("potion", ["Strength", "Super"])
def test_the_strong_strike_harder_break_tiles_and_throw_farther(run_lua: RunLua, potion: str) -> None:
    strike = """
    local giant = kts.AddMonster(T.ahead, T.giant)
    for _ = 1, 40 do act(function() kts.Swing() end) end
    kts.DestroyCreature(giant, "pit")
    """
    script = f"""{strike}
    kts.AddTile(T.ahead, T.anvil)
    act(function() kts.Swing() end) print(#kts.GetTiles(T.ahead))
    act(function() kts.Throw() end)
    """
    drink = f'kts.{potion}(5000, "x")'
    for item, bonus, tiles, where in (("hammer", {1, 2, 3}, 1, (3, 4)), ("weak", {0}, 2, (3, 2))):
        ran = drunk(run_lua, drink, script, f"kts.AddStartingGear(T.{item}, 1)", STRONG)
        assert {amount - 1 for amount in amounts(ran)} == bonus
        assert ran.lines == [str(tiles)]
        assert [ran.map.position(square) for square in ran.map.loose_items] == [where]
    # When it has ended, nobody is strong, and another effect takes its place.
    for later in ("kts.Delay(9000)", 'act(function() kts.Quickness(9000, "x") end)'):
        ran = drunk(run_lua, drink, later + strike, "kts.AddStartingGear(T.hammer, 1)", STRONG, 20)
        assert set(amounts(ran)) == {1}


def test_the_quick_throw_faster(run_lua: RunLua) -> None:
    load = 'slow = kts.ItemType { type = "held", missile_backswing_time = 300 }'
    script = """
    act(function() kts.Throw() end)
    for _ = 1, 400 do
      kts.Delay(1)
      if not kts.GetItemInHand(player) then print(kts.GameTime() - 10) break end
    end
    """
    for potion, time in (
        ("", 300),
        ('kts.Quickness(9000, "x")', 200),
        ('kts.Super(9000, "x")', 200),
        # Super strength makes quick at full health alone.
        ('kts.Super(9000, "x") kts.Damage(1, 0)', 300),
        ('kts.Quickness(5, "x")', 300),
    ):
        ran = drunk(run_lua, potion, script, "kts.AddStartingGear(T.slow, 1)", load)
        assert abs(int(ran.lines[0]) - time) <= 1


SLEDGE = """
sledge = kts.ItemType { type = "held", melee_damage = 1, melee_backswing_time = 300, melee_downswing_time = 120 }
target = kts.MonsterType { type = "walking", health = 90, speed = 0, on_damage = function()
  print(kts.GameTime() - 10)
end }
"""


def test_a_blow_takes_the_time_of_its_weapon_and_less_for_the_quick(run_lua: RunLua) -> None:
    # "Backswing, downswing and waiting × 100 / 150". A second blow waits for the first.
    script = "kts.AddMonster(T.ahead, T.target) act(function() kts.Swing() kts.Swing() end) kts.Delay(900)"
    for potion, time in (("", 300), ('kts.Quickness(9000, "x")', 200), ('kts.Quickness(5, "x")', 300)):
        ran = drunk(run_lua, potion, script, "kts.AddStartingGear(T.sledge, 1)", SLEDGE)
        (line,) = ran.lines
        assert abs(int(line) - time) <= 1, potion


def test_who_is_paralysed_or_dead_strikes_no_more(run_lua: RunLua) -> None:
    for event in ("kts.Paralyzation(1000)", "kts.DestroyCreature(cxt.actor)"):
        script = f"""
        kts.AddMonster(T.ahead, T.target)
        act(function() kts.Swing() kts.Delay(100) {event} end)
        kts.Delay(900)
        """
        assert drunk(run_lua, "", script, "kts.AddStartingGear(T.sledge, 1)", SLEDGE).lines == []


def test_a_save_holds_blows(tmp_path: Path) -> None:
    lines: list[str] = []
    engine = Engine([write_tiles(tmp_path / "tiles", LOAD + SLEDGE, {"s.txt": HALL})], output=lines.append)
    script = tmp_path / "script.lua"
    script.write_text(f"""local T = require "tiles"
    if #kts.GetAllHomes() == 0 then
      {LAY_OUT}
      kts.AddStartingGear(T.sledge, 1)
      kts.AddMonster(T.ahead, T.target)
      function T.act() T.act = function() end kts.Swing() end
      {STEP}
    end""")
    for seconds, count in ((0.2, 0), (0.2, 1), (1, 0)):
        lines.clear()
        engine.run_script(script, Request(None, seed=1, players=1), play=seconds, save=tmp_path / "a.save")
        assert len(lines) == count


@pytest.mark.parametrize(
    ("potion", "times"),
    [
        ('kts.Regeneration(2000, "x", "fast")', [701, 1401]),
        ('kts.Regeneration(6000, "x", "slow")', [2101, 4201]),
        ('kts.Super(6000, "x")', [2101, 4201]),
        # Another effect takes its place; at full health nobody heals.
        ('kts.Regeneration(9000, "x", "fast") kts.Strength(9000, "x")', []),
        ('kts.Regeneration(9000, "x", "fast") kts.DispelMagic "x"', []),
        ('kts.Healing "x" kts.Regeneration(9000, "x", "fast")', []),
    ],
)
def test_who_regenerates_gains_hit_points_at_times(run_lua: RunLua, potion: str, times: list[int]) -> None:
    load = "kts.MISC_CONFIG = { healing_time = 1000000 }"
    found = [
        len(events(drunk(run_lua, f"kts.Damage(3, 0) {potion}", "", load=load, seconds=seconds), "healed"))
        for seconds in (7, *(time / 1000 + offset for time in times for offset in (0, -0.001)))
    ]
    # Each comes at its time, and not a millisecond before.
    assert found == [len(times), *(count for i in range(1, len(times) + 1) for count in (i, i - 1))]


def test_monsters_do_not_see_the_invisible(run_lua: RunLua) -> None:
    load = """
    claw = kts.ItemType { type = "held", melee_damage = 0 }
    ogre = kts.MonsterType { type = "walking", weapon = claw, health = 9, on_attack = function() print "attack" end }
    """
    script = "kts.AddMonster(T.ahead, T.ogre) kts.Delay(2000) print 'seen' kts.Delay(3000)"
    ran = drunk(run_lua, 'kts.Invisibility(2000, "x")', script, load=load)
    assert ran.lines[0] == "seen"
    assert "attack" in ran.lines[1:]


def test_magic_ends_with_the_life_and_touches_no_monsters(run_lua: RunLua) -> None:
    script = f"kts.DestroyCreature(player) kts.Delay(3000) {HURT}"
    assert amounts(drunk(run_lua, 'kts.Invulnerability(9000, "x")', script)) == [1]
    call = 'kts.Poison "x" kts.Invulnerability(9000, "x") kts.Damage(1, 0)'
    assert monster_acts(run_lua, call) == ["true 3 1"]
