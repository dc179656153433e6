"""The contents of a map of Tiled: layers of tiles, objects, tilesets."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# The upper bits of a tile number: how the tile is turned or mirrored.
_TURNED = 0xF0000000


class TileLayer(NamedTuple):
    """A layer of tiles: the position of its first square, and tile numbers, (height, width), 0 for none."""

    name: str
    x: int
    y: int
    gids: npt.NDArray[np.uint32]

    def cut(self, x: int, y: int, width: int, height: int) -> npt.NDArray[np.uint32]:
        """Return the tiles of a rectangle of squares; 0 where the layer has none."""
        tiles = np.zeros((height, width), dtype=np.uint32)
        rows, columns = self.inside(x, y, width, height)
        top, left = rows.start + self.y - y, columns.start + self.x - x
        part = self.gids[rows, columns]
        tiles[top : top + part.shape[0], left : left + part.shape[1]] = part
        return tiles

    def inside(self, x: int, y: int, width: int, height: int) -> tuple[slice, slice]:
        """Return the rows and columns of `gids` inside a rectangle of squares."""
        layer_height, layer_width = self.gids.shape
        top, left = (min(max(at, 0), most) for at, most in ((y - self.y, layer_height), (x - self.x, layer_width)))
        bottom = min(max(y + height - self.y, top), layer_height)
        right = min(max(x + width - self.x, left), layer_width)
        return slice(top, bottom), slice(left, right)


class TiledObject(NamedTuple):
    """An object: a rectangle, or a point where width and height are 0. Lengths are squares."""

    id: int
    name: str
    kind: str
    layer: str
    x: float
    y: float
    width: float
    height: float
    properties: dict[str, Any]


class Tiles(NamedTuple):
    """A tileset: the number of its first tile on the map, its number of tiles, and properties by tile."""

    name: str
    first: int
    number: int
    properties: dict[str, Any]
    tiles: dict[int, dict[str, Any]]


class Sheet(NamedTuple):
    """The contents of a map file."""

    properties: dict[str, Any]
    tilesets: list[Tiles]
    layers: list[TileLayer]
    objects: list[TiledObject]
    # Names of layers with neither tiles nor objects.
    others: list[str]

    def tile(self, gid: int) -> tuple[Tiles, int] | None:
        """Return the tileset of a tile and the number of the tile there, or None."""
        last = None
        for tileset in self.tilesets:
            if tileset.first <= gid:
                last = tileset
        if last is None:
            return None
        tile = gid - last.first
        # Numbers in a collection of images may have gaps, and so be higher than the number of tiles.
        return (last, tile) if tile < last.number or tile in last.tiles else None


def is_turned(gid: int) -> bool:
    """Return whether a tile is turned or mirrored."""
    return bool(gid & _TURNED)


def unturned(gid: int) -> int:
    """Return the tile as it is in its tileset."""
    return gid & ~_TURNED
