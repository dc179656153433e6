"""kts.ConnectivityCheck agrees with a flood fill that follows the specification square by square."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.errors import GenerationError, InternalError, ModError
from host.generate.connectivity import ensure_connected
from host.metrics.flood import reachable
from host.metrics.walkability import Means, walkable
from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, UNLOCKED, ItemStack, ItemType
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.tile import APPROACH, BLOCKED, CLEAR, MAX_TILES, LockRule, Tile
from host.model.tile_set import TileSet
from tests.helpers import RunLua, ScriptRun, examples

SHUT, NEAR, WIDE = (BLOCKED,) * 3, (APPROACH, BLOCKED, BLOCKED), (CLEAR,) * 3
# Letter -> the pile of a square, from the bottom up; names of TILES.
PILES = {
    ".": ["floor"],
    ",": ["bare"],
    "#": ["wall"],
    " ": [],
    "d": ["floor", "door"],
    "D": ["door"],
    "s": ["floor", "special"],
    "t": ["floor", "table"],
    "h": ["hittable"],
    "H": ["unhittable"],
    "k": ["weak floor"],
    "m": ["minus"],
    "p": ["plus"],
    "q": ["plus", "wall"],
    "c": ["floor", "chest"],
    "C": ["floor", "chest", "chest"],
    "b": ["floor", "barrel"],
    "B": ["floor", "weak barrel"],
    "w": ["floor", "door", "wall"],
    "x": ["wall", "door"],
    "M": ["floor", "door", "minus"],
    "N": ["minus", "door"],
}
TILES: dict[str, dict[str, Any]] = {
    "floor": {"category": "floor"},
    "bare": {},
    "wall": {"access": SHUT, "items_allowed": False},
    "door": {"kind": "door", "access": NEAR, "lock": LockRule(), "items_allowed": False},
    "special": {"kind": "door", "access": NEAR, "lock": LockRule(special=True), "items_allowed": False},
    "table": {"access": NEAR, "hit_points": 5, "category": "table"},
    "hittable": {"access": SHUT, "hit_points": 5, "on_hit": True},
    "unhittable": {"access": SHUT, "on_hit": True},
    "weak floor": {"hit_points": 5, "category": "floor"},
    "minus": {"connectivity": -1, "category": "floor"},
    "plus": {"access": SHUT, "connectivity": 1, "category": "plus"},
    "chest": {"kind": "chest", "access": NEAR, "lock": LockRule(), "items_allowed": False, "category": "chest"},
    "barrel": {"kind": "barrel", "access": NEAR, "items_allowed": False, "category": "barrel"},
    "weak barrel": {"kind": "barrel", "access": NEAR, "items_allowed": False, "hit_points": 9},
}
# Item index -> key number; the item after the last is the lockpicks that are handed out.
KEY_OF = {0: 1, 1: 2, 2: 3, 3: -1}
COIN, PICKS = 4, 3


@dataclass
class Square:
    letter: str
    lock: int = UNLOCKED
    # Item index, and where it is: loose, or in the first container.
    item: int | None = None
    loose: bool = True


@dataclass
class Case:
    rows: list[list[Square]]
    starts: list[tuple[int, int]]
    keys: int
    seed: int = 1
    map: GameMap = field(init=False)

    def __post_init__(self) -> None:
        registry, tiles = Registry(), TileSet()
        index: dict[str, int] = {}
        for item in (*KEY_OF, COIN):
            prototype = registry.add("item", "test", "test/init.lua", 1)
            prototype.fields = ItemType(prototype, key=KEY_OF.get(item, 0))
        for name, fields in TILES.items():
            prototype = registry.add("tile", "test", "test/init.lua", 1)
            index[name] = prototype.fields = tiles.add(Tile(prototype=prototype, **fields))
        self.map = GameMap(len(self.rows[0]), len(self.rows), tiles, registry)
        for y, row in enumerate(self.rows):
            for x, square in enumerate(row):
                self.map.stacks[y, x] = tiles.intern(index[name] for name in PILES[square.letter])
                first = self.map.square(x, y) * MAX_TILES
                stores = [
                    i for i, name in enumerate(PILES[square.letter]) if TILES[name].get("kind") in ("chest", "barrel")
                ]
                for i, name in enumerate(PILES[square.letter]):
                    if TILES[name].get("lock") is not None and not TILES[name]["lock"].special:
                        self.map.locks[first + i] = square.lock
                if square.item is not None and stores and not square.loose:
                    self.map.stored[first + stores[-1]] = ItemStack(square.item)
                elif square.item is not None:
                    self.map.set_item(self.map.square(x, y), ItemStack(square.item))

    def run(self) -> list[tuple[int, int]]:
        """Where the host puts lockpicks, in order."""
        starts = [self.map.square(*start) for start in self.starts]
        stream = Stream(self.seed, "test", "connectivity")
        return [self.map.position(s) for s in ensure_connected(self.map, starts, self.keys, PICKS, stream)]


def test_tests_of_mods_walk_only_where_tiles_are() -> None:
    # Nothing is in the way between two floors, and nothing to stand on either.
    case = Case([[Square(letter) for letter in "#. ."]], [], 1)
    free = walkable(case.map, Means.KEYS)
    assert free.tolist() == [[False, True, False, True]]
    assert not reachable(free, [(1, 0)])[0, 3]


# -- the specification, word for word


def naive_item(game_map: GameMap, x: int, y: int, key_of: Mapping[int, int]) -> int:
    """The key number of what one finds on a square: its loose item, or else the first stored item of its tiles."""
    square = game_map.square(x, y)
    stack = game_map.loose_items.get(square)
    if stack is None:
        stored = [game_map.stored[place] for place, _ in game_map.tile_slots(square) if place in game_map.stored]
        stack = stored[0] if stored else None
    return 0 if stack is None else key_of.get(stack.item, 0)


def naive_passable(game_map: GameMap, x: int, y: int, found: set[int]) -> str:
    """passable, impassable or locked."""
    for place, tile in game_map.tile_slots(game_map.square(x, y)):
        if tile.connectivity == -1:
            return "impassable"
        if tile.connectivity == 1 or tile.access[0] == CLEAR:
            continue
        if tile.hit_points > 0 and (tile.access[0] != CLEAR or tile.on_hit):
            continue
        if tile.kind in ("door", "chest"):
            lock = game_map.lock_of(place)
            if lock == PICK_ONLY:
                return "impassable"
            return "locked" if lock > 0 and lock not in found else "passable"
        return "impassable"
    return "passable"


def naive_fill(
    game_map: GameMap, start: tuple[int, int], keys: int, key_of: Mapping[int, int] = KEY_OF
) -> tuple[bool, set[tuple[int, int]]]:
    """Whether a player is fine, and the passable squares reached if not."""
    found: set[int] = set()
    seen: set[tuple[int, int]] = {start}
    locked: set[tuple[int, int]] = set()
    reached: set[tuple[int, int]] = set()
    queue = [start]
    while queue:
        queue.sort(key=lambda square: (square[1], square[0]))
        x, y = queue.pop(0)
        key = naive_item(game_map, x, y, key_of)
        if key == -1:
            return True, reached
        if key > 0:
            # The host ends always: a key already known queues nothing again.
            new = key not in found
            found.add(key)
            if len(found) >= keys:
                return True, reached
            if new:
                queue += locked
                locked.clear()
        passable = naive_passable(game_map, x, y, found)
        if passable == "locked":
            locked.add((x, y))
        elif passable == "passable":
            reached.add((x, y))
            for nx, ny in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if game_map.contains(nx, ny) and (nx, ny) not in seen:
                    seen.add((nx, ny))
                    queue.append((nx, ny))
    return False, reached


def naive_room(game_map: GameMap, x: int, y: int) -> bool:
    """Whether lockpicks may be put there: a square with an item category and no container."""
    square = game_map.square(x, y)
    tiles = game_map.tiles_on(square)
    if square in game_map.loose_items or any(tile.kind in ("chest", "barrel") for tile in tiles):
        return False
    return all(tile.items_allowed for tile in tiles) and any(tile.category is not None for tile in tiles)


def agree(case: Case) -> None:
    """The host helps the players whom the specification leaves helpless, on squares that it allows, and no others."""
    twin = Case(case.rows, case.starts, case.keys, case.seed)
    try:
        given_out: list[tuple[int, int]] | None = case.run()
    except GenerationError:
        given_out = None
    left = list(given_out or ())
    helped = False
    for start in case.starts:
        fine, reached = naive_fill(twin.map, start, twin.keys)
        if fine:
            continue
        room = {square for square in reached if naive_room(twin.map, *square)}
        if given_out is None:
            helped = True
            if not room:
                return
            # Where the host put those before the failure is unknown: leave them to chance as it does.
            return
        assert left, f"{start} needs lockpicks"
        square = left.pop(0)
        assert square in room
        twin.map.set_item(twin.map.square(*square), ItemStack(PICKS))
    assert not left
    assert given_out is not None or helped


SQUARES = st.builds(
    Square,
    letter=st.sampled_from("......,##ddddDstthHkmpqcCbBwxMN "),
    lock=st.sampled_from([UNLOCKED, 1, 2, 3, PICK_ONLY]),
    item=st.sampled_from([None, None, None, None, 0, 1, 2, 3, COIN]),
    loose=st.booleans(),
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(SQUARES, min_size=width, max_size=width), min_size=height, max_size=height))
    place = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return Case(rows, draw(st.lists(place, min_size=1, max_size=3)), draw(st.integers(0, 4)), draw(st.integers(0, 9)))


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None)
@given(cases())
def test_the_host_agrees_with_the_specification(case: Case) -> None:
    agree(case)


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None)
@given(cases())
def test_a_single_player_is_helped_or_not_as_the_specification_has_it(case: Case) -> None:
    case.starts = case.starts[:1]
    twin = Case(case.rows, case.starts, case.keys)
    fine, reached = naive_fill(twin.map, case.starts[0], case.keys)
    room = {square for square in reached if naive_room(twin.map, *square)}
    if fine:
        assert case.run() == []
    elif room:
        (square,) = case.run()
        assert square in room
    else:
        with pytest.raises(GenerationError, match="has room for lockpicks"):
            case.run()


@pytest.mark.slow
@settings(max_examples=examples(200), deadline=None)
@given(cases())
def test_once_checked_everybody_is_fine(case: Case) -> None:
    try:
        case.run()
    except GenerationError:
        return
    before = dict(case.map.loose_items)
    assert case.run() == []
    assert case.map.loose_items == before


def drawn(*rows: str, keys: int = 2, start: tuple[int, int] = (0, 0), **squares: Square) -> Case:
    """Rows of letters of PILES; other letters are keyword arguments."""
    return Case([[squares.get(letter) or Square(letter) for letter in row] for row in rows], [start], keys)


def loose(item: int) -> Square:
    return Square(".", item=item)


def locked(lock: int) -> Square:
    return Square("d", lock=lock)


SCENES = {
    "two keys in the open": (drawn(".1.2", **{"1": loose(0), "2": loose(1)}), True),
    "one key where two are wanted": (drawn(".1..", **{"1": loose(0)}), False),
    "the same key twice": (drawn(".1.1", **{"1": loose(0)}), False),
    "lockpicks alone": (drawn("...P", P=loose(3), keys=3), True),
    "a key behind its own door": (drawn("..L1.", **{"L": locked(1), "1": loose(0)}, keys=1), False),
    "a key opens the way to the next": (
        drawn(".1L2", **{"1": loose(0), "L": locked(1), "2": loose(1)}),
        True,
    ),
    "doors in a row": (
        drawn(".1L2M3", **{"1": loose(0), "L": locked(1), "2": loose(1), "M": locked(2), "3": loose(2)}, keys=3),
        True,
    ),
    "a door met before its key": (
        drawn("2L.1", **{"1": loose(0), "L": locked(1), "2": loose(1)}, start=(2, 0)),
        True,
    ),
    "a door that only picks open": (
        drawn(".1L2", **{"1": loose(0), "L": locked(PICK_ONLY), "2": loose(1)}),
        False,
    ),
    "a special lock counts as open": (drawn(".s1", **{"1": loose(0)}, keys=1), True),
    "a gate with connectivity -1 does not": (drawn(".N1", **{"1": loose(0)}, keys=1), False),
    "a wall with connectivity 1 is open": (drawn(".p1", **{"1": loose(0)}, keys=1), True),
    "a table can be hacked to pieces": (drawn(".t1", **{"1": loose(0)}, keys=1), True),
    "a wall that cannot be aimed at holds": (drawn(".H1", **{"1": loose(0)}, keys=1), False),
    "a key on a table is seen": (drawn(".T", T=Square("t", item=0), keys=1), True),
    "a key in a wall is seen": (drawn(".W", W=Square("#", item=0), keys=1), True),
    "a key in a locked chest is seen": (
        drawn(".c", c=Square("c", lock=2, item=0, loose=False), keys=1),
        True,
    ),
    "a key behind a wall is not": (drawn(".#1", **{"1": loose(0)}, keys=1), False),
    "nothing across corners": (drawn(".#", "#1", **{"1": loose(0)}, keys=1), False),
    "rows are apart": (drawn("..", "##", "1.", **{"1": loose(0)}, keys=1, start=(1, 0)), False),
    "no keys at all is never enough": (drawn("....", keys=0), False),
    "no keys wanted and one met": (drawn(".1..", **{"1": loose(0)}, keys=0), True),
    "a player inside a wall sees what lies there": (drawn("W.", W=Square("#", item=3), keys=1), True),
    "two chests with each other's keys": (
        drawn(
            ".AB",
            A=Square("c", lock=2, item=0, loose=False),
            B=Square("c", lock=1, item=1, loose=False),
            keys=3,
        ),
        False,
    ),
    "a loose item hides what is stored": (
        Case(
            [[Square("."), Square("c", item=COIN)]],
            [(0, 0)],
            1,
        ),
        False,
    ),
}


@pytest.mark.parametrize(("case", "fine"), SCENES.values(), ids=SCENES)
def test_a_scene_has_its_outcome(case: Case, fine: bool) -> None:
    expected, _ = naive_fill(case.map, case.starts[0], case.keys)
    assert expected == fine
    assert (case.run() == []) == fine


@example([Square(".", item=0), Square("d", lock=1), Square(".", item=1)])
@settings(max_examples=examples(100), deadline=None)
@given(st.lists(SQUARES, min_size=2, max_size=12))
def test_a_corridor_can_be_walked_from_either_end_alike(row: list[Square]) -> None:
    ahead = Case([row], [(0, 0)], 2)
    back = Case([row[::-1]], [(len(row) - 1, 0)], 2)
    outcomes = []
    for case in (ahead, back):
        try:
            outcomes.append(len(case.run()))
        except GenerationError:
            outcomes.append(-1)
    assert outcomes[0] == outcomes[1]


def test_lockpicks_are_put_evenly_on_the_squares_with_room() -> None:
    counts = dict.fromkeys([(0, 0), (1, 0), (4, 0)], 0)
    for seed in range(900):
        case = drawn("..,t.#.", keys=1)
        case.seed = seed
        (square,) = case.run()
        if square == (3, 0):
            # The table has a category too.
            continue
        counts[square] += 1
    assert all(180 < count < 280 for count in counts.values())


# -- through Lua

ROWS = """
segment
width: 5
height: 1
data:
{}
rooms:
1
0 0 7 3
end
eof
"""[1:]
SCRIPT = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "none", allow_rotate = false,
}
local function home(player, x) kts.SetHomeFor(kts.GetAllPlayers()[player], { x = x, y = 1 }, "north") end
"""


