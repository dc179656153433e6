"""Lists of what is on a map, of all dialects, as programs see it.

Positions are squares: x from 0 at the left, y from 0 at the top. Colours are names or "#rrggbb" (see
`model.appearance`). Players count from 1, as in drawings.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from host.metrics.contents import is_creature, is_item, is_player
from host.model.document import LOCK_WORDS, list_lockables
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.objects import UNLOCKED, CarriedObject, ItemStack, MapObject
from host.model.tile import DOOR, HEIGHTS, MAX_TILES, Tile
from host.render.looks import creature_look, item_look, object_look, tile_look

FLOOR, CONTAINER, CREATURE = "floor", "container", "creature"


class PlacedItem(NamedTuple):
    """Items of one type in one place: `number` of them.

    `where` is "floor", "container" or "creature"; a carried item is at the square of its carrier.
    """

    id: str
    name: str
    x: int
    y: int
    number: int
    glyph: str
    colour: str | None
    where: str


class PlacedCreature(NamedTuple):
    """What lives on a square: a monster, a knight, a player, an entity or a chara.

    `id` is the type, and empty for a knight. `player` is the number of its player, or None. `height` ("walking" or
    "flying"), `facing` ("north", "east", "south" or "west") and `health` are None where its dialect has no such thing.
    """

    id: str
    name: str
    x: int
    y: int
    glyph: str
    colour: str | None
    player: int | None
    height: str | None
    facing: str | None
    health: int | None
    uid: int


class PlacedDoor(NamedTuple):
    """A door; `lock` is None, the number of its key, "pick_only" or "special" (opened by a switch of its mod)."""

    id: str
    name: str
    x: int
    y: int
    glyph: str
    colour: str | None
    is_open: bool
    lock: int | str | None


class PlacedContainer(NamedTuple):
    """A chest or a barrel; `lock` is as in `PlacedDoor`, `items` is what it holds."""

    id: str
    name: str
    x: int
    y: int
    glyph: str
    colour: str | None
    is_open: bool
    lock: int | str | None
    items: tuple[PlacedItem, ...]


class PlacedHome(NamedTuple):
    """A way in: (x, y) is the square in front of it, `facing` leads from there to the tile of the home.

    `players` start here. Through a special home a quest leads out. `secured_by` is the player who took it, or None.
    """

    x: int
    y: int
    facing: str
    players: tuple[int, ...]
    is_special: bool
    secured_by: int | None


class Start(NamedTuple):
    """The square on which a player starts."""

    x: int
    y: int
    player: int


def list_items(game_map: GameMap) -> list[PlacedItem]:
    """Return the items on the floor, then in containers, then those that creatures carry; each by row and column."""
    lying = [
        _item(game_map, stack, *game_map.position(square), FLOOR) for square, stack in game_map.loose_items.items()
    ]
    stored = [
        _item(game_map, stack, *game_map.position(tile_slot // MAX_TILES), CONTAINER)
        for tile_slot, stack in game_map.stored.items()
    ]
    carried = []
    for creature in game_map.living_creatures:
        counts = {item: number for item, number in creature.carried.items() if number > 0}
        if creature.held >= 0:
            counts.setdefault(creature.held, 1)
        place = creature.x, creature.y
        carried += [_item(game_map, ItemStack(item, n), *place, CREATURE) for item, n in sorted(counts.items())]
    for map_object in game_map.objects:
        if is_item(map_object):
            lying.append(_object_item(map_object, map_object, 1, FLOOR))
        inside, where = (carried, CREATURE) if is_creature(map_object) else (stored, CONTAINER)
        inside += [_object_item(map_object, item, item.number, where) for item in map_object.carried]
    return [item for items in (lying, stored, carried) for item in sorted(items, key=lambda item: (item.y, item.x))]


def list_creatures(game_map: GameMap) -> list[PlacedCreature]:
    """Return monsters and knights of kts, then what lives of the objects of the other dialects; each by uid."""
    creatures = []
    for creature in game_map.living_creatures:
        monster = None if creature.monster is None else game_map.registry.get("monster", creature.monster)
        look = creature_look(game_map, creature)
        creatures.append(
            PlacedCreature(
                id="" if monster is None else monster.id,
                name=look.name,
                x=creature.x,
                y=creature.y,
                glyph=look.glyph,
                colour=look.colour,
                player=None if creature.player is None else creature.player + 1,
                height=HEIGHTS[creature.height],
                facing=DIRECTIONS[creature.facing],
                health=creature.health,
                uid=creature.uid,
            )
        )
    players = count(1)
    for map_object in filter(is_creature, game_map.objects):
        look = object_look(map_object)
        creatures.append(
            PlacedCreature(
                id=map_object.id,
                name=look.name,
                x=map_object.x,
                y=map_object.y,
                glyph=look.glyph,
                colour=look.colour,
                player=next(players) if is_player(map_object) else None,
                height=None,
                facing=None,
                health=None,
                uid=map_object.uid,
            )
        )
    return creatures


def list_doors(game_map: GameMap) -> list[PlacedDoor]:
    """Return the doors, by row and column."""
    return [
        PlacedDoor(*_tile_fields(game_map, tile_slot, tile), tile.is_open, _lock_word(lock))
        for tile_slot, tile, lock in list_lockables(game_map)
        if tile.kind == DOOR
    ]


def list_containers(game_map: GameMap) -> list[PlacedContainer]:
    """Return the chests and barrels, by row and column."""
    stores = game_map.tileset.traits.stores
    containers = []
    for square in (square for square, stack in enumerate(game_map.stacks.ravel().tolist()) if stores[stack]):
        for tile_slot, tile in game_map.tile_slots(square):
            if tile.stores_item:
                stack = game_map.stored.get(tile_slot)
                place = game_map.position(square)
                items = () if stack is None else (_item(game_map, stack, *place, CONTAINER),)
                lock = _lock_word(game_map.lock_of(tile_slot))
                fields = _tile_fields(game_map, tile_slot, tile)
                containers.append(PlacedContainer(*fields, tile.is_open, lock, items))
    return containers


def list_locks(game_map: GameMap) -> list[PlacedDoor | PlacedContainer]:
    """Return the doors and containers that are locked, by row and column."""
    lockables: list[PlacedDoor | PlacedContainer] = [*list_doors(game_map), *list_containers(game_map)]
    return sorted((entry for entry in lockables if entry.lock is not None), key=lambda entry: (entry.y, entry.x))


def list_homes(game_map: GameMap) -> list[PlacedHome]:
    """Return the homes, in the order in which the map got them."""
    return [
        PlacedHome(
            home.x,
            home.y,
            DIRECTIONS[home.facing],
            tuple(player + 1 for player in home.players),
            home.special,
            None if home.secured_by is None else home.secured_by + 1,
        )
        for home in game_map.homes
    ]


def list_starts(game_map: GameMap) -> list[Start]:
    """Return where each player starts, by player: at its home; on a map without homes of players, where it stands."""
    starts = [Start(home.x, home.y, player) for home in list_homes(game_map) for player in home.players]
    if not starts:
        starts = [Start(c.x, c.y, c.player) for c in list_creatures(game_map) if c.player is not None]
    return sorted(starts, key=lambda start: start.player)


def _item(game_map: GameMap, stack: ItemStack, x: int, y: int, where: str) -> PlacedItem:
    look = item_look(game_map, stack)
    identity = game_map.registry.get("item", stack.item).id
    return PlacedItem(identity, look.name, x, y, stack.count, look.glyph, look.colour, where)


def _object_item(owner: MapObject, item: MapObject | CarriedObject, number: int, where: str) -> PlacedItem:
    look = object_look(item)
    return PlacedItem(item.id, look.name, owner.x, owner.y, number, look.glyph, look.colour, where)


def _tile_fields(game_map: GameMap, tile_slot: int, tile: Tile) -> tuple[str, str, int, int, str, str | None]:
    look = tile_look(tile)
    return tile.prototype.id, look.name, *game_map.position(tile_slot // MAX_TILES), look.glyph, look.colour


def _lock_word(lock: int) -> int | str | None:
    return None if lock == UNLOCKED else LOCK_WORDS.get(lock, lock)
