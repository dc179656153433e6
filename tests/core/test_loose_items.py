"""Loose items of kts for all dialects: what lies on a square lies there for areas, actions and kts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host
from host.errors import ModError
from host.model.document import to_document
from tests.dialects.room import (
    ALL_DIALECTS,
    DATA,
    ITEM_ACTS,
    LAY_OUT,
    LOAD,
    START_OF_ACTS,
    acts_as_lua,
    items_of_lines,
    items_of_map,
    run_with_save,
    run_without_warnings,
)
from tests.helpers import RunLua, examples, write_tiles

ITEMS = """
stone = kts.ItemType { type = "nopickup" }
gem = kts.ItemType { type = "backpack", max_stack = 5, name = "red gem" }
block = kts.Tile { access = {}, items = false }
"""
SETUP = (
    ALL_DIALECTS
    + """
-- The items on a square, as a world shows them.
local function in_world(x, y)
  local dropped = world.grid:getDroppedAt(Vec(x + 1, y + 1))
  return dropped and dropped.count .. " " .. tostring(dropped.state[1]):match "(%S+)$" or ""
end
local function lying(x, y)
  local seen, also = in_world(x, y), in_areas(x, y)
  if seen ~= also then error(("(%d, %d): actions %s, areas %s"):format(x, y, seen, also)) end
  return seen ~= "" and seen or "nothing"
