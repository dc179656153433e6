"""Maps of generators, and what lies over them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from host.errors import RequestError, listing
from host.export.pictures import image
from host.model.request import MOST_PLAYERS
from host.render.formats import DEFAULT_SIZE, PNG, SVG
from host.studio.drawing import MOST_SQUARES, SIZE
from host.studio.overlays import describe_locks, list_squares_in_sight
from host.studio.requests import read_request, read_style, read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, await_for_page
from host.studio.studio import Studio

_MEDIA_TYPES = {PNG: "image/png", SVG: "image/svg+xml"}


async def send_state(studio: Studio, request: Request) -> Response:
    players = read_whole(request.query_params, "players", 2, 1, MOST_PLAYERS)
    described = await studio.mod_workers.describe(players, studio.setup.generator, studio.setup.folder)
    return JsonAnswer({"version": studio.mod_workers.version, "title": studio.title(), **described})


async def send_map(studio: Studio, request: Request) -> Response:
    map_request = read_request(request.query_params)
    version = studio.mod_workers.version
    style = read_style(request.query_params, SIZE)
    made = await await_for_page(request, studio.mod_workers.make(map_request, style))
    more = _as_members(version=version, command=map_request.format_command(mods=studio.setup.mods))
    parts = f"{{{more},".encode(), memoryview(made.body)[1:]

    async def send_parts() -> AsyncIterator[bytes | memoryview]:
        # Many answers share the bytes of a map, which may be millions.
        for part in parts:
            yield part

    length = {"Content-Length": str(sum(map(len, parts)))}
    return StreamingResponse(send_parts(), media_type="application/json", headers=length)


async def send_picture(studio: Studio, request: Request) -> Response:
    """Answer with a map as a file: a picture with the options that the page shows it with."""
    form = request.query_params.get("format", PNG)
    if form not in _MEDIA_TYPES:
        raise RequestError(f'there is no picture of the format "{form}": must be {listing(_MEDIA_TYPES, "or")}')
    style = read_style(request.query_params, DEFAULT_SIZE)
    making = studio.mod_workers.make(read_request(request.query_params))
    made = await await_for_page(request, making)
    drawn = await asyncio.to_thread(image, made.map, form, style)
    return Response(drawn, media_type=_MEDIA_TYPES[form])


async def send_thumbnail(studio: Studio, request: Request) -> Response:
    making = studio.mod_workers.make_thumbnail(read_request(request.query_params))
    return Response(await await_for_page(request, making), media_type="application/json")


async def send_locks(studio: Studio, request: Request) -> Response:
    made = await studio.mod_workers.make(read_request(request.query_params))
    return JsonAnswer(await asyncio.to_thread(describe_locks, made.map))


async def send_sight(studio: Studio, request: Request) -> Response:
    x, y = (read_whole(request.query_params, name, 0, 0, MOST_SQUARES) for name in ("x", "y"))
    made = await studio.mod_workers.make(read_request(request.query_params))
    return JsonAnswer({"squares": await asyncio.to_thread(list_squares_in_sight, made.map, x, y)})


def _as_members(**members: Any) -> str:
    """Return members of a JSON object, without braces."""
    return json.dumps(members)[1:-1]


ROUTES = (
    ApiRoute("state", send_state),
    ApiRoute("map", send_map),
    ApiRoute("picture", send_picture),
    ApiRoute("thumbnail", send_thumbnail),
    ApiRoute("locks", send_locks),
    ApiRoute("sight", send_sight),
)
