"""Games that pages play."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.errors import HostError
from host.studio.drawing import MOST_SQUARES
from host.studio.play.game import Answer
from host.studio.play.requests import describe_commands, read_instructions, read_job
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio

# Seconds after which an answer is sent with the frames so far.
_PATIENCE = 0.25


async def begin_game(studio: Studio, request: Request) -> Response:
    version = studio.mod_workers.version
    parameters = request.query_params
    job = read_job(parameters, studio.setup.job)
    identity, game = studio.games.begin(job, shows_all=parameters.get("all") == "1")
    answer = await asyncio.wrap_future(game.first)
    described = {
        "game": identity,
        "version": version,
        "commands": describe_commands(parameters, studio.setup.mods),
        "options": game.options,
    }
    return JsonAnswer({**described, "frames": [answer.frame], "notes": answer.notes})


async def do_instructions(studio: Studio, request: Request) -> Response:
    """Answer with the frames of what a page asks for, fewer when they take long, and the errors that ended the game."""
    game = studio.games.find(request.path_params["game"])
    instructions = read_instructions(await read_object(request))
    until = time.monotonic() + _PATIENCE
    frames: list[dict[str, Any]] = []
    notes: list[str] = []
    problems: list[dict[str, Any]] = []
    done, goes_on = 0, False
    for instruction in instructions:
        try:
            answer: Answer = await asyncio.wrap_future(game.ask(instruction))
        except HostError as error:
            if game.is_over:
                problems = await asyncio.to_thread(studio.sources.describe, error)
            elif done:
                # The frames so far are made.
                notes.append(error.message)
            else:
                raise
            break
        frames += [answer.frame] if answer.frame is not None else []
        notes += answer.notes
        goes_on = answer.goes_on
        done += 1
        if time.monotonic() > until:
            break
    return JsonAnswer({"frames": frames, "notes": notes, "done": done, "goes_on": goes_on, "problems": problems})


async def look(studio: Studio, request: Request) -> Response:
    """Answer with what is on a square, or with `next=1` on that of the next thing that the player sees."""
    x, y = (read_whole(request.query_params, name, 0, 0, MOST_SQUARES) for name in ("x", "y"))
    game = studio.games.find(request.path_params["game"])
    at_next = request.query_params.get("next") == "1"
    return JsonAnswer(await asyncio.to_thread(game.look, x, y, at_next=at_next))


async def end_game(studio: Studio, request: Request) -> Response:
    studio.games.find(request.path_params["game"]).end("The game was ended by its page.")
    return JsonAnswer({})


ROUTES = (
    ApiRoute("play", begin_game, "POST"),
    ApiRoute("play/{game}", do_instructions, "POST"),
    ApiRoute("play/{game}/look", look),
    ApiRoute("play/{game}", end_game, "DELETE"),
)
