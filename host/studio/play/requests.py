"""What pages ask to play, as the jobs of the commands simulate and travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from host.engine.jobs import DEFAULT_MODS, Job
from host.engine.operations import SIMULATE, TRAVEL
from host.engine.simulation import MOST_TURNS, MOVES, names_to_load
from host.engine.travel import KEYS
from host.errors import RequestError, did_you_mean, listing
from host.model.request import MOST_SEED, Request
from host.paths import bundled_ids
from host.studio.requests import read_request, read_whole

# Moves of a request.
_MOST_MOVES = 100


def read_job(parameters: Mapping[str, str], mods: Job) -> Job:
    """Return the job that plays what an address names: the `world` of a mod, or a map. `mods` loads the mods.

    Raises RequestError.
    """
    world = parameters.get("world", "")
    if world:
        arguments = {"request": _read_world(parameters).to_data(), "strict": False}
        names = dict.fromkeys((*mods.names, *DEFAULT_MODS, *([world] if world in bundled_ids() else [])))
        return mods._replace(operation=TRAVEL, names=tuple(names), arguments=arguments, asks=True)
    request = read_request(parameters)
    arguments = {
        "request": request.to_data(),
        "turns": MOST_TURNS,
        "player": "script",
        "steered": True,
        "strict": False,
        "watched": True,
    }
    names_to_play = names_to_load(mods.names, str(request.generator))
    return mods._replace(operation=SIMULATE, names=names_to_play, arguments=arguments, asks=True)


def describe_command(parameters: Mapping[str, str], mods: Sequence[str]) -> str:
    """Return the command line that plays the same, without moves; `mods` are the values of --mods."""
    if parameters.get("world"):
        return _read_world(parameters).format_command("travel", mods=mods, players=1)
    return read_request(parameters).format_command("simulate", mods=mods, players=1)


def _read_world(parameters: Mapping[str, str]) -> Request:
    return Request(parameters["world"], seed=read_whole(parameters, "seed", 1, 0, MOST_SEED), players=1)


def allowed_moves(job: Job) -> tuple[str, ...]:
    """Return the moves of the game of a job."""
    return KEYS if job.operation is TRAVEL else MOVES


def read_moves(body: Mapping[str, Any], allowed: Sequence[str]) -> list[str]:
    """Return the moves that the body of a request asks for. Raises RequestError."""
    moves = body.get("moves")
    if not isinstance(moves, list) or not 1 <= len(moves) <= _MOST_MOVES:
        raise RequestError(f"moves must be a list of 1 to {_MOST_MOVES} moves")
    for move in moves:
        if move not in allowed:
            word = str(move)[:40]
            raise RequestError(
                f"there is no move {word!r} in this game: must be {listing(allowed)}", hint=did_you_mean(word, allowed)
            )
    return moves
