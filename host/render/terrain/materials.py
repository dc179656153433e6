"""Materials of walls and floors: as the tile says, by its name, or by the theme of the picture."""

from __future__ import annotations

import re
from typing import NamedTuple

from host.model.themes import FLOOR_KINDS, WALL_MATERIALS, Theme
from host.model.tile import CLEAR, PLAIN, WALKING, Tile
from host.render.looks import is_bland, is_liquid, tile_look
from host.render.palette import Colour, colour_of, mix
from host.render.sprites.choices import HOLES

STONE, BRICK, WOOD, HEDGE, CAVE, ICE = WALL_MATERIALS
SLABS, BOARDS, EARTH, GRASS, MARBLE, MOSAIC, RUG, ROUGH, FROZEN, TILES = FLOOR_KINDS
LIQUID, LAVA, CHASM = LIQUID_KINDS = ("liquid", "lava", "chasm")

# Words of names of tiles, and what they say; the first that is in the name counts.
_WALLS_BY_WORD = {
    "hedge": HEDGE, "bush": HEDGE, "thicket": HEDGE, "ice": ICE, "icy": ICE, "frozen": ICE, "snow": ICE, "brick": BRICK,
    "bricks": BRICK, "wood": WOOD, "wooden": WOOD, "timber": WOOD, "plank": WOOD, "planks": WOOD, "palisade": WOOD,
    "rock": CAVE, "cave": CAVE, "cavern": CAVE, "earth": CAVE, "dirt": CAVE,
}  # fmt: skip
_FLOORS_BY_WORD = {
    "carpet": RUG, "rug": RUG, "mat": RUG, "ice": FROZEN, "icy": FROZEN, "frozen": FROZEN, "snow": FROZEN,
    "floorboards": BOARDS, "boards": BOARDS, "board": BOARDS, "wood": BOARDS, "wooden": BOARDS, "planks": BOARDS,
    "earth": EARTH, "dirt": EARTH, "mud": EARTH, "sand": EARTH, "soil": EARTH, "grass": GRASS, "lawn": GRASS,
    "moss": GRASS, "mossy": GRASS, "marble": MARBLE, "mosaic": MOSAIC, "cave": ROUGH, "cavern": ROUGH, "rock": ROUGH,
    "tiles": TILES, "tiled": TILES,
}  # fmt: skip
_FLOORS_BY_GLYPH = {",": GRASS, '"': GRASS, "`": GRASS, ":": MOSAIC, "-": RUG, "=": BOARDS}
# The field `material` of floors.
_FLOORS_BY_MATERIAL = {
    "wood": BOARDS, "earth": EARTH, "grass": GRASS, "hedge": GRASS, "marble": MARBLE, "cave": ROUGH, "ice": FROZEN,
    "brick": TILES, "stone": SLABS,
}  # fmt: skip
_CHASMS = ("chasm", "abyss", "gorge", "ravine", "void")
_LAVAS = ("lava", "magma", "fire")

# How much of the colour of a tile gives way to the theme that was asked for.
_THEMED = 0.7


class Surface(NamedTuple):
    """What a wall or a ground is made of."""

    kind: str
    colour: Colour
    # Drawn on a floor whose glyph says nothing else.
    glyph: str = ""


def words_of(tile: Tile) -> list[str]:
    """Return the words of the name and of the id of a tile, in small letters."""
    return re.findall("[a-z]+", f"{tile.name or ''} {tile.prototype.id.partition('.')[2]}".lower())


def is_ground(tile: Tile, *, lowest: bool) -> bool:
    """Return whether a tile is ground, on which other tiles stand."""
    if is_liquid(tile) or is_rug(tile):
        return True
    if tile.kind != PLAIN or tile.stairs is not None or tile.sprite is not None:
        return False
    opens = not tile.items_allowed and tile.glyph in (None, "^", *HOLES)
    return lowest and tile.access[WALKING] == CLEAR and not opens


def is_void(tile: Tile) -> bool:
    """Return whether a tile is not drawn, because it is invisible rock."""
    return tile.glyph is not None and tile.glyph.isspace()


def is_rug(tile: Tile) -> bool:
    """Return whether a tile is a rug, which may lie on other floors."""
    return (
        tile.kind == PLAIN
        and tile.access[WALKING] == CLEAR
        and (tile.sprite == RUG or any(_FLOORS_BY_WORD.get(word) == RUG for word in words_of(tile)))
    )


def wall_surface(tile: Tile | None, theme: Theme, *, chosen: bool = False) -> Surface:
    """Return what a wall is made of; with `chosen` the theme counts more than the tile."""
    if tile is None:
        return Surface(theme.wall, colour_of(theme.wall_colour))
    words = words_of(tile)
    material = tile.material or next((_WALLS_BY_WORD[word] for word in words if word in _WALLS_BY_WORD), None)
    if chosen or (material not in WALL_MATERIALS and tile.colour is None):
        material = theme.wall
    return Surface(material if material in WALL_MATERIALS else STONE, _coloured(tile, theme.wall_colour, chosen=chosen))


def floor_surface(tile: Tile | None, theme: Theme, *, chosen: bool = False) -> Surface:
    """Return what a floor or a liquid is made of; with `chosen` the theme counts more than the tile."""
    if tile is None:
        return Surface(theme.floor, colour_of(theme.floor_colour))
    words = words_of(tile)
    if is_liquid(tile):
        if any(word in _CHASMS for word in words):
            return Surface(CHASM, _coloured(tile, theme.floor_colour, chosen=chosen))
        if any(word in _LAVAS for word in words):
            return Surface(LAVA, colour_of(tile_look(tile).colour))
        return Surface(LIQUID, _coloured(tile, theme.liquid_colour, chosen=chosen))
    glyph = "" if is_bland(tile) else tile_look(tile).glyph
    kind = (
        _FLOORS_BY_MATERIAL.get(tile.material or "")
        or next((_FLOORS_BY_WORD[word] for word in words if word in _FLOORS_BY_WORD), None)
        or _FLOORS_BY_GLYPH.get(glyph)
    )
    is_plain = kind in (None, SLABS, ROUGH, EARTH, TILES)
    if is_plain and (chosen or (kind is None and tile.colour is None)):
        kind = theme.floor
    shown = glyph if glyph not in ("", ".", "·", *_FLOORS_BY_GLYPH) else ""
    return Surface(kind or SLABS, _coloured(tile, theme.floor_colour, chosen=chosen and is_plain), shown)


def _coloured(tile: Tile, theme_colour: str, *, chosen: bool) -> Colour:
    if tile.colour is None:
        return colour_of(theme_colour)
    colour = colour_of(tile.colour)
    return mix(colour, colour_of(theme_colour), _THEMED) if chosen else colour
