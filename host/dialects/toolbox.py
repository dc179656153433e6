"""The toolbox of generators, which mods get with `require "host.toolbox"`; its Lua half is lua/toolbox.

Python does not store plans: Lua holds the squares of a plan as a string of codes, and passes them back. So `ground` is
such a string, with its `width`; the number of a map; or nil for the map of the game.
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
from host.generate.paint import default_stacks, paint
from host.generate.plan import KINDS, PASSAGE, Plan, last
from host.generate.recipes import RECIPES
from host.generate.scatter import scatter, scatter_steps
from host.generate.stamp import Laid, stamp_steps
from host.metrics.distances import distance_steps, distances, path, path_steps
from host.metrics.regions import regions
from host.metrics.walkability import Mask, walkable
from host.model.map import Map
from host.model.tile import ROLLED
from host.play.game import MAX_RUNS
from host.play.rolls import roll_health, roll_hit_points, roll_hit_points_of

TOOLBOX = Declarations("toolbox.", seen_as="")

# Generators and tools that `toolbox.steps` runs step by step.
STEPS = (*RECIPES, "distances", "path", "scatter", "stamp")
# Squares of a plan.
_MAX_SQUARES = 1_000_000
_MAX_INT = 2**31 - 1

_GROUND = ("ground", Anything())
_WIDTH = ("width", Integer(0))
_DIAGONAL = ("diagonal", Truth())


class _Options(Type):
    """The options of a generator; a missing option has its default."""

    name = "options"

    def __init__(self, generator: Generator) -> None:
        self.options = {option.id: (option, _type_of(option)) for option in generator.options}

    def read(self, value: Any, path: str) -> dict[str, Any]:
        if value is None:
            value = Table()
        if not isinstance(value, Table) or value.items:
            refuse(path, value, "must be a table of options by name")
        refuse_names(path, value, self.options, "option")
        options: dict[str, Any] = {}
        for name, (option, kind) in self.options.items():
            field = value.fields.get(name)
            options[name] = option.default if field is None else kind.read(field, f"{path}.{name}")
        squares = options["width"] * options["height"]
        if squares > _MAX_SQUARES:
            refuse(path, squares, f"is width × height: must be at most {_MAX_SQUARES}")
        return options


def _type_of(option: Option) -> Type:
    if option.real:
        return Number(option.least or 0.0, option.most or 0.0)
    return Integer(int(option.least or 0), int(option.most or 0))


_OPTIONS = {name: _Options(recipe.generator) for name, recipe in RECIPES.items()}


def _plan_for_lua(plan: Plan) -> list[Any]:
    """Return a plan in the form that Lua stores."""
    rooms = np.array(plan.rooms, dtype="<i4").tobytes()
    return [plan.width, plan.height, plan.cells.tobytes(), rooms, np.array(plan.links, dtype="<i4").tobytes()]


def _maker(name: str) -> Callable[[Call, dict[str, Any]], list[Any]]:
    def make(call: Call, options: dict[str, Any]) -> list[Any]:
        try:
            return _plan_for_lua(last(RECIPES[name].steps(options, call.stream(f"toolbox.{name}"))))
        except GenerationError as error:
            raise ModError(f"toolbox.{name}: {error.message}") from error

    make.__doc__ = f"Return a plan of {RECIPES[name].generator.help}."
    return make


for _name in RECIPES:
    TOOLBOX.function(_name, ("options", _OPTIONS[_name]), phases=GAME)(_maker(_name))


def _begin(call: Call, states: Iterable[Any], for_lua: Callable[[Any], Any]) -> int:
    """Begin a run, whose states `for_lua` converts for Lua; return its number. Only the latest runs continue."""
    game = call.session.current_game
    number = game.last_run = game.last_run + 1
    game.runs[number] = iter(states), for_lua
    if len(game.runs) > MAX_RUNS:
        del game.runs[next(iter(game.runs))]
    return number


@TOOLBOX.function("steps", ("name", Choice({name: name for name in STEPS})), ("options", Anything()), phases=GAME)
def begin(call: Call, name: str, options: Any) -> int:
    """Begin a run of a generator; return its number."""
    read = _OPTIONS[name].read(options, "options")
    return _begin(call, RECIPES[name].steps(read, call.stream(f"toolbox.{name}")), _plan_for_lua)


@TOOLBOX.function("next_step", ("run", Integer(1)), ("every", Integer(1)), phases=GAME, part_of="toolbox.steps")
def next_step(call: Call, number: int, every: int) -> Any:
    """Advance a run by some steps; return its state, the last state at its end, and then None."""
    runs = call.session.current_game.runs
    state = for_lua = None
    try:
        states, for_lua = runs[number]
        for _ in range(every):
            state = next(states)
    except StopIteration:
        if state is None:
            del runs[number]
    except KeyError:
        raise ModError(f"toolbox.steps: only the latest {MAX_RUNS} runs continue, and this run is older") from None
    except GenerationError as error:
        raise ModError(f"toolbox.steps: {error.message}") from error
    return None if state is None or for_lua is None else for_lua(state)


@TOOLBOX.function("end_steps", ("run", Integer(1)), phases=GAME, part_of="toolbox.steps")
def end_steps(call: Call, number: int) -> None:
    """End a run."""
    call.session.current_game.runs.pop(number, None)


class _Tile(Type):
    """A handle of a tile."""

    name = "Tile"

    def read(self, value: Any, path: str) -> Handle:
        if not isinstance(value, Handle) or value.kind != "tile":
            refuse(path, value, _TILE_RULE)
        return value


_TILE_RULE = "must be a Tile, as kts.Tile returns, or a list of Tiles"
_TILES = OneOf(((is_of_kind("tile"), _Tile()), (is_table, ListOf(_Tile(), longest=64))), _TILE_RULE)
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
    """Make the map of a plan, with tiles for each kind of square or tiles of the host; return its number.

    It becomes the map of the game when that has no squares yet.
    """
    game = call.session.current_game
    squares = _codes(cells).reshape(-1, width)
    plan = Plan(0, 0)
    plan.cells = squares
    plan.rooms = [tuple(room) for room in np.frombuffer(_bytes(rooms), dtype="<i4").reshape(-1, 4).tolist()]
    stacks = default_stacks(game.registry, game.tiles)
    for code, kind in enumerate(KINDS):
        stack = stack_of(call, (tiles or {}).get(kind))
        stacks[code] = stacks[code] if stack is None else stack
    game_map = paint(plan, stacks, game.tiles, game.registry, game.uids)
    number = game.add_map(game_map)
    if not game.map.width:
        game.map = game_map
    roll_hit_points(game, game_map)
    return number


def _bytes(text: Any) -> bytes:
    """Return the bytes of a string from Lua."""
    return str(text).encode("utf-8", "surrogateescape")


def _codes(cells: Any) -> npt.NDArray[np.uint8]:
    return np.frombuffer(_bytes(cells), dtype=np.uint8)


def _map(call: Call, number: int | None) -> Map:
    return call.session.map if number is None else call.session.current_game.maps[number]


def _free(call: Call, ground: Any, width: int) -> Mask:
    """Return which squares can be walked, as a mask (height, width)."""
    if isinstance(ground, str):
        return _codes(ground).reshape(-1, width) >= PASSAGE
    return walkable(_map(call, ground))


def _check_inside(free: Mask, x: int, y: int, path: str) -> tuple[int, int]:
    height, width = free.shape
    if not (0 <= x < width and 0 <= y < height):
        raise ModError(f"{path} is ({x}, {y}): must lie on the map, which has {width} × {height} squares")
    return x, y


_SQUARE = Integer(-_MAX_INT, _MAX_INT)


@TOOLBOX.function("size", _GROUND, phases=GAME, part_of="toolbox.map")
def size(call: Call, ground: Any) -> list[int]:
    """Return the number, the width and the height of a map."""
    game_map = _map(call, ground)
    return [call.session.current_game.number_of(game_map), game_map.width, game_map.height]


@TOOLBOX.function("squares", _GROUND, phases=GAME, part_of="toolbox.map")
def squares(call: Call, ground: Any) -> int:
    """Return the number of squares of a map."""
    return _map(call, ground).stacks.size


@TOOLBOX.function("open", _GROUND, _WIDTH, phases=GAME)
def open_squares(call: Call, ground: Any, width: int) -> list[Any]:
    """Return width, height, and for each square a byte: 1 when it can be walked."""
    free = _free(call, ground, width)
    return [free.shape[1], free.shape[0], free.tobytes()]


@TOOLBOX.function("distances", _GROUND, _WIDTH, ("sources", ListOf(_SQUARE)), _DIAGONAL, phases=GAME)
def find_distances(call: Call, ground: Any, width: int, sources: list[int], diagonal: bool) -> list[Any]:
    """Return width, height, and for each square the steps from the nearest source (x, y, x, y, …), or -1."""
    free = _free(call, ground, width)
    return _squares(distances(free, _sources(free, sources), diagonal=diagonal))


@TOOLBOX.function(
    "distance_steps", _GROUND, _WIDTH, ("sources", ListOf(_SQUARE)), _DIAGONAL, phases=GAME, part_of="toolbox.distances"
)
def begin_distances(call: Call, ground: Any, width: int, sources: list[int], diagonal: bool) -> int:
    """Begin a run of `distances`; return its number."""
    free = _free(call, ground, width)
    return _begin(call, distance_steps(free, _sources(free, sources), diagonal=diagonal), _squares)


def _sources(free: Mask, sources: list[int]) -> list[tuple[int, int]]:
    pairs = zip(sources[::2], sources[1::2], strict=True)
    return [_check_inside(free, x, y, f"toolbox.distances: sources[{i}]") for i, (x, y) in enumerate(pairs, 1)]


def _squares(grid: npt.NDArray[np.int32]) -> list[Any]:
    """Return width, height, and a number for each square."""
    return [grid.shape[1], grid.shape[0], grid.astype("<i4").tobytes()]


def _positions(positions: list[tuple[int, int]]) -> bytes:
    """Return positions as 32-bit numbers, x and y in turn."""
    return np.array(positions, dtype="<i4").tobytes()


_PATH = (_GROUND, _WIDTH, ("x1", _SQUARE), ("y1", _SQUARE), ("x2", _SQUARE), ("y2", _SQUARE), _DIAGONAL)


@TOOLBOX.function("path", *_PATH, phases=GAME)
def find_path(call: Call, ground: Any, width: int, x1: int, y1: int, x2: int, y2: int, diagonal: bool) -> bytes | None:
    """Return the squares of a shortest path, x and y in turn; None when there is none."""
    free = _free(call, ground, width)
    start = _check_inside(free, x1, y1, "toolbox.path: from")
    found_path = path(free, start, _check_inside(free, x2, y2, "toolbox.path: to"), diagonal=diagonal)
    return None if found_path is None else _positions(found_path)


@TOOLBOX.function("path_steps", *_PATH, phases=GAME, part_of="toolbox.path")
def begin_path(call: Call, ground: Any, width: int, x1: int, y1: int, x2: int, y2: int, diagonal: bool) -> int:
    """Begin a run of `path`; return its number."""
    free = _free(call, ground, width)
    start = _check_inside(free, x1, y1, "toolbox.path: from")
    return _begin(
        call, path_steps(free, start, _check_inside(free, x2, y2, "toolbox.path: to"), diagonal=diagonal), _positions
    )


@TOOLBOX.function("regions", _GROUND, _WIDTH, _DIAGONAL, phases=GAME)
def find_regions(call: Call, ground: Any, width: int, diagonal: bool) -> list[Any]:
    """Return width, height, for each square the number of its region or 0, and the sizes of the regions."""
    labels, sizes = regions(_free(call, ground, width), diagonal=diagonal)
    packed = np.array(sizes[1:], dtype="<i4").tobytes()
    return [labels.shape[1], labels.shape[0], labels.astype("<i4").tobytes(), packed]


_SCATTER = (_GROUND, _WIDTH, ("distance", Number(1, 10_000)), ("most", Maybe(Integer(0, _MAX_INT))))


@TOOLBOX.function("scatter", *_SCATTER, phases=GAME)
def scatter_positions(call: Call, ground: Any, width: int, distance: float, most: int | None) -> bytes:
    """Return positions on open squares, x and y in turn."""
    return _positions(scatter(_free(call, ground, width), distance, call.stream("toolbox.scatter"), most))


@TOOLBOX.function("scatter_steps", *_SCATTER, phases=GAME, part_of="toolbox.scatter")
def begin_scatter(call: Call, ground: Any, width: int, distance: float, most: int | None) -> int:
    """Begin a run of `scatter`; return its number."""
    positions = scatter_steps(_free(call, ground, width), distance, call.stream("toolbox.scatter"))
    return _begin(call, _prefixes(islice(positions, most)), _positions)


def _prefixes(positions: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the list of all positions up to each one, the same list each time."""
    prefix = []
    for position in positions:
        prefix.append(position)
        yield prefix


