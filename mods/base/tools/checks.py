"""What must be true of every segment, proved on the numbers of the segment files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from legend import CLEAR, NUMBERS, PARTING, PASSABLE
from segment_file import SIZE, Room, Segment

Square = tuple[int, int]  # 0-based column, row
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
DOORS_A_SIDE = 3  # squares of each side that can take a door of the host
LIKENESS = 16  # squares in which the floor plans of any two segments differ at least
CALLS = {"open": 2, "close": 2, "toggle": 2, "shoot": 3, "teleport": 2, "trapdoor": 2, "wake": 2}


def problems(segment: Segment) -> list[str]:
    """What is wrong with one segment; empty when nothing is."""
    where = f"{segment.where} {segment.name}: "
    if unknown := {value for row in segment.rows for value in row if value not in NUMBERS}:
        return [f"{where}numbers {sorted(unknown)} are not in the tile table"]
    checks = (_rooms, _cover, _walk, _doors, _sides, _homes, _fronts, _switches)
    return [where + text for check in checks for text in check(segment)]


def homes(segment: Segment, role: str = "home") -> int:
    """How many homes (or special homes, role "exit") a segment has."""
    return sum(role_at(segment, (x, y)) == role for x, y in _squares())


def side_masks(segment: Segment) -> list[int]:
    """Four bit sets (north, east, south, west): where the host may put a door in the border outside."""
    corners = {corner for room in segment.rooms for corner in _corners(room)}
    masks = []
    for dx, dy in STEPS.values():
        mask = 0
        for place in range(SIZE):
            x = place if dx == 0 else (SIZE - 1 if dx > 0 else 0)
            y = place if dy == 0 else (SIZE - 1 if dy > 0 else 0)
            if role_at(segment, (x, y)) in ("floor", "arch") and (x + dx, y + dy) not in corners:
                mask |= 1 << place
        masks.append(mask)
    return masks


def mapped_numbers(lua: Path) -> set[int]:
    """The numbers that the tile table of the mod maps."""
    text = lua.read_text(encoding="utf-8")
    return {int(value) for value in re.findall(r"^\s*\[(\d+)\]\s*=", text, re.MULTILINE)}


def twins(segments: list[Segment]) -> list[str]:
    """Pairs that are the same, or nearly, when one of them is turned or mirrored."""
    found = []
    plans = [_plan(segment) for segment in segments]
    turned = [list(_eight(plan)) for plan in plans]
    for first in range(len(segments)):
        for second in range(first):
            unlike = min((plans[first] ^ turn).bit_count() for turn in turned[second])
            if unlike < LIKENESS:
                names = f"{segments[first].name} and {segments[second].name}"
                found.append(f"{names} differ in {unlike} squares only")
    return found


def role_at(segment: Segment, square: Square) -> str:
    """Role of a square; everything outside of the segment is wall."""
    x, y = square
    return NUMBERS[segment.rows[y][x]].role if 0 <= x < SIZE and 0 <= y < SIZE else "wall"


def _squares() -> Iterator[Square]:
    return ((x, y) for y in range(SIZE) for x in range(SIZE))


def _corners(room: Room) -> list[Square]:
    return [(x - 1, y - 1) for x in (room.x, room.x + room.w - 1) for y in (room.y, room.y + room.h - 1)]


def _inside(room: Room) -> list[Square]:
    return [(x, y) for y in range(room.y, room.y + room.h - 2) for x in range(room.x, room.x + room.w - 2)]


def _edge(room: Room) -> list[Square]:
    columns, rows = range(room.x - 1, room.x + room.w - 1), range(room.y - 1, room.y + room.h - 1)
    apart = {*_inside(room), *_corners(room)}
    return [(x, y) for y in rows for x in columns if (x, y) not in apart]


def _reach(start: Square, open_squares: set[Square]) -> set[Square]:
    seen, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in STEPS.values():
            if (square := (x + dx, y + dy)) in open_squares and square not in seen:
                seen.add(square)
                edge.append(square)
    return seen


def _rooms(segment: Segment) -> Iterator[str]:
    if not segment.rooms or len(segment.rooms) > 12:
        yield f"{len(segment.rooms)} rooms"
    for room in segment.rooms:
        low, high = min(room.x, room.y), max(room.x + room.w, room.y + room.h)
        if low < 0 or high > SIZE + 2 or min(room.w, room.h) < 3:
            yield f"{room} does not fit"
            continue
        for corner in _corners(room):
            if role_at(segment, corner) != "wall":
                yield f"corner {corner} of {room} is no wall"
        inside = _inside(room)
        hollow = {square for square in inside if role_at(segment, square) != "wall"}
        if not any(role_at(segment, square) == "floor" for square in hollow) or len(hollow) * 2 < len(inside):
            yield f"{room} has too little floor"
        elif _reach(min(hollow), hollow) != hollow:
            yield f"{room} falls into pieces"
        for square in _edge(room):
            if role_at(segment, square) not in ("wall", "floor", *PARTING):
                yield f"{square} in the wall of {room} is neither wall nor door"


def _cover(segment: Segment) -> Iterator[str]:
    inside = Counter(square for room in segment.rooms for square in _inside(room))
    edges = Counter(square for room in segment.rooms for square in _edge(room))
    for square in _squares():
        if inside[square] > 1:
            yield f"{square} lies in {inside[square]} rooms"
        if role_at(segment, square) == "wall":
            continue
        if not inside[square] and edges[square] != 2:
            yield f"{square} is open and parts {edges[square]} rooms"
        if inside[square] and edges[square]:
            yield f"{square} lies in one room and in the wall of another"


def _walk(segment: Segment) -> Iterator[str]:
    traps = {
        (switch.x + call.args[0], switch.y + call.args[1])
        for switch in segment.switches
        for call in switch.calls
        if call.name == "trapdoor"
    }
    walked = {square for square in _squares() if role_at(segment, square) in PASSABLE}
    for name, squares in (("", walked), (" when all trapdoors are open", walked - traps)):
        if lost := squares - _reach(min(squares), squares):
            yield f"no way to {sorted(lost)[:4]}{name}"


def _doors(segment: Segment) -> Iterator[str]:
    for square in _squares():
        number = NUMBERS[segment.rows[square[1]][square[0]]]
        if number.role not in PARTING or number.role == "stair":
            continue
        x, y = square
        around = {way: role_at(segment, (x + dx, y + dy)) for way, (dx, dy) in STEPS.items()}
        ways, walls = ("ns", "ew") if number.name.endswith("_h") else ("ew", "ns")
        if any(around[way] not in CLEAR for way in ways):
            yield f"{number.name} at {square} leads nowhere"
        if any(around[way] not in ("wall", *PARTING) for way in walls):
            yield f"{number.name} at {square} hangs in the air"


def _sides(segment: Segment) -> Iterator[str]:
    for way, mask in zip(STEPS, side_masks(segment), strict=True):
        if mask.bit_count() < DOORS_A_SIDE:
            yield f"only {mask.bit_count()} squares for a door in the {way} border"


def _homes(segment: Segment) -> Iterator[str]:
    for x, y in _squares():
        number = NUMBERS[segment.rows[y][x]]
        if number.role in ("home", "exit"):
            dx, dy = STEPS[number.name[-1]]
            if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
                yield f"{number.name} at {x, y} does not look out"
            if role_at(segment, (x - dx, y - dy)) != "floor":
                yield f"nobody can stand before {number.name} at {x, y}"


def _fronts(segment: Segment) -> Iterator[str]:
    for x, y in _squares():
        number = NUMBERS[segment.rows[y][x]]
        if number.role == "front":
            last = number.name.rpartition("_")[2]
            ways = last if last in STEPS else "nesw"
            if all(role_at(segment, (x + STEPS[way][0], y + STEPS[way][1])) not in CLEAR for way in ways):
                yield f"{number.name} at {x, y} is out of reach"


def _switches(segment: Segment) -> Iterator[str]:
    for switch in segment.switches:
        name = NUMBERS[segment.rows[switch.y][switch.x]].name
        role = role_at(segment, (switch.x, switch.y))
        if name != "lever" and role != "floor":
            yield f"switch at {switch.x, switch.y} is no lever and not on a floor"
        for call in switch.calls:
            if CALLS.get(call.name) != len(call.args):
                yield f"{call} is not a call of switches.lua"
                continue
            target = (switch.x + call.args[0], switch.y + call.args[1])
            found = role_at(segment, target)
            if call.name in ("open", "close", "toggle") and found != "gate":
                yield f"{call.name} {target}: no gate there"
            elif call.name in ("teleport", "trapdoor", "wake") and found != "floor":
                yield f"{call.name} {target}: no floor there"
            elif call.name == "shoot":
                dx, dy = STEPS["nesw"[call.args[2] - 1]]
                flight = [(target[0] + dx * step, target[1] + dy * step) for step in range(SIZE)]
                if (switch.x, switch.y) in flight:
                    flight = flight[: flight.index((switch.x, switch.y)) + 1]
                    if all(role_at(segment, square) in CLEAR for square in flight):
                        continue
                if name != "lever":
                    yield f"shoot {target}: the bolt does not cross the plate"
    switched = {(switch.x, switch.y) for switch in segment.switches}
    for x, y in _squares():
        if NUMBERS[segment.rows[y][x]].name in ("lever", "pressure_plate") and (x, y) not in switched:
            yield f"lever or plate at {x, y} does nothing"
    moved = {
        (switch.x + call.args[0], switch.y + call.args[1])
        for switch in segment.switches
        for call in switch.calls
        if call.name in ("open", "close", "toggle")
    }
    for square in _squares():
        if role_at(segment, square) == "gate" and square not in moved:
            yield f"nothing moves the gate at {square}"


def _plan(segment: Segment) -> int:
    """The floor plan as a set of bits: what can be walked on."""
    bits = (role_at(segment, square) in PASSABLE for square in _squares())
    return sum(1 << place for place, walked in enumerate(bits) if walked)


def _eight(plan: int) -> Iterable[int]:
    grid = [[bool(plan >> (y * SIZE + x) & 1) for x in range(SIZE)] for y in range(SIZE)]
    for _ in range(2):
        for _ in range(4):
            grid = [list(row) for row in zip(*grid[::-1], strict=True)]
            cells = [cell for row in grid for cell in row]
            yield sum(1 << place for place, walked in enumerate(cells) if walked)
        grid = [row[::-1] for row in grid]
