"""Segment files: the grammar of kts.LoadSegments, the tiles that numbers stand for, and messages about mistakes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from host import Host
from host.errors import HostError, InternalError
from host.model.segment_file import SegmentText, SwitchText, parse_segments
from tests.helpers import KTS_TILES, RunLua, ScriptRun, examples, write_mod

SQUARE = """
segment
width: 2
height: 2
data:
1 2
3 4
rooms:
1
0 0 4 4
end
eof
"""[1:]

LAY_OUT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "none", allow_rotate = false,
}
"""


def loaded(
    run_lua: RunLua, text: str, table: str = "{}", script: str = LAY_OUT, more: str = "", play: float = 0
) -> ScriptRun:
    """Load a segment file with a tile table (Lua), then run a script, which finds the segments in T.segments."""
    load = f'{more}\nsegments = kts.LoadSegments({table}, "s.txt")'
    return run_lua(script, load=load, files={"s.txt": text}, players=1, play=play, strict=True)


def catch_error(run_lua: RunLua, text: str, table: str = "{}") -> HostError:
    with pytest.raises(HostError) as caught:
        loaded(run_lua, text, table)
    return caught.value


def piles(ran: ScriptRun) -> list[list[str]]:
    """The names of the tiles on the squares inside the border, row by row."""
    squares = [ran.map.square(x, y) for y in range(1, ran.map.height - 1) for x in range(1, ran.map.width - 1)]
    return [[tile.prototype.id.removeprefix("tiles.") for tile in ran.map.tiles_on(square)] for square in squares]


# -- the grammar

PLAIN = SegmentText(line=1, width=2, height=2, layers=[[1, 2, 3, 4]], rooms=[(-1, -1, 4, 4)])


@pytest.mark.parametrize(
    "text",
    [
        SQUARE,
        SQUARE.replace("\n", "\r\n"),
        SQUARE.removesuffix("\n"),
        SQUARE.replace("\n", "\n  \t"),
        SQUARE.replace("\n", "  \n"),
        SQUARE + "anything at all\nsegment\nwidth: x\n",
        SQUARE.replace("data:", "data: of no interest 1 2 3"),
        SQUARE.replace("rooms:", "rooms: of no interest"),
        SQUARE.replace("1 2\n3 4", "1\n2\n\n3\n4"),
        SQUARE.replace("1 2\n3 4", "1 2 3 4"),
        SQUARE.replace("1 2\n3 4", "1\t2\t\t3   4"),
        SQUARE.replace("1\n0 0 4 4", "\n1 0 0\n\n4\n4"),
        SQUARE.replace("width: 2", "width:2").replace("height: 2", "  height  :  2  "),
        SQUARE.replace("width: 2\nheight: 2", "height: 2\nwidth: 2"),
        SQUARE.replace("width: 2", "width: 7\nwidth: 2"),
        SQUARE.replace("width: 2", "\n\nwidth: 2\n\n"),
        SQUARE.replace("rooms:", "switches:\n0\nrooms:"),
        SQUARE.replace("1 2", "01 002"),
    ],
    ids=[
        *("as it is", "CRLF", "no last newline", "indented", "spaces behind", "text after eof", "text after data:"),
        *("text after rooms:", "number by number", "on one line", "tabs", "room over lines", "spaces around colons"),
        *("height first", "width twice", "blank lines", "no switches", "leading zeros"),
    ],
)
def test_the_grammar_is_generous_with_space(text: str) -> None:
    (segment,) = parse_segments(text, "s.txt")
    segment.line = 1
    assert segment == PLAIN


def test_comments_stand_between_segments() -> None:
    text = f"# one\n\n  # two\n{SQUARE.removesuffix('eof')[:-4]}# three\n{SQUARE}"
    assert [segment.line for segment in parse_segments(text, "s.txt")] == [4, 15]


def test_a_file_may_hold_no_segment() -> None:
    assert parse_segments("# nothing\neof\n", "s.txt") == ()


def test_the_last_name_that_says_something_is_the_title() -> None:
    text = SQUARE.replace("width", "name: one\nname: two: the second # no comment\nname:\nwidth", 1)
    assert parse_segments(text, "s.txt")[0].title == "two: the second # no comment"


def test_data_may_be_given_twice_and_rooms_and_switches_add_up() -> None:
    text = SQUARE.replace(
        "end",
        "data:\n5 6 7 8\nrooms:\n2\n1 1 1 1\n2 2 1 1\nswitches:\n1\n0 1 1 open 2 -1 3\nswitches:\n1\n1 0 1 go 0\nend",
    )
    (segment,) = parse_segments(text, "s.txt")
    assert segment.layers == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert segment.rooms == [(-1, -1, 4, 4), (0, 0, 1, 1), (1, 1, 1, 1)]
    assert [(s.x, s.y, s.calls) for s in segment.switches] == [
        (0, 1, (("open", (-1, 3)),)),
        (1, 0, (("go", ()),)),
    ]


