"""kts.LayoutDungeon and kts.WipeDungeon."""

from __future__ import annotations

from typing import Any, NoReturn

from host.border.data import Handle, Table
from host.border.function import Call
from host.border.phase import START
from host.border.schema import Anything, Choice, HandleOf, ListOf, Text, Type, refuse, to_number
from host.border.session import Session
from host.dialects.kts.declarations import KTS, TILES, Kept, stack_of
from host.errors import ArgumentError, GenerationError, listing
from host.generate.layout_dungeon import lay_out
from host.generate.request import ENTRIES, Request
from host.model.geometry import DX, DY
from host.model.layout import CELL_TYPES, NONE, SPECIAL, Cell, Layout
from host.model.segment import Segment, SegmentList
from host.model.tile import CLEAR
from host.play.game import MAX_SQUARES

_SIDES = "nesw"
_NAMES = ("north", "east", "south", "west")
_CELL_TYPE = Choice({word: word for word in CELL_TYPES}, any_case=True)
_SEGMENTS = ListOf(HandleOf(("segment",), name="Segment"), holes=True)


# More cells than any dungeon has, and few enough for memory.
_MOST_CELLS = 250_000


class LayoutTable(Type):
    """A layout: width, height, and data, a list of cells with type and exits; `kept.lua` says how it comes."""

    name = "layout"

    def read(self, value: Table, path: str) -> Layout:
        fields = value.fields
        width = self._side(value, path, "width")
        height = self._side(value, path, "height")
        if "n" not in fields:
            refuse(f"{path}.data", fields.get("data"), "must be a list of cells")
        count = fields["n"]
        if count != width * height:
            rule = f"must have width × height = {width * height}"
            raise ArgumentError(f"{path}.data has {count} entries: {rule}", path=f"{path}.data", rule=rule)
        if count > _MOST_CELLS:
            rule = f"must have at most {_MOST_CELLS}"
            raise ArgumentError(f"{path}.data has {count} entries: {rule}", path=f"{path}.data", rule=rule)
        read = min(count, fields.get("wrong", count + 1) - 1)
        given = zip(_padded(fields["types"], read), _padded(fields["exits"], read), strict=True)
        cells = [self._cell(kind, exits, f"{path}.data[{i}]") for i, (kind, exits) in enumerate(given, 1)]
        if read < count:
            refuse(
                f"{path}.data[{read + 1}]", fields.get("wrong_cell"), "must be a table with a type, and perhaps exits"
            )
        return Layout(width, height, tuple(self._exits(cells, width, height, path)))

    @staticmethod
    def _side(value: Table, path: str, name: str) -> int:
        side = to_number(value.fields.get(name))
        if side is None:
            given = value.fields.get(name)
            refuse(f"{path}.{name}", given, "must be a number" + (", and is missing" if given is None else ""))
        if not 1 <= side <= MAX_SQUARES or side != int(side):
            refuse(f"{path}.{name}", side, "must be a positive whole number, not negative nor fractional")
        return int(side)

    @staticmethod
    def _cell(kind: Any, exits: Any, path: str) -> tuple[str, int | None]:
        """(type, exits as bits or None when the cell gives none)."""
        kind = _CELL_TYPE.read(kind, f"{path}.type")
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


def _padded(table: Table, count: int) -> list[Any]:
    found = table.elements(count)
    return found + [None] * (count - len(found))


@KTS.function("refuse_layout", ("name", Text()), ("value", Anything()), phases=START, part_of="LayoutDungeon")
def refuse_layout(call: Call, name: str, value: Any) -> NoReturn:  # noqa: ARG001 - all functions take it
    """Say what is wrong with a field of the table, or with the table, when it is not even a table."""
    rules = {
        "its argument": "must be a table with layout, wall, segments, entry_type, …",
        "layout": "must be a table with width, height and data (not a table or indexable)",
        "segments": "must be a list of Segments (Bad userdata)",
        "special_segments": "must be a list of Segments (Bad userdata)",
    }
    refuse(name, value, rules.get(name, "must be a Tile or a list of Tiles (Bad userdata)"))


@KTS.function("remember_layout", ("layout", Anything()), phases=START, part_of="LayoutDungeon")
def remember_layout(call: Call, layout: Any) -> int:
    """Keep a layout; the number under which LayoutDungeon takes it."""
    return call.session.keep(LayoutTable().read(layout, "layout"))


@KTS.function("remember_pile", ("pile", Anything()), ("name", Text()), phases=START, part_of="LayoutDungeon")
def remember_pile(call: Call, pile: Any, name: str) -> int:
    """Keep a tile or a list of tiles; the number under which LayoutDungeon takes it."""
    return call.session.keep(stack_of(call, TILES.read(pile, name)))


@KTS.function("remember_segments", ("segments", Anything()), ("name", Text()), phases=START, part_of="LayoutDungeon")
def remember_segments(call: Call, segments: Any, name: str) -> int:
    """Keep a list of segments; the number under which LayoutDungeon takes it."""
    handles: list[Handle] = _SEGMENTS.read(segments, name)
    found = tuple(call.session.registry.get("segment", h.index).fields for h in handles)
    return call.session.keep(SegmentList(found))


class _Wall(Type):
    """The number of the pile for walls, which must be given."""

    name = "Tile|Tile[]"

    def read(self, value: Any, path: str) -> int:
        if value is None:
            refuse(path, value, "must be a Tile or a list of Tiles")
        number: int = value
        return number


