"""An error that is caught and raised again is shown at the line in its text, however it was caught."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest

from host import HostError
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, ScriptHost, check_cases, dedent, write_mod
from tests.helpers.command_server import run_forked

LIBRARY = """
    function fails()
      error("boom")
    end
    function closes()
      return setmetatable({}, { __close = function()
        error("boom")
      end })
    end
"""
FILES = {
    "mod.toml": 'id = "one"\nversion = "1.0"\n[dependencies]\nlib = "*"\n',
    "lib/broken.lua": "-- A file that fails.\nerror('boom')\n",
}
LONG = "a_folder_with_a_long_name.and_another_one_that_is_long.and_a_third_one"
FILES[f"{LONG.replace('.', '/')}.lua"] = "return function()\n  error('boom')\nend\n"

# What fails: line 2 of the script, after `call = `; the file and line that it names, and its message.
CALLS = {
    "error": ('function() error("boom") end', "script/script.lua", 2, "boom"),
    "value": ("function() local x = nothing.x end", "script/script.lua", 2, "attempt to index a nil value"),
    "argument": ("function() string.rep() end", "script/script.lua", 2, "bad argument #1 to 'rep'"),
    "host": ("function() local x = kts.Tile(5) end", "script/script.lua", 2, "kts.Tile: its argument is 5"),
    "caller": (
        'function() local function check() error("boom", 2) end check() end', "script/script.lua", 2, "boom",
    ),
    "coroutine": ('coroutine.wrap(function() error("boom") end)', "script/script.lua", 2, "boom"),
    "other mod": ('function() require("lib").fails() end', "lib/init.lua", 2, "boom"),
    "other mod, passed on": (
        'function() local _, e = pcall(require("lib").fails) error(e, 0) end', "lib/init.lua", 2, "boom",
    ),
    "file": ('function() require("one").load() end', "one/lib/broken.lua", 2, "boom"),
    "long name": ('function() require("one").long() end', f"one/{LONG.replace('.', '/')}.lua", 2, "boom"),
    "loaded": ('load("\\nerror([[boom]])")', "script/loaded text", 2, "boom"),
}  # fmt: skip
# How it is caught: sets `e`.
CATCHES = {
    "pcall": "local _, e = pcall(call)",
    "xpcall": "local _, e = xpcall(call, function(e) return e end)",
    "traceback": "local _, e = xpcall(call, debug.traceback)",
    "resume": "local _, e = coroutine.resume(coroutine.create(call))",
    "wrap": "local _, e = pcall(coroutine.wrap(call))",
    "twice": "local _, e = pcall(function() local _, e = pcall(call) error(e, 0) end)",
    "later": (
        "local _, e = pcall(call) for i = 1, 50 do pcall(error, 'other') pcall(function() error('x' .. i) end) end"
    ),
    "table": "local list = {} for i = 1, 3 do list[i] = { pcall(call) } end local e = list[1][2]",
}
# How it is raised again, and what is behind the message then.
RAISES = {
    "error": ("error(e, 0)", ""),
    "error and more": ('error(e .. " more", 0)', " more"),
    "tail call": ("return error(e, 0)", ""),
    "object": ("error(setmetatable({}, { __tostring = function() return e end }))", ""),
    "coroutine": ("coroutine.wrap(function() error(e, 0) end)()", ""),
    "handler": ("error(select(2, xpcall(function() error(e, 0) end, function(e) return e end)), 0)", ""),
    "sorting": ("table.sort({ 2, 1 }, function() error(e, 0) end)", ""),
    "callback": ("local t = setmetatable({}, { __index = function() error(e, 0) end }) local x = t.x", ""),
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> tuple[ScriptHost, Path]:
    folder = tmp_path_factory.mktemp("mods")
    library = {"mod.toml": 'id = "lib"\nversion = "1.0"\n', "init.lua": dedent(LIBRARY)}
    init = f'function load() require "lib.broken" end\nlocal long = require "{LONG}"\nfunction long_one() long() end'
    init = init.replace("long_one", "_G.long")
    mods = [write_mod(folder / "lib", library), write_mod(folder / "one", {**FILES, "init.lua": init})]
    return ScriptHost(mods), folder / "scripts"


def raise_again(scripts: tuple[ScriptHost, Path], code: str) -> HostError:
    host, folder = scripts
    with pytest.raises(HostError) as caught:
        host.run(code, folder, has_tiles=False)
    return caught.value


def test_an_error_raised_again_is_at_the_line_in_its_text(scripts: tuple[ScriptHost, Path]) -> None:
    def check(case: tuple[str, str, str]) -> None:
        (code, file, line, message), catch, (again, more) = CALLS[case[0]], CATCHES[case[1]], RAISES[case[2]]
        error = raise_again(scripts, f"-- The next line fails.\nlocal call = {code}\n{catch}\n{again}\n")
        assert (error.file, error.line) == (file, line)
        assert error.mod == file.partition("/")[0]
        assert error.message.startswith(message)
        assert error.message.endswith(more)
        assert ":2:" not in error.message.partition("\n")[0]
        # The line that raised it again is there, too.
        assert ("script/script.lua", 4) in [(frame.file, frame.line) for frame in error.frames]

    # Every two ways of calling, catching and raising again meet, though not every three.
    raises = list(RAISES)
    cases = [
        (call, catch, raises[(i + j) % len(raises)])
        for (i, call), (j, catch) in product(enumerate(CALLS), enumerate(CATCHES))
    ]
    check_cases([(", ".join(case), case) for case in cases], check)


@pytest.mark.parametrize(
    ("again", "line"),
    [
        ("error(e)", 4),
        ("error(e, 1)", 4),
        ("assert(false, e)", 4),
        ("assert(pcall(error, e, 0))", 4),
        ("raise(e, 2)", 4),
        ("raise(e)", 3),
    ],
)
def test_a_level_puts_its_line_before_the_text(scripts: tuple[ScriptHost, Path], again: str, line: int) -> None:
    code = (
        '-- A comment.\nlocal _, e = pcall(function() error("boom") end)\n'
        f"local function raise(e, level) error(e, level) end\n{again}"
    )
    error = raise_again(scripts, code)
    assert (error.file, error.line, error.message) == ("script/script.lua", line, "script/script.lua:2: boom")


def test_a_text_about_a_text_of_another_line_is_the_mods_own_word(scripts: tuple[ScriptHost, Path]) -> None:
    for text in ('"cannot: " .. e', '"\\n" .. e', 'e:gsub("script/", "lib/")', '"lib/init.lua:2: forged"'):
        error = raise_again(
            scripts, f'-- A comment.\nlocal _, e = pcall(function() error("b") end)\nerror(({text}), 0)'
        )
        assert (error.file, error.line) == ("script/script.lua", 3)


def test_a_part_of_a_text_is_at_its_line_in_the_own_mod(scripts: tuple[ScriptHost, Path]) -> None:
    code = '-- A comment.\nlocal _, e = pcall(function() error("long words") end)\nerror(e:sub(1, -7), 0)'
    error = raise_again(scripts, code)
    assert (error.file, error.line, error.message) == ("script/script.lua", 2, "long")


# -- what the host catches, and raises again or reports

LOAD = """
    segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
    function set(fn) hook = fn end
    bell = kts.Tile { type = "door", access = {}, on_open_or_close = function() hook() end }
    data:add { _type = "base.unique_area", _id = "pond", area_generator = "tiles.pond" }
    data:add { _type = "base.area_generator", _id = "pond", on_generate_floor = function() hook() end }
