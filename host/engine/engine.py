"""The engine: mods in, maps out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from host.border.session import Session
from host.border.state import LuaState
from host.engine.games import Games
from host.engine.generators import Generators, PreparedRequest, Source, only
from host.errors import RequestError, UnplayableWorldError, listing, visible
from host.errors.spelling import did_you_mean
from host.generate.options import Generator, read_options
from host.model.checks import check_file_path
from host.model.game_map import GameMap
from host.model.request import Request, check_draws, check_path, check_seconds, fresh_seed
from host.mods.loaded_mods import LoadedMod
from host.mods.loader import load_mods
from host.mods.mods_to_load import ModsToLoad
from host.paths import bundled_ids
from host.play.game import Game

# Commands start faster without modules that they do not use, so methods import what only they need.
if TYPE_CHECKING:
    from host.engine.explanations import Outcome
    from host.engine.loaded_state import LoadedState
    from host.engine.playing.played_game import PlayedGame
    from host.engine.pools import PoolListing
    from host.engine.simulation import Course, Simulation
    from host.engine.sprites import ThingSprite
    from host.engine.travel import View
    from host.save.contents import Contents, WriteSave


def print_visibly(line: str) -> None:
    """Print a line that a mod printed, with its control characters made visible."""
    print(visible(line))


class Engine:
    """Loaded mods, and all that packages of the host do with them. One thread may use an engine at a time.

    Programs use `Host`, which has fewer methods and a lock.
    """

    def __init__(
        self,
        mods: ModsToLoad | Iterable[str | Path] | str | Path = ("base",),
        *,
        output: Callable[[str], None] = print_visibly,
        services: Sequence[object] = (),
    ) -> None:
        """Load mods as `Host` does. Raises HostError.

        services: objects with services for Lua modules outside the dialects, such as the modules of tests.
        """
        if not isinstance(mods, ModsToLoad):
            mods = ModsToLoad.of(mods)
        # What was given as `services`.
        self.services = tuple(services)
        self._folders = [Path(folder) for folder in mods.folders]
        if mods.lock is not None:
            from host.mods.lock import LockCheck

            services = [*services, LockCheck(mods.lock)]
        loaded = load_mods(mods, output, services)
        self._session, self._loader = loaded.session, loaded.loader
        self._lua = self._loader.lua
        # Why mods were left out, and with `lenient` errors of those that were not.
        self.failures = loaded.failures
        # Diagnostics of mods that failed, collected before they were left out.
        self.warnings_of_failed = loaded.warnings_of_failed
        # With `lenient`, the statements of mods that are left out.
        self.recovery = loaded.recovery
        # The games, for packages of the host that run one step by step.
        self.games = Games(self._session, self._loader)
        self._generators = Generators(self._session, self._loader, self.games.create)
        # The state in which mods were when they had loaded; None until `remember_mods`.
        self._loaded_state: LoadedState | None = None

    # -- mods

    @property
    def mods(self) -> list[LoadedMod]:
        """The loaded mods, in load order."""
        return self._loader.mods

    @property
    def named_mods(self) -> list[str]:
        """The ids of the loaded mods in the folders that the caller named, and not those that others need."""
        return self.mods_in(self._folders)

    def mods_in(self, folders: Iterable[str | Path]) -> list[str]:
        """Return the ids of the loaded mods in some folders, each the folder of a mod or of mods."""
        named = {Path(folder).resolve() for folder in folders}
        paths = {mod.id: mod.manifest.folder.resolve() for mod in self.mods}
        return [mod for mod, path in paths.items() if not named.isdisjoint((path, path.parent))]

    @property
    def warnings(self) -> list[str]:
        """Diagnostics of mods that loaded nevertheless, in the order in which they were noticed."""
        return list(map(str, self._session.warnings))

    def registered(self, mod: str) -> dict[str, int]:
        """Return how many prototypes of each type a mod registered."""
        counts: dict[str, int] = {}
        for prototype in self._session.registry.registered_by(mod):
            counts[prototype.type] = counts.get(prototype.type, 0) + 1
        return counts

    def sprites(self, mod: str) -> list[ThingSprite]:
        """Return the sprite of each tile, item and creature of a mod. Raises RequestError unless it is loaded."""
        from host.engine.sprites import list_sprites

        ids = [loaded.id for loaded in self.mods]
        if mod not in ids:
            raise RequestError(f'the mod "{mod}" is not loaded', hint=did_you_mean(mod, [*ids, *bundled_ids()]))
        return list_sprites(self._session, self.lua, mod)

    def generators(self, players: int = 2, name: str | None = None) -> list[Generator]:
        """Return all generators, or those with an id or of a mod, with their options and choices."""
        request = Request(name, seed=0, players=players)
        sources = [source for source in self._generators.all() if name in (None, source.id, source.mod)]
        if not sources and name is not None:
            sources = [self._generators.find(name)]
        generators = [source.describe(request) for source in sources]
        self.games.discard()
        return generators

    def generators_of_mods(self) -> dict[str, str]:
        """Return the ids of the generators of mods, each with the id of its mod; runs nothing of the mods."""
        return {source.id: source.mod for source in self._generators.of_mods()}

    def unbundled_mods(self) -> list[str]:
        """Return the ids of the loaded mods that are not bundled."""
        return [mod.id for mod in self.mods if not mod.is_bundled]

    def unbundled_generators(self) -> list[str]:
        """Return the ids of the generators of mods that are not bundled: of named mods alone, if they have some."""
        mods, named = self.unbundled_mods(), self.named_mods
        ids = {identity: mod for identity, mod in self.generators_of_mods().items() if mod in mods}
        return [name for name, mod in ids.items() if mod in named] or list(ids)

    def default_generator(self, *, warns: bool = False) -> str:
        """Return the only generator of the named mods: "base" when they have none and base is loaded.

        Mods that are loaded because others need them do not count. With `warns`, it warns of the floors that base does
        not make. Raises RequestError for several generators and for none.
        """
        if ids := self.unbundled_generators():
            return only(ids, "generators")
        named = self.named_mods
        if all(mod.id != "base" for mod in self.mods):
            if not named:
                return only(list(self.generators_of_mods()), "generators")
            if len(named) > 1:
                raise RequestError(f"the mods {listing(named, 'and')} have no generator, and none of them needs base")
            # The error for a mod without a generator says why; a generator of the host may have the same id.
            return self._generators.find_of_mod(named[0]).id
        for mod in named if warns else ():
            if (areas := self.generator_of_areas(mod)) is not None:
                hint = f"{areas} makes the floors of its areas"
                self._session.warn(f"the mod {mod} registers no generator, so base makes the map", hint=hint)
        return "base"

    def generator_of_areas(self, mod: str) -> str | None:
        """Return the id of the generator of the areas of a loaded mod; None when it has no areas."""
        from host.engine.areas import ENDING

        return f"{mod}{ENDING}" if self._generators.has_areas(mod) else None

    def pools(self, path: str | None = None, *, below: bool = True) -> list[PoolListing]:
        """Return the registered pools, each after its parent.

        With `path`, which may have stars, only those that it names, and with `below` those below them. Raises
        RequestError for a path that names no pool.
        """
        from host.engine.pools import list_pools

        return list_pools(self._lua, "" if path is None else check_path(path), below=below)

    def sample_pool(self, path: str, draws: int, *, seed: int | None = None) -> list[int]:
        """Return how often each entry of a pool was drawn, in order of entries, in `draws` draws from the full pool."""
        from host.engine.pools import sample_pool

        draws = check_draws(draws)
        self.games.create(Request(None, seed=fresh_seed() if seed is None else seed, players=1))
        counts = sample_pool(self._lua, check_path(path), draws)
        self.games.discard()
        return counts

    def remember_mods(self) -> None:
        """Remember the state of the mods, which have made nothing yet, for `restore_mods`."""
        from host.engine.loaded_state import LoadedState

        self._loaded_state = LoadedState(self._lua, self._session)

    def restore_mods(self) -> str:
        """Restore the remembered state of the mods, if there is one; return what could not be restored, if anything."""
        return "" if self._loaded_state is None else self._loaded_state.restore()

    def taint(self) -> str:
        """Return why what was made since `restore_mods` may depend on what was made before; empty for no reason."""
        return "" if self._loaded_state is None else self._loaded_state.taint()

    # -- games

    def generate(self, request: Request) -> GameMap:
        """Generate the map of a request; its `origin` holds what reproduces it.

        Raises HostError: RequestError for a generator, option or value that does not exist, GenerationError when the
        map cannot be made, ModError for an error of a mod.
        """
        return self.make(self.prepare(request), request.seed)

    def generate_all(self, request: Request) -> list[GameMap]:
        """Generate the maps of a request, each with the origin that makes it alone: all floors of areas, or one map.

        The generator may be a mod without generators whose maps lie in areas. Raises HostError as `generate` does.
        """
        from host.engine.areas import AreaGenerator, options_of

        named = self.named_mods
        if not request.generator and len(named) == 1 and named[0] not in self.generators_of_mods().values():
            # A generator of the host may have the id of the mod.
            request = request.with_generator(self.generator_of_areas(named[0]))
        source, request, options = prepared = self.prepare(request, with_areas=True)
        if not isinstance(source, AreaGenerator):
            return [self.make(prepared, request.seed)]
        game = self.games.create(request)
        maps = []
        for floor in source.make_all(options):
            game.map = game.maps[floor.number]
            maps.append(self.games.finish(game, source.id, options_of(floor)))
        return maps

    def prepare(self, request: Request, *, with_areas: bool = False) -> PreparedRequest:
        """Find the generator of a request and read its options, for any number of calls of `make`.

        The default generator makes a request that names none. `with_areas` is as in `Generators.find`. Raises
        RequestError.
        """
        if request.generator is None:
            request = request.with_generator(self.default_generator(warns=True))
        source = self._generators.find(request.generator, with_areas=with_areas)
        return PreparedRequest(source, request, read_options(source.describe(request), request.options))

    def make(self, prepared: PreparedRequest, seed: int) -> GameMap:
        """Generate the map of a seed for a request that was prepared."""
        source, request, options = prepared
        game = self.games.create(replace(request, seed=seed))
        return self.games.finish(game, source.id, source.make(game, options))

    def explain(self, request: Request) -> Outcome[GameMap]:
        """Generate a map as `generate` does; when that fails, generate it again to explain why.

        The outcome has the map, or the error and the explanation: a smallest set of conflicting requirements,
        each with file and line. Raises RequestError for a generator, option or value that does not exist, and
        BudgetError.
        """
        prepared = self.prepare(request)
        return self.explain_making(lambda: self.make(prepared, request.seed))

    def explain_making(self, make: Callable[[], GameMap]) -> Outcome[GameMap]:
        """Make a map by a function that does the same each time; when it fails, explain why. Raises BudgetError."""
        from host.engine.explanations import explain_making

        return explain_making(self._session, self._lua, make)

    def run_script(
        self,
        path: str | Path,
        request: Request,
        *,
        play: float = 0.0,
        save: str | Path | None = None,
        strict: bool = False,
        source: bytes | None = None,
    ) -> GameMap:
        """Run a Lua file as `Host.run_script` does; `source` is the text of a script that is no file."""
        if request.options:
            raise RequestError(f"a script has no options: leave out {listing(request.options, 'and')}")
        check_seconds(play)
        file = check_file_path("path", path).absolute()
        with self._saving_to(save):
            return self.games.run_script(file, request, play=play, strict=strict, source=source)

    def travel(self, request: Request, view: View, *, save: str | Path | None = None, strict: bool = False) -> None:
        """Play the game that the generator of a request, a mod, begins, as `Host.travel` does."""
        from host.engine.travel import travel

        with self._saving_to(save):
            travel(self.games, request, view, strict=strict)

    def simulate(self, request: Request, course: Course, *, save: str | Path | None = None) -> Simulation[GameMap]:
        """Simulate a game on the map of a request, or in the world of a mod, as `Host.simulate` does."""
        from host.engine.simulation import TURNS, TURNS_OF_A_WORLD, begins_world, simulate_map, simulate_world

        generator = request.generator
        is_world = generator is not None and begins_world(self._lua, generator)
        turns = course.check_turns(TURNS_OF_A_WORLD if is_world else TURNS)
        with self._saving_to(save):
            try:
                if is_world:
                    return simulate_world(self.games, request, course, turns)
                return simulate_map(self.games, self.generate, request, course, turns)
            except UnplayableWorldError as error:
                ids = [source.id for source in self._generators.all() if source.mod == generator]
                if ids:
                    commands = listing(f"`dungeon-host simulate {identity}`" for identity in ids)
                    error.hint = f"{commands} plays a map of its generator"
                raise

    def begin_play(
        self, request: Request, *, critters: bool = False, strict: bool = False, simulates: bool = False
    ) -> PlayedGame:
        """Begin a game that is played action by action, as `Host.play` does; with `simulates` turn by turn."""
        from host.engine.playing.world import begin_play

        return begin_play(self.games, self.generate, request, critters=critters, strict=strict, simulates=simulates)

    def play(self, seconds: float) -> None:
        """Let players enter the running game, and run its tasks for some seconds of game time."""
        check_seconds(seconds)
        self.games.play(seconds)

    # -- saves

    def save_to(self, path: str | Path) -> None:
        """Continue the save in a file with the next game, if there is one, and save that game there.

        Raises SaveError.
        """
        self.games.save_to(path)

    def save_with(self, write_save: WriteSave, saved: Contents | None = None) -> None:
        """Continue a save with the next game, if there is one, and save that game by a call of `write_save`."""
        self.games.save_with(write_save, saved)

    @contextmanager
    def _saving_to(self, path: str | Path | None) -> Iterator[None]:
        if path is None:
            yield
            return
        self.games.save_to(path)
        try:
            yield
        finally:
            self.games.close_save()

    # -- for packages of the host that run a game step by step

    @property
    def session(self) -> Session:
        """The session, with all registered prototypes and diagnostics."""
        return self._session

    @property
    def lua(self) -> LuaState:
        """The Lua state of the mods."""
        return self._lua

    @property
    def game(self) -> Game:
        """The running game. Raises HostError when there is none."""
        return self._session.current_game

    def sources(self) -> list[Source]:
        """Return all generators, not yet described, so that one that fails affects no other."""
        return self._generators.all()

    def begin(self, request: Request) -> None:
        """Begin the game of a request, which has no map yet."""
        self.games.begin(request)