end
"""
)


@pytest.fixture
def play(run_shared: RunLua) -> Callable[[str], list[str]]:
    """`play("…")`: the lines that a script prints in a game with the room, for all dialects."""

    return lambda script: run_without_warnings(run_shared, SETUP + script, load=LOAD + ITEMS + DATA)


def test_all_dialects_see_the_items_of_kts(play: Callable[[str], list[str]]) -> None:
    assert play("""
        print(lying(2, 3))
        kts.PlaceItem({ x = 2, y = 3 }, T.gem, 2)
        local gem = Item.at(2, 3, map):nth(1)
        print(lying(2, 3), gem.name, gem.x, gem.y, gem:current_map() == map, map:get_object(gem.uid) == gem)
        kts.PlaceItem({ x = 4, y = 4 }, T.bread)
        for _, item in Item.iter(map):unwrap() do print(item._id, item.amount) end
        print(map:iter_items():length(), map:iter():length(), map:objects_at_pos(4, 4):length())
        print(Item.find("tiles.bread", nil, map).x, #world:getEntities(Layers.dropped))
    """) == [
        "nothing",
        "2 tiles.gem red gem 2 3 true true",
        "tiles.gem 2",
        "tiles.bread 1",
        "2 2 1",
        "4 2",
    ]


@pytest.mark.parametrize(
    ("take", "left"),
    [
        ("cxt = { actor = kts.AddMonster({ x = 2, y = 3 }, T.ghoul) } kts.PickUp()", "0 nil"),
        ("world:create(Hero, Vec(2, 4)):executeMove { direction = Vec(1, 0) }", "0 nil"),
        ("world.grid:getDroppedAt(Vec(3, 4)):die()", "0 nil"),
        ("guard:take_item(gem)", "3 guard"),
        ("gem:remove_ownership()", "3 nil"),
        ("map:remove_object(gem)", "3 nil"),
        ("gem:remove()", "0 nil"),
    ],
    ids=["kts", "actions", "die", "take_item", "remove_ownership", "remove_object", "remove"],
)
def test_an_item_that_one_takes_is_gone_for_all(play: Callable[[str], list[str]], take: str, left: str) -> None:
    assert play(f"""
        kts.PlaceItem({{ x = 2, y = 3 }}, T.gem, 3)
        local gem, guard = Item.at(2, 3, map):nth(1), chara()
        {take}
        print(lying(2, 3), map:has_object(gem), Item.iter(map):length(), kts.PlaceItem({{ x = 2, y = 3 }}, T.bread))
        local place = gem:get_location()
        print(gem.amount, place == guard and "guard" or place)
        print(lying(2, 3))
    """) == ["nothing false 0 true", left, "1 tiles.bread"]


@pytest.mark.parametrize(
    "drop",
    [
        "kts.PlaceItem({ x = 2, y = 3 }, T.gem, 2)",
        "hero.inventory:dropItems(T.gem, 2)",
        "world:createDroppedItem(T.gem, Vec(3, 4)) world:createDroppedItem(T.gem, Vec(3, 4))",
        "map:take_object(gems, 2, 3)",
        'Item.create("tiles.gem", 2, 3, { amount = 2 }, map)',
        "Action.drop(guard, gems)",
    ],
    ids=["kts", "actions", "createDroppedItem", "take_object", "create", "drop"],
)
def test_an_item_that_one_drops_is_there_for_all(play: Callable[[str], list[str]], drop: str) -> None:
    assert play(f"""
        local guard, hero = Chara.create("tiles.guard", 2, 3, {{}}, map), world:create(Hero, Vec(3, 4))
        hero.inventory:addItems(T.gem, 9)
        local gems = Item.create("tiles.gem", nil, nil, {{ amount = 2 }}, guard)
        {drop}
        print(lying(2, 3))
        hero:die()
    """) == ["2 tiles.gem"]


def test_a_taken_item_is_an_item_like_others(play: Callable[[str], list[str]]) -> None:
    assert play("""
        kts.PlaceItem({ x = 2, y = 3 }, T.gem, 3)
        local gem, guard = Item.at(2, 3, map):nth(1), Chara.create("tiles.guard", 2, 3, {}, map)
        print(Action.get(guard, gem), gem.amount, gem.x, guard:find_item("tiles.gem") == gem, gem.proto.name)
        gem.amount = 2
        gem:remove(1)
        local more = gem:clone()
        print(gem.amount, lying(2, 3), Action.drop(guard, gem), gem.x, lying(2, 3))
        gem.amount = 4
        print(lying(2, 3), map:take_object(more, 2, 3) == gem, lying(2, 3), more.amount, more:get_location())
        gem:remove(2)
        print(lying(2, 3), gem:set_pos(3, 3), lying(2, 3), lying(3, 3), gem.x)
    """) == [
        "true 3 nil true red gem",
        "1 nothing true 2 1 tiles.gem",
        "4 tiles.gem true 5 tiles.gem 0 nil",
        "3 tiles.gem true nothing 3 tiles.gem 3",
    ]


def test_a_square_without_room_keeps_items_where_they_are(play: Callable[[str], list[str]]) -> None:
    assert play("""
        kts.PlaceItem({ x = 1, y = 1 }, T.stone)
        kts.PlaceItem({ x = 2, y = 1 }, T.gem, 4)
        local guard = Chara.create("tiles.guard", 1, 1, {}, map)
        local stone, gems = Item.at(1, 1, map):nth(1), Item.create("tiles.gem", nil, nil, { amount = 2 }, guard)
        print(Action.get(guard, stone), guard:take_item(stone), stone:set_pos(4, 4), lying(1, 1))
        print(Action.drop(guard, gems), map:take_object(gems, 2, 1), map:take_object(gems, 0, 0), lying(2, 1))
        print(Item.create("tiles.gem", 1, 1, {}, map))
        print(gems:get_location() == guard, gems.amount, gems:take_item(Item.create("tiles.shield", 1, 1, {}, map)))
    """) == [
        "false nil false 1 tiles.stone",
        "false nil nil 4 tiles.gem",
        "nil no free square",
        "true 2 nil",
    ]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            "gem.weight = 3",
            '"weight" of tiles.gem cannot be set: it is an item of kts, of which only the amount can be set',
        ),
        ("gem.amount = 0", "amount of tiles.gem is 0: must be a whole number from 1 to 2147483647"),
        ("gem:remove() gem.amount = 2", "amount of tiles.gem cannot be set: the item is gone"),
        (
            'gem:change_prototype "tiles.shield"',
            "change_prototype: tiles.gem is an item of kts: must be another object",
        ),
    ],
)
def test_an_item_of_kts_has_an_amount_only(play: Callable[[str], list[str]], act: str, message: str) -> None:
    (line,) = play(f"""
        kts.PlaceItem({{ x = 2, y = 3 }}, T.gem, 3)
        local gem = Item.at(2, 3, map):nth(1)
        print(select(2, pcall(function() {act} end)))
    """)
    assert line.partition(": ")[2] == message


def test_an_entry_of_a_mod_comes_before_an_item_type_of_its_id(run_lua: RunLua) -> None:
    ran = run_lua(
        SETUP
        + """
        kts.PlaceItem({ x = 2, y = 3 }, T.gem, 3)
        local gem = Item.at(2, 3, map):nth(1)
        print(gem._id, Item.create("tiles.gem", 2, 3, {}, map).weight, Item.at(2, 3, map):length(), in_world(2, 3))
        print(Item.create("tiles.gem@kts", 3, 3, {}, map).amount, in_world(3, 3))
        """,
        load=LOAD + ITEMS + DATA + 'data:add { _type = "base.item", _id = "gem", weight = 7 }',
    )
    assert [line.replace("\t", " ") for line in ran.lines] == ["tiles.gem@kts 7 2 3 tiles.gem", "1 1 tiles.gem"]


def test_a_save_has_each_item_once(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS + DATA)
    scripts = {
        "write": LAY_OUT
        + """
            kts.PlaceItem({ x = 2, y = 3 }, T.gem, 3)
            kts.PlaceItem({ x = 3, y = 3 }, T.bread, 2)
            local map = Map.from_dungeon()
            Map.set_map(map)
            local guard = Chara.create("tiles.guard", 1, 1, {}, map)
            guard:take_item(Item.at(3, 3, map):nth(1))
            print(Item.iter(map):length())
        """,
        "read": """
            local map = Map.current()
            local guard = Chara.iter(map):nth(1)
            local gem, bread = Item.at(2, 3, map):nth(1), guard:find_item "tiles.bread"
            print(Item.iter(map):length(), gem._id, gem.amount, bread.amount, bread.name)
            print(World.fromMap(map).grid:getDroppedAt(Vec(3, 4)).count)
        """,
    }
    lines, game_map = run_with_save(tmp_path, ["critters", tiles], scripts, ("write", "read", "read"))
    assert lines == ["1", *["1 tiles.gem 3 2 bread", "3"] * 2]
    document = to_document(game_map)
    assert [(item["item"], item["count"]) for item in document["items"]] == [("tiles.gem", 3)]
    assert [thing["kind"] for thing in document["objects"]] == ["chara"]


def test_a_save_refuses_a_reference_to_an_item_on_a_square(tmp_path: Path) -> None:
    tiles = write_tiles(tmp_path / "tiles", LOAD + ITEMS + DATA)
    path = tmp_path / "script.lua"
    path.write_text(
        f"""
        local T = require "tiles"
        {LAY_OUT}
        kts.PlaceItem({{ x = 2, y = 3 }}, T.gem, 3)
        local map = Map.from_dungeon()
        Map.set_map(map)
        save.script.held = Item.at(2, 3, map):nth(1)
        """
    )
    with pytest.raises(ModError, match="held: an item of kts that lies on a square"):
        Host(["critters", tiles]).run_script(path, seed=1, save=tmp_path / "game.save")


ACTS = [
    *ITEM_ACTS,
    "held = Item.at({x}, {y}, map):nth(1) or held",
    "if held then guard:take_item(held) end",
    "if held then map:take_object(held, {x}, {y}) end",
    "if held then held:set_pos({x}, {y}) end",
    "if held then held:remove({x}) end",
    "if held and held.amount > 0 then held.amount = {y} end",
    'Item.create("tiles.bread", {x}, {y}, {{ amount = {x} }}, map)',
    "local item = guard:iter_inventory():nth(1) if item then map:take_object(item, {x}, {y}) end",
]


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(1, 5), st.integers(1, 5)), max_size=25))
def test_dialects_agree_after_any_acts(run_shared: RunLua, acts: list[tuple[str, int, int]]) -> None:
    script = (
        START_OF_ACTS
        + "local guard, held = chara(), nil\n"
        + acts_as_lua(acts)
        + "for y = 0, 6 do for x = 0, 6 do print(x .. ',' .. y .. ',' .. lying(x, y)) end end"
    )
    ran = run_shared(SETUP + script, load=LOAD + ITEMS + DATA)
    assert items_of_lines(ran.lines) == items_of_map(ran)


def test_a_square_holds_no_more_items_than_lua_can_read(play: Callable[[str], list[str]]) -> None:
    lines = play("""
        kts.PlaceItem({ x = 2, y = 3 }, T.gem)
        Item.at(2, 3, map):nth(1).amount = (1 << 31) - 1
        print(pcall(world.createDroppedItem, world, T.gem, Vec(3, 4)))
        print(world.grid:getDroppedAt(Vec(3, 4)).count)
    """)
    assert lines[0].endswith(": World.createDroppedItem: (3, 4) has 2147483647 items: that is the most")
    assert lines[1] == "2147483647"


def test_items_are_in_the_world_when_a_renderer_fails(play: Callable[[str], list[str]]) -> None:
    lines = play("""
        world:setRenderer { addRenderEntity = function() error "no picture" end, pushChanges = function() end }
        print(pcall(kts.PlaceItem, { x = 2, y = 3 }, T.gem, 2))
        print(in_world(2, 3))
    """)
    assert lines[0].endswith(": no picture")
    assert lines[1].startswith("2 ")


def test_an_entity_carries_no_more_items_than_squares_hold(play: Callable[[str], list[str]]) -> None:
    lines = play("""
        local hero = world:create(Hero, Vec(3, 3))
        hero.inventory:addItems(T.gem, 2)
        for _, count in ipairs { 1e308, (1 << 31) - 1 } do
          print(pcall(hero.inventory.addItems, hero.inventory, T.gem, count))
        end
        print(hero.inventory:countItems(T.gem))
        world:removeDead(hero)
    """)
    assert lines[0].endswith(": the entity would carry 1e+308 of tiles.gem: it may carry 2147483647")
    assert lines[1].endswith(": the entity would carry 2147483649 of tiles.gem: it may carry 2147483647")
    assert lines[2] == "2"
