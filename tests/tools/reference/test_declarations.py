"""Texts of declarations."""

from __future__ import annotations

import pytest

from host.dialects.functions import DIALECTS, LIBRARIES, services_of
from host.syntax.declarations.texts import join_heads, read_text


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("m.f(a: integer,\n    b: string?): boolean -- within\n", "m.f(a: integer, b: string?): boolean"),
        ("m.f(a: integer,\n    b: string,\n    c: table)\n", "m.f(a: integer, b: string, c: table)"),
        ('m.f(a: "x" |\n    "y")\n', 'm.f(a: "x" | "y")'),
        ("m.f(a: integer)\n", "m.f(a: integer)"),
        ("m.f(a: integer)\n  | m.f(b: string,\n      c: table)\n", "m.f(a: integer)"),
    ],
    ids=["after a comma", "on two lines", "after a bar", "on one line", "in another form"],
)
def test_the_first_line_of_an_entry_may_continue(text: str, head: str) -> None:
    (entry,) = read_text("toolbox", join_heads(f"{text}  Return a number,\n  or nil.\n  - a: one,\n    or two\n"))
    assert entry.line == head
    assert entry.doc == ["Return a number, or nil."]
    assert entry.params[0].doc == "one, or two"


def test_only_functions_of_kts_are_documented_in_python() -> None:
    # Lua alone calls the others: what mods call is declared in lua/NAME/api, and marks in docstrings are never read.
    for dialect in (*DIALECTS, *LIBRARIES):
        for name, (_, function) in services_of(dialect).items():
            lines = [line.strip() for line in (function.__doc__ or "").splitlines()]
            marked = [line for line in lines if line.startswith(("-> ", "> ", "+ ", "! ", "= "))]
            assert not marked, f"{name} is called by Lua alone: declare what mods call in lua/{dialect}/api"
