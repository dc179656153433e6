"""The settings of play that kts mods made, as plain data for a save, and back; prototypes by id (see maps.py)."""

from __future__ import annotations

from typing import Any

from host.dialects.kts.play.quest import Quest
from host.errors import SaveError
from host.model.registry import Registry
from host.model.tile_set import TileSet

_PLAIN: dict[str, tuple[type, ...]] = {
    "premapped": (bool,),
    "time_limit": (int,),
    "deathmatch": (bool,),
    "total_monster_limit": (int, type(None)),
    "full_zombie_activity": (bool,),
}


def to_data(settings: Quest, registry: Registry, tiles: TileSet) -> dict[str, Any]:
    """Return the settings of a game as plain data."""

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


def fill(settings: Quest, data: Any, registry: Registry) -> None:
    """Set settings to what `to_data` returned, without prototypes that are no longer registered.

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
