"""Settings of a quest: hints, starting gear, limits and others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from host.model.registry import Registry
from host.play.game import Game


class Hint(NamedTuple):
    """A line of the quest's description, sorted by group and then by order."""

    text: Any
    order: float
    group: float


@dataclass(slots=True)
class Quest:
    """The quest of a game. The host stores these settings with the map; a part of `Game`."""

    hints: list[Hint] = field(default_factory=list)
    # The lines with which the menu describes the quest.
    description: list[Any] = field(default_factory=list)
    # (item index, count for the first life, the second, …).
    starting_gear: list[tuple[int, list[int]]] = field(default_factory=list)
    # Items that appear again, and after how many milliseconds.
    stuff_respawn: tuple[list[int], int] | None = None
    # (item index, first time, interval), in milliseconds.
    lockpick_spawn: tuple[int, int, int] | None = None
    premapped: bool = False
    # In seconds; 0 for no limit.
    time_limit: int = 0
    deathmatch: bool = False
    # (monster index, tile indices, probability).
    monster_generators: list[tuple[int, list[int], float]] = field(default_factory=list)
    # Monster index -> most living monsters of that type; the limit for all types together.
    monster_limits: dict[int, int] = field(default_factory=dict)
    total_monster_limit: int | None = None
    # (probability, [(tile prototype index, "tile" or "monster", index of what it becomes)]).
    zombie_activity: tuple[float, list[tuple[int, str, int]]] | None = None
    full_zombie_activity: bool = False

    def sorted_hints(self) -> list[Any]:
        """Return the texts of the hints in the order in which players read them."""
        return [hint.text for hint in sorted(self.hints, key=lambda hint: (hint.group, hint.order))]


def quest_summary(game: Game) -> dict[str, Any]:
    """Return the quest of a game as plain data, with ids in place of indices; defaults are left out."""
    quest, registry = game.part(Quest), game.registry

    def tiles(indices: list[int]) -> list[str]:
        return [game.tiles.tiles[index].prototype.id for index in indices]

    summary: dict[str, Any] = {
        "description": quest.description,
        "hints": quest.sorted_hints(),
        "starting_gear": [
            {"item": registry.get("item", item).id, "counts": counts} for item, counts in quest.starting_gear
        ],
        "premapped": quest.premapped,
        "time_limit": quest.time_limit,
        "deathmatch": quest.deathmatch,
        "respawn": next((player.respawn for player in game.players if player.respawn != "normal"), None),
        "monster_generators": [
            {"monster": registry.get("monster", monster).id, "tiles": tiles(sources), "probability": probability}
            for monster, sources, probability in quest.monster_generators
        ],
        "monster_limits": {
            registry.get("monster", monster).id: most for monster, most in sorted(quest.monster_limits.items())
        },
        "total_monster_limit": quest.total_monster_limit,
        **_timed_settings(quest, registry),
    }
    return {name: value for name, value in summary.items() if value not in (None, [], {}, 0, False)}


def _timed_settings(quest: Quest, registry: Registry) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if quest.stuff_respawn is not None:
        items, milliseconds = quest.stuff_respawn
        settings["stuff_respawn"] = {"items": [registry.get("item", item).id for item in items], "ms": milliseconds}
    if quest.lockpick_spawn is not None:
        item, first, interval = quest.lockpick_spawn
        settings["lockpick_spawn"] = {"item": registry.get("item", item).id, "first_ms": first, "interval_ms": interval}
    if quest.zombie_activity is not None:
        probability, changes = quest.zombie_activity
        settings["zombie_activity"] = {
            "probability": probability,
            "changes": [[registry.get("tile", tile).id, registry.get(kind, to).id] for tile, kind, to in changes],
        }
    return settings
