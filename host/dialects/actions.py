"""The actions dialect: functions on maps that its worlds call. The rest of the dialect is Lua, in `lua/actions`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from struct import pack

import numpy as np
import numpy.typing as npt

from host.border.data import Handle
from host.border.function import Call, Declarations
from host.border.phase import ALWAYS, GAME
from host.border.schema import HandleOf, Integer, Maybe, Text, Truth
from host.dialects.loose_items import item_rows
from host.errors import ModError
from host.metrics.walkability import opens
from host.model.changes import record_changes, take_changes, unrecorded
from host.model.colour import COLOURS, HEX_COLOUR
from host.model.map import Map
from host.model.objects import Creature, ItemStack, MonsterType
from host.model.registry import Prototype
from host.model.tile import BLOCKED, CLEAR, WALKING, Tile
from host.model.tile_set import EMPTY
from host.play import creatures as play
from host.play import items
from host.play.game import Game

# Messages use the names of the dialect, which have no prefix.
ACTIONS = Declarations("actions.", seen_as="")

MOST_SIDE = 10_000
# A world needs more memory for a square than a map does.
MOST_SQUARES = 1_000_000
_NUMBER = Integer(0)
# Lua reads rows of 32-bit numbers.
_MOST_HEALTH = _MOST_ITEMS = 2**31 - 1
# Codes of squares for Lua: no tile, a floor, or a tile that blocks walking.
_EMPTY, _OPEN, _CLOSED = range(3)
# Stands for the type of knights, who have no monster type.
_KNIGHT = -1
_FLOOR_DEPTH = 5
_BLOCKED = (BLOCKED, BLOCKED, BLOCKED)


def _map(call: Call, number: int) -> Map:
    return call.session.current_game.maps[number]


@ACTIONS.function("new_map", ("width", Integer(1, MOST_SIDE)), ("height", Integer(1, MOST_SIDE)), part_of="World")
def new_map(call: Call, width: int, height: int) -> int:
    """Create a map without tiles. Returns its number."""
    if width * height > MOST_SQUARES:
        raise ModError(f"World: width × height is {width * height}: must be at most {MOST_SQUARES}")
    return call.session.current_game.new_map(width, height)


@ACTIONS.function("empty_map", part_of="World")
def empty_map(call: Call) -> int:
    """Create a map without squares. Returns its number."""
    return call.session.current_game.new_map(0, 0)


@ACTIONS.function("current_map", part_of="World.fromMap")
def current_map(call: Call) -> int:
    """Return the number of the map of the game."""
    game = call.session.current_game
    if not game.map.width:
        advice = "lay one out, or make a World(width, height)"
        raise game.missing_map_error("World.fromMap: the game has no map yet", advice)
    return game.number_of(game.map)


@ACTIONS.function("show_map", ("number", _NUMBER), phases=GAME, part_of="World.show")
def show_map(call: Call, number: int) -> None:
    """Make a map the map of the game, which is drawn, exported and saved."""
    call.session.current_game.map = _map(call, number)


@ACTIONS.function("ground", ("number", _NUMBER), part_of="World.fromMap")
def ground(call: Call, number: int) -> list[int | bytes]:
    """Return width, height, and the code of each square, one byte each.

    Doors that are not locked count as floors.
    """
    game_map = _map(call, number)
    if game_map.width * game_map.height > MOST_SQUARES:
        size = f"{game_map.width} × {game_map.height}"
        raise ModError(f"World.fromMap: the map has {size} squares: may have at most {MOST_SQUARES}")
    return [game_map.width, game_map.height, _codes(game_map, np.arange(game_map.stacks.size)).tobytes()]


def _codes(game_map: Map, squares: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Return the codes of squares."""
    codes = np.where(opens(game_map, squares), _OPEN, _CLOSED).astype(np.uint8)
    codes[game_map.stacks.ravel().take(squares) == EMPTY] = _EMPTY
    return codes


@ACTIONS.function("watch", ("number", _NUMBER), part_of="World.fromMap")
def watch(call: Call, number: int) -> None:
    """Start to record which squares and creatures of a map change, for `take_written`."""
    record_changes(_map(call, number), call.session.current_game.unread_changes)


