"""Files of a mod that cannot be parsed: each command names the line and the reason of Lua."""

from __future__ import annotations

import pytest

from tests.helpers import MakeMod, run_command


@pytest.mark.parametrize("option", [(), ("--compat",)], ids=["check", "compat"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("local x = 1\nlocal y = = 2", "2: this file cannot be parsed as Lua: unexpected symbol near '='"),
        (
            "if x then\n\nprint(1)",
            "3: this file cannot be parsed as Lua: 'end' expected (to close 'if' at line 1) near <eof>",
        ),
        ('x = "abc\n', "1: this file cannot be parsed as Lua: unfinished string near '\"abc'"),
    ],
    ids=["symbol", "end", "string"],
)
def test_a_file_that_cannot_be_parsed_has_a_line_and_a_reason(
    make_mod: MakeMod, text: str, said: str, option: tuple[str, ...]
) -> None:
    result = run_command("check", make_mod("it", files={"lib/other.lua": text}), *option)
    assert f"warning: it/lib/other.lua:{said}" in " ".join(result.stdout.split())
