"""What a tileset for Tiled says of its tiles: shapes for collisions, and terrains for its brushes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from host.export.tiled.maps import Json, hex_of
from host.model.game_map import GameMap
from host.render.palette import hue
from host.render.shapes import Layer

# Of a terrain: Tiled numbers its colours from 1, in 8 bits.
_MOST_COLOURS = 254
# A wangid begins at the top and goes round to the right: edges and corners in turn.
_EDGES = {0: (0, -1), 2: (1, 0), 4: (0, 1), 6: (-1, 0)}
_CORNERS = (1, 3, 5, 7)


def collision_shape(size: int) -> Json:
    """Return the shape of a tile that nobody enters: the whole square."""
    shape = {"height": size, "id": 1, "name": "", "rotation": 0, "type": "", "visible": True, "width": size}
    return {
        "draworder": "index",
        "name": "",
        "objects": [{**shape, "x": 0, "y": 0}],
        "opacity": 1,
        "type": "objectgroup",
        "visible": True,
        "x": 0,
        "y": 0,
    }


def terrains(game_map: GameMap, layers: Sequence[Layer]) -> list[Json]:
    """Return the terrains of a picture: walls, which join at edges, and a ground for each tile below all others."""
    cells = {layer.name: layer.cells for layer in layers}
    sets = []
    if "walls" in cells:
        tiles = _joined(cells["walls"])
        sets.append(_wangset("walls", "edge", ["wall"], tiles))
    if "ground" in cells:
        colours: dict[str, int] = {}
        tiles = []
        for sprite, x, y in _first_squares(cells["ground"]):
            tiles_there = game_map.tileset.tiles_of(game_map.stack(game_map.square(x, y)))
            name = tiles_there[0].prototype.id if tiles_there else ""
            if name in colours or (name and len(colours) < _MOST_COLOURS):
                colour = colours.setdefault(name, len(colours) + 1)
                tiles.append((sprite, _wangid(dict.fromkeys(_CORNERS, colour))))
        sets.append(_wangset("ground", "corner", [*colours], tiles))
    return [wangset for wangset in sets if wangset["wangtiles"]]


def _joined(cells: npt.NDArray[np.int32]) -> list[tuple[int, list[int]]]:
    """Return each sprite with its wangid: an edge joins where there is a wall beside it wherever it is drawn."""
    height, width = cells.shape
    padded = np.pad(cells >= 0, 1)
    # The cells are sprites from 0, or -1 for none.
    drawn = np.bincount(cells.ravel() + 1)[1:]
    sides = {
        edge: np.bincount((cells + 1)[padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]], minlength=1)[1:]
        for edge, (dx, dy) in _EDGES.items()
    }
    return [
        (sprite, _wangid({edge: int(sprite < len(n) and n[sprite] == drawn[sprite]) for edge, n in sides.items()}))
        for sprite in np.flatnonzero(drawn).tolist()
    ]


def _first_squares(cells: npt.NDArray[np.int32]) -> list[tuple[int, int, int]]:
    """Return (sprite, x, y) of the first square of each sprite, by sprite."""
    sprites, squares = np.unique(cells, return_index=True)
    ys, xs = np.divmod(squares, cells.shape[1])
    first = zip(sprites.tolist(), xs.tolist(), ys.tolist(), strict=True)
    return [(sprite, x, y) for sprite, x, y in first if sprite >= 0]


def _wangid(colours: dict[int, int]) -> list[int]:
    return [colours.get(i, 0) for i in range(8)]


def _wangset(name: str, kind: str, colours: list[str], tiles: list[tuple[int, list[int]]]) -> Json:
    return {
        "colors": [
            {"color": hex_of(hue(i)), "name": colour, "probability": 1, "tile": -1} for i, colour in enumerate(colours)
        ],
        "name": name,
        "tile": -1,
        "type": kind,
        "wangtiles": [{"tileid": tile, "wangid": wangid} for tile, wangid in tiles],
    }
