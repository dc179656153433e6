"""The terrain of a picture: for each square its ground, its wall, edges, decals and shadows.

Options: `--grid`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np

from host.model.game_map import GameMap
from host.model.themes import Theme
from host.model.tile import CLEAR, DOOR, HOME, MISSILES, WALKING, Tile
from host.render import paper
from host.render.brush import Brush
from host.render.looks import is_bland, is_wall
from host.render.shapes import Layer, Shape
from host.render.sprite_book import SpriteBook
from host.render.terrain import decals, floors, walls
from host.render.terrain.chance import variants
from host.render.terrain.materials import (
    LIQUID_KINDS,
    RUG,
    Surface,
    floor_surface,
    is_ground,
    is_rug,
    is_void,
    wall_surface,
)
from host.render.terrain.sides import EAST, NORTH, NORTHWEST, SIDES, SOUTH, STEPS, WEST, Cells, Mask, near, towards

# Layers of terrain, from the lowest to the highest.
GROUND, WALLS, EDGES, DECALS, SHADE, GRID = "ground", "walls", "edges", "decals", "shade", "grid"


class Landscape:
    """Draws the terrain of a map. `shown` is the visible tile by stack."""

    def __init__(
        self,
        game_map: GameMap,
        shown: Mapping[int, Tile],
        book: SpriteBook,
        theme: Theme,
        *,
        has_sprite: Callable[[int], bool],
        chosen: bool,
    ) -> None:
        self.map = game_map
        self._shown = shown
        self._book = book
        self._theme, self._chosen = theme, chosen
        # Whether a tile, by index, has a sprite that stands on its ground.
        self._has_sprite = has_sprite
        self._grounds = {stack: ground for stack in shown if (ground := self._ground_of(stack)) is not None}
        self._wall_surfaces = {
            stack: wall_surface(tile, theme, chosen=chosen) for stack, tile in shown.items() if is_wall(tile)
        }
        self._open, self._walls, self._joins = self._bodies()
        # Grounds in order, and the number of the ground of each square, -1 for none, with a border around the map.
        self._kinds = list(dict.fromkeys(self._grounds.values()))
        self._ground_numbers = self._spread_grounds()
        # Bits of the neighbours that walls, doors and homes connect to.
        self.joined = near(self._joins)

    def layers(self) -> list[Layer]:
        """Return the layers of terrain."""
        edges = self._empty()
        for part in (self._shores(), self._growth(), self._wall_edges(), self._worn()):
            edges = self._merge(edges, part)
        return [
            Layer(GROUND, self.ground()),
            Layer(WALLS, self._merge(self._rock(), self._wall_bodies())),
            Layer(EDGES, edges),
            Layer(DECALS, self.decals()),
            Layer(SHADE, self._shade()),
        ]

    def layers_in_ink(self) -> list[Layer]:
        """Return the layers of terrain in black on parchment."""
        chance = variants(self.map.width, self.map.height, walls.VARIANTS)
        ground = self._of_grounds(paper.draw_ground)
        seen = self._walls[1:-1, 1:-1]
        rock = self._by_code(seen, chance, lambda code: self._book.shared(paper.draw_rock, code))
        bits = near(self._ground_numbers >= 0)
        lines = self._by_code(seen & (bits > 0), bits, lambda code: self._book.shared(paper.draw_outline, code))
        liquid = self._where(lambda stack: stack in self._grounds and self._grounds[stack].kind in LIQUID_KINDS)
        land = near(self._open & ~liquid) & SIDES
        shores = self._by_code(
            liquid[1:-1, 1:-1] & (land > 0), land, lambda code: self._book.shared(paper.draw_shore, code)
        )
        return [Layer(GROUND, ground), Layer(WALLS, rock), Layer(EDGES, self._merge(lines, shores))]

    def grid(self, in_ink: bool) -> Layer:
        """Return the lines between squares with a ground."""
        squares = self._ground_numbers[1:-1, 1:-1] >= 0
        sprite = self._book.shared(floors.draw_grid, in_ink)
        return Layer(GRID, np.where(squares, np.int32(sprite), np.int32(-1)))

    def opaque(self) -> Mask:
        """Return the squares through which no light goes, with a border around the map."""
        sight = self.map.tileset.traits.by_height[MISSILES]
        return ~self._where(lambda stack: sight[stack] == CLEAR and not is_void(self._shown[stack]))

    def wall_of(self, tile: Tile) -> Surface:
        """Return what a wall is made of."""
        return wall_surface(tile, self._theme, chosen=self._chosen)

    def wall_beside(self, x: int, y: int, *, across: bool) -> Surface:
        """Return the wall in which a door at (x, y) stands."""
        steps = ((0, -1), (0, 1), (-1, 0), (1, 0)) if across else ((-1, 0), (1, 0), (0, -1), (0, 1))
        for dy, dx in steps:
            if 0 <= y + dy < self.map.height and 0 <= x + dx < self.map.width:
                surface = self._wall_surfaces.get(int(self.map.stacks[y + dy, x + dx]))
                if surface is not None:
                    return surface
        return wall_surface(None, self._theme)

    def standing(self, stack: int) -> list[int]:
        """Return the indices of the tiles of a stack that stand on its ground."""
        tiles_of_stack, tiles = self.map.tileset.stacks[stack], self.map.tileset.tiles
        return [
            index
            for slot, index in enumerate(tiles_of_stack)
            if (not is_ground(tiles[index], lowest=slot == 0) or self._has_sprite(index))
            and not is_rug(tiles[index])
            and not is_bland(tiles[index])
            and not is_wall(tiles[index])
            and decals.decal_of(tiles[index]) is None
        ]

    # -- squares

    def _empty(self) -> Cells:
        return np.full((self.map.height, self.map.width), -1, dtype=np.int32)

    def _ground_of(self, stack: int) -> Surface | None:
        """Return the ground that a stack shows, or None."""
        tile = self._shown[stack]
        if is_wall(tile) or is_void(tile):
            return None
        tiles = self.map.tileset.tiles
        grounds = [
            index
            for slot, index in enumerate(self.map.tileset.stacks[stack])
            if is_ground(tiles[index], lowest=slot == 0)
        ]
        surface = floor_surface(tiles[grounds[-1]] if grounds else None, self._theme, chosen=self._chosen)
        # What stands there says what the glyph would.
        return surface._replace(glyph="") if grounds and self._has_sprite(grounds[-1]) else surface

    def _where(self, holds: Callable[[int], bool]) -> Mask:
        """Return the squares with such a stack, with a border around the map."""
        table = np.zeros(len(self.map.tileset.stacks), dtype=np.bool_)
        table[[stack for stack in self._shown if holds(stack)]] = True
        grid = np.zeros((self.map.height + 2, self.map.width + 2), dtype=np.bool_)
        grid[1:-1, 1:-1] = table[self.map.stacks]
        return grid

    def _bodies(self) -> tuple[Mask, Mask, Mask]:
        """Return open squares, walls next to them, and squares that walls connect to, with a border around the map."""
        shown = self._shown
        all_walls = self._where(lambda stack: is_wall(shown[stack]))
        joins = all_walls | self._where(lambda stack: shown[stack].kind in (DOOR, HOME))
        opened = self._where(lambda stack: not is_wall(shown[stack]) and not is_void(shown[stack]))
        beside = np.zeros_like(opened)
        for dy, dx in STEPS.values():
            beside |= towards(opened, dy, dx)
        return opened & ~joins, all_walls & beside, joins

    def _in_variants(self, codes: Cells, count: int) -> Cells:
        """Return a code for each square in each of its variants: `code * count + variant`."""
        return codes * np.int32(count) + variants(self.map.width, self.map.height, count)

    def _merge(self, below: Cells, above: Cells) -> Cells:
        cells = np.where(above >= 0, above, below)
        for y, x in np.argwhere((below >= 0) & (above >= 0)).tolist():
            cells[y, x] = self._book.both(int(below[y, x]), int(above[y, x]))
        return cells

    def _by_code(self, squares: Mask, codes: Cells, draw: Callable[[int], int]) -> Cells:
        """Return the sprite `draw(code)` of each of some squares. Sprites get their numbers in reading order."""
        cells = self._empty()
        kinds, first, numbers = np.unique(codes[squares], return_index=True, return_inverse=True)
        sprites = np.empty(len(kinds), dtype=np.int32)
        for kind in np.argsort(first).tolist():
            sprites[kind] = draw(int(kinds[kind]))
        cells[squares] = sprites[numbers]
        return cells

    # -- layers

    def ground(self) -> Cells:
        return self._of_grounds(floors.draw_floor)

    def _of_grounds(self, draw_ground: Callable[[Brush, Surface, int], list[Shape]]) -> Cells:
        """Return the ground of each square, in variants by position."""
        grounds = self._ground_numbers[1:-1, 1:-1]
        codes = self._in_variants(grounds, floors.VARIANTS)

        def draw(code: int) -> int:
            kind, variant = divmod(code, floors.VARIANTS)
            return self._book.shared(draw_ground, self._kinds[kind], variant)

        return self._by_code(grounds >= 0, codes, draw)

    def _spread_grounds(self) -> Cells:
        """Return the ground of each square; what stands alone on another ground stands on the ground of its neighbours.

        Segments have furniture on one floor, whatever the floor of the room.
        """
        table = np.full(len(self.map.tileset.stacks), -1, dtype=np.int32)
        for stack, ground in self._grounds.items():
            table[stack] = self._kinds.index(ground)
        grounds = np.full(self._open.shape, -1, dtype=np.int32)
        grounds[1:-1, 1:-1] = table[self.map.stacks]
        stands = self._where(lambda stack: stack in self._grounds and bool(self.standing(stack)))
        bare = np.where(stands, np.int32(-1), grounds)
        sides = [towards(bare, *STEPS[side]) for side in (NORTH, EAST, SOUTH, WEST)]
        alone = stands & (grounds >= 0)
        for side in sides:
            alone &= side != grounds
        result = grounds.copy()
        for one, other in combinations(sides, 2):
            agreed = alone & (one == other) & (one >= 0)
            result[agreed] = one[agreed]
        return result

    def _wall_bodies(self) -> Cells:
        seen = self._walls[1:-1, 1:-1]
        has_face = (near(self._open) & SOUTH) > 0
        codes = self._in_variants(self.map.stacks * np.int32(2) + has_face, walls.VARIANTS)

        def draw(code: int) -> int:
            stack, face = divmod(code // walls.VARIANTS, 2)
            surface, variant = self._wall_surfaces[stack], code % walls.VARIANTS
            return self._book.shared(walls.draw_body, surface, variant, bool(face))

        return self._by_code(seen, codes, draw)

    def _rock(self) -> Cells:
        """Return the rock behind walls, up to some squares deep."""
        shown = self._shown
        drawn = self._walls | self._where(lambda stack: not is_wall(shown[stack]) and not is_void(shown[stack]))
        depths = np.zeros(drawn.shape, dtype=np.int32)
        reached = self._walls.copy()
        for depth in range(1, walls.ROCK + 1):
            grown = reached.copy()
            for dy, dx in STEPS.values():
                grown |= towards(reached, dy, dx)
            # The border is beside both sides of the map.
            grown[[0, -1]] = grown[:, [0, -1]] = False
            depths[grown & ~reached & ~drawn] = depth
            reached = grown
        behind = depths[1:-1, 1:-1]
        codes = self._in_variants(behind, walls.VARIANTS)
        surface = wall_surface(None, self._theme)

        def draw(code: int) -> int:
            return self._book.shared(walls.draw_rock, surface, code % walls.VARIANTS, code // walls.VARIANTS)

        return self._by_code(behind > 0, codes, draw)

    def _wall_edges(self) -> Cells:
        bits = near(self._open)
        straight = self._where(lambda stack: self._is_wall_of(stack, grown=False))
        squares = (self._walls & straight)[1:-1, 1:-1] & (bits > 0)

        def draw(code: int) -> int:
            surface = self._wall_surfaces[code >> 8]
            return self._book.shared(walls.draw_edges, surface, code & 255)

        return self._by_code(squares, self.map.stacks << 8 | bits, draw)

    def _is_wall_of(self, stack: int, *, grown: bool) -> bool:
        surface = self._wall_surfaces.get(stack)
        return surface is not None and (surface.kind in walls.GROWN) == grown

    def _growth(self) -> Cells:
        cells = self._empty()
        surfaces = {surface: None for surface in self._wall_surfaces.values() if surface.kind in walls.GROWN}
        for surface in surfaces:
            of_surface = self._where(lambda stack, surface=surface: self._wall_surfaces.get(stack) == surface)  # type: ignore[misc]
            bits = near(of_surface & self._walls) & SIDES
            squares = self._open[1:-1, 1:-1] & (bits > 0)

            def draw(code: int, surface: Surface = surface) -> int:
                return self._book.shared(walls.draw_growth, surface, code // walls.VARIANTS, code % walls.VARIANTS)

            cells = self._merge(cells, self._by_code(squares, self._in_variants(bits, walls.VARIANTS), draw))
        return cells

    def _worn(self) -> Cells:
        """Return the rounded corners of walls whose edge is not straight."""
        bits = near(self._open)
        worn = (self._walls & self._where(lambda stack: self._is_wall_of(stack, grown=True)))[1:-1, 1:-1]
        # The visible ground belongs to a neighbour.
        beside = np.maximum.reduce([towards(self._ground_numbers, dy, dx) for dy, dx in STEPS.values()])[1:-1, 1:-1]

        def draw(code: int) -> int:
            return self._book.shared(walls.draw_worn, self._kinds[code >> 8], code & 255)

        return self._by_code(worn & (bits > 0) & (beside >= 0), beside << 8 | bits, draw)

    def _shores(self) -> Cells:
        """Return the edges of liquids and the hems of rugs."""
        cells = self._empty()
        ending = {s: None for s in self._grounds.values() if s.kind == RUG or s.kind in LIQUID_KINDS}
        for surface in ending:
            inside = self._where(lambda stack, surface=surface: self._grounds.get(stack) == surface)  # type: ignore[misc]
            others = ~inside if surface.kind == RUG else self._open & ~inside
            bits = near(others) & SIDES
            squares = inside[1:-1, 1:-1] & (bits > 0)
            draw_end = floors.draw_hem if surface.kind == RUG else floors.draw_shore

            def draw(code: int, surface: Surface = surface, draw_end: Callable[..., list[Shape]] = draw_end) -> int:
                return self._book.shared(draw_end, surface, code)

            cells = self._merge(cells, self._by_code(squares, bits, draw))
        return cells

    def decals(self) -> Cells:
        tiles = self.map.tileset.tiles
        found = {
            stack: tuple(index for index in self.map.tileset.stacks[stack] if decals.decal_of(tiles[index]) is not None)
            for stack in self._grounds
        }
        squares = self._where(lambda stack: bool(found.get(stack)))[1:-1, 1:-1]
        codes = self._in_variants(self.map.stacks, decals.VARIANTS)

        def draw(code: int) -> int:
            indices, variant = found[code // decals.VARIANTS], code % decals.VARIANTS
            return self._book.number(
                ("decals", indices, variant),
                lambda b: [
                    shape
                    for index in indices
                    for shape in decals.draw_decal(b, decals.decal_of(tiles[index]) or "", tiles[index], variant)
                ],
            )

        return self._by_code(squares, codes, draw)

    def _shade(self) -> Cells:
        bits = near(self._walls) & (NORTH | WEST | NORTHWEST)
        open_squares = self._open[1:-1, 1:-1]
        stands = self._where(self._blocks)[1:-1, 1:-1] & open_squares
        codes = bits * np.int32(2) + stands

        def draw(code: int) -> int:
            return self._book.shared(floors.draw_shade, code >> 1, bool(code & 1))

        return self._by_code(open_squares & (codes > 0), codes, draw)

    def _blocks(self, stack: int) -> bool:
        tiles = self.map.tileset.tiles
        return any(tiles[index].access[WALKING] != CLEAR for index in self.standing(stack))