@ACTIONS.function("take_written", ("number", _NUMBER), part_of="World.fromMap")
def take_written(call: Call, number: int) -> list[bytes]:
    """Return and clear the recorded changes of a map.

    The squares that were written ascend and are 32-bit numbers; the second value has the code of each, one byte each;
    the third has a row for each creature that changed, the fourth one for each square with other loose items.
    """
    game_map = _map(call, number)
    changes = take_changes(game_map)
    rows = b"".join(_creature_row(game_map, uid, creature) for uid, creature in changes.creatures.items())
    loose = item_rows(game_map, changes.items)
    return [changes.tiles.astype("<i4").tobytes(), _codes(game_map, changes.tiles).tobytes(), rows, loose]


@ACTIONS.function("creatures", ("number", _NUMBER), part_of="World.fromMap")
def creatures(call: Call, number: int) -> bytes:
    """Return a row for each creature of a map."""
    game_map = _map(call, number)
    return b"".join(_creature_row(game_map, creature.uid, creature) for creature in game_map.living_creatures)


@ACTIONS.function("loose_items", ("number", _NUMBER), part_of="World.fromMap")
def loose_items(call: Call, number: int) -> bytes:
    """Return a row for each square of a map with loose items."""
    game_map = _map(call, number)
    return item_rows(game_map, sorted(game_map.loose_items))


def _creature_row(game_map: Map, uid: int, creature: Creature | None) -> bytes:
    """Return uid, square, health and monster type of a creature, 32-bit numbers; the square of one that left is -1."""
    if creature is None:
        return pack("<4i", uid, -1, 0, 0)
    monster = _KNIGHT if creature.monster is None else creature.monster
    return pack("<4i", uid, game_map.square(creature.x, creature.y), creature.health, monster)


@ACTIONS.function("monster_type", ("index", _NUMBER), part_of="World.fromMap")
def monster_type(call: Call, index: int) -> list[str | None]:
    """Return id, name, glyph and colour of a monster type."""
    prototype = call.session.registry.get("monster", index)
    monster: MonsterType = prototype.fields
    name = monster.name or prototype.id.partition(".")[2].replace("_", " ")
    return [prototype.id, name, monster.glyph, monster.colour]


def _creature(game_map: Map, uid: int) -> Creature | None:
    return next((creature for creature in game_map.living_creatures if creature.uid == uid), None)


@contextmanager
def _playing_on(game: Game, game_map: Map) -> Iterator[None]:
    """Let play, which is about the map of the game, happen on another map."""
    before, game.map = game.map, game_map
    try:
        yield
    finally:
        game.map = before


@ACTIONS.function(
    "set_health", ("number", _NUMBER), ("uid", _NUMBER), ("health", Integer(0, _MOST_HEALTH)), part_of="HP.takeDamage"
)
def set_health(call: Call, number: int, uid: int, health: int) -> None:
    """Damage or heal a creature."""
    game, game_map = call.session.current_game, _map(call, number)
    creature = _creature(game_map, uid)
    if creature is not None and health < creature.health:
        with _playing_on(game, game_map):
            play.damage(game, creature, creature.health - health)
    elif creature is not None:
        game_map.set_health(creature, health)


@ACTIONS.function(
    "kill_creature", ("number", _NUMBER), ("uid", _NUMBER), ("amount", _NUMBER), part_of="World.removeDead"
)
def kill_creature(call: Call, number: int, uid: int, amount: int) -> None:
    """Let a creature die; `amount` is the damage of the blow that killed it, or 0."""
    game, game_map = call.session.current_game, _map(call, number)
    creature = _creature(game_map, uid)
    if creature is not None:
        with _playing_on(game, game_map):
            if amount:
                play.damage(game, creature, max(amount, creature.health))
            play.die(game, creature)


