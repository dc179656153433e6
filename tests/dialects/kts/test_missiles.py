"""Missiles: how they start, fly, hit, end and drop, and how long throws take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host.engine.engine import Engine
from host.model.request import Request
from tests.dialects.kts.test_play import LAY_OUT, events
from tests.helpers import RunLua, ScriptRun, write_tiles

# On the map: squares (1, 1) to (20, 3); the home is at (1, 1), where the knight stands at (1, 2) and looks south.
CORRIDOR = f"""
segment
width: 20
height: 3
data:
3 {"1 " * 19}
{"1 " * 20}
{"1 " * 20}
rooms:
1
0 0 22 5
end
eof
"""[1:]
LOAD = """
segments = kts.LoadSegments({ floor, wall, home_n }, "s.txt")
kts.MISC_CONFIG = { walk_time = 420 }
from = { x = 2, y = 3 }
beast = kts.MonsterType { type = "walking", health = 100000, speed = 0, on_damage = function()
  print("hit", kts.GameTime(), cxt.pos.x)
end }
bird = kts.MonsterType { type = "flying", health = 9, speed = 0, on_damage = function() print("bird", cxt.pos.x) end }
local function missile(fields)
  local all = { type = "backpack", missile_speed = 100, missile_range = 5, missile_hit_multiplier = 1e9,
    missile_damage = function() return 2 end, missile_stun_time = 300 }
  for name, value in pairs(fields) do all[name] = value end
  return kts.ItemType(all)
