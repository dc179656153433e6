"""The analysis of a map that its metrics share: open squares, start and goal, rooms, locks, distances from homes."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_

import numpy as np
import numpy.typing as npt

from host.metrics import contents
from host.metrics.control import FAR, Control
from host.metrics.distances import descend, distances
from host.metrics.entrances import entrances
from host.metrics.flood import MOST_FOR_BITS, Flood
from host.metrics.regions import Regions, largest_region, regions
from host.metrics.room_graph import RoomGraph
from host.metrics.solution import LockedMap, Solution
from host.metrics.walkability import Mask, Means, walkable
from host.model.game_map import GameMap, HasModel, model_of

# Number of homes that count: as many as a game can have players.
_MOST_HOMES = 64


class Analysis:
    """Properties of a map that are computed when a metric first asks for them. The map must not change meanwhile.

    All but `is_open`, `enemies`, `traps` and `resources` need a map with open squares. Squares are numbers, as
    in `GameMap`; single squares and sets of squares are also bits of `flood`.
    """

    def __init__(self, shown: GameMap | HasModel) -> None:
        self.map = game_map = model_of(shown)
        # Where one can walk who opens doors, (height, width).
        self.is_open: Mask = walkable(game_map, Means.DOORS)
        # The open squares, ascending.
        self.squares: npt.NDArray[np.int64] = np.flatnonzero(self.is_open)
        self.flood = Flood(game_map.width, game_map.height)
        self._distances: dict[int, npt.NDArray[np.int32]] = {}

    @cached_property
    def regions(self) -> Regions:
        """The connected parts of the open squares."""
        if np.count_nonzero(self.distances_from(self.start) >= 0) == len(self.squares):
            return Regions(self.is_open.astype(np.int32), [0, len(self.squares)])
        return regions(self.is_open)

    @cached_property
    def rooms(self) -> RoomGraph:
        """The rooms and doors of the map."""
        return RoomGraph(self.map.rooms, self.is_open, self.regions)

    @cached_property
    def enemies(self) -> list[int]:
        """The square of each enemy."""
        return contents.list_enemies(self.map)

    @cached_property
    def traps(self) -> list[int]:
        """The square of each trap."""
        return contents.list_traps(self.map)

    @cached_property
    def resources(self) -> list[int]:
        """The square of each stack of items."""
        return contents.list_resources(self.map)

    @cached_property
    def occurrences(self) -> dict[str, dict[str, int]]:
        """How often each segment, item and monster is on the map: {kind: {id: number}}."""
        return contents.count_contents(self.map)

    @cached_property
    def homes(self) -> list[int]:
        """The open squares where players enter (see `entrances`); without any, the first of the largest region."""
        squares = self._open_squares(entrances(self.map))
        return squares[:_MOST_HOMES] or [int(np.flatnonzero(largest_region(self.is_open))[0])]

    @property
    def start(self) -> int:
        """The first home."""
        return self.homes[0]

    @cached_property
    def goal(self) -> int:
        """The nearest way out; without one, the square that is furthest from the start, and of several the first.

        Ways out are special homes, or else objects with the glyph ">", or else such tiles, except stairs of kts: these
        stay in the dungeon. Where none can be reached, the first is the goal.
        """
        steps = self.distances_from(self.start)
        ways_out = self._ways_out()
        reached = [square for square in ways_out if steps[square] >= 0]
        if ways_out:
            return min(reached, key=lambda square: (steps[square], square), default=ways_out[0])
        return int(steps.argmax())

    def distances_from(self, square: int) -> npt.NDArray[np.int32]:
        """Return the steps from an open square to all squares, by square number; -1 where no path leads."""
        if square not in self._distances:
            if self.flood.size <= MOST_FOR_BITS:
                # All homes at once take little longer than one.
                has_room = square in self.homes and len(self.homes) * self.flood.size <= MOST_FOR_BITS
                squares = self.homes if has_room else [square]
                steps = self.flood.distances_from_each(squares, self.open_bits)
            else:
                squares, steps = [square], distances(self.is_open, [self.map.position(square)])
            self._distances.update(zip(squares, steps.reshape(len(squares), -1), strict=True))
        return self._distances[square]

    @cached_property
    def open_bits(self) -> int:
        """The open squares as bits."""
        return self.flood.bits(self.is_open)

    @cached_property
    def locked_map(self) -> LockedMap:
        """The open squares with all locks and keys."""
        return LockedMap(self.flood, self.open_bits, self._locked_doors, self._keys)

    @cached_property
    def way(self) -> list[int]:
        """The squares of a shortest way from the start to the goal, locked or not; empty when there is none."""
        left = self.distances_from(self.goal).reshape(self.is_open.shape)
        width = self.map.width
        return [y * width + x for x, y in descend(left, self.map.position(self.start))]

    @cached_property
    def explored(self) -> tuple[int, int]:
        """(squares that keys open from the start, as bits; length of the longest chain of locks)."""
        return self.locked_map.explore(self.flood.bit(self.start))

    @cached_property
    def solvable_map(self) -> LockedMap | None:
        """The open squares with the locks that hold: all, if keys open a way to the goal.

        Otherwise players break the doors that can be broken, as the connectivity check of kts lets them. None when
        there is no way then.
        """
        goal = self.flood.bit(self.goal)
        if self.explored[0] & goal:
            return self.locked_map
        strong = [door for door in self._locked_doors if not door.is_breakable]
        if len(strong) < len(self._locked_doors):
            locked_map = LockedMap(self.flood, self.open_bits, strong, self._keys)
            if locked_map.explore(self.flood.bit(self.start))[0] & goal:
                return locked_map
        return None

    @cached_property
    def solution(self) -> Solution | None:
        """A shortest solution, or None."""
        if self.solvable_map is None:
            return None
        if self.solvable_map.doors.isdisjoint(self.way):
            # No solution is shorter than the shortest way.
            return Solution(len(self.way) - 1, reduce(or_, map(self.flood.bit, self.way)))
        return self.solvable_map.solve(self.start, self.goal, self.distances_from(self.goal))

    @cached_property
    def control(self) -> Control | None:
        """Which player is nearest to each square and resource; None with less than two homes."""
        if len(self.homes) < 2:
            return None
        distances = np.array([self.distances_from(home) for home in self.homes])
        # As a number without sign, -1 is the largest.
        steps = np.minimum(distances.view(np.uint32), FAR).view(np.int32)
        resources = np.array(self.resources, dtype=np.int64)
        return Control(
            steps.take(self.squares, axis=1),
            self._steps_to(steps, resources),
            np.searchsorted(self.squares, self.homes).tolist(),
        )

    @cached_property
    def _locked_doors(self) -> list[contents.LockedDoor]:
        return contents.list_locked_doors(self.map)

    @cached_property
    def _keys(self) -> list[contents.Key]:
        return contents.list_keys(self.map)

    def _steps_to(self, steps: npt.NDArray[np.int32], squares: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Return the columns of `steps` at `squares`; at a square that is not open, 1 + the best neighbour's."""
        columns = steps.take(squares, axis=1)
        closed = np.flatnonzero(~self.is_open.ravel()[squares])
        if len(closed):
            height, width = self.is_open.shape
            bordered = np.full((len(steps), height + 2, width + 1), FAR, dtype=np.int32)
            bordered[:, 1:-1, :-1] = steps.reshape(-1, height, width)
            y, x = np.divmod(squares[closed], width)
            beside = (y + 1) * (width + 1) + x + np.array([[-width - 1], [1], [width + 1], [-1]])
            best = bordered.reshape(len(steps), -1)[:, beside].min(axis=1)
            columns[:, closed] = np.minimum(best + 1, FAR)
        return columns

    def _ways_out(self) -> list[int]:
        game_map = self.map
        homes = self._open_squares([(home.x, home.y) for home in game_map.homes if home.special and not home.players])
        if homes:
            return homes
        objects = self._open_squares([(o.x, o.y) for o in game_map.objects if o.glyph == ">"])
        if objects:
            return objects
        is_exit = game_map.tileset.traits.array("exit").take(game_map.stacks)
        squares: list[int] = np.flatnonzero(is_exit & self.is_open).tolist()
        return squares

    def _open_squares(self, positions: list[tuple[int, int]]) -> list[int]:
        """Return the squares at some positions (x, y), each once, without those that are not open."""
        game_map = self.map
        squares = dict.fromkeys(game_map.square(x, y) for x, y in positions if game_map.contains(x, y))
        return [square for square in squares if self.is_open.item(square)]
