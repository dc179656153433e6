"""What pages ask to play, as the job of the command play, and what they ask the player to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host.engine.jobs import Job
from host.engine.playing.steering import COMMANDS
from host.engine.playing.view import PLAY
from host.engine.simulation import names_to_load
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.paths import bundled_ids
from host.studio.drawing import MOST_SQUARES
from host.studio.requests import read_request

# Actions of a request, and characters of each.
_MOST_ACTIONS, _MOST_CHARACTERS = 100, 300
# The keys of the body of a request, of which it has one.
_WANTS = ("actions", "command", "walk", "go_on", "all")


class Instruction(NamedTuple):
    """What a page asks the player to do: an action, a command, or a square to walk to; with none of them, to go on.

    `shows_all` says whether all of the map is to be shown, which takes no time.
    """

    action: str | None = None
    command: str | None = None
    square: tuple[int, int] | None = None
    shows_all: bool | None = None


def read_job(parameters: Mapping[str, str], mods: ModsToLoad) -> Job:
    """Return the job that plays what an address names: the `world` of a mod, or a map. Raises RequestError."""
    request = _read_played(parameters)
    name = str(request.generator)
    arguments = {"request": request.to_data(), "critters": False, "strict": False}
    names = names_to_load((*mods.names, *([name] if name in bundled_ids() else [])), name)
    return Job(PLAY, mods._replace(names=names), arguments, asks=True)


def describe_commands(parameters: Mapping[str, str], mods: Sequence[str]) -> dict[str, str]:
    """Return the command lines that play the same, and that take keys; `mods` are the values of --mods."""
    request = _read_played(parameters)
    names = {"play": "play", "keys": "travel" if parameters.get("world") else "simulate"}
    return {key: request.format_command(name, mods=mods, players=1) for key, name in names.items()}


def _read_played(parameters: Mapping[str, str]) -> Request:
    world = parameters.get("world")
    return read_request({"players": "1", **parameters, "generator": world} if world else parameters)


def read_instructions(body: Mapping[str, Any]) -> list[Instruction]:
    """Return what the body of a request asks for. Raises RequestError."""
    if len(body) != 1 or next(iter(body)) not in _WANTS:
        raise RequestError(f"the body must have one of {listing(_WANTS, 'and')}")
    match body:
        case {"actions": list(actions)} if 1 <= len(actions) <= _MOST_ACTIONS and all(map(_is_action, actions)):
            return [Instruction(action=action) for action in actions]
        case {"command": str(command)} if command in COMMANDS:
            return [Instruction(command=command)]
        # In Python true is a number, too.
        case {"walk": [int(x), int(y)]} if (
            type(x) is type(y) is int and 0 <= x < MOST_SQUARES and 0 <= y < MOST_SQUARES
        ):
            return [Instruction(square=(x, y))]
        case {"go_on": True}:
            return [Instruction()]
        case {"all": bool(shows_all)}:
            return [Instruction(shows_all=shows_all)]
        case {"actions": _}:
            raise RequestError(
                f"actions must be a list of 1 to {_MOST_ACTIONS} ids of at most {_MOST_CHARACTERS} characters"
            )
        case {"command": command}:
            word = str(command)[:40]
            raise RequestError(
                f"there is no command {word!r}: must be {listing(COMMANDS)}", hint=did_you_mean(word, COMMANDS)
            )
        case {"walk": _}:
            raise RequestError("walk must be the x and y of a square")
        case {"go_on": _}:
            raise RequestError("go_on must be true")
    raise RequestError("all must be true or false")


def _is_action(action: Any) -> bool:
    return isinstance(action, str) and len(action) <= _MOST_CHARACTERS
