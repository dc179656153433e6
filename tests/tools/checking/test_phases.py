"""`dungeon-host check` goes on after errors: faults of different kinds in one mod come in one run."""

from __future__ import annotations

from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked

INIT = """
data:add { _type = "base.item", _id = "lamp", weight = "heavy" }
data:add { _type = "base.chara", _id = "rat", level = "three" }
data:add { _type = "base.unique_area", _id = "cellar", parent_map = "it.nowhere" }
Event.register("base.on_chara_movd", "look", function() end)
lamp = kts.ItemType { type = "held" }
Pools.addToSubpool("i.rare.trinket", lamp, 0)
wall = kts.Tile { access = { walking = "blocked", flying = "blocked", missiles = "blocked" } }
floor = kts.Tile { access = { walking = "clear" } }
segments = kts.LoadSegments({ floor, wall }, "segments.txt")
lever = kts.Tile { on_activate = function()
  kts.WinGaem(cxtt.actor)
end }
plate = kts.Tile { on_walk_over = function()
  local nothing
  nothing.x = 1
end }
require "more"
"""
SEGMENTS = """
segment
name: sealed
width: 5
height: 5
data:
2 2 2 2 2
2 1 2 1 2
2 2 2 2 2
2 1 1 1 2
2 2 2 2 2
rooms:
1
0 0 7 7
end
eof
"""


def test_faults_of_all_kinds_in_one_run(make_mod: MakeMod) -> None:
    more = 'gone = kts.Tile { depth = "deep" }\nkts.Tile { hit_points = "many" }'
    found = checked(make_mod, INIT, files={"segments.txt": SEGMENTS, "more.lua": more})
    expected = [
        "it/init.lua:1 load",
        "it/init.lua:2 load",
        "it/init.lua:3 reference",
        "it/init.lua:4 load",
        "it/init.lua:6 pool-never",
        "it/init.lua:11 unknown-name",
        "it/init.lua:15 handler",
        "it/more.lua:1 argument",
        "it/more.lua:2 argument",
        "it/segments.txt:1 sealed",
    ]
    assert [start for start in expected if not any(line.startswith(f"{start} ") for line in found)] == [], found


def test_an_error_that_another_one_leads_to_is_not_reported(make_mod: MakeMod) -> None:
    init = """
    local depth = nothing.depth
    Pools.registerSubpool("i.dusty")
    pit = kts.Tile { depth = depth + 1 }
    Pools.addToSubpool("i.dusty", "it.gem" .. depth)
    kts.ItemType { max_stack = "many" }
    trap = kts.Tile { on_activate = function() return depth + 1 end }
    Pools.addToSubpool("i.rare.trinket", "it.pit")
    """
    found = [line for line in checked(make_mod, init) if " unknown-name " not in line]
    assert [" ".join(line.split()[:2]) for line in found] == ["it/init.lua:1 load", "it/init.lua:5 argument"], found


def test_statements_of_mods_that_others_need_are_not_left_out(make_mod: MakeMod) -> None:
    make_mod("lamps", "nothing.at = 1\nlamp = kts.ItemType {}")
    found = checked(make_mod, 'print(require("lamps").other.name)\n', toml='[dependencies]\nlamps = "*"')
    assert not any(line.startswith("it/init.lua") for line in found), found
