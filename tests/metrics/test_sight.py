"""What is seen from a square, against a line to each square by itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from host.metrics.sight import are_in_sight, squares_in_sight
from host.metrics.walkability import Mask


def reference(is_clear: Mask, x: int, y: int) -> Mask:
    """Return what is seen, by a line to each square."""
    squares = np.argwhere(np.ones_like(is_clear))
    return are_in_sight(is_clear, np.full_like(squares, (y, x)), squares).reshape(is_clear.shape)


@given(st.integers(1, 14), st.integers(1, 14), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_what_is_seen_is_what_a_line_reaches(width: int, height: int, share: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    is_clear = random.random((height, width)) >= share
    x, y = int(random.integers(width)), int(random.integers(height))
    assert np.array_equal(squares_in_sight(is_clear, x, y), reference(is_clear, x, y))


def test_large_caves_agree_with_lines() -> None:
    random = np.random.default_rng(1)
    for share in (0.02, 0.1, 0.3):
        is_clear = random.random((60, 90)) >= share
        assert np.array_equal(squares_in_sight(is_clear, 45, 30), reference(is_clear, 45, 30))


def test_lines_between_two_walls_are_shut_from_a_corner() -> None:
    random = np.random.default_rng(2)
    for _ in range(400):
        is_clear = random.random(random.integers(3, 12, 2)) >= random.choice([0.2, 0.4, 0.6])
        assert np.array_equal(squares_in_sight(is_clear, 0, 0), reference(is_clear, 0, 0))
