"""The host as a library: mods in, maps out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from threading import Event, RLock
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from host.border.state import HASH_SEED, Stopped
from host.budgets import DEFAULT_BUDGETS, Budgets
from host.engine.engine import Engine, print_visibly
from host.errors import HostError
from host.model.map import Map
from host.mods.loader import LoadedMod

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _one_at_a_time(method: Callable[Concatenate[Engine, _P], _R]) -> Callable[Concatenate[Host, _P], _R]:
    """Make a method of Host of one of Engine: it waits while another thread is in one, for they share a game."""

    @wraps(method)
    def locked(self: Host, /, *arguments: _P.args, **named: _P.kwargs) -> _R:
        with self._lock:
            return method(self._engine, *arguments, **named)

    return locked


class Host:
    """Mods, loaded and ready to generate.

    >>> from host import Host
    >>> game = Host(mods=["base"])
    >>> m = game.generate("base", seed=7, dungeon="tiny")
    >>> m.tiles.shape
    (14, 14)

    Threads may share a host: its calls wait for each other, and give what they give alone. Hosts of different threads
    run side by side, for Lua runs without Python's lock. Ctrl-C ends a call within a second or two.
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
        self._engine = Engine(mods, budgets=budgets, hash_seed=hash_seed, output=output, keep_going=keep_going)

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

    registered = _one_at_a_time(Engine.registered)
    generators = _one_at_a_time(Engine.generators)
    pools = _one_at_a_time(Engine.pools)
    sample_pool = _one_at_a_time(Engine.sample_pool)
    tile_numbers = _one_at_a_time(Engine.tile_numbers)

    # -- games

    generate = _one_at_a_time(Engine.generate)

    async def generate_async(
        self,
        generator: str = "base",
        /,
        *,
        seed: int | None = None,
        players: int = 2,
        options: Mapping[str, Any] = MappingProxyType({}),
        **named: Any,
    ) -> Map:
        """Do what `generate` does in a thread, so that other tasks go on.

        The calls of one host wait for each other; hosts of their own run side by side. When the task is cancelled, a
        call that waits is dropped, and a mod that runs is stopped within a second or two. Mods that were stopped may
        have left anything half done, so the host refuses further calls then, as after a budget was used up.
        """
        import asyncio  # slow to import, and few programs need it

        stop = Event()

        def run() -> Map | None:
            with self._lock:
                if stop.is_set():
                    return None
                self._engine.lua.stop = stop
                try:
                    return self.generate(generator, seed=seed, players=players, options=options, **named)
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

    run_script = _one_at_a_time(Engine.run_script)
    travel = _one_at_a_time(Engine.travel)
    simulate = _one_at_a_time(Engine.simulate)
    play = _one_at_a_time(Engine.play)
