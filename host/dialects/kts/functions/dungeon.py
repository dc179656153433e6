"""kts.LayoutDungeon, kts.WipeDungeon and kts.ConnectivityCheck."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from host.border.function import Call
from host.border.schema import Anything, HandleOf, ListOf, Maybe, Text, Type, WordOf, refuse
from host.border.service import service_for
from host.border.session import START, Session
from host.border.values import Handle, Value
from host.dialects.kts.declarations import COUNT, ITEM, KTS, TILES, Cached, stack_of
from host.dialects.kts.functions.layouts import LayoutTable
from host.dialects.kts.play.progress import leave_map
from host.errors import ArgumentError, GenerationError, ModError, listing
from host.errors.spelling import find_misspelled
from host.generate.connectivity import ensure_connected
from host.generate.layout_dungeon import lay_out
from host.model.layout import ENTRIES, SPECIAL, LastLayout, LayoutRequest
from host.model.segment import Segment, SegmentList
from host.model.tile import CLEAR
from host.play.game import MAX_SQUARES
from host.play.rolls import roll_health, roll_hit_points

_SEGMENTS = ListOf(HandleOf(("segment",), name="Segment"), holes=True)


# Keys of a table that are not its declared fields; a missing field may be among them under a misspelled name.
_OTHER_KEYS = Maybe(ListOf(Text()), ())


@service_for("kts.LayoutDungeon", START, others=_OTHER_KEYS)
def kts_refuse_layout(call: Call, name: str, value: Value, others: list[str]) -> None:  # noqa: ARG001 - it is for a mod
    """Raise what is wrong with a field of the argument, or with the argument itself."""
    rules = {
        "its argument": "must be a table with layout, wall, segments, entry_type, …",
        "layout": "must be a table with width, height and data (not a table or indexable)",
        "segments": "must be a list of Segments",
        "special_segments": "must be a list of Segments",
        "entry_type": "must be " + listing(f'"{word}"' for word in ENTRIES),
    }
    hint = find_misspelled(name, others) if value is None else None
    refuse(name, value, rules.get(name, "must be a Tile or a list of Tiles"), hint)


@service_for("kts.LayoutDungeon", START)
def kts_remember_layout(call: Call, layout: Value) -> int:
    """Cache a layout; return the number under which LayoutDungeon takes it."""
    return call.session.cache_table(LayoutTable().read(layout, "layout"))


@service_for("kts.LayoutDungeon", START)
def kts_remember_stack(call: Call, name: str, stack: Value) -> int:
    """Cache a tile or a list of tiles; return the number under which LayoutDungeon takes it."""
    return call.session.cache_table(stack_of(call, TILES.read(stack, name)))


@service_for("kts.LayoutDungeon", START)
def kts_remember_segments(call: Call, name: str, segments: Value) -> int:
    """Cache a list of segments; return the number under which LayoutDungeon takes it."""
    handles: list[Handle] = _SEGMENTS.read(segments, name)
    return call.session.cache_table(SegmentList(tuple(call.session.segment(handle.index) for handle in handles)))


class _Wall(Type):
    """The number of the cached stack for walls, which is required."""

    name = "Tile|Tile[]"

    def read(self, value: Any, path: str) -> int:
        if value is None:
            refuse(path, value, "must be a Tile or a list of Tiles")
        number: int = value
        return number


@KTS.function(
    "LayoutDungeon",
    ("layout", Cached("Layout")),
    ("wall", _Wall()),
    ("horiz_door", Cached("(Tile | Tile[])?")),
    ("vert_door", Cached("(Tile | Tile[])?")),
    ("segments", Cached("Segment[]?")),
    ("special_segments", Cached("Segment[]?")),
    ("entry_type", WordOf({word: word for word in ENTRIES})),
    ("allow_rotate", Anything()),
    ("others", _OTHER_KEYS),
    ("lacks_segments", Anything()),
    phases=START,
    location=True,
)
def layout_dungeon(
    call: Call,
    file: str | None,
    line: int,
    layout: int,
    wall: int,
    horizontal: int | None,
    vertical: int | None,
    segments: int | None,
    special: int | None,
    entry: str,
    rotate: Any,
    others: list[str],
    lacks_segments: bool,
) -> str | None:
    """Lay out the dungeon: fill the cells of a layout with segments, and give the players their homes.

    When there is no such dungeon, kts.DUNGEON_ERROR holds the reason.

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
    # Lua passes the numbers of cached tables, and sets kts.DUNGEON_ERROR to the result.
    session = call.session
    game = session.current_game
    turns, players = rotate is not False, len(game.players)
    key = (layout, wall, horizontal, vertical, segments, special, entry, turns, players, lacks_segments)
    request = session.table_cache.get(key)
    if request is None:

        def table_of(number: int | None) -> Any:
            return None if number is None else session.cached_table(number)

        lists: dict[str, SegmentList] = {
            "special_segments": table_of(special) or SegmentList(()),
            "segments": table_of(segments) or SegmentList(()),
        }
        request = LayoutRequest(
            layout=table_of(layout),
            wall=table_of(wall),
            horizontal_door=table_of(horizontal),
            vertical_door=table_of(vertical),
            segments=lists["segments"],
            special=lists["special_segments"].segments,
            entry=entry,
            turn_segments=turns,
            players=players,
            lacks_segments=lacks_segments,
        )
        _warn_of_open_wall(session, request.wall)
        _check_doors(request)
        try:
            _check_sizes(request, lists)
        except ArgumentError as error:
            error.message = _explain_sizes(session, request, lists, error.message, file, line)
            raise
        session.table_cache[key] = request
    stacks = request.wall, request.horizontal_door, request.vertical_door
    session.tiles.use(stack for stack in stacks if stack is not None)
    game.layout_failure = None
    if session.explainer is not None:
        session.explainer.locks.clear()
    try:
        game.map = lay_out(request, call.stream("kts.LayoutDungeon"), session.tiles, session.registry, game.uids)
    except GenerationError as error:
        hint = find_misspelled("segments", others) if lacks_segments else None
        reason = f"{error.message}; {hint}" if hint else error.message
        # A list that is nil is the whole reason: what else the request asks for does not matter.
        is_nil = error.value == "nil"
        reason = _explain_layout(session, request, reason, file, line, by_requirements=not is_nil)
        # Without the traceback of `error`, which holds the unfinished map.
        game.layout_failure = GenerationError(reason, value=error.value, path=error.path, file=file, line=line)
        return reason
    leave_map(game)
    last_layout = game.part(LastLayout)
    last_layout.request, last_layout.game_map, last_layout.zones = request, game.map, len(game.map.zones)
    roll_hit_points(game, game.map)
    roll_health(game, game.map.living_creatures)
    return None


