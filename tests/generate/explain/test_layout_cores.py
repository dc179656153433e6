"""Conflicting requirements of kts.LayoutDungeon: without any one of them, the others can be met."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from host.generate.explain.layout import explain_keys
from host.generate.explain.layout_keys import ENTRY, EXIT, LAYOUT, PLAYERS, ROTATION, SEGMENTS, SPECIAL, WALL, Key
from host.generate.layout_search import Search
from host.model.geometry import turn_direction
from host.model.layout import Cell, Layout, LayoutRequest
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment, SegmentHome, SegmentList
from host.model.tile import BLOCKED, CLEAR, Tile
from host.model.tile_set import TileSet
from tests.helpers import examples

REGISTRY, TILES = Registry(), TileSet()
WALL_STACK, FLOOR_STACK = (
    TILES.intern([TILES.add(Tile(REGISTRY.add("tile", "m", "m/init.lua", 1, name=name), access=(access,) * 3))])
    for name, access in (("wall", BLOCKED), ("floor", CLEAR))
)
# More homes and doors than any request asks for.
IDEAL = ((-1, -1, -1, -1), 99)
Value = tuple[tuple[int, ...], int]


def make_segment(number: int, floor: Collection[int], homes: int, size: tuple[int, int] = (2, 2)) -> Segment:
    """A segment with floor on the squares of some numbers."""
    width, height = size
    stacks = [FLOOR_STACK if square in floor else WALL_STACK for square in range(width * height)]
    return Segment(
        REGISTRY.add("segment", "m", "m/segments.txt", number),
        np.array(stacks, dtype=np.int32).reshape(height, width),
        tuple(SegmentHome(0, 0, 0, False) for _ in range(homes)),
        (),
    )


def values_in(segment: Segment, mode: int) -> set[Value]:
    """Door masks by side of the layout as it was given, and homes."""
    if mode == 8:
        return {(segment.oriented(TILES, o).door_masks, segment.normal_homes) for o in range(8)}
    masks = segment.oriented(TILES, 0).door_masks
    return {(tuple(masks[turn_direction(side, mode)] for side in range(4)), segment.normal_homes)}


class Brute:
    """Tries every dungeon that meets some requirements of a request."""

    def __init__(self, request: LayoutRequest, kept: Collection[Key]) -> None:
        self.request, self.kept = request, kept
        self.kinds = [cell.type for cell in request.layout.cells]
        self.edge, self.block = request.layout.pools
        self.players = 0 if request.entry == "none" else request.players
        self.must_start = PLAYERS in kept and ENTRY in kept and self.players > 0
        self.most = 99 if SEGMENTS not in kept else request.segments.max_homes
        self.may_grow = LAYOUT not in kept

    def fits(self) -> bool:
        square = all(s.width == s.height for s in (*self.request.segments.segments, *self.request.special))
        modes = (
            [8] if self.request.turn_segments else [*range(8), *([8] if square and ROTATION not in self.kept else [])]
        )
        return any(
            self.fill(mode, special, starts)
            for special in self.special_places()
            for starts in self.start_cells(special)
            for mode in modes
        )

    def special_places(self) -> Iterator[dict[int, int]]:
        """Special segment -> its cell, -1 outside of the layout; those that are left out are missing."""
        options = []
        for i in range(len(self.request.special)):
            left_out = [] if (SPECIAL, i) in self.kept else [None]
            options.append([*self.edge, *self.block, *([-1] if self.may_grow else []), *left_out])
        for choice in product(*options):
            places = {i: cell for i, cell in enumerate(choice) if cell is not None}
            inside = [cell for cell in places.values() if cell >= 0]
            if len(set(inside)) == len(inside):
                yield places

    def is_in_order(self, places: dict[int, int], starts: Collection[int]) -> bool:
        on_block = [i for i, cell in places.items() if cell in self.block]
        on_edge = [i for i, cell in places.items() if cell in self.edge]
        if not on_block:
            return True
        taken = {*places.values(), *starts}
        return all(cell in taken for cell in self.edge) and max(on_edge, default=-1) < min(on_block)

    def start_cells(self, places: dict[int, int]) -> Iterator[tuple[int, ...]]:
        entry, taken = self.request.entry, set(places.values())
        grows = self.may_grow and self.most >= (self.players if entry == "close" else 1)
        if entry == "away":
            free = [cell for cell in self.edge if cell not in taken]
            least = self.players if self.must_start and not grows else 0
            for count in range(least, self.players + 1):
                for starts in combinations(free, count):
                    if self.is_in_order(places, starts):
                        yield starts
        elif self.is_in_order(places, ()):
            if entry == "close":
                outer = [cell for cell in self.edge if self.kinds[cell] == "edge" and cell not in taken]
                for cell in outer or [cell for cell in self.block if cell not in taken]:
                    yield (cell,)
            if entry != "close" or not self.must_start or grows:
                yield ()

    def fill(self, mode: int, special: dict[int, int], starts: tuple[int, ...]) -> bool:
        request = self.request
        normal: set[Value] = set()
        for segment in request.segments.segments:
            normal |= values_in(segment, mode)
        if SEGMENTS not in self.kept:
            normal.add(IDEAL)
        least = self.players if request.entry == "close" else 1
        options: dict[int, set[Value]] = {}
        for cell, kind in enumerate(self.kinds):
            if kind in ("edge", "block") or cell in starts:
                options[cell] = {value for value in normal if cell not in starts or value[1] >= least}
        for i, cell in special.items():
            if cell >= 0:
                options[cell] = values_in(request.special[i], mode)
        if not options and not self.may_grow:
            return False
        borders = [
            (border.cell, border.other, border.side)
            for i, border in enumerate(request.layout.open_borders)
            if (EXIT, i) in self.kept and border.cell in options and border.other in options
        ]
        if borders and WALL in self.kept and request.wall == FLOOR_STACK:
            return False
        homes_needed = (
            self.players if PLAYERS in self.kept and (request.entry == "random" or ENTRY not in self.kept) else 0
        )
        if self.may_grow and self.most >= 1:
            homes_needed = 0
        outside = sum(request.special[i].normal_homes for i, cell in special.items() if cell < 0)
        for choice in product(*options.values()):
            values = dict(zip(options, choice, strict=True))
            if outside + sum(homes for _, homes in choice) >= homes_needed and all(
                values[a][0][side] & values[b][0][side ^ 2] for a, b, side in borders
            ):
                return True
        return False


@st.composite
def requests(draw: st.DrawFn) -> LayoutRequest:
    width, height = draw(st.sampled_from([(1, 1), (2, 1), (1, 2), (3, 1), (2, 2)]))
    kinds = st.sampled_from(["edge", "edge", "block", "block", "special", "none"])
    types = [draw(kinds) for _ in range(width * height)]
    exits = [0] * len(types)
    for cell in range(len(types)):
        for side, step, inside in ((1, 1, cell % width + 1 < width), (2, width, cell // width + 1 < height)):
            if inside and "none" not in (types[cell], types[cell + step]) and draw(st.booleans()):
                exits[cell] |= 1 << side
                exits[cell + step] |= 1 << (side ^ 2)
    size = draw(st.sampled_from([(2, 2), (2, 2), (1, 2)]))

    def segments(most: int) -> tuple[Segment, ...]:
        squares = st.sets(st.integers(0, size[0] * size[1] - 1))
        return tuple(
            make_segment(i + 1, draw(squares), draw(st.integers(0, 2)), size) for i in range(draw(st.integers(0, most)))
        )

    entry = draw(st.sampled_from(["none", "random", "away", "close"]))
    return LayoutRequest(
        layout=Layout(width, height, tuple(Cell(*cell) for cell in zip(types, exits, strict=True))),
        wall=draw(st.sampled_from([WALL_STACK, WALL_STACK, WALL_STACK, FLOOR_STACK])),
        horizontal_door=FLOOR_STACK,
        vertical_door=FLOOR_STACK,
        segments=SegmentList(segments(2)),
        special=segments(2),
        entry=entry,
        turn_segments=size == (2, 2) and draw(st.booleans()),
        players=draw(st.integers(1, 3)),
    )


@settings(max_examples=examples(300), deadline=None)
@given(requests())
def test_requirements_conflict_and_can_be_met_without_any_one_of_them(request: LayoutRequest) -> None:
    every, core = explain_keys(request, TILES)
    # The search is what kts.LayoutDungeon tries last.
    assert (Search(request, TILES, Stream(1, "m", "search")).run() is None) == bool(core) or WALL in every
    if not core:
        assert Brute(request, every).fits()
        return
    assert not Brute(request, core).fits()
    for requirement in core:
        assert Brute(request, [other for other in core if other != requirement]).fits(), requirement
