"""The workshop: the mods as they were last saved, in warm workers, and the maps that they made."""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from host.checking.diagnostic import Diagnostic
from host.checking.run import examine
from host.engine.engine import Engine
from host.engine.jobs import Job, Operation, Say
from host.errors import HostError
from host.model.map import Map
from host.serving.crew import Crew
from host.serving.operations import GENERATE_WITH_CHOICE
from host.studio.drawing import describe_map, describe_picture, read_map
from host.studio.operations import DESCRIBE_MODS
from host.studio.requests import MapRequest

_R = TypeVar("_R")

# Maps that are cached, and squares of all of them.
_MOST_MAPS, _MOST_SQUARES = 16, 2_000_000
# Workers for many maps at a time.
_MOST_WORKERS = 4


class Superseded(Exception):  # noqa: N818 - no error: the page asks again
    """Files were saved while a request waited: its answer is of no use."""


class Made(NamedTuple):
    """A map, and what the page gets of it, as JSON without the last brace."""

    map: Map
    text: str


class Workshop:
    """Performs operations on mods as they were last saved; each reload begins with fresh processes.

    One worker serves what is on screen, so that it never waits behind the many maps of a wall. Use it in the thread of
    one event loop.
    """

    def __init__(self, job: Job, *, say: Say, warn: Say) -> None:
        self._job = job
        self._say, self._warn = say, warn
        # Counts the reloads.
        self.version = 1
        self._crews: dict[bool, Crew] = {}
        self._maps: OrderedDict[tuple[int, MapRequest], Made] = OrderedDict()
        self._checking = asyncio.Lock()
        # Tasks that close workers.
        self._closing: set[asyncio.Future[None]] = set()

    def reload(self) -> None:
        """Load the mods again, in new processes, and give up whatever runs."""
        self.version += 1
        self._maps.clear()
        self._give_up()
        self._crew(is_wide=False)

    async def close(self) -> None:
        """End all workers, and a check that runs."""
        self.version += 1
        self._give_up()
        await asyncio.gather(*self._closing)

    async def perform(
        self, operation: Operation, arguments: Mapping[str, Any], *, is_wide: bool = False, fresh: bool = True
    ) -> Any:
        """Perform an operation in a worker and return its result.

        With `is_wide` it is one of many that run at the same time. With `fresh` it finds mods as they were loaded.
        Raises HostError as the operation does, and Superseded when files are saved meanwhile.
        """
        version = self.version
        request = self._crew(is_wide=is_wide).submit(operation, arguments, fresh=fresh)
        try:
            return await asyncio.wrap_future(request.future)
        except asyncio.CancelledError:
            request.give_up()
            if version != self.version:
                raise Superseded from None
            raise
        except HostError:
            if version != self.version:
                raise Superseded from None
            raise

    async def describe(self, players: int) -> dict[str, Any]:
        """Return the mods and their generators."""
        described: dict[str, Any] = await self.perform(DESCRIBE_MODS, {"players": players}, fresh=False)
        return described

    async def make(self, request: MapRequest) -> Made:
        """Return the map of a request, made by mods in the state in which they were loaded."""
        key = (self.version, request)
        made = self._maps.get(key)
        if made is None:
            encoded = await self.perform(GENERATE_WITH_CHOICE, request.arguments())
            made = await _draw(partial(_make, encoded))
            if key[0] != self.version:
                raise Superseded
            self._maps[key] = made
            while len(self._maps) > 1 and (len(self._maps) > _MOST_MAPS or self._squares() > _MOST_SQUARES):
                self._maps.popitem(last=False)
        self._maps.move_to_end(key)
        return made

    async def make_thumbnail(self, request: MapRequest) -> str:
        """Return the picture of the map of a request, as JSON, one of many that are made at the same time."""
        encoded = await self.perform(GENERATE_WITH_CHOICE, request.arguments(), is_wide=True)
        return await _draw(lambda: _dump(describe_picture(read_map(encoded)[0])))

    async def check(self) -> tuple[Diagnostic, ...]:
        """Check the mods as `dungeon-host check` does, until files are saved. Raises HostError, and Superseded then."""
        version = self.version

        def progress(_: str) -> None:
            if version != self.version:
                raise Superseded

        # A check uses all processors: a second one waits.
        async with self._checking:
            progress("")
            folders, names = self._job.folders, self._job.names
            only = None if folders or not names else names[-1]
            check = partial(examine, folders, only, self._job.budgets, progress, bundled=not folders)
            return (await asyncio.to_thread(check)).diagnostics

    def _squares(self) -> int:
        return sum(made.map.width * made.map.height for made in self._maps.values())

    def _crew(self, *, is_wide: bool) -> Crew:
        crew = self._crews.get(is_wide)
        if crew is None:
            workers = min(os.cpu_count() or 1, _MOST_WORKERS) if is_wide else 1
            crew = Crew(self._job, workers, say=self._say, warn=self._warn, waits=False)
            self._crews[is_wide] = crew
        return crew

    def _give_up(self) -> None:
        crews, self._crews = self._crews, {}
        for crew in crews.values():
            closing = asyncio.ensure_future(asyncio.to_thread(crew.close))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)


def warm_up() -> None:
    """Load base in this process, so that forks of it find parsed files and modules that most mods need.

    Only a bundled mod may run here.
    """
    Engine(["base"], output=lambda _: None)


async def _draw(draw: Callable[[], _R]) -> _R:
    """Call a function in another thread, because drawing a large map takes long."""
    return await asyncio.to_thread(draw)


def _make(encoded: bytes) -> Made:
    game_map, document = read_map(encoded)
    return Made(game_map, _dump(describe_map(game_map, document)))


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))
