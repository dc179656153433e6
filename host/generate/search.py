"""Search for an arrangement of segments among all possible ones.

Random choice and repair (see `layout_dungeon` and `borders`) succeed for nearly all dungeons. The others are constraint
problems: cells are variables, a candidate is a segment in an orientation, and two neighbours fit when their door masks
have a common bit. Arc consistency (Mackworth, "Consistency in networks of relations", 1977) removes candidates, and is
cheap here: a candidate fits some candidate of a neighbour if and only if its mask and the union of the masks of the
neighbour have a common bit. Then backtracking begins with the cell that has the fewest candidates.

The search works on shapes: a shape stands for all candidates with equal door masks and equal numbers of homes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from host.generate.layout_request import LayoutRequest
from host.model.geometry import ORIENTATIONS
from host.model.layout import SPECIAL, Border, Layout
from host.model.rng import Stream
from host.model.segment import Segment, Shape
from host.model.tile_set import TileSet

# Number of shapes to try before the search gives up, about a second.
_MOST_STEPS = 3_000_000
# Cost of a start with other roles, in steps per cell.
_START_COST = 20


class Role(NamedTuple):
    """The purpose of a cell."""

    # The special segment of the cell; None for any segment of the list.
    special: Segment | None = None
    # Number of players that start in the cell: its segment must have as many normal homes.
    player_homes: int = 0


class Arrangement(NamedTuple):
    """A segment for each cell, so that every open border can have a door."""

    layout: Layout
    # Cell index -> its role.
    roles: dict[int, Role]
    # Cell index -> (segment, orientation).
    segments: dict[int, tuple[Segment, int]]


class _Domain:
    """The shapes that are possible in a cell, and for each side the union of their door masks."""

    __slots__ = ("max_homes", "shapes", "unions")

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = shapes
        north = east = south = west = 0
        for masks, _, _ in shapes:
            north |= masks[0]
            east |= masks[1]
            south |= masks[2]
            west |= masks[3]
        self.unions = (north, east, south, west)
        self.max_homes = max((shape.homes for shape in shapes), default=0)


class Search:
    """A search for an arrangement that meets a request."""

    def __init__(self, request: LayoutRequest, tiles: TileSet, stream: Stream) -> None:
        self._request = request
        self._tiles = tiles
        self._stream = stream
        # Number of shapes tried so far, and the number at which the search stops.
        self.steps = 0
        self._limit = 0
        # Role -> all shapes that it allows.
        self._domains: dict[Role, _Domain] = {}

    def run(self) -> Arrangement | None:
        """Return an arrangement; None without one, or when the search gives up."""
        # When segments may be turned, one orientation of the layout is enough: all others have the same arrangements.
        orientations = [self._stream.below(8)] if self._request.turn_segments else list(ORIENTATIONS)
        self._stream.shuffle(orientations)
        for i, orientation in enumerate(orientations, 1):
            self._limit = _MOST_STEPS * i // len(orientations)
            layout = self._request.layout.turned(orientation)
            for roles in self._assign_roles(layout):
                self.steps += _START_COST * len(roles)
                shapes = self._solve(layout, roles)
                if shapes is not None:
                    return Arrangement(layout, roles, self._choose_segments(shapes))
                if self.steps > self._limit:
                    break
        return None

    def _assign_roles(self, layout: Layout) -> Iterator[dict[int, Role]]:
        """Yield every assignment of roles to cells, in random order."""
        request = self._request
        edge, block = (pool.copy() for pool in layout.pools)
        self._stream.shuffle(edge)
        self._stream.shuffle(block)
        for starts in combinations(edge, request.players if request.entry == "away" else 0):
            away = dict.fromkeys(starts, Role(player_homes=1))
            free_edge = [cell for cell in edge if cell not in away]
            for special in self._assign_special(free_edge, block):
                taken = {**away, **special}
                outer = [c for c in free_edge if c not in taken and layout.cells[c].type != SPECIAL]
                inner = [cell for cell in block if cell not in taken]
                others = dict.fromkeys([*outer, *inner], Role())
                if request.entry == "close":
                    for start in outer or inner:
                        yield {**taken, **others, start: Role(player_homes=request.players)}
                elif taken or others:
                    yield {**taken, **others}

    def _assign_special(self, edge: list[int], block: list[int]) -> Iterator[dict[int, Role]]:
        """Yield every assignment of the special segments; the first ones take edge cells, as many as there are."""
        roles = [Role(special=segment) for segment in self._request.special]
        edge_count = min(len(edge), len(roles))
        for edge_cells in permutations(edge, edge_count):
            for block_cells in permutations(block, len(roles) - edge_count):
                yield dict(zip((*edge_cells, *block_cells), roles, strict=True))

    def _domain(self, role: Role) -> _Domain:
        """Return all shapes that a role allows."""
        domain = self._domains.get(role)
        if domain is None:
            segments = self._request.segments if role.special is None else role.special
            shapes = segments.shapes(self._tiles, turn=self._request.turn_segments)
            domain = self._domains[role] = _Domain([shape for shape in shapes if shape.homes >= role.player_homes])
        return domain

    def _solve(self, layout: Layout, roles: dict[int, Role]) -> dict[int, Shape] | None:
        """Return a shape for each cell, so that neighbours fit and homes are enough; None when that is impossible."""
        homes_needed = self._request.players if self._request.entry == "random" else 0
        neighbours = _neighbours([b for b in layout.open_borders if b.cell in roles and b.other in roles])
        domains = {cell: self._domain(role) for cell, role in roles.items()}
        if not all(domain.shapes for domain in domains.values()) or not self._prune(
            domains, neighbours, [*domains], {}
        ):
            return None
        chosen: dict[int, Shape] = {}
        # For each chosen cell: the cell, its shapes that are not tried yet, and the domains before the choice.
        trail: list[tuple[int, Iterator[Shape], dict[int, _Domain]]] = []
        while sum(domain.max_homes for domain in domains.values()) >= homes_needed:
            open_cells = [cell for cell in domains if cell not in chosen]
            if not open_cells:
                return chosen
            cell = min(open_cells, key=lambda c: len(domains[c].shapes))
            untried = self._in_random_order(domains[cell].shapes)
            while not self._choose_shape(cell, untried, domains, neighbours, homes_needed, chosen, trail):
                if not trail or self.steps > self._limit:
                    return None
                cell, untried, before = trail.pop()
                domains.update(before)
                del chosen[cell]
        return None

    def _choose_shape(
        self,
        cell: int,
        untried: Iterator[Shape],
        domains: dict[int, _Domain],
        neighbours: dict[int, list[tuple[int, int]]],
        homes_needed: int,
        chosen: dict[int, Shape],
        trail: list[tuple[int, Iterator[Shape], dict[int, _Domain]]],
    ) -> bool:
        """Choose the next untried shape of a cell that leaves a shape for every other cell; return False without one.

        Adds the choice to `chosen` and `trail`, and reduces `domains`.
        """
        for shape in untried:
            self.steps += 1
            before = {cell: domains[cell]}
            domains[cell] = _Domain([shape])
            if (
                self._prune(domains, neighbours, [cell], before)
                and sum(domain.max_homes for domain in domains.values()) >= homes_needed
            ):
                chosen[cell] = shape
                trail.append((cell, untried, before))
                return True
            domains.update(before)
        return False

    def _prune(
        self,
        domains: dict[int, _Domain],
        neighbours: dict[int, list[tuple[int, int]]],
        changed: list[int],
        before: dict[int, _Domain],
    ) -> bool:
        """Remove shapes that do not fit any shape of a neighbour, beginning around the `changed` cells.

        Returns False when a cell has no shape left. `before` gets the old domain of each cell that changes.
        """
        while changed:
            cell = changed.pop()
            for side, other in neighbours.get(cell, ()):
                union, opposite, domain = domains[cell].unions[side], side ^ 2, domains[other]
                fitting = [shape for shape in domain.shapes if shape.masks[opposite] & union]
                self.steps += len(domain.shapes)
                if not fitting:
                    return False
                if len(fitting) < len(domain.shapes):
                    before.setdefault(other, domain)
                    domains[other] = _Domain(fitting)
                    changed.append(other)
        return True

    def _in_random_order(self, shapes: Sequence[Shape]) -> Iterator[Shape]:
        order = list(shapes)
        self._stream.shuffle(order)
        return iter(order)

    def _choose_segments(self, shapes: dict[int, Shape]) -> dict[int, tuple[Segment, int]]:
        """Return a candidate for each shape, preferably with a segment that is not used yet."""
        used: set[Segment] = set()
        segments = {}
        for cell, shape in shapes.items():
            unused = [candidate for candidate in shape.candidates if candidate[0] not in used]
            segments[cell] = self._stream.choice(unused or shape.candidates)
            used.add(segments[cell][0])
        return segments


def _neighbours(borders: Iterable[Border]) -> dict[int, list[tuple[int, int]]]:
    """Return cell -> (side, cell on that side) for each of its borders."""
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for cell, other, side in borders:
        neighbours.setdefault(cell, []).append((side, other))
        neighbours.setdefault(other, []).append((side ^ 2, cell))
    return neighbours