def with_switches(lines: str) -> str:
    return SQUARE.replace("rooms", f"switches:\n{lines}\nrooms")


KEYS = 'name, width, height, data, switches, rooms with a colon, nor "end"'
MISTAKES = {
    "an empty file": ("", 1, 'the file ends without "eof"'),
    "no eof": (SQUARE.replace("eof\n", ""), 11, 'the file ends without "eof"'),
    "a word between segments": (
        "hello\n" + SQUARE,
        1,
        '"hello" stands where only "segment", "eof" or a comment may',
    ),
    "EOF in capitals": (
        SQUARE.replace("eof", "EOF"),
        11,
        '"EOF" stands where only "segment", "eof" or a comment may',
    ),
    "a word inside": (SQUARE.replace("rooms:", "hello\nrooms:"), 7, f'"hello" is not one of {KEYS}'),
    "a comment inside": (SQUARE.replace("rooms:", "# no\nrooms:"), 7, f'"# no" is not one of {KEYS}'),
    "an unknown key": (SQUARE.replace("rooms", "zoos"), 7, f'"zoos:" is not one of {KEYS}; did you mean "rooms"?'),
    "a slip in a key": (
        SQUARE.replace("width", "widht"),
        2,
        f'"widht: 2" is not one of {KEYS}; did you mean "width"?',
    ),
    "a key in capitals": (
        SQUARE.replace("width", "Width"),
        2,
        f'"Width: 2" is not one of {KEYS}; did you mean "width"?',
    ),
    "no end": (SQUARE.replace("end\n", ""), 10, f'"eof" is not one of {KEYS}'),
    "width of zero": (SQUARE.replace("width: 2", "width: 0"), 2, "width is 0: must be between 1 and 1000"),
    "width below zero": (SQUARE.replace("width: 2", "width: -2"), 2, "width is -2: must be between 1 and 1000"),
    "a word for width": (SQUARE.replace("width: 2", "width: two"), 2, 'width is "two": must be a whole number'),
    "nothing for width": (SQUARE.replace("width: 2", "width:"), 2, 'width is "": must be a whole number'),
    "half a width": (SQUARE.replace("width: 2", "width: 2.5"), 2, 'width is "2.5": must be a whole number'),
    "two widths": (SQUARE.replace("width: 2", "width: 2 3"), 2, 'width is "2 3": must be a whole number'),
    "a width of two signs": (SQUARE.replace("width: 2", "width: --2"), 2, 'width is "--2": must be a whole number'),
    "a width too large": (SQUARE.replace("height: 2", "height: 1001"), 3, "height is 1001: must be between 1 and 1000"),
    "an area too large": (
        SQUARE.replace(": 2", ": 600"),
        4,
        "width × height is 360000: must be at most 250000",
    ),
    "data before height": (SQUARE.replace("height: 2\n", ""), 3, "data stands before width and height"),
    "a short row": (SQUARE.replace("3 4\n", "3\n"), 6, "this row has 1 number: must be width = 2"),
    "a short row before others": (SQUARE.replace("1 2\n", "1\n"), 5, "this row has 1 number: must be width = 2"),
    "a long row before others": (SQUARE.replace("1 2\n", "1 2 9\n"), 5, "this row has 3 numbers: must be width = 2"),
    "several short rows": (
        "segment\nwidth: 3\nheight: 3\ndata:\n1 2\n1 2 3\n1\nrooms:\n1\n0 0 4 4\nend\neof\n",
        5,
        "2 of 3 rows are short or long: line 5 has 2 and line 7 has 1: must be width = 3 numbers",
    ),
    "most rows long": (
        "segment\nwidth: 2\nheight: 3\ndata:\n1 2 3 4\n1 2 3 4\n1 2\nrooms:\n1\n0 0 3 4\nend\neof\n",
        5,
        "2 of 3 rows are short or long: line 5 has 4 and line 6 has 4: must be width = 2 numbers",
    ),
    "a row too many": (
        SQUARE.replace("3 4\n", "3 4\n5 6\n"),
        7,
        "this row is too many: data has height = 2 rows before it",
    ),
    "too few numbers, not in rows": (
        SQUARE.replace("1 2\n3 4\n", "1\n2\n3\n"),
        8,
        "data has 3 numbers: must be width × height = 4",
    ),
    "too many numbers, not in rows": (
        SQUARE.replace("1 2\n3 4\n", "1\n2\n3\n4 5\n").replace("4 5", "4 5 6"),
        8,
        "data has 6 numbers at the end of this line: must be width × height = 4",
    ),
    "too few numbers before the end": (
        SQUARE.replace("3 4\nrooms:\n1\n0 0 4 4\n", ""),
        6,
        "data has 1 row: must be height = 2",
    ),
    "too many numbers": (
        SQUARE.replace("3 4", "3 4 5"),
        6,
        "this row has 3 numbers: must be width = 2",
    ),
    "a number below zero": (SQUARE.replace("3 4", "3 -4"), 6, "-4 is not a tile number: must be 0 or more"),
    "a word in data": (
        SQUARE.replace("3 4", "3 x"),
        6,
        '"x" is not a tile number: must be a whole number, 0 or more',
    ),
    "a fraction in data": (
        SQUARE.replace("3 4", "3 4.5"),
        6,
        '"4.5" is not a tile number: must be a whole number, 0 or more',
    ),
    "two signs in data": (
        SQUARE.replace("3 4", "3 --4"),
        6,
        '"--4" is not a tile number: must be a whole number, 0 or more',
    ),
    "an underscore in data": (
        SQUARE.replace("3 4", "3 1_0"),
        6,
        '"1_0" is not a tile number: must be a whole number, 0 or more',
    ),
    "foreign digits in data": (
        SQUARE.replace("3 4", "3 ٤"),
        6,
        '"٤" is not a tile number: must be a whole number, 0 or more',
    ),
    "the file ends in data": (SQUARE[: SQUARE.index("3 4")], 6, "the file ends inside data"),
    "the file ends in rooms": (SQUARE[: SQUARE.index("0 0")], 9, "the file ends inside rooms"),
    "no room": (
        SQUARE.replace("rooms:\n1\n0 0 4 4\n", ""),
        7,
        "the segment that begins at line 1 ends without rooms (at least one)",
    ),
    "an empty list of rooms": (
        SQUARE.replace("1\n0 0 4 4", "0"),
        9,
        "the segment that begins at line 1 ends without rooms (at least one)",
    ),
    "an empty segment": (
        "segment\nend\neof\n",
        2,
        "the segment that begins at line 1 ends without width, height, data, rooms (at least one)",
    ),
    "less than no rooms": (
        SQUARE.replace("1\n0 0 4 4", "-1"),
        8,
        "the number of rooms is -1: must be between 0 and 10000",
    ),
    "a word for the number of rooms": (
        SQUARE.replace("rooms:\n1", "rooms:\none"),
        8,
        'the number of rooms is "one": must be a whole number',
    ),
    "a word in a room": (
        SQUARE.replace("0 0 4 4", "0 0 4 x"),
        9,
        '"x" is not part of a room: must be four whole numbers, x y width height',
    ),
    "two signs in a room": (
        SQUARE.replace("0 0 4 4", "0 0 --4 4"),
        9,
        '"--4" is not part of a room: must be four whole numbers, x y width height',
    ),
    "a room cut short": (SQUARE.replace("0 0 4 4", "0 0 4"), 10, "rooms ends too soon: numbers are missing"),
    "a room too long": (
        SQUARE.replace("0 0 4 4", "0 0 4 4 4"),
        9,
        '"4" is too much: rooms has more numbers than its count says',
    ),
    "a count behind rooms": (
        SQUARE.replace("rooms:\n1", "rooms: 1"),
        8,
        '"0" is too much: rooms has more numbers than its count says; the count stands on the line after "rooms:"',
    ),
    "a count behind switches": (
        with_switches("0 0 1 open 2 1 1").replace("switches:", "switches: 1"),
        8,
        (
            '"0" is too much: switches has more numbers than its count says; '
            'the count stands on the line after "switches:"'
        ),
    ),
    "a count behind rooms, and too few": (
        SQUARE.replace("rooms:\n1\n0 0 4 4", "rooms: 1\n1 1 3 3"),
        9,
        'rooms ends too soon: numbers are missing; the count stands on the line after "rooms:"',
    ),
    "switches before data": (
        SQUARE.replace("data", "switches:\n0\ndata"),
        4,
        "switches stands before data",
    ),
    "a switch outside": (with_switches("1\n2 0 1 open 2 1 1"), 9, "x of a switch is 2: must be between 0 and 1"),
    "a switch above": (with_switches("1\n0 -1 1 open 2 1 1"), 9, "y of a switch is -1: must be between 0 and 1"),
    "no name for a function": (with_switches("1\n0 0 1 o-pen 2 1 1"), 9, '"o-pen" is not the name of a function'),
    "code for a function": (with_switches("1\n0 0 1 x()error 0"), 9, '"x()error" is not the name of a function'),
    "a word for an argument": (
        with_switches("1\n0 0 1 open 2 1 x"),
        9,
        'an argument of open is "x": must be a whole number',
    ),
    "an argument missing": (
        with_switches("1\n0 0 1 open 2 1"),
        10,
        'an argument of open is "rooms:": must be a whole number',
    ),
    "a switch without functions": (
        with_switches("1\n0 0 0"),
        9,
        "the number of functions is 0: must be between 1 and 100",
    ),
    "a word for the number of switches": (
        with_switches("one"),
        8,
        'the number of switches is "one": must be a whole number',
    ),
}


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named_with_its_file_and_line(run_lua: RunLua, text: str, line: int, message: str) -> None:
    error = catch_error(run_lua, text)
    assert str(error) == f"tiles/s.txt:{line}: {message}"
    assert (error.mod, error.file, error.line) == ("tiles", "tiles/s.txt", line)
    # And where the mod asked for the file.
    assert error.frames[0].file == "tiles/init.lua"


