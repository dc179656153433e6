"""Lua out of memory at every point of a call into Python: the host reports it and lives on.

An answer of Python that finds no room used to jump out of lupa, which then never released the GIL: every thread of the
process stopped for ever. So each case runs in a process that is killed when it hangs.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import sampled, write_mod

# Calls into Python with answers of all kinds, as a mod makes them.
CALLS = {
    "a file": "dofile 'big.lua'",
    "a module": "require '.big'",
    "nothing": "math.randomseed(i)",
    "a number": "math.random(i)",
    "a missing file": "dofile('no' .. i)",
    "a tile": "kts.Tile { name = 'tile' .. i }",
    "an item": "kts.ItemType { name = 'item' .. i }",
    "a map": "toolbox.grid(40, 40)",
    "any of kts": "functions.kts[i % #functions.kts + 1](i, 'x', {})",
    "any of the toolbox": "functions.toolbox[i % #functions.toolbox + 1](i, 'x', {})",
    "any of pools": "functions.Pools[i % #functions.Pools + 1]('x', {}, i)",
}
# Every function that a mod reaches in a namespace, in `functions`.
PROLOGUE = """
local toolbox = require "host.toolbox"
local functions = {}
for name, namespace in pairs { kts = kts, toolbox = toolbox, Pools = Pools } do
  local list = {}
  for key, value in pairs(namespace) do
    if type(value) == "function" then
      list[#list + 1] = value
    end
  end
  functions[name] = list
end
local t = { ('x'):rep(BALLAST) }
"""
# Ways to fill the memory until less is left than an answer needs.
FILLS = {
    "small": "t[#t + 1] = ('x'):rep(50) .. i",
    "middle": "t[#t + 1] = ('x'):rep(5000) .. i",
    "large": "t[#t + 1] = ('x'):rep(200000) .. i",
    "tables": "t = { t, {}, {} }",
    "garbage": "t[#t + 1] = ('x'):rep(3000) .. i; local g = ('y'):rep(100000) .. i",
}
MANIFEST = "id = 'm'\nversion = '1'\n"
PROGRAM = """
import json, sys
from pathlib import Path
from host import Budgets, Host

folder, mebibytes = Path(sys.argv[1]), int(sys.argv[2])
ends = []
for text in json.loads(sys.stdin.read()):
    (folder / "init.lua").write_text(text)
    budgets = Budgets(memory=mebibytes * 2**20, instructions=max(5, mebibytes) * 3_000_000)
    try:
        Host([folder], budgets=budgets, output=lambda line: None)
        ends.append("loaded")
    except Exception as error:
        ends.append(f"{type(error).__name__}: {error}")
    print(json.dumps(ends[-1]), flush=True)
Host(["base"], output=lambda line: None).generate("base", seed=1)
print("done")
"""


def run_out_of_memory(folder: Path, mebibytes: int, bodies: list[str]) -> list[str]:
    """Load a mod with each body with little memory, in one process, and return how each ended."""
    files = {"mod.toml": MANIFEST, "init.lua": "", "big.lua": f"return '{'x' * 100_000}'"}
    mod = write_mod(folder / "m", files)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(mod), str(mebibytes)],
        input=json.dumps(bodies),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    *ends, last = done.stdout.splitlines()
    assert last == "done"
    return [json.loads(end) for end in ends]


@pytest.mark.slow
@pytest.mark.parametrize("fill", sampled(FILLS, 2))
def test_answers_that_find_no_room(tmp_path: Path, fill: str) -> None:
    calls = [*CALLS.values(), *(f"pcall(function() return {call} end)" for call in CALLS.values())]
    start = f"local BALLAST = {29 * 2**19} {PROLOGUE}"
    bodies = [f"{start} for i = 1, 1000000 do {FILLS[fill]}; local _ = {call} end" for call in calls]
    ends = run_out_of_memory(tmp_path, 16, bodies)
    assert len(ends) == len(calls)
    assert not [end for end in ends if "the host" in end], ends
    for raised_or_caught in (ends[: len(CALLS)], ends[len(CALLS) :]):
        assert sum("used up the memory" in end for end in raised_or_caught) >= 3, ends


@pytest.mark.slow
@pytest.mark.parametrize("mebibytes", [4, 64, 512])
def test_answers_that_find_no_room_in_more(tmp_path: Path, mebibytes: int) -> None:
    ballast = max(mebibytes - 6, 0) * 2**20
    body = f"local t = {{ ('x'):rep({ballast}) }} for i = 1, 1000000 do {FILLS['large']}; pcall(dofile, 'big.lua') end"
    assert "used up the memory" in run_out_of_memory(tmp_path, mebibytes, [body])[0]


def test_next_call_of_a_full_state(tmp_path: Path) -> None:
    """Arguments of a call into Lua need room, too: without it Lua would abort the process."""
    program = """
import sys
from host import Budgets, Host
from host.errors import BudgetError
host = Host([sys.argv[1]], budgets=Budgets(memory=8 * 2**20), output=lambda line: None)
for _ in range(20):
    try:
        host.generate("m", seed=1)
    except BudgetError as error:
        print(error)
print("done")
"""
    files = {
        "mod.toml": MANIFEST,
        "init.lua": """
            local kept = {}
            require("host.generators").register_generator { id = "m", help = "fills the memory", generate = function()
              for _, size in ipairs { 100000, 1000, 100, 10 } do
                for i = 1, 1e7 do kept[#kept + 1] = ("x"):rep(size) .. i end
              end
            end }
        """,
    }
    mod = write_mod(tmp_path / "m", files)
    done = subprocess.run(
        [sys.executable, "-c", program, str(mod)], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.stdout.splitlines()[-1:] == ["done"], done.stdout + done.stderr
