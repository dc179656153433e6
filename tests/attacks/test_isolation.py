"""A mod that walks everything it can reach, by every means, finds no writable table of another owner."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from host.tools.reference.books import all_books
from tests.conftest import MakeMod
from tests.helpers import catch_load_error, collect_output, dedent

# What a mod makes that others can reach: tables, classes, entries of data, prototypes with fields.
VICTIM = """
    variable = { deep = { 1, 2 } }
    wall = kts.Tile { access = { walking = "blocked" }, name = "wall", extra = { 1, 2 } }
    data:add { _type = "base.data_ext", _id = "ext", fields = { { name = "hp", default = {} } } }
    data:add {
      _type = "base.item", _id = "sword", name = "sword", image = "x", some = { 1, { 2 } },
      _ext = { ["victim.ext"] = { hp = { 1, 2 } } },
    }
    local actions = require "host.actions"
    Soldier = actions.class("Soldier", actions.Entity)
    Soldier.decoratorsList, Soldier.baseModifiers = { 1, 2 }, { attack = { damage = 1 } }
    actions.registerEntity(Soldier, "Soldier")
"""

# Fills `found` with every table that can be reached, each with the path to it.
WALK = """
    -- Every name below asset is there, without end.
    local found, queue = { [asset] = "asset", [require("host.rooms").asset] = "asset" }, {}
    local function note(value, path)
      if type(value) == "table" and not found[value] and #path < 150 and #queue < 20000 then
        found[value] = path
        queue[#queue + 1] = value
      end
    end
    local function walk(t, path)
      for _, step in ipairs { pairs, ipairs } do
        pcall(function()
          local count = 0
          for key, value in step(t) do
            count = count + 1
            if count > 300 then break end
            note(key, path .. "{key}")
            note(value, path .. "." .. tostring(key))
            note(rawget(t, key), path .. ".raw " .. tostring(key))
            note(t[key], path .. "." .. tostring(key))
          end
        end)
        pcall(function()
          local count = 0
          for key, value in coroutine.wrap(step)(t) do
            count = count + 1
            if count > 300 then break end
            note(key, path .. "{co key}")
            note(value, path .. ".co " .. tostring(key))
          end
        end)
      end
      for _, step in ipairs { next, coroutine.wrap(function(...) return next(...) end) } do
        pcall(function()
          local key, value
          for _ = 1, 50 do
            key, value = step(t, key)
            if key == nil then break end
            note(key, path .. "{next key}")
            note(value, path .. ".next " .. tostring(key))
          end
        end)
      end
      pcall(function()
        local key, value = coroutine.wrap(next)(t)
        note(value, path .. ".co next " .. tostring(key))
        note(coroutine.wrap(rawget)(t, key), path .. ".co rawget " .. tostring(key))
        local copy = coroutine.wrap(table.move)(t, 1, 9, 1, {})
        for i = 1, 9 do note(copy[i], path .. ".moved " .. i) end
        local list = coroutine.wrap(table.pack)(coroutine.wrap(table.unpack)(t, 1, 9))
        for i = 1, 9 do note(list[i], path .. ".unpacked " .. i) end
      end)
      pcall(function() note(getmetatable(t), path .. "{meta}") end)
      pcall(function() note(t.table, path .. ".table") end)
    end
    for _, name in ipairs(NAMES) do
      pcall(function() note(require(name), name) end)
    end
    for _, name in ipairs { "pairs", "assert" } do note(_G[name], name) end
    for name, value in pairs(_G) do
      if ROOTS(name) then note(value, name) end
    end
    pcall(function() note(data["base.item"]:ensure "victim.sword", "sword") end)
    pcall(function() note(data["base.item"]:ext("victim.sword", "victim.ext"), "ext") end)
    pcall(function()
      note(coroutine.wrap(data["base.item"].ext)(data["base.item"], "victim.sword", "victim.ext"), "ext in a coroutine")
    end)
    pcall(function() for _, entry in data["base.item"]:iter() do note(entry, "entry") end end)
    for _, type_name in ipairs { "base.item", "base.map_tile", "base.data_type", "base.event", "base.chara" } do
      pcall(function() note(data[type_name], "data " .. type_name) end)
      pcall(function() for _, entry in data[type_name]:iter() do note(entry, "entry of " .. type_name) end end)
    end
    local at = 1
    while queue[at] do
      walk(queue[at], found[queue[at]])
      at = at + 1
    end
"""

EVIL = """
    local raw_set = rawset
    local function attack(t)
      pcall(function() t.evil_key = 1 end)
      pcall(raw_set, t, "evil_key", 1)
      pcall(function() coroutine.wrap(rawset)(t, "evil_key", 1) end)
      pcall(function() coroutine.wrap(function() return rawset(t, "evil_key", 1) end)() end)
      pcall(function() coroutine.wrap(table.insert)(t, 6666) end)
      pcall(function() coroutine.wrap(table.move)({ 6666 }, 1, 1, 1, t) end)
      pcall(function() coroutine.wrap(table.move)({ 6666 }, 1, 1, #t + 1, t) end)
      pcall(table.insert, t, 6666)
      pcall(table.sort, t, function() t.evil_key = 1 return true end)
      pcall(function() getmetatable(t).__index = nil end)
      pcall(function() setmetatable(t, nil) end)
    end
    for t in pairs(found) do
      if t ~= found and t ~= queue then attack(t) end
    end
    print("walked", #queue)
"""

# Names of the environment whose values are the host's; each mod may change its other names and its libraries.
SHARED = (
    *("Entities", "Entity", "Generator", "Items", "Mods", "Options", "World", "class", "config", "data"),
    *("generators", "kts", "mod", "pools", "save", "types"),
)

WATCHER = """
    local problems = {}
    -- Every mod may set variables of kts.
    found[kts] = nil
    for t, path in pairs(found) do
      for _, probe in ipairs { function() return rawget(t, "evil_key") end, function() return t.evil_key end } do
        local ok, value = pcall(probe)
        if ok and value == 1 then problems[#problems + 1] = path .. " has evil_key" end
      end
      pcall(function()
        for i = 1, #t do
          if rawget(t, i) == 6666 or t[i] == 6666 then problems[#problems + 1] = path .. " has 6666" end
        end
      end)
    end
    table.sort(problems)
    for i = 1, math.min(#problems, 40) do print("WRITTEN " .. problems[i]) end
    print("walked", #queue)
"""


@pytest.fixture(scope="module")
def module_names() -> str:
    names = {"victim", "base"}
    for dialect, book in all_books().items():
        names.add(f"host.{dialect}")
        names |= {entry.name for entry in book.of_kind("module")}
    return "{" + ", ".join(f'"{name}"' for name in sorted(names - {"host.testing"})) + "}"


@pytest.mark.slow
def test_no_mod_writes_to_a_table_of_another_owner(make_mod: MakeMod, module_names: str) -> None:
    walk = dedent(WALK).replace("NAMES", module_names)
    # Each mod may change its own variables and libraries, so nothing is found through their names.
    roots = walk.replace("ROOTS(name)", "({ " + " = true, ".join(SHARED) + " = true })[name]")
    make_mod("victim", dedent(VICTIM), toml='[dependencies]\nbase = "*"')
    make_mod("evil", roots + dedent(EVIL), toml='[optional]\nvictim = "*"\nbase = "*"')
    folder = make_mod("watcher", roots + dedent(WATCHER), toml='[optional]\nvictim = "*"\nevil = "*"\nbase = "*"')
    lines = collect_output(folder.parent)
    assert [line for line in lines if not line.startswith("walked")] == []
    assert all(int(line.split()[1]) > 500 for line in lines)


# Each tries to change the table `t` of the mod victim, and hides the mod that does it.
HIDDEN = {
    "coroutine of rawset": "coroutine.wrap(rawset)(t, 'x', 1)",
    "coroutine of a tail call": "coroutine.wrap(function() return rawset(t, 'x', 1) end)()",
    "coroutine of table.move": "coroutine.wrap(table.move)({ 1 }, 1, 1, 9, t)",
    "coroutine of table.insert": "coroutine.wrap(table.insert)(t, 1)",
    "coroutine in a coroutine": "coroutine.wrap(coroutine.wrap(rawset))(t, 'x', 1)",
    "coroutine of pcall": "local ok, message = coroutine.wrap(pcall)(rawset, t, 'x', 1) error(message, 0)",
    "tail call of rawset": "data['base.item']:edit('e', function() return rawset(t, 'x', 1) end)",
    "tail call of table.insert": "data['base.item']:edit('e', function() return table.insert(t, 1) end)",
    "tail call of table.move": "data['base.item']:edit('e', function() return table.move({ 1 }, 1, 1, 9, t) end)",
    "tail call of table.merge": "data['base.item']:edit('e', function() return table.merge(t, { x = 1 }) end)",
    "tail call in a handler": (
        "local Event = require 'api.Event' Event.create('e') "
        "Event.register('evil.e', 'x', function() return table.merge(t, { x = 1 }) end, 1) Event.trigger('evil.e') "
        "if t.x == nil then error 'belongs to mod victim' end"
    ),
    "calls nested deeper than frames are searched": (
        "local f = {} for i = 1, 90 do f[i] = pcall end f[91], f[92], f[93] = table.merge, t, { x = 1 } "
        "pcall(table.unpack(f)) if t.x == nil then error 'belongs to mod victim' end"
    ),
    "element by next": "rawset(select(2, coroutine.wrap(next)(t)), 'x', 1)",
    "element by pairs": "for _, v in coroutine.wrap(pairs)(t) do rawset(v, 'x', 1) end",
    "element by rawget": "rawset(coroutine.wrap(rawget)(t, 'attack'), 'x', 1)",
    "element of an extension": "data['base.item']:ext('victim.sword', 'victim.ext').hp[1] = 66",
    "element of an extension in a coroutine": (
        "rawset(coroutine.wrap(data['base.item'].ext)(data['base.item'], 'victim.sword', 'victim.ext').hp, 1, 66)"
    ),
}


@pytest.mark.parametrize("attempt", HIDDEN.values(), ids=HIDDEN)
def test_no_mod_hides_while_it_writes(make_mod: MakeMod, attempt: str) -> None:
    make_mod("victim", dedent(VICTIM), toml='[dependencies]\nbase = "*"')
    evil = f"""
    local actions = require "host.actions"
    -- A class from another shares the fields that the host reads.
    local t = actions.class("Spy", require("victim").Soldier).baseModifiers or require("victim").Soldier.baseModifiers
    {attempt}
    """
    folder = make_mod("evil", evil, toml='[optional]\nvictim = "*"')
    assert "belongs to mod victim" in str(catch_load_error(folder.parent))


# Each gives the result of a host's function to the next handler, and no mod is on the stack when the host calls it.
HANDED_ON = {
    "tail call": "function() return map:archetype() end",
    "coroutine": "coroutine.wrap(function() return map:archetype() end)",
    "table that is called": "setmetatable({}, { __call = function() return map:archetype() end })",
}


@pytest.mark.parametrize("handler", HANDED_ON.values(), ids=HANDED_ON)
def test_no_handler_hands_on_a_table_of_another_mod(make_mod: MakeMod, handler: str, tmp_path: Path) -> None:
    make_mod("victim", 'data:add { _type = "base.map_archetype", _id = "hall", properties = {} }')
    evil = f"""
    local Event, InstancedMap = require "api.Event", require "api.InstancedMap"
    local map
    Event.register("base.on_init_save", "make", function()
      map = InstancedMap:new(5, 5)
      map:set_archetype "victim.hall"
    end, 1)
    Event.register("base.on_init_save", "read", {handler}, 2)
    Event.register("base.on_init_save", "write", function(_, _, entry)
      print(entry._id)
      entry.evil = true
    end, 3)
    """
    folder = make_mod("evil", evil, toml='[optional]\nvictim = "*"')
    lines: list[str] = []
    host = Host([folder.parent], output=lines.append)
    (tmp_path / "script.lua").write_text("")
    host.run_script(tmp_path / "script.lua", seed=1)
    assert lines == ["victim.hall"]
    assert "evil belongs to mod victim" in "".join(str(warning) for warning in host.warnings)
