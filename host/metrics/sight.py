"""Sight: the field of view of a square, and the lines of sight between squares."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask
from host.model.game_map import GameMap
from host.model.rng import Stream, below_array
from host.model.tile import BLOCKED

# Number of pairs of squares that are tried. Up to 64 squares, these are all pairs.
_PAIRS = 4096


def share_in_sight(is_open: Mask) -> float:
    """Return the share of pairs of open squares of which one sees the other; NaN without open squares.

    This is the mean number of squares in sight of an open square / open squares. Each square sees itself. From 65 open
    squares on, 4,096 pairs are drawn from a fixed stream: the standard error is below 0.008.
    """
    squares = np.argwhere(is_open)
    count = len(squares)
    if not count:
        return float("nan")
    if count * count <= _PAIRS:
        first, second = np.divmod(np.arange(count * count), count)
    else:
        words = Stream(0, "host", "metrics openness").words(2 * _PAIRS)
        first, second = below_array(words, np.full(2 * _PAIRS, count, dtype=np.uint64)).reshape(2, -1)
    return float(are_in_sight(is_open, squares[first], squares[second]).mean())


def map_in_sight(game_map: GameMap, x: int, y: int) -> Mask:
    """Return which squares of a map are seen from (x, y)."""
    return squares_in_sight(clear_squares(game_map), x, y)


def clear_squares(game_map: GameMap) -> Mask:
    """Return the squares that sight passes: where missiles pass or may approach."""
    is_clear: Mask = game_map.tileset.traits.array("missiles").take(game_map.stacks) != BLOCKED
    return is_clear


def squares_in_sight(is_clear: Mask, x: int, y: int) -> Mask:
    """Return which squares are seen from (x, y), over squares that are clear: walls that are seen are among them.

    The result is the same as by `are_in_sight`, but by shadows: in each eighth of the map, lines are slopes from 0 to
    1, and a square that is not clear hides the slopes that it is nearest to in its column.
    """
    seen = np.zeros_like(is_clear)
    seen[y, x] = True
    for up in (slice(y, None), slice(y, None, -1)):
        for across in (slice(x, None), slice(x, None, -1)):
            _cast(is_clear[up, across], seen[up, across])
            _cast(is_clear[up, across].T, seen[up, across].T)
    return seen


# A slope as numerator and denominator, and the first and the last slope of those that are not hidden.
_Slope = tuple[int, int]
_Span = tuple[_Slope, _Slope]


def _cast(is_clear: Mask, seen: Mask) -> None:
    """Mark what is seen from [0, 0] at [column, row] with row <= column."""
    spans: list[_Span] = [((0, 1), (1, 1))]
    for column in range(1, len(is_clear)):
        line = is_clear[column, : column + 1].tobytes()
        for (low, below), (high, above) in spans:
            seen[column, -(-low * column // below) : high * column // above + 1] = True
        if b"\0" in line:
            spans = [part for span in spans for part in _split(span, line, column)]


def _split(span: _Span, line: bytes, column: int) -> Iterator[_Span]:
    """Yield the parts of a span that a column leaves; `line` has a 0 for each square that hides.

    Squares that hide hide an open interval of slopes: a line between one of them and a clear square is free.
    """
    (low, below), (high, above) = span
    # The first row that hides a slope above the lowest one, and the last one that hides a slope below the highest.
    row = (2 * column * low - below) // (2 * below) + 1
    last = -(-(2 * column * high + above) // (2 * above)) - 1
    if row > last and line[last : row + 1] == b"\0\0":
        # A single slope, between two squares that hide.
        return
    while (first := line.find(b"\0", row, last + 1)) >= 0:
        # The squares in a row that hide, from their first one on, which may be before the span.
        begin = 2 * (line.rfind(b"\1", 0, first) + 1) - 1
        if low * 2 * column <= begin * below:
            yield (low, below), (begin, 2 * column)
        row = line.find(b"\1", first)
        if row < 0:
            return
        low, below = 2 * row - 1, 2 * column
    if low * above <= high * below:
        yield (low, below), (high, above)


def are_in_sight(is_open: Mask, starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return, for each pair of squares (y, x), (n, 2), whether the line between their centres is over open squares.

    The line has one square in each row or column, whichever it crosses more of. Where it runs between two squares, one
    of them must be open: so sight is mutual, and the same in mirror images.
    """
    change = ends - starts
    length = np.abs(change).max(axis=1)
    in_sight = np.ones(len(starts), dtype=np.bool_)
    # Lines that are not over yet.
    left = np.flatnonzero(length > 1)
    step = 1
    while len(left):
        span = length[left, None]
        moved = 2 * step * change[left]
        low = starts[left] + (moved + span - 1) // (2 * span)
        high = starts[left] + (moved + span) // (2 * span)
        is_clear = is_open[low[:, 0], low[:, 1]] | is_open[high[:, 0], high[:, 1]]
        in_sight[left[~is_clear]] = False
        step += 1
        left = left[is_clear & (length[left] > step)]
    return in_sight
