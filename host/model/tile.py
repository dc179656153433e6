"""Tiles: what they are, on whatever square."""

from __future__ import annotations

from typing import NamedTuple

from host.model.registry import Prototype

BLOCKED, APPROACH, CLEAR = range(3)
ACCESS = ("blocked", "approach", "clear")
WALKING, FLYING, MISSILES = range(3)
HEIGHTS = ("walking", "flying", "missiles")

# Tile kinds. All but PLAIN are copied to each square, because each copy has its own state.
HOME, DOOR, CHEST, BARREL, PLAIN = "home", "door", "chest", "barrel", "plain"

# Hit points that a function of the mod rolls for each copy.
ROLLED = -1
# Maximum number of tiles on one square.
MAX_TILES = 64


class LockRule(NamedTuple):
    """How `generate.locks` locks a door or chest: chances in 0..1, key numbers from 1."""

    chance: float = 0.0
    pick_only_chance: float = 0.0
    keymax: int = 1
    special: bool = False


class Tile(NamedTuple):
    """The properties of a tile, independent of the squares it lies on."""

    prototype: Prototype
    kind: str = PLAIN
    # By height: walking, flying, missiles; each BLOCKED, APPROACH or CLEAR.
    access: tuple[int, int, int] = (CLEAR, CLEAR, CLEAR)
    # Whether loose items may lie on the square.
    items_allowed: bool = True
    # Whether items that land on the square vanish.
    items_destroyed: bool = False
    # Item category of the square, or None.
    category: str | int | float | bool | None = None
    # Tiles of a greater depth lie lower in the stack.
    depth: int = 0
    # Connectivity check: -1 impassable, 1 passable, 0 decide by access, lock and hit points.
    connectivity: int = 0
    # 0 is indestructible; ROLLED asks the mod.
    hit_points: int = 0
    # Whether the mod reacts to blows, so that the tile is a target even where it is walkable.
    on_hit: bool = False
    # Whether the mod reacts to creatures that use the tile from beside it.
    on_use: bool = False
    # Whether the mod reacts to creatures that come to the square.
    on_walk_over: bool = False
    # "north" … "west" leads down in that direction, "special" is the top of stairs, None is not a stair.
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
    # The key of its sprite (see `model.appearance`), and what it is made of.
    sprite: str | None = None
    material: str | None = None

    @property
    def is_targetable(self) -> bool:
        """Whether a blow can be aimed at the tile."""
        return self.on_hit or self.access[WALKING] != CLEAR

    @property
    def is_destructible(self) -> bool:
        """Whether blows can destroy the tile."""
        return self.hit_points != 0 and self.is_targetable

    @property
    def stores_item(self) -> bool:
        """Whether the tile is a container."""
        return self.kind in (CHEST, BARREL)

    @property
    def has_state(self) -> bool:
        """Whether each square has its own copy of the tile, with a state."""
        return self.kind != PLAIN or self.hit_points != 0
