"""A field that a mod assigns to an entry of data after first use has the effect that it has from the start.

In one game, an object is made of an entry, then a field of the entry is assigned. The next object equals one of another
entry, which had that value from the start. Fields come from the declarations.
"""

from __future__ import annotations

from host.syntax.declarations.types import text_of
from host.tools.reference.books import all_books
from tests.helpers import RunLua

HEARD = """{ { id = "base.on_object_instantiated", name = "n", callback = hear },
    { id = "base.on_activity_start", name = "n", callback = hear } }"""
# Lua of values, by the text of the type of a field.
VALUES = {
    "boolean": ["true", "false"],
    "string": ['"word"'],
    "integer": ["7"],
    "number": ["7", "0.5"],
    "any": ['"picture"', "{ 1, { 2 } }"],
    "string[]": ['{ "one", "two" }'],
    "(string | number[])": ['"red"', "{ 1, 2, 3 }"],
    "table[]": [HEARD],
    "function": ["hear"],
    "table<string, Type | table>": ["{ size = { type = types.int, default = 3 } }"],
    "table": ["{ 1, { a = 2 } }"],
}
KINDS = {"base.chara": "Chara", "base.item": "Item", "base.feat": "Feat", "base.mef": "Mef"}
# `case` prints whether the object that is made after the assignment is as one of an entry with the value.
CASES = """
local Mef = require "api.Mef"
local KINDS = { ["base.chara"] = Chara, ["base.item"] = Item, ["base.feat"] = Feat, ["base.mef"] = Mef }
local map = InstancedMap:new(9, 9)
map:clear "base.floor"
local heard
local function hear() heard[#heard + 1] = "heard" end
local function show(value)
  if type(value) ~= "table" then return type(value) == "function" and "function" or tostring(value) end
  local parts = {}
  for key, each in pairs(value) do parts[#parts + 1] = tostring(key) .. ":" .. show(each) end
  return "{" .. table.concat(parts, " ") .. "}"
end
local function make(kind, id, fields)
  heard = {}
  local object = assert(KINDS[kind].create(_MOD_ID .. "." .. id, 3, 3, { force = true }, map))
  for _, field in ipairs(fields) do
    heard[#heard + 1] = field .. "=" .. show(object[field])
  end
  object:emit "base.on_activity_start"
  object:remove_ownership()
  return table.concat(heard, " ")
end
local function case(kind, fields, name, number, value, before)
  local late, early = "late" .. number, "early" .. number
  local entry = data:add { _type = kind, _id = late, name = "x", [name] = before and before() }
  data:add { _type = kind, _id = early, name = "x", [name] = value() }
  local first = make(kind, late, fields)
  entry[name] = value()
  local seen, fresh = make(kind, late, fields), make(kind, early, fields):gsub("early", "late")
  print(kind, name, seen == fresh and (seen == first and "without effect" or "as new") or seen .. " ~= " .. fresh)
end
"""
# Fields that new objects do not show: the host reads them from the entry when it calls them.
READ_LATER = {"on_activate", "on_stepped_on", "on_bumped_into", "on_refresh"}


def test_objects_are_as_their_entries_are_now(run_lua: RunLua) -> None:
    records = {entry.name: entry for entry in all_books()["areas"].of_kind("record")}
    lines: list[str] = []
    expected = []
    for kind in KINDS:
        fields = [(field.name, text_of(field.type).removesuffix("?")) for field in records[kind].fields]
        names = ", ".join(f'"{name}"' for name, _ in fields)
        for name, of in fields:
            for value in [*VALUES[of], "nil"]:
                before = VALUES[of][0] if value == "nil" else "nil"
                functions = f"function() return {value} end, function() return {before} end"
                lines.append(f'case("{kind}", {{ {names} }}, "{name}", {len(lines)}, {functions})')
                expected.append(f"{kind} {name} " + ("without effect" if name in READ_LATER else "as new"))
    assert run_lua("\n".join([CASES, *lines])).lines == expected


def test_an_index_follows_what_is_assigned(run_lua: RunLua) -> None:
    script = """
    data:add_type { name = "rune", fields = { { name = "sign", type = types.string, indexed = true } } }
    local runes = data[_MOD_ID .. ".rune"]
    local fire = data:add { _type = _MOD_ID .. ".rune", _id = "fire", sign = "F" }
    print(runes:find_by("sign", "F") == fire, runes:find_by("sign", "G"))
    fire.sign = "G"
    print(runes:find_by("sign", "F"), runes:find_by("sign", "G") == fire)
    local frost = data:add { _type = _MOD_ID .. ".rune", _id = "frost", sign = "F" }
    print(runes:find_by("sign", "F") == frost, runes:find_by("sign", "G") == fire, runes:find_by("sign", 0 / 0))
    """
    assert run_lua(script).lines == ["true nil", "nil true", "true true nil"]


def test_handlers_follow_what_is_assigned_inside_a_list(run_lua: RunLua) -> None:
    script = """
    local function say(word) return function() print(word) end end
    local first = { id = "base.on_activity_start", name = "first", callback = say "one" }
    local bell = data:add { _type = "base.item", _id = "bell", events = { first } }
    local map = InstancedMap:new(5, 5)
    local shared, own = Item.create("bell", 1, 1, {}, map), Item.create("bell", 1, 1, { no_stack = true }, map)
    own:connect_self("base.on_activity_start", "own", say "of its own")
    local function ring() shared:emit "base.on_activity_start" own:emit "base.on_activity_start" end
    ring()
    first.callback = say "two"
    ring()
    bell.events[2] = { id = "base.on_activity_start", name = "second", callback = say "more" }
    ring()
    for _, wrong in ipairs { 3, { 4 }, { { id = "base.on_actvity_start", name = "x", callback = print } } } do
      bell.events = wrong
      print(pcall(ring))
    end
    bell.events = nil
    ring()
    """
    lines = run_lua(script).lines
    refused = [line.partition('base.item "script.bell": ')[2] for line in lines[11:14]]
    assert lines[:11] == [
        *("one", "one", "of its own"),
        *("two", "two", "of its own"),
        *("two", "more", "two", "of its own", "more"),
    ]
    assert refused == [
        "events is 3: must be a list",
        "events[1] is 4: must be a table",
        'events[1].id is "base.on_actvity_start": there is no base.event of that id',
    ]
    assert lines[14:] == ["of its own"]
