"""Namespaces of kts modules: mod.RegisterMod, dofile, use_strict, and access to other mods."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host import Host, HostError
from host.dialects.functions import DIALECTS, LIBRARIES
from tests.helpers import KTS_ONLY, MakeMod, RunLua, catch_load_error, collect_output, dedent, examples, write_mod

REGISTER = 'mod.RegisterMod { name = "one" } '

# What a mod may require as host.NAME.
NAMES = [*DIALECTS, *LIBRARIES]


@pytest.fixture
def old(tmp_path: Path) -> Callable[..., Path]:
    """`old("…")`: a folder `one` without a manifest, as kts modules are, with that init.lua."""
    return lambda init, **files: write_mod(tmp_path / "one", {"init.lua": init, **files})


# -- mod.RegisterMod


def test_variables_set_after_registering_lie_in_the_namespace(mod_one: MakeMod) -> None:
    text = """
        before = 1
        local ns = mod.RegisterMod { name = "one" }
        after = 2
        print(ns.after, rawget(ns, "after"), rawget(_G, "after"))
        print(ns.before, rawget(ns, "before"), before)
        print(_ENV == ns, _G == ns, ns.print == print)
    """
    assert collect_output(mod_one(text)) == ["2 2 nil", "1 nil 1", "true false true"]


def test_closures_made_before_registering_follow(mod_one: MakeMod) -> None:
    text = """
        local function get() return x end
        local function set(value) x = value end
        x = 1
        local ns = mod.RegisterMod { name = "one" }
        print(get(), rawget(ns, "x"))
        set(2)
        print(get(), rawget(ns, "x"), rawget(_G, "x"))
    """
    assert collect_output(mod_one(text)) == ["1 nil", "2 2 1"]


def test_keep_env_leaves_the_environment(mod_one: MakeMod) -> None:
    text = """
        local ns = mod.RegisterMod { name = "one", keep_env = true }
        x = 1
        ns.y = 2
        print(ns.x, rawget(ns, "x"), x, y, rawget(ns, "y"))
    """
    assert collect_output(mod_one(text)) == ["1 nil 1 nil 2"]


@pytest.mark.parametrize("keep", ["nil", "false"])
def test_keep_env_means_what_lua_calls_true(mod_one: MakeMod, keep: str) -> None:
    assert collect_output(
        mod_one(f'mod.RegisterMod {{ name = "one", keep_env = {keep} }} x = 1 print(rawget(_G, "x"))')
    ) == ["nil"]


def test_globals_are_written_through_g(mod_one: MakeMod) -> None:
    text = """
        local ns = mod.RegisterMod { name = "one" }
        function _G.rf_open() return "open" end
        print(rawget(ns, "rf_open"), rf_open(), ns.rf_open())
    """
    assert collect_output(mod_one(text)) == ["nil open open"]


def test_before_registering_a_module_may_read_and_not_write(old: MakeMod) -> None:
    text = """
        print(_MODULE_PREFIX, type(print), type(kts.Tile), nothing)
        print(getmetatable(_ENV))
        x = 1
    """
    lines: list[str] = []
    with pytest.raises(HostError) as caught:
        Host([old(text)], output=lines.append)
    assert lines == ["/one/ function function nil", "false"]
    assert str(caught.value) == (
        "one/init.lua:3: the variable x cannot be set: this is a read-only environment until mod.RegisterMod is called"
    )


def test_a_module_registers_itself_and_goes_on(old: MakeMod) -> None:
    text = """
        mod.RegisterMod { name = "one" }
        x = 1
        function f() return x end
        print(x, f(), rawget(_G, "x"))
    """
    assert collect_output(old(text)) == ["1 1 nil"]


def test_with_keep_env_a_module_stays_read_only(old: MakeMod) -> None:
    error = catch_load_error(old('local ns = mod.RegisterMod { name = "one", keep_env = true }\nns.y = 1\nx = 1'))
    assert (error.line, error.message.split(":")[0]) == (3, "the variable x cannot be set")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("mod.RegisterMod()", "mod.RegisterMod: options is nil: must be a table"),
        ("mod.RegisterMod(5)", "mod.RegisterMod: options is 5: must be a table"),
        ('mod.RegisterMod("one")', 'mod.RegisterMod: options is "one": must be a table'),
        ("mod.RegisterMod {}", "mod.RegisterMod: options.name is nil: must be a string or a number"),
        ("mod.RegisterMod { name = {} }", "mod.RegisterMod: options.name is a table: must be a string or a number"),
        ("mod.RegisterMod { name = true }", "mod.RegisterMod: options.name is true: must be a string or a number"),
        (
            'mod.RegisterMod { name = "one", version = 1 }',
            "mod.RegisterMod: options.version is 1: must be a string",
        ),
        (
            'mod.RegisterMod { name = "one", version = "1.x" }',
            'mod.RegisterMod: version is "1.x": must be groups of digits joined by dots, such as "1.0.2"',
        ),
    ],
)
def test_what_registering_refuses(mod_one: MakeMod, call: str, message: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{call}"))
    assert error.message == message
    assert (error.mod, error.file, error.line) == ("one", "one/init.lua", 2)


@pytest.mark.parametrize("version", ["1", "0", "1.0", "01.002", "1.2.3.4.5.6", "123456789"])
def test_versions_are_groups_of_digits(mod_one: MakeMod, version: str) -> None:
    text = f'mod.RegisterMod {{ name = "one", version = "{version}" }} print(mod.GetModVersion("one"))'
    assert collect_output(mod_one(text)) == [version]


@pytest.mark.parametrize("version", ["", ".", "1.", ".1", "1..2", "1.0a", "v1", "1,0", " 1", "-1", "1\\n"])
def test_versions_are_nothing_else(mod_one: MakeMod, version: str) -> None:
    error = catch_load_error(mod_one(f'mod.RegisterMod {{ name = "one", version = "{version}" }}'))
    assert error.message.endswith(': must be groups of digits joined by dots, such as "1.0.2"')


def test_a_number_passes_as_a_name(mod_one: MakeMod) -> None:
    text = 'mod.RegisterMod { name = 5 } x = 1 print(mod.IsModRegistered(5), mod.IsModRegistered("5"), require("5").x)'
    assert collect_output(mod_one(text)) == ["true true 1"]


def test_a_name_is_taken_once(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", init='mod.RegisterMod { name = "shared" }')
    make_mod("two", init='mod.RegisterMod { name = "shared" }')
    assert str(catch_load_error(tmp_path)) == 'two/init.lua:1: mod.RegisterMod: the name "shared" is taken, by mod one'


def test_a_mod_registers_one_name_once(mod_one: MakeMod) -> None:
    error = catch_load_error(mod_one('mod.RegisterMod { name = "one" }\nmod.RegisterMod { name = "one" }'))
    assert (error.line, error.message) == (2, 'mod.RegisterMod: the name "one" is taken, by mod one')


def test_registering_needs_a_function_whose_environment_can_be_replaced(mod_one: MakeMod) -> None:
    text = """
        print(pcall(mod.RegisterMod, { name = "one" }))
        local env, register = _ENV, mod.RegisterMod
        local function without() register { name = "one" } end
        print(pcall(without))
        print(mod.IsModRegistered("one"))
    """
    rule = (
        "mod.RegisterMod must be called from a Lua function whose environment can be replaced, "
        "at the top level of a file"
    )
    assert collect_output(mod_one(text)) == [f"false one/init.lua:1: {rule}", f"false one/init.lua:3: {rule}", "false"]


def test_a_refused_registration_leaves_the_name_free(mod_one: MakeMod) -> None:
    text = """
        pcall(function() mod.RegisterMod { name = "one", version = "bad" } end)
        x = 1
        mod.RegisterMod { name = "one" }
        print(rawget(_G, "x"), mod.GetModVersion("one") == "")
    """
    assert collect_output(mod_one(text)) == ["1 true"]


def test_only_while_mods_load_they_register_themselves(make_mod: MakeMod, run_lua: RunLua) -> None:
    late = make_mod(
        "late", init='mod.RegisterMod { name = "late" } function go() mod.RegisterMod { name = "more" } end'
    )
    script = """
        print(pcall(require("late").go))
        print(pcall(mod.RegisterMod, { name = "x" }))
        print(mod.IsModRegistered("more"))
    """
    ran = run_lua(script, mods=[late])
    rule = "mod.RegisterMod: mods register themselves while they load, and loading is over"
    assert ran.lines == [f"false late/init.lua:1: {rule}", f"false script/script.lua:2: {rule}", "false"]


def test_the_prefix_is_there_while_modules_load(old: MakeMod) -> None:
    text = 'mod.RegisterMod { name = "other_name" } print(_MODULE_PREFIX, _CWD, mod.GetModPrefix("other_name"))'
    assert collect_output(old(text)) == ["/one/ /one/ /one/"]


# -- an environment is the mod's own, whoever calls


@pytest.mark.parametrize(
    "trick",
    [
        'return dofile("grab.lua")',
        'return mod.RegisterMod { name = "grabbed" }',
        "return use_strict()",
    ],
    ids=["dofile", "RegisterMod", "use_strict"],
)
def test_a_tail_call_gives_no_hold_on_the_callers_environment(make_mod: MakeMod, tmp_path: Path, trick: str) -> None:
    """The frame of a function that ends in a call is gone: behind it stands its caller, which may be another mod."""
    # The thief is still loading, so that it may register and read files.
    init = f'mod.RegisterMod {{ name = "thief" }} function trick() {trick} end require "victim"'
    make_mod("thief", init=init, files={"grab.lua": "secret = 'stolen' string.rep = nil"})
    look = """
        secret = "kept"
        local env = _ENV
        print(pcall(function() local nothing = require("thief").trick() print(secret) end))
        local ok, nothing = pcall(require("thief").trick)
        print(secret, type(string.rep), _ENV == env, pcall(function() return undeclared end))
        later = 1
        print(rawget(_G, "later"))
    """
    make_mod("victim", init=look)
    assert collect_output(tmp_path)[-2:] == ["kept function true true nil", "1"]


def test_a_tail_call_of_dofile_runs_in_the_environment_of_its_mod(mod_one: MakeMod) -> None:
    text = 'mod.RegisterMod { name = "one" } x = 5 local function get() return dofile("x.lua") end print((get()))'
    assert collect_output(mod_one(text, files={"x.lua": "return x"})) == ["5"]


@pytest.mark.parametrize(
    "way",
    [
        "return evil()",
        "local text load(function() text = evil() end)",
        "load(function() return evil() end)",
        "load(function() return (evil()) end)",
        "kts.LoadSegments(setmetatable({}, { __index = function() return evil() end }), 'segments.txt')",
        "tostring(setmetatable({}, { __tostring = function() return evil() end }))",
        "print(setmetatable({}, { __tostring = function() return evil() end }))",
        "return ('%s'):format(setmetatable({}, { __tostring = function() return evil() end }))",
        "pcall(evil)",
        "xpcall(error, evil)",
        "coroutine.wrap(evil)()",
        "coroutine.wrap(function() return evil() end)()",
        "table.sort({ 2, 1 }, function() return evil() end)",
        "local t = {} for i = 1, 200 do t[i] = -i end table.sort(t, function() return evil() end)",
        "for k in pairs(setmetatable({}, { __pairs = function() return evil() end })) do end",
        "return (('x'):gsub('x', function() return evil() end))",
        "return setmetatable({}, { __index = function() return evil() end }).x",
        "kts.Tile(setmetatable({}, { __index = function() return evil() end }))",
        "kts.Anim(setmetatable({}, { __len = function() return evil() end }))",
        "mod.RegisterMod(setmetatable({}, { __index = function() return evil() end }))",
        "kts.Tile({})[setmetatable({}, { __index = evil })] = 1",
        "setfenv(evil, setmetatable({}, { __index = function() return evil() end })) evil()",
        "_G._CWD = nil setmetatable(_G, { __index = function() return evil() end }) dofile('x.lua')",
        "error(setmetatable({}, { __tostring = function() return evil() end }))",
    ],
    ids=[
        "call",
        "reader of load",
        "reader of load, at its end",
        "reader of load, in brackets",
        "table of LoadSegments",
        "__tostring",
        "__tostring for print",
        "__tostring for format",
        "pcall",
        "handler of xpcall",
        "coroutine",
        "function in a coroutine",
        "short sort",
        "long sort",
        "__pairs",
        "gsub",
        "__index",
        "__index of a constructor's table",
        "__len of a constructor's table",
        "__index of RegisterMod's table",
        "key of a handle",
        "__index of an environment",
        "__index of the globals",
        "__tostring of an error",
    ],
)
def test_no_way_of_calling_dofile_gives_an_environment_of_the_host(mod_one: MakeMod, tmp_path: Path, way: str) -> None:
    """A file runs in the environment of who asks for it. Functions of the host that call a mod's function may stand in
    between, and their environment, with io and os, is not for mods: evil.lua would leave a file behind."""
    traces = tmp_path / "traces"
    files = {
        "evil.lua": f'if io then io.open("{traces}", "w"):close() end return nil',
        "segments.txt": "segment\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n1\n0 0 3 3\nend\neof\n",
    }
    # In brackets and not: a call at the end of a function leaves no frame of it.
    for evil in ('return dofile("evil.lua")', 'return (dofile("evil.lua"))'):
        with contextlib.suppress(HostError):
            collect_output(mod_one(f"local function evil() {evil} end\n{way}", files=files))
        assert not traces.exists()


# -- dofile


def test_a_file_gets_a_copy_of_the_running_environment(mod_one: MakeMod) -> None:
    text = """
        dofile("early.lua")
        mod.RegisterMod { name = "one" }
        dofile("late.lua")
        print(rawget(_G, "early"), rawget(_G, "late"), late, own)
    """
    files = {"early.lua": "early = 1", "late.lua": "late = 2 local _ENV = { } own = 3"}
    assert collect_output(mod_one(text, files=files)) == ["1 nil 2 nil"]


def test_what_a_file_does_to_its_own_environment_stays_there(mod_one: MakeMod) -> None:
    text = 'dofile("swap.lua") x = 1 print(rawget(_G, "x"), mod.IsModRegistered("swapped"))'
    assert collect_output(mod_one(text, files={"swap.lua": 'mod.RegisterMod { name = "swapped" } y = 1'})) == ["1 true"]


def test_dofile_gives_all_results(mod_one: MakeMod) -> None:
    text = 'print(select("#", dofile("x.lua")), dofile("x.lua")) print(select("#", dofile("none.lua")))'
    assert collect_output(mod_one(text, files={"x.lua": "return 1, nil, 3, nil", "none.lua": ""})) == [
        "4 1 nil 3 nil",
        "0",
    ]


def test_dofile_runs_a_file_each_time(mod_one: MakeMod) -> None:
    text = 'n = 0 dofile("x.lua") dofile("x.lua") print(n)'
    assert collect_output(mod_one(text, files={"x.lua": "n = n + 1"})) == ["2"]


def test_called_from_c_dofile_uses_the_globals(mod_one: MakeMod) -> None:
    text = 'mod.RegisterMod { name = "one" } pcall(dofile, "x.lua") print(rawget(_G, "x"), rawget(_ENV, "x"))'
    assert collect_output(mod_one(text, files={"x.lua": "x = 1"})) == ["1 nil"]


def test_the_running_folder_comes_back_also_after_an_error(mod_one: MakeMod) -> None:
    text = """
        print(_CWD)
        print(pcall(dofile, "sub/raises.lua"))
        print(_CWD)
        print(pcall(dofile, "sub/wrong.lua"))
        print(_CWD)
        print(pcall(dofile, "sub/missing.lua"))
        print(_CWD)
        print(dofile("sub/fine.lua"), _CWD)
    """
    files = {
        "sub/raises.lua": "error(_CWD)",
        "sub/wrong.lua": "x = 1\nx = = 2",
        "sub/fine.lua": "return _CWD",
    }
    lines = collect_output(mod_one(text, files=files))
    missing = "there is no one/sub/missing.lua nor sub/missing.lua"
    assert lines == [
        "/one/",
        "false one/sub/raises.lua:1: /one/sub/",
        "/one/",
        "false one/sub/wrong.lua:2: unexpected symbol near '='",
        "/one/",
        f'false one/init.lua:6: dofile: the file "sub/missing.lua" was not found: {missing}',
        "/one/",
        "/one/sub/ /one/",
    ]


@pytest.mark.parametrize("argument", ["", "nil", "5", "{}", "print", "true"])
def test_dofile_takes_a_name(mod_one: MakeMod, argument: str) -> None:
    shown = {"": "nil", "{}": "a table", "print": "a function"}.get(argument, argument)
    error = catch_load_error(mod_one(f"-- a comment\nlocal x = dofile({argument})"))
    assert str(error) == f"one/init.lua:2: dofile: name is {shown}: must be a string"


def test_the_line_of_a_syntax_error_is_the_files(mod_one: MakeMod) -> None:
    error = catch_load_error(
        mod_one('-- a comment\ndofile("sub/x.lua")', files={"sub/x.lua": "-- fine\nlocal x = 1\nlocal y = = 2\n"})
    )
    assert str(error) == "one/sub/x.lua:3: unexpected symbol near '='"
    assert [(frame.file, frame.line) for frame in error.frames] == [("one/sub/x.lua", 3), ("one/init.lua", 2)]


# -- use_strict


STRICT = """
    mod.RegisterMod { name = "one" }
    use_strict()
