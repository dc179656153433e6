"""Homes, players, hints, messages and the goals of a quest."""

from __future__ import annotations

import re
from typing import Any

import pytest

from host import Host
from host.errors import GenerationError, ModError
from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, RunLua, ScriptRun, strip_location

# Map coordinates are one more: homes at (2, 1) north, (3, 2) east, (2, 3) south, (1, 2) west around (2, 2), and a
# special home at (1, 1).
HOMES = """
segment
width: 3
height: 3
data:
7 3 1
6 1 4
1 5 1
rooms:
1
0 0 5 5
end
eof
"""[1:]
LOAD = """
special = kts.Tile { type = "home", facing = "north", special_exit = true }
segments = kts.LoadSegments({ floor, wall, home_n, home_e, home_s, home_w, special }, "s.txt")
"""
LAY_OUT = """
kts.LayoutDungeon {{
  layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }},
  wall = T.wall, segments = T.segments, entry_type = "{}", allow_rotate = false,
}}
local players = kts.GetAllPlayers()
"""


def at_home(run_shared: RunLua, script: str, entry: str = "random", load: str = "", **options: Any) -> ScriptRun:
    return run_shared(LAY_OUT.format(entry) + script, load=LOAD + load, files={"s.txt": HOMES}, **options)


def in_play(run_shared: RunLua, script: str, load: str = "", **options: Any) -> ScriptRun:
    """Run a script as a task when the knights have entered."""
    return at_home(run_shared, f"kts.AddTask(function() kts.Delay(1)\n{script}\nend)", load=load, play=1, **options)


def refusal(run_shared: RunLua, call: str) -> str:
    with pytest.raises(ModError) as caught:
        at_home(run_shared, call)
    return strip_location(caught.value, "script/script.lua")


# -- homes


def test_homes_are_listed_by_place_and_facing_and_special_ones_last(run_shared: RunLua) -> None:
    script = "for _, h in ipairs(kts.GetAllHomes()) do print(h.x, h.y, h.facing, h.tile.special_exit) end"
    assert at_home(run_shared, script).lines == [
        "2 2 north nil",
        "2 2 east nil",
        "2 2 south nil",
        "2 2 west nil",
        "1 2 north true",
    ]


def test_homes_in_several_segments_come_row_by_row(run_shared: RunLua) -> None:
    script = """
    local block = { type = "block" }
    kts.LayoutDungeon {
      layout = { width = 2, height = 2, data = { block, block, block, block } }, wall = T.wall,
      horiz_door = T.door, vert_door = T.door, segments = T.segments, entry_type = "none", allow_rotate = true,
    }
    for _, h in ipairs(kts.GetAllHomes()) do print(h.y, h.x, h.facing, h.tile.special_exit == true) end
    """
    # Beside the special home one to the north and nothing else, so that doors find room.
    load = LOAD.replace("home_n, home_e, home_s, home_w", "home_n, floor, floor, floor")
    order = ["north", "east", "south", "west"]
    for seed in range(5):
        ran = run_shared(script, load=load, files={"s.txt": HOMES}, seed=seed)
        keys = [(s == "true", int(y), int(x), order.index(f)) for y, x, f, s in (line.split() for line in ran.lines)]
        assert len(keys) == 8
        assert keys == sorted(keys)


def test_the_tile_of_a_home_is_the_one_on_the_map(run_shared: RunLua) -> None:
    script = """
    for _, home in ipairs(kts.GetAllHomes()) do
      local step = ({ north = { 0, -1 }, east = { 1, 0 }, south = { 0, 1 }, west = { -1, 0 } })[home.facing]
      local tiles = kts.GetTiles({ x = home.x + step[1], y = home.y + step[2] })
      print(home.tile == tiles[#tiles], type(home.tile), home.tile == T.home_n, home.secured_by)
    end
    """
    assert set(at_home(run_shared, script).lines) == {"true userdata false nil"}


def test_a_home_is_a_position(run_shared: RunLua) -> None:
    script = "local home = kts.GetAllHomes()[1]\nprint(kts.PlaceItem(home, T.coin), #kts.GetTiles(home))"
    assert at_home(run_shared, script).lines == ["true 1"]


