"""Errors: every way in which a mod can raise one, the mod and line it names, its text, and its path to Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host, HostError
from host.errors import (
    ArgumentError,
    BudgetError,
    Frame,
    HostErrors,
    ModError,
    PhaseError,
    RequestError,
    listing,
    together,
    visible,
)
from host.errors.spelling import did_you_mean, nearest
from host.process.budgets import Budgets
from tests.helpers import MakeMod, RunLua, catch_load_error, collect_output, dedent, examples, run_process

MEBIBYTE = 2**20
DEFAULT_BUDGETS = Budgets()


def places(error: HostError) -> list[tuple[str, int]]:
    return [(frame.file, frame.line) for frame in error.frames]


# -- what is raised


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ('"plain"', "plain"),
        ('"plain", 0', "plain"),
        ('"plain", 1', "plain"),
        ('"two\\nlines"', "two\nlines"),
        ('""', ""),
        ('"", 0', ""),
        ("5", "5"),
        ("2.5", "2.5"),
        ("true", "true"),
        ("false", "false"),
        ("{}", "an error object that is a table"),
        ("{ message = 'x' }", "an error object that is a table"),
        ("print", "an error object that is a function"),
        ("coroutine.create(print)", "an error object that is a thread"),
        ("setmetatable({}, { __tostring = function() return 'told' end })", "told"),
        ("setmetatable({}, { __tostring = function() error('worse') end })", "an error object that is a table"),
        ("setmetatable({}, { __tostring = function() return {} end })", "an error object that is a table"),
        ("setmetatable({}, { __tostring = 5 })", "an error object that is a table"),
        ("setmetatable({}, { __tostring = function() error(nil) end })", "an error object that is a table"),
        ("setmetatable({}, setmetatable({}, { __index = error }))", "an error object that is a table"),
        ("kts.Tile {}", "Tile one.tile_1"),
    ],
)
def test_whatever_is_raised_has_a_text_and_a_place(mod_one: MakeMod, raised: str, message: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\nlocal x = 1\nerror({raised})"))
    assert type(error) is ModError
    assert error.message == message
    assert (error.mod, error.file, error.line, error.exit_code) == ("one", "one/init.lua", 3, 1)
    assert str(error) == f"one/init.lua:3: {message}"
    assert places(error) == [("one/init.lua", 3)]


@pytest.mark.parametrize("raised", ["error()", "error(nil)", "error(nil, 0)", "(error)()"])
def test_raising_nothing_is_an_error_too(mod_one: MakeMod, raised: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\nlocal function f()\n  {raised}\nend\nf()"))
    assert type(error) is ModError
    assert (error.file, error.line) == ("one/init.lua", 3)
    assert "[host]" not in error.message
    assert "nil" in error.message or "no error object" in error.message


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("local x = nil; x.y = 1", "attempt to index a nil value (local 'x')"),
        ("nothing.x = 1", "attempt to index a nil value (global 'nothing')"),
        ("nothing()", "attempt to call a nil value (global 'nothing')"),
        ("kts.Nothing()", "attempt to call a nil value (field 'Nothing')"),
        ('("x"):nothing()', "attempt to call a nil value (method 'nothing')"),
        ("local x = {} + 1", "attempt to perform arithmetic on a table value"),
        ("local x = {} .. 'x'", "attempt to concatenate a table value"),
        ("local x = {} < {}", "attempt to compare two table values"),
        ("local x = 1 < 'x'", "attempt to compare number with string"),
        ("local x = #5", "attempt to get length of a number value"),
        ("local x = 1 // 0", "attempt to divide by zero"),
        ("for i = 1, 'x' do end", "bad 'for' limit (number expected, got string)"),
        ("for i = 1, 10, 0 do end", "'for' step is zero"),
        ("for i in 5 do end", "attempt to call a number value"),
        ("assert(false)", "assertion failed!"),
        ("assert(nil, 'my words')", "my words"),
        ("assert(false, {})", "an error object that is a table"),
        ("string.rep()", "bad argument #1 to 'rep' (string expected, got no value)"),
        ("local x <close> = 5", "variable 'x' got a non-closable value"),
        ("local x <const> = 1 x = 2", "attempt to assign to const variable 'x'"),
        ("goto nowhere", "no visible label 'nowhere' for <goto> at line 2"),
        ("break", "break outside loop near 'break'"),
        ("local x = = 1", "unexpected symbol near '='"),
        ("local x = 'open", "unfinished string near <eof>"),
        ("if true then", "'end' expected near <eof>"),
        ("x = 08x", "malformed number near '08x'"),
        ("\x01", "unexpected symbol near '<\\1>'"),
    ],
)
def test_what_lua_says_is_said_at_its_line(mod_one: MakeMod, code: str, message: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{code}"))
    assert (error.file, error.line) == ("one/init.lua", 2)
    assert error.message.startswith(message.split(" near <eof>")[0])


def test_an_error_may_blame_the_caller(mod_one: MakeMod) -> None:
    error = catch_load_error(mod_one("local function check(x)\n  error('do not call me so', 2)\nend\n\ncheck(1)"))
    assert str(error) == "one/init.lua:5: do not call me so"
    assert places(error) == [("one/init.lua", 5)]


def test_frames_go_from_the_inside_out(mod_one: MakeMod) -> None:
    text = """
        local function inner()
          error("ouch")
        end
        local methods = {}
        function methods.middle()
          inner()
        end
        function outer()
          methods.middle()
        end
        outer()
    """
    error = catch_load_error(mod_one(text))
    assert [str(frame) for frame in error.frames] == [
        "one/init.lua:2 in inner",
        "one/init.lua:6 in middle",
        "one/init.lua:9 in outer",
        "one/init.lua:11 in main chunk",
    ]


@pytest.mark.parametrize("name", ["two\\nlines", "n\\0l", "\\255", "\\27[31m", " ", "", "x" * 500])
def test_a_function_may_be_called_anything(mod_one: MakeMod, name: str) -> None:
    """Names come from the keys of the mod's tables, and cross the border with the frames."""
    error = catch_load_error(
        mod_one(f'local t = {{ ["{name}"] = function() error("ouch") end }}\nt["{name}"]()\nlocal x')
    )
    assert str(error) == "one/init.lua:1: ouch"
    assert places(error) == [("one/init.lua", 1), ("one/init.lua", 2)]
    assert "\x1b" not in error.report()


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "local function f() return f() + 1 end f()",
        "local function f() return (f()) end f()",
        "local t = setmetatable({}, { __index = function(t, k) return t[k] end }) local x = t.x",
        "local function f() coroutine.wrap(f)() end f()",
        "local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end f()",
        'local function f(s) return (s:gsub(".", f)) end f("x")',
        "local function f() table.sort({ 2, 1 }, f) end f()",
        "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end print(t)",
        "local function f() local x = kts.Tile(setmetatable({}, { __index = function() f() end })) end f()",
    ],
    ids=["calls", "results", "__index", "coroutines", "pcall", "gsub", "sort", "__tostring", "constructor"],
)
def test_too_deep_a_recursion_is_a_fault_of_the_mod(mod_one: MakeMod, code: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{code}"))
    assert type(error) is ModError
    assert error.mod == "one"
    assert "stack overflow" in error.message or "error in error handling" in error.message
    assert "[host]" not in str(error)
    assert len(error.frames) <= 20


# -- where it is raised


def test_errors_in_coroutines_keep_their_frames(mod_one: MakeMod) -> None:
    text = """
        local function deep()
          error("ouch")
        end
        local step = coroutine.wrap(function()
          coroutine.yield()
          deep()
        end)
        step()
        local function go()
          step()
        end
        go()
    """
    error = catch_load_error(mod_one(text))
    assert str(error) == "one/init.lua:2: ouch"
    assert [line for _, line in places(error)] == [2, 6, 10, 12]


def test_errors_in_coroutines_in_coroutines_keep_theirs(mod_one: MakeMod) -> None:
    text = """
        local outer = coroutine.wrap(function()
          local inner = coroutine.wrap(function()
            error("ouch")
          end)
          inner()
        end)
        outer()
    """
    error = catch_load_error(mod_one(text))
    assert str(error) == "one/init.lua:3: ouch"
    assert [line for _, line in places(error)] == [3, 5, 7]


def test_an_error_that_resume_gave_may_be_raised_again(mod_one: MakeMod) -> None:
    text = """
        local co = coroutine.create(function()
          error("ouch")
        end)
        local ok, message = coroutine.resume(co)
        print(ok, message, coroutine.status(co))
        error(message, 0)
    """
    error = catch_load_error(mod_one(text))
    assert (error.line, error.message) == (2, "ouch")


def test_what_a_coroutine_raises_arrives_as_it_is(mod_one: MakeMod) -> None:
    text = """
        local thing = {}
        print(select(2, coroutine.resume(coroutine.create(function() error(thing) end))) == thing)
        print(select(2, pcall(coroutine.wrap(function() error(thing) end))) == thing)
        print(select(2, pcall(coroutine.wrap(function() error("text", 0) end))))
    """
    assert collect_output(mod_one(text)) == ["true", "true", "text"]


def test_nested_pcalls_each_see_what_was_raised(mod_one: MakeMod) -> None:
    text = """
        local thing = {}
        print(select(2, pcall(error, thing)) == thing)
        print(pcall(pcall, error, "x"))
        print(pcall(function() local ok, e = pcall(error, "inner", 0) error("outer of " .. e, 0) end))
        print(select(2, xpcall(function() error("x", 0) end, function(m) return "handled " .. m end)))
        print(pcall(kts.Tile, 5))
        print(pcall(function() kts.Tile { access = 5 } end))
        print(select("#", pcall(error)))
    """
    assert collect_output(mod_one(text)) == [
        "true",
        "true false x",
        "false outer of inner",
        "handled x",
        "false one/init.lua:6: kts.Tile: its argument is 5: must be one table",
        "false one/init.lua:7: kts.Tile: access is 5: must be a table with walking, flying and missiles",
        "2",
    ]


def test_traceback_shows_the_mods_frames_only(mod_one: MakeMod) -> None:
    text = """
        local function f()
          print(debug.traceback("here"))
        end
        f()
        print(select(2, xpcall(error, debug.traceback, "x")))
        print(debug.traceback({}) ~= nil, debug.traceback(nil), debug.traceback(5))
    """
    lines = "\n".join(collect_output(mod_one(text)))
    assert lines.startswith("here\nstack traceback:\n\tone/init.lua:2: in f\n\tone/init.lua:4: in main chunk\n")
    assert "[host]" not in lines
    assert "[C]" not in lines


FILES = {"lib/broken.lua": "local x = 1\nlocal y = nil\n\ny.z = x\n", "lib/wrong.lua": "local x = 1\nlocal y = = 2\n"}


@pytest.mark.parametrize(
    "how", ['require "lib.broken"', 'dofile("lib/broken.lua")', 'local x = require(".lib.broken")']
)
def test_errors_in_a_file_name_the_file_and_who_asked(mod_one: MakeMod, how: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{how}", files=FILES))
    assert str(error) == "one/lib/broken.lua:4: attempt to index a nil value (local 'y')"
    assert places(error) == [("one/lib/broken.lua", 4), ("one/init.lua", 2)]


@pytest.mark.parametrize("how", ['require "lib.wrong"', 'dofile("lib/wrong.lua")'])
def test_a_file_that_is_no_lua_is_named_with_its_line(mod_one: MakeMod, how: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{how}", files=FILES))
    assert str(error) == "one/lib/wrong.lua:2: unexpected symbol near '='"
    assert places(error) == [("one/lib/wrong.lua", 2), ("one/init.lua", 2)]


def test_a_file_that_failed_may_be_required_again(mod_one: MakeMod) -> None:
    text = 'print(pcall(require, "x")) ready = true print(pcall(require, "x")) print(require("x"))'
    files = {"x.lua": "if not ready then error('not ready') end return 'fine'"}
    assert collect_output(mod_one(text, files=files)) == ["false one/x.lua:1: not ready", "true fine", "fine"]


def test_files_that_require_each_other_are_told_so(mod_one: MakeMod) -> None:
    error = catch_load_error(
        mod_one('require "a"', files={"a.lua": "local b = require 'b'", "b.lua": "local a = require 'a'"})
    )
    assert str(error) == 'one/b.lua:1: require goes round in a circle: "a.lua" of mod one is still being loaded'


LAY = """
    segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
    function lay()
      kts.LayoutDungeon {
        layout = { width = 1, height = 1, data = { { type = "block" } } },
        wall = wall, segments = segments, entry_type = "close",
      }
    end
    bell = kts.Tile { type = "door", on_open_or_close = function()
      error("ding")
    end }
    rolled = kts.Tile { access = {}, hit_points = function() error("no dice") end }
    badly_rolled = kts.Tile { access = {}, hit_points = function() return {} end }
"""


def test_errors_in_callbacks_blame_the_callback_and_name_who_set_it_off(run_lua: RunLua) -> None:
    script = "T.lay()\nlocal at = { x = 2, y = 2 }\nkts.AddTile(at, T.bell)\nkts.OpenDoor(at)"
    with pytest.raises(ModError) as caught:
        run_lua(script, load=LAY, strict=True)
    error = caught.value
    assert error.message == "ding"
    assert error.mod == "tiles"
    assert error.file == "tiles/init.lua"
    assert [file for file, _ in places(error)] == ["tiles/init.lua", "script/script.lua"]
    assert places(error)[1][1] == 4


def test_errors_in_functions_that_roll_numbers_blame_them(run_lua: RunLua) -> None:
    with pytest.raises(ModError) as caught:
        run_lua("T.lay()\nkts.AddTile({ x = 2, y = 2 }, T.rolled)", load=LAY)
    assert (caught.value.mod, caught.value.message) == ("tiles", "no dice")


def test_a_function_that_rolls_no_number_is_named(run_lua: RunLua) -> None:
    with pytest.raises(ModError) as caught:
        run_lua("T.lay()\nkts.AddTile({ x = 2, y = 2 }, T.badly_rolled)", load=LAY)
    assert caught.value.message == (
        "the function hit_points of Tile tiles.badly_rolled returned a table: "
        "must be a whole number of 32 bits, 0 or more"
    )


@pytest.mark.parametrize(
    ("task", "line", "message"),
    [
        ('kts.AddTask(function()\n  kts.Delay(5)\n  error("late")\nend)', 3, "late"),
        ('kts.AddTask(function()\n  kts.Delay("x")\nend)', 2, 'kts.Delay: ms is "x": must be a whole number'),
        ("kts.AddTask(function()\n  kts.AddTask(5)\nend)", 2, "kts.AddTask: fn is 5: must be a function"),
    ],
    ids=["raises later", "bad delay", "no function"],
)
def test_errors_in_tasks_are_the_tasks(run_lua: RunLua, task: str, line: int, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(task, play=1, strict=True)
    assert (caught.value.file, caught.value.line) == ("script/script.lua", line)
    assert caught.value.message == message


def test_only_what_can_wait_may_wait(run_lua: RunLua) -> None:
    with pytest.raises(ModError) as caught:
        run_lua("-- a comment\nkts.Delay(5)")
    rule = "call it in a function passed to kts.AddTask"
    assert str(caught.value) == (
        f"script/script.lua:2: kts.Delay is called outside of a task and of a callback: {rule}"
    )


# -- whom it blames

LIBRARY = """
    mod.RegisterMod { name = "lib" }
    function fails(x)
      return x.y
    end
    function checks(x)
      error("x must be a number", 2)
    end
    function makes(x)
      return (kts.Tile { access = x })
    end
    function calls(f)
      local result = f()
      return result
    end
"""


@pytest.mark.parametrize(
    ("call", "blamed", "lines"),
    [
        ("lib.fails(nil)", "lib", [("lib/init.lua", 3), ("one/init.lua", 3)]),
        ("lib.checks({})", "one", [("one/init.lua", 3)]),
        ("lib.makes(5)", "lib", [("lib/init.lua", 9), ("one/init.lua", 3)]),
        (
            "lib.calls(function() error('mine') end)",
            "one",
            [("one/init.lua", 3), ("lib/init.lua", 12), ("one/init.lua", 3)],
        ),
        ("kts.Tile(5)", "one", [("one/init.lua", 3)]),
        ("lib.nothing()", "one", [("one/init.lua", 3)]),
    ],
    ids=["error within", "error of the caller", "API error within", "error of what it was given", "own", "no function"],
)
def test_the_mod_to_blame_is_the_one_whose_line_it_is(
    make_mod: MakeMod, call: str, blamed: str, lines: list[tuple[str, int]]
) -> None:
    lib = make_mod("lib", init=LIBRARY)
    user = make_mod(
        "one", init=f'-- a comment\nlocal lib = require "lib"\nlocal result = {call}', toml='[dependencies]\nlib = "*"'
    )
    error = catch_load_error(lib, user)
    assert error.mod == blamed
    assert (error.file, error.line) == lines[0]
    assert places(error) == lines


@pytest.mark.parametrize(
    "forged",
    [
        'error("lib/init.lua:7: forged", 0)',
        'error("lib/init.lua:7: forged")',
        'error(setmetatable({}, { __tostring = function() return "lib/init.lua:7: forged" end }))',
    ],
)
def test_no_text_puts_the_blame_on_another_mod(make_mod: MakeMod, forged: str) -> None:
    error = catch_load_error(make_mod("lib"), make_mod("one", init=f"-- a comment\n{forged}"))
    assert (error.mod, error.file, error.line) == ("one", "one/init.lua", 2)
    assert error.message == "lib/init.lua:7: forged"


def test_a_text_that_sounds_like_the_hosts_is_the_mods_own(make_mod: MakeMod) -> None:
    """A mod that raises what it once read is to blame for it itself, and no budget ran out."""
    for words in ("not enough memory", "stack overflow", "the host failed: x"):
        error = catch_load_error(make_mod("one", init=f'-- a comment\nerror("{words}")'))
        assert type(error) is ModError
        assert (error.mod, error.line, error.message) == ("one", 2, words)


def test_an_error_that_was_caught_is_not_taken_for_a_later_one(make_mod: MakeMod) -> None:
    text = """
        local ok, message = pcall(kts.Tile, { access = 5 })
        local text = message:gsub("^.-: ", "", 1)
        local function later()
          error(text)
        end
        later()
    """
    error = catch_load_error(make_mod("one", init=text))
    assert error.message == "kts.Tile: access is 5: must be a table with walking, flying and missiles"
    assert (error.file, error.line) == ("one/init.lua", 4)


# -- what runs out


def test_after_memory_ran_out_no_mod_runs_again(mod_one: MakeMod, tmp_path: Path) -> None:
    folder = mod_one('mod.RegisterMod { name = "one" } function eat() local s = "x" while true do s = s .. s end end')
    lines: list[str] = []
    script = tmp_path / "script.lua"
    for code in ('require("one").eat()', 'print(pcall(require("one").eat)) print("nobody gets here")'):
        host = Host([folder], budgets=Budgets(memory=12 * MEBIBYTE), output=lines.append)
        script.write_text(code)
        with pytest.raises(BudgetError):
            host.run_script(script, seed=1)
        script.write_text('print("nor here")')
        with pytest.raises(BudgetError, match="used up the memory") as caught:
            host.run_script(script, seed=1)
        assert caught.value.hint == "nothing of these mods runs again in this Host: make another one"
    assert lines == []


@pytest.mark.parametrize("memory", [1, 30_000])
def test_memory_that_is_too_little_for_the_host_itself_is_said(memory: int) -> None:
    """In a process of its own: Lua that gets no memory at its start may take the process with it."""
    code = f"""
        from host import Budgets, Host, HostError
        try:
            Host([], budgets=Budgets(memory={memory}))
        except HostError as error:
            print(type(error).__name__)
    """
    done = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True, timeout=10, check=False)
    assert (done.returncode, done.stdout.strip()) in ((0, "RequestError"), (0, "BudgetError"))


# -- arguments of the API


@pytest.mark.parametrize(
    ("call", "path", "value", "rule", "hint"),
    [
        ("kts.Tile(5)", "kts.Tile: its argument", "5", "must be one table", None),
        (
            'kts.Tile { access = { walking = "claer" } }',
            "kts.Tile: access.walking",
            '"claer"',
            'must be "blocked", "approach", "partial" or "clear"',
            'did you mean "clear"?',
        ),
        ("kts.Tile { depth = 0/0 }", "kts.Tile: depth", None, "must be a whole number", None),
        ("kts.Tile { depth = 2^40 }", "kts.Tile: depth", "1099511627776", "must be between -64 and 63", None),
        ("kts.Tile { on_hit = {} }", "kts.Tile: on_hit", "a table", "must be a function", None),
        (
            'kts.MonsterType { type = "wlaking" }',
            "kts.MonsterType: type",
            '"wlaking"',
            'must be "walking" or "flying"',
            'did you mean "walking"?',
        ),
        (
            'kts.MonsterType { type = "flying", corpse_tiles = { 5 } }',
            "kts.MonsterType: corpse_tiles[1]",
            "5",
            "must be a tile",
            None,
        ),
        ("kts.SetReflect(kts.Tile {}, 5)", "kts.SetReflect: mirrored", "5", "must be a tile", None),
        ('kts.SetRotate("x")', "kts.SetRotate: argument 1", '"x"', "must be a tile", None),
        ('kts.Graphic("x.bmp", 1, "y", 3)', "kts.Graphic: argument 5", '"y"', "must be a whole number", None),
        ("kts.Overlay { 1, 2, 3, 4 }", "kts.Overlay: argument [1]", "1", "must be a graphic", None),
        ('kts.LoadSegments(5, "x")', "kts.LoadSegments: tile_table", "5", "must be a table of Tiles", None),
    ],
)
def test_an_argument_error_has_all_its_parts(
    mod_one: MakeMod, call: str, path: str, value: str | None, rule: str, hint: str | None
) -> None:
    error = catch_load_error(mod_one(f"-- a comment\nlocal function f()\n  local x = {call}\nend\nf()"))
    assert type(error) is ArgumentError
    assert (error.mod, error.file, error.line) == ("one", "one/init.lua", 3)
    if "Graphic" not in call:
        assert error.path == path
    assert value is None or error.value == value
    assert error.rule == rule
    assert error.hint == hint
    assert places(error) == [("one/init.lua", 3), ("one/init.lua", 5)]
    # The sentence: subject, value, rule, nearest right name, and each of them once.
    assert str(error) == f"one/init.lua:3: {error.path} is {error.value}: {rule}" + (f"; {hint}" if hint else "")
    assert error.message.count("kts.") == 1


def test_arguments_are_counted_as_the_mod_gives_them(mod_one: MakeMod) -> None:
    error = catch_load_error(mod_one('kts.Graphic("x.bmp", 1, "y", 3)'))
    assert error.message == 'kts.Graphic: argument 3 is "y": must be a whole number'


@pytest.mark.parametrize(
    ("depth", "is_number"),
    [
        ("'5'", True),
        ("' 5 '", True),
        ("'0x5'", True),
        ("'5.0'", True),
        ("'1_0'", False),
        ("'\u0665'", False),
        ("'5x'", False),
    ],
)
def test_text_that_spells_a_number_is_one_as_lua_reads_it(mod_one: MakeMod, depth: str, is_number: bool) -> None:
    folder = mod_one(f"print(pcall(kts.Tile, {{ depth = {depth} }}), tonumber({depth}) ~= nil)")
    assert collect_output(folder)[0].split(" ")[0] == ("true" if is_number else "false")


@pytest.mark.parametrize("category", ["inf", "nan", "infinity", "1_000"])
def test_a_category_may_be_called_like_a_number_in_another_language(run_lua: RunLua, category: str) -> None:
    script = f"""
        T.lay()
        local t = kts.Tile {{ items = "{category}" }}
        kts.AddTile({{ x = 2, y = 2 }}, t)
        kts.AddItem(T.coin, 1, {{ "{category}", 1 }})
    """
    ran = run_lua(script, load=LAY)
    assert list(ran.map.loose_items) == [ran.map.square(2, 2)]


@pytest.mark.parametrize(
    ("name", "times"),
    [("GetAllPlayers", "at the start of a game or during play"), ("LayoutDungeon", "at the start of a game")],
)
def test_a_function_called_at_the_wrong_time_says_when(mod_one: MakeMod, name: str, times: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\nlocal x = kts.{name} {{}}"))
    assert type(error) is PhaseError
    assert (error.file, error.line) == ("one/init.lua", 2)
    early = f"kts.{name} is called while mods load, and the game hasn't started"
    assert error.message == f"{early}: it may be called {times}"


def test_a_constructor_after_loading_says_when(run_lua: RunLua) -> None:
    with pytest.raises(PhaseError) as caught:
        run_lua("-- a comment\nlocal x = kts.ItemType {}")
    assert str(caught.value) == (
        "script/script.lua:2: kts.ItemType is called at the start of a game: it may be called only while mods load"
    )


VALUES = """
    local deep = {} do local d = deep for i = 1, 40 do d.x = {} d = d.x end end
    local cyclic = {} cyclic.me = cyclic
    local raises = setmetatable({}, { __index = function() error("index") end })
    local values = {
      false, true, 0, 1, -1, 5, 2^31, -2^31, 2^53, 2^63, math.mininteger, 1e308, 0/0, 1/0, -1/0, 0.5, "", "x", "north",
      "5", ("y"):rep(20000), "\\255\\0", {}, { 1, 2, 3 }, { x = 1, y = 1 }, { x = -5, y = 99999 },
      { x = 1e300, y = 1 }, { x = 0/0, y = 1 }, { x = "1", y = "1" }, deep, cyclic, raises,
      setmetatable({}, { __call = print }),
      { walking = {}, [1] = print }, setmetatable({}, { __index = function() return print end }),
      setmetatable({}, { __len = function() return 3 end }), print, coroutine.create(print), OBJECTS
    }
    local function bad(message)
      return type(message) ~= "string" or message:find("host failed", 1, true) or message:find("[host]", 1, true)
    end
    local function check(name, ok, message)
      if not ok and bad(message) then print(name, message) end
    end
"""
IN_A_GAME = """
    T.lay()
    local at, player = { x = 2, y = 2 }, kts.GetAllPlayers()[1]
    local firsts = FIRSTS
    cxt = CXT
    for name, fn in pairs(kts) do
      if type(fn) == "function" and name ~= "WipeDungeon" then
        check(name, pcall(fn))
        for i, v in ipairs(#firsts > 0 and values or { at }) do
          local w, u = values[i * 7 % #values + 1], values[i * 11 % #values + 1]
          check(name, pcall(fn, v))
          check(name, pcall(fn, v, w, u))
          check(name, pcall(fn, nil, v))
          -- A value has two of the firsts, so that each first has as many values of all kinds.
          for _, number in ipairs(#firsts > 0 and { i, i + 2 } or {}) do
            local first = firsts[number % #firsts + 1]
            check(name, pcall(fn, first, v))
            check(name, pcall(fn, first, 1, v))
          end
        end
      end
    end
"""
OBJECTS = """
  T.wall, T.door, T.segments[1], T.segments, kts.GetAllPlayers()[1], T.bat, T.coin,
  { T.wall }, { { T.wall, T.wall } }, { [T.wall] = 1 }, { "floor", 0/0 },
  { { "floor", 1, print } }, { { "floor", 1, function() return T.wall end } },
  { { "floor", 0/0, function() return 5, 5 end } }, { layout = 5 },
  { layout = { width = 0/0, height = 1, data = {} } }, { layout = { width = 1e9, height = 1e9, data = {} } },
  { layout = { width = 1, height = 1, data = { {} } } }, { layout = { width = 1, height = 1, data = 5 } },
  { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall, segments = { T.wall } }
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("context", "firsts"),
    [
        ("nil", "{}"),
        ("5", "{}"),
        ("{ actor = 5, pos = 5, actor_pos = 5, tile = 5, item_type = 5 }", "{}"),
        (
            "{ actor = player, pos = at, tile_pos = { x = 0/0, y = 1 }, actor_pos = at, tile = T.door }",
            "{ player, at, T.coin, T.bat, T.door }",
        ),
    ],
    ids=["no context", "number as context", "numbers in the context", "player in the context"],
)
def test_no_nonsense_given_to_the_api_makes_the_host_fail(run_lua: RunLua, context: str, firsts: str) -> None:
    calls = dedent(IN_A_GAME).replace("CXT", context).replace("FIRSTS", firsts)
    script = dedent(VALUES).replace("OBJECTS", OBJECTS) + calls
    lines = run_lua(script, load=LAY).lines
    assert [line for line in lines if "host failed" in line or "[host]" in line] == []


WHILE_LOADING = """
    mod.RegisterMod { name = "one" }
    for _, name in ipairs {
      "Tile", "ItemType", "MonsterType", "Control", "Anim", "Overlay", "Graphic", "Sound", "SetRotate", "SetReflect",
      "LoadSegments", "SetOverlayOffsets", "DebugPrint", "RandomRange", "GetTiles",
    } do
      for i, v in ipairs(values) do
        local w = values[i * 7 % #values + 1]
        check(name, pcall(kts[name], v))
        check(name, pcall(kts[name], v, w))
        check(name, pcall(kts[name], {}, v))
        check(name, pcall(kts[name], "x.bmp", v, w, v))
        check(name, pcall(kts[name], v, w, v, w, v, w, v, w))
        check(name, pcall(kts[name], { v, w, v, w }))
        check(name, pcall(kts[name], v, "segments.txt"))
        check(name, pcall(kts[name], { v, w, { v, w }, { { v, w } } }, "segments.txt"))
      end
    end
    for name, names in pairs(FIELDS) do
      for _, field in ipairs(names) do
        for i, v in ipairs(values) do
          local kind = ({ "walking", "door", "chest", "home" })[i % 4 + 1]
          check(name .. "." .. field, pcall(kts[name], { type = kind, [field] = v }))
          local ok, h = pcall(kts[name], { type = name == "MonsterType" and "walking" or nil })
          if ok then check(name .. "." .. field, pcall(function() h[field] = v end)) end
        end
      end
    end
    for i, v in ipairs(values) do
      local w = values[i * 7 % #values + 1]
      check("mod", pcall(mod.RegisterMod, { name = v, version = w }))
      check("mod", pcall(mod.GetRegisteredMod, v, w))
      check("require", pcall(require, v))
      check("dofile", pcall(dofile, v))
    end
"""


@pytest.mark.slow
def test_no_nonsense_while_mods_load_makes_the_host_fail(mod_one: MakeMod) -> None:
    from host.dialects.kts.functions.constructors import CONSTRUCTORS, field_names

    tables = [f"{name} = {{ {', '.join(map(repr, field_names(name)))} }}" for name in CONSTRUCTORS]
    objects = 'kts.Tile {}, kts.ItemType {}, kts.MonsterType { type = "flying" }, kts.Graphic("x.bmp"), { kts.Tile {} }'
    text = dedent(VALUES).replace("OBJECTS", objects) + dedent(WHILE_LOADING).replace(
        "FIELDS", f"{{ {', '.join(tables)} }}"
    )
    segments = "segment\nwidth: 2\nheight: 2\ndata:\n1 2 3 4\nrooms:\n1\n0 0 3 3\nend\neof\n"
    lines = collect_output(mod_one(text, files={"segments.txt": segments}))
    assert [line for line in lines if "host failed" in line or "[host]" in line] == []


# -- how an error shows itself and travels


def _kinds(kind: type[HostError]) -> Iterator[type[HostError]]:
    yield kind
    for other in kind.__subclasses__():
        # A group has its errors for arguments, and its own test.
        if other is not HostErrors and other.__module__ == HostError.__module__:
            yield from _kinds(other)


words = st.text(max_size=30)
maybe = st.none() | words
frames = st.lists(st.builds(Frame, words, st.integers(0, 10**6), words), max_size=4)
KINDS = [*_kinds(HostError)]
errors = st.builds(
    lambda kind, message, given: kind(message, **given),
    st.sampled_from(KINDS),
    words,
    st.fixed_dictionaries(
        {
            "mod": maybe,
            "file": maybe,
            "line": st.none() | st.integers(0, 10**6),
            "path": maybe,
            "value": maybe,
            "rule": maybe,
            "hint": maybe,
            "frames": frames,
            "details": maybe,
        }
    ),
)
PARTS = ("message", "mod", "file", "line", "path", "value", "rule", "hint", "frames", "details", "exit_code")


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(errors)
def test_an_error_comes_through_a_pipe_as_it_was(error: HostError) -> None:
    import json

    copy = HostError.from_data(json.loads(json.dumps(error.to_data())))
    assert type(copy) is type(error)
    assert [getattr(copy, part) for part in PARTS] == [getattr(error, part) for part in PARTS]
    assert (str(copy), copy.report()) == (str(error), error.report())


@given(st.lists(errors, min_size=1, max_size=4))
def test_several_errors_come_through_a_pipe_as_they_were(several: list[HostError]) -> None:
    faults = HostErrors(several)
    copy = HostError.from_data(faults.to_data())
    assert isinstance(copy, HostErrors)
    assert copy.report() == faults.report()
    assert copy.exit_code == max(error.exit_code for error in several)
    assert [error.details for error in copy.errors] == [error.details for error in several]


def test_several_errors_keep_what_only_debug_shows() -> None:
    faults = HostErrors([ModError("one"), ModError("two")])
    faults.details = "Traceback (most recent call last): …"
    assert HostError.from_data(faults.to_data()).details == faults.details


@pytest.mark.parametrize(
    "data", [{}, {"kind": "Nothing"}, {"kind": "ModError"}, {"kind": "HostErrors"}, {"kind": None, "message": 5}]
)
def test_data_that_is_not_whole_still_reads_as_an_error(data: dict[str, object]) -> None:
    assert isinstance(HostError.from_data(data), HostError)


def test_a_report_says_mod_frames_and_command() -> None:
    error = ArgumentError(
        "kts.Tile: access is 5: must be a table",
        mod="one",
        file="one/init.lua",
        line=3,
        hint='did you mean "x"?',
        frames=[Frame("one/init.lua", 3, "f"), Frame("one/init.lua", 9, "main chunk"), Frame("two/init.lua", 1)],
    )
    error.reproduce = "dungeon-host generate one --seed 1"
    assert error.report() == dedent("""
        error: one/init.lua:3: kts.Tile: access is 5: must be a table; did you mean "x"?
          mod    one
          at     one/init.lua:3 in f
          from   one/init.lua:9 in main chunk
          from   two/init.lua:1
          again  dungeon-host generate one --seed 1
    """).rstrip("\n")


def test_functions_that_the_host_calls_have_no_name_of_its_code(make_mod: MakeMod) -> None:
    folder = make_mod(
        "called",
        'local function fall() error("oh") end\n'
        'require("host.generators").register_generator { id = "g", generate = function() fall() end }',
    )
    with pytest.raises(ModError) as caught:
        Host([folder]).generate("called.g")
    assert [(frame.line, frame.function) for frame in caught.value.frames] == [(1, "fall"), (2, "")]


def test_a_report_of_several_says_each_and_the_command_once() -> None:
    faults = HostErrors([RequestError("first"), ModError("second", mod="one", file="one/init.lua", line=1)])
    faults.reproduce = "dungeon-host mods"
    assert faults.report() == dedent("""
        error: first
        error: one/init.lua:1: second
          mod    one
          again  dungeon-host mods
    """).rstrip("\n")


def test_one_error_alone_is_itself() -> None:
    alone = ModError("x")
    assert together([alone]) is alone
    assert isinstance(together([alone, BudgetError("y")]), HostErrors)
    assert together([alone, BudgetError("y")]).exit_code == 3


@pytest.mark.parametrize(
    "message",
    [
        "x\n  again  rm -rf ~",
        "x\n  mod    another",
        "x\nerror: another/init.lua:1: worse",
        "x\n\n  at     another/init.lua:7 in main chunk",
        "x\r  again  rm -rf ~",
        "x\x1b[1A\x1b[2Kerror: nothing",
    ],
)
def test_no_message_passes_for_another_line_of_the_report(message: str) -> None:
    """A mod writes what it likes; what the host says of it must stay apart from that."""
    error = ModError(message, mod="one", file="one/init.lua", line=1, frames=[Frame("one/init.lua", 1, "main chunk")])
    error.reproduce = "dungeon-host generate one --seed 1"
    lines = error.report().split("\n")
    assert [line for line in lines if line.startswith("error:")] == [lines[0]]
    for word, count in (("again", 1), ("mod", 1), ("at", 1), ("from", 0)):
        assert sum(line.startswith(f"  {word} ") for line in lines) == count
    assert "rm -rf" not in lines[-1]


@given(errors)
def test_a_report_moves_no_cursor(error: HostError) -> None:
    assert all(char.isprintable() or char in "\n\t" for char in error.report())


@given(st.text(st.characters(codec=None)))
def test_no_control_character_is_left_visible(text: str) -> None:
    shown = visible(text)
    assert all(char.isprintable() or char in "\n\t" for char in shown)
    # What is harmless stays.
    assert visible(shown) == shown
    if all(char.isprintable() or char in "\n\t" for char in text):
        assert shown == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("plain", "plain"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("\x1b[0m\r\x00\x7f", "\\x1b[0m\\x0d\\x00\\x7f"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202eback\u2066", "\\u{202e}back\\u{2066}"),
        ("\udcff", "\\u{dcff}"),
        ("\U000e0001", "\\u{e0001}"),
        ("éß漢🙂", "éß漢🙂"),
    ],
)
def test_control_characters_are_written_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


# -- the nearest name


@pytest.mark.parametrize(
    ("word", "names", "close"),
    [
        ("dungoen", ["dungeon", "quest"], "dungeon"),
        ("DUNGEON", ["dungeon"], "dungeon"),
        ("wlaking", ["walking", "flying"], "walking"),
        ("blokced", ["blocked", "clear"], "blocked"),
        ("tyni", ["tiny", "small", "ring"], "tiny"),
        ("bg", ["big", "small"], "big"),
        ("completely else", ["dungeon"], None),
        ("", ["dungeon"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_name_is_the_one_that_was_meant(word: str, names: list[str], close: str | None) -> None:
    assert nearest(word, names) == close
    assert did_you_mean(word, names) == (f'did you mean "{close}"?' if close else None)


@given(st.lists(st.text(min_size=1), max_size=5), st.text())
def test_the_nearest_name_does_not_depend_on_the_order_of_names(names: list[str], word: str) -> None:
    found = nearest(word, names)
    assert found is None or found in names
    assert nearest(word, names[::-1]) == found


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_names_are_listed_as_one_speaks(names: list[str], text: str) -> None:
    assert listing(names) == text


def test_a_name_of_a_dialect_that_the_manifest_does_not_list(make_mod: MakeMod) -> None:
    init = "\nregisterEntity(1)\n"
    folder = make_mod("m", init, toml='dialects = ["kts"]')
    with pytest.raises(HostError) as caught:
        Host([folder])
    assert caught.value.message == "attempt to call a nil value (global 'registerEntity')"
    assert caught.value.hint == "registerEntity is a name of the dialect actions, which mod.toml does not list"
    said = run_process("mods", "--mods", folder).stderr
    assert "registerEntity is a name of the dialect actions" in said
    nobodys = make_mod("n", "registerEnity(1)", toml='dialects = ["kts"]')
    with pytest.raises(HostError) as caught:
        Host([nobodys])
    assert caught.value.hint is None
