"""Constructors such as kts.Tile: the fields they accept and refuse, their effects, and rotation of tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import ModError
from host.model.document import to_document
from host.model.game_map import GameMap
from tests.helpers import KTS_ONLY, MakeMod, RunLua, ScriptHost, ScriptRun, write_tiles

ONE_SQUARE = "segment\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n1\n0 0 3 3\nend\neof\n"
LAY_OUT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "none",
}
"""


def results(run_lua: RunLua, *statements: str) -> list[str]:
    """What protected calls of statements return while a mod loads, in one host; `g` is a graphic."""
    lines = [f"print(pcall(function() {statement} end))" for statement in statements]
    manifest = f'id = "tiles"\nversion = "1.0"\n{KTS_ONLY}\n'
    ran = run_lua("", load="\n".join(['g = kts.Graphic("g.bmp")', *lines]), files={"mod.toml": manifest})
    assert len(ran.lines) == len(statements)
    return ran.lines


def refusals(run_lua: RunLua, statements: Iterable[str]) -> dict[str, str]:
    """Return statement -> what the error says that it raises; the place is checked and left out."""
    statements = list(statements)
    texts = {}
    for statement, line in zip(statements, results(run_lua, *statements), strict=True):
        match = re.fullmatch(r"false tiles/init\.lua:\d+: (.*)", line)
        assert match, (statement, line)
        texts[statement] = match[1]
    return texts


def warnings_of(run_lua: RunLua, statement: str) -> list[str]:
    return [re.sub(r"^tiles/init\.lua:\d+: ", "", text) for text in run_lua("", load=statement).host.warnings]


def laid(run_lua: RunLua, tile: str, script: str = "", load: str = "", **options: Any) -> ScriptRun:
    """A map of one square with `tile` (Lua, run while mods load) under T.t, then a script."""
    load = f't = {tile}\n{load}\nsegments = kts.LoadSegments({{ t }}, "one.txt")'
    return run_lua(f"{LAY_OUT}\n{script}", load=load, files={"one.txt": ONE_SQUARE}, **options)


def described(game_map: GameMap) -> dict[str, Any]:
    """What JSON says of the tile "tiles.t"."""
    document = to_document(game_map)
    found: dict[str, Any] = next(tile for tile in document["tiles"] if tile["id"] == "tiles.t")
    return found


# -- values that are refused

WHOLE = "must be a whole number"
ROLLED = "must be a whole number or a function that returns one"
WORDS_OF_ACCESS = 'must be "blocked", "approach", "partial" or "clear"'
DIRECTIONS = 'must be "north", "east", "south" or "west"'
NUMBERS = "must be a finite number"
FUNCTION = "must be a function"
ACCESS = "must be a table with walking, flying and missiles"
GLYPH = "must be one printable character, one column wide"
COLOUR = 'must be "#rrggbb" or one of sixteen names such as "bright_red"'
KINDS = 'must be "", "plain", "home", "door", "chest" or "barrel"'
CONTROL = "must be a Control or a function that returns one"
MOVES = 'must be "walking" or "flying"'
# Of each type of a field, one field with wrong values, as Lua -> what is said of them.
TYPES = {
    "Tile": {
        "access": {'"blocked"': ACCESS, "5": ACCESS, "floor": ACCESS},
        "access.walking": {'"open"': WORDS_OF_ACCESS, "1": WORDS_OF_ACCESS},
        "access.missiles": {'"claer"': WORDS_OF_ACCESS},
        "depth": dict.fromkeys(["0.5", '"deep"', "{}", "0/0", "math.huge", "-math.huge", "true"], WHOLE),
        "hit_points": {"1.5": WHOLE, **dict.fromkeys(['"many"', "{}", "true", "coin"], ROLLED)},
        "stairs_down": dict.fromkeys(['"sideways"', "1"], 'must be "north", "east", "south", "west" or "special"'),
        "control": dict.fromkeys(["5", "coin", '"press"'], CONTROL),
        "graphic": dict.fromkeys(['"x.bmp"', "coin"], "must be a graphic"),
        "map_as": {'"Wall"': 'must be "wall" or "floor"'},
        "on_hit": dict.fromkeys(["5", '"run"', "{}", "true", "floor"], FUNCTION),
        "facing": {'"nort"': DIRECTIONS, "1": DIRECTIONS},
        "lock_chance": dict.fromkeys(["0/0", "math.huge", '"often"'], NUMBERS),
        "name": dict.fromkeys(["{}", "true"], "must be a string"),
        "glyph": dict.fromkeys(['"ab"', '""'], GLYPH),
        "colour": {'"brihgt_red"': COLOUR, '"#12345"': COLOUR},
        "type": {'"doors"': KINDS, "5": KINDS},
    },
    "MonsterType": {
        "type": {"nil": MOVES, '"swimming"': MOVES, '"flyign"': MOVES, "5": MOVES},
        "corpse_tiles": {"floor": "must be a list"},
        "corpse_tiles[2]": {"coin": "must be a tile"},
        "weapon": {"floor": "must be an item"},
    },
}
# How errors show values that Lua spells in another way.
SHOWN = {
    "{}": "a table", "floor": "a tile", "coin": "an item", "0/0": "nan", "math.huge": "inf", "-math.huge": "-inf",
}  # fmt: skip
# Fields of two levels, with all around a value.
INNER = {
    "access.walking": "access = {{ walking = {} }}",
    "access.missiles": "access = {{ missiles = {} }}",
    "corpse_tiles[2]": 'type = "walking", corpse_tiles = {{ floor, {} }}',
}
# The fields of each constructor by their type: each refuses the tile `floor`.
FIELDS = {
    "Tile": {
        ACCESS: "access",
        WHOLE: "depth connectivity_check unsecured_colour keymax",
        ROLLED: "hit_points",
        CONTROL: "control",
        "must be a graphic": "graphic open_graphic",
        FUNCTION: """
            on_activate on_approach on_destroy on_hit on_walk_over on_withdraw traps on_open_or_close on_unlock_fail
        """,
        DIRECTIONS: "facing",
        NUMBERS: "lock_chance lock_pick_only_chance trap_chance",
        "must be a string": "name",
        GLYPH: "glyph",
        COLOUR: "colour",
        KINDS: "type",
    },
    "ItemType": {
        WHOLE: "key max_stack",
        "must be a graphic": "graphic",
        ROLLED: """
            melee_damage melee_stun_time melee_tile_damage missile_damage missile_stun_time melee_backswing_time
            melee_downswing_time
        """,
        NUMBERS: "parry_chance",
        FUNCTION: "on_pick_up on_drop on_walk_over on_hit melee_action",
        "must be a string": "name",
        GLYPH: "glyph",
        COLOUR: "colour",
    },
    "MonsterType": {
        MOVES: "type",
        ROLLED: "health attack_damage attack_stun_time",
        NUMBERS: "speed",
        "must be an anim": "anim",
        "must be a list": "corpse_tiles ai_avoid",
        "must be an item": "weapon",
        FUNCTION: "on_attack on_damage on_death on_move",
        "must be a string": "name",
        GLYPH: "glyph",
        COLOUR: "colour",
    },
    "Control": {
        FUNCTION: "action possible",
        "must be a graphic": "menu_icon",
        DIRECTIONS: "menu_direction",
        WHOLE: "menu_special tap_priority action_bar_slot action_bar_priority",
    },
}
BOUNDS = {
    "Tile": {
        "depth": (-64, 63), "hit_points": (0, 2**31 - 1), "lock_chance": (0, 1), "lock_pick_only_chance": (0, 1),
        "trap_chance": (0, 1),
    },
    "ItemType": {"key": (-1, 1000), "max_stack": (1, 10**6), "melee_backswing_time": (0, 2**31 - 1)},
    "MonsterType": {"health": (1, 2**31 - 1), "attack_damage": (0, 2**31 - 1)},
}  # fmt: skip


