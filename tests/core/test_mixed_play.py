"""Random acts of kts, actions and areas on two floors: after each one, all dialects see the same map."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host
from tests.dialects.actions.cast import CAST
from tests.dialects.room import LAY_OUT, LOAD
from tests.helpers import examples, write_tiles

ROOT = Path(__file__).resolve().parents[2]

MIXED = (
    LOAD
    + """
gem = kts.ItemType { type = "backpack", max_stack = 5 }
stone = kts.ItemType { type = "nopickup" }
lair = kts.LoadSegments({ floor, wall, { floor, ghoul }, { floor, bread } }, "segments.txt")[1]
"""
    + CAST
    + """
Retouchers.Equip.onDisplace(Hero)
local Crate = Being("Crate")
registerEntity(Hero, "hero") registerEntity(Crate, "crate")
coin, ring = registerItem(Item(), "coin"), registerItem(Item(), "ring")
hero, crate = Hero, Crate
data:add { _type = "base.chara", _id = "guard", level = 1 }
data:add { _type = "base.item", _id = "shield" }
data:add { _type = "base.feat", _id = "boulder", is_solid = true }
"""
)
# In a new game: two floors, a chara as the player, a guard and a hero. In a loaded one: the same variables.
PRELUDE = (
    """
local toolbox = require "host.toolbox"
if not save.script.floors then
"""
    + LAY_OUT
    + """
  save.script.floors = { Map.from_dungeon(), InstancedMap:new(7, 7, "base.floor") }
  Map.set_map(save.script.floors[1])
  Chara.set_player(Chara.create("tiles.guard", 1, 1, {}, save.script.floors[1]))
  World.fromMap(save.script.floors[1]):create(T.hero, Vec(3, 3)).inventory:addItems(T.gem, 4)
end
local floors, held = save.script.floors, {}
local function here() return Map.current() end
local function world() return World.fromMap(here()) end
local function player() return Chara.player() end
local function hero() return world():getPlayers()[1] end
local function items_of(x, y) return Item.at(x, y, here()):nth(1) end
local function is_free(x, y) return here():can_access(x, y) end
local function play(dx, dy)
  world():setPlayerActions(Vec(dx, dy), 1)
  world():gameLoop()
end
local names = { [T.coin] = "tiles.coin", [T.ring] = "tiles.ring" }

