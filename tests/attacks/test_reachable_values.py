"""What a mod can reach is the same whatever watches it: coverage, a debugger, a profiler, the REPL."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.dialects.functions import DIALECTS, LIBRARIES
from host.mods.declared_names import declared_names
from tests.helpers import MakeMod, run_command, write_mod

# Prints each path to each value that the mod reaches, one on a line: names, fields, keys, metatables, environments,
# and upvalues and locals where `debug` shows them.
WALK = """
local seen, paths, queue = {}, {}, {}
local function add(path, value)
  local kind = type(value)
  if kind ~= "table" and kind ~= "function" and kind ~= "userdata" and kind ~= "thread" then
    paths[#paths + 1] = path .. " " .. kind
    return
  end
  local known = seen[value]
  paths[#paths + 1] = path .. " " .. kind .. (known and " = " .. known or "")
  if not known then
    seen[value] = path
    queue[#queue + 1] = { path, value }
  end
end
local function add_all(prefix, ...)
  for i = 1, select("#", ...) do
    add(prefix .. i, (select(i, ...)))
  end
end
add("_G", _G)
add("_ENV", _ENV)
add("texts", getmetatable("") or false)
add_all("argument", ...)
for level = 0, 3 do
  add_all("environment" .. level, pcall(getfenv, level))
end
add_all("thread", coroutine.running())
if package then
  add("package", package)
end
if debug.getregistry then
  add("registry", debug.getregistry())
end
for level = 1, 9 do
  add_all("local" .. level, pcall(debug.getlocal or type, level, 1))
end
for _, name in ipairs { MODULES } do
  add(name, select(2, pcall(require, name)))
end
local at = 1
while queue[at] do
  local path, value = queue[at][1], queue[at][2]
  at = at + 1
  if type(value) == "table" then
    local keys = {}
    local ways = { next = function() return next, value end, pairs = function() return pairs(value) end }
    for name, iterate in pairs(ways) do
      pcall(function()
        for key, part in iterate() do
          local is_plain = type(key) == "string" or type(key) == "number"
          keys[#keys + 1] = { name .. " " .. (is_plain and tostring(key) or "<" .. type(key) .. ">"), key, part }
        end
      end)
    end
    table.sort(keys, function(a, b) return a[1] < b[1] end)
    for _, key in ipairs(keys) do
      add(path .. "." .. key[1], key[3])
      add(path .. ".<key>", key[2])
    end
  end
  add(path .. ".<metatable>", (getmetatable(value)))
  if type(value) == "function" and debug.getupvalue then
    for i = 1, 50 do
      local ok, name, held = pcall(debug.getupvalue, value, i)
      if not ok or name == nil then
        break
      end
      add(path .. ".<upvalue " .. tostring(name) .. ">", held)
    end
  end
  if type(value) == "function" and debug.getinfo then
    add(path .. ".<info>", select(2, pcall(debug.getinfo, value)))
  end
  if type(value) == "function" then
    add(path .. ".<environment>", select(2, pcall(getfenv, value)))
  end
end
for _, path in ipairs(paths) do
  print("PATH " .. path)
end
"""

MODULES = sorted({path for dialect in (*DIALECTS, *LIBRARIES) for path in declared_names(dialect).paths.values()})
WALK = WALK.replace("MODULES", ", ".join(f'"{path}"' for path in MODULES))
SUMS = """
for first = 1, #paths, 100 do
  local sum = 0
  for i = first, math.min(first + 99, #paths) do
    for k = 1, #paths[i] do
      sum = (sum * 31 + paths[i]:byte(k)) % 1000000007
    end
  end
  print("PATH from " .. paths[first] .. ": " .. sum)
end
"""
# The commands that load the mod; M is its folder, and DUNGEON are the words of a small dungeon.
DUNGEON = ("generate", "base", "--mods", "M", "--seed", "1", "--set", "dungeon=tiny")
COMMANDS = {
    "explain": (*DUNGEON, "--explain"),
    "profile": ("profile", *DUNGEON),
    "debug": ("debug", "--break", "other.lua:1", *DUNGEON),
    "why": ("why", "square", "1", "1", "base", "--mods", "M", "--seed", "1", "--set", "dungeon=tiny"),
    "repl": ("repl", "M"),
}


def paths_of(output: str) -> list[str]:
    return re.findall(r"PATH (.*)", output)


def reached(folder: Path, *words: str) -> list[str]:
    """Return the paths that the mod prints while it loads."""
    result = run_command(*(str(folder) if word == "M" else word for word in words))
    return paths_of(result.stdout + result.stderr)


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "mod.toml": 'id = "m"\nversion = "1.0"\n',
        "init.lua": WALK,
        "other.lua": "return 1\n",
    }
    return write_mod(tmp_path_factory.mktemp("mods") / "m", files)


@pytest.fixture(scope="module")
def plain(mod: Path) -> list[str]:
    paths = reached(mod, *DUNGEON)
    assert len(paths) > 3000
    return paths


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mod_reaches_the_same_whatever_command_loads_it(command: str, mod: Path, plain: list[str]) -> None:
    paths = reached(mod, *COMMANDS[command])
    assert sorted(set(paths) ^ set(plain)) == []
    assert paths


@pytest.mark.parametrize("watching", ["--coverage", "--coverage-html=pages"])
def test_a_mod_reaches_the_same_with_coverage(
    watching: str, make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a test calls a function of the mod, whose lines are counted."""
    # A test shows some kilobytes of what it prints: sums of many paths.
    walk = WALK[: WALK.rindex("for _, path")] + SUMS
    init = f"print('PATH arguments', select('#', ...))\nfunction walk(...)\n{walk}\nend\n"
    folder = make_mod("m", init, files={"tests/x_test.lua": "it('x', function() walk() end)\n"})
    monkeypatch.chdir(folder.parent)
    paths, covered = (reached(folder, "test", "M", *more, "--", "-rP") for more in ([], [watching]))
    assert sorted(set(paths) ^ set(covered)) == []
    assert len(paths) > 30
