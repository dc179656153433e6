"""Locks, traps, items, stuff and monsters: where they appear, how often, and messages about mistakes."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import ModError
from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED
from host.model.tile import MAX_TILES
from tests.helpers import KTS_TILES, RunLua, ScriptRun, assert_shares, strip_location, write_mod

LAY_OUT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "none", allow_rotate = false,
}
"""


def picture(rows: Sequence[str]) -> str:
    """A segment file: each letter of the rows is its place in the alphabet, from a = 1; a space is 0."""
    numbers = [" ".join(str(0 if letter == " " else ord(letter) - 96) for letter in row) for row in rows]
    width, height = len(rows[0]), len(rows)
    data = "\n".join(numbers)
    rooms = f"rooms:\n1\n0 0 {width + 2} {height + 2}"
    return f"segment\nwidth: {width}\nheight: {height}\ndata:\n{data}\n{rooms}\nend\neof\n"


def on(run_shared: RunLua, rows: Sequence[str], table: str, script: str, more: str = "", **options: Any) -> ScriptRun:
    """Run a script on a map whose squares are the letters of `rows`, with the meanings in a Lua table a, b, …"""
    load = f'{more}\nsegments = kts.LoadSegments({table}, "s.txt")'
    return run_shared(LAY_OUT + script, load=load, files={"s.txt": picture(rows)}, **options)


def refusal(run_shared: RunLua, call: str, rows: Sequence[str] = ("aa",), table: str = "{ floor }") -> str:
    with pytest.raises(ModError) as caught:
        on(run_shared, rows, table, call)
    return strip_location(caught.value, "script/script.lua")


def same_distribution(one: Counter[Any], two: Counter[Any]) -> None:
    """Two samples of one size come from one distribution."""
    outcomes = set(one) | set(two)
    chi = sum((one[o] - two[o]) ** 2 / (one[o] + two[o]) for o in outcomes)
    assert chi < len(outcomes) + 5 * (2 * len(outcomes)) ** 0.5 + 3, (chi, one, two)


# -- locks

SIDE = 30
ALL = ["a" * SIDE] * SIDE


def locks(game_map: GameMap) -> Counter[int]:
    return Counter(
        game_map.lock_of(place)
        for square in range(game_map.width * game_map.height)
        for place, tile in game_map.tile_slots(square)
        if tile.lock is not None
    )


def locked(
    run_shared: RunLua, fields: str, call: str = "kts.GenerateLocksAndTraps(2, false)", **options: Any
) -> ScriptRun:
    return on(run_shared, ALL, "{ t }", call, more=f"t = kts.Tile {{ {fields} }}", **options)


@pytest.mark.parametrize(
    ("fields", "keys", "shares"),
    [
        ('type = "door"', 2, {UNLOCKED: 1}),
        ('type = "door", lock_chance = 1', 1, {1: 1}),
        ('type = "door", lock_chance = 1', 3, {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}),
        ('type = "door", lock_chance = 0.4', 1, {UNLOCKED: 0.6, 1: 0.4}),
        ('type = "door", lock_chance = 1, keymax = 4', 1, {UNLOCKED: 0.75, 1: 0.25}),
        ('type = "door", lock_chance = 1, keymax = 3', 2, {UNLOCKED: 1 / 3, 1: 1 / 3, 2: 1 / 3}),
        ('type = "door", lock_chance = 1, keymax = 0', 2, {1: 0.5, 2: 0.5}),
        ('type = "door", lock_chance = 1, keymax = -5', 2, {1: 0.5, 2: 0.5}),
        ('type = "door", lock_chance = 1, lock_pick_only_chance = 1', 1, {PICK_ONLY: 1}),
        (
            'type = "door", lock_chance = 0.5, lock_pick_only_chance = 0.25, keymax = 3',
            2,
            {UNLOCKED: 0.5 + 0.375 / 3, PICK_ONLY: 0.125, 1: 0.375 / 3, 2: 0.375 / 3},
        ),
        ('type = "chest", lock_chance = 0.3, keymax = 2', 2, {UNLOCKED: 0.7, 1: 0.15, 2: 0.15}),
        ('type = "door", lock_chance = 1, special_lock = 1', 2, {SPECIAL_LOCK: 1}),
        ('type = "door", lock_chance = 1', 0, {UNLOCKED: 1}),
        ('type = "door", lock_chance = 1, lock_pick_only_chance = 1', 0, {UNLOCKED: 1}),
        ('type = "door", lock_chance = 1', -3, {UNLOCKED: 1}),
        ('type = "chest", lock_chance = 1, special_lock = true', 0, {SPECIAL_LOCK: 1}),
        ('type = "door", lock_chance = 1, open = true', 1, {1: 1}),
    ],
)
def test_locks_have_the_chances_of_their_tile(
    run_shared: RunLua, fields: str, keys: int, shares: dict[int, float]
) -> None:
    ran = locked(run_shared, fields, f"kts.GenerateLocksAndTraps({keys}, false)")
    assert_shares(locks(ran.map), shares)


def test_a_lock_is_drawn_once(run_shared: RunLua) -> None:
    fields = 'type = "door", lock_chance = 0.5, keymax = 3'
    once = locked(run_shared, fields)
    again = locked(run_shared, fields, "kts.GenerateLocksAndTraps(2, false)\nkts.GenerateLocksAndTraps(3, true)")
    assert again.map.locks == once.map.locks


