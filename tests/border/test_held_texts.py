"""Long texts of mods that Python holds: errors, warnings and prototypes keep the beginnings only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import write_mod

PROGRAM = """
import sys, tracemalloc
from host import Budgets, Host
tracemalloc.start()
host = Host([sys.argv[1]], budgets=Budgets(memory=96 * 2**20, seconds=600), output=lambda line: None)
print(tracemalloc.get_traced_memory()[0] // 2**20)
"""

# Each holds on to a text of 8 MB in Python, unless it is shortened.
CALLS = {
    "fields of prototypes": "kts.Tile { items = text }",
    "errors with a name of a file": "dofile(text)",
    "errors with a name of a segment file": "kts.LoadSegments({}, text)",
    "errors with a value": "kts.Tile { access = text }",
    "warnings of events": """
        local Event = require "api.Event"
        pcall(Event.create, "e" .. i)
        Event.register("m.e" .. i, "x", function() error(text, 0) end)
        Event.trigger("m.e" .. i)
    """,
}


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_long_texts_are_not_held_outside_of_the_memory_of_lua(tmp_path: Path, call: str) -> None:
    init = f"local text = ('x'):rep(8000000) for i = 1, 32 do pcall(function() {call} end) end"
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": init})
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(mod)], capture_output=True, text=True, check=True)
    # Without limits it is 250 MiB and more.
    assert int(done.stdout) < 100
