"""Functions of play: their changes to the map and their events; callbacks, contexts, tasks and delays."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from host import Host
from host.errors import HostError, InternalError, ModError
from tests.helpers import KTS_TILES, MakeMod, RunLua, ScriptRun, run_command, write_mod

# On the map: a home at (3, 1), where the knight stands at (3, 2) and looks south at (3, 3).
HALL = """
segment
width: 5
height: 5
data:
1 1 3 1 1
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
rooms:
1
0 0 7 7
end
eof
"""[1:]
LOAD = """
segments = kts.LoadSegments({ floor, wall, home_n }, "s.txt")
here, ahead, side = { x = 3, y = 2 }, { x = 3, y = 3 }, { x = 2, y = 2 }
sword = kts.ItemType { type = "held", melee_damage = 1, missile_damage = 1 }
stone = kts.ItemType { type = "held" }
trap = kts.ItemType { type = "held" }
corpse = kts.Tile {}
zombie = kts.MonsterType { type = "walking", health = 3, corpse_tiles = { corpse } }
chest = kts.Tile { type = "chest", access = { walking = "approach" } }
lever = kts.Tile { access = { walking = "approach" } }
noise = kts.Sound("noise.wav")
-- What the knight does when they step on this tile.
act = function() end
plate = kts.Tile { on_walk_over = function() act() end }
"""
LAY_OUT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "random", allow_rotate = false,
}
local player = kts.GetAllPlayers()[1]
"""
# Knights look at the home.
LOOK_NORTH = 'kts.SetRespawnFunction(function() return 3, 2, "north" end)'
# The knight steps aside and back onto the plate.
STEP = """
kts.AddTask(function()
  kts.Delay(1)
  kts.TeleportTo(player, T.side)
  kts.AddTile(T.here, T.plate)
  kts.TeleportTo(player, T.here)
end)
"""


def played(run_lua: RunLua, script: str, load: str = "", seconds: float = 1, **options: Any) -> ScriptRun:
    options = {"players": 1, "strict": True, **options}
    return run_lua(LAY_OUT + script, load=LOAD + load, files={"s.txt": HALL}, play=seconds, **options)


def acting(run_lua: RunLua, call: str, setup: str = "", load: str = "", **options: Any) -> ScriptRun:
    """The knight, looking at T.ahead, runs `call` in a callback; `setup` comes before, at the start of the game."""
    return played(run_lua, f"{setup}\nfunction T.act()\n{call}\nend\n{STEP}", load, **options)


def document(ran: ScriptRun) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran.shown.to_json())
    # The hash of the script differs, and creatures count on.
    del found["mods"]
    return found


def events(ran: ScriptRun, kind: str) -> list[dict[str, Any]]:
    return [{k: v for k, v in event.items() if k != "type"} for event in ran.map.events if event["type"] == kind]


# -- every name does something