@pytest.mark.parametrize("keys", ["nil", "0.5", '"x"', "{}", "0/0", "math.huge", "true", "2^40"])
def test_the_number_of_keys_must_be_a_whole_number(run_shared: RunLua, keys: str) -> None:
    text = refusal(run_shared, f"kts.GenerateLocksAndTraps({keys}, true)")
    assert re.fullmatch(
        r"kts\.GenerateLocksAndTraps: num_keys is .+: must be (a whole number|between -?\d+ and \d+)", text
    )


def test_two_doors_on_a_square_have_locks_of_their_own(run_shared: RunLua) -> None:
    more = 'one = kts.Tile { type = "door", lock_chance = 1 }\ntwo = kts.Tile { type = "chest", special_lock = true }'
    ran = on(run_shared, ["a"], "{ { one, two } }", "kts.GenerateLocksAndTraps(1, false)", more)
    assert locks(ran.map) == {1: 1, SPECIAL_LOCK: 1}


# -- traps

TRAPS = 'function traps(pos, facing) calls[#calls + 1] = pos.x .. "," .. pos.y .. facing end\ncalls = {}\n'
CHEST = 't = kts.Tile { type = "chest", lock_chance = 1, trap_chance = %s, facing = "east", traps = traps }'


def trapped(run_shared: RunLua, chance: str, pretrapped: str, rows: Sequence[str] = ALL) -> ScriptRun:
    script = f"kts.GenerateLocksAndTraps(1, {pretrapped})\nfor _, call in ipairs(T.calls) do print(call) end"
    return on(run_shared, rows, "{ t, door }", script, TRAPS + CHEST % chance)


def test_pretrapped_chests_call_their_traps_by_chance_and_the_others_are_locked(run_shared: RunLua) -> None:
    ran = trapped(run_shared, "0.3", "true")
    assert_shares(Counter({"trap": len(ran.lines), "lock": locks(ran.map)[1]}), {"trap": 0.3, "lock": 0.7})
    assert locks(ran.map)[UNLOCKED] == len(ran.lines)
    # Those with a trap have no lock.
    for line in ran.lines:
        x, y = map(int, re.findall(r"\d+", line))
        assert ran.map.lock_of(ran.map.square(x, y) * MAX_TILES) == UNLOCKED


def test_traps_are_told_where_and_which_way_column_by_column(run_shared: RunLua) -> None:
    assert trapped(run_shared, "1", "true", ["aa", "aa"]).lines == ["1,1east", "1,2east", "2,1east", "2,2east"]


@pytest.mark.parametrize("pretrapped", ["false", "nil"])
def test_chests_are_not_trapped_unless_asked(run_shared: RunLua, pretrapped: str) -> None:
    ran = trapped(run_shared, "1", pretrapped)
    assert ran.lines == []
    assert locks(ran.map) == {1: SIDE * SIDE}


def test_doors_never_get_traps(run_shared: RunLua) -> None:
    assert trapped(run_shared, "1", "true", ["bb"]).lines == []


def trap_of(ran: ScriptRun) -> dict[str, Any]:
    (chest,) = json.loads(ran.shown.to_json())["chests"]
    found: dict[str, Any] = chest["trap"]
    return found


@pytest.mark.parametrize(
    ("call", "trap"),
    [
        ("kts.SetPoisonTrap(pos, coin)", {"kind": "poison", "item": "tiles.coin"}),
        ("kts.SetPoisonTrap(pos)", {"kind": "poison"}),
        ("kts.SetPoisonTrap(pos, nil)", {"kind": "poison"}),
        (
            "kts.SetBladeTrap(pos, coin, key, facing)",
            {"kind": "blade", "item": "tiles.coin", "bolt": "tiles.key", "direction": "east"},
        ),
        (
            'kts.SetBladeTrap(pos, nil, key, "DOWN")',
            {"kind": "blade", "bolt": "tiles.key", "direction": "south"},
        ),
    ],
)
def test_traps_are_set_on_the_chest(run_shared: RunLua, call: str, trap: dict[str, str]) -> None:
    chest = 'kts.Tile { type = "chest", trap_chance = 1, traps = traps, facing = "east" }'
    more = f"function traps(pos, facing) {call} end\nt = {chest}"
    assert trap_of(on(run_shared, ["a"], "{ t }", "kts.GenerateLocksAndTraps(1, true)", more)) == trap


