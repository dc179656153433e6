"""Changes of segments as files describe them: new ones, turned ones, and ones of another size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from host.errors import RequestError
from host.model.geometry import turn_grid, turn_rectangle, turn_square
from host.model.segment_file import MAX_SIDE, MAX_SQUARES, SegmentText


def new_segment(width: int, height: int, number: int, title: str | None = None) -> SegmentText:
    """Return a segment whose squares all have a tile number, and which is one room. Raises RequestError."""
    _check_size(width, height)
    return SegmentText(
        0, title=title, width=width, height=height, layers=[[number] * (width * height)], rooms=[_whole(width, height)]
    )


def turn_segment(segment: SegmentText, orientation: int, turned: Mapping[int, int]) -> SegmentText:
    """Return a segment in another orientation (see `geometry`).

    `turned`: tile number -> number of the tile that shows it in that orientation; numbers that are missing stay.
    """
    w, h = segment.width, segment.height
    layers = []
    for layer in segment.layers:
        grid = np.array([turned.get(number, number) for number in layer], dtype=np.int64).reshape(h, w)
        layers.append(turn_grid(grid, orientation).ravel().tolist())
    switches = []
    for switch in segment.switches:
        x, y = turn_square(switch.x, switch.y, w, h, orientation)
        switches.append(switch._replace(x=x, y=y))
    return replace(
        segment,
        width=h if orientation & 1 else w,
        height=w if orientation & 1 else h,
        layers=layers,
        switches=switches,
        # A room without squares has no other orientation.
        rooms=[turn_rectangle(*room, w, h, orientation) if min(room[2:]) > 0 else room for room in segment.rooms],
    )


def resize_segment(
    segment: SegmentText, width: int, height: int, x: int = 0, y: int = 0, number: int = 0, empty: int = 0
) -> SegmentText:
    """Return a segment of another size, with its former square (0, 0) at (x, y). Raises RequestError.

    New squares of the lowest layer get the tile number `number`, those above it `empty`. Walls of rooms in the border
    around the segment stay there, and what lies outside is cut off.
    """
    _check_size(width, height)
    layers = []
    for i, layer in enumerate(segment.layers):
        grid = np.full((height, width), empty if i else number, dtype=np.int64)
        old = np.reshape(layer, (segment.height, segment.width))
        top, left, bottom, right = max(y, 0), max(x, 0), min(y + segment.height, height), min(x + segment.width, width)
        if bottom > top and right > left:
            grid[top:bottom, left:right] = old[top - y : bottom - y, left - x : right - x]
        layers.append(grid.ravel().tolist())
    switches = [switch._replace(x=switch.x + x, y=switch.y + y) for switch in segment.switches]
    rooms = []
    for left, top, room_width, room_height in segment.rooms:
        west, east = _moved(left, room_width, segment.width, width, x)
        north, south = _moved(top, room_height, segment.height, height, y)
        if east - west >= 2 and south - north >= 2:
            rooms.append((west, north, east - west, south - north))
    return replace(
        segment,
        width=width,
        height=height,
        layers=layers,
        switches=[switch for switch in switches if 0 <= switch.x < width and 0 <= switch.y < height],
        rooms=rooms or [_whole(width, height)],
    )


def _moved(start: int, length: int, before: int, after: int, shift: int) -> tuple[int, int]:
    """Return start and end of a room along one axis, in a segment whose length changes."""
    end = start + length
    start = -1 if start <= -1 else max(start + shift, -1)
    end = after + 1 if end >= before + 1 else min(end + shift, after + 1)
    return start, end


def _whole(width: int, height: int) -> tuple[int, int, int, int]:
    """Return the room that fills a segment, walls included."""
    return -1, -1, width + 2, height + 2


def _check_size(width: int, height: int) -> None:
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE and width * height <= MAX_SQUARES):
        raise RequestError(
            f"the size {width} × {height} is not possible: sides must be 1 to {MAX_SIDE}, with at most {MAX_SQUARES} "
            "squares"
        )
