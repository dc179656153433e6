"""Caves by a cellular automaton: each square of random noise takes the state of most of its neighbours, several times.
Tunnels connect separate caves. (Johnson, Yannakakis, Togelius, "Cellular automata for real-time generation of infinite
cave levels", 2010.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from host.generate.options import SIZE, Generator, integer_option, share_option
from host.generate.plans.plan import EDGE, PASSAGE, ROOM, Plan, Steps
from host.metrics.distances import distances
from host.metrics.regions import regions
from host.model.geometry import squares_beside
from host.model.rng import Stream, chance_array

# A square becomes rock when at least this many of the nine squares in and around it are rock.
_MOST_OPEN = 5

CAVES = Generator(
    "caves",
    "host",
    (
        *SIZE,
        share_option("rock", 0.45, "share of rock in the noise"),
        integer_option("rounds", 5, 0, 100, "rounds of the automaton"),
        integer_option("smallest", 12, 1, 100_000, "smaller caves are filled, except the largest"),
    ),
    "connected caves",
)


def caves(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield the noise, a state per round, one after small caves are filled, one per tunnel, and one with walls.

    At least one square is open, and all open squares are connected.
    """
    for plan in grow_caves(options, stream):
        yield plan
    yield from join_caves(plan, options["smallest"])
    plan.raise_walls()
    yield plan


def grow_caves(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield the noise and a state per round. At least one square is open at the end."""
    plan = Plan(options["width"], options["height"])
    inside = plan.cells[1:-1, 1:-1]
    rock = chance_array(stream.words(inside.size), options["rock"]).reshape(inside.shape)
    inside[~rock] = ROOM
    yield plan
    for _ in range(options["rounds"]):
        _run_round(plan)
        yield plan
    if not plan.cells.any():
        plan.cells[plan.height // 2, plan.width // 2] = ROOM


def _run_round(plan: Plan) -> None:
    """Run one round of the automaton."""
    rock = (plan.cells == EDGE).view(np.uint8)
    across = rock[:, :-2] + rock[:, 1:-1] + rock[:, 2:]
    around = across[:-2] + across[1:-1] + across[2:]
    plan.cells[1:-1, 1:-1] = np.where(around >= _MOST_OPEN, EDGE, ROOM)


def join_caves(plan: Plan, smallest: int) -> Steps:
    """Fill small caves, and dig a tunnel from each other cave to the largest, where it is nearest."""
    labels, sizes = regions(plan.open)
    largest = sizes.index(max(sizes))
    small = np.array([0 < size < smallest for size in sizes])
    small[largest] = False
    plan.cells[small[labels]] = EDGE
    yield plan
    others = [label for label in range(1, len(sizes)) if label != largest and not small[label]]
    if not others:
        return
    inside = np.zeros(plan.cells.shape, dtype=np.bool_)
    inside[1:-1, 1:-1] = True
    ys, xs = np.nonzero(labels == largest)
    distance = distances(inside, zip(xs.tolist(), ys.tolist(), strict=True))
    # The squares of each cave, nearest to the largest cave first.
    flat = labels.ravel()
    squares = np.flatnonzero(flat)
    squares = squares[np.lexsort((distance.ravel()[squares], flat[squares]))]
    firsts = np.searchsorted(flat[squares], others)
    passed = np.zeros(plan.cells.shape, dtype=np.bool_)
    for start in squares[firsts].tolist():
        _dig_tunnel(plan, distance, passed, start % plan.width, start // plan.width)
        yield plan


def _dig_tunnel(
    plan: Plan,
    distance: np.ndarray[Any, np.dtype[np.int32]],
    passed: np.ndarray[Any, np.dtype[np.bool_]],
    x: int,
    y: int,
) -> None:
    """Dig from a square to the largest cave; `distance` is the distance of each square from it.

    From each square there is one way on, so the tunnel ends where an earlier one `passed`.
    """
    while distance[y, x] > 0 and not passed[y, x]:
        passed[y, x] = True
        x, y = next((sx, sy) for sx, sy in squares_beside(x, y) if distance[sy, sx] == distance[y, x] - 1)
        if plan.cells[y, x] == EDGE:
            plan.cells[y, x] = PASSAGE
