"""Checks of segments of kts mods: homes and floor that cannot be reached, and rooms that do not fit the squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from host.border.session import Session
from host.errors import listing, visible
from host.metrics.flood import Flood, reachable
from host.metrics.regions import largest_region
from host.metrics.walkability import Mask
from host.model.geometry import DIRECTIONS, DX, DY
from host.model.registry import Prototype
from host.model.segment import Segment, SegmentHome
from host.model.segment_file import find_line
from host.model.tile import CLEAR, DOOR, Tile
from host.model.tile_set import EMPTY, PASS_BLOCKED, TileSet
from host.tools.checking.diagnostic import WARNING, Diagnostic, new_diagnostic


def check_segments(session: Session, mod: str) -> Iterator[Diagnostic]:
    """Yield the diagnostics of the segments of a mod."""
    for prototype in session.registry.all("segment"):
        if prototype.mod == mod:
            yield from check_segment(session.tiles, prototype.fields)


def check_segment(tiles: TileSet, segment: Segment) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a segment."""
    subject = _Subject(tiles, segment.prototype, segment)
    yield from _check_floor(subject)
    yield from _check_homes(subject)
    yield from _check_rooms(subject)


def find_sealed_floor(tiles: TileSet, segment: Segment) -> Mask:
    """Return the floor that cannot be reached from the sides and homes of a segment, even with all doors open."""
    passable = _passable(tiles, segment)
    starts = _starts(tiles, segment) & passable
    if not starts.any():
        # It may be the whole dungeon, so its parts should be connected nevertheless.
        starts = largest_region(passable)
    sealed: Mask = _floor(tiles, segment) & passable & ~reachable(passable, _squares(starts))
    return sealed


class _Subject(NamedTuple):
    """A segment that is checked."""

    tiles: TileSet
    prototype: Prototype
    segment: Segment

    @property
    def name(self) -> str:
        return f'the segment "{visible(self.segment.title)}"' if self.segment.title else "this segment"

    @property
    def floor(self) -> Mask:
        """The squares that one can walk on, without those that are empty."""
        return _floor(self.tiles, self.segment)

    def diagnose(self, rule: str, message: str, hint: str, line: int | None = None) -> Diagnostic:
        """Return a diagnostic at a line of the file, or at the first line of the segment."""
        prototype = self.prototype
        text, line = f"{self.name}{message}", line or prototype.line
        return new_diagnostic(rule, prototype.mod, text, file=prototype.file, line=line, hint=hint)

    def row_line(self, y: int) -> int | None:
        """Return the line of a row of squares."""
        lines = self.segment.data_lines
        return find_line(lines, y * self.segment.width) if lines else None


def _check_floor(subject: _Subject) -> Iterator[Diagnostic]:
    """Yield diagnostics for floor that is closed off even when all doors are open, and for a segment without sides."""
    tiles, segment = subject.tiles, subject.segment
    if not segment.homes and not (_starts(tiles, segment) & _passable(tiles, segment)).any():
        message = " has no side with a square for a door, and no home: no other segment can be connected to it"
        hint = "leave floor that items may lie on at a side, away from the corners of rooms"
        yield subject.diagnose("no-door", message, hint)
    lost = find_sealed_floor(tiles, segment)
    if not lost.any():
        return
    message = f": {_describe(lost)} cannot be reached from its sides or homes, even with all doors open"
    hint = "put a door into the wall around it"
    yield _unless_switches(subject, subject.diagnose("sealed", message, hint), "one of its switches leads there")


