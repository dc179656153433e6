"""Overlays of the page that need an analysis of a map: the order in which locks open, and what a square sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.errors import RequestError
from host.metrics.analysis import Analysis
from host.metrics.contents import list_keys, list_locked_doors
from host.metrics.sight import are_in_sight
from host.metrics.walkability import Means, walkable
from host.model.game_map import GameMap
from host.model.tile import BLOCKED
from host.model.tile_set import EMPTY
from host.studio.drawing import describe_position

# Squares up to which a square is seen, in each direction.
_SIGHT_RANGE = 64


def describe_locks(game_map: GameMap) -> dict[str, Any]:
    """Return the keys, and the locked doors with the round in which keys open them, from 1; 0 for never.

    Each round takes the keys within reach of the first entrance, and opens what they open.
    """
    doors = list_locked_doors(game_map)
    keys = list_keys(game_map)
    orders = dict.fromkeys((door.square for door in doors), 0)
    analysis = Analysis(game_map)
    if doors and analysis.squares.size:
        for number, (reached, _) in enumerate(analysis.locked_map.rounds(analysis.flood.bit(analysis.start))):
            for square, order in orders.items():
                if not order and analysis.flood.bit(square) & reached:
                    orders[square] = number
    return {
        "doors": [
            {**describe_position(game_map, door.square), "lock": door.lock, "order": orders[door.square]}
            for door in doors
        ],
        "keys": [{**describe_position(game_map, key.square), "opens": key.opens} for key in keys],
    }


def list_squares_in_sight(game_map: GameMap, x: int, y: int) -> list[int]:
    """Return the squares that are seen from (x, y), by number. Doors are open. Raises RequestError.

    Sight crosses what missiles cross, such as water and pits.
    """
    if not game_map.contains(x, y):
        raise RequestError(f"({x}, {y}) is not on the map, which has {game_map.width} × {game_map.height} squares")
    is_clear = game_map.tileset.traits.array("missiles").take(game_map.stacks) != BLOCKED
    is_clear = (is_clear & (game_map.stacks != EMPTY)) | walkable(game_map, Means.DOORS)
    squares = np.argwhere(is_clear)
    start = np.array((y, x))
    squares = squares[np.abs(squares - start).max(axis=1) <= _SIGHT_RANGE]
    seen = squares[are_in_sight(is_clear, np.broadcast_to(start, squares.shape).copy(), squares)]
    numbers: list[int] = (seen @ np.array((game_map.width, 1))).tolist()
    return numbers
