"""Where things come from, and why a map cannot be made."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from host.model.request import Request as MapRequest
from host.studio.drawing import MOST_SQUARES
from host.studio.origins import Question, describe_cause
from host.studio.requests import read_request, read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer
from host.studio.studio import Studio


async def send_causes_of_square(studio: Studio, request: Request) -> Response:
    x, y = (str(read_whole(request.query_params, name, 0, 0, MOST_SQUARES)) for name in ("x", "y"))
    return await _answer(studio, request, "square", (x, y))


async def send_causes(studio: Studio, request: Request) -> Response:
    """Answer with the causes of a subject other than a square."""
    return await _answer(studio, request, request.path_params["subject"], (request.path_params["name"],))


async def _answer(studio: Studio, request: Request, subject: str, name: tuple[str, ...]) -> Response:
    # Mods without generators have items and pools, too.
    is_of_map = subject == "square" or request.query_params.get("generator")
    map_request = read_request(request.query_params) if is_of_map else MapRequest(None, seed=1)
    causes = await studio.origins.list_causes(Question(subject, name, map_request))
    return JsonAnswer({"causes": [describe_cause(cause) for cause in causes]})


async def send_explanation(studio: Studio, request: Request) -> Response:
    """Answer with why a map cannot be made, or with null."""
    explanation = await studio.origins.explain_failure(read_request(request.query_params))
    return JsonAnswer({"explanation": explanation})


ROUTES = (
    ApiRoute("why", send_causes_of_square),
    ApiRoute("why/{subject}/{name:path}", send_causes),
    ApiRoute("explanation", send_explanation),
)
