"""Searches of the toolbox: walkable squares, distances, paths and regions."""

from __future__ import annotations

import numpy as np

from host.border.function import Call
from host.border.service import service_for
from host.border.values import Value
from host.dialects.toolbox.ground import (
    COORDINATE,
    DIAGONAL,
    SQUARES,
    check_inside,
    free_squares,
    pack_grid,
    pack_positions,
    read_squares,
)
from host.metrics.distances import distances, path
from host.metrics.regions import regions


@service_for("toolbox.open")
def toolbox_open(call: Call, ground: int | bytes | None, width: int) -> Value:
    """Return width, height, and for each square a byte: 1 when it can be walked."""
    free = free_squares(call, ground, width)
    return [free.shape[1], free.shape[0], free.tobytes()]


@service_for("toolbox.distances", sources=SQUARES, diagonal=DIAGONAL)
def toolbox_distances(call: Call, ground: int | bytes | None, width: int, sources: list[int], diagonal: bool) -> Value:
    """Return width, height, and for each square the steps from the nearest source (x, y, x, y, …), or -1."""
    free = free_squares(call, ground, width)
    return pack_grid(distances(free, read_squares(free, sources, "toolbox.distances: sources"), diagonal=diagonal))


@service_for("toolbox.path", x1=COORDINATE, y1=COORDINATE, x2=COORDINATE, y2=COORDINATE, diagonal=DIAGONAL)
def toolbox_path(
    call: Call, ground: int | bytes | None, width: int, x1: int, y1: int, x2: int, y2: int, diagonal: bool
) -> bytes | None:
    """Return the squares of a shortest path, x and y in turn; None when there is none."""
    free = free_squares(call, ground, width)
    start = check_inside(free, x1, y1, "toolbox.path: from")
    found_path = path(free, start, check_inside(free, x2, y2, "toolbox.path: to"), diagonal=diagonal)
    return None if found_path is None else pack_positions(found_path)


@service_for("toolbox.regions", diagonal=DIAGONAL)
def toolbox_regions(call: Call, ground: int | bytes | None, width: int, diagonal: bool) -> Value:
    """Return width, height, for each square the number of its region or 0, and the sizes of the regions."""
    labels, sizes = regions(free_squares(call, ground, width), diagonal=diagonal)
    packed = np.array(sizes[1:], dtype="<i4").tobytes()
    return [labels.shape[1], labels.shape[0], labels.astype("<i4").tobytes(), packed]