"""


def test_strict_variables_are_declared_at_the_top_of_a_file(mod_one: MakeMod) -> None:
    text = (
        dedent(STRICT)
        + """
nothing = nil
number = 1
function f() nothing = 2 return nothing, number end
print(nothing)
print(f())
print(nothing, mod.GetRegisteredMod("one").nothing)
"""
    )
    assert collect_output(mod_one(text)) == ["nil", "2 1", "2 2"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print(undeclared)", "the variable undeclared is not declared"),
        ("local function f() undeclared = 1 end f()", "the variable undeclared is assigned but not declared"),
        (";(function() undeclared = 1 end)()", "the variable undeclared is assigned but not declared"),
        ("undeclared()", "the variable undeclared is not declared"),
        ("undeclared.field = 1", "the variable undeclared is not declared"),
    ],
)
def test_strict_refuses_what_is_not_declared(mod_one: MakeMod, code: str, message: str) -> None:
    assert str(catch_load_error(mod_one(dedent(STRICT) + code))) == f"one/init.lua:3: {message}"


def test_strict_lets_through_what_is_there(mod_one: MakeMod) -> None:
    text = dedent(STRICT) + "print(type(kts), type(print), kts.no_such_thing, string.no_such_thing)"
    assert collect_output(mod_one("early = 7 " + text + " print(early)")) == ["table function nil nil", "7"]


def test_files_of_a_strict_file_are_strict_too(mod_one: MakeMod) -> None:
    text = dedent(STRICT) + 'known = nil dofile("x.lua") print(declared_there, known)'
    files = {
        "x.lua": """
        declared_there = 1
        known = 2
        print(pcall(function() undeclared = 1 end))
        print(pcall(function() return undeclared end))
        """
    }
    assert collect_output(mod_one(text, files=files)) == [
        "false one/x.lua:3: the variable undeclared is assigned but not declared",
        "false one/x.lua:4: the variable undeclared is not declared",
        "1 2",
    ]


def test_others_see_a_strict_mod_without_its_strictness(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", init=dedent(STRICT) + "x = 1")
    make_mod(
        "two", toml='[dependencies]\none = "*"', init='local one = require "one" print(one.x, one.nothing) one.y = 2'
    )
    make_mod("three", toml='[dependencies]\ntwo = "*"', init='print(require("one").y)')
    assert collect_output(tmp_path) == ["1 nil", "2"]


def test_a_strict_environment_cannot_be_looked_behind(mod_one: MakeMod) -> None:
    text = dedent(STRICT) + "print(getmetatable(_ENV), next(_ENV), pcall(setmetatable, _ENV, {}))"
    assert collect_output(mod_one(text))[0].startswith("false nil")


def test_use_strict_needs_a_function_whose_environment_can_be_replaced(mod_one: MakeMod) -> None:
    error = catch_load_error(
        mod_one("-- a comment\nlocal strict, call = use_strict, function(f) f() end\ncall(use_strict)")
    )
    assert error.message == (
        "use_strict must be called from a Lua function whose environment can be replaced, at the top level of a file"
    )
    assert (error.file, error.line) == ("one/init.lua", 2)


# -- require of kts modules


LIBRARY = """
    mod.RegisterMod { name = "one", version = "1.2" }
    number = 1
    list = { 10, 20, deep = { deeper = { 1 } } }
    function get() return number, list[1], list.deep.deeper[1], extra end
    Class = { greet = function(self) return "hello " .. self.name end }
    Class.__index = Class
    Class.__call = function(self, x) return "called " .. x end
    object = setmetatable({ name = "bob" }, Class)
    key = {}
    keyed = { [key] = "found" }
    tile = kts.Tile { mine = 1 }
    tiles = { tile }
