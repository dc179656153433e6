"""Arguments of functions written in Lua: checks and messages follow the declarations in lua/DIALECT/api."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host, HostError
from host.border import signatures
from host.dialects.functions import LIBRARIES
from host.paths import LUA
from tests.helpers import MakeMod, ScriptHost, examples

# A library that exists in these tests only.
DECLARED = """return [==[
toys.draw(x: integer, y: number?, name: string): string, integer
  Draws.

toys.pick(word: "north" | "south", other: "east" | integer | nil)
toys.hang(options: Hanging?, warned: Loose?, strict: Strict?)
toys.all(...: integer)
toys.some(first: any, ...: any)
toys.call(fn: fun(a: integer, b: string?): boolean, list: string[], map: table<string, integer>?)
toys.wild(a: boolean, b: table, c: (integer | boolean)[], d: nil)
toys.own(x: integer) -- within
toys.tip(top: Top)
toys.count(...: any): integer

record Hanging
  What it hangs on.
  depth: integer = 2, how deep
  words: string[]?
  inner: Hanging?

record Loose -- warned
  colour: string?

record Strict -- strict
  colour: string?
  size: integer?

class Top
  Spins.

Top(size: integer): Top
Top:spin(times: integer): integer
]==]
"""
LIBRARY = """
local import = ...
local class = import "core/class"
local checkers = import "core/border/checkers"
local types = import "core/border/types"
local signatures = import "core/border/signatures"

local M = { name = "toys" }

local Top = class.new { name = "Top", constructor = "init" }
function Top:init(size)
  self.size = size
end
function Top:spin(times)
  return self.size * times
end
signatures.apply("toys", "Top", Top)
signatures.kind("toys", "Top", function(value)
  return class.is(value, Top)
end, "a Top")

local toys = { Top = Top }
for name in ("draw pick hang all call wild own tip"):gmatch "%a+" do
  toys[name] = function(...)
    return ...
  end
end
function toys.some(...)
  return select("#", ...)
end
toys.count = toys.some
signatures.apply("toys", "toys", toys)

-- What a type says of a value: its quick test, and its checker.
function toys.judge(spec, value)
  local kind, faults = types.build("toys", spec, "judge"), {}
  checkers.run(kind.checker, value, "value", faults)
  return not not types.compile_test(kind)(value), #faults == 0
end

function M.of()
  return toys
end

function M.new_game() end

return M
"""


Run = Callable[[str], tuple[list[str], list[str]]]


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of Lua with the library beside what the host has."""
    folder = tmp_path_factory.mktemp("lua")
    for path in LUA.iterdir():
        (folder / path.name).symlink_to(path)
    (folder / "toys" / "api").mkdir(parents=True)
    (folder / "toys" / "init.lua").write_text(LIBRARY, encoding="utf-8")
    (folder / "toys" / "api" / "toys.lua").write_text(DECLARED, encoding="utf-8")
    patch = pytest.MonkeyPatch()
    patch.setattr("host.paths.LUA", folder)
    patch.setattr("host.border.state.LUA", folder)
    patch.setattr("host.syntax.declarations.texts.LUA", folder)
    patch.setitem(LIBRARIES, "toys", ())
    yield folder
    patch.undo()