GIVE = "kts.GiveItem(kts.GetPlayer(cxt.actor), T.{}, 1) "
CARRY = "kts.AddStartingGear(T.{}, 2)"
# Name -> what comes before, the call, the part of the document that changes, and the event, when there is one.
EFFECTS: dict[str, tuple[str, str, str, str | None]] = {
    "Activate": ("kts.AddTile(T.ahead, T.door)", "kts.Activate()", "doors", None),
    "AddMissile": ("", 'kts.AddMissile(T.ahead, "south", T.coin, true)', "items", "missile"),
    "AddMonster": ("", "kts.AddMonster(T.ahead, T.rat)", "creatures", None),
    "AddTask": ("", "kts.AddTask(function() end)", "events", "task"),
    "AddTile": ("", "kts.AddTile(T.ahead, T.wall)", "rows", None),
    "Attractor": ("", "kts.Attractor()", "creatures", "teleport"),
    "ChangeItem": ("kts.PlaceItem(T.here, T.coin)", "cxt.item_pos = cxt.pos kts.ChangeItem(T.key)", "items", None),
    "ChangeTile": ("", "kts.ChangeTile(T.wall)", "tiles", None),
    "CloseDoor": ("kts.AddTile(T.ahead, T.door) kts.OpenDoor(T.ahead)", "kts.CloseDoor(T.ahead)", "doors", None),
    "CrystalStart": ("", "kts.CrystalStart()", "events", "crystal ball"),
    "CrystalStop": ("", "kts.CrystalStop()", "events", "crystal ball ends"),
    "Damage": ("", "kts.Damage(3, 100)", "creatures", "damage"),
    "Delay": ("", "kts.Delay(5)", "events", "delayed"),
    "DestroyCreature": ("kts.AddMonster(T.ahead, T.rat)", "kts.DestroyCreature(T.at_ahead())", "creatures", "death"),
    "DispelMagic": ("", 'kts.DispelMagic("msg")', "events", "dispel magic"),
    "Drop": (CARRY.format("coin"), "kts.Drop(T.coin)", "items", None),
    "DropHeld": (CARRY.format("stone"), "kts.DropHeld()", "items", None),
    "EliminatePlayer": ("", "kts.EliminatePlayer(kts.GetAllPlayers()[1])", "events", "player eliminated"),
    "FlashMessage": ("", 'kts.FlashMessage("msg", 2)', "events", "flash message"),
    "FlashScreen": ("", "kts.FlashScreen(5)", "events", "flash screen"),
    "FullZombieActivity": ("", "kts.FullZombieActivity()", "events", "full zombie activity"),
    "GiveItem": ("", "kts.GiveItem(cxt.actor, T.coin, 2)", "creatures", "item taken"),
    "Healing": ("", 'kts.Damage(3, 0) kts.Healing("msg")', "events", "healing"),
    "Invisibility": ("", 'kts.Invisibility(1000, "msg")', "events", "invisibility"),
    "Invulnerability": ("", 'kts.Invulnerability(1000, "msg")', "events", "invulnerability"),
    "LockDoor": ("kts.AddTile(T.ahead, T.door)", "kts.LockDoor(T.ahead, 2)", "doors", None),
    "MagicMapping": ("", "kts.MagicMapping()", "events", "magic mapping"),
    "Necromancy": (
        "kts.AddTile(T.ahead, T.corpse) kts.SetZombieActivity(1, { { T.corpse, T.zombie } })",
        "kts.Necromancy(1, 3)",
        "creatures",
        None,
    ),
    "NormalZombieActivity": ("", "kts.NormalZombieActivity()", "events", "normal zombie activity"),
    "OpenDoor": ("kts.AddTile(T.ahead, T.door)", "kts.OpenDoor(T.ahead)", "doors", None),
    "OpenOrCloseDoor": ("kts.AddTile(T.ahead, T.door)", "kts.OpenOrCloseDoor(T.ahead)", "doors", None),
    "OpenWays": ("", "kts.OpenWays()", "events", "open ways"),
    "Paralyzation": ("", "kts.Paralyzation(1000)", "events", "paralyzation"),
    "PickLock": (
        'kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, "pick_only")',
        "kts.PickLock(1, 100)",
        "doors",
        "lock picked",
    ),
    "PickUp": ("kts.PlaceItem(T.here, T.coin)", "kts.PickUp()", "items", "item taken"),
    "PitKill": ("", "kts.PitKill()", "creatures", "fell"),
    "PlaceItem": ("", "kts.PlaceItem(T.ahead, T.coin)", "items", None),
    "PlaySound": ("", "kts.PlaySound(cxt.pos, T.noise, 11000)", "events", "sound"),
    "Poison": ("", 'kts.Poison("msg")', "creatures", "poison"),
    "PoisonImmunity": ("", 'kts.PoisonImmunity(1000, "msg")', "events", "poison immunity"),
    "PopUpWindow": ("", 'kts.PopUpWindow("text")', "events", "window"),
    "PrintLoc": ("", 'kts.PrintLoc("text")', "events", "message"),
    "Quickness": ("", 'kts.Quickness(1000, "msg")', "events", "quickness"),
    "Regeneration": ("", 'kts.Regeneration(1000, "msg", "fast")', "events", "regeneration"),
    "RemoveTile": ("", "kts.RemoveTile(T.ahead, T.floor)", "rows", None),
    "ResendHints": ("", "kts.ResendHints()", "events", "hints"),
    "RevealLocation": ("", "kts.RevealLocation(1000)", "events", "location revealed"),
    "RevealStart": ("", "kts.RevealStart()", "events", "reveal"),
    "RevealStop": ("", "kts.RevealStop()", "events", "reveal ends"),
    "Secure": (LOOK_NORTH, "kts.Secure(T.wall)", "homes", "home secured"),
    "SenseItems": ("", "kts.SenseItems(1000)", "events", "sense items"),
    "SenseKnight": ("", "kts.SenseKnight(1000)", "events", "sense knight"),
    "SetBearTrap": (CARRY.format("trap"), "kts.SetBearTrap(T.coin)", "items", None),
    "SetBladeTrap": (
        "kts.AddTile(T.ahead, T.chest)",
        'kts.SetBladeTrap(T.ahead, nil, T.coin, "south")',
        "chests",
        None,
    ),
    "SetBladeTrapOld": ("kts.AddTile(T.ahead, T.chest)", "kts.SetBladeTrapOld(T.coin)", "chests", None),
    "SetPoisonTrap": ("kts.AddTile(T.ahead, T.chest)", "kts.SetPoisonTrap(T.ahead, nil)", "chests", None),
    "SetPoisonTrapOld": ("kts.AddTile(T.ahead, T.chest)", "kts.SetPoisonTrapOld()", "chests", None),
    "Strength": ("", 'kts.Strength(1000, "msg")', "events", "strength"),
    "Suicide": ("", "kts.Suicide()", "creatures", "death"),
    "Super": ("", 'kts.Super(1000, "msg")', "events", "super"),
    "Swing": (
        f"{CARRY.format('sword')} kts.AddMonster(T.ahead, T.zombie)",
        "kts.Swing()",
        "creatures",
        "swing",
    ),
    "SwingOrDrop": (
        f"{CARRY.format('sword')} kts.AddMonster(T.ahead, T.zombie)",
        "kts.SwingOrDrop()",
        "creatures",
        "swing",
    ),
    "TeleportRandom": ("", "kts.TeleportRandom()", "creatures", "teleport"),
    "TeleportTo": ("", "kts.TeleportTo(cxt.actor, T.ahead)", "creatures", "teleport"),
    "Throw": (CARRY.format("stone"), "kts.Throw()", "items", "missile"),
    "ThrowOrShoot": (CARRY.format("stone"), "kts.ThrowOrShoot()", "items", "missile"),
    "WinGame": ("", "kts.WinGame(cxt.actor)", "events", "game won"),
    "WipeMap": ("", "kts.WipeMap()", "events", "map wiped"),
    "ZombieKill": ("", "cxt.victim = T.at_ahead() kts.ZombieKill(T.rat)", "creatures", "death"),
    "ZombifyActor": ("", "T.act = function() end kts.ZombifyActor(T.zombie)", "creatures", "death"),
    "ZombifyTarget": (
        "",
        "T.act = function() end cxt.victim = cxt.actor kts.ZombifyTarget(T.zombie)",
        "creatures",
        "death",
    ),
}
FINDER = """
function at_ahead() return found end
"""


@pytest.mark.parametrize("name", EFFECTS)
def test_every_name_of_play_changes_the_map_or_posts_an_event(run_shared: RunLua, name: str) -> None:
    setup, call, part, event = EFFECTS[name]
    # Two players for those who act on others; the second stands in a corner.
    players = 2 if name == "Attractor" else 1
    if players == 2:
        setup += (
            ' kts.SetHomeFor(kts.GetAllPlayers()[2], { x = 1, y = 5 }, "north") kts.SetHomeFor(player, T.here, "north")'
        )
    if "at_ahead" in call:
        setup = "local rat = kts.AddMonster(T.ahead, T.rat) function T.at_ahead() return rat end"
    options = {"players": players}
    if players == 2:
        setup = f"kts.LayoutDungeon {{ {ENTRY_NONE} }} {setup}"
    with_call = document(acting(run_shared, call, setup, **options))
    without = document(acting(run_shared, "", setup, **options))
    assert with_call[part] != without[part]
    if event is not None:
        kinds = [[one["type"] for one in found["events"]] for found in (with_call, without)]
        assert kinds[0].count(event) > kinds[1].count(event)


ENTRY_NONE = (
    'layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall, segments = T.segments, '
    'entry_type = "none", allow_rotate = false'
)


