"""Long patterns of many shapes: what the host finds out about them before a match is charged, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from tests.helpers import write_mod
from tests.helpers.charges import ENDLESS, Meter

# Characters of the patterns.
SIZE = 6_000
# Signs without a meaning in patterns.
SIGNS = "".join(chr(code) for code in range(48, 123) if chr(code).isalnum())
CYCLE = f'("{SIGNS}"):gsub(".", "%0{{}}")'
SHAPES = {
    "sets before options": f'{CYCLE.format("*")} .. ("_?"):rep(N)',
    "classes before options": '("%a*[%d]-"):rep(60) .. ("_?"):rep(N)',
    "options": '("a?"):rep(N)',
    "balanced": '("%b()"):rep(N)',
    "captures": '("()"):rep(N)',
    "open captures": '("("):rep(N)',
    "frontiers": '("%f[a]"):rep(N)',
    "back references": '"(a)" .. ("%1"):rep(N)',
    "wide sets": '("[" .. ("a-z"):rep(N // 50) .. "]*"):rep(50)',
    "a wide set": '"[" .. ("a-z"):rep(N) .. "]*"',
    "sets without an end": '("["):rep(N)',
    **{f"a cycle of {sign}": f"({CYCLE.format(sign)}):rep(N // 60)" for sign in "*+-?"},
}
CALLS = {"find": "find(T, P)", "match": "match(T, P)", "gsub": "gsub(T, P, '')", "gmatch": "gmatch(T, P)()"}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_long_pattern_is_charged_for_what_it_takes(shape: str, tmp_path: Path) -> None:
    calls = "".join(
        f"print 'begin {name}' pcall(function() local N = {SIZE} local P = {SHAPES[shape]} string.{call} end) "
        "print 'end'\n"
        for name, call in CALLS.items()
    )
    meter = Meter()
    mod = write_mod(
        tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": f"T = ('x_'):rep(75)\n{calls}"}
    )
    with meter.watch():
        Host([mod], budgets=ENDLESS, output=meter.listen)
    assert len(meter.spent) == len(CALLS)
    assert not meter.unpaid
