"""What lies and lives on a map besides tiles: items, creatures, homes, locks and traps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from host.model.registry import Prototype

# Locks besides key numbers, which count from 1.
UNLOCKED, PICK_ONLY, SPECIAL_LOCK = 0, -1, -2

# The `key` of an item that picks locks.
LOCKPICKS = -1


class ItemType(NamedTuple):
    """What an item is. `key`: the number of the lock it opens, LOCKPICKS, or 0."""

    prototype: Prototype
    kind: str = "nopickup"
    key: int = 0
    critical: bool = False
    max_stack: int = 1
    # Damage, or ROLLED for a function of the mod.
    melee_damage: int = 0
    melee_tile_damage: int = 0
    missile_damage: int = 0
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None


class MonsterType(NamedTuple):
    """What a monster is. `height` is WALKING or FLYING; `health` may be ROLLED by its mod."""

    prototype: Prototype
    height: int = 0
    health: int = 1
    corpses: tuple[int, ...] = ()
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None


class ItemStack(NamedTuple):
    """`count` items of one type (by its index among item prototypes)."""

    item: int
    count: int = 1  # type: ignore[assignment] # hides tuple.count, which nobody asks of a stack


class Trap(NamedTuple):
    """A trap on a door or chest; the items are indices, -1 for none."""

    kind: str
    item: int = -1
    bolt: int = -1
    direction: int = 0


class MapObject(NamedTuple):
    """What lives on a map in Lua: an entity, an item, a feature. `id` is `mod.name` of what it is, `kind` and `layer`
    are words of its dialect; of those on one square the one with the greatest `z` is seen, and of several the last."""

    uid: int
    kind: str
    id: str
    x: int
    y: int
    layer: str
    z: int
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None


class Zone(NamedTuple):
    """Where a segment (by index) came to lie, and how it was turned."""

    x: int
    y: int
    width: int
    height: int
    orientation: int
    segment: int


@dataclass(slots=True)
class Home:
    """A way in: the square to stand on, where one then looks, and the square of the home's tile."""

    x: int
    y: int
    facing: int
    tile_square: int
    special: bool = False
    # The players who start here, ascending.
    players: list[int] = field(default_factory=list)
    secured_by: int | None = None


@dataclass(slots=True, eq=False)
class Creature:
    """A monster or a knight on the map."""

    uid: int
    x: int
    y: int
    # WALKING or FLYING: one creature a square and height.
    height: int
    facing: int = 0
    # Index among monster prototypes; None for the knight of `player`.
    monster: int | None = None
    player: int | None = None
    health: int = 1
    # Item index held in the hand, -1 for none; and item index -> count of what is carried.
    held: int = -1
    carried: dict[int, int] = field(default_factory=dict)
