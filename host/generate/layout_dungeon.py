"""Dungeons of segments: choose and turn a segment for each cell of a layout, and build the map.

The stages follow `kts.LayoutDungeon`: turn the layout, choose segments so that every player has a home, repair borders
that cannot have a door, remove empty rows and columns of cells, and build the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from host.errors import GenerationError, agree, counted
from host.generate.borders import BorderRepair, Placement, door_mask, draw_doors
from host.generate.stamp import furnish
from host.model.game_map import GameMap
from host.model.geometry import SOUTH
from host.model.layout import NONE, SPECIAL, Border, Layout, LayoutRequest
from host.model.objects import Zone
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment
from host.model.tile import BLOCKED
from host.model.tile_set import TileSet

if TYPE_CHECKING:
    from host.generate.layout_search import Arrangement

# Draws of a segment until one is not in the dungeon yet.
_DRAWS = 50


class DungeonPlan(NamedTuple):
    """The segments of a dungeon by cell, before the map is built."""

    layout: Layout
    # cell index -> its segment.
    placements: dict[int, Placement]
    # cell index -> number of players that start there, for the entry types that choose cells.
    player_homes: dict[int, int]
    # The open borders between filled cells.
    borders: list[Border]


def lay_out(request: LayoutRequest, stream: Stream, tiles: TileSet, registry: Registry, uids: Iterator[int]) -> GameMap:
    """Build the map of a dungeon.

    Segments are chosen at random, then borders are repaired. When that fails, a search tries all arrangements. Raises
    GenerationError, with the reason, when no dungeon meets the request.
    """
    plan = _plan_dungeon(request, stream, tiles)
    game_map = build_map(request, plan, stream, tiles, registry, uids)
    if request.entry != "none":
        _assign_homes(request, plan, game_map, stream)
    return game_map


def _plan_dungeon(request: LayoutRequest, stream: Stream, tiles: TileSet) -> DungeonPlan:
    try:
        plan = _SegmentChooser(request, stream, tiles).run()
        _repair_borders(plan, request, stream, tiles)
    except GenerationError:
        # Imported here: few dungeons need a search.
        from host.generate.layout_search import Search

        arrangement = Search(request, tiles, stream).run()
        if arrangement is None:
            raise
        plan = _plan_of_arrangement(arrangement, tiles)
    _check_wall(request, tiles, plan)
    return plan


def _repair_borders(plan: DungeonPlan, request: LayoutRequest, stream: Stream, tiles: TileSet) -> None:
    bad_borders = [border for border in plan.borders if not door_mask(border, plan.placements)]
    if bad_borders:
        BorderRepair(
            plan.layout,
            plan.borders,
            plan.placements,
            request.segments,
            tiles,
            stream,
            may_turn=request.turn_segments,
            homes_needed=request.players if request.entry == "random" else 0,
        ).run(bad_borders)


def _plan_of_arrangement(arrangement: Arrangement, tiles: TileSet) -> DungeonPlan:
    roles = arrangement.roles
    placements = {
        cell: Placement(segment, orientation, tiles, role.player_homes, special=role.special is not None)
        for cell, role in roles.items()
        for segment, orientation in [arrangement.segments[cell]]
    }
    player_homes = {cell: role.player_homes for cell, role in roles.items() if role.player_homes}
    return DungeonPlan(arrangement.layout, placements, player_homes, filled_borders(arrangement.layout, placements))


def filled_borders(layout: Layout, placements: dict[int, Placement]) -> list[Border]:
    """Return the open borders between filled cells."""
    if len(placements) == len(layout.cells):
        return layout.open_borders
    return [b for b in layout.open_borders if b.cell in placements and b.other in placements]


class _SegmentChooser:
    """Chooses a segment for each cell at random, so that every player has a home."""

    def __init__(self, request: LayoutRequest, stream: Stream, tiles: TileSet) -> None:
        self.request = request
        self.stream = stream
        self.tiles = tiles
        self.layout = request.layout.turned(stream.below(8))
        # Cells that are not filled yet, in random order.
        edge, block = self.layout.pools
        self.edge, self.block = edge.copy(), block.copy()
        self.placements: dict[int, Placement] = {}
        self.player_homes: dict[int, int] = {}
        self.used: set[Segment] = set()
        # Number of segments in `request.segments` that are not used yet.
        self.unused_count = len(request.segments.members)

    def run(self) -> DungeonPlan:
        request = self.request
        self.stream.shuffle(self.edge)
        self.stream.shuffle(self.block)
        if request.entry == "away":
            self._place_away_homes()
        self._place_special_segments()
        self.edge = [cell for cell in self.edge if self.layout.cells[cell].type != SPECIAL]
        if request.entry == "close":
            self._place_close_homes()
        self._fill_remaining_cells()
        borders = filled_borders(self.layout, self.placements)
        return DungeonPlan(self.layout, self.placements, self.player_homes, borders)

    def _place(self, cell: int, segment: Segment, least_homes: int = 0, *, special: bool = False) -> None:
        orientation = self.stream.below(8) if self.request.turn_segments else 0
        self.placements[cell] = Placement(segment, orientation, self.tiles, least_homes, special=special)
        if segment not in self.used:
            self.used.add(segment)
            self.unused_count -= segment in self.request.segments.members

    def _place_away_homes(self) -> None:
        players = self.request.players
        self._check_segments(len(self.edge) + len(self.block))
        for player in range(players):
            if not self.edge:
                raise GenerationError(
                    f'entry_type "away": each of {players} players needs an edge cell, and the layout has '
                    f'{player} edge or special cells; use a larger layout or entry_type "random"'
                )
            cell = self.edge.pop()
            self._place(cell, self._draw_segment(1, cell), 1)
            self.player_homes[cell] = 1

    def _place_special_segments(self) -> None:
        special = self.request.special
        for i, segment in enumerate(special):
            pool = self.edge or self.block
            if not pool:
                cells = sum(cell.type != NONE for cell in self.layout.cells)
                raise GenerationError(
                    f"there is no cell for special_segments[{i + 1}] of {len(special)} ({segment.prototype.id}): "
                    f"the layout has {counted(cells, 'cell')}"
                    f"{', and each player takes one' if self.player_homes else ''}; use a larger layout"
                )
            self._place(pool.pop(), segment, special=True)

    def _place_close_homes(self) -> None:
        pool = self.edge or self.block
        if not pool:
            raise GenerationError(
                'entry_type "close": no cell is left for the segment in which all players start; use a larger layout'
            )
        self._check_segments(len(self.edge) + len(self.block))
        cell, needed = pool.pop(), self.request.players
        self._place(cell, self._draw_segment(needed, cell), needed)
        self.player_homes[cell] = needed

    def _fill_remaining_cells(self) -> None:
        cells = self.edge + self.block
        self.stream.shuffle(cells)
        missing = self.request.homes_needed - sum(p.segment.normal_homes for p in self.placements.values())
        most = self.request.segments.max_homes
        if cells:
            self._check_segments(len(cells))
        for remaining, cell in zip(range(len(cells), 0, -1), cells, strict=True):
            if missing > most * remaining:
                raise GenerationError(self._explain_missing_homes(missing, remaining))
            # Expect two homes from each later cell, where segments with two homes exist.
            segment = self._draw_segment(min(most, max(0, missing - min(2, most) * (remaining - 1))), cell)
            self._place(cell, segment)
            missing -= segment.normal_homes
        if not self.placements:
            raise GenerationError("every cell of the layout is none or special, so the dungeon would be empty")
        if missing > 0:
            raise GenerationError(self._explain_missing_homes(missing, 0))

    def _explain_missing_homes(self, missing: int, remaining: int) -> str:
        players, need = counted(self.request.homes_needed, "player"), agree(self.request.homes_needed, "need")
        return (
            f"{players} {need} homes: {missing} {agree(missing, 'are')} missing, with "
            f"{counted(remaining, 'cell')} left and at most {counted(self.request.segments.max_homes, 'home')} in a "
            "segment; use a larger layout, segments with more homes, or fewer players"
        )

    def _check_segments(self, cells: int) -> None:
        """Check that there are segments for a number of cells."""
        if not self.request.segments.segments:
            left = f"{counted(cells, 'cell')} {agree(cells, 'are')} left to fill"
            value = "nil" if self.request.lacks_segments else "an empty list"
            message = f"{left}, and segments is {value}: must be a list of Segments"
            raise GenerationError(message, value=value, path="segments")

    def _draw_segment(self, least_homes: int, cell: int) -> Segment:
        """Return a random segment with enough homes, preferably one that is not used yet."""
        eligible = self.request.segments.with_homes(least_homes)
        if not eligible:
            raise GenerationError(
                f"cell {self.layout.describe_cell(cell)} needs a segment with {counted(least_homes, 'home')}, and of "
                f"the {len(self.request.segments.segments)} in segments none has more than "
                f"{self.request.segments.max_homes}; give segments with more homes, or fewer players"
            )
        # When all segments are used, one draw is enough.
        for _ in range(_DRAWS - 1 if self.unused_count else 0):
            segment = self.stream.choice(eligible)
            if segment not in self.used:
                return segment
        return self.stream.choice(eligible)


def _check_wall(request: LayoutRequest, tiles: TileSet, plan: DungeonPlan) -> None:
    if plan.borders and tiles.traits.walking[request.wall] != BLOCKED:
        raise GenerationError(
            "doors need walls beside them, and the wall does not block walking; give wall a tile that blocks, such "
            "as one with access = {}"
        )


def build_map(
    request: LayoutRequest,
    plan: DungeonPlan,
    stream: Stream,
    tiles: TileSet,
    registry: Registry,
    uids: Iterator[int],
) -> GameMap:
    """Build the map of a plan: segments, walls, and doors in the borders of the plan."""
    placements = plan.placements
    height, width = next(iter(placements.values())).segment.stacks.shape
    corners = corners_of_cells(plan)
    right, bottom = map(max, zip(*corners.values(), strict=True))
    game_map = GameMap(right + width + 1, bottom + height + 1, tiles, registry, uids)
    stacks = game_map.stacks
    stacks.fill(request.wall)
    for cell, (x, y) in corners.items():
        placement = placements[cell]
        stacks[y : y + height, x : x + width] = placement.oriented.stacks
        game_map.add_rooms(placement.oriented.rooms, x, y)
        game_map.zones.append(Zone(x, y, width, height, placement.orientation, placement.segment.prototype.index))
        for _ in furnish(game_map, placement.oriented, x, y):
            pass
    for border in plan.borders:
        x, y = corners[border.cell]
        if border.side == SOUTH:
            door, line = request.horizontal_door, stacks[y + height, x : x + width]
        else:
            door, line = request.vertical_door, stacks[y : y + height, x + width]
        assert door is not None  # noqa: S101 - the dialect refuses such a request
        side_by_side = tiles.traits.walking[door] == BLOCKED
        for position in draw_doors(door_mask(border, placements), len(line), stream, side_by_side=side_by_side):
            line[position] = door
    return game_map


def corners_of_cells(plan: DungeonPlan) -> dict[int, tuple[int, int]]:
    """Return cell index, ascending -> the top left square (x, y) of its segment."""
    cells, columns = sorted(plan.placements), plan.layout.width
    left, top = min(cell % columns for cell in cells), cells[0] // columns
    height, width = plan.placements[cells[0]].segment.stacks.shape
    return {
        cell: ((cell % columns - left) * (width + 1) + 1, (cell // columns - top) * (height + 1) + 1) for cell in cells
    }


def _assign_homes(request: LayoutRequest, plan: DungeonPlan, game_map: GameMap, stream: Stream) -> None:
    """Assign a home to each player, by the entry type of the request."""
    if request.entry == "random":
        player_homes = [home for home in game_map.homes if not home.special]
        stream.shuffle(player_homes)
        del player_homes[request.players :]
    else:
        # The map has the homes in the order of the cells.
        homes = iter(game_map.homes)
        player_homes = []
        for cell in sorted(plan.placements):
            normal = [h for h in islice(homes, len(plan.placements[cell].segment.homes)) if not h.special]
            stream.shuffle(normal)
            player_homes += normal[: plan.player_homes.get(cell, 0)]
    stream.shuffle(player_homes)
    for player, home in enumerate(player_homes):
        home.players = [player]
