"""Tiles in play: new tiles, and the items on their squares."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from host.model.game_map import GameMap
from host.model.objects import ItemStack
from host.model.tile import Tile

# How far around a creature that dies its items drop, in squares.
PUSH_RANGE = 5


def topmost_destructible(game_map: GameMap, square: int) -> int | None:
    """Return the slot of the topmost tile on a square that hits destroy."""
    return next((slot for slot, tile in reversed(list(game_map.tile_slots(square))) if tile.is_destructible), None)


def add_tile(game_map: GameMap, square: int, tile: int) -> int:
    """Add a tile to a square and return its slot. Items that cannot stay move aside or are destroyed."""
    slot = game_map.place_tile(square, tile)
    settle_items(game_map, square, game_map.tileset.tiles[tile])
    return slot


def settle_items(game_map: GameMap, square: int, tile: Tile) -> None:
    """Destroy the items of a square whose new tile destroys items, or move them aside if it does not allow items."""
    if square not in game_map.loose_items or (tile.items_allowed and not tile.items_destroyed):
        return
    stack = game_map.take_item(square)
    if stack is not None and not tile.items_destroyed:
        lay_near(game_map, square, stack)


def lay_near(game_map: GameMap, square: int, stack: ItemStack) -> int | None:
    """Lay items on the nearest square that takes them, and return it; None when there is none."""
    open_squares = game_map.tileset.traits.array("items_allowed").take(game_map.stacks)
    most = game_map.registry.get("item", stack.item).fields.max_stack
    for taken, lying in game_map.loose_items.items():
        if lying.item != stack.item or lying.count + stack.count > most:
            open_squares.flat[taken] = False
    if not open_squares.any():
        return None
    x, y = game_map.position(square)
    rows, columns = np.ogrid[: game_map.height, : game_map.width]
    # As `rings` counts, and those that are equally near in reading order.
    steps = np.where(open_squares, np.maximum(abs(columns - x), abs(rows - y)), game_map.width + game_map.height)
    nearest = int(steps.argmin())
    lying = game_map.loose_items.get(nearest, ItemStack(stack.item, 0))
    game_map.set_item(nearest, ItemStack(stack.item, lying.count + stack.count))
    return nearest


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
