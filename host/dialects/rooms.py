"""The rooms dialect: levels of rooms and hallways. Its API is in lua/rooms, which gets the codes of all squares (see
`generate.plan`) as one string whenever they change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import Field, Integer, ListOf, Maybe, Number, Record, Text, WordOf, refuse
from host.border.service import service_for
from host.border.session import ALWAYS
from host.errors import GenerationError, ModError
from host.generate.options import Option
from host.generate.plans.furthest_room import furthest_room
from host.generate.plans.paint import default_stacks, paint, with_walls
from host.generate.plans.plan import Plan
from host.generate.plans.rooms import MAX_ROOMS, ROOMS, add_loops, hang_doors, join_rooms, place_rooms
from host.model.game_map import GameMap

_OPTIONS: dict[str, Option] = {option.id: option for option in ROOMS.options}
_SIZES = ("min_width", "max_width", "min_height", "max_height")
_MAX_LINE = 1000

_COUNT = Integer(1, MAX_ROOMS)


def _side(name: str) -> Maybe:
    """Return the type of a width or a height, with the bounds and the default of the generator's option."""
    option = _OPTIONS[name]
    return Maybe(Integer(int(option.least or 0), int(option.most or 0)), option.default)


_HALLWAYS = Maybe(
    Record(
        (
            Field("loops", Maybe(Integer(0, MAX_ROOMS), 0), "how many more hallways to add"),
            Field("doors", Maybe(Number(0, 1), 0.0), "the chance of a door where a hallway enters a room"),
        ),
        "option",
    ),
    {"loops": 0, "doors": 0.0},
)
_ROOM_SIZES = Maybe(
    Record(tuple(Field(name, _side(name), _OPTIONS[name].help) for name in _SIZES), "option"),
    {name: _OPTIONS[name].default for name in _SIZES},
)


@service_for("Dungeon", width=_side("width"), height=_side("height"))
def rooms_new_level(call: Call, width: int, height: int) -> tuple[int, int, int, bytes]:
    """Create a level that is all edge; return its number, width, height and squares. It becomes the game's map."""
    game = call.session.current_game
    plan = Plan(width, height)
    game_map = paint(plan, default_stacks(game.registry, game.tiles), game.tiles, game.registry, game.uids)
    number = game.add_map(game_map)
    game.plans[number] = plan
    game.map = game_map
    return number, width, height, plan.cells.tobytes()


@service_for("GameRunner", ALWAYS, width=_side("width"), height=_side("height"))
def rooms_check_size(call: Call, width: int, height: int) -> tuple[int, int]:  # noqa: ARG001 - it is for a mod
    """Check the size of a level, and return it."""
    return width, height


@service_for("GameRunner:createLevel", count=_COUNT)
def rooms_check_count(call: Call, count: int) -> None:
    """Check the number of rooms of a level."""


@service_for("GameRunner:createLevel")
def rooms_shown_map(call: Call) -> int | None:
    """Return the number of the game's map; None while it has no squares."""
    game = call.session.current_game
    return game.number_of(game.map) if game.map.width else None


def _level(call: Call, number: int) -> tuple[Plan, GameMap]:
    game = call.session.current_game
    return game.plans[number], game.maps[number]


def _change(call: Call, number: int, change: Callable[[Plan], object]) -> bytes:
    """Change the plan of a level and its map; return the squares. A change that fails changes nothing."""
    plan, game_map = _level(call, number)
    cells, rooms, links = plan.cells.copy(), len(plan.rooms), len(plan.links)
    try:
        change(plan)
    except GenerationError as error:
        plan.restore(cells, rooms, links)
        raise ModError(error.message) from error
    stacks = np.array(default_stacks(game_map.registry, game_map.tileset), dtype=np.int32)
    game_map.set_stacks(plan.cells != cells, stacks.take(plan.cells))
    if len(plan.rooms) > rooms:
        game_map.add_rooms(with_walls(plan)[rooms:], 0, 0)
    return plan.cells.tobytes()


@service_for("Dungeon:createRandomRooms", count=_COUNT, sizes=_ROOM_SIZES)
def rooms_place_rooms(call: Call, number: int, count: int, sizes: dict[str, int]) -> tuple[bytes, bytes]:
    """Place rooms at random; return the squares, and x, y, width and height of each new room."""
    plan = _level(call, number)[0]
    first = len(plan.rooms)
    stream = call.stream("rooms")
    bounds = (sizes["min_width"], sizes["max_width"], sizes["min_height"], sizes["max_height"])
    cells = _change(call, number, lambda plan: list(place_rooms(plan, stream, count, bounds)))
    return cells, np.array(plan.rooms[first:], dtype="<i4").tobytes()


@service_for("Dungeon:addRoom", x=Integer(1), y=Integer(1), width=Integer(1), height=Integer(1))
def rooms_add_room(call: Call, number: int, x: int, y: int, width: int, height: int) -> bytes:
    """Carve a room; return the squares."""
    plan = _level(call, number)[0]
    if x + width >= plan.width or y + height >= plan.height:
        raise ModError(
            f"the room at ({x}, {y}) of {width} × {height} squares does not fit into {plan.width} × {plan.height}, "
            "where all squares at the sides are wall"
        )
    touched = plan.numbers[y - 1 : y + height + 1, x - 1 : x + width + 1].max()
    if touched:
        raise ModError(f"the room at ({x}, {y}) of {width} × {height} squares overlaps or touches room {touched}")
    return _change(call, number, lambda plan: plan.add_room(x, y, width, height))


@service_for("Dungeon:connectRooms", rooms=ListOf(Integer(1, MAX_ROOMS), longest=MAX_ROOMS), options=_HALLWAYS)
def rooms_join_rooms(call: Call, number: int, rooms: list[int], options: dict[str, Any]) -> bytes:
    """Connect each room to the one before it in the list, then more pairs; return the squares."""
    plan = _level(call, number)[0]
    for i, room in enumerate(rooms, 1):
        if room > len(plan.rooms):
            refuse(f"rooms[{i}]", room, f"must be one of the {len(plan.rooms)} rooms of this level")
    stream = call.stream("hallways")

    def change(plan: Plan) -> None:
        list(join_rooms(plan, stream, rooms[::-1]))
        list(add_loops(plan, stream, options["loops"]))
        if options["doors"]:
            plan.raise_walls()
            hang_doors(plan, stream, options["doors"])

    return _change(call, number, change)


@service_for("Dungeon:convertEdgesToWalls")
def rooms_raise_walls(call: Call, number: int) -> bytes:
    """Turn edge beside squares that can be walked into walls; return the squares."""
    return _change(call, number, Plan.raise_walls)


@service_for("Dungeon:furthestRoom", from_=_COUNT, method=WordOf({"path": "path", "rooms": "rooms"}))
def rooms_furthest_room(call: Call, number: int, from_: int, method: str) -> int:
    """Return the number of the room that is furthest from another, by walking or by rooms crossed."""
    plan = _level(call, number)[0]
    if from_ > len(plan.rooms):
        refuse("from", from_, f"must be one of the {len(plan.rooms)} rooms of this level")
    return furthest_room(plan, from_, method)


@service_for("GameRunner:addToCrawl", text=Text(_MAX_LINE))
def rooms_say(call: Call, text: str) -> None:
    """Post a line for the player to read."""
    call.session.current_game.post("message", message=text)
