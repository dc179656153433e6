"""Captions of pictures: the title above a map, numbers in its rooms, the legend below, and names of what is drawn.

Options: `--title`, `--numbers`, `--legend`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from host.errors import visible
from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED, ItemStack
from host.model.tile import Tile
from host.render import font
from host.render.font import text_width
from host.render.looks import creature_look, is_wall, item_look, item_type_look, key_of_lock, object_look, stack_look
from host.render.palette import INK, PAPER, VOID, Colour
from host.render.paper import PARCHMENT
from host.render.scene import CREATURES, FEATURES, ITEMS, layer_of
from host.render.shapes import Names, Picture, Rect, Shape, TextLine, moved
from host.render.style import PictureStyle
from host.render.terrain.landscape import GROUND

_NUMBERED = re.compile(r"room \d+")
# Lines of the longest legend.
_MOST_LINES = 120
_GAP = 8
# Pixels of the narrowest column of a legend.
_COLUMN = 190
# Characters of the longest line.
_LONGEST = 26


class Symbol(NamedTuple):
    """A line of a legend: what stands in front of it, a sprite or a number, and its text."""

    mark: int | str
    text: str


def add_captions(picture: Picture, game_map: GameMap, style: PictureStyle) -> Picture:
    """Return the picture with the captions of its style."""
    ink, ground = (INK, PARCHMENT) if style.paper else (PAPER, VOID)
    over = list(picture.over)
    top, height, width = picture.top, picture.height, picture.width
    if style.numbers:
        over += _numbers(picture, game_map, ink, ground)
    if style.title:
        words = title_of(game_map)
        scale = max(2, picture.size // 8)
        while scale > 1 and text_width(words, scale) > width - 2 * _GAP:
            scale -= 1
        top += font.HEIGHT * scale + 2 * _GAP
        over.append(
            TextLine(_GAP, -top + _GAP, scale, _cut(words, (width - 2 * _GAP) // ((font.WIDTH + 1) * scale)), ink)
        )
    if style.legend:
        symbols = _symbols(picture, game_map, numbered=style.numbers)
        width = max(width, _COLUMN * _legend_scale(picture.size) + 2 * _GAP if symbols else 0)
        shapes, lines = _legend(picture, symbols, width, height + _GAP, ink)
        over += shapes
        height += lines + 2 * _GAP if symbols else 0
    return picture._replace(over=over, top=top, height=height, width=width)


def name_squares(game_map: GameMap, picture: Picture) -> Names:
    """Return the names of doors, furniture and the like, items and creatures, where a picture of the map has them."""
    features: dict[tuple[int, int], str] = {}
    names = {}
    for stack in game_map.stacks_in_order():
        look = stack_look(game_map.tileset.tiles_of(stack))
        names[stack] = "" if look is None else look[0].name
    (cells,) = (layer.cells for layer in picture.layers if layer.name == FEATURES)
    for y, x in np.argwhere(cells >= 0).tolist():
        features[x, y] = names[int(game_map.stacks[y, x])]
    items = {game_map.position(square): _count_item(game_map, stack) for square, stack in game_map.loose_items.items()}
    creatures = {(one.x, one.y): creature_look(game_map, one).name for one in game_map.living_creatures}
    titles = {FEATURES: features, ITEMS: items, CREATURES: creatures}
    # The last one on a square is visible, as in the picture.
    for thing in sorted(game_map.objects, key=lambda thing: thing.z):
        titles[layer_of(thing)][thing.x, thing.y] = object_look(thing).name
    return titles


def _count_item(game_map: GameMap, stack: ItemStack) -> str:
    name = item_look(game_map, stack).name
    return name if stack.count == 1 else f"{stack.count} {name}"


def title_of(game_map: GameMap) -> str:
    """Return what a map is called: its generator and its seed."""
    origin = game_map.origin
    if origin is None or origin.generator is None:
        return "dungeon"
    return visible(f"{origin.generator}, seed {origin.seed}")


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: max(most - 2, 1)].rstrip() + ".."


# -- numbers


def _numbers(picture: Picture, game_map: GameMap, ink: Colour, ground: Colour) -> Iterator[Shape | TextLine]:
    """Draw the number of each room on a free square near its middle."""
    size = picture.size
    scale = max(1, size // 10)
    layers = {layer.name: layer.cells for layer in picture.layers}
    free = layers[GROUND] >= 0
    for name in (FEATURES, ITEMS, CREATURES):
        free &= layers[name] < 0
    for i, (x, y, width, height) in enumerate(game_map.rooms.tolist(), 1):
        left, top = max(x + 1, 0), max(y + 1, 0)
        squares = np.argwhere(free[top : max(y + height - 1, top), left : max(x + width - 1, left)])
        middle = np.array(((height - 3) / 2, (width - 3) / 2))
        if len(squares):
            row, column = squares[np.abs(squares - middle).sum(axis=1).argmin()].tolist()
        else:
            row, column = (height - 3) // 2, (width - 3) // 2
        words = str(i)
        wide, tall = text_width(words, scale), font.HEIGHT * scale
        at_x, at_y = (left + column) * size + (size - wide) // 2, (top + row) * size + (size - tall) // 2
        pad = 2 * scale
        yield Rect(at_x - pad, at_y - pad, wide + 2 * pad, tall + 2 * pad, ground)
        yield TextLine(at_x, at_y, scale, words, ink)


# -- legend


def _symbols(picture: Picture, game_map: GameMap, *, numbered: bool) -> list[Symbol]:
    """Return the lines of the legend: rooms by number, and each kind of thing with how many there are."""
    rooms = []
    names = game_map.room_names
    if numbered and names:
        # A mission that grew has a room 2 that is not the second: their numbers in the picture are enough.
        rooms = [Symbol(str(i), visible(name)) for i, name in enumerate(names, 1) if not _NUMBERED.fullmatch(name)]
    # (layer, text) -> sprite and number.
    found: dict[tuple[str, str], tuple[int, int]] = {}

    def add(layer: str, text: str, sprite: int, count: int = 1) -> None:
        first, number = found.get((layer, text), (sprite, 0))
        found[layer, text] = first, number + count

    (features,) = [layer.cells for layer in picture.layers if layer.name == FEATURES]
    for y, x in np.argwhere(features >= 0).tolist():
        text = _feature_text(game_map, x, y)
        if text is not None:
            add(FEATURES, text, int(features[y, x]))
    for square, stack in sorted(game_map.loose_items.items()):
        add(ITEMS, item_look(game_map, stack).name, picture.objects[ITEMS, square], stack.count)
    for creature in game_map.living_creatures:
        add(CREATURES, creature_look(game_map, creature).name, picture.objects[CREATURES, creature.uid])
    for thing in game_map.objects:
        layer = ITEMS if (ITEMS, -thing.uid) in picture.objects else CREATURES
        add(layer, object_look(thing).name, picture.objects[layer, -thing.uid])
    order = (FEATURES, ITEMS, CREATURES)
    kinds = sorted(found.items(), key=lambda entry: (order.index(entry[0][0]), entry[0][1]))
    things = [
        Symbol(sprite, visible(text) + (f" × {number}" if number > 1 else ""))
        for (_, text), (sprite, number) in kinds
        if sprite >= 0
    ]
    return [*rooms, *things][:_MOST_LINES]


def _feature_text(game_map: GameMap, x: int, y: int) -> str | None:
    """Return the name of what stands on a square, with its state; None for bare ground."""
    square = game_map.square(x, y)
    look = stack_look(game_map.tiles_on(square))
    if look is None or is_wall(look[1]):
        return None
    name = look[0].name
    for slot, tile in game_map.tile_slots(square):
        if tile.lock is not None:
            state = "open" if tile.is_open else _lock_text(game_map, tile, game_map.lock_of(slot))
            return name + (f": {state}" if state else "") + (", trapped" if slot in game_map.traps else "")
    return name


def _lock_text(game_map: GameMap, tile: Tile, lock: int) -> str:
    if lock in (UNLOCKED, PICK_ONLY, SPECIAL_LOCK):
        return {UNLOCKED: "", PICK_ONLY: "lockpicks", SPECIAL_LOCK: "no key"}[lock]
    key = key_of_lock(game_map, tile, lock)
    return f"key {lock}" if key is None else item_type_look(key).name


def _legend_scale(size: int) -> int:
    """Return the size of the letters of a legend beside sprites of so many pixels."""
    return max(1, size // 16)


def _legend(
    picture: Picture, symbols: list[Symbol], width: int, top: int, ink: Colour
) -> tuple[list[Shape | TextLine], int]:
    """Return the shapes of a legend in columns, and its height."""
    size, scale = picture.size, _legend_scale(picture.size)
    letters = font.HEIGHT * scale
    line = max(size, letters) + 4
    columns = max(1, (width - 2 * _GAP) // max(_COLUMN * scale, size + _GAP + text_width("m" * _LONGEST, scale)))
    rows = -(-len(symbols) // columns)
    shapes: list[Shape | TextLine] = []
    for i, symbol in enumerate(symbols):
        x, y = _GAP + i // rows * ((width - 2 * _GAP) // columns), top + i % rows * line
        down = y + (max(size, letters) - letters) // 2
        if isinstance(symbol.mark, str):
            shapes.append(TextLine(x, down, scale, symbol.mark, ink))
        else:
            shapes += (moved(shape, x, y) for shape in picture.sprites[symbol.mark])
        room = ((width - 2 * _GAP) // columns - size - _GAP) // ((font.WIDTH + 1) * scale)
        shapes.append(TextLine(x + size + _GAP, down, scale, _cut(symbol.text, room), ink))
    return shapes, rows * line
