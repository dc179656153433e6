"""A path of the JSON API, and what answers it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from host.errors import RequestError
from host.studio.mod_workers import Superseded
from host.studio.studio import Studio

_R = TypeVar("_R")

# Raises HostError, which becomes an answer too.
Handler = Callable[[Studio, Request], Awaitable[Response]]


class JsonAnswer(JSONResponse):
    """An answer of JSON, also with names of files that are not UTF-8: bytes of them are escapes of surrogates."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        # The escape of a surrogate in Python is also one in JSON.
        return text.encode("utf-8", "backslashreplace")


class ApiRoute(NamedTuple):
    """A path below /api/ and its handler."""

    path: str
    handler: Handler
    method: str = "GET"


async def read_object(request: Request) -> dict[str, Any]:
    """Return the body of a request, which must be a JSON object. Raises RequestError."""
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        body = None
    except ClientDisconnect:
        raise RequestError("the body of the request is too long, or comes too slowly") from None
    if not isinstance(body, dict):
        raise RequestError("the body must be a JSON object")
    return body


async def await_for_page(request: Request, work: Coroutine[Any, Any, _R]) -> _R:
    """Return what `work` returns; cancel it when the page closes the connection of its request.

    Raises what `work` raises, and Superseded when it was cancelled.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_await_leaving(request))
    # Nobody reads what it raises when it is stopped.
    working.add_done_callback(lambda task: task.cancelled() or task.exception())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Superseded
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _await_leaving(request: Request) -> None:
    """Return when the connection of a request ends, which may be in the middle of its body."""
    with suppress(ClientDisconnect):
        await request.body()
        await request.receive()