def test_the_second_segment_of_a_file_has_lines_of_its_own(run_lua: RunLua) -> None:
    text = SQUARE.replace("eof\n", "") + SQUARE.replace("3 4", "3 x")
    assert str(catch_error(run_lua, text)).startswith('tiles/s.txt:16: "x" is not a tile number')


@pytest.mark.parametrize(
    "text",
    [
        SQUARE.replace("rooms:", "width: 3\nrooms:"),
        SQUARE.replace("rooms:", "height: 1\nrooms:"),
        SQUARE.replace("rooms:", "width: 4\nheight: 1\nrooms:"),
        SQUARE.replace("rooms:", "width: 3\ndata:\n1 2 3 4 5 6\nrooms:"),
    ],
    ids=["wider", "lower", "another shape", "with data of its own"],
)
def test_a_size_that_changes_after_the_data_is_an_error_of_the_file(run_lua: RunLua, text: str) -> None:
    error = catch_error(run_lua, text)
    assert not isinstance(error, InternalError), error
    assert error.file == "tiles/s.txt"


@pytest.mark.parametrize(
    "text",
    [
        SQUARE.replace("0 0 4 4", "0 0 99999999999 4"),
        SQUARE.replace("0 0 4 4", "-99999999999 0 4 4"),
        SQUARE.replace("0 0 4 4", "0 0 -3 0"),
        SQUARE.replace("0 0 4 4", "2147483648 0 4 4"),
        SQUARE.replace("3 4", "3 99999999999999999999999"),
        SQUARE.replace("3 4", f"3 {'9' * 5000}"),
        SQUARE.replace("width: 2", f"width: {'9' * 5000}"),
        with_switches(f"1\n0 0 1 f 1 {'9' * 18}"),
        with_switches("1\n0 0 1 end 0"),
    ],
    ids=[
        *("a wide room", "a room far away", "a room inside out", "a room past 32 bits", "a large number"),
        *("a very large number", "a very large width", "a large argument", "a word of Lua"),
    ],
)
def test_odd_numbers_are_taken_or_refused_in_a_sentence(run_lua: RunLua, text: str) -> None:
    ran: ScriptRun | None = None
    try:
        ran = loaded(run_lua, text)
    except HostError as error:
        refused = error
    if ran is None:
        assert not isinstance(refused, InternalError), refused
        assert refused.file == "tiles/s.txt"
    else:
        # What loads can be laid out and written down.
        assert ran.shown.to_json()