def checked(run_lua: RunLua, numbers: str, script: str, players: int = 1) -> ScriptRun:
    """A row of five squares: 1 floor, 2 wall, 3 door, 4 bare floor, 5 chest."""
    load = """
    bare = kts.Tile {}
    chest = kts.Tile { type = "chest", access = { walking = "approach" }, items = "chest" }
    segments = kts.LoadSegments({ floor, wall, { door, floor }, bare, { chest, floor } }, "s.txt")
    key2 = kts.ItemType { key = 2 }
    """
    return run_lua(SCRIPT + script, load=load, files={"s.txt": ROWS.format(numbers)}, players=players)


def picks(ran: ScriptRun) -> list[int]:
    """The columns in which lockpicks lie."""
    named = {square: ran.map.registry.get("item", stack.item).id for square, stack in ran.map.loose_items.items()}
    return sorted(ran.map.position(square)[0] for square, name in named.items() if name == "tiles.lockpicks")


def test_each_player_is_looked_after_in_turn(run_lua: RunLua) -> None:
    ran = checked(run_lua, "1 1 2 1 1", "home(1, 1) home(2, 4) kts.ConnectivityCheck(1, T.lockpicks)", players=2)
    one, two = picks(ran)
    assert one in (1, 2)
    assert two in (4, 5)


