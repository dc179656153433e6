"""kts.Tile, kts.ItemType and the other constructors; links between tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from host.border.data import Handle, Table
from host.border.function import Call
from host.border.phase import ALWAYS, LOAD
from host.border.schema import DIRECTION, Anything, HandleOf, Maybe, Text, Type, refuse, unknown_names
from host.dialects.kts.declarations import INT, KTS, TILE, tile_of
from host.dialects.kts.fields import CONSTRUCTORS, ITEM_KINDS, KINDS
from host.errors import ArgumentError, HostError, ModError, listing, nearest
from host.model.registry import Prototype
from host.model.tile import HEIGHTS, Tile

# More prototypes than any mod has, and few enough for memory.
_MOST_PROTOTYPES = 50_000
# Fields that are fixed once the tile exists.
_FIXED_TILE_FIELDS = ("open", "special_lock", "type")


def field_names(constructor: str) -> list[str]:
    """The fields that a constructor knows."""
    return [f.name for f in KINDS[CONSTRUCTORS[constructor]][0].fields]


def _register(call: Call, kind: str, file: str | None, line: int, fields: Any = None) -> Prototype:
    registry = call.session.registry
    if len(registry.all(kind)) >= _MOST_PROTOTYPES:
        raise ModError(f"there are {_MOST_PROTOTYPES} of kind {kind} already: that is the most there may be")
    return registry.add(kind, call.mod, file or call.mod, line, fields)


def _construct(call: Call, kind: str, file: str | None, line: int, given: Table, others: Any) -> int:
    """Register what a constructor was given; the index of the new prototype."""
    record, make = KINDS[kind]
    fields = record.read(given, "")
    for slip in _slips(kind, given, others):
        call.session.warn(f"{_title(kind)}: {slip}", file, line, "near-miss")
    prototype = _register(call, kind, file, line)
    made = make(fields, prototype)
    prototype.fields = (
        call.session.tiles.add(made, is_open=fields["open"] and made.lock is not None)
        if isinstance(made, Tile)
        else made
    )
    return prototype.index


def _title(kind: str) -> str:
    """What mods call the constructor of a kind."""
    return f"kts.{next(name for name, made in CONSTRUCTORS.items() if made == kind)}"


def _slips(kind: str, given: Table, others: Any) -> Iterator[str]:
    """What is said of names that are almost those of fields: `others` lists the fields the host does not know."""
    names = others.items if isinstance(others, Table) else []
    for name, close in unknown_names(names, [f.name for f in KINDS[kind][0].fields]):
        yield f'the field "{name}" means nothing to the host; did you mean "{close}"?'
    access = given.fields.get("access") if kind == "tile" else None
    for name in sorted(k for k in access.fields if isinstance(k, str)) if isinstance(access, Table) else ():
        if name not in HEIGHTS:
            yield f'access has the field "{name}", which means nothing to the host: it knows {listing(HEIGHTS, "and")}'
    word = given.fields.get("type") if kind == "item" else None
    if isinstance(word, str) and word not in ITEM_KINDS and (close_kind := nearest(word, ITEM_KINDS)):
        yield f'type is "{word}", which means the same as "nopickup"; did you mean "{close_kind}"?'


def _declare_constructor(name: str, kind: str, phases: int, doc: str) -> None:
    def run(call: Call, file: str | None, line: int, given: Any, others: Any) -> int:
        return _construct(call, kind, file, line, given, others)

    run.__doc__ = doc
    KTS.function(name, ("table", _TableOnly()), ("others", Anything()), phases=phases, place=True)(run)


class _TableOnly(Type):
    """The one table of a constructor."""

    name = "table"

    def read(self, value: Any, path: str) -> Table:  # noqa: ARG002 - it has no name of its own
        if not isinstance(value, Table):
            refuse("its argument", value, "must be one table")
        return value


_declare_constructor(
    "Tile",
    "tile",
    ALWAYS,
    """A kind of tile. The table stays yours: what you set in it later is known, too.

    = kts.Tile(fields: TileFields): Tile
    + moat = kts.Tile { name = "a moat", access = { flying = "clear", missiles = "clear" }, colour = "blue" }
    """,
)
_declare_constructor(
    "ItemType",
    "item",
    LOAD,
    """A kind of item.

    = kts.ItemType(fields: ItemTypeFields): ItemType
    + cheese = kts.ItemType { type = "backpack", name = "cheese", max_stack = 5, glyph = "%" }
    """,
)
_declare_constructor(
    "MonsterType",
    "monster",
    LOAD,
    """A kind of monster.

    = kts.MonsterType(fields: MonsterTypeFields): MonsterType
    + mouse = kts.MonsterType { type = "walking", name = "a mouse", glyph = "m", health = 1 }
    """,
)
_declare_constructor(
    "Control",
    "control",
    LOAD,
    """Something a player can do.

    = kts.Control(fields: ControlFields): Control
    + ring = kts.Control { action = function() kts.PrintLoc "A bell rings." end, tap_priority = 5 }
    """,
)


def _graphics(given: Table, counts: tuple[int, ...], what: str) -> None:
    found = given.elements(max(counts) + 1)
    if len(found) not in counts:
        raise ModError(f"kts.{what}: {len(found)} graphics were given: must be {listing(map(str, counts))}")
    for i, graphic in enumerate(found, 1):
        if graphic is not None:
            HandleOf(("graphic",)).read(graphic, f"argument [{i}]")


@KTS.function("Anim", ("graphics", _TableOnly()), ("others", Anything()), phases=LOAD, place=True)
def anim(call: Call, file: str | None, line: int, given: Table, others: Any) -> int:
    """The pictures of a creature or missile: 4, 12, 16 or 32 graphics.

    = kts.Anim(fields: AnimFields): Anim
    - fields: the graphics as a list, and fields by name
    ! there must be 4, 12, 16 or 32 graphics
    + local picture = kts.Graphic "rat.bmp"
    + rat_anim = kts.Anim { picture, picture, picture, picture, bat = true }
    """
    _graphics(given, (4, 12, 16, 32), "Anim")
    return _construct(call, "anim", file, line, given, others)


@KTS.function("Overlay", ("graphics", _TableOnly()), ("others", Anything()), phases=LOAD, place=True)
def overlay(call: Call, file: str | None, line: int, given: Table, others: Any) -> int:
    """The pictures of a held item: four graphics, north, east, south and west.

    = kts.Overlay(fields: OverlayFields): Overlay
    - fields: the graphics as a list: north, east, south and west
    ! there must be 4 graphics
    + local picture = kts.Graphic "sword.bmp"
    + sword_overlay = kts.Overlay { picture, picture, picture, picture }
    """
    _graphics(given, (4,), "Overlay")
    return _construct(call, "overlay", file, line, given, others)


@KTS.function("SetOverlayOffsets", ("values", Anything()), phases=LOAD, variadic=True)
def set_overlay_offsets(call: Call, *values: Any) -> None:
    """Where held items are drawn: twenty triples of a direction and two whole numbers.

    = kts.SetOverlayOffsets(...: any)
    ! there must be 60 arguments
    + local offsets = {}
    + for _, facing in ipairs { "north", "east", "south", "west" } do
    +   for _ = 1, 5 do table.move({ facing, 0, 0 }, 1, 3, #offsets + 1, offsets) end
    + end
    + kts.SetOverlayOffsets(table.unpack(offsets))
    """
    if len(values) != 60:
        raise ModError(f"kts.SetOverlayOffsets: {len(values)} arguments were given: must be 60, twenty triples")
    for i in range(0, 60, 3):
        DIRECTION.read(values[i], f"argument {i + 1}")
        INT.read(values[i + 1], f"argument {i + 2}")
        INT.read(values[i + 2], f"argument {i + 3}")
    call.session.overlay_offsets = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 60, 3)]


@KTS.function("Graphic", ("file", Text(1000)), ("numbers", INT), phases=LOAD, variadic=True, place=True, directory=True)
def graphic(call: Call, file: str | None, line: int, directory: Any, name: str, *numbers: int) -> Handle:
    """A picture in a file of the mod: `(file [, r, g, b [, x, y [, num, denom]]])`.

    -> Graphic
    ! 1, 4, 6 or 8 arguments must be given; a file that is not there is a warning
    + apple = kts.ItemType { type = "held", graphic = kts.Graphic("apple.bmp", 255, 0, 255) }
    """
    if len(numbers) not in (0, 3, 5, 7):
        raise ModError(f"kts.Graphic: {1 + len(numbers)} arguments were given: must be 1, 4, 6 or 8")
    return _media(call, "graphic", file, line, directory, name)


@KTS.function("Sound", ("file", Text(1000)), phases=LOAD, place=True, directory=True)
def sound(call: Call, file: str | None, line: int, directory: Any, name: str) -> Handle:
    """A sound in a file of the mod.

    -> Sound
    ! a file that is not there is a warning
    + creak = kts.Sound "creak.wav"
    """
    return _media(call, "sound", file, line, directory, name)


def _media(call: Call, kind: str, file: str | None, line: int, directory: Any, name: str) -> Handle:
    # The host draws its own pictures and plays no sound, so a missing file is no reason to refuse the mod.
    if not name:
        raise ModError(f"kts.{kind.capitalize()}: the file name is empty")
    try:
        call.session.files.resolve(directory if isinstance(directory, str) else "", name)
    except HostError as error:
        call.session.warn(f"kts.{kind.capitalize()}: {error.message}", file, line)
    return Handle(kind, _register(call, kind, file, line, name).index)


@KTS.function("SetRotate", ("tiles", Maybe(TILE)), phases=ALWAYS, variadic=True)
def set_rotate(call: Call, *tiles: Handle | None) -> None:
    """Each tile becomes the next one when it turns clockwise, and the last becomes the first.

    ! at least one tile must be given
    + bench_h, bench_v = kts.Tile { access = {} }, kts.Tile { access = {} }
    + kts.SetRotate(bench_h, bench_v)
    """
    if not tiles:
        raise ModError("kts.SetRotate: at least one Tile must be given (Bad userdata)")
    indices = [None if tile is None else tile_of(call, tile) for tile in tiles]
    for one, following in zip(indices, [*indices[1:], *indices[:1]], strict=True):
        if one is not None and following is not None:
            call.session.tiles.link_rotation(one, following)


@KTS.function("SetReflect", ("one", Maybe(TILE)), ("other", Maybe(TILE)), phases=ALWAYS)
def set_reflect(call: Call, one: Handle | None, other: Handle | None) -> None:
    """The two tiles become each other's mirror image, left to right.

    + bow_left, bow_right = kts.Tile {}, kts.Tile {}
    + kts.SetReflect(bow_left, bow_right)
    """
    if one is not None and other is not None:
        call.session.tiles.link_reflection(tile_of(call, one), tile_of(call, other))


def change(call: Call, kind: str, index: int, key: str, given: Table) -> None:
    """Give a prototype, or the prototype of a copy, the fields in `given`, of which `key` is the one assigned."""
    if index < 0:
        index = call.session.tiles.tiles[tile_of(call, Handle("tile", index))].prototype.index
    if kind == "tile" and key in _FIXED_TILE_FIELDS:
        raise ModError(f"the field {key} of a Tile cannot be assigned: give it to kts.Tile")
    record, make = KINDS[kind]
    prototype = call.session.registry.get(kind, index)
    try:
        made = make(record.read(given, ""), prototype)
    except ArgumentError as error:
        error.speak_for(_title(kind))
        raise
    if isinstance(made, Tile):
        call.session.tiles.replace(prototype.fields, made)
    else:
        prototype.fields = made
        call.session.forget_keys()
