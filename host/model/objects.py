"""The contents of a map besides tiles: items, creatures, objects of Lua dialects, homes, traps and locks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from host.model.registry import Prototype

# Locks besides key numbers, which start at 1.
UNLOCKED, PICK_ONLY, SPECIAL_LOCK = 0, -1, -2

# The `key` of an item that picks locks.
LOCKPICKS = -1


class ItemType(NamedTuple):
    """A type of item. `key` is the number of the lock it opens, LOCKPICKS, or 0."""

    prototype: Prototype
    kind: str = "nopickup"
    key: int = 0
    critical: bool = False
    # Whether it vanishes when a tile on its square is destroyed.
    fragile: bool = False
    max_stack: int = 1
    # Damage, or ROLLED for a function of the mod.
    melee_damage: int = 0
    melee_tile_damage: int = 0
    missile_damage: int = 0
    # How long it stuns when thrown or shot, in milliseconds; may be ROLLED. How long a throw takes before and after.
    missile_stun_time: int = 0
    missile_times: tuple[int, int] = (0, 0)
    # As a missile: its speed in percent of a knight's, its range in squares, the chance to pass a square that
    # missiles may only approach, and how surely it hits.
    missile_speed: float = 200
    missile_range: int = 10
    missile_access_chance: float = 0
    missile_hit_multiplier: float = 1
    # Index of the item that it shoots, or -1, and how long it is not ready after a shot, in milliseconds.
    ammo: int = -1
    reload_time: int = 0
    # How long a blow stuns, in milliseconds; may be ROLLED. How long a blow takes before and after.
    melee_stun_time: int = 0
    melee_times: tuple[int, int] = (0, 0)
    # Whether strength adds to blows with it.
    allows_strength: bool = True
    # The chance to parry a blow with it.
    parry_chance: float = 0
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None
    # The key of its sprite (see `model.appearance`), and what it is made of.
    sprite: str | None = None
    material: str | None = None


class MonsterType(NamedTuple):
    """A type of monster. `height` is WALKING or FLYING; its mod may roll `health` and numbers of its attack: ROLLED."""

    prototype: Prototype
    height: int = 0
    health: int = 1
    corpses: tuple[int, ...] = ()
    # In percent of the speed of a knight.
    speed: float = 100
    attack_damage: int = 0
    attack_stun_time: int = 0
    # Index of the item that it strikes with, or -1.
    weapon: int = -1
    # Indices of prototypes: tiles that the monster avoids, tiles that it strikes, items that it fears.
    avoids: frozenset[int] = frozenset()
    hits: frozenset[int] = frozenset()
    fears: frozenset[int] = frozenset()
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None
    # The key of its sprite (see `model.appearance`), and what it is made of.
    sprite: str | None = None
    material: str | None = None


class ItemStack(NamedTuple):
    """`count` items of one type, which is an index among the item prototypes."""

    item: int
    count: int = 1  # type: ignore[assignment] # hides tuple.count, which nothing calls


class Trap(NamedTuple):
    """A trap on a door or chest; the items are indices, -1 for none."""

    kind: str
    item: int = -1
    bolt: int = -1
    direction: int = 0


# English words for kinds of objects, where they differ.
KIND_WORDS = {"chara": "creature", "feat": "feature", "mef": "effect"}


class CarriedObject(NamedTuple):
    """Items of one type that an object of a Lua dialect carries: `number` of them. The fields are as in MapObject."""

    id: str
    number: int = 1
    name: str | None = None
    glyph: str | None = None
    colour: str | None = None


class MapObject(NamedTuple):
    """An object of a Lua dialect: an entity, an item, a feature.

    `id` is the `mod.name` of its type; `kind` and `layer` are words of its dialect. Of the objects on one square, a
    picture shows the one with the greatest `z`, and the last of several.
    """

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
    # The key of its sprite (see `model.appearance`), and what it is made of.
    sprite: str | None = None
    material: str | None = None
    carried: tuple[CarriedObject, ...] = ()


class Zone(NamedTuple):
    """The rectangle that a segment (by index) covers, and the orientation of the segment."""

    x: int
    y: int
    width: int
    height: int
    orientation: int
    segment: int


@dataclass(slots=True)
class Home:
    """A way in: the square in front of the home, the direction from there to the home, and the square of its tile."""

    x: int
    y: int
    facing: int
    tile_square: int
    special: bool = False
    # Players who start here, ascending.
    players: list[int] = field(default_factory=list)
    secured_by: int | None = None


@dataclass(slots=True, eq=False)
class Creature:
    """A monster or a knight on the map."""

    uid: int
    x: int
    y: int
    # WALKING or FLYING; a square holds one creature per height.
    height: int
    facing: int = 0
    # Index among the monster prototypes, of a mod or of the host; None for the knight of `player`.
    monster: int | None = None
    player: int | None = None
    health: int = 1
    # Index of the item in the hand, or -1.
    held: int = -1
    # Item index -> number of items in the inventory.
    carried: dict[int, int] = field(default_factory=dict)


class UidSource:
    """Uids of creatures and tile copies: one source for all maps of a game, which counts upwards without end.

    A save stores `next_uid`, and a loaded game continues from it. Objects that live in Lua count from 1 in a space of
    their own (lua/core/game/objects.lua), and so do maps and areas of worlds (lua/areas/session.lua): mods and files
    see these numbers, and a counter in Lua costs no call of Python.
    """

    __slots__ = ("next_uid",)

    def __init__(self, next_uid: int = 1) -> None:
        self.next_uid = next_uid

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> int:
        uid = self.next_uid
        self.next_uid = uid + 1
        return uid
