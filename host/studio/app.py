"""The application of the studio: the page, its files, and the JSON that `docs/studio.md` describes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from host.engine.arguments import MOST_PLAYERS, MOST_SEED
from host.engine.jobs import Job
from host.engine.operations import LIST_POOLS
from host.engine.pools import PoolEntry
from host.errors import HostError, RequestError
from host.paths import BUNDLED_MODS
from host.studio.drawing import MOST_SQUARES
from host.studio.events import Hub
from host.studio.log import Log, as_data
from host.studio.operations import LIST_DATA
from host.studio.overlays import describe_locks, list_squares_in_sight
from host.studio.problems import Sources, editor_command
from host.studio.requests import read_map_request, read_whole
from host.studio.saved_files import watch_saved_files
from host.studio.workshop import Superseded, Workshop

# Draws from a pool that a page may ask for at a time.
MOST_DRAWS = 100_000
# Diagnostics of a check that a page gets.
MOST_DIAGNOSTICS = 200
PAGE = Path(__file__).parent / "page"

Handler = Callable[[Request], Awaitable[Response]]


class Setup(NamedTuple):
    """What a studio shows: a job with its mods, the values of --mods that load them, and the first generator."""

    job: Job
    mods: tuple[str, ...] = ()
    generator: str | None = None


class Studio:
    """The state of a running studio, and its routes."""

    def __init__(self, setup: Setup) -> None:
        self.hub = Hub()
        self._setup = setup
        self._log = Log(lambda data: self.hub.send("log", data))
        self._workshop = Workshop(setup.job, say=self._log.print, warn=self._log.warn)
        self._sources = Sources(setup.job.folders)

    def app(self) -> Starlette:
        """Return the application."""
        return Starlette(routes=self._routes(), lifespan=self._run)

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", _send_page),
            Route("/favicon.ico", _send_icon),
            Mount("/static", StaticFiles(directory=PAGE)),
            Route("/api/state", self._answer(self._state)),
            Route("/api/map", self._answer(self._map)),
            Route("/api/thumbnail", self._answer(self._thumbnail)),
            Route("/api/locks", self._answer(self._locks)),
            Route("/api/sight", self._answer(self._sight)),
            Route("/api/data", self._answer(self._data)),
            Route("/api/source", self._answer(self._source)),
            Route("/api/pools", self._answer(self._pools)),
            Route("/api/check", self._answer(self._check)),
            Route("/api/log", self._answer(self._lines)),
            Route("/api/open", self._answer(self._open), methods=["POST"]),
            Route("/api/events", self._events),
        ]

    @asynccontextmanager
    async def _run(self, _: Starlette) -> AsyncIterator[None]:
        self._log.attach(asyncio.get_running_loop())
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await self._workshop.close()

    async def _watch(self) -> None:
        """Load the mods again whenever a file of them is saved."""
        folders = [*map(Path, self._setup.job.folders), BUNDLED_MODS]
        async for files in watch_saved_files(folders):
            self._workshop.reload()
            names = sorted(path.name for path in files)
            self.hub.send("saved", {"version": self._workshop.version, "files": names[:20]})

    def _answer(self, handler: Handler) -> Handler:
        """Return a handler that answers errors with JSON.

        An error of a mod is an answer like a map, with status 200: browsers report any other status as a failure of the
        page. So is a request that was overtaken by a saved file.
        """

        @wraps(handler)
        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Superseded:
                return JSONResponse({"errors": [], "is_superseded": True})
            except HostError as error:
                errors = await asyncio.to_thread(self._sources.describe, error)
                return JSONResponse({"version": self._workshop.version, "errors": errors})

        return answer

    # -- routes

    async def _state(self, request: Request) -> Response:
        described = await self._workshop.describe(read_whole(request.query_params, "players", 2, 1, MOST_PLAYERS))
        first = self._setup.generator
        listed = [generator["id"] for generator in described["generators"]]
        if first is not None:
            # The id of a mod stands for its only generator.
            of_mod = [generator["id"] for generator in described["generators"] if generator["mod"] == first]
            described["first"] = first if first in listed else (of_mod or [described["first"]])[0]
        return JSONResponse({"version": self._workshop.version, "title": self._title(), **described})

    async def _map(self, request: Request) -> Response:
        map_request = read_map_request(request.query_params)
        version = self._workshop.version
        made = await self._workshop.make(map_request)
        more = _as_members(version=version, command=map_request.command(self._setup.mods))
        return Response(f"{made.text[:-1]},{more}}}", media_type="application/json")

    async def _thumbnail(self, request: Request) -> Response:
        return Response(
            await self._workshop.make_thumbnail(read_map_request(request.query_params)), media_type="application/json"
        )

    async def _locks(self, request: Request) -> Response:
        made = await self._workshop.make(read_map_request(request.query_params))
        return JSONResponse(await asyncio.to_thread(describe_locks, made.map))

    async def _sight(self, request: Request) -> Response:
        x, y = (read_whole(request.query_params, name, 0, 0, MOST_SQUARES) for name in ("x", "y"))
        made = await self._workshop.make(read_map_request(request.query_params))
        return JSONResponse({"squares": await asyncio.to_thread(list_squares_in_sight, made.map, x, y)})

    async def _data(self, _: Request) -> Response:
        rows = await self._workshop.perform(LIST_DATA, {}, fresh=False)
        listed = [dict(zip(("type", "id", "mod", "file", "line"), row, strict=True)) for row in rows]
        return JSONResponse({"data": listed})

    async def _source(self, request: Request) -> Response:
        """Return lines around a line of a file of a mod."""
        line = read_whole(request.query_params, "line", 1, 1, 10**9)
        source = await asyncio.to_thread(self._sources.quote, request.query_params.get("file", ""), line)
        if source is None:
            raise RequestError("file must be that of a mod")
        return JSONResponse(source)

    async def _pools(self, request: Request) -> Response:
        """Return all pools; or with `path` one of them, and how often each entry was drawn in some draws."""
        draws = read_whole(request.query_params, "draws", 0, 0, MOST_DRAWS)
        seed = read_whole(request.query_params, "seed", 1, 0, MOST_SEED)
        arguments = {"path": request.query_params.get("path", ""), "draw": draws, "seed": seed}
        answer = await self._workshop.perform(LIST_POOLS, arguments)
        for pool in answer["pools"]:
            pool["entries"] = [dict(zip(PoolEntry._fields, entry, strict=True)) for entry in pool["entries"]]
        return JSONResponse(answer)

    async def _check(self, _: Request) -> Response:
        diagnostics = await self._workshop.check()

        def describe() -> list[dict[str, Any]]:
            listed = []
            for diagnostic in diagnostics[:MOST_DIAGNOSTICS]:
                source = self._sources.quote(diagnostic.file, diagnostic.line or 1) if diagnostic.file else None
                listed.append({**diagnostic._asdict(), "sources": [source] if source else []})
            return listed

        return JSONResponse({"count": len(diagnostics), "diagnostics": await asyncio.to_thread(describe)})

    async def _lines(self, _: Request) -> Response:
        return JSONResponse({"lines": as_data(self._log.lines())})

    async def _open(self, request: Request) -> Response:
        """Open a file of a mod in the editor of $VISUAL or $EDITOR."""
        body = await read_object(request)
        file, line = body.get("file"), body.get("line")
        path = self._sources.find(file) if isinstance(file, str) else None
        if path is None or not path.is_file() or not isinstance(line, int):
            raise RequestError("file and line must be those of a file of a mod")
        command = editor_command(path, max(1, line), os.environ)
        if command is None:
            raise RequestError("neither VISUAL nor EDITOR names an editor with a window")
        # The editor outlives the studio.
        subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - the user chose it
        return JSONResponse({})

    async def _events(self, _: Request) -> Response:
        if self.hub.is_full():
            return JSONResponse({"errors": [{"message": "too many pages are open"}]}, 503)
        first = {"version": self._workshop.version}
        return StreamingResponse(self.hub.stream(first), media_type="text/event-stream")

    def _title(self) -> str:
        folders = self._setup.job.folders
        return Path(folders[0]).name if folders else (self._setup.job.names or ("dungeon-host",))[-1]


async def read_object(request: Request) -> dict[str, Any]:
    """Return the body of a request, which must be a JSON object. Raises RequestError."""
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RequestError("the body must be a JSON object")
    return body


def _as_members(**members: Any) -> str:
    """Return members of a JSON object, without braces."""
    return json.dumps(members)[1:-1]


async def _send_page(_: Request) -> Response:
    return FileResponse(PAGE / "index.html")


async def _send_icon(_: Request) -> Response:
    return FileResponse(PAGE / "favicon.svg")
