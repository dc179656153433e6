"""What mods registered, printed and got wrong."""

from __future__ import annotations

import asyncio
import os
import subprocess
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from host.engine.operations import LIST_POOLS
from host.engine.pools import PoolEntry
from host.errors import RequestError
from host.model.request import MOST_SEED
from host.mods.files import is_file
from host.studio.loaded_mods import LIST_DATA
from host.studio.log import as_data
from host.studio.mod_workers import WorkerKind
from host.studio.problems import editor_command
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio

# Draws from a pool that a page may ask for at a time.
MOST_DRAWS = 100_000
# Diagnostics of a check that a page gets.
MOST_DIAGNOSTICS = 200


async def send_data(studio: Studio, _: Request) -> Response:
    rows = await studio.mod_workers.perform(LIST_DATA, {}, kind=WorkerKind.LISTS, fresh=False)
    listed = [dict(zip(("type", "id", "mod", "file", "line"), row, strict=True)) for row in rows]
    return JsonAnswer({"data": listed})


async def send_source(studio: Studio, request: Request) -> Response:
    """Answer with lines around a line of a file of a mod."""
    line = read_whole(request.query_params, "line", 1, 1, 10**9)
    source = await asyncio.to_thread(studio.sources.quote, request.query_params.get("file", ""), line)
    if source is None:
        raise RequestError("file must be a file of a mod")
    return JsonAnswer(source)


async def send_pools(studio: Studio, request: Request) -> Response:
    """Answer with all pools; or with `path` one of them, and how often each entry was drawn in some draws."""
    draws = read_whole(request.query_params, "draws", 0, 0, MOST_DRAWS)
    seed = read_whole(request.query_params, "seed", 1, 0, MOST_SEED)
    arguments = {"path": request.query_params.get("path", ""), "draw": draws, "seed": seed}
    answer = await studio.mod_workers.perform(LIST_POOLS, arguments, kind=WorkerKind.LISTS)
    for pool in answer["pools"]:
        pool["entries"] = [dict(zip(PoolEntry._fields, entry, strict=True)) for entry in pool["entries"]]
    return JsonAnswer(answer)


async def send_check(studio: Studio, _: Request) -> Response:
    diagnostics = await studio.mod_workers.check()

    def describe() -> list[dict[str, Any]]:
        listed = []
        for diagnostic in diagnostics[:MOST_DIAGNOSTICS]:
            source = studio.sources.quote(diagnostic.file, diagnostic.line or 1) if diagnostic.file else None
            listed.append({**diagnostic._asdict(), "sources": [source] if source else []})
        return listed

    return JsonAnswer({"count": len(diagnostics), "diagnostics": await asyncio.to_thread(describe)})


async def send_log(studio: Studio, _: Request) -> Response:
    return JsonAnswer({"lines": as_data(studio.log.lines())})


async def clear_log(studio: Studio, _: Request) -> Response:
    studio.log.clear()
    return JsonAnswer({})


async def open_editor(studio: Studio, request: Request) -> Response:
    """Open a file of a mod in the editor of $VISUAL or $EDITOR."""
    body = await read_object(request)
    file, line = body.get("file"), body.get("line")
    path = studio.sources.find(file) if isinstance(file, str) else None
    if path is None or not is_file(path) or not isinstance(line, int):
        raise RequestError("file and line must be in a file of a mod")
    command = editor_command(path, max(1, line), os.environ)
    if command is None:
        raise RequestError("neither VISUAL nor EDITOR names an editor with a window")
    # The editor outlives the studio.
    subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - the user chose it
    return JsonAnswer({})


async def send_events(studio: Studio, _: Request) -> Response:
    if studio.hub.is_full():
        return JsonAnswer({"errors": [{"message": "too many pages are open"}]}, 503)
    first = {"version": studio.mod_workers.version}
    return StreamingResponse(studio.hub.stream(first), media_type="text/event-stream")


ROUTES = (
    ApiRoute("data", send_data),
    ApiRoute("source", send_source),
    ApiRoute("pools", send_pools),
    ApiRoute("check", send_check),
    ApiRoute("log", send_log),
    ApiRoute("log", clear_log, "DELETE"),
    ApiRoute("open", open_editor, "POST"),
    ApiRoute("events", send_events),
)
