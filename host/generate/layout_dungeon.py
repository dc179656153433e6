"""Fill a layout with segments: which segment goes where, how it is turned, and the map that results.

The stages follow `kts.LayoutDungeon`: turn the layout, choose segments so that every player finds a home, mend
borders that admit no door, cut off empty rows and columns of cells, and build the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from host.errors import GenerationError
from host.generate.borders import Choice, Mending, door_mask
from host.generate.doors import draw_doors
from host.generate.request import Request
from host.generate.search import Found, Search
from host.generate.stamp import furnish
from host.model.geometry import SOUTH
from host.model.layout import NONE, SPECIAL, Border, Layout
from host.model.map import Map
from host.model.objects import Zone
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment
from host.model.tile import BLOCKED, TileSet

# How often a segment that is in the dungeon already is drawn again.
_REDRAWS = 50


class _Plan(NamedTuple):
    """Segments by cell, and how many of whose homes are given to players."""

    layout: Layout
    # cell index -> what goes there.
    choices: dict[int, Choice]
    # cell index -> homes given out, for the entry types that name a cell.
    given: dict[int, int]
    borders: list[Border]


def lay_out(request: Request, stream: Stream, tiles: TileSet, registry: Registry, uids: Iterator[int]) -> Map:
    """Build the map: choose segments at random, mend borders without doors, and where that does not lead to the end
    search among all arrangements. Raises GenerationError, saying what is in the way, when the request cannot be met.
    """
    plan = _plan(request, stream, tiles)
    game_map = _build(request, plan, stream, tiles, registry, uids)
    if request.entry != "none":
        _give_homes(request, plan, game_map, stream)
    return game_map


def _plan(request: Request, stream: Stream, tiles: TileSet) -> _Plan:
    try:
        plan = _Chooser(request, stream, tiles).run()
        _mend(plan, request, stream, tiles)
    except GenerationError:
        # Chance does not settle it: look at all there is.
        found = Search(request, tiles, stream).run()
        if found is None:
            raise
        plan = _as_plan(found, tiles)
    _check_wall(request, tiles, plan)
    return plan


def _mend(plan: _Plan, request: Request, stream: Stream, tiles: TileSet) -> None:
    bad = [border for border in plan.borders if not door_mask(border, plan.choices)]
    if bad:
        Mending(
            plan.layout,
            plan.borders,
            plan.choices,
            request.segments,
            tiles,
            stream,
            may_turn=request.turn_segments,
            homes_needed=request.players if request.entry == "random" else 0,
        ).run(bad)


def _as_plan(found: Found, tiles: TileSet) -> _Plan:
    choices = {
        cell: Choice(segment, orientation, tiles, role.given, special=role.special is not None)
        for cell, role in found.roles.items()
        for segment, orientation in [found.placed[cell]]
    }
    given = {cell: role.given for cell, role in found.roles.items() if role.given}
    return _Plan(found.layout, choices, given, _borders(found.layout, choices))


def _borders(layout: Layout, choices: dict[int, Choice]) -> list[Border]:
    """The open borders between cells that are filled."""
    if len(choices) == len(layout.cells):
        return layout.open_borders
    return [b for b in layout.open_borders if b.cell in choices and b.other in choices]


# -- which segment goes where


class _Chooser:
    """Chooses a segment for each cell, so that every player finds a home."""

    def __init__(self, request: Request, stream: Stream, tiles: TileSet) -> None:
        self.request = request
        self.stream = stream
        self.tiles = tiles
        self.layout = request.layout.turned(stream.below(8))
        edge, block = self.layout.pools
        self.edge, self.block = edge.copy(), block.copy()
        self.choices: dict[int, Choice] = {}
        self.given: dict[int, int] = {}
        self.present: set[Segment] = set()
        # How many of the normal segments are not there yet.
        self.absent = len(request.segments.members)

    def run(self) -> _Plan:
        request = self.request
        self.stream.shuffle(self.edge)
        self.stream.shuffle(self.block)
        if request.entry == "away":
            self._put_away_homes()
        self._put_special_segments()
        if any(self.layout.cells[cell].type == SPECIAL for cell in self.edge):
            self.edge = [cell for cell in self.edge if self.layout.cells[cell].type != SPECIAL]
        if request.entry == "close":
            self._put_close_homes()
        self._fill()
        return _Plan(self.layout, self.choices, self.given, _borders(self.layout, self.choices))

    def _put(self, cell: int, segment: Segment, least_homes: int = 0, *, special: bool = False) -> None:
        orientation = self.stream.below(8) if self.request.turn_segments else 0
        self.choices[cell] = Choice(segment, orientation, self.tiles, least_homes, special=special)
        if segment not in self.present:
            self.present.add(segment)
            self.absent -= segment in self.request.segments.members

    def _put_away_homes(self) -> None:
        players = self.request.players
        for player in range(players):
            if not self.edge:
                raise GenerationError(
                    f'entry_type "away": each of {players} players needs an edge cell, and the layout has '
                    f'{player} edge or special cells; use a larger layout or entry_type "random"'
                )
            cell = self.edge.pop()
            self._put(cell, self._draw(1, cell), 1)
            self.given[cell] = 1

    def _put_special_segments(self) -> None:
        special = self.request.special
        for i, segment in enumerate(special):
            pool = self.edge or self.block
            if not pool:
                cells = sum(cell.type != NONE for cell in self.layout.cells)
                raise GenerationError(
                    f"special_segments[{i + 1}] of {len(special)} ({segment.prototype.id}) finds no cell: "
                    f"the layout has {cells} cells"
                    f"{', and each player takes one' if self.given else ''}; use a larger layout"
                )
            self._put(pool.pop(), segment, special=True)

    def _put_close_homes(self) -> None:
        pool = self.edge or self.block
        if not pool:
            raise GenerationError(
                'entry_type "close": no cell is left for the segment in which all players start; use a larger layout'
            )
        cell, needed = pool.pop(), self.request.players
        self._put(cell, self._draw(needed, cell), needed)
        self.given[cell] = needed

    def _fill(self) -> None:
        rest = self.edge + self.block
        self.stream.shuffle(rest)
        missing = self.request.homes_needed - sum(c.segment.normal_homes for c in self.choices.values())
        most = self.request.segments.max_homes
        for left, cell in zip(range(len(rest), 0, -1), rest, strict=True):
            if missing > most * left:
                raise GenerationError(self._homes_missing(missing, left))
            # Plan with two homes a cell, as long as that can be enough.
            segment = self._draw(min(most, max(0, missing - min(2, most) * (left - 1))), cell)
            self._put(cell, segment)
            missing -= segment.normal_homes
        if not self.choices:
            raise GenerationError("every cell of the layout is none or special, so the dungeon would be empty")
        if missing > 0:
            raise GenerationError(self._homes_missing(missing, 0))

    def _homes_missing(self, missing: int, left: int) -> str:
        return (
            f"{self.request.homes_needed} players need homes: {missing} are missing, with {left} cells left and "
            f"at most {self.request.segments.max_homes} homes in a segment; use a larger layout, segments with "
            "more homes, or fewer players"
        )

    def _draw(self, least: int, cell: int) -> Segment:
        """A random segment with at least `least` homes, if possible one that is not in the dungeon yet."""
        eligible = self.request.segments.with_homes(least)
        if not eligible:
            raise GenerationError(
                f"cell {self.layout.describe_cell(cell)} needs a segment with {least} homes, and of the "
                f"{len(self.request.segments.segments)} in segments none has more than "
                f"{self.request.segments.max_homes}; give segments with more homes, or fewer players"
                if least
                else f"cell {self.layout.describe_cell(cell)} is left to fill, and the list of segments is empty"
            )
        # Once every segment is there, a new one cannot be hoped for.
        for _ in range(_REDRAWS - 1 if self.absent else 0):
            segment = self.stream.choice(eligible)
            if segment not in self.present:
                return segment
        return self.stream.choice(eligible)


def _check_wall(request: Request, tiles: TileSet, plan: _Plan) -> None:
    if plan.borders and tiles.traits.walking[request.wall] != BLOCKED:
        raise GenerationError(
            "a door needs walls beside it, and the wall does not block walking; give wall a tile that blocks, such "
            "as one with access = {}"
        )


# -- the map


def _build(
    request: Request,
    plan: _Plan,
    stream: Stream,
    tiles: TileSet,
    registry: Registry,
    uids: Iterator[int],
) -> Map:
    choices, columns = plan.choices, plan.layout.width
    cells = sorted(choices)
    across = [cell % columns for cell in cells]
    left, right = min(across), max(across)
    top, bottom = cells[0] // columns, cells[-1] // columns
    height, width = choices[cells[0]].segment.stacks.shape
    game_map = Map((right - left + 1) * (width + 1) + 1, (bottom - top + 1) * (height + 1) + 1, tiles, registry, uids)
    stacks = game_map.stacks
    stacks.fill(request.wall)
    corners: dict[int, tuple[int, int]] = {}
    for cell in cells:
        choice = choices[cell]
        x = (cell % columns - left) * (width + 1) + 1
        y = (cell // columns - top) * (height + 1) + 1
        corners[cell] = (x, y)
        stacks[y : y + height, x : x + width] = choice.oriented.stacks
        game_map.add_rooms(choice.oriented.rooms, x, y)
        game_map.zones.append(Zone(x, y, width, height, choice.orientation, choice.segment.prototype.index))
        for _ in furnish(game_map, choice.oriented, x, y):
            pass
    for border in plan.borders:
        x, y = corners[border.cell]
        if border.side == SOUTH:
            door, line = request.horizontal_door, stacks[y + height, x : x + width]
        else:
            door, line = request.vertical_door, stacks[y : y + height, x + width]
        assert door is not None  # noqa: S101 - whoever asks has seen to it
        side_by_side = tiles.traits.walking[door] == BLOCKED
        for position in draw_doors(door_mask(border, choices), len(line), stream, side_by_side=side_by_side):
            line[position] = door
    return game_map


def _give_homes(request: Request, plan: _Plan, game_map: Map, stream: Stream) -> None:
    """Give each player a home, as the entry type has it."""
    if request.entry == "random":
        chosen = [home for home in game_map.homes if not home.special]
        stream.shuffle(chosen)
        del chosen[request.players :]
    else:
        # Homes lie in the map in the order of the cells.
        homes = iter(game_map.homes)
        chosen = []
        for cell in sorted(plan.choices):
            normal = [h for h in islice(homes, len(plan.choices[cell].segment.homes)) if not h.special]
            stream.shuffle(normal)
            chosen += normal[: plan.given.get(cell, 0)]
    stream.shuffle(chosen)
    for player, home in enumerate(chosen):
        home.players = [player]