def construct(constructor: str, field: str, value: str) -> str:
    given = INNER.get(field, f"{field} = {{}}" if field == "type" else f'type = "walking", {field} = {{}}')
    given = given if constructor == "MonsterType" else given.removeprefix('type = "walking", ')
    return f"kts.{constructor} {{ {given.format(value)} }}"


def test_each_type_of_a_field_refuses_wrong_values(run_lua: RunLua) -> None:
    wanted = {
        construct(constructor, field, value): f"kts.{constructor}: {field} is {SHOWN.get(value, value)}: {rule}"
        for constructor, fields in TYPES.items()
        for field, rules in fields.items()
        for value, rule in rules.items()
    }
    assert refusals(run_lua, wanted) == wanted


def test_each_field_has_its_type_and_its_bounds(run_lua: RunLua) -> None:
    wanted = {}
    for constructor, types in FIELDS.items():
        for rule, names in types.items():
            for name in names.split():
                wanted[construct(constructor, name, "floor")] = f"kts.{constructor}: {name} is a tile: {rule}"
        for name, (low, high) in BOUNDS.get(constructor, {}).items():
            for value in (low - 1, high + 1):
                said = f"kts.{constructor}: {name} is {value}: must be between {low} and {high}"
                wanted[construct(constructor, name, str(value))] = said
    assert refusals(run_lua, wanted) == wanted


