"""The process that a user starts runs no Lua: neither of mods nor of the host."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.border import state
from tests.helpers import KTS_SEGMENT, run_command, write_mod

MOD = """
local tile = kts.Tile { name = "stone", items = "floor", depth = 5 }
gem = kts.ItemType { type = "held" }
require("host.generators").register_generator {
  id = "hall",
  options = { { id = "size", default = 11, choices = { 9, 11 } } },
  generate = function(options)
    print(options.size)
    return require("host.toolbox").maze { width = options.size, height = 11 }:map { room = tile, hallway = tile }
  end,
}
"""
FILES = {
    "mod.toml": 'id = "m"\nversion = "1"\n',
    "init.lua": MOD,
    "a.lua": "print(1)",
    "tests/a_test.lua": "it('holds', function() end) it('fails', function() error('x') end)",
    "rooms.txt": KTS_SEGMENT,
    "vault.txt": "#@#",
    "glyphs.toml": '"#" = 1\n"@" = 2\n',
    "survey.toml": "density.mean = [0, 1]\n",
}
COMMANDS = [
    "check m --mods .",
    "debug generate m --mods . --seed 1",
    "docs kts.Tile",
    "docs --stubs stubs",
    "generate m --mods . --seed 1 --format json",
    "generate m --mods . --count 2 -o maps --format svg",
    "generate m --mods . --set size=10 --explain",
    "generators m --mods .",
    "mods --mods .",
    "pools --mods .",
    "profile generate m --mods .",
    "run a.lua --seed 1 --save a.save",
    "saves show a.save",
    "segments export rooms.txt --tiles none -o rooms.tmj",
    "segments import rooms.tmj -o again.txt",
    "segments import vault.txt --table glyphs.toml",
    "simulate undercroft --turns 1",
    "survey run m --mods . --count 3 --metrics density -o a.survey --jobs 2",
    "survey show a.survey --variety",
    "survey gate a.survey",
    "survey report a.survey -o a.html",
    "test",
    "test --coverage-html pages",
    "travel overworld --seed 1 --keys .",
    "why item m.gem --mods .",
]


@pytest.mark.slow
def test_only_children_of_a_command_run_lua(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mod = write_mod(tmp_path / "m", FILES)
    # Made in this process: children, which inherit the function, cannot change this list.
    made: list[str] = []
    make = state.lua55.LuaRuntime

    def note(*words: Any, **options: Any) -> Any:
        made.append(words_of_command)
        return make(*words, **options)

    monkeypatch.setattr(state.lua55, "LuaRuntime", note)
    with contextlib.chdir(mod):
        for words_of_command in COMMANDS:
            result = run_command(*words_of_command.split())
            fails = words_of_command.startswith("test") or "size=10" in words_of_command
            assert result.exit_code == fails, (words_of_command, result.output)
    assert made == []
    # The library runs mods where it is.
    words_of_command = "Host"
    Host([mod])
    assert made == ["Host"]
