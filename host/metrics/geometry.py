"""Metrics of the shape of a map.

A square is *open* if one can walk there who opens doors. Sources: Horn, Dahlskog, Shaker, Smith and Togelius, "A
Comparative Evaluation of Procedural Level Generators in the Mario AI Framework" (2014); Khalifa et al., "The
Procedural Content Generation Benchmark" (2025); Smith and Whitehead, "Analyzing the Expressive Range of a Level
Generator" (2010); Lavender, "The Zelda Dungeon Generator" (2015); Alvarez, Dahlskog, Font and Togelius, "Empowering
Quality Diversity in Dungeon Design with Interactive Constrained MAP-Elites" (2019). Each is a `Metric`: call it with a
map.
"""

from __future__ import annotations

import math

import numpy as np

from host.metrics.analysis import Analysis
from host.metrics.metric import GEOMETRY, NAN, metric
from host.metrics.sight import share_in_sight


@metric(GEOMETRY, "share of the squares that are open", "Horn et al. 2014", value_of_closed=0.0)
def density(level: Analysis) -> float:
    """Return open squares / all squares; 0 for a map without open squares.

    Horn et al. count the solid tiles of a platform level; the open squares of a dungeon are our translation.
    """
    return len(level.squares) / level.is_open.size


@metric(GEOMETRY, "connected parts of the open squares", "Khalifa et al. 2025", low=1, high=None, unit="regions")
def regions(level: Analysis) -> float:
    """Return the number of connected sets of open squares, by steps between 4-neighbours."""
    return len(level.regions.sizes) - 1


@metric(GEOMETRY, "share of the open squares that the largest region has", "Khalifa et al. 2025")
def largest_region(level: Analysis) -> float:
    """Return squares of the largest region / open squares."""
    return max(level.regions.sizes) / len(level.squares)


@metric(GEOMETRY, "rooms of the map", high=None, unit="rooms")
def rooms(level: Analysis) -> float:
    """Return the number of `Map.rooms`."""
    return level.rooms.count


@metric(GEOMETRY, "mean area of the rooms, walls included", high=None, unit="squares")
def room_size(level: Analysis) -> float:
    """Return the mean of width × height of `Map.rooms`; NaN without rooms."""
    return float(_areas(level).sum()) / level.rooms.count if level.rooms.count else NAN


@metric(GEOMETRY, "standard deviation of the areas of the rooms", high=None, unit="squares")
def size_spread(level: Analysis) -> float:
    """Return the standard deviation (of a whole population) of width × height of `Map.rooms`; NaN without rooms."""
    if not level.rooms.count:
        return NAN
    areas = _areas(level)
    deviations = areas - areas.sum() / len(areas)
    return math.sqrt(math.fsum((deviations**2).tolist()) / len(areas))


@metric(GEOMETRY, "mean number of doors of a room", "after Lavender 2015", high=None, unit="doors")
def degree(level: Analysis) -> float:
    """Return the mean over rooms of their doors (see `RoomGraph`); NaN without rooms.

    Lavender counts the connections of rooms that are all alike; a door as a run of open squares in a wall is our
    translation.
    """
    return float(level.rooms.doors.mean()) if level.rooms.count else NAN


@metric(GEOMETRY, "independent loops of rooms and hallways", "after Lavender 2015", high=None, unit="loops")
def redundancy(level: Analysis) -> float:
    """Return edges − rooms + components of the room graph (see `RoomGraph`); NaN without rooms.

    This is the cyclomatic number: how many doors can be walled up and all rooms stay connected. Two doors between the
    same rooms are a loop. A hallway is a node, so that one that joins three rooms makes no loop: our translation.
    """
    return level.rooms.cycles if level.rooms.count else NAN


@metric(GEOMETRY, "share of the rooms with one door; without rooms, of the open squares with one open neighbour")
def dead_ends(level: Analysis) -> float:
    """Return rooms with one door / rooms; without rooms, open squares with one open 4-neighbour / open squares."""
    if level.rooms.count:
        return float(np.count_nonzero(level.rooms.doors == 1) / level.rooms.count)
    bordered = np.pad(level.is_open, 1).astype(np.uint8)
    neighbours = bordered[:-2, 1:-1] + bordered[2:, 1:-1] + bordered[1:-1, :-2] + bordered[1:-1, 2:]
    return np.count_nonzero((neighbours == 1) & level.is_open) / len(level.squares)


@metric(
    GEOMETRY,
    "share of the rooms that a shortest way from start to goal enters",
    "after Smith and Whitehead 2010, Lavender 2015",
)
def linearity(level: Analysis) -> float:
    """Return rooms on a shortest way from start to goal / rooms; NaN without rooms or without a way.

    Locked doors count as open. Smith and Whitehead fit a line to the platforms of a level, Lavender relates the
    critical path to all rooms; the shortest way over squares is our translation.
    """
    if not level.rooms.count or not level.way:
        return NAN
    entered = level.rooms.within.ravel()[level.way]
    return np.count_nonzero(np.bincount(entered)[1:]) / level.rooms.count


@metric(GEOMETRY, "entropy of the kinds of squares", "Shannon 1948", high=None, unit="bits")
def entropy(level: Analysis) -> float:
    """Return −Σ p log₂ p over the shares p of the stacks of tiles on the map (Shannon 1948)."""
    counts = np.bincount(level.map.stacks.ravel())
    shares = (counts[counts > 0] / level.is_open.size).tolist()
    # `fsum` is exact: sums of numpy differ in the last bit by the order of the stacks, the processor and the memory.
    # Not -0.0 for a map of one kind.
    return max(0.0, -math.fsum(share * math.log2(share) for share in shares))


@metric(GEOMETRY, "share of the squares that equal their mirror image, on the best axis", "Alvarez et al. 2019")
def symmetry(level: Analysis) -> float:
    """Return the largest share of squares with the stack of their mirror image.

    Axes are the horizontal and the vertical middle, and on square maps both diagonals. Alvarez et al. compare walls
    only; all stacks of tiles are our translation.
    """
    stacks = level.map.stacks
    images = [stacks[::-1], stacks[:, ::-1]]
    if level.map.width == level.map.height:
        images += [stacks.T, stacks[::-1, ::-1].T]
    return max(np.count_nonzero(stacks == image) for image in images) / stacks.size


@metric(GEOMETRY, "mean share of the open squares that an open square sees", is_default=False)
def openness(level: Analysis) -> float:
    """Return the mean number of squares in sight from an open square / open squares.

    Closed doors let sight through, what is not open does not; a square sees itself. See `share_in_sight`.
    """
    return share_in_sight(level.is_open)


def _areas(level: Analysis) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    sizes = level.map.rooms[:, 2:].astype(np.float64).clip(0)
    areas: np.ndarray[tuple[int], np.dtype[np.float64]] = sizes[:, 0] * sizes[:, 1]
    return areas
