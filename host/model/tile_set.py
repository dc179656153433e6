"""The tiles of a host, and the stacks of tiles that fill the squares of a map.

A square holds an ordered stack of tiles. A `TileSet` interns each distinct stack once and gives it a small integer, its
*stack id*. A map is therefore one integer array: copying a segment is an array assignment, turning a segment is an
index lookup, and a property of all squares is `traits[map.stacks]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import ModError
from host.model.tile import CLEAR, DOOR, HEIGHTS, HOME, MAX_TILES, ROLLED, WALKING, Tile

# Stack id of the empty stack.
EMPTY = 0

# Result of the connectivity check for a stack.
PASS_BLOCKED, PASS_OPEN, PASS_LOCK = range(3)


def _check_passage(tiles: Sequence[Tile]) -> tuple[int, int]:
    """Return (PASS_…, slot of the lock that decides a PASS_LOCK) for a stack, from the bottom up."""
    for slot, tile in enumerate(tiles):
        if tile.connectivity < 0:
            return PASS_BLOCKED, 0
        if tile.connectivity > 0 or tile.access[WALKING] == CLEAR or tile.is_destructible:
            continue
        if tile.lock is not None:
            return PASS_LOCK, slot
        return PASS_BLOCKED, 0
    return PASS_OPEN, 0


class Traits:
    """Derived properties of stacks: one list per property, indexed by stack id; `array` returns numpy arrays."""

    NAMES = (
        # The lowest access of the stack's tiles, by height; the empty stack is CLEAR.
        *HEIGHTS,
        # Whether one can walk there who opens doors of any kind.
        "with_doors",
        # Whether a tile looks like a way out; stairs and homes of kts say what they are by other fields.
        "exit",
        # Category number, or -1: no category, or a tile that is not a container forbids loose items.
        "category",
        # Whether the tiles allow loose items.
        "items_allowed",
        # Whether a tile is a stair or the top of stairs.
        "stair",
        # Whether a door may stand beside the square: walkable, not empty, no stair, items allowed.
        "door_front",
        # Whether a tile is a door or a chest; (slot, tile) of each; whether a tile stores an item.
        "lockable",
        "lockables",
        "stores",
        # Number of tiles whose hit points a mod rolls; slot and prototype index of the first.
        "rolled",
        "rolled_slot",
        "rolled_prototype",
        # PASS_…, and the slot that decides a PASS_LOCK.
        "passes",
        "lock_slot",
    )
    __slots__ = ("_arrays", "by_height", "max_rolled", *NAMES)
    walking: list[int]
    category: list[int]
    items_allowed: list[bool]
    stair: list[bool]
    stores: list[bool]
    lockables: list[list[tuple[int, Tile]]]
    lock_slot: list[int]

    def __init__(self) -> None:
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        for name in self.NAMES:
            setattr(self, name, [])
        # Maximum of `rolled`.
        self.max_rolled = 0
        # The lists walking, flying and missiles.
        self.by_height: tuple[list[int], ...] = tuple(getattr(self, name) for name in HEIGHTS)

    def array(self, name: str) -> npt.NDArray[Any]:
        """Return the list `name` as an array, cached until a stack is added."""
        values = getattr(self, name)
        cached = self._arrays.get(name)
        if cached is None or len(cached) != len(values):
            # numpy compares bytes faster than its default integer type.
            cached = self._arrays[name] = np.array(
                values, dtype=np.uint8 if name in HEIGHTS or name == "passes" else None
            )
        return cached

    def append(self, tiles: Sequence[Tile], category: int) -> None:
        """Add the properties of the next stack."""
        for height, name in enumerate(HEIGHTS):
            getattr(self, name).append(min((t.access[height] for t in tiles), default=CLEAR))
        allowed = all(t.items_allowed for t in tiles)
        stair = any(t.stairs for t in tiles)
        passes, lock_slot = _check_passage(tiles)
        rolled = [slot for slot, tile in enumerate(tiles) if tile.hit_points == ROLLED]
        self.max_rolled = max(self.max_rolled, len(rolled))
        row: dict[str, Any] = {
            "with_doors": all(t.access[WALKING] == CLEAR or t.kind == DOOR for t in tiles),
            "exit": any(t.glyph == ">" and t.stairs is None and t.kind != HOME for t in tiles),
            "category": category,
            "items_allowed": allowed,
            "stair": stair,
            "door_front": bool(tiles) and allowed and not stair and self.by_height[WALKING][-1] == CLEAR,
            "lockable": any(t.lock is not None for t in tiles),
            "lockables": [(slot, t) for slot, t in enumerate(tiles) if t.lock is not None],
            "stores": any(t.stores_item for t in tiles),
            "rolled": len(rolled),
            "rolled_slot": rolled[0] if rolled else 0,
            "rolled_prototype": tiles[rolled[0]].prototype.index if rolled else 0,
            "passes": passes,
            "lock_slot": lock_slot,
        }
        for name, value in row.items():
            getattr(self, name).append(value)


class TileSet:
    """The tiles of a host, the stacks interned so far, and the rotations and reflections of tiles."""

    def __init__(self) -> None:
        # By tile index.
        self.tiles: list[Tile] = []
        # By stack id: tile indices, bottom first.
        self.stacks: list[tuple[int, ...]] = []
        # By category number.
        self.categories: list[str | int | float | bool] = []
        self._ids: dict[tuple[int, ...], int] = {}
        # Closed tile index <-> open tile index.
        self._toggled: dict[int, int] = {}
        # Clockwise successor and mirror image, by tile index.
        self._clockwise: dict[int, int] = {}
        self._mirror: dict[int, int] = {}
        # Stack id -> how many stacks the present game used before it: the order of stacks in the JSON of a map. Ids are
        # in the order in which the host met them, in any game.
        self.used: dict[int, int] = {}
        # The same while mods load; None before the first game.
        self._loaded: dict[int, int] | None = None
        # Orientation -> stack id -> the id of the stack of turned tiles, cached for a version.
        self._turned: dict[int, dict[int, int]] = {}
        self._turned_version = -1
        # Incremented by each change of tiles or links; caches compare it with the version they were built from.
        self.version = 0
        self.intern(())

    # -- tiles

    def add(self, tile: Tile, *, is_open: bool = False) -> int:
        """Add a (closed) tile, and after a door or chest its open state.

        Returns the index of the state that `is_open` selects.
        """
        index = len(self.tiles)
        self.tiles.append(tile)
        if tile.lock is None:
            return index
        self.tiles.append(_opened(tile))
        self._toggled[index], self._toggled[index + 1] = index + 1, index
        return index + is_open

    def closed(self, index: int) -> Tile:
        """Return the tile as it was added; `index` may be any of its states."""
        tile = self.tiles[index]
        return self.tiles[self._toggled[index]] if tile.is_open else tile

    def states(self, index: int) -> tuple[int, ...]:
        """Return the indices of a tile in all its states; `index` may be any of them."""
        return (index, self._toggled[index]) if index in self._toggled else (index,)

    def replace(self, index: int, tile: Tile) -> None:
        """Replace both states of a tile by the states of the (closed) `tile`, in every stack."""
        if self.tiles[index].is_open:
            index = self._toggled[index]
        self.tiles[index] = tile
        if tile.lock is not None:
            self.tiles[self._toggled[index]] = _opened(tile)
        self.version += 1
        self.__dict__.pop("traits", None)

    def toggled(self, index: int) -> int:
        """Return the tile that a door or chest becomes when it opens or closes."""
        return self._toggled[index]

    def link_rotation(self, tile: int, successor: int) -> None:
        """Declare that `tile`, turned clockwise once, is `successor`."""
        self._link(self._clockwise, tile, successor)
        self.version += 1

    def link_reflection(self, first: int, second: int) -> None:
        """Declare that two tiles are mirror images of each other."""
        self._link(self._mirror, first, second)
        self._link(self._mirror, second, first)
        self.version += 1

    def _link(self, links: dict[int, int], tile: int, to: int) -> None:
        links[tile] = to
        if tile in self._toggled and to in self._toggled:
            links[self._toggled[tile]] = self._toggled[to]

    # -- stacks

    def begin_game(self) -> None:
        """Begin to count anew which stacks a game uses; all games use those that exist since mods were loaded."""
        if self._loaded is None:
            self._loaded = self.used
        self.used = dict(self._loaded)

    def use(self, stacks: Iterable[int]) -> None:
        """Count stacks as used by the present game, which finds them in a cache that an earlier game filled."""
        used = self.used
        for stack in stacks:
            if stack not in used:
                used[stack] = len(used)

    def load_again(self, build: Callable[[], None]) -> None:
        """Replace the stacks that exist since mods were loaded by those that `build` interns, in that order.

        The present game uses the new stacks first, and after them the stacks that it made itself.
        """
        used, before = self.used, self._loaded
        made = [] if before is None else [stack for stack in used if stack not in before]
        self.used = {EMPTY: 0}
        build()
        loaded = self.used
        if before is not None:
            self._loaded = loaded
        used.clear()
        used.update(loaded)
        # Maps of the present game hold this dictionary.
        self.used = used
        self.use(made)

    def intern(self, tiles: Iterable[int]) -> int:
        """Return the stack id of the tiles, added in that order. Raises ModError above MAX_TILES tiles."""
        order = self.tiles
        return self._intern(tuple(sorted(tiles, key=lambda index: -order[index].depth)))

    def _intern(self, key: tuple[int, ...]) -> int:
        """Return the stack id of the tiles, bottom first."""
        stack = self._ids.get(key)
        if stack is None:
            if len(key) > MAX_TILES:
                raise ModError(f"a square would hold {len(key)} tiles: it may hold at most {MAX_TILES}")
            stack = self._ids[key] = len(self.stacks)
            self.stacks.append(key)
            if "traits" in self.__dict__:
                self._add_traits(self.traits, key)
        if stack not in self.used:
            self.used[stack] = len(self.used)
        return stack

    def with_tile(self, stack: int, tile: int) -> tuple[int, int]:
        """Return (id of the stack with `tile` added, slot of the new tile). The other tiles stay in their order.

        That is the order of the depths that they had when they were laid.
        """
        indices = self.stacks[stack]
        depth = self.tiles[tile].depth
        slot = next((i for i, index in enumerate(indices) if self.tiles[index].depth < depth), len(indices))
        return self._intern((*indices[:slot], tile, *indices[slot:])), slot

    def without_slot(self, stack: int, slot: int) -> int:
        """Return the id of the stack without the tile in `slot`."""
        indices = self.stacks[stack]
        return self._intern((*indices[:slot], *indices[slot + 1 :]))

    def with_replaced(self, stack: int, slot: int, tile: int) -> int:
        """Return the id of the stack whose tile in `slot` is replaced by `tile`, of the same depth."""
        indices = self.stacks[stack]
        return self._intern((*indices[:slot], tile, *indices[slot + 1 :]))

    def tiles_of(self, stack: int) -> list[Tile]:
        """Return the tiles of a stack, bottom first."""
        return [self.tiles[index] for index in self.stacks[stack]]

    def turned_tile(self, tile: int, orientation: int) -> int:
        """Return the tile in another orientation: its mirror image, then its clockwise successors."""
        if orientation & 4:
            tile = self._mirror.get(tile, tile)
        for _ in range(orientation & 3):
            tile = self._clockwise.get(tile, tile)
        return tile

    def turned_stacks(
        self, stacks: npt.NDArray[np.int32], distinct: Sequence[int], orientation: int
    ) -> tuple[npt.NDArray[np.int32], tuple[int, ...]]:
        """Return `stacks` with each tile turned, and its different stacks; the squares stay where they are.

        `distinct` are the different stacks before.
        """
        if self._turned_version != self.version:
            self._turned, self._turned_version = {}, self.version
        cached = self._turned.setdefault(orientation, {})
        ids: list[int] = []
        for stack in distinct:
            turned = cached.get(stack)
            if turned is None:
                # Stacks are used in the order of `distinct`, and `intern` uses one.
                self.use(ids)
                turned = self.intern(self.turned_tile(tile, orientation) for tile in self.stacks[stack])
                cached[stack] = turned
            ids.append(turned)
        self.use(ids)
        table = np.zeros(max(distinct, default=0) + 1, dtype=np.int32)
        table[distinct] = ids
        return table.take(stacks), tuple(ids)

    @cached_property
    def traits(self) -> Traits:
        """The derived properties of each stack."""
        traits = Traits()
        for indices in self.stacks:
            self._add_traits(traits, indices)
        return traits

    def category_number(self, category: str | int | float | bool) -> int:
        """Return the number of a category. As in Lua, 1 and 1.0 are one key, and true is another."""
        key = (type(category) is bool, category)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.categories)
            self.categories.append(category)
        return number

    @cached_property
    def _numbers(self) -> dict[tuple[bool, str | int | float | bool], int]:
        return {}

    def _add_traits(self, traits: Traits, indices: tuple[int, ...]) -> None:
        tiles = [self.tiles[index] for index in indices]
        category = -1
        if all(t.items_allowed or t.stores_item for t in tiles):
            categories = [t.category for t in tiles if t.category is not None]
            category = self.category_number(categories[-1]) if categories else -1
        traits.append(tiles, category)


def distinct_stacks(stacks: npt.NDArray[np.int32]) -> list[int]:
    """Return the stack ids that occur, ascending. Ids are small, so counting is faster than np.unique, which sorts."""
    distinct: list[int] = np.flatnonzero(np.bincount(stacks.ravel())).tolist()
    return distinct


def _opened(tile: Tile) -> Tile:
    """Return the open state of a closed door or chest; an open door is clear at every height."""
    access = (CLEAR, CLEAR, CLEAR) if tile.kind == DOOR else tile.access
    return tile._replace(is_open=True, access=access)