end
arrow, blunt = missile {}, missile { missile_hit_multiplier = 0 }
even = missile { missile_range = 1, missile_hit_multiplier = 1 }
slim = missile { missile_access_chance = 1 }
axe = missile { type = "held", missile_backswing_time = 300, missile_downswing_time = 200 }
dagger = missile { type = "held", max_stack = 9 }
bars = kts.Tile { access = { walking = "clear", flying = "clear", missiles = "partial" } }
down, up = kts.Tile { stairs_down = "east" }, kts.Tile { stairs_down = "west" }
act = function() end
plate = kts.Tile { on_walk_over = function() act() end }
"""
MISS = 'kts.HOOK_MISSILE_MISS = function() print("miss", kts.GameTime(), cxt.pos.x, cxt.actor) end'


def flown(run_lua: RunLua, script: str, *, seconds: float = 6, load: str = "", **options: Any) -> ScriptRun:
    text = f"{LAY_OUT}\n{MISS}\nkts.AddTask(function() kts.Delay(100)\n{script}\nend)"
    options = {"players": 1, "strict": True, **options}
    return run_lua(text, load=LOAD + load, files={"s.txt": CORRIDOR}, play=seconds, **options)


def loose(ran: ScriptRun) -> list[tuple[str, tuple[int, int], int]]:
    return [
        (ran.map.registry.get("item", stack.item).id.removeprefix("tiles."), ran.map.position(square), stack.count)
        for square, stack in sorted(ran.map.loose_items.items())
    ]


SHOOT = 'kts.AddMissile(T.from, "east", T.{}, {}) '


def test_a_missile_flies_as_fast_and_as_far_as_its_type_says(run_lua: RunLua) -> None:
    # It starts half a square ahead at 100 ms; squares take 420 ms.
    ran = flown(run_lua, SHOOT.format("arrow", "true"))
    assert ran.lines == ["miss 1990 7 nil"]
    assert loose(ran) == [("arrow", (7, 3), 1)]
    assert loose(flown(run_lua, SHOOT.format("arrow", "true"), seconds=1.9)) == []
    assert events(ran, "missile") == [{"x": 2, "y": 3, "direction": "east", "item": "tiles.arrow"}]
    fast = flown(run_lua, f"T.arrow.missile_speed, T.arrow.missile_range = 200, 50 {SHOOT.format('arrow', 'false')}")
    assert fast.lines == [f"miss {100 + 105 + 17 * 210} 20 nil"]
    assert loose(fast) == []


@pytest.mark.parametrize(("interval", "time"), [(12, 520), (100, 600), (1000, 730)])
def test_a_missile_looks_for_targets_at_times_and_where_it_arrives(run_lua: RunLua, interval: int, time: int) -> None:
    # It crosses to the square of the beast at 520, and arrives at 730.
    script = f"kts.AddMonster({{ x = 4, y = 3 }}, T.beast) {SHOOT.format('arrow', 'true')}"
    load = f"kts.MISC_CONFIG.missile_check_interval = {interval}"
    ran = flown(run_lua, script, load=load)
    assert ran.lines == [f"hit {time} 4"]
    assert [event["amount"] for event in events(ran, "damage")] == [2]
    assert loose(ran) == [("arrow", (4, 3), 1)]


def test_the_chance_to_hit_shrinks_with_the_range_that_is_left(run_lua: RunLua) -> None:
    meet = "kts.AddMonster({ x = 3, y = 3 }, T.beast) "
    assert flown(run_lua, meet + SHOOT.format("blunt", "false")).lines == ["miss 1990 7 nil"]
    # 1 - 1 / (1 × 1 + 1); each missile tries each creature once.
    ran = flown(run_lua, f"{meet} for _ = 1, 400 do {SHOOT.format('even', 'false')} end")
    assert 170 <= ran.lines.count("hit 112 3") <= 230
    assert len(ran.lines) == 400
    # 1 - 1 / (2 × 1 + 1), one square farther.
    ran = flown(run_lua, f"{meet} T.even.missile_range = 2 for _ = 1, 400 do {SHOOT.format('even', 'false')} end")
    assert 240 <= ran.lines.count("hit 112 3") <= 295


def test_a_missile_hits_who_flies_and_stuns(run_lua: RunLua) -> None:
    script = f"""
    kts.AddMonster({{ x = 3, y = 3 }}, T.bird) kts.TeleportTo(player, {{ x = 5, y = 3 }})
    T.arrow.missile_damage = 0
    {SHOOT.format("arrow", "false")} kts.Delay(1000) {SHOOT.format("slim", "false")}
    """
    assert flown(run_lua, script).lines[:1] == ["bird 3"]


ENTER = """
kts.SetRespawnFunction(function(who)
  if who == kts.GetAllPlayers()[1] then return 2, 3, "east" end
  return 4, 3, "west"
end)
"""


@pytest.mark.parametrize(
    ("houses", "call", "hurt"),
    [
        ((1, 2), "kts.Throw()", [1]),
        ((1, 1), "kts.Throw()", []),
        ((1, 1), 'kts.AddMissile(cxt.pos, "east", T.dagger, false)', [1]),
        ((1, 2), 'kts.AddMissile({ x = 1, y = 3 }, "east", T.dagger, false)', [0]),
    ],
    ids=["a foe", "a team mate", "AddMissile at a team mate", "AddMissile at oneself"],
)
def test_whom_a_missile_spares(run_lua: RunLua, houses: tuple[int, int], call: str, hurt: list[int]) -> None:
    script = f"""
    {ENTER}
    kts.SetRespawnType "anywhere"
    kts.AddStartingGear(T.dagger, 1)
    function T.act() T.act = function() end {call} end
    kts.AddTask(function()
      kts.Delay(20) kts.TeleportTo(player, {{ x = 2, y = 2 }})
      kts.AddTile(T.from, T.plate) kts.TeleportTo(player, T.from)
    end)
    """
    text = f"{LAY_OUT.replace('random', 'none')}\n{MISS}\n{script}"
    files = {"s.txt": CORRIDOR}
    ran = run_lua(text, load=LOAD, files=files, play=4, strict=True, house_colours=houses)
    players = {creature.uid: creature.player for creature in ran.map.living_creatures}
    assert [players[event["creature"]] for event in events(ran, "damage")] == hurt
    # A team mate stops it.
    assert [line.split()[2] for line in ran.lines if line.startswith("miss")] == ([] if hurt else ["4"])


def test_a_missile_passes_the_one_who_threw_it(run_lua: RunLua) -> None:
    # It overtakes the knight, who is teleported in its way.
    script = f"{ENTER} kts.AddStartingGear(T.dagger, 1) kts.AddTile(T.from, T.plate) function T.act() kts.Throw() end"
    text = f"""{LAY_OUT}\n{MISS}\n{script}
    kts.AddTask(function() kts.Delay(300) kts.TeleportTo(player, {{ x = 5, y = 3 }}) end)
    """
    ran = run_lua(text, load=LOAD, files={"s.txt": CORRIDOR}, play=4, strict=True, players=1)
    assert not events(ran, "damage")
    assert ran.lines == ["miss 1890 7 nil"]


@pytest.mark.parametrize(
    ("tiles", "end"),
    [
        # Range 5; every second square before stairs down gives one back, and each one before stairs up takes one.
        ("", 7),
        ("kts.AddTile({ x = 4, y = 3 }, T.down)", 8),
        ("for x = 4, 7 do kts.AddTile({ x = x, y = 3 }, T.down) end", 9),
        ("kts.AddTile({ x = 5, y = 3 }, T.down)", 7),
        ("kts.AddTile({ x = 4, y = 3 }, T.up)", 6),
        ("for x = 4, 6 do kts.AddTile({ x = x, y = 3 }, T.up) end", 5),
        ("kts.AddTile({ x = 5, y = 3 }, T.wall)", 4),
        ("kts.AddTile({ x = 5, y = 3 }, T.bars)", 4),
    ],
)
def test_where_a_missile_ends(run_lua: RunLua, tiles: str, end: int) -> None:
    ran = flown(run_lua, f"{tiles} {SHOOT.format('arrow', 'true')}")
    assert [line.split()[2] for line in ran.lines] == [str(end)]
    assert loose(ran) == [("arrow", (end, 3), 1)]


@pytest.mark.parametrize(
    ("item", "place", "starts"),
    [("arrow", 3, 0), ("slim", 3, 1), ("slim", 2, 0), ("slim", 5, 1)],
    ids=["before bars", "by chance", "within bars", "past bars"],
)
def test_partial_access_lets_missiles_pass_by_chance(run_lua: RunLua, item: str, place: int, starts: int) -> None:
    ran = flown(run_lua, f"kts.AddTile({{ x = {place}, y = 3 }}, T.bars) {SHOOT.format(item, 'true')}")
    assert len(events(ran, "missile")) == starts
    assert ran.lines == ["miss 1990 7 nil"] * starts
    assert len(loose(ran)) == starts


def test_nothing_flies_into_a_wall(run_lua: RunLua) -> None:
    ran = flown(run_lua, 'kts.AddTile({ x = 3, y = 3 }, T.wall) kts.AddMissile(T.from, "east", T.arrow, true)')
    assert not events(ran, "missile")
    assert loose(ran) == []


def test_an_item_drops_on_the_nearest_square_that_takes_it(run_lua: RunLua) -> None:
    lie = "kts.PlaceItem({ x = 7, y = 3 }, T.{}) "
    ran = flown(run_lua, lie.replace("{}", "coin", 1) + SHOOT.format("dagger", "true"))
    assert loose(ran) == [("dagger", (6, 2), 1), ("coin", (7, 3), 1)]
    ran = flown(run_lua, lie.replace("{}", "dagger", 1) + SHOOT.format("dagger", "true"))
    assert loose(ran) == [("dagger", (7, 3), 2)]


THROW = f"""
{ENTER} kts.AddStartingGear(T.axe, 1) kts.AddTile(T.from, T.plate)
function T.act() T.act = function() end print(kts.Throw(), kts.Throw(), kts.GetItemInHand(cxt.actor) == T.axe) end
"""


def test_a_throw_takes_time_before_it_flies(run_lua: RunLua) -> None:
    files = {"s.txt": CORRIDOR}
    ran = run_lua(f"{LAY_OUT}\n{MISS}\n{THROW}", load=LOAD, files=files, play=4, strict=True, players=1)
    assert ran.lines == ["true false true", "miss 2190 7 nil"]
    assert [kind["item"] for kind in events(ran, "missile")] == ["tiles.axe"]
    # Who dies meanwhile, or puts the item away, throws nothing.
    for call in ("kts.DestroyCreature(player)", "kts.TeleportTo(player, { x = 9, y = 3 })"):
        load = LOAD + "away = kts.Tile { on_walk_over = function() kts.DropHeld() end }"
        script = f"{THROW} kts.AddTile({{ x = 9, y = 3 }}, T.away) kts.AddTask(function() kts.Delay(200) {call} end)"
        ran = run_lua(f"{LAY_OUT}\n{MISS}\n{script}", load=load, files=files, play=2, strict=True, players=1)
        assert not events(ran, "missile")
        assert [name for name, *_ in loose(ran)] == ["axe"]


def test_missiles_have_fields_of_their_own(run_lua: RunLua) -> None:
    ran = run_lua("", load="axe = kts.ItemType { missile_backswing_time = 300, missile_downswing_time = 200 }")
    assert not [warning for warning in ran.host.warnings if "missile" in warning]


def test_a_trap_shoots_whoever_opens_it(run_lua: RunLua) -> None:
    script = f"""
    {ENTER} kts.AddTile({{ x = 3, y = 3 }}, T.box) kts.SetBladeTrap({{ x = 3, y = 3 }}, nil, T.arrow, "west")
    kts.AddTile(T.from, T.plate) function T.act() kts.Activate() end
    """
    load = LOAD + "box = kts.Tile { type = 'chest', access = { walking = 'approach', missiles = 'clear' } }"
    files = {"s.txt": CORRIDOR}
    ran = run_lua(f"{LAY_OUT}\n{script}", load=load, files=files, play=2, strict=True, players=1)
    assert [event["amount"] for event in events(ran, "damage")] == [2]


def test_a_critical_item_in_the_air_is_not_lost(run_lua: RunLua) -> None:
    load = "crown = missile { critical = 'crown', missile_range = 50, missile_speed = 10 }".replace(
        "missile {", "kts.ItemType {"
    )
    ran = flown(
        run_lua,
        f"kts.PlaceItem({{ x = 9, y = 1 }}, T.crown) kts.Delay(20) {SHOOT.format('crown', 'true')}",
        load=load,
        seconds=12,
    )
    assert not events(ran, "item appears")


def test_a_save_holds_missiles_and_throws(tmp_path: Path) -> None:
    lines: list[str] = []
    engine = Engine([write_tiles(tmp_path / "tiles", LOAD, {"s.txt": CORRIDOR})], output=lines.append)
    script = tmp_path / "script.lua"
    script.write_text(f"""local T = require "tiles"
    {MISS}
    if #kts.GetAllHomes() == 0 then
      {LAY_OUT} {THROW}
      kts.AddTask(function() kts.Delay(100) kts.AddMissile({{ x = 2, y = 1 }}, "east", T.arrow, true) end)
    end""")
    for seconds, expected in ((0.2, ["true false true"]), (1, []), (3, ["miss 1990 7 nil", "miss 2190 7 nil"])):
        lines.clear()
        engine.run_script(script, Request(None, seed=1, players=1), play=seconds, save=tmp_path / "a.save")
        assert lines == expected
    game_map = engine.game.map
    assert sorted(map(game_map.position, game_map.loose_items)) == [(7, 1), (7, 3)]


BOW = """
bow = kts.ItemType { type = "held", ammo = arrow, reload_time = 1000, missile_range = 1 }
"""


def test_what_shoots_takes_its_ammo_and_reloads(run_lua: RunLua) -> None:
    # "Thrown and shot items"; "reload time halved" for the quick.
    shoot = """
    function T.act()
      T.act = function() end
      {}
      for _ = 1, 5 do
        print(kts.Can_ThrowOrShoot(), kts.ThrowOrShoot(), kts.GetNumHeld(cxt.actor, T.arrow))
        kts.Delay(250)
      end
      print(kts.GetItemInHand(cxt.actor) == T.bow)
    end
    """
    setup = f"{ENTER} kts.AddStartingGear(T.bow, 1) kts.AddStartingGear(T.arrow, 2) kts.AddTile(T.from, T.plate)"
    files = {"s.txt": CORRIDOR}
    for potion, shots in (("", [0, 4]), ('kts.Quickness(9000, "x")', [0, 2])):
        script = f"{LAY_OUT}\n{setup}\n{shoot.format(potion)}"
        ran = run_lua(script, load=LOAD + BOW, files=files, play=6, strict=True, players=1)
        ready = [turn in shots for turn in range(5)]
        left = [2 - sum(ready[: turn + 1]) for turn in range(5)]
        words = [f"{str(is_ready).lower()} {str(is_ready).lower()}" for is_ready in ready]
        assert ran.lines == [*(f"{word} {count}" for word, count in zip(words, left, strict=True)), "true"]
        # What flies are the arrows, as far as arrows fly.
        assert [event["item"] for event in events(ran, "missile")] == ["tiles.arrow"] * 2
        assert loose(ran) == [("arrow", (6, 2), 1), ("arrow", (7, 3), 1)]


def test_only_so_many_missiles_fly(run_lua: RunLua) -> None:
    shoot = f"local ok, text = pcall(function() for _ = 1, 1001 do {SHOOT.format('blunt', 'false')} end end)"
    ran = flown(run_lua, f"{shoot} print(ok, (text:gsub('^.-: ', '')))", seconds=1)
    assert ran.lines == ["false kts.AddMissile: 1000 missiles are in the air: must be at most 1000"]
