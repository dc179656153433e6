"""The application of the studio: the page, its files, and the JSON that `docs/studio.md` describes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from host.errors import HostError, RequestError
from host.render.markup import to_markup
from host.studio.mod_workers import Superseded
from host.studio.requests import describe_fields
from host.studio.routes import author, installed, maps, mods, origins, play, segments, survey, tests
from host.studio.routes.route import Handler, JsonAnswer
from host.studio.studio import Studio

PAGE = Path(__file__).parent / "page"
API_ROUTES = (
    *author.ROUTES,
    *installed.ROUTES,
    *maps.ROUTES,
    *mods.ROUTES,
    *origins.ROUTES,
    *play.ROUTES,
    *segments.ROUTES,
    *survey.ROUTES,
    *tests.ROUTES,
)


def make_app(studio: Studio) -> Starlette:
    """Return the application that shows a studio."""
    api = [Route(f"/api/{route.path}", _answer(studio, route.handler), methods=[route.method]) for route in API_ROUTES]

    @asynccontextmanager
    async def run(_: Starlette) -> AsyncIterator[None]:
        studio.log.attach(asyncio.get_running_loop())
        studio.tests.attach(asyncio.get_running_loop())
        watching = asyncio.create_task(studio.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await studio.close()

    files = [
        Route("/", _send_page),
        Route("/favicon.ico", _send_icon),
        Mount("/static/{version:int}", _StoredFiles(directory=PAGE)),
        Mount("/static", StaticFiles(directory=PAGE)),
    ]
    return Starlette(routes=[*files, *api], lifespan=run)


def _answer(studio: Studio, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers errors with JSON.

    An error of a mod is an answer like a map, with status 200: browsers report any other status as a failure of the
    page. So is a request that was overtaken by a saved file.
    """

    @wraps(handler)
    async def answer(request: Request) -> Response:
        try:
            for name in request.query_params:
                if len(request.query_params.getlist(name)) > 1:
                    raise RequestError(f'the address has "{name[:40]}" twice: must have it once')
            return await handler(studio, request)
        except Superseded:
            return JsonAnswer({"errors": [], "is_superseded": True})
        except HostError as error:
            errors = await asyncio.to_thread(studio.sources.describe, error)
            return JsonAnswer({"version": studio.mod_workers.version, "errors": errors})

    return answer


class _StoredFiles(StaticFiles):
    """Files of the page under an address with their version: a browser asks for each of the hundred files once."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = "max-age=86400, immutable"
        return response


async def _send_page(_: Request) -> Response:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    html = html.replace('content="REQUEST_FIELDS"', f'content="{to_markup(json.dumps(describe_fields()))}"')
    return HTMLResponse(html.replace("/static/", f"/static/{_version()}/"))


def _version() -> int:
    """Return another number when a file of the page has changed."""
    return max(path.stat().st_mtime_ns for path in PAGE.rglob("*"))


async def _send_icon(_: Request) -> Response:
    return FileResponse(PAGE / "favicon.svg")