# -- files


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ('"missing.txt"', 'the file "missing.txt" was not found: there is no tiles/missing.txt nor missing.txt'),
        ('"folder"', '"folder" is a folder: must be a file'),
        ('"../tiles/../../s.txt"', None),
        ('"/etc/passwd"', 'the file "/etc/passwd" was not found: there is no etc/passwd'),
        ('""', None),
        ("nil", "kts.LoadSegments: file is nil: must be a string"),
        ("{}", "kts.LoadSegments: file is a table: must be a string"),
    ],
    ids=["missing", "folder", "outside", "absolute", "empty", "nil", "table"],
)
def test_a_file_that_cannot_be_read_is_named(run_lua: RunLua, name: str, message: str | None) -> None:
    files = {"s.txt": SQUARE, "folder/inner.txt": ""}
    with pytest.raises(HostError) as caught:
        run_lua("", load=f"kts.LoadSegments({{}}, {name})", files=files)
    text = re.sub(r"^tiles/init\.lua:18: ", "", str(caught.value))
    assert not isinstance(caught.value, InternalError)
    assert caught.value.mod == "tiles"
    if message is not None:
        assert text == message


def test_a_file_beside_the_running_script_comes_first(run_lua: RunLua) -> None:
    ran = run_lua(
        "print(#T.near, #T.far)",
        load='dofile("deep/load.lua")\nfar = kts.LoadSegments({}, "/tiles/s.txt")',
        files={
            "deep/load.lua": 'near = kts.LoadSegments({}, "s.txt")',
            "deep/s.txt": "eof\n",
            "s.txt": SQUARE,
        },
    )
    assert ran.lines == ["0 1"]


def mod_with_bytes(folder: Path, content: bytes) -> Path:
    init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}\nsegments = kts.LoadSegments({{ floor, wall }}, "s.txt")'
    mod = write_mod(folder / "tiles", {"init.lua": init})
    (mod / "s.txt").write_bytes(content)
    return mod


