"""The squares of a map as plain data for a save, and back; prototypes by id, as their numbers change with the mods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from host.errors import SaveError
from host.model.game_map import GameMap
from host.model.objects import Creature, Home, ItemStack, Trap, Zone
from host.model.registry import Prototype, Registry
from host.model.tile import APPROACH, BLOCKED, CLEAR, MAX_TILES, Tile
from host.model.tile_set import TileSet
from host.save.contents import shortened


def to_data(game_map: GameMap, missing_rows: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return all that a map holds; `missing_rows` are the rows that `from_data` returned when the map was loaded."""
    tiles = game_map.tileset.tiles
    stacks = game_map.stacks_in_order()
    number = np.zeros(len(game_map.tileset.stacks), dtype="<i4")
    number[stacks] = range(len(stacks))
    registry = game_map.registry

    def item(index: int) -> str | None:
        return registry.get("item", index).id if index >= 0 else None

    def saved_stack(stack: ItemStack) -> list[Any]:
        return [item(stack.item), stack.count]

    data: dict[str, Any] = {
        "size": [game_map.width, game_map.height],
        "piles": [
            [
                [tiles[tile].prototype.id, tiles[tile].is_open, [*tiles[tile].access]]
                for tile in game_map.tileset.stacks[stack]
            ]
            for stack in stacks
        ],
        # For each square, the number of its stack in "piles".
        "squares": number[game_map.stacks].astype("<i4").tobytes(),
        "items": [[square, *saved_stack(stack)] for square, stack in game_map.loose_items.items()],
        "stored": [[place, *saved_stack(stack)] for place, stack in game_map.stored.items()],
        "locks": [[*pair] for pair in game_map.locks.items()],
        "hit_points": [[*pair] for pair in game_map.hit_points.items()],
        "traps": [
            [place, trap.kind, item(trap.item), item(trap.bolt), trap.direction]
            for place, trap in game_map.traps.items()
        ],
        "creatures": [_creature(creature, item, registry) for creature in game_map.living_creatures],
        "homes": [[h.x, h.y, h.facing, h.tile_square, h.special, [*h.players], h.secured_by] for h in game_map.homes],
        "rooms": game_map.rooms.tolist(),
        "zones": [[*zone[:5], registry.get("segment", zone.segment).id] for zone in game_map.zones],
    }
    if game_map.seen is not None:
        # A bit for each square; saves without it are of maps on which nobody looked.
        data["seen"] = np.packbits(game_map.seen).tobytes()
    for name, rows in (missing_rows or {}).items():
        data[name] += rows
    return {name: value for name, value in data.items() if value != [] or name == "piles"}


def _creature(creature: Creature, item: Callable[[int], str | None], registry: Registry) -> list[Any]:
    c = creature
    monster = None if c.monster is None else registry.get("monster", c.monster).id
    carried = [[item(index), count] for index, count in c.carried.items()]
    return [c.uid, c.x, c.y, c.height, c.facing, monster, c.player, c.health, item(c.held), carried]


def tile_ids(data: dict[str, Any]) -> set[str]:
    """Return the ids of the tiles of a map; malformed rows have none."""
    stacks = data.get("piles")
    tiles = [tile for stack in stacks if isinstance(stack, list) for tile in stack] if isinstance(stacks, list) else []
    return {tile[0] for tile in tiles if isinstance(tile, list) and tile and isinstance(tile[0], str)}


def from_data(data: dict[str, Any], tiles: TileSet, registry: Registry, uids: Any) -> tuple[GameMap, dict[str, Any]]:
    """Make a map; return it and the rows that name missing prototypes. Raises SaveError for data of another form."""
    try:
        return _Builder(data, tiles, registry).build(uids)
    except _MalformedError as error:
        raise SaveError(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError):
        raise SaveError("its lists are not lists of a map") from None


# The largest map that a dialect can make.
_MOST_SQUARES = 2**24


class _MalformedError(Exception):
    """The data of a map is malformed."""


