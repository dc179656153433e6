"""The actions dialect: what its worlds ask of maps. All else of it is Lua, in `lua/actions`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from host.border.data import Handle
from host.border.function import Call, Declarations
from host.border.phase import ALWAYS, GAME
from host.border.schema import HandleOf, Integer, ListOf, Text, Truth
from host.errors import ModError
from host.model.colour import COLOURS, HEX_COLOUR
from host.model.map import Map
from host.model.objects import UNLOCKED, ItemStack
from host.model.registry import Prototype
from host.model.tile import BLOCKED, CLEAR, DOOR, WALKING, Tile

ACTIONS = Declarations("actions.")

_MOST_SIDE = 10_000
# A world holds more about a square than a map does.
_MOST_SQUARES = 1_000_000
_NUMBER = Integer(0)
# What Lua is told of a square: nothing there, something to stand on, something in the way.
_NOTHING, _OPEN, _CLOSED = range(3)
_FLOOR_DEPTH = 5
_BLOCKED = (BLOCKED, BLOCKED, BLOCKED)


def _map(call: Call, number: int) -> Map:
    return call.session.current_game.maps[number]


@ACTIONS.function("new_world", ("width", Integer(1, _MOST_SIDE)), ("height", Integer(1, _MOST_SIDE)), part_of="World")
def new_world(call: Call, width: int, height: int) -> int:
    """Make a map without tiles; its number."""
    if width * height > _MOST_SQUARES:
        raise ModError(f"World: width × height is {width * height}: must be at most {_MOST_SQUARES}")
    return call.session.current_game.new_map(width, height)


@ACTIONS.function("current_map", part_of="World.fromMap")
def current_map(call: Call) -> int:
    """The number of the map of the game."""
    game = call.session.current_game
    if not game.map.width:
        raise ModError(
            "World.fromMap: the game has no map yet: lay one out, or make a World(width, height)" + game.why_no_map()
        )
    return game.number_of(game.map)


@ACTIONS.function("show_map", ("number", _NUMBER), phases=GAME, part_of="World.show")
def show_map(call: Call, number: int) -> None:
    """Let a map be that of the game: the one that is drawn, exported and saved."""
    call.session.current_game.map = _map(call, number)


@ACTIONS.function("ground", ("number", _NUMBER), part_of="World.fromMap")
def ground(call: Call, number: int) -> list[int | bytes]:
    """Width, height, and a byte a square: nothing there, something to stand on, something in the way. Doors that are
    not locked can be walked through."""
    game_map = _map(call, number)
    if game_map.width * game_map.height > _MOST_SQUARES:
        size = f"{game_map.width} × {game_map.height}"
        raise ModError(f"World.fromMap: the map has {size} squares: may have at most {_MOST_SQUARES}")
    return [game_map.width, game_map.height, _codes(game_map, np.arange(game_map.stacks.size)).tobytes()]


def _codes(game_map: Map, squares: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """What Lua is told of squares."""
    stacks = game_map.stacks.ravel().take(squares)
    found = np.where(game_map.tileset.traits.array("walking").take(stacks) == CLEAR, _OPEN, _CLOSED).astype(np.uint8)
    found[stacks == 0] = _NOTHING
    lockable = game_map.tileset.traits.array("lockable").take(stacks)
    for i in np.flatnonzero(lockable & (found == _CLOSED)).tolist():
        closed = [(p, tile) for p, tile in game_map.tile_slots(int(squares[i])) if tile.access[WALKING] != CLEAR]
        if all(tile.kind == DOOR and game_map.lock_of(place) == UNLOCKED for place, tile in closed):
            found[i] = _OPEN
    return found


@ACTIONS.function("watch", ("number", _NUMBER), part_of="World.fromMap")
def watch(call: Call, number: int) -> None:
    """Let `written` tell from now on which squares of a map others have written."""
    game_map = _map(call, number)
    if game_map.written is None:
        game_map.written = []
        call.session.current_game.watched.append(game_map)


@ACTIONS.function("written", ("number", _NUMBER), part_of="World.fromMap")
def written(call: Call, number: int) -> list[bytes]:
    """The squares of a watched map that were written since, ascending, as 32-bit numbers; and what they are now, a byte
    each, as `ground` tells."""
    game_map = _map(call, number)
    parts, game_map.written = game_map.written or [], []
    squares = np.unique(np.concatenate([np.atleast_1d(part) for part in parts])) if parts else np.zeros(0, np.int64)
    return [squares.astype("<i4").tobytes(), _codes(game_map, squares).tobytes()]


@contextmanager
def _unseen(game_map: Map) -> Iterator[None]:
    """What is written meanwhile was written by Lua itself."""
    before, game_map.written = game_map.written, None
    try:
        yield
    finally:
        game_map.written = before


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


@ACTIONS.function("ground_tiles", phases=ALWAYS, part_of="World")
def ground_tiles(call: Call) -> list[int]:
    """The tiles of floors and walls of whose class there is none: indices of floor and wall."""
    session = call.session
    found = []
    for name, wall in (("floor", False), ("wall", True)):
        known = session.registry.find("tile", f"actions.{name}")
        if known is None:
            known = session.registry.add("tile", "actions", "", 0, name=name)
            known.fields = session.tiles.add(_tile(known, wall, "", "", ""))
        found.append(known.fields)
    return found


@ACTIONS.function(
    "ground_tile",
    ("name", Text(200)),
    ("wall", Truth()),
    ("title", Text(200)),
    ("glyph", Text(10)),
    ("colour", Text(20)),
    phases=ALWAYS,
    place=True,
    part_of="registerEntity",
)
def ground_tile(
    call: Call, file: str | None, line: int, name: str, wall: bool, title: str, glyph: str, colour: str
) -> int:
    """Register the tile with which a class of floors or walls lies on maps; its index."""
    made = call.session.registry.add("tile", call.mod, file or call.mod, line, name=name)
    made.fields = call.session.tiles.add(_tile(made, wall, title, glyph, colour))
    index: int = made.fields
    return index


@ACTIONS.function(
    "register", ("kind", Text(50)), ("name", Text(200)), phases=ALWAYS, place=True, part_of="registerEntity"
)
def register(call: Call, file: str | None, line: int, kind: str, name: str) -> None:
    """Give a class of entities or an item its place in the registry."""
    call.session.registry.add(kind, call.mod, file or call.mod, line, name=name)


@ACTIONS.function("lay", ("number", _NUMBER), ("tile", _NUMBER), ("squares", Text(8 * _MOST_SQUARES)), part_of="World")
def lay(call: Call, number: int, tile: int, squares: str) -> None:
    """Lay a tile on many squares: runs of them, as pairs of 32-bit numbers in hexadecimal, the first and how many."""
    game_map = _map(call, number)
    runs = np.frombuffer(bytes.fromhex(squares), dtype="<i4").reshape(-1, 2).tolist()
    flat = game_map.stacks.reshape(-1)
    for first, count in runs:
        part = flat[first : first + count]
        for stack in np.unique(part).tolist():
            part[part == stack] = game_map.tileset.with_tile(stack, tile)[0]


@ACTIONS.function("lay_one", ("number", _NUMBER), ("tile", _NUMBER), ("square", _NUMBER), part_of="World")
def lay_one(call: Call, number: int, tile: int, square: int) -> None:
    """Lay a tile on a square."""
    game_map = _map(call, number)
    with _unseen(game_map):
        game_map.place_tile(square, tile)


@ACTIONS.function(
    "set_item",
    ("number", _NUMBER),
    ("square", _NUMBER),
    ("item", HandleOf(("item",))),
    part_of="World.createDroppedItem",
)
def set_item(call: Call, number: int, square: int, item: Handle) -> None:
    """Lay an item of kts on a square, on the pile of its kind if there is one. A square has one pile."""
    game_map = _map(call, number)
    lying = game_map.items.get(square)
    if lying is not None and lying.item != item.index:
        x, y = game_map.position(square)
        raise ModError(
            f"World.createDroppedItem: on ({x + 1}, {y + 1}) lie other items: a square of a map has one pile of them"
        )
    game_map.set_item(square, ItemStack(item.index, lying.count + 1 if lying else 1))


@ACTIONS.function("take_creatures", ("number", _NUMBER), part_of="World.takeCreatures")
def take_creatures(call: Call, number: int) -> list[int]:
    """Take the creatures off a map: the squares where they stood, in their order."""
    game_map = _map(call, number)
    squares = {game_map.square(creature.x, creature.y) for creature in game_map.creatures}
    for creature in list(game_map.creatures):
        game_map.remove_creature(creature)
    return sorted(squares)


@ACTIONS.function(
    "add_rooms",
    ("number", _NUMBER),
    ("rooms", ListOf(Integer(-_MOST_SIDE, _MOST_SIDE), longest=4 * _MOST_SQUARES)),
    part_of="World.materializeGenerator",
)
def add_rooms(call: Call, number: int, rooms: list[int]) -> None:
    """Tell what rooms a map has: x, y, width and height of each in turn, walls included."""
    _map(call, number).add_rooms(np.array(rooms, dtype=np.int32).reshape(-1, 4), 0, 0)


@ACTIONS.function("take", ("number", _NUMBER), ("square", _NUMBER), ("wall", Truth()), part_of="World")
def take(call: Call, number: int, square: int, wall: bool) -> None:
    """Take away what is in the way on a square, or what one stands on."""
    game_map = _map(call, number)
    with _unseen(game_map):
        for place, tile in reversed(list(game_map.tile_slots(square))):
            if (tile.access[WALKING] != CLEAR) == wall:
                game_map.remove_tile(place)


# Mods know them by the words of the dialect, which have no prefix.
for _function in ACTIONS.functions:
    _function.title = _function.part_of.removeprefix("actions.")