def test_bytes_that_are_no_utf8_are_named_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(HostError) as caught:
        Host([mod_with_bytes(tmp_path, b"# fine\n# caf\xe9\n" + SQUARE.encode())])
    assert str(caught.value) == "tiles/s.txt:2: byte 0xe9 is not UTF-8: a segment file is plain text"


def test_a_byte_order_mark_is_overlooked(tmp_path: Path) -> None:
    Host([mod_with_bytes(tmp_path, b"\xef\xbb\xbf" + SQUARE.encode())])


def test_text_in_other_scripts_is_no_mistake(tmp_path: Path) -> None:
    content = f"# Höhle des Löwen\n{SQUARE}".replace("width", "name: 洞窟\nwidth", 1).encode()
    assert Host([mod_with_bytes(tmp_path, content)]).registered("tiles")["segment"] == 1


# -- what numbers put on squares

ONE = "segment\nwidth: 1\nheight: 1\ndata:\n{}\nrooms:\n1\n0 0 3 3\nend\neof\n"
LAYERS = """
low, high = kts.Tile { depth = 3 }, kts.Tile { depth = -3 }
one, two = kts.Tile {}, kts.Tile {}
"""


@pytest.mark.parametrize(
    ("table", "number", "pile"),
    [
        ("{}", 0, []),
        ("{}", 5, []),
        ("{ floor }", 1, ["floor"]),
        ("{ [0] = wall }", 0, ["wall"]),
        ("{ [1000000] = wall }", 1000000, ["wall"]),
        ("{ {} }", 1, []),
        ("{ { floor } }", 1, ["floor"]),
        ("{ { one, two } }", 1, ["two", "one"]),
        ("{ { one, low, high } }", 1, ["low", "one", "high"]),
        ("{ { low, one, high } }", 1, ["low", "one", "high"]),
        ("{ { one, one } }", 1, ["one", "one"]),
        ("{ { one, nil, two } }", 1, ["two", "one"]),
        ("{ { nil, one } }", 1, ["one"]),
        ("{ coin }", 1, []),
        ("{ { coin, floor } }", 1, ["floor"]),
        ("setmetatable({}, { __index = function(_, n) return n == 7 and floor or nil end })", 7, ["floor"]),
        ("setmetatable({}, { __index = { [3] = { one, two } } })", 3, ["two", "one"]),
    ],
)
def test_a_number_stands_for_tiles_of_which_the_first_lies_on_top(
    run_lua: RunLua, table: str, number: int, pile: list[str]
) -> None:
    assert piles(loaded(run_lua, ONE.format(number), table, more=LAYERS)) == [pile]


def test_a_second_layer_of_data_lies_on_the_first(run_lua: RunLua) -> None:
    text = ONE.format("1\ndata:\n2\ndata:\n3")
    assert piles(loaded(run_lua, text, "{ one, two, high }", more=LAYERS)) == [["one", "two", "high"]]
    text = ONE.format("1\ndata:\n2")
    assert piles(loaded(run_lua, text, "{ { one, two }, { low, high } }", more=LAYERS)) == [
        ["low", "two", "one", "high"]
    ]


@pytest.mark.parametrize(
    ("table", "items"),
    [
        ("{ coin }", [("coin", 1)]),
        ("{ { coin } }", [("coin", 1)]),
        ("{ { floor, { coin, 5 } } }", [("coin", 5)]),
        ("{ { floor, { coin } } }", [("coin", 1)]),
        ("{ { { coin, 3 }, { key, 2 } } }", [("coin", 3)]),
        ("{ { coin, 3 } }", [("coin", 3)]),
        ("{ { key, coin } }", [("key", 1)]),
        # Put down without asking the tiles.
        ("{ { wall, coin } }", [("coin", 1)]),
    ],
)
def test_a_number_stands_for_one_stack_of_items(run_lua: RunLua, table: str, items: list[tuple[str, int]]) -> None:
    ran = loaded(run_lua, ONE.format(1), table)
    named = [(item.id.removeprefix("tiles."), item.number) for item in ran.shown.items]
    assert named == items


def test_of_items_in_two_layers_the_first_stays(run_lua: RunLua) -> None:
    ran = loaded(run_lua, ONE.format("1\ndata:\n2"), "{ { coin, 2 } and { { coin, 2 } }, key }")
    assert [tuple(stack) for stack in ran.map.loose_items.values()] == [(2, 2)]


def test_an_item_on_a_chest_lies_in_the_chest(run_lua: RunLua) -> None:
    ran = loaded(run_lua, ONE.format(1), "{ { chest, coin } }", more='chest = kts.Tile { type = "chest" }')
    assert (len(ran.map.loose_items), len(ran.map.stored)) == (0, 1)


