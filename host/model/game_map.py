"""The map, which every dialect builds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from host.model.changes import ChangeRecord
from host.model.objects import SPECIAL_LOCK, UNLOCKED, Creature, Home, ItemStack, MapObject, Trap, UidSource, Zone
from host.model.registry import Registry
from host.model.request import Origin
from host.model.tile import BLOCKED, CLEAR, FLYING, MAX_TILES, WALKING, Tile
from host.model.tile_set import TileSet, distinct_stacks


class GameMap:
    """A rectangle of `width` × `height` squares and everything on it.

    A square is the integer `y * width + x`. A *tile slot* is one tile on a square: the integer
    `square * MAX_TILES + slot`, where `slot` counts from 0 at the bottom of the stack. The state of a tile copy (lock,
    trap, content, hit points) is stored by tile slot.

    Programs see it through `host.public.map.Map`.
    """

    def __init__(
        self, width: int, height: int, tiles: TileSet, registry: Registry, uids: Iterator[int] | None = None
    ) -> None:
        # Source of uids for creatures and tile copies, shared by the maps of one game.
        self.uids = UidSource() if uids is None else uids
        self.width = width
        self.height = height
        self.tileset = tiles
        self.registry = registry
        # (height, width) of stack ids; 0 is the empty stack.
        self.stacks: npt.NDArray[np.int32] = np.zeros((height, width), dtype=np.int32)
        # See `TileSet.used`; the dictionary of the game that this map is of.
        self._used_stacks = tiles.used
        # Square -> loose items.
        self.loose_items: dict[int, ItemStack] = {}
        # Grows with each change of loose items.
        self.items_version = 0
        # (square, height) -> living creature.
        self._standing: dict[tuple[int, int], Creature] = {}
        self.homes: list[Home] = []
        # Parts of the list of rooms: (n, 4) rectangles, and the square (x, y) at which their coordinates start.
        self._rooms: list[tuple[npt.NDArray[np.int32], int, int]] = []
        # The names of the rooms, in their order; None for a map whose rooms have no names.
        self.room_names: list[str] | None = None
        self.zones: list[Zone] = []
        # Cached result of `free_categories`, or None when the map changed since.
        self._free: npt.NDArray[np.int64] | None = None
        self._free_version = 0
        self._free_squares: dict[int, list[int]] = {}
        # Tile slot -> key number, PICK_ONLY or SPECIAL_LOCK.
        self.locks: dict[int, int] = {}
        # Tile slot -> trap, stored items, hit points.
        self.traps: dict[int, Trap] = {}
        self.stored: dict[int, ItemStack] = {}
        self.hit_points: dict[int, int] = {}
        # The objects of the Lua dialects, by ascending uid, as of the last export from Lua.
        self.objects: list[MapObject] = []
        # Squares that block for objects of Lua dialects, as of the last report from Lua.
        self.taken_squares: frozenset[int] = frozenset()
        # Changes that Lua has not read yet; None when Lua does not read changes.
        self.changes: ChangeRecord | None = None
        # Events of the generation, in order: {"type": …, …}.
        self.events: list[dict[str, Any]] = []
        # Quest data that mods declared, as plain data.
        self.quest: dict[str, Any] = {}
        self.origin: Origin | None = None
        # How the player did that played here by itself: whether it won, None if nobody can say, and in how many turns.
        self.played: tuple[bool | None, int] | None = None
        # Whether the player of a game has ever seen each square, (height, width); None before it looked.
        self.seen: npt.NDArray[np.bool_] | None = None
        # Tile slot -> uid of a tile copy with a Lua handle, and back.
        self._copies: dict[int, int] = {}
        self._copy_slots: dict[int, int] = {}

    def __repr__(self) -> str:
        made = f" by {self.origin.generator}, seed {self.origin.seed}" if self.origin else ""
        return f"<Map of {self.width} × {self.height} squares{made}>"

    # -- squares

    @property
    def rooms(self) -> npt.NDArray[np.int32]:
        """(n, 4): x, y, width, height of each room, walls included."""
        if len(self._rooms) != 1 or self._rooms[0][1:] != (0, 0):
            # Concatenated on first access, because generation itself never reads the rooms.
            parts = (rectangles + np.array((x, y, 0, 0), dtype=np.int32) for rectangles, x, y in self._rooms)
            rooms = np.concatenate([np.zeros((0, 4), dtype=np.int32), *parts])
            self._rooms = [(rooms, 0, 0)]
        return self._rooms[0][0]

    def add_rooms(self, rectangles: npt.NDArray[np.int32], x: int, y: int) -> None:
        """Add rooms, (n, 4), whose coordinates are relative to the square (x, y)."""
        self._rooms.append((rectangles, x, y))

    def stacks_in_order(self) -> list[int]:
        """Return the stack ids that occur, in the order in which the game of this map used them.

        So maps of equal games are written equally, whatever games the host played before.
        """
        used = self._used_stacks
        return sorted(distinct_stacks(self.stacks), key=lambda stack: (used.get(stack, len(used)), stack))

    def stack_numbers(self) -> npt.NDArray[np.int32]:
        """Return the place of the stack of each square in `stacks_in_order`, (height, width)."""
        order = self.stacks_in_order()
        numbers = np.zeros(len(self.tileset.stacks), dtype=np.int32)
        numbers[order] = range(len(order))
        return numbers[self.stacks]

    def legend(self) -> dict[int, tuple[str, ...]]:
        """Return stack id -> tile ids, bottom first, for every stack on the map."""
        return {stack: tuple(t.prototype.id for t in self.tileset.tiles_of(stack)) for stack in self.stacks_in_order()}

    def contains(self, x: int, y: int) -> bool:
        """Return whether (x, y) is a square of the map."""
        return 0 <= x < self.width and 0 <= y < self.height

    def square(self, x: int, y: int) -> int:
        """Return the square at (x, y)."""
        return y * self.width + x

    def position(self, square: int) -> tuple[int, int]:
        """Return (x, y) of a square."""
        y, x = divmod(square, self.width)
        return x, y

    def stack(self, square: int) -> int:
        """Return the stack id of a square."""
        return int(self.stacks.item(square))

    def tiles_on(self, square: int) -> list[Tile]:
        """Return the tiles of a square, bottom first."""
        return self.tileset.tiles_of(self.stack(square))

    def access(self, x: int, y: int, height: int) -> int:
        """Return BLOCKED, APPROACH or CLEAR, from the tiles alone; BLOCKED outside the map."""
        if not self.contains(x, y):
            return BLOCKED
        return self.tileset.traits.by_height[height][self.stacks.item(y, x)]

    # -- tiles

    def place_tile(self, square: int, tile: int) -> int:
        """Add a tile to the stack of a square, and return its tile slot."""
        stack, slot = self.tileset.with_tile(self.stack(square), tile)
        first = square * MAX_TILES
        self._move_details(first + slot, first + MAX_TILES - 1, 1)
        self._set_stack(square, stack)
        return first + slot

    def remove_tile(self, tile_slot: int) -> None:
        """Remove a tile and its state."""
        square, slot = divmod(tile_slot, MAX_TILES)
        self._set_stack(square, self.tileset.without_slot(self.stack(square), slot))
        self._clear_details(tile_slot)
        self._move_details(tile_slot + 1, square * MAX_TILES + MAX_TILES, -1)

    def set_stack(self, square: int, stack: int) -> None:
        """Replace the whole stack of a square, and drop the state of its old tiles."""
        first = square * MAX_TILES
        for details in (*self._details(), self._copies):
            if details:
                for tile_slot in [tile_slot for tile_slot in details if first <= tile_slot < first + MAX_TILES]:
                    self._clear_details(tile_slot)
        self._set_stack(square, stack)

    def fill(self, x: int, y: int, width: int, height: int, stack: int) -> None:
        """Replace the stacks of a rectangle inside the map, and drop the state of the old tiles."""
        for details in (*self._details(), self._copies):
            for tile_slot in [*details]:
                px, py = self.position(tile_slot // MAX_TILES)
                if x <= px < x + width and y <= py < y + height:
                    self._clear_details(tile_slot)
        self.stacks[y : y + height, x : x + width] = stack
        self._free = None
        if self.changes is not None:
            rows, columns = np.arange(y, y + height), np.arange(x, x + width)
            self.changes.add_tiles((rows[:, None] * self.width + columns).ravel())

    def set_stacks(self, squares: npt.NDArray[np.bool_], stacks: npt.NDArray[np.int32]) -> None:
        """Replace the stacks where `squares` is true, and drop the state of the old tiles; both (height, width)."""
        self.stacks[squares] = stacks[squares]
        self._free = None
        if self.changes is not None:
            self.changes.add_tiles(np.flatnonzero(squares))
        flat = squares.ravel()
        for details in (*self._details(), self._copies):
            for tile_slot in [tile_slot for tile_slot in details if flat[tile_slot // MAX_TILES]]:
                del details[tile_slot]
        self._copy_slots = {copy: tile_slot for tile_slot, copy in self._copies.items()}

    def replace_tile(self, tile_slot: int, tile: int) -> None:
        """Replace a tile by one of the same depth, such as a closed door by the open one; its state stays."""
        square, slot = divmod(tile_slot, MAX_TILES)
        self._set_stack(square, self.tileset.with_replaced(self.stack(square), slot, tile))

    def tile_at(self, tile_slot: int) -> int:
        """Return the index of the tile in a tile slot."""
        square, slot = divmod(tile_slot, MAX_TILES)
        return self.tileset.stacks[self.stack(square)][slot]

    def tile_slots(self, square: int) -> Iterator[tuple[int, Tile]]:
        """Yield (tile slot, tile) for each tile of a square, bottom first."""
        return ((square * MAX_TILES + slot, tile) for slot, tile in enumerate(self.tiles_on(square)))

    def copy_uid(self, tile_slot: int) -> int:
        """Return the uid of the tile copy in a tile slot; the first call assigns it."""
        copy = self._copies.get(tile_slot)
        if copy is None:
            copy = self._copies[tile_slot] = next(self.uids)
            self._copy_slots[copy] = tile_slot
        return copy

    def tile_slot_of(self, copy: int) -> int | None:
        """Return the tile slot of the tile copy with that uid, or None when it was removed."""
        return self._copy_slots.get(copy)

    def lock_of(self, tile_slot: int) -> int:
        """Return the lock of a door or chest: UNLOCKED, PICK_ONLY, SPECIAL_LOCK or a key number."""
        lock = self.locks.get(tile_slot)
        if lock is not None:
            return lock
        rule = self.tileset.tiles[self.tile_at(tile_slot)].lock
        return SPECIAL_LOCK if rule is not None and rule.special else UNLOCKED

    # -- items and creatures

    def free_categories(self) -> npt.NDArray[np.int64]:
        """Return the category number of each square (see `TileSet.categories`), or -1.

        A square without category, or without room for one more item, has -1. The array is a cache: do not write to it.
        """
        if self._free is None or self._free_version != self.tileset.version:
            self._free_version = self.tileset.version
            free: npt.NDArray[np.int64] = self.tileset.traits.array("category").take(self.stacks.ravel())
            taken = [*self.loose_items, *(tile_slot // MAX_TILES for tile_slot in self.stored)]
            free[taken] = -1
            self._free = free
            self._free_squares.clear()
        return self._free

    def free_squares(self, category: int) -> list[int]:
        """Return the squares of a category with room for an item, ascending; a cache, like `free_categories`."""
        free = self.free_categories()
        squares = self._free_squares.get(category)
        if squares is None:
            squares = self._free_squares[category] = (free == category).nonzero()[0].tolist()
        return squares

    def set_item(self, square: int, stack: ItemStack) -> None:
        """Put items on a square without loose items, even if its tiles do not allow items."""
        self.loose_items[square] = stack
        self.items_version += 1
        self._free = None
        if self.changes is not None:
            self.changes.add_items(square)

    def take_item(self, square: int) -> ItemStack | None:
        """Remove and return the loose items of a square."""
        self.items_version += 1
        self._free = None
        if self.changes is not None:
            self.changes.add_items(square)
        return self.loose_items.pop(square, None)

    def put_item(self, square: int, stack: ItemStack) -> bool:
        """Put items into the first container of a square, or on the square itself; False when there is no room."""
        if self._free is not None and (category := self._free.item(square)) >= 0:
            self._free[square] = -1
            squares = self._free_squares.get(category)
            if squares is not None:
                del squares[bisect_left(squares, square)]
        if self.tileset.traits.stores[self.stack(square)]:
            for tile_slot, tile in self.tile_slots(square):
                if tile.stores_item:
                    return self.stored.setdefault(tile_slot, stack) is stack
        if self.changes is not None:
            self.changes.add_items(square)
        self.items_version += 1
        return self.loose_items.setdefault(square, stack) is stack

    @property
    def living_creatures(self) -> list[Creature]:
        """The living creatures, by ascending uid."""
        return sorted(self._standing.values(), key=attrgetter("uid"))

    def add_creature(self, creature: Creature) -> None:
        """Add a creature at its square and height, where no other creature may be."""
        self._standing[self.square(creature.x, creature.y), creature.height] = creature
        if self.changes is not None:
            self.changes.add_creature(creature.uid, creature)

    def remove_creature(self, creature: Creature) -> None:
        """Remove a creature; nothing happens when it is not on the map."""
        self._standing.pop((self.square(creature.x, creature.y), creature.height), None)
        if self.changes is not None:
            self.changes.add_creature(creature.uid, None)

    def set_health(self, creature: Creature, health: int) -> None:
        """Set the health of a creature on the map."""
        creature.health = health
        if self.changes is not None:
            self.changes.add_creature(creature.uid, creature)

    def move_creature(self, creature: Creature, x: int, y: int) -> None:
        """Move a creature to a square that is free for it."""
        self.remove_creature(creature)
        creature.x, creature.y = x, y
        self.add_creature(creature)

    def creature_at(self, x: int, y: int, height: int) -> Creature | None:
        """Return the creature at (x, y), or None; outside the map there is none."""
        return self._standing.get((self.square(x, y), height)) if self.contains(x, y) else None

    def has_creature(self, square: int) -> bool:
        """Return whether a creature of any height is on a square."""
        return any((square, height) in self._standing for height in (WALKING, FLYING))

    def creature_squares(self) -> npt.NDArray[np.int64]:
        """Return the square of each creature."""
        return np.array([square for square, _ in self._standing], dtype=np.int64)

    def is_occupied(self, square: int, height: int) -> bool:
        """Return whether a square has no room for a creature: another one of that height, or an object that blocks."""
        return (square, height) in self._standing or square in self.taken_squares

    def is_square_free(self, square: int, height: int) -> bool:
        """Return `is_free` for a square of the map."""
        row = self.tileset.traits.by_height[height]
        return row[self.stacks.item(square)] == CLEAR and not self.is_occupied(square, height)

    def is_free(self, x: int, y: int, height: int) -> bool:
        """Return whether a creature can stand at (x, y): clear tiles, no other creature, no object that blocks.

        This is the rule of all dialects. `Grid:hasBlockAt` and `InstancedMap:can_access` answer from copies in Lua; for
        them doors and squares without tiles are as in `host.metrics.walkability`, and creatures of all heights block.
        """
        return self.contains(x, y) and self.is_square_free(self.square(x, y), height)

    def zone_at(self, x: int, y: int) -> Zone | None:
        """Return the zone of the segment that covers (x, y), or None."""
        return next((z for z in self.zones if z.x <= x < z.x + z.width and z.y <= y < z.y + z.height), None)

    def rooms_at(self, x: int, y: int) -> list[int]:
        """Return the indices of up to two rooms that cover (x, y); the four corners of a room do not count."""
        rx, ry, rw, rh = self.rooms.T
        dx, dy = x - rx, y - ry
        inside = (dx >= 0) & (dx < rw) & (dy >= 0) & (dy < rh)
        corner = ((dx == 0) | (dx == rw - 1)) & ((dy == 0) | (dy == rh - 1))
        rooms: list[int] = np.flatnonzero(inside & ~corner).tolist()
        return rooms[:2]

    def note_tiles(self, squares: int | npt.NDArray[np.int64]) -> None:
        """Note that the tiles or the locks of squares have changed: methods that change tiles do."""
        self._free = None
        if self.changes is not None:
            self.changes.add_tiles(squares)

    def _set_stack(self, square: int, stack: int) -> None:
        self.stacks.flat[square] = stack
        self.note_tiles(square)

    def _details(self) -> tuple[dict[int, Any], ...]:
        return self.locks, self.traps, self.stored, self.hit_points

    def _clear_details(self, tile_slot: int) -> None:
        for details in self._details():
            details.pop(tile_slot, None)
        self._copy_slots.pop(self._copies.pop(tile_slot, -1), None)

    def _move_details(self, first: int, last: int, step: int) -> None:
        """Move the state of the tile slots first .. last by `step` slots."""
        for details in filter(None, (*self._details(), self._copies)):
            moved = {p: details.pop(p) for p in [p for p in details if first <= p <= last]}
            details.update({p + step: value for p, value in moved.items()})
            if details is self._copies:
                self._copy_slots.update({copy: p + step for p, copy in moved.items()})


@runtime_checkable
class HasModel(Protocol):
    """What shows a map to programs: `host.public.map.Map`."""

    @property
    def _model(self) -> GameMap: ...


def model_of(shown: GameMap | HasModel) -> GameMap:
    """Return the map itself of what a program passes to a function that measures or changes maps."""
    return shown if isinstance(shown, GameMap) else shown._model  # noqa: SLF001
