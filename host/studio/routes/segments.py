"""Segment files: reading, changing, examining and saving them."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.engine.operations import LIST_MODS
from host.errors import HostError, RequestError
from host.model.checks import check_text, check_whole
from host.model.geometry import ORIENTATIONS
from host.model.segment_changes import new_segment, resize_segment
from host.model.segment_data import segment_from_data, segment_to_data
from host.model.segment_file import MAX_SIDE
from host.studio.mod_workers import WorkerKind
from host.studio.routes.drawn_files import read_drawn
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.segment_files import ConflictError
from host.studio.segment_tiles import describe_palette
from host.studio.studio import Studio
from host.tools.checking.painted_segment import EXAMINE_PAINTED_SEGMENT, TURN_PAINTED_SEGMENT
from host.tools.checking.tile_tables import DESCRIBE_TILE_TABLE

_LARGEST_TILE = 2**53 - 1


async def send_files(studio: Studio, _: Request) -> Response:
    try:
        loaded = [
            mod["id"] for mod in await studio.mod_workers.perform(LIST_MODS, {}, kind=WorkerKind.LISTS, fresh=False)
        ]
    except HostError:
        # Files can be repaired while mods do not load.
        loaded = list(studio.setup.job.mods.names)
    files, mods = await asyncio.gather(
        asyncio.to_thread(studio.segment_files.list_files, loaded),
        asyncio.to_thread(studio.segment_files.list_writable_mods),
    )
    return JsonAnswer({"files": files, "mods": mods})


async def send_file(studio: Studio, request: Request) -> Response:
    file = request.query_params.get("file", "")
    return JsonAnswer(await asyncio.to_thread(studio.segment_files.read, file))


async def send_hash(studio: Studio, request: Request) -> Response:
    file = request.query_params.get("file", "")
    return JsonAnswer({"file": file, "hash": await asyncio.to_thread(studio.segment_files.find_hash, file)})


async def send_palette(studio: Studio, request: Request) -> Response:
    arguments = {"file": request.query_params.get("file", "")[:1000]}
    table = await studio.mod_workers.perform(DESCRIBE_TILE_TABLE, arguments, kind=WorkerKind.LISTS)
    return JsonAnswer(await asyncio.to_thread(describe_palette, table))


async def examine_segment(studio: Studio, request: Request) -> Response:
    """Answer with doors, homes, floor that cannot be reached, and diagnostics of a segment that is not saved yet."""
    file, body = await _read_request(request)
    segment = segment_to_data(segment_from_data(body.get("segment")))
    arguments = {"file": file, "segment": segment}
    return JsonAnswer(await studio.mod_workers.perform(EXAMINE_PAINTED_SEGMENT, arguments, kind=WorkerKind.LISTS))


async def change_segment(studio: Studio, request: Request) -> Response:
    """Answer with a new segment, or with a segment that is turned or has another size."""
    file, body = await _read_request(request)
    kind = body.get("change")
    if kind == "new":
        width, height = (_read_whole(body, name, 1, MAX_SIDE) for name in ("width", "height"))
        made = new_segment(width, height, _number(body, "number"))
        return JsonAnswer({"segment": segment_to_data(made), "unturned": []})
    segment = segment_from_data(body.get("segment"))
    if kind == "resize":
        width, height = (_read_whole(body, name, 1, MAX_SIDE) for name in ("width", "height"))
        x, y = (_read_whole(body, name, -MAX_SIDE, MAX_SIDE) for name in ("x", "y"))
        resized = resize_segment(segment, width, height, x, y, _number(body, "number"), _number(body, "empty"))
        return JsonAnswer({"segment": segment_to_data(resized), "unturned": []})
    if kind != "turn":
        raise RequestError('change must be "new", "turn" or "resize"')
    orientation = _read_whole(body, "orientation", 0, len(ORIENTATIONS) - 1)
    arguments = {"file": file, "segment": segment_to_data(segment), "orientation": orientation}
    return JsonAnswer(await studio.mod_workers.perform(TURN_PAINTED_SEGMENT, arguments, kind=WorkerKind.LISTS))


async def save_segments(studio: Studio, request: Request) -> Response:
    """Write a file; answer with status 409 when it is not what the page read."""
    file, body = await _read_request(request)
    expected = body.get("hash")
    if not (expected is None or isinstance(expected, str)):
        raise RequestError("hash must be a text, or null for a new file")
    text, edits = check_text("text", body.get("text")), body.get("segments")
    try:
        return JsonAnswer(await asyncio.to_thread(studio.segment_files.save, file, text, edits, expected))
    except ConflictError as error:
        on_disk = await asyncio.to_thread(studio.segment_files.find_hash, file)
        return JsonAnswer({"errors": studio.sources.describe(error), "hash": on_disk}, 409)


async def import_drawn(_: Studio, request: Request) -> Response:
    """Answer with the segments of a file that others drew; nothing is written."""
    body = await read_object(request)
    return JsonAnswer(await asyncio.to_thread(read_drawn, body))


async def compare_segments(studio: Studio, request: Request) -> Response:
    file, body = await _read_request(request)
    arguments = file, check_text("text", body.get("text")), body.get("segments")
    return JsonAnswer({"lines": await asyncio.to_thread(studio.segment_files.compare, *arguments)})


async def _read_request(request: Request) -> tuple[str, dict[str, Any]]:
    """Return the file that a request is about, and its body. Raises RequestError."""
    body = await read_object(request)
    return check_text("file", body.get("file"), 1000), body


def _number(body: dict[str, Any], name: str) -> int:
    return _read_whole(body, name, 0, _LARGEST_TILE)


def _read_whole(body: dict[str, Any], name: str, least: int, most: int) -> int:
    return check_whole(name, body.get(name, 0), least, most)


ROUTES = (
    ApiRoute("segments", send_files),
    ApiRoute("segments/file", send_file),
    ApiRoute("segments/hash", send_hash),
    ApiRoute("segments/palette", send_palette),
    ApiRoute("segments/examine", examine_segment, "POST"),
    ApiRoute("segments/change", change_segment, "POST"),
    ApiRoute("segments/save", save_segments, "POST"),
    ApiRoute("segments/compare", compare_segments, "POST"),
    ApiRoute("segments/import", import_drawn, "POST"),
)