CALL_REFUSALS = {
    "kts.Tile()": "kts.Tile: its argument is nil: must be one table",
    "kts.Tile(nil)": "kts.Tile: its argument is nil: must be one table",
    'kts.Tile("floor")': 'kts.Tile: its argument is "floor": must be one table',
    "kts.Tile(floor)": "kts.Tile: its argument is a tile: must be one table",
    "kts.ItemType(print)": "kts.ItemType: its argument is a function: must be one table",
    "kts.MonsterType(5)": "kts.MonsterType: its argument is 5: must be one table",
    "kts.Anim {}": "kts.Anim: 0 graphics were given: must be 4, 12, 16 or 32",
    "kts.Anim { g, g, g }": "kts.Anim: 3 graphics were given: must be 4, 12, 16 or 32",
    "kts.Anim { g, g, g, g, g }": "kts.Anim: 5 graphics were given: must be 4, 12, 16 or 32",
    "kts.Anim { g, g, 1, g }": "kts.Anim: argument [3] is 1: must be a graphic",
    "kts.Overlay {}": "kts.Overlay: 0 graphics were given: must be 4",
    "kts.Overlay { g, g, g, floor }": "kts.Overlay: argument [4] is a tile: must be a graphic",
    "kts.Graphic()": "kts.Graphic: file is nil: must be a string",
    'kts.Graphic("")': "kts.Graphic: the file name is empty",
    "kts.Graphic({})": "kts.Graphic: file is a table: must be a string",
    'kts.Graphic("a.bmp", 1)': "kts.Graphic: 2 arguments were given: must be 1, 4, 6 or 8",
    'kts.Graphic("a.bmp", 1, 2)': "kts.Graphic: 3 arguments were given: must be 1, 4, 6 or 8",
    'kts.Graphic("a.bmp", 1, 2, 3, 4)': "kts.Graphic: 5 arguments were given: must be 1, 4, 6 or 8",
    'kts.Graphic("a.bmp", 1, 2, 3, 4, 5, 6, 7, 8)': "kts.Graphic: 9 arguments were given: must be 1, 4, 6 or 8",
    'kts.Graphic("a.bmp", 1, 2, "x")': f'kts.Graphic: argument 4 is "x": {WHOLE}',
    "kts.Sound()": "kts.Sound: file is nil: must be a string",
    'kts.Sound("")': "kts.Sound: the file name is empty",
    "kts.SetOverlayOffsets()": "kts.SetOverlayOffsets: 0 arguments were given: must be 60, twenty triples",
    "kts.SetRotate()": "kts.SetRotate: at least one Tile must be given",
    "kts.SetRotate(floor, 1)": "kts.SetRotate: argument 2 is 1: must be a tile",
    "kts.SetReflect(floor, coin)": "kts.SetReflect: mirrored is an item: must be a tile",
}


@pytest.mark.parametrize(
    ("fields", "hint"),
    [('map_as = "Wall"', "wall"), ('facing = "nort"', "north"), ('colour = "brihgt_red"', "bright_red")],
)
def test_an_error_about_a_word_has_the_nearest(run_lua: RunLua, fields: str, hint: str) -> None:
    with pytest.raises(ModError) as caught:
        run_lua("", load=f"kts.Tile {{ {fields} }}")
    assert caught.value.hint == f'did you mean "{hint}"?'


def test_a_constructor_refuses_the_call(run_lua: RunLua) -> None:
    assert refusals(run_lua, CALL_REFUSALS) == CALL_REFUSALS


def test_an_overlay_offset_is_a_direction_and_two_whole_numbers(run_lua: RunLua) -> None:
    others = ", 'north', 0, 0" * 19
    wanted = {
        f"kts.SetOverlayOffsets('in', 0, 0{others})": f'kts.SetOverlayOffsets: argument 1 is "in": {DIRECTIONS}',
        f"kts.SetOverlayOffsets('north', 0.5, 0{others})": f"kts.SetOverlayOffsets: argument 2 is 0.5: {WHOLE}",
        f"kts.SetOverlayOffsets('north', 0, {{}}{others})": f"kts.SetOverlayOffsets: argument 3 is a table: {WHOLE}",
    }
    assert refusals(run_lua, wanted) == wanted


def test_a_second_argument_is_refused_or_ignored_and_never_changes_the_result(run_lua: RunLua) -> None:
    calls = [f"kts.{name}({{}}, {second})" for name in ("Tile", "ItemType", "Control") for second in ("{}", "nil", "5")]
    for line in results(run_lua, *(f"return type({call})" for call in calls)):
        assert line == "true userdata" or line.startswith("false ")


# -- values that are taken


def test_a_constructor_takes(run_lua: RunLua) -> None:
    calls = [
        "kts.Tile {}",
        'kts.Tile { type = "DOOR", access = { walking = "PARTIAL", flying = "Clear" } }',
        'kts.Tile { depth = "7", keymax = -3, lock_chance = "0.5", unsecured_colour = 0xff0000 }',
        "kts.Tile { hit_points = function() return 5 end }",
        "kts.Tile { hit_points = 0, control = kts.Control {} }",
        "kts.Tile { control = function(pos) end }",
        "kts.Tile { on_hit = setmetatable({}, { __call = print }) }",
        "kts.Tile { hit_points = setmetatable({}, { __call = print }) }",
        'kts.Tile { stairs_down = "NORTH" }',
        'kts.Tile { stairs_down = "Special", facing = "UP" }',
        'kts.Tile { open_to = "x", close_to = {}, [1] = 5, [true] = {} }',
        'kts.Tile { glyph = "é", colour = "#ABCDEF", name = 5 }',
        'kts.ItemType { type = "something else", key = "1", critical = "key_name", fragile = 1 }',
        "kts.ItemType { melee_damage = -5, melee_stun_time = function() return 1 end }",
        'kts.MonsterType { type = "Flying", corpse_tiles = {}, ai_hit = { coin } }',
        'kts.MonsterType { type = "walking", health = function() return 2 end, speed = 100.5, weapon = coin }',
        "kts.Anim { g, g, g, g }",
        "kts.Anim { g, nil, nil, g, bat = true }",
        "kts.Overlay { g, g, g, g }",
        'kts.Graphic("a.bmp", 1, 2, 3)',
        'kts.Graphic("a.bmp", 1, 2, 3, -4, 5)',
        'kts.Graphic("a.bmp", 1, 2, 3, 4, 5, 6, 7)',
        "kts.SetRotate(nil)",
        "kts.SetRotate(floor, nil, wall)",
        "kts.SetReflect(floor)",
        "kts.SetReflect()",
    ]
    assert results(run_lua, *calls) == ["true"] * len(calls)


