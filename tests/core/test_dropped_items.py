"""Items of actions for all dialects: a DroppedItem of a world is a list of items of areas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host.errors import ModError
from host.model.document import to_document
from tests.dialects.room import ALL_DIALECTS, DATA, LAY_OUT, LOAD, run_with_save, run_without_warnings
from tests.helpers import RunLua, write_tiles

ITEMS = """
ring = registerItem(Item(), "ring")
coin = registerItem(Item(), "coin")
Items[coin].name, Items[coin].glyph, Items[coin].colour = "old coin", "$", "yellow"
"""
SETUP = (
    ALL_DIALECTS
    + """
local ring, coin = T.ring, T.coin
local function drop(id, x, y) return world:createDroppedItem(id, Vec(x + 1, y + 1)) end
-- The items on a square, as a world shows them.
local function in_world(x, y)
  local dropped = world.grid:getDroppedAt(Vec(x + 1, y + 1))
  local names = {}
  for i, id in ipairs(dropped and dropped.state or {}) do names[i] = id == ring and "ring" or "coin" end
  return table.concat(names, " ")
end
local function lying(x, y) return in_world(x, y) .. " | " .. in_areas(x, y) end
"""
)


@pytest.fixture
def play(run_shared: RunLua) -> Callable[[str], list[str]]:
    """`play("…")`: the lines that a script prints in a game with the room, for all dialects."""
    return lambda script: run_without_warnings(run_shared, SETUP + script, load=LOAD + ITEMS + DATA)


def test_areas_see_the_items_of_a_world(play: Callable[[str], list[str]]) -> None:
    assert play("""
        drop(coin, 2, 3) drop(ring, 2, 3) drop(coin, 2, 3) drop(ring, 4, 4)
        kts.PlaceItem({ x = 2, y = 3 }, T.bread)
        print(in_areas(2, 3), in_areas(4, 4))
        local coins = Item.find("tiles.coin", nil, map)
        print(coins.name, coins.amount, coins.glyph, coins.proto.color, coins.x, coins.y, coins:current_map() == map)
        print(map:get_object(coins.uid) == coins, map:has_object(coins), Item.at(2, 3, map):nth(2) == coins)
        print(Item.iter(map):length(), map:iter_items():length(), map:objects_at_pos(2, 3):length())
        world.grid:move(world.grid:getDroppedAt(Vec(5, 5)), Vec(2, 2))
        print(in_areas(4, 4), in_areas(1, 1))
        drop(coin, 2, 3)
        print(coins.amount)
    """) == [
        "1 tiles.bread, 2 tiles.coin, 1 tiles.ring 1 tiles.ring",
        "old coin 2 $ yellow 2 3 true",
        "true true true",
        "4 4 3",
        " 1 tiles.ring",
        "3",
    ]


@pytest.mark.parametrize(
    ("take", "left"),
    [
        ("world:create(Hero, Vec(2, 4)):executeMove { direction = Vec(1, 0) }", "0 nil  | "),
        ("world.grid:getDroppedAt(Vec(3, 4)):die()", "0 nil  | "),
        ("world.grid:getDroppedAt(Vec(3, 4)).state = {}", "0 nil  | "),
        ("guard:take_item(coins)", "2 guard ring | 1 tiles.ring"),
        ("coins:remove_ownership()", "2 nil ring | 1 tiles.ring"),
        ("map:remove_object(coins)", "2 nil ring | 1 tiles.ring"),
        ("coins:remove()", "0 nil ring | 1 tiles.ring"),
    ],
    ids=["actions", "die", "state", "take_item", "remove_ownership", "remove_object", "remove"],
)
def test_an_item_that_one_takes_is_gone_for_all(play: Callable[[str], list[str]], take: str, left: str) -> None:
    assert play(f"""
        drop(coin, 2, 3) drop(ring, 2, 3) drop(coin, 2, 3)
        local coins, guard = Item.find("tiles.coin", nil, map), chara()
        {take}
        local place = coins:get_location()
        print(coins.amount, place == guard and "guard" or place, lying(2, 3))
        print(map:has_object(coins), Item.find("tiles.coin", nil, map) or "none")
    """) == [left, "false none"]


def test_the_last_item_takes_its_entity_off_the_world(play: Callable[[str], list[str]]) -> None:
    assert play("""
        local dropped, guard = drop(ring, 2, 3), chara()
        print(guard:take_item(Item.at(2, 3, map):nth(1)) ~= nil, dropped.dead, #world:getEntities(Layers.dropped))
        print(lying(2, 3), guard:find_item("tiles.ring").amount, map:iter():length())
    """) == ["true true 0", " |  1 0"]


@pytest.mark.parametrize(
    "put",
    [
        "drop(ring, 2, 3) drop(ring, 2, 3)",
        "map:take_object(rings, 2, 3)",
        'Item.create("tiles.ring", 2, 3, { amount = 2 }, map)',
        "Action.drop(guard, rings)",
        "drop(ring, 4, 4) drop(ring, 4, 4) Item.at(4, 4, map):nth(1):set_pos(2, 3)",
    ],
    ids=["actions", "take_object", "create", "drop", "set_pos"],
)
def test_an_item_that_one_drops_is_there_for_all(play: Callable[[str], list[str]], put: str) -> None:
    assert play(f"""
        local guard = Chara.create("tiles.guard", 2, 3, {{}}, map)
        local rings = Item.create("tiles.ring", nil, nil, {{ amount = 2 }}, guard)
        {put}
        print(lying(2, 3), Item.iter(map):length(), #world:getEntities(Layers.dropped))
    """) == ["ring ring | 2 tiles.ring 1 1"]


def test_a_taken_item_is_an_item_like_others(play: Callable[[str], list[str]]) -> None:
    assert play("""
        for _ = 1, 3 do drop(coin, 2, 3) end
        local coins, guard = Item.at(2, 3, map):nth(1), Chara.create("tiles.guard", 2, 3, {}, map)
        coins.amount = 5
        print(in_world(2, 3))
        coins:remove(3)
        print(in_world(2, 3), Action.get(guard, coins), coins.amount, guard:find_item("tiles.coin") == coins)
        local more = coins:clone()
        print(Action.drop(guard, coins), lying(2, 3), map:take_object(more, 2, 3) == coins, lying(2, 3), more.amount)
        local other = InstancedMap:new(5, 5)
        print(other:take_object(coins, 1, 1) == coins, lying(2, 3), coins:current_map() == other)
        print(#World.fromMap(other).grid:getDroppedAt(Vec(2, 2)).state)
    """) == [
        "coin coin coin coin coin",
        "coin coin true 2 true",
        "true coin coin | 2 tiles.coin true coin coin coin coin | 4 tiles.coin 0",
        "true  |  true",
        "4",
    ]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            "coins.weight = 3",
            '"weight" of tiles.coin cannot be set: it is an item of actions, of which only the amount can be set',
        ),
        ("coins.amount = 0", "amount of tiles.coin is 0: must be a whole number from 1 to 10000"),
        ("coins.amount = 10001", "amount of tiles.coin is 10001: must be a whole number from 1 to 10000"),
        (
            'coins:change_prototype "tiles.shield"',
            "change_prototype: tiles.coin is an item of actions: must be another object",
        ),
    ],
)
def test_an_item_of_actions_has_an_amount_only(play: Callable[[str], list[str]], act: str, message: str) -> None:
    (line,) = play(f"""
        drop(coin, 2, 3)
        local coins = Item.at(2, 3, map):nth(1)
        print(select(2, pcall(function() {act} end)))
    """)
    assert line.partition(": ")[2] == message


def test_ids_that_several_dialects_use(run_lua: RunLua) -> None:
    ran = run_lua(
        SETUP
        + """
        drop(coin, 2, 3) drop(ring, 2, 3)
        kts.PlaceItem({ x = 2, y = 3 }, T.bread)
        print(in_areas(2, 3), Item.create("tiles.coin", 3, 3, {}, map).weight, in_areas(3, 3))
        print(Item.create("tiles.coin@actions", 3, 3, {}, map).weight, lying(3, 3))
        print(Item.create("tiles.ring", 1, 1).name)
        """,
        load=LOAD
        + ITEMS
        + DATA
        + 'coin_type = kts.ItemType {} data:add { _type = "base.item", _id = "coin", weight = 7 }'
        ' registerItem(Item(), "bread")',
    )
    assert [line.replace("\t", " ") for line in ran.lines] == [
        "1 tiles.bread, 1 tiles.coin@actions, 1 tiles.ring 7 1 tiles.coin",
        "nil coin | 1 tiles.coin, 1 tiles.coin@actions",
        "ring",
    ]


@pytest.mark.parametrize(
    "state",
    ["3", "{ {} }", "{ 99 }", "setmetatable({}, { __index = error, __len = error, __pairs = error })", "{ 1.5, 'x' }"],
)
def test_areas_see_no_items_in_another_state(play: Callable[[str], list[str]], state: str) -> None:
    assert play(f"""
        local coins = drop(coin, 2, 3) and Item.at(2, 3, map):nth(1)
        world.grid:getDroppedAt(Vec(3, 4)).state = {state}
        print(Item.iter(map):length(), coins.amount, coins.x)
        print(Item.create("tiles.ring", 2, 3, {{}}, map) ~= nil, in_areas(2, 3))
    """) == ["0 0 nil", "true 1 tiles.ring"]


def test_a_save_has_each_item_once(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS + DATA)
    scripts = {
        "write": LAY_OUT
        + """
            local map = Map.from_dungeon()
            Map.set_map(map)
            local world = World.fromMap(map)
            local guard = Chara.create("tiles.guard", 1, 1, {}, map)
            world:createDroppedItem(T.coin, Vec(3, 4)) world:createDroppedItem(T.ring, Vec(3, 4))
            guard:take_item(Item.find("tiles.ring", nil, map))
            print(Item.iter(map):length())
        """,
        "read": """
            local map = Map.current()
            local guard = Chara.iter(map):nth(1)
            local ring, coin = guard:find_item "tiles.ring", Item.at(2, 3, map):nth(1)
            print(Item.iter(map):length(), ring.amount, coin._id, coin.amount)
            print(#World.fromMap(map).grid:getDroppedAt(Vec(3, 4)).state)
        """,
    }
    lines, game_map = run_with_save(tmp_path, ["critters", tiles], scripts, ("write", "read", "read"))
    assert lines == ["1", *["1 1 tiles.coin 1", "1"] * 2]
    assert sorted(thing["kind"] for thing in to_document(game_map)["objects"]) == ["chara", "entity"]


def test_a_save_refuses_a_reference_to_an_item_on_a_square(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS + DATA)
    script = f"""
        {LAY_OUT}
        local map = Map.from_dungeon()
        Map.set_map(map)
        World.fromMap(map):createDroppedItem(T.coin, Vec(3, 4))
        save.script.held = Item.at(2, 3, map):nth(1)
    """
    with pytest.raises(ModError, match="held: an item of actions that lies on a square"):
        run_with_save(tmp_path, ["critters", tiles], {"write": script}, ["write"])