@TOOLBOX.function("niches", _GROUND, _WIDTH, ("size", Integer(3, 99)), phases=GAME)
def find_niches(call: Call, ground: Any, width: int, size: int) -> bytes:
    """Return where a square segment fits into rock: x and y of the square before its door, turns, left and top."""
    if size % 2 == 0:
        raise ModError(f"toolbox.niches: size is {size}: must be odd, so that a door can be in the middle of a side")
    found_niches = niches(_free(call, ground, width), size, call.stream("toolbox.niches"))
    return np.array([(*niche, *corner(niche, size)) for niche in found_niches], dtype="<i4").tobytes()


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
    """Replace a part of a map with a segment, mirrored and then turned clockwise; return its width and height."""
    _stamp(call, ground, segment, x, y, turns + 4 * mirrored)
    laid_segment = call.session.registry.get("segment", segment.index).fields
    height, width = laid_segment.oriented(call.session.tiles, turns + 4 * mirrored).stacks.shape
    return [width, height]


@TOOLBOX.function("stamp_steps", *_STAMP, phases=GAME, part_of="toolbox.stamp")
def begin_stamp(call: Call, ground: int | None, segment: Handle, x: int, y: int, turns: int, mirrored: bool) -> int:
    """Stamp a segment, and begin a run that shows one step after the other; return its number.

    The map is complete from the start, because a mod may stop the run early.
    """
    return _begin(call, _stamp(call, ground, segment, x, y, turns + 4 * mirrored), lambda laid: [*laid[:3]])


def _stamp(call: Call, ground: int | None, segment: Handle, x: int, y: int, orientation: int) -> list[Laid]:
    session = call.session
    game_map = _map(call, ground)
    laid_segment = session.registry.get("segment", segment.index).fields
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
