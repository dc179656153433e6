"""Chambers: parts into which walls divide a cave, with a narrow passage here and there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.generate.plans.plan import EDGE, PASSAGE, Plan
from host.metrics.groups import Groups
from host.metrics.regions import regions
from host.model.rng import Stream

# Squares of a chamber, about, and the squares of the smallest cave that is divided.
_SQUARES, _LEAST_CAVE = 190, 90
# Chambers of a small cave.
_FEWEST = 4
# The chance of a passage between two chambers that are connected already.
_LOOP_CHANCE = 0.25

Labels = npt.NDArray[np.int32]


def label_chambers(plan: Plan, stream: Stream) -> Labels:
    """Return the number of the chamber of each square, (height, width), from 1; 0 for rock.

    Chambers grow raggedly from centres at random. A small cave is one chamber.
    """
    opened = plan.open
    squares = np.flatnonzero(opened)
    if len(squares) < _LEAST_CAVE:
        return opened.astype(np.int32)
    count = max(_FEWEST, len(squares) // _SQUARES)
    return _grow(opened, _centres(plan, squares, count, stream), stream)


def divide(plan: Plan, labels: Labels, stream: Stream) -> None:
    """Raise walls between the chambers of a plan, with a passage of one square here and there.

    The passages connect what a wall of one square divides: at least once, and with a chance once more.
    """
    walls = _borders(labels)
    plan.cells[walls] = EDGE
    parts, sizes = regions(plan.open)
    pairs = _list_passages(parts, walls)
    order = sorted(pairs)
    stream.shuffle(order)
    groups = Groups(len(sizes))
    for first, second in order:
        squares = pairs[first, second]
        square = squares[stream.below(len(squares))]
        if groups.join(first, second) or stream.chance(_LOOP_CHANCE):
            plan.cells.flat[square] = PASSAGE


def _centres(plan: Plan, squares: npt.NDArray[np.int64], count: int, stream: Stream) -> npt.NDArray[np.int64]:
    """Return some of `squares`, one in each of as many parts of the same size, in a scattered order.

    The map is cut into columns, and each column into boxes with as many squares.
    """
    ys, xs = np.divmod(squares, plan.width)
    columns = max(1, round((count * plan.width / plan.height) ** 0.5))
    rows = max(1, -(-count // columns))
    picked = []
    for column in np.array_split(squares[np.lexsort((ys, xs))], columns):
        for box in np.array_split(np.sort(column), rows):
            if len(box):
                # The middle half of the box, so that two centres are seldom close to each other.
                quarter = len(box) // 4
                picked.append(int(box[quarter + stream.below(len(box) - 2 * quarter)]))
    return np.array(picked, dtype=np.int64)


def _grow(opened: npt.NDArray[np.bool_], centres: npt.NDArray[np.int64], stream: Stream) -> Labels:
    """Return the number of the chamber of each open square, from 1; 0 for rock, and for what no chamber reaches.

    Chambers grow by a square in each round; each square waits in one round of three, which makes them ragged.
    """
    labels = np.zeros(opened.shape, dtype=np.int32)
    labels.flat[centres] = np.arange(1, len(centres) + 1)
    waits = (stream.words(opened.size) % np.uint64(3)).astype(np.uint8).reshape(opened.shape)
    empty = opened & (labels == 0)
    turn = 0
    still = 0
    while still < 3:
        turn = (turn + 1) % 3
        near = np.zeros_like(labels)
        np.maximum(near[1:], labels[:-1], out=near[1:])
        np.maximum(near[:-1], labels[1:], out=near[:-1])
        np.maximum(near[:, 1:], labels[:, :-1], out=near[:, 1:])
        np.maximum(near[:, :-1], labels[:, 1:], out=near[:, :-1])
        grown = empty & (near > 0) & (waits != turn)
        if grown.any():
            still = 0
            labels[grown] = near[grown]
            empty &= ~grown
        else:
            still += 1
    return labels


def _borders(labels: Labels) -> npt.NDArray[np.bool_]:
    """Return the squares of chambers that touch one with a smaller number, corners included."""
    padded = np.pad(labels, 1)
    height, width = labels.shape
    is_border = np.zeros(labels.shape, dtype=np.bool_)
    for dy in range(3):
        for dx in range(3):
            other = padded[dy : dy + height, dx : dx + width]
            is_border |= (other > 0) & (other < labels)
    return is_border


def _list_passages(parts: Labels, walls: npt.NDArray[np.bool_]) -> dict[tuple[int, int], list[int]]:
    """Return, for each pair of parts, the squares of the walls between which they lie."""
    padded = np.pad(parts, 1)
    pairs: dict[tuple[int, int], list[int]] = {}
    for first, second in ((padded[:-2, 1:-1], padded[2:, 1:-1]), (padded[1:-1, :-2], padded[1:-1, 2:])):
        ys, xs = np.nonzero(walls & (first > 0) & (second > 0) & (first != second))
        low, high = np.minimum(first[ys, xs], second[ys, xs]), np.maximum(first[ys, xs], second[ys, xs])
        squares = (ys * walls.shape[1] + xs).tolist()
        for square, one, other in zip(squares, low.tolist(), high.tolist(), strict=True):
            pairs.setdefault((one, other), []).append(square)
    return pairs
