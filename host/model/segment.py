"""Segments: pre-designed pieces of map, and how one looks when it is turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.model import geometry
from host.model.geometry import ORIENTATIONS
from host.model.registry import Prototype
from host.model.tile import TileSet


class SegmentHome(NamedTuple):
    """A home inside a segment: the square of its tile, and where one looks standing before it."""

    x: int
    y: int
    facing: int
    special: bool


class Placed(NamedTuple):
    """A segment as it lies in one orientation; coordinates count from its own top-left square."""

    # (height, width) of stack ids.
    stacks: npt.NDArray[np.int32]
    homes: tuple[SegmentHome, ...]
    # (n, 4): x, y, width, height, walls included; -1 is the border outside.
    rooms: npt.NDArray[np.int32]
    # (x, y, item index, count) and (x, y, monster index).
    items: tuple[tuple[int, int, int, int], ...]
    monsters: tuple[tuple[int, int, int], ...]
    # By side (north, east, south, west) a bit mask over the positions along it, from the top or the left:
    # where a door in the border outside leads to a good square and stands in no corner of a room.
    door_masks: tuple[int, int, int, int]


class Shape(NamedTuple):
    """What neighbours and players see of a segment in an orientation: its door masks, and how many normal homes."""

    masks: tuple[int, int, int, int]
    homes: int
    # (segment, orientation) of all that have this shape.
    candidates: list[tuple[Segment, int]]


@dataclass(eq=False)
class Segment:
    """A segment as a mod gave it; `placed` turns it and remembers the result."""

    prototype: Prototype
    # (height, width) of stack ids.
    stacks: npt.NDArray[np.int32]
    homes: tuple[SegmentHome, ...]
    rooms: tuple[tuple[int, int, int, int], ...]
    items: tuple[tuple[int, int, int, int], ...] = ()
    monsters: tuple[tuple[int, int, int], ...] = ()
    # The text after `name:`, when there was one.
    title: str | None = None
    # How many switches are in it.
    switches: int = 0
    normal_homes: int = field(init=False)
    _placed: dict[int, Placed] = field(default_factory=dict, repr=False)
    _version: int = -1

    @property
    def width(self) -> int:
        return int(self.stacks.shape[1])

    @property
    def height(self) -> int:
        return int(self.stacks.shape[0])

    def __post_init__(self) -> None:
        # How many homes players may start from.
        self.normal_homes = sum(not home.special for home in self.homes)

    def placed(self, tiles: TileSet, orientation: int) -> Placed:
        """The segment in one of its eight orientations."""
        if self._version != tiles.version:
            self._placed.clear()
            self._version = tiles.version
        placed = self._placed.get(orientation)
        if placed is None:
            placed = self._placed[orientation] = self._turn(tiles, orientation)
        return placed

    def shapes(self, tiles: TileSet, *, turn: bool) -> list[Shape]:
        """The different shapes of the segment, in all orientations or as it was drawn."""
        return _shapes([self], tiles, turn=turn)

    def _turn(self, tiles: TileSet, orientation: int) -> Placed:
        w, h, o = self.width, self.height, orientation
        turned = geometry.grid(self.stacks, o)
        stacks = np.ascontiguousarray(tiles.turned_stacks(turned, o) if o else turned)
        rooms = np.array([geometry.rectangle(*room, w, h, o) for room in self.rooms], dtype=np.int32).reshape(-1, 4)
        monsters = tuple((*geometry.square(x, y, w, h, o), m) for x, y, m in self.monsters)
        return Placed(
            stacks=stacks,
            homes=tuple(
                SegmentHome(*geometry.square(e.x, e.y, w, h, o), geometry.turned(e.facing, o), e.special)
                for e in self.homes
            ),
            rooms=rooms,
            items=tuple((*geometry.square(x, y, w, h, o), i, n) for x, y, i, n in self.items),
            monsters=monsters,
            door_masks=_door_masks(tiles, stacks, rooms, {(x, y) for x, y, _ in monsters}),
        )


def _door_masks(
    tiles: TileSet,
    stacks: npt.NDArray[np.int32],
    rooms: npt.NDArray[np.int32],
    taken: set[tuple[int, int]],
) -> tuple[int, int, int, int]:
    good = tiles.traits.array("door_front").take(stacks)
    for x, y in taken:
        good[y, x] = False
    height, width = stacks.shape
    corners = {(cx, cy) for x, y, w, h in rooms.tolist() for cx in (x, x + w - 1) for cy in (y, y + h - 1)}
    masks = []
    for line, border in (
        (good[0], [(i, -1) for i in range(width)]),
        (good[:, -1], [(width, i) for i in range(height)]),
        (good[-1], [(i, height) for i in range(width)]),
        (good[:, 0], [(-1, i) for i in range(height)]),
    ):
        allowed = [bool(ok) and place not in corners for ok, place in zip(line, border, strict=True)]
        masks.append(sum(1 << i for i, ok in enumerate(allowed) if ok))
    return masks[0], masks[1], masks[2], masks[3]


def _shapes(segments: Iterable[Segment], tiles: TileSet, *, turn: bool) -> list[Shape]:
    found: dict[tuple[tuple[int, int, int, int], int], Shape] = {}
    for segment in segments:
        for orientation in ORIENTATIONS if turn else (0,):
            key = segment.placed(tiles, orientation).door_masks, segment.normal_homes
            found.setdefault(key, Shape(*key, [])).candidates.append((segment, orientation))
    return list(found.values())


class SegmentList:
    """A list of segments to draw from; a segment listed twice weighs twice."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        self.members = frozenset(segments)
        # (width, height) -> the first member of that size.
        self.of_size: dict[tuple[int, int], Segment] = {}
        for segment in segments:
            self.of_size.setdefault((segment.width, segment.height), segment)
        self.most_homes = max((s.normal_homes for s in segments), default=0)
        self._by_homes: dict[int, list[Segment]] = {}
        # (version of the tiles, whether turned) -> shapes.
        self._shapes: dict[tuple[int, bool], list[Shape]] = {}

    def with_homes(self, least: int) -> list[Segment]:
        """The members with at least `least` normal homes."""
        found = self._by_homes.get(least)
        if found is None:
            found = [s for s in self.segments if s.normal_homes >= least]
            self._by_homes[least] = found
        return found

    def shapes(self, tiles: TileSet, *, turn: bool) -> list[Shape]:
        """The different shapes of the members, in all orientations or as they were drawn."""
        key = tiles.version, turn
        found = self._shapes.get(key)
        if found is None:
            found = _shapes(self.segments, tiles, turn=turn)
            self._shapes = {key: found}
        return found