def test_handles_are_userdata_of_their_kind(run_lua: RunLua) -> None:
    ran = run_lua(
        "print(type(T.wall), type(T.coin), type(T.bat), type(T.g), type(T.s), type(T.a), type(T.o), type(T.c))",
        load="""
        g, s = kts.Graphic("g.bmp"), kts.Sound("s.wav")
        a, o, c = kts.Anim { g, g, g, g }, kts.Overlay { g, g, g, g }, kts.Control {}
        """,
    )
    assert ran.lines == [" ".join(["userdata"] * 8)]


# -- what the fields of a tile mean

CLEAR = {"walking": "clear", "flying": "clear", "missiles": "clear"}
BLOCKED = {"walking": "blocked", "flying": "blocked", "missiles": "blocked"}


def test_a_tile_without_fields_is_plain_clear_and_takes_items(run_lua: RunLua) -> None:
    assert described(laid(run_lua, "kts.Tile {}").map) == {
        "id": "tiles.t",
        "kind": "plain",
        "access": CLEAR,
        "items": True,
        "depth": 0,
    }


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("access = {}", {"access": BLOCKED, "items": False}),
        ('access = { walking = "clear" }', {"access": {**BLOCKED, "walking": "clear"}, "items": True}),
        ('access = { flying = "clear" }', {"access": {**BLOCKED, "flying": "clear"}, "items": False}),
        ('access = { walking = "partial" }', {"access": {**BLOCKED, "walking": "approach"}, "items": False}),
        ('access = { walking = "APPROACH" }', {"access": {**BLOCKED, "walking": "approach"}, "items": False}),
        ("items = 0", {"items": False, "category": None}),
        ('items = "0"', {"items": False, "category": None}),
        ("items = 0.0", {"items": False, "category": None}),
        ("items = 1, access = {}", {"items": True, "category": None}),
        ('items = "-1", access = {}', {"items": True, "category": None}),
        ('items = "table", access = {}', {"items": True, "category": "table"}),
        ("items = true", {"items": True, "category": True}),
        ("items = false", {"items": True, "category": False}),
        ('items = ""', {"items": True, "category": ""}),
        ('items = "nan"', {"items": True, "category": "nan"}),
        ('items = "infinity"', {"items": True, "category": "infinity"}),
        ('items = "1_0"', {"items": True, "category": "1_0"}),
        ('items = "destroy"', {"items": False, "category": None}),
        ("depth = -8", {"depth": -8}),
        ("depth = 7.0", {"depth": 7}),
        ('stairs_down = "up"', {"stairs": "north"}),
        ('stairs_down = "special"', {"stairs": "special"}),
        ('type = "home"', {"kind": "home", "items": True}),
        ('type = "Door"', {"kind": "door", "open": False, "items": True}),
        (
            'type = "door", access = {}, open = true',
            {"kind": "door", "open": True, "access": CLEAR, "items": False},
        ),
        ('type = "door", access = {}, open = false', {"open": False, "access": BLOCKED}),
        ('type = "chest", items = "chest"', {"kind": "chest", "items": False, "category": "chest"}),
        ('type = "barrel", items = "barrel"', {"kind": "barrel", "items": False, "category": "barrel"}),
        ('type = ""', {"kind": "plain", "open": None}),
        ('name = "a tile", glyph = "#", colour = "red"', {"name": "a tile", "glyph": "#", "colour": "red"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "shows",
)
def test_the_fields_of_a_tile_show_on_the_map(run_lua: RunLua, fields: str, expected: dict[str, Any]) -> None:
    found = described(laid(run_lua, f"kts.Tile {{ {fields} }}").map)
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("facing", "standing"), [("north", (1, 2)), ("east", (0, 1)), ("south", (1, 0)), ("west", (2, 1))]
)
def test_the_facing_of_a_home_leads_from_the_standing_square_to_its_tile(
    run_lua: RunLua, facing: str, standing: tuple[int, int]
) -> None:
    # Turning is off, so that the facing is the one given.
    load = f't = kts.Tile {{ type = "home", facing = "{facing}" }}\nsegments = kts.LoadSegments({{ t }}, "one.txt")'
    script = LAY_OUT.replace('entry_type = "none"', 'entry_type = "none", allow_rotate = false')
    ran = run_lua(
        f"{script}\nlocal h = kts.GetAllHomes()[1]\nprint(h.x, h.y, h.facing)",
        load=load,
        files={"one.txt": ONE_SQUARE},
    )
    assert ran.lines == [f"{standing[0]} {standing[1]} {facing}"]


def test_a_home_faces_north_unless_it_says_otherwise(run_lua: RunLua) -> None:
    script = "print(kts.GetAllHomes()[1].tile == kts.GetTiles({ x = 1, y = 1 })[1])"
    assert laid(run_lua, 'kts.Tile { type = "home" }', script).lines == ["true"]


