"""Games that pages play."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.errors import HostError
from host.studio.drawing import MOST_SQUARES
from host.studio.play.requests import allowed_moves, describe_command, read_job, read_moves
from host.studio.requests import read_whole
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio

# Seconds after which an answer is sent with the frames so far.
_PATIENCE = 0.25


async def begin_game(studio: Studio, request: Request) -> Response:
    version = studio.mod_workers.version
    identity, game = studio.games.begin(read_job(request.query_params, studio.setup.job))
    frame = await asyncio.wrap_future(game.first)
    described = {
        "game": identity,
        "version": version,
        "command": describe_command(request.query_params, studio.setup.mods),
        "moves": allowed_moves(game.job),
    }
    return JsonAnswer({**described, "frames": [frame]})


async def make_moves(studio: Studio, request: Request) -> Response:
    """Answer with a frame for each of some moves, fewer when they take long, and the errors that ended the game."""
    game = studio.games.find(request.path_params["game"])
    moves = read_moves(await read_object(request), allowed_moves(game.job))
    until = time.monotonic() + _PATIENCE
    frames: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    for move in moves:
        try:
            frames.append(await asyncio.wrap_future(game.press(move)))
        except HostError as error:
            if not game.is_over:
                raise
            problems = await asyncio.to_thread(studio.sources.describe, error)
            break
        if time.monotonic() > until:
            break
    return JsonAnswer({"frames": frames, "problems": problems})


async def send_path(studio: Studio, request: Request) -> Response:
    """Answer with the steps to a square, each a move and the square to which it leads."""
    x, y = (read_whole(request.query_params, name, 0, 0, MOST_SQUARES) for name in ("x", "y"))
    game = studio.games.find(request.path_params["game"])
    return JsonAnswer({"steps": await asyncio.to_thread(game.find_path, (x, y))})


async def end_game(studio: Studio, request: Request) -> Response:
    studio.games.find(request.path_params["game"]).end("The game was ended by its page.")
    return JsonAnswer({})


ROUTES = (
    ApiRoute("play", begin_game, "POST"),
    ApiRoute("play/{game}", make_moves, "POST"),
    ApiRoute("play/{game}/path", send_path),
    ApiRoute("play/{game}", end_game, "DELETE"),
)
