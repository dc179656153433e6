"""Turned grids and rectangles, by formulas and square by square."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from host.model import geometry

NUMBERS = st.integers(-2, 9)
SIDES = st.integers(1, 9)
ORIENTATIONS = st.sampled_from(geometry.ORIENTATIONS)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS), max_size=3), SIDES, SIDES, ORIENTATIONS)
def test_rectangles_turn_as_their_squares(
    rectangles: list[tuple[int, int, int, int]], width: int, height: int, orientation: int
) -> None:
    turned = geometry.turn_rectangles(rectangles, width, height, orientation)
    assert turned == [geometry.turn_rectangle(*rectangle, width, height, orientation) for rectangle in rectangles]


@given(SIDES, SIDES, ORIENTATIONS)
def test_grids_turn_as_their_squares(width: int, height: int, orientation: int) -> None:
    grid = np.arange(width * height).reshape(height, width)
    turned = geometry.turn_grid(grid, orientation)
    for y in range(height):
        for x in range(width):
            new_x, new_y = geometry.turn_square(x, y, width, height, orientation)
            assert turned[new_y, new_x] == grid[y, x]
