"""Maps of tiles and segments that lie side by side where their edges fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.generate.collapse.patterns import bits_of
from host.generate.collapse.search import find_map, numbers_of
from host.generate.collapse.tiles import OrientedTile, edges_of, tile_patterns, turn_edges
from host.generate.collapse.wave import Wave
from host.generate.stamp import furnish
from host.model.game_map import GameMap
from host.model.geometry import ORIENTATIONS
from host.model.objects import Creature, Zone
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment
from host.model.tile import CLEAR
from host.model.tile_set import EMPTY, TileSet

# The squares of a block that shows which sides of a tile have a label, by side: (y, x).
_SIDES = ((0, 1), (1, 2), (2, 1), (1, 0))


class TiledPiece(NamedTuple):
    """What a map may consist of: a segment, or a stack of tiles for a single square."""

    source: Segment | int
    # Labels by side (north, east, south, west); None for those that the squares of a segment give.
    edges: tuple[frozenset[str], ...] | None
    weight: float = 1.0
    turns: bool = False
    mirrored: bool = False


class Wanted(NamedTuple):
    """What a map of pieces must have, sizes in pieces."""

    width: int
    height: int
    # Labels of edges that may lie at the sides of the map; None for all.
    border: frozenset[str] | None = None
    # (x, y, index of a piece).
    fixed: tuple[tuple[int, int, int], ...] = ()
    # Whether all squares that can be walked on are connected; or the label of edges that connect the pieces with it.
    connected: bool | str = False


class _Turned(NamedTuple):
    piece: int
    orientation: int
    stacks: npt.NDArray[np.int32]
    edges: tuple[frozenset[str], ...]
    letters: npt.NDArray[np.uint8]


def make_tiled_map(
    pieces: Sequence[TiledPiece],
    wanted: Wanted,
    stream: Stream,
    tiles: TileSet,
    registry: Registry,
    uids: Iterator[int],
) -> tuple[GameMap, list[Creature]]:
    """Return a map of pieces, and its monsters. Raises GenerationError when no map is found."""
    turned = [variant for i, piece in enumerate(pieces) for variant in _turn(i, piece, tiles)]
    wave, numbers = _collapse(pieces, turned, wanted, stream)
    grids = np.array([variant.stacks for variant in turned])[numbers]
    height, width = turned[0].stacks.shape
    game_map = GameMap(wave.width * width, wave.height * height, tiles, registry, uids)
    game_map.stacks = np.ascontiguousarray(grids.swapaxes(1, 2).reshape(game_map.height, game_map.width))
    monsters: list[Creature] = []
    for (row, column), number in np.ndenumerate(numbers):
        piece, orientation = turned[number][:2]
        source, x, y = pieces[piece].source, column * width, row * height
        if isinstance(source, Segment):
            oriented = source.oriented(tiles, orientation)
            if len(oriented.rooms):
                game_map.add_rooms(oriented.rooms, x, y)
            game_map.zones.append(Zone(x, y, width, height, orientation, source.prototype.index))
            monsters += [laid.monster for laid in furnish(game_map, oriented, x, y) if laid.monster]
    return game_map, monsters


def _name(piece: int) -> str:
    return f"tiles[{piece + 1}]"


def _turn(number: int, piece: TiledPiece, tiles: TileSet) -> list[_Turned]:
    """Return a piece in its different orientations; of a piece that is no square, only those that keep its size."""
    variants: dict[object, _Turned] = {}
    shape: tuple[int, ...] | None = None
    for orientation in ORIENTATIONS:
        if (orientation & 3 and not piece.turns) or (orientation & 4 and not piece.mirrored):
            continue
        contents: object = None
        if isinstance(piece.source, Segment):
            oriented = piece.source.oriented(tiles, orientation)
            stacks, contents = oriented.stacks, (oriented.items, oriented.monsters, oriented.homes)
        else:
            stack = tiles.intern(tiles.turned_tile(tile, orientation) for tile in tiles.stacks[piece.source])
            stacks = np.array([[stack]], dtype=np.int32)
        shape = shape or stacks.shape
        if stacks.shape != shape:
            continue
        letters = _letters(stacks, tiles)
        edges = edges_of(letters) if piece.edges is None else turn_edges(piece.edges, orientation)
        key = stacks.tobytes(), edges, contents
        variants.setdefault(key, _Turned(number, orientation, stacks, edges, letters))
    return list(variants.values())


def _letters(stacks: npt.NDArray[np.int32], tiles: TileSet) -> npt.NDArray[np.uint8]:
    """Return `.` for squares where one can walk, `+` for doors, and `#` for others."""
    opens = tiles.traits.array("with_doors").take(stacks) & (stacks != EMPTY)
    is_clear = tiles.traits.array("walking").take(stacks) == CLEAR
    return np.where(opens, np.where(is_clear, ord("."), ord("+")), ord("#")).astype(np.uint8)


def _collapse(
    pieces: Sequence[TiledPiece], turned: list[_Turned], wanted: Wanted, stream: Stream
) -> tuple[Wave, npt.NDArray[np.int64]]:
    shape = turned[0].stacks.shape
    for variant in turned:
        if variant.stacks.shape != shape:
            (height, width), (tall, wide) = variant.stacks.shape, shape
            raise GenerationError(
                f"{_name(variant.piece)} has {width} × {height} squares, and {_name(0)} {wide} × {tall}: must be equal "
                "in size"
            )
    counts = np.bincount([variant.piece for variant in turned])
    label = wanted.connected if isinstance(wanted.connected, str) else None
    if label is not None and not any(label in labels for variant in turned for labels in variant.edges):
        raise GenerationError(f'connected is "{label}", which no edge has')
    patterns = tile_patterns(
        [
            OrientedTile(
                _name(variant.piece),
                pieces[variant.piece].weight / int(counts[variant.piece]),
                variant.edges,
                variant.letters if label is None else _ways(variant.edges, label),
            )
            for variant in turned
        ],
        wanted.border or frozenset(),
    )
    wave = Wave(patterns, wanted.width, wanted.height, stream)
    asked = []
    if wanted.fixed:
        asked.append("these fixed tiles")
        of_piece = [bits_of(i for i, variant in enumerate(turned) if variant.piece == n) for n in range(len(pieces))]
        for x, y, piece in wanted.fixed:
            wave.first[y * wave.width + x] &= of_piece[piece]
    if wanted.border is not None:
        asked.append("this border")
        _close(wave, turned, wanted.border)
    for _ in find_map(
        wave,
        patterns,
        stream,
        connected=bool(wanted.connected),
        asked=asked,
        place=lambda x, y: f"x = {x}, y = {y}",
    ):
        pass
    return wave, numbers_of(wave)


def _ways(edges: tuple[frozenset[str], ...], label: str) -> npt.NDArray[np.uint8]:
    """Return a block of 3 × 3 letters in which the middle is connected to the sides that have a label."""
    block = np.full((3, 3), ord("#"), dtype=np.uint8)
    for side, labels in zip(_SIDES, edges, strict=True):
        if label in labels:
            block[side] = block[1, 1] = ord(".")
    return block


def _close(wave: Wave, turned: list[_Turned], border: frozenset[str]) -> None:
    """Leave only tiles at the sides of the map whose edges there have a label of the border."""
    north, east, south, west = (
        bits_of(i for i, variant in enumerate(turned) if variant.edges[side] & border) for side in range(4)
    )
    for x in range(wave.width):
        wave.first[x] &= north
        wave.first[(wave.height - 1) * wave.width + x] &= south
    for y in range(wave.height):
        wave.first[y * wave.width] &= west
        wave.first[(y + 1) * wave.width - 1] &= east
