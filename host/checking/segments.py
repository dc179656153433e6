"""Checks of segments of kts mods: floor that cannot be reached."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from host.border.session import Session
from host.checking.diagnostic import WARNING, Diagnostic, new_diagnostic
from host.errors import visible
from host.metrics.flood import Flood, reachable
from host.metrics.regions import largest_region
from host.metrics.walkability import Mask
from host.model.registry import Prototype
from host.model.segment import Segment
from host.model.tile import CLEAR, DOOR, EMPTY, PASS_BLOCKED, Tile, TileSet


def sealed(session: Session, mod: str) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each segment of a mod with floor that is closed off even when all doors are open."""
    for prototype in session.registry.all("segment"):
        if prototype.mod == mod:
            yield from _check(session.tiles, prototype, prototype.fields)


def _check(tiles: TileSet, prototype: Prototype, segment: Segment) -> Iterator[Diagnostic]:
    name = f'the segment "{visible(segment.title)}"' if segment.title else "this segment"
    passable = _passable(tiles, segment)
    starts = _starts(tiles, segment) & passable
    if not starts.any():
        if not segment.homes:
            message = (
                f"{name} has no side with a square for a door, and no home: no other segment can be connected to it"
            )
            hint = "leave floor that items may lie on at a side, away from the corners of rooms"
            yield new_diagnostic("no-door", prototype.mod, message, file=prototype.file, line=prototype.line, hint=hint)
        # It may be the whole dungeon, so its parts should be connected nevertheless.
        starts = largest_region(passable)
    floor = (tiles.traits.array("walking").take(segment.stacks) == CLEAR) & (segment.stacks != EMPTY)
    lost = floor & passable & ~reachable(passable, [(x, y) for y, x in np.argwhere(starts).tolist()])
    if not lost.any():
        return
    first = tuple(reversed(np.argwhere(lost)[0].tolist()))
    count = int(lost.sum())
    squares = f"{count} squares of floor, the first at {first}," if count > 1 else f"the floor at {first}"
    message = f"{name}: {squares} cannot be reached from its sides or homes, even with all doors open"
    hint = "put a door into the wall around it"
    diagnostic = new_diagnostic("sealed", prototype.mod, message, file=prototype.file, line=prototype.line, hint=hint)
    if segment.switches:
        # What switches do is unknown until the game runs.
        diagnostic = diagnostic._replace(severity=WARNING, hint=f"{hint}, unless one of its switches leads there")
    yield diagnostic


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


def _starts(tiles: TileSet, segment: Segment) -> Mask:
    """Return the squares where one can enter: at sides where a door fits, and before homes."""
    starts = np.zeros(segment.stacks.shape, dtype=np.bool_)
    north, east, south, west = segment.oriented(tiles, 0).door_masks
    for line, mask in ((starts[0], north), (starts[:, -1], east), (starts[-1], south), (starts[:, 0], west)):
        for place in range(len(line)):
            if mask >> place & 1:
                line[place] = True
    for home in segment.homes:
        starts[home.y, home.x] = True
    return _grown(starts) if segment.homes else starts


def _grown(mask: Mask) -> Mask:
    """Return the squares of a mask and those beside them."""
    flood = Flood(mask.shape[1], mask.shape[0])
    return flood.mask(flood.grow(flood.bits(mask)))
