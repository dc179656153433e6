"""Statements of Lua text, and the instrumented text that records which of them run."""

import lupa.lua55 as lua55
import pytest

from host.syntax.statements import instrument, statement_lines
from host.syntax.tree import SyntaxTreeError
from tests.helpers import ROOT


@pytest.mark.slow
def test_instrumented_files_compile_and_move_no_line() -> None:
    why_not = lua55.LuaRuntime(encoding=None).eval("function(text) local chunk, why = load(text) return why end")
    for path in [*ROOT.glob("lua/**/*.lua"), *ROOT.glob("mods/**/*.lua")]:
        source = path.read_bytes()
        instrumented = instrument(source)
        assert why_not(instrumented) is None, path
        assert instrumented.count(b"\n") == source.count(b"\n")
        assert statement_lines(source)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("local a <const> = 1; ::top:: goto top", [1]),
        ("a = {\n  b = function()\n    c()\n  end,\n  [1] = 2; 3\n}", [1, 3]),
        ("if a then\n  b()\nelseif c then\n  d()\nelse\n  e()\nend", [1, 2, 4, 6]),
        ("repeat\n  local x = f{1}:g'h'\nuntil x", [1, 2]),
        ("for i = 1, 2 do\n  f(i)\nend for k, v in pairs(t) do\n  g(k)\nend", [1, 2, 3, 4]),
        ("-- nothing\n--[==[ x\n]] ]==]\n\nreturn [[\n]], ...", [5]),
        ("global x, y = 1, 2\nglobal function f(...) return ... end\nglobal = 3", [1, 2, 3]),
        ("f(a)\n(g or h)(b)", [1]),
        ("x = 0x1p4 + 1e-3 // 2 ~ 3 << #t\nt.a.b['c'], d = 1", [1, 2]),
        ("a = 1\r\nb = 2 -- x\r\n\r\nc = [[\r\n]] d = 'x\\\r\n'\r\ne = 3", [1, 2, 4, 5, 7]),
        ("a = 1\r-- x\rb = 2\n\rc = 3", [1, 3, 4]),
        ("a = 1" + " + 1" * 5000, [1]),
        ("", []),
    ],
    ids=lambda value: str(value)[:40],
)
def test_lines_on_which_statements_start(source: str, lines: list[int]) -> None:
    assert statement_lines(source.encode()) == lines


@pytest.mark.parametrize(
    "source", ["if x then", "x = = 1", "x = 'open", "(" * 5000, "end", "f(,)"], ids=lambda source: source[:9]
)
def test_text_that_is_not_lua_is_refused(source: str) -> None:
    with pytest.raises(SyntaxTreeError):
        statement_lines(source.encode())
