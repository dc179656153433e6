"""The console, and profiles."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from host.model.checks import check_text
from host.model.request import TYPED_FIELDS
from host.studio.profiles import profile_map
from host.studio.requests import read_body, read_request
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio


async def answer_input(studio: Studio, request: Request) -> Response:
    body = await read_object(request)
    text = check_text("text", body.get("text"))
    fields = {name: body[name] for name in TYPED_FIELDS if name in body}
    game = read_body(fields) if fields else None
    return JsonAnswer(await studio.console.answer(text, game))


async def complete_input(studio: Studio, request: Request) -> Response:
    return JsonAnswer({"names": await studio.console.complete(request.query_params.get("text", "")[:200])})


async def stop_input(studio: Studio, _: Request) -> Response:
    studio.console.stop()
    return JsonAnswer({})


async def send_profile(studio: Studio, request: Request) -> Response:
    map_request = read_request(request.query_params)
    title = map_request.format_command(mods=studio.setup.mods)
    return JsonAnswer(await profile_map(studio.setup.job, studio.mod_workers, map_request, title))


ROUTES = (
    ApiRoute("console", answer_input, "POST"),
    ApiRoute("console/names", complete_input),
    ApiRoute("console/stop", stop_input, "POST"),
    ApiRoute("profile", send_profile),
)
