"""kts.LayoutDungeon and kts.WipeDungeon."""

from __future__ import annotations

from typing import Any

from host.api.data import Handle, Table
from host.api.function import Call
from host.api.kts.declarations import KTS, TILES, stack_of
from host.api.phase import Phase
from host.api.schema import Anything, Choice, HandleOf, ListOf, Type, refuse, to_number
from host.errors import ArgumentError, GenerationError
from host.generate.layout_dungeon import ENTRIES, Request, lay_out
from host.model.geometry import DX, DY
from host.model.layout import CELL_TYPES, NONE, Cell, Layout
from host.model.segment import Segment, SegmentList
from host.world.game import MOST_SQUARES

_SIDES = "nesw"
_NAMES = ("north", "east", "south", "west")
_CELL_TYPE = Choice({word: word for word in CELL_TYPES}, any_case=True)
_ENTRY = Choice({word: word for word in ENTRIES})
_SEGMENTS = ListOf(HandleOf(("segment",), name="Segment"), holes=True)


class LayoutTable(Type):
    """A layout: width, height, and data, a list of cells with type and exits."""

    name = "layout"

    def read(self, value: Any, path: str) -> Layout:
        if not isinstance(value, Table):
            refuse(path, value, "must be a table with width, height and data (not a table or indexable)")
        width = self._side(value, path, "width")
        height = self._side(value, path, "height")
        data = value.fields.get("data")
        if not isinstance(data, Table):
            refuse(f"{path}.data", data, "must be a list of cells")
        if len(data.items) != width * height:
            raise ArgumentError(
                f"{path}.data has {len(data.items)} entries: must have width × height = {width * height}",
                path=f"{path}.data",
            )
        cells = [self._cell(cell, f"{path}.data[{i}]") for i, cell in enumerate(data.items, 1)]
        return Layout(width, height, tuple(self._exits(cells, width, height, path)))

    @staticmethod
    def _side(value: Table, path: str, name: str) -> int:
        side = to_number(value.fields.get(name))
        if side is None:
            refuse(f"{path}.{name}", value.fields.get(name), "must be a number, and is missing")
        if not 1 <= side <= MOST_SQUARES or side != int(side):
            refuse(f"{path}.{name}", side, "must be a positive whole number, not negative nor fractional")
        return int(side)

    @staticmethod
    def _cell(cell: Any, path: str) -> tuple[str, int | None]:
        """(type, exits as bits or None when the cell gives none)."""
        if not isinstance(cell, Table):
            refuse(path, cell, "must be a table with a type, and perhaps exits")
        kind = _CELL_TYPE.read(cell.fields.get("type"), f"{path}.type")
        exits = cell.fields.get("exits")
        if exits is None:
            return kind, None
        if isinstance(exits, bool) or not isinstance(exits, str | int | float):
            refuse(f"{path}.exits", exits, 'must be a string of the letters n, e, s and w, such as "ns"')
        letters = str(exits).lower()
        return kind, sum(1 << side for side, letter in enumerate(_SIDES) if letter in letters)

    @staticmethod
    def _exits(given: list[tuple[str, int | None]], width: int, height: int, path: str) -> list[Cell]:
        def neighbour(i: int, side: int) -> int | None:
            y, x = divmod(i, width)
            x, y = x + DX[side], y + DY[side]
            return y * width + x if 0 <= x < width and 0 <= y < height else None

        cells = []
        for i, (kind, exits) in enumerate(given):
            known = 0
            for side in range(4):
                other = neighbour(i, side)
                if exits is None:
                    known |= (kind != NONE and other is not None and given[other][0] != NONE) << side
                elif exits >> side & 1:
                    if other is None:
                        raise ArgumentError(
                            f"{path}.data[{i + 1}].exits leads {_NAMES[side]}, off the grid",
                            path=f"{path}.data[{i + 1}].exits",
                        )
                    known |= 1 << side
            cells.append(Cell(kind, known))
        for i, cell in enumerate(cells):
            for side in (3, 0):
                other = neighbour(i, side)
                if other is not None and (cell.exits >> side & 1) != (cells[other].exits >> (side ^ 2) & 1):
                    opened, shut = (i, other) if cell.exits >> side & 1 else (other, i)
                    way = side if opened == i else side ^ 2
                    raise ArgumentError(
                        f"{path}.data[{opened + 1}] has an exit {_NAMES[way]}, and its neighbour "
                        f"{path}.data[{shut + 1}] has none {_NAMES[way ^ 2]}: exits must agree "
                        "(a cell without exits is open to every neighbour that is not none)",
                        path=f"{path}.data[{opened + 1}].exits",
                    )
        return cells


