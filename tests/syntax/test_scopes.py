"""Scopes: the variable that a name in Lua text refers to."""

import pytest

from host.syntax.scopes import resolve_names
from host.syntax.statements import statement_lines
from host.syntax.tree import Chunk


def globals_of(source: str) -> list[str]:
    return [use.name for use in resolve_names(Chunk(source.encode())).globals]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("local a = a", ["a"]),
        ("local function f() return f() end", []),
        ("local f = function() return f() end", ["f"]),
        ("repeat local done = step() until done", ["step"]),
        ("for i = i, n do print(i) end", ["i", "n", "print"]),
        ("for k, v in pairs(v) do use(k, v) end", ["pairs", "v", "use"]),
        ("do local x end return x", ["x"]),
        ("function t.a:m(p) return self, p, q end", ["t.a", "q"]),
        ("function f(...rest) return rest end", ["f"]),
        ("return { name = value, [key] = 1, list }", ["value", "key", "list"]),
        ("table.getn(x):m(y)", ["table.getn", "x", "y"]),
        ("goto done ::done::", []),
        ("x, t[i].y = 1", ["x", "t", "i"]),
        ("global g <const>, h = 1, i", ["i"]),
        ("if a then local b = 1 elseif b then c = b else d() end", ["a", "b", "c", "b", "d"]),
    ],
)
def test_names_that_are_global(source: str, names: list[str]) -> None:
    assert globals_of(source) == names


def test_locals_know_their_reads_writes_and_what_they_shadow() -> None:
    outer, inner = resolve_names(Chunk(b"local x = 1\nx = 2\ndo\n  local x = x\n  return x\nend")).locals
    assert (outer.line, outer.reads, outer.writes, outer.shadows) == (1, [4], [2], None)
    assert (inner.line, inner.reads, inner.writes, inner.shadows) == (4, [5], [], outer)


# In quadratic time each of these takes minutes.
@pytest.mark.parametrize(
    "source",
    [
        "return " + "a + " * 30_000 + "b",
        "return " + "a .. " * 30_000 + "b",
        "return " + "-a + (" * 15_000 + "b" + ")" * 15_000,
        "return (function() local x " + "local y <const> = 1 " * 2000 + "return b end)()" + " + 1" * 30_000,
        "do local x " * 15_000 + "b()" + " end" * 15_000,
        "x" + ".y" * 30_000 + " = b",
    ],
    ids=["sum", "concatenation", "parentheses", "locals in an operand", "blocks", "fields"],
)
def test_deep_nesting_is_read_in_linear_time(source: str) -> None:
    assert globals_of(source)[-1] == "b"
    assert statement_lines(source.encode()) == [1]


def test_tokens_beside_a_name_are_its_neighbours_without_comments() -> None:
    uses = resolve_names(Chunk(b"if --[[c]] a.b --[[c]] then c = not d end -- e")).globals
    assert [(use.name, use.before, use.after) for use in uses] == [
        ("a.b", "if", "then"),
        ("c", "then", "="),
        ("d", "not", "end"),
    ]