def _explain_layout(
    session: Session, request: LayoutRequest, reason: str, file: str | None, line: int, *, by_requirements: bool
) -> str:
    """Return why a layout fails; if somebody asks for an explanation, with the conflicting requirements."""
    if session.explainer is None:
        return reason
    if not by_requirements:
        return session.explainer.fail(reason)
    # Imported here: only failures need it.
    from host.generate.explain.layout import explain_layout

    return session.explainer.fail(
        reason,
        lambda: explain_layout(request, session.tiles, session.registry, reason, file, line or None),
    )


def _explain_sizes(
    session: Session, request: LayoutRequest, lists: Mapping[str, SegmentList], reason: str, file: str | None, line: int
) -> str:
    """Return why segments cannot be in one dungeon, with an explanation if somebody asks for it."""
    if session.explainer is None:
        return reason
    # Imported here: only failures need it.
    from host.generate.explain.sizes import explain_sizes

    return session.explainer.fail(
        reason, lambda: explain_sizes(lists, reason, file, line or None, turn=request.turn_segments)
    )


def _warn_of_open_wall(session: Session, wall: int) -> None:
    if session.tiles.traits.walking[wall] == CLEAR:
        tiles = listing((tile.prototype.id for tile in session.tiles.tiles_of(wall)), "and") or "an empty list"
        session.warn(
            f"kts.LayoutDungeon: wall can be walked through, as {tiles} has no access that blocks walking; "
            "give it access = {}"
        )


def _check_doors(request: LayoutRequest) -> None:
    """Check that there are both doors when any door may be needed: layouts are rotated at random."""
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
                "must be a Tile or a list of Tiles, as the layout has open borders and is rotated at random, so "
                "either door may be needed",
            )


def _check_sizes(request: LayoutRequest, lists: Mapping[str, SegmentList]) -> None:
    segments = [(name, segment) for name, members in lists.items() for segment in members.of_size.values()]
    if not segments:
        return
    first = segments[0][1]
    for name, segment in segments:
        if (segment.width, segment.height) != (first.width, first.height):
            raise ArgumentError(
                f"{name}: {_size_of(segment)}, and {_size_of(first)}: all segments of a dungeon must have one size",
                path=name,
            )
    if request.turn_segments and first.width != first.height:
        raise ArgumentError(
            f"allow_rotate is true, and {_size_of(first)}: only square segments can be rotated; "
            "give allow_rotate = false",
            path="allow_rotate",
        )
    area = request.layout.width * (first.width + 1) * request.layout.height * (first.height + 1)
    if area > MAX_SQUARES:
        raise ArgumentError(f"layout asks for a map of {area} squares: must be at most {MAX_SQUARES}", path="layout")


def _size_of(segment: Segment) -> str:
    return f"{segment.prototype.id} is {segment.width} × {segment.height}"


@KTS.function("WipeDungeon", phases=START)
def wipe_dungeon(call: Call) -> None:
    """Replace the map with an empty one, and set kts.DUNGEON_ERROR to nil.

    > kts.WipeDungeon()
    > print(#kts.GetAllHomes()) --> 0
    """
    game = call.session.current_game
    game.map = game.empty_map()
    leave_map(game)
    game.layout_failure = None


@KTS.function("ConnectivityCheck", ("num_keys", COUNT), ("lockpick_itemtype", ITEM), recorded=True)
def connectivity_check(call: Call, keys: int, lockpicks: Handle) -> None:
    """Make sure that every player can reach lockpicks, or num_keys different keys, from their home.

    Missing lockpicks are placed on a square that the player can reach.

    - num_keys: how many different keys replace lockpicks; 0 for none
    ! a player without lockpicks must have a square where they can lie
    > kts.ConnectivityCheck(0, base.lockpicks)
    """
    session = call.session
    game_map = session.map
    homes = [(player, home) for home in game_map.homes for player in home.players if game_map.contains(home.x, home.y)]
    starts = [game_map.square(home.x, home.y) for _, home in sorted(homes, key=itemgetter(0))]
    stream = call.stream("kts.ConnectivityCheck")
    try:
        ensure_connected(game_map, starts, keys, lockpicks.index, stream)
    except GenerationError as error:
        reason = f"kts.ConnectivityCheck: {error.message} (dungeon generator failure)"
        raise ModError(_explain_check(session, starts, keys, reason)) from error


def _explain_check(session: Session, starts: list[int], keys: int, reason: str) -> str:
    """Return why a connectivity check fails, with an explanation if somebody asks for it."""
    explainer = session.explainer
    if explainer is None:
        return reason
    # Imported here: only failures need it.
    from host.generate.explain.keys import explain_keys_and_locks

    return explainer.fail(
        reason,
        lambda: explain_keys_and_locks(session.map, starts, keys, reason, explainer.call, explainer.locks),
    )
