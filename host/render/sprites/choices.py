"""Chooses sprites for things: the sprite that a mod names, else one that fits name and looks, else a letter."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from zlib import crc32

from host.model.game_map import GameMap
from host.model.objects import Creature, ItemStack, ItemType, MapObject, MonsterType
from host.model.registry import Registry
from host.model.tile import BARREL, CHEST, CLEAR, DOOR, HOME, WALKING, Tile
from host.render.looks import (
    Look,
    is_bland,
    is_floor,
    is_liquid,
    is_wall,
    item_type_look,
    monster_type_look,
    object_look,
    player_colour,
    tile_look,
)
from host.render.palette import Colour, colour_of, mix
from host.render.sprites.drawing import LETTER, Art, choose_art
from host.render.sprites.suggestions import CREATURE, ITEM, TILE

# Keys of what is drawn with its neighbours or its state, and not as a family: grounds, walls, doors, homes.
FLOOR, WALL, WATER, DOOR_KEY, HOME_KEY, STAIRS = "floor", "wall", "water", "door", "arch", "stairs"
GROUNDS = (FLOOR, WATER)
# Items of which a mod has many kinds in one colour: each kind has a tint.
_TINTED, _HUES = ("scroll", "claw"), 24
# Roles of objects of the dialects.
PLAYER, FIXTURE, PLACE = "player", "fixture", "place"
# Glyphs of round tiles: pits if a player can walk on them, else pillars.
HOLES = ("0", "O", "o")
# Glyphs of grounds that are drawn as marks on a floor.
_FLOOR_MARKS = (",", '"', "`", "-", ":", "=")
# Role by kind, and for worlds, where all objects are entities, by layer.
_ROLES = {"item": ITEM, "chara": CREATURE, "feat": PLACE, "mef": PLACE}
_ROLES_OF_ENTITIES = {
    "dropped": ITEM, "gold": ITEM, "real": CREATURE,
    **dict.fromkeys(("floor", "misc", "trap", "wall", "projectile"), PLACE),
}  # fmt: skip
_KINDS = {DOOR: DOOR_KEY, HOME: HOME_KEY, CHEST: "chest", BARREL: "barrel"}
# Glyph -> key of objects that are parts of a map, whose names say nothing.
_PARTS_OF_MAP = {"^": "trap", ">": STAIRS, "<": STAIRS, "#": WALL}
_FIXTURES = {"+": "door", "=": "chest", "0": "barrel"}


def role_of(map_object: MapObject) -> str:
    """Return how an object is drawn: as its dialect says, else letters are creatures and signs are items.

    Entities whose glyph is not a letter are drawn as doors, chests and crates are.
    """
    if object_look(map_object).glyph == "@":
        return PLAYER
    role = _ROLES_OF_ENTITIES.get(map_object.layer) if map_object.kind == "entity" else _ROLES.get(map_object.kind)
    if map_object.kind == "entity" and role == CREATURE and not object_look(map_object).glyph.isalpha():
        return FIXTURE
    return role or (CREATURE if object_look(map_object).glyph.isalpha() else ITEM)


def tile_art(registry: Registry, tile: Tile) -> Art:
    """Return the sprite of a tile."""
    look = tile_look(tile)
    art = choose_art(registry, TILE, look, tile.prototype.id, tile.sprite, tile.colour, tile.material)
    if tile.sprite is not None and art.key != LETTER:
        return art
    walks = tile.access[WALKING] == CLEAR
    if is_wall(tile):
        key: str | None = WALL
    elif tile.kind in (DOOR, HOME):
        key = _KINDS[tile.kind]
    elif tile.stairs is not None or (walks and look.glyph in (">", "<")):
        key = STAIRS
    elif is_liquid(tile):
        key = WATER
    elif is_bland(tile) or look.glyph.isspace():
        key = FLOOR
    elif art.key != LETTER:
        return art
    elif tile.kind in _KINDS:
        key = _KINDS[tile.kind]
    elif look.glyph == "^":
        key = "trap" if walks else "mountain"
    elif look.glyph in HOLES and (walks or not any(tile.access)):
        key = "pit" if walks else "pillar"
    else:
        key = FLOOR if is_floor(tile) or (walks and look.glyph in _FLOOR_MARKS) else None
    return art._replace(key=key or LETTER, drawn=None)


def item_art(game_map: GameMap, stack: ItemStack) -> Art:
    """Return the sprite of an item."""
    return item_type_art(game_map.registry, game_map.registry.get("item", stack.item).fields)


def item_type_art(registry: Registry, item: ItemType) -> Art:
    """Return the sprite of the items of a type."""
    look = item_type_look(item)
    art = type_art(registry, ITEM, look, item)
    return art._replace(colour=_tint(look.colour, item.prototype.id)) if art.key in _TINTED else art


def _tint(colour: str | None, identity: str) -> str:
    """Return a colour mixed with a hue that an id chooses, always the same."""
    red, green, blue = hsv_to_rgb(crc32(identity.encode()) % _HUES / _HUES, 0.8, 0.9)
    hue = Colour(round(255 * red), round(255 * green), round(255 * blue))
    mixed = mix(colour_of(colour), hue, 0.45)
    return f"#{mixed.r:02x}{mixed.g:02x}{mixed.b:02x}"


def creature_art(game_map: GameMap, creature: Creature) -> Art:
    """Return the sprite of a knight or a monster."""
    if creature.monster is None:
        return Art("knight", player_colour(creature.player or 0))
    monster = game_map.registry.get("monster", creature.monster).fields
    return type_art(game_map.registry, CREATURE, monster_type_look(monster), monster)


def type_art(registry: Registry, role: str, look: Look, fields: ItemType | MonsterType) -> Art:
    """Return the sprite of the items or the monsters of a type."""
    return choose_art(registry, role, look, fields.prototype.id, fields.sprite, fields.colour, fields.material)


def object_art(registry: Registry, map_object: MapObject) -> Art:
    """Return the sprite of an object of a Lua dialect."""
    look, role = object_look(map_object), role_of(map_object)
    colour = map_object.colour
    table = {ITEM: ITEM, CREATURE: CREATURE, PLAYER: CREATURE}.get(role, TILE)
    art = choose_art(registry, table, look, map_object.id, map_object.sprite, colour, map_object.material)
    if role == PLAYER and map_object.sprite is None:
        return art._replace(key="knight", colour=colour or look.colour)
    if art.key == LETTER and role in (PLACE, FIXTURE):
        glyphs = _PARTS_OF_MAP if role == PLACE else _FIXTURES
        return art._replace(key=glyphs.get(look.glyph, LETTER))
    return art
