"""Half-made dungeons: the segments that fit, and where borders have no door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.generate.borders import Placement, door_mask
from host.generate.explain.explanation import Drawing
from host.generate.explain.layout_clauses import TURNED
from host.generate.layout_dungeon import DungeonPlan, build_map, corners_of_cells, filled_borders
from host.generate.layout_request import LayoutRequest
from host.model.geometry import SOUTH
from host.model.layout import Border
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment
from host.model.tile_set import TileSet
from host.model.uids import UidSource

# Squares of a map that is drawn.
_MOST_SQUARES = 60_000


def draw_half_made(
    request: LayoutRequest,
    tiles: TileSet,
    registry: Registry,
    mode: int,
    contents: Mapping[int, tuple[Segment, int]],
    exits: Iterable[int],
) -> Drawing | None:
    """Return the map of the segments in cells, with marks along some open borders of the layout.

    `mode` and `contents` are those of `LayoutClauses`. Returns None when there is nothing to draw, or too much.
    """
    if not contents:
        return None
    turned = request.layout.turned(0 if mode == TURNED else mode)
    # The cells of `request.layout` by their index in the turned one, and the opposite.
    width = request.layout.width
    original = [y * width + x for x, y in turned.original_positions] or list(range(len(turned.cells)))
    index = {cell: i for i, cell in enumerate(original)}
    placements = {
        i: Placement(segment, orientation, tiles, 0, special=False)
        for i, cell in enumerate(original)
        if cell in contents
        for segment, orientation in [contents[cell]]
    }
    borders = filled_borders(turned, placements)
    plan = DungeonPlan(turned, placements, {}, [border for border in borders if door_mask(border, placements)])
    height, width = next(iter(placements.values())).segment.stacks.shape
    if len(turned.cells) * (height + 1) * (width + 1) > _MOST_SQUARES or None in (
        request.horizontal_door,
        request.vertical_door,
    ):
        return None
    game_map = build_map(request, plan, Stream(0, "host", "explanation"), tiles, registry, UidSource())
    corners = corners_of_cells(plan)
    open_borders = [request.layout.open_borders[i] for i in exits]
    failing = {frozenset((index[border.cell], index[border.other])) for border in open_borders}
    marks = {
        square
        for border in borders
        if frozenset((border.cell, border.other)) in failing
        for square in _squares_along(border, corners, width, height)
    }
    return Drawing(game_map, frozenset(marks))


def _squares_along(
    border: Border, corners: Mapping[int, tuple[int, int]], width: int, height: int
) -> Iterable[tuple[int, int]]:
    """Return the squares of the wall between two cells."""
    x, y = corners[border.cell]
    if border.side == SOUTH:
        return ((x + i, y + height) for i in range(width))
    return ((x + width, y + i) for i in range(height))