def test_players_who_meet_share_lockpicks(run_lua: RunLua) -> None:
    ran = checked(run_lua, "1 1 1 1 1", "home(1, 1) home(2, 5) kts.ConnectivityCheck(1, T.lockpicks)", players=2)
    assert len(picks(ran)) == 1


def test_players_without_a_home_are_left_out(run_lua: RunLua) -> None:
    assert picks(checked(run_lua, "1 1 1 1 1", "kts.ConnectivityCheck(1, T.lockpicks)", players=2)) == []
    assert len(picks(checked(run_lua, "1 1 2 1 1", "home(2, 5) kts.ConnectivityCheck(1, T.lockpicks)", players=2))) == 1


def test_locks_and_keys_made_in_lua_count(run_lua: RunLua) -> None:
    script = """
    home(1, 1)
    kts.LockDoor({ x = 3, y = 1 }, 1)
    kts.PlaceItem({ x = 2, y = 1 }, T.key)
    kts.PlaceItem({ x = 5, y = 1 }, T.key2)
    kts.ConnectivityCheck(2, T.lockpicks)
    """
    assert picks(checked(run_lua, "1 1 3 1 1", script)) == []
    pick_only = script.replace("}, 1)\n    kts.PlaceItem", '}, "pick_only")\n    kts.PlaceItem', 1)
    assert picks(checked(run_lua, "1 1 3 1 1", pick_only)) == [1]


