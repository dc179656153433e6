"""Arrangements of segments, by a search that looks at all there are.

Chance and mending (see `layout_dungeon` and `borders`) settle nearly every dungeon. What they leave is a constraint
problem: cells are variables, a candidate is a segment in an orientation, and two neighbours agree when their door
masks have a bit in common. Candidates are thrown out by arc consistency (Mackworth, "Consistency in networks of
relations", 1977), which is cheap here: a candidate has a partner in a neighbour if and only if its mask meets the
union of the neighbour's masks. Then the cell with the fewest candidates left is tried first, with backtracking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from host.generate.request import Request
from host.model.geometry import ORIENTATIONS
from host.model.layout import SPECIAL, Border, Layout
from host.model.rng import Stream
from host.model.segment import Segment, Shape
from host.model.tile import TileSet

# Shapes looked at before the search gives up: a second or so.
_MOST_STEPS = 3_000_000
# What it costs to begin with another way to share out the cells, in steps a cell.
_BEGINNING = 20


class Role(NamedTuple):
    """What a cell is for."""

    # A segment asked for by name, or None for any of the list.
    special: Segment | None = None
    # How many of its homes are given to players, which a segment must have.
    given: int = 0


class Found(NamedTuple):
    """An arrangement: what lies in which cell, and in which orientation."""

    layout: Layout
    roles: dict[int, Role]
    placed: dict[int, tuple[Segment, int]]


class _Domain:
    """The shapes that may still go into a cell, and by side the union of their door masks."""

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
    """One search; `steps` counts the shapes it has looked at."""

    def __init__(self, request: Request, tiles: TileSet, stream: Stream) -> None:
        self._request = request
        self._tiles = tiles
        self._stream = stream
        self.steps = 0
        self._limit = 0
        # (special segment or None, homes) -> its shapes, before anything is thrown out.
        self._domains: dict[tuple[Segment | None, int], _Domain] = {}

    def run(self) -> Found | None:
        """An arrangement in which every open border admits a door, or None when none was found."""
        # What can be turned can be turned with the layout.
        orientations = [self._stream.below(8)] if self._request.turn_segments else list(ORIENTATIONS)
        self._stream.shuffle(orientations)
        for i, orientation in enumerate(orientations, 1):
            self._limit = _MOST_STEPS * i // len(orientations)
            layout = self._request.layout.turned(orientation)
            for roles in self._ways(layout):
                self.steps += _BEGINNING * len(roles)
                shapes = self._fill(layout, roles)
                if shapes is not None:
                    return Found(layout, roles, self._pick(shapes))
                if self.steps > self._limit:
                    break
        return None

    def _ways(self, layout: Layout) -> Iterator[dict[int, Role]]:
        """All ways to share out the cells, in random order."""
        request = self._request
        edge, block = (pool.copy() for pool in layout.pools)
        self._stream.shuffle(edge)
        self._stream.shuffle(block)
        for starts in combinations(edge, request.players if request.entry == "away" else 0):
            away = dict.fromkeys(starts, Role(given=1))
            left_edge = [cell for cell in edge if cell not in away]
            for special in self._special_places(left_edge, block):
                taken = {**away, **special}
                normal = [c for c in left_edge if c not in taken and layout.cells[c].type != SPECIAL]
                inner = [cell for cell in block if cell not in taken]
                rest = dict.fromkeys([*normal, *inner], Role())
                if request.entry == "close":
                    for start in normal or inner:
                        yield {**taken, **rest, start: Role(given=request.players)}
                elif taken or rest:
                    yield {**taken, **rest}

    def _special_places(self, edge: list[int], block: list[int]) -> Iterator[dict[int, Role]]:
        """All ways to place the special segments: those listed first take edge cells as long as there are any."""
        roles = [Role(special=segment) for segment in self._request.special]
        outer = min(len(edge), len(roles))
        for first in permutations(edge, outer):
            for others in permutations(block, len(roles) - outer):
                yield dict(zip((*first, *others), roles, strict=True))

    def _domain(self, role: Role) -> _Domain:
        key = role.special, role.given
        domain = self._domains.get(key)
        if domain is None:
            request = self._request
            shapes = (
                request.segments.shapes(self._tiles, turn=request.turn_segments)
                if role.special is None
                else role.special.shapes(self._tiles, turn=request.turn_segments)
            )
            domain = self._domains[key] = _Domain([shape for shape in shapes if shape.homes >= role.given])
        return domain

    def _fill(self, layout: Layout, roles: dict[int, Role]) -> dict[int, Shape] | None:
        """A shape for each cell, so that neighbours agree and players find homes; None when there is no way."""
        needed = self._request.players if self._request.entry == "random" else 0
        around = _around([b for b in layout.open_borders if b.cell in roles and b.other in roles])
        domains = {cell: self._domain(role) for cell, role in roles.items()}
        if not all(domain.shapes for domain in domains.values()) or not self._prune(domains, around, [*domains], {}):
            return None
        chosen: dict[int, Shape] = {}
        # Cells already chosen, with the shapes not tried yet, and the domains as they were before.
        trail: list[tuple[int, Iterator[Shape], dict[int, _Domain]]] = []
        while sum(domain.max_homes for domain in domains.values()) >= needed:
            left = [cell for cell in domains if cell not in chosen]
            if not left:
                return chosen
            cell = min(left, key=lambda c: len(domains[c].shapes))
            untried = self._in_random_order(domains[cell].shapes)
            while not self._choose(cell, untried, domains, around, needed, chosen, trail):
                if not trail or self.steps > self._limit:
                    return None
                cell, untried, before = trail.pop()
                domains.update(before)
                del chosen[cell]
        return None

    def _choose(
        self,
        cell: int,
        untried: Iterator[Shape],
        domains: dict[int, _Domain],
        around: dict[int, list[tuple[int, int]]],
        needed: int,
        chosen: dict[int, Shape],
        trail: list[tuple[int, Iterator[Shape], dict[int, _Domain]]],
    ) -> bool:
        """Give `cell` the next of the shapes with which all others still have one."""
        for shape in untried:
            self.steps += 1
            before = {cell: domains[cell]}
            domains[cell] = _Domain([shape])
            if (
                self._prune(domains, around, [cell], before)
                and sum(domain.max_homes for domain in domains.values()) >= needed
            ):
                chosen[cell] = shape
                trail.append((cell, untried, before))
                return True
            domains.update(before)
        return False

    def _prune(
        self,
        domains: dict[int, _Domain],
        around: dict[int, list[tuple[int, int]]],
        changed: list[int],
        before: dict[int, _Domain],
    ) -> bool:
        """Throw out what has no partner beside the `changed` cells, and so on; False when a cell is left with
        nothing. `before` gets the domains that change, as they were."""
        while changed:
            cell = changed.pop()
            for side, other in around.get(cell, ()):
                union, opposite, domain = domains[cell].unions[side], side ^ 2, domains[other]
                kept = [shape for shape in domain.shapes if shape.masks[opposite] & union]
                self.steps += len(domain.shapes)
                if not kept:
                    return False
                if len(kept) < len(domain.shapes):
                    before.setdefault(other, domain)
                    domains[other] = _Domain(kept)
                    changed.append(other)
        return True

    def _in_random_order(self, shapes: Sequence[Shape]) -> Iterator[Shape]:
        order = list(shapes)
        self._stream.shuffle(order)
        return iter(order)

    def _pick(self, shapes: dict[int, Shape]) -> dict[int, tuple[Segment, int]]:
        """For each shape one of the candidates that have it, if possible of a segment that is not there yet."""
        present: set[Segment] = set()
        placed = {}
        for cell, shape in shapes.items():
            fresh = [one for one in shape.candidates if one[0] not in present]
            placed[cell] = self._stream.choice(fresh or shape.candidates)
            present.add(placed[cell][0])
        return placed


def _around(borders: Iterable[Border]) -> dict[int, list[tuple[int, int]]]:
    """cell -> (side, cell on that side) for its open borders."""
    around: dict[int, list[tuple[int, int]]] = {}
    for cell, other, side in borders:
        around.setdefault(cell, []).append((side, other))
        around.setdefault(other, []).append((side ^ 2, cell))
    return around