def test_monsters_are_put_down_without_asking_and_look_north(run_lua: RunLua) -> None:
    ran = loaded(run_lua, ONE.format(1), "{ { wall, rat, bat } }")
    assert sorted((c.x, c.y, c.height, c.facing) for c in ran.map.living_creatures) == [(1, 1, 0, 0), (1, 1, 1, 0)]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("{ 5 }", "kts.LoadSegments: tile_table[1] is 5: must be a tile, an item or a monster"),
        (
            '{ "floor" }',
            'kts.LoadSegments: tile_table[1] is "floor": must be a tile, an item or a monster',
        ),
        (
            "{ print }",
            "kts.LoadSegments: tile_table[1] is a function: must be a tile, an item or a monster",
        ),
        ("{ true }", "kts.LoadSegments: tile_table[1] is true: must be a tile, an item or a monster"),
        (
            '{ kts.Graphic("g.bmp") }',
            "kts.LoadSegments: tile_table[1] is a graphic: must be a tile, an item or a monster",
        ),
        (
            "{ { floor, 7 } }",
            "kts.LoadSegments: tile_table[1][2] is 7: must be a tile, an item or a monster",
        ),
        ("{ { floor, { coin, 0 } } }", "kts.LoadSegments: tile_table[1][2][2] is 0: must be between 1 and 2147483647"),
        ("{ { coin, 0 } }", "kts.LoadSegments: tile_table[1][2] is 0: must be between 1 and 2147483647"),
        ('{ { floor, { coin, "x" } } }', 'kts.LoadSegments: tile_table[1][2][2] is "x": must be a whole number'),
    ],
)
def test_what_cannot_lie_on_a_square_is_refused(run_lua: RunLua, table: str, message: str) -> None:
    assert str(catch_error(run_lua, ONE.format(1), table)) == f"tiles/init.lua:18: {message}"


@pytest.mark.parametrize(
    "table",
    ["{ { { floor } } }", "{ { { floor, wall } } }", "{ { { bat } } }", "{ { floor, {} } }", "{ { { { coin } } } }"],
)
def test_lists_inside_lists_are_refused_unless_they_count_items(run_lua: RunLua, table: str) -> None:
    assert str(catch_error(run_lua, ONE.format(1), table)).startswith(
        "tiles/init.lua:18: kts.LoadSegments: tile_table[1]"
    )


def test_a_number_that_the_file_does_not_use_is_not_looked_at(run_lua: RunLua) -> None:
    loaded(run_lua, ONE.format(1), '{ floor, "not a tile", setmetatable({}, { __index = error }) }')


@pytest.mark.parametrize("table", ["nil", "5", '"floor"', "floor", "print"])
def test_the_tile_table_must_be_a_table(run_lua: RunLua, table: str) -> None:
    text = str(catch_error(run_lua, ONE.format(1), table))
    assert re.fullmatch(r"tiles/init\.lua:18: kts\.LoadSegments: tile_table is .+: must be a table of Tiles", text)


def test_an_error_in_the_tile_table_is_the_mods_own(run_lua: RunLua) -> None:
    table = 'setmetatable({}, { __index = function(_, n) error("no tile " .. n) end })'
    assert str(catch_error(run_lua, ONE.format(4), table)) == "tiles/init.lua:18: no tile 4"


@pytest.mark.parametrize(
    ("text", "table"),
    [
        (ONE.format(1), "{ (function() local t = {} for i = 1, 100 do t[i] = door end return t end)() }"),
        (ONE.format("\ndata:\n".join("1" * 100)), "{ door }"),
    ],
    ids=["in one list", "in layers"],
)
def test_more_tiles_than_a_square_holds_are_refused(run_lua: RunLua, text: str, table: str) -> None:
    error = catch_error(run_lua, text, table)
    assert not isinstance(error, InternalError)
    assert "64" in str(error)


# -- homes, rooms, several segments

HOMES = """
segment
width: 3
height: 3
data:
0 3 0
6 1 4
0 5 0
rooms:
2
0 0 5 5
2 2 1 1
end
eof
"""[1:]
HOME_TABLE = "{ floor, wall, home_n, home_e, home_s, home_w }"


def test_homes_count_in_reading_order_with_their_standing_squares(run_lua: RunLua) -> None:
    ran = loaded(run_lua, HOMES, HOME_TABLE)
    assert [(ran.map.position(h.tile_square), h.facing, (h.x, h.y)) for h in ran.map.homes] == [
        ((2, 1), 0, (2, 2)),
        ((1, 2), 3, (2, 2)),
        ((3, 2), 1, (2, 2)),
        ((2, 3), 2, (2, 2)),
    ]


def test_rooms_count_from_one_and_zero_is_the_border(run_lua: RunLua) -> None:
    assert loaded(run_lua, HOMES, HOME_TABLE).map.rooms.tolist() == [[0, 0, 5, 5], [2, 2, 1, 1]]


def test_the_corners_of_a_room_are_not_in_it(run_lua: RunLua) -> None:
    game_map = loaded(run_lua, HOMES, HOME_TABLE).map
    assert [game_map.rooms_at(x, y) for x, y in ((0, 0), (4, 4), (1, 0), (2, 2), (5, 5))] == [[], [], [0], [0], []]


