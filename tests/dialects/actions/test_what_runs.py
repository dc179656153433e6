"""The tables of docs/actions.md and docs/pools.md that say what runs of Dungeon Hopper."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.helpers import ROOT, check_table_of_tests, collect_output, read_table, write_mod

LUA = ROOT / "lua"
# Prints the state of a path, for a mod of the original form.
STATE_OF = """
    -- Modules that are `true` because the host has done their work; others are `true` in Dungeon Hopper, too.
    local DONE = { ["game.setup"] = true, ["modules.modloader"] = true }
    local function print_state(path)
      local ok, module = pcall(require, path)
      local is_replaced = DONE[path] or module == require "game.input"
      print(path .. " " .. (not ok and "out" or is_replaced and "partial" or "complete"))
    end
"""


@pytest.mark.parametrize("page", ["actions", "pools"])
def test_the_table_of_what_runs_names_tests(page: str) -> None:
    check_table_of_tests(page)


def test_the_table_of_modules_is_true(tmp_path: Path) -> None:
    text = "".join(file.read_text() for file in (LUA / "actions" / "api").rglob("*.lua"))
    declared = set(re.findall(r'^module "([^"]+)"', text, re.MULTILINE))
    states = {}
    for modules, state, _ in read_table("actions", "modules | state | notes"):
        for pattern in re.findall(r"`([^`]+)`", modules):
            matches = {path for path in declared if fnmatchcase(path, pattern)}
            states |= dict.fromkeys(matches or {pattern.replace("*", "any")}, state)
    calls = "".join(f'print_state "{path}"\n' for path in states)
    lines = collect_output(write_mod(tmp_path / "old", {"main.lua": STATE_OF + calls}))
    assert dict(line.split() for line in lines) == states
    assert declared <= states.keys()
