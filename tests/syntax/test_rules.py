"""The rules that every Lua file of the project is held to."""

import pytest

from host.syntax.rules import calls_with_text, violations
from host.syntax.tree import Chunk

KNOWN = {"print", "error", "pairs", "t"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(titel)", ["1 undefined-global titel is read but not defined"]),
        ("count = 1", ["1 undefined-global count is assigned but not defined"]),
        ("global count = 1\ncount = 2", []),
        ("local a, b = 1\nprint(b)", ["1 unused-local a is never read"]),
        ("local a = 1\na = 2", ["1 unused-local a is assigned but never read"]),
        ("local _, _b = 1\nlocal guard <close> = nil", []),
        ("for i, v in pairs(t) do print(v) end", ["1 unused-local i is never read"]),
        ("t.f = function(a) end", []),
        ("local a = 1\ndo\n  local a = a\n  print(a)\nend", ["3 shadowing a hides the a of line 1"]),
        ("function t:m() return function(self) return self end, function(t) return t end end", []),
        ("do\n  do return 1 end\n  print()\nend", ["3 unreachable no path leads to this statement"]),
        ("if t then return 1 else error 'x' end\nprint()", ["2 unreachable no path leads to this statement"]),
        ("if t then return 1 end\nprint()", []),
        ("while true do print() end\nprint()", ["2 unreachable no path leads to this statement"]),
        ("while true do if t then break end end\nprint()", []),
        (
            "while true do for _ in pairs(t) do break end end\nprint()",
            ["2 unreachable no path leads to this statement"],
        ),
        ("goto done\n::done::\nprint()", []),
        ("-- " + "x" * 118, ["1 long-line the line has 121 columns; at most 120 are allowed"]),
        ("-- " + "é" * 117, []),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_violations(source: str, expected: list[str]) -> None:
    found = violations(source.encode(), KNOWN)
    assert [f"{violation.line} {violation.rule} {violation.message}" for violation in found] == expected


def test_calls_with_text() -> None:
    chunk = Chunk(b'local a = import "x/y"\nlocal b = import("z").c\nimport(name)\nimport(name .. "/init")')
    assert list(calls_with_text(chunk, "import")) == [(1, "x/y"), (2, "z")]
