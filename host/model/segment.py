"""Segments: pre-designed pieces of map, in their eight orientations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.model import geometry
from host.model.geometry import ORIENTATIONS
from host.model.registry import Prototype
from host.model.tile_set import TileSet, distinct_stacks


class SegmentHome(NamedTuple):
    """A home inside a segment: the square of its tile, and the direction from the square in front of it to the home."""

    x: int
    y: int
    facing: int
    special: bool


class OrientedSegment(NamedTuple):
    """A segment in one orientation. Coordinates are relative to its top-left square."""

    # (height, width) of stack ids.
    stacks: npt.NDArray[np.int32]
    homes: tuple[SegmentHome, ...]
    # (n, 4): x, y, width, height, walls included; -1 is the border outside the segment.
    rooms: npt.NDArray[np.int32]
    # (x, y, item index, count) and (x, y, monster index).
    items: tuple[tuple[int, int, int, int], ...]
    monsters: tuple[tuple[int, int, int], ...]
    # By side (north, east, south, west): a bit per position, from the top or the left, where the border outside may
    # have a door. Such a door leads to a suitable square and does not stand in the corner of a room.
    door_masks: tuple[int, int, int, int]
    # The stacks that it has, in the order in which they were made.
    used: tuple[int, ...]


class Shape(NamedTuple):
    """What the layout needs to know of a segment in an orientation: its door masks and its number of normal homes."""

    masks: tuple[int, int, int, int]
    homes: int
    # (segment, orientation) of all that have this shape.
    candidates: list[tuple[Segment, int]]


@dataclass(eq=False)
class Segment:
    """A segment as a mod declared it; `oriented` turns it and caches the result."""

    prototype: Prototype
    # (height, width) of stack ids.
    stacks: npt.NDArray[np.int32]
    homes: tuple[SegmentHome, ...]
    rooms: tuple[tuple[int, int, int, int], ...]
    items: tuple[tuple[int, int, int, int], ...] = ()
    monsters: tuple[tuple[int, int, int], ...] = ()
    # The text after `name:`, or None.
    title: str | None = None
    # Number of switches.
    switches: int = 0
    # Where the segment file has them: (first square, line) of each line of the first layer, and the line of each room.
    data_lines: Sequence[tuple[int, int]] = ()
    room_lines: Sequence[int] = ()
    # Number of homes from which players may start.
    normal_homes: int = field(init=False)
    _oriented: dict[int, OrientedSegment] = field(default_factory=dict, repr=False)
    _version: int = -1
    # The different stacks, in order; empty until they are needed.
    _distinct: list[int] = field(default_factory=list, repr=False)

    @property
    def width(self) -> int:
        """Width in squares, as the segment was drawn."""
        return int(self.stacks.shape[1])

    @property
    def height(self) -> int:
        """Height in squares, as the segment was drawn."""
        return int(self.stacks.shape[0])

    def __post_init__(self) -> None:
        self.normal_homes = sum(not home.special for home in self.homes)

    def become(self, other: Segment) -> None:
        """Take the squares and homes of the same segment, read again after its tiles changed."""
        self.stacks, self.homes, self.normal_homes = other.stacks, other.homes, other.normal_homes
        self._distinct = []
        self._version = -1

    def oriented(self, tiles: TileSet, orientation: int) -> OrientedSegment:
        """Return the segment in one of its eight orientations."""
        if self._version != tiles.version:
            self._oriented.clear()
            self._version = tiles.version
        oriented = self._oriented.get(orientation)
        if oriented is None:
            oriented = self._oriented[orientation] = self._turn(tiles, orientation)
        tiles.use(oriented.used)
        return oriented

    def shapes(self, tiles: TileSet, *, turn: bool) -> list[Shape]:
        """Return the different shapes of the segment, in all orientations or only as it was drawn."""
        return _collect_shapes([self], tiles, turn=turn)

    def _turn(self, tiles: TileSet, orientation: int) -> OrientedSegment:
        w, h, o = self.width, self.height, orientation
        if not self._distinct:
            # In the order in which mods loaded them: the order of the numbers, until a mod assigns fields of tiles.
            order = tiles.used
            self._distinct = sorted(distinct_stacks(self.stacks), key=lambda stack: order.get(stack, len(order)))
        turned = geometry.turn_grid(self.stacks, o)
        stacks, used = tiles.turned_stacks(turned, self._distinct, o) if o else (np.ascontiguousarray(turned), ())
        rooms = geometry.turn_rectangles(self.rooms, w, h, o)
        monsters = tuple((*geometry.turn_square(x, y, w, h, o), m) for x, y, m in self.monsters)
        return OrientedSegment(
            stacks=stacks,
            homes=tuple(
                SegmentHome(
                    *geometry.turn_square(home.x, home.y, w, h, o),
                    geometry.turn_direction(home.facing, o),
                    home.special,
                )
                for home in self.homes
            ),
            rooms=np.array(rooms, dtype=np.int32).reshape(-1, 4),
            items=tuple((*geometry.turn_square(x, y, w, h, o), i, n) for x, y, i, n in self.items),
            monsters=monsters,
            door_masks=_door_masks(tiles, stacks, rooms, {(x, y) for x, y, _ in monsters}),
            used=used,
        )


def _door_masks(
    tiles: TileSet,
    stacks: npt.NDArray[np.int32],
    rooms: Iterable[tuple[int, int, int, int]],
    taken: set[tuple[int, int]],
) -> tuple[int, int, int, int]:
    suitable = tiles.traits.array("door_front").take(stacks)
    for x, y in taken:
        suitable[y, x] = False
    height, width = stacks.shape
    rows, columns = suitable[:: max(1, height - 1)], suitable[:, :: max(1, width - 1)].T
    (north, south), (west, east) = _bits(rows), _bits(columns)
    # No door in the corner of a room, which may lie in the border around the segment.
    for left, top, w, h in rooms:
        right, bottom = left + w - 1, top + h - 1
        across = (1 << left if left >= 0 else 0) | (1 << right if right >= 0 else 0)
        down = (1 << top if top >= 0 else 0) | (1 << bottom if bottom >= 0 else 0)
        if -1 in (top, bottom):
            north &= ~across
        if height in (top, bottom):
            south &= ~across
        if -1 in (left, right):
            west &= ~down
        if width in (left, right):
            east &= ~down
    return north, east, south, west


def _bits(lines: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first and the last of some lines of squares as bits, the first square as the lowest."""
    packed = np.packbits(lines, axis=1, bitorder="little").tobytes()
    size = len(packed) // len(lines)
    return int.from_bytes(packed[:size], "little"), int.from_bytes(packed[-size:], "little")