@ACTIONS.function("move_creature", ("number", _NUMBER), ("uid", _NUMBER), ("square", _NUMBER), part_of="Grid.move")
def move_creature(call: Call, number: int, uid: int, square: int) -> bool:
    """Move a creature to a square, whether or not its tiles block. Returns False when another creature is there."""
    game_map = _map(call, number)
    creature = _creature(game_map, uid)
    if creature is None:
        return True
    x, y = game_map.position(square)
    if game_map.creature_at(x, y, creature.height) is not None:
        return False
    game_map.move_creature(creature, x, y)
    return True


def _tile(prototype: Prototype, wall: bool, name: str, glyph: str, colour: str) -> Tile:
    return Tile(
        prototype,
        access=_BLOCKED if wall else (CLEAR, CLEAR, CLEAR),
        items_allowed=not wall,
        depth=0 if wall else _FLOOR_DEPTH,
        name=name or None,
        glyph=glyph if len(glyph) == 1 and glyph.isprintable() else None,
        colour=colour if colour in COLOURS or HEX_COLOUR.match(colour) else None,
    )


@ACTIONS.function("default_tiles", phases=ALWAYS, part_of="World")
def default_tiles(call: Call) -> list[int]:
    """Return the tiles of floors and walls whose classes are not registered: indices of floor and wall."""
    session = call.session
    indices = []
    for name, wall in (("floor", False), ("wall", True)):
        prototype = session.registry.find("tile", f"actions.{name}")
        if prototype is None:
            prototype = session.registry.add("tile", "actions", "", 0, name=name)
            prototype.fields = session.tiles.add(_tile(prototype, wall, "", "", ""))
        indices.append(prototype.fields)
    return indices


@ACTIONS.function(
    "register_tile",
    ("name", Text(200)),
    ("wall", Truth()),
    ("title", Text(200)),
    ("glyph", Text(10)),
    ("colour", Text(20)),
    phases=ALWAYS,
    location=True,
    part_of="registerEntity",
)
def register_tile(
    call: Call, file: str | None, line: int, name: str, wall: bool, title: str, glyph: str, colour: str
) -> int:
    """Register the tile of a class of floors or walls. Returns its index."""
    prototype = call.session.registry.add("tile", call.mod, file or call.mod, line, name=name)
    prototype.fields = call.session.tiles.add(_tile(prototype, wall, title, glyph, colour))
    index: int = prototype.fields
    return index


@ACTIONS.function(
    "change_tile",
    ("tile", _NUMBER),
    ("wall", Truth()),
    ("title", Text()),
    ("glyph", Text()),
    ("colour", Text()),
    phases=ALWAYS,
    part_of="registerEntity",
)
def change_tile(call: Call, tile: int, wall: bool, title: str, glyph: str, colour: str) -> None:
    """Change the tile of a class whose fields a mod has assigned."""
    tiles = call.session.tiles
    tiles.replace(tile, _tile(tiles.tiles[tile].prototype, wall, title, glyph, colour))


@ACTIONS.function(
    "register",
    ("kind", Text(50)),
    ("name", Text(200)),
    ("class_file", Maybe(Text())),
    ("class_line", Maybe(Integer())),
    phases=ALWAYS,
    location=True,
    part_of="registerEntity",
)
def register(
    call: Call, file: str | None, line: int, kind: str, name: str, class_file: str | None, class_line: int | None
) -> None:
    """Add a class of entities or an item to the registry.

    When the host registers what the mod returned, no line of the mod is running: that of the class takes its place.
    """
    if file is None and class_file is not None:
        file, line = class_file, class_line or 0
    call.session.registry.add(kind, call.mod, file or call.mod, line, name=name)


@ACTIONS.function(
    "lay_tiles", ("number", _NUMBER), ("tile", _NUMBER), ("squares", Text(8 * MOST_SQUARES)), part_of="World"
)
def lay_tiles(call: Call, number: int, tile: int, squares: str) -> None:
    """Lay a tile on many squares: runs of (first square, count), 32-bit numbers in hexadecimal."""
    game_map = _map(call, number)
    runs = np.frombuffer(bytes.fromhex(squares), dtype="<i4").reshape(-1, 2).tolist()
    flat = game_map.stacks.reshape(-1)
    for first, count in runs:
        part = flat[first : first + count]
        for stack in np.unique(part).tolist():
            part[part == stack] = game_map.tileset.with_tile(stack, tile)[0]
    with unrecorded(game_map):
        game_map.note_tiles(0)