def test_a_list_of_homes_is_made_anew_each_time(run_shared: RunLua) -> None:
    script = """
    local homes = kts.GetAllHomes()
    homes[1].x, homes[2] = 99, nil
    print(kts.GetAllHomes()[1].x, #kts.GetAllHomes())
    """
    assert at_home(run_shared, script).lines == ["2 5"]


def test_each_player_has_a_home_of_their_own(run_shared: RunLua) -> None:
    script = """
    local seen = {}
    for _, player in ipairs(players) do
      local home = kts.GetHomeFor(player)
      seen[home.facing] = true
      print(home.x, home.y, home.tile ~= nil)
    end
    print((next(seen, next(seen))) ~= nil)
    """
    assert at_home(run_shared, script).lines == ["2 2 true", "2 2 true", "true"]


@pytest.mark.parametrize("script", ["kts.WipeDungeon()", ""])
def test_who_has_no_home_gets_nil(run_shared: RunLua, script: str) -> None:
    entry = "random" if script else "none"
    assert at_home(run_shared, f"{script}\nprint(kts.GetHomeFor(players[1]))", entry).lines == ["nil"]


def test_before_there_is_a_map_there_are_players_without_homes(run_shared: RunLua) -> None:
    ran = run_shared(
        "print(#kts.GetAllHomes(), #kts.GetAllPlayers(), kts.GetHomeFor(kts.GetAllPlayers()[1]))", players=3
    )
    assert ran.lines == ["0 3 nil"]


def test_a_player_can_be_given_a_home_that_is_there(run_shared: RunLua) -> None:
    script = """
    kts.SetHomeFor(players[1], { x = 2, y = 2 }, "WEST")
    local home = kts.GetHomeFor(players[1])
    print(home.x, home.y, home.facing, home.tile ~= nil, kts.GetHomeFor(players[2]))
    """
    assert at_home(run_shared, script, "none").lines == ["2 2 west true nil"]


def test_a_player_can_be_given_any_place_for_a_home(run_shared: RunLua) -> None:
    script = """
    kts.SetHomeFor(players[1], { x = 1, y = 3 }, "up")
    local home = kts.GetHomeFor(players[1])
    print(home.x, home.y, home.facing, home.tile, #kts.GetAllHomes())
    """
    assert at_home(run_shared, script).lines == ["1 3 north nil 5"]


def test_the_last_home_given_counts(run_shared: RunLua) -> None:
    script = """
    kts.SetHomeFor(players[1], { x = 1, y = 3 }, "north")
    kts.SetHomeFor(players[1], { x = 3, y = 3 }, "south")
    print(kts.GetHomeFor(players[1]).x)
    kts.SetHomeFor(players[1], { x = 2, y = 2 }, "east")
    print(kts.GetHomeFor(players[1]).facing, #kts.GetAllHomes())
    """
    assert at_home(run_shared, script).lines == ["3", "east 5"]


@pytest.mark.parametrize(
    "place", ['{ x = 2, y = 2 }, "east"', '{ x = 1, y = 3 }, "north"'], ids=["a home", "any place"]
)
def test_players_may_share_a_home(run_shared: RunLua, place: str) -> None:
    script = f"""
    for _, player in ipairs(players) do kts.SetHomeFor(player, {place}) end
    for _, player in ipairs(players) do print(kts.GetHomeFor(player) ~= nil) end
    """
    assert at_home(run_shared, script, "none").lines == ["true", "true"]


def test_knights_enter_at_their_homes_and_look_away_from_them(run_shared: RunLua) -> None:
    script = """
    kts.SetHomeFor(players[1], { x = 2, y = 2 }, "east")
    kts.SetHomeFor(players[2], { x = 1, y = 3 }, "north")
    kts.AddTask(function()
      kts.Delay(1)
      for _, p in ipairs(players) do print(kts.GetPos(p).x, kts.GetPos(p).y, kts.GetFacing(p)) end
    end)
    """
    assert at_home(run_shared, script, "none", play=1).lines == ["2 2 west", "1 3 south"]


