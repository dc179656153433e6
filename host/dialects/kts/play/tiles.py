"""Tiles in play: doors and chests, new tiles, and positions in rotated segments."""

from __future__ import annotations

from collections.abc import Iterator

from host.dialects.kts.play.callbacks import call_tile, originator_of, tile_key
from host.model.game_map import GameMap
from host.model.geometry import turn_direction, turn_offset
from host.model.objects import PICK_ONLY, UNLOCKED, Creature
from host.model.tile import DOOR, WALKING, Tile
from host.play.game import Game

# How far items are pushed when a tile takes their square, in squares.
PUSH_RANGE = 5


def open_or_close(
    game: Game, game_map: GameMap, square: int, should_open: bool | None, actor: Creature | None = None
) -> bool:
    """Open, close or (with None) toggle the first door or chest on a square; return whether anything changed.

    A door with a creature or an item on its square does not close. `actor` is who opens or closes it, if anybody.
    """
    lockable = first_lockable(game_map, square)
    if lockable is None:
        return False
    slot, tile = lockable
    if should_open is None:
        should_open = not tile.is_open
    if tile.is_open == should_open:
        return False
    x, y = game_map.position(square)
    is_occupied = square in game_map.loose_items or not game_map.is_free(x, y, WALKING)
    if not should_open and tile.kind == DOOR and is_occupied:
        return False
    game_map.replace_tile(slot, game.tiles.toggled(game_map.tile_at(slot)))
    call_tile(game, tile_key(game_map, slot), "on_open_or_close", (x, y), actor, originator=originator_of(actor))
    return True


def first_lockable(game_map: GameMap, square: int) -> tuple[int, Tile] | None:
    """Return (tile slot, tile) of the first door or chest on a square."""
    return next(((slot, tile) for slot, tile in game_map.tile_slots(square) if tile.lock is not None), None)


def pick_lock(game: Game, game_map: GameMap, square: int) -> bool:
    """Unlock the door or chest on a square for good; return False without a lock that can be picked."""
    lockable = first_lockable(game_map, square)
    if lockable is None or game_map.lock_of(lockable[0]) not in (PICK_ONLY, *range(1, 1001)):
        return False
    game_map.locks[lockable[0]] = UNLOCKED
    game_map.note_tiles(square)
    game.post("lock picked", x=square % game_map.width, y=square // game_map.width)
    return True


def topmost_destructible(game_map: GameMap, square: int) -> int | None:
    """Return the slot of the topmost tile on a square that hits destroy."""
    return next((slot for slot, tile in reversed(list(game_map.tile_slots(square))) if tile.is_destructible), None)


def add_tile(game_map: GameMap, square: int, tile: int) -> int:
    """Add a tile to a square and return its slot. Items that cannot stay are pushed aside or destroyed."""
    slot = game_map.place_tile(square, tile)
    added = game_map.tileset.tiles[tile]
    if square in game_map.loose_items and added.items_destroyed:
        game_map.take_item(square)
    elif square in game_map.loose_items and not added.items_allowed:
        _push_item(game_map, square)
    return slot


def _push_item(game_map: GameMap, square: int) -> None:
    """Move the items of a square to the nearest square with room for them; without one they are lost."""
    stack = game_map.take_item(square)
    if stack is None:
        return
    for x, y in rings(*game_map.position(square), PUSH_RANGE):
        other = game_map.square(x, y)
        if (
            game_map.contains(x, y)
            and other not in game_map.loose_items
            and game_map.tileset.traits.items_allowed[game_map.stack(other)]
        ):
            game_map.set_item(other, stack)
            return


# -- positions


def rings(x: int, y: int, radius: int) -> Iterator[tuple[int, int]]:
    """Yield the squares around (x, y) up to a radius: nearer rings first, each ring in reading order."""
    for r in range(1, radius + 1):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if max(abs(dx), abs(dy)) == r:
                    yield x + dx, y + dy


def free_near(game_map: GameMap, x: int, y: int, height: int) -> tuple[int, int] | None:
    """Return the nearest square around (x, y) where a creature of that height can stand."""
    radius = max(game_map.width, game_map.height)
    return next((square for square in rings(x, y, radius) if game_map.is_free(*square, height)), None)


def rotated_position(game_map: GameMap, x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """Return (x, y) plus a step, rotated as the segment around (x, y) is."""
    zone = game_map.zone_at(x, y)
    if zone is not None:
        dx, dy = turn_offset(dx, dy, zone.orientation)
    return x + dx, y + dy


def rotated_direction(game_map: GameMap, x: int, y: int, direction: int) -> int:
    """Return a direction, rotated as the segment around (x, y) is."""
    zone = game_map.zone_at(x, y)
    return direction if zone is None else turn_direction(direction, zone.orientation)
