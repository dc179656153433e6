"""Looks of tiles, items and creatures: as their mod says, or default glyphs and colours; also for terminals.

Defaults go by kind and access.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from host.model.appearance import COLOURS
from host.model.game_map import GameMap
from host.model.objects import CarriedObject, Creature, ItemStack, ItemType, MapObject, MonsterType
from host.model.registry import OWNER
from host.model.tile import BARREL, BLOCKED, CHEST, CLEAR, DOOR, HOME, MISSILES, PLAIN, WALKING, Tile

# Six levels of the 256-colour cube, and the usual values of the sixteen colours of terminals.
_CUBE = (0, 95, 135, 175, 215, 255)
_SIXTEEN = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)


class Look(NamedTuple):
    """A character, a colour (see `model.appearance`) or None, and the name in the legend."""

    glyph: str
    colour: str | None
    name: str


# The neighbours of a wall decide its glyph.
WALL_GLYPH = "#"
_WALL_COLOUR = "grey"

_ITEM_GLYPHS = {"held": ")", "backpack": "!", "magic": "?", "nopickup": "*"}
_FLOOR_GLYPHS = (".", "·", ",")
_KEY_GLYPH, _LOCKPICK_GLYPH = "ʺ", "ʼ"
# Colours of players, in order.
PLAYER_COLOURS = (
    "bright_green",
    "bright_blue",
    "bright_magenta",
    "bright_yellow",
    "bright_cyan",
    "bright_red",
)


def is_wall(tile: Tile) -> bool:
    """Return whether a tile is a plain wall: closed to everything, and without a glyph."""
    return (
        tile.kind == PLAIN and tile.glyph is None and tile.sprite is None and tile.access == (BLOCKED, BLOCKED, BLOCKED)
    )


def is_bland(tile: Tile) -> bool:
    """Return whether a tile is invisible, so that the tile below it shows."""
    return (
        tile.kind == PLAIN
        and tile.glyph is None
        and tile.colour is None
        and tile.sprite is None
        and tile.stairs is None
        and tile.access == (CLEAR, CLEAR, CLEAR)
    )


def is_floor(tile: Tile) -> bool:
    """Return whether a tile is bare floor, drawn as a dot: one to walk on, and nothing else."""
    return (
        tile.kind == PLAIN
        and tile_look(tile).glyph in _FLOOR_GLYPHS
        and tile.access[WALKING] == CLEAR
        and tile.items_allowed
        and not tile.items_destroyed
        and tile.stairs is None
    )


def is_liquid(tile: Tile) -> bool:
    """Return whether a tile is drawn as a liquid."""
    if tile.kind != PLAIN or tile.sprite is not None:
        return tile.sprite == "water"
    return tile.glyph in (None, "~", "≈") and (
        tile.items_destroyed or (tile.glyph is not None and tile.access[WALKING] != CLEAR)
    )


def _default_glyph(tile: Tile) -> tuple[str, str | None]:
    if tile.kind == DOOR:
        return ("'", "yellow") if tile.is_open else ("+", "yellow")
    if tile.kind == CHEST:
        return "=", "bright_yellow"
    if tile.kind == BARREL:
        return "0", "yellow"
    if tile.kind == HOME:
        return "∩", "bright_white"
    if tile.stairs is not None:
        return ">", "bright_white"
    if tile.access[WALKING] == CLEAR:
        if tile.items_destroyed:
            return "~", "blue"
        return ("·", "grey") if tile.items_allowed else ("^", "magenta")
    if tile.access == (BLOCKED, BLOCKED, BLOCKED):
        return WALL_GLYPH, _WALL_COLOUR
    if tile.access[WALKING] == BLOCKED and tile.access[MISSILES] == CLEAR:
        return "%", "cyan"
    return "&", "cyan"


def tile_look(tile: Tile) -> Look:
    """Return the look of a single tile."""
    glyph, colour = _default_glyph(tile)
    return Look(tile.glyph or glyph, tile.colour or colour, tile.name or plain_name(tile.prototype.id))


def stack_look(stack: list[Tile]) -> tuple[Look, Tile] | None:
    """Return the look of a stack of tiles and its visible tile, or None for an empty stack."""
    if not stack:
        return None
    shown = next((tile for tile in reversed(stack) if not is_bland(tile)), stack[-1])
    return tile_look(shown), shown


def key_of_lock(game_map: GameMap, tile: Tile, lock: int) -> ItemType | None:
    """Return the key that opens a lock of a tile, or None.

    Keys of the host are for doors of the host: a game whose mods have keys may have made a level of the host before.
    """
    is_of_host = tile.prototype.mod == OWNER
    keys = (
        prototype.fields
        for prototype in game_map.registry.all("item")
        if prototype.fields.key == lock and (prototype.mod == OWNER) == is_of_host
    )
    return next(keys, None)


def item_look(game_map: GameMap, stack: ItemStack) -> Look:
    """Return the look of an item: the look of its type, or one by its kind."""
    return item_type_look(game_map.registry.get("item", stack.item).fields)


def item_type_look(item: ItemType) -> Look:
    """Return the look of the items of a type."""
    glyph, colour = _ITEM_GLYPHS.get(item.kind, "*"), "bright_cyan"
    if item.key:
        glyph, colour = (_KEY_GLYPH if item.key > 0 else _LOCKPICK_GLYPH), "bright_yellow"
    return Look(item.glyph or glyph, item.colour or colour, item.name or plain_name(item.prototype.id))


def creature_look(game_map: GameMap, creature: Creature) -> Look:
    """Return the look of a knight or a monster."""
    if creature.monster is None:
        player = creature.player or 0
        return Look("@", player_colour(player), f"knight of player {player + 1}")
    return monster_type_look(game_map.registry.get("monster", creature.monster).fields)


def monster_type_look(monster: MonsterType) -> Look:
    """Return the look of the monsters of a type."""
    name = monster.name or plain_name(monster.prototype.id)
    letter = next((c for c in name if c.isalpha()), "M")
    return Look(monster.glyph or letter, monster.colour or "bright_red", name)


def object_look(map_object: MapObject | CarriedObject) -> Look:
    """Return the look of an object of a Lua dialect."""
    name = map_object.name or plain_name(map_object.id)
    letter = next((c for c in name if c.isalpha()), "&")
    return Look(map_object.glyph or letter, map_object.colour or "bright_red", name)


def player_colour(player: int) -> str:
    """Return the colour of a player by number, from 0."""
    return PLAYER_COLOURS[player % len(PLAYER_COLOURS)]


def plain_name(full_id: str) -> str:
    """Return an id such as `base.oak_door` as `oak door`."""
    return full_id.partition(".")[2].replace("_", " ") or full_id


def ansi(colour: str | None, colours: int) -> str:
    """Return the escape sequence for a colour, or for the nearest one of the terminal."""
    if colour is None:
        return "\x1b[0m"
    if colour.startswith("#"):
        levels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        if colours > 256:
            return "\x1b[38;2;{};{};{}m".format(*levels)
        if colours == 256:
            r, g, b = (min(range(6), key=lambda i: abs(_CUBE[i] - level)) for level in levels)
            return f"\x1b[38;5;{16 + 36 * r + 6 * g + b}m"
        number = min(range(16), key=lambda i: math.dist(_SIXTEEN[i], levels))
    else:
        number = COLOURS.index(colour)
    return f"\x1b[{30 + number if number < 8 else 82 + number}m"
