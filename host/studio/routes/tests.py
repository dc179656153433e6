"""The tests of the mods: what they are, how they ended, and runs of them."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Collection
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.errors import RequestError, visible
from host.studio.mod_tests import ListedTest
from host.studio.problems import Sources
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio
from host.studio.text_maps import describe_texts
from host.tools.testing.report import Failure

# Failures of a test that a page gets, and those with pictures; characters of each text, and locations of a failure.
_MOST_FAILURES, _MOST_DRAWN, _MOST_CHARACTERS, _MOST_LOCATIONS = 20, 4, 20_000, 4
# Numbers of tests in a request.
_MOST_NUMBERS = 5000


async def send_tests(studio: Studio, _: Request) -> Response:
    """Answer with all tests; list them first when a file was saved since, and nothing runs."""
    await studio.tests.refresh_list()
    return JsonAnswer(await asyncio.to_thread(studio.tests.to_data))


async def send_test(studio: Studio, request: Request) -> Response:
    """Answer with how a test ended: its failures with lines of source, and what it printed."""
    test = studio.tests.find(read_whole(request.path_params, "number", 0, 0, 10**9))
    return JsonAnswer(await asyncio.to_thread(_describe_test, studio.sources, test))


async def run_tests(studio: Studio, request: Request) -> Response:
    body = await read_object(request)
    await studio.tests.start(_read_numbers(body))
    return JsonAnswer({})


async def accept_snapshots(studio: Studio, request: Request) -> Response:
    """Run tests, and write the values that differ from their snapshots as the new ones."""
    numbers = _read_numbers(await read_object(request))
    if numbers is None:
        raise RequestError("tests must be a list of the numbers of tests")
    await studio.tests.start(numbers, accepts=True)
    return JsonAnswer({})


async def stop_tests(studio: Studio, _: Request) -> Response:
    await studio.tests.stop()
    return JsonAnswer({})


async def follow_saves(studio: Studio, request: Request) -> Response:
    """Run the tests again at each save from now on, or no more."""
    body = await read_object(request)
    if not isinstance(body.get("runs_at_saves"), bool):
        raise RequestError("runs_at_saves must be true or false")
    studio.tests.runs_at_saves = body["runs_at_saves"]
    return JsonAnswer({})


def _read_numbers(body: dict[str, Any]) -> Collection[int] | None:
    numbers = body.get("tests")
    if numbers is None:
        return None
    if (
        not isinstance(numbers, list)
        or len(numbers) > _MOST_NUMBERS
        or not all(type(number) is int for number in numbers)
    ):
        raise RequestError(f"tests must be a list of at most {_MOST_NUMBERS} numbers of tests")
    return frozenset(numbers)


def _describe_test(sources: Sources, test: ListedTest) -> dict[str, Any]:
    failures = test.failures[:_MOST_FAILURES]
    return {
        **test.to_data(),
        "file": test.file,
        "command": shlex.join(["test", f"{test.path}::{test.case.name}"]),
        "printed": test.printed[:_MOST_CHARACTERS],
        "failures": [
            _describe_failure(sources, failure, draws=number < _MOST_DRAWN) for number, failure in enumerate(failures)
        ],
    }


def _describe_failure(sources: Sources, failure: Failure, *, draws: bool) -> dict[str, Any]:
    expected, actual = failure.expected, failure.actual
    maps = describe_texts(expected or "", actual) if draws and failure.shape == "map" and actual is not None else None
    locations = [(frame.file, frame.line) for frame in failure.frames if "/" in frame.file]
    return {
        "kind": failure.kind,
        "message": visible(failure.message[:_MOST_CHARACTERS]),
        "expected": expected and visible(expected[:_MOST_CHARACTERS]),
        "actual": actual and visible(actual[:_MOST_CHARACTERS]),
        "maps": maps and {**maps, "has_expected": expected is not None},
        "snapshot": failure.snapshot and visible(failure.snapshot),
        "sources": [
            source
            for file, line in list(dict.fromkeys(locations))[:_MOST_LOCATIONS]
            if (source := sources.quote(file, line)) is not None
        ],
    }


ROUTES = (
    ApiRoute("tests", send_tests),
    ApiRoute("tests/run", run_tests, "POST"),
    ApiRoute("tests/accept", accept_snapshots, "POST"),
    ApiRoute("tests/stop", stop_tests, "POST"),
    ApiRoute("tests/saves", follow_saves, "POST"),
    ApiRoute("tests/{number}", send_test),
)
