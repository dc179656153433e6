"""Generators of the host itself, which need no mod."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.border.session import START, Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.errors import GenerationError
from host.generate.levels.contents import fill_level, list_pools
from host.generate.levels.level import LEVELS, NONE, LevelKind, make_level
from host.generate.levels.paint_level import floor_stacks, paint_level
from host.generate.levels.room_kinds import FURNITURE, ROOM_KINDS, Furniture, RoomKind
from host.generate.options import Choice, Generator, Value, with_defaults
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import last
from host.generate.plans.recipes import RECIPES, Recipe, stream_of
from host.model.request import Request
from host.model.tile import CLEAR, WALKING
from host.play.game import Game
from host.play.rolls import roll_health


def list_host_generators(session: Session, lua: LuaState) -> list[LevelGenerator | PlanGenerator]:
    """Return the generators of the host, as `host.engine.generators` lists them."""
    plans = [recipe for identity, recipe in RECIPES.items() if identity not in LEVELS]
    return [
        *(LevelGenerator(session, lua, kind) for kind in LEVELS.values()),
        *(PlanGenerator(session, recipe) for recipe in plans),
    ]


class PlanGenerator:
    """A generator of the host whose plan becomes the map as it is."""

    def __init__(self, session: Session, recipe: Recipe) -> None:
        self.id, self.mod = recipe.generator.id, recipe.generator.mod
        self._session = session
        self._recipe = recipe

    def describe(self, _: Request) -> Generator:
        return self._recipe.generator

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        """Make the map of a new game, and return all options."""
        self._session.phase = START
        options = with_defaults(self._recipe.generator, options)
        try:
            plan = last(self._recipe.steps(options, stream_of(game.rng, self._recipe)))
        except GenerationError as error:
            error.message = f"{self.id}: {error.message}"
            raise
        game.map = paint(plan, default_stacks(game.registry, game.tiles), game.tiles, game.registry, game.uids)
        return options


# How a pool of another mod becomes a choice, by option.
_ADVICE = {
    option: f"or the id of a loaded mod that registers {kind}: `Host([…])` and --mods load one"
    for option, kind in (("monsters", "monsters"), ("treasure", "items"))
}


class LevelGenerator:
    """A generator of the host that makes levels."""

    def __init__(self, session: Session, lua: LuaState, kind: LevelKind) -> None:
        self.id, self.mod = kind.generator.id, kind.generator.mod
        self._session = session
        self._lua = lua
        self._kind = kind

    def describe(self, _: Request) -> Generator:
        """Return the generator; monsters and treasure are chosen from the pools of the loaded mods, too."""
        generator = self._kind.generator
        pools = {
            "monsters": list_pools(self._session.registry, "monster"),
            "treasure": list_pools(self._session.registry, "item"),
        }
        options = [
            option._replace(choices=tuple(map(Choice, (NONE, *pools[option.id]))), advice=_ADVICE[option.id])
            if option.id in pools
            else option
            for option in generator.options
        ]
        return generator._replace(options=tuple(options))

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        """Make the map of a new game, and return all options."""
        self._session.phase = START
        options = with_defaults(self._kind.generator, options)
        own, furniture, tiles = self._own_kinds(game)
        try:
            level = make_level(self._kind, options, game.rng, (*ROOM_KINDS, *own), {**FURNITURE, **furniture})
        except GenerationError as error:
            error.message = f"{self.id}: {error.message}"
            raise
        game.map = paint_level(level, game.tiles, game.registry, game.uids, tiles)
        floors = floor_stacks(level, game.map, tiles)
        roll_health(game, fill_level(level, game.map, floors, options, game.rng, self.id))
        if game.rolls:
            self._lua.call(lua_functions.do_pending)
        return options

    def _own_kinds(self, game: Game) -> tuple[list[RoomKind], dict[str, Furniture], dict[str, int]]:
        """Return the kinds of rooms of the loaded mods, their furniture, and its tiles and floors, by their names."""
        kinds = [prototype.fields for prototype in game.registry.all("room_kind") if prototype.mod]
        furniture, tiles = {}, {}
        floors = {kind.floor for kind in kinds if kind.floor is not None}
        for name in sorted(floors.union(piece.furniture for kind in kinds for piece in kind.pieces)):
            index = self._session.tile_index(int(name.removeprefix("#")))
            blocks = game.tiles.tiles[index].access[WALKING] != CLEAR
            furniture[name], tiles[name] = Furniture(name, "", "", blocks), index
        return kinds, furniture, tiles
