"""What other dialects have copied of the prototypes and the maps of kts follows what mods of kts change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.core.test_occupancy import SETUP
from tests.dialects.room import LOAD
from tests.helpers import RunLua

MORE = """
low = kts.Tile { items = "floor", depth = 1 }
gem = kts.ItemType { type = "backpack", name = "a gem" }
imp = kts.MonsterType { type = "walking", name = "an imp" }
gate = kts.Tile { type = "door", access = { walking = "approach" } }
"""
LAY = """
kts.AddTile({ x = 2, y = 3 }, T.low)
kts.AddTile({ x = 3, y = 3 }, T.gate)
local world
local function seen(x, y)
  return world and not world.grid:hasBlockAt(Vec(x + 1, y + 1)), map:can_access(x, y), map:can_see_through(x, y),
    map:is_floor(x, y)
end
-- Each dialect reads the squares, areas all of the map at once.
local function read()
  world = WORLD
  for _ = 1, 20 do seen(2, 3) seen(3, 3) end
end
"""


@pytest.fixture
def play(run_shared: RunLua) -> Callable[[str], list[str]]:
    def run(script: str) -> list[str]:
        head = SETUP.replace("local world = World.fromMap(map)\n", "")
        return [line.replace("\t", " ") for line in run_shared(head + script, load=LOAD + MORE).lines]

    return run


@pytest.mark.parametrize(
    ("square", "change", "back"),
    [
        ("2, 3", "T.low.access = {}", "T.low.access = nil"),
        ("2, 3", 'T.low.access = { walking = "approach", missiles = "clear" }', "T.low.access = nil"),
        ("2, 3", 'T.low.access = { walking = "clear" }', "T.low.access = nil"),
        ("3, 3", 'T.gate.access = { walking = "clear" }', 'T.gate.access = { walking = "approach" }'),
        ("3, 3", "kts.LockDoor({ x = 3, y = 3 }, 1)", ""),
        ("3, 3", "kts.OpenDoor { x = 3, y = 3 }", ""),
        ("3, 3", "T.gate.lock_chance = 1 kts.GenerateLocksAndTraps(1, false)", "T.gate.lock_chance = 0"),
    ],
)
@pytest.mark.parametrize("world", ["World.fromMap(map)", "nil"])
def test_a_square_is_as_its_tiles_are(
    play: Callable[[str], list[str]], square: str, change: str, back: str, world: str
) -> None:
    """A change after squares were read is as one before."""
    head = LAY.replace("WORLD", world)
    late = play(f"{head} read() {change} print(seen({square})) {back}")
    early = play(f"{head} {change} read() print(seen({square})) {back}")
    unchanged = play(f"{head} read() print(seen({square}))")
    assert late == early
    assert (late != unchanged) == (world != "nil" or "access" in change or "Open" in change)


LOOKS = """
kts.PlaceItem({ x = 2, y = 3 }, T.gem)
kts.AddMonster({ x = 3, y = 3 }, T.imp)
local world
local function read()
  world = World.fromMap(map)
  local item
  for _, each in Item.at(2, 3, map):unwrap() do item = each end
  local imp = world.grid:getRealAt(Vec(4, 4))
  return item.name, item.proto.name, item.proto.glyph, item.proto.color, imp.name, imp.glyph, imp.colour
end
"""


@pytest.mark.parametrize(
    "change",
    [
        'T.gem.name = "a ruby"',
        'T.gem.glyph = "r"',
        'T.gem.colour = "red"',
        "T.gem.name = nil",
        'T.imp.name = "an imp of stone"',
        'T.imp.glyph, T.imp.colour = "I", "grey"',
        "T.imp.name, T.imp.colour = nil",
    ],
)
def test_looks_are_as_the_prototype_has_them(play: Callable[[str], list[str]], change: str) -> None:
    back = 'T.gem.name, T.gem.glyph, T.gem.colour = "a gem" T.imp.name, T.imp.glyph, T.imp.colour = "an imp"'
    late = play(f"{LOOKS} read() {change} print(read()) {back}")
    early = play(f"{LOOKS} {change} print(read()) {back}")
    assert late == early
    assert late != play(f"{LOOKS} print(read())")
