"""Creatures and treasure of the host, which levels have without any mod, and where they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from host.generate.levels.furnish import Area
from host.generate.levels.level import NONE, Level
from host.generate.levels.locks import MOST_KEYS
from host.generate.plans.marks import COLOURS, HUES
from host.generate.plans.prototypes import host_prototype
from host.model.game_map import GameMap
from host.model.objects import Creature, ItemStack, ItemType, MonsterType
from host.model.registry import OWNER, Prototype, Registry
from host.model.rng import Rng, Stream
from host.model.tile import FLYING, WALKING

# Squares of a room for each further monster and item, and the chance of each.
_SQUARES_PER_MONSTER, _MONSTER_CHANCE = 40, 0.6
_SQUARES_PER_ITEM, _TREASURE_CHANCE = 60, 0.5


class _Monster(NamedTuple):
    name: str
    colour: str
    health: int
    height: int = WALKING


class _Item(NamedTuple):
    name: str
    # None for the glyph of its kind.
    glyph: str | None
    colour: str
    kind: str = "backpack"
    key: int = 0


_MONSTERS = (
    _Monster("rat", "#a08060", 2),
    _Monster("bat", "#b07090", 2, FLYING),
    _Monster("spider", "#c08040", 4),
    _Monster("snake", "#60a050", 4),
    _Monster("slime", "#70b090", 5),
    _Monster("goblin", "bright_green", 6),
    _Monster("skeleton", "#e8e4d0", 7),
    _Monster("orc", "#78a058", 10),
)
_TREASURE = (
    _Item("coins", "$", "bright_yellow"),
    _Item("gem", "*", "bright_cyan"),
    _Item("potion", "!", "bright_magenta"),
    _Item("scroll", "?", "#e8e0c0"),
    _Item("ring", "=", "bright_yellow"),
    _Item("sword", ")", "#c0c8d8", "held"),
)
_KEYS = tuple(_Item(f"{COLOURS[i]} key", None, HUES[i], key=i + 1) for i in range(MOST_KEYS))


def list_pools(registry: Registry, kind: str) -> list[str]:
    """Return the pools of "monster" or "item": the pool of the host, and the mods that registered such prototypes."""
    return [OWNER, *dict.fromkeys(p.mod for p in registry.all(kind) if p.mod and p.mod != OWNER)]


def pool_of(registry: Registry, kind: str, name: str) -> list[Prototype]:
    """Return the prototypes of a pool. Items that are keys, or that nobody picks up, are left out."""
    if name == OWNER:
        return _monsters(registry) if kind == "monster" else _items(registry)[len(_KEYS) :]
    members = [prototype for prototype in registry.all(kind) if prototype.mod == name]
    return members if kind == "monster" else [p for p in members if not p.fields.key and p.fields.kind != "nopickup"]


def key_types(registry: Registry) -> list[Prototype]:
    """Return the keys of the host, by the number of their lock from 1."""
    return _items(registry)[: len(_KEYS)]


def _monsters(registry: Registry) -> list[Prototype]:
    def fields(prototype: Prototype, monster: _Monster) -> MonsterType:
        return MonsterType(prototype, monster.height, monster.health, name=monster.name, colour=monster.colour)

    return [host_prototype(registry, "monster", kind.name, partial(fields, monster=kind)) for kind in _MONSTERS]


def _items(registry: Registry) -> list[Prototype]:
    def fields(prototype: Prototype, item: _Item) -> ItemType:
        return ItemType(prototype, item.kind, item.key, name=item.name, glyph=item.glyph, colour=item.colour)

    # All at once, so that their order is the same in every game.
    return [host_prototype(registry, "item", kind.name, partial(fields, item=kind)) for kind in (*_KEYS, *_TREASURE)]


def fill_level(
    level: Level, game_map: GameMap, floors: Collection[int], options: Mapping[str, Any], rng: Rng, name: str
) -> list[Creature]:
    """Put treasure and monsters into the map of a level; return the monsters, whose health is not set yet.

    `floors` are the stacks on which they can be.
    """
    stacks = game_map.stacks.ravel()
    taken = set(game_map.loose_items)

    def free(area: Area) -> list[int]:
        """Return the squares of an area with a floor and nothing else."""
        return [square for square in area.squares if square not in taken and stacks.item(square) in floors]

    if options["treasure"] != NONE:
        _place_treasure(level, game_map, free, options["treasure"], rng.stream(OWNER, f"{name}.treasure"))
    if options["monsters"] != NONE:
        return _place_monsters(level, game_map, free, options["monsters"], rng.stream(OWNER, f"{name}.monsters"))
    return []


def _place_monsters(
    level: Level, game_map: GameMap, free: Callable[[Area], list[int]], pool: str, stream: Stream
) -> list[Creature]:
    """Put monsters of a pool on a map: more into larger areas, and none into the area of the entrance."""
    types = pool_of(game_map.registry, "monster", pool)
    added = []
    for area in level.areas[1:] if types else ():
        squares = free(area)
        for _ in range(1 + len(area.squares) // _SQUARES_PER_MONSTER):
            if squares and stream.chance(_MONSTER_CHANCE):
                square, monster = squares.pop(stream.below(len(squares))), stream.choice(types)
                x, y = game_map.position(square)
                creature = Creature(next(game_map.uids), x, y, monster.fields.height, monster=monster.index)
                game_map.add_creature(creature)
                added.append(creature)
    return added


def _place_treasure(
    level: Level, game_map: GameMap, free: Callable[[Area], list[int]], pool: str, stream: Stream
) -> None:
    """Put items of a pool on a map: into the containers of an area first, else on its floor."""
    types, stores = pool_of(game_map.registry, "item", pool), game_map.tileset.traits.stores
    for area in level.areas if types else ():
        squares = [square for square in area.squares if stores[game_map.stack(square)]] or free(area)
        for _ in range(1 + len(area.squares) // _SQUARES_PER_ITEM):
            if squares and stream.chance(_TREASURE_CHANCE):
                square = squares.pop(stream.below(len(squares)))
                game_map.put_item(square, ItemStack(stream.choice(types).index))
