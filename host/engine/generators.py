"""Generators of mods, which a dialect sees or the mod registers, and of the host itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from host.border.session import START, Session
from host.dialects import lua_functions
from host.dialects.functions import GENERATOR_FINDERS
from host.dialects.maps import consequence_of_layout, missing_map_error
from host.errors import ModError, RequestError, SeveralError, listing
from host.errors.spelling import did_you_mean
from host.generate.options import Generator, Value, with_defaults
from host.model.registry import Prototype
from host.model.request import Request
from host.mods.loader import Loader
from host.paths import also_bundled
from host.play.game import Game


class Source(Protocol):
    """A generator of a host."""

    id: str
    # The id of its mod, or "host".
    mod: str

    def describe(self, request: Request) -> Generator:
        """Return the generator with its options, which may depend on players and house colours of a request."""

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        """Make the map of a new game, and return all options with their values.

        `options` belong to the request; `read_options` returned them.
        """


class PreparedRequest(NamedTuple):
    """A request whose generator was found and whose options were read, for dungeons of any number of seeds."""

    source: Source
    request: Request
    # As `read_options` returned them.
    options: dict[str, Any]


class Generators:
    """All generators of a host: first generators of mods, in load order."""

    def __init__(self, session: Session, loader: Loader, create: Callable[[Request], Game]) -> None:
        self._session = session
        self._loader = loader
        self._create = create

    def all(self) -> list[Source]:
        """Return all generators; none is described yet, so that one that fails affects no other."""
        # Imported here, because most maps are made by generators of mods.
        from host.engine.host_generators import list_host_generators

        # A generator of a mod takes precedence over one of the host.
        return _first_of_each_id([*self._of_mods(), *list_host_generators(self._session, self._loader.lua)])

    def of_mods(self) -> list[Source]:
        """Return the generators of mods; none is described yet."""
        return _first_of_each_id(self._of_mods())

    def find(self, name: Any, *, with_areas: bool = False) -> Source:
        """Return the generator with an id, or the only generator of the mod with that id. Raises RequestError.

        With `with_areas`, a mod without generators has the generator of its areas.
        """
        if not isinstance(name, str):
            raise RequestError(f"the generator is {name!r}: must be the id of a generator")
        for source in self._of_mods():
            if source.id == name:
                return source
        sources = {source.id: source for source in self.all()}
        if name in sources:
            return sources[name]
        # Imported here, because most maps are made by generators of mods.
        from host.engine.areas import ENDING, AreaGenerator

        mod, names_areas = name.removesuffix(ENDING), name.endswith(ENDING)
        if (names_areas or (with_areas and not self._has_generators(mod))) and self.has_areas(mod):
            return AreaGenerator(self._session, self._loader.lua, mod)
        if self._loader.loaded.has(name):
            return self.find_of_mod(name)
        loadable = self._loader.loaded.known_ids()
        if name in loadable:
            raise RequestError(
                f'there is no generator "{name}": must be {listing(sources)}',
                hint=f'the mod {name} is not loaded: `Host([…, "{name}"])` and --mods {name} load it, too',
            )
        hint = did_you_mean(name, [*sources, *loadable])
        hint = hint or also_bundled(mod.id for mod in self._loader.mods)
        raise RequestError(f'there is no generator "{name}": must be {listing(sources)}', hint=hint)

    def find_of_mod(self, mod: str) -> Source:
        """Return the only generator of a loaded mod. Raises RequestError for none and for several."""
        sources = [source for source in self._of_mods() if source.mod == mod]
        if len(sources) == 1:
            return sources[0]
        if sources:
            ids = listing([source.id for source in sources])
            raise RequestError(f'the mod "{mod}" has {len(sources)} generators: name {ids}')
        missing = " and ".join(GENERATOR_FINDERS)
        if self.has_areas(mod):
            from host.engine.areas import ENDING

            advice = f"it declares areas: {mod}{ENDING} is the generator of their floors"
            if self._loader.lua.call(lua_functions.begins_world, mod):
                plays = f"`dungeon-host travel {mod}` plays it"
                advice = f"it begins a world: {plays}, and {mod}{ENDING} is the generator of its maps"
        else:
            advice = "`dungeon-host generators` lists generators of other mods"
        raise RequestError(f'the mod "{mod}" has no generator: it {missing} and registers none', hint=advice)

    def has_areas(self, mod: str) -> bool:
        """Return whether a loaded mod begins a world, or declares areas."""
        loaded = any(other.id == mod for other in self._loader.mods)
        return loaded and self._loader.lua.call(lua_functions.has_areas, mod)

    def _has_generators(self, mod: str) -> bool:
        return any(source.mod == mod for source in self._of_mods())

    def _of_mods(self) -> Iterator[Source]:
        registered = self._session.registry.all("generator")
        for mod in self._loader.mods:
            for find_generator in GENERATOR_FINDERS.values():
                generator = find_generator(self._session, self._loader.lua, self._create, mod.id)
                if generator is not None:
                    yield generator
            for prototype in registered:
                if prototype.mod == mod.id:
                    yield _RegisteredSource(self._session, self._loader, prototype)


def only(ids: list[str], noun: str) -> str:
    """Return the only id of a list. Raises RequestError for none and for several."""
    if len(ids) > 1:
        raise SeveralError(f"there are {len(ids)} {noun}, {listing(ids, 'and')}: name the one to use", value=ids[0])
    if not ids:
        raise RequestError(f"there are no {noun}")
    return ids[0]


def _first_of_each_id(sources: Iterable[Source]) -> list[Source]:
    first: dict[str, Source] = {}
    for source in sources:
        first.setdefault(source.id, source)
    return list(first.values())


class _RegisteredSource:
    """A generator that a mod registered."""

    def __init__(self, session: Session, loader: Loader, prototype: Prototype) -> None:
        self.id, self.mod = prototype.id, prototype.mod
        self._session = session
        self._loader = loader
        self._prototype = prototype

    def describe(self, _: Request) -> Generator:
        generator: Generator = self._prototype.fields
        return generator._replace(id=self.id)

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        options = with_defaults(self.describe(game.request), options)
        self._session.phase = START
        try:
            number = self._loader.lua.call(lua_functions.run_generator, self._prototype.index, options)
        except ModError as error:
            if error.file is None:
                error.mod, error.file, error.line = self.mod, self._prototype.file, self._prototype.line
            failure = game.layout_failure
            if failure is None or failure.message in error.message or any(made.width for made in game.maps):
                raise
            raise consequence_of_layout(game, self._loader.lua, error, failure.message) from error
        if number is not None:
            game.map = game.maps[number]
        if not game.map.width:
            advice = "its generate must return one, or lay out the map of the game"
            failed = missing_map_error(game, f"the generator {self.id} made no map", advice)
            failed.mod, failed.file, failed.line = self.mod, self._prototype.file, self._prototype.line
            if failed.value == "nil":
                self._loader.lua.advise_call(failed)
            raise failed
        return options
