"""The toolbox of generators, as mods have it with `require "host.toolbox"`; its Lua half is lua/toolbox.

A plan is kept by nobody: Lua holds its squares as a string of codes and gives them back. So what can be walked comes as
`ground`, such a string, with `width`; or as the number of a map, or nil for the map of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from host.border.data import Handle, Table
from host.border.function import Call, Declarations
from host.border.phase import GAME
from host.border.schema import (
    Anything,
    Choice,
    Field,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Number,
    OneOf,
    Record,
    Truth,
    Type,
    is_of_kind,
    is_table,
    refuse,
    refuse_names,
)
from host.dialects.kts.declarations import stack_of
from host.errors import GenerationError, ModError
from host.generate.niches import corner, niches
from host.generate.options import Generator, Option
from host.generate.paint import own_stacks, paint
from host.generate.plan import KINDS, PASSAGE, Plan, last
from host.generate.recipes import RECIPES
from host.generate.scatter import scatter, scatter_steps
from host.generate.stamp import Laid, stamp_steps
from host.metrics.distances import distance_steps, distances, path, path_steps
from host.metrics.regions import regions
from host.metrics.walkability import Mask, walkable
from host.model.map import Map
from host.model.tile import ROLLED
from host.play.game import MOST_RUNS

TOOLBOX = Declarations("toolbox.", seen_as="")

# What can be watched step by step.
STEPS = (*RECIPES, "distances", "path", "scatter", "stamp")
# What a mod may have made in one call.
_MOST_SQUARES = 1_000_000
_FAR = 2**31 - 1

_GROUND = ("ground", Anything())
_WIDTH = ("width", Integer(0))
_DIAGONAL = ("diagonal", Truth())


class _Options(Type):
    """The options of a generator; what is not given has its default."""

    name = "options"

    def __init__(self, generator: Generator) -> None:
        self.options = {option.id: (option, _type_of(option)) for option in generator.options}

    def read(self, value: Any, path: str) -> dict[str, Any]:
        if value is None:
            value = Table()
        if not isinstance(value, Table) or value.items:
            refuse(path, value, "must be a table of options by name")
        refuse_names(path, value, self.options, "option")
        found: dict[str, Any] = {}
        for name, (option, kind) in self.options.items():
            given = value.fields.get(name)
            found[name] = option.default if given is None else kind.read(given, f"{path}.{name}")
        squares = found["width"] * found["height"]
        if squares > _MOST_SQUARES:
            refuse(path, squares, f"is width × height: must be at most {_MOST_SQUARES}")
        return found


def _type_of(option: Option) -> Type:
    if option.real:
        return Number(option.least or 0.0, option.most or 0.0)
    return Integer(int(option.least or 0), int(option.most or 0))


_OPTIONS = {name: _Options(recipe.generator) for name, recipe in RECIPES.items()}


def _told(plan: Plan) -> list[Any]:
    """A plan as Lua keeps it."""
    rooms = np.array(plan.rooms, dtype="<i4").tobytes()
    return [plan.width, plan.height, plan.cells.tobytes(), rooms, np.array(plan.links, dtype="<i4").tobytes()]


def _maker(name: str) -> Callable[[Call, dict[str, Any]], list[Any]]:
    def make(call: Call, options: dict[str, Any]) -> list[Any]:
        try:
            return _told(last(RECIPES[name].steps(options, call.stream(f"toolbox.{name}"))))
        except GenerationError as error:
            raise ModError(f"toolbox.{name}: {error.message}") from error

    make.__doc__ = f"A plan of {RECIPES[name].generator.help}."
    return make


for _name in RECIPES:
    TOOLBOX.function(_name, ("options", _OPTIONS[_name]), phases=GAME)(_maker(_name))


def _begin(call: Call, states: Iterable[Any], told: Callable[[Any], Any]) -> int:
    """Keep a run of something, and what Lua is told of a state; its number. Only the latest runs go on."""
    game = call.session.current_game
    number = game.last_run = game.last_run + 1
    game.runs[number] = iter(states), told
    if len(game.runs) > MOST_RUNS:
        del game.runs[next(iter(game.runs))]
    return number


@TOOLBOX.function("steps", ("name", Choice({name: name for name in STEPS})), ("options", Anything()), phases=GAME)
def begin(call: Call, name: str, options: Any) -> int:
    """Begin a run of a generator; its number."""
    read = _OPTIONS[name].read(options, "options")
    return _begin(call, RECIPES[name].steps(read, call.stream(f"toolbox.{name}")), _told)


@TOOLBOX.function("next_step", ("run", Integer(1)), ("every", Integer(1)), phases=GAME, part_of="toolbox.steps")
def next_step(call: Call, number: int, every: int) -> Any:
    """The state some steps on, or the last; None when the run is over."""
    runs = call.session.current_game.runs
    state = told = None
    try:
        states, told = runs[number]
        for _ in range(every):
            state = next(states)
    except StopIteration:
        if state is None:
            del runs[number]
    except KeyError:
        raise ModError(f"toolbox.steps: only the latest {MOST_RUNS} runs go on, and this is an older one") from None
    except GenerationError as error:
        raise ModError(f"toolbox.steps: {error.message}") from error
    return None if state is None or told is None else told(state)


@TOOLBOX.function("end_steps", ("run", Integer(1)), phases=GAME, part_of="toolbox.steps")
def end_steps(call: Call, number: int) -> None:
    """Forget a run."""
    call.session.current_game.runs.pop(number, None)


class _Tile(Type):
    """A handle of a tile."""

    name = "Tile"

    def read(self, value: Any, path: str) -> Handle:
        if not isinstance(value, Handle) or value.kind != "tile":
            refuse(path, value, _NO_TILE)
        return value


_NO_TILE = "must be a Tile, as kts.Tile makes, or a list of them"
_TILES = OneOf(((is_of_kind("tile"), _Tile()), (is_table, ListOf(_Tile(), longest=64))), _NO_TILE)
_TILES_BY_KIND = Record(tuple(Field(kind, Maybe(_TILES), f"for {kind} squares") for kind in KINDS), "kind of square")


@TOOLBOX.function(
    "paint",
    ("cells", Anything()),
    ("width", Integer(1)),
    ("rooms", Anything()),
    ("tiles", Maybe(_TILES_BY_KIND)),
    phases=GAME,
    part_of="plan:map",
)
def paint_plan(call: Call, cells: Any, width: int, rooms: Any, tiles: dict[str, Any] | None) -> int:
    """The map of a plan, with tiles for each kind of square or the host's own; its number. It becomes the map of the
    game when that has no squares yet."""
    game = call.session.current_game
    squares = _codes(cells).reshape(-1, width)
    plan = Plan(0, 0)
    plan.cells = squares
    plan.rooms = [tuple(room) for room in np.frombuffer(_bytes(rooms), dtype="<i4").reshape(-1, 4).tolist()]
    stacks = own_stacks(game.registry, game.tiles)
    for code, kind in enumerate(KINDS):
        given = stack_of(call, (tiles or {}).get(kind))
        stacks[code] = stacks[code] if given is None else given
    made = paint(plan, stacks, game.tiles, game.registry, game.uids)
    number = game.keep_map(made)
    if not game.map.width:
        game.map = made
    call.session.roll_hit_points(made)
    return number


def _bytes(text: Any) -> bytes:
    """A string that Lua was given, as it was."""
    return str(text).encode("utf-8", "surrogateescape")


def _codes(cells: Any) -> npt.NDArray[np.uint8]:
    return np.frombuffer(_bytes(cells), dtype=np.uint8)


def _map(call: Call, number: int | None) -> Map:
    return call.session.map if number is None else call.session.current_game.maps[number]


def _free(call: Call, ground: Any, width: int) -> Mask:
    """What can be walked, (height, width)."""
    if isinstance(ground, str):
        return _codes(ground).reshape(-1, width) >= PASSAGE
    return walkable(_map(call, ground))


def _check_inside(free: Mask, x: int, y: int, path: str) -> tuple[int, int]:
    height, width = free.shape
    if not (0 <= x < width and 0 <= y < height):
        raise ModError(f"{path} is ({x}, {y}): must lie on the map, which has {width} × {height} squares")
    return x, y


_SQUARE = Integer(-_FAR, _FAR)


@TOOLBOX.function("size", _GROUND, phases=GAME, part_of="toolbox.map")
def size(call: Call, ground: Any) -> list[int]:
    """The number of a map, its width and its height."""
    game_map = _map(call, ground)
    return [call.session.current_game.number_of(game_map), game_map.width, game_map.height]


@TOOLBOX.function("squares", _GROUND, phases=GAME, part_of="toolbox.map")
def squares(call: Call, ground: Any) -> int:
    """How many squares a map has."""
    return _map(call, ground).stacks.size


@TOOLBOX.function("open", _GROUND, _WIDTH, phases=GAME)
def open_squares(call: Call, ground: Any, width: int) -> list[Any]:
    """Width, height, and for each square a byte that says whether it can be walked."""
    free = _free(call, ground, width)
    return [free.shape[1], free.shape[0], free.tobytes()]


@TOOLBOX.function("distances", _GROUND, _WIDTH, ("sources", ListOf(_SQUARE)), _DIAGONAL, phases=GAME)
def find_distances(call: Call, ground: Any, width: int, sources: list[int], diagonal: bool) -> list[Any]:
    """Width, height, and for each square the number of steps from the nearest source (x, y, x, y, …), or -1."""
    free = _free(call, ground, width)
    return _squares(distances(free, _sources(free, sources), diagonal=diagonal))


@TOOLBOX.function(
    "distance_steps", _GROUND, _WIDTH, ("sources", ListOf(_SQUARE)), _DIAGONAL, phases=GAME, part_of="toolbox.distances"
)
def begin_distances(call: Call, ground: Any, width: int, sources: list[int], diagonal: bool) -> int:
    """Begin a run of `distances`; its number."""
    free = _free(call, ground, width)
    return _begin(call, distance_steps(free, _sources(free, sources), diagonal=diagonal), _squares)


def _sources(free: Mask, sources: list[int]) -> list[tuple[int, int]]:
    pairs = zip(sources[::2], sources[1::2], strict=True)
    return [_check_inside(free, x, y, f"toolbox.distances: sources[{i}]") for i, (x, y) in enumerate(pairs, 1)]


def _squares(found: npt.NDArray[np.int32]) -> list[Any]:
    """Width, height, and a number for each square."""
    return [found.shape[1], found.shape[0], found.astype("<i4").tobytes()]


def _places(places: list[tuple[int, int]]) -> bytes:
    """Places, x and y in turn."""
    return np.array(places, dtype="<i4").tobytes()


_WAY = (_GROUND, _WIDTH, ("x1", _SQUARE), ("y1", _SQUARE), ("x2", _SQUARE), ("y2", _SQUARE), _DIAGONAL)


@TOOLBOX.function("path", *_WAY, phases=GAME)
def find_path(call: Call, ground: Any, width: int, x1: int, y1: int, x2: int, y2: int, diagonal: bool) -> bytes | None:
    """The squares of a shortest way, x and y in turn; None when there is none."""
    free = _free(call, ground, width)
    start = _check_inside(free, x1, y1, "toolbox.path: from")
    way = path(free, start, _check_inside(free, x2, y2, "toolbox.path: to"), diagonal=diagonal)
    return None if way is None else _places(way)


@TOOLBOX.function("path_steps", *_WAY, phases=GAME, part_of="toolbox.path")
def begin_path(call: Call, ground: Any, width: int, x1: int, y1: int, x2: int, y2: int, diagonal: bool) -> int:
    """Begin a run of `path`; its number."""
    free = _free(call, ground, width)
    start = _check_inside(free, x1, y1, "toolbox.path: from")
    return _begin(
        call, path_steps(free, start, _check_inside(free, x2, y2, "toolbox.path: to"), diagonal=diagonal), _places
    )


@TOOLBOX.function("regions", _GROUND, _WIDTH, _DIAGONAL, phases=GAME)
def find_regions(call: Call, ground: Any, width: int, diagonal: bool) -> list[Any]:
    """Width, height, for each square the number of its region or 0, and the sizes of the regions."""
    labels, sizes = regions(_free(call, ground, width), diagonal=diagonal)
    packed = np.array(sizes[1:], dtype="<i4").tobytes()
    return [labels.shape[1], labels.shape[0], labels.astype("<i4").tobytes(), packed]


_APART = (_GROUND, _WIDTH, ("distance", Number(1, 10_000)), ("most", Maybe(Integer(0, _FAR))))


@TOOLBOX.function("scatter", *_APART, phases=GAME)
def scatter_places(call: Call, ground: Any, width: int, distance: float, most: int | None) -> bytes:
    """Places on open squares, x and y in turn."""
    return _places(scatter(_free(call, ground, width), distance, call.stream("toolbox.scatter"), most))


@TOOLBOX.function("scatter_steps", *_APART, phases=GAME, part_of="toolbox.scatter")
def begin_scatter(call: Call, ground: Any, width: int, distance: float, most: int | None) -> int:
    """Begin a run of `scatter`; its number."""
    places = scatter_steps(_free(call, ground, width), distance, call.stream("toolbox.scatter"))
    return _begin(call, _so_far(islice(places, most)), _places)


def _so_far(places: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """All places up to each."""
    found = []
    for place in places:
        found.append(place)
        yield found


@TOOLBOX.function("niches", _GROUND, _WIDTH, ("size", Integer(3, 99)), phases=GAME)
def find_niches(call: Call, ground: Any, width: int, size: int) -> bytes:
    """Where a square segment fits into the rock: x and y of the square before its door, turns, left and top of each."""
    if size % 2 == 0:
        raise ModError(f"toolbox.niches: size is {size}: must be odd, so that a door can be in the middle of a side")
    found = niches(_free(call, ground, width), size, call.stream("toolbox.niches"))
    return np.array([(*one, *corner(one, size)) for one in found], dtype="<i4").tobytes()


_STAMP = (
    ("ground", Maybe(Integer(0))),
    ("segment", HandleOf(("segment",), name="Segment")),
    ("x", _SQUARE),
    ("y", _SQUARE),
    ("turns", Maybe(Integer(0, 3), 0)),
    ("mirrored", Truth()),
)


@TOOLBOX.function("stamp", *_STAMP, phases=GAME)
def stamp_segment(
    call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool
) -> list[int]:
    """Lay a segment on a map in place of what was there: mirrored, then turned clockwise so often. The width and the
    height it has then."""
    _stamp(call, ground, segment, x, y, turns + 4 * mirrored)
    chosen = call.session.registry.get("segment", segment.index).fields
    height, width = chosen.oriented(call.session.tiles, turns + 4 * mirrored).stacks.shape
    return [width, height]


@TOOLBOX.function("stamp_steps", *_STAMP, phases=GAME, part_of="toolbox.stamp")
def begin_stamp(call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool) -> int:
    """Lay a segment on a map, and begin a run that tells what was laid, one thing after the other; its number. So no
    map stays half done when nobody looks any more."""
    return _begin(call, _stamp(call, ground, segment, x, y, turns + 4 * mirrored), lambda laid: [*laid[:3]])


def _stamp(call: Call, ground: int | None, segment: Handle, x: int, y: int, orientation: int) -> list[Laid]:
    session = call.session
    game_map = _map(call, ground)
    chosen = session.registry.get("segment", segment.index).fields
    try:
        laid = list(stamp_steps(game_map, chosen, x, y, orientation))
    except GenerationError as error:
        raise ModError(f"toolbox.stamp: {error.message}") from error
    height, width = chosen.oriented(session.tiles, orientation).stacks.shape
    for row in range(y, y + height):
        for column in range(x, x + width):
            for place, tile in game_map.tile_slots(game_map.square(column, row)):
                if tile.hit_points == ROLLED and place not in game_map.hit_points:
                    session.roll_hit_points_of(game_map, place)
    session.roll_health([step.monster for step in laid if step.monster])
    return laid
