"""Maps as text: joined walls, default glyphs of mods without their own, colours of the terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host
from host.model.game_map import model_of
from host.render.text import Style, draw
from tests.helpers import RunLua, dedent

LAY_OUT = """
kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall,
  segments = kts and T.segments, entry_type = "close", allow_rotate = false }
"""


def plan(*rows: str) -> str:
    """A segment file with one segment whose numbers are the digits of `rows`."""
    numbers = "\n".join(" ".join(row) for row in rows)
    side = f"width: {len(rows[0])}\nheight: {len(rows)}"
    return f"segment\n{side}\ndata:\n{numbers}\nrooms:\n1\n0 0 3 3\nend\neof\n"


def drawn(run_lua: RunLua, *rows: str, load: str = "", **style: object) -> str:
    ran = run_lua(
        LAY_OUT.replace("close", "none"),
        load=f'{dedent(load)}\nsegments = kts.LoadSegments({{ floor, wall, door, home_n, extra }}, "plan.txt")',
        files={"plan.txt": plan(*rows)},
    )
    # Floors show as dots; the border around the segment is wall.
    return draw(ran.map, Style(legend=False, **style))  # type: ignore[arg-type]


def test_walls_are_joined(run_lua: RunLua) -> None:
    assert drawn(run_lua, "11211", "11211", "22322", "11211", "11211") == dedent(
        """
        ┌──┬──┐
        │··│··│
        │··│··│
        ├──+──┤
        │··│··│
        │··│··│
        └──┴──┘"""
    ).rstrip("\n")


def test_thick_walls_show_their_faces_only_and_pillars_stand_alone(run_lua: RunLua) -> None:
    assert drawn(run_lua, "11111", "12111", "11122", "11222", "11222") == dedent(
        """
        ┌─────┐
        │·····│
        │·□···│
        │···┌─┘
        │··┌┘
        │··│
        └──┘"""
    ).rstrip("\n")


def test_a_wide_picture_carries_walls_across(run_lua: RunLua) -> None:
    assert drawn(run_lua, "121", "131", "121", wide=True) == dedent(
        """
        ┌───┬───┐
        │ · │ · │
        │ · + · │
        │ · │ · │
        └───┴───┘"""
    ).rstrip("\n")


@pytest.mark.parametrize(
    ("fields", "glyph"),
    [
        ('type = "door", access = {}', "+"),
        ('type = "door", access = {}, open = true', "'"),
        ('type = "chest", access = {}', "="),
        ('type = "barrel", access = {}', "0"),
        ('type = "home", access = { walking = "approach" }', "∩"),
        ('stairs_down = "south"', ">"),
        ("", "·"),
        ("items = 0", "^"),
        ('items = "destroy"', "~"),
        ('access = { missiles = "clear" }', "%"),
        ('access = { walking = "approach" }', "&"),
        ('glyph = "Ω"', "Ω"),
    ],
    ids=lambda value: value or "nothing",
)
def test_tiles_have_sensible_glyphs_by_default(run_lua: RunLua, fields: str, glyph: str) -> None:
    picture = drawn(run_lua, "111", "151", "111", load=f"extra = kts.Tile {{ {fields} }}")
    assert picture.splitlines()[2] == f"│·{glyph}·│"


def test_what_has_no_look_of_its_own_lets_the_tile_below_show(run_lua: RunLua) -> None:
    load = (
        'lever = kts.Tile { access = { walking = "approach" }, glyph = "!", depth = 2 } extra = { lever, kts.Tile {} }'
    )
    assert drawn(run_lua, "111", "151", "111", load=load).splitlines()[2] == "│·!·│"


def test_items_creatures_and_players_lie_over_tiles(run_lua: RunLua) -> None:
    ran = run_lua(
        LAY_OUT
        + """
        kts.PlaceItem({ x = 1, y = 2 }, T.coin)
        kts.PlaceItem({ x = 2, y = 2 }, T.key)
        kts.PlaceItem({ x = 3, y = 2 }, T.lockpicks)
        kts.AddMonster({ x = 4, y = 2 }, T.rat)
        kts.PlaceItem({ x = 4, y = 2 }, T.coin)
        """,
        load='segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")',
    )
    rows = draw(ran.map, Style()).splitlines()
    assert rows[2] == "│!ʺʼr·│"
    assert sorted(rows[1][3] + rows[5][3]) == ["1", "2"]
    assert rows[8:] == [
        "1-2 homes of the players   ! coin                     ʼ lockpicks",
        "· floor                    ʺ key                      r rat",
    ]


def test_one_home_is_one_home(run_lua: RunLua) -> None:
    load = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
    legend = draw(run_lua(LAY_OUT, load=load, players=1).map, Style()).split("\n\n")[1]
    assert legend.startswith("1 home of the player ")


def test_knights_are_drawn_once_play_has_begun(run_lua: RunLua) -> None:
    load = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
    ran = run_lua(LAY_OUT, load=load, play=1)
    assert draw(ran.map, Style(legend=False)).count("@") == 2


@pytest.mark.parametrize(
    ("colours", "escape"),
    [(0, ""), (16, "\x1b[33m"), (256, "\x1b[38;5;172m"), (2**24, "\x1b[38;2;200;120;20m")],
    ids=["none", "16", "256", "true"],
)
def test_colours_are_those_the_terminal_has(run_lua: RunLua, colours: int, escape: str) -> None:
    load = 'extra = kts.Tile { glyph = "T", colour = "#c87814" }'
    picture = drawn(run_lua, "111", "151", "111", load=load, colours=colours)
    assert f"{escape}T" in picture
    assert ("\x1b" in picture) == bool(colours)


def test_a_coloured_picture_is_the_plain_one_with_escapes(base_host: Host) -> None:
    game_map = model_of(base_host.generate("base", seed=1))
    plain = draw(game_map, Style(wide=True))
    for colours in (16, 256, 2**24):
        coloured = draw(game_map, Style(wide=True, colours=colours))
        lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()]
        assert lines == plain.splitlines()
        # No colour leaks into the next line.
        assert all(
            re.findall(r"\x1b\[[0-9;]*m", line)[-1] == "\x1b[0m" for line in coloured.splitlines() if "\x1b" in line
        )


def test_control_characters_in_names_are_shown_escaped(run_lua: RunLua) -> None:
    load = 'floor.name = "a\\27[31mb\\n" segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
    ran = run_lua(LAY_OUT, load=load)
    assert "· a\\x1b[31mb" in draw(ran.map, Style())
    assert "\x1b" not in draw(ran.map, Style())


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
def test_every_dungeon_can_be_drawn(base_host: Host, seed: int) -> None:
    game_map = model_of(base_host.generate("base", seed=seed, quest="random", players=1 + seed % 4))
    rows = draw(game_map, Style(legend=False)).splitlines()
    assert len(rows) == game_map.height
    assert max(map(len, rows)) <= game_map.width
    wide = draw(game_map, Style(legend=False, wide=True)).splitlines()
    assert [row[::2].rstrip() for row in wide] == [row.rstrip() for row in rows]
