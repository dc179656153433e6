"""Glyphs of maps as text: each stands for one thing of a map, and the legend says for which."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from host import Host
from host.model.game_map import GameMap, model_of
from host.render.glyphs import Claim, Subject, assign_glyphs
from host.render.text import Style, TextPicture, draw
from tests.helpers import RunLua, dedent, run_command
from tests.render.test_render_text import drawn

LAY_OUT = """
kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall,
  segments = T.segments, entry_type = "close" }
"""
LOAD = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'


def legend(game_map: GameMap, columns: int | None = None) -> list[str]:
    return TextPicture(game_map, Style(columns=columns)).legend()


def glyphs(lines: list[str]) -> list[str]:
    """Return the glyphs that the entries of a legend explain."""
    return [entry.split(" ")[0] for line in lines for entry in re.split(" {3,}", line) if not line.startswith("  ")]


def test_each_of_two_things_has_a_glyph_of_its_own(run_lua: RunLua) -> None:
    load = f"""
    crate = kts.Tile {{ access = {{ walking = "approach" }}, glyph = "b", name = "crate" }}
    barrel = kts.Tile {{ type = "barrel", access = {{}}, glyph = "b", name = "barrel" }}
    vampire = kts.MonsterType {{ type = "walking", glyph = "b", name = "vampire bat" }}
    iron = kts.ItemType {{ type = "backpack", glyph = "?", name = "iron key" }}
    bronze = kts.ItemType {{ type = "backpack", glyph = "?", name = "bronze key" }}
    {LOAD}
    """
    script = f"""
    {LAY_OUT}
    kts.AddTile({{ x = 1, y = 2 }}, T.barrel)
    kts.AddTile({{ x = 2, y = 2 }}, T.crate)
    kts.AddMonster({{ x = 3, y = 2 }}, T.vampire)
    kts.PlaceItem({{ x = 4, y = 2 }}, T.iron)
    kts.PlaceItem({{ x = 5, y = 2 }}, T.bronze)
    """
    game_map = run_lua(script, load=load).map
    assert draw(game_map).splitlines()[2] == "│bcv¿?│"
    assert legend(game_map, columns=20) == [
        "1-2 homes of the players",
        "b barrel",
        "c crate",
        "· floor",
        "? bronze key",
        "¿ iron key",
        "v vampire bat",
    ]


def test_floors_share_a_glyph_and_a_line_of_the_legend(run_lua: RunLua) -> None:
    load = f'moss = kts.Tile {{ name = "moss", glyph = "·" }} {LOAD}'
    game_map = run_lua(f"{LAY_OUT} kts.AddTile({{ x = 3, y = 3 }}, T.moss)", load=load).map
    assert legend(game_map) == ["1-2 homes of the players", "· floor, moss"]


def test_knights_share_a_glyph(run_lua: RunLua) -> None:
    ran = run_lua(LAY_OUT, load=LOAD, play=1)
    assert legend(ran.map)[-1] == "@ knight of player 1, knight of player 2"


@pytest.mark.parametrize("seed", range(8))
def test_every_glyph_of_a_dungeon_means_one_thing(base_host: Host, seed: int) -> None:
    game_map = model_of(base_host.generate("base", seed=seed, quest="random", players=4))
    explained = glyphs(legend(game_map, columns=30))
    assert sorted(explained) == sorted(set(explained))
    on_map = {character for line in TextPicture(game_map, Style()).grid() for character in line}
    assert on_map <= {*explained, *"□╵╶└╷│┌├╴┘─┴┐┤┬┼ 1234"}


def test_glyphs_do_not_depend_on_an_order() -> None:
    words = ("bat", "bear", "boar", "barrel", "bee", "bog", "b", "boot", "bolt", "badger")
    claims = [
        Claim(Subject(sign, word), number % 3, number % 2) for number, word in enumerate(words) for sign in "bB+·"
    ]
    expected = assign_glyphs(claims, "+")
    assert len({*expected.values()}) == len(claims)
    assert "+" not in expected.values()
    for seed in range(20):
        shuffled = random.Random(seed).sample(claims, len(claims))
        assert assign_glyphs(shuffled, "+") == expected


def test_a_picture_that_follows_another_keeps_its_glyphs() -> None:
    rat, raven = Claim(Subject("r", "rat"), 1, 0), Claim(Subject("r", "raven"), 5, 0)
    alone = assign_glyphs([rat])
    assert assign_glyphs([rat, raven]) == {raven.subject: "r", rat.subject: "R"}
    assert assign_glyphs([rat, raven], before=alone) == {rat.subject: "r", raven.subject: "R"}


def test_more_things_than_glyphs_are_drawn() -> None:
    claims = [Claim(Subject("x", f"x{number}"), 1, 0) for number in range(2000)]
    assert len(assign_glyphs(claims)) == 2000


def test_the_legend_leaves_out_what_is_blank(run_lua: RunLua) -> None:
    ran = run_lua('require("host.toolbox").caves({ width = 20, height = 12 }):map()')
    assert legend(ran.map) == ["· room"]


@pytest.mark.parametrize(
    ("rows", "picture"),
    [
        (
            ("11111", "23322", "11111"),
            """
            ┌───────────┐
            │ · · · · · │
            ├───+─+─────┤
            │ · · · · · │
            └───────────┘""",
        ),
        (
            ("22222", "13311", "22222"),
            """
            ┌───┬─┬─────┐
            │ · + + · · │
            └───┴─┴─────┘""",
        ),
    ],
    ids=["in a wall", "behind each other"],
)
def test_doors_side_by_side_are_no_gap(run_lua: RunLua, rows: tuple[str, ...], picture: str) -> None:
    assert drawn(run_lua, *rows, wide=True).strip("\n") == dedent(picture).strip("\n")


def test_the_legend_has_as_many_columns_as_fit(base_host: Host) -> None:
    game_map = model_of(base_host.generate("base", seed=1))
    for columns in (20, 30, 50, 80):
        lines = legend(game_map, columns)
        assert max(map(len, lines)) <= max(columns, 27)
    assert len(legend(game_map, 20)) > len(legend(game_map, 60)) > len(legend(game_map, 80))
    assert legend(game_map, 200) == legend(game_map)


def test_a_file_says_what_walls_are_and_is_no_wider_than_a_post(tmp_path: Path) -> None:
    """Somebody who knows no such maps reads it in a forum; the command to repeat it stays one line."""
    assert run_command("generate", "base", "--seed", "3", "-o", tmp_path / "a.txt").exit_code == 0
    *lines, _, command = (tmp_path / "a.txt").read_text().splitlines()
    assert command.startswith("dungeon-host generate")
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("─│ walls ") for line in lines) == 1
    # Nothing but characters: no colours, tabs or marks of direction.
    assert all(character.isprintable() for line in lines for character in line)
    Host(["base"]).generate("base", seed=3).save(tmp_path / "b.txt")
    assert "─│ walls " in (tmp_path / "b.txt").read_text()
    assert "─│ walls " not in run_command("generate", "base", "--seed", "3").stdout
