"""Squares that become blocked in play: who stands there is hurt, and items move aside. Traps that scripts disarm."""

from __future__ import annotations

import pytest

from tests.dialects.kts.test_play import HALL, LAY_OUT, acting, events, played
from tests.dialects.kts.test_play import LOAD as PLAY_LOAD
from tests.helpers import RunLua

LOAD = """
shut = kts.Tile { access = { flying = "clear" }, items = 1 }
curtain = kts.Tile { access = { walking = "clear" } }
half = kts.Tile { access = { walking = "approach", flying = "approach" } }
beast = kts.MonsterType { type = "walking", health = 1500, speed = 0 }
bird = kts.MonsterType { type = "flying", health = 1500, speed = 0 }
oak = kts.Tile { type = "door", access = {}, items = 0,
  on_open_or_close = function() print("door", cxt.originator) end }
"""
OPEN = "kts.AddTile(T.ahead, T.oak) kts.OpenDoor(T.ahead)"


def swept(run_lua: RunLua, call: str, setup: str = "", load: str = "") -> list[tuple[int, int]]:
    """`call` comes from a callback of a knight; return (height, lost hit points) of the monsters that it hurts."""
    monsters = "kts.AddMonster(T.ahead, T.beast) kts.AddMonster(T.ahead, T.bird)"
    ran = acting(run_lua, call, f"{setup}\n{monsters}", LOAD + load)
    heights = {creature.uid: creature.height for creature in ran.map.living_creatures}
    return [(heights[event["creature"]], event["amount"]) for event in events(ran, "damage")]


@pytest.mark.parametrize(
    ("call", "setup", "hurt"),
    [
        ("kts.AddTile(T.ahead, T.wall)", "", [0, 1]),
        ("kts.AddTile(T.ahead, T.half)", "", [0, 1]),
        ("kts.AddTile(T.ahead, T.shut)", "", [0]),
        ("kts.AddTile(T.ahead, T.curtain)", "", [1]),
        ("kts.AddTile(T.ahead, T.floor)", "", []),
        ("cxt.tile, cxt.tile_pos = T.floor, T.ahead kts.ChangeTile(T.shut)", "", [0]),
        ("kts.CloseDoor(T.ahead)", OPEN, [0, 1]),
        ("kts.OpenOrCloseDoor(T.ahead)", OPEN, [0, 1]),
        ("kts.Activate()", OPEN, [0, 1]),
        # It was blocked before.
        ("kts.AddTile(T.ahead, T.wall) kts.AddTile(T.ahead, T.wall)", "", [0, 1]),
    ],
)
def test_who_stands_where_a_square_becomes_blocked_is_hurt(
    run_lua: RunLua, call: str, setup: str, hurt: list[int]
) -> None:
    assert swept(run_lua, call, setup) == [(height, 1000) for height in hurt]


@pytest.mark.parametrize(
    ("call", "hurt"),
    [
        ("T.rug.access = {}", [0, 1]),
        ('T.rug.access = { flying = "clear" }', [0]),
        ('T.rug.access = { walking = "clear", flying = "clear" }', []),
        ("T.rug.items = 0", []),
        ("T.wall.access = {}", []),
    ],
)
def test_a_tile_whose_access_is_assigned_in_play_hurts_who_stands_on_it(
    run_lua: RunLua, call: str, hurt: list[int]
) -> None:
    # "When a square becomes blocked": also by a field that a mod assigns. The item moves when items are not allowed.
    load = 'rug = kts.Tile { access = { walking = "clear", flying = "clear" } }\n'
    setup = "kts.AddTile(T.ahead, T.rug) kts.PlaceItem(T.ahead, T.coin)"
    assert swept(run_lua, call, setup, load) == [(height, 1000) for height in hurt]
    ran = acting(run_lua, call, setup, LOAD + load)
    assert (ran.map.square(3, 3) in ran.map.loose_items) == (0 not in hurt and "items" not in call)


def test_a_tile_that_replaces_a_blocked_one_hurts_nobody(run_lua: RunLua) -> None:
    setup = "kts.AddMonster(T.ahead, T.beast) kts.AddTile(T.ahead, T.wall)"
    call = "cxt.tile, cxt.tile_pos = T.wall, T.ahead kts.ChangeTile(T.shut)"
    assert not events(acting(run_lua, call, setup, LOAD), "damage")


