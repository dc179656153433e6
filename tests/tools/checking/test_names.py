"""Names that do not exist: the nearest right one is suggested, by `check`, when a game runs, and in tests."""

from __future__ import annotations

import pytest

from tests.helpers import KTS_TILES, MakeMod, catch_load_error, run_command
from tests.tools.checking.diagnostics import checked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kts.SetRotat()", "attempt to call a nil value (field 'SetRotat'); did you mean \"SetRotate\"?"),
        (
            "local t = require 'base' t.wal_stone.name = 1",
            "index a nil value (field 'wal_stone'); did you mean \"wall_stone\"?",
        ),
        (
            "decorate(class('E', Entity), Decorators.Actin)",
            'has no "Actin": decorate: decorator is nil: must be a class or a function; did you mean "Acting"?',
        ),
        ("Pols.addToSubpool()", "attempt to index a nil value (global 'Pols'); did you mean \"Pools\"?"),
        ("Trap = class(Spkes)", 'its argument Spkes is nil: must be a class, or nothing; did you mean "Spikes"?'),
        (
            "Trap = class(\n  Spkes\n)",
            'class: its argument Spkes is nil: must be a class, or nothing; did you mean "Spikes"?',
        ),
        ("local Base Trap = class(Base)", "class: its argument Base is nil: must be a class, or nothing"),
        ("Trap = class(nil)", "class: its argument is nil: must be a class, or nothing"),
        (
            "blade = kts.ItemType { type = 'held' } Pools.addToSubpool(\n  'i.common.weapon',\n  blad\n)",
            'or the object itself; did you mean "blade"?',
        ),
        (
            "local blade = kts.ItemType { type = 'held' } Pools.addToSubpool('i.common.weapon', blaed)",
            'or the object itself; did you mean "blade"?',
        ),
        (
            "x = 1 Pools.addToSubpool('i.common.weapon', nothing_like_it)",
            "id of a registered object, or the object itself",
        ),
        (
            "blade = 1 error('no ' .. tostring(blad))",
            'there is no variable "blad": no nil; did you mean "blade"?',
        ),
        (
            "x = kts.LoadSegments(nothing_like_it, 'segments.txt')",
            'there is no variable "nothing_like_it": kts.LoadSegments: tile_table is nil: must be a table of Tiles',
        ),
        ("local tiles kts.LoadSegments(tiles, 'segments.txt')", "tile_table is nil: must be a table of Tiles"),
        ("GameRunner(40, 30):createLevl(3)", "value (method 'createLevl'); did you mean \"createLevel\"?"),
        ("kst.AddStuff()", "attempt to index a nil value (global 'kst'); did you mean \"kts\"?"),
        (
            "my_rooms = 1 print(my_room.x)",
            "attempt to index a nil value (global 'my_room'); did you mean \"my_rooms\"?",
        ),
        ("room1 = 1 room2()", "attempt to call a nil value (global 'room2')"),
        ("xyz()", "attempt to call a nil value (global 'xyz')"),
        ("kts.nothing_like_it()", "attempt to call a nil value (field 'nothing_like_it')"),
        ("require 'tile'", 'nor a file for it in mod it; did you mean "tiles"?'),
        ("require '.gost'", 'nor a file for it in mod it; did you mean ".ghost"?'),
        ("require 'monsters.gost'", 'nor a file for it in mod it; did you mean "monsters.ghost"?'),
        ("require 'monsters/gost'", 'nor a file for it in mod it; did you mean "monsters/ghost"?'),
        (
            "require 'mod.base.tiles.home'",
            'mod base has no file tiles/home.lua, nor tiles/home/init.lua; did you mean "mod.base.tiles.homes"?',
        ),
        ("require 'itt'", "nor a file for it in mod it"),
    ],
)
def test_an_error_suggests_the_nearest_name(make_mod: MakeMod, text: str, expected: str) -> None:
    toml = '[dependencies]\nbase = "*"\n'
    mod = make_mod("it", text, toml=toml, files={"tiles.lua": "", "ghost.lua": "", "monsters/ghost.lua": ""})
    assert str(catch_load_error(mod)).endswith(expected)


ACTING = 'Decorators has no "Actin": ', '; did you mean "Acting"?'


@pytest.mark.parametrize(
    ("before", "argument", "cause"),
    [
        ("local action = Decorators.Actin", "action", ACTING),
        ("pcall(decorate, E, Decorators.Actin)", "nil", ("", "")),
        ("pcall(decorate, E, Decorators.Actin)", "Decorators.Actin", ACTING),
        ("pcall(decorate, E, Decorators.Actin)", "Decorators.nothing_like_it", ("", "")),
    ],
)
def test_a_name_that_was_not_there_is_the_cause_of_one_error(
    make_mod: MakeMod, before: str, argument: str, cause: tuple[str, str]
) -> None:
    mod = make_mod("it", f"local E = class('E', Entity)\n{before}\ndecorate(E, {argument})")
    name, hint = cause
    effect = "decorate: decorator is nil: must be a class or a function"
    assert str(catch_load_error(mod)) == f"it/init.lua:3: {name}{effect}{hint}"


def test_a_game_suggests_the_nearest_name(make_mod: MakeMod) -> None:
    mod = make_mod("it", "kts.MENU = { items = {}, start_game_func = function() kts.AddStuf() end }")
    result = run_command("generate", "it", "--mods", mod)
    assert "attempt to call a nil value (field 'AddStuf'); did you mean \"AddStuff\"?" in result.stderr


def test_a_typo_that_leads_to_an_error_is_told_once(make_mod: MakeMod) -> None:
    assert checked(make_mod, "kts.SetRotat()") == [
        "it/init.lua:1 load attempt to call a nil value (field 'SetRotat'); did you mean \"SetRotate\"?"
    ]


def test_names_that_are_read_and_are_not_there(make_mod: MakeMod) -> None:
    init = """
    local base = require "base"
    print(base.wal_stone, Layers.reel)
    print(base.wall_stone_9, base.nothing_like_it, Layers.nowhere)
    """
    assert checked(make_mod, init, toml='[dependencies]\nbase = "*"\n') == [
        'it/init.lua:2 near-miss Layers has no "reel"; did you mean "real"?',
        'it/init.lua:2 near-miss mod base has no "wal_stone"; did you mean "wall_stone"?',
    ]


@pytest.mark.parametrize("name", ["World.create", "world:Create"])
def test_the_reference_shows_a_method_whatever_its_sign(name: str) -> None:
    assert run_command("docs", name).stdout.lstrip().startswith("World:create")


@pytest.mark.parametrize(
    ("call", "subject"),
    [
        ('kts.AddStuff { { "flor", 1, function() return coin end } }', "kts.AddStuff: list[1][1]"),
        ('kts.AddItem(coin, 0, { "flor", 1 })', "kts.AddItem: weights[1]"),
        ('kts.AddItem(coin, 0, { "floor", 1, "anything", 1 })', ""),
    ],
    ids=["AddStuff", "AddItem", "other"],
)
def test_categories_that_no_tile_has(make_mod: MakeMod, call: str, subject: str) -> None:
    game = f"""
    kts.MENU = {{
      items = {{}},
      start_game_func = function()
        kts.LayoutDungeon {{
          layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = {{}},
          entry_type = "none",
        }}
        {call}
      end,
    }}
    """
    line = 15 + game.splitlines().index(f"        {call}")
    message = f'{subject} is "flor", a category that no tile has; did you mean "floor"?'
    found = [text for text in checked(make_mod, KTS_TILES + game) if " near-miss " in text]
    assert found == ([f"it/init.lua:{line} near-miss {message}"] if subject else [])