@pytest.mark.parametrize(
    ("call", "setup", "result"),
    [
        ("kts.ActorIsKnight()", "", "true"),
        ("kts.Activate()", "", "false"),
        ("kts.Activate()", "kts.AddTile(T.ahead, T.door)", "true"),
        ("kts.Can_Activate()", "", "false"),
        ("kts.Can_Activate()", "kts.AddTile(T.ahead, T.door)", "true"),
        ("kts.Can_Activate()", "kts.AddTile(T.ahead, T.lever)", "true"),
        ("kts.Can_PickUp()", "", "false"),
        ("kts.Can_PickUp()", "kts.PlaceItem(T.here, T.coin)", "true"),
        ("kts.Can_PickUp()", "kts.PlaceItem(T.here, T.fixed)", "false"),
        ("kts.PickUp()", "", "false"),
        ("kts.PickUp()", "kts.PlaceItem(T.here, T.fixed)", "false"),
        ("kts.Can_Drop(T.coin)", "", "false"),
        ("kts.Can_Drop(T.coin)", CARRY.format("coin"), "true"),
        ("kts.Can_Drop(T.coin)", f"{CARRY.format('coin')} kts.PlaceItem(T.here, T.key)", "false"),
        ("kts.Drop(T.key)", CARRY.format("coin"), "false"),
        ("kts.Can_DropHeld()", CARRY.format("coin"), "false"),
        ("kts.Can_DropHeld()", CARRY.format("stone"), "true"),
        ("kts.DropHeld()", "", "false"),
        ("kts.Can_Swing()", "", "false"),
        ("kts.Can_Swing()", CARRY.format("sword"), "true"),
        ("kts.Can_SwingOrDrop()", CARRY.format("stone"), "true"),
        ("kts.SwingOrDrop()", "", "false"),
        ("kts.Can_Throw()", CARRY.format("stone"), "true"),
        ("kts.Can_Throw()", "", "false"),
        ("kts.Can_ThrowOrShoot()", f"{CARRY.format('stone')} kts.AddTile(T.ahead, T.wall)", "false"),
        ("kts.Throw()", "", "false"),
        ("kts.Can_PickLock()", "kts.AddTile(T.ahead, T.door)", "false"),
        ("kts.Can_PickLock()", "kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, 1)", "true"),
        ("kts.PickLock(0, 5)", "kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, 1)", "false"),
        ("kts.PickLock(1, 5)", 'kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, "special")', "false"),
        ("kts.PickLock(1, 5)", "kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, 1)", "true"),
        ("kts.Can_SetBearTrap(T.coin)", "", "true"),
        ("kts.Can_SetBearTrap(T.coin)", "kts.PlaceItem(T.ahead, T.coin)", "false"),
        ("kts.Can_SetBladeTrapOld(T.coin)", "", "false"),
        ("kts.Can_SetBladeTrapOld(T.coin)", "kts.AddTile(T.ahead, T.chest)", "true"),
        ("kts.Can_SetPoisonTrapOld()", "kts.AddTile(T.ahead, T.chest) kts.SetPoisonTrap(T.ahead)", "false"),
        ("kts.Can_SetPoisonTrapOld()", "kts.AddTile(T.ahead, T.chest)", "true"),
        ("kts.SetPoisonTrapOld()", "", "false"),
        ("kts.Can_Suicide()", "", "true"),
        ("kts.IsDoorOpen(T.ahead)", "", "nil"),
        ("kts.IsDoorOpen(T.ahead)", "kts.AddTile(T.ahead, T.door)", "false"),
        ("kts.IsDoorOpen(T.ahead)", "kts.AddTile(T.ahead, T.door) kts.OpenDoor(T.ahead)", "true"),
        ("kts.Necromancy(1, 5)", "", "true"),
        ("kts.ZombifyTarget(T.zombie)", "", "false"),
        ("kts.ZombieKill(T.zombie)", "kts.AddMonster(T.ahead, T.rat)", "false"),
        ("kts.Secure(T.wall)", "", "false"),
        ("kts.Secure(T.wall)", LOOK_NORTH, "true"),
        ("kts.TeleportTo(cxt.actor, { x = 0, y = 0 })", "", "false"),
        ("kts.TeleportTo(cxt.actor, { x = 99, y = -5 })", "", "false"),
        ("kts.GetItemInHand(cxt.actor)", "", "nil"),
        ("kts.GetItemInHand(cxt.actor) == T.sword", CARRY.format("sword"), "true"),
        ("kts.GetNumHeld(cxt.actor, T.coin)", CARRY.format("coin"), "2"),
        ("kts.GetFacing(cxt.actor)", "", "south"),
        ("kts.GetPos(cxt.actor).x", "", "3"),
        ("kts.GetPlayer(cxt.actor) == kts.GetAllPlayers()[1]", "", "true"),
        ("kts.GameTime()", "", "1"),
    ],
)
def test_what_asks_or_may_fail_answers(run_shared: RunLua, call: str, setup: str, result: str) -> None:
    ran = acting(run_shared, f"print({call})", setup, load="fixed = kts.ItemType {}")
    assert ran.lines[0].split()[0] == result


def test_secure_says_why_not(run_lua: RunLua) -> None:
    ran = acting(run_lua, "print(kts.Secure(T.wall)) print(kts.Secure(T.wall))", LOOK_NORTH)
    assert ran.lines == ["true nil", "false already_secure"]
    assert acting(run_lua, "print(kts.Secure(T.wall))").lines == ["false not_a_home"]
    assert acting(run_lua, "cxt.actor = nil print(kts.Secure(T.wall))", LOOK_NORTH).lines == ["false invalid"]
    script = "kts.AddTask(function() cxt.actor = kts.AddMonster(T.side, T.rat) print(kts.Secure(T.wall)) end)"
    assert played(run_lua, script).lines == ["false invalid"]


def test_a_secured_home_is_that_of_its_player_and_others_lose_it(run_lua: RunLua) -> None:
    setup = """
    players = kts.GetAllPlayers()
    for _, each in ipairs(players) do kts.SetHomeFor(each, T.here, "north") end
    """
    call = """
    if act_once then return end
    act_once = true
    kts.Secure(T.wall)
    local home = kts.GetAllHomes()[1]
    print(home.secured_by == players[1], kts.GetHomeFor(players[2]), kts.GetHomeFor(players[1]).x == home.x)
    """
    layout = LAY_OUT.replace('"random"', '"none"')
    script = f"{layout}{setup}\n{LOOK_NORTH}\nfunction T.act()\n{call}\nend\n{STEP}"
    assert run_lua(script, load=LOAD, files={"s.txt": HALL}, play=1, strict=True).lines == ["true nil true"]


def test_a_secured_home_of_another_team_turns_into_the_wall(run_lua: RunLua) -> None:
    setup = """
    players = kts.GetAllPlayers()
    kts.SetHomeFor(players[2], T.here, "north")
    kts.SetHomeFor(player, T.here, "north")
    """
    layout = LAY_OUT.replace('"random"', '"none"')
    script = f"""{layout}{setup}
    kts.SetRespawnFunction(function(player)
      if player == players[1] then return 3, 2, "north" end
      return 2, 2, "north"
    end)
    kts.AddTask(function()
      kts.Delay(1)
      local first = kts.GetPos(players[1])
      kts.TeleportTo(players[2], T.side)
      cxt.actor = T.knight_of(players[1])
      print(kts.Secure(T.wall))
      kts.TeleportTo(players[1], T.ahead)
      kts.TeleportTo(players[2], T.here)
      cxt.actor = T.knight_of(players[2])
      print(kts.Secure(T.wall))
      print(#kts.GetAllHomes(), kts.GetHomeFor(players[1]), kts.GetTiles({{ x = 3, y = 1 }})[1].table == T.wall.table)
    end)
    """
    load = """
    knights = {}
    note = kts.Tile { on_walk_over = function() knights[kts.GetPlayerID(cxt.actor)] = cxt.actor end }
    function knight_of(player) return knights[kts.GetPlayerID(player)] end
    """
    script = script.replace("kts.AddTask", "for x = 2, 3 do kts.AddTile({ x = x, y = 2 }, T.note) end\nkts.AddTask", 1)
    ran = run_lua(script, load=LOAD + load, files={"s.txt": HALL}, play=1, strict=True)
    assert ran.lines == ["true nil", "true nil", "0 nil true"]


