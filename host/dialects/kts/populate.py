"""Locks, traps, items, stuff and monsters; the connectivity check."""

from __future__ import annotations

from struct import iter_unpack, pack

import numpy as np

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import (
    Anything,
    Function,
    Integer,
    ListOf,
    Maybe,
    Number,
    Truth,
    refuse,
    to_number,
)
from host.dialects.kts.declarations import (
    COUNT,
    INT,
    ITEM,
    KTS,
    MAYBE_POSITION,
    MONSTER,
    POSITION,
    Kept,
    direction,
    square_at,
    tile_handle,
)
from host.dialects.kts.fields import category
from host.errors import ArgumentError, GenerationError, ModError
from host.generate.connectivity import ensure_connected
from host.generate.locks import generate_locks
from host.generate.populate import CategoryWeights, Stuff, choose_stuff
from host.generate.populate import add_item as place_items
from host.generate.populate import add_monsters as place_monsters
from host.model.objects import Creature, ItemStack, MonsterType
from host.model.tile import CLEAR, MAX_TILES

# Bounds for what one call may ask for.
_MOST_AT_ONCE = Integer(0, 1_000_000)
_WEIGHTS = Kept("any[]")
_STUFF = Kept("any[][]")


@KTS.function("GenerateLocksAndTraps", ("num_keys", INT), ("pretrapped", Truth()))
def generate_locks_and_traps(call: Call, keys: int, pretrapped: bool) -> list[dict[str, object]] | None:
    """Give doors and chests locks for the keys 1 … num_keys; with `pretrapped`, chests may get a trap instead.

    > kts.GenerateLocksAndTraps(2, true)
    """
    game_map = call.session.map
    stream = call.stream("kts.GenerateLocksAndTraps")
    chests: list[dict[str, object]] = []
    for place in generate_locks(game_map, keys, pretrapped, stream):
        x, y = game_map.position(place // MAX_TILES)
        tile = game_map.tileset.tiles[game_map.tile_at(place)]
        handle = tile_handle(game_map, place)
        chests.append({"tile": handle, "x": x, "y": y, "facing": direction(tile.facing)})
    return chests or None


@KTS.function("remember_weights", ("weights", ListOf(Anything())), part_of="AddItem")
def remember_weights(call: Call, given: list[object]) -> int:
    """Keep a flat list of categories and weights; the number under which AddItem takes it."""
    if len(given) % 2:
        rule = "must be pairs of a category and a weight"
        raise ArgumentError(f"weights has {len(given)} entries: {rule}", path="weights", rule=rule)
    found = [
        (
            call.session.tiles.category_number(category(given[i], f"weights[{i + 1}]")),
            Number(0).read(given[i + 1], f"weights[{i + 2}]"),
        )
        for i in range(0, len(given), 2)
    ]
    if not any(weight for _, weight in found):
        raise ArgumentError("weights has no weight above 0", path="weights")
    return call.session.keep(CategoryWeights(found))


@KTS.function(
    "AddItem",
    ("itemtype", ITEM),
    ("number", _MOST_AT_ONCE),
    ("weights", _WEIGHTS),
)
def add_item(call: Call, item: Handle, count: int, weights: int) -> None:
    """Put single items on random squares.

    - weights: category, weight, category, weight …
    ! a square of some category with a weight must be free
    > kts.AddItem(base.bread, 2, { "floor", 1 })
    """
    # Lua passes the number under which the list is kept.
    stream = call.stream("kts.AddItem")
    try:
        place_items(call.session.map, item.index, count, call.session.recall(weights), stream)
    except GenerationError as error:
        raise ModError(f"kts.AddItem: {error.message} (dungeon generator failure)", hint=error.hint) from error


@KTS.function("remember_stuff", ("list", ListOf(ListOf(Anything()))), part_of="AddStuff")
def remember_stuff(call: Call, entries: list[list[object]]) -> int:
    """Keep a list of {category, probability, generator}; the number under which AddStuff takes it."""
    probabilities: dict[int, float] = {}
    entry_of: dict[int, int] = {}
    for i, entry in enumerate(entries, 1):
        path = f"list[{i}]"
        if len(entry) < 3:
            raise ArgumentError(
                f"{path} has {len(entry)} entries: must be {{category, probability, generator}}", path=path
            )
        number = call.session.tiles.category_number(category(entry[0], f"{path}[1]"))
        probability = to_number(entry[1])
        if probability is None or probability != probability:
            refuse(f"{path}[2]", entry[1], "must be a number, a probability")
        if not Function().read(entry[2], f"{path}[3]"):
            refuse(f"{path}[3]", entry[2], "must be a function")
        # The same category twice: the last wins.
        probabilities[number] = max(0.0, min(1.0, probability))
        entry_of[number] = i
    return call.session.keep(Stuff(probabilities, entry_of))


@KTS.function("AddStuff", ("list", _STUFF))
def add_stuff(call: Call, number: int) -> bytes | None:
    """Put stuff on squares by category.

    - list: { category, probability, function that gives an ItemType and a count } …
    > kts.AddStuff { { "floor", 0.02, function() return base.coins, kts.RandomRange(1, 6) end } }
    """
    # Lua passes the number under which the list is kept, and gets (square, entry) as pairs of 32-bit numbers, for which
    # it calls the generators.
    stream = call.stream("kts.AddStuff")
    chosen = choose_stuff(call.session.map, call.session.recall(number), stream)
    return pack(f"<{len(chosen)}i", *chosen) if chosen else None


@KTS.function("put_stuff", ("placed", Anything()), ("entry", Anything()), ("got", Anything()), part_of="AddStuff")
def put_stuff(call: Call, placed: str, entry: int | None, got: object) -> None:
    """Place what the generators gave: (square, item, count) as 32-bit numbers."""
    if entry is not None:
        refuse(f"what the generator of list[{entry}] returned", got, "must be an ItemType")
    put = call.session.map.put_item
    squares = call.session.map.stacks.size
    for square, item, count in iter_unpack("<3i", placed.encode("utf-8", "surrogateescape")):
        # A generator may have changed the map meanwhile.
        if square < squares:
            put(square, ItemStack(item, count))


def _monster(call: Call, handle: Handle) -> MonsterType:
    fields: MonsterType = call.session.registry.get("monster", handle.index).fields
    return fields


@KTS.function("AddMonsters", ("montype", MONSTER), ("number", _MOST_AT_ONCE))
def add_monsters(call: Call, monster: Handle, count: int) -> None:
    """Put up to that many monsters on random squares; each is given up after ten tries.

    > kts.AddMonsters(base.rat, 4)
    """
    session = call.session
    stream = call.stream("kts.AddMonsters")
    height = _monster(call, monster).height
    session.roll_health(place_monsters(session.map, monster.index, height, count, stream))


@KTS.function("AddMonster", ("pos", POSITION), ("montype", MONSTER))
def add_monster(call: Call, pos: tuple[int, int], monster: Handle) -> Handle | None:
    """Put a monster on a square; nil when it cannot stand there.

    -> Creature?
    > print(kts.AddMonster({ x = -1, y = 0 }, base.rat)) --> nil
    """
    game_map = call.session.map
    kind = _monster(call, monster)
    if not game_map.is_free(*pos, kind.height):
        return None
    creature = Creature(next(game_map.uids), *pos, kind.height, monster=monster.index)
    game_map.add_creature(creature)
    call.session.roll_health([creature])
    return Handle("creature", creature.uid)


@KTS.function("PlaceItem", ("pos", MAYBE_POSITION), ("itemtype", ITEM), ("number", Maybe(Integer(1, 2**31 - 1), 1)))
def place_item(call: Call, pos: tuple[int, int] | None, item: Handle, count: int) -> bool:
    """Put items on a square, whatever its tiles say, or into its container; false when it is taken.

    -> boolean
    > print(kts.PlaceItem(here, base.bread, 2), kts.PlaceItem(here, base.bread)) --> true false
    """
    square = square_at(call.session.map, pos)
    return square is not None and call.session.map.put_item(square, ItemStack(item.index, count))


@KTS.function("ConnectivityCheck", ("num_keys", COUNT), ("lockpick_itemtype", ITEM))
def connectivity_check(call: Call, keys: int, lockpicks: Handle) -> None:
    """See to it that every player can reach lockpicks, or num_keys different keys, from their home.

    - num_keys: 0 for none
    > kts.ConnectivityCheck(0, base.lockpicks)
    """
    session = call.session
    game_map = session.map
    homes = [home for home in game_map.homes if home.players and game_map.contains(home.x, home.y)]
    starts = [game_map.square(home.x, home.y) for home in sorted(homes, key=lambda home: home.players)]
    stream = call.stream("kts.ConnectivityCheck")
    try:
        ensure_connected(game_map, starts, keys, lockpicks.index, session.key_of(), stream)
    except GenerationError as error:
        raise ModError(f"kts.ConnectivityCheck: {error.message} (dungeon generator failure)") from error


def clear_square(call: Call, height: int) -> tuple[int, int] | None:
    """A random square where a creature of that height can stand, or None."""
    game_map = call.session.map
    row = game_map.tileset.traits.array(("walking", "flying", "missiles")[height])
    squares = np.flatnonzero(row[game_map.stacks] == CLEAR)
    free = [s for s in squares.tolist() if game_map.is_free(*game_map.position(s), height)]
    if not free:
        return None
    return game_map.position(call.stream("kts.random square").choice(free))
