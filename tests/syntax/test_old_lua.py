"""Texts of Lua 5.1, rewritten for Lua 5.5: the meaning stays, and so does each line."""

from __future__ import annotations

import random
from typing import Any

import lupa.lua51 as lua51
import lupa.lua55 as lua55
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.syntax.old_lua import rewrite_names, rewrite_operators
from host.syntax.tree import LONGEST
from tests.helpers import ROOT

_SPACES = st.sampled_from([" ", "\n", "\t ", " --[[ a\n b ]] ", " -- end\n", "\r\n"])
_NAMES = st.sampled_from(["i", "j", "k"])
_VALUES = st.one_of(_NAMES, st.integers(0, 3).map(str), _NAMES.map(lambda name: f"({name} + 1)"))


_TEMPLATES = (
    "for {name} = 1, {value} do{space}{block} end",
    "for {name}, _ in ipairs {{ 7, {value} }} do {block}{space}end",
    "do local function act(){space}{block} end act() end",
    "(function(...) {block} out((select('#', ...))) end)({value})",
)
_OLD_TEMPLATES = (
    "(function(a, ...){space}{block} out(arg.n) end)({value}, 5, {value})",
    "(function(...){space}{block} arg = {{ n = arg.n + 1 }} out(arg.n) end)({value}, {value})",
)


def _blocks(*, is_old: bool) -> Any:
    """Return a strategy of statements; statements of Lua 5.1 assign loop variables and read `arg`."""
    reads = st.builds("out({});".format, _VALUES)
    writes = st.builds("{} = {};".format, _NAMES, _VALUES)
    templates = st.sampled_from((*_TEMPLATES, *_OLD_TEMPLATES) if is_old else _TEMPLATES)

    def extend(inner: Any) -> Any:
        block = st.lists(inner, max_size=3).map(" ".join)
        parts = st.fixed_dictionaries({"name": _NAMES, "value": _VALUES, "space": _SPACES, "block": block})
        return st.builds(lambda template, filled: template.format(**filled) + ";", templates, parts)

    return st.recursive(st.one_of(reads, writes) if is_old else reads, extend, max_leaves=12)


def _program(statements: list[str]) -> str:
    head = "local i, j, k = 1, 2, 3 local seen = {} local function out(value) seen[#seen + 1] = tostring(value) end"
    return f"{head}\n" + "\n".join(statements) + "\nreturn table.concat(seen, ' ')"


class _Runtimes:
    def __init__(self) -> None:
        self.old = lua51.LuaRuntime(encoding="latin-1")
        self.new = lua55.LuaRuntime(encoding="latin-1")


RUNTIMES = _Runtimes()


@given(st.lists(_blocks(is_old=True), max_size=6).map(_program))
def test_a_program_means_on_lua_5_5_what_it_means_on_lua_5_1(program: str) -> None:
    source = program.encode()
    rewritten = rewrite_names(source) or source
    assert RUNTIMES.new.execute(rewritten.decode()) == RUNTIMES.old.execute(program)
    assert [len(text.split(b"\n")) for text in (source, rewritten)] == [len(source.split(b"\n"))] * 2
    # Nothing of the text is lost, and nothing of it moves to another line.
    lines = zip(source.split(b"\n"), rewritten.split(b"\n"), strict=True)
    assert all(_is_within(before, after) for before, after in lines)


def _is_within(part: bytes, whole: bytes) -> bool:
    """Whether `whole` is `part` with insertions."""
    rest = iter(whole)
    return all(byte in rest for byte in part)


@given(st.lists(_blocks(is_old=False), max_size=6).map(_program))
def test_a_program_of_lua_5_5_stays_byte_for_byte(program: str) -> None:
    assert rewrite_names(program.encode()) is None


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_error(source: bytes) -> None:
    rewrite_names(source)
    rewrite_operators(b"x = a .. b % c " + source)
    rewrite_names(b"for i = 1, 2 do i = 3 end\n" + source)


def test_the_sources_of_the_host_stay_as_they_are() -> None:
    paths = [*ROOT.glob("mods/**/*.lua"), *ROOT.glob("lua/core/**/*.lua"), *ROOT.glob("lua/rooms/*.lua")]
    assert [path for path in paths if rewrite_names(path.read_bytes()) is not None] == []


