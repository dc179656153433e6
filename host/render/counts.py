"""How much is on a map, in words: the command line and the studio say the same."""

from __future__ import annotations

from collections import Counter

from host.errors import counted, visible
from host.model.game_map import GameMap
from host.model.objects import KIND_WORDS


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
