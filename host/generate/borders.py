"""Borders that admit no door, and how to mend them.

A border is good when its two segments, as they are turned, leave at least one square for a door. Mending turns
or exchanges segments next to bad borders: first greedily, cell by cell; when that comes to a standstill, by
backtracking over all cells. Both are bounded, and only a layout that neither can mend fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.errors import GenerationError
from host.model.geometry import ORIENTATIONS
from host.model.layout import Border, Layout
from host.model.rng import Stream
from host.model.segment import Placed, Segment, SegmentList
from host.model.tile import TileSet

# Bounds of the search: greedy rounds a bad border, other segments looked at in a round, and candidates
# (a segment in an orientation) in the backtracking.
_ROUNDS = 20
_SEGMENTS = 30
_BACKTRACKED = 20_000


class Choice:
    """What goes into a cell: a segment, and how it is turned."""

    __slots__ = ("least_homes", "orientation", "placed", "segment", "special")

    segment: Segment
    orientation: int
    placed: Placed

    def __init__(self, segment: Segment, orientation: int, tiles: TileSet, least_homes: int, *, special: bool) -> None:
        # Normal homes that whatever goes here must have.
        self.least_homes = least_homes
        # Asked for by name: it may be turned but not exchanged.
        self.special = special
        self.set(segment, orientation, tiles)

    def set(self, segment: Segment, orientation: int, tiles: TileSet) -> None:
        self.segment = segment
        self.orientation = orientation
        self.placed = segment.placed(tiles, orientation)


def door_mask(border: Border, choices: dict[int, Choice]) -> int:
    """Where a door may stand in a border, a bit for each position along it."""
    cell, other, side = border
    return choices[cell].placed.door_masks[side] & choices[other].placed.door_masks[side ^ 2]


class Mending:
    """One attempt to give every border a door, by changing `choices`."""

    def __init__(
        self,
        layout: Layout,
        borders: list[Border],
        choices: dict[int, Choice],
        segments: SegmentList,
        tiles: TileSet,
        stream: Stream,
        *,
        may_turn: bool,
        homes_needed: int,
    ) -> None:
        self._layout = layout
        self._choices = choices
        self._segments = segments
        self._tiles = tiles
        self._stream = stream
        self._may_turn = may_turn
        # Normal homes beyond those the players need, anywhere in the dungeon.
        self._spare = sum(c.segment.normal_homes for c in choices.values()) - homes_needed
        # cell -> its borders.
        self._around: dict[int, list[Border]] = {}
        for border in borders:
            self._around.setdefault(border.cell, []).append(border)
            self._around.setdefault(border.other, []).append(border)
        # Candidates looked at so far.
        self.tried = 0

    def run(self, bad: list[Border]) -> None:
        """Mend the `bad` borders. Raises GenerationError when they cannot be."""
        left = dict.fromkeys(bad)
        for _ in range(_ROUNDS * len(bad)):
            border = next(iter(left))
            cells = [border.cell, border.other]
            self._stream.shuffle(cells)
            if not any(self._settle(cell) for cell in cells):
                # Neither side can be mended alone: change one, so that its neighbours get their turn.
                self._disturb(cells[0])
            for near in (b for cell in cells for b in self._around[cell]):
                if door_mask(near, self._choices):
                    left.pop(near, None)
                else:
                    left[near] = None
            if not left:
                return
        if not self._backtrack():
            raise GenerationError(self._explain(next(iter(left))))

    def _explain(self, border: Border) -> str:
        one, two = (self._choices[cell].segment.prototype.id for cell in (border.cell, border.other))
        return (
            f"{self._layout.describe(border)} admits no door: segments {one} and {two} do not fit, and "
            f"{self.tried} candidates (a segment in an orientation) were tried; give segments with walkable "
            f"squares along all four sides{'' if self._may_turn else ', or allow_rotate = true'}"
        )

    def _fits(self, cell: int, only: set[int] | None = None) -> bool:
        """Whether all borders of `cell` (with the cells in `only`, when given) admit a door."""
        return all(
            door_mask(b, self._choices)
            for b in self._around[cell]
            if only is None or (b.other if b.cell == cell else b.cell) in only
        )

    def _candidates(self, cell: int, most: int | None) -> Iterator[None]:
        """Put one candidate after another into `cell`: its own segment first, then `most` others, those not in
        the dungeon yet before the rest, each turned in every way that is allowed, all in random order."""
        choice = self._choices[cell]
        own = choice.segment
        yield from self._orientations(choice, own)
        if choice.special:
            return
        least = max(choice.least_homes, own.normal_homes - self._spare)
        others = [s for s in dict.fromkeys(self._segments.with_homes(least)) if s is not own]
        self._stream.shuffle(others)
        present = {c.segment for c in self._choices.values()}
        others.sort(key=present.__contains__)
        for segment in others[:most]:
            self._spare += segment.normal_homes - choice.segment.normal_homes
            yield from self._orientations(choice, segment)

    def _orientations(self, choice: Choice, segment: Segment) -> Iterator[None]:
        orientations = list(ORIENTATIONS) if self._may_turn else [0]
        self._stream.shuffle(orientations)
        for orientation in orientations:
            choice.set(segment, orientation, self._tiles)
            self.tried += 1
            yield

    def _settle(self, cell: int) -> bool:
        """Find a candidate with which all borders of `cell` are good; else leave the cell as it was."""
        choice = self._choices[cell]
        before = choice.segment, choice.orientation, self._spare
        for _ in self._candidates(cell, _SEGMENTS):
            if self._fits(cell):
                return True
        choice.set(before[0], before[1], self._tiles)
        self._spare = before[2]
        return False

    def _disturb(self, cell: int) -> None:
        """Put some random candidate into `cell`."""
        candidates = self._candidates(cell, _SEGMENTS)
        for _ in range(1 + self._stream.below(len(ORIENTATIONS))):
            next(candidates, None)

    def _backtrack(self) -> bool:
        """Go through all combinations, each cell beside those before it; give up after a bounded number."""
        order = self._order()
        limit = self.tried + _BACKTRACKED
        searches: list[Iterator[None]] = []
        settled: set[int] = set()
        while len(searches) < len(order):
            searches.append(self._candidates(order[len(searches)], None))
            while not self._advance(order[len(searches) - 1], searches[-1], settled):
                searches.pop()
                if not searches or self.tried > limit:
                    return False
                settled.discard(order[len(searches) - 1])
        return True

    def _advance(self, cell: int, search: Iterator[None], settled: set[int]) -> bool:
        """Move `cell` on to its next candidate that fits the settled cells."""
        for _ in search:
            if self._fits(cell, settled):
                settled.add(cell)
                return True
        return False

    def _order(self) -> list[int]:
        """Cells with borders, each but the first of a connected part beside one before it."""
        order: dict[int, None] = {}
        for start in self._around:
            queue = [start]
            for cell in queue:
                if cell not in order:
                    order[cell] = None
                    queue += [b.other if b.cell == cell else b.cell for b in self._around[cell]]
        return list(order)