def test_an_open_door_lets_through_whatever_its_lock(run_lua: RunLua) -> None:
    script = """
    home(1, 1)
    kts.LockDoor({ x = 3, y = 1 }, "pick_only")
    kts.OpenDoor({ x = 3, y = 1 })
    kts.PlaceItem({ x = 5, y = 1 }, T.key)
    kts.ConnectivityCheck(1, T.lockpicks)
    """
    assert picks(checked(run_lua, "1 1 3 1 1", script)) == []


# -- keys that mods assign

# The numbers of the squares, [column, item] that lie there, and the columns of the homes.
CORRIDORS = {
    "a key on each side of a door": ("1 1 3 1 1 1 1", [(2, "key"), (6, "key2")], [1]),
    "two players apart": ("1 1 3 1 2 1 1", [(2, "key"), (4, "coin"), (7, "key2")], [1, 6]),
    "a key in a chest, doors in a row": ("1 5 3 1 3 1 1", [(2, "key"), (4, "key2"), (7, "coin")], [1]),
    "two players in one home": ("1 1 1 1 1 1 1", [(3, "coin"), (5, "key")], [1, 1]),
    "two players between doors": ("1 1 3 1 3 1 1", [(2, "coin"), (5, "key"), (7, "key2")], [1, 4]),
}
# The fields `key` that are not as KTS_TILES has them.
ASSIGNED = (
    {},
    {"key": 7},
    {"key2": 1},
    {"coin": -1},
    {"lockpicks": 0},
    {"lockpicks": 2, "coin": 7},
)
FIRST_KEYS = {"key": 1, "key2": 2, "coin": 0, "lockpicks": -1}
TABLE = [
    (corridor, needed, lock, keys)
    for corridor in CORRIDORS
    for needed in range(4)
    for lock in ("1", "7", '"pick_only"')
    for keys in ASSIGNED
]


