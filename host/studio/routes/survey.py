"""Surveys: started, watched, stopped, and saved."""

from __future__ import annotations

import asyncio
from math import isfinite, nan

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from host.errors import RequestError
from host.model.checks import check_whole
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, await_for_page, read_object
from host.studio.studio import Studio
from host.studio.surveys.order import MOST_DUNGEONS, read_order
from host.studio.surveys.search import MOST_FOUND, MOST_LOOKED_AT, SearchReach
from host.studio.surveys.summary import describe_comparison, describe_survey, list_dungeons
from host.studio.surveys.survey_run import SurveyRun
from host.survey.bins import Interval
from host.survey.pages.report import describe_missing_library

# The largest number of a survey in this studio.
_MOST_NUMBER = 10**6


async def start_survey(studio: Studio, request: Request) -> Response:
    """Start a survey, and answer when its first dungeons are being made."""
    run = await studio.surveys.start(read_order(await read_object(request)))
    return JsonAnswer(run.describe())


async def stop_survey(studio: Studio, request: Request) -> Response:
    """Stop a survey; what was made stays."""
    body = await read_object(request)
    run = studio.surveys.find(check_whole("survey", body.get("survey", 0), 0, _MOST_NUMBER))
    run.stop()
    return JsonAnswer(run.describe())


async def list_surveys(studio: Studio, _: Request) -> Response:
    return JsonAnswer({"surveys": studio.surveys.list()})


async def send_survey(studio: Studio, request: Request) -> Response:
    """Answer with what a survey says so far; `x` and `y` are the metrics of its expressive range."""
    run = _find(studio, request.query_params)
    x, y = (request.query_params.get(name, "") for name in ("x", "y"))
    # Progress is read first: more dungeons may be made before they are described.
    progress = run.describe()
    described = await asyncio.to_thread(lambda: describe_survey(run.open(), x, y))
    errors = [] if run.error is None else await asyncio.to_thread(studio.sources.describe, run.error)
    plan = run.plan
    return JsonAnswer(
        {
            **progress,
            "count": plan.count,
            "request": plan.request.to_data(),
            "sweep": plan.sweep and {"option": plan.sweep[0], "values": list(plan.sweep[1])},
            "warnings": run.warnings,
            "problems": errors,
            "missing_for_report": describe_missing_library(),
            **described,
        }
    )


async def send_dungeons(studio: Studio, request: Request) -> Response:
    """Answer with the dungeons of a bin, or those that failed for the reason of the dungeon with the number `like`."""
    parameters = request.query_params
    run = _find(studio, parameters)
    like = read_whole(parameters, "like", 0, 0, MOST_DUNGEONS) if "like" in parameters else None
    intervals = [] if like is not None else _read_intervals(parameters)
    return JsonAnswer(await asyncio.to_thread(lambda: list_dungeons(run.open(), intervals, like)))


async def find_more_dungeons(studio: Studio, request: Request) -> Response:
    """Answer with more dungeons like the ones in a bin, which `dungeon-host survey find` finds."""
    parameters = request.query_params
    reach = SearchReach(
        read_whole(parameters, "after", 0, 0, MOST_DUNGEONS),
        read_whole(parameters, "count", MOST_LOOKED_AT, 1, MOST_LOOKED_AT),
        read_whole(parameters, "most", MOST_FOUND, 1, MOST_FOUND),
    )
    finding = studio.surveys.find_more(_find(studio, parameters), _read_intervals(parameters), reach)
    return JsonAnswer(await await_for_page(request, finding))


async def send_comparison(studio: Studio, request: Request) -> Response:
    old, new = (_find(studio, request.query_params, name) for name in ("old", "new"))
    return JsonAnswer(await asyncio.to_thread(lambda: describe_comparison(old.open(), new.open())))


async def send_survey_file(studio: Studio, request: Request) -> Response:
    """Answer with the file of a survey that is over, to be stored."""
    run = _find_over(studio, request.query_params)
    return FileResponse(run.path, media_type="application/octet-stream", filename=run.file_name)


async def send_report(studio: Studio, request: Request) -> Response:
    """Answer with the page of a survey that is over, as JSON, so that no browser stores an error as a file."""
    run = _find_over(studio, request.query_params)
    if (missing := describe_missing_library()) is not None:
        raise RequestError(missing)
    page = await studio.surveys.write_report(run)
    return JsonAnswer({"file": f"{run.plan.generator}.html", "page": page})


def _read_intervals(parameters: QueryParams) -> list[Interval]:
    """Return the intervals of the metrics x and y. Raises RequestError without x."""
    intervals = [
        Interval(parameters[name], _read_real(parameters, f"{name}_from"), _read_real(parameters, f"{name}_to"))
        for name in ("x", "y")
        if name in parameters
    ]
    if not intervals:
        raise RequestError("x is missing: must be a metric of the survey")
    return intervals


def _find_over(studio: Studio, parameters: QueryParams) -> SurveyRun:
    run = _find(studio, parameters)
    if not run.is_over:
        raise RequestError("the survey is still being made: stop it first")
    return run


def _find(studio: Studio, parameters: QueryParams, name: str = "survey") -> SurveyRun:
    return studio.surveys.find(read_whole(parameters, name, 0, 0, _MOST_NUMBER))


def _read_real(parameters: QueryParams, name: str) -> float:
    try:
        value = float(parameters.get(name, ""))
    except ValueError:
        value = nan
    if not isfinite(value):
        raise RequestError(f"{name} must be a finite number")
    return value


ROUTES = (
    ApiRoute("survey", send_survey),
    ApiRoute("survey", start_survey, "POST"),
    ApiRoute("survey/stop", stop_survey, "POST"),
    ApiRoute("survey/dungeons", send_dungeons),
    ApiRoute("survey/more", find_more_dungeons),
    ApiRoute("survey/compare", send_comparison),
    ApiRoute("survey/file", send_survey_file),
    ApiRoute("survey/report", send_report),
    ApiRoute("surveys", list_surveys),
)
