"""Travel: a game in a world that a person plays key by key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from host.dialects import lua_functions
from host.engine.games import Games
from host.errors import ModError, RequestError, did_you_mean, listing
from host.model.game_map import GameMap
from host.model.request import Request

# The keys that a player can press. After "script" an entity acts by itself for a turn, as in a simulation.
KEYS = (
    *("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"),
    *("up", "down", "wait", "rest", "day", "get", "inventory", "save", "load", "script"),
)
# Shows a map, its name and a line about it; returns one of `KEYS`, or None to end.
View = Callable[[GameMap, str, str], str | None]


def check_request_of_world(request: Request) -> None:
    """Check the request of a world, which has a seed only. Raises RequestError."""
    subject = f"{request.generator} begins a world, which has"
    if request.options:
        raise RequestError(f"{subject} no options: {listing(sorted(request.options), 'and')} has no effect")
    if request.players > 1 or request.house_colours:
        raise RequestError(f"{subject} one player and no house colours")


def travel(games: Games, request: Request, view: View, *, strict: bool) -> None:
    """Play the game that a mod begins, or the game of the save; see `Host.travel`."""
    mod = str(request.generator)
    check_request_of_world(request)
    manifest = next((loaded.manifest for loaded in games.loader.mods if loaded.id == mod), None)
    if manifest is None:
        raise RequestError(f'there is no mod "{mod}"', hint=did_you_mean(mod, games.loader.loaded.known_ids()))
    game, is_saved = games.begin_saved(replace(request, players=1))
    if is_saved:
        games.restore()
    else:
        problem = games.lua.call(lua_functions.begin_world, mod)
        if problem is not None:
            raise ModError(problem, mod=mod, file=f"{mod}/{manifest.entry}")
    while True:
        title, line = games.lua.call(lua_functions.world_status)
        key = view(games.finish(game, mod), title, line)
        if key is None:
            break
        if key not in KEYS:
            raise RequestError(f'there is no key "{key}": must be {listing(KEYS)}', hint=did_you_mean(key, KEYS))
        if key == "script":
            games.lua.call(lua_functions.play_by_script, strict)
        else:
            games.lua.call(lua_functions.press_key, key, strict)
    games.end()