@pytest.mark.parametrize("corridor", CORRIDORS)
def test_a_key_that_a_mod_assigns_counts(run_shared: RunLua, corridor: str) -> None:
    """One host runs all, so each figure comes after checks of items with other keys."""
    rows = ROWS.replace("width: 5", "width: 7").replace("0 0 7 3", "0 0 9 3")
    files = {f"{i}.txt": rows.format(numbers) for i, (numbers, _, _) in enumerate(CORRIDORS.values())}
    load = """
    local chest = kts.Tile { type = "chest", access = { walking = "approach" }, items = "chest" }
    key2 = kts.ItemType { key = 2 }
    for i = 0, 4 do
      _ENV["segments" .. i] = kts.LoadSegments({ floor, wall, { door, floor }, wall, { chest, floor } }, i .. ".txt")
    end
    """
    number = [*CORRIDORS].index(corridor)
    squares, items, homes = CORRIDORS[corridor]
    doors = [x for x, square in enumerate(squares.split(), 1) if square == "3"]
    for _, needed, lock, assigned in [case for case in TABLE if case[0] == corridor]:
        keys = {**FIRST_KEYS, **assigned}
        script = [
            SCRIPT.replace("T.segments", f"T.segments{number}"),
            *(f"T.{item}.key = {key}" for item, key in keys.items()),
            *(f"kts.PlaceItem({{ x = {x}, y = 1 }}, T.{item})" for x, item in items),
            *(f"kts.LockDoor({{ x = {x}, y = 1 }}, {lock})" for x in doors),
            *(f"home({player}, {x})" for player, x in enumerate(homes, 1)),
            f"print((pcall(kts.ConnectivityCheck, {needed}, T.lockpicks)))",
        ]
        ran = run_shared("\n".join(script), load=load, files=files, players=len(homes))
        _check_lockpicks(ran, homes, needed, keys)


