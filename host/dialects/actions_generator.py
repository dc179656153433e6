"""The class Generator of the actions dialect: rooms and hallways."""

from __future__ import annotations

import numpy as np

from host.border.function import Call
from host.border.schema import Field, Integer, ListOf, Maybe, Number, Record, Text, Truth
from host.border.service import service_for
from host.border.session import ALWAYS
from host.border.values import Table, Value
from host.dialects.actions import MOST_SIDE, MOST_SQUARES
from host.errors import ModError
from host.generate.plans import hallways
from host.model.rng import Stream

_ROOM_SIDE = Integer(3, 1000)
_HALLWAY = Integer(0, 1000)
_OPTIONS = Record(
    (
        Field("min_hallway_length", Maybe(_HALLWAY, 0)),
        Field("max_hallway_length", Maybe(_HALLWAY, 5)),
        Field("min_hallway_width", Maybe(Integer(1, 1000), 1)),
        Field("max_hallway_width", Maybe(Integer(1, 1000), 2)),
        Field("enemy_density", Maybe(Number(0, 1), 0.1)),
        Field("max_iter", Maybe(Integer(1, 10_000), 50)),
    )
)
_DEFAULT_OPTIONS: hallways.HallwayOptions = _OPTIONS.read(Table(), "options")  # type: ignore[assignment]
_NODE = Record(tuple(Field(name, Integer()) for name in ("parent", "dx", "dy", "width", "height")))
_ROOM_NUMBER = Integer(-MOST_SIDE, MOST_SIDE)
_ROOM = Record(
    (*(Field(name, _ROOM_NUMBER) for name in ("x", "y", "width", "height", "index")), Field("secret", Truth()))
)


def _generator_stream(call: Call) -> Stream:
    """Return the stream of the generators of a mod. A mod may use them while it loads, too."""
    game = call.session.game
    rng = call.session.load_rng if game is None else game.rng
    return rng.stream(call.mod, "actions.Generator")


@service_for("Generator", ALWAYS, width=_ROOM_SIDE, height=_ROOM_SIDE, options=Maybe(_OPTIONS, _DEFAULT_OPTIONS))
def actions_new_generator(
    call: Call,  # noqa: ARG001 - nothing of a game
    width: int,
    height: int,
    options: hallways.HallwayOptions,
) -> Value:
    """Check the size and the options of a generator. Returns the options with their defaults."""
    if width * height > MOST_SQUARES:
        raise ModError(f"Generator. width × height is {width * height}: must be at most {MOST_SQUARES}")
    return _check_options(options)


def _check_options(options: hallways.HallwayOptions) -> hallways.HallwayOptions:
    for side in ("length", "width"):
        least = options[f"min_hallway_{side}"]  # type: ignore[literal-required]
        greatest = options[f"max_hallway_{side}"]  # type: ignore[literal-required]
        Integer(least, 1000).read(greatest, f"options.max_hallway_{side}")
    return options


@service_for("Generator:start", ALWAYS, width=Maybe(_ROOM_SIDE, 6), height=Maybe(_ROOM_SIDE, 6))
def actions_first_node(call: Call, width: int, height: int) -> Value:  # noqa: ARG001 - nothing of a game
    """Return the node of the first room."""
    return {"parent": 0, "dx": 0, "dy": 0, "width": width, "height": height}


@service_for(
    "Generator:addNode",
    ALWAYS,
    nodes=ListOf(_NODE),
    parent=Integer(),
    dx=Maybe(Number()),
    dy=Maybe(Number()),
    width=Maybe(_ROOM_SIDE),
    height=Maybe(_ROOM_SIDE),
)
def actions_add_node(
    call: Call,
    nodes: list[hallways.HallwayNode],
    parent: int,
    dx: float | None,
    dy: float | None,
    width: int | None,
    height: int | None,
) -> Value:
    """Return a node beside another one, or None when no side is free."""
    if not 1 <= parent <= len(nodes):
        raise ModError(f"Generator.addNode: there is no room {parent}: there are {len(nodes)}; call start first")
    if len(nodes) >= hallways.MAX_NODES:
        raise ModError(f"Generator.addNode: there are {hallways.MAX_NODES} rooms already: there may not be more")
    direction = next(((x, y) for x, y in hallways.DIRECTIONS if x == dx and y == dy), None)
    if direction is None and dx is not None:
        raise ModError(
            f"Generator.addNode: the direction is ({dx}, {dy}): must be one of (1, 0), (0, 1), (-1, 0), (0, -1)"
        )
    return hallways.add_node(nodes, parent, direction, (width, height), _generator_stream(call))