# -- doors, chests and levers


def test_a_locked_door_needs_its_key(run_lua: RunLua) -> None:
    setup = "kts.AddTile(T.ahead, T.door) kts.LockDoor(T.ahead, 1)"
    call = "print(kts.Activate(), kts.IsDoorOpen(T.ahead))"
    locked = acting(run_lua, call, setup)
    assert locked.lines == ["true false"]
    assert events(locked, "locked") == [{"x": 3, "y": 3}]
    assert acting(run_lua, call, f"{setup} {CARRY.format('key')}").lines == ["true true"]


def test_opening_a_trapped_chest_springs_the_trap(run_lua: RunLua) -> None:
    ran = acting(run_lua, "kts.Activate()", "kts.AddTile(T.ahead, T.chest) kts.SetPoisonTrap(T.ahead)")
    assert [event["kind"] for event in events(ran, "trap sprung")] == ["poison"]
    assert len(events(ran, "death")) == 1
    assert ran.map.living_creatures == []


# -- callbacks and their contexts

SHOW = """
function show(what)
  return function()
    local function at(pos) return pos and pos.x .. "," .. pos.y or "-" end
    print(what, cxt.actor ~= nil, at(cxt.actor_pos), at(cxt.pos), at(cxt.tile_pos), at(cxt.item_pos), cxt.item_type)
  end
end
"""


@pytest.mark.parametrize(
    ("load", "setup", "call", "lines"),
    [
        (
            (
                "it = kts.Tile { access = { walking = 'approach' }, on_activate = show 'activate', "
                "on_approach = show 'approach', on_withdraw = show 'withdraw' }"
            ),
            "kts.AddTile(T.ahead, T.it)",
            "kts.Activate()",
            [
                "approach true 3,2 3,2 3,2 - nil",
                "activate true 3,2 3,3 3,3 - nil",
                "withdraw true 3,2 3,3 3,3 - nil",
            ],
        ),
        (
            "it = kts.Tile { on_activate = show 'activate', on_approach = show 'approach' }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.Activate()",
            ["activate true 3,2 3,3 3,3 - nil"],
        ),
        (
            "it = kts.Tile { on_walk_over = show 'walk' }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.TeleportTo(cxt.actor, T.ahead)",
            ["walk true 3,3 3,3 3,3 - nil"],
        ),
        (
            "it = kts.Tile { on_hit = show 'hit', access = {} }",
            f"kts.AddTile(T.ahead, T.it) {CARRY.format('sword')}",
            "kts.Swing()",
            ["hit true 3,2 3,3 3,3 - nil"],
        ),
        (
            "it = kts.Tile { type = 'door', access = {}, on_open_or_close = show 'door' }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.OpenDoor(T.ahead) kts.OpenDoor(T.ahead) kts.CloseDoor(T.ahead)",
            ["door false - 3,3 3,3 - nil"] * 2,
        ),
        (
            "it = kts.Tile { type = 'door', access = {}, on_unlock_fail = show 'locked' }",
            "kts.AddTile(T.ahead, T.it) kts.LockDoor(T.ahead, 'special')",
            "kts.Activate()",
            ["locked true 3,2 3,3 3,3 - nil"],
        ),
        (
            """
            mallet = kts.ItemType { type = 'held', melee_tile_damage = 1 }
            it = kts.ItemType { type = 'backpack', fragile = true, on_hit = show 'struck' }
            glass = kts.Tile { hit_points = 1, access = {}, depth = 3, on_destroy = function()
              print('broken', #kts.GetTiles(cxt.pos))
              kts.AddTask(function() kts.Delay(1) print(kts.PlaceItem(ahead, coin)) end)
            end }
            """,
            f"kts.AddTile(T.ahead, T.glass) kts.PlaceItem(T.ahead, T.it) {CARRY.format('mallet')}",
            "kts.Swing()",
            ["struck true 3,2 3,3 - 3,3 ItemType tiles.it", "broken 1", "true"],
        ),
        (
            "it = kts.ItemType { type = 'held', on_pick_up = show 'up', on_drop = show 'down' }",
            "kts.PlaceItem(T.here, T.it)",
            "kts.PickUp() kts.DropHeld()",
            ["up true 3,2 3,2 - 3,2 ItemType tiles.it", "down true 3,2 3,2 - 3,2 ItemType tiles.it"],
        ),
        (
            "it = kts.MonsterType { type = 'walking', health = 2, on_damage = show 'ouch', on_death = show 'death' }",
            f"kts.AddMonster(T.ahead, T.it) {CARRY.format('sword')}",
            "kts.Swing() kts.Swing()",
            ["ouch true 3,3 3,3 - - nil", "death true 3,3 3,3 - - nil"],
        ),
    ],
    ids=[
        "a lever",
        "a plain tile",
        "a plate",
        "a hit",
        "a door",
        "a locked door",
        "a struck item",
        "an item",
        "a monster",
    ],
)
def test_callbacks_know_who_and_where(run_lua: RunLua, load: str, setup: str, call: str, lines: list[str]) -> None:
    assert acting(run_lua, call, setup, SHOW + load).lines == lines


@pytest.mark.parametrize("damage", ["2", "function() return 2 end"])
@pytest.mark.parametrize("hit_points", ["3", "function() return 3 end"])
def test_blows_wear_a_tile_out(run_lua: RunLua, damage: str, hit_points: str) -> None:
    load = f"""
    {SHOW}
    hammer = kts.ItemType {{ type = "held", melee_tile_damage = {damage} }}
    urn = kts.Tile {{ type = "barrel", access = {{}}, hit_points = {hit_points}, on_destroy = show 'gone' }}
    """
    setup = f"""
    kts.AddTile(T.ahead, T.urn)
    kts.PlaceItem(T.ahead, T.stone)
    {CARRY.format("hammer")}
    """
    # At the second blow it falls apart; the third strikes at nothing.
    ran = acting(run_lua, "kts.Swing() print(#kts.GetTiles(T.ahead)) kts.Swing() kts.Swing()", setup, load)
    assert ran.lines == ["2", "gone true 3,2 3,3 3,3 - nil"]
    assert [ran.map.registry.get("item", stack.item).id for stack in ran.map.loose_items.values()] == ["tiles.stone"]
    assert not ran.map.stored
    assert not ran.map.hit_points
    assert [event["tile"] for event in ran.map.events if event["type"] == "tile destroyed"] == ["tiles.urn"]


