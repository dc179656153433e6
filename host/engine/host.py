"""The host as a library: mods in, maps out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from threading import Event, RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from host.border.state import HASH_SEED, Stopped
from host.engine.arguments import as_mods, as_options
from host.engine.engine import Engine, print_visibly
from host.engine.jobs import job_of_mods
from host.errors import HostError
from host.model.map import Map
from host.mods.loaded_mod import LoadedMod
from host.process.budgets import DEFAULT_BUDGETS, Budgets

if TYPE_CHECKING:
    from host.survey.survey import Survey

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
        self._mods = as_mods(mods)
        self._budgets, self._hash_seed, self._keep_going = budgets, hash_seed, keep_going
        self._engine = Engine(self._mods, budgets=budgets, hash_seed=hash_seed, output=output, keep_going=keep_going)

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
    pools = _locked(Engine.pools)
    sample_pool = _locked(Engine.sample_pool)
    tile_numbers = _locked(Engine.tile_numbers)

    # -- games

    generate = _locked(Engine.generate)
    explain = _locked(Engine.explain)

    async def generate_async(
        self,
        generator: str = "base",
        /,
        *,
        seed: int | None = None,
        players: int = 2,
        house_colours: Sequence[int] = (),
        options: Mapping[str, Any] = MappingProxyType({}),
        **named: Any,
    ) -> Map:
        """Do what `generate` does in a thread, so that other tasks go on.

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
                    return self.generate(
                        generator, seed=seed, players=players, house_colours=house_colours, options=options, **named
                    )
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
        generator: str,
        *,
        count: int,
        seed: int = 1,
        options: Mapping[str, Any] = MappingProxyType({}),
        players: int = 2,
        house_colours: Sequence[int] = (),
        jobs: int = 1,
        path: str | Path | None = None,
        metrics: str | Sequence[str] = "default",
        sweep: tuple[str, Sequence[Any]] | None = None,
        dask: str | None = None,
        **named: Any,
    ) -> Survey:
        """Make the dungeons of `count` seeds from `seed` on in `jobs` child processes, and measure them.

        Options of the generator are given by name, or in `options`, and `house_colours`, as for `generate`. Dungeons
        that fail are rows, too. `path` is the file of the survey; a survey that is in it continues. `metrics` is a list
        of ids, or "none",
        "default", "all", or ids with commas between them. `sweep` is an option and its values: all seeds are made for
        each value. `dask` is the address of a Dask scheduler, whose workers take the place of `jobs`. Raises HostError.
        """
        from host.survey.survey import make_survey

        job = job_of_mods(self._mods, budgets=self._budgets, keep_going=self._keep_going, hash_seed=self._hash_seed)
        return make_survey(
            job,
            generator,
            count=count,
            seed=seed,
            options=as_options(options, named),
            players=players,
            house_colours=house_colours,
            jobs=jobs,
            path=path,
            metrics=metrics,
            sweep=sweep,
            dask=dask,
        )

    run_script = _locked(Engine.run_script)
    travel = _locked(Engine.travel)
    simulate = _locked(Engine.simulate)
    play = _locked(Engine.play)
