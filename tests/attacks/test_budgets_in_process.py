"""The budgets of a Host in this process: time, and what follows when one is used up."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from host import Host
from host.errors import BudgetError
from host.process.budgets import Budgets
from tests.helpers import write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'

LOOPS = {
    "instructions": "while true do end",
    "protected": "while true do pcall(function() while true do end end) end",
    "coroutine": "coroutine.wrap(function() while true do end end)()",
    "closing": """
        local x <close> = setmetatable({}, { __close = function() while true do pcall(error) end end })
        error "x"
    """,
    "compared texts": """
        local a, b = ("x"):rep(100000), ("x"):rep(100000)
        while true do local _ = a == b and a <= b end
    """,
    # Instructions on such texts take milliseconds, so ten thousand take longer than the test waits.
    "long texts compared": "local a, b = ('x'):rep(6000000), ('x'):rep(6000000) while true do local _ = a == b end",
    "long texts ordered": "local a, b = ('x'):rep(6000000), ('x'):rep(6000000) while true do local _ = a < b end",
    "long texts joined": "local a = ('x'):rep(6000000) while true do local _ = a .. 'x' end",
    "long texts as keys": "local a, t = ('x'):rep(6000000), {} while true do local _ = t[a .. 'x'] end",
    "long texts as numbers": "local a = (' '):rep(6000000) .. '1' while true do local _ = a + 1 end",
    "longer texts as keys": "local a, t = ('x'):rep(30000000), {} while true do local _ = t[a .. 'x'] end",
    "longer texts in pieces": """
        local a, b = "x\\0", "x\\0"
        for i = 1, 23 do a = a .. a b = b .. b end
        while true do local _ = a < b end
    """,
    "long chains of tables": """
        local t = {}
        for i = 1, 1900 do t = setmetatable({}, { __index = t }) end
        while true do local _ = t.x end
    """,
}


@pytest.mark.parametrize(
    ("loop", "instructions"), [*((loop, 10**12) for loop in LOOPS), ("instructions", 2**53), ("closing", 2**53)]
)
def test_seconds_end_a_loop_in_this_process_at_its_line(tmp_path: Path, loop: str, instructions: int) -> None:
    start = monotonic()
    with pytest.raises(BudgetError, match=r"took longer than 0\.2 s") as caught:
        Host(
            [write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": LOOPS[loop]})],
            budgets=Budgets(instructions, seconds=0.2),
        )
    assert 0.15 < monotonic() - start < 20
    assert (caught.value.mod, caught.value.file) == ("m", "m/init.lua")
    assert caught.value.line


def test_nothing_runs_again_after_a_budget_is_used_up(tmp_path: Path) -> None:
    script = """
        local stored = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          while true do end
        end)
        kts.DUNGEON = nil
        function Generate() coroutine.close(stored) coroutine.resume(stored) end
        local Event = require "api.Event"
        Event.register("base.on_game_initialize", "first", Generate)
    """
    host = Host(
        ["base", write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": script})],
        budgets=Budgets(instructions=20_000_000),
    )
    file = tmp_path / "script.lua"
    file.write_text("while true do end")
    with pytest.raises(BudgetError, match="used up the instructions") as caught:
        host.run_script(file, seed=1)
    assert caught.value.line == 1
    with pytest.raises(BudgetError, match="used up the instructions") as caught:
        host.generate("base", seed=1, dungeon="tiny")
    assert caught.value.hint == "nothing of these mods runs again in this Host: make another one"


def test_the_library_has_a_clock_whatever_the_instructions() -> None:
    assert Budgets(instructions=2**53).are_counted
    assert not Budgets(instructions=2**53, seconds=1e9).are_counted


@pytest.mark.parametrize("instructions", [600_000, 1_200_000, 3_000_000])
def test_a_loop_of_the_host_through_a_mod_names_the_mod(tmp_path: Path, instructions: int) -> None:
    """Few instructions of this loop belong to the mod, and a count may never end in them."""
    menu = """
        local many = {}
        for i = 1, 3000 do many["field" .. i] = { i } end
        kts.MENU = {
          items = { { id = "a", choices = setmetatable({}, { __index = function() return many end }) } },
          start_game_func = function() end,
        }
    """
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": menu})
    host = Host([mod], budgets=Budgets(instructions))
    with pytest.raises(BudgetError) as caught:
        host.generators()
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("m", "m/init.lua", 4)


def test_without_limits_nothing_is_counted(tmp_path: Path) -> None:
    """A hook that counts would see 200,000 instructions end, or a clock of ten thousand looks."""
    folder = write_mod(
        tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": "local n = 0 for i = 1, 5e6 do n = n + i end"}
    )
    with pytest.raises(BudgetError):
        Host([folder], budgets=Budgets(200_000, seconds=1e9))
    unlimited = Budgets(2**53, seconds=1e9)
    assert not unlimited.are_counted
    Host([folder], budgets=unlimited)
