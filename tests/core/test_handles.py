"""Handles of tiles, items, segments and players: which operations they support and which they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host import Host, HostError
from host.model.tile import APPROACH, BLOCKED, CLEAR, FLYING, MISSILES, WALKING
from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, RunLua, dedent, write_mod

# A dungeon of one room, with the tiles of KTS_TILES.
LAY = """
    segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
    layout = { width = 1, height = 1, data = { { type = "block" } } }
    function lay()
      kts.LayoutDungeon { layout = layout, wall = wall, segments = segments, entry_type = "close" }
    end
    given = { access = { walking = "clear", flying = "approach" }, depth = 3, custom = "mine" }
    tile = kts.Tile(given)
    graphic, sound = kts.Graphic("none.bmp"), kts.Sound("none.wav")
    control = kts.Control { name_key = "x" }
    g = graphic
    anim, overlay = kts.Anim { g, g, g, g }, kts.Overlay { g, g, g, g }
"""
# Every kind of handle, as an expression of a script.
WITH_FIELDS = {
    "Tile": "T.tile",
    "ItemType": "T.coin",
    "MonsterType": "T.bat",
    "Control": "T.control",
    "Anim": "T.anim",
    "Overlay": "T.overlay",
}
WITHOUT_FIELDS = {
    "Graphic": "T.graphic",
    "Sound": "T.sound",
    "Segment": "T.segments[1]",
    "Player": "kts.GetAllPlayers()[1]",
    "Creature": "kts.AddMonster({ x = 2, y = 2 }, T.bat)",
}
ALL = {**WITH_FIELDS, **WITHOUT_FIELDS}


def catch_error(run_lua: RunLua, script: str) -> HostError:
    with pytest.raises(HostError) as caught:
        run_lua(script, load=LAY)
    return caught.value


# -- what a handle is


@pytest.mark.parametrize("title", ALL)
def test_a_handle_passes_for_userdata(run_shared: RunLua, title: str) -> None:
    script = f"""
        T.lay()
        local h = {ALL[title]}
        print(type(h), h == h, rawequal(h, h), h ~= T.wall, h ~= {{}}, h ~= nil)
        local set = {{ [h] = "found" }}
        print(set[h], next(set) == h, getmetatable(h))
    """
    assert run_shared(script, load=LAY).lines == ["userdata true true true true true", "found true false"]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Tile", "Tile tiles.tile"),
        ("ItemType", "ItemType tiles.coin"),
        ("MonsterType", "MonsterType tiles.bat"),
        ("Control", "Control tiles.control"),
        ("Anim", "Anim tiles.anim"),
        ("Overlay", "Overlay tiles.overlay"),
        ("Sound", "Sound tiles.sound"),
        ("Player", "Player 1"),
    ],
)
def test_a_handle_is_shown_by_its_id(run_shared: RunLua, title: str, text: str) -> None:
    ran = run_shared(f"local h = {ALL[title]} print(tostring(h), ('%s'):format(h)) print(1, h)", load=LAY)
    assert ran.lines == [f"{text} {text}", f"1 {text}"]


OPERATIONS = {
    "call": "h()",
    "method": "h:anything()",
    "length": "#h",
    "addition": "h + 1",
    "negation": "-h",
    "division": "h // 2",
    "bits": "h & 1",
    "concatenation": "h .. 'x'",
    "less": "h < h",
    "less or equal": "h <= h",
    "setmetatable": "setmetatable(h, {})",
    "rawget": "rawget(h, 'access')",
    "rawset": "rawset(h, 'x', 1)",
    "rawlen": "rawlen(h)",
    "next": "next(h)",
    "next in a loop": "(function() for k in next, h do end end)()",
    "pairs": "(function() for k in pairs(h) do end end)()",
    "sort": "table.sort(h)",
    "concat": "table.concat(h)",
    "insert": "table.insert(h, 1)",
    "remove": "table.remove(h)",
    "unpack": "table.unpack(h)",
    "old unpack": "unpack(h)",
    "getn": "table.getn(h)",
    "maxn": "table.maxn(h)",
    "rep": "('x'):rep(h)",
    "floor": "math.floor(h)",
    "band": "bit.band(h)",
    "wrap": "coroutine.wrap(h)",
    "load": "load(h)",
    "require": "require(h)",
    "setfenv": "setfenv(h, {})",
    "getfenv": "getfenv(h)",
    "for numbers": "(function() for i = 1, h do end end)()",
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("title", ["Tile", "Player"])
def test_a_handle_is_neither_table_nor_number_nor_function(run_shared: RunLua, title: str, operation: str) -> None:
    error = catch_error(run_shared, f"local h = {ALL[title]}\nlocal result = {OPERATIONS[operation]}")
    assert (error.file, error.line) == ("script/script.lua", 2)
    assert "[host]" not in error.message
    assert "got table" not in error.message


@pytest.mark.parametrize("title", ALL)
def test_nothing_was_written_into_a_handle(run_shared: RunLua, title: str) -> None:
    """Whatever is tried, `pairs` over a handle stays refused and its metatable stays locked."""
    script = f"""
        T.lay()
        local h = {ALL[title]}
        pcall(rawset, h, 1, 2)
        pcall(setmetatable, h, nil)
        pcall(table.insert, h, 5)
        print(pcall(pairs, h))
        print(getmetatable(h), type(h))
    """
    assert run_shared(script, load=LAY).lines == [
        "false bad argument #1 to 'pairs' (table expected, got userdata)",
        "false userdata",
    ]


# -- fields


@pytest.mark.parametrize("title", WITH_FIELDS)
def test_a_handle_has_the_fields_of_its_table(run_lua: RunLua, title: str) -> None:
    script = f"""
        local h = {WITH_FIELDS[title]}
        print(h.no_such_field, h.table == h.table, type(h.table), h.table.no_such_field)
        h.my_own = {{ 1 }}
        print(h.my_own[1], h.table.my_own == h.my_own)
        h.table.other = 2
        print(h.other)
        h.my_own = nil
        print(h.my_own, rawget(h.table, "my_own"))
        h[1], h[T.wall] = "one", "wall"
        print(h.table[1], h[T.wall])
    """
    assert run_lua(script, load=LAY).lines == ["nil true table nil", "1 true", "2", "nil nil", "one wall"]


def test_the_table_is_the_very_one_that_was_given(run_lua: RunLua) -> None:
    script = (
        "print(T.tile.table == T.given, T.tile.custom, T.tile.access == T.given.access) T.tile.x = 5 print(T.given.x)"
    )
    assert run_lua(script, load=LAY).lines == ["true mine true", "5"]


def test_tables_with_metatables_are_read_through_them(run_lua: RunLua) -> None:
    script = """
        local defaults = { access = {}, depth = 2, label = "inherited" }
        local t = kts.Tile(setmetatable({ custom = 1 }, { __index = defaults }))
        print(t.label, t.custom, t.table.label, rawget(t.table, "label"))
        T.lay()
        kts.AddTile({ x = 2, y = 2 }, t)
    """
    ran = run_lua(script, load=LAY)
    assert ran.lines == ["inherited 1 inherited nil"]
    assert ran.map.access(2, 2, WALKING) == BLOCKED


@pytest.mark.parametrize("title", WITHOUT_FIELDS)
@pytest.mark.parametrize("access", ["h.x", "h.table", "h[1]", "h.x = 1", "h.table = {}", "h[1] = 1"])
def test_some_handles_have_no_fields(run_shared: RunLua, title: str, access: str) -> None:
    statement = access if "=" in access else f"local x = {access}"
    error = catch_error(run_shared, f"T.lay()\nlocal h = {WITHOUT_FIELDS[title]}\n{statement}")
    verb = "set" if "=" in access else "read"
    assert str(error) == f"script/script.lua:3: {title} has no underlying table, so no field can be {verb}"


@pytest.mark.parametrize("title", WITH_FIELDS)
def test_the_table_itself_cannot_be_exchanged(run_shared: RunLua, title: str) -> None:
    error = catch_error(run_shared, f"local h = {WITH_FIELDS[title]}\nh.table = {{}}")
    assert str(error) == f"script/script.lua:2: the field table of a {title} cannot be set"


@pytest.mark.parametrize(("key", "name"), [("nil", "nil"), ("0/0", "NaN")])
def test_keys_that_no_table_takes_are_the_mods_fault(run_shared: RunLua, key: str, name: str) -> None:
    error = catch_error(run_shared, f"-- a comment\nT.tile[{key}] = 1")
    assert (error.file, error.line) == ("script/script.lua", 2)
    assert "[host]" not in error.message
    assert name in error.message


@pytest.mark.parametrize("second", ["{}", "5", "nil, nil"])
@pytest.mark.parametrize("constructor", ["Tile", "ItemType", "MonsterType", "Control"])
def test_a_constructor_takes_one_table_and_gives_a_handle(make_mod: MakeMod, constructor: str, second: str) -> None:
    init = f'local ok, h = pcall(kts.{constructor}, {{ type = "walking" }}, {second}) print(ok, type(h))'
    if constructor != "MonsterType":
        init = init.replace('type = "walking"', "")
    lines: list[str] = []
    Host([make_mod("one", init=init)], output=lines.append)
    # Either the second argument is a fault, or it is left alone.
    assert lines[0] in ("false string", "true userdata")


# -- writing fields that the host knows


def test_writing_access_changes_the_map(run_lua: RunLua) -> None:
    script = """
        T.lay()
        for x = 1, 3 do kts.AddTile({ x = x, y = 2 }, T.tile) end
        T.tile.access = { walking = "blocked", flying = "partial", missiles = "clear" }
        print(T.tile.access.walking)
    """
    ran = run_lua(script, load=LAY)
    assert ran.lines == ["blocked"]
    for x in (1, 2, 3):
        assert [ran.map.access(x, 2, height) for height in (WALKING, FLYING, MISSILES)] == [BLOCKED, APPROACH, CLEAR]


def test_writing_access_changes_where_monsters_may_stand(run_lua: RunLua) -> None:
    script = """
        T.lay()
        kts.AddTile({ x = 2, y = 2 }, T.tile)
        print(kts.AddMonster({ x = 2, y = 2 }, T.rat) ~= nil)
        T.tile.access = { flying = "clear" }
        kts.AddTile({ x = 3, y = 2 }, T.tile)
        print(kts.AddMonster({ x = 3, y = 2 }, T.rat), kts.AddMonster({ x = 3, y = 2 }, T.bat) ~= nil)
        T.tile.access = nil
        print(kts.AddMonster({ x = 3, y = 2 }, T.rat) ~= nil)
    """
    assert run_lua(script, load=LAY).lines == ["true", "nil true", "true"]


def test_writing_items_changes_where_items_may_lie(run_lua: RunLua) -> None:
    script = """
        T.lay()
        local carpet = kts.Tile { items = "carpet" }
        for x = 1, 3 do kts.AddTile({ x = x, y = 2 }, carpet) end
        kts.AddItem(T.coin, 1, { "carpet", 1 })
        carpet.items = "rug"
        kts.AddItem(T.coin, 1, { "rug", 1 })
        print(pcall(kts.AddItem, T.coin, 1, { "carpet", 1 }))
    """
    ran = run_lua(script, load=LAY)
    assert {square // ran.map.width for square in ran.map.loose_items} == {2}
    assert len(ran.map.loose_items) == 2


def test_writing_depth_changes_the_order_of_tiles_laid_later(run_lua: RunLua) -> None:
    script = """
        T.lay()
        local top, low = kts.Tile { depth = -3 }, kts.Tile { depth = 3 }
        low.depth = -4
        local at = { x = 2, y = 2 }
        kts.AddTile(at, low)
        kts.AddTile(at, top)
        for _, tile in ipairs(kts.GetTiles(at)) do print(tile == low and "low" or tile == top and "top" or "floor") end
    """
    assert run_lua(script, load=LAY).lines == ["floor", "top", "low"]


def test_writing_glyph_and_name_changes_the_legend(run_lua: RunLua) -> None:
    ran = run_lua('T.lay() T.floor.glyph = "~" T.floor.name = "water"', load=LAY)
    floor = ran.map.tiles_on(ran.map.square(3, 3))[0]
    assert (floor.glyph, floor.name) == ("~", "water")


def test_a_written_callback_is_the_one_that_is_called(run_lua: RunLua) -> None:
    script = """
        T.lay()
        T.door.on_open_or_close = function() print("first") end
        kts.AddTile({ x = 2, y = 2 }, T.door)
        kts.OpenDoor({ x = 2, y = 2 })
        T.door.on_open_or_close = function() print("second") end
        kts.CloseDoor({ x = 2, y = 2 })
        T.door.on_open_or_close = nil
        kts.OpenDoor({ x = 2, y = 2 })
    """
    assert run_lua(script, load=LAY).lines == ["first", "second"]


BAD_WRITES = [
    ("T.tile", "access", "5", "access is 5: must be a table with walking, flying and missiles"),
    (
        "T.tile",
        "access",
        '{ walking = "claer" }',
        'access.walking is "claer": must be "blocked", "approach", "partial" or "clear"',
    ),
    ("T.tile", "depth", "100", "depth is 100: must be between -64 and 63"),
    ("T.tile", "depth", '"deep"', 'depth is "deep": must be a whole number'),
    ("T.tile", "items", "{}", "items is a table: must be a category: a string, number, boolean or handle"),
    ("T.tile", "on_hit", "5", "on_hit is 5: must be a function"),
    ("T.tile", "hit_points", "-1", "hit_points is -1: must be between 0 and 2147483647"),
    ("T.tile", "graphic", "T.sound", "graphic is a sound: must be a graphic"),
    ("T.tile", "glyph", '"ab"', 'glyph is "ab": must be one printable character, one column wide'),
    ("T.door", "lock_chance", "1.5", "lock_chance is 1.5: must be between 0 and 1"),
    ("T.door", "lock_chance", "0/0", None),
    ("T.key", "key", '"x"', 'key is "x": must be a whole number'),
    ("T.bat", "type", '"swimming"', 'type is "swimming": must be "walking" or "flying"'),
    ("T.bat", "type", "nil", 'type is nil: must be "walking" or "flying"'),
    ("T.bat", "health", "0", None),
    ("T.bat", "weapon", "T.tile", "weapon is a tile: must be an item"),
]


@pytest.mark.parametrize(("handle", "field", "value", "message"), BAD_WRITES)
def test_a_bad_write_is_refused_and_leaves_all_as_it_was(
    run_lua: RunLua, handle: str, field: str, value: str, message: str | None
) -> None:
    script = f"""
        T.lay()
        kts.AddTile({{ x = 2, y = 2 }}, T.tile)
        local before = {handle}.{field}
        local ok, message = pcall(function() {handle}.{field} = {value} end)
        print(ok, message)
        print({handle}.{field} == before, rawequal({handle}.table.{field}, before))
    """
    ran = run_lua(script, load=LAY)
    first, second = ran.lines
    assert first.startswith("false script/script.lua:4: ")
    if message is not None:
        assert first.endswith(message)
    assert second == "true true"
    assert [ran.map.access(2, 2, height) for height in (WALKING, FLYING, MISSILES)] == [CLEAR, APPROACH, BLOCKED]
    assert ran.map.tiles_on(ran.map.square(2, 2))[0].depth in (3, 5)


def test_a_bad_write_is_an_argument_error_with_its_parts(run_lua: RunLua) -> None:
    error = catch_error(run_lua, "-- a comment\nT.tile.depth = 100")
    assert type(error).__name__ == "ArgumentError"
    assert (error.mod, error.file, error.line) == ("script", "script/script.lua", 2)
    assert (error.value, error.rule) == ("100", "must be between -64 and 63")
    assert (error.path or "").endswith("depth")


@pytest.mark.parametrize("field", ["open", "special_lock", "type"])
@pytest.mark.parametrize("handle", ["T.tile", "T.door"])
def test_what_is_fixed_at_birth_cannot_be_assigned(run_shared: RunLua, handle: str, field: str) -> None:
    error = catch_error(run_shared, f"-- a comment\n{handle}.{field} = true")
    assert str(error) == (f"script/script.lua:2: the field {field} of a Tile cannot be assigned: give it to kts.Tile")


# -- tiles of the map


def test_plain_tiles_of_the_map_are_the_prototype(run_lua: RunLua) -> None:
    script = """
        T.lay()
        local at = { x = 2, y = 2 }
        print(kts.GetTiles(at)[1] == T.floor, kts.GetTiles(at)[1] == kts.GetTiles({ x = 3, y = 2 })[1])
    """
    assert run_lua(script, load=LAY).lines == ["true true"]


@pytest.mark.parametrize(
    "fields",
    [
        'type = "door"',
        'type = "chest"',
        'type = "barrel"',
        "hit_points = 5, access = {}",
        "hit_points = function() return 5 end",
    ],
)
def test_tiles_with_a_state_are_copied_to_each_square(run_lua: RunLua, fields: str) -> None:
    script = f"""
        T.lay()
        local proto = kts.Tile {{ {fields}, mine = 1 }}
        local here, there = {{ x = 2, y = 2 }}, {{ x = 3, y = 2 }}
        kts.AddTile(here, proto)
        kts.AddTile(there, proto)
        local function top(at) local tiles = kts.GetTiles(at) return tiles[#tiles] end
        local a, b = top(here), top(there)
        print(a == proto, a == b, a == top(here), a.table == proto.table, a.mine, type(a))
        print(({{ [a] = "a", [b] = "b" }})[top(there)])
        a.mine = 2
        print(b.mine, proto.mine)
    """
    assert run_lua(script, load=LAY).lines == ["false false true true 1 userdata", "b", "2 2"]


def test_a_copy_says_where_it_is(run_lua: RunLua) -> None:
    script = "T.lay() kts.AddTile({ x = 2, y = 3 }, T.door) print(kts.GetTiles({ x = 2, y = 3 })[2])"
    assert run_lua(script, load=LAY).lines == ["Tile tiles.door at (2, 3)"]


def test_a_copy_stands_for_its_kind_where_a_kind_is_asked_for(run_lua: RunLua) -> None:
    script = """
        T.lay()
        local at = { x = 2, y = 2 }
        kts.AddTile(at, T.door)
        local door = kts.GetTiles(at)[2]
        kts.AddMonsterGenerator(T.bat, { door }, 0.5)
        kts.SetZombieActivity(0.5, { { door, T.bat }, { T.floor, door } })
    """
    quest = run_lua(script, load=LAY).map.quest
    assert quest["monster_generators"] == [{"monster": "tiles.bat", "tiles": ["tiles.door"], "probability": 0.5}]
    assert quest["zombie_activity"]["changes"] == [["tiles.door", "tiles.bat"], ["tiles.floor", "tiles.door"]]


# -- what a handle stands for may be gone

GONE = {
    "RemoveTile": "kts.RemoveTile(at, door)",
    "WipeDungeon": "kts.WipeDungeon() T.lay()",
    "a new dungeon": "T.lay()",
}


USES_OF_A_COPY = [
    "kts.AddTile(at, door)",
    "kts.SetRotate(door, T.wall)",
    "kts.SetReflect(T.wall, door)",
    "kts.AddMonsterGenerator(T.bat, { door }, 0.5)",
    "kts.SetZombieActivity(0.5, { { door, T.bat } })",
    "kts.SetZombieActivity(0.5, { { T.wall, door } })",
    "kts.LayoutDungeon { layout = T.layout, wall = door, segments = T.segments, entry_type = 'close' }",
    "kts.LayoutDungeon { layout = T.layout, wall = { T.wall, door }, segments = T.segments, entry_type = 'close' }",
    "kts.Tile { items = door }",
    "door.access = {}",
    "door.custom = 1",
    "print(door)",
    "error(door)",
    "kts.RemoveTile(at, door)",
]


@pytest.mark.parametrize("how", GONE)
@pytest.mark.parametrize("use", USES_OF_A_COPY)
def test_a_copy_that_is_gone_is_never_taken_for_another_tile(run_shared: RunLua, how: str, use: str) -> None:
    script = f"""
        T.lay()
        local at = {{ x = 2, y = 2 }}
        kts.AddTile(at, T.door)
        local door = kts.GetTiles(at)[2]
        {GONE[how]}
        for i = 1, 3 do kts.AddTile({{ x = i, y = 3 }}, T.door) end
        local ok, message = pcall(function() {use} end)
        message = tostring(message)
        print(ok or message:find("no longer on the map", 1, true) ~= nil, message)
        print(kts.GetTiles({{ x = 1, y = 3 }})[2] == door, T.wall.access ~= nil)
    """
    ran = run_shared(script, load=LAY)
    assert ran.lines[-2].startswith("true "), ran.text
    assert "host failed" not in ran.text
    assert "-1407" not in ran.text
    assert ran.lines[-1] == "false true"
    # Nothing else was meant in its place.
    assert {*re.findall(r"tiles\.\w+", str(ran.map.quest))} <= {"tiles.door", "tiles.wall", "tiles.bat"}


KEEPER = """
    mod.RegisterMod { name = "tiles" }
    kept = {}
"""


@pytest.fixture
def keeper(tmp_path: Path) -> Host:
    """A host whose mod `tiles` keeps in `kept` what scripts leave there."""
    init = KEEPER + dedent(KTS_TILES) + dedent(LAY)
    folder = write_mod(
        tmp_path / "tiles", {"init.lua": dedent(KEEPER) + init.split("kept = {}\n")[1], "segments.txt": KTS_SEGMENT}
    )
    return Host([folder], output=print)


def play(host: Host, folder: Path, text: str, *, players: int = 2, seconds: float = 0) -> None:
    script = folder / "script.lua"
    script.write_text('local T = require "tiles"\n' + dedent(text))
    host.run_script(script, seed=1, players=players, play=seconds)


USES_OF_A_PLAYER = [
    "kts.GetHomeFor(p)",
    "kts.GetPlayerID(p)",
    "kts.IsEliminated(p)",
    "kts.EliminatePlayer(p)",
    "kts.SetHomeFor(p, { x = 1, y = 1 }, 'north')",
    "kts.WinGame(p)",
    "kts.TeleportTo(p, { x = 1, y = 1 })",
    "kts.GiveItem(p, T.coin)",
    "kts.GetPos(p)",
    "kts.IsAlive(p)",
    "kts.PrintLoc(p, 'x')",
]


@pytest.mark.parametrize("use", USES_OF_A_PLAYER)
def test_a_player_of_a_former_game_stands_for_nobody(
    keeper: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str], use: str
) -> None:
    play(keeper, tmp_path, "T.lay() T.kept.p = kts.GetAllPlayers()[2]")
    play(keeper, tmp_path, f"T.lay() local p = T.kept.p print(pcall(function() return {use} end)) kts.GetAllPlayers()")
    said = capsys.readouterr().out
    assert said.startswith("false script/script.lua:2: ")
    assert "the host failed" not in said
    assert "-1407" not in said


def test_a_player_of_a_former_game_is_not_one_of_this(
    keeper: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(keeper, tmp_path, "T.kept.all = kts.GetAllPlayers() T.kept.set = { [T.kept.all[1]] = 1 }", players=4)
    look = """
        local now = kts.GetAllPlayers()
        print(#now, now[1] == T.kept.all[1], T.kept.set[now[1]], type(T.kept.all[1]))
        print("<", T.kept.all[1], T.kept.all[4], ">")
        print(T.kept.all[1], "hello")
        for player in pairs(T.kept.set) do print(player == T.kept.all[1]) end
    """
    play(keeper, tmp_path, look)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 false nil userdata"
    # Whatever a former player is called, it is no number that means nothing to anybody.
    assert "-1407" not in "".join(lines)
    assert lines[-1] == "true"


def test_copies_of_a_former_game_are_gone(keeper: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(
        keeper,
        tmp_path,
        "T.lay() kts.AddTile({ x = 2, y = 2 }, T.door) T.kept.door = kts.GetTiles({ x = 2, y = 2 })[2]",
    )
    look = """
        T.lay()
        kts.AddTile({ x = 2, y = 2 }, T.door)
        local door = T.kept.door
        print(door, door == kts.GetTiles({ x = 2, y = 2 })[2], door.table == T.door.table)
        print(pcall(kts.AddTile, { x = 1, y = 1 }, door))
    """
    play(keeper, tmp_path, look)
    assert capsys.readouterr().out.splitlines() == [
        "Tile that is no longer on the map false true",
        "false script/script.lua:6: the tile is no longer on the map",
    ]


@pytest.mark.parametrize("use", USES_OF_A_COPY)
def test_no_use_of_a_former_copy_is_a_fault_of_the_host(
    keeper: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str], use: str
) -> None:
    lay = "T.lay() local at = { x = 2, y = 2 } kts.AddTile(at, T.door)"
    play(keeper, tmp_path, lay + " T.kept.door = kts.GetTiles(at)[2]")
    play(keeper, tmp_path, lay + f" local door = T.kept.door print(pcall(function() {use} end))")
    said = capsys.readouterr().out
    assert said.startswith(
        ("true", "false script/script.lua:2: ", "Tile that is no longer on the map", "false Tile that")
    )
    assert "the host failed" not in said
    assert "-1407" not in said


def test_a_creature_that_is_gone_is_no_other_creature(run_lua: RunLua) -> None:
    script = """
        T.lay()
        local bat = kts.AddMonster({ x = 2, y = 2 }, T.bat)
        kts.DestroyCreature(bat)
        local rat = kts.AddMonster({ x = 2, y = 2 }, T.rat)
        print(bat == rat, kts.IsAlive(rat))
        print(pcall(kts.GetPos, bat))
        print(pcall(kts.DestroyCreature, bat))
        print(kts.GetPos(rat).x, kts.GetTotalMonsterCount())
    """
    lines = run_lua(script, load=LAY).lines
    assert lines[0] == "false true"
    assert lines[1].startswith(("false script/script.lua:6: ", "true nil"))
    assert "host failed" not in "".join(lines)
    assert lines[-1] == "2 1"


def test_players_are_the_same_handle_each_time(run_lua: RunLua) -> None:
    script = """
        local a, b = kts.GetAllPlayers(), kts.GetAllPlayers()
        print(#a, a ~= b, rawequal(a[1], b[1]), a[1] == a[2])
        local score = {}
        for i, player in ipairs(a) do score[player] = i end
        for i, player in ipairs(b) do print(score[player]) end
    """
    assert run_lua(script).lines == ["2 true true false", "1", "2"]
