"""Corridors: a single corridor that winds through rock and never touches itself.

It grows at random from both ends, as a self-avoiding walk does, and gives up a random part of an end when neither end
can grow. A length that is not reached in time comes from a meander in parallel lines, whose length is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from host.errors import GenerationError
from host.generate.options import SIZE, Generator, integer_option, share_option
from host.generate.plans.plan import PASSAGE, Plan, Steps
from host.model.rng import Stream

# Changes of the corridor, for each square of its length, before it becomes a part of a meander.
_PATIENCE = 30

CORRIDOR = Generator(
    "corridor",
    "host",
    (
        *SIZE,
        integer_option("length", 60, 2, 10_000, "squares of the corridor, both ends included"),
        share_option("straight", 0.0, "the chance to continue straight where possible"),
    ),
    "a winding corridor that never touches itself",
)


def corridor(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each change of the corridor, and one with walls.

    Two squares of the corridor are side by side only where one follows the other. Its ends are the first and the second
    room, of one square each. Raises GenerationError for a length above `longest_corridor`.
    """
    plan, length = Plan(options["width"], options["height"]), options["length"]
    longest = longest_corridor(plan.width, plan.height)
    if length > longest:
        raise GenerationError(
            f"a corridor of {length} squares may not fit into {plan.width} × {plan.height} squares, where all squares "
            f"at the sides are wall: {longest} is the greatest length that fits for every seed"
        )
    cells = plan.share_cells()
    squares: deque[int] = deque()
    for squares in _grow(plan, cells, options, stream):  # noqa: B007
        yield plan
    if len(squares) < length:
        plan.cells[:] = 0
        squares = _part_of_meander(plan, length, stream)
        for square in squares:
            cells[square] = PASSAGE
    for square in (squares[0], squares[-1]):
        y, x = divmod(square, plan.width)
        plan.add_room(x, y, 1, 1)
    plan.links.append((1, 2))
    plan.raise_walls()
    yield plan


def longest_corridor(width: int, height: int) -> int:
    """Return the greatest length of a corridor that fits for every seed into a map of `width` × `height` squares."""
    return max(_length_of_meander(width - 2, height - 2), _length_of_meander(height - 2, width - 2))


def _grow(plan: Plan, cells: bytearray, options: dict[str, Any], stream: Stream) -> Iterator[deque[int]]:
    """Yield the squares of a growing corridor, in order, after each change of `cells`; always the same object.

    The last state has the length of `options`, or less when that takes too long.
    """
    row, height, length, straight = plan.width, plan.height, options["length"], options["straight"]
    sides = (-row, 1, row, -1)
    inner = np.zeros((height, row), dtype=np.uint8)
    inner[1:-1, 1:-1] = 1
    is_inside = inner.tobytes()

    def next_squares(end: int) -> list[int]:
        """Return the squares that lie beside this end and beside no other square of the corridor."""
        return [
            end + side
            for side in sides
            if is_inside[end + side]
            and not cells[end + side]
            and sum([cells[end + side + other] for other in sides]) == PASSAGE
        ]

    start = (1 + stream.below(height - 2)) * row + 1 + stream.below(row - 2)
    squares = deque([start])
    cells[start] = PASSAGE
    yield squares
    for _ in range(_PATIENCE * length):
        if len(squares) == length:
            return
        at_front = stream.below(2) == 0
        choices = next_squares(squares[0 if at_front else -1])
        if not choices:
            at_front = not at_front
            choices = next_squares(squares[0 if at_front else -1])
        if choices:
            square = stream.choice(choices)
            if straight and len(squares) > 1 and stream.chance(straight):
                end, before = (squares[0], squares[1]) if at_front else (squares[-1], squares[-2])
                ahead = 2 * end - before
                square = ahead if ahead in choices else square
            cells[square] = PASSAGE
            (squares.appendleft if at_front else squares.append)(square)
        else:
            give_up = squares.popleft if at_front else squares.pop
            for _ in range(1 + stream.below(max(1, len(squares) // 2))):
                cells[give_up()] = 0
        yield squares


def _length_of_meander(width: int, height: int) -> int:
    """Return the length of the meander that fills every other of `height` rows of `width` squares."""
    return width * ((height + 1) // 2) + height // 2


def _meander(width: int, first: int, length: int) -> list[tuple[int, int]]:
    """Return `length` squares (x, y) of the meander in rows of `width` squares, from the square number `first` on."""
    squares = []
    for number in range(first, first + length):
        # Each row has `width` squares, and below its end one that joins it to the next.
        line, x = divmod(number, width + 1)
        y = 2 * line + x // width
        x = min(x, width - 1)
        squares.append((x if line % 2 == 0 else width - 1 - x, y))
    return squares


def _part_of_meander(plan: Plan, length: int, stream: Stream) -> deque[int]:
    """Return `length` squares of a meander, in order, in rows or in columns."""
    width, height = plan.width - 2, plan.height - 2
    in_rows, in_columns = _length_of_meander(width, height), _length_of_meander(height, width)
    if in_columns < length or (in_rows >= length and stream.below(2)):
        squares = _meander(width, stream.below(in_rows - length + 1), length)
    else:
        squares = [(x, y) for y, x in _meander(height, stream.below(in_columns - length + 1), length)]
    return deque((y + 1) * plan.width + x + 1 for x, y in squares)