def test_the_damage_is_a_setting_and_has_an_originator(run_lua: RunLua) -> None:
    load = LOAD + "kts.MISC_CONFIG = { door_closed_damage = 3 }"
    call = "kts.CloseDoor(T.ahead) print(kts.IsDoorOpen(T.ahead), kts.IsAlive(kts.GetAllPlayers()[2]))"
    script = f"""
    kts.SetRespawnType "anywhere" {OPEN}
    kts.SetRespawnFunction(function(who) if who == player then return 3, 2, "south" end return 3, 3, "north" end)
    kts.SetHomeFor(kts.GetAllPlayers()[2], T.ahead, "north")
    function T.act() T.act = function() end {call} end
    kts.AddTask(function()
      kts.Delay(50) kts.TeleportTo(player, T.side) kts.AddTile(T.here, T.plate) kts.TeleportTo(player, T.here)
    end)
    """
    for settings, alive in ((load, "true"), (LOAD, "false")):
        layout = LAY_OUT.replace('"random"', '"none"')
        ran = run_lua(layout + script, load=PLAY_LOAD + settings, files={"s.txt": HALL}, play=1, strict=True)
        assert ran.lines == ["door nil", "door Player 1", f"false {alive}"]
    assert {player.kills for player in ran.host._engine.game.players} == {0, 1}


def test_items_move_aside_when_a_door_closes(run_lua: RunLua) -> None:
    # The nearest square that takes them: one without items, or with the same ones and room.
    load = LOAD + "arrow = kts.ItemType { type = 'backpack', max_stack = 5 }"
    for x, count, place, left in ((2, 2, (2, 2), 5), (2, 3, (4, 2), 3)):
        setup = f"""
        {OPEN} kts.PlaceItem(T.ahead, T.arrow, {count}) kts.PlaceItem({{ x = {x}, y = 2 }}, T.arrow, 3)
        kts.PlaceItem(T.here, T.coin)
        """
        ran = acting(run_lua, "kts.CloseDoor(T.ahead)", setup, load)
        assert ran.lines == ["door nil", "door Player 1"]
        assert ran.map.loose_items[ran.map.square(*place)].count == left
        assert ran.map.square(3, 3) not in ran.map.loose_items


def test_items_find_a_place_however_far_it_is(run_lua: RunLua) -> None:
    script = """
    for y = 1, 5 do for x = 1, 5 do if x ~= 3 or y ~= 3 then kts.PlaceItem({ x = x, y = y }, T.key) end end end
    kts.RemoveTile({ x = 0, y = 6 }, T.wall)
    kts.PlaceItem(T.ahead, T.coin)
    kts.AddTile(T.ahead, T.wall)
    """
    ran = played(run_lua, script, LOAD)
    assert ran.map.loose_items[ran.map.square(0, 6)].count == 1


@pytest.mark.parametrize(
    ("tile", "call", "loose", "stored"),
    [
        ("gate", "kts.OpenDoor(T.ahead)", ["tiles.needle"], []),
        ("oak", "kts.OpenDoor(T.ahead)", [], []),
        ("chest", "kts.OpenOrCloseDoor(T.ahead)", [], ["tiles.needle"]),
        ("full", "kts.OpenDoor(T.ahead)", [], ["tiles.coin"]),
        ("chest", "kts.OpenWays()", [], ["tiles.needle"]),
        ("chest", "kts.CloseDoor(T.ahead)", None, []),
    ],
)
def test_a_script_that_opens_a_lock_disarms_its_trap(
    run_lua: RunLua, tile: str, call: str, loose: list[str] | None, stored: list[str]
) -> None:
    load = (
        LOAD
        + """
    gate, full = kts.Tile { type = "door", access = {}, items = 1 }, chest
    needle = kts.ItemType { type = "backpack" }
    """
    )
    setup = f"kts.AddTile(T.ahead, T.{tile}) kts.SetPoisonTrap(T.ahead, T.needle)"
    if tile == "full":
        setup += " kts.PlaceItem(T.ahead, T.coin)"
    ran = acting(run_lua, call, setup, load)
    is_armed = loose is None
    assert bool(ran.map.traps) == is_armed
    assert [event["kind"] for event in events(ran, "trap disarmed")] == ["poison"] * (not is_armed)
    for found, expected in ((ran.map.loose_items, loose or []), (ran.map.stored, stored)):
        assert [ran.map.registry.get("item", stack.item).id for stack in found.values()] == expected
    assert not events(ran, "death")


def test_open_ways_unlocks_all_but_special_locks(run_lua: RunLua) -> None:
    setup = """
    for x = 1, 3 do kts.AddTile({ x = x, y = 5 }, T.door) end
    kts.LockDoor({ x = 1, y = 5 }, 1) kts.LockDoor({ x = 2, y = 5 }, "pick_only")
    kts.LockDoor({ x = 3, y = 5 }, "special")
    """
    ran = acting(run_lua, "kts.OpenWays()", setup)
    assert sorted(ran.map.locks.values()) == [-2, 0, 0]
    assert not any(door.is_open for door in ran.shown.doors)
