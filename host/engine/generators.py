"""Generators of a host: the menus of kts mods, those that mods register, and those of the host itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ParamSpec, Protocol

from host.border.data import Table
from host.border.function import Call
from host.border.lua_function import LuaFunction
from host.border.phase import START
from host.border.session import Session
from host.dialects import lua_functions
from host.dialects.kts.messages import read_message
from host.errors import GenerationError, GivenError, ModError, did_you_mean, listing
from host.generate.options import Choice as OptionChoice
from host.generate.options import Generator, Option, Value, with_defaults
from host.generate.paint import own_stacks, paint
from host.generate.plan import last
from host.generate.recipes import RECIPES, Recipe, stream_of
from host.model.registry import Prototype
from host.mods.loader import Loader
from host.paths import also_bundled
from host.play.game import Game
from host.play.quest import Quest

_P = ParamSpec("_P")

# Creates a game from a seed and a number of players.
Create = Callable[[int, int], Game]


class Source(Protocol):
    """A generator of a host."""

    id: str
    # The id of its mod, or "host".
    mod: str

    def describe(self, players: int) -> Generator:
        """Return the generator with its options, for a number of players."""

    def make(self, game: Game, players: int, wanted: Mapping[str, Any]) -> dict[str, Value]:
        """Make the map of a new game, and return all options with their values.

        `wanted` are the options that the caller chose, as `resolve` returned them.
        """


class Generators:
    """All generators of a host, those of mods first, in load order."""

    def __init__(self, session: Session, loader: Loader, create: Create, warn: Callable[[str], None]) -> None:
        self._session = session
        self._loader = loader
        self._create = create
        self._warn = warn

    def all(self) -> list[Source]:
        """Return all generators; none is described yet, so a menu that fails fails alone."""
        sources: dict[str, Source] = {}
        for source in (*self._of_mods(), *(_HostSource(self._session, recipe) for recipe in RECIPES.values())):
            # A generator of a mod takes precedence over one of the host.
            sources.setdefault(source.id, source)
        return list(sources.values())

    def find(self, name: Any) -> Source:
        """Return the generator with an id, or the only generator of the mod with that id. Raises GivenError."""
        if not isinstance(name, str):
            raise GivenError(f"the generator is {name!r}: must be the id of a generator")
        sources = {source.id: source for source in self.all()}
        if name in sources:
            return sources[name]
        of_mod = [source for source in sources.values() if source.mod == name]
        if len(of_mod) == 1:
            return of_mod[0]
        if of_mod:
            ids = listing([source.id for source in of_mod])
            raise GivenError(f'the mod "{name}" has {len(of_mod)} generators: name {ids}')
        if any(mod.id == name for mod in self._loader.mods):
            raise GivenError(f'the mod "{name}" has no generator: it sets no kts.MENU and registers none')
        hint = did_you_mean(name, [*sources, *self._loader.known_ids()])
        hint = hint or also_bundled(mod.id for mod in self._loader.mods)
        raise GivenError(f'there is no generator "{name}": there is {listing(sources, "and")}', hint=hint)

    def _of_mods(self) -> Iterator[Source]:
        registered = self._session.registry.all("generator")
        for mod in self._loader.mods:
            if self._loader.lua.call(lua_functions.has_menu, mod.id):
                yield _MenuSource(self._session, self._loader, self._create, self._warn, mod.id)
            for prototype in registered:
                if prototype.mod == mod.id:
                    yield _RegisteredSource(self._session, self._loader, prototype)


class _HostSource:
    """A generator of the host itself."""

    def __init__(self, session: Session, recipe: Recipe) -> None:
        self.id, self.mod = recipe.generator.id, recipe.generator.mod
        self._session = session
        self._recipe = recipe

    def describe(self, players: int) -> Generator:  # noqa: ARG002 - the options do not depend on it
        return self._recipe.generator

    def make(self, game: Game, players: int, wanted: Mapping[str, Any]) -> dict[str, Value]:  # noqa: ARG002
        self._session.phase = START
        options = with_defaults(self._recipe.generator, wanted)
        try:
            plan = last(self._recipe.steps(options, stream_of(game.rng, self._recipe)))
        except GenerationError as error:
            error.message = f"{self.id}: {error.message}"
            raise
        game.map = paint(plan, own_stacks(game.registry, game.tiles), game.tiles, game.registry, game.uids)
        return options


class _RegisteredSource:
    """A generator that a mod registered."""

    def __init__(self, session: Session, loader: Loader, prototype: Prototype) -> None:
        self.id, self.mod = prototype.id, prototype.mod
        self._session = session
        self._loader = loader
        self._prototype = prototype

    def describe(self, players: int) -> Generator:  # noqa: ARG002 - the options do not depend on it
        generator: Generator = self._prototype.fields
        return generator._replace(id=self.id)

    def make(self, game: Game, players: int, wanted: Mapping[str, Any]) -> dict[str, Value]:
        options = with_defaults(self.describe(players), wanted)
        self._session.phase = START
        try:
            number = self._loader.lua.call(lua_functions.run_generator, self._prototype.index, options)
        except ModError as error:
            if error.file is None:
                error.mod, error.file, error.line = self.mod, self._prototype.file, self._prototype.line
            raise
        if number is not None:
            game.map = game.maps[number]
        if not game.map.width:
            raise ModError(
                f"the generator {self.id} made no map: its generate must return one, or lay out that of the game"
                f"{game.why_no_map()}",
                mod=self.mod,
                file=self._prototype.file,
                line=self._prototype.line,
            )
        return options


class _MenuSource:
    """The quest menu of a kts mod."""

    def __init__(self, session: Session, loader: Loader, create: Create, warn: Callable[[str], None], mod: str) -> None:
        self.id = self.mod = mod
        self._session = session
        self._lua = loader.lua
        self._create = create
        self._warn = warn

    def describe(self, players: int) -> Generator:
        self._create(0, players)
        described = self._call_menu(lua_functions.describe_menu, self.mod, players)
        return Generator(self.id, self.mod, tuple(_option(item.fields) for item in described.items))

    def make(self, game: Game, players: int, wanted: Mapping[str, Any]) -> dict[str, Value]:
        final = self._start(players, [word for pair in wanted.items() for word in pair])
        description = final.fields["description"]
        if isinstance(description, Table):
            call = Call(self._session, self.mod)
            game.part(Quest).description = [
                read_message(call, line, "a line of describe_quest_func") for line in description.items
            ]
        if not game.map.width:
            self._warn(f"{self.id}: start_game_func laid out no dungeon, so the map has no squares")
        return {option.items[0]: option.items[1] for option in final.fields["options"].items}

    def _call_menu(self, function: LuaFunction[_P, Any], *arguments: _P.args, **named: _P.kwargs) -> Table:
        """Call a function of lua/kts/menu.lua; errors name the mod of the menu."""
        try:
            table: Table = self._lua.call(function, *arguments, **named)
        except ModError as error:
            error.mod = error.mod or self.mod
            raise
        return table

    def _start(self, players: int, wanted: list[Any]) -> Table:
        try:
            return self._call_menu(lua_functions.start_menu, self.mod, players, wanted)
        except ModError as error:
            reason = self._lua.call(lua_functions.error_message)
            if reason is None:
                raise
            # The error that a mod raises after that is a consequence.
            raise GenerationError(
                f"the dungeon could not be made: {reason}; the mod continued nevertheless, and then: {error.message}",
                mod=error.mod,
                file=error.file,
                line=error.line,
                frames=error.frames,
            ) from error


def _option(fields: Mapping[str, Any]) -> Option:
    choices = (choice.fields for choice in fields["choices"].items)
    return Option(
        id=fields["id"],
        default=fields["default"],
        choices=tuple(OptionChoice(c["id"], c.get("min_players"), c.get("max_players")) for c in choices),
        numeric=fields["numeric"],
        digits=fields.get("digits"),
        random=fields["random"],
    )
