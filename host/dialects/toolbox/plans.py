"""Plans of the toolbox: generators, and maps from plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import (
    Field,
    Integer,
    ListOf,
    Maybe,
    Number,
    OneOf,
    Record,
    Text,
    Type,
    is_of_kind,
    is_table,
    refuse,
    refuse_names,
)
from host.border.service import service_for
from host.border.values import Handle, Table, Value
from host.dialects.kts.declarations import stack_of
from host.dialects.toolbox.ground import map_of, unpack_codes
from host.errors import GenerationError, ModError, listing
from host.generate.options import Generator, Option
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import KINDS, Mark, Plan, last
from host.generate.plans.recipes import PLANS
from host.model.game_map import GameMap
from host.model.request import as_text
from host.play.game import Game
from host.play.rolls import roll_hit_points

# Squares of a plan.
MAX_SQUARES = 1_000_000


class _Choice(Type):
    """One of some values."""

    name = "choice"

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def read(self, value: Any, path: str) -> Any:
        if not any(type(value) is type(choice) and value == choice for choice in self._values):
            refuse(path, value, f"must be {listing(map(as_text, self._values))}")
        return value


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
        if squares > MAX_SQUARES:
            refuse(path, squares, f"is width × height: must be at most {MAX_SQUARES}")
        return options


def _type_of(option: Option) -> Type:
    if option.longest is not None:
        return Text(option.longest)
    if option.choices:
        return _Choice([choice.value for choice in option.choices])
    if option.real:
        return Number(option.least or 0.0, option.most or 0.0)
    return Integer(int(option.least or 0), int(option.most or 0))


_OPTIONS = {name: _Options(recipe.generator) for name, recipe in PLANS.items()}


def plan_for_lua(plan: Plan) -> list[Any]:
    """Return a plan in the form that Lua stores."""
    rooms, links, marks = (np.array(values, dtype="<i4").tobytes() for values in (plan.rooms, plan.links, plan.marks))
    return [plan.width, plan.height, plan.cells.tobytes(), rooms, links, marks, "\n".join(plan.names)]


def _generator_service(name: str) -> Callable[..., Any]:
    @service_for(f"toolbox.{name}", options=_OPTIONS[name])
    def make(call: Call, options: dict[str, Any]) -> Value:
        try:
            return plan_for_lua(last(PLANS[name].steps(options, call.stream(f"toolbox.{name}"))))
        except GenerationError as error:
            raise ModError(f"toolbox.{name}: {error.message}", hint=error.hint) from error

    make.__doc__ = f"Return a plan of {PLANS[name].generator.help}."
    return make


# The services toolbox_rooms, toolbox_caves, …: one for each generator.
globals().update({f"toolbox_{name}": _generator_service(name) for name in PLANS})


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


@service_for("plan:map", tiles=Maybe(_TILES_BY_KIND))
def toolbox_paint(
    call: Call, cells: bytes, width: int, rooms: bytes, marks: bytes, names: str, tiles: dict[str, Any] | None
) -> int:
    """Make the map of a plan, with tiles for each kind of square or tiles of the host; return its number.

    It becomes the map of the game when that has no squares yet.
    """
    game = call.session.current_game
    plan = Plan(0, 0)
    plan.cells = unpack_codes(cells, width)
    plan.rooms = [tuple(room) for room in np.frombuffer(rooms, dtype="<i4").reshape(-1, 4).tolist()]
    plan.marks = [Mark(*mark) for mark in np.frombuffer(marks, dtype="<i4").reshape(-1, 3).tolist()]
    plan.names = names.split("\n") if names else []
    stacks = default_stacks(game.registry, game.tiles)
    for code, kind in enumerate(KINDS):
        stack = stack_of(call, (tiles or {}).get(kind))
        stacks[code] = stacks[code] if stack is None else stack
    return add_map(game, paint(plan, stacks, game.tiles, game.registry, game.uids))


def add_map(game: Game, game_map: GameMap) -> int:
    """Add a map to a game, which becomes its map when it has none with squares, and return its number."""
    number = game.add_map(game_map)
    if not game.map.width:
        game.map = game_map
    roll_hit_points(game, game_map)
    return number


@service_for("toolbox.map")
def toolbox_squares(call: Call, ground: int | None) -> int:
    """Return the number of squares of a map."""
    return map_of(call, ground).stacks.size
