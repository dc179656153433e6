"""The host as a library, mods in and maps out: all that programs call, in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from threading import Event, RLock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast, overload

from host.border.state import HASH_SEED, Stopped
from host.engine.engine import Engine, print_visibly
from host.engine.jobs import job_of_mods
from host.errors import HostError, RequestError, show_value
from host.model.checks import check_file_path, check_function, check_whole
from host.model.request import Request
from host.mods.installed import find_installed
from host.mods.loaded_mods import LoadedMod
from host.mods.mods_to_load import ModsToLoad
from host.paths import as_mods
from host.process.budgets import DEFAULT_BUDGETS, Budgets, require_budgets
from host.public.map import Map

if TYPE_CHECKING:
    from host.engine.explanations import Outcome
    from host.engine.replays.again import GameDifference
    from host.engine.simulation import Simulation
    from host.export.reproduction import Reproduction
    from host.model.game_map import GameMap
    from host.public.play import Play
    from host.public.recording import Recording
    from host.survey.find import Found
    from host.survey.survey import Survey

_MOST_HASH_SEED = 2**32 - 1
# The warning about mods whose state could not be restored.
_KEPT = "dungeons of this host may depend on those before them: {}"
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _locked(method: Callable[Concatenate[Engine, _P], _R]) -> Callable[Concatenate[Host, _P], _R]:
    """Return a method of Host that calls a method of its engine, one thread at a time.

    The calls of a host share a game, which two threads would change at once.
    """

    @wraps(method)
    def call(self: Host, /, *arguments: _P.args, **named: _P.kwargs) -> _R:
        with self._lock:
            return method(self._engine, *arguments, **named)

    return call


class Host:
    """Mods, loaded and ready to generate.

    >>> from host import Host
    >>> game = Host(mods=["base"])
    >>> m = game.generate("base", seed=7, dungeon="tiny")
    >>> m.tiles.shape
    (14, 14)

    Threads may share a host: its calls wait for each other, and return what they return in one thread. Hosts of
    different threads run in parallel, because Lua runs without Python's lock. Ctrl-C ends a call within two seconds,
    except with budgets under which nothing is counted (see `Budgets`).
    """

    def __init__(
        self,
        mods: Iterable[str | Path] | str | Path = ("base",),
        *,
        budgets: Budgets = DEFAULT_BUDGETS,
        hash_seed: int = HASH_SEED,
        output: Callable[[str], None] = print_visibly,
        keep_going: bool = False,
    ) -> None:
        """Load mods. Raises HostError, `HostErrors` when there are several, for mods that cannot be loaded.

        mods: folders (a mod, or a folder of mods) as `Path` or with a slash in them, and ids of bundled mods.
        budgets: what mods may use.
        hash_seed: the seed of the order in which Lua walks names.
        output: takes each line that a mod prints.
        keep_going: leave out mods that fail and mods that need them, as if they did not exist; `failures` says why.
        """
        self._lock = RLock()
        # Whether the engine remembers the state of the mods.
        self._remembers = False
        self._mods, budgets = as_mods(mods), require_budgets(budgets)
        check_function("output", output)
        hash_seed = check_whole("hash_seed", hash_seed, 0, _MOST_HASH_SEED)
        self._budgets, self._hash_seed, self._keep_going = budgets, hash_seed, keep_going
        to_load = ModsToLoad.of(self._mods, budgets=budgets, keep_going=keep_going, hash_seed=hash_seed)
        beside = find_installed(map(Path, to_load.folders), to_load.names)
        self._engine = Engine(to_load._replace(beside=tuple(map(str, beside))), output=output)

    def __repr__(self) -> str:
        return f"<Host of {', '.join(mod.id for mod in self.mods)}>"

    # -- mods

    @property
    def mods(self) -> list[LoadedMod]:
        """The loaded mods, in load order."""
        return self._engine.mods

    @property
    def failures(self) -> list[HostError]:
        """Why mods were left out, with `keep_going`."""
        return self._engine.failures

    @property
    def warnings(self) -> list[str]:
        """Diagnostics of mods that loaded nevertheless, in the order in which they were noticed."""
        return self._engine.warnings

    registered = _locked(Engine.registered)
    generators = _locked(Engine.generators)
    sprites = _locked(Engine.sprites)
    pools = _locked(Engine.pools)
    sample_pool = _locked(Engine.sample_pool)

    # -- games

    def _restore_mods(self) -> None:
        """Give mods the state in which the first dungeon found them; warn when that is not possible."""
        if not self._remembers:
            self._remembers = True
            self._engine.remember_mods()
        elif problem := self._engine.taint() or self._engine.restore_mods():
            self._engine.session.warn(_KEPT.format(problem))
            self._engine.restore_mods()

    def generate(self, generator: str | Request | None = "base", /, **request: Any) -> Map:
        """Generate a map; its `origin` holds what reproduces it.

        * `generator`: an id, or a request, whose fields and options `request` replaces. None is the only generator of
          the named mods, or "base" when that is loaded and they have none.
        * `request`: fields of `Request` by their names, such as `seed` and `players`, and options of the generator (see
          `generators`) by their ids. Options are in `options` where a field has the same name. Each has one of its
          values, or the text of one. Without a seed a random one is drawn.

        Raises HostError: RequestError for a generator, option or value that does not exist, GenerationError when the
        map cannot be made, ModError for an error of a mod.
        """
        with self._lock:
            self._restore_mods()
            return Map(self._engine.generate(Request.of(generator, request)))

    def generate_all(self, generator: str | Request | None, /, **request: Any) -> list[Map]:
        """Generate all maps of a request: the floors of the areas of a mod, or the one map of another generator.

        `generator` may be the id of a mod of the areas dialect without generators, such as "overworld". The generator
        `overworld.areas` makes one floor, by its options `area` and `floor`: each map has the origin that makes it so.
        `save_world` writes them into one file. Raises HostError as `generate` does.

        >>> from host import Host, save_world
        >>> floors = Host(mods=["overworld"]).generate_all("overworld", seed=1)
        >>> floors[-1].origin.options
        {'area': 'overworld.vault', 'floor': 1}
        >>> save_world("vale.ldtk", floors)
        """
        with self._lock:
            self._restore_mods()
            return list(map(Map, self._engine.generate_all(Request.of(generator, request))))

    def reproduce(self, path: str | Path, *, seed: int | None = None) -> Reproduction[Map]:
        """Make the dungeon of a file again with these mods, and say whether it is the same, and what differs.

        path: a file of `Map.save` or of a command: JSON, PNG, SVG, a map for editors, engines or tables, or a survey.
        seed: chooses the dungeon of a survey.

        Raises RequestError for a file that does not say what made it.

        >>> from host import Host
        >>> game = Host(mods=["base"])
        >>> game.generate("base", seed=7, dungeon="tiny").save("dungeon.png")
        >>> game.reproduce("dungeon.png").is_same_to_the_byte
        True
        """
        from host.export.reproduction import Reproduction, compare, origin_of
        from host.survey.replay import making_of

        file = check_file_path("path", path)
        making = making_of(file, seed)
        origin = origin_of(making, file)
        with self._lock:
            self._restore_mods()
            game_map = self._engine.generate(origin.request)
            self._engine.play(origin.play)
            made = compare(file, making, game_map)
        return Reproduction(Map(made.map), *made[1:])

    def explain(self, generator: str | Request | None = "base", /, **request: Any) -> Outcome[Map]:
        """Generate a map as `generate` does; when that fails, generate it again to explain why.

        The outcome has the map, or the error and the explanation: a smallest set of conflicting requirements,
        each with file and line. Raises RequestError for a generator, option or value that does not exist, and
        BudgetError.
        """
        from host.engine.explanations import Outcome

        with self._lock:
            self._restore_mods()
            outcome = self._engine.explain(Request.of(generator, request))
        return Outcome(None if outcome.map is None else Map(outcome.map), outcome.error, outcome.explanation)

    async def generate_async(self, generator: str | Request | None = "base", /, **request: Any) -> Map:
        """Call `generate` in a thread, so that other tasks go on.

        The calls of one host wait for each other; several hosts run in parallel. When the task is cancelled, a call
        that waits is dropped, and a mod that runs is stopped within a second or two. A stopped mod may leave anything
        half done, so the host then refuses further calls, as after a budget is used up.
        """
        import asyncio  # slow to import, and few programs need it

        stop = Event()

        def run() -> Map | None:
            with self._lock:
                if stop.is_set():
                    return None
                self._engine.lua.stop = stop
                try:
                    return self.generate(generator, **request)
                except Stopped:
                    return None
                finally:
                    self._engine.lua.stop = None

        running = asyncio.ensure_future(asyncio.to_thread(run))
        try:
            made = await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            raise
        # Only a call that was cancelled has no map.
        return cast("Map", made)

    def survey(
        self,
        generator: str | Request,
        *,
        count: int,
        jobs: int = 1,
        path: str | Path | None = None,
        metrics: str | Sequence[str] = "default",
        sweep: tuple[str, Sequence[Any]] | None = None,
        dask: str | None = None,
        **request: Any,
    ) -> Survey:
        """Make the dungeons of `count` seeds from `seed` (by default 1) on in `jobs` child processes, and measure them.

        `generator` and `request` are as in `generate`. Dungeons that fail are rows, too. `path` is the file of the
        survey; a survey that is in it continues. `metrics` is a list of ids, or "none", "default", "all", or ids with
        commas between them. `sweep` is an option and its values: all seeds are made for each value. `dask` is the
        address of a Dask scheduler, whose workers take the place of `jobs`. Raises HostError.
        """
        from host.survey.survey import make_survey

        return make_survey(
            job_of_mods(self._mods, budgets=self._budgets, keep_going=self._keep_going, hash_seed=self._hash_seed),
            Request.of(generator, request, seed=1),
            count=count,
            jobs=jobs,
            path=path,
            metrics=metrics,
            sweep=sweep,
            dask=dask,
        )

    def find(
        self,
        generator: str | Request,
        condition: str | None = None,
        *,
        most: int = 1,
        count: int = 10_000,
        best: str | None = None,
        unlike: Survey | None = None,
        jobs: int = 1,
        **request: Any,
    ) -> list[Found]:
        """Look for seeds whose dungeons meet a condition, from `seed` (by default 1) on, at most `count`.

        >>> game = Host(mods=["base"])
        >>> [found.seed for found in game.find("base", "rooms == 1 and monsters >= 4", most=2, dungeon="tiny")]
        [4, 10]

        `generator` and `request` are as in `generate`, and the search is made in `jobs` child processes. The condition
        compares metrics, numbers of contents (`items.base.axe`; `monsters` counts all) and options. With `best`, a
        metric, all `count` seeds are looked at, and the `most` dungeons with the largest values are returned, the
        largest first; with `unlike` those that differ most from a survey. Each result has the `request` that makes
        the dungeon, its `seed`, and the `values` of metrics by id. Raises HostError.
        """
        from host.survey.find import find_dungeons

        return find_dungeons(
            job_of_mods(self._mods, budgets=self._budgets, keep_going=self._keep_going, hash_seed=self._hash_seed),
            Request.of(generator, request, seed=1),
            condition,
            most=most,
            count=count,
            best=best,
            unlike=unlike,
            jobs=jobs,
        ).found

    def save_gallery(
        self,
        folder: str | Path,
        generator: str | Request = "base",
        /,
        *,
        seeds: range = range(1, 25),
        style: Mapping[str, Any] | None = None,
        **request: Any,
    ) -> None:
        """Write a page of the dungeons of `seeds` to a folder: index.html, and a picture for each.

        `generator` and `request` are as in `generate`, and `style` as the options of `Map.save`. All files appear, or
        none. Raises HostError.

        >>> from host import Host
        >>> game = Host(mods=["base"])
        >>> game.save_gallery("site", "base", seeds=range(1, 7), style={"light": True})
        """
        from host.export.files import check_folder, write_all
        from host.export.gallery import check_seeds, exhibit, gallery_files, portable_mods
        from host.model.game_map import model_of
        from host.render.formats import PNG
        from host.render.style import PictureStyle

        check_seeds(seeds)
        if style is not None and not isinstance(style, Mapping):
            raise RequestError(f"style is {show_value(style)}: must be options of Map.save by their names")
        path = check_file_path("folder", folder)
        check_folder(path)
        asked = Request.of(generator, request, seed=seeds[0])
        pictures, mods = PictureStyle.requested(**style or {}), portable_mods(map(str, self._mods))
        exhibits = [
            exhibit(model_of(self.generate(one)), seed, one.format_command(mods=mods), PNG, pictures)
            for seed in seeds
            for one in (asked.with_seed(seed),)
        ]
        write_all(gallery_files(path, str(asked.generator), exhibits))

    def run_script(
        self,
        path: str | Path,
        *,
        play: float = 0.0,
        save: str | Path | None = None,
        strict: bool = False,
        **request: Any,
    ) -> Map:
        """Run a Lua file at the start of a game, as a mod named `script` that depends on all loaded mods.

        Then `play` seconds of game time pass. Returns the map of the game. `request` are fields of `Request`, without
        options. With `save` the game continues from that file if it exists, ignoring them, and is saved there at each
        travel and at the end. With `strict` an event handler that fails ends the run.
        """
        with self._lock:
            return Map(self._engine.run_script(path, Request.of(None, request), play=play, save=save, strict=strict))

    def travel(
        self,
        mod: str | Request,
        view: Callable[[Map, str, str], str | None],
        *,
        save: str | Path | None = None,
        strict: bool = False,
        **request: Any,
    ) -> None:
        """Play the game that a mod of the areas dialect begins, key by key.

        `view` takes the map, its name and a line about it, and returns one of `host.engine.travel.KEYS`, or None to
        end. An error of a mod is printed and the game continues; with `strict` it is raised. `save` is as in
        `run_script`. `request` may have a seed.
        """
        with self._lock:
            check_function("view", view)
            self._restore_mods()
            request_of_mod = Request.of(mod, request, players=1)
            self._engine.travel(
                request_of_mod, lambda world: view(Map(world.map), world.title, world.status), save=save, strict=strict
            )

    def simulate(
        self,
        generator: str | Request = "base",
        /,
        *,
        turns: int | None = None,
        player: str | Callable[[Map], str | None] = "script",
        strict: bool = False,
        watch: Callable[[Map], None] | None = None,
        tell: Callable[[str], None] | None = None,
        save: str | Path | None = None,
        critters: bool = False,
        record: str | Path | None = None,
        **request: Any,
    ) -> Simulation[Map]:
        """Simulate a game on a generated map, or in the world of a mod.

        On a map a player enters, and `turns` turns pass (default 100), or fewer if the player dies. With `critters`
        enemies and items from the pools of the mods join on a map without entities. On a map of kts with an entrance
        the player is a knight, which comes back, monsters of kts act, and fewer turns pass when the game of kts ends.

        When `generator` is the id of a mod that begins a world (see `travel`), its player goes from map to map until
        the dungeons are conquered (default at most 20,000 turns). At each change of map the game is saved and loaded.

        * `player`: "script" (as its class says, or towards an enemy), "idle" or "random"; or a function of the map
          that returns one of `host.play.action.MOVES` before each turn, None to end.
        * `request`: as for `generate`, with one player by default; players after the first do nothing. A world has one
          player and no options.
        * `strict`: raise an error of a mod, which otherwise ends the action in which it happens and is logged.
        * `watch` takes the map at the start and after each turn, the same object each time.
        * `tell` takes each line of the log at once, so in order with what mods print.
        * `save`: continue from that file if it exists, ignoring what makes the map and `player`, and save there at the
          end; on one map, `player` must not be a function. The save of a map holds what makes the turns come out the
          same, not the map: to continue, they are played again, with the same mods and the same host. A world is saved
          as `travel` saves it.
        * `record`: write a recording, a film or a page of the game, by its ending (see `Recording.save`); not with
          `save`.
        """
        from host.engine.simulation import Course, Simulation
        from host.public.recording import recording_to

        for name, function in (("watch", watch), ("tell", tell)):
            if function is not None:
                check_function(name, function)
        shown: dict[int, Map] = {}

        def show(game_map: GameMap) -> Map:
            return shown.setdefault(id(game_map), Map(game_map))

        asked = Request.of(generator, request, players=1)
        recording = recording_to(
            record, asked, self._engine.session, critters=critters, strict=strict, saves=save is not None
        )
        with self._lock, recording as recorded:
            self._restore_mods()
            course = Course(
                turns=turns,
                player=(lambda game_map: player(show(game_map))) if callable(player) else player,
                strict=strict,
                watch=watch and (lambda game_map: watch(show(game_map))),
                log_line=tell,
                critters=critters,
                record=recorded,
            )
            simulation = self._engine.simulate(asked, course, save=save)
            return Simulation(show(simulation.map), *simulation[1:])

    @overload
    def play(self, request: float, /) -> None: ...

    @overload
    def play(self, request: str | Request, /, *, records: bool = False, **fields: Any) -> Play: ...

    def play(self, request: str | Request | float, /, *, records: bool = False, **fields: Any) -> Play | None:
        """Begin a game that is played action by action, on a generated map or in the world of a mod.

        `request` and `fields` are as for `generate`, with one player by default; players after the first do nothing.
        With `records` the game is recorded, in `Play.recording`. With a number in place of a request, let that many
        seconds pass in the running game, which players enter.
        Raises HostError.
        """
        from host.engine.replays.recording import GameRecorder
        from host.public.play import Play

        with self._lock:
            if isinstance(request, int | float):
                self._engine.play(request)
                return None
            self._restore_mods()
            asked = Request.of(request, fields, players=1)
            return Play(self._engine.begin_play(asked), self._lock, GameRecorder(asked) if records else None)

    def replay(self, recording: Recording) -> GameDifference | None:
        """Play a recording again with the mods of this host; return the first turn that differs, or None.

        The result has `turn`, `square`, the `action` of the turn, and what was shown then and is shown now. It runs in
        a child process. Raises HostError.
        """
        from host.engine.replays.again import play_again
        from host.public.recording import Recording

        if not isinstance(recording, Recording):
            raise RequestError(f"recording is {show_value(recording)}: must be a Recording")
        mods = job_of_mods(self._mods, budgets=self._budgets, hash_seed=self._hash_seed)._replace(asks=True)
        return play_again(recording.recorded, mods).difference