def test_a_special_home_is_no_home_for_players(run_lua: RunLua) -> None:
    special = 'special = kts.Tile { type = "home", special_exit = true }'
    ran = loaded(
        run_lua,
        ONE.format(1),
        "{ special }",
        LAY_OUT.replace('"none"', '"random"') + "print(kts.DUNGEON_ERROR ~= nil)",
        special,
    )
    assert ran.lines == ["true"]
    assert [home.special for home in loaded(run_lua, ONE.format(1), "{ special }", more=special).map.homes] == [True]


def test_segments_come_in_the_order_of_the_file_and_are_all_different(run_lua: RunLua) -> None:
    text = "".join(ONE.format(n).removesuffix("eof\n") for n in (1, 2, 3)) + "eof\n"
    ran = loaded(run_lua, text, "{ floor, wall }", "for i, s in ipairs(T.segments) do print(i, s, type(s)) end")
    assert ran.lines == [f"{i} Segment tiles.segment_{i} userdata" for i in (1, 2, 3)]


def test_a_file_may_be_loaded_twice_with_other_tiles(run_lua: RunLua) -> None:
    ran = run_lua(
        "print(#T.one, #T.two, T.one[1] == T.two[1])",
        load='one = kts.LoadSegments({ floor }, "s.txt")\ntwo = kts.LoadSegments({ wall }, "s.txt")',
        files={"s.txt": ONE.format(1)},
    )
    assert ran.lines == ["1 1 false"]


def test_a_file_that_failed_can_be_loaded_again(run_lua: RunLua) -> None:
    ran = run_lua(
        "print(#T.segments)",
        load='pcall(kts.LoadSegments, { "x" }, "s.txt")\nsegments = kts.LoadSegments({ floor }, "s.txt")',
        files={"s.txt": ONE.format(1)},
    )
    assert ran.lines == ["1"]


# -- switches: the knight stands at (2, 2) and looks south at (2, 3)

SWITCHES = """
segment
width: 3
height: 3
data:
1 3 1
1 1 1
1 7 1
switches:
{}
rooms:
1
0 0 5 5
end
eof
"""[1:]
SWITCH_TILES = """
lever = kts.Tile { access = { walking = "approach" } }
hand = kts.Tile { on_walk_over = function() kts.Activate() end }
function _G.rf_note(...) print("note", ...) end
function _G.rf_where() print("at", cxt.pos.x, cxt.pos.y, cxt.actor ~= nil) end
"""
ENTER = LAY_OUT.replace('"none"', '"random"')
STEP = """
kts.AddTask(function()
  kts.Delay(1)
  local player = kts.GetAllPlayers()[1]
  kts.TeleportTo(player, {{ x = {}, y = {} }})
end)
"""


def switched(run_lua: RunLua, switches: str, script: str) -> ScriptRun:
    table = "{ floor, wall, home_n, [7] = { lever, floor } }"
    return loaded(run_lua, SWITCHES.format(switches), table, ENTER + script, SWITCH_TILES, play=1)


def pull() -> str:
    # The hand acts when the knight enters there, and when it comes back.
    return "kts.AddTile({ x = 1, y = 2 }, T.floor)\nkts.AddTile({ x = 2, y = 2 }, T.hand)\n" + (
        STEP.format(1, 2) + STEP.format(2, 2)
    )


def test_a_switch_on_open_floor_is_a_plate(run_lua: RunLua) -> None:
    assert switched(run_lua, "1\n0 1 2 note 2 5 -6 where 0", STEP.format(1, 2)).lines == ["note 5 -6", "at 1 2 true"]


def test_a_switch_that_can_only_be_approached_is_a_lever(run_lua: RunLua) -> None:
    assert switched(run_lua, "1\n1 2 1 note 1 9", pull()).lines == ["note 9"] * 2


def test_a_plate_does_not_answer_to_hands_nor_a_lever_to_feet(run_lua: RunLua) -> None:
    assert switched(run_lua, "1\n0 1 1 note 0", "").lines == []
    assert switched(run_lua, "1\n1 1 1 note 0", pull()).lines == ["note"] * 2


def test_two_switches_on_a_square_both_work(run_lua: RunLua) -> None:
    ran = switched(run_lua, "2\n0 1 1 note 1 1\n0 1 1 note 1 2", STEP.format(1, 2))
    assert ran.lines == ["note 1", "note 2"]


def test_the_tile_of_a_switch_changes_nothing_else(run_lua: RunLua) -> None:
    ran = switched(run_lua, "1\n0 0 1 note 0", "")
    plain = switched(run_lua, "0", "")
    for height in range(3):
        assert ran.map.access(1, 1, height) == plain.map.access(1, 1, height)
    assert len(ran.map.tiles_on(ran.map.square(1, 1))) == 1 + len(plain.map.tiles_on(plain.map.square(1, 1)))
    assert ran.map.free_categories()[ran.map.square(1, 1)] >= 0


