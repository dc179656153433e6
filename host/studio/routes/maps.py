"""Maps of generators, and what lies over them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from host.engine.all_maps import GENERATE_ALL
from host.errors import HostError, RequestError, listing
from host.export.audience import for_players
from host.export.gallery import MOST_SEEDS, Exhibit, archive_of, exhibit, gallery_archive, portable_mods
from host.export.pictures import map_files
from host.export.worlds import world_files
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import MOST_PLAYERS
from host.model.request import Request as GeneratorRequest
from host.render.formats import (
    AUDIENCES,
    DEFAULT_SIZE,
    LDTK,
    MASTER,
    OF_WORLDS,
    PLAYERS,
    PNG,
    SVG,
    TMJ,
    TSCN,
    UVTT,
    WORLD,
    suffix_of,
)
from host.render.style import PictureStyle
from host.studio.drawing import MOST_SQUARES, SIZE, check_size
from host.studio.overlays import describe_locks, list_squares_in_sight
from host.studio.requests import read_request, read_style, read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, await_for_page
from host.studio.studio import Studio

# Dungeons of a gallery that are made and drawn at a time: large ones need much memory.
_MOST_EXHIBITS = 6
_ZIP = "application/zip"
# Formats of files that the page downloads; formats of editors are two files.
_MEDIA_TYPES = {
    PNG: "image/png",
    SVG: "image/svg+xml",
    UVTT: "application/octet-stream",
    TMJ: _ZIP,
    WORLD: _ZIP,
    LDTK: _ZIP,
    TSCN: _ZIP,
}


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
    """Answer with a map as a file, drawn with the options that the page shows it with; a zip file of several."""
    form = request.query_params.get("format", PNG)
    if form not in _MEDIA_TYPES:
        raise RequestError(f'there is no picture of the format "{form}": must be {listing(_MEDIA_TYPES, "or")}')
    audience = request.query_params.get("for", MASTER)
    if audience not in AUDIENCES:
        raise RequestError(f'there is nobody called "{audience}": must be {listing(AUDIENCES, "or")}')
    style = read_style(request.query_params, DEFAULT_SIZE)
    asked = read_request(request.query_params)
    if form in OF_WORLDS:
        operation = studio.mod_workers.perform(GENERATE_ALL, {"request": asked.to_data()})
        documents = await await_for_page(request, operation)
        drawn = await asyncio.to_thread(_world_of, documents, form, style, audience)
    else:
        made = await await_for_page(request, studio.mod_workers.make(asked))
        drawn = await asyncio.to_thread(_file_of, made.map, form, style, audience)
    return Response(drawn, media_type=_MEDIA_TYPES[form])


def _world_of(documents: list[dict[str, Any]], form: str, style: PictureStyle, audience: str) -> bytes:
    for document in documents:
        check_size(document)
    game_maps = map(from_document, documents)
    shown = list(map(for_players, game_maps) if audience == PLAYERS else game_maps)
    return archive_of(world_files(shown, Path(f"dungeon{suffix_of(form)}"), form, style))


def _file_of(game_map: GameMap, form: str, style: PictureStyle, audience: str) -> bytes:
    shown = for_players(game_map) if audience == PLAYERS else game_map
    files = map_files(shown, Path(f"dungeon{suffix_of(form)}"), form, style)
    return archive_of(files) if _MEDIA_TYPES[form] == _ZIP else next(iter(files.values()))


async def send_thumbnail(studio: Studio, request: Request) -> Response:
    style = read_style(request.query_params, SIZE)
    making = studio.mod_workers.make_thumbnail(read_request(request.query_params), style)
    return Response(await await_for_page(request, making), media_type="application/json")


async def send_gallery(studio: Studio, request: Request) -> Response:
    """Answer with a zip file of a gallery, of so many `seeds`, from the seed of the address on."""
    style = read_style(request.query_params, DEFAULT_SIZE)
    count = read_whole(request.query_params, "seeds", 24, 1, MOST_SEEDS)
    exhibits = await await_for_page(request, _exhibits(studio, read_request(request.query_params), count, style))
    packed = await asyncio.to_thread(gallery_archive, "site", request.query_params["generator"], exhibits)
    headers = {"Content-Disposition": 'attachment; filename="site.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


async def _exhibits(studio: Studio, first: GeneratorRequest, count: int, style: PictureStyle) -> list[Exhibit]:
    """Return the exhibits of so many seeds. Raises HostError when one of them cannot be made."""
    free = asyncio.Semaphore(_MOST_EXHIBITS)

    async def make(seed: int) -> Exhibit:
        one = first.with_seed(seed)
        command = one.format_command(mods=portable_mods(studio.setup.mods))
        async with free:
            try:
                return await studio.mod_workers.make_of_many(
                    one, lambda game_map: exhibit(game_map, seed, command, PNG, style)
                )
            except HostError as error:
                error.message = f"seed {seed}: {error.message}"
                raise

    making = [asyncio.ensure_future(make(seed)) for seed in range(first.seed, first.seed + count)]
    try:
        return list(await asyncio.gather(*making))
    finally:
        for task in making:
            task.cancel()


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
    ApiRoute("gallery", send_gallery),
    ApiRoute("locks", send_locks),
    ApiRoute("sight", send_sight),
)
