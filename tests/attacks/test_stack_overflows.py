"""Stack overflows cost what they take, whoever catches them and whatever their message becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Budgets, Host
from host.errors import BudgetError
from tests.helpers import write_mod

OVERFLOWS = {
    "pcall": "pcall(deep)",
    "xpcall": "xpcall(deep, function(message) return message end)",
    "handler with other words": "xpcall(deep, function() return 'x' end)",
    "handler with nothing": "xpcall(deep, function() end)",
    "handler that fails": "xpcall(deep, function() error('x', 0) end)",
    "handler that overflows": "xpcall(deep, function() return pcall(deep) and 1 or 2 end)",
    "close": """pcall(function()
      local _ <close> = setmetatable({}, { __close = function() error("x") end })
      deep()
    end)""",
    "close in a wrapped coroutine": """pcall(coroutine.wrap(function()
      local _ <close> = setmetatable({}, { __close = function() error("x") end })
      deep()
    end))""",
    "resume": "coroutine.resume(coroutine.create(deep))",
    "wrap": "pcall(coroutine.wrap(deep))",
    "reader": "load(deep)",
}


@pytest.mark.parametrize("overflow", OVERFLOWS)
def test_a_stack_overflow_is_charged(tmp_path: Path, overflow: str) -> None:
    init = f"""
        local function deep() string.gsub("x", "x", deep) end
        for i = 1, 200 do
          {OVERFLOWS[overflow]}
          print(i)
        end
    """
    folder = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": init})
    lines: list[str] = []
    with pytest.raises(BudgetError, match="used up the instructions"):
        Host([folder], budgets=Budgets(instructions=30_000_000, seconds=600), output=lines.append)
    assert len(lines) <= 10