def test_a_function_that_is_not_there_is_missed_only_when_the_switch_is_used(run_lua: RunLua) -> None:
    switched(run_lua, "1\n0 1 1 absent 0", "")
    with pytest.raises(HostError, match="rf_absent") as caught:
        switched(run_lua, "1\n0 1 1 absent 0", STEP.format(1, 2))
    assert caught.value.mod == "tiles"
    assert caught.value.file is not None
    assert caught.value.file.startswith("tiles/s.txt")


# -- properties

ROOM = st.tuples(*[st.integers(-50, 50)] * 4)
CALL = st.tuples(
    st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True),
    st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3).map(tuple),
)
TITLE = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), max_size=12)


@st.composite
def segments(draw: st.DrawFn) -> SegmentText:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    area = width * height
    numbers = st.lists(st.integers(0, 2**40), min_size=area, max_size=area)
    switch = st.builds(
        SwitchText,
        st.integers(0, width - 1),
        st.integers(0, height - 1),
        st.lists(CALL, min_size=1, max_size=3).map(tuple),
        st.just(0),
    )
    return SegmentText(
        line=0,
        title=draw(TITLE) or None,
        width=width,
        height=height,
        layers=draw(st.lists(numbers, min_size=1, max_size=2)),
        switches=draw(st.lists(switch, max_size=3)),
        rooms=draw(st.lists(ROOM, min_size=1, max_size=4)),
    )


def written(segment: SegmentText) -> str:
    lines = ["segment", f"name: {segment.title or ''}", f"width: {segment.width}", f"height: {segment.height}"]
    for layer in segment.layers:
        rows = [layer[i : i + segment.width] for i in range(0, len(layer), segment.width)]
        lines += ["data:", *(" ".join(map(str, row)) for row in rows)]
    lines += ["switches:", str(len(segment.switches))]
    for switch in segment.switches:
        calls = [f"{name} {len(given)} {' '.join(map(str, given))}" for name, given in switch.calls]
        lines.append(f"{switch.x} {switch.y} {len(calls)} {' '.join(calls)}")
    lines += ["rooms:", str(len(segment.rooms))]
    lines += [f"{x + 1} {y + 1} {w} {h}" for x, y, w, h in segment.rooms]
    return "\n".join([*lines, "end", ""])


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(segments(), max_size=4))
def test_what_is_written_is_read_again(wanted: list[SegmentText]) -> None:
    read = parse_segments("".join(map(written, wanted)) + "eof\n", "s.txt")
    # Nobody may change what is read.
    plain = [
        replace(segment, line=0, switches=[switch._replace(line=0) for switch in segment.switches]) for segment in read
    ]
    assert plain == wanted


TOKENS = st.sampled_from(
    [
        *("segment", "end", "eof", "name:", "width:", "height:", "data:", "switches:", "rooms:", ":", "#", "f", "open"),
        *("0", "1", "2", "-1", "--1", "+1", "1_0", "1.5", "1e3", "0x1", "99999999999999999999", "²", "٣", "nan", "\0"),
    ]
)


@settings(deadline=None, max_examples=examples(150))
@given(st.lists(st.tuples(TOKENS, st.sampled_from([" ", "\n", "\n", "\t", "\r\n"])), max_size=40))
@example([("segment", "\n"), ("width:", " "), ("--1", "\n")])
def test_no_text_makes_the_parser_fail(tokens: list[tuple[str, str]]) -> None:
    judged("".join(word + space for word, space in tokens))


@settings(deadline=None, max_examples=examples(150))
@given(st.data())
def test_no_slip_in_a_good_file_makes_the_parser_fail(data: st.DataObject) -> None:
    words = re.split(r"(\s+)", with_switches("1\n0 1 1 open 2 -1 3"))
    for _ in range(data.draw(st.integers(1, 3))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.one_of(TOKENS, st.just("\n"), st.just("")))
    judged("".join(words))


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    judged(text)


def judged(text: str) -> None:
    """A text is read or refused with a line that is there; nothing else may come of it."""
    try:
        parse_segments(text, "s.txt")
    except HostError as error:
        place = error.file, error.line
    else:
        return
    assert place[0] == "s.txt"
    assert place[1] is not None
    assert 1 <= place[1] <= text.count("\n") + 1


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=60), st.binary(max_size=8).map(lambda noise: SQUARE.encode().replace(b"3", noise))))
def test_any_bytes_are_read_or_refused_with_file_and_mod(tmp_path: Path, content: bytes) -> None:
    blamed: HostError | None = None
    try:
        Host([mod_with_bytes(tmp_path, content)])
    except HostError as error:
        blamed = error
    assert blamed is None or (blamed.mod, blamed.file) == ("tiles", "tiles/s.txt")
    assert not isinstance(blamed, InternalError)
