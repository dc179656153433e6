"""What happened on a map, and what its quest says, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.errors import visible
from host.model.game_map import GameMap


def quest_lines(game_map: GameMap) -> list[str]:
    """Return the description of the quest of a map, and its hints."""
    description = [describe_value(line) for line in game_map.quest.get("description", [])]
    hints = [f"Hint: {describe_value(hint)}" for hint in game_map.quest.get("hints", [])]
    return [visible(line) for line in description + hints]


def describe_event(event: Mapping[str, Any]) -> str:
    """Return the type of an event and its details."""
    details = ", ".join(f"{key} {describe_value(value)}" for key, value in event.items() if key != "type")
    return visible(f"{event['type']}{': ' if details else ''}{details}")


def describe_value(value: object) -> str:
    """Return a value of an event, of the quest or of an option as text."""
    if isinstance(value, list):
        return "; ".join(map(describe_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