"""
# How the host calls a function of the mod, after these lines.
START = """-- The next line fails.
local function call() error("boom") end
T.set(function() {again} end)
"""
CALLED_BY = {
    "callback": """
        local layout = { width = 1, height = 1, data = { { type = "block" } } }
        kts.LayoutDungeon { layout = layout, wall = T.wall, entry_type = "none", segments = T.segments }
        kts.AddTile({ x = 2, y = 2 }, T.bell)
        kts.OpenDoor({ x = 2, y = 2 })
    """,
    "task": "kts.AddTask(T.hook)",
    "event": """
        local Event = require("host.areas").Event
        Event.register("base.on_turn_passed", "h", T.hook)
        Event.trigger("base.on_turn_passed", {})
    """,
    "event in an event": """
        local Event = require("host.areas").Event
        Event.register("base.on_turn_passed", "h", T.hook)
        Event.register("base.on_map_entered", "h", function() Event.trigger("base.on_turn_passed", {}) end)
        Event.trigger("base.on_map_entered", {})
    """,
    "chain": """
        local Mad = Being("Mad")
        Mad.chainTemplate:addHandler("succeedAction", T.hook)
        local world = World(3, 3)
        world:create(Mad, Vec(1, 1))
        world.strict = STRICT
        world:gameLoop()
    """,
    "floor": 'require("host.areas").Area.get_or_create_map("tiles.pond")',
}
AGAIN = ["call()", "local _, e = pcall(call) error(e, 0)", "local _, e = pcall(call) error(e .. ' more', 0)"]


def code_of(caller: str, again: str, strict: str) -> str:
    code = START.replace("{again}", again) + (CAST if caller == "chain" else "") + dedent(CALLED_BY[caller])
    return code.replace("STRICT", strict)


@pytest.mark.parametrize("caller", CALLED_BY)
def test_a_function_that_the_host_calls_fails_at_the_line_in_the_text(run_shared: RunLua, caller: str) -> None:
    for again in AGAIN:
        with pytest.raises(HostError) as caught:
            run_shared(code_of(caller, again, "true"), load=LOAD, strict=True, play=int(caller == "task"))
        error = caught.value
        assert (error.mod, error.file, error.line) == ("script", "script/script.lua", 2), again
        assert error.message == ("boom more" if "more" in again else "boom")


@pytest.mark.parametrize("caller", [name for name in CALLED_BY if name != "floor"])
def test_a_report_of_an_error_names_the_line_in_the_text(run_shared: RunLua, caller: str) -> None:
    for again in AGAIN:
        ran = run_shared(code_of(caller, again, "false"), load=LOAD, play=int(caller == "task"))
        reports = [line for line in (*ran.host.warnings, *ran.lines) if "boom" in line]
        assert reports, ran
        assert all("script/script.lua:2: " in line for line in reports)


def test_no_report_blames_another_mod(run_shared: RunLua) -> None:
    ran = run_shared(code_of("chain", 'error("tiles/init.lua:7: forged", 0)', "false"), load=LOAD)
    assert "forged" in ran.host.warnings[-1]
    assert not ran.host.warnings[-1].startswith("tiles/init.lua")


@pytest.mark.slow
def test_a_test_of_a_mod_fails_at_the_line_in_the_text(tmp_path: Path) -> None:
    cases = "\n".join(f'it("case {i}", function() {again} end)' for i, again in enumerate(AGAIN))
    files = {
        "mod.toml": 'id = "m"\nversion = "1.0"\n',
        "init.lua": "",
        "tests/a_test.lua": f"-- A comment.\nlocal function call() error('boom') end\n{cases}",
    }
    write_mod(tmp_path / "m", files)
    done = run_forked("test", "m", cwd=tmp_path, env=os.environ, timeout=100)
    assert done.stdout.count("m/tests/a_test.lua:2") >= len(AGAIN), done.stdout
