"""The list of kts functions, and the values that several of them take."""

from __future__ import annotations

import math
from typing import Any

from host.border.function import Call, Declarations
from host.border.schema import (
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    OneOf,
    Position,
    Text,
    Type,
    is_of_kind,
    is_table,
    refuse,
)
from host.border.session import Session
from host.border.values import Handle, Opaque, Table
from host.errors import ModError
from host.errors.spelling import find_typos
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.registry import Prototype

KTS = Declarations("kts.")

TILE = HandleOf(("tile",), name="Tile")
ITEM = HandleOf(("item",), name="ItemType")
MONSTER = HandleOf(("monster",), name="MonsterType")
PLAYER = HandleOf(("player",), name="Player")
CREATURE = HandleOf(("creature",), name="Creature")
PLAYER_OR_CREATURE = HandleOf(("player", "creature"), name="Player|Creature")
POSITION = Position()
MAYBE_POSITION = Maybe(POSITION)
# Counts, times and the like; 32 bits, as in the original.
COUNT = Integer(0, 2**31 - 1)
INT = Integer(-(2**31), 2**31 - 1)
_CATEGORY_TEXT = Text()


class Cached(Type):
    """The number of a cached table, or nil: Lua sends a table once, and then its number. `name` is what mods pass."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, value: Any, path: str) -> int | None:  # noqa: ARG002 - trusted Lua sends it
        number: int | None = value
        return number


# A tile or a list of tiles, as a list of handles.
TILES: Type = OneOf(
    ((is_of_kind("tile"), TILE), (is_table, ListOf(TILE, longest=64))),
    "must be a Tile or a list of Tiles",
    name="Tile|Tile[]",
)


def position(x: int, y: int) -> dict[str, int]:
    """Return a position as mods see it."""
    return {"x": x, "y": y}


def direction(number: int) -> str:
    """Return the name of a direction, as mods see it."""
    return DIRECTIONS[number]


def square_at(game_map: GameMap, pos: tuple[int, int] | None) -> int | None:
    """Return the square of a position, or None outside the map."""
    if pos is None or not game_map.contains(*pos):
        return None
    return game_map.square(*pos)


def tile_handle(game_map: GameMap, slot: int) -> Handle:
    """Return the handle of the tile in a slot, or of its copy when the slot has one."""
    tile = game_map.tileset.tiles[game_map.tile_at(slot)]
    copy = game_map.copy_uid(slot) if tile.has_state else 0
    return Handle("tile", tile.prototype.index, copy)


def stack_of(call: Call, handles: Handle | list[Handle] | None) -> int | None:
    """Return the id of a stack of tiles, given as one handle or a list; None for nil."""
    if handles is None:
        return None
    if isinstance(handles, Handle):
        handles = [handles]
    return call.session.tiles.intern(tile_of(call, handle) for handle in handles)


def tile_of(call: Call, handle: Handle) -> int:
    """Return the tile index behind the handle of a prototype or of a copy."""
    if handle.index < 0:
        slot = call.session.map.tile_slot_of(-handle.index) if call.session.game else None
        if slot is None:
            raise ModError("the tile is no longer on the map")
        return call.session.map.tile_at(slot)
    return call.session.tile_index(handle.index)


def prototype_of(call: Call, handle: Handle) -> Prototype:
    """Return the prototype behind the handle of a prototype or of a copy."""
    if handle.kind == "tile":
        return call.session.tiles.tiles[tile_of(call, handle)].prototype
    return call.session.registry.get(handle.kind, handle.index)


def plain(call: Call, value: Any, path: str) -> Any:
    """Return a value for an event as plain data: tables become lists and dicts, handles become names.

    Raises ArgumentError for values that JSON cannot hold.
    """
    if isinstance(value, Table):
        items = [plain(call, item, f"{path}[{i}]") for i, item in enumerate(value.items, 1)]
        if not value.fields:
            return items
        fields = {
            str(key): plain(call, item, f"{path}.{key}")
            for key, item in value.fields.items()
            if isinstance(key, str | int | float)
        }
        return {**{str(i): item for i, item in enumerate(items, 1)}, **fields}
    if isinstance(value, Handle):
        return _name(call, value)
    if isinstance(value, float) and not math.isfinite(value):
        refuse(path, value, "must be a finite number")
    if isinstance(value, Opaque):
        refuse(path, value, "must be text, a number or a table of these")
    return value


def _name(call: Call, handle: Handle) -> str:
    if handle.kind == "player" and call.session.game and 0 <= handle.index < len(call.session.game.players):
        return call.session.game.players[handle.index].name
    if handle.kind in ("player", "creature"):
        return f"{handle.kind} {handle.index}" if handle.index >= 0 else f"a {handle.kind} of a former game"
    return prototype_of(call, handle).id


def category(value: Any, path: str) -> Any:
    """Read an item category: a string, a number, a boolean or a handle."""
    if isinstance(value, Handle):
        return f"{value.kind} #{value.index}"
    if not isinstance(value, str | int | float | bool):
        refuse(path, value, "must be a category: a string, number, boolean or handle")
    return _CATEGORY_TEXT.read(value, path) if isinstance(value, str) else value


def warn_of_category(session: Session, subject: str, value: Any, file: str | None, line: int) -> None:
    """Warn of a category that no tile has, if its name is nearly the name of a category that tiles have."""
    tiles = session.tiles
    # A category that was used before has been checked.
    if not isinstance(value, str) or value in tiles.categories:
        return
    categories = {tile.category for tile in tiles.tiles if isinstance(tile.category, str)} - {value}
    for wrong, near in find_typos([value], sorted(categories)):
        message = f'{subject} is "{wrong}", a category that no tile has; did you mean "{near}"?'
        session.warn(message, file, line, "near-miss")
