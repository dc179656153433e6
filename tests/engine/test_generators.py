"""Generators of the host, and generators that mods register."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from host import Host, HostError, check
from host.paths import TEMPLATES, bundled_ids
from tests.helpers import KTS_TILES, MakeMod, run_command

DUNGEON = """
local generators = require "host.generators"
generators.register_generator {
  id = "hall",
  help = "one hall",
  options = {
    { id = "size", default = 5, least = 3, most = 9 },
    { id = "light", default = 0.5, least = 0, most = 1 },
    { id = "wet", default = false },
    { id = "kind", choices = { "stone", "wood" }, default = "wood", help = "what it is built of" },
  },
  generate = function(options)
    print(options.size, options.light, options.wet, options.kind)
    %s
  end,
}
"""


def own() -> Host:
    return Host([], output=lambda _: None)


def test_the_hosts_own_generators_need_no_mods() -> None:
    host = own()
    assert "rooms" in [generator.id for generator in host.generators()]
    made = host.generate("rooms", seed=3, rooms=5, width=40)
    assert (made.width, made.height, len(made.rooms)) == (40, 64, 5)
    assert made.origin is not None
    assert made.origin.options["rooms"] == 5
    assert made.origin.mods == ()
    assert made.to_json() == own().generate("rooms", seed=3, options={"rooms": "5", "width": "40"}).to_json()


def test_mods_do_not_move_what_the_hosts_own_make(base_host: Host) -> None:
    ours, theirs = own().generate("rooms", seed=9), base_host.generate("rooms", seed=9)
    assert (ours.rooms == theirs.rooms).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rooms": 0}, "rooms: rooms is 0: must be a whole number between 1 and 100000"),
        ({"rooms": "many"}, 'rooms: rooms is "many": must be a whole number between 1 and 100000'),
        ({"rooms": 2.5}, "rooms: rooms is 2.5: must be a whole number between 1 and 100000"),
        ({"rooms": True}, "rooms: rooms is true: must be a whole number between 1 and 100000"),
        ({"doors": "nan"}, 'rooms: doors is "nan": must be a number between 0 and 1'),
        ({"doors": float("inf")}, "the option doors is inf: must be a finite number"),
        ({"doors": "1e2"}, "rooms: doors is 1e2: must be a number between 0 and 1"),
        ({"rooms": 1e308}, "rooms: rooms is 1e+308: must be a whole number between 1 and 100000"),
        ({"rooms": "9" * 400}, f'rooms: rooms is "{"9" * 60} …": must be a whole number between 1 and 100000'),
        ({"width": 10**30}, f"rooms: width is {10**30}: must be a whole number between 3 and 4000"),
        ({"room": 3}, 'rooms has no option "room": it has width, height'),
        ({"sead": 3}, 'did you mean "seed"?'),
        ({"players": 3}, "players belongs to each request, as --players"),
        ({"min_width": 9, "max_width": 4}, "rooms: min_width is 9 and max_width 4: the least must not be the larger"),
        ({"width": 5}, "rooms: no room of 4 × 4 squares fits into 5 × 64"),
        ({"rooms": 5000}, "of 5000 rooms fit into 85 × 64 squares"),
    ],
    ids=str,
)
def test_bad_options_of_rooms(options: dict[str, object], message: str) -> None:
    with pytest.raises(HostError) as caught:
        own().generate("rooms", seed=1, options=options)
    assert message in str(caught.value)


def test_commands_know_them(tmp_path: Path) -> None:
    listed = run_command("generators").output
    assert "rooms" in listed
    assert all(line == line.rstrip() for line in listed.splitlines())
    assert "a whole number, 3 to 4000 (*85)" in listed
    shown = run_command("generate", "rooms", "--set", "rooms=12", "--set", "width=85", "--seed", "4")
    assert shown.exit_code == 0
    assert "dungeon-host generate rooms --set rooms=12 --set width=85 --seed 4" in shown.output
    file = tmp_path / "level.json"
    assert run_command("generate", "rooms", "--seed", "4", "--format", "json", "-o", file).exit_code == 0
    document = json.loads(file.read_text())
    assert (document["generator"], document["mods"], len(document["rooms"])) == ("rooms", [], 12)


def test_a_mod_registers_a_generator(make_mod: MakeMod) -> None:
    folder = make_mod("m", DUNGEON % "kts.LayoutDungeon(layout)", files={"unused.lua": ""}, toml='dialects = ["kts"]')
    lines: list[str] = []
    host = Host([folder], output=lines.append)
    described = next(generator for generator in host.generators() if generator.id == "m.hall")
    assert described.help == "one hall"
    assert [option.id for option in described.options] == ["size", "light", "wet", "kind"]
    with pytest.raises(HostError, match=r"m/init\.lua:13: .*argument"):
        host.generate("m.hall", seed=1, size=7, kind="stone", wet="true", light="0.25")
    assert lines == ["7 0.25 true stone"]
    with pytest.raises(HostError, match=r"m\.hall: size is 10: must be a whole number between 3 and 9"):
        host.generate("m", size=10)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return {}", "m/init.lua:2: generate returned a table: must return a map of this game"),
        ("return 7", "m/init.lua:2: generate returned 7: must return a map of this game"),
        ("", "m/init.lua:2: the generator m.hall made no map: its generate must return one"),
        (
            "return require('host.toolbox').caves()",
            "m/init.lua:2: generate returned a plan: must return a map, such as plan:map()",
        ),
        ("error('no')", "m/init.lua:13: no"),
        # A call in tail position takes the frame of its function off the stack.
        (
            "return require('host.toolbox').caves { widht = 3 }",
            'm/init.lua:11: toolbox.caves: options has "widht", which is not an option',
        ),
        (
            "return require('host.toolbox').caves():map { room = 'ore' }",
            'm/init.lua:11: plan:map: tiles.room is "ore": must be a Tile',
        ),
        ("return error('no', 0)", "m/init.lua:13: no"),
    ],
)
def test_a_generator_that_makes_no_map(make_mod: MakeMod, body: str, message: str) -> None:
    host = Host([make_mod("m", DUNGEON % body)], output=lambda _: None)
    with pytest.raises(HostError) as caught:
        host.generate("m.hall", seed=1)
    assert message in str(caught.value)
    assert caught.value.mod == "m"


# Statements of a generator that has the options of DUNGEON, after its first line -> the options that are warned of.
READS = {
    "print(options.sizes, options.sizes, options[1], next(options) ~= nil)": ["sizes"],
    "print(options.mouse, options['other'])": ["mouse", "other"],
    "if options.mouse then print(1) end": ["mouse"],
    "local mouse = options.mouse or 3": ["mouse"],
    "local function read(o) return o.mouse end print((read(options)))": ["mouse"],
    "local function read(o, name) return o[name] end return read(options, 'mouse')": ["mouse"],
    "return options.mouse": ["mouse"],
    "coroutine.wrap(function() print(options.mouse) end)()": ["mouse"],
    "pcall(function() print(options.mouse + 1) end)": ["mouse"],
    "print(load('local o = ... return o.mouse')(options))": ["mouse"],
    "print(require('mod.m.reader')(options))": ["mouse"],
    # What is no plain reading, is there, or is an option of another generator of the mod.
    "options.mouse = 3 print(options.mouse)": [],
    "print(rawget(options, 'mouse'), #options, tostring(options))": [],
    "for name, value in pairs(options) do print(name, value) end": [],
    "for _, value in ipairs(options) do print(value) end": [],
    "print(options.depth)": [],
    # The host looks for the fields that it knows.
    "pcall(require('host.toolbox').caves, options)": [],
    "pcall(kts.LayoutDungeon, options)": [],
    "pcall(World, options, 3)": [],
    "pcall(World.create, options)": [],
    "pcall(require('host.toolbox').scatter, nil, options)": [],
    "pcall(string.format, '%s', options)": [],
    "pcall(table.concat, options) pcall(table.unpack, options) pcall(table.sort, options)": [],
}


FILES_OF_READS = {"reader": "reader.lua", "load(": "loaded text"}


@pytest.mark.parametrize("body", READS)
def test_an_option_that_is_read_and_not_declared(make_mod: MakeMod, body: str) -> None:
    other = """
    generators.register_generator {
      id = "cave", options = { { id = "depth", default = 1, least = 1, most = 2 } }, generate = function() end,
    }
    """
    files = {"reader.lua": "return function(options) return options.mouse end"}
    host = Host([make_mod("m", DUNGEON % body + other, files=files)], output=lambda _: None)
    for _ in range(2):
        with pytest.raises(HostError, match=r"made no map|generate returned"):
            host.generate("m.hall", seed=1)
    said = [warning for warning in host._engine.session.warnings if warning.message.startswith("options has no")]
    assert [warning.message for warning in said] == [f'options has no "{name}"' for name in READS[body]]
    for warning in said:
        is_near = '"sizes"' in warning.message
        declared = "the generator declares size, light, wet and kind"
        assert warning.hint == ('did you mean "size"?' if is_near else declared)
        file = next((f"m/{name}" for word, name in FILES_OF_READS.items() if word in body), "m/init.lua")
        assert (warning.kind, warning.file) == ("option", file)


def test_check_names_an_undeclared_option_and_an_error_that_follows_from_it(make_mod: MakeMod) -> None:
    start = """require("host.generators").register_generator {
      id = "hall", options = %s, generate = function(options) %s return World(3, 3) end,
    }"""
    mice = '{ { id = "mice", default = 3, least = 1, most = 9 } }'
    quiet = make_mod("quiet", start % (mice, "if options.mouse then error(1) end"))
    (found,) = check(quiet, bundled=False)
    assert (found.severity, found.rule, found.line) == ("warning", "option", 2)
    assert (found.message, found.hint) == ('options has no "mouse"', "the generator declares mice")
    loud = make_mod("loud", start % ("{}", "print(options.mouse + 1)"))
    (error,) = check(loud, bundled=False)
    assert error.message.endswith("attempt to perform arithmetic on a nil value (field 'mouse')")
    assert error.hint == "the generator declares no options"


def test_mods_of_the_project_read_only_options_that_they_declare(subtests: pytest.Subtests) -> None:
    """With the defaults, and with each choice and each bound of each option."""
    loaded: list[list[str | Path]] = [[*bundled_ids()], *([path.parent] for path in TEMPLATES.glob("*/mod.toml"))]
    tried = 0
    for mods in loaded:
        host = Host(mods, output=lambda _: None)
        for generator in host.generators():
            if generator.mod == "host" or generator.random:
                # Recipes have no Lua, and menus of kts no table of options.
                continue
            requests = [{}]
            for option in generator.options:
                values = [choice.value for choice in option.choices] or [option.least, option.most]
                requests += [{option.id: value} for value in values]
            for options in requests:
                with subtests.test(generator=generator.id, options=options):
                    tried += 1
                    with suppress(HostError):
                        host.generate(generator.id, seed=1, options=options)
        assert [warning for warning in host._engine.session.warnings if warning.kind == "option"] == []
    assert tried > 10


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("", "the generator m.hall made no map"),
        ("World.fromMap()", "World.fromMap: the game has no map yet"),
        ("Map.from_dungeon()", "Map.from_dungeon: there is no dungeon"),
    ],
)
def test_a_dungeon_that_failed_is_told_where_its_map_is_missed(make_mod: MakeMod, then: str, message: str) -> None:
    body = """
    local cells = { { type = "edge" } }
    kts.LayoutDungeon { layout = { width = 1, height = 1, data = cells }, wall = wall, entry_type = "random" }
    %s
    """
    toml = 'dialects = ["kts", "actions", "areas"]'
    host = Host([make_mod("m", KTS_TILES + DUNGEON % (body % then), toml=toml)], output=lambda _: None)
    with pytest.raises(HostError) as caught:
        host.generate("m.hall", seed=1)
    assert caught.value.message == (
        f"{message}, as kts.LayoutDungeon failed at m/init.lua:30: 1 cell is left to fill, and segments is nil: "
        "must be a list of Segments"
    )
    # What was wiped is not told.
    other = make_mod("n", KTS_TILES + (DUNGEON % (body % "kts.WipeDungeon()")), toml=toml)
    with pytest.raises(HostError) as caught:
        Host([other], output=lambda _: None).generate("n.hall", seed=1)
    assert caught.value.message.endswith("or lay out the map of the game")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("7", "generators.register_generator: generator is 7: must be a table"),
        ("{}", "generators.register_generator: generator.id is nil: must be a name of letters, digits and _"),
        ("{ id = 'a b', generate = print }", 'generator.id is "a b": must be a name'),
        ("{ id = 'a' }", "generator.generate is nil: must be a function"),
        (
            "{ id = 'a', genrate = print }",
            'generator.generate is nil: must be a function; there is "genrate"; did you mean "generate"?',
        ),
        (
            "{ id = 'a', generate = print, options = { n = 3 } }",
            'generator.options has the name "n": must be a list of tables, as { { id = "size"',
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'n', default = 3, min = 1, max = 9 } } }",
            'choices, least, most or help; did you mean "most"?',
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'seed', default = 3, least = 1, most = 9 } } }",
            'options[1].id is "seed": must be another name: every generator receives a seed and players',
        ),
        ("{ id = 'a', generate = print, options = 3 }", "generator.options is 3: must be a list"),
        ("{ id = 'a', generate = print, options = { 3 } }", "generator.options[1] is 3: must be a table with an id"),
        ("{ id = 'a', generate = print, options = { { id = 'x' } } }", "options[1].least is nil: must be a finite"),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = 0/0, least = 0, most = 1 } } }",
            "options[1].default is nan: must be a finite number",
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = 3, least = 4, most = 1 } } }",
            "options[1].least is 4: must not be more than most, which is 1",
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = 9, least = 1, most = 4 } } }",
            "options[1].default is 9: must be between 1 and 4",
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = 'b', choices = { 'a', {} } } } }",
            "options[1].choices[2] is a table: must be a string, a number or a boolean",
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = 'b', choices = { 'a' } } } }",
            'options[1].default is "b": must be one of its choices',
        ),
        (
            "{ id = 'a', generate = print, options = { { id = 'x', default = true }, { id = 'x', default = true } } }",
            'options[2].id "x" is the id of another option',
        ),
        ("(function() local t = {} t.id = t return t end)()", "a table is nested more than 32 deep, or holds itself"),
    ],
)
def test_bad_declarations(make_mod: MakeMod, given: str, message: str) -> None:
    folder = make_mod("m", f'require("host.generators").register_generator({given})')
    with pytest.raises(HostError) as caught:
        Host([folder])
    assert message in str(caught.value)
    assert "m/init.lua:1" in caught.value.report()


def test_a_colon_where_a_dot_is_meant(make_mod: MakeMod) -> None:
    said = r"m/init\.lua:1: host\.generators\.register_generator is called with a colon: must be called with a dot"
    with pytest.raises(HostError, match=said):
        Host([make_mod("m", 'require("host.generators"):register_generator { id = "a", generate = print }')])


def test_registering_twice_or_late(make_mod: MakeMod) -> None:
    folder = make_mod(
        "m",
        """
        local register = require("host.generators").register_generator
        register { id = "a", generate = print }
        register { id = "a", generate = print }
        """,
    )
    with pytest.raises(HostError, match=r'm/init\.lua:3: generator "m\.a" is registered already, at m/init\.lua:2$'):
        Host([folder])
    late = make_mod(
        "late",
        """
        local register = require("host.generators").register_generator
        register { id = "a", generate = function() register { id = "b", generate = print } end }
        """,
    )
    with pytest.raises(HostError, match="may be called only while mods load"):
        Host([late]).generate("late.a")


def test_the_name_of_a_mod_with_several(make_mod: MakeMod) -> None:
    folder = make_mod(
        "m",
        """
        local register = require("host.generators").register_generator
        register { id = "a", generate = print }
        register { id = "b", generate = print }
        """,
    )
    with pytest.raises(HostError, match=r'the mod "m" has 2 generators: name m\.a or m\.b'):
        Host([folder]).generate("m")