@pytest.mark.parametrize(
    ("fields", "copied"),
    [
        ("", False),
        ("hit_points = 0", False),
        ("hit_points = 5", True),
        ("hit_points = function() return 3 end", True),
        ('type = "door"', True),
        ('type = "chest"', True),
        ('type = "barrel"', True),
        ('type = "home"', True),
    ],
    ids=lambda value: value if isinstance(value, str) and value else "no fields",
)
def test_tiles_with_a_state_are_copied_for_each_square_and_share_the_table(
    run_lua: RunLua, fields: str, copied: bool
) -> None:
    script = """
    local a = kts.GetTiles({ x = 1, y = 1 })[1]
    local b = kts.GetTiles({ x = 1, y = 1 })[1]
    kts.AddTile({ x = 0, y = 0 }, T.t)
    local other = kts.GetTiles({ x = 0, y = 0 })
    print(a == T.t, a == b, a == other[#other], a.table == T.t.table, other[#other].table == T.t.table)
    """
    shared = str(not copied).lower()
    assert laid(run_lua, f"kts.Tile {{ {fields} }}", script).lines == [f"{shared} true {shared} true true"]


def test_hit_points_are_rolled_anew_at_each_placement(run_lua: RunLua) -> None:
    script = "for i = 0, 2 do kts.AddTile({ x = i, y = 0 }, T.t) end"
    tile = "(function() local n = 0; return kts.Tile { hit_points = function() n = n + 1; return n end } end)()"
    ran = laid(run_lua, tile, script)
    assert sorted(ran.map.hit_points.values()) == [1, 2, 3, 4]


@pytest.mark.parametrize("result", ['"x"', "nil", "1.5", "{}", "2^40", "0/0"])
def test_a_roll_must_be_a_whole_number(run_lua: RunLua, result: str) -> None:
    with pytest.raises(ModError) as caught:
        laid(run_lua, f"kts.Tile {{ hit_points = function() return {result} end }}")
    assert "the function hit_points of Tile tiles.t returned" in str(caught.value)
    assert "must be a whole number of 32 bits" in str(caught.value)


def test_a_bad_roll_is_the_fault_of_the_mod_of_the_tile_and_not_of_who_laid_it(run_lua: RunLua) -> None:
    with pytest.raises(ModError) as caught:
        laid(run_lua, "kts.Tile { hit_points = function() return nil end }")
    assert caught.value.mod == "tiles"


def test_an_error_in_a_roll_names_its_line(run_lua: RunLua) -> None:
    with pytest.raises(ModError, match=r"^tiles/init\.lua:18: no dice$"):
        laid(run_lua, 'kts.Tile { hit_points = function() error("no dice") end }')


def test_the_health_of_a_monster_is_one_unless_given_and_is_rolled_by_functions(run_lua: RunLua) -> None:
    ran = laid(
        run_lua,
        "kts.Tile {}",
        """
        kts.RemoveTile({ x = 0, y = 0 }, T.wall)
        kts.RemoveTile({ x = 1, y = 0 }, T.wall)
        for x, kind in pairs { [0] = T.bat, T.tough } do kts.AddMonster({ x = x, y = 0 }, kind) end
        kts.AddMonster({ x = 1, y = 1 }, T.dice)
        """,
        load="""
        tough = kts.MonsterType { type = "walking", health = 7 }
        dice = kts.MonsterType { type = "flying", health = function() return 9 end }
        """,
    )
    assert sorted((c.x, c.y, c.height, c.health, c.facing) for c in ran.map.living_creatures) == [
        (0, 0, 1, 1, 0),
        (1, 0, 0, 7, 0),
        (1, 1, 1, 9, 0),
    ]


# -- the table of a handle


