"""Misspelled and missing fields of kts.LayoutDungeon: the error names the field, the line and the nearest name."""

from __future__ import annotations

import pytest

from host import Host, HostError
from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, RunLua

LOAD = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
CELLS = 'layout = { width = 1, height = 1, data = { { type = "block" } } }'
ARGUMENTS = f'{CELLS}, wall = T.wall, segments = T.segments, entry_type = "random"'
NO_SEGMENTS = "1 cell is left to fill, and segments is %s: must be a list of Segments"


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        (
            "layuot =",
            "layout =",
            'layout is nil: must be a table with width, height and data (not a table or indexable); there is "layuot"',
        ),
        ("wal =", "wall =", 'wall is nil: must be a Tile or a list of Tiles; there is "wal"'),
        ("entri_type =", "entry_type =", '"away" or "random"; there is "entri_type"'),
        ("widht =", "width =", 'layout.width is nil: must be a number, and is missing; there is "widht"'),
        ("heigth =", "height =", 'layout.height is nil: must be a number, and is missing; there is "heigth"'),
        ("dta =", "data =", 'layout.data is nil: must be a list of cells; there is "dta"'),
        ("tpye =", "type =", '"special" or "none"; there is "tpye"'),
    ],
)
def test_a_misspelled_field_is_named_where_it_is_missed(
    run_shared: RunLua, wrong: str, right: str, message: str
) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(f"kts.LayoutDungeon {{ {ARGUMENTS.replace(right, wrong)} }}", load=LOAD)
    assert str(caught.value).startswith("script/script.lua:1: kts.LayoutDungeon: ")
    assert str(caught.value).endswith(f'{message}; did you mean "{right.split()[0]}"?')


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        ("segmnets = T.segments", f'{NO_SEGMENTS % "nil"}; there is "segmnets"; did you mean "segments"?'),
        ("segments = rooms", NO_SEGMENTS % "nil"),
        ("segments = {}", NO_SEGMENTS % "an empty list"),
    ],
)
@pytest.mark.parametrize("entry", ["none", "random", "close", "away"])
def test_a_layout_without_segments_says_so(run_shared: RunLua, segments: str, message: str, entry: str) -> None:
    arguments = ARGUMENTS.replace("segments = T.segments", segments).replace("random", entry).replace("block", "edge")
    script = f"kts.LayoutDungeon {{ {arguments} }}\nprint(kts.DUNGEON_ERROR)\n"
    assert run_shared(script, load=LOAD).lines == [message]
    with pytest.raises(HostError) as caught:
        run_shared(script + "World.fromMap()", load=LOAD)
    # The cause stands before its consequences.
    cause = 'there is no variable "rooms": ' if segments == "segments = rooms" else ""
    assert str(caught.value) == (
        f"script/script.lua:3: {cause}World.fromMap: the game has no map yet, as kts.LayoutDungeon failed at "
        f"script/script.lua:1: {message}"
    )


@pytest.mark.parametrize("segments", ["segments = rooms", "segmnets = T.segments", ""])
def test_no_requirements_explain_segments_that_are_nil(make_mod: MakeMod, segments: str) -> None:
    """The list is the whole reason; what else was asked for could be met."""
    init = f"""{KTS_TILES}
    T = {{ segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt") }}
    kts.MENU = {{ items = {{}}, start_game_func = function()
      kts.LayoutDungeon {{ {CELLS}, wall = wall, entry_type = "random", {segments} }}
    end }}"""
    outcome = Host([make_mod("m", init, files={"segments.txt": KTS_SEGMENT})]).explain("m", seed=1)
    assert outcome.error is not None
    assert NO_SEGMENTS % "nil" in str(outcome.error)
    assert "requirement" not in str(outcome.error)
    assert outcome.explanation is None


def test_a_misspelled_variable_of_another_mod_is_named_where_it_is_missed(run_shared: RunLua) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(f"local wall = T.wal\nkts.LayoutDungeon {{ {ARGUMENTS.replace('T.wall', 'wall')} }}", load=LOAD)
    effect = "kts.LayoutDungeon: wall is nil: must be a Tile or a list of Tiles"
    assert str(caught.value) == f'script/script.lua:2: mod tiles has no "wal": {effect}; did you mean "wall"?'


def test_a_misspelled_field_of_a_cell_is_a_warning(run_shared: RunLua) -> None:
    arguments = ARGUMENTS.replace('"block"', '"block", exit = ""')
    ran = run_shared(f"kts.LayoutDungeon {{ {arguments} }}", load=LOAD)
    message = 'a cell of the layout has the field "exit", which the host does not use; did you mean "exits"?'
    assert f"script/script.lua:1: {message}" in ran.host.warnings


@pytest.mark.parametrize(
    ("value", "cause", "hint"),
    [
        ("segmnets", 'there is no variable "segmnets": ', '; did you mean "segments"?'),
        ("nothing_like_it", 'there is no variable "nothing_like_it": ', ""),
        ("base.standard_segmnets", 'mod base has no "standard_segmnets": ', '; did you mean "standard_segments"?'),
        ("nil", "", ""),
    ],
)
def test_a_game_names_what_is_nil_in_place_of_segments(make_mod: MakeMod, value: str, cause: str, hint: str) -> None:
    init = f"""{KTS_TILES}
    local base = require "base"
    segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
    kts.MENU = {{ items = {{}}, start_game_func = function()
      kts.LayoutDungeon {{ {CELLS}, wall = wall, entry_type = "none",
        segments = {value} }}
    end }}"""
    mod = make_mod("m", init, toml='[dependencies]\nbase = "*"\n', files={"segments.txt": KTS_SEGMENT})
    with pytest.raises(HostError) as caught:
        Host([mod]).generate("m", seed=1)
    text = f"m/init.lua:19: {cause}the dungeon could not be made: {NO_SEGMENTS % 'nil'}{hint}"
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("kts.LayoutDungeon { %s }\nrequire('api.Map').from_dungeon()", (2, 1)),
        ("local request = { %s }\nkts.LayoutDungeon(request)\nrequire('api.Map').from_dungeon()", (3, 2)),
    ],
    ids=["call", "table"],
)
def test_the_variable_that_is_nil_comes_before_its_consequences(
    run_shared: RunLua, text: str, lines: tuple[int, int]
) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(text % ARGUMENTS.replace("T.segments", "roms"), load=LOAD)
    assert str(caught.value) == (
        f'script/script.lua:{lines[0]}: there is no variable "roms": Map.from_dungeon: there is no dungeon, as '
        f"kts.LayoutDungeon failed at script/script.lua:{lines[1]}: {NO_SEGMENTS % 'nil'}"
    )


def test_a_field_that_is_misspelled_later_is_warned_of_once(run_lua: RunLua) -> None:
    script = f"""
    local request = {{ {ARGUMENTS} }}
    kts.LayoutDungeon(request)
    request.alow_rotate = false
    for _ = 1, 3 do kts.LayoutDungeon(request) end
    request.entri_type = "none"
    for _ = 1, 3 do kts.LayoutDungeon(request) end
    """
    first, second = run_lua(script, load=LOAD).host.warnings
    assert first.startswith('script/script.lua:4: kts.LayoutDungeon has the field "alow_rotate"')
    assert second.startswith('script/script.lua:6: kts.LayoutDungeon has the field "entri_type"')