def test_a_second_trap_springs_the_first(run_shared: RunLua) -> None:
    script = "for _ = 1, 2 do kts.SetPoisonTrap({ x = 1, y = 1 }, T.coin) end"
    ran = on(run_shared, ["a"], "{ door }", script)
    assert [event["type"] for event in ran.map.events] == ["trap sprung"]
    assert len(ran.map.traps) == 1


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            "kts.SetPoisonTrap(nil)",
            "kts.SetPoisonTrap: pos is nil: must be a position, a table with whole numbers x and y",
        ),
        (
            "kts.SetBladeTrap({ x = 1, y = 1 }, nil, T.coin, 1)",
            'kts.SetBladeTrap: dir is 1: must be "north", "east", "south" or "west"',
        ),
        (
            'kts.LockDoor({ x = 1, y = 1 }, "speshul")',
            'kts.LockDoor: lock is "speshul": must be "special" or "pick_only"; did you mean "special"?',
        ),
        (
            "kts.LockDoor({ x = 1, y = 1 }, nil)",
            'kts.LockDoor: lock is nil: must be a key number, "special" or "pick_only"',
        ),
        ("kts.LockDoor({ x = 1, y = 1 }, 0)", "kts.LockDoor: lock is 0: must be between 1 and 1000"),
        (
            "kts.LockDoor({ x = 1.5, y = 1 }, 1)",
            "kts.LockDoor: pos.x is 1.5: must be a whole number, for this is a position",
        ),
    ],
)
def test_wrong_arguments_of_locks_and_traps_are_named(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


NO_LOCK = "there is no door or chest on the square, so"


@pytest.mark.parametrize(
    ("call", "warning"),
    [
        ("SetPoisonTrap({ x = x, y = 1 })", f"{NO_LOCK} no trap is set"),
        ('SetBladeTrap({ x = x, y = 1 }, nil, T.coin, "north")', f"{NO_LOCK} no trap is set"),
        ('SetBladeTrap({ x = 1, y = 2 }, nil, nil, "north")', "bolt_item is nil, so no trap is set"),
        ("LockDoor({ x = x, y = 1 }, 1)", f"{NO_LOCK} nothing is locked"),
    ],
)
def test_a_lock_or_trap_where_none_can_be_is_one_warning(run_lua: RunLua, call: str, warning: str) -> None:
    ran = on(run_lua, ["a"], "{ floor }", f"for _, x in ipairs {{ 1, 99 }} do kts.{call} end")
    assert [text for text in ran.host.warnings if "kts." in text] == [
        f"script/script.lua:{LAY_OUT.count(chr(10))}: kts.{call.partition('(')[0]}: {warning}"
    ]
    assert not ran.map.locks
    assert not ran.map.traps


@pytest.mark.parametrize(
    ("lock", "shown"), [("1", 1), ('"2"', 2), ("3.0", 3), ('"special"', "special"), ('"pick_only"', "pick_only")]
)
def test_lockdoor_locks(run_shared: RunLua, lock: str, shown: int | str) -> None:
    ran = on(run_shared, ["a"], "{ door }", f"kts.LockDoor({{ x = 1, y = 1 }}, {lock})")
    assert [door["lock"] for door in json.loads(ran.shown.to_json())["doors"]] == [shown]


def test_an_error_in_traps_names_its_line(run_shared: RunLua) -> None:
    more = 'function traps() error("stuck") end\nt = kts.Tile { type = "chest", trap_chance = 1, traps = traps }'
    with pytest.raises(ModError) as caught:
        on(run_shared, ["a"], "{ t }", "kts.GenerateLocksAndTraps(1, true)", more)
    assert str(caught.value) == "tiles/init.lua:18: stuck"
    assert caught.value.mod == "tiles"


def test_traps_may_be_a_table_that_can_be_called(run_shared: RunLua) -> None:
    more = (
        "traps = setmetatable({}, { __call = function(_, pos, facing) kts.SetPoisonTrap(pos) end })\n"
        't = kts.Tile { type = "chest", trap_chance = 1, traps = traps }'
    )
    assert trap_of(on(run_shared, ["a"], "{ t }", "kts.GenerateLocksAndTraps(1, true)", more)) == {"kind": "poison"}


# -- items

ROOM = """
shelf = kts.Tile { items = "shelf" }
nook = kts.Tile { items = "nook" }
bare = kts.Tile { items = 0, depth = -1 }
"""
CONTAINERS = (
    'chest = kts.Tile { type = "chest", items = "chest" }\nbarrel = kts.Tile { type = "barrel", items = "barrel" }\n'
)


def where_items_lie(game_map: GameMap) -> Counter[tuple[int, int]]:
    stored = (place // MAX_TILES for place in game_map.stored)
    return Counter(map(game_map.position, (*game_map.loose_items, *stored)))


def test_items_lie_on_squares_of_their_category_one_each(run_shared: RunLua) -> None:
    ran = on(run_shared, ["abc", "cba"], "{ floor, shelf, wall }", 'kts.AddItem(T.coin, 2, { "shelf", 1 })', ROOM)
    assert where_items_lie(ran.map) == {(2, 1): 1, (2, 2): 1}
    assert {stack.count for stack in ran.map.loose_items.values()} == {1}


@pytest.mark.parametrize(
    ("pile", "room"),
    [
        ("{ shelf }", True),
        ("{ shelf, floor }", True),
        ("{ floor, shelf }", False),
        ("{ shelf, bare }", False),
        ("{ bare, shelf }", False),
        ("{ shelf, wall }", False),
        ("{ door, shelf }", False),
        ("{ kts.Tile {} , shelf }", True),
        ("{ {} }", False),
        ("{ shelf, coin }", False),
    ],
)
def test_the_last_category_counts_and_any_tile_may_forbid_items(run_shared: RunLua, pile: str, room: bool) -> None:
    # Piles of equal depth list the topmost first; the shelf lies as deep as the floor.
    script = 'print((pcall(kts.AddItem, T.coin, 1, { "shelf", 1 })))'
    more = ROOM.replace('kts.Tile { items = "shelf" }', 'kts.Tile { items = "shelf", depth = 5 }')
    table = f"{{ {pile} }}".replace("{ {} }", "{}")
    assert on(run_shared, ["a"], table, script, more).lines == [str(room).lower()]


def test_containers_store_one_item_each_and_then_have_no_room(run_shared: RunLua) -> None:
    script = (
        'kts.AddItem(T.coin, 2, { "chest", 1, "barrel", 1 })\nprint((pcall(kts.AddItem, T.coin, 1, { "chest", 1 })))'
    )
    ran = on(run_shared, ["ab"], "{ { chest, floor }, { barrel, floor } }", script, CONTAINERS)
    assert ran.lines == ["false"]
    assert (len(ran.map.stored), len(ran.map.loose_items)) == (2, 0)


def test_a_chest_without_a_category_of_its_own_has_that_of_the_floor(run_shared: RunLua) -> None:
    more = 'plain_chest = kts.Tile { type = "chest" }'
    ran = on(run_shared, ["a"], "{ { plain_chest, floor } }", 'kts.AddItem(T.coin, 1, { "floor", 1 })', more)
    assert len(ran.map.stored) == 1


def test_no_items_is_no_mistake(run_shared: RunLua) -> None:
    assert not on(run_shared, ["a"], "{ wall }", 'kts.AddItem(T.coin, 0, { "floor", 1 })').map.loose_items


@pytest.mark.parametrize("category", ["1", "1.0", "true", '"1"', "T.key", "false"])
def test_categories_are_keys_as_lua_knows_them(run_shared: RunLua, category: str) -> None:
    more = """
    one, text = kts.Tile { items = "x" }, kts.Tile { items = "1x" }
    yes, no = kts.Tile { items = true }, kts.Tile { items = false }
    handle = kts.Tile { items = key }
    """
    script = f"print(pcall(kts.AddItem, T.coin, 5, {{ {category}, 1 }}))"
    ran = on(run_shared, ["abcde"], "{ one, text, yes, no, handle }", script, more)
    expected = {"true": (3, 1), "false": (4, 1), "T.key": (5, 1)}.get(category)
    assert where_items_lie(ran.map) == ({expected: 1} if expected else {})


def test_a_full_dungeon_is_an_error_that_says_what_is_full(run_shared: RunLua) -> None:
    script = 'print(pcall(kts.AddItem, T.coin, 3, { "floor", 1, "shelf", 0.5 }))'
    ran = on(run_shared, ["ab"], "{ floor, shelf }", script, ROOM)
    assert ran.lines == [
        (
            "false script/script.lua:5: kts.AddItem: no free square is left for tiles.coin (2 of 3 placed): "
            'none of the categories "floor" and "shelf" has room (dungeon generator failure)'
        )
    ]
    # What was placed stays.
    assert len(ran.map.loose_items) == 2


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ('kts.AddItem(T.coin, 1, { "floor" })', "weights has 1 entry: must be pairs of a category and a weight"),
        ('kts.AddItem(T.coin, 1, { "floor", -1 })', "weights[2] is -1: must be at least 0"),
        ('kts.AddItem(T.coin, 1, { "floor", 0 })', "weights has no weight above 0: must have at least one"),
        ("kts.AddItem(T.coin, 1, {})", "weights has no weight above 0: must have at least one"),
        ('kts.AddItem(T.coin, 1, { "floor", 1, "shelf", 0/0 })', "weights[4] is nan: must be a finite number"),
        ('kts.AddItem(T.coin, 1, { "floor", math.huge })', "weights[2] is inf: must be a finite number"),
        ('kts.AddItem(T.coin, 1, { "floor", "many" })', 'weights[2] is "many": must be a finite number'),
        ('kts.AddItem(T.coin, 1, { "floor", ("1"):rep(400) })', None),
        (
            "kts.AddItem(T.coin, 1, { {}, 1 })",
            "weights[1] is a table: must be a category: a string, number, boolean or handle",
        ),
        (
            "kts.AddItem(T.coin, 1, { print, 1 })",
            "weights[1] is a function: must be a category: a string, number, boolean or handle",
        ),
        ('kts.AddItem(T.coin, 1, "floor")', 'weights is "floor": must be a list'),
        ("kts.AddItem(T.coin, 1)", "weights is nil: must be a list"),
        ("kts.AddItem(T.coin, 1, 5)", "weights is 5: must be a list"),
        ("kts.AddItem(T.coin, 1, T.floor)", "weights is a tile: must be a list"),
        ('kts.AddItem(T.coin, -1, { "floor", 1 })', "number is -1: must be between 0 and 1000000"),
        ('kts.AddItem(T.coin, 1.5, { "floor", 1 })', "number is 1.5: must be a whole number"),
        ('kts.AddItem(T.coin, nil, { "floor", 1 })', "number is nil: must be a whole number"),
        ('kts.AddItem(T.coin, 1e9, { "floor", 1 })', "number is 1000000000: must be between 0 and 1000000"),
        ('kts.AddItem(nil, 1, { "floor", 1 })', "itemtype is nil: must be an item"),
        ('kts.AddItem(T.floor, 1, { "floor", 1 })', "itemtype is a tile: must be an item"),
        ('kts.AddItem("coin", 1, { "floor", 1 })', 'itemtype is "coin": must be an item'),
        (
            (
                "T.list = { T.floor, T.wall }\n"
                'pcall(kts.LayoutDungeon, { layout = { width = 1, height = 1, data = { { type = "block" } } }, '
                'wall = T.list, entry_type = "none" })\nkts.AddItem(T.coin, 1, T.list)'
            ),
            "weights[2] is a tile: must be a finite number",
        ),
    ],
)
def test_additem_refuses(run_shared: RunLua, call: str, text: str | None) -> None:
    found = refusal(run_shared, call)
    assert found == f"kts.AddItem: {text}" if text else found.startswith("kts.AddItem: weights[2] is ")


