"""The mods as they were last saved, in warm workers, and the maps that they made."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, TypeVar

from host.engine.engine import Engine
from host.engine.jobs import Job, Operation, Say, ignore
from host.errors import HostError
from host.model.game_map import GameMap
from host.model.request import Request
from host.render.style import PictureStyle
from host.serving.generating import GENERATE_AGAIN
from host.serving.worker_pool import WorkerPool
from host.studio.drawing import STYLE, describe_map, describe_picture, read_map
from host.studio.loaded_mods import DESCRIBE_MODS
from host.tools.checking.diagnostic import Diagnostic
from host.tools.checking.run import examine
from host.tools.provenance.explanation import OBSERVATION

_R = TypeVar("_R")

# Maps that are cached, and squares of all of them.
_MOST_MAPS, _MOST_SQUARES = 16, 2_000_000
# Workers for many maps at a time.
_MOST_WORKERS = 4


class Superseded(Exception):  # noqa: N818 - no error: the page asks again
    """Nobody needs the answer to a request: files were saved meanwhile, or its page has left."""


class WorkerKind(Enum):
    """The workers that perform an operation, which wait for no others."""

    # One for what is on screen, which never waits behind the many maps of a wall.
    SHOWN = 1
    # Several for many maps at the same time.
    WIDE = 2
    # One for questions about what is on screen; it observes what mods do.
    OBSERVED = 3
    # One for what mods registered and for segments, which wait for no map.
    LISTS = 4


# Workers that load only changed mods after a save; the others are replaced.
_RELOADING = (WorkerKind.SHOWN, WorkerKind.LISTS)
# Workers whose prints are not in the log, because the workers of SHOWN have printed the same.
_QUIET = (WorkerKind.OBSERVED, WorkerKind.LISTS)


class DrawnMap(NamedTuple):
    """A map, and what the page gets of it, as JSON."""

    map: GameMap
    body: bytes


class ModWorkers:
    """Performs operations on mods as they were last saved; each reload begins with a fresh state of Lua.

    Use it in the thread of one event loop.
    """

    def __init__(self, job: Job, *, say: Say, warn: Say) -> None:
        self._job = job
        self._say, self._warn = say, warn
        # Counts the reloads.
        self.version = 1
        self._pools: dict[WorkerKind, WorkerPool] = {}
        self._maps: OrderedDict[tuple[int, Request, PictureStyle], DrawnMap] = OrderedDict()
        self._checking = asyncio.Lock()
        # Tasks that close workers.
        self._closing: set[asyncio.Future[None]] = set()

    def reload(self) -> None:
        """Reload the mods that changed and those that were loaded after them, and give up whatever runs."""
        self.version += 1
        self._maps.clear()
        reloading = {kind: self._pools.pop(kind) for kind in _RELOADING if kind in self._pools}
        self._give_up()
        self._pools.update(reloading)
        for pool in reloading.values():
            pool.reload()
        self._pool_of(WorkerKind.SHOWN)

    async def close(self) -> None:
        """End all workers, and a check that runs."""
        self.version += 1
        self._give_up()
        await asyncio.gather(*self._closing)

    async def perform(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        *,
        kind: WorkerKind = WorkerKind.SHOWN,
        fresh: bool = True,
    ) -> Any:
        """Perform an operation in a worker and return its result. With `fresh` it finds mods as they were loaded.

        Raises HostError as the operation does, and Superseded when files are saved meanwhile.
        """
        version = self.version
        submission = self._pool_of(kind).submit(operation, arguments, fresh=fresh)
        try:
            return await asyncio.wrap_future(submission.future)
        except asyncio.CancelledError:
            submission.give_up()
            if version != self.version:
                raise Superseded from None
            raise
        except HostError:
            if version != self.version:
                raise Superseded from None
            raise

    async def describe(self, players: int, target: str | None, folder: str | None) -> dict[str, Any]:
        """Return the mods, their generators, and the one to show first: see `describe_mods`."""
        arguments = {"players": players, "target": target, "folder": folder}
        described: dict[str, Any] = await self.perform(DESCRIBE_MODS, arguments, fresh=False)
        return described

    async def make(self, request: Request, style: PictureStyle = STYLE) -> DrawnMap:
        """Return the map of a request, made by mods in the state in which they were loaded."""
        key = (self.version, request, style)
        made = self._maps.get(key)
        if made is None:
            encoded = await self.perform(GENERATE_AGAIN, {"request": request.to_data()})
            # Drawing a large map takes long.
            made = await asyncio.to_thread(_draw_map, encoded, style)
            if key[0] != self.version:
                raise Superseded
            self._maps[key] = made
            while len(self._maps) > 1 and (len(self._maps) > _MOST_MAPS or self._squares() > _MOST_SQUARES):
                self._maps.popitem(last=False)
        self._maps.move_to_end(key)
        return made

    async def make_of_many(self, request: Request, draw: Callable[[GameMap], _R]) -> _R:
        """Return what `draw`, in a thread, makes of the map of a request, one of many that are made at a time."""
        encoded = await self.perform(GENERATE_AGAIN, {"request": request.to_data()}, kind=WorkerKind.WIDE)
        return await asyncio.to_thread(lambda: draw(read_map(encoded)[0]))

    async def make_thumbnail(self, request: Request, style: PictureStyle = STYLE) -> str:
        """Return the picture of the map of a request, as JSON, one of many that are made at the same time."""
        return await self.make_of_many(request, lambda game_map: _dump(describe_picture(game_map, style)))

    async def check(self) -> tuple[Diagnostic, ...]:
        """Check the mods as `dungeon-host check` does, until files are saved. Raises HostError, and Superseded then."""
        raise_if_saved = self.make_save_check()
        # A check uses all processors: a second one waits.
        async with self._checking:
            raise_if_saved(None)
            folders, names = self._job.mods.folders, self._job.mods.names
            only = None if folders or not names else names[-1]
            check = partial(examine, folders, only, self._job.mods.budgets, raise_if_saved, bundled=not folders)
            return (await asyncio.to_thread(check)).diagnostics

    def make_save_check(self) -> Callable[[object], None]:
        """Return a function that raises Superseded when files have been saved since; jobs call it now and then."""
        version = self.version

        def raise_if_saved(_: object) -> None:
            if version != self.version:
                raise Superseded

        return raise_if_saved

    def _squares(self) -> int:
        return sum(made.map.width * made.map.height for made in self._maps.values())

    def _pool_of(self, kind: WorkerKind) -> WorkerPool:
        pool = self._pools.get(kind)
        if pool is None:
            workers = min(os.cpu_count() or 1, _MOST_WORKERS) if kind == WorkerKind.WIDE else 1
            job, say, warn = self._job, self._say, self._warn
            if kind in _QUIET:
                say = warn = ignore
            if kind == WorkerKind.OBSERVED:
                job = job._replace(observation=OBSERVATION)
            pool = self._pools[kind] = WorkerPool(
                job, workers, say=say, warn=warn, waits=False, reloads=kind in _RELOADING
            )
        return pool

    def _give_up(self) -> None:
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            closing = asyncio.ensure_future(asyncio.to_thread(pool.close))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)


def warm_up() -> None:
    """Load mods of all dialects in this process, so that forks of it find parsed files and modules that mods need.

    Only bundled mods may run here. What they leave is never garbage: looking through it again and again would take
    time, and copy its memory in forks.
    """
    # The second load caches what it compiles.
    for _ in range(2):
        # A map imports modules that loading does not need.
        Engine(["undercroft"], output=ignore).generate(Request("caves", seed=1))
    gc.collect()
    gc.freeze()


def _draw_map(encoded: bytes, style: PictureStyle) -> DrawnMap:
    game_map, document = read_map(encoded)
    return DrawnMap(game_map, _dump(describe_map(game_map, document, style)).encode())


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))