@pytest.fixture(scope="module")
def judge(toys: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Return what a script prints. All scripts run in one host, and find `toys`."""
    host, folder = ScriptHost([]), tmp_path_factory.mktemp("scripts")
    return lambda script: host.run(script, folder, has_tiles=False).lines


@pytest.fixture
def run(toys: Path, make_mod: MakeMod) -> Run:
    def run_text(text: str) -> tuple[list[str], list[str]]:
        """What a mod prints, and what it is warned of. The mod finds `toys`."""
        printed: list[str] = []
        host = Host([make_mod("m", f'local toys = require "host.toys"; {text}')], output=printed.append)
        return printed, [str(one) for one in host.warnings]

    return run_text


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('draw("a", 1, "n")', 'toys.draw: x is "a": must be a whole number'),
        ('draw(1.5, 1, "n")', "toys.draw: x is 1.5: must be a whole number"),
        ("draw(1, {}, 'n')", "toys.draw: y is a table: must be a number"),
        ("draw(1)", "toys.draw: name is nil: must be a string"),
        ('pick "nroth"', 'toys.pick: word is "nroth": must be "north" or "south"; did you mean "north"?'),
        ("pick(4)", 'toys.pick: word is 4: must be "north" or "south"'),
        ('pick("north", 1.5)', 'toys.pick: other is 1.5: must be a whole number or "east"'),
        ("hang(5)", "toys.hang: options is 5: must be a table"),
        ("hang { depth = true }", "toys.hang: options.depth is true: must be a whole number"),
        ("hang { depth = 1, words = { 'a', 2 } }", "toys.hang: options.words[2] is 2: must be a string"),
        ("hang { depth = 1, inner = {} }", "toys.hang: options.inner.depth is nil: must be a whole number"),
        (
            "hang(nil, nil, { colur = 1 })",
            'toys.hang: strict.colur is 1: there is no field of that name, but colour and size; did you mean "colour"?',
        ),
        ("all(1, 2, 'x')", 'toys.all: argument 3 is "x": must be a whole number'),
        ("call(1, {})", "toys.call: fn is 1: must be a function"),
        ("call(print, { 1 })", "toys.call: list[1] is 1: must be a string"),
        ("call(print, {}, { a = 'b' })", 'toys.call: map.a is "b": must be a whole number'),
        ("wild(nil, {}, {})", "toys.wild: a is nil: must be true or false"),
        ("wild(true, 1, {})", "toys.wild: b is 1: must be a table"),
        ("wild(true, {}, { 1, 'a' })", 'toys.wild: c[2] is "a": must be a whole number or true or false'),
        ("wild(true, {}, {}, 1)", "toys.wild: d is 1: must be nil"),
        (
            "wild(true, {}, setmetatable({}, { __index = function() return 1 end }))",
            "toys.wild: c is a table: must end: it has more than 100000 elements",
        ),
        ("tip(toys)", "toys.tip: top is a table: must be a Top"),
        ("Top 'x'", 'Top: size is "x": must be a whole number'),
        ("Top(1):spin()", "Top:spin: times is nil: must be a whole number"),
        ("Top(1).spin(2)", "Top:spin is called on 2: must be called with a colon, on a Top"),
    ],
)
def test_wrong_arguments_are_refused_where_the_mod_calls(
    toys: Path,
    make_mod: MakeMod,
    call: str,
    message: str,
) -> None:
    with pytest.raises(HostError) as raised:
        Host([make_mod("m", f'local toys = require "host.toys"\nlocal function go()\n  toys.{call}\nend\ngo()')])
    assert str(raised.value).startswith("m/init.lua:3: ")
    assert raised.value.message + (f"; {raised.value.hint}" if raised.value.hint else "") == message


def lua(spec: Any) -> str:
    """Write a type as lua/core/border/types.lua gets it."""
    if isinstance(spec, tuple):
        return f"{{ {', '.join(map(lua, spec))} }}"
    return f'"{spec}"' if isinstance(spec, str) else str(spec)


PLAIN = ("any", "truth", "nil", "boolean", "integer", "number", "string", "function", "thread", "table")
WORDS = st.sampled_from(["north", "south", "a"]).map(lambda word: ("word", word))
BOUNDS = st.tuples(st.just("bounded"), st.sampled_from(["integer", "number"]), st.integers(-2, 0), st.integers(0, 2))
SPECS = st.recursive(
    st.one_of(
        st.sampled_from([*PLAIN, "Hanging", "Loose", "Strict", "Top"]), WORDS, BOUNDS, BOUNDS.map(lambda b: b[:3])
    ),
    lambda of: st.one_of(
        st.tuples(st.sampled_from(["list", "optional"]), of),
        st.tuples(st.just("map"), of, of),
        st.lists(of, min_size=1, max_size=3).map(lambda parts: ("union", *parts)),
    ),
    max_leaves=4,
)
LUA_VALUES = st.recursive(
    st.sampled_from(
        [
            *("nil", "true", "false", "0", "1", "-1", "2", "3", "1.0", "1.5", "-0.0", "0/0", "1/0", "math.mininteger"),
            *('"north"', '"a"', '"1"', "{}", "print", "coroutine.create(print)", "toys.Top(1)", "toys.Top"),
            *("setmetatable({}, { __call = print })", 'setmetatable({}, { __name = "Top" })'),
            *("setmetatable({}, { __index = { depth = 2 } })", 'setmetatable({}, { __index = { 1, "a" } })'),
            *("{ depth = 1 }", "{ depth = 1, inner = { depth = 2.0 } }", "{ colur = 1 }"),
        ]
    ),
    lambda of: st.one_of(
        st.lists(of, max_size=3).map(lambda items: f"{{ {', '.join(items)} }}"),
        st.dictionaries(st.sampled_from(["depth", "words", "inner", "colour", "size", "a"]), of, max_size=3).map(
            lambda fields: f"{{ {', '.join(f'{name} = {value}' for name, value in fields.items())} }}"
        ),
    ),
    max_leaves=4,
)


@pytest.mark.slow
@settings(max_examples=examples(50))
@given(st.lists(st.tuples(SPECS, LUA_VALUES), min_size=10, max_size=40))
def test_what_a_quick_test_accepts_the_full_check_accepts(
    judge: Callable[[str], list[str]], pairs: list[tuple[Any, str]]
) -> None:
    script = 'local toys = require "host.toys"\n'
    lines = judge(script + "\n".join(f"print(toys.judge({lua(spec)}, {value}))" for spec, value in pairs))
    for (spec, value), line in zip(pairs, lines, strict=True):
        assert line in ("true true", "false true", "false false"), (spec, value)
        if isinstance(spec, str) and spec in PLAIN and spec not in ("integer", "function", "thread"):
            assert line != "false true", (spec, value)


def test_what_can_be_taken_comes_through_as_it_was(run: Run) -> None:
    printed, warnings = run(
        """
        print(toys.draw(2.0, nil, "n", "more"))
        print(toys.pick("south", "east"))
        print(#select(2, toys.call(setmetatable({}, { __call = print }), {})))
        print(toys.some(), toys.some(nil, nil), toys.count(1, nil), toys.own "any")
        print(toys.Top(3):spin(2.0), toys.tip(toys.Top(1)) ~= nil)
        toys.hang { depth = 3, more = 1, inner = { depth = 1.0, words = {} } }
        toys.hang(nil, { color = "red" })
        toys.all()
        """
    )
    assert printed == ["2.0 nil n more", "south east", "0", "0 2 2 any", "6.0 true"]
    assert len(warnings) == 1
    assert 'toys.hang has the field "color"' in warnings[0]
    assert 'did you mean "colour"?' in warnings[0]


def test_a_function_stays_the_same_after_its_first_call(run: Run) -> None:
    printed, _ = run('local draw = toys.draw; draw(1, 2, "n"); print(draw == toys.draw)')
    assert printed == ["true"]


def test_a_faulty_declaration_is_told_at_the_first_call(run: Run, toys: Path) -> None:
    path = toys / "toys" / "api" / "broken.lua"
    path.write_text("return [==[\ntoys.own(x: Integer)\n]==]", encoding="utf-8")
    # A process reads the declarations once.
    signatures.scan_heads.cache_clear()
    try:
        with pytest.raises(HostError, match=r"declaration toys.own\(x: Integer\): there is no type"):
            run("toys.own(1)")
    finally:
        path.unlink()
        signatures.scan_heads.cache_clear()


def test_a_check_that_a_metamethod_breaks_off_leaves_nothing_behind(run: Run) -> None:
    printed, _ = run(
        """
        local angry = setmetatable({}, { __index = function() error("no", 0) end })
        for _ = 1, 100 do pcall(toys.call, function() end, angry) end
        local lost = setmetatable({}, { __index = function() coroutine.yield() end })
        for _ = 1, 100 do coroutine.wrap(toys.hang) { depth = 1, inner = lost } end
        print(pcall(toys.hang, { depth = 1, inner = { depth = 2, words = { "a" } } }))
        """
    )
    assert [line.split("\t")[0].split(" ")[0] for line in printed] == ["true"], printed
