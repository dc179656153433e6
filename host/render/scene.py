"""Scenes: the contents of a picture of a map, a sprite for each square and layer. `png` and `svg` write them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED, MapObject
from host.model.tile import DOOR, HOME, MAX_TILES, Tile
from host.render.brush import Brush
from host.render.looks import Look, creature_look, is_bland, is_wall, item_look, object_look, player_colour, stack_look
from host.render.object_sprites import draw_block, draw_creature, draw_item, draw_mark, draw_number, draw_player
from host.render.palette import colour_of
from host.render.shapes import Layer, Picture, Shape, Sprite
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
from host.render.tile_sprites import (
    EAST,
    KEY,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    PICK,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    SPECIAL,
    WEST,
    draw_board,
    draw_door,
    draw_ground,
    draw_home,
    draw_shade,
    draw_steps,
    draw_tile,
    draw_wall,
    is_ground,
    is_void,
)

# Layers of a picture, from the lowest to the highest.
GROUND, WALLS, SHADE, FEATURES, ITEMS, CREATURES = "ground", "walls", "shade", "features", "items", "creatures"

_STEPS = {
    NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1),
    NORTHEAST: (-1, 1), SOUTHEAST: (1, 1), SOUTHWEST: (1, -1), NORTHWEST: (-1, -1),
}  # fmt: skip
_LOCKS = {PICK_ONLY: PICK, SPECIAL_LOCK: SPECIAL}
Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.int32]
# A tile on a square, its lock, and whether it has a trap.
Part = tuple[int, str | None, bool]


def layer_of(map_object: MapObject) -> str:
    """Return the layer of a picture that shows an object."""
    return ITEMS if role_of(map_object) == ITEM else CREATURES


def draw_scene(game_map: GameMap, size: int) -> Picture:
    """Return the picture of a map with squares of `size` pixels."""
    return _Scene(game_map, size).picture()


def draw_alone(game_map: GameMap, size: int) -> list[Sprite]:
    """Return the shapes of each square of a map by itself, in reading order; walls do not connect."""
    return _Scene(game_map, size).alone()


class _Scene:
    def __init__(self, game_map: GameMap, size: int) -> None:
        self.map = game_map
        self.size = size
        self._brush = Brush(size)
        self._sprites: list[Sprite] = []
        # Numbers of sprites, by the values that decide their shapes.
        self._known: dict[Hashable, int] = {}
        # Index of a tile -> how it is drawn.
        self._arts: dict[int, Art] = {}
        self._placed: dict[tuple[str, int], int] = {}
        looks = {stack: stack_look(game_map.tileset.tiles_of(stack)) for stack in game_map.stacks_in_order()}
        self._shown = {stack: look[1] for stack, look in looks.items() if look is not None}
        self._open, self._walls, self._joins = self._bodies()

    def picture(self) -> Picture:
        layers = [
            Layer(GROUND, self._ground()),
            Layer(WALLS, self._wall_cells()),
            Layer(SHADE, self._shade()),
            Layer(FEATURES, self._features()),
            Layer(ITEMS, self._items()),
            Layer(CREATURES, self._creatures()),
        ]
        width, height = self.map.width * self.size, self.map.height * self.size
        return Picture(width, height, self.size, self._sprites, layers, [], self._placed)

    def alone(self) -> list[Sprite]:
        layers = [self._ground(), self._features(), self._items(), self._creatures()]
        sprites = []
        for y, row in enumerate(self.map.stacks.tolist()):
            for x, stack in enumerate(row):
                shown = self._shown.get(stack)
                wall = draw_wall(self._brush, shown, SOUTH) if shown is not None and is_wall(shown) else []
                parts = (self._sprites[cells[y, x]] for cells in layers if cells[y, x] >= 0)
                sprites.append((*wall, *(shape for part in parts for shape in part)))
        return sprites

    def _sprite(self, key: Hashable, draw: Callable[..., list[Shape]], *arguments: Any) -> int:
        """Return the number of the sprite that `draw(brush, *arguments)` makes, -1 for one without shapes.

        Calls with equal keys share a sprite.
        """
        number = self._known.get(key)
        if number is None:
            shapes = tuple(draw(self._brush, *arguments))
            number = len(self._sprites) if shapes else -1
            if shapes:
                self._sprites.append(shapes)
            self._known[key] = number
        return number

    def _empty(self) -> Cells:
        return np.full((self.map.height, self.map.width), -1, dtype=np.int32)

    # -- walls, and what is visible from rooms

    def _where(self, holds: Callable[[Tile], bool]) -> Mask:
        """Return the squares that show such a tile, with a border around the map."""
        table = np.zeros(len(self.map.tileset.stacks), dtype=np.bool_)
        table[[stack for stack, tile in self._shown.items() if holds(tile)]] = True
        grid = np.zeros((self.map.height + 2, self.map.width + 2), dtype=np.bool_)
        grid[1:-1, 1:-1] = table[self.map.stacks]
        return grid

    def _bodies(self) -> tuple[Mask, Mask, Mask]:
        """Return open squares, walls next to them, and squares that walls connect to, with a border around the map."""
        walls = self._where(is_wall)
        joins = walls | self._where(lambda tile: tile.kind in (DOOR, HOME))
        opened = self._where(lambda tile: not is_wall(tile) and not is_void(tile))
        near = np.zeros_like(opened)
        for dy, dx in _STEPS.values():
            near |= _towards(opened, dy, dx)
        return opened & ~joins, walls & near, joins

    def _near(self, squares: Mask) -> Cells:
        """Return for each square the bits of its neighbours in `squares`."""
        bits = np.zeros(squares.shape, dtype=np.int32)
        for bit, (dy, dx) in _STEPS.items():
            bits |= _towards(squares, dy, dx) * np.int32(bit)
        return bits[1:-1, 1:-1]

    # -- layers

    def _ground(self) -> Cells:
        table = np.full(len(self.map.tileset.stacks), -1, dtype=np.int32)
        for stack, shown in self._shown.items():
            if is_wall(shown) or is_void(shown):
                continue
            tiles_of_stack = self.map.tileset.stacks[stack]
            tiles = self.map.tileset.tiles
            grounds = [index for slot, index in enumerate(tiles_of_stack) if is_ground(tiles[index], lowest=slot == 0)]
            tile = grounds[-1] if grounds else None
            table[stack] = self._sprite(("ground", tile), self._draw_ground, tile)
        return table[self.map.stacks]

    def _draw_ground(self, b: Brush, tile: int | None) -> list[Shape]:
        if tile is None:
            return draw_ground(b, None)
        return draw_ground(b, self.map.tileset.tiles[tile], is_bare=self._has_sprite(tile))

    def _wall_cells(self) -> Cells:
        cells = self._empty()
        seen = self._walls[1:-1, 1:-1]
        stacks, near = self.map.stacks[seen], self._near(self._open)[seen]
        # Stack and neighbours as one number; a map has few different ones.
        _, first, kinds = np.unique(stacks.astype(np.int64) << 8 | near, return_index=True, return_inverse=True)
        numbers = np.empty(len(first), dtype=np.int32)
        # In reading order, which decides the order of the sprites.
        for kind in np.argsort(first).tolist():
            tile, bits = self._shown[int(stacks[first[kind]])], int(near[first[kind]])
            numbers[kind] = self._sprite(("wall", tile.colour, bits), draw_wall, tile, bits)
        cells[seen] = numbers[kinds]
        return cells

    def _shade(self) -> Cells:
        cells = self._empty()
        near = self._near(self._walls) & (NORTH | WEST | NORTHWEST)
        shaded = self._open[1:-1, 1:-1] & (near > 0)
        kinds, first = np.unique(near[shaded], return_index=True)
        # In reading order, which decides the order of the sprites.
        for bits in kinds[np.argsort(first)].tolist():
            cells[shaded & (near == bits)] = self._sprite(("shade", bits), draw_shade, bits)
        return cells

    def _features(self) -> Cells:
        # Doors and chests show their locks and traps, so each is drawn on its own.
        single = self.map.tileset.traits.array("lockable").take(self.map.stacks)
        table = np.full(len(self.map.tileset.stacks), -1, dtype=np.int32)
        for stack, shown in self._shown.items():
            if not is_wall(shown) and not is_void(shown):
                parts = tuple((index, None, False) for index in self._standing(stack))
                table[stack] = self._sprite(("features", *parts), self._draw_parts, parts, False)
        cells = table[self.map.stacks]
        joined = self._near(self._joins)
        for y, x in np.argwhere(single).tolist():
            cells[y, x] = self._lockable(x, y, int(joined[y, x]))
        return self._homes(cells)

    def _standing(self, stack: int) -> list[int]:
        """Return the indices of the tiles of a stack that stand on its ground."""
        tiles_of_stack, tiles = self.map.tileset.stacks[stack], self.map.tileset.tiles
        return [
            index
            for slot, index in enumerate(tiles_of_stack)
            if (not is_ground(tiles[index], lowest=slot == 0) or self._has_sprite(index))
            and not is_bland(tiles[index])
            and not is_wall(tiles[index])
        ]

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
                parts.append((index, None if lock == UNLOCKED else _LOCKS.get(lock, KEY), place in self.map.traps))
        return self._sprite(("lockable", across, *parts), self._draw_parts, parts, across)

    def _draw_parts(self, b: Brush, parts: Iterable[Part], across: bool) -> list[Shape]:
        shapes: list[Shape] = []
        for index, lock, trapped in parts:
            tile = self.map.tileset.tiles[index]
            if tile.kind == DOOR and tile.sprite is None:
                shapes += draw_door(b, tile, across=across, lock=lock, trapped=trapped)
            else:
                shapes += draw_tile(b, tile, self._art(index), lock=lock, trapped=trapped)
        return shapes

    def _homes(self, cells: Cells) -> Cells:
        """Add homes, turned in their direction, and the numbers of the players who start there."""
        for home in self.map.homes:
            x, y = self.map.position(home.tile_square) if home.tile_square >= 0 else (home.x, home.y)
            if home.tile_square >= 0:
                standing = tuple(self._standing(self.map.stack(home.tile_square)))
                cells[y, x] = self._sprite(("home", standing, home.facing), self._draw_home, standing, home.facing)
            if not home.players:
                continue
            first = home.players[0]
            below = int(cells[y, x])
            digit = str(first + 1) if first < 9 else chr(ord("A") + (first - 9) % 26)
            cells[y, x] = self._sprite(("number", below, first), self._draw_number, below, digit, player_colour(first))
        return cells

    def _draw_home(self, b: Brush, standing: Iterable[int], facing: int) -> list[Shape]:
        shapes: list[Shape] = []
        for index in standing:
            tile = self.map.tileset.tiles[index]
            is_home = tile.kind == HOME and tile.sprite is None
            shapes += draw_home(b, tile, facing) if is_home else draw_tile(b, tile, self._art(index))
        return shapes

    def _draw_number(self, b: Brush, below: int, digit: str, colour: str) -> list[Shape]:
        return [*(self._sprites[below] if below >= 0 else ()), *draw_number(b, digit, colour)]

    def _items(self) -> Cells:
        cells = self._empty()
        for square, stack in sorted(self.map.loose_items.items()):
            x, y = self.map.position(square)
            look, art = item_look(self.map, stack), item_art(self.map, stack)
            sprite = self._sprite((draw_item, look.glyph, art), draw_item, look, art)
            cells[y, x] = self._placed[ITEMS, square] = sprite
        return self._with_objects(cells, ITEMS)

    def _creatures(self) -> Cells:
        cells = self._empty()
        for creature in self.map.living_creatures:
            look, art = creature_look(self.map, creature), creature_art(self.map, creature)
            draw = draw_creature if creature.player is None else draw_player
            sprite = self._sprite((draw, look, art), draw, look, art)
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
            return self._sprite((role, look, art), _draw_part, look, art, role == FIXTURE)
        draw = {ITEM: draw_item, PLAYER: draw_player}.get(role, draw_creature)
        return self._sprite((draw, look, art), draw, look, art)


def _draw_part(b: Brush, look: Look, art: Art, is_solid: bool) -> list[Shape]:
    """Draw a part of the map that a dialect has as an object."""
    if art.drawn is None and art.key == STAIRS:
        return draw_steps(b, "north" if look.glyph == "<" else "south", colour_of(look.colour))
    if art.key == WALL:
        return draw_block(b, look)
    if art.key == LETTER:
        return draw_board(b, look, tall=True) if is_solid else draw_mark(b, look)
    return [*draw_art(b, art)]


def _towards(squares: Mask, dy: int, dx: int) -> Mask:
    """Return the squares whose neighbour (dx, dy) is in `squares`; the border of the array wraps, and is empty."""
    return np.roll(squares, (-dy, -dx), axis=(0, 1))