@ACTIONS.function("lay_tile", ("number", _NUMBER), ("tile", _NUMBER), ("square", _NUMBER), part_of="World")
def lay_tile(call: Call, number: int, tile: int, square: int) -> None:
    """Lay a tile on a square."""
    game_map = _map(call, number)
    with unrecorded(game_map):
        game_map.place_tile(square, tile)


@ACTIONS.function(
    "add_item",
    ("number", _NUMBER),
    ("square", _NUMBER),
    ("item", HandleOf(("item",))),
    part_of="World.createDroppedItem",
)
def add_item(call: Call, number: int, square: int, item: Handle) -> None:
    """Add an item of kts to the items on a square, which must be of the same type."""
    game_map = _map(call, number)
    stack = game_map.loose_items.get(square)
    x, y = game_map.position(square)
    if stack is not None and stack.item != item.index:
        raise ModError(
            f"World.createDroppedItem: ({x + 1}, {y + 1}) has items of another type: a square holds items of one type"
        )
    if stack is not None and stack.count >= _MOST_ITEMS:
        raise ModError(f"World.createDroppedItem: ({x + 1}, {y + 1}) has {stack.count} items: that is the most")
    game_map.set_item(square, ItemStack(item.index, stack.count + 1 if stack else 1))


@ACTIONS.function("remove_items", ("number", _NUMBER), ("square", _NUMBER), part_of="World.removeDead")
def remove_items(call: Call, number: int, square: int) -> None:
    """Remove the loose items of a square."""
    _map(call, number).take_item(square)


@ACTIONS.function("pick_up_items", ("number", _NUMBER), ("square", _NUMBER), part_of="Equip.onDisplace")
def pick_up_items(call: Call, number: int, square: int) -> int:
    """Remove the loose items of a square that can be picked up. Returns how many there were."""
    stack = items.take_loose(call.session.current_game, _map(call, number), square)
    return stack.count if stack else 0


@ACTIONS.function(
    "lay_items",
    ("number", _NUMBER),
    ("square", _NUMBER),
    ("item", HandleOf(("item",))),
    ("count", Integer(1, _MOST_ITEMS)),
    part_of="InventoryOfEntity.dropItems",
)
def lay_items(call: Call, number: int, square: int, item: Handle, count: int) -> int:
    """Lay items on a square and around it. Returns how many found room."""
    return items.lay(call.session.current_game, _map(call, number), square, item.index, count)


@ACTIONS.function("item_id", ("item", HandleOf(("item",))), part_of="InventoryOfEntity")
def item_id(call: Call, item: Handle) -> str:
    """Return the id of an item type."""
    return call.session.registry.get("item", item.index).id


@ACTIONS.function("find_item_type", ("id", Text(200)), part_of="InventoryOfEntity")
def find_item_type(call: Call, identity: str) -> Handle | None:
    """Return the item type of an id, or nil."""
    prototype = call.session.registry.find("item", identity)
    return None if prototype is None else Handle("item", prototype.index)


@ACTIONS.function("remove_creatures", ("number", _NUMBER), part_of="World.takeCreatures")
def remove_creatures(call: Call, number: int) -> list[int]:
    """Remove the creatures of a map. Returns the squares on which they stood, in ascending order."""
    game_map = _map(call, number)
    squares = {game_map.square(creature.x, creature.y) for creature in game_map.living_creatures}
    for creature in list(game_map.living_creatures):
        game_map.remove_creature(creature)
    return sorted(squares)


@ACTIONS.function("remove_tiles", ("number", _NUMBER), ("square", _NUMBER), ("wall", Truth()), part_of="World")
def remove_tiles(call: Call, number: int, square: int, wall: bool) -> None:
    """Remove the tiles of a square that block walking, or those that do not."""
    game_map = _map(call, number)
    with unrecorded(game_map):
        for slot, tile in reversed(list(game_map.tile_slots(square))):
            if (tile.access[WALKING] != CLEAR) == wall:
                game_map.remove_tile(slot)
