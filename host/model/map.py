"""The one map: whatever dialect described a dungeon, this is what it becomes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.model.registry import Registry
from host.model.things import SPECIAL_LOCK, UNLOCKED, Creature, Home, ItemStack, MapObject, Trap, Zone
from host.model.tile import BLOCKED, CLEAR, MOST_TILES, Tile, TileSet, distinct

_NO_ROOMS = np.zeros((0, 4), dtype=np.int32)


class Origin(NamedTuple):
    """How a map came to be: what reproduces it."""

    generator: str
    seed: int
    players: int
    # Option id -> chosen value, in the order of the menu.
    options: Mapping[str, Any] = MappingProxyType({})
    # (id, version, content hash) of each mod, in load order.
    mods: tuple[tuple[str, str, str], ...] = ()


class Map:
    """width × height squares and everything on them.

    A square is the integer `y * width + x`. A *place* is one tile on a square, the integer
    `square * MOST_TILES + slot` with slots counted from the bottom of the pile. What a tile copy knows beyond
    its tile (lock, trap, content, hit points) is kept by place.
    """

    def __init__(
        self,
        width: int,
        height: int,
        tiles: TileSet,
        registry: Registry,
        uids: Iterator[int] | None = None,
    ) -> None:
        # Identities for creatures and tile copies; maps of one game share them.
        self.uids = count(1) if uids is None else uids
        self.width = width
        self.height = height
        self.tileset = tiles
        self.registry = registry
        # (height, width) of stack ids; 0 is the empty pile.
        self.stacks: npt.NDArray[np.int32] = np.zeros((height, width), dtype=np.int32)
        # square -> loose items.
        self.items: dict[int, ItemStack] = {}
        # Those alive, by where they stand: one a square and height.
        self._standing: dict[tuple[int, int], Creature] = {}
        self.homes: list[Home] = []
        # Rooms by parts: rectangles, and the square from which they count.
        self._rooms: list[tuple[npt.NDArray[np.int32], int, int]] = []
        self.zones: list[Zone] = []
        # What `free_categories` gives, as long as it holds.
        self._free: npt.NDArray[np.int64] | None = None
        self._free_version = 0
        self._free_squares: dict[int, list[int]] = {}
        # place -> key number, PICK_ONLY or SPECIAL_LOCK.
        self.locks: dict[int, int] = {}
        self.traps: dict[int, Trap] = {}
        self.stored: dict[int, ItemStack] = {}
        self.hit_points: dict[int, int] = {}
        # What lives here in Lua, in order of uids, as it was when the map was last finished.
        self.objects: list[MapObject] = []
        # What was written since somebody last asked: squares, and arrays of them; None while nobody wants to know.
        self.written: list[int | npt.NDArray[np.int64]] | None = None
        # What happened while the map was made, in order: {"type": …, …}.
        self.events: list[dict[str, Any]] = []
        # What mods asked of play, as plain data.
        self.quest: dict[str, Any] = {}
        self.origin: Origin | None = None
        # place -> identity of a tile copy that somebody holds, and back.
        self._copies: dict[int, int] = {}
        self._copy_places: dict[int, int] = {}

    def __repr__(self) -> str:
        made = f" by {self.origin.generator}, seed {self.origin.seed}" if self.origin else ""
        return f"<Map of {self.width} × {self.height} squares{made}>"

    # -- squares

    @property
    def tiles(self) -> npt.NDArray[np.int32]:
        """Stack ids by [y, x]; `legend` says what each is."""
        return self.stacks

    @property
    def rooms(self) -> npt.NDArray[np.int32]:
        """(n, 4): x, y, width, height of each room, walls included."""
        if len(self._rooms) != 1 or self._rooms[0][1:] != (0, 0):
            # Put together when first asked for: generation itself has no use for them.
            parts = [rectangles + np.array((x, y, 0, 0), dtype=np.int32) for rectangles, x, y in self._rooms]
            self._rooms = [(np.concatenate(parts) if parts else _NO_ROOMS, 0, 0)]
        return self._rooms[0][0]

    def add_rooms(self, rectangles: npt.NDArray[np.int32], x: int, y: int) -> None:
        """Add rooms, (n, 4), whose coordinates count from the square (x, y)."""
        self._rooms.append((rectangles, x, y))

    def legend(self) -> dict[int, tuple[str, ...]]:
        """stack id -> ids of its tiles, bottom first, for the stacks that occur."""
        return {stack: tuple(t.prototype.id for t in self.tileset.pile(stack)) for stack in distinct(self.stacks)}

    def contains(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def square(self, x: int, y: int) -> int:
        return y * self.width + x

    def position(self, square: int) -> tuple[int, int]:
        """(x, y) of a square."""
        y, x = divmod(square, self.width)
        return x, y

    def stack(self, square: int) -> int:
        return int(self.stacks.item(square))

    def pile(self, square: int) -> list[Tile]:
        """The tiles on a square, bottom first."""
        return self.tileset.pile(self.stack(square))

    def access(self, x: int, y: int, height: int) -> int:
        """BLOCKED, APPROACH or CLEAR, by the tiles alone; outside the map all is BLOCKED."""
        if not self.contains(x, y):
            return BLOCKED
        return self.tileset.traits.by_height[height][self.stacks.item(y, x)]

    def to_json(self) -> str:
        """The map as JSON text (see `docs/dungeon.schema.json`): equal maps give equal text."""
        from host.model.document import dumps, to_document

        return dumps(to_document(self))

    # -- tiles

    def place_tile(self, square: int, tile: int) -> int:
        """Lay a tile on a square; return the place it came to lie in."""
        stack, slot = self.tileset.with_tile(self.stack(square), tile)
        first = square * MOST_TILES
        self._move_details(first + slot, first + MOST_TILES - 1, 1)
        self._set_stack(square, stack)
        return first + slot

    def remove_tile(self, place: int) -> None:
        """Take a tile away, with what only it knew."""
        square, slot = divmod(place, MOST_TILES)
        self._set_stack(square, self.tileset.without(self.stack(square), slot))
        self._forget_place(place)
        self._move_details(place + 1, square * MOST_TILES + MOST_TILES, -1)

    def set_stack(self, square: int, stack: int) -> None:
        """Exchange the whole pile of a square, with what only its tiles knew."""
        first = square * MOST_TILES
        for details in (*self._details(), self._copies):
            if details:
                for place in [place for place in details if first <= place < first + MOST_TILES]:
                    self._forget_place(place)
        self._set_stack(square, stack)

    def fill(self, x: int, y: int, width: int, height: int, stack: int) -> None:
        """Exchange the piles of a rectangle that lies on the map, with what only their tiles knew."""
        for details in (*self._details(), self._copies):
            for place in [*details]:
                px, py = self.position(place // MOST_TILES)
                if x <= px < x + width and y <= py < y + height:
                    self._forget_place(place)
        self.stacks[y : y + height, x : x + width] = stack
        self._free = None
        if self.written is not None:
            rows, columns = np.arange(y, y + height), np.arange(x, x + width)
            self.written.append((rows[:, None] * self.width + columns).ravel())

    def exchange_tile(self, place: int, tile: int) -> None:
        """Exchange the tile in a place for one of the same depth, such as a door for the open door."""
        square, slot = divmod(place, MOST_TILES)
        self._set_stack(square, self.tileset.exchanged(self.stack(square), slot, tile))

    def tile_at(self, place: int) -> int:
        """The index of the tile in a place."""
        square, slot = divmod(place, MOST_TILES)
        return self.tileset.stacks[self.stack(square)][slot]

    def places(self, square: int) -> Iterator[tuple[int, Tile]]:
        """(place, tile) for each tile of a square, bottom first."""
        return ((square * MOST_TILES + slot, tile) for slot, tile in enumerate(self.pile(square)))

    def copy_of(self, place: int) -> int:
        """The identity of the tile copy in a place, given when it is first asked for."""
        copy = self._copies.get(place)
        if copy is None:
            copy = self._copies[place] = next(self.uids)
            self._copy_places[copy] = place
        return copy

    def place_of(self, copy: int) -> int | None:
        """Where a tile copy is, or None when it is gone."""
        return self._copy_places.get(copy)

    def lock_of(self, place: int) -> int:
        """The lock of the door or chest in a place: UNLOCKED, PICK_ONLY, SPECIAL_LOCK or a key number."""
        lock = self.locks.get(place)
        if lock is not None:
            return lock
        rule = self.tileset.tiles[self.tile_at(place)].lock
        return SPECIAL_LOCK if rule is not None and rule.special else UNLOCKED

    def lay_stacks(self, squares: npt.NDArray[np.bool_], stacks: npt.NDArray[np.int32]) -> None:
        """Lay those piles of `stacks`, (height, width), for which `squares`, of that shape, holds. What
        was known of the copies that lay there is forgotten."""
        self.stacks[squares] = stacks[squares]
        self._free = None
        if self.written is not None:
            self.written.append(np.flatnonzero(squares))
        flat = squares.ravel()
        for details in (*self._details(), self._copies):
            for place in [place for place in details if flat[place // MOST_TILES]]:
                del details[place]
        self._copy_places = {copy: place for place, copy in self._copies.items()}

    # -- items and creatures

    def free_categories(self) -> npt.NDArray[np.int64]:
        """Category number by square (see `TileSet.categories`); -1 where there is none, or no room for one more
        item. To be read only: it follows the map."""
        if self._free is None or self._free_version != self.tileset.version:
            self._free_version = self.tileset.version
            free: npt.NDArray[np.int64] = self.tileset.traits.array("category").take(self.stacks.ravel())
            taken = [*self.items, *(place // MOST_TILES for place in self.stored)]
            free[taken] = -1
            self._free = free
            self._free_squares.clear()
        return self._free

    def free_squares(self, category: int) -> list[int]:
        """The squares of a category with room for an item, ascending. To be read only: it follows the map."""
        holds = self._free is not None and self._free_version == self.tileset.version
        squares = self._free_squares.get(category) if holds else None
        if squares is None:
            squares = (self.free_categories() == category).nonzero()[0].tolist()
            self._free_squares[category] = squares
        return squares

    def lay_item(self, square: int, stack: ItemStack) -> None:
        """Lay items on a square that has none, whatever its tiles say."""
        self.items[square] = stack
        self._free = None

    def take_item(self, square: int) -> ItemStack | None:
        """Take the loose items of a square away."""
        self._free = None
        return self.items.pop(square, None)

    def put_item(self, square: int, stack: ItemStack) -> bool:
        """Store an item in the first container of the square, or lay it down; False when there is no room."""
        if self._free is not None and (category := self._free.item(square)) >= 0:
            self._free[square] = -1
            squares = self._free_squares.get(category)
            if squares is not None:
                del squares[bisect_left(squares, square)]
        if self.tileset.traits.stores[self.stack(square)]:
            for place, tile in self.places(square):
                if tile.stores_item:
                    return self.stored.setdefault(place, stack) is stack
        return self.items.setdefault(square, stack) is stack

    @property
    def creatures(self) -> list[Creature]:
        """The living creatures, in the order in which they came."""
        return sorted(self._standing.values(), key=lambda creature: creature.uid)

    def add_creature(self, creature: Creature) -> None:
        """Let a creature stand on its square, which nobody may hold at its height."""
        self._standing[self.square(creature.x, creature.y), creature.height] = creature

    def remove_creature(self, creature: Creature) -> None:
        self._standing.pop((self.square(creature.x, creature.y), creature.height), None)

    def move_creature(self, creature: Creature, x: int, y: int) -> None:
        """Let a creature stand elsewhere, on a square that is free for it."""
        self.remove_creature(creature)
        creature.x, creature.y = x, y
        self.add_creature(creature)

    def creature_at(self, x: int, y: int, height: int) -> Creature | None:
        """Who stands on a square; nobody outside the map."""
        return self._standing.get((self.square(x, y), height)) if self.contains(x, y) else None

    def free_at(self, square: int, height: int) -> bool:
        """`free_for` by square."""
        row = self.tileset.traits.by_height[height]
        return row[self.stacks.item(square)] == CLEAR and (square, height) not in self._standing

    def free_for(self, x: int, y: int, height: int) -> bool:
        """Whether a creature can stand there: clear tiles and no other creature."""
        return self.contains(x, y) and self.free_at(self.square(x, y), height)

    def zone_at(self, x: int, y: int) -> Zone | None:
        """The segment zone that holds a square."""
        for zone in self.zones:
            if zone.x <= x < zone.x + zone.width and zone.y <= y < zone.y + zone.height:
                return zone
        return None

    def rooms_at(self, x: int, y: int) -> list[int]:
        """Up to two rooms (by index) that hold a square; a room's four corners are not in it."""
        rx, ry, rw, rh = self.rooms.T
        dx, dy = x - rx, y - ry
        inside = (dx >= 0) & (dx < rw) & (dy >= 0) & (dy < rh)
        corner = ((dx == 0) | (dx == rw - 1)) & ((dy == 0) | (dy == rh - 1))
        found: list[int] = np.flatnonzero(inside & ~corner).tolist()
        return found[:2]

    # -- helpers

    def _set_stack(self, square: int, stack: int) -> None:
        self.stacks.flat[square] = stack
        self._free = None
        if self.written is not None:
            self.written.append(square)

    def _forget_place(self, place: int) -> None:
        for details in self._details():
            details.pop(place, None)
        self._copy_places.pop(self._copies.pop(place, -1), None)

    def _details(self) -> tuple[dict[int, Any], ...]:
        return self.locks, self.traps, self.stored, self.hit_points

    def _move_details(self, first: int, last: int, step: int) -> None:
        """Move what is known of the places first .. last by `step` slots."""
        for details in (*self._details(), self._copies):
            moved = {p: details.pop(p) for p in [p for p in details if first <= p <= last]}
            details.update({p + step: value for p, value in moved.items()})
            if details is self._copies:
                self._copy_places.update({copy: p + step for p, copy in moved.items()})
