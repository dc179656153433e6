"""The operation that plays a game, and what it shows, as plain data."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

from host.dialects import lua_functions
from host.engine.jobs import Operation
from host.model.request import Request

if TYPE_CHECKING:
    from host.engine.engine import Engine
    from host.engine.play import PlayedGame

# What `play` shows and returns. The values of the map are those of a document.
PLAY_VIEW = {
    "map": dict,
    "name": str,
    "place": int,
    "title": str,
    "status": str,
    "messages": [str],
    "printed": [str],
    "actions": [{"id": str, "text": str, "reason": (str, NoneType)}],
    "player": object,
    "visible": [str],
    "outcome": (str, NoneType),
    "goal": str,
    "turn": int,
}
PLAY = Operation("host.engine.operations:play", PLAY_VIEW, ("ask",))


def name_of(engine: Engine, request: Request) -> str:
    """Return what a request makes, in the words of its mod."""
    name = str(request.generator)
    names = {mod.id: mod.manifest.name for mod in engine.mods}
    if engine.lua.call(lua_functions.begins_world, name):
        return names[name]
    generator = min(engine.generators(request.players, name), key=lambda listed: listed.id != name)
    title = names.get(generator.mod, generator.mod)
    if title == generator.mod:
        # It has no name but its id.
        title = generator.id
    elif generator.id != generator.mod:
        title += f": {generator.id.removeprefix(f'{generator.mod}.')}"
    texts = {option.id: option for option in generator.options}
    return ", ".join(
        [title, *(texts[option].describe(value) for option, value in request.options.items() if option in texts)]
    )


def state_of(played: PlayedGame) -> dict[str, Any]:
    """Return the parts of a view that need no view before."""
    player = played.player
    seen = played.seen.astype(int) + played.visible
    return {
        "place": played.game.number_of(played.game.map),
        "title": played.title,
        "status": played.status,
        "actions": [{"id": action.id, "text": action.text, "reason": action.reason} for action in played.actions()],
        "player": player
        and {
            "x": player.x,
            "y": player.y,
            "health": player.health,
            "max_health": player.max_health,
            "inventory": [
                {"id": thing.id, "name": thing.name, "count": thing.count, "use": thing.use, "held": thing.is_held}
                for thing in player.inventory
            ],
        },
        "visible": ["".join(map(str, row)) for row in seen.tolist()],
        "outcome": played.outcome,
        "goal": played.goal,
        "turn": played.turns,
    }