@pytest.mark.parametrize(("respawn", "knights"), [("anywhere", 2), ("normal", 0)])
def test_knights_without_a_home_enter_where_they_respawn(run_shared: RunLua, respawn: str, knights: int) -> None:
    script = f'kts.SetRespawnType("{respawn}") kts.AddTask(function() kts.Delay(1) print(kts.IsAlive(players[1])) end)'
    if respawn == "normal":
        with pytest.raises(ModError, match=r"^player 1 has no home to enter at: choose another entry_type of"):
            at_home(run_shared, script, "none", play=1)
        return
    ran = at_home(run_shared, script, "none", play=1)
    assert len(ran.map.living_creatures) == knights
    assert ran.lines == [str(knights > 0).lower()]
    # The same squares each time.
    places = [(knight.x, knight.y) for knight in ran.map.living_creatures]
    assert [(k.x, k.y) for k in at_home(run_shared, script, "none", play=1).map.living_creatures] == places


def test_a_knight_enters_at_the_nearest_free_square_when_another_stands_at_the_home(run_shared: RunLua) -> None:
    script = 'for _, player in ipairs(players) do kts.SetHomeFor(player, { x = 2, y = 2 }, "east") end'
    assert [(k.x, k.y) for k in at_home(run_shared, script, "none", play=1).map.living_creatures] == [(2, 2), (1, 1)]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.GetHomeFor()", "kts.GetHomeFor: player is nil: must be a player or a creature"),
        ("kts.GetHomeFor(5)", "kts.GetHomeFor: player is 5: must be a player or a creature"),
        ("kts.GetHomeFor(T.floor)", "kts.GetHomeFor: player is a tile: must be a player or a creature"),
        (
            "kts.GetHomeFor(kts.AddMonster({ x = 2, y = 2 }, T.rat))",
            "a Player or a knight was expected, and this creature is not a knight",
        ),
        (
            'kts.SetHomeFor(players[1], { x = 50, y = 1 }, "north")',
            "kts.SetHomeFor: pos (50, 1) lies outside the map",
        ),
        (
            'kts.SetHomeFor(players[1], nil, "north")',
            "kts.SetHomeFor: pos is nil: must be a position, a table with whole numbers x and y",
        ),
        (
            "kts.SetHomeFor(players[1], { x = 1, y = 1 })",
            'kts.SetHomeFor: facing is nil: must be "north", "east", "south" or "west"',
        ),
        (
            'kts.SetHomeFor(nil, { x = 1, y = 1 }, "north")',
            "kts.SetHomeFor: player is nil: must be a player or a creature",
        ),
    ],
)
def test_homes_refuse(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


# -- players


def test_players_come_in_order_and_are_the_same_each_time(run_shared: RunLua) -> None:
    script = """
    local again = kts.GetAllPlayers()
    print(#players, players[1] == again[1], players[1] == players[2], rawequal(players[1], again[1]), type(players[1]))
    local by_player = { [players[1]] = "first" }
    print(by_player[again[1]], players[1], kts.GetPlayerID(players[2]))
    """
    assert at_home(run_shared, script, players=3).lines == [
        "3 true false true userdata",
        "first Player 1 Player 2@Player 2",
    ]


@pytest.mark.parametrize("access", ["local _ = players[1].name", "players[1].name = 5", "local _ = players[1].table"])
def test_a_player_has_no_fields(run_shared: RunLua, access: str) -> None:
    assert re.match(r"Player has no underlying table", refusal(run_shared, access))


def test_a_knight_stands_for_its_player(run_shared: RunLua) -> None:
    # A task has no actor; whoever steps on the tile is one.
    load = """
    T = {}
    meet = kts.Tile { on_walk_over = function()
      local knight = cxt.actor
      local player = kts.GetPlayer(knight)
      print(kts.IsKnight(knight), player == kts.GetAllPlayers()[1], kts.GetPlayerID(knight) == kts.GetPlayerID(player))
      print(kts.GetHomeFor(knight).facing == kts.GetHomeFor(player).facing, kts.IsAlive(knight), kts.IsAlive(player))
      print(kts.GetFacing(knight) == kts.GetFacing(player), kts.GetPos(knight).x, type(knight))
    end }
    """
    script = "kts.AddTile({ x = 3, y = 3 }, T.meet)\nkts.TeleportTo(kts.GetAllPlayers()[1], { x = 3, y = 3 })"
    assert in_play(run_shared, script, load, players=1).lines == ["true true true", "true true true", "true 3 userdata"]


def test_a_monster_is_no_player(run_shared: RunLua) -> None:
    script = """
    local rat = kts.AddMonster({ x = 2, y = 2 }, T.rat)
    print(kts.GetPlayer(rat), kts.IsKnight(rat), kts.IsAlive(rat))
    """
    assert at_home(run_shared, script).lines == ["nil false true"]


def test_before_play_players_have_no_knights(run_shared: RunLua) -> None:
    assert at_home(run_shared, "print(kts.IsAlive(players[1]))").lines == ["false"]
    assert at_home(run_shared, "print(kts.GetPos(players[1]))").lines == ["nil"]


def test_players_can_be_put_out_of_the_game(run_shared: RunLua) -> None:
    script = """
    kts.EliminatePlayer(players[2])
    print(kts.IsEliminated(players[1]), kts.IsEliminated(players[2]))
    kts.AddTask(function() kts.Delay(1) print(kts.IsAlive(players[1]), kts.IsAlive(players[2])) end)
    """
    ran = at_home(run_shared, script, play=1)
    assert ran.lines == ["false true", "true false"]
    assert {"type": "player eliminated", "player": 1} in ran.map.events


def test_a_player_of_a_game_that_is_over_is_refused(run_shared: RunLua) -> None:
    ran = at_home(run_shared, "T.old = players[1]")
    with pytest.raises(ModError, match=r"^script/again\.lua:1: the player belongs to a game that is over$"):
        again(ran, 'local T = require "tiles"; kts.GetHomeFor(T.old)')


def again(ran: ScriptRun, script: str) -> list[str]:
    """Run another script in a new game of the same host; what it prints."""
    folder = ran.host.mods[-1].manifest.folder
    path = folder / "again.lua"
    path.write_text(script, encoding="utf-8")
    ran.lines.clear()
    ran.host.run_script(path, seed=1)
    return ran.lines


@pytest.mark.parametrize("kind", ["normal", "different", "anywhere"])
def test_the_respawn_type_is_kept(run_shared: RunLua, kind: str) -> None:
    ran = at_home(run_shared, f'print(kts.GetRespawnType())\nkts.SetRespawnType("{kind}")\nprint(kts.GetRespawnType())')
    assert ran.lines == ["normal", kind]
    assert ran.map.quest.get("respawn", "normal") == kind


@pytest.mark.parametrize("value", ['"Normal"', '"nowhere"', "nil", "5", "{}"])
def test_other_respawn_types_are_refused(run_shared: RunLua, value: str) -> None:
    text = refusal(run_shared, f"kts.SetRespawnType({value})")
    assert re.match(r'kts\.SetRespawnType: type is .+: must be "normal", "different" or "anywhere"', text)


def test_the_respawn_function_is_kept_until_the_game_is_over(run_shared: RunLua) -> None:
    script = """
    local function f() end
    print(kts.GetRespawnFunction())
    kts.SetRespawnFunction(f)
    print(kts.GetRespawnFunction() == f)
    kts.SetRespawnFunction(nil)
    print(kts.GetRespawnFunction())
    kts.SetRespawnFunction(f)
    """
    ran = at_home(run_shared, script)
    assert ran.lines == ["nil", "true", "nil"]
    assert again(ran, "print(kts.GetRespawnFunction())") == ["nil"]


@pytest.mark.parametrize(("value", "shown"), [("5", "5"), ('"f"', '"f"'), ("{}", "a table")])
def test_a_respawn_function_must_be_a_function(run_shared: RunLua, value: str, shown: str) -> None:
    assert refusal(run_shared, f"kts.SetRespawnFunction({value})") == (
        f"kts.SetRespawnFunction: fn is {shown}: must be a function"
    )


# -- hints and messages


def test_hints_are_sorted_by_group_order_and_key_with_a_line_between_groups(run_shared: RunLua) -> None:
    script = """
    kts.AddHint("c", 2, 1)
    kts.AddHint("b", 1, 1)
    kts.AddHint({ key = "d", params = { "x", 5 }, plural = 5 }, 1, 2)
    kts.AddHint({ key = "aa" }, 2, 1)
    kts.AddHint("a", 0.5, 1)
    kts.ResendHints()
    """
    ran = at_home(run_shared, script)
    first, second = ["a", "b", {"key": "aa"}, "c"], [{"key": "d", "params": ["x", 5], "plural": 5}]
    # "A separator stands between groups", in JSON too.
    assert ran.map.quest["hints"] == [*first, "", *second]
    assert {"type": "hints", "hints": [*first, "", *second]} in ran.map.events


def test_hints_can_be_cleared_and_survive_a_wiped_dungeon(run_shared: RunLua) -> None:
    script = 'kts.AddHint("a", 1, 1)\nkts.ClearHints()\nkts.AddHint("b", 1, 1)\nkts.WipeDungeon()'
    assert at_home(run_shared, script).map.quest["hints"] == ["b"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('kts.PrintLoc("hello")', {"message": "hello"}),
        (
            'kts.PrintLoc { key = "could_not_generate", params = { "huge", "big" } }',
            {"message": {"key": "could_not_generate", "params": ["huge", "big"]}},
        ),
        ('kts.PrintLoc(players[2], "psst")', {"message": "psst", "player": 1}),
        ('kts.PrintLoc { key = "n", params = { 3, players[1] }, plural = 3 }', None),
    ],
)
def test_messages_are_events(run_shared: RunLua, call: str, message: dict[str, Any] | None) -> None:
    (event,) = at_home(run_shared, call).map.events
    assert event["type"] == "message"
    if message is not None:
        assert event == {"type": "message", **message}


