"""Search for an arrangement of segments among all possible ones.

Random choice and repair (see `layout_dungeon` and `borders`) succeed for nearly all dungeons. The others are constraint
problems: cells are variables, a candidate is a segment in an orientation, and two neighbours fit when their door masks
have a common bit. Arc consistency (Mackworth, "Consistency in networks of relations", 1977) removes candidates, and is
cheap here: a candidate fits some candidate of a neighbour if and only if its mask and the union of the masks of the
neighbour have a common bit. Then backtracking begins with the cell that has the fewest candidates.

The search works on shapes: a shape stands for all candidates with equal door masks and equal numbers of homes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from host.model.geometry import ORIENTATIONS
from host.model.layout import EDGE, SPECIAL, Border, Layout, LayoutRequest
from host.model.rng import Stream
from host.model.segment import Segment, Shape
from host.model.tile_set import TileSet

# Number of shapes to try before the search gives up, about a second.
_MOST_STEPS = 3_000_000
# Cost of a start with other roles, in steps per cell.
_START_COST = 20
# Homes of a shape whose homes are counted elsewhere.
_UNCOUNTED = -1


class Role(NamedTuple):
    """The purpose of a cell."""

    # The special segment of the cell; None for any segment of the list.
    special: Segment | None = None
    # Number of players that start in the cell: its segment must have as many normal homes.
    player_homes: int = 0


# Cell index -> its role.
_Roles = dict[int, Role]


class Relaxation(NamedTuple):
    """What an arrangement need not do, or may use besides, so that an explanation sees which requirement is in the way.

    With less to do, a request is never harder.
    """

    # No player needs a home; players may start anywhere.
    players: bool = False
    entry: bool = False
    # There may be further cells, without exits.
    layout: bool = False
    # There is a segment with doors and homes everywhere.
    segments: bool = False
    # Positions of special segments that may be missing.
    special: frozenset[int] = frozenset()
    # No border may have a door.
    no_doors: bool = False


class Arrangement(NamedTuple):
    """A segment for each cell, so that every open border can have a door."""

    layout: Layout
    roles: _Roles
    # Cell index -> (segment, orientation), without the cells of the segment of a relaxation.
    segments: dict[int, tuple[Segment, int]]


class _Domain:
    """The shapes that are possible in a cell, and for each side the union of their door masks.

    `special` has the special segments for which no cell is chosen yet, where all shapes are theirs; otherwise it is
    empty. The homes of these shapes are _UNCOUNTED.
    """

    __slots__ = ("max_homes", "shapes", "special", "unions")

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = shapes
        north = east = south = west = 0
        for masks, _, _ in shapes:
            north |= masks[0]
            east |= masks[1]
            south |= masks[2]
            west |= masks[3]
        self.unions = (north, east, south, west)
        max_homes = max((shape.homes for shape in shapes), default=0)
        self.special: frozenset[Segment] = frozenset()
        if max_homes == _UNCOUNTED:
            self.special = frozenset(segment for shape in shapes for segment, _ in shape.candidates)
        self.max_homes = max(max_homes, 0)


class Search:
    """A search for an arrangement that meets a request."""

    def __init__(
        self,
        request: LayoutRequest,
        tiles: TileSet,
        stream: Stream,
        relaxation: Relaxation | None = None,
        most_steps: int = _MOST_STEPS,
    ) -> None:
        self._request, self._tiles, self._stream = request, tiles, stream
        # Whether the search proves that there is no arrangement: it leaves out roles that cannot be part of one, and
        # thereby draws other random numbers than a search for a dungeon.
        self._proves = relaxation is not None
        self._relaxation = relaxation or Relaxation()
        self._most_steps = most_steps
        # Number of shapes tried so far, and the number at which the search stops.
        self.steps = 0
        self._limit = 0
        # Whether it stopped before it had tried everything, so that there may be an arrangement after all.
        self.gave_up = False
        # Role -> all shapes that it allows; and positions of special segments -> the shapes that cells have that are
        # filled with one of them, or with a segment of the list.
        self._domains: dict[Role, _Domain] = {}
        self._unions: dict[tuple[int, ...], _Domain] = {}

    def run(self) -> Arrangement | None:
        """Return an arrangement; None without one, or when the search gives up."""
        # When segments may be turned, one orientation of the layout is enough: all others have the same arrangements.
        orientations = [self._stream.below(8)] if self._request.turn_segments else list(ORIENTATIONS)
        self._stream.shuffle(orientations)
        for i, orientation in enumerate(orientations, 1):
            self._limit = self._most_steps * i // len(orientations)
            layout = self._request.layout.turned(orientation)
            for roles in self._assign_roles(layout):
                self.steps += _START_COST * len(roles)
                domains = {cell: self._domain(role) for cell, role in roles.items()}
                shapes = self._solve(layout, domains, self._homes_needed - self._homes_outside(roles))
                if shapes is not None:
                    return Arrangement(layout, roles, self._choose_segments(shapes))
                if self.steps > self._limit:
                    break
            self.gave_up = self.gave_up or self.steps > self._limit
        return None

    @cached_property
    def _start_homes(self) -> int:
        """How many homes each cell needs in which players start; 0 if they need not start in a cell of the layout."""
        relaxed, request = self._relaxation, self._request
        if request.entry not in ("away", "close") or relaxed.players or relaxed.entry:
            return 0
        homes = request.players if request.entry == "close" else 1
        return 0 if relaxed.layout and self._domain(Role()).max_homes >= homes else homes

    @cached_property
    def _homes_needed(self) -> int:
        """How many homes the dungeon needs, wherever they are."""
        relaxed, entry = self._relaxation, self._request.entry
        if relaxed.players or not (entry == "random" or (relaxed.entry and entry != "none")):
            return 0
        return 0 if relaxed.layout and self._domain(Role()).max_homes else self._request.players

    def _homes_outside(self, roles: _Roles) -> int:
        """Return the homes of special segments that are in further cells."""
        inside = sum(role.special.normal_homes for role in roles.values() if role.special)
        every = sum(segment.normal_homes for segment in self._request.special)
        return every - inside if self._relaxation.layout else 0

    # -- roles

    def _assign_roles(self, layout: Layout) -> Iterator[_Roles]:
        """Yield every assignment of roles to cells, in random order."""
        edge, block = (pool.copy() for pool in layout.pools)
        self._stream.shuffle(edge)
        self._stream.shuffle(block)
        most = self._request.players if self._request.entry == "away" else 0
        for starts in range(most if self._start_homes or not self._proves else 0, most + 1):
            # What cells are chosen for: None for a player who starts there, or the position of a special segment.
            purposes = [*[None] * starts, *range(len(self._request.special))]
            if starts > len(edge) or len(purposes) - len(self._optional) > len(edge) + len(block):
                continue
            # For each number of purposes: the roles with so many, which are not tried yet.
            untried: list[Iterator[_Roles]] = [iter([{}])]
            while untried and not (self._proves and self.steps > self._limit):
                rest = purposes[len(untried) - 1 :]
                roles = next(untried[-1], None)
                if roles is None:
                    untried.pop()
                elif not rest:
                    yield from self._fill(layout, edge, block, roles)
                elif not self._proves or (
                    self._is_possible(layout, edge, block, roles, rest)
                    and (len(untried) > 1 or self._have_cells(layout, edge, block, rest))
                ):
                    untried.append(self._extend(edge, block, roles, rest))

    @cached_property
    def _optional(self) -> frozenset[int]:
        """Positions of special segments that need not be in a cell of the layout."""
        return frozenset(range(len(self._request.special))) if self._relaxation.layout else self._relaxation.special

    def _extend(self, edge: list[int], block: list[int], roles: _Roles, rest: list[int | None]) -> Iterator[_Roles]:
        """Yield the roles with a cell for the first purpose of the `rest`. Special segments take edge cells first."""
        if rest[0] is None:
            first = edge.index([*roles][-1]) + 1 if roles else 0
            for cell in edge[first : len(edge) + 1 - rest.count(None)]:
                yield {**roles, cell: Role(player_homes=1)}
            return
        if rest[0] in self._optional:
            yield roles
        role = Role(special=self._request.special[rest[0]])
        for cell in [c for c in edge if c not in roles] or [c for c in block if c not in roles]:
            yield {**roles, cell: role}

    def _fill(self, layout: Layout, edge: list[int], block: list[int], roles: _Roles) -> Iterator[_Roles]:
        """Yield the roles, and with each the roles of all other cells that are filled."""
        outer = [c for c in edge if c not in roles and layout.cells[c].type != SPECIAL]
        inner = [cell for cell in block if cell not in roles]
        others = dict.fromkeys([*outer, *inner], Role())
        if self._request.entry == "close" and self._start_homes:
            for start in outer or inner:
                yield {**roles, **others, start: Role(player_homes=self._start_homes)}
        elif roles or others or self._relaxation.layout:
            yield {**roles, **others}

    def _have_cells(self, layout: Layout, edge: list[int], block: list[int], purposes: list[int | None]) -> bool:
        """Return whether each special segment that is required has a cell, wherever the others are."""
        for i, segment in enumerate(self._request.special):
            others = [purpose for purpose in purposes if purpose != i]
            at_cells = ({cell: Role(special=segment)} for cell in (*edge, *block) if self.steps <= self._limit)
            if i not in self._optional and not any(self._is_possible(layout, edge, block, r, others) for r in at_cells):
                return False
        return True

    def _is_possible(
        self, layout: Layout, edge: list[int], block: list[int], roles: _Roles, rest: list[int | None]
    ) -> bool:
        """Return False if some roles have no arrangement, whatever cells are chosen for the `rest` of the purposes."""
        cells = [cell for cell in (*edge, *block) if cell not in roles]
        filled = [cell for cell in cells if layout.cells[cell].type != SPECIAL]
        special = [i for i in rest if i is not None]
        self.steps += _START_COST * (len(cells) + len(special))
        # Cells of `filled` that special segments take at least, and those that are left for others.
        taken = max(0, sum(i not in self._optional for i in special) - (len(cells) - len(filled)))
        left, normal = len(filled) - taken, self._domain(Role())
        if left < (self._request.entry == "close" and self._start_homes > 0) or self._start_homes > normal.max_homes:
            return False
        # Homes that the cells need, without homes of special segments and of players without a cell.
        needed = self._homes_needed - normal.max_homes * rest.count(None)
        needed -= self._homes_outside(roles) or sum(self._request.special[i].normal_homes for i in special)
        domains = {cell: self._domain(role) for cell, role in roles.items()}
        homes = sum(domain.max_homes for domain in domains.values()) + normal.max_homes * left
        if homes < needed or not (normal.shapes or len(special) >= len(filled)):
            return False
        key = tuple(special)
        if key not in self._unions:
            shapes = [s for i in special for s in self._domain(Role(special=self._request.special[i])).shapes]
            self._unions[key] = _Domain([*normal.shapes, *(s._replace(homes=_UNCOUNTED) for s in shapes)])
        # Special segments take block cells when no edge cell is left.
        is_edge_enough = len(rest) <= sum(cell not in roles for cell in edge)
        by_pool = {True: self._unions[key], False: normal if is_edge_enough else self._unions[key]}
        domains.update({cell: by_pool[layout.cells[cell].type == EDGE] for cell in filled})
        return self._solve(layout, domains, needed, [self._request.special[i] for i in special]) is not None

    def _domain(self, role: Role) -> _Domain:
        """Return all shapes that a role allows."""
        domain = self._domains.get(role)
        if domain is None:
            segments = self._request.segments if role.special is None else role.special
            shapes = segments.shapes(self._tiles, turn=self._request.turn_segments)
            if role.special is None and self._relaxation.segments:
                shapes = [*shapes, Shape((-1, -1, -1, -1), self._request.players, [])]
            domain = self._domains[role] = _Domain([shape for shape in shapes if shape.homes >= role.player_homes])
        return domain

    # -- shapes

    def _solve(
        self, layout: Layout, domains: dict[int, _Domain], homes_needed: int, special: Sequence[Segment] = ()
    ) -> dict[int, Shape] | None:
        """Return a shape for each cell, so that neighbours fit and homes are enough; None when that is impossible.

        `special` has the special segments for which no cell is chosen yet.
        """

        def are_enough() -> bool:
            # Whether there may be enough homes, and special segments for the cells that need one.
            if sum(domain.max_homes for domain in domains.values()) < homes_needed:
                return False
            if not special:
                return True
            self.steps += 10 * len(domains)
            needed = Counter(domain.special for domain in domains.values() if domain.special)
            return sum(needed.values()) <= len(special) and all(
                count <= sum(segment in choice for segment in special) for choice, count in needed.items()
            )

        neighbours = _neighbours([b for b in layout.open_borders if b.cell in domains and b.other in domains])
        if self._relaxation.no_doors and neighbours:
            return None
        if not all(domain.shapes for domain in domains.values()) or not self._prune(
            domains, neighbours, [*domains], {}
        ):
            return None
        if self._proves and not neighbours and are_enough():
            return {cell: max(domain.shapes, key=lambda shape: shape.homes) for cell, domain in domains.items()}
        chosen: dict[int, Shape] = {}
        # For each chosen cell: the cell, its shapes that are not tried yet, and the domains before the choice.
        trail: list[tuple[int, Iterator[Shape], dict[int, _Domain]]] = []
        while are_enough():
            open_cells = [cell for cell in domains if cell not in chosen]
            if not open_cells:
                return chosen
            cell = min(open_cells, key=lambda c: len(domains[c].shapes))
            untried = self._in_random_order(domains[cell].shapes)
            while not self._choose_shape(cell, untried, domains, neighbours, are_enough, chosen, trail):
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
        are_enough: Callable[[], bool],
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
            if self._prune(domains, neighbours, [cell], before) and are_enough():
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
            if not shape.candidates:
                # A relaxed request may need a segment that does not exist.
                continue
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
