"""Tools that find or fill squares: scatter, niches, stamping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from host.border.conversion import Value
from host.border.data import Handle
from host.border.function import Call
from host.border.schema import Field, HandleOf, Integer, Maybe, Number, Record, Truth, Type
from host.border.service import service_for
from host.dialects.toolbox.ground import (
    COORDINATE,
    DIAGONAL,
    MAX_INT,
    SQUARES,
    begin_run,
    free_squares,
    map_of,
    pack_positions,
    read_squares,
)
from host.errors import GenerationError, ModError
from host.generate.niches import corner, niches
from host.generate.place_reachable import place_reachable
from host.generate.scatter import scatter, scatter_steps
from host.generate.stamp import Laid, stamp_steps
from host.model.tile import ROLLED
from host.play.rolls import roll_health, roll_hit_points_of

_SCATTER: dict[str, Type] = {"distance": Number(1, 10_000), "most": Maybe(Integer(0, MAX_INT))}


@service_for("toolbox.scatter", **_SCATTER)
def toolbox_scatter(call: Call, ground: int | bytes | None, width: int, distance: float, most: int | None) -> bytes:
    """Return positions on open squares, x and y in turn."""
    return pack_positions(scatter(free_squares(call, ground, width), distance, call.stream("toolbox.scatter"), most))


@service_for("toolbox.scatter", **_SCATTER)
def toolbox_scatter_steps(call: Call, ground: int | bytes | None, width: int, distance: float, most: int | None) -> int:
    """Begin a run of `scatter`; return its number."""
    positions = scatter_steps(free_squares(call, ground, width), distance, call.stream("toolbox.scatter"))
    return begin_run(call, _prefixes(islice(positions, most)), pack_positions)


def _prefixes(positions: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the list of all positions up to each one, the same list each time."""
    prefix = []
    for position in positions:
        prefix.append(position)
        yield prefix


_PLACING = Record(
    (
        Field("from", SQUARES),
        Field("avoid", Maybe(SQUARES, ())),
        Field("taken", Maybe(SQUARES, ())),
        Field("least", Maybe(COORDINATE, 1)),
        Field("most", Maybe(COORDINATE)),
        Field("count", Maybe(Integer(0, MAX_INT), 1)),
        Field("distance", Maybe(Number(1, 10_000), 1.0)),
        Field("diagonal", DIAGONAL),
    )
)


@service_for("toolbox.place_reachable")
def toolbox_place_reachable(
    call: Call, ground: int | bytes | None, width: int, options: Value
) -> tuple[bytes | None, str | None]:
    """Return positions, x and y in turn; or None and the reason why there are fewer than `count`."""
    fields = _PLACING.read(options, "")
    free = free_squares(call, ground, width)
    for name in ("from", "avoid", "taken"):
        fields[name] = read_squares(free, fields[name], f"toolbox.place_reachable: options.{name}")
    try:
        squares = place_reachable(free, fields.pop("from"), call.stream("toolbox.place_reachable"), **fields)
    except GenerationError as error:
        return None, error.message
    return pack_positions(squares), None


@service_for("toolbox.niches", size=Integer(3, 99))
def toolbox_niches(call: Call, ground: int | bytes | None, width: int, size: int) -> bytes:
    """Return where a square segment fits into rock: x and y of the square before its door, turns, left and top."""
    if size % 2 == 0:
        raise ModError(f"toolbox.niches: size is {size}: must be odd, so that a door can be in the middle of a side")
    found_niches = niches(free_squares(call, ground, width), size, call.stream("toolbox.niches"))
    return np.array([(*niche, *corner(niche, size)) for niche in found_niches], dtype="<i4").tobytes()


_STAMP: dict[str, Type] = {
    "segment": HandleOf(("segment",), name="Segment"),
    "x": COORDINATE,
    "y": COORDINATE,
    "turns": Maybe(Integer(0, 3), 0),
    "mirrored": Truth(),
}


@service_for("toolbox.stamp", **_STAMP)
def toolbox_stamp(
    call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool
) -> tuple[int, int]:
    """Replace a part of a map with a segment, mirrored and then turned clockwise; return its width and height."""
    _stamp(call, ground, segment, x, y, turns + 4 * mirrored)
    height, width = call.session.segment(segment.index).oriented(call.session.tiles, turns + 4 * mirrored).stacks.shape
    return width, height


@service_for("toolbox.stamp", **_STAMP)
def toolbox_stamp_steps(
    call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool
) -> int:
    """Stamp a segment, and begin a run that shows one step after the other; return its number.

    The map is complete from the start, because a mod may stop the run early.
    """
    return begin_run(call, _stamp(call, ground, segment, x, y, turns + 4 * mirrored), lambda laid: [*laid[:3]])


def _stamp(call: Call, ground: int | None, segment: Handle, x: int, y: int, orientation: int) -> list[Laid]:
    session = call.session
    game_map = map_of(call, ground)
    laid_segment = session.segment(segment.index)
    try:
        laid = list(stamp_steps(game_map, laid_segment, x, y, orientation))
    except GenerationError as error:
        raise ModError(f"toolbox.stamp: {error.message}") from error
    height, width = laid_segment.oriented(session.tiles, orientation).stacks.shape
    for row in range(y, y + height):
        for column in range(x, x + width):
            for slot, tile in game_map.tile_slots(game_map.square(column, row)):
                if tile.hit_points == ROLLED and slot not in game_map.hit_points:
                    roll_hit_points_of(session.current_game, game_map, slot)
    roll_health(session.current_game, [step.monster for step in laid if step.monster])
    return laid
