"""Loose items of kts in worlds: entities find them, pick them up, carry and drop them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host.model.document import to_document
from tests.dialects.room import GATHER, LAY_OUT, LOAD, run_with_save, run_without_warnings
from tests.helpers import RunLua, write_tiles

ITEMS = """
stone = kts.ItemType { type = "nopickup" }
gem = kts.ItemType { type = "backpack" }
"""
SETUP = (
    GATHER
    + """
local world = World.fromMap()
-- The items of kts on a square, as its world shows them.
local function lying(x, y)
  local dropped = world.grid:getDroppedAt(Vec(x + 1, y + 1))
  return dropped and dropped.count .. " " .. tostring(dropped.state[1]) or "nothing"
end
"""
)


@pytest.fixture
def play(run_lua: RunLua) -> Callable[..., list[str]]:
    """`play("…")`: the lines that a script prints in a game with the room."""

    return lambda script, **more: run_without_warnings(run_lua, SETUP + script, load=LOAD + ITEMS, **more)


def test_a_world_shows_the_items_of_kts(play: Callable[..., list[str]]) -> None:
    assert play("""
        print(lying(2, 3))
        kts.PlaceItem({ x = 2, y = 3 }, T.bread, 2)
        print(lying(2, 3))
        local dropped = world:createDroppedItem(T.bread, Vec(3, 4))
        print(lying(2, 3), dropped == world.grid:getDroppedAt(Vec(3, 4)), #world:getEntities(Layers.dropped))
        dropped:die()
        print(lying(2, 3), dropped.dead, kts.PlaceItem({ x = 2, y = 3 }, T.gem))
        print(lying(2, 3))
    """) == [
        "nothing",
        "2 ItemType tiles.bread",
        "3 ItemType tiles.bread true 1",
        "nothing true true",
        "1 ItemType tiles.gem",
    ]


def test_an_entity_picks_up_carries_and_drops(play: Callable[..., list[str]]) -> None:
    assert play("""
        kts.PlaceItem({ x = 2, y = 3 }, T.bread, 2)
        kts.PlaceItem({ x = 3, y = 3 }, T.bread, 3)
        kts.PlaceItem({ x = 4, y = 3 }, T.stone)
        local hero = world:create(Hero, Vec(2, 4))
        for _ = 1, 3 do hero:executeMove { direction = Vec(1, 0) } end
        print(at(hero), hero.inventory:countItems(T.bread), hero.inventory:countItems(T.stone), lying(4, 3))
        print(kts.PlaceItem({ x = 2, y = 3 }, T.gem), kts.PlaceItem({ x = 3, y = 3 }, T.gem))
        hero:executeMove { direction = Vec(0, -1) }
        print(hero.inventory:dropItems(T.bread, 2), lying(4, 2))
        print(hero.inventory:dropItems(T.bread, 2), lying(4, 2), hero.inventory.itemCounts["tiles.bread"])
        print(hero.inventory:dropItems(T.gem), hero.inventory:dropItems(T.bread), hero.inventory:dropItems(T.bread))
    """) == [
        "5,4 5 0 1 ItemType tiles.stone",
        "true true",
        "2 2 ItemType tiles.bread",
        "2 3 ItemType tiles.bread 1",
        "0 1 0",
    ]


def test_a_room_without_room_keeps_items_with_the_entity(play: Callable[..., list[str]]) -> None:
    assert play("""
        for x = 1, 5 do
          for y = 1, 5 do kts.PlaceItem({ x = x, y = y }, T.stone) end
        end
        local hero = world:create(Hero, Vec(3, 4))
        hero.inventory:addItems(T.gem, 2)
        print(hero.inventory:dropItems(T.gem), hero.inventory:countItems(T.gem))
    """) == ["0 2"]


def test_a_dead_entity_drops_what_it_carries(play: Callable[..., list[str]]) -> None:
    assert play("""
        kts.PlaceItem({ x = 2, y = 2 }, T.stone)
        local hero = world:create(Hero, Vec(3, 4))
        hero.inventory:addItems(T.bread, 4)
        hero.inventory:addItems(T.gem)
        hero:die()
        local lies = {}
        for x = 1, 5 do
          for y = 1, 5 do lies[#lies + 1] = lying(x, y) ~= "nothing" and lying(x, y) or nil end
        end
        table.sort(lies)
        print(table.concat(lies, ", "), hero.inventory:countItems(T.bread))
        hero:die()
        world:removeDead(hero)
        print(#world:getEntities(Layers.dropped))
    """) == [
        "1 ItemType tiles.bread, 1 ItemType tiles.gem, 1 ItemType tiles.stone, 3 ItemType tiles.bread 0",
        "4",
    ]


def test_a_dead_entity_keeps_what_finds_no_room(play: Callable[..., list[str]]) -> None:
    assert play("""
        for x = 1, 5 do
          for y = 1, 5 do kts.PlaceItem({ x = x, y = y }, T.stone) end
        end
        local hero = world:create(Hero, Vec(3, 4))
        hero.inventory:addItems(T.gem, 2)
        hero:die()
        print(hero.inventory:countItems(T.gem), hero.dead)
    """) == ["2 true"]


def test_items_of_both_dialects_on_one_square(play: Callable[..., list[str]]) -> None:
    assert play(
        """
        kts.PlaceItem({ x = 2, y = 3 }, T.bread)
        local dropped = world:createDroppedItem(Mods.Critters.Items.ring.id, Vec(3, 4))
        print(#dropped.state, dropped.count)
        local hero = world:create(Hero, Vec(2, 4))
        hero:executeMove { direction = Vec(1, 0) }
        print(hero.inventory:countItems(T.bread), #hero.inventory:toList(), lying(2, 3))
        """,
        mods=["critters"],
    ) == ["1 nil", "1 1 nothing"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("addItems(3)", "InventoryOfEntity:addItems: the item type is 3: must be an ItemType of kts"),
        (
            "addItems(T.ghoul)",
            "InventoryOfEntity:addItems: the item type is an userdata: must be an ItemType of kts",
        ),
        ("addItems(T.gem, 0)", "InventoryOfEntity:addItems: count is 0: must be a whole number of at least 1"),
        ("dropItems(T.gem, 1.5)", "InventoryOfEntity:dropItems: count is 1.5: must be a whole number of at least 1"),
    ],
)
def test_wrong_item_types_are_refused(play: Callable[..., list[str]], call: str, message: str) -> None:
    (line,) = play(f"""
        local hero = world:create(Hero, Vec(3, 4))
        print(select(2, pcall(function() hero.inventory:{call} end)))
    """)
    assert line.partition(": ")[2] == message


def test_items_lie_where_kts_has_them(play: Callable[..., list[str]]) -> None:
    (line,) = play("""
        kts.PlaceItem({ x = 2, y = 3 }, T.bread)
        local dropped = world.grid:getDroppedAt(Vec(3, 4))
        print(select(2, pcall(world.grid.move, world.grid, dropped, Vec(2, 2))))
    """)
    assert line.endswith("Grid:move: items of kts lie where they are: pick them up, and drop them somewhere else")


def test_a_save_has_items_once(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS)
    scripts = {
        "write": LAY_OUT
        + """
            kts.PlaceItem({ x = 2, y = 3 }, T.bread, 2)
            local world = World.fromMap()
            local knight = world:create(Mods.Critters.Entities.knight, Vec(2, 2))
            knight.inventory:addItems(T.gem, 4)
        """,
        "read": """
            local world = World.fromMap()
            local dropped = world.grid:getDroppedAt(Vec(3, 4))
            print(dropped, dropped.count, dropped.state[1], #world:getEntities(Layers.dropped))
            print(world:getPlayers()[1].inventory:countItems(T.gem))
        """,
    }
    lines, game_map = run_with_save(tmp_path, ["critters", tiles], scripts, ("write", "read", "read"))
    assert lines == ["DroppedItem i23 2 ItemType tiles.bread 1", "4"] * 2
    document = to_document(game_map)
    assert [(item["item"], item["count"]) for item in document["items"]] == [("tiles.bread", 2)]
    assert [entity["layer"] for entity in document["objects"]] == ["real"]


def test_a_save_has_no_items_that_are_gone(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS)
    scripts = {
        "write": LAY_OUT
        + """
            kts.PlaceItem({ x = 2, y = 3 }, T.bread, 2)
            local world = World.fromMap()
            world.grid:getDroppedAt(Vec(3, 4)):die()
            kts.PlaceItem({ x = 2, y = 3 }, T.gem)
            world.grid:getDroppedAt(Vec(3, 4)):die()
            kts.PlaceItem({ x = 2, y = 3 }, T.gem)
        """,
        "read": "print(#World.fromMap():getEntities(Layers.dropped))",
    }
    assert run_with_save(tmp_path, ["critters", tiles], scripts, ("write", "read", "read"))[0] == ["1", "1"]