@pytest.mark.parametrize(
    ("hook", "setup", "call", "times"),
    [
        ("HOOK_SHOOT", CARRY.format("stone"), "kts.ThrowOrShoot()", 1),
        ("HOOK_WEAPON_DOWNSWING", CARRY.format("sword"), "kts.Swing()", 1),
        ("HOOK_CREATURE_SQUELCH", "", "kts.Damage(1, 0)", 1),
        ("HOOK_CREATURE_SQUELCH", "", "kts.Damage(1, 0, true)", 0),
        ("HOOK_KNIGHT_DAMAGE", "", "kts.Damage(1, 0)", 1),
        ("HOOK_KNIGHT_DAMAGE", "", "kts.Damage(0, 0)", 1),
        ("HOOK_KNIGHT_DAMAGE", "", 'kts.Poison "sick"', 1),
        ("HOOK_KNIGHT_DAMAGE", "", "kts.Suicide()", 1),
        ("HOOK_KNIGHT_DAMAGE", "", "kts.PitKill()", 0),
        ("HOOK_MISSILE_MISS", CARRY.format("stone"), "kts.Throw()", 1),
    ],
)
def test_hooks_are_called(run_lua: RunLua, hook: str, setup: str, call: str, times: int) -> None:
    script = f'kts.{hook} = function() print("hook", cxt ~= nil) end\n{setup}'
    assert acting(run_lua, call, script).lines == ["hook true"] * times


def test_a_hook_that_is_no_function_is_named(run_lua: RunLua) -> None:
    with pytest.raises(ModError, match=r"HOOK_KNIGHT_DAMAGE") as caught:
        acting(run_lua, "kts.Damage(1, 0)", "kts.HOOK_KNIGHT_DAMAGE = 5")
    assert "[host]" not in str(caught.value)


def test_a_hook_that_is_nil_is_left_out(run_lua: RunLua) -> None:
    assert acting(run_lua, "kts.Damage(1, 0)", "kts.HOOK_KNIGHT_DAMAGE = nil").lines == []


def test_the_context_is_there_only_while_a_callback_runs(run_lua: RunLua) -> None:
    ran = acting(
        run_lua,
        'print("in", cxt.pos.x)',
        "print('start', cxt)\nkts.AddTask(function() print('task', select('#', next(cxt)) - 1) end)",
    )
    assert ran.lines == ["start nil", "task 0", "in 3"]


def test_callbacks_in_callbacks_have_contexts_of_their_own(run_lua: RunLua) -> None:
    load = "other = kts.Tile { on_walk_over = function() print('inner', cxt.pos.y) end }"
    call = "print('before', cxt.pos.y) kts.TeleportTo(cxt.actor, T.ahead) print('after', cxt.pos.y)"
    assert acting(run_lua, call, "kts.AddTile(T.ahead, T.other)", load).lines == ["before 2", "inner 3", "after 2"]


def test_a_callback_that_waits_keeps_its_context(run_lua: RunLua) -> None:
    call = "print(cxt.pos.x, kts.GameTime()) kts.Delay(250) print(cxt.pos.x, kts.GameTime())"
    assert acting(run_lua, call).lines == ["3 1", "3 251"]


def test_every_mod_sees_the_context(run_lua: RunLua, make_mod: MakeMod) -> None:
    lines = acting(run_lua, "print(cxt ~= nil, T.look())", load="function look() return cxt ~= nil end").lines
    assert lines == ["true true"]


@pytest.mark.parametrize("kind", ["tile", "hook"])
def test_callbacks_may_be_tables_that_can_be_called(run_lua: RunLua, kind: str) -> None:
    callable_table = 'setmetatable({}, { __call = function() print("called", cxt ~= nil) end })'
    if kind == "tile":
        load = f"other = kts.Tile {{ on_walk_over = {callable_table} }}"
        ran = acting(run_lua, "kts.TeleportTo(cxt.actor, T.ahead)", "kts.AddTile(T.ahead, T.other)", load)
    else:
        ran = acting(run_lua, "kts.Damage(1, 0)", f"kts.HOOK_KNIGHT_DAMAGE = {callable_table}")
    assert ran.lines == ["called true"]


def test_callbacks_that_set_each_other_off_come_to_an_end(run_lua: RunLua) -> None:
    load = """
    ping = kts.Tile { on_walk_over = function() kts.TeleportTo(cxt.actor, { x = 3, y = 4 }) end }
    pong = kts.Tile { on_walk_over = function() kts.TeleportTo(cxt.actor, { x = 3, y = 3 }) end }
    """
    setup = "kts.AddTile(T.ahead, T.ping) kts.AddTile({ x = 3, y = 4 }, T.pong)"
    with pytest.raises(ModError, match=r"^tiles/init\.lua:\d+: callbacks cause other callbacks more than 50 deep$"):
        acting(run_lua, "kts.TeleportTo(cxt.actor, T.ahead)", setup, load)


def test_many_callbacks_one_after_the_other_are_no_depth(run_lua: RunLua) -> None:
    call = "for i = 1, 200 do kts.TeleportTo(cxt.actor, T.ahead) kts.TeleportTo(cxt.actor, T.side) end print(n)"
    load = "n = 0\nother = kts.Tile { on_walk_over = function() n = n + 1 end }"
    ran = acting(run_lua, call.replace("print(n)", "print(T.n)"), "kts.AddTile(T.ahead, T.other)", load)
    assert ran.lines == ["200"]


@pytest.mark.parametrize(
    ("load", "setup", "call"),
    [
        (
            "it = kts.Tile { on_walk_over = function()\nerror('oops')\nend }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.TeleportTo(cxt.actor, T.ahead)",
        ),
        (
            "it = kts.Tile { on_walk_over = function()\nkts.Damage('x')\nend }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.TeleportTo(cxt.actor, T.ahead)",
        ),
        (
            "it = kts.Tile { on_walk_over = function() kts.Delay(5)\nerror('oops')\nend }",
            "kts.AddTile(T.ahead, T.it)",
            "kts.TeleportTo(cxt.actor, T.ahead)",
        ),
        (
            "it = kts.MonsterType { type = 'walking', on_death = function()\nerror('oops')\nend }",
            "kts.AddMonster(T.ahead, T.it)",
            "kts.Swing()",
        ),
    ],
    ids=["an error", "a wrong argument", "an error after a delay", "an error of a monster"],
)
def test_an_error_in_a_callback_is_blamed_on_its_mod_and_line(
    run_lua: RunLua, load: str, setup: str, call: str
) -> None:
    line = 17 + LOAD.count("\n")
    with pytest.raises(ModError) as caught:
        acting(run_lua, call, f"{setup} {CARRY.format('sword')}", load)
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("tiles", "tiles/init.lua", line + 1)


def test_an_error_that_a_mod_catches_goes_no_further(run_lua: RunLua) -> None:
    load = "it = kts.Tile { on_walk_over = function() error('oops', 0) end }"
    call = "print(pcall(kts.TeleportTo, cxt.actor, T.ahead)) print(cxt.pos.y)"
    assert acting(run_lua, call, "kts.AddTile(T.ahead, T.it)", load).lines == ["false oops", "2"]


# -- creatures


