"""Corridors between rooms: never side by side, never along the wall of a room, and with a door wherever they meet one.

Rooms are joined in the order of a shortest tree. A corridor is a shortest way over rock that no corridor touches; it
ends at a room, or where it meets an earlier corridor.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from host.generate.plans.plan import DOOR, EDGE, PASSAGE, WALL, Plan, Room
from host.metrics.flood import MOST_FOR_BITS, Flood
from host.metrics.groups import Groups
from host.model.rng import Stream

# Squares around two rooms in which their corridor is looked for on a large map: first, then, and last.
_MARGINS = (3, 12, 48)
# Draws of a pair of rooms for each further corridor.
_TRIES = 20
# Rooms that are nearest to another, of which one gets a further corridor.
_NEAREST = 4
# Number of rooms up to which all pairs of rooms are compared.
_FEW = 64

# Walls of a room that may become doors, by direction to the outside: (shift to the left, shift to the right, bits). The
# two shifts move a bit to the outside.
_Doorways = list[tuple[int, int, int]]


def join_rooms(plan: Plan, stream: Stream, loops: int) -> None:
    """Connect the rooms of a plan that has nothing else, by corridors and doors.

    Up to `loops` further corridors lead from rooms to others that are near.
    """
    if not plan.rooms:
        return
    digger = _Digger(plan, stream)
    rooms = np.array(plan.rooms, dtype=np.int64)
    is_joined = [digger.join(near, far) for near, far in _tree(rooms)]
    while not all(is_joined) and digger.force():
        pass
    if loops and len(rooms) > 1:
        _add_loops(digger, rooms, stream, loops)
    digger.finish()


def _add_loops(digger: _Digger, rooms: npt.NDArray[np.int64], stream: Stream, count: int) -> None:
    links = set(digger.plan.links)
    for _ in range(min(count, len(rooms) * _NEAREST)):
        for _ in range(_TRIES):
            first = stream.below(len(rooms))
            nearest = np.argsort(_gaps(rooms, rooms[first]), kind="stable")[1 : _NEAREST + 1].tolist()
            second = nearest[stream.below(len(nearest))]
            link = min(first, second) + 1, max(first, second) + 1
            if link not in links and digger.join(*link, meets=False):
                links.add(link)
                break


def _gaps(rooms: npt.NDArray[np.int64], room: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the steps between rooms, (…, 4), and a room, or rooms of a shape that fits; (…)."""
    before = rooms[..., :2] - (room[..., :2] + room[..., 2:])
    behind = room[..., :2] - (rooms[..., :2] + rooms[..., 2:])
    gaps: npt.NDArray[np.int64] = np.maximum(np.maximum(before, behind), 0).sum(axis=-1)
    return gaps


