"""What the person behind the first player reads of the events of a game of kts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from host.dialects.kts.play.quest import Quest
from host.dialects.kts.play.turns import name_of
from host.errors import counted, listing
from host.model.objects import Creature
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
    if key == "is_winner" and len(params) > 1:
        return f"{listing(params, 'and')} win."
    pattern = _TEXTS.get(key)
    if pattern is not None and pattern.count("{}") == len(params):
        return pattern.format(*params)
    return " ".join([key.replace("_", " "), *params])


def says_outcome(game: Game, text: str) -> bool:
    """Return whether a message says who has won where there is one player."""
    return len(game.players) == 1 and text in (_TEXTS["is_winner"].format(game.players[0].name), _TEXTS["all_lose"])


def goal_of(game: Game) -> str:
    """Return the goal of the quest, in words.

    The hints of the first group say what to do. Then come the items for it that the first player carries, and the hints
    of the second group, which say how to leave.
    """
    quest, knight = game.part(Quest), game.players[0].creature
    hints = sorted(quest.hints, key=lambda hint: hint.rank)
    wanted = [] if knight is None else list(_wanted(game, knight))
    groups = [hints[0].group] if hints else []
    if wanted and hints:
        groups.append(hints[0].group + 1)
    parts = [text_of(hint.text) for hint in hints if hint.group in groups]
    return " ".join([*parts, *([f"You carry: {listing(wanted, 'and')}."] if wanted and parts else [])])


def _wanted(game: Game, knight: Creature) -> Iterator[str]:
    """Yield what a knight carries that must not be lost, without keys of doors."""
    for item, count in knight.carried.items():
        fields = game.registry.get("item", item).fields
        if fields.critical and not fields.key:
            yield name_of(game, item, count)


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
    if kind == "item thrown" and is_own:
        thrown = game.registry.find("item", event["item"])
        return [] if thrown is None else [f"You throw the {name_of(game, thrown.index)}."]
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
