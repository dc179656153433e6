"""Tools that find or fill squares: scatter, niches, stamping."""

from __future__ import annotations

import numpy as np

from host.border.function import Call
from host.border.schema import Field, HandleOf, Integer, Maybe, Number, Record, Truth
from host.border.service import service_for
from host.border.values import Handle, Value
from host.dialects.toolbox.ground import (
    COORDINATE,
    DIAGONAL,
    MAX_INT,
    SQUARES,
    free_squares,
    map_of,
    pack_positions,
    read_squares,
)
from host.errors import GenerationError, ModError
from host.generate.niches import corner, niches
from host.generate.place_reachable import place_reachable
from host.generate.scatter import scatter
from host.generate.stamp import stamp
from host.model.tile import ROLLED
from host.play.rolls import roll_health, roll_hit_points_of


@service_for("toolbox.scatter", distance=Number(1, 10_000), most=Maybe(Integer(0, MAX_INT)))
def toolbox_scatter(call: Call, ground: int | bytes | None, width: int, distance: float, most: int | None) -> bytes:
    """Return positions on open squares, x and y in turn."""
    return pack_positions(scatter(free_squares(call, ground, width), distance, call.stream("toolbox.scatter"), most))


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


@service_for(
    "toolbox.stamp",
    segment=HandleOf(("segment",), name="Segment"),
    x=COORDINATE,
    y=COORDINATE,
    turns=Maybe(Integer(0, 3), 0),
    mirrored=Truth(),
)
def toolbox_stamp(
    call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool
) -> tuple[int, int]:
    """Replace a part of a map with a segment, mirrored and then turned clockwise; return its width and height."""
    session = call.session
    game_map, stamped, orientation = map_of(call, ground), session.segment(segment.index), turns + 4 * mirrored
    try:
        monsters = stamp(game_map, stamped, x, y, orientation)
    except GenerationError as error:
        raise ModError(f"toolbox.stamp: {error.message}") from error
    height, width = stamped.oriented(session.tiles, orientation).stacks.shape
    for row in range(y, y + height):
        for column in range(x, x + width):
            for slot, tile in game_map.tile_slots(game_map.square(column, row)):
                if tile.hit_points == ROLLED and slot not in game_map.hit_points:
                    roll_hit_points_of(session.current_game, game_map, slot)
    roll_health(session.current_game, monsters)
    return width, height
