"""What a mod changes after the first draw has the effect that it has before the first.

Pools copy the records and the configuration that they are made of: a change of those has no effect.
"""

from __future__ import annotations

import pytest

from host.tools.reference.books import all_books
from tests.dialects.pools.test_pools import HEAD
from tests.helpers import RunLua

# What a mod may change of the pools of the game.
CHANGES = {
    "an element more": 'items[#items + 1] = "gem"',
    "elements more": "for i = 7, 12 do items[i] = 'gem' .. i end",
    "another element": 'items[2] = "net" Pools.addToSubpool("loot.near.chest", "net", 3)',
    "elements in other places": 'items[1], items[2] = items[2], items[1] Pools.addToSubpool("loot.far", "ax")',
    "an entry more": 'Pools.addToSubpool("loot.near.chest", 5, 7)',
    "an entry with another mass": 'Pools.addToSubpool("loot.near.chest", 1, 9)',
    "entries of a rule": 'Pools.addToSubpool("loot.*.*", 6, 2)',
    "an entry of a new element": 'items[7] = "gem" Pools.addToSubpool("loot.far.shelf", "gem")',
    "a subpool more": 'Pools.registerSubpool("loot.near", "floor", { 1, 4 })',
    "subpools of a rule": 'Pools.registerSubpool("loot.*", "floor", { 2 })',
    "a branch more": 'Pools.registerSubpool("loot.there", { 3 })',
    "another current": 'Pools.setCurrent("loot", 1, "near")',
    "no current": 'Pools.setCurrent("loot", 1, nil)',
    "a root more": 'Pools.registerRootPool("more", { 1 }, kind) Pools.registerSubpool("more.one", { 1 })',
}
GAME = """
local items = { "ax", "bow", "club", "dirk", "epee", "flail" }
local function register(kind)
  Pools.registerRootPool("loot", items, kind)
  Pools.registerSubpool("loot.near", { 1, 2 })
  Pools.registerSubpool("loot.far", { { id = 3, mass = 5 } })
  Pools.registerSubpool("loot.*", "chest", { 1, { id = 4, mass = 2 } })
  Pools.registerSubpool("loot.*", "shelf", { 2 })
  Pools.addToSubpool("loot.far.chest", 6)
  Pools.setCurrent("loot", 1, "far")
end
local PATHS = { "loot", "loot.near", "loot.far", "loot.near.chest", "loot.near.shelf", "loot.far.chest",
  "loot.far.shelf", "loot.~.chest", "loot.near.floor", "loot.far.floor", "loot.there", "more.one" }
-- What is drawn from a path, without the chances: all ids of so many draws that each comes.
local function ids_of(path)
  local set, list = {}, {}
  for _ = 1, 80 do
    local ok, id = pcall(Pools.drawFromPool, path)
    set[ok and id or (tostring(id):gsub("^.-:%d+: ", ""))] = true
  end
  for id in pairs(set) do list[#list + 1] = tostring(id) end
  table.sort(list)
  return path .. " " .. table.concat(list, ",")
end
local function masses(pool)
  local list = { tostring(pool.totalMass) }
  for _, below in ipairs(pool.subpools) do list[#list + 1] = masses(below) end
  return "(" .. table.concat(list, " ") .. ")"
end
local function look()
  local list = { masses(Pools.instantiatePool "loot") }
  for _, path in ipairs(PATHS) do list[#list + 1] = ids_of(path) end
  return table.concat(list, "\\n")
end
"""


@pytest.mark.slow
def test_pools_of_the_game_are_as_what_is_registered_now(run_shared: RunLua) -> None:
    for kind in ("normal", "infinite"):
        for name, change in CHANGES.items():
            head = f"{HEAD}{GAME}local kind = Pools.poolTypes.{kind}\nregister(kind)\n"
            late, early = (
                run_shared(f"{head}{first}\n{change}\nprint(look())").lines for first in ("local before = look()", "")
            )
            assert late == early, (kind, name)
            unchanged = run_shared(f"{head}print(look())").lines
            assert unchanged != late, (kind, name)


# Lua of what a pool is made of; `it` is changed after the pool was made.
RECORDS = {
    "mass": "records[1].mass = 50",
    "shared.q": "records[1].shared.q = 50",
    "shared.id": "records[1].shared.id = 3",
    "shared": "records[1].shared = { id = 1, q = 9 }",
    "a record more": "records[3] = Record(3, 1, 1)",
    "a record less": "records[2] = nil",
    "another record": "records[1] = Record(1, 8, 8)",
    "ids": "config.ids = { 2 }",
    "subpools": "config.subpools = {}",
    "ids of a subpool": "config.subpools[1].ids = { 2 }",
    "an id of a subpool": "config.subpools[1].ids[1] = 2",
    "mass of an id": "config.subpools[2].ids[1].mass = 99",
    "id of an id": "config.subpools[2].ids[1].id = 1",
    "subpools of a subpool": "config.subpools[1].subpools = { { ids = { 1 } } }",
    "a subpool more": "config.subpools[3] = { ids = { 1 } }",
    "a tuple": "tuples[1][2] = 50",
    "a tuple more": "tuples[3] = { 3, 1, 1 }",
}
OWN = """
local create, create_infinite = require "@items.pool.create", require "@items.pool.infinite.create"
local finite = {IS_FINITE}
local records = finite and { Record(1, 1, 2), Record(2, 3, 1) } or { InfRecord(1, 1), InfRecord(2, 3) }
local config = { ids = { 1, 2 }, subpools = { { ids = { 1 } }, { ids = { { id = 2, mass = 10 } } } } }
local tuples = { { 1, 1, 2 }, { 2, 3, 1 } }
local pools = { (finite and Pool or InfPool)(records, config), (finite and create or create_infinite)(tuples) }
local function look(pool)
  local list = { tostring(pool.totalMass), tostring(pool.parent and pool.parent.totalMass) }
  for _ = 1, finite and 3 or 9 do list[#list + 1] = tostring(select(2, pcall(pool.getRandom, pool))) end
  if finite then list[#list + 1] = tostring(pool:exhaust()) end
  for _, below in ipairs(pool.subpools) do list[#list + 1] = look(below) end
  return (table.concat(list, " "):gsub("script/script.lua:%d+: ", ""))
end
{CHANGE}
for _, pool in ipairs(pools) do print(look(pool)) end
"""


def test_pools_of_a_mod_copy_what_they_are_made_of(run_shared: RunLua) -> None:
    for is_finite in ("true", "false"):
        script = HEAD + OWN.replace("{IS_FINITE}", is_finite)
        expected = run_shared(script.replace("{CHANGE}", "")).lines
        for name, change in RECORDS.items():
            if is_finite == "false":
                change = change.replace("Record(3, 1, 1)", "InfRecord(3, 1)").replace(
                    "Record(1, 8, 8)", "InfRecord(1, 8)"
                )
                if "shared" in change:
                    change = change.replace(".shared = { id = 1, q = 9 }", ".id = 2").replace(".shared.", ".")
            assert run_shared(script.replace("{CHANGE}", change)).lines == expected, (is_finite, name)


def test_every_declared_field_of_pools_is_assigned() -> None:
    records = {entry.name: {field.name for field in entry.fields} for entry in all_books()["pools"].of_kind("record")}
    assert records == {"PoolNode": {"ids", "subpools"}, "PoolConfig": {"ids", "subpools"}}
