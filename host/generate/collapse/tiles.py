"""Tiles that lie side by side where their edges fit: sets of patterns for a wave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, shorten
from host.errors.spelling import did_you_mean
from host.generate.collapse.patterns import LETTERS, MOST_PATTERNS, Patterns, bits_of
from host.model.geometry import DIRECTIONS, ORIENTATIONS, turn_grid

_TILE = re.compile(r"([#.+~/]+)(?:\*(\d{1,4}))?")
_MOST_SIDE = 40
# By direction of a wave (east, south, west, north), the side of a tile (north, east, south, west).
_SIDES = (1, 2, 3, 0)


class OrientedTile(NamedTuple):
    """A tile in one orientation."""

    # What messages call it; all orientations of a tile have the same name.
    name: str
    weight: float
    # By side (north, east, south, west), the labels of its edge: two edges fit when they share a label.
    edges: tuple[frozenset[str], ...]
    # (height, width): the letters of its squares, for connections.
    block: npt.NDArray[np.uint8]


def tile_patterns(tiles: Sequence[OrientedTile], border: frozenset[str]) -> Patterns:
    """Return tiles as patterns; all blocks have the same size.

    Raises GenerationError for too many tiles, and for an edge that fits neither another tile nor `border`.
    """
    if len(tiles) > MOST_PATTERNS:
        raise GenerationError(
            f"there are {len(tiles)} tiles with those that are turned: must be at most {MOST_PATTERNS}"
        )
    # By side: label -> the tiles whose edge has it.
    owners: list[dict[str, int]] = []
    for side in range(4):
        lists: dict[str, list[int]] = {}
        for number, tile in enumerate(tiles):
            for label in tile.edges[side]:
                lists.setdefault(label, []).append(number)
        owners.append({label: bits_of(lists[label]) for label in sorted(lists)})
    for tile in tiles:
        for side, labels in enumerate(tile.edges):
            opposite = owners[(side + 2) % 4]
            if labels.isdisjoint(opposite) and labels.isdisjoint(border):
                label = min(labels, default="")
                raise GenerationError(
                    f'{tile.name} has a {DIRECTIONS[side]} edge "{shorten(label, 60)}" that fits nothing: must be an '
                    f"edge on the {DIRECTIONS[(side + 2) % 4]} of a tile, or the border",
                    hint=did_you_mean(label, [*opposite, *sorted(border)]),
                )
    classes = [
        [(mask, owners[(side + 2) % 4].get(label, 0)) for label, mask in owners[side].items()] for side in _SIDES
    ]
    blocks = np.array([tile.block for tile in tiles])
    weights = [tile.weight for tile in tiles]
    return Patterns(blocks, (blocks.shape[1], blocks.shape[2]), weights, classes, [tile.name for tile in tiles])


def edges_of(block: npt.NDArray[np.uint8]) -> tuple[frozenset[str], ...]:
    """Return the labels of the edges of a block of letters: the letters from left to right, or from top to bottom.

    A door fits a floor, but no door.
    """
    edges = []
    for side, line in enumerate((block[0], block[:, -1], block[-1], block[:, 0])):
        letters = line.tobytes().decode("ascii")
        plain = letters.replace("+", ".")
        door = f"{plain}{'<>><'[side]}"
        edges.append(frozenset((door,) if "+" in letters else (plain, f"{plain}<", f"{plain}>")))
    return tuple(edges)


def turn_edges(edges: Sequence[frozenset[str]], orientation: int) -> tuple[frozenset[str], ...]:
    """Return the edges (north, east, south, west) of a tile in an orientation.

    The parts of a label such as `water/grass` are read from left to right, or from top to bottom.
    """
    north, east, south, west = edges
    if orientation & 4:
        north, east, south, west = _reversed(north), west, _reversed(south), east
    for _ in range(orientation & 3):
        north, east, south, west = _reversed(west), north, _reversed(east), south
    return north, east, south, west


def _reversed(labels: frozenset[str]) -> frozenset[str]:
    return frozenset("/".join(reversed(label.split("/"))) for label in labels)


def read_tiles(text: str) -> list[OrientedTile]:
    """Read tiles of letters with spaces between them, such as `###/.../### #.#/.../#.#*3`; each turned and mirrored.

    Raises GenerationError.
    """
    tiles: list[OrientedTile] = []
    shape: tuple[int, ...] | None = None
    for number, word in enumerate(text.split(), 1):
        name = f"tile {number} ({shorten(word, 40)})"
        match = _TILE.fullmatch(word)
        if match is None:
            raise GenerationError(
                f"{name}: must be rows of {' '.join(LETTERS)} with / between them, and may end with a weight such as *3"
            )
        rows = match[1].split("/")
        if len({*map(len, rows)}) > 1 or not rows[0] or max(len(rows), len(rows[0])) > _MOST_SIDE:
            raise GenerationError(f"{name}: must have rows of equal length, and at most {_MOST_SIDE} squares a side")
        block = np.array([list(row.encode("ascii")) for row in rows], dtype=np.uint8)
        shape = shape or block.shape
        if block.shape != shape:
            raise GenerationError(
                f"{name} has {block.shape[1]} × {block.shape[0]} squares, and tile 1 {shape[1]} × {shape[0]}: must be "
                "equal in size"
            )
        weight = int(match[2] or 1)
        if not weight:
            raise GenerationError(f"{name} has the weight 0: must be 1 to 9999")
        turned = [turn_grid(block, orientation) for orientation in ORIENTATIONS]
        blocks = {grid.tobytes(): grid for grid in turned if grid.shape == shape}
        tiles += [OrientedTile(name, weight / len(blocks), edges_of(grid), grid) for grid in blocks.values()]
    return tiles
