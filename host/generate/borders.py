"""Borders between segments: their doors, and the repair of borders that cannot have one.

A bit mask has the positions for doors along a border: the intersection of the masks of the two segments (see
`OrientedSegment.door_masks`). Doors have the distribution of "up to 30 tries at a uniformly random position, stop after
three successes", under the condition that at least one try succeeds.

A border can have a door when its two segments, in their orientations, leave at least one suitable position. The repair
turns or replaces the segments beside a bad border, one cell at a time, and gives up early: `search` handles the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from host.errors import GenerationError, counted
from host.model.geometry import ORIENTATIONS
from host.model.layout import Border, Layout
from host.model.rng import Stream
from host.model.segment import OrientedSegment, Segment, SegmentList
from host.model.tile_set import TileSet

# Tries at a position for a door, and doors of a border at most.
_TRIES = 30
_MAX_DOORS = 3
# Other segments tried in a cell, and candidates (a segment in an orientation) tried for each border that is bad at
# first.
_SEGMENTS = 30
_CANDIDATES = 400


class Placement:
    """The segment in a cell, and its orientation."""

    __slots__ = ("least_homes", "orientation", "oriented", "segment", "special")

    segment: Segment
    orientation: int
    oriented: OrientedSegment

    def __init__(self, segment: Segment, orientation: int, tiles: TileSet, least_homes: int, *, special: bool) -> None:
        # Normal homes that every segment in this cell must have.
        self.least_homes = least_homes
        # Whether the mod named this segment: it may be turned, but not replaced.
        self.special = special
        self.set(segment, orientation, tiles)

    def set(self, segment: Segment, orientation: int, tiles: TileSet) -> None:
        """Replace the segment and its orientation."""
        self.segment = segment
        self.orientation = orientation
        self.oriented = segment.oriented(tiles, orientation)


def door_mask(border: Border, placements: dict[int, Placement]) -> int:
    """Return the positions for doors along a border, a bit for each position."""
    cell, other, side = border
    return placements[cell].oriented.door_masks[side] & placements[other].oriented.door_masks[side ^ 2]


def draw_doors(mask: int, length: int, stream: Stream, *, side_by_side: bool) -> set[int]:
    """Return the positions of the doors along a border of `length` squares.

    `mask` has a bit for each allowed position, and at least one bit. A try at a position that has a door already is a
    success. Unless `side_by_side`, no two doors are neighbours. Each try after the first success takes one word of the
    stream.
    """
    open_positions = [i for i in range(length) if mask >> i & 1]
    tries = _TRIES - _failures_before_success(len(open_positions), length, stream.real()) - 1
    doors = {stream.choice(open_positions)}
    successes = 1
    if not side_by_side:
        mask = _without_neighbours(mask, doors)
    while tries and successes < _MAX_DOORS:
        tries -= 1
        position = stream.below(length)
        if position in doors:
            successes += 1
        elif mask >> position & 1:
            successes += 1
            doors.add(position)
            if not side_by_side:
                mask = _without_neighbours(mask, doors)
    return doors


def _without_neighbours(mask: int, doors: set[int]) -> int:
    for door in doors:
        mask &= ~(1 << door + 1)
        if door:
            mask &= ~(1 << door - 1)
    return mask


def _failures_before_success(good: int, length: int, real: float) -> int:
    """Return how many of the tries fail before the first success, from a random number `real` in [0, 1)."""
    for failures, share in enumerate(_failure_distribution(good, length)):
        if real < share:
            return failures
    return _TRIES - 1


@lru_cache(maxsize=4096)
def _failure_distribution(good: int, length: int) -> tuple[float, ...]:
    """Return P(at most n failures before the first success | a success within 30 tries), for n = 0 … 29.

    Only multiplies, because all machines round products in the same way.
    """
    miss = (length - good) / length
    all_missed = 1.0
    reached = []
    for _ in range(_TRIES):
        all_missed *= miss
        reached.append(1.0 - all_missed)
    return tuple(share / reached[-1] for share in reached)


class BorderRepair:
    """Changes `placements` until every border can have a door."""

    def __init__(
        self,
        layout: Layout,
        borders: list[Border],
        placements: dict[int, Placement],
        segments: SegmentList,
        tiles: TileSet,
        stream: Stream,
        *,
        may_turn: bool,
        homes_needed: int,
    ) -> None:
        self._layout = layout
        self._placements = placements
        self._segments = segments
        self._tiles = tiles
        self._stream = stream
        self._may_turn = may_turn
        # Normal homes in the whole dungeon beyond those that the players need.
        self._spare_homes = sum(p.segment.normal_homes for p in placements.values()) - homes_needed
        # cell -> its borders.
        self._borders_of: dict[int, list[Border]] = {}
        for border in borders:
            self._borders_of.setdefault(border.cell, []).append(border)
            self._borders_of.setdefault(border.other, []).append(border)
        # Number of candidates tried so far.
        self._tried = 0

    def run(self, bad_borders: list[Border]) -> None:
        """Repair the bad borders. Raises GenerationError after too many candidates."""
        remaining = dict.fromkeys(bad_borders)
        limit = _CANDIDATES * (1 + len(bad_borders))
        while remaining:
            border = next(iter(remaining))
            if self._tried > limit:
                raise GenerationError(self._explain_failure(border))
            cells = [border.cell, border.other]
            self._stream.shuffle(cells)
            if not any(self._repair_cell(cell) for cell in cells):
                # No change of one cell is enough. Change one at random, and continue with its neighbours.
                self._randomize_cell(cells[0])
            for near in (b for cell in cells for b in self._borders_of[cell]):
                if door_mask(near, self._placements):
                    remaining.pop(near, None)
                else:
                    remaining[near] = None

    def _explain_failure(self, border: Border) -> str:
        first, second = (self._placements[cell].segment.prototype.id for cell in (border.cell, border.other))
        return (
            f"{self._layout.describe_border(border)} has no square for a door: segments {first} and {second} do not "
            f"fit; tried {counted(self._tried, 'candidate')} (a segment in an orientation); give segments with "
            f"walkable squares along all four sides{'' if self._may_turn else ', or allow_rotate = true'}"
        )

    def _is_good(self, cell: int) -> bool:
        """Return whether every border of a cell can have a door."""
        return all(door_mask(border, self._placements) for border in self._borders_of[cell])

    def _try_candidates(self, cell: int) -> Iterator[None]:
        """Put one candidate after another into a cell, and yield after each.

        The present segment comes first, then others in random order, those that are not in the dungeon yet before the
        rest; each in all allowed orientations, in random order.
        """
        placement = self._placements[cell]
        present_segment = placement.segment
        yield from self._try_orientations(placement, present_segment)
        if placement.special:
            return
        least = max(placement.least_homes, present_segment.normal_homes - self._spare_homes)
        others = [s for s in dict.fromkeys(self._segments.with_homes(least)) if s is not present_segment]
        self._stream.shuffle(others)
        in_dungeon = {p.segment for p in self._placements.values()}
        others.sort(key=in_dungeon.__contains__)
        for segment in others[:_SEGMENTS]:
            self._spare_homes += segment.normal_homes - placement.segment.normal_homes
            yield from self._try_orientations(placement, segment)

    def _try_orientations(self, placement: Placement, segment: Segment) -> Iterator[None]:
        orientations = list(ORIENTATIONS) if self._may_turn else [0]
        self._stream.shuffle(orientations)
        for orientation in orientations:
            placement.set(segment, orientation, self._tiles)
            self._tried += 1
            yield

    def _repair_cell(self, cell: int) -> bool:
        """Put a candidate into a cell with which all its borders are good; without one, restore the cell."""
        placement = self._placements[cell]
        before = placement.segment, placement.orientation, self._spare_homes
        for _ in self._try_candidates(cell):
            if self._is_good(cell):
                return True
        placement.set(before[0], before[1], self._tiles)
        self._spare_homes = before[2]
        return False

    def _randomize_cell(self, cell: int) -> None:
        """Put a random candidate into a cell."""
        candidates = self._try_candidates(cell)
        for _ in range(1 + self._stream.below(len(ORIENTATIONS))):
            next(candidates, None)
