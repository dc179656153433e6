"""The grounds on which the functions of the toolbox work.

Python does not store plans: Lua holds the squares of a plan as a string of codes, and passes them back. So `ground` is
such a string, with its `width`; the number of a map; or nil for the map of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from host.border.function import Call
from host.border.schema import Integer, ListOf, Truth
from host.errors import ModError
from host.generate.plans.plan import PASSAGE
from host.metrics.walkability import Mask, walkable
from host.model.game_map import GameMap

MAX_INT = 2**31 - 1
COORDINATE = Integer(-MAX_INT, MAX_INT)
# The coordinates of squares: x, y, x, y, …
SQUARES = ListOf(COORDINATE)

# Whether steps in the four diagonal directions are allowed.
DIAGONAL = Truth()


def unpack_codes(cells: bytes, width: int) -> npt.NDArray[np.uint8]:
    """Return the codes of the squares of a plan (height, width)."""
    return np.frombuffer(cells, dtype=np.uint8).reshape(-1, width)


def map_of(call: Call, number: int | None) -> GameMap:
    """Return the map with a number, or the map of the game."""
    return call.session.map if number is None else call.session.current_game.maps[number]


def free_squares(call: Call, ground: int | bytes | None, width: int) -> Mask:
    """Return which squares can be walked, as a mask (height, width)."""
    if isinstance(ground, bytes):
        return unpack_codes(ground, width) >= PASSAGE
    return walkable(map_of(call, ground))


def check_inside(free: Mask, x: int, y: int, path: str) -> tuple[int, int]:
    """Return the square (x, y), which must lie on the map; `path` names it in the message."""
    height, width = free.shape
    if not (0 <= x < width and 0 <= y < height):
        raise ModError(f"{path} is ({x}, {y}): must lie on the map, which has {width} × {height} squares")
    return x, y


def read_squares(free: Mask, numbers: list[int], path: str) -> list[tuple[int, int]]:
    """Return the squares x, y, x, y, … as pairs; each must lie on the map."""
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [check_inside(free, x, y, f"{path}[{i}]") for i, (x, y) in enumerate(pairs, 1)]


def pack_grid(grid: npt.NDArray[np.int32]) -> list[Any]:
    """Return width, height, and a number for each square."""
    return [grid.shape[1], grid.shape[0], grid.astype("<i4").tobytes()]


def pack_positions(positions: list[tuple[int, int]]) -> bytes:
    """Return positions as 32-bit numbers, x and y in turn."""
    return np.array(positions, dtype="<i4").tobytes()
