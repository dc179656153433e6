"""`dungeon-host check`: diagnostics of segments."""

from __future__ import annotations

import pytest

from host import check
from host.tools.checking.diagnostic import Diagnostic
from tests.helpers import KTS_TILES, MakeMod
from tests.tools.checking.diagnostics import checked

ROOMS = 'kts.LoadSegments({ floor, wall, home_n, door }, "rooms.txt")'


def short(diagnostic: Diagnostic) -> str:
    return diagnostic.message.removeprefix('the segment "cell": ')


def segment(*rows: str, more: str = "") -> str:
    data = "\n".join(" ".join(row) for row in rows)
    width, height = len(rows[0]), len(rows)
    room = f"rooms:\n1\n0 0 {width + 2} {height + 2}\n"
    return f"segment\nname: cell\nwidth: {width}\nheight: {height}\ndata:\n{data}\n{more}{room}end\neof\n"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(("11111", "12221", "12121", "12221", "11111"), "the floor at (2, 2) ", id="sealed"),
        pytest.param(("11111", "12221", "12141", "12221", "11111"), None, id="door"),
        pytest.param(("111211", "111211", "222222", "111211"), None, id="parts-with-sides"),
        pytest.param(("222222", "232112", "212112", "222222"), "4 squares of floor, the first at (3, 1), ", id="homes"),
    ],
)
def test_floor_of_segments_that_cannot_be_reached(make_mod: MakeMod, rows: tuple[str, ...], expected: str) -> None:
    found = checked(make_mod, KTS_TILES + ROOMS, files={"rooms.txt": segment(*rows)})
    assert found == (
        [
            (
                f'it/rooms.txt:1 sealed the segment "cell": {expected}cannot be reached from its sides or '
                "homes, even "
                "with all doors open; put a door into the wall around it"
            )
        ]
        if expected
        else []
    )


def test_a_segment_with_switches_may_have_a_secret_place(make_mod: MakeMod) -> None:
    text = segment("11111", "12221", "12121", "12221", "11111", more="switches:\n1\n0 0 1 open 2 1 2\n")
    rooms = f"function rf_open() end\n{KTS_TILES}{ROOMS}"
    (diagnostic,) = check(make_mod("it", rooms, files={"rooms.txt": text}), "it")
    assert (diagnostic.severity, diagnostic.rule) == ("warning", "sealed")
    assert diagnostic.hint == "put a door into the wall around it, unless one of its switches leads there"


def test_a_segment_to_which_nothing_can_be_joined(make_mod: MakeMod) -> None:
    assert checked(make_mod, KTS_TILES + ROOMS, files={"rooms.txt": segment("222", "212", "222")}) == [
        (
            'it/rooms.txt:1 no-door the segment "cell" has no side with a square for a door, and no home: no other '
            "segment can be connected to it; leave floor that items may lie on at a side, "
            "away from the corners of rooms"
        )
    ]


def test_numbers_of_a_segment_file_that_mean_nothing(make_mod: MakeMod) -> None:
    assert checked(make_mod, KTS_TILES + ROOMS, files={"rooms.txt": segment("11", "19")}) == [
        ("it/rooms.txt:7 tile-number the tile table has nothing for the tile number 9: such squares stay empty")
    ]


HOMES = "kts.LoadSegments({ floor, wall, home_n, home_e, home_s, home_w, door }, 'rooms.txt')"
FACING = "facing is the direction from the square in front of the home to the home"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            ("111", "151", "222"),
            [],
            id="free",
        ),
        pytest.param(
            ("111", "131", "222"),
            [
                (
                    'error it/rooms.txt:7 nothing can be reached from the home at (1, 1), whose facing is "north": the '
                    f'square in front of it is at (1, 2), which nobody can enter; {FACING}: "east", "south" or "west" '
                    "fits here"
                )
            ],
            id="wall",
        ),
        pytest.param(
            ("25222", "11111"),
            [
                (
                    'error it/rooms.txt:6 nothing can be reached from the home at (1, 0), whose facing is "south": the '
                    f'square in front of it is outside the segment, at (1, -1); {FACING}: "north" fits here'
                )
            ],
            id="outside",
        ),
        pytest.param(("111", "131", "171", "111"), [], id="door"),
        pytest.param(
            ("11111", "22322", "22122", "22222", "11111"),
            [
                (
                    "warning it/rooms.txt:7 no side can be reached from the home at (2, 1), even with all doors open; "
                    "put a door into the wall around it"
                )
            ],
            id="closed",
        ),
    ],
)
def test_homes_from_which_nothing_can_be_reached(make_mod: MakeMod, rows: tuple[str, ...], expected: list[str]) -> None:
    diagnostics = check(make_mod("it", KTS_TILES + HOMES, files={"rooms.txt": segment(*rows)}), "it")
    assert [diagnostic.rule for diagnostic in diagnostics] == ["home"] * len(expected)
    assert [
        f"{diagnostic.severity} {diagnostic.file}:{diagnostic.line} {short(diagnostic)}; {diagnostic.hint}"
        for diagnostic in diagnostics
    ] == expected


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        ("0 0 8 6", []),
        ("1 1 6 4", []),
        ("0 0 9 6", ["12 the room 0 0 9 6 is larger than the segment: must lie within 0 0 8 6"]),
        ("0 0 4 6", ["7 its rooms leave out 2 squares of floor, the first at (3, 1)"]),
    ],
    ids=["full", "walls", "large", "small"],
)
def test_rooms_that_do_not_fit(make_mod: MakeMod, room: str, expected: list[str]) -> None:
    text = segment("222222", "211112", "213312", "222222").replace("0 0 8 6", room)
    if room == "0 0 4 6":
        text = text.replace("2 1 1 1 1 2", "2 1 1 1 2 2").replace("2 1 3 3 1 2", "2 1 1 1 2 2")
    diagnostics = check(make_mod("it", KTS_TILES + HOMES, files={"rooms.txt": text}), "it")
    found = [diagnostic for diagnostic in diagnostics if diagnostic.rule == "room"]
    assert [f"{diagnostic.line} {short(diagnostic)}" for diagnostic in found] == expected
    assert {diagnostic.severity for diagnostic in found} <= {"warning"}


def test_a_room_with_thick_walls_is_larger_than_its_floor(make_mod: MakeMod) -> None:
    text = segment("2222222", "2222222", "2222222", "1111111", "1111111", "1111111", "1111111")
    assert checked(make_mod, KTS_TILES + HOMES, files={"rooms.txt": text}) == [
        (
            'it/rooms.txt:15 room the segment "cell": the room 0 0 9 9 is larger than its floor: two rows or columns '
            "at one of its sides are wall; x y width height, counted from 1, walls included"
        )
    ]