def _tree(rooms: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield pairs (a connected room, the room to connect to it) of a short tree, from room 1."""
    if len(rooms) <= _FEW:
        yield from _small_tree(_gaps(rooms[:, None], rooms[None]).tolist())
        return
    neighbours: list[list[int]] = [[] for _ in range(len(rooms))]
    for first, second in _shortest_links(rooms):
        neighbours[first].append(second)
        neighbours[second].append(first)
    pending, seen = [0], {0}
    for near in pending:
        for far in neighbours[near]:
            if far not in seen:
                seen.add(far)
                pending.append(far)
                yield near + 1, far + 1


def _shortest_links(rooms: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a short tree of many rooms (Kruskal 1956), among rooms in boxes side by side.

    While some rooms are not connected, the boxes become larger.
    """
    count = len(rooms)
    groups = Groups(count)
    centres = rooms[:, :2] + rooms[:, 2:] // 2
    side = max(8, int(2 * (np.ptp(centres, axis=0).prod() / count) ** 0.5))
    left = count - 1
    while left:
        pairs = _near_pairs((centres // side).tolist())
        pairs = [(first, second) for first, second in pairs if groups.find(first) != groups.find(second)]
        if pairs:
            array = np.array(pairs)
            gaps = _gaps(rooms[array[:, 0]], rooms[array[:, 1]])
            for index in np.argsort(gaps, kind="stable").tolist():
                first, second = pairs[index]
                if groups.join(first, second):
                    left -= 1
                    yield first, second
        side *= 2


def _near_pairs(boxes: list[list[int]]) -> list[tuple[int, int]]:
    """Return the pairs of rooms whose boxes, (x, y) by room, are the same or side by side."""
    members: dict[tuple[int, int], list[int]] = {}
    for room, (x, y) in enumerate(boxes):
        members.setdefault((x, y), []).append(room)
    pairs: list[tuple[int, int]] = []
    for (x, y), inside in members.items():
        pairs += combinations(inside, 2)
        for near in ((x + 1, y), (x - 1, y + 1), (x, y + 1), (x + 1, y + 1)):
            pairs += product(inside, members.get(near, ()))
    return pairs


def _small_tree(gaps: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Yield what `_tree` yields, from the steps between all pairs of rooms."""
    # Room -> (steps, connected room) for those that are not connected.
    best = {number: (gap, 0) for number, gap in enumerate(gaps[0]) if number}
    while best:
        far = min(best, key=lambda number: best[number][0])
        yield best.pop(far)[1] + 1, far + 1
        own = gaps[far]
        for number, (gap, _) in best.items():
            if own[number] < gap:
                best[number] = own[number], far


class _Field:
    """A rectangle of a plan as bits: what is dug there is written by `commit`."""

    def __init__(self, plan: Plan, left: int, top: int, right: int, bottom: int) -> None:
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        self.flood = Flood(right - left, bottom - top)
        # Bits from one row to the next.
        self.row = right - left + 1
        self._cells = plan.cells[top:bottom, left:right]
        rock, self.walls, self.passages, self.floors, self.doors = (
            self.flood.bits(self._cells == code) for code in range(5)
        )
        self.free = rock
        self._dug = self._hung = 0
        self._rectangles: dict[Room, int] = {}

    def rectangle(self, room: Room) -> int:
        """Return the bits of a room."""
        bits = self._rectangles.get(room)
        if bits is None:
            x, y, w, h = room
            bits, rows = (1 << w) - 1, 1
            while rows < h:
                # As many rows again, but no more than are left.
                more = min(rows, h - rows)
                bits |= bits << more * self.row
                rows += more
            bits <<= (y - self.top) * self.row + x - self.left
            self._rectangles[room] = bits
        return bits

    def dig(self, way: int, doors: int) -> None:
        """Make squares a passage, and walls doors."""
        self.passages |= way
        self.doors |= doors
        self.free &= ~way
        self.walls &= ~(way | doors)
        self._dug |= way
        self._hung |= doors

    def commit(self) -> None:
        """Write what was dug into the cells of the plan."""
        if self._dug:
            self._cells[self.flood.mask(self._dug)] = PASSAGE
        if self._hung:
            self._cells[self.flood.mask(self._hung)] = DOOR
        self._dug = self._hung = 0


class _Digger:
    """Digs corridors into a plan."""

    def __init__(self, plan: Plan, stream: Stream) -> None:
        self.plan = plan
        self._stream = stream
        cells = plan.cells
        for x, y, w, h in plan.rooms:
            around = cells[y - 1 : y + h + 1, x - 1 : x + w + 1]
            around[around == EDGE] = WALL
        # A small map is one field.
        self._whole = self._field(0, 0, plan.width, plan.height) if plan.cells.size <= MOST_FOR_BITS else None

    def join(self, near: int, far: int, *, meets: bool = True) -> bool:
        """Dig a corridor from room `far` to room `near`, or with `meets` to a corridor; return whether one fits."""
        first, second = self.plan.rooms[near - 1], self.plan.rooms[far - 1]
        for field in self._fields(first, second):
            if self._dig(field, first, second, meets=meets):
                self.plan.links.append((near, far) if near < far else (far, near))
                return True
        return False

    def force(self) -> bool:
        """Dig the shortest way from room 1 and what is connected to it to another room, through walls.

        Return False when all rooms are connected.
        """
        plan, field = self.plan, self._whole or self._field(0, 0, self.plan.width, self.plan.height)
        flood = field.flood
        reached = flood.spread(field.rectangle(plan.rooms[0]), field.floors | field.passages | field.doors)
        others = field.floors & ~reached
        if not others:
            return False
        solid = field.walls | field.free
        waves = flood.waves(reached, reached | solid | others, until=others)
        way = self._trace(field, waves, waves[-1] & others)
        y, x = divmod(way[0].bit_length() - 1, field.row)
        plan.links.append((1, int(plan.numbers[field.top + y, field.left + x])))
        self._dig_into(field, sum(way) & solid, 0)
        return True

    def finish(self) -> None:
        """Write all corridors into the plan."""
        if self._whole is not None:
            self._whole.commit()

    def _fields(self, first: Room, second: Room) -> Iterator[_Field]:
        """Yield parts of the plan, each larger, in which a corridor between two rooms is looked for."""
        if self._whole is not None:
            yield self._whole
            return
        left, top = min(first[0], second[0]), min(first[1], second[1])
        right = max(first[0] + first[2], second[0] + second[2])
        bottom = max(first[1] + first[3], second[1] + second[3])
        for margin in _MARGINS:
            yield self._field(left - margin, top - margin, right + margin, bottom + margin)

    def _field(self, left: int, top: int, right: int, bottom: int) -> _Field:
        """Return a part of the plan, without the squares at the sides of the map."""
        plan = self.plan
        return _Field(plan, max(1, left), max(1, top), min(plan.width - 1, right), min(plan.height - 1, bottom))

    def _dig(self, field: _Field, first: Room, second: Room, *, meets: bool) -> bool:
        row, halls = field.row, field.passages | field.doors
        away = ~field.flood.grow(halls)
        lane = field.free & away
        # Where a corridor can end at an earlier one: where it makes no block of 2 × 2 squares with it.
        meet = 0
        if meets and field.passages:
            east, west, south, north = halls >> 1, halls << 1, halls >> row, halls << row
            blocks = south & (east & halls >> row + 1 | west & halls >> row - 1)
            blocks |= north & (east & halls << row - 1 | west & halls << row + 1)
            meet = field.free & field.flood.grow(field.passages) & ~blocks
        target, source = field.rectangle(first), field.rectangle(second)
        walls, floors = field.walls & away, field.floors
        # A wall with a room beside it, seen along the wall, would be a door of that room, too.
        upright, level = walls & ~(floors << row | floors >> row), walls & ~(floors << 1 | floors >> 1)
        exits, entries = (_doorways(room, row, upright, level) for room in (source, target))
        door, gap = self._shared_wall(exits, entries, target) if _is_near(first, second) else (0, 0)
        if door:
            self._dig_into(field, gap, door)
        else:
            start, goals = _fronts(exits) & (lane | meet), _fronts(entries) & lane | meet
            if not start or not goals:
                return False
            waves = field.flood.waves(start, lane | meet, until=goals)
            if not waves[-1] & goals:
                return False
            way = self._trace(field, waves, waves[-1] & goals)
            doors = _door_before(exits, way[-1])
            if not way[0] & meet:
                doors |= _door_before(entries, way[0])
            self._dig_into(field, sum(way), doors)
        return True

    def _shared_wall(self, exits: _Doorways, entries: _Doorways, target: int) -> tuple[int, int]:
        """Return a place for a door in the wall between two rooms, or for a door and a gap in a double wall.

        A place is 0 where there is none.
        """
        # By direction, the walls of the other room that are entered in that direction.
        up, down, west, east = (walls for _, _, walls in entries)
        for is_double in (False, True):
            places: list[tuple[int, int]] = []
            for (left, right, walls), others in zip(exits, (down, up, east, west), strict=True):
                beyond = others if is_double else target
                shared = walls & (beyond >> left << right)
                while shared:
                    bit = shared & -shared
                    shared ^= bit
                    places.append((bit, bit << left >> right if is_double else 0))
            if places:
                return places[self._stream.below(len(places))]
        return 0, 0

    def _trace(self, field: _Field, waves: list[int], ends: int) -> list[int]:
        """Return the squares of a way from one of `ends` in the last wave back to the first wave, with few corners."""
        bits = []
        while ends:
            bits.append(ends & -ends)
            ends &= ends - 1
        bit = bits[self._stream.below(len(bits))] if len(bits) > 1 else bits[0]
        way, place = [bit], bit.bit_length() - 1
        steps = [-field.row, field.row, -1, 1]
        if self._stream.below(2):
            steps = steps[2:] + steps[:2]
        for wave in waves[-2::-1]:
            for i, step in enumerate(steps):
                if place + step >= 0 and wave >> place + step & 1:
                    place += step
                    # Go on in the same direction.
                    if i:
                        steps.insert(0, steps.pop(i))
                    break
            way.append(1 << place)
        return way

    def _dig_into(self, field: _Field, way: int, doors: int) -> None:
        field.dig(way, doors)
        if field is not self._whole:
            field.commit()


def _is_near(first: Room, second: Room) -> bool:
    """Return whether at most two walls lie between two rooms."""
    (x1, y1, w1, h1), (x2, y2, w2, h2) = first, second
    return x1 <= x2 + w2 + 2 and x2 <= x1 + w1 + 2 and y1 <= y2 + h2 + 2 and y2 <= y1 + h1 + 2


def _doorways(room: int, row: int, upright: int, level: int) -> _Doorways:
    """Return the squares of walls, `upright` and `level` ones, in which a room may get a door."""
    return [
        (0, row, room >> row & level),
        (row, 0, room << row & level),
        (0, 1, room >> 1 & upright),
        (1, 0, room << 1 & upright),
    ]


def _fronts(doorways: _Doorways) -> int:
    """Return the squares before doors."""
    (_, row, up), (_, _, down), (_, _, west), (_, _, east) = doorways
    return up >> row | down << row | west >> 1 | east << 1


def _door_before(doorways: _Doorways, front: int) -> int:
    """Return the first door before which a square lies."""
    for left, right, walls in doorways:
        if door := front << right >> left & walls:
            return door
    raise AssertionError("a corridor ends before no wall of its room")
