"""Whom effects of play touch, and how the dead rise."""

from __future__ import annotations

import pytest

from tests.dialects.kts.test_play import HALL, LAY_OUT, LOAD, acting, events, played
from tests.helpers import RunLua

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
