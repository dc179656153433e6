"""Borders that admit no door, and how to mend them.

A border is good when its two segments, as they are turned, leave at least one square for a door. Mending turns
or exchanges segments next to bad borders, cell by cell, and gives up soon: what is left is for `search`.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.errors import GenerationError
from host.model.geometry import ORIENTATIONS
from host.model.layout import Border, Layout
from host.model.rng import Stream
from host.model.segment import OrientedSegment, Segment, SegmentList
from host.model.tile import TileSet

# Other segments looked at for a cell, and candidates (a segment in an orientation) for each bad border at first.
_SEGMENTS = 30
_CANDIDATES = 400


class Choice:
    """What goes into a cell: a segment, and how it is turned."""

    __slots__ = ("least_homes", "orientation", "oriented", "segment", "special")

    segment: Segment
    orientation: int
    oriented: OrientedSegment

    def __init__(self, segment: Segment, orientation: int, tiles: TileSet, least_homes: int, *, special: bool) -> None:
        # Normal homes that whatever goes here must have.
        self.least_homes = least_homes
        # Asked for by name: it may be turned but not exchanged.
        self.special = special
        self.set(segment, orientation, tiles)

    def set(self, segment: Segment, orientation: int, tiles: TileSet) -> None:
        self.segment = segment
        self.orientation = orientation
        self.oriented = segment.oriented(tiles, orientation)


def door_mask(border: Border, choices: dict[int, Choice]) -> int:
    """Where a door may stand in a border, a bit for each position along it."""
    cell, other, side = border
    return choices[cell].oriented.door_masks[side] & choices[other].oriented.door_masks[side ^ 2]


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
        self._tried = 0

    def run(self, bad: list[Border]) -> None:
        """Mend the `bad` borders. Raises GenerationError when too much was tried."""
        left = dict.fromkeys(bad)
        most = _CANDIDATES * (1 + len(bad))
        while left:
            border = next(iter(left))
            if self._tried > most:
                raise GenerationError(self._explain(border))
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

    def _explain(self, border: Border) -> str:
        one, two = (self._choices[cell].segment.prototype.id for cell in (border.cell, border.other))
        return (
            f"{self._layout.describe_border(border)} admits no door: segments {one} and {two} do not fit, and "
            f"{self._tried} candidates (a segment in an orientation) were tried; give segments with walkable "
            f"squares along all four sides{'' if self._may_turn else ', or allow_rotate = true'}"
        )

    def _fits(self, cell: int) -> bool:
        """Whether all borders of `cell` admit a door."""
        return all(door_mask(b, self._choices) for b in self._around[cell])

    def _candidates(self, cell: int) -> Iterator[None]:
        """Put one candidate after another into `cell`: its own segment first, then some others, those not in
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
        for segment in others[:_SEGMENTS]:
            self._spare += segment.normal_homes - choice.segment.normal_homes
            yield from self._orientations(choice, segment)

    def _orientations(self, choice: Choice, segment: Segment) -> Iterator[None]:
        orientations = list(ORIENTATIONS) if self._may_turn else [0]
        self._stream.shuffle(orientations)
        for orientation in orientations:
            choice.set(segment, orientation, self._tiles)
            self._tried += 1
            yield

    def _settle(self, cell: int) -> bool:
        """Find a candidate with which all borders of `cell` are good; else leave the cell as it was."""
        choice = self._choices[cell]
        before = choice.segment, choice.orientation, self._spare
        for _ in self._candidates(cell):
            if self._fits(cell):
                return True
        choice.set(before[0], before[1], self._tiles)
        self._spare = before[2]
        return False

    def _disturb(self, cell: int) -> None:
        """Put some random candidate into `cell`."""
        candidates = self._candidates(cell)
        for _ in range(1 + self._stream.below(len(ORIENTATIONS))):
            next(candidates, None)
