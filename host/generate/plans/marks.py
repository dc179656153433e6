"""Marks on the squares of a plan: locks, secret doors, doors in one direction, keys, entrance and exit."""

from __future__ import annotations

from host.generate.plans.plan import Plan
from host.generate.plans.prototypes import host_prototype, host_tile
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.objects import ItemStack, ItemType
from host.model.registry import Prototype, Registry
from host.model.tile import APPROACH, BLOCKED, CLEAR, DOOR, LockRule
from host.model.tile_set import TileSet

LOCK, SECRET, ONE_WAY, KEY, ENTRANCE, EXIT, WATER = range(7)
_STAIRS_COLOUR = "#c8bca4"
# Colours of keys by their numbers, from 1, as words and as codes; further keys have numbers alone.
COLOURS = ("red", "blue", "green", "yellow", "white", "violet", "orange", "grey", "brown", "black")
HUES = ("#d05050", "#5080e0", "#50b060", "#d0c050", "#e8e8e8", "#a060c0", "#d08040", "#909090", "#806040", "#505050")
# Doors in one direction, in the order of `DIRECTIONS`.
_ARROWS = "↑→↓←"
_SHUT = (APPROACH, BLOCKED, BLOCKED)


def apply_marks(plan: Plan, game_map: GameMap, door: int, floor: int) -> None:
    """Put what the marks of a plan say on its map; `door` is the tile of its doors, `floor` the stack below water."""
    registry, tiles = game_map.registry, game_map.tileset
    marks = sorted(plan.marks, key=lambda mark: mark.kind == LOCK)
    for square, kind, number in marks:
        if kind in (SECRET, ONE_WAY):
            slots = [slot for slot, _ in game_map.tile_slots(square) if game_map.tile_at(slot) == door]
            new = _door(registry, tiles, None if kind == SECRET else number)
            if slots:
                game_map.replace_tile(slots[0], new)
            else:
                game_map.place_tile(square, new)
        elif kind == LOCK:
            for slot, tile in game_map.tile_slots(square):
                if tile.kind == DOOR:
                    game_map.locks[slot] = number
        elif kind == KEY:
            game_map.set_item(square, ItemStack(_key(registry, number)))
        elif kind == WATER:
            game_map.set_stack(square, floor)
            access = (BLOCKED, CLEAR, CLEAR)
            water = host_tile(
                registry, tiles, "water", access=access, items_allowed=False, glyph="~", colour="#4070c0", depth=1
            )
            game_map.place_tile(square, water)
        else:
            game_map.place_tile(square, host_stairs(registry, tiles, is_entrance=kind == ENTRANCE))


def key_numbers(names: list[str]) -> dict[str, int]:
    """Return a number for each key by its name: colours have their own, and others those behind them."""
    numbers = {name: COLOURS.index(name) + 1 for name in names if name in COLOURS}
    for name in names:
        if name not in numbers:
            numbers[name] = max(len(COLOURS), *numbers.values(), 0) + 1
    return numbers


def host_stairs(registry: Registry, tiles: TileSet, *, is_entrance: bool) -> int:
    """Return the index of the stairs at the entrance, or at the exit."""
    name, glyph = ("entrance", "<") if is_entrance else ("exit", ">")
    return host_tile(registry, tiles, name, glyph=glyph, colour=_STAIRS_COLOUR, items_allowed=False)


def _door(registry: Registry, tiles: TileSet, direction: int | None) -> int:
    name = "secret door" if direction is None else f"one way door {DIRECTIONS[direction]}"
    glyph = None if direction is None else _ARROWS[direction]
    return host_tile(registry, tiles, name, kind=DOOR, access=_SHUT, items_allowed=False, lock=LockRule(), glyph=glyph)


def _key(registry: Registry, number: int) -> int:
    """Return the index of the key with a number."""
    name = f"{COLOURS[number - 1]} key" if number <= len(COLOURS) else f"key {number}"
    colour = HUES[(number - 1) % len(HUES)]

    def fields(prototype: Prototype) -> ItemType:
        return ItemType(prototype, "backpack", number, name=name, glyph="K", colour=colour)

    return host_prototype(registry, "item", name, fields).index
