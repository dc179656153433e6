"""Rooms and hallways: rooms at random positions that do not touch, each connected to the one before it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from host.errors import GenerationError
from host.generate.options import MAX_SIDE, SIZE, Generator, integer_option, share_option
from host.generate.plans.plan import DOOR, PASSAGE, ROOM, WALL, Plan, Steps
from host.model.rng import Stream, chance_array

# Draws of a position for one room before the room counts as not fitting.
TRIES = 500
MAX_ROOMS = 100_000

ROOMS = Generator(
    "rooms",
    "host",
    (
        *SIZE,
        integer_option("rooms", 12, 1, MAX_ROOMS, "number of rooms"),
        integer_option("min_width", 4, 1, MAX_SIDE, "the least width of a room"),
        integer_option("max_width", 13, 1, MAX_SIDE, "the greatest width of a room"),
        integer_option("min_height", 4, 1, MAX_SIDE, "the least height of a room"),
        integer_option("max_height", 12, 1, MAX_SIDE, "the greatest height of a room"),
        integer_option("loops", 0, 0, MAX_ROOMS, "further hallways between random rooms"),
        share_option("doors", 0.0, "the chance of a door where a hallway enters a room"),
    ),
    "rooms at random positions, connected by hallways",
)

Sizes = tuple[int, int, int, int]


def rooms(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each room and each hallway, one with walls, and one with doors.

    Every square can be reached from every other, because each room is connected to the one before it. Raises
    GenerationError when the rooms do not fit.
    """
    plan = Plan(options["width"], options["height"])
    sizes = (options["min_width"], options["max_width"], options["min_height"], options["max_height"])
    yield from place_rooms(plan, stream, options["rooms"], sizes)
    yield from join_rooms(plan, stream, range(len(plan.rooms), 0, -1))
    yield from add_loops(plan, stream, options["loops"])
    plan.raise_walls()
    yield plan
    if options["doors"]:
        hang_doors(plan, stream, options["doors"])
        yield plan


def place_rooms(plan: Plan, stream: Stream, count: int, sizes: Sizes) -> Steps:
    """Place rooms of random size with at least one square between any two, and between rooms and the sides of the map.

    `sizes` are least and greatest width, least and greatest height. Raises GenerationError, without a change of the
    plan, when a room does not fit in TRIES tries.
    """
    min_w, max_w, min_h, max_h = sizes
    for side, least, largest in (("width", min_w, max_w), ("height", min_h, max_h)):
        if least > largest:
            raise GenerationError(f"min_{side} is {least} and max_{side} {largest}: the least must not be the larger")
    room_w, room_h = plan.width - 2, plan.height - 2
    if min_w > room_w or min_h > room_h:
        raise GenerationError(
            f"no room of {min_w} × {min_h} squares fits into {plan.width} × {plan.height}, where all squares at the "
            "sides are wall"
        )
    widths, heights = min(max_w, room_w) - min_w + 1, min(max_h, room_h) - min_h + 1
    before, cells = len(plan.rooms), plan.cells.copy()
    below = stream.below
    # Every square of a room is ROOM, even where a hallway crosses it.
    taken = plan.cells
    for placed in range(count):
        for _ in range(TRIES):
            # One random number decides both, because drawing is most of the work.
            h, w = divmod(below(widths * heights), widths)
            h, w = min_h + h, min_w + w
            y, x = divmod(below((room_w - w + 1) * (room_h - h + 1)), room_w - w + 1)
            x, y = x + 1, y + 1
            if ROOM not in taken[y - 1 : y + h + 1, x - 1 : x + w + 1].tobytes():
                break
        else:
            plan.restore(cells, before, len(plan.links))
            raise GenerationError(
                f"only {placed} of {count} rooms fit into {plan.width} × {plan.height} squares: ask for fewer or "
                "smaller rooms, or for more squares"
            )
        plan.add_room(x, y, w, h)
        yield plan


def join_rooms(plan: Plan, stream: Stream, numbers: range | list[int]) -> Steps:
    """Connect each of the rooms with these numbers to the next, by a hallway with one corner in a random direction."""
    for first, second in pairwise(numbers):
        _connect(plan, stream, first, second)
        yield plan


def _connect(plan: Plan, stream: Stream, first: int, second: int) -> None:
    plan.carve(plan.centre(first), plan.centre(second), across_first=stream.below(2) == 0)
    plan.links.append((first, second) if first < second else (second, first))


def add_loops(plan: Plan, stream: Stream, count: int) -> Steps:
    """Connect `count` more pairs of rooms that are not connected yet, or as many as exist."""
    n = len(plan.rooms)
    # A mod may have connected a room to itself, which is not a pair.
    connected = {(first, second) for first, second in plan.links if first != second}
    count = min(count, n * (n - 1) // 2 - len(connected))
    for _ in range(count):
        pair = _draw_unconnected(stream, n, connected)
        connected.add(pair)
        _connect(plan, stream, *pair)
        yield plan


def _draw_unconnected(stream: Stream, n: int, connected: set[tuple[int, int]]) -> tuple[int, int]:
    """Return two rooms that are not connected, the smaller number first. Such a pair must exist."""
    for _ in range(TRIES):
        first, second = 1 + stream.below(n), 1 + stream.below(n - 1)
        # Of n - 1 numbers for the second room, those from the first room on are moved up by one.
        pair = (second, first) if second < first else (first, second + 1)
        if pair not in connected:
            return pair
    # Few pairs are left: choose from the list.
    left = [(a, b) for a in range(1, n) for b in range(a + 1, n + 1) if (a, b) not in connected]
    return stream.choice(left)


def hang_doors(plan: Plan, stream: Stream, chance: float) -> None:
    """Put doors, with a chance, on passage squares between two walls that lead into a room."""
    cells = plan.cells
    middle = cells[1:-1, 1:-1]
    north, south, west, east = cells[:-2, 1:-1], cells[2:, 1:-1], cells[1:-1, :-2], cells[1:-1, 2:]
    down = (west == WALL) & (east == WALL) & (np.maximum(north, south) == ROOM) & (np.minimum(north, south) >= PASSAGE)
    over = (north == WALL) & (south == WALL) & (np.maximum(west, east) == ROOM) & (np.minimum(west, east) >= PASSAGE)
    candidates = np.flatnonzero((middle == PASSAGE) & (down | over))
    hung = candidates[chance_array(stream.words(candidates.size), chance)]
    ys, xs = np.divmod(hung, max(middle.shape[1], 1))
    middle[ys, xs] = DOOR