class _Builder:
    def __init__(self, data: dict[str, Any], tiles: TileSet, registry: Registry) -> None:
        self.data = data
        self.tiles = tiles
        self.registry = registry
        # Name of a list -> rows that name missing prototypes.
        self.missing_rows: dict[str, Any] = {}

    def build(self, uids: Any) -> tuple[GameMap, dict[str, Any]]:
        width, height = self.data["size"]
        if not (type(width) is type(height) is int and width >= 0 <= height and width * height <= _MOST_SQUARES):
            raise _MalformedError(f"its size is {shortened(width)} × {shortened(height)}")
        made = GameMap(width, height, self.tiles, self.registry, uids)
        stacks = np.array([self.tile_stack(tiles) for tiles in self.data["piles"]], dtype=np.int32)
        numbers = np.frombuffer(self.data["squares"], dtype="<i4")
        if numbers.size != width * height or (numbers.size and not 0 <= numbers.min() <= numbers.max() < stacks.size):
            raise _MalformedError("its squares do not fit its size")
        places = width * height * MAX_TILES
        made.stacks = stacks[numbers].reshape(height, width)
        for square, *stack in self.rows("items", 1):
            self.check(square, width * height)
            made.loose_items[square] = self.stack(stack)
        for place, *stack in self.rows("stored", 1):
            self.check(place, places)
            made.stored[place] = self.stack(stack)
        made.locks = dict(self.data.get("locks", ()))
        made.hit_points = dict(self.data.get("hit_points", ()))
        for place in (*made.locks, *made.hit_points):
            self.check(place, places)
        for number in (*made.locks.values(), *made.hit_points.values()):
            self.check(abs(number), 2**31)
        for place, kind, item, bolt, direction in self.rows("traps", 2, 3):
            self.check(place, places)
            made.traps[place] = Trap(kind, self.index("item", item), self.index("item", bolt), direction)
        for uid, x, y, level, facing, monster, player, health, held, carried in self.rows("creatures", 8, monster=5):
            self.check(x, width)
            self.check(y, height)
            self.check(uid, 2**62)
            made.add_creature(
                Creature(
                    uid,
                    x,
                    y,
                    level,
                    facing,
                    None if monster is None else self.index("monster", monster),
                    player,
                    health,
                    self.index("item", held),
                    {self.index("item", item): count for item, count in carried if self.is_registered("item", item)},
                )
            )
        made.homes = [Home(*home) for home in self.data.get("homes", ())]
        made.add_rooms(np.array(self.data.get("rooms", ()), dtype=np.int32).reshape(-1, 4), 0, 0)
        for x, y, zone_width, zone_height, orientation, segment in self.rows("zones", segment=5):
            made.zones.append(Zone(x, y, zone_width, zone_height, orientation, self.index("segment", segment)))
        if "seen" in self.data:
            bits = np.frombuffer(self.data["seen"], dtype=np.uint8)
            if bits.size != (width * height + 7) // 8:
                raise _MalformedError("what was seen does not fit its size")
            made.seen = np.unpackbits(bits, count=width * height).astype(np.bool_).reshape(height, width)
        return made, self.missing_rows

    def check(self, number: Any, end: int) -> None:
        if type(number) is not int or not 0 <= number < end:
            raise _MalformedError(f"it has {shortened(number)} where a number below {end} must be")

    def is_registered(self, kind: str, identity: str | None) -> bool:
        return identity is None or self.registry.find(kind, identity) is not None

    def index(self, kind: str, identity: str | None) -> int:
        prototype = None if identity is None else self.registry.find(kind, identity)
        return -1 if prototype is None else prototype.index

    def rows(self, name: str, *items: int, **others: int) -> list[list[Any]]:
        """Return the rows of a list whose prototypes are all registered; `items` and `others` are places of ids."""
        complete = []
        for row in self.data.get(name, ()):
            kinds = [*(("item", at) for at in items), *others.items()]
            if all(self.is_registered(kind, row[at]) for kind, at in kinds):
                complete.append(row)
            else:
                self.missing_rows.setdefault(name, []).append(row)
        return complete

    def stack(self, stack: list[Any]) -> ItemStack:
        identity, count = stack
        self.check(count, 2**31)
        return ItemStack(self.index("item", identity), count)

    def tile_stack(self, tiles: list[Any]) -> int:
        return self.tiles.intern(self.tile(*tile) for tile in tiles)

    def tile(self, identity: Any, is_open: Any, access: Any) -> int:
        prototype = self.registry.find("tile", identity)
        if prototype is None or prototype.fields is None:
            return self.missing_tile(identity, access)
        index: int = prototype.fields
        tile = self.tiles.tiles[index]
        return self.tiles.toggled(index) if tile.lock is not None and tile.is_open != is_open else index

    def missing_tile(self, identity: Any, access: Any) -> int:
        """Return a placeholder for the tile of a missing mod, with its id and the access of its layers."""
        layers = tuple(access)
        is_access = all(type(layer) is int and layer in (CLEAR, APPROACH, BLOCKED) for layer in layers)
        if not isinstance(identity, str) or len(layers) != 3 or not is_access:
            raise _MalformedError(f"it has a tile {shortened(identity)} with the access {shortened(access)}")
        for index, tile in enumerate(self.tiles.tiles):
            if tile.prototype.id == identity and tile.prototype.index < 0:
                return index
        return self.tiles.add(Tile(Prototype("tile", identity, "", "", 0, -1), access=layers))
