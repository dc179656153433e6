"""Flood fill: long ways, which the flood goes square by square, and short ones."""

from __future__ import annotations

import numpy as np
import pytest

from host.metrics.flood import MOST_FOR_BITS, reachable
from host.metrics.walkability import Mask


def draw_snake(side: int) -> Mask:
    """Return one corridor that turns at each border, from the corner (1, 1) on."""
    free = np.zeros((side, side), dtype=np.bool_)
    free[1:-1:2, 1:-1] = True
    for number, y in enumerate(range(2, side - 2, 2)):
        free[y, 1 if number % 2 else side - 2] = True
    return free


@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("turned", [False, True])
def test_a_long_way_through_a_large_map(diagonal: bool, turned: bool) -> None:
    free = draw_snake(101).T if turned else draw_snake(101)
    assert free.size > MOST_FOR_BITS
    assert np.array_equal(reachable(free, [(1, 1)], diagonal=diagonal), free)


@pytest.mark.parametrize("diagonal", [False, True])
def test_a_snake_that_is_cut(diagonal: bool) -> None:
    free = draw_snake(101)
    free[60, :] = False
    reached = reachable(free, [(1, 1)], diagonal=diagonal)
    assert np.array_equal(reached[:60], free[:60])
    assert not reached[60:].any()
    assert not reachable(free, [(0, 0)], diagonal=diagonal).any()