def test_a_creature_that_is_gone_has_no_position(run_lua: RunLua) -> None:
    call = "local who = cxt.actor kts.Suicide() print(kts.IsAlive(who), kts.GetPos(who))"
    assert acting(run_lua, call).lines == ["false nil"]


def test_what_a_creature_carried_falls_down(run_lua: RunLua) -> None:
    ran = acting(run_lua, "kts.Suicide()", CARRY.format("coin"))
    assert [(ran.map.position(square), stack.count) for square, stack in ran.map.loose_items.items()] == [((3, 2), 2)]


def test_monsters_leave_their_corpses_but_not_when_they_are_taken_away(run_lua: RunLua) -> None:
    setup = "kts.AddMonster(T.ahead, T.zombie)"
    killed = acting(run_lua, "kts.DestroyCreature(T.found)", f"T.found = {setup}")
    assert [t.prototype.id for t in killed.map.tiles_on(killed.map.square(3, 3))] == ["tiles.floor", "tiles.corpse"]
    taken = acting(
        run_lua, "kts.DestroyCreature(T.rat_ahead, 'pit')", "T.rat_ahead = kts.AddMonster(T.ahead, T.zombie)"
    )
    assert [t.prototype.id for t in taken.map.tiles_on(taken.map.square(3, 3))] == ["tiles.floor"]


def test_weapons_roll_their_damage(run_lua: RunLua) -> None:
    load = "dice = kts.ItemType { type = 'held', melee_damage = function() return 2 end }"
    ran = acting(run_lua, "kts.Swing()", f"kts.AddMonster(T.ahead, T.zombie) {CARRY.format('dice')}", load)
    assert [event["amount"] for event in events(ran, "damage")] == [2]


def test_a_missile_hits_whoever_is_in_its_way(run_lua: RunLua) -> None:
    ran = acting(run_lua, "kts.Throw()", f"kts.AddMonster({{ x = 3, y = 5 }}, T.zombie) {CARRY.format('sword')}")
    assert [(event["amount"], event["health"]) for event in events(ran, "damage")] == [(1, 2)]


def test_a_missile_that_misses_lies_where_it_ends(run_lua: RunLua) -> None:
    ran = acting(run_lua, "kts.Throw()", CARRY.format("sword"))
    assert [ran.map.position(square) for square in ran.map.loose_items] == [(3, 5)]
    ran = acting(run_lua, 'kts.AddMissile(T.ahead, "west", T.coin, false)')
    assert ran.map.loose_items == {}


@pytest.mark.parametrize("call", ["kts.Swing()", "kts.Throw()"])
def test_nobody_reaches_around_the_edge_of_the_map(run_lua: RunLua, call: str) -> None:
    # At (0, 3), looking west: the next square in memory is the last one of the row above.
    setup = f"""
    for y = 2, 3 do for _, x in ipairs {{ 0, 6 }} do kts.RemoveTile({{ x = x, y = y }}, T.wall) end end
    kts.AddMonster({{ x = 6, y = 2 }}, T.still)
    kts.SetHomeFor(player, {{ x = 0, y = 3 }}, "east")
    {CARRY.format("sword")}
    kts.AddTile({{ x = 0, y = 3 }}, T.plate)
    function T.act() {call} end
    kts.AddTask(function()
      kts.Delay(1)
      kts.TeleportTo(player, {{ x = 0, y = 2 }})
      kts.TeleportTo(player, {{ x = 0, y = 3 }})
    end)
    """
    load = 'still = kts.MonsterType { type = "walking", health = 3, speed = 0 }'
    ran = played(run_lua, setup, load)
    assert [(c.x, c.y, c.health) for c in ran.map.living_creatures if c.monster is not None] == [(6, 2, 3)]


# -- tiles


def test_nothing_is_changed_into_nil(run_lua: RunLua) -> None:
    ran = acting(run_lua, "kts.ChangeTile(nil) kts.ChangeItem() print(#kts.GetTiles(T.here))")
    assert ran.lines == ["2"]
    call = "cxt.item_pos = T.ahead kts.ChangeItem(nil)"
    assert len(acting(run_lua, call, "kts.PlaceItem(T.ahead, T.coin)").map.loose_items) == 1


def test_a_hook_that_is_no_function_and_a_default_item_that_is_none_are_warnings(make_mod: MakeMod) -> None:
    load = """
    kts.HOOK_SHOOT = 5
    kts.HOOK_WEAPON_PARRY = {}
    kts.DEFAULT_ITEM = kts.Tile {}
    kts.HOOK_SHOOT = nil
    kts.HOOK_SHOOT = setmetatable({}, { __call = print })
    kts.DEFAULT_ITEM = kts.ItemType {}
    """
    assert Host([make_mod("m", load)]).warnings == [
        "m/init.lua:1: kts.HOOK_SHOOT is 5, which the host does not use: must be a function",
        "m/init.lua:2: kts.HOOK_WEAPON_PARRY is a table, which the host does not use: must be a function",
        "m/init.lua:3: kts.DEFAULT_ITEM is Tile m.tile_1, which the host does not use: must be an ItemType",
    ]


def test_magic_works_when_it_is_taken_and_is_gone(run_lua: RunLua) -> None:
    load = 'potion = kts.ItemType { type = "magic", on_pick_up = function() print("drunk", cxt.item_type.type) end }'
    call = """
    kts.PlaceItem(T.here, T.potion, 2)
    print(kts.PickUp(), kts.GetNumHeld(cxt.actor, T.potion), kts.PickUp(), kts.Drop(T.potion))
    kts.GiveItem(cxt.actor, T.potion)
    print(kts.GetNumHeld(cxt.actor, T.potion))
    """
    ran = acting(run_lua, call, load=load)
    assert ran.lines == ["drunk magic", "true 0 false false", "drunk magic", "0"]
    assert not ran.map.loose_items


def test_addtile_pushes_items_aside_or_destroys_them(run_lua: RunLua) -> None:
    script = "kts.PlaceItem(T.ahead, T.coin) kts.AddTile(T.ahead, T.wall)"
    pushed = played(run_lua, script)
    ((square, _),) = pushed.map.loose_items.items()
    x, y = pushed.map.position(square)
    assert max(abs(x - 3), abs(y - 3)) == 1
    lava = "lava = kts.Tile { items = 'destroy' }"
    assert played(run_lua, script.replace("T.wall", "T.lava"), lava).map.loose_items == {}


def test_addtile_is_ignored_outside_the_map(run_lua: RunLua) -> None:
    script = """
    local before = #kts.GetTiles(T.ahead)
    for _, pos in ipairs { { x = -1, y = 0 }, { x = 0, y = 99 }, { x = 2^30, y = 0 } } do
      kts.AddTile(pos, T.wall)
      kts.RemoveTile(pos, T.wall)
      print(#kts.GetTiles(pos))
    end
    kts.AddTile(nil, T.wall)
    kts.RemoveTile(nil, T.wall)
    print(#kts.GetTiles(nil), #kts.GetTiles(T.ahead) == before)
    """
    assert played(run_lua, script).lines == ["0", "0", "0", "0 true"]


