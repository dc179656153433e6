"""Tiles, and the stacks of tiles that fill the squares of a map.

A square holds an ordered pile of tiles. Each distinct pile is interned once in a `TileSet` and known by a small
integer, its *stack id*, so that a map is one integer array: copying a segment is an array assignment, turning
it is an index lookup, and any property of all squares is `traits[map.stacks]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import ModError
from host.model.registry import Prototype

BLOCKED, APPROACH, CLEAR = range(3)
ACCESS = ("blocked", "approach", "clear")
WALKING, FLYING, MISSILES = range(3)
HEIGHTS = ("walking", "flying", "missiles")

# The tile kinds that a square copies, because each copy has a state of its own.
HOME, DOOR, CHEST, BARREL, PLAIN = "home", "door", "chest", "barrel", "plain"

# Hit points that a function of the mod rolls for each copy.
ROLLED = -1
# Index of the empty pile.
EMPTY = 0
# How many tiles one square may hold.
MOST_TILES = 64

# What the connectivity check makes of a pile.
PASS_BLOCKED, PASS_OPEN, PASS_LOCK = range(3)


class LockRule(NamedTuple):
    """How `generate.locks` locks a door or chest: chances in 0..1, key numbers from 1."""

    chance: float = 0.0
    pick_only_chance: float = 0.0
    keymax: int = 1
    special: bool = False


class Tile(NamedTuple):
    """What a tile is, apart from any square it lies on."""

    prototype: Prototype
    kind: str = PLAIN
    # By height: walking, flying, missiles; each BLOCKED, APPROACH or CLEAR.
    access: tuple[int, int, int] = (CLEAR, CLEAR, CLEAR)
    # May loose items lie here, do they vanish, and which category of square is this (None: none).
    items_allowed: bool = True
    items_destroyed: bool = False
    category: str | int | float | bool | None = None
    # Larger lies lower in the pile.
    depth: int = 0
    # -1 impassable and 1 passable for the connectivity check, 0: judge by the rest.
    connectivity: int = 0
    # 0 is indestructible, ROLLED asks the mod.
    hit_points: int = 0
    # The mod reacts to blows, so the tile can be aimed at even where it can be walked.
    on_hit: bool = False
    # "north" … "west" leads down that way, "special" is the top of stairs, None is no stair.
    stairs: str | None = None
    facing: int = 0
    special_exit: bool = False
    lock: LockRule | None = None
    trap_chance: float = 0.0
    has_traps: bool = False
    is_open: bool = False
    # For pictures; None lets the renderer choose by kind and access.
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None

    @property
    def targettable(self) -> bool:
        return self.on_hit or self.access[WALKING] != CLEAR

    @property
    def destructible(self) -> bool:
        return self.hit_points != 0 and self.targettable

    @property
    def stores_item(self) -> bool:
        return self.kind in (CHEST, BARREL)

    @property
    def copied(self) -> bool:
        """Whether each square has a copy of its own, with a state."""
        return self.kind != PLAIN or self.hit_points != 0


def _passes(tiles: Sequence[Tile]) -> tuple[int, int]:
    """(PASS_…, slot of the lock that decides when PASS_LOCK) for a pile, from the bottom up."""
    for slot, tile in enumerate(tiles):
        if tile.connectivity < 0:
            return PASS_BLOCKED, 0
        if tile.connectivity > 0 or tile.access[WALKING] == CLEAR or tile.destructible:
            continue
        if tile.lock is not None:
            return PASS_LOCK, slot
        return PASS_BLOCKED, 0
    return PASS_OPEN, 0


class Traits:
    """What follows from a pile alone, one list per property, indexed by stack id; `array` gives numpy."""

    NAMES = (
        # The lowest access of the pile's tiles, by height; the empty pile is CLEAR.
        *HEIGHTS,
        # Category number, or -1: none, or some tile that stores nothing forbids loose items.
        "category",
        # May loose items lie here, as far as the tiles decide.
        "items_allowed",
        # Some tile is a stair, or the top of stairs.
        "stair",
        # A door may stand beside it: walkable, with tiles, no stair, items allowed.
        "door_front",
        # Some tile is a door or a chest, and (slot, tile) of each; some tile stores an item.
        "lockable",
        "lockables",
        "stores",
        # How many tiles have hit points that a mod rolls; slot and prototype index of the first.
        "rolled",
        "rolled_slot",
        "rolled_prototype",
        # PASS_…, and the slot that decides a PASS_LOCK.
        "passes",
        "lock_slot",
    )
    __slots__ = ("_arrays", "by_height", "most_rolled", *NAMES)
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
        # The largest of `rolled`.
        self.most_rolled = 0
        # The lists walking, flying and missiles.
        self.by_height: tuple[list[int], ...] = tuple(getattr(self, name) for name in HEIGHTS)

    def array(self, name: str) -> npt.NDArray[Any]:
        """The list `name` as an array, made anew only after piles were added."""
        values = getattr(self, name)
        known = self._arrays.get(name)
        if known is None or len(known) != len(values):
            # Flags of a byte are compared faster than what numpy would choose.
            known = self._arrays[name] = np.array(
                values, dtype=np.uint8 if name in HEIGHTS or name == "passes" else None
            )
        return known

    def append(self, tiles: Sequence[Tile], category: int) -> None:
        """Add the row of one more pile."""
        for height, name in enumerate(HEIGHTS):
            getattr(self, name).append(min((t.access[height] for t in tiles), default=CLEAR))
        allowed = all(t.items_allowed for t in tiles)
        stair = any(t.stairs for t in tiles)
        passes, lock_slot = _passes(tiles)
        rolled = [slot for slot, tile in enumerate(tiles) if tile.hit_points == ROLLED]
        self.most_rolled = max(self.most_rolled, len(rolled))
        row: dict[str, Any] = {
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
    """All the tiles of a host, the piles interned so far, and the links that turning a tile follows."""

    def __init__(self) -> None:
        # By tile index.
        self.tiles: list[Tile] = []
        # By stack id: tile indices from the bottom of the pile to its top.
        self.stacks: list[tuple[int, ...]] = []
        # By category number.
        self.categories: list[str | int | float | bool] = []
        self._ids: dict[tuple[int, ...], int] = {}
        # closed tile index <-> open tile index.
        self._other: dict[int, int] = {}
        # Clockwise successor and mirror image, by tile index.
        self._clockwise: dict[int, int] = {}
        self._mirror: dict[int, int] = {}
        # Counts changes of tiles and links, so that what was derived from them can tell its age.
        self.version = 0
        self.intern(())

    # -- tiles

    def add(self, tile: Tile, *, is_open: bool = False) -> int:
        """Add a (closed) tile, with a door or chest its open state beside it; return the index of the state
        that `is_open` asks for."""
        index = len(self.tiles)
        self.tiles.append(tile)
        if tile.lock is None:
            return index
        self.tiles.append(_opened(tile))
        self._other[index], self._other[index + 1] = index + 1, index
        return index + is_open

    def closed(self, index: int) -> Tile:
        """The tile as it was added, whichever state `index` is."""
        tile = self.tiles[index]
        return self.tiles[self._other[index]] if tile.is_open else tile

    def replace(self, index: int, tile: Tile) -> None:
        """Give a tile, in both its states, the properties of the (closed) `tile`; every pile follows."""
        if self.tiles[index].is_open:
            index = self._other[index]
        self.tiles[index] = tile
        if tile.lock is not None:
            self.tiles[self._other[index]] = _opened(tile)
        self.version += 1
        self.__dict__.pop("traits", None)

    def in_other_state(self, index: int) -> int:
        """The tile that the door or chest `index` becomes when it opens or closes."""
        return self._other[index]

    def link_rotation(self, tile: int, successor: int) -> None:
        """`tile` turns clockwise into `successor`."""
        self._link(self._clockwise, tile, successor)
        self.version += 1

    def link_reflection(self, one: int, other: int) -> None:
        """The two tiles are each other's mirror image."""
        self._link(self._mirror, one, other)
        self._link(self._mirror, other, one)
        self.version += 1

    def _link(self, links: dict[int, int], tile: int, to: int) -> None:
        links[tile] = to
        if tile in self._other and to in self._other:
            links[self._other[tile]] = self._other[to]

    # -- piles

    def intern(self, tiles: Iterable[int]) -> int:
        """The stack id of a pile to which `tiles` were added in that order. Raises ModError when they are too many."""
        order = self.tiles
        key = tuple(sorted(tiles, key=lambda index: -order[index].depth))
        stack = self._ids.get(key)
        if stack is None:
            if len(key) > MOST_TILES:
                raise ModError(f"a square would hold {len(key)} tiles: it may hold at most {MOST_TILES}")
            stack = self._ids[key] = len(self.stacks)
            self.stacks.append(key)
            if "traits" in self.__dict__:
                self._describe(self.traits, key)
        return stack

    def with_tile(self, stack: int, tile: int) -> tuple[int, int]:
        """(stack id of the pile with `tile` laid on, the slot it came to lie in)."""
        pile = self.stacks[stack]
        depth = self.tiles[tile].depth
        slot = sum(1 for index in pile if self.tiles[index].depth >= depth)
        return self.intern((*pile[:slot], tile, *pile[slot:])), slot

    def without(self, stack: int, slot: int) -> int:
        """The stack id of the pile without the tile in `slot`."""
        pile = self.stacks[stack]
        return self.intern((*pile[:slot], *pile[slot + 1 :]))

    def exchanged(self, stack: int, slot: int, tile: int) -> int:
        """The stack id of the pile with the tile in `slot` exchanged for `tile`, of the same depth."""
        pile = self.stacks[stack]
        return self.intern((*pile[:slot], tile, *pile[slot + 1 :]))

    def pile(self, stack: int) -> list[Tile]:
        """The tiles of a pile, bottom first."""
        return [self.tiles[index] for index in self.stacks[stack]]

    def turned_tile(self, tile: int, orientation: int) -> int:
        """The tile that `tile` becomes: its mirror image, then its clockwise successors."""
        if orientation & 4:
            tile = self._mirror.get(tile, tile)
        for _ in range(orientation & 3):
            tile = self._clockwise.get(tile, tile)
        return tile

    def turned_stacks(self, stacks: npt.NDArray[np.int32], orientation: int) -> npt.NDArray[np.int32]:
        """The piles of `stacks`, each tile turned; the squares stay where they are."""
        turned = np.zeros(len(self.stacks), dtype=np.int32)
        for stack in distinct(stacks):
            turned[stack] = self.intern(self.turned_tile(tile, orientation) for tile in self.stacks[stack])
        return turned[stacks]

    @cached_property
    def traits(self) -> Traits:
        """What follows from each pile."""
        traits = Traits()
        for pile in self.stacks:
            self._describe(traits, pile)
        return traits

    def category_number(self, category: str | int | float | bool) -> int:
        """The number of a category; to Lua 1 and 1.0 are one key, and true is another."""
        key = (type(category) is bool, category)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.categories)
            self.categories.append(category)
        return number

    @cached_property
    def _numbers(self) -> dict[tuple[bool, str | int | float | bool], int]:
        return {}

    def _describe(self, traits: Traits, pile: tuple[int, ...]) -> None:
        tiles = [self.tiles[index] for index in pile]
        category = -1
        if all(t.items_allowed or t.stores_item for t in tiles):
            named = [t.category for t in tiles if t.category is not None]
            category = self.category_number(named[-1]) if named else -1
        traits.append(tiles, category)


def distinct(stacks: npt.NDArray[np.int32]) -> list[int]:
    """The stack ids that occur, ascending. (Ids are small: counting them beats sorting, as np.unique does.)"""
    found: list[int] = np.flatnonzero(np.bincount(stacks.ravel())).tolist()
    return found


def _opened(tile: Tile) -> Tile:
    """A closed door or chest, open; an open door is clear at every height."""
    access = (CLEAR, CLEAR, CLEAR) if tile.kind == DOOR else tile.access
    return tile._replace(is_open=True, access=access)
