"""Settings of a quest: hints, starting gear, limits and others, and what a save has of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from host.errors import SaveError
from host.model.registry import Registry
from host.model.tile_set import TileSet
from host.play.game import Game


class Hint(NamedTuple):
    """A line of the quest's description."""

    text: Any
    order: float
    group: float

    @property
    def rank(self) -> tuple[float, float, str]:
        """What hints are sorted by: group, order, and the text or its key."""
        return self.group, self.order, str(self.text.get("key") if isinstance(self.text, dict) else self.text)


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

    def shown_hints(self) -> list[Any]:
        """Return what players read: the texts of the hints, and an empty line between groups."""
        groups = groupby(sorted(self.hints, key=lambda hint: hint.rank), key=lambda hint: hint.group)
        lines: list[Any] = []
        for _, hints in groups:
            lines += [*([""] if lines else []), *(hint.text for hint in hints)]
        return lines


def quest_summary(game: Game) -> dict[str, Any]:
    """Return the quest of a game as plain data, with ids in place of indices; defaults are left out."""
    quest, registry = game.part(Quest), game.registry

    def tiles(indices: list[int]) -> list[str]:
        return [game.tiles.tiles[index].prototype.id for index in indices]

    summary: dict[str, Any] = {
        "description": quest.description,
        "hints": quest.shown_hints(),
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


_PLAIN: dict[str, tuple[type, ...]] = {
    "premapped": (bool,),
    "time_limit": (int,),
    "deathmatch": (bool,),
    "total_monster_limit": (int, type(None)),
    "full_zombie_activity": (bool,),
}


def quest_to_data(settings: Quest, registry: Registry, tiles: TileSet) -> dict[str, Any]:
    """Return the settings of a game as plain data for a save; prototypes by id (see host/save/maps.py)."""

    def of(kind: str, index: int) -> str:
        return tiles.tiles[index].prototype.id if kind == "tile" else registry.get(kind, index).id

    stuff, lockpicks, zombies = settings.stuff_respawn, settings.lockpick_spawn, settings.zombie_activity
    return {
        **{name: getattr(settings, name) for name in _PLAIN},
        "starting_gear": [[of("item", item), counts] for item, counts in settings.starting_gear],
        "stuff_respawn": stuff and [[of("item", item) for item in stuff[0]], stuff[1]],
        "lockpick_spawn": lockpicks and [of("item", lockpicks[0]), *lockpicks[1:]],
        "monster_generators": [
            [of("monster", monster), [of("tile", tile) for tile in on], chance]
            for monster, on, chance in settings.monster_generators
        ],
        "monster_limits": [[of("monster", monster), most] for monster, most in settings.monster_limits.items()],
        "zombie_activity": zombies
        and [zombies[0], [[of("tile", tile), kind, of(kind, to)] for tile, kind, to in zombies[1]]],
    }


def restore_quest(settings: Quest, data: Any, registry: Registry) -> None:
    """Set settings to what `quest_to_data` returned, without prototypes that are no longer registered.

    Raises SaveError for data of another form.
    """

    def index(kind: str, identity: str) -> int | None:
        prototype = registry.find(kind, identity)
        if prototype is None:
            return None
        return prototype.fields if kind == "tile" else prototype.index

    def all_of(kind: str, identities: list[str]) -> list[int]:
        return [number for number in (index(kind, identity) for identity in identities) if number is not None]

    try:
        for name, types in _PLAIN.items():
            if type(data[name]) not in types:
                raise TypeError(name)
            setattr(settings, name, data[name])
        for identity, counts in data["starting_gear"]:
            for item in all_of("item", [identity]):
                settings.starting_gear.append((item, [_whole(count) for count in counts]))
        if data["stuff_respawn"]:
            items, milliseconds = data["stuff_respawn"]
            settings.stuff_respawn = all_of("item", items), _whole(milliseconds)
        if data["lockpick_spawn"]:
            identity, first, interval = data["lockpick_spawn"]
            for item in all_of("item", [identity]):
                settings.lockpick_spawn = item, _whole(first), _whole(interval)
        for identity, tiles, chance in data["monster_generators"]:
            for monster in all_of("monster", [identity]):
                settings.monster_generators.append((monster, all_of("tile", tiles), float(chance)))
        for identity, most in data["monster_limits"]:
            for monster in all_of("monster", [identity]):
                settings.monster_limits[monster] = _whole(most)
        if data["zombie_activity"]:
            chance, changes = data["zombie_activity"]
            pairs = []
            for identity, kind, to in changes:
                if kind not in ("tile", "monster"):
                    raise ValueError(kind)
                pair = index("tile", identity), index(kind, to)
                if pair[0] is not None and pair[1] is not None:
                    pairs.append((pair[0], kind, pair[1]))
            settings.zombie_activity = float(chance), pairs
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SaveError(f"the settings of play in the save cannot be read: {error}") from None


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > 2**62:
        raise ValueError(f"{value!r:.40} is not a whole number")
    return value