@pytest.mark.parametrize(
    ("source", "rewritten"),
    [
        ("for i = 1, 3 do i = 2 end", "for i = 1, 3 do local i = i; i = 2 end"),
        ("for i = 1, 3 do-- x\n(f)(i) i = 2 end", "for i = 1, 3 do local i = i;-- x\n(f)(i) i = 2 end"),
        ("for k, v in f() do k, v = v, k end", "for k, v in f() do local k = k; k, v = v, k end"),
        ("for _ in f() do function _() end end", "for _ in f() do local _ = _; function _() end end"),
        ("for i = 1, 3 do f(function() i = 1 end) end", "for i = 1, 3 do local i = i; f(function() i = 1 end) end"),
        ("for i=1,2 do for i=1,2 do i=1 end end", "for i=1,2 do for i=1,2 do local i = i; i=1 end end"),
        ("\tfor i=1,2\rdo\r\ni=1 end", "\tfor i=1,2\rdo local i = i;\r\ni=1 end"),
        ("s = '\xff' for i=1,2 do i=1 end", "s = '\xff' for i=1,2 do local i = i; i=1 end"),
        ("global = {} for i=1,2 do global.i = i i=1 end",
         "global = {} for i=1,2 do local i = i; global.i = i i=1 end"),
        ("function f(a, ...) return arg[1] end", "function f(a, ...arg) return arg[1] end"),
        ("f = function(...) return function() return #arg end end",
         "f = function(...arg) return function() return #arg end end"),
        ("function f(...) g(arg) g(function(...) return ... end) end",
         "function f(...arg) g(arg) g(function(...) return ... end) end"),
        ("function f(...) return arg, ... end", None),
        ("function f(...) arg = 1 return arg end", "function f(...arg) local arg = arg; arg = 1 return arg end"),
        ("f = function(a, ... --x\n) return function() arg = arg or a end end",
         "f = function(a, ...arg --x\n) local arg = arg; return function() arg = arg or a end end"),
        ("function f(...) function arg() end end", "function f(...arg) local arg = arg; function arg() end end"),
        ("function f(...) arg = 1 end function g(...) return arg, ... end",
         "function f(...arg) local arg = arg; arg = 1 end function g(...) return arg, ... end"),
        ("function f(...) arg = 1 end function arg(...) end", None),
        ("function f(...) return arg end function g(...) arg = ... end", None),
        ("arg = {} function f(...) return arg end", None),
        ("function f(...) local arg = {...} return arg end", None),
        ("function f(arg) return arg end function g(...) return x.arg, { arg = 1 } end", None),
        ("function f() return arg end return arg", None),
        ("for k, v in f() do v = 1 end", None),
        ("for i = 1, 2 do local i = i i = 1 end", None),
        ("for i = 1, 2 do i.x = 1 end", None),
        ("for i = 1, 2 do i = 1 end x = = 2", None),
        ("", None),
    ],
)  # fmt: skip
def test_a_rewrite(source: str, rewritten: str | None) -> None:
    result = rewrite_names(source.encode("latin-1"))
    assert (result and result.decode("latin-1")) == rewritten


_FLOATS = st.sampled_from(
    ["1 / 2", "4 / 2", "2 ^ 53", "(i)", "j", "i % j", "i % 0", "1e14", "-k", "0.1 + 0.2", "7", "'x'"]
)


@given(st.lists(st.lists(_FLOATS, min_size=2, max_size=4), max_size=6))
def test_operators_give_the_values_of_lua_5_1(rows: list[list[str]]) -> None:
    values = [f"out({' .. '.join(row)})" for row in rows]
    program = _program(values).replace("i, j, k = 1, 2, 3", "i, j, k = 6, 0, 3")
    rewritten = rewrite_operators(program.encode()) or program.encode()
    # core/sandbox/old_numbers writes numbers as these texts.
    assert RUNTIMES.new.execute(OPERATORS + rewritten.decode()) == RUNTIMES.old.execute(program).replace("-nan", "nan")


OPERATORS = """
local methods = debug.getmetatable("").__index
methods[".."] = function(value)
  return math.type(value) and (value ~= value and "nan" or ("%.14g"):format(value)) or value
end
methods["%"] = function(value) return value == 0 and 0.0 or value end
local tostring = methods[".."]
"""


@pytest.mark.parametrize(
    ("source", "rewritten"),
    [
        ("x = a .. 'b'", """x = ("")[".."](a) .. 'b'"""),
        ("x = 'a' ..\n  f(b) -- c", """x = 'a' ..\n  ("")[".."](f(b)) -- c"""),
        ("x = a .. b .. c", """x = ("")[".."](a) .. ("")[".."](b) .. ("")[".."](c)"""),
        ("x = a + 1 .. -b % c", """x = ("")[".."](a + 1) .. ("")[".."](-b % ("")["%"](c))"""),
        ("x = 'a' .. 5 .. (b .. 'c')", """x = 'a' .. 5 .. ("")[".."]((("")[".."](b) .. 'c'))"""),
        ("x = 5.0 .. 100000000000000 .. 0x10",
         """x = ("")[".."](5.0) .. ("")[".."](100000000000000) .. ("")[".."](0x10)"""),
        ("x = a % 0", """x = a % ("")["%"](0)"""),
        ("x = a % 10 .. '%'", """x = ("")[".."](a % 10) .. '%'"""),
        ("x = 'a' .. 'b' .. function() end .. {} f(...)", None),
        ("x = a % 10 + b / c", None),
        ("x = a .. b y = = 2", None),
        ("x = 'a .. b % c'", None),
    ],
)  # fmt: skip
def test_operators_that_are_rewritten(source: str, rewritten: str | None) -> None:
    result = rewrite_operators(source.encode())
    assert (result and result.decode()) == rewritten


@pytest.mark.parametrize(
    "rest",
    [b"end " * 50_000, b"for do if then " * 15_000, b"((" * 100_000, b"x = = 1\n" * 20_000, b"[=[" * 70_000,
     b"do " * 60_000 + b"end " * 60_000, b"x = a" + b" .. a" * 40_000, b"x = a" + b" % a" * 40_000,
     random.Random(1).randbytes(200_000)],
    ids=["ends", "loops", "brackets", "errors", "texts", "blocks", "operators", "remainders", "bytes"],
)  # fmt: skip
def test_a_hostile_text_takes_no_quadratic_time(rest: bytes) -> None:
    # With a parser that reads on for as long as it likes, the first takes a minute.
    rewrite_names(b"for i = 1, 2 do i = 3 end\n" + rest)
    rewrite_operators(rest)


def test_a_long_text_is_not_rewritten() -> None:
    loop = b"for i = 1, 2 do i = 3 end "
    assert rewrite_names(loop + b"-" * (LONGEST - len(loop))) is not None
    assert rewrite_names(loop + b"-" * LONGEST) is None
