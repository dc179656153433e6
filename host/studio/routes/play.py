"""Games that pages play."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.engine.replays.recording import RecordedGame
from host.errors import HostError
from host.studio.drawing import MOST_SQUARES
from host.studio.play.game import Answer
from host.studio.play.recordings import find_changes, read_file, write_file
from host.studio.play.requests import describe_commands, read_instructions, read_job
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio

# Seconds after which an answer is sent with the frames so far.
_PATIENCE = 0.25


async def begin_game(studio: Studio, request: Request) -> Response:
    version = studio.mod_workers.version
    parameters = request.query_params
    job = read_job(parameters, studio.setup.job.mods)
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


async def send_file(studio: Studio, request: Request) -> Response:
    """Answer with the game so far as a file: a recording, a film, or a page to share."""
    game = studio.games.find(request.path_params["game"])
    return await _send(studio, request, game.recording(), shows_all=game.shows_all)


async def open_recording(studio: Studio, request: Request) -> Response:
    shows_all = request.query_params.get("all") == "1"
    opened = await asyncio.to_thread(read_file, await read_object(request), shows_all=shows_all)
    frames = await asyncio.to_thread(opened.frames)
    return JsonAnswer({"recording": studio.recordings.add(opened), **opened.describe(), "frames": frames})


async def send_frames(studio: Studio, request: Request) -> Response:
    """Answer with the next frames of a recording."""
    opened = studio.recordings.find(request.path_params["recording"])
    await read_object(request)
    return JsonAnswer({"frames": await asyncio.to_thread(opened.frames)})


async def send_file_of_recording(studio: Studio, request: Request) -> Response:
    opened = studio.recordings.find(request.path_params["recording"])
    return await _send(studio, request, opened.recording, shows_all=request.query_params.get("all") == "1")


async def send_difference(studio: Studio, request: Request) -> Response:
    """Answer with where the game of a recording first differs with the mods of the studio."""
    opened = studio.recordings.find(request.path_params["recording"])
    async with studio.drawing:
        return JsonAnswer(await asyncio.to_thread(find_changes, opened.recording, studio.setup.job))


async def close_recording(studio: Studio, request: Request) -> Response:
    studio.recordings.close(request.path_params["recording"])
    return JsonAnswer({})


async def _send(studio: Studio, request: Request, recording: RecordedGame, *, shows_all: bool) -> Response:
    form = request.query_params.get("format", "")
    # Films take long: one is drawn at a time.
    async with studio.drawing:
        content = await asyncio.to_thread(write_file, recording, form, shows_all=shows_all)
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="game.{form}"'},
    )


async def end_game(studio: Studio, request: Request) -> Response:
    studio.games.find(request.path_params["game"]).end("The game was ended by its page.")
    return JsonAnswer({})


ROUTES = (
    ApiRoute("play", begin_game, "POST"),
    ApiRoute("play/{game}", do_instructions, "POST"),
    ApiRoute("play/{game}/look", look),
    ApiRoute("play/{game}/file", send_file),
    ApiRoute("play/{game}", end_game, "DELETE"),
    ApiRoute("recording", open_recording, "POST"),
    ApiRoute("recording/{recording}", send_frames, "POST"),
    ApiRoute("recording/{recording}/file", send_file_of_recording),
    ApiRoute("recording/{recording}/difference", send_difference),
    ApiRoute("recording/{recording}", close_recording, "DELETE"),
)