def _collect_shapes(segments: Iterable[Segment], tiles: TileSet, *, turn: bool) -> list[Shape]:
    shapes: dict[tuple[tuple[int, int, int, int], int], Shape] = {}
    for segment in segments:
        for orientation in ORIENTATIONS if turn else (0,):
            key = segment.oriented(tiles, orientation).door_masks, segment.normal_homes
            shapes.setdefault(key, Shape(*key, [])).candidates.append((segment, orientation))
    return list(shapes.values())


class SegmentList:
    """A list of segments to draw from; a segment that is listed twice has twice the weight."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        self.members = frozenset(segments)
        # (width, height) -> the first member of that size.
        self.of_size: dict[tuple[int, int], Segment] = {}
        for segment in segments:
            self.of_size.setdefault((segment.width, segment.height), segment)
        self.max_homes = max((s.normal_homes for s in segments), default=0)
        # Least number of homes -> members, cached.
        self._by_homes: dict[int, list[Segment]] = {}
        # (version of the tiles, whether turned) -> shapes and the stacks that they have, cached for the last version.
        self._shapes: dict[tuple[int, bool], tuple[list[Shape], tuple[int, ...]]] = {}

    def with_homes(self, least: int) -> list[Segment]:
        """Return the members with at least `least` normal homes."""
        members = self._by_homes.get(least)
        if members is None:
            members = self._by_homes[least] = [s for s in self.segments if s.normal_homes >= least]
        return members

    def shapes(self, tiles: TileSet, *, turn: bool) -> list[Shape]:
        """Return the different shapes of the members, in all orientations or only as they were drawn."""
        key = tiles.version, turn
        cached = self._shapes.get(key)
        if cached is None:
            shapes = _collect_shapes(self.segments, tiles, turn=turn)
            orientations = ORIENTATIONS if turn else (0,)
            used = [stack for s in self.segments for o in orientations for stack in s.oriented(tiles, o).used]
            cached = shapes, tuple(dict.fromkeys(used))
            self._shapes = {key: cached}
        tiles.use(cached[1])
        return cached[0]