def naive_add_item(squares: Sequence[str], weights: Sequence[tuple[str, float]], chance: random.Random) -> str | None:
    """Section 7, word for word: the category of the square that is found; None when the game start is aborted."""
    listed = {category for category, _ in weights}
    for attempt in range(5):
        (category,) = chance.choices([c for c, _ in weights], [w for _, w in weights])
        for _ in squares:
            found = chance.choice(squares)
            if found == category or (attempt == 4 and found in listed):
                return found
    return None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "weights"),
    [
        (["aaaabbbbcccc"] * 3, [("floor", 1), ("shelf", 1)]),
        (["aaaaaaaaaaab"] * 3, [("floor", 1), ("shelf", 9)]),
        (["abdddddddddd"] * 3, [("floor", 3), ("shelf", 1)]),
        (["abcdddddddddd", "ddddddddddddd"], [("floor", 5), ("shelf", 1), ("nook", 0)]),
        (["acccdddddddddd"], [("floor", 1), ("nook", 0)]),
        (["bccccccccccccc"], [("floor", 8), ("shelf", 1), ("nook", 1)]),
        (["aabbddddddd"], [("floor", 1), ("shelf", 1), ("floor", 1)]),
    ],
    ids=["even", "heavy and rare", "both rare", "weight of zero", "rare or zero", "heaviest absent", "listed twice"],
)
def test_items_are_spread_as_the_original_spreads_them(
    tmp_path: Path, rows: list[str], weights: list[tuple[str, float]]
) -> None:
    rounds = 750
    flat = ", ".join(f'"{category}", {weight}' for category, weight in weights)
    load = ROOM + 'segments = kts.LoadSegments({ floor, shelf, nook, wall }, "s.txt")'
    init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}\n{load}'
    lines: list[str] = []
    host = Host([write_mod(tmp_path / "tiles", {"init.lua": init, "s.txt": picture(rows)})], output=lines.append)
    script = tmp_path / "script.lua"
    script.write_text(
        f"""
        local T = require "tiles"
        local weights = {{ {flat} }}
        for i = 1, {rounds} do
          kts.WipeDungeon()
          {LAY_OUT}
          print((pcall(kts.AddItem, T.coin, 1, weights)))
          for y = 1, {len(rows)} do for x = 1, {len(rows[0])} do
            if kts.PlaceItem({{ x = x, y = y }}, T.key) == false then print(x, y) end
          end end
        end
        """,
        encoding="utf-8",
    )
    host.run_script(script, seed=5)
    names = {"a": "floor", "b": "shelf", "c": "nook", "d": "wall"}
    ours = Counter[str]()
    for line in lines:
        if line not in ("true", "false"):
            x, y = map(int, line.split())
            ours[names[rows[y - 1][x - 1]]] += 1
    # The border counts among the squares that are tried.
    squares = [names[letter] for row in rows for letter in row]
    squares += ["wall"] * ((len(rows) + 2) * (len(rows[0]) + 2) - len(squares))
    chance = random.Random(1)
    theirs = Counter[str]()
    while theirs.total() < rounds:
        found = naive_add_item(squares, weights, chance)
        # The host never fails by chance: the original is asked again.
        if found is not None:
            theirs[found] += 1
    assert ours.total() == rounds
    same_distribution(ours, theirs)


