"""toolbox.tiled: maps of tiles and segments that fit at their edges."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import (
    Field,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Number,
    Record,
    Text,
    Truth,
    Type,
    is_table,
    refuse,
)
from host.border.service import service_for
from host.dialects.kts.declarations import TILES, stack_of
from host.dialects.toolbox.plans import MAX_SQUARES, add_map
from host.errors import GenerationError, ModError
from host.errors.work import WORK
from host.generate.collapse.tiled_map import TiledPiece, Wanted, make_tiled_map
from host.model.segment import Segment
from host.play.rolls import roll_health

# Tiles of a map, and tiles that it may consist of; instructions of Lua that take as long as laying a square.
_MOST_PLACES, _MOST_PIECES, _COST = 100_000, 1000, 40
_LABEL = Text(100)
_LABEL_LIST = ListOf(_LABEL, longest=16)


class _Labels(Type):
    """A label or a list of labels, as a set."""

    name = "labels"

    def read(self, value: Any, path: str) -> frozenset[str]:
        return frozenset(_LABEL_LIST.read(value, path) if is_table(value) else (_LABEL.read(value, path),))


class _Edges(Type):
    """The edges of a tile: a label for all, or a list with labels for each side."""

    name = "edges"

    def read(self, value: Any, path: str) -> tuple[frozenset[str], ...]:
        if not is_table(value):
            return (_LABELS.read(value, path),) * 4
        edges = _FOUR.read(value, path)
        if len(edges) != 4:
            refuse(path, value, f"must have 4 edges, north, east, south, west, and has {len(edges)}")
        return tuple(edges)


class _Connection(Type):
    """true, false, or a label."""

    name = "boolean|string"

    def read(self, value: Any, path: str) -> bool | str:
        return value is True if value is None or isinstance(value, bool) else _LABEL.read(value, path)


_LABELS = _Labels()
_FOUR = ListOf(_LABELS, longest=4)
_SIDE = Integer(1, _MOST_PLACES)
_PIECE = Record(
    (
        Field("tile", Maybe(TILES)),
        Field("segment", Maybe(HandleOf(("segment",), name="Segment"))),
        Field("edges", Maybe(_Edges())),
        Field("weight", Maybe(Number(1e-6, 1e6), 1.0)),
        Field("turns", Truth()),
        Field("mirrored", Truth()),
    ),
    "field of a tile",
)
_PLACE = Record((Field("x", Integer()), Field("y", Integer()), Field("tile", Integer())), "field of a fixed tile")
_OPTIONS = Record(
    (
        Field("width", _SIDE),
        Field("height", _SIDE),
        Field("tiles", ListOf(_PIECE, longest=_MOST_PIECES)),
        Field("border", Maybe(_LABELS)),
        Field("fixed", Maybe(ListOf(_PLACE), ())),
        Field("connected", _Connection()),
    ),
    "option",
)


@service_for("toolbox.tiled", options=_OPTIONS)
def toolbox_tiled(call: Call, options: dict[str, Any]) -> int:
    """Make a map of tiles or segments; return its number."""
    width, height = options["width"], options["height"]
    if width * height > _MOST_PLACES:
        raise ModError(f"toolbox.tiled: width × height is {width * height}: must be at most {_MOST_PLACES} tiles")
    pieces = [_read_piece(call, fields, f"tiles[{i}]") for i, fields in enumerate(options["tiles"], 1)]
    if not pieces:
        raise ModError("toolbox.tiled: tiles is empty: must be a list of at least one tile")
    for piece in pieces:
        size = piece.source.stacks.size if isinstance(piece.source, Segment) else 1
        if width * height * size > MAX_SQUARES:
            raise ModError(
                f"toolbox.tiled: {width} × {height} tiles of {size} squares are {width * height * size} squares: must "
                f"be at most {MAX_SQUARES}"
            )
    fixed = tuple(_read_place(fields, i, options) for i, fields in enumerate(options["fixed"], 1))
    session, game = call.session, call.session.current_game
    wanted = Wanted(width, height, options["border"], fixed, options["connected"])
    try:
        game_map, monsters = make_tiled_map(
            pieces, wanted, call.stream("toolbox.tiled"), session.tiles, game.registry, game.uids
        )
    except GenerationError as error:
        raise ModError(f"toolbox.tiled: {error.message}", hint=error.hint) from error
    WORK.note(game_map.stacks.size * _COST)
    number = add_map(game, game_map)
    roll_health(game, monsters)
    return number


def _read_piece(call: Call, fields: dict[str, Any], path: str) -> TiledPiece:
    handle, stack = fields["segment"], stack_of(call, fields["tile"])
    if (handle is None) == (stack is None):
        has = "neither a tile nor a segment" if handle is None else "both a tile and a segment"
        raise ModError(f"toolbox.tiled: {path} has {has}: must have one of them")
    source: Segment | int
    if stack is None:
        source = call.session.segment(handle.index)
    elif fields["edges"] is None:
        raise ModError(f"toolbox.tiled: {path} has no edges: must have a label for all edges, or a list of 4 labels")
    else:
        source = stack
    return TiledPiece(source, fields["edges"], fields["weight"], fields["turns"], fields["mirrored"])


def _read_place(fields: dict[str, int], number: int, options: dict[str, Any]) -> tuple[int, int, int]:
    x, y, tile = fields["x"], fields["y"], fields["tile"]
    path, width, height, count = f"fixed[{number}]", options["width"], options["height"], len(options["tiles"])
    if not (0 <= x < width and 0 <= y < height):
        raise ModError(
            f"toolbox.tiled: {path} is x = {x}, y = {y}: must lie on the map, from 0, 0 to {width - 1}, {height - 1}"
        )
    if not 1 <= tile <= count:
        raise ModError(f"toolbox.tiled: {path}.tile is {tile}: must be the number of a tile, 1 to {count}")
    return x, y, tile - 1
