"""The wishes of kts.LayoutDungeon as clauses: a selector for each, so that a solver says which cannot hold together.

Cells take values: the door masks and homes of a segment in an orientation. A border has a door where the masks of both
cells share a position. Segments that are not turned stay as drawn while the layout is turned: clauses turn the sides of
their masks instead, in one of eight modes for the whole dungeon. In a ninth each segment has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.generate.explain.clauses import Clauses
from host.generate.explain.core import TooHardError
from host.generate.explain.layout_keys import ENTRY, EXIT, LAYOUT, PLAYERS, ROTATION, SEGMENTS, SPECIAL, WALL, Key
from host.generate.explain.layout_values import Value, best_values, classes_of_positions, compress
from host.generate.layout_request import LayoutRequest
from host.model.geometry import ORIENTATIONS, turn_direction
from host.model.layout import EDGE
from host.model.layout import SPECIAL as SPECIAL_CELL
from host.model.segment import Segment, Shape
from host.model.tile import BLOCKED
from host.model.tile_set import TileSet

# The mode in which segments are turned; modes 0 to 7 are the orientations of the layout.
TURNED = 8


class LayoutClauses:
    """The clauses of a request, and the variables that a model is read from."""

    def __init__(self, request: LayoutRequest, tiles: TileSet, keys: Iterable[Key]) -> None:
        """Write the clauses. Raises TooHardError when there would be too many."""
        self._request = request
        self._tiles = tiles
        self.clauses = Clauses()
        self.selectors = {key: self.clauses.new() for key in keys}
        layout = request.layout
        self._cells = [i for pool in layout.pools for i in pool]
        self._edge, self._block = layout.pools
        self._players = 0 if request.entry == "none" else request.players
        # (cell, side) -> for each class of positions, the variable that a door is there.
        self._doors: dict[tuple[int, int], list[int]] = {}
        # (cell, side, mask) -> the variable that the content of the cell has this mask there.
        self._masks: dict[tuple[int, int, int], int] = {}
        # Mode -> its variable; and the modes of a value -> the variable that such a value is used.
        self._modes: dict[int, int] = {}
        self._mode_sets: dict[frozenset[int], int] = {}
        # Cell -> its values with their variables, and the variable of the ideal segment.
        self._values: dict[int, list[tuple[Value, int]]] = {}
        self._ideals: dict[int, int] = {}
        # (special segment, cell) -> the variable that it is there, and its values with their variables.
        self._special: dict[tuple[int, int], tuple[int, list[tuple[Value, int]]]] = {}
        # Cell -> the variable that a player starts there.
        self._starts: dict[int, int] = {}
        # For 1, 2, … players, the variable that the homes in the dungeon are enough.
        self._enough_homes: list[int] = []
        # Special or edge cell -> the variable that a special segment or a start takes it.
        self._taken: dict[int, int] = {}
        self._write()

    def _write(self) -> None:
        request = self._request
        normal = self._raw_values(request.segments.shapes(self._tiles, turn=False), request.segments.segments)
        special = [self._raw_values(segment.shapes(self._tiles, turn=False), [segment]) for segment in request.special]
        classes = classes_of_positions([normal, *special])
        self._add_modes()
        self._add_doors(len(classes))
        self._add_cells(compress(normal, classes))
        self._add_special([compress(values, classes) for values in special])
        if request.entry == "away":
            self._add_away_starts()
        elif request.entry == "close":
            self._add_close_starts()
        self._add_taken()
        self._add_homes()
        self._add_wall()

    # -- literals

    def _unless(self, *keys: Key) -> list[int]:
        """Return the literals of a clause that holds when one of these wishes is dropped."""
        return [-self.selectors[key] for key in keys if key in self.selectors]

    # -- values

    @property
    def _may_turn(self) -> bool:
        return self._request.turn_segments or ROTATION in self.selectors

    def _raw_values(self, drawn: Sequence[Shape], segments: Iterable[Segment]) -> list[Value]:
        """Return the values of segments, with bits for single positions, in all modes in which they may be."""
        values: dict[tuple[tuple[int, int, int, int], int], Value] = {}

        def add(masks: Sequence[int], homes: int, mode: int, source: tuple[Segment, int]) -> None:
            north, east, south, west = masks
            key = (north, east, south, west), min(homes, self._players)
            values.setdefault(key, Value(*key, {})).sources.setdefault(mode, source)

        if not self._request.turn_segments:
            for shape in drawn:
                for mode in ORIENTATIONS:
                    masks = [shape.masks[turn_direction(side, mode)] for side in range(4)]
                    add(masks, shape.homes, mode, shape.candidates[0])
        if self._may_turn:
            for segment in dict.fromkeys(segments):
                for shape in segment.shapes(self._tiles, turn=True):
                    add(shape.masks, shape.homes, TURNED, shape.candidates[0])
        return list(values.values())

    def _add_modes(self) -> None:
        """Add that there is a mode. When segments may be turned, no mode restricts anything."""
        if self._request.turn_segments:
            return
        self._modes = {mode: self.clauses.new() for mode in (*ORIENTATIONS, *([TURNED] if self._may_turn else []))}
        self.clauses.add(*self._modes.values())
        if self._may_turn:
            self.clauses.add(*self._unless(ROTATION), -self._modes[TURNED])

    def _restrict_mode(self, value: Value, variable: int) -> None:
        """Add that a value is used only in its modes."""
        modes = frozenset(value.sources)
        if not self._modes or len(modes) == len(self._modes):
            return
        mode_set = self._mode_sets.get(modes)
        if mode_set is None:
            mode_set = self._mode_sets[modes] = self.clauses.new()
            for mode, literal in self._modes.items():
                if mode not in modes:
                    self.clauses.add(-mode_set, -literal)
        self.clauses.add(-variable, mode_set)

    # -- cells and borders

    def _add_doors(self, classes: int) -> None:
        layout = self._request.layout
        self._taken = {cell: self.clauses.new() for cell in self._edge}
        for i, border in enumerate(layout.open_borders):
            doors = [self.clauses.new() for _ in range(classes)]
            self.clauses.add(*self._unless((EXIT, i)), *self._if_empty(border.cell, border.other), *doors)
            self._doors[border.cell, border.side] = self._doors[border.other, border.side ^ 2] = doors

    def _if_empty(self, *cells: int) -> list[int]:
        """Return literals of which one holds if one of some cells is empty: special cells may be."""
        layout = self._request.layout
        return [-self._taken[cell] for cell in cells if layout.cells[cell].type == SPECIAL_CELL]

    def _add_value(self, cell: int, value: Value) -> int:
        """Return a new variable: if it holds, a cell has a value."""
        variable = self.clauses.new()
        self._restrict_mode(value, variable)
        for side in range(4):
            doors = self._doors.get((cell, side))
            if doors is None:
                continue
            mask = value.masks[side]
            has_mask = self._masks.get((cell, side, mask))
            if has_mask is None:
                has_mask = self._masks[cell, side, mask] = self.clauses.new()
                for position, door in enumerate(doors):
                    if not mask >> position & 1:
                        self.clauses.add(-has_mask, -door)
            self.clauses.add(-variable, has_mask)
        return variable

    def _add_cells(self, values: list[Value]) -> None:
        """Add the values that segments of the list give a cell; those of cells with equal exits are the same."""
        by_sides: dict[tuple[bool, ...], list[Value]] = {}
        for cell in self._cells:
            sides = tuple((cell, side) in self._doors for side in range(4))
            if sides not in by_sides:
                by_sides[sides] = best_values(values, sides)
            self._values[cell] = [(value, self._add_value(cell, value)) for value in by_sides[sides]]
            self._ideals[cell] = self.clauses.new()
            self.clauses.add(-self._ideals[cell], *self._unless(SEGMENTS))

    def _content(self, cell: int) -> list[int]:
        """Return literals of which one holds if a segment of the list fills a cell."""
        return [self._ideals[cell], *(variable for _, variable in self._values[cell])]

    def _add_special(self, values: list[list[Value]]) -> None:
        """Add where special segments are: each in one cell, those on edge cells first."""
        count = len(values)
        if count * count * len(self._cells) > 1_000_000:
            raise TooHardError
        add = self.clauses.add
        all_taken = self.clauses.new()
        for cell in self._edge:
            add(-all_taken, self._taken[cell])
        on_block: list[int] = []
        for i, of_segment in enumerate(values):
            for cell in self._cells:
                is_there = self.clauses.new()
                sides = tuple((cell, side) in self._doors for side in range(4))
                options = [(value, self._add_value(cell, value)) for value in best_values(of_segment, sides)]
                add(-is_there, *(variable for _, variable in options))
                self._special[i, cell] = is_there, options
            places = [self._special[i, cell][0] for cell in self._cells]
            # Dropping the layout leaves room outside of it.
            add(*self._unless((SPECIAL, i)), *self._unless(LAYOUT), *places)
            self.clauses.add_at_most_one(places)
            is_on_block, is_on_edge = self.clauses.new(), self.clauses.new()
            for cell in self._block:
                add(-self._special[i, cell][0], is_on_block)
            for cell in self._edge:
                add(-self._special[i, cell][0], is_on_edge)
            add(-is_on_block, all_taken)
            for earlier in on_block:
                add(-is_on_edge, -earlier)
            on_block.append(is_on_block)
        for cell in self._cells:
            there = [self._special[i, cell][0] for i in range(count)]
            self.clauses.add_at_most_one(there)
            if self._request.layout.cells[cell].type != SPECIAL_CELL:
                add(*self._content(cell), *there)
        if all(self._request.layout.cells[cell].type == SPECIAL_CELL for cell in self._cells):
            add(*self._unless(LAYOUT), *self._taken.values())

    def _add_taken(self) -> None:
        """Add that a taken cell is one that a special segment or a start takes."""
        for cell, taken in self._taken.items():
            takers = [self._special[i, cell][0] for i in range(len(self._request.special))]
            if self._request.entry == "away":
                takers += [self._starts[cell]]
            for taker in takers:
                self.clauses.add(-taker, taken)
            self.clauses.add(-taken, *takers)

    # -- players

    def _add_start(self, cell: int, homes: int) -> int:
        """Return a new variable: if it holds, a segment of the list with so many homes is in a cell."""
        start = self._starts[cell] = self.clauses.new()
        self.clauses.add(-start, *self._content(cell))
        for value, variable in self._values[cell]:
            if value.homes < homes:
                self.clauses.add(-start, -variable)
        for i in range(len(self._request.special)):
            self.clauses.add(-start, -self._special[i, cell][0])
        return start

    def _require_start(self, literals: list[int], homes: int) -> None:
        """Add a clause about starts of players; without the layout they may start outside of it."""
        required = [*self._unless(PLAYERS, ENTRY), *literals]
        self.clauses.add(*required, *self._unless(LAYOUT))
        if self._request.segments.max_homes < homes:
            self.clauses.add(*required, *self._unless(SEGMENTS))

    def _add_away_starts(self) -> None:
        """Add that each player starts in an edge cell of their own."""
        starts = [self._add_start(cell, 1) for cell in self._edge]
        at_least = self._count(starts, self._players + 1)
        if self._players < len(at_least):
            self.clauses.add(-at_least[self._players])
        enough = at_least[self._players - 1 : self._players]
        self._require_start(enough, 1)

    def _count(self, literals: list[int], most: int) -> list[int]:
        """Return variables that say whether at least 1, 2, …, `most` of the literals hold."""
        counts: list[int] = []
        for literal in literals:
            grown = []
            for j in range(min(len(counts) + 1, most)):
                before = counts[j] if j < len(counts) else None
                below = counts[j - 1] if j else None
                reached = self.clauses.new()
                # It is reached before this literal, or with it if one less is reached before.
                if before is not None:
                    self.clauses.add(-before, reached)
                self.clauses.add(-literal, reached, *([] if below is None else [-below]))
                rest = [] if before is None else [before]
                self.clauses.add(-reached, literal, *rest)
                if below is not None:
                    self.clauses.add(-reached, below, *rest)
                grown.append(reached)
            counts = grown
        return counts

    def _add_close_starts(self) -> None:
        """Add that all players start in one cell: an edge cell, or a block cell if special segments take all others."""
        layout = self._request.layout
        outer = [cell for cell in self._edge if layout.cells[cell].type == EDGE]
        for cell in (*outer, *self._block):
            start = self._add_start(cell, self._players)
            if cell not in self._taken:
                for other in outer:
                    self.clauses.add(-start, self._taken[other])
        self._require_start(list(self._starts.values()), self._players)

    def _add_homes(self) -> None:
        """Add that the homes of all segments are enough for the players, wherever they are."""
        players = self._players
        if not players:
            return
        # For 1, 2, … players, the variable that the homes so far are enough for as many.
        sums: list[int] = []
        for holder in (*map(self._homes_of_cell, self._cells), *self._homes_of_special()):
            if holder:
                sums = self._add_up(sums, holder)
        self._enough_homes = sums
        enough = [*self._unless(PLAYERS), *sums[-1:], *map(self._has_ideal_homes, self._cells)]
        if ENTRY in self.selectors:
            enough.append(self.selectors[ENTRY])
        self.clauses.add(*enough, *self._unless(LAYOUT))
        if self._request.segments.max_homes < 1:
            self.clauses.add(*enough, *self._unless(SEGMENTS))

    def _add_up(self, sums: list[int], holder: list[int]) -> list[int]:
        """Return the sums after one more holder: variables that it has at least 1, 2, … homes."""

        def enough(needed: int) -> list[int]:
            return [sums[needed - 1]] if sums else []

        grown = []
        for needed in range(1, self._players + 1):
            reached = self.clauses.new()
            # There are k homes here, or those before are enough for one more than with k homes.
            for k in range(1, min(len(holder), needed) + 1):
                self.clauses.add(-reached, holder[k - 1], *enough(needed - k + 1))
            if needed > len(holder):
                self.clauses.add(-reached, *enough(needed - len(holder)))
            grown.append(reached)
        return grown

    def _is_of_list(self, cell: int, variable: int) -> None:
        """Add that, if a variable holds, a segment of the list is in a cell."""
        if self._request.layout.cells[cell].type == SPECIAL_CELL:
            # Only a player who starts there brings such a segment to a special cell.
            self.clauses.add(-variable, *([self._starts[cell]] if cell in self._starts else []))
        for i in range(len(self._request.special)):
            self.clauses.add(-variable, -self._special[i, cell][0])

    def _homes_of_cell(self, cell: int) -> list[int]:
        """Return variables that a segment of the list with at least 1, 2, … homes is in a cell."""
        holder = [self.clauses.new() for _ in range(max((value.homes for value, _ in self._values[cell]), default=0))]
        for homes, has in enumerate(holder, 1):
            self._is_of_list(cell, has)
            self.clauses.add(-has, *(variable for value, variable in self._values[cell] if value.homes >= homes))
        return holder

    def _has_ideal_homes(self, cell: int) -> int:
        """Return the variable that the ideal segment is in a cell; it has homes for all players."""
        has = self.clauses.new()
        self._is_of_list(cell, has)
        self.clauses.add(-has, self._ideals[cell])
        return has

    def _homes_of_special(self) -> Iterable[list[int]]:
        """Yield, for each special segment, variables that it has at least 1, 2, … homes and is in the dungeon."""
        for i, segment in enumerate(self._request.special):
            outside = self.clauses.new()
            self.clauses.add(-outside, *self._unless(LAYOUT))
            holder = [self.clauses.new() for _ in range(min(segment.normal_homes, self._players))]
            for has in holder:
                self.clauses.add(-has, outside, *(self._special[i, cell][0] for cell in self._cells))
            yield holder

    # -- walls

    def _add_wall(self) -> None:
        """Add that no border may have a door beside a wall that does not block."""
        if self._tiles.traits.walking[self._request.wall] == BLOCKED:
            return
        for i, border in enumerate(self._request.layout.open_borders):
            self.clauses.add(*self._unless(WALL, (EXIT, i)), *self._if_empty(border.cell, border.other))

    # -- changes: literals with which a wish that is dropped is changed instead

    def without_special(self, number: int) -> list[int]:
        """Return literals without which a special segment may be in the dungeon though nobody wishes for it."""
        return [-self._special[number, cell][0] for cell in self._cells]

    def with_entry_random(self) -> list[int]:
        """Return literals with which no cell is one where players start "away" or "close"."""
        return [-start for start in self._starts.values()]

    def with_players(self, players: int) -> list[int]:
        """Return literals with which there are homes for so many players, who may start anywhere."""
        return self._enough_homes[players - 1 : players] or [-self.selectors[PLAYERS], self.selectors[PLAYERS]]

    # -- models

    def read_mode(self, model: set[int]) -> int:
        """Return the mode of a model."""
        return next((mode for mode, variable in self._modes.items() if variable in model), TURNED)

    def read_cells(self, model: set[int]) -> dict[int, tuple[Segment, int]]:
        """Return the segment in each cell of a model and its orientation, without cells that need the ideal one."""
        mode = self.read_mode(model)
        contents = {}
        special = {cell: options for (_, cell), (there, options) in self._special.items() if there in model}
        for cell in self._cells:
            kind = self._request.layout.cells[cell].type
            if kind == SPECIAL_CELL and self._taken[cell] not in model:
                continue
            options = special.get(cell, self._values[cell])
            sources = (value.sources.get(mode) for value, variable in options if variable in model)
            source = next(filter(None, sources), None)
            if source is not None:
                contents[cell] = source
        return contents