def _check_homes(subject: _Subject) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each home in front of which nobody can stand, or from which nobody gets out."""
    segment = subject.segment
    passable = _passable(subject.tiles, segment)
    sides = _sides(subject.tiles, segment) & passable
    for home in segment.homes:
        x, y = home.x - DX[home.facing], home.y - DY[home.facing]
        if not (0 <= x < segment.width and 0 <= y < segment.height):
            place = f"outside the segment, at {x, y}"
        elif not passable[y, x]:
            place = f"at {x, y}, which nobody can enter"
        elif sides.any() and not (sides & reachable(passable, [(x, y)])).any():
            message = f": no side can be reached from the home at {home.x, home.y}, even with all doors open"
            diagnostic = subject.diagnose(
                "home", message, "put a door into the wall around it", subject.row_line(home.y)
            )
            yield diagnostic._replace(severity=WARNING)
            continue
        else:
            continue
        direction = DIRECTIONS[home.facing]
        message = (
            f': nothing can be reached from the home at {home.x, home.y}, whose facing is "{direction}": the square in '
            f"front of it is {place}"
        )
        diagnostic = subject.diagnose("home", message, _advise_facing(home, passable), subject.row_line(home.y))
        yield _unless_switches(subject, diagnostic, "one of its switches opens that square")


def _advise_facing(home: SegmentHome, passable: Mask) -> str:
    """Return a hint with the directions in which the home would face a free square behind the viewer."""
    height, width = passable.shape
    fitting = [
        f'"{DIRECTIONS[facing]}"'
        for facing in range(4)
        if 0 <= (x := home.x - DX[facing]) < width and 0 <= (y := home.y - DY[facing]) < height and passable[y, x]
    ]
    rule = "facing is the direction from the square in front of the home to the home"
    return f"{rule}: {listing(fitting)} fits here" if fitting else f"{rule}; put floor beside it"


def _check_rooms(subject: _Subject) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each room that is too large, and for floor that lies in no room."""
    segment, floor = subject.segment, subject.floor
    passable = _passable(subject.tiles, segment)
    covered = np.zeros_like(floor)
    rule = "x y width height, counted from 1, walls included"
    for i, (x, y, width, height) in enumerate(segment.rooms):
        covered[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = True
        room = f"{x + 1} {y + 1} {width} {height}"
        line = segment.room_lines[i] if i < len(segment.room_lines) else None
        if x < -1 or y < -1 or x + width > segment.width + 1 or y + height > segment.height + 1:
            largest = f"0 0 {segment.width + 2} {segment.height + 2}"
            message = f": the room {room} is larger than the segment: must lie within {largest}"
            yield subject.diagnose("room", message, rule, line)
        elif _has_thick_walls(passable, x, y, width, height):
            message = f": the room {room} is larger than its floor: two rows or columns at one of its sides are wall"
            yield subject.diagnose("room", message, rule, line)
    lost = floor & ~covered
    if segment.rooms and lost.any():
        (y, _), *_ = np.argwhere(lost).tolist()
        message = f": its rooms leave out {_describe(lost).rstrip(',')}"
        yield subject.diagnose("room", message, rule, subject.row_line(y))


def _has_thick_walls(passable: Mask, x: int, y: int, width: int, height: int) -> bool:
    """Return whether, at a side of a room with floor, nothing is passable next to the wall and in the line after it."""
    inside = passable[max(y + 1, 0) : max(y + height - 1, 0), max(x + 1, 0) : max(x + width - 1, 0)]
    if min(inside.shape) < 3 or not inside.any():
        return False
    return not all(part.any() for part in (inside[:2], inside[-2:], inside[:, :2], inside[:, -2:]))


def _unless_switches(subject: _Subject, diagnostic: Diagnostic, exception: str) -> Diagnostic:
    """Return a diagnostic, as a warning when the segment has switches: what they do is unknown until the game runs."""
    if not subject.segment.switches:
        return diagnostic
    return diagnostic._replace(severity=WARNING, hint=f"{diagnostic.hint}, unless {exception}")


def _describe(squares: Mask) -> str:
    """Return the number and the first of some squares of floor."""
    (x, y), *more = _squares(squares)
    return f"{len(more) + 1} squares of floor, the first at {x, y}," if more else f"the floor at {x, y}"


def _squares(mask: Mask) -> list[tuple[int, int]]:
    """Return the squares (x, y) of a mask, row by row."""
    return [(x, y) for y, x in np.argwhere(mask).tolist()]


def _floor(tiles: TileSet, segment: Segment) -> Mask:
    """Return the squares that one can walk on, without those that are empty."""
    floor: Mask = (tiles.traits.array("walking").take(segment.stacks) == CLEAR) & (segment.stacks != EMPTY)
    return floor


def _passable(tiles: TileSet, segment: Segment) -> Mask:
    """Return the squares that one can walk on or open: doors of any kind, and tiles that can be destroyed."""
    passes: Mask = tiles.traits.array("passes").take(segment.stacks) != PASS_BLOCKED
    for stack in np.unique(segment.stacks[~passes]).tolist():
        if all(map(_opens, tiles.tiles_of(stack))):
            passes |= segment.stacks == stack
    return passes


def _opens(tile: Tile) -> bool:
    clear = tile.connectivity > 0 or tile.access[0] == CLEAR
    return clear or tile.kind == DOOR or tile.lock is not None or tile.is_destructible


def _sides(tiles: TileSet, segment: Segment) -> Mask:
    """Return the squares at sides where a door fits."""
    sides = np.zeros(segment.stacks.shape, dtype=np.bool_)
    north, east, south, west = segment.oriented(tiles, 0).door_masks
    for line, mask in ((sides[0], north), (sides[:, -1], east), (sides[-1], south), (sides[:, 0], west)):
        for place in range(len(line)):
            if mask >> place & 1:
                line[place] = True
    return sides


def _starts(tiles: TileSet, segment: Segment) -> Mask:
    """Return the squares where one can enter: at sides where a door fits, and before homes."""
    starts = _sides(tiles, segment)
    for home in segment.homes:
        starts[home.y, home.x] = True
    return _grown(starts) if segment.homes else starts


def _grown(mask: Mask) -> Mask:
    """Return the squares of a mask and those beside them."""
    flood = Flood(mask.shape[1], mask.shape[0])
    return flood.mask(flood.grow(flood.bits(mask)))