@pytest.mark.slow
def test_squares_of_a_category_are_drawn_evenly(run_shared: RunLua) -> None:
    script = """
    for i = 1, 1500 do
      kts.AddItem(T.coin, 1, { "floor", 1 })
      for y = 1, 2 do for x = 1, 3 do
        local at = { x = x, y = y }
        if not kts.PlaceItem(at, T.coin) then print(x, y) end
        kts.AddTile(at, T.gone)
        kts.RemoveTile(at, T.gone)
      end end
    end
    """
    ran = on(run_shared, ["aaa", "aab"], "{ floor, wall }", script, 'gone = kts.Tile { items = "destroy" }')
    counts = Counter(ran.lines)
    counts.pop("3 2", None)
    assert_shares(counts, {f"{x} {y}": 0.2 for x, y in ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2))})


# -- stuff

STUFF_ROWS = ["a" * SIDE] * (SIDE // 2) + ["b" * SIDE] * (SIDE // 2)


def stuffed(
    run_shared: RunLua, stuff: str, rows: Sequence[str] = STUFF_ROWS, script: str = "", more: str = ""
) -> ScriptRun:
    return on(run_shared, rows, "{ floor, shelf, wall, nook }", f"{script}\nkts.AddStuff({stuff})", ROOM + more)


@pytest.mark.parametrize(
    ("stuff", "floor", "shelf"),
    [
        ('{ { "floor", 0.25, give }, { "shelf", 0.75, give } }', 0.25, 0.75),
        ('{ { "floor", 0.1, give } }', 0.1, 0),
        ('{ { "floor", 1, give }, { "shelf", 0, give } }', 1, 0),
        ('{ { "floor", 7, give }, { "shelf", -1, give } }', 1, 0),
        ('{ { "floor", "0.5", give } }', 0.5, 0),
        ('{ { "floor", 1, give }, { "floor", 0.3, give } }', 0.3, 0),
        ('{ { "elsewhere", 1, give } }', 0, 0),
        ("{}", 0, 0),
    ],
)
def test_stuff_comes_by_the_chance_of_its_category(run_shared: RunLua, stuff: str, floor: float, shelf: float) -> None:
    ran = stuffed(run_shared, stuff, script="local function give() return T.coin end")
    squares = SIDE * (SIDE // 2)
    upper = sum(y <= SIDE // 2 for _, y in where_items_lie(ran.map))
    lower = len(ran.map.loose_items) - upper
    for found, share in ((upper, floor), (lower, shelf)):
        assert abs(found - squares * share) <= 5 * (squares * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(
    ("result", "count"),
    [
        ("T.coin", 1),
        ("T.coin, 3", 3),
        ("T.coin, nil", 1),
        ("T.coin, 0", 1),
        ("T.coin, -4", 1),
        ("T.coin, 2.0", 2),
        ("T.coin, 5, 6, 7", 5),
    ],
)
def test_a_generator_gives_an_item_and_perhaps_a_number(run_shared: RunLua, result: str, count: int) -> None:
    ran = stuffed(run_shared, f'{{ {{ "floor", 1, function() return {result} end }} }}', ["a"])
    assert [stack.count for stack in ran.map.loose_items.values()] == [count]


def test_generators_are_asked_column_by_column_and_only_for_squares_that_get_something(run_shared: RunLua) -> None:
    stuff = '{ { "floor", 1, count("floor") }, { "shelf", 1, count("shelf") }, { "nook", 0, count("nook") } }'
    script = "local function count(name) return function(...) print(name, ...) return T.coin end end"
    assert stuffed(run_shared, stuff, ["abd", "bca"], script).lines == ["floor", "shelf", "shelf", "floor"]


def test_stuff_leaves_squares_alone_that_hold_something(run_shared: RunLua) -> None:
    script = "kts.PlaceItem({ x = 1, y = 1 }, T.key, 5)\nlocal function give() return T.coin end"
    ran = stuffed(run_shared, '{ { "floor", 1, give } }', ["aa"], script)
    assert [tuple(ran.map.loose_items[ran.map.square(x, 1)])[1] for x in (1, 2)] == [5, 1]


def test_stuff_goes_into_containers(run_shared: RunLua) -> None:
    stuff = 'kts.AddStuff { { "chest", 1, function() return T.coin, 9 end } }'
    ran = on(run_shared, ["aa"], "{ { chest, floor } }", stuff, CONTAINERS)
    assert [stack.count for stack in ran.map.stored.values()] == [9, 9]


def test_a_generator_may_be_a_table_that_can_be_called(run_shared: RunLua) -> None:
    stuff = '{ { "floor", 1, setmetatable({}, { __call = function() return T.coin, 2 end }) } }'
    assert [s.count for s in stuffed(run_shared, stuff, ["a"]).map.loose_items.values()] == [2]


def test_a_generator_may_place_things_itself(run_shared: RunLua) -> None:
    stuff = '{ { "floor", 1, function() kts.PlaceItem({ x = 2, y = 1 }, T.key) return T.coin end } }'
    assert len(stuffed(run_shared, stuff, ["aa"]).map.loose_items) == 2


@pytest.mark.parametrize(
    "meddling",
    [
        "kts.WipeDungeon()",
        f"kts.WipeDungeon() {' '.join(LAY_OUT.split())}",
        "kts.RemoveTile({ x = 1, y = 1 }, T.floor)",
        "kts.AddTile({ x = 1, y = 1 }, T.wall)",
    ],
    ids=["wipes the map", "lays out another", "takes a tile away", "builds a wall"],
)
def test_a_generator_that_meddles_with_the_map_does_not_break_the_host(run_shared: RunLua, meddling: str) -> None:
    stuff = f'{{ {{ "floor", 1, function() {meddling} return T.coin end }} }}'
    script = f"print(pcall(kts.AddStuff, {stuff}))"
    (line,) = on(run_shared, ["aa"], "{ floor }", script).lines
    assert "the host failed" not in line


def test_a_list_that_changes_is_read_again(run_shared: RunLua) -> None:
    script = """
    local stuff = { { "floor", 0, function() return T.coin end } }
    kts.AddStuff(stuff)
    stuff[1][2] = 1
    """
    assert len(stuffed(run_shared, "stuff", ["a"], script).map.loose_items) == 1


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.AddStuff()", "list is nil: must be a list"),
        ('kts.AddStuff("floor")', 'list is "floor": must be a list'),
        ("kts.AddStuff(T.floor)", "list is a tile: must be a list"),
        ("kts.AddStuff(5)", "list is 5: must be a list"),
        ('kts.AddStuff { "floor", 1, print }', 'list[1] is "floor": must be a list'),
        ('kts.AddStuff { { "floor", 1 } }', "list[1] has 2 entries: must be {category, probability, generator}"),
        ('kts.AddStuff { { "floor", 1, 5 } }', "list[1][3] is 5: must be a function"),
        ('kts.AddStuff { { "floor", 1, T.coin } }', "list[1][3] is an item: must be a function"),
        ('kts.AddStuff { { "floor", 1, {} } }', "list[1][3] is a table: must be a function"),
        ('kts.AddStuff { { "floor", "x", print } }', 'list[1][2] is "x": must be a number, a probability'),
        ('kts.AddStuff { { "floor", 0/0, print } }', "list[1][2] is nan: must be a number, a probability"),
        ('kts.AddStuff { { "floor", true, print } }', "list[1][2] is true: must be a number, a probability"),
        (
            "kts.AddStuff { { {}, 1, print } }",
            "list[1][1] is a table: must be a category: a string, number, boolean or handle",
        ),
        (
            'kts.AddStuff { { "floor", 1, function() end } }',
            "what the generator of list[1] returned is nil: must be an ItemType",
        ),
        (
            'kts.AddStuff { { "nook", 1, print }, { "floor", 1, function() return T.floor end } }',
            "what the generator of list[2] returned is a tile: must be an ItemType",
        ),
        (
            'kts.AddStuff { { "floor", 1, function() return "coin" end } }',
            'what the generator of list[1] returned is "coin": must be an ItemType',
        ),
    ],
)
def test_addstuff_refuses(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == f"kts.AddStuff: {text}"


def test_addstuff_warns_of_a_probability_outside_its_range(run_shared: RunLua) -> None:
    script = 'kts.AddStuff { { "floor", 5, function() return T.coin end }, { "chest", -0.5, print } }'
    ran = stuffed(run_shared, '{ { "nook", 1, print } }', ["a"], script)
    rule = "must be a probability between 0 and 1"
    line = next(text.partition(": ")[0] for text in ran.host.warnings if "list[1][2] is 5" in text)
    assert f"{line}: kts.AddStuff: list[1][2] is 5, and means 1: {rule}" in ran.host.warnings
    assert f"{line}: kts.AddStuff: list[2][2] is -0.5, and means 0: {rule}" in ran.host.warnings


def test_an_error_in_a_generator_names_its_line(run_shared: RunLua) -> None:
    with pytest.raises(ModError, match=r"^tiles/init\.lua:18: nothing left$"):
        on(
            run_shared,
            ["a"],
            "{ floor }",
            'kts.AddStuff { { "floor", 1, T.give } }',
            'function give() error("nothing left") end',
        )


# -- monsters


def test_monsters_stand_on_clear_squares_of_their_height_and_no_stairs(run_shared: RunLua) -> None:
    more = """
    hole = kts.Tile { access = { flying = "clear" } }
    stair = kts.Tile { stairs_down = "north" }
    top = kts.Tile { stairs_down = "special" }
    near = kts.Tile { access = { walking = "approach", flying = "approach" } }
    """
    table = "{ floor, hole, stair, top, near, wall }"
    script = "kts.AddMonsters(T.bat, 200)\nkts.AddMonsters(T.rat, 200)"
    ran = on(run_shared, ["abcdef"], table, script, more)
    assert sorted((c.x, c.height) for c in ran.map.living_creatures) == [(1, 0), (1, 1), (2, 1)]
    assert {c.facing for c in ran.map.living_creatures} == {0}


def test_squares_without_tiles_are_clear(run_shared: RunLua) -> None:
    assert len(on(run_shared, ["  "], "{}", "kts.AddMonsters(T.rat, 50)").map.living_creatures) == 2


def test_each_monster_has_ten_tries(run_shared: RunLua) -> None:
    # Of 48 squares 9 are clear; each round begins with an empty dungeon.
    script = (
        f"for i = 1, 800 do kts.WipeDungeon() {LAY_OUT} kts.AddMonsters(T.rat, 1) print(kts.GetTotalMonsterCount()) end"
    )
    ran = on(run_shared, ["aaab", "aaab", "aaab", "bbbb"], "{ floor, wall }", script)
    there = 1 - (1 - 9 / 36) ** 10
    assert_shares(Counter(ran.lines), {"1": there, "0": 1 - there})


def test_monsters_are_spread_evenly(run_shared: RunLua) -> None:
    script = f"""
    for i = 1, 300 do
      kts.WipeDungeon()
      {LAY_OUT}
      kts.AddMonsters(T.rat, 2)
      for y = 1, 2 do for x = 1, 3 do
        if not kts.AddMonster({{ x = x, y = y }}, T.rat) then print(x, y) end
      end end
    end
    """
    ran = on(run_shared, ["aaa", "aaa"], "{ floor }", script)
    assert_shares(Counter(ran.lines), {f"{x} {y}": 1 / 6 for x in (1, 2, 3) for y in (1, 2)})


def test_monsters_ignore_limits_while_the_dungeon_is_made(run_shared: RunLua) -> None:
    script = "kts.LimitTotalMonsters(0)\nkts.LimitMonster(T.bat, 0)\nkts.AddMonsters(T.bat, 20)\n"
    script += "print(kts.GetMonsterCount(T.bat))"
    assert int(on(run_shared, ["aaaa"], "{ floor }", script).lines[0]) > 0


def test_without_a_map_monsters_find_no_place(run_shared: RunLua) -> None:
    ran = run_shared("kts.AddMonsters(T.bat, 5)\nprint(kts.GetTotalMonsterCount())", load="")
    assert ran.lines == ["0"]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.AddMonsters(T.bat, -1)", "kts.AddMonsters: number is -1: must be between 0 and 1000000"),
        ("kts.AddMonsters(T.bat)", "kts.AddMonsters: number is nil: must be a whole number"),
        ("kts.AddMonsters(T.bat, 0.5)", "kts.AddMonsters: number is 0.5: must be a whole number"),
        ("kts.AddMonsters(T.coin, 1)", "kts.AddMonsters: montype is an item: must be a monster"),
        ("kts.AddMonsters(nil, 1)", "kts.AddMonsters: montype is nil: must be a monster"),
        ("kts.AddMonster({ x = 1, y = 1 })", "kts.AddMonster: montype is nil: must be a monster"),
        (
            "kts.AddMonster(nil, T.bat)",
            "kts.AddMonster: pos is nil: must be a position, a table with whole numbers x and y",
        ),
        (
            "kts.AddMonster({ x = 1 }, T.bat)",
            "kts.AddMonster: pos.y is nil: must be a whole number, for this is a position",
        ),
    ],
)
def test_monsters_refuse(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


def test_addmonster_gives_the_creature_or_nil(run_shared: RunLua) -> None:
    script = """
    local function put(x, y, kind) local c = kts.AddMonster({ x = x, y = y }, kind) return c and type(c) end
    print(put(1, 1, T.rat), put(1, 1, T.rat), put(1, 1, T.bat), put(2, 1, T.rat), put(0, 0, T.bat), put(99, 1, T.bat))
    """
    ran = on(run_shared, ["ab"], "{ floor, wall }", script)
    assert ran.lines == ["userdata nil userdata nil nil nil"]


# -- placing single items


def test_placeitem_asks_no_tile_but_the_square_holds_one_stack(run_shared: RunLua) -> None:
    script = """
    local function put(x, n) return kts.PlaceItem({ x = x, y = 1 }, T.coin, n) end
    print(put(1), put(1), put(2, 5), put(0), put(99), put(-1), kts.PlaceItem(nil, T.coin))
    """
    ran = on(run_shared, ["ab"], "{ floor, { bare, wall } }", script, ROOM)
    assert ran.lines == ["true false true true false false false"]
    assert [tuple(stack) for _, stack in sorted(ran.map.loose_items.items())] == [(2, 1), (2, 1), (2, 5)]


def test_placeitem_fills_the_first_container_and_nothing_beside_it(run_shared: RunLua) -> None:
    script = "for _ = 1, 2 do print(kts.PlaceItem({ x = 1, y = 1 }, T.coin, 3)) end"
    ran = on(run_shared, ["a"], "{ { chest, barrel, floor } }", script, CONTAINERS)
    assert ran.lines == ["true", "false"]
    # The first from the bottom is the barrel, listed after the chest.
    (place,) = ran.map.stored
    assert ran.map.tileset.tiles[ran.map.tile_at(place)].kind == "barrel"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.PlaceItem({ x = 1, y = 1 }, 5)", "kts.PlaceItem: itemtype is 5: must be an item"),
        ("kts.PlaceItem({ x = 1, y = 1 }, T.coin, 0)", "kts.PlaceItem: number is 0: must be between 1 and 2147483647"),
        (
            'kts.PlaceItem("here", T.coin)',
            'kts.PlaceItem: pos is "here": must be a position, a table with whole numbers x and y',
        ),
        (
            "kts.PlaceItem({ x = 0/0, y = 1 }, T.coin)",
            "kts.PlaceItem: pos.x is nan: must be a whole number, for this is a position",
        ),
    ],
)
def test_placeitem_refuses(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


@pytest.mark.parametrize(
    "position",
    [
        "{ x = 1, y = 1, facing = 'north', tile = T.floor }",
        "{ x = 1.0, y = 1 }",
        "setmetatable({}, { __index = { x = 1, y = 1 } })",
        "(function() local p = { x = 1, y = 1 } p.self = p return p end)()",
        "setmetatable({ x = 1, y = 1 }, { __call = print })",
    ],
    ids=["a home", "whole floats", "one that inherits", "one that holds itself", "one that can be called"],
)
def test_a_position_is_whatever_has_whole_x_and_y(run_shared: RunLua, position: str) -> None:
    script = f"print(#kts.GetTiles({position}), kts.PlaceItem({position}, T.coin))"
    assert on(run_shared, ["a"], "{ floor }", script).lines == ["1 true"]


# -- draws


def test_getrandompos_is_any_square_of_the_map(run_shared: RunLua) -> None:
    script = "for i = 1, 1200 do local p = kts.GetRandomPos() print(p.x, p.y) end"
    counts = Counter(on(run_shared, ["a"], "{ floor }", script).lines)
    assert_shares(counts, {f"{x} {y}": 1 / 9 for x in range(3) for y in range(3)})


@pytest.mark.parametrize(
    ("low", "high"), [("1", "6"), ("-2", "2"), ("0", "0"), ("1.0", "3"), ('"1"', "2"), ("7", "7.0")]
)
def test_randomrange_is_even_and_includes_both_ends(run_shared: RunLua, low: str, high: str) -> None:
    ran = run_shared(f"for i = 1, 900 do local n = kts.RandomRange({low}, {high}) print(math.type(n), n) end")
    first, last = (int(float(text.strip('"'))) for text in (low, high))
    numbers = range(first, last + 1)
    assert_shares(Counter(ran.lines), {f"integer {n}": 1 / len(numbers) for n in numbers})


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("math.mininteger", "math.maxinteger"),
        ("0", "2^53"),
        ("-(2^40)", "2^40"),
        ("math.maxinteger - 1", "math.maxinteger"),
    ],
)
def test_randomrange_takes_any_span(run_shared: RunLua, low: str, high: str) -> None:
    script = f"for i = 1, 50 do local n = kts.RandomRange({low}, {high}) print(n >= {low} and n <= {high}) end"
    assert set(run_shared(script).lines) == {"true"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.RandomRange(2, 1)", "kts.RandomRange: low is 2 and high is 1: high must not be less than low"),
        ("kts.RandomRange(1, 2.5)", "kts.RandomRange: high is 2.5: must be a whole number"),
        ("kts.RandomRange(1)", "kts.RandomRange: high is nil: must be a whole number"),
        ("kts.RandomRange(0/0, 1)", "kts.RandomRange: low is nan: must be a whole number"),
        ("kts.RandomRange(1, math.huge)", "kts.RandomRange: high is inf: must be a whole number"),
        (
            "kts.RandomRange(1, 1e300)",
            "kts.RandomRange: high is 1e+300: must be between -9223372036854775808 and 9223372036854775807",
        ),
        ("kts.RandomChance()", "kts.RandomChance: probability is nil: must be a finite number"),
        ("kts.RandomChance(0/0)", "kts.RandomChance: probability is nan: must be a finite number"),
        ('kts.RandomChance("often")', 'kts.RandomChance: probability is "often": must be a finite number'),
        ("kts.RandomChance(true)", "kts.RandomChance: probability is true: must be a finite number"),
    ],
)
def test_draws_refuse(run_shared: RunLua, call: str, text: str) -> None:
    assert refusal(run_shared, call) == text


@pytest.mark.parametrize(
    ("probability", "share"), [("0.3", 0.3), ("0", 0), ("1", 1), ("-5", 0), ("7", 1), ('"0.5"', 0.5)]
)
def test_randomchance_is_clamped(run_shared: RunLua, probability: str, share: float) -> None:
    ran = run_shared(f"for i = 1, 900 do print(kts.RandomChance({probability})) end")
    assert_shares(Counter(ran.lines), {"true": share, "false": 1 - share})