def test_the_table_given_to_a_constructor_is_kept_by_reference(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local t = T.fields
        print(T.tile.table == t, T.tile.depth, T.tile.mine, T.tile.nothing)
        t.mine = 2
        print(T.tile.mine)
        T.tile.mine = 3
        print(t.mine)
        T.tile.open_to = T.floor
        print(t.open_to == T.floor)
        """,
        load="fields = { depth = 3, mine = 1 }\ntile = kts.Tile(fields)",
    )
    assert ran.lines == ["true 3 1 nil", "2", "3", "true"]


@pytest.mark.parametrize("constructor", ["ItemType", "MonsterType", "Control", "Anim", "Overlay"])
def test_every_constructor_of_a_table_keeps_it(run_lua: RunLua, constructor: str) -> None:
    ran = run_lua(
        "print(T.made.table == T.fields, T.made.mine, rawequal(T.made, T.made))",
        load=f"""
        local g = kts.Graphic("g.bmp")
        fields = {{ g, g, g, g, mine = 5, type = "walking" }}
        made = kts.{constructor}(fields)
        """,
    )
    assert ran.lines == ["true 5 true"]


@pytest.mark.parametrize("name", ["open", "special_lock"])
def test_what_is_fixed_in_a_tile_cannot_be_assigned(run_lua: RunLua, name: str) -> None:
    said = refusals(run_lua, [f"door.{name} = true"])
    assert [*said.values()] == [f"the field {name} of a Tile cannot be assigned: give it to kts.Tile"]


def test_the_field_table_cannot_be_assigned(run_lua: RunLua) -> None:
    assert [*refusals(run_lua, ["floor.table = {}"]).values()] == ["the field table of a Tile cannot be set"]


def test_an_assigned_field_takes_effect(run_lua: RunLua) -> None:
    ran = laid(
        run_lua,
        "kts.Tile { depth = 2 }",
        """
        T.t.access = { walking = "blocked" }
        T.t.items = "shelf"
        T.t.name = "shelf"
        """,
    )
    found = described(ran.map)
    assert (found["access"], found["category"], found["name"], found["depth"]) == (BLOCKED, "shelf", "shelf", 2)


def test_a_field_assigned_through_a_copy_changes_the_prototype(run_lua: RunLua) -> None:
    ran = laid(
        run_lua,
        'kts.Tile { type = "chest" }',
        'kts.GetTiles({ x = 1, y = 1 })[1].name = "ark"\nprint(T.t.name)',
    )
    assert ran.lines == ["ark"]
    assert described(ran.map)["name"] == "ark"


def test_an_assigned_value_is_checked_and_a_bad_one_changes_nothing(run_lua: RunLua) -> None:
    ran = laid(run_lua, "kts.Tile { depth = 2 }", 'print((pcall(function() T.t.depth = "x" end)))\nprint(T.t.depth)')
    assert ran.lines == ["false", "2"]
    assert described(ran.map)["depth"] == 2


def test_an_assigned_value_that_is_refused_is_named_with_its_constructor(run_lua: RunLua) -> None:
    assert [*refusals(run_lua, ['floor.depth = "x"']).values()] == [f'kts.Tile: depth is "x": {WHOLE}']


def test_a_key_assigned_later_counts(run_lua: RunLua) -> None:
    # The check is content with one key: the coin has become one.
    ran = laid(
        run_lua,
        'kts.Tile { items = "floor" }',
        """
        T.coin.key = 1
        kts.SetHomeFor(kts.GetAllPlayers()[1], { x = 1, y = 1 }, "north")
        kts.PlaceItem({ x = 1, y = 1 }, T.coin)
        kts.ConnectivityCheck(1, T.lockpicks)
        """,
        players=1,
    )
    assert [stack.item for stack in ran.map.loose_items.values()] == [2]


@pytest.mark.parametrize(
    "made", ['kts.Graphic("g.bmp")', 'kts.Sound("s.wav")', 'kts.LoadSegments({ floor }, "one.txt")[1]']
)
@pytest.mark.parametrize("access", ["local _ = made.file", 'made.file = "x"', "local _ = made.table"])
def test_pictures_sounds_and_segments_have_no_fields(run_lua: RunLua, made: str, access: str) -> None:
    with pytest.raises(ModError, match=r"has no underlying table, so no field can be (read|set)"):
        run_lua("", load=f"local made = {made}\n{access}", files={"one.txt": ONE_SQUARE})


@pytest.mark.parametrize(
    "meddling",
    ["rawget(floor, 1)", "rawset(floor, 1, 2)", "setmetatable(floor, nil)", "next(floor)", "local _ = #floor"],
)
def test_a_handle_cannot_be_looked_into(run_lua: RunLua, meddling: str) -> None:
    with pytest.raises(ModError):
        run_lua("", load=meddling)


def test_getmetatable_of_a_handle_gives_nothing_of_use(run_lua: RunLua) -> None:
    assert run_lua("print(type(getmetatable(T.floor)))", load="").lines[0] in ("boolean", "nil")


# -- missing files and slips of the pen


@pytest.mark.parametrize(("name", "file"), [("Graphic", "hero.bmp"), ("Sound", "boing.wav")])
def test_a_missing_picture_or_sound_is_a_warning_with_its_line(run_lua: RunLua, name: str, file: str) -> None:
    ran = run_lua("print(type(T.made))", load=f'made = kts.{name}("{file}")')
    assert ran.lines == ["userdata"]
    assert ran.host.warnings == [
        f'tiles/init.lua:18: kts.{name}: the file "{file}" was not found: there is no tiles/{file} nor {file}'
    ]


@pytest.mark.parametrize("path", ["hero.bmp", "/tiles/hero.bmp", "./hero.bmp", "tiles/hero.bmp", "pics\\\\x.bmp"])
def test_a_picture_that_is_there_is_no_warning(run_lua: RunLua, path: str) -> None:
    ran = run_lua("", load=f'kts.Graphic("{path}")', files={"hero.bmp": "", "pics/x.bmp": ""})
    assert ran.host.warnings == []


def test_a_typo_is_a_warning_and_a_field_of_the_mods_own_is_none(run_lua: RunLua) -> None:
    typos = (
        ("kts.Tile { acces = {} }", "access"),
        ("kts.Tile { on_walkover = print }", "on_walk_over"),
        ("kts.ItemType { critcal = 1 }", "critical"),
        ('kts.MonsterType { type = "flying", corpse_tile = {} }', "corpse_tiles"),
        ("kts.Control { posible = print }", "possible"),
    )
    own = ["kts.Tile { open_to = 1, close_to = 2, zzz = 3 }", "kts.ItemType { [1] = 5 }"]
    said = warnings_of(run_lua, "\n".join([call for call, _ in typos] + own))
    for (call, meant), text in zip(typos, said, strict=True):
        constructor, field = re.findall(r"[\w.]+", call)[0], re.findall(r"(\w+) = ", call)[-1]
        assert text == f'{constructor}: the field "{field}" is not used by the host; did you mean "{meant}"?'


def test_a_slip_in_the_table_of_access_is_a_warning(run_lua: RunLua) -> None:
    # A missing height is blocked, so this tile is not what its author believes.
    (text,) = warnings_of(run_lua, 'kts.Tile { access = { walkng = "clear" } }')
    assert "walkng" in text
    assert "walking" in text


def test_a_type_of_item_that_is_none_is_a_warning(run_lua: RunLua) -> None:
    # Such an item cannot be picked up.
    types = '"held", "backpack", "magic" or "nopickup"'
    for given, hint in (('"backpak"', '; did you mean "backpack"?'), ('"weapon"', ""), ("5", "")):
        (text,) = warnings_of(run_lua, f"kts.ItemType {{ type = {given} }}")
        assert text == f'kts.ItemType: type is {given}, which means the same as "nopickup": the types are {types}{hint}'
    assert warnings_of(run_lua, 'kts.ItemType { type = "nopickup" } kts.ItemType {}') == []


def test_a_typo_in_a_field_that_is_assigned_is_a_warning(make_mod: MakeMod) -> None:
    load = """
    plate, coin = kts.Tile {}, kts.ItemType { type = "held" }
    plate.on_walkover = print
    plate.access = { walk = "clear" }
    coin.type = "backpak"
    plate.open_to = plate
    for i = 1, 2 do plate.itms = i end
    """
    places, texts = zip(*(warning.split(": ", 1) for warning in Host([make_mod("m", load)]).warnings), strict=True)
    assert places == tuple(f"m/init.lua:{line}" for line in (2, 3, 4, 6))
    assert texts[0] == 'kts.Tile: the field "on_walkover" is not used by the host; did you mean "on_walk_over"?'
    assert texts[1].startswith('kts.Tile: access has the field "walk", which the host does not use')
    assert texts[2].endswith('did you mean "backpack"?')
    assert texts[3].endswith('did you mean "items"?')


# -- hostile tables


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("kts.Tile(setmetatable({}, { __index = { depth = 4 } })).depth", "4"),
        ('kts.Tile(setmetatable({}, { __index = function(_, k) if k == "depth" then return 5 end end })).depth', "5"),
        ("kts.Tile(setmetatable({ depth = 6 }, { __call = function() end })).depth", "6"),
        ("kts.Tile(setmetatable({ depth = 7 }, { __metatable = 5, __len = error, __pairs = error })).depth", "7"),
    ],
    ids=["inherited", "computed", "callable", "odd metamethods"],
)
def test_fields_are_read_as_lua_reads_them(run_lua: RunLua, call: str, expected: str) -> None:
    assert run_lua("", load=f"print({call})").lines == [expected]


def test_a_hostile_argument_is_taken_or_refused_in_a_sentence(run_lua: RunLua) -> None:
    statements = [
        'kts.Tile(setmetatable({}, { __index = function() error("no") end }))',
        "kts.Tile(setmetatable({}, { __index = function(t, k) return t[k] end }))",
        "local t = {} t.control = t kts.Tile(t)",
        "local t = {} for i = 1, 200 do t = { t } end kts.Tile { control = t }",
        "local t = {} t.walking = t kts.Tile { access = t }",
        "local t = {} t[1] = t kts.MonsterType { type = 'walking', corpse_tiles = t }",
        "kts.Anim(setmetatable({}, { __len = function() return 'x' end }))",
        "kts.Anim(setmetatable({}, { __len = function() return -1 end }))",
        "kts.Anim(setmetatable({}, { __index = function() return floor end, __len = function() return 4 end }))",
        "kts.Tile { access = setmetatable({}, { __call = print }) }",
        "kts.Tile { depth = coroutine.create(print) }",
        'kts.Tile { name = "\\xff\\xfe", depth = "x" }',
        'kts.Tile { depth = ("9"):rep(5000) }',
        'kts.Tile { lock_chance = ("1"):rep(400) }',
        'kts.MonsterType { type = "walking", speed = ("1"):rep(400) }',
        "kts.Tile { depth = math.mininteger }",
        "kts.Tile { hit_points = math.maxinteger }",
        "kts.SetRotate(setmetatable({}, { __index = floor }))",
        "kts.Graphic(setmetatable({}, { __tostring = function() return 'a.bmp' end }))",
        'kts.Graphic("a.bmp", 1e300, 0, 0)',
        'kts.Graphic(("x"):rep(100000))',
        'kts.Graphic("a\\0b")',
    ]
    for line in results(run_lua, *statements):
        taken, _, text = line.partition(" ")
        assert taken in ("true", "false")
        assert "the host failed" not in text
        assert "[host]" not in text
        assert "userdata" not in text


# -- turning tiles

TURNS = "segment\nwidth: 2\nheight: 2\ndata:\n1 2\n3 4\nrooms:\n1\n0 0 4 4\nend\neof\n"


def where(x: int, y: int, orientation: int) -> tuple[int, int]:
    """Where a square of a 2 × 2 segment goes: mirrored left to right first, then turned clockwise."""
    if orientation >= 4:
        x = 1 - x
    for _ in range(orientation % 4):
        x, y = 1 - y, x
    return x, y


def all_orientations(folder: Path, load: str) -> dict[int, GameMap]:
    """Return maps of the 2 × 2 segment of the tiles a, b, c, d (row by row) in each of its eight orientations."""
    load = f'{load}\nsegments = kts.LoadSegments({{ a, b, c, d }}, "turns.txt")'
    host = ScriptHost([write_tiles(folder / "tiles", load, {"turns.txt": TURNS})])
    maps: dict[int, GameMap] = {}
    seed = 0
    while len(maps) < 8:
        seed += 1
        assert seed < 200, "some orientation never comes up"
        game_map = host.run(LAY_OUT, folder / "scripts", seed=seed).map
        maps.setdefault(game_map.zones[0].orientation, game_map)
    return maps


PLAIN = "a, b, c, d = kts.Tile {}, kts.Tile {}, kts.Tile {}, kts.Tile {}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("links", "clockwise", "mirror"),
    [
        ("", {}, {}),
        ("kts.SetRotate(a, b, c, d)", {"a": "b", "b": "c", "c": "d", "d": "a"}, {}),
        ("kts.SetRotate(a, b)", {"a": "b", "b": "a"}, {}),
        ("kts.SetRotate(a)", {}, {}),
        ("kts.SetRotate(a, nil, b)", {"b": "a"}, {}),
        ("kts.SetRotate(nil, a, b)", {"a": "b"}, {}),
        ("kts.SetRotate(a, b, nil)", {"a": "b"}, {}),
        ("kts.SetRotate(a, b, c, d)\nkts.SetRotate(a, c)", {"a": "c", "b": "c", "c": "a", "d": "a"}, {}),
        ("kts.SetReflect(b, d)", {}, {"b": "d", "d": "b"}),
        ("kts.SetReflect(b, d)\nkts.SetReflect(b, a)", {}, {"b": "a", "d": "b", "a": "b"}),
        ("kts.SetReflect(a, a)", {}, {}),
        ("kts.SetReflect(a, nil)\nkts.SetReflect(nil, b)\nkts.SetReflect()", {}, {}),
        (
            "kts.SetRotate(a, b, c, d)\nkts.SetReflect(b, d)",
            {"a": "b", "b": "c", "c": "d", "d": "a"},
            {"b": "d", "d": "b"},
        ),
    ],
    ids=lambda value: value.replace("\n", " ") or "no links" if isinstance(value, str) else "as",
)
def test_tiles_follow_their_links_mirrored_first_and_then_turned(
    tmp_path: Path, links: str, clockwise: dict[str, str], mirror: dict[str, str]
) -> None:
    for orientation, game_map in all_orientations(tmp_path, PLAIN + links).items():
        for place, name in enumerate("abcd"):
            x, y = where(place % 2, place // 2, orientation)
            became = mirror.get(name, name) if orientation >= 4 else name
            for _ in range(orientation % 4):
                became = clockwise.get(became, became)
            (tile,) = game_map.tiles_on(game_map.square(1 + x, 1 + y))
            assert tile.prototype.id == f"tiles.{became}"


def test_the_facing_of_a_home_turns_with_the_segment_whatever_its_tile_becomes(tmp_path: Path) -> None:
    load = 'a = kts.Tile { type = "home", facing = "east" }\nb, c, d = floor, floor, floor'
    for orientation, game_map in all_orientations(tmp_path, load).items():
        (home,) = game_map.homes
        facing = 3 if orientation >= 4 else 1
        assert home.facing == (facing + orientation) % 4
        assert game_map.position(home.tile_square) == tuple(1 + z for z in where(0, 0, orientation))
        (tile,) = game_map.tiles_on(home.tile_square)
        assert tile.prototype.id == "tiles.a"


def test_an_open_door_turns_into_an_open_door(tmp_path: Path) -> None:
    load = """
    a = kts.Tile { type = "door", access = {}, open = true }
    b = kts.Tile { type = "door", access = {}, open = true }
    c, d = floor, floor
    kts.SetRotate(a, b)
    """
    for orientation, game_map in all_orientations(tmp_path, load).items():
        x, y = where(0, 0, orientation)
        (tile,) = game_map.tiles_on(game_map.square(1 + x, 1 + y))
        assert (tile.prototype.id, tile.is_open) == ("tiles.b" if orientation % 2 else "tiles.a", True)


def test_links_may_be_set_at_the_start_of_a_game(run_lua: RunLua) -> None:
    ran = run_lua(
        f"""
        kts.SetRotate(T.a, T.b)
        for i = 1, 40 do
          kts.WipeDungeon()
          {LAY_OUT}
          print(kts.GetTiles({{ x = 1, y = 1 }})[1])
        end
        """,
        load='a, b = kts.Tile {}, kts.Tile {}\nsegments = kts.LoadSegments({ a }, "one.txt")',
        files={"one.txt": ONE_SQUARE},
    )
    assert set(ran.lines) == {"Tile tiles.a", "Tile tiles.b"}
