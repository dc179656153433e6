"""A room for tests of creatures and items that several dialects share: Lua to load, Lua to start with, and acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from host import Host
from host.model.game_map import GameMap, model_of
from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, ScriptRun

# A room of 5 × 5 squares in a wall: its squares are (1, 1) to (5, 5) of kts, (2, 2) to (6, 6) of a world.
LOAD = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
calls = {}
local function note(name)
  return function() calls[#calls + 1] = name end
end
bread = kts.ItemType { type = "backpack", max_stack = 3 }
corpse = kts.Tile {}
ghoul = kts.MonsterType {
  type = "walking", health = 7, corpse_tiles = { corpse }, on_damage = note "damage", on_death = note "death",
}
giant = kts.MonsterType { type = "walking", health = 2000000000 }
wisp = kts.MonsterType { type = "flying", health = function() return 4 end }
"""
LAY_OUT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall, segments = T.segments,
  entry_type = "none",
}
"""
# A Hero of the room picks up the items on the squares that it enters.
GATHER = CAST + LAY_OUT + "Retouchers.Equip.onDisplace(Hero)\n"
# More to load: a guard and a shield of areas.
DATA = """
data:add { _type = "base.chara", _id = "guard", level = 1 }
data:add { _type = "base.item", _id = "shield" }
"""
# The room for all dialects: a map of areas and its world, and a guard with room for items.
ALL_DIALECTS = (
    GATHER
    + """
local map = Map.from_dungeon()
Map.set_map(map)
local world = World.fromMap(map)
-- The numbers and ids of the items on a square, as areas show them.
local function in_areas(x, y)
  local texts = {}
  for _, item in Item.at(x, y, map):unwrap() do texts[#texts + 1] = item.amount .. " " .. item._id end
  return table.concat(texts, ", ")
end
local function chara() return Chara.create("tiles.guard", nil, nil, { ownerless = true }) end
"""
)
# What a Hero and a world do with the items on (x, y), after START_OF_ACTS.
START_OF_ACTS = """
local hero = world:create(Hero, Vec(3, 4)) hero.inventory:addItems(T.bread, 9)
local stay = require("@action.effects.move")() stay.direction = Vec(0, 0)
"""
ITEM_ACTS = [
    "kts.PlaceItem({{ x = {x}, y = {y} }}, T.bread, {y})",
    "kts.PlaceItem({{ x = {x}, y = {y} }}, T.stone)",
    "cxt = {{ item_type = T.gem, item_pos = {{ x = {x}, y = {y} }} }} kts.ChangeItem(T.gem)",
    "kts.AddTile({{ x = {x}, y = {y} }}, T.block)",
    "pcall(world.createDroppedItem, world, T.bread, Vec({x} + 1, {y} + 1))",
    "world.grid:move(hero, Vec({x} + 1, {y} + 1)) hero:displace(stay)",
    "hero.inventory:dropItems(T.bread, {x})",
    "local dropped = world.grid:getDroppedAt(Vec({x} + 1, {y} + 1)) if dropped then dropped:die() end",
]


def acts_as_lua(acts: Iterable[tuple[str, int, int]]) -> str:
    """Return a script of acts, each with the coordinates of its square."""
    return "".join(f"do {act.format(x=x, y=y)} end\n" for act, x, y in acts)


def items_of_map(ran: ScriptRun) -> dict[tuple[int, int], str]:
    """Return square -> number and id of the items of kts that lie there."""
    return {
        ran.map.position(square): f"{stack.count} {ran.map.registry.get('item', stack.item).id}"
        for square, stack in ran.map.loose_items.items()
    }


def items_of_lines(lines: Iterable[str]) -> dict[tuple[int, int], str]:
    """Return square -> text of lines such as "3,4,2 tiles.gem"; "nothing" stands for no items."""
    rows = (line.split(",", 2) for line in lines)
    return {(int(x), int(y)): text for x, y, text in rows if text != "nothing"}


def run_without_warnings(run_lua: RunLua, script: str, **options: Any) -> list[str]:
    """Run a script, and return its lines with spaces for tabs."""
    ran = run_lua(script, **options)
    assert ran.host.warnings == []
    return [line.replace("\t", " ") for line in ran.lines]


def run_with_save(
    folder: Path, mods: list[str | Path], scripts: Mapping[str, str], order: Iterable[str]
) -> tuple[list[str], GameMap]:
    """Run named scripts one after the other in a game that is saved and loaded between; return their lines, and the
    last map. A script finds the mod "tiles" in `T`."""
    lines: list[str] = []
    game_map = None
    for name in order:
        path = folder / f"{name}.lua"
        path.write_text('local T = require "tiles"; ' + scripts[name])
        host = Host(mods, output=lambda line: lines.append(line.replace("\t", " ")))
        game_map = host.run_script(path, seed=1, save=folder / "game.save")
    assert game_map is not None
    return lines, model_of(game_map)