-- The items on a square, as the entities of a world show them, and as areas do.
local function in_world(map, x, y)
  local texts, counts = {}, {}
  for _, dropped in ipairs(World.fromMap(map):getEntities(Layers.dropped)) do
    if dropped.pos.x == x + 1 and dropped.pos.y == y + 1 then
      if dropped.count then
        texts[#texts + 1] = dropped.count .. " " .. tostring(dropped.state[1]):match "(%S+)$"
      else
        for _, id in ipairs(dropped.state) do counts[names[id]] = (counts[names[id]] or 0) + 1 end
      end
    end
  end
  for name, count in pairs(counts) do texts[#texts + 1] = count .. " " .. name end
  table.sort(texts)
  return table.concat(texts, ", ")
end
local function in_areas(map, x, y)
  local texts = {}
  for _, item in Item.at(x, y, map):unwrap() do
    if item._id ~= "tiles.shield" then texts[#texts + 1] = item.amount .. " " .. item._id end
  end
  table.sort(texts)
  return table.concat(texts, ", ")
end
local function must_be_equal(what, x, y, ...)
  local values = { ... }
  for i = 2, #values do
    if values[i] ~= values[1] then error(("(%d, %d): %s: %s, %s"):format(x, y, what, values[1], values[i])) end
  end
end
-- Raises when two dialects differ. Returns a text of all that is on both floors.
local function check()
  local lines = {}
  for number, map in ipairs(floors) do
    for x = 0, 6 do
      for y = 0, 6 do
        local lying, also = in_world(map, x, y), in_areas(map, x, y)
        must_be_equal("items", x, y, lying, also)
        local free = not World.fromMap(map).grid:hasBlockAt(Vec(x + 1, y + 1))
        must_be_equal("access", x, y, free, map:can_access(x, y))
        if map == here() then
          local monster = kts.AddMonster({ x = x, y = y }, T.ghoul)
          must_be_equal("kts", x, y, free, monster ~= nil)
          if monster then kts.DestroyCreature(monster) end
        end
        if lying ~= "" or not free then
          lines[#lines + 1] = ("%d %d,%d %s %s"):format(number, x, y, free, lying)
        end
      end
    end
    for _, layer in ipairs { Layers.real, Layers.dropped } do
      for _, entity in ipairs(World.fromMap(map):getEntities(layer)) do
        lines[#lines + 1] = number .. " " .. class.name(entity) .. " " .. tostring(entity.pos)
      end
    end
    for _, object in map:iter():unwrap() do
      lines[#lines + 1] = number .. " " .. object._id .. " " .. object.x .. "," .. object.y
    end
  end
  for i, item in ipairs(held) do
    if item:current_map() and not item:current_map():has_object(item) then error("held " .. i) end
  end
  for _, item in player():iter_inventory():unwrap() do lines[#lines + 1] = item.amount .. " " .. item._id end
  table.sort(lines)
  return table.concat(lines, "; ")
end
"""
)
ACTS = [
    "kts.PlaceItem({{ x = {x}, y = {y} }}, T.bread, {y})",
    "kts.PlaceItem({{ x = {x}, y = {y} }}, T.gem)",
    "kts.PlaceItem({{ x = {x}, y = {y} }}, T.stone)",
    "kts.AddMonster({{ x = {x}, y = {y} }}, T.ghoul)",
    "cxt = {{ actor = kts.AddMonster({{ x = {x}, y = {y} }}, T.ghoul) }} kts.PickUp()",
    "kts.AddTile({{ x = {x}, y = {y} }}, T.wall)",
    "toolbox.stamp(here(), T.lair, {x} % 3, {y} % 3)",
    "world():createDroppedItem(T.coin, Vec({x} + 1, {y} + 1))",
    "world():createDroppedItem(T.ring, Vec({x} + 1, {y} + 1))",
    "local dropped = world().grid:getDroppedAt(Vec({x} + 1, {y} + 1)) if dropped then dropped:die() end",
    "local real = world().grid:getRealAt(Vec({x} + 1, {y} + 1)) if real then real:die() end",
    "if is_free({x}, {y}) then world():create(T.crate, Vec({x} + 1, {y} + 1)) end",
    "if hero() then hero():executeMove {{ direction = Vec({x} % 3 - 1, {y} % 3 - 1) }} end",
    "if hero() then hero().inventory:dropItems(T.gem, {x}) end",
    "if hero() then play({x} % 3 - 1, {y} % 3 - 1) end",
    "world():takeCreatures()",
    "local item = items_of({x}, {y}) if item then held[#held + 1] = item end",
    "local item = items_of({x}, {y}) if item then player():take_item(item) end",
    "if held[1] then player():take_item(held[1]) end",
    "if held[1] then here():take_object(held[1], {x}, {y}) end",
    "local item = table.remove(held) if item then item:set_pos({x}, {y}) end",
    "if held[1] and held[1].amount > 0 then held[1].amount = {y} end",
    "if held[1] then held[1]:remove({x}) end",
    "local item = player():iter_inventory():nth(1) if item then here():take_object(item, {x}, {y}) end",
    'Item.create("tiles.coin", {x}, {y}, {{ amount = {x} }}, here())',
    'Item.create("tiles.bread", {x}, {y}, {{}}, here())',
    'Chara.create("tiles.guard", {x}, {y}, {{}}, here())',
    "local guard = Chara.at({x}, {y}, here()) if guard and guard ~= player() then guard:remove_ownership() end",
    "if is_free({x}, {y}) then player():set_pos({x}, {y}) end",
    'Feat.create("tiles.boulder", {x}, {y}, {{}}, here())',
    "Map.travel_to(here() == floors[1] and floors[2] or floors[1])",
    "Map.travel_to(here() == floors[1] and floors[2] or floors[1])",
]
Acts = list[tuple[str, int, int]]
ANY_ACTS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(1, 5), st.integers(1, 5)), max_size=8)


class Game:
    """A game in a save: each script continues it in the same host."""

    def __init__(self, host: Host, lines: list[str], folder: Path) -> None:
        self._host, self._lines, self._folder = host, lines, folder

    def run(self, script: str) -> list[str]:
        self._lines.clear()
        path = self._folder / "script.lua"
        path.write_text('local T = require "tiles"\n' + PRELUDE + script)
        self._host.run_script(path, seed=1, save=self._folder / "game.save")
        return list(self._lines)


@pytest.fixture(scope="module")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Game]:
    """`new_game()`: another game of one host."""
    lines: list[str] = []
    host = Host([write_tiles(tmp_path_factory.mktemp("mods") / "tiles", MIXED)], output=lines.append)
    return lambda: Game(host, lines, tmp_path_factory.mktemp("game"))


@pytest.mark.slow
@settings(max_examples=examples(12))
@given(st.lists(ANY_ACTS, min_size=1, max_size=3))
def test_dialects_agree_after_each_act_and_each_load(new_game: Callable[[], Game], parts: list[Acts]) -> None:
    game, before = new_game(), None
    for acts in parts:
        steps = "".join(f"do {act.format(x=x, y=y)} end check()\n" for act, x, y in acts)
        lines = game.run("print(check())\n" + steps + "print(check())")
        assert before in (None, lines[0])
        before = lines[1]


# Each script moves items and creatures between dialects and floors, and saves what it sees.
STEP = """
local number = (save.script.number or 0) + 1
if save.script.seen then
  local seen = check()
  if seen ~= save.script.seen then error("loaded " .. seen .. ", saved " .. save.script.seen) end
end
local x, y = number % 5 + 1, number // 5 % 5 + 1
kts.PlaceItem({ x = x, y = y }, T.bread, 2)
world():createDroppedItem(T.coin, Vec(y + 1, x + 1))
if is_free(x, y) then kts.AddMonster({ x = x, y = y }, T.ghoul) end
local item = items_of(y, x)
if item then player():take_item(item) end
item = player():iter_inventory():nth(number % 3 + 1)
if item then here():take_object(item, x, y) end
-- A travel saves, too.
save.script.seen = nil
if number % 4 == 0 then Map.travel_to(here() == floors[1] and floors[2] or floors[1]) end
save.script.number, save.script.seen = number, check()
print(number)
"""
PLAYER = """
import sys
import time
from collections.abc import Callable
from pathlib import Path
from host import Host

tiles, script, save = map(Path, sys.argv[1:])
numbers = []
host = Host([tiles], output=numbers.append)
while True:
    host.run_script(script, seed=1, save=save)
    print(numbers[-1], flush=True)
"""


@pytest.mark.slow
def test_a_killed_process_leaves_the_state_before_or_after_a_save(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", MIXED)
    script, save = tmp_path / "script.lua", tmp_path / "game.save"
    script.write_text('local T = require "tiles"\n' + PRELUDE + STEP)
    draw, last = random.Random(12), 0
    for _ in range(3):
        command = [sys.executable, "-c", PLAYER, str(tiles), str(script), str(save)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            # One whole save, then any moment of those that follow.
            first = int(process.stdout.readline())
            time.sleep(draw.random() * 0.3)
            process.kill()
            printed = [first, *map(int, process.stdout.read().split())]
        assert first in (last + 1, last + 2)
        last = printed[-1]
    lines: list[str] = []
    Host([tiles], output=lines.append).run_script(script, seed=1, save=save)
    assert int(lines[-1]) in (last + 1, last + 2)