MESSAGE = 'must be a string or a table {key = "…", params = {…}}'


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.PrintLoc()", f"kts.PrintLoc: msg is nil: {MESSAGE}"),
        ("kts.PrintLoc(5)", f"kts.PrintLoc: msg is 5: {MESSAGE}"),
        ("kts.PrintLoc(players[1])", f"kts.PrintLoc: msg is nil: {MESSAGE}"),
        ("kts.PrintLoc {}", f"kts.PrintLoc: msg is a table: {MESSAGE}"),
        ("kts.PrintLoc { key = 5 }", f"kts.PrintLoc: msg is a table: {MESSAGE}"),
        ('kts.PrintLoc { key = "a", params = 5 }', "kts.PrintLoc: msg.params is 5: must be a list"),
        (
            'kts.PrintLoc { key = "a", params = { "x", print } }',
            "kts.PrintLoc: msg.params[2] is a function: must be a string, a number, a player or another message",
        ),
        ('kts.PrintLoc { key = "a", plural = "x" }', 'kts.PrintLoc: msg.plural is "x": must be a number'),
        ('kts.PrintLoc(T.floor, "a")', "kts.PrintLoc: player is a tile: must be a player or a creature"),
        ("kts.AddHint()", "kts.AddHint: order is nil: must be a finite number"),
        ('kts.AddHint("a", "x", 1)', 'kts.AddHint: order is "x": must be a finite number'),
        ('kts.AddHint("a", 1)', "kts.AddHint: group is nil: must be a finite number"),
        ("kts.AddHint(5, 1, 1)", f"kts.AddHint: msg is 5: {MESSAGE}"),
    ],
)
def test_messages_refuse(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


def test_print_speaks_to_all_or_to_one_player(run_shared: RunLua) -> None:
    ran = at_home(run_shared, 'print("a", 1, nil, true)\nprint(players[2], "b", 2)\nprint()')
    assert ran.lines == ["a 1 nil true", "to player 2: b 2", ""]


def test_debugprint_writes_a_line(run_shared: RunLua) -> None:
    assert at_home(run_shared, 'kts.DebugPrint("x y")\nkts.DebugPrint(5)').lines == ["x y", "5"]


def test_a_window_is_an_event(run_shared: RunLua) -> None:
    (event,) = at_home(run_shared, 'kts.PopUpWindow({ title = "hi", body = "there" })').map.events
    assert event == {"type": "window", "content": [{"title": "hi", "body": "there"}]}


# -- what the quest asks of play

ASKED = [
    (
        "kts.AddStartingGear(T.coin, 1, 2, 3)",
        "starting_gear",
        [{"item": "tiles.coin", "counts": [1, 2, 3]}],
    ),
    (
        "kts.SetStuffRespawning({ T.coin, T.key }, 5000)",
        "stuff_respawn",
        {"items": ["tiles.coin", "tiles.key"], "ms": 5000},
    ),
    (
        "kts.SetLockpickSpawn(T.lockpicks, 100, 200)",
        "lockpick_spawn",
        {"item": "tiles.lockpicks", "first_ms": 100, "interval_ms": 200},
    ),
    ("kts.SetStuffRespawning({ T.coin }, 5000)\nkts.SetStuffRespawning({ T.coin }, -1)", "stuff_respawn", None),
    ("kts.SetLockpickSpawn(T.lockpicks, -1, 200)", "lockpick_spawn", None),
    ("kts.SetPremapped()", "premapped", True),
    ("kts.SetTimeLimit(90)", "time_limit", 90),
    ("kts.SetTimeLimit(0)", "time_limit", None),
    ("kts.SetTimeLimit(90)\nkts.SetTimeLimit(-0.5)", "time_limit", None),
    ("kts.SetTimeLimit(59.9)", "time_limit", 59),
    ("kts.SetDeathmatchMode(true)", "deathmatch", True),
    ("kts.SetDeathmatchMode(false)", "deathmatch", None),
    (
        "kts.AddMonsterGenerator(T.bat, { T.floor, T.wall }, 0.5)",
        "monster_generators",
        [{"monster": "tiles.bat", "tiles": ["tiles.floor", "tiles.wall"], "probability": 0.5}],
    ),
    ("kts.LimitMonster(T.bat, 3)", "monster_limits", {"tiles.bat": 3}),
    ("kts.LimitMonster(T.bat, 3)\nkts.LimitMonster(T.bat, -1)", "monster_limits", None),
    ("kts.LimitTotalMonsters(15)", "total_monster_limit", 15),
    ("kts.LimitTotalMonsters(5)\nkts.LimitTotalMonsters(-1)", "total_monster_limit", None),
    (
        "kts.SetZombieActivity(0.25, { { T.floor, T.wall }, { T.wall, T.rat } })",
        "zombie_activity",
        {"probability": 0.25, "changes": [["tiles.floor", "tiles.wall"], ["tiles.wall", "tiles.rat"]]},
    ),
]


@pytest.mark.parametrize(("call", "name", "value"), ASKED, ids=[call for call, _, _ in ASKED])
def test_what_a_quest_asks_of_play_is_kept_with_the_map(run_shared: RunLua, call: str, name: str, value: Any) -> None:
    ran = at_home(run_shared, call)
    assert ran.map.quest.get(name) == value
    # And a wiped dungeon does not change it, nor does it reach the next game.
    assert at_home(run_shared, f"{call}\nkts.WipeDungeon()").map.quest.get(name) == value


@pytest.mark.parametrize("call", [call for call, _, _ in ASKED], ids=[name for _, name, _ in ASKED])
def test_what_a_quest_asks_of_play_is_forgotten_with_the_game(run_shared: RunLua, call: str) -> None:
    ran = at_home(run_shared, call)
    again(ran, "")
    path = ran.host.mods[-1].manifest.folder / "again.lua"
    assert ran.host.run_script(path, seed=1).quest == {}


def test_limits_can_be_asked_for(run_shared: RunLua) -> None:
    script = """
    print(kts.GetMonsterLimit(T.bat), kts.GetTotalMonsterLimit())
    print(kts.GetMonsterCount(T.bat), kts.GetTotalMonsterCount())
    kts.LimitMonster(T.bat, 0)
    kts.LimitTotalMonsters(7)
    kts.AddMonster({ x = 2, y = 2 }, T.bat)
    kts.AddMonster({ x = 2, y = 2 }, T.rat)
    print(kts.GetMonsterLimit(T.bat), kts.GetMonsterLimit(T.rat), kts.GetTotalMonsterLimit())
    print(kts.GetMonsterCount(T.bat), kts.GetTotalMonsterCount())
    """
    assert at_home(run_shared, script).lines == ["nil nil", "0 0", "0 nil 7", "1 2"]


def test_knights_begin_with_their_gear(run_shared: RunLua) -> None:
    script = """
    kts.AddStartingGear(T.coin, 3, 1)
    kts.AddStartingGear(T.lockpicks, 1)
    kts.AddStartingGear(T.key, 0, 1)
    kts.AddTask(function()
      kts.Delay(1)
      local p = players[1]
      print(kts.GetNumHeld(p, T.coin), kts.GetNumHeld(p, T.key), kts.GetItemInHand(p) == T.lockpicks)
    end)
    """
    assert at_home(run_shared, script, play=1).lines == ["3 0 true"]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.AddStartingGear()", "kts.AddStartingGear: item is nil: must be an item"),
        ("kts.AddStartingGear(T.coin, -1)", "kts.AddStartingGear: argument 2 is -1: must be between 0 and 2147483647"),
        ("kts.AddStartingGear(T.coin, 1, {})", "kts.AddStartingGear: argument 3 is a table: must be a whole number"),
        ("kts.SetStuffRespawning(T.coin, 5)", "kts.SetStuffRespawning: items is an item: must be a list"),
        (
            "kts.SetStuffRespawning({ T.floor }, 5)",
            "kts.SetStuffRespawning: items[1] is a tile: must be an item",
        ),
        ("kts.SetLockpickSpawn(T.coin)", "kts.SetLockpickSpawn: first_ms is nil: must be a whole number"),
        ("kts.SetTimeLimit(0/0)", "kts.SetTimeLimit: seconds is nan: must be a finite number"),
        ("kts.SetTimeLimit()", "kts.SetTimeLimit: seconds is nil: must be a finite number"),
        ("kts.AddMonsterGenerator(T.bat, T.floor, 1)", "kts.AddMonsterGenerator: tiles is a tile: must be a list"),
        (
            "kts.AddMonsterGenerator(T.bat, { T.bat }, 1)",
            "kts.AddMonsterGenerator: tiles[1] is a monster: must be a tile",
        ),
        (
            "kts.AddMonsterGenerator(T.bat, {}, math.huge)",
            "kts.AddMonsterGenerator: probability is inf: must be a finite number",
        ),
        ("kts.LimitMonster(T.bat)", "kts.LimitMonster: number is nil: must be a whole number"),
        ("kts.LimitTotalMonsters(1.5)", "kts.LimitTotalMonsters: number is 1.5: must be a whole number"),
        ("kts.SetZombieActivity(1)", "kts.SetZombieActivity: table is nil: must be a list"),
        (
            "kts.SetZombieActivity(1, { { T.floor } })",
            "kts.SetZombieActivity: table[1] is a table: must be {Tile, Tile or MonsterType}",
        ),
        (
            "kts.SetZombieActivity(1, { { T.floor, T.coin } })",
            "kts.SetZombieActivity: table[1][2] is an item: must be a tile or a monster",
        ),
        ("kts.GetMonsterLimit()", "kts.GetMonsterLimit: montype is nil: must be a monster"),
    ],
)
def test_what_a_quest_asks_is_checked(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


def test_what_a_generator_does_after_a_failed_layout_is_no_reason(make_mod: MakeMod) -> None:
    generator = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
coin = kts.ItemType { type = "backpack" }
require("host.generators").register_generator {
  id = "room",
  generate = function()
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = layout, wall = wall, segments = segments, entry_type = "close" }
    kts.AddItem(coin, 1, { "floor", 1 })
  end,
}
"""
    mod = make_mod("m", KTS_TILES + generator, files={"segments.txt": KTS_SEGMENT})
    with pytest.raises(GenerationError) as caught:
        Host([mod], output=lambda _: None).generate("m.room", seed=1, players=3)
    assert caught.value.message.startswith("the dungeon could not be made: cell (0,0) needs a segment with 3 homes")
    assert "the mod continued nevertheless, and then: kts.AddItem: no free square is left" in caught.value.message


def test_a_failed_layout_is_no_reason_where_the_generator_makes_another_map(make_mod: MakeMod) -> None:
    generator = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
require("host.generators").register_generator {
  id = "room",
  generate = function()
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = layout, wall = wall, segments = segments, entry_type = "close" }
    require("host.toolbox").caves { width = 20, height = 20 }:map()
    error("a bug of its own", 0)
  end,
}
"""
    mod = make_mod("m", KTS_TILES + generator, files={"segments.txt": KTS_SEGMENT})
    with pytest.raises(ModError) as caught:
        Host([mod], output=lambda _: None).generate("m.room", seed=1, players=3)
    assert caught.value.message == "a bug of its own"
