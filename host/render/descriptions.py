"""How much is on a map, what happened there and what its quest says, as text for the command line and the studio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from host.errors import counted, visible
from host.model.game_map import GameMap
from host.model.objects import KIND_WORDS
from host.render.looks import creature_look, item_look, object_look, tile_look


def describe_counts(game_map: GameMap) -> list[str]:
    """Return how much is on a map, as texts: "7 rooms", "3 items (1 in containers)", "5 entities"."""
    lying = sum(stack.count for stack in game_map.loose_items.values())
    stored = sum(stack.count for stack in game_map.stored.values())
    objects = Counter(map_object.kind for map_object in game_map.objects)
    monsters = sum(creature.monster is not None for creature in game_map.living_creatures)
    counts = [
        (len(game_map.rooms), "room", ""),
        (lying + stored + objects.pop("item", 0), "item", f" ({stored} in containers)" if stored else ""),
        (monsters, "monster", ""),
        *((number, KIND_WORDS.get(kind, kind), "") for kind, number in sorted(objects.items())),
    ]
    # On a map of other dialects, counts of 0 are left out.
    return [visible(counted(number, noun) + more) for number, noun, more in counts if number or not game_map.objects]


def describe_square(game_map: GameMap, x: int, y: int) -> str:
    """Return what is on a square, the uppermost first: names of tiles, then of things."""
    if not game_map.contains(x, y):
        return "no square"
    square = game_map.square(x, y)
    tiles = game_map.tileset.tiles_of(int(game_map.stacks[y, x]))
    looks = [tile_look(tile) for tile in reversed(tiles)]
    if square in game_map.loose_items:
        looks.append(item_look(game_map, game_map.loose_items[square]))
    looks += [creature_look(game_map, c) for c in game_map.living_creatures if (c.x, c.y) == (x, y)]
    looks += [object_look(thing) for thing in game_map.objects if (thing.x, thing.y) == (x, y)]
    return visible(", ".join(str(look.name) for look in looks) or "nothing")


def quest_lines(game_map: GameMap) -> list[str]:
    """Return the description of the quest of a map, and its hints."""
    description = [describe_value(line) for line in game_map.quest.get("description", [])]
    hints = [f"Hint: {describe_value(hint)}" for hint in game_map.quest.get("hints", []) if hint != ""]
    return [visible(line) for line in description + hints]


def describe_event(event: Mapping[str, Any]) -> str:
    """Return the type of an event and its details."""
    details = ", ".join(f"{key} {describe_value(value)}" for key, value in event.items() if key != "type")
    return visible(f"{event['type']}{': ' if details else ''}{details}")


def describe_value(value: object) -> str:
    """Return a value of an event, of the quest or of an option as text."""
    if isinstance(value, list):
        return "; ".join(map(describe_value, value))
    if isinstance(value, Mapping) and isinstance(value.get("key"), str):  # a message of kts with its params
        params = value.get("params")
        words = map(describe_value, params if isinstance(params, list | tuple) else ())
        return " ".join([value["key"].replace("_", " "), *words])
    return str(value).lower() if isinstance(value, bool) else str(value)