def _check_lockpicks(ran: ScriptRun, homes: list[int], needed: int, keys: dict[str, int]) -> None:
    """Check that each player in turn got lockpicks, on a square with room, if the specification gives them some."""
    twin, items = ran.map, {item.id: item.index for item in ran.map.registry.all("item")}
    key_of = {items[f"tiles.{name}"]: key for name, key in keys.items()}
    picks = items["tiles.lockpicks"]
    # In the order in which they were put down.
    given_out = [square for square, stack in twin.loose_items.items() if stack.item == picks]
    for square in given_out:
        twin.take_item(square)
    for x in homes:
        fine, reached = naive_fill(twin, (x, 1), needed, key_of)
        if fine:
            continue
        room = {twin.square(*square) for square in reached if naive_room(twin, *square)}
        if not room:
            assert ran.lines[-1] == "false", "no room for lockpicks"
            return
        assert given_out, f"the player at {x} needs lockpicks"
        square = given_out.pop(0)
        assert square in room
        twin.set_item(square, ItemStack(picks))
    assert (given_out, ran.lines[-1]) == ([], "true")


def test_lockpicks_are_no_use_in_a_chest(run_lua: RunLua) -> None:
    ran = checked(run_lua, "1 5 2 1 1", "home(1, 1) kts.ConnectivityCheck(1, T.lockpicks)")
    assert picks(ran) == [1]
    assert ran.map.stored == {}


@pytest.mark.parametrize(
    ("numbers", "script"),
    [
        ("4 4 2 1 1", ""),
        ("1 2 1 1 1", "kts.PlaceItem({ x = 1, y = 1 }, T.coin)"),
        ("2 2 2 2 2", ""),
    ],
    ids=["no category", "no room", "in a wall"],
)
def test_a_player_who_cannot_be_helped_is_an_error_that_says_why(run_lua: RunLua, numbers: str, script: str) -> None:
    with pytest.raises(ModError) as caught:
        checked(run_lua, numbers, f"home(1, 1) {script} kts.ConnectivityCheck(1, T.lockpicks)")
    assert re.fullmatch(
        r"script/script\.lua:6: kts\.ConnectivityCheck: a player can reach only \d+ squares? without the keys, "
        r"and none of them has room for lockpicks; give the dungeon more floor with an item category "
        r"\(dungeon generator failure\)",
        str(caught.value),
    )


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kts.ConnectivityCheck()", "num_keys is nil: must be a whole number"),
        ("kts.ConnectivityCheck(-1, T.lockpicks)", "num_keys is -1: must be between 0 and 2147483647"),
        ("kts.ConnectivityCheck(1.5, T.lockpicks)", "num_keys is 1.5: must be a whole number"),
        ("kts.ConnectivityCheck(1)", "lockpick_itemtype is nil: must be an item"),
        ("kts.ConnectivityCheck(1, T.floor)", "lockpick_itemtype is a tile: must be an item"),
    ],
)
def test_connectivitycheck_refuses(run_lua: RunLua, call: str, text: str) -> None:
    with pytest.raises(ModError) as caught:
        checked(run_lua, "1 1 1 1 1", call)
    assert not isinstance(caught.value, InternalError)
    assert str(caught.value) == f"script/script.lua:6: kts.ConnectivityCheck: {text}"


def test_without_a_map_there_is_nobody_to_help(run_lua: RunLua) -> None:
    assert run_lua("kts.ConnectivityCheck(3, T.lockpicks)", load="").map.loose_items == {}


def test_a_large_maze_is_no_trouble(run_lua: RunLua) -> None:
    # A snake of 201 × 101 squares, walked from one end to the other.
    side = 200
    rows = [
        ["1"] * side if y % 2 == 0 else [("1" if x == (side - 1 if y % 4 == 1 else 0) else "2") for x in range(side)]
        for y in range(101)
    ]
    text = (
        f"segment\nwidth: {side}\nheight: 101\ndata:\n"
        + "\n".join(" ".join(row) for row in rows)
        + f"\nrooms:\n1\n0 0 {side + 2} 103\nend\neof\n"
    )
    ran = run_lua(
        SCRIPT + "home(1, 1) kts.PlaceItem({ x = 1, y = 101 }, T.key) kts.ConnectivityCheck(1, T.lockpicks)",
        load='segments = kts.LoadSegments({ floor, wall }, "s.txt")',
        files={"s.txt": text},
        players=1,
    )
    assert len(ran.map.loose_items) == 1
