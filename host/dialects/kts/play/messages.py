"""What the person behind the first player reads of the events of a game of kts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.dialects.kts.play.turns import name_of
from host.errors import counted
from host.play.game import Game

# Texts of the host for keys of messages that the host itself posts; `{}` stands for the params, in order.
_TEXTS = {
    "is_winner": "{} wins.",
    "all_lose": "Nobody wins.",
    "time_expired": "The time is over.",
    "game_completed": "The game took {} minutes and {} seconds.",
    "player_eliminated": "{} is out of the game.",
    "player_eliminated_num": "{} is out of the game; {} players are left.",
    "has_been_respawned": "The {} is back in the dungeon.",
    "lua_error_is": "An error of a mod: {}",
    "error_in_respawn_func": "An error of a mod where a player should enter: {}",
}


def text_of(message: Any) -> str:
    """Return a message of a mod, or of the host, as a text."""
    if not isinstance(message, Mapping):
        return str(message)
    key, params = str(message.get("key", "")), [text_of(param) for param in message.get("params") or ()]
    if key == "game_completed" and len(params) == 2 and all(map(str.isdecimal, params)):
        minutes, seconds = map(int, params)
        return f"The game took {counted(minutes, 'minute')} and {counted(seconds, 'second')}."
    pattern = _TEXTS.get(key)
    if pattern is not None and pattern.count("{}") == len(params):
        return pattern.format(*params)
    return " ".join([key.replace("_", " "), *params])


def describe_event(game: Game, event: Mapping[str, Any]) -> list[str]:
    """Return what the first player reads of an event."""
    kind = event["type"]
    knight = game.players[0].creature
    is_own = knight is not None and event.get("creature") == knight.uid
    if kind in ("message", "flash message") and event.get("player") in (None, 0):
        return [text_of(event["message"])]
    if kind == "hints":
        return [text_of(hint) for hint in event["hints"] if hint != ""]
    if kind == "window":
        return _texts_in(event["content"])
    if kind == "item taken" and is_own:
        prototype = game.registry.find("item", event["item"])
        return [] if prototype is None else [f"You take the {name_of(game, prototype.index, event['count'])}."]
    if kind == "wish":
        return [f"Your knight {event['text']}."]
    if kind == "lock picked":
        return ["The lock is open."]
    if kind == "trap sprung":
        return ["A trap goes off!"]
    return []


def _texts_in(content: Any) -> list[str]:
    """Return the title and the body of windows."""
    if isinstance(content, Mapping):
        return [text_of(content[name]) for name in ("title", "body") if name in content]
    if isinstance(content, list):
        return [text for part in content for text in _texts_in(part)]
    return [content] if isinstance(content, str) else []