@service_for("Generator:generate", ALWAYS, width=_ROOM_SIDE, height=_ROOM_SIDE, options=_OPTIONS, nodes=ListOf(_NODE))
def actions_draw_hallways(
    call: Call, width: int, height: int, options: hallways.HallwayOptions, nodes: list[hallways.HallwayNode]
) -> Value:
    """Return the types of all squares, the numbers of their nodes and the rooms; None when the rooms do not fit.

    A square is one byte; squares stand column by column.
    """
    if not nodes:
        raise ModError("Generator.generate: there is no room yet: call start first")
    drawing = hallways.draw_hallways(width, height, _check_options(options), nodes, _generator_stream(call))
    return drawing and [drawing.types.tobytes(), drawing.nodes.tobytes(), drawing.rooms]


@service_for(
    "Generator:secret",
    ALWAYS,
    height=_ROOM_SIDE,
    options=_OPTIONS,
    squares=Text(MOST_SQUARES),
    rooms=ListOf(_ROOM),
    room_width=Maybe(_ROOM_SIDE),
    room_height=Maybe(_ROOM_SIDE),
)
def actions_place_secret(
    call: Call,
    height: int,
    options: hallways.HallwayOptions,
    squares: str,
    rooms: list[hallways.Room],
    room_width: int | None,
    room_height: int | None,
) -> Value:
    """Return a further room and the types of its squares, column by column; None without a place."""
    stream = _generator_stream(call)
    sides = hallways.draw_side(stream, room_width), hallways.draw_side(stream, room_height)
    placed = hallways.place_secret(_types(squares, height), rooms, sides, options["enemy_density"], stream)
    return placed and [placed[0], placed[1].tobytes()]


@service_for(
    "World:materializeGenerator",
    world_width=Integer(1, MOST_SIDE),
    height=_ROOM_SIDE,
    squares=Text(MOST_SQUARES),
    rooms=ListOf(_ROOM),
)
def actions_read_cells(
    call: Call, number: int, kinds: int, world_width: int, height: int, squares: str, rooms: list[hallways.Room]
) -> Value:
    """Record the rooms of a generator on a map.

    Returns the squares of floors, of walls and of enemies outside secret rooms, in ascending order, and for each enemy
    a random number from 1 to `kinds`; no numbers for 0 kinds.
    """
    boxes = [[room["x"] - 1, room["y"] - 1, room["width"], room["height"]] for room in rooms]
    game_map = call.session.current_game.maps[number]
    game_map.add_rooms(np.array(boxes, dtype=np.int32).reshape(-1, 4), 0, 0)
    types = _types(squares, height).T
    enemies = types == hallways.ENEMY
    for (x, y, width, room_height), room in zip(boxes, rooms, strict=True):
        if room["secret"]:
            enemies[y : y + room_height, x : x + width] = False
    floors, walls, enemy_squares = (
        (ys * world_width + xs).tolist()
        for ys, xs in (np.nonzero(types != hallways.EMPTY), np.nonzero(types == hallways.WALL), np.nonzero(enemies))
    )
    stream = _generator_stream(call)
    numbers = [stream.between(1, kinds) if kinds > 1 else 1 for _ in enemy_squares] if kinds else []
    return [floors, walls, enemy_squares, numbers]


def _types(squares: str, height: int) -> hallways.Cells:
    return np.frombuffer(squares.encode(), dtype=np.uint8).reshape(-1, height)
