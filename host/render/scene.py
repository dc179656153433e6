"""Scenes: the contents of a picture of a map, a sprite for each square and layer. `png` and `svg` write them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED, MapObject
from host.model.tile import DOOR, HOME, MAX_TILES, Tile
from host.render.brush import Brush
from host.render.light import ENTRANCE, SOURCES, LightSource, light_layers
from host.render.looks import (
    Look,
    creature_look,
    is_bland,
    is_wall,
    item_look,
    key_of_lock,
    object_look,
    player_colour,
    stack_look,
)
from host.render.object_sprites import draw_block, draw_creature, draw_item, draw_mark, draw_number, draw_player
from host.render.palette import VOID, colour_of, hue
from host.render.paper import PARCHMENT, to_ink
from host.render.shapes import Layer, Picture, Shape, Sprite
from host.render.sprite_book import SpriteBook
from host.render.sprites.choices import (
    FIXTURE,
    GROUNDS,
    PLACE,
    PLAYER,
    STAIRS,
    WALL,
    creature_art,
    item_art,
    object_art,
    role_of,
    tile_art,
)
from host.render.sprites.drawing import LETTER, Art, draw_art
from host.render.sprites.suggestions import ITEM
from host.render.style import PictureStyle
from host.render.terrain.doors import KEY, PICKED, SPECIALLY, Lock, draw_door, draw_tag, draw_warning, letter_of_key
from host.render.terrain.landscape import Landscape
from host.render.terrain.materials import Surface, is_ground, is_void, words_of
from host.render.terrain.sides import EAST, NORTH, SOUTH, WEST, Cells
from host.render.terrain.theme_choice import theme_of
from host.render.terrain.walls import draw_body
from host.render.tile_sprites import DOWN, UP, draw_board, draw_home, draw_steps, draw_tile

# Layers of a picture above its terrain, from the lowest to the highest.
FEATURES, ITEMS, CREATURES = "features", "items", "creatures"

_LOCKS = {PICK_ONLY: PICKED, SPECIAL_LOCK: SPECIALLY}
# A tile on a square, its lock, and whether it has a trap.
Part = tuple[int, Lock | None, bool]


def layer_of(map_object: MapObject) -> str:
    """Return the layer of a picture that shows an object."""
    return ITEMS if role_of(map_object) == ITEM else CREATURES


def draw_scene(game_map: GameMap, style: PictureStyle) -> Picture:
    """Return the picture of a map, without overlays. Raises RequestError for a theme that does not exist."""
    return _Scene(game_map, style).picture()


def light_sources(game_map: GameMap) -> list[tuple[int, int, LightSource]]:
    """Return what gives light, with x and y: torches and what is drawn like them, lava, windows, entrances."""
    lit: dict[int, LightSource] = {}
    for stack in game_map.stacks_in_order():
        for index in game_map.tileset.stacks[stack]:
            tile = game_map.tileset.tiles[index]
            for word in (tile_art(game_map.registry, tile).key, *words_of(tile)):
                if word in SOURCES:
                    lit[stack] = SOURCES[word]
    sources = [
        (x, y, lit[int(game_map.stacks[y, x])]) for y, x in np.argwhere(np.isin(game_map.stacks, [*lit])).tolist()
    ]
    things = [
        *((*game_map.position(square), item_art(game_map, item)) for square, item in game_map.loose_items.items()),
        *((thing.x, thing.y, creature_art(game_map, thing)) for thing in game_map.living_creatures),
        *((thing.x, thing.y, object_art(game_map.registry, thing)) for thing in game_map.objects),
    ]
    sources += [(x, y, SOURCES[art.key]) for x, y, art in things if art.key in SOURCES]
    return [*sources, *((home.x, home.y, ENTRANCE) for home in game_map.homes)]


def draw_alone(game_map: GameMap, size: int) -> list[Sprite]:
    """Return the shapes of each square of a map by itself, in reading order; walls do not connect."""
    return _Scene(game_map, PictureStyle(tile_size=size)).alone()


class _Scene:
    def __init__(self, game_map: GameMap, style: PictureStyle) -> None:
        self.map = game_map
        self.style = style
        self._book = SpriteBook(style.tile_size)
        # Index of a tile -> how it is drawn.
        self._arts: dict[int, Art] = {}
        self._placed: dict[tuple[str, int], int] = {}
        looks = {stack: stack_look(game_map.tileset.tiles_of(stack)) for stack in game_map.stacks_in_order()}
        self._shown = {stack: look[1] for stack, look in looks.items() if look is not None}
        theme = theme_of(game_map, style.theme)
        self._land = Landscape(
            game_map, self._shown, self._book, theme, has_sprite=self._has_sprite, chosen=style.theme is not None
        )

    def picture(self) -> Picture:
        land = self._land.layers_in_ink() if self.style.paper else self._land.layers()
        if self.style.grid:
            land.append(self._land.grid(self.style.paper))
        terrain = len(self._book.sprites)
        layers = [
            *land,
            Layer(FEATURES, self._features()),
            Layer(ITEMS, self._items()),
            Layer(CREATURES, self._creatures()),
        ]
        if self.style.light:
            layers += light_layers(light_sources(self.map), self._land.opaque(), self._book)
        size, paper = self.style.tile_size, self.style.paper
        width, height = self.map.width * size, self.map.height * size
        sprites = self._book.sprites
        if paper:
            # The terrain is drawn in ink.
            sprites = [*sprites[:terrain], *(to_ink(sprite, size) for sprite in sprites[terrain:])]
        ground = PARCHMENT if paper else VOID
        return Picture(width, height, size, sprites, layers, [], self._placed, ground, crisp=paper)

    def alone(self) -> list[Sprite]:
        terrain = [self._land.ground(), self._land.decals()]
        layers = [*terrain, self._features(), self._items(), self._creatures()]
        sprites = []
        for y, row in enumerate(self.map.stacks.tolist()):
            for x, stack in enumerate(row):
                shown = self._shown.get(stack)
                wall: list[Shape] = []
                if shown is not None and is_wall(shown):
                    wall = draw_body(self._book.brush, self._land.wall_of(shown), 0, True)
                parts = (self._book.sprites[cells[y, x]] for cells in layers if cells[y, x] >= 0)
                sprites.append((*wall, *(shape for part in parts for shape in part)))
        return sprites

    def _empty(self) -> Cells:
        return np.full((self.map.height, self.map.width), -1, dtype=np.int32)

    # -- layers

    def _features(self) -> Cells:
        # Doors and chests show their locks and traps, so each is drawn on its own.
        single = self.map.tileset.traits.array("lockable").take(self.map.stacks)
        table = np.full(len(self.map.tileset.stacks), -1, dtype=np.int32)
        for stack, shown in self._shown.items():
            if not is_wall(shown) and not is_void(shown):
                parts = tuple((index, None, False) for index in self._land.standing(stack))
                table[stack] = self._book.number(("features", *parts), self._draw_parts, parts, False, None)
        cells = table[self.map.stacks]
        for y, x in np.argwhere(single).tolist():
            cells[y, x] = self._lockable(x, y, int(self._land.joined[y, x]))
        return self._homes(cells)

    def _lock(self, tile: Tile, lock: int) -> Lock | None:
        if lock == UNLOCKED:
            return None
        if lock in _LOCKS:
            return _LOCKS[lock]
        key = key_of_lock(self.map, tile, lock)
        colour = hue(lock - 1) if key is None or key.colour is None else colour_of(key.colour)
        return Lock(KEY, colour, letter_of_key(lock) if self.style.paper else "")

    def _art(self, tile: int) -> Art:
        art = self._arts.get(tile)
        if art is None:
            art = self._arts[tile] = tile_art(self.map.registry, self.map.tileset.tiles[tile])
        return art

    def _has_sprite(self, tile: int) -> bool:
        """Return whether a tile has a sprite that stands on its ground."""
        return self._art(tile).key not in (*GROUNDS, LETTER)

    def _lockable(self, x: int, y: int, joined: int) -> int:
        square = self.map.square(x, y)
        tiles = self.map.tileset.tiles
        # Whether the tile is in a wall from east to west, or without walls next to it.
        outside = (WEST if x == 0 else 0) | (EAST if x == self.map.width - 1 else 0)
        beside = (joined | outside) & (EAST | WEST)
        upright = joined & (NORTH | SOUTH)
        across = beside == EAST | WEST or (upright != NORTH | SOUTH and (bool(beside) or not upright))
        parts: list[Part] = []
        for slot, index in enumerate(self.map.tileset.stacks[self.map.stack(square)]):
            if tiles[index].lock is None and not (is_bland(tiles[index]) or is_ground(tiles[index], lowest=slot == 0)):
                parts.append((index, None, False))
            elif tiles[index].lock is not None:
                place = square * MAX_TILES + slot
                lock = self.map.lock_of(place)
                parts.append((index, self._lock(tiles[index], lock), place in self.map.traps))
        wall = self._land.wall_beside(x, y, across=across)
        return self._book.number(("lockable", across, wall, *parts), self._draw_parts, parts, across, wall)

    def _draw_parts(self, b: Brush, parts: Iterable[Part], across: bool, wall: Surface | None) -> list[Shape]:
        shapes: list[Shape] = []
        for index, lock, trapped in parts:
            tile = self.map.tileset.tiles[index]
            if tile.kind == DOOR and tile.sprite is None and wall is not None:
                shapes += draw_door(b, tile, wall, across=across, lock=lock, paper=self.style.paper)
            else:
                shapes += draw_tile(b, tile, self._art(index), lock=lock)
            shapes += draw_warning(b) if trapped else []
        return shapes

    def _homes(self, cells: Cells) -> Cells:
        """Add homes, turned in their direction, and the numbers of the players who start there."""
        for home in self.map.homes:
            x, y = self.map.position(home.tile_square) if home.tile_square >= 0 else (home.x, home.y)
            if home.tile_square >= 0:
                standing = tuple(self._land.standing(self.map.stack(home.tile_square)))
                cells[y, x] = self._book.number(("home", standing, home.facing), self._draw_home, standing, home.facing)
            if not home.players:
                continue
            first = home.players[0]
            below = int(cells[y, x])
            digit = str(first + 1) if first < 9 else chr(ord("A") + (first - 9) % 26)
            key = ("number", below, first)
            cells[y, x] = self._book.number(key, self._draw_number, below, digit, player_colour(first))
        return cells

    def _draw_home(self, b: Brush, standing: Iterable[int], facing: int) -> list[Shape]:
        shapes: list[Shape] = []
        for index in standing:
            tile = self.map.tileset.tiles[index]
            is_home = tile.kind == HOME and tile.sprite is None
            shapes += draw_home(b, tile, facing) if is_home else draw_tile(b, tile, self._art(index))
        return shapes

    def _draw_number(self, b: Brush, below: int, digit: str, colour: str) -> list[Shape]:
        return [*(self._book.sprites[below] if below >= 0 else ()), *draw_number(b, digit, colour)]

    def _items(self) -> Cells:
        cells = self._empty()
        for square, stack in sorted(self.map.loose_items.items()):
            x, y = self.map.position(square)
            look, art = item_look(self.map, stack), item_art(self.map, stack)
            letter = letter_of_key(self.map.registry.get("item", stack.item).fields.key) if self.style.paper else ""
            sprite = self._book.number((draw_item, look.glyph, art, letter), _draw_item, look, art, letter)
            cells[y, x] = self._placed[ITEMS, square] = sprite
        return self._with_objects(cells, ITEMS)

    def _creatures(self) -> Cells:
        cells = self._empty()
        for creature in self.map.living_creatures:
            look, art = creature_look(self.map, creature), creature_art(self.map, creature)
            draw = draw_creature if creature.player is None else draw_player
            sprite = self._book.number((draw, look, art), draw, look, art)
            cells[creature.y, creature.x] = self._placed[CREATURES, creature.uid] = sprite
        return self._with_objects(cells, CREATURES)

    def _with_objects(self, cells: Cells, layer: str) -> Cells:
        # The sort is stable: of two objects on a square the later one is visible.
        for map_object in sorted(self.map.objects, key=lambda map_object: map_object.z):
            if layer_of(map_object) == layer:
                cells[map_object.y, map_object.x] = self._placed[layer, -map_object.uid] = self._object(map_object)
        return cells

    def _object(self, map_object: MapObject) -> int:
        look, art, role = object_look(map_object), object_art(self.map.registry, map_object), role_of(map_object)
        if role in (FIXTURE, PLACE):
            return self._book.number((role, look, art), _draw_part, look, art, role == FIXTURE)
        draw = {ITEM: draw_item, PLAYER: draw_player}.get(role, draw_creature)
        return self._book.number((draw, look, art), draw, look, art)


def _draw_item(b: Brush, look: Look, art: Art, letter: str) -> list[Shape]:
    """Draw an item, and a letter on a key."""
    shapes = draw_item(b, look, art)
    return [*shapes, *draw_tag(b, letter, shift=b.at(3))] if letter and b.size >= 12 else shapes


def _draw_part(b: Brush, look: Look, art: Art, is_solid: bool) -> list[Shape]:
    """Draw a part of the map that a dialect has as an object."""
    if art.drawn is None and art.key == STAIRS:
        return draw_steps(b, UP if look.glyph == "<" else DOWN, colour_of(look.colour))
    if art.key == WALL:
        return draw_block(b, look)
    if art.key == LETTER:
        return draw_board(b, look, tall=True) if is_solid else draw_mark(b, look)
    return [*draw_art(b, art)]