_LAYOUT = LayoutTable()


@KTS.function("LayoutDungeon", ("table", Anything()), phases=Phase.START)
def layout_dungeon(call: Call, table: Any) -> str | None:
    """Lay out the dungeon: fill the cells of a layout with segments, and give the players their homes.

    Returns nothing, or the reason why the dungeon could not be made, which Lua puts into kts.DUNGEON_ERROR.
    """
    request = _request(call, table)
    session = call.session
    game = session.current_game
    try:
        game.map = lay_out(
            request, session.stream(call.mod, "kts.LayoutDungeon"), session.tiles, session.registry, game.uids
        )
    except GenerationError as error:
        return error.message
    session.roll_hit_points(game.map)
    if game.map.creatures:
        session.roll_health(game.map.creatures)
    return None


def _request(call: Call, table: Any) -> Request:
    if not isinstance(table, Table):
        refuse("its argument", table, "must be a table with layout, wall, segments, entry_type, …")
    given = table.fields
    session = call.session
    layout = _layout(call, given.get("layout"))
    wall = _pile(call, given, "wall")
    if wall is None:
        refuse("wall", None, "must be a Tile or a list of Tiles")
    horizontal, vertical = _pile(call, given, "horiz_door"), _pile(call, given, "vert_door")
    segments = _segment_list(call, given.get("segments"), "segments")
    special = _segment_list(call, given.get("special_segments"), "special_segments")
    entry = _ENTRY.read(given.get("entry_type"), "entry_type")
    turn = given.get("allow_rotate") is not False
    _check_sizes(layout, segments, special, turn)
    return Request(
        layout=layout,
        wall=wall,
        horizontal_door=horizontal,
        vertical_door=vertical,
        segments=segments,
        special=special.segments,
        entry=entry,
        turn_segments=turn,
        players=len(session.current_game.players),
    )


def _layout(call: Call, value: Any) -> Layout:
    return call.session.layouts.get(value) if isinstance(value, int) else _LAYOUT.read(value, "layout")


def _pile(call: Call, given: dict[Any, Any], name: str) -> int | None:
    value = given.get(name)
    return None if value is None else stack_of(call, TILES.read(value, name))


def _segment_list(call: Call, value: Any, path: str) -> SegmentList:
    if value is None:
        return SegmentList(())
    if isinstance(value, int):
        return call.session.segment_lists.get(value)
    refuse(path, value, "must be a list of Segments (Bad userdata)")


@KTS.function("remember_layout", ("layout", Anything()), phases=Phase.START, internal=True)
def remember_layout(call: Call, layout: Any) -> int:
    """Keep a layout; the number under which LayoutDungeon takes it."""
    return call.session.layouts.add(_LAYOUT.read(layout, "kts.LayoutDungeon: layout"))


@KTS.function(
    "remember_segments", ("segments", Anything()), ("name", Anything()), phases=Phase.START, internal=True
)
def remember_segments(call: Call, segments: Any, name: str) -> int:
    """Keep a list of segments; the number under which LayoutDungeon takes it."""
    handles: list[Handle] = _SEGMENTS.read(segments, f"kts.LayoutDungeon: {name}")
    found = tuple(call.session.registry.get("segment", h.index).fields for h in handles)
    return call.session.segment_lists.add(SegmentList(found))


def _check_sizes(layout: Layout, segments: SegmentList, special: SegmentList, turn: bool) -> None:
    first = next(iter((*special.segments, *segments.segments)), None)
    if first is None:
        return
    size = (first.width, first.height)
    for name, members in (("special_segments", special), ("segments", segments)):
        other = members.unlike(size)
        if other is not None:
            raise ArgumentError(
                f"{name}: {_described(other)}, and {_described(first)}: all segments of a dungeon must have one size",
                path=name,
            )
    if turn and first.width != first.height:
        raise ArgumentError(
            f"allow_rotate is true, and {_described(first)}: only square segments can be turned; "
            "give allow_rotate = false",
            path="allow_rotate",
        )
    area = layout.width * (first.width + 1) * layout.height * (first.height + 1)
    if area > MOST_SQUARES:
        raise ArgumentError(
            f"layout asks for a map of {area} squares: must be at most {MOST_SQUARES}", path="layout"
        )


def _described(segment: Segment) -> str:
    return f"{segment.prototype.id} is {segment.width} × {segment.height}"


@KTS.function("WipeDungeon", phases=Phase.START)
def wipe_dungeon(call: Call) -> None:
    """Begin again with an empty map; kts.DUNGEON_ERROR becomes nil."""
    game = call.session.current_game
    game.map = game.empty_map()