"""


@pytest.fixture
def library(make_mod: MakeMod) -> Path:
    return make_mod("one", init=LIBRARY)


def user(make_mod: MakeMod, name: str, code: str, *, depends: bool) -> Path:
    toml = '[dependencies]\none = "*"' if depends else ""
    return make_mod(name, init='local one = require "one"\n' + dedent(code), toml=toml)


def test_a_mod_that_depends_may_change_the_namespace(make_mod: MakeMod, library: Path) -> None:
    code = """
        one.number = 2
        one.list[1] = 11
        one.list.deep.deeper[1] = 3
        one.extra = "new"
        table.insert(one.list, 30)
        one.Class.greet = function() return "changed" end
        print(one.get())
        print(one.object:greet(), #one.list, one.list[3])
        one.number = nil
        print(one.get())
    """
    assert collect_output(library, user(make_mod, "two", code, depends=True)) == [
        "2 11 3 new",
        "changed 3 30",
        "nil 11 3 new",
    ]


def test_a_folder_without_a_manifest_may_change_the_namespace(library: Path, tmp_path: Path) -> None:
    text = 'mod.RegisterMod { name = "two" } local one = require "one" one.number = 2 print(one.get())'
    folder = write_mod(tmp_path / "two", {"init.lua": text})
    assert collect_output(library, folder) == ["2 10 1 nil"]


READ_ONLY = "{} belongs to mod one and is read-only here: name one under [dependencies] to change it"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("one.number = 2", "number"),
        ("one.new = 2", "new"),
        ("one.number = nil", "number"),
        ("function one.get() end", "get"),
        ("one.list[1] = 11", "1"),
        ("one.list.deep.deeper[1] = 2", "1"),
        ("one.Class.greet = nil", "greet"),
        ("one.object.name = 'eve'", "name"),
        ("table.insert(one.list, 30)", "3"),
        ("table.remove(one.list)", "2"),
        ("table.sort(one.list, function(a, b) return a > b end)", "1"),
        ("table.move({ 5 }, 1, 1, 1, one.list)", "1"),
        ("for _, value in pairs(one) do if type(value) == 'table' then value.x = 1 end end", "x"),
        ("for _, value in pairs(one.list) do if type(value) == 'table' then value.x = 1 end end", "x"),
        ("for _, value in ipairs({ one.list.deep }) do value.x = 1 end", "x"),
    ],
)
def test_for_other_mods_it_is_read_only_all_the_way_down(
    make_mod: MakeMod, library: Path, change: str, key: str
) -> None:
    error = catch_load_error(library, user(make_mod, "two", change, depends=False))
    assert error.message == READ_ONLY.format(key)
    assert (error.mod, error.file, error.line) == ("two", "two/init.lua", 2)


@pytest.mark.parametrize(
    "change",
    [
        "rawset(one, 'number', 2)",
        "rawset(one.list, 1, 2)",
        "rawset(one.list.deep, 'deeper', { 2 })",
        "setmetatable(one, { __index = { number = 2 } })",
        "setmetatable(one.list, nil)",
        "getmetatable(one).__index = { number = 2 }",
        "getmetatable(one.list).__newindex = nil",
        "local key = next(one) one[key] = nil",
        "for key in pairs(one.keyed) do key.spoilt = true end",
        "local next_one, state = pairs(one) state.number = 2",
        "local next_one, state = pairs(one.list) state[1] = 2",
        "local f, state = ipairs(one.list) rawset(state, 1, 2)",
        "one.Class.__index.greet = nil",
        "one.object.__index.greet = nil",
        "table.unpack({ one.list }).x = 1",
        "debug.getmetatable(one).__index = nil",
        "setfenv(one.get, { number = 2 })",
        "getfenv(one.get).number = 2",
        "getfenv(one.get).list[1] = 2",
        "one._ENV.number = 2",
        "one._G.string.rep = nil",
        "one.string.rep = nil",
    ],
)
def test_no_way_round_makes_it_changeable(make_mod: MakeMod, tmp_path: Path, change: str) -> None:
    """Whether an attempt fails or comes to nothing: the mod itself and a third one see all as it was."""
    make_mod("one", init=LIBRARY)
    user(make_mod, "two", f"pcall(function() {change} end)", depends=False)
    look = """
        print(one.number, one.list[1], one.list.deep.deeper[1], one.object:greet(), next(one.key), one.spoilt)
        print(one.get())
        print(one.check())
    """
    user(make_mod, "user", look, depends=False)
    with (tmp_path / "one" / "init.lua").open("a") as file:
        file.write("\nfunction check() return key.spoilt, type(string.rep), object:greet() end")
    lines = collect_output(tmp_path)
    assert lines[0].startswith("1 10 1 hello bob nil")
    assert lines[1:] == ["1 10 1 nil", "nil function hello bob"]


@pytest.mark.parametrize("depends", [True, False], ids=["dependent", "other"])
@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("one.number, one.list[2], one.list.deep.deeper[1]", "1 20 1"),
        ("one.nothing, one.list.nothing", "nil nil"),
        ("#one.list, select('#', table.unpack(one.list)), table.concat(one.list, ' ')", "2 2 10 20"),
        ("type(one), type(one.list), type(one.get), type(one.tile)", "table table function userdata"),
        ("one.object.name, one.object:greet()", "bob hello bob"),
        ("one.object('x')", "called x"),
        ("one.list == one.list, one.list.deep == one.list.deep, one == require 'one'", "true true true"),
        ("one.keyed[one.key]", "found"),
        ("one.tile.mine, one.tiles[1] == one.tile", "1 true"),
        ("one.print, one.string, one._G, one.kts, one._CWD", "nil nil nil nil nil"),
        ("getmetatable(one), rawequal(one, require 'one')", "false true"),
        ("one.get()", "1 10 1 nil"),
        ("mod.GetRegisteredMod('one') == one", "true"),
    ],
)
def test_reading_is_the_same_for_all(
    make_mod: MakeMod, library: Path, expression: str, gives: str, depends: bool
) -> None:
    assert collect_output(library, user(make_mod, "two", f"print({expression})", depends=depends)) == [gives]


@pytest.mark.parametrize("depends", [True, False], ids=["dependent", "other"])
def test_pairs_goes_through_what_the_mod_set(make_mod: MakeMod, library: Path, depends: bool) -> None:
    code = """
        local names = {}
        for name, value in pairs(one) do names[#names + 1] = name .. ":" .. type(value) end
        table.sort(names)
        print(table.concat(names, " "))
        for i, value in ipairs(one.list) do print(i, value) end
    """
    assert collect_output(library, user(make_mod, "two", code, depends=depends)) == [
        (
            "Class:table get:function key:table keyed:table list:table number:number object:table "
            "tile:userdata tiles:table"
        ),
        "1 10",
        "2 20",
    ]


def test_pairs_over_anothers_table_with_handles_as_keys_goes_by_their_order(make_mod: MakeMod) -> None:
    """Read-only views walk in the order of ids like everything else: no address may decide a dungeon."""
    init = """
        mod.RegisterMod { name = "one" }
        for i = 1, 30 do _ENV["t" .. i] = kts.Tile { n = i } end
        set = {}
        for i = 30, 1, -1 do set[_ENV["t" .. i]] = i end
    """
    code = "local list = {} for tile in pairs(one.set) do list[#list + 1] = tile.n end print(table.concat(list, ' '))"
    wanted = " ".join(map(str, range(1, 31)))
    assert collect_output(make_mod("one", init=init), user(make_mod, "two", code, depends=False)) == [wanted]


def test_the_same_mod_gets_its_own_namespace(mod_one: MakeMod) -> None:
    text = 'local ns = mod.RegisterMod { name = "one" } print(require("one") == ns, mod.GetRegisteredMod("one") == ns)'
    assert collect_output(mod_one(text)) == ["true true"]


def test_a_mod_is_required_by_its_id_too(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", init='mod.RegisterMod { name = "Grand" } x = 1')
    make_mod("two", toml='[dependencies]\none = "*"', init='print(require("Grand").x, require("one").x)')
    assert collect_output(tmp_path) == ["1 1"]


def test_what_a_dependent_adds_is_there_for_all(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", init='mod.RegisterMod { name = "one" } function get() return added end')
    user(make_mod, "two", "one.added = 5", depends=True)
    make_mod("user", toml='[dependencies]\ntwo = "*"', init='print(require("one").added, require("one").get())')
    assert collect_output(tmp_path) == ["5 5"]


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("oen", 'require "oen": there is no mod and no module of that name, nor a file for it in mod two', "one"),
        ("string", 'require "string": there is no mod and no module of that name, nor a file for it in mod two', None),
        ("host.xyzzy", f'require "host.xyzzy": this host has no module xyzzy; it has {", ".join(NAMES)}', None),
        ("host.kst", f'require "host.kst": this host has no module kst; it has {", ".join(NAMES)}', "kts"),
        (
            "host.tolbox",
            'require "host.tolbox": this host has no module tolbox; it has toolbox, '
            + ", ".join(name for name in NAMES if name != "toolbox"),
            "toolbox",
        ),
    ],
)
def test_a_name_that_is_not_there_is_told_the_nearest(
    make_mod: MakeMod, library: Path, name: str, message: str, hint: str | None
) -> None:
    error = catch_load_error(library, make_mod("two", init=f'-- a comment\nrequire "{name}"'))
    assert (error.message, error.line) == (message, 2)
    assert error.hint == (f'did you mean "{hint}"?' if hint else None)


@pytest.mark.parametrize("argument", ["", "nil", "5", "{}", "print"])
def test_require_takes_a_name(mod_one: MakeMod, argument: str) -> None:
    kind = {"": "nil", "nil": "nil", "5": "number", "{}": "table", "print": "function"}[argument]
    assert (
        catch_load_error(mod_one(f"local x = require({argument})")).message
        == f"require: a name (a string) was expected, got {kind}"
    )


def test_a_dialect_is_required_by_name(mod_one: MakeMod) -> None:
    assert collect_output(mod_one('print(require("host.kts") == kts, type(require("host.kts").Tile))')) == [
        "true function"
    ]


# -- the other mod.* functions


def test_a_mod_that_is_not_there_is_nil(mod_one: MakeMod) -> None:
    names = "GetRegisteredMod GetModVersion GetModPrefix"
    text = "".join(f'print(mod.{name}("none")) ' for name in names.split()) + 'print(mod.IsModRegistered("none"))'
    assert collect_output(mod_one(text)) == ["nil", "nil", "nil", "false"]


def test_all_mods_by_name_and_version(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("a", init='mod.RegisterMod { name = "first", version = "1.2" }')
    make_mod("b", init='mod.RegisterMod { name = "second" }')
    make_mod("c", init='for name, version in pairs(mod.GetAllMods()) do print(name, version, version == "") end')
    assert sorted(collect_output(tmp_path)) == ["first 1.2 false", "second  true"]


def test_the_list_of_mods_is_the_askers_own(mod_one: MakeMod) -> None:
    text = """
        local all = mod.GetAllMods()
        all.one, all.more = nil, "1"
        print(mod.IsModRegistered("one"), mod.GetAllMods().one, mod.GetAllMods().more)
    """
    assert collect_output(mod_one(REGISTER + dedent(text))) == ["true  nil"]


@pytest.mark.parametrize("name", ["GetRegisteredMod", "IsModRegistered", "GetModVersion", "GetModPrefix"])
@pytest.mark.parametrize(
    ("argument", "shown"), [("nil", "nil"), ("{}", "a table"), ("true", "true"), ("print", "a function")]
)
def test_names_of_mods_are_strings(mod_one: MakeMod, name: str, argument: str, shown: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\nlocal x = mod.{name}({argument})"))
    assert str(error) == f"one/init.lua:2: mod.{name}: name is {shown}: must be a string or a number"


versions = st.lists(st.integers(0, 200), min_size=1, max_size=4)


def _key(version: list[int]) -> list[int]:
    """A version without the zeros at its end, so that missing groups count as 0."""
    key = version[:]
    while key and key[-1] == 0:
        key.pop()
    return key


@pytest.mark.slow
@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(have=st.lists(versions, min_size=1, max_size=8), want=st.lists(versions, min_size=1, max_size=20))
def test_versions_are_compared_group_by_group(tmp_path: Path, have: list[list[int]], want: list[list[int]]) -> None:
    """Each mod of a host, with one version each, is asked for all versions, for its own as 1 and as 1.0, too."""
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    wanted = [*want, *have, *([*version, 0] for version in have)]
    asked = ", ".join(f'"{_text(version)}"' for version in wanted)
    for number, version in enumerate(have):
        register = f'mod.RegisterMod {{ name = "m{number}", version = "{_text(version)}" }}'
        ask = f'for _, v in ipairs {{ {asked} }} do print(mod.GetRegisteredMod("m{number}", v) ~= nil) end'
        manifest = f'id = "m{number}"\nversion = "1.0"\n{KTS_ONLY}\n'
        write_mod(folder / f"m{number}", {"mod.toml": manifest, "init.lua": f"{register}\n{ask}"})
    answers = [str(_key(version) >= _key(other)).lower() for version in have for other in wanted]
    assert collect_output(folder) == answers


def _text(version: list[int]) -> str:
    return ".".join(map(str, version))


def test_a_mod_without_a_version_is_older_than_any(mod_one: MakeMod) -> None:
    text = (
        REGISTER + 'for _, v in ipairs { "0", "0.0", "0.0.1", "1" } do print(mod.GetRegisteredMod("one", v) ~= nil) end'
    )
    assert collect_output(mod_one(text)) == ["true", "true", "false", "false"]