def test_removetile_takes_that_very_tile(run_lua: RunLua) -> None:
    script = """
    kts.AddTile(T.ahead, T.door)
    kts.AddTile(T.ahead, T.door)
    kts.AddTile(T.side, T.door)
    local one, two, other = kts.GetTiles(T.ahead)[2], kts.GetTiles(T.ahead)[3], kts.GetTiles(T.side)[2]
    kts.RemoveTile(T.ahead, T.door)
    kts.RemoveTile(T.ahead, other)
    print(#kts.GetTiles(T.ahead))
    kts.LockDoor(T.ahead, 1)
    kts.RemoveTile(T.ahead, one)
    local tiles = kts.GetTiles(T.ahead)
    print(#tiles, tiles[2] == two)
    kts.RemoveTile(T.ahead, one)
    print(#kts.GetTiles(T.ahead))
    """
    ran = played(run_lua, script)
    assert ran.lines == ["3", "2 true", "2"]
    assert ran.map.locks == {}


def test_what_a_tile_copy_knows_moves_with_it(run_lua: RunLua) -> None:
    script = """
    kts.AddTile(T.ahead, T.chest)
    kts.LockDoor(T.ahead, 2)
    kts.PlaceItem(T.ahead, T.coin, 4)
    local chest = kts.GetTiles(T.ahead)[2]
    kts.AddTile(T.ahead, T.deep)
    print(kts.GetTiles(T.ahead)[3] == chest)
    kts.RemoveTile(T.ahead, T.floor)
    print(kts.GetTiles(T.ahead)[2] == chest)
    """
    ran = played(run_lua, script, "deep = kts.Tile { depth = 7 }")
    assert ran.lines == ["true", "true"]
    (chest,) = json.loads(ran.shown.to_json())["chests"]
    assert (chest["lock"], chest["content"]["count"], chest["slot"]) == (2, 4, 1)


def test_a_tile_that_is_gone_is_refused(run_lua: RunLua) -> None:
    script = """
    kts.AddTile(T.ahead, T.door)
    local door = kts.GetTiles(T.ahead)[2]
    kts.RemoveTile(T.ahead, door)
    kts.AddTile(T.ahead, door)
    """
    with pytest.raises(ModError, match=r"the tile is no longer on the map$"):
        played(run_lua, script)


def test_tiles_by_depth_lie_in_order(run_lua: RunLua) -> None:
    script = "kts.AddTile(T.ahead, T.up) kts.AddTile(T.ahead, T.down) kts.AddTile(T.ahead, T.also)"
    load = "up, down, also = kts.Tile { depth = -2 }, kts.Tile { depth = 6 }, kts.Tile { depth = -2 }"
    ran = played(run_lua, script, load)
    pile = [tile.prototype.id.removeprefix("tiles.") for tile in ran.map.tiles_on(ran.map.square(3, 3))]
    assert pile == ["down", "floor", "up", "also"]


def test_a_square_holds_only_so_many_tiles(run_lua: RunLua) -> None:
    with pytest.raises(ModError, match=r"the square \(3, 3\) holds 64 tiles: must hold at most 64$"):
        played(run_lua, "for i = 1, 100 do kts.AddTile(T.ahead, T.floor) end")


# -- events


def test_events_tell_what_was_asked(run_lua: RunLua) -> None:
    call = """
    kts.PlaySound({ x = 1, y = 2 }, T.noise, 11000)
    kts.PlaySound(nil, T.noise)
    kts.FlashMessage({ key = "hello", params = { 5 } })
    kts.Quickness(1500, "quick")
    """
    ran = acting(run_lua, call)
    knight = ran.map.living_creatures[0].uid
    assert events(ran, "sound") == [
        {"sound": "noise.wav", "x": 1, "y": 2, "frequency": 11000},
        {"sound": "noise.wav"},
    ]
    assert events(ran, "flash message") == [{"message": {"key": "hello", "params": [5]}, "times": 4}]
    assert events(ran, "quickness") == [{"creature": knight, "ms": 1500, "message": "quick"}]


@pytest.mark.parametrize(
    "call",
    [
        'kts.PrintLoc { key = "won", params = { 0/0 } }',
        'kts.PrintLoc { key = "won", params = { 1, math.huge } }',
        'kts.AddHint({ key = "share", params = { -1/0 } }, 1, 1)',
        "kts.FlashMessage(0/0)",
        "kts.PopUpWindow { width = 1/0 }",
        'kts.Quickness(5, { key = "x", params = { 0/0 } })',
        "kts.PopUpWindow(print, T.floor, { [2.5] = true })",
        'kts.PrintLoc("\\xff\\0")',
    ],
)
def test_whatever_a_message_holds_is_refused_or_can_be_written_down(run_lua: RunLua, call: str) -> None:
    script = f"{LAY_OUT}\nfunction T.act() print(pcall(function() {call} end)) end\n{STEP}"
    ran = run_lua(script, load=LOAD, files={"s.txt": HALL}, players=1, play=1)
    assert ran.lines[0].split()[0] in ("true", "false")
    # No text is JSON that has NaN or infinity in it.
    assert json.loads(ran.shown.to_json())["events"]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.Damage()", "kts.Damage: amount is nil: must be a whole number"),
        ("kts.Damage(-1)", "kts.Damage: amount is -1: must be between 0 and 2147483647"),
        ('kts.Quickness("long", "msg")', 'kts.Quickness: ms is "long": must be a whole number'),
        (
            'kts.Regeneration(5, "msg", "medium")',
            'kts.Regeneration: speed is "medium": must be "slow" or "fast"',
        ),
        ("kts.PlaySound(nil, T.coin)", "kts.PlaySound: sound is an item: must be a sound"),
        (
            "kts.TeleportTo(cxt.actor)",
            "kts.TeleportTo: pos is nil: must be a position, a table with whole numbers x and y",
        ),
        (
            "kts.TeleportTo(T.floor, T.here)",
            "kts.TeleportTo: creature is a tile: must be a player or a creature",
        ),
        (
            'kts.AddMissile(T.here, "in", T.coin)',
            'kts.AddMissile: dir is "in": must be "north", "east", "south" or "west"',
        ),
        ("kts.ZombifyActor(T.coin)", "kts.ZombifyActor: montype is an item: must be a monster"),
        ("kts.Secure()", "kts.Secure: wall_tile is nil: must be a tile"),
        ("kts.ChangeTile(5)", "kts.ChangeTile: tile is 5: must be a tile"),
        ("kts.WinGame()", "kts.WinGame: player is nil: must be a player or a creature"),
        ("kts.PickLock(0/0, 5)", "kts.PickLock: probability is nan: must be a finite number"),
        ("kts.AddTile(T.here, 5)", "kts.AddTile: tile is 5: must be a tile"),
        ("kts.Delay()", "kts.Delay: ms is nil: must be a whole number"),
        ("kts.AddTask(5)", "kts.AddTask: fn is 5: must be a function"),
    ],
)
def test_wrong_arguments_in_play_are_named(run_lua: RunLua, call: str, text: str) -> None:
    with pytest.raises(ModError) as caught:
        acting(run_lua, call)
    assert not isinstance(caught.value, InternalError)
    assert re.sub(r"^script/script\.lua:\d+: ", "", str(caught.value)) == text