@KTS.function(
    "LayoutDungeon",
    ("layout", Kept("Layout")),
    ("wall", _Wall()),
    ("horiz_door", Kept("(Tile | Tile[])?")),
    ("vert_door", Kept("(Tile | Tile[])?")),
    ("segments", Kept("Segment[]?")),
    ("special_segments", Kept("Segment[]?")),
    ("entry_type", Choice({word: word for word in ENTRIES})),
    ("allow_rotate", Anything()),
    phases=START,
)
def layout_dungeon(
    call: Call,
    layout: int,
    wall: int,
    horizontal: int | None,
    vertical: int | None,
    segments: int | None,
    special: int | None,
    entry: str,
    turn: Any,
) -> str | None:
    """Lay out the dungeon: fill the cells of a layout with segments, and give the players their homes. When it cannot
    be done, kts.DUNGEON_ERROR says why.

    = kts.LayoutDungeon(table: LayoutFields)
    ! the table must have a layout, a wall, segments and an entry_type
    ! exits of neighbouring cells must agree
    > kts.WipeDungeon()
    > kts.LayoutDungeon {
    >   layout = { width = 2, height = 1, data = { { type = "edge" }, { type = "block", exits = "w" } } },
    >   wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
    >   segments = base.standard_segments, entry_type = "random",
    > }
    > print(kts.DUNGEON_ERROR) --> nil
    """
    session = call.session
    game = session.current_game
    key = (layout, wall, horizontal, vertical, segments, special, entry, turn is not False, len(game.players))
    request = session.requests.get(key)
    if request is None:
        request = session.requests[key] = _request(session, *key)
    game.dungeon_error = None
    try:
        game.map = lay_out(request, call.stream("kts.LayoutDungeon"), session.tiles, session.registry, game.uids)
    except GenerationError as error:
        game.dungeon_error = error.message
        return error.message
    session.roll_hit_points(game.map)
    session.roll_health(game.map.creatures)
    return None


def _request(
    session: Session,
    layout: int,
    wall: int,
    horizontal: int | None,
    vertical: int | None,
    segments: int | None,
    special: int | None,
    entry: str,
    turn: bool,
    players: int,
) -> Request:
    normal = SegmentList(()) if segments is None else session.recall(segments)
    special_list = SegmentList(()) if special is None else session.recall(special)
    request = Request(
        layout=session.recall(layout),
        wall=session.recall(wall),
        horizontal_door=None if horizontal is None else session.recall(horizontal),
        vertical_door=None if vertical is None else session.recall(vertical),
        segments=normal,
        special=special_list.segments,
        entry=entry,
        turn_segments=turn,
        players=players,
    )
    if session.tiles.traits.walking[request.wall] == CLEAR:
        session.warn(
            f"kts.LayoutDungeon: wall can be walked through, as {_pile(session, request.wall)} has no access that "
            "blocks walking; give it access = {}"
        )
    _check_doors(request)
    _check_sizes(request, special_list)
    return request


def _pile(session: Session, stack: int) -> str:
    return listing((tile.prototype.id for tile in session.tiles.tiles_of(stack)), "and") or "an empty list"


def _check_doors(request: Request) -> None:
    """Doors must be given when there may be a place for one; which of the two, chance decides: layouts are turned."""
    layout = request.layout
    fills_special = request.special or request.entry == "away"
    if not any(
        fills_special or SPECIAL not in (layout.cells[border.cell].type, layout.cells[border.other].type)
        for border in layout.open_borders
    ):
        return
    for name, door in (("horiz_door", request.horizontal_door), ("vert_door", request.vertical_door)):
        if door is None:
            refuse(
                name,
                None,
                "must be a Tile or a list of Tiles, for the layout has open borders, and as it is turned at random "
                "each may need either door",
            )


def _check_sizes(request: Request, special: SegmentList) -> None:
    lists = {"special_segments": special, "segments": request.segments}
    found = [(name, segment) for name, members in lists.items() for segment in members.of_size.values()]
    if not found:
        return
    first = found[0][1]
    for name, segment in found:
        if (segment.width, segment.height) != (first.width, first.height):
            raise ArgumentError(
                f"{name}: {_described(segment)}, and {_described(first)}: all segments of a dungeon must have one size",
                path=name,
            )
    if request.turn_segments and first.width != first.height:
        raise ArgumentError(
            f"allow_rotate is true, and {_described(first)}: only square segments can be turned; "
            "give allow_rotate = false",
            path="allow_rotate",
        )
    area = request.layout.width * (first.width + 1) * request.layout.height * (first.height + 1)
    if area > MAX_SQUARES:
        raise ArgumentError(f"layout asks for a map of {area} squares: must be at most {MAX_SQUARES}", path="layout")


def _described(segment: Segment) -> str:
    return f"{segment.prototype.id} is {segment.width} × {segment.height}"


@KTS.function("WipeDungeon", phases=START)
def wipe_dungeon(call: Call) -> None:
    """Begin again with an empty map; kts.DUNGEON_ERROR becomes nil.

    > kts.WipeDungeon()
    > print(#kts.GetAllHomes()) --> 0
    """
    game = call.session.current_game
    game.map = game.empty_map()
    game.dungeon_error = None
