"""Half-made dungeons: the segments that fit, and where borders have no door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.generate.borders import Placement, door_mask
from host.generate.explain.explanation import Drawing
from host.generate.layout_dungeon import DungeonPlan, build_map, corners_of_cells
from host.generate.layout_search import Arrangement
from host.model.geometry import EAST, SOUTH
from host.model.layout import Border, LayoutRequest
from host.model.objects import UidSource
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.tile_set import TileSet

# Squares of a map that is drawn.
_MOST_SQUARES = 60_000


def draw_half_made(
    request: LayoutRequest, tiles: TileSet, registry: Registry, arrangement: Arrangement, failing: Iterable[Border]
) -> Drawing | None:
    """Return the map of the segments of an arrangement, with marks along the `failing` borders of the request.

    The arrangement lacks some of the exits. Returns None when there is nothing to draw, or too much.
    """
    layout = arrangement.layout
    placements = {
        cell: Placement(segment, orientation, tiles, 0, special=False)
        for cell, (segment, orientation) in arrangement.segments.items()
    }
    if not placements or None in (request.horizontal_door, request.vertical_door):
        return None
    height, width = next(iter(placements.values())).segment.stacks.shape
    if len(layout.cells) * (height + 1) * (width + 1) > _MOST_SQUARES:
        return None
    # The cells of `request.layout` by their index -> their index in the turned one.
    old_width = request.layout.width
    index = {y * old_width + x: i for i, (x, y) in enumerate(layout.original_positions)}

    def turn(border: Border) -> Border:
        first, second = sorted((index.get(border.cell, border.cell), index.get(border.other, border.other)))
        return Border(first, second, SOUTH if second - first == layout.width else EAST)

    borders = [b for b in map(turn, request.layout.open_borders) if b.cell in placements and b.other in placements]
    plan = DungeonPlan(layout, placements, {}, [border for border in borders if door_mask(border, placements)])
    game_map = build_map(request, plan, Stream(0, "host", "explanation"), tiles, registry, UidSource())
    corners = corners_of_cells(plan)
    marked = set(borders) & set(map(turn, failing))
    return Drawing(game_map, frozenset(s for b in marked for s in _squares_along(b, corners, width, height)))


def _squares_along(
    border: Border, corners: Mapping[int, tuple[int, int]], width: int, height: int
) -> Iterable[tuple[int, int]]:
    """Return the squares of the wall between two cells."""
    x, y = corners[border.cell]
    if border.side == SOUTH:
        return ((x + i, y + height) for i in range(width))
    return ((x + width, y + i) for i in range(height))