def test_events_are_listed_on_the_command_line(make_mod: MakeMod) -> None:
    init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}{LOAD}'
    mod = write_mod(make_mod("x").parent / "tiles", {"init.lua": init, "s.txt": HALL})
    script = mod.parent / "script.lua"
    script.write_text(
        f'local T = require "tiles"\n{LAY_OUT}\nfunction T.act() kts.PlaySound(cxt.pos, T.noise, 5) end\n{STEP}',
        encoding="utf-8",
    )
    result = run_command("run", script, "--mods", mod, "--seed", "1", "--players", "1", "--play", "1", "--events")
    assert result.exit_code == 0, result.output
    assert "event  sound: sound noise.wav, x 3, y 2, frequency 5" in result.stdout
    assert "event  teleport" in result.stdout


# -- tasks


def test_tasks_run_in_game_time_the_earliest_first(run_lua: RunLua) -> None:
    script = """
    local function task(name, ...)
      local delays = { ... }
      kts.AddTask(function()
        print(name, kts.GameTime())
        for _, ms in ipairs(delays) do kts.Delay(ms) print(name, kts.GameTime()) end
      end)
    end
    print("start", kts.GameTime())
    task("a", 100, 100)
    task("b", 50, 50, 100)
    task("c", 150)
    """
    assert played(run_lua, script).lines == [
        "start 0",
        *("a 0", "b 0", "c 0", "b 50", "a 100", "b 100", "c 150", "a 200", "b 200"),
    ]


def test_a_task_runs_at_once_until_it_waits(run_lua: RunLua) -> None:
    script = """
    kts.AddTask(function() print(#kts.GetTiles(T.ahead), cxt and next(cxt)) kts.Delay(1) print "later" end)
    print "next"
    """
    assert played(run_lua, script, seconds=0).lines == ["1 nil", "next"]
    assert played(run_lua, script).lines == ["1 nil", "next", "later"]
    # It may set up the game; an error ends it alone.
    script = "kts.AddTask(function() kts.SetTimeLimit(60) error 'oops' end) print 'next'"
    ran = played(run_lua, script, seconds=0, strict=False)
    assert ran.lines == ["next"]
    assert ran.map.quest["time_limit"] == 60
    assert [warning for warning in ran.host.warnings if "oops" in warning]


def test_time_passes_only_as_far_as_asked(run_lua: RunLua) -> None:
    script = "kts.AddTask(function() while true do print(kts.GameTime()) kts.Delay(400) end end)"
    assert played(run_lua, script, seconds=1).lines == ["0", "400", "800"]
    assert played(run_lua, script, seconds=0.4).lines == ["0", "400"]
    # Without play, a task runs until it waits.
    assert played(run_lua, script, seconds=0).lines == ["0"]


def test_a_delay_without_time_does_nothing(run_lua: RunLua) -> None:
    script = "kts.AddTask(function() kts.Delay(0) kts.Delay(-5) print(kts.GameTime()) end) kts.Delay(0)"
    assert played(run_lua, script).lines == ["0"]


def test_a_task_added_in_play_runs_at_once(run_lua: RunLua) -> None:
    script = """
    kts.AddTask(function()
      kts.Delay(10)
      kts.AddTask(function() print("inner", kts.GameTime()) end)
      print("outer", kts.GameTime())
    end)
    """
    assert played(run_lua, script).lines == ["inner 10", "outer 10"]


def test_a_delay_outside_of_tasks_says_where_it_belongs(run_lua: RunLua) -> None:
    with pytest.raises(ModError) as caught:
        played(run_lua, "kts.Delay(5)")
    assert str(caught.value).endswith(
        "kts.Delay is called outside of a task and of a callback: call it in a function passed to kts.AddTask"
    )


def test_an_error_in_a_task_is_blamed_on_its_mod_and_line(run_lua: RunLua) -> None:
    line = 17 + LOAD.count("\n")
    with pytest.raises(ModError) as caught:
        played(run_lua, "kts.AddTask(T.fail)", "function fail() kts.Delay(5)\nerror('oops')\nend")
    assert str(caught.value) == f"tiles/init.lua:{line + 1}: oops"
    assert caught.value.mod == "tiles"


def test_an_error_of_a_task_whose_text_fails_ends_only_the_task(run_lua: RunLua) -> None:
    script = """
    kts.AddTask(function() error(setmetatable({}, { __tostring = function() error "again" end })) end)
    kts.AddTask(function() print "goes on" end)
    """
    ran = run_lua(script, play=1)
    assert ran.lines == ["goes on"]
    assert ran.host.warnings[-1].endswith("failed: an error object that is a table")


def test_tasks_are_forgotten_with_their_game(run_lua: RunLua) -> None:
    ran = played(run_lua, "kts.AddTask(function() kts.Delay(5) print('old') end)", seconds=0)
    path = ran.host.mods[-1].manifest.folder / "again.lua"
    path.write_text("kts.AddTask(function() print('new') end)", encoding="utf-8")
    ran.host.run_script(path, seed=1, play=1)
    assert ran.lines == ["new"]


def test_a_task_may_use_coroutines_of_its_own(run_lua: RunLua) -> None:
    script = """
    kts.AddTask(function()
      local step = coroutine.wrap(function() for i = 1, 2 do coroutine.yield(i) end end)
      print(step(), step())
      kts.Delay(5)
      print(kts.GameTime())
    end)
    """
    assert played(run_lua, script).lines == ["1 2", "5"]


@pytest.mark.parametrize("value", ["{}", "'soon'", "nil", "-5", "1e300"])
def test_whatever_a_task_yields_it_goes_on(run_lua: RunLua, value: str) -> None:
    script = f"kts.AddTask(function() coroutine.yield({value}) print('on') end)"
    try:
        lines = played(run_lua, script).lines
    except HostError as error:
        lines = [type(error).__name__]
    assert lines in (["on"], [], ["ModError"])


def test_play_leaves_no_trace_in_another_game_of_the_same_seed(run_lua: RunLua) -> None:
    script = "kts.AddTask(function() for i = 1, 5 do print(kts.RandomRange(1, 1000)) kts.Delay(1) end end)"
    ran = played(run_lua, script)
    path = ran.host.mods[-1].manifest.folder / "script.lua"
    before = list(ran.lines)
    ran.lines.clear()
    ran.host.run_script(path, seed=1, players=1, play=1)
    assert ran.lines == before
