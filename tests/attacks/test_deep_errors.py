"""Errors that are caught deep in a recursion are charged for what they take: Lua walks the stack at each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from tests.helpers import write_mod
from tests.helpers.charges import ENDLESS, Meter

SHALLOW, DEEP = 100, 80_000
ERRORS = 50
# Ways to catch an error, in which `i` is another number each time.
CATCHES = {
    "pcall(error)": "pcall(error)",
    "pcall of a message": "pcall(error, 'x' .. i)",
    "pcall of a table": "pcall(error, {})",
    "pcall of an error of Lua": "pcall(function() return nil + i end)",
    "pcall of an error of the host": "pcall(string.rep)",
    "xpcall": "xpcall(error, function() end)",
    "handler that fails": "xpcall(error, error)",
    "close": "pcall(function() local _ <close> = setmetatable({}, { __close = error }) end)",
    "wrap": "pcall(coroutine.wrap(function() error('x' .. i) end))",
    "reader of load": "load(error)",
    "pcall in pcall": "pcall(function() pcall(error) error() end)",
}


def spent(folder: Path, catch: str, depth: int) -> int:
    """Run as many errors at a depth, and return the instructions that they are charged for."""
    init = f"""
        local function deep(n)
          if n > 0 then return 0 + deep(n - 1) end
          print "begin errors"
          for i = 1, {ERRORS} do {catch} end
          print "end"
          return 0
        end
        deep({depth})
    """
    mod = write_mod(folder / f"m{depth}", {"mod.toml": f'id = "m{depth}"\nversion = "1"\n', "init.lua": init})
    meter = Meter()
    with meter.watch():
        Host([mod], budgets=ENDLESS, output=meter.listen)
    return meter.spent[0].instructions


@pytest.mark.parametrize("catch", CATCHES)
def test_an_error_is_charged_by_the_depth_where_it_is_caught(tmp_path: Path, catch: str) -> None:
    # A handler that fails overflows the stack, which costs more than any depth.
    assert spent(tmp_path, CATCHES[catch], SHALLOW) < 1000 * ERRORS or catch == "handler that fails"
    assert spent(tmp_path, CATCHES[catch], DEEP) > DEEP / 4 * ERRORS
