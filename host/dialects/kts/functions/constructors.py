"""The constructors kts.Tile, kts.ItemType and so on; the links of tiles for rotation and reflection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import DIRECTION, Anything, HandleOf, Maybe, Text, Type, refuse
from host.border.session import ALWAYS, LOAD, Session
from host.border.values import Handle, Table, shown
from host.dialects.kts.declarations import INT, KTS, TILE, tile_of
from host.dialects.kts.fields import CONSTRUCTORS, ITEM_KINDS, KINDS
from host.dialects.kts.functions.segments import note_change
from host.dialects.kts.play.creatures import sweeping
from host.dialects.kts.play.progress import Progress
from host.errors import ArgumentError, HostError, ModError, listing
from host.errors.spelling import did_you_mean, find_typos
from host.model.appearance import near_sprite, resolve_sprite
from host.model.registry import Prototype, Registry
from host.model.tile import HEIGHTS, Tile

# Of each kind: more than any mod has, and few enough for memory.
_MOST_PROTOTYPES = 50_000
# Fields that cannot change once the tile exists.
FIXED_TILE_FIELDS = ("open", "special_lock", "type")


def field_names(constructor: str) -> list[str]:
    """Return the names of the fields that a constructor takes."""
    return [field.name for field in KINDS[CONSTRUCTORS[constructor]][0].fields]


def _register(call: Call, kind: str, file: str | None, line: int, fields: Any = None) -> Prototype:
    registry = call.session.registry
    if len(registry.all(kind)) >= _MOST_PROTOTYPES:
        raise ModError(f"there are {_MOST_PROTOTYPES} of kind {kind}: must be at most {_MOST_PROTOTYPES}")
    return registry.add(kind, call.mod, file or call.mod, line, fields)


def _construct(call: Call, kind: str, file: str | None, line: int, argument: Table, other_names: Any) -> int:
    """Register a new prototype with the fields of the argument of its constructor; return its index."""
    record, build = KINDS[kind]
    fields = record.read(argument, "")
    _resolve_sprite(call.session.registry, call.mod, fields)
    warn_of_typos(
        call.session, kind, argument.fields, other_names.items if isinstance(other_names, Table) else (), file, line
    )
    prototype = _register(call, kind, file, line)
    content = build(fields, prototype)
    if isinstance(content, Tile):
        prototype.fields = call.session.tiles.add(content, is_open=fields["open"] and content.lock is not None)
    else:
        prototype.fields = content
    return prototype.index


def _resolve_sprite(registry: Registry, mod: str, fields: dict[str, Any]) -> None:
    """Set the field `sprite` to the key of the sprite that the mod names. Raises ArgumentError when there is none."""
    name = fields.get("sprite")
    if name is not None:
        fields["sprite"] = resolve_sprite(registry, mod, name)
        if fields["sprite"] is None:
            hint = near_sprite(registry, mod, name)
            refuse(
                "sprite", name, "must be a key that `dungeon-host show --sprites` lists, or a sprite of the mod", hint
            )


def _title(kind: str) -> str:
    """Return the name of the constructor of a kind."""
    return f"kts.{next(name for name, constructed in CONSTRUCTORS.items() if constructed == kind)}"


def warn_of_typos(
    session: Session, kind: str, fields: Mapping[Any, Any], other_names: Iterable[Any], file: str | None, line: int
) -> None:
    """Warn of each probable typo in what a mod gives to a prototype; `other_names` are no fields of it."""
    for message, hint in _find_typos(kind, fields, other_names):
        session.warn(f"{_title(kind)}: {message}", file, line, "near-miss", hint)


def _find_typos(kind: str, fields: Mapping[Any, Any], other_names: Iterable[Any]) -> Iterator[tuple[str, str | None]]:
    """Yield a message and a hint for each probable typo."""
    for name, close in find_typos(other_names, [field.name for field in KINDS[kind][0].fields]):
        yield f'the field "{name}" is not used by the host', f'did you mean "{close}"?'
    access = fields.get("access") if kind == "tile" else None
    for name in sorted(k for k in access.fields if isinstance(k, str)) if isinstance(access, Table) else ():
        if name not in HEIGHTS:
            yield f'access has the field "{name}", which the host does not use: it uses {listing(HEIGHTS, "and")}', None
    item_type = fields.get("type") if kind == "item" else None
    if item_type is not None and item_type not in ITEM_KINDS:
        hint = did_you_mean(item_type, ITEM_KINDS) if isinstance(item_type, str) else None
        kinds = listing([shown(known) for known in ITEM_KINDS], "or")
        yield f'type is {shown(item_type)}, which means the same as "nopickup": the types are {kinds}', hint


def _declare_constructor(name: str, kind: str, phases: int, doc: str) -> None:
    def run(call: Call, file: str | None, line: int, argument: Any, other_names: Any) -> int:
        return _construct(call, kind, file, line, argument, other_names)

    run.__doc__ = doc
    KTS.function(name, ("table", _TableOnly()), ("other_names", Anything()), phases=phases, location=True)(run)


class _TableOnly(Type):
    """The only argument of a constructor, a table."""

    name = "table"

    def read(self, value: Any, path: str) -> Table:  # noqa: ARG002 - the argument has no name
        if not isinstance(value, Table):
            refuse("its argument", value, "must be one table")
        return value


_declare_constructor(
    "Tile",
    "tile",
    ALWAYS,
    """Register a kind of tile. Fields of the table that change later change the tile, too.

    = kts.Tile(fields: TileFields): Tile
    + moat = kts.Tile { name = "a moat", access = { flying = "clear", missiles = "clear" }, colour = "blue" }
    """,
)
_declare_constructor(
    "ItemType",
    "item",
    LOAD,
    """Register a kind of item.

    = kts.ItemType(fields: ItemTypeFields): ItemType
    + cheese = kts.ItemType { type = "backpack", name = "cheese", max_stack = 5, glyph = "%" }
    """,
)
_declare_constructor(
    "MonsterType",
    "monster",
    LOAD,
    """Register a kind of monster.

    = kts.MonsterType(fields: MonsterTypeFields): MonsterType
    + mouse = kts.MonsterType { type = "walking", name = "a mouse", glyph = "m", health = 1 }
    """,
)
_declare_constructor(
    "Control",
    "control",
    LOAD,
    """Register an action that a player can choose.

    = kts.Control(fields: ControlFields): Control
    + ring = kts.Control { action = function() kts.PrintLoc "A bell rings." end, tap_priority = 5 }
    """,
)


def _check_graphics(argument: Table, counts: tuple[int, ...], constructor: str) -> None:
    graphics = argument.elements(max(counts) + 1)
    if len(graphics) not in counts:
        raise ModError(f"kts.{constructor}: {len(graphics)} graphics were given: must be {listing(map(str, counts))}")
    for i, handle in enumerate(graphics, 1):
        if handle is not None:
            HandleOf(("graphic",)).read(handle, f"argument [{i}]")


@KTS.function("Anim", ("graphics", _TableOnly()), ("other_names", Anything()), phases=LOAD, location=True)
def anim(call: Call, file: str | None, line: int, argument: Table, other_names: Any) -> int:
    """Register the pictures of a creature or missile: 4, 12, 16 or 32 graphics.

    = kts.Anim(fields: AnimFields): Anim
    - fields: the graphics as a list, and fields by name
    ! there must be 4, 12, 16 or 32 graphics
    + local picture = kts.Graphic "rat.bmp"
    + rat_anim = kts.Anim { picture, picture, picture, picture, bat = true }
    """
    _check_graphics(argument, (4, 12, 16, 32), "Anim")
    return _construct(call, "anim", file, line, argument, other_names)


@KTS.function("Overlay", ("graphics", _TableOnly()), ("other_names", Anything()), phases=LOAD, location=True)
def overlay(call: Call, file: str | None, line: int, argument: Table, other_names: Any) -> int:
    """Register the pictures of an item in a hand: four graphics, for north, east, south and west.

    = kts.Overlay(fields: OverlayFields): Overlay
    - fields: the graphics as a list: north, east, south and west
    ! there must be 4 graphics
    + local picture = kts.Graphic "sword.bmp"
    + sword_overlay = kts.Overlay { picture, picture, picture, picture }
    """
    _check_graphics(argument, (4,), "Overlay")
    return _construct(call, "overlay", file, line, argument, other_names)


@KTS.function("SetOverlayOffsets", ("values", Anything()), phases=LOAD, variadic=True)
def set_overlay_offsets(call: Call, *values: Any) -> None:  # noqa: ARG001 - the host draws no overlays
    """Set where items in a hand are drawn: twenty triples of a direction and two whole numbers.

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


@KTS.function(
    "Graphic", ("file", Text(1000)), ("numbers", INT), phases=LOAD, variadic=True, location=True, directory=True
)
def graphic(call: Call, file: str | None, line: int, directory: Any, name: str, *numbers: int) -> Handle:
    """Register a picture in a file of the mod: `(file [, r, g, b [, x, y [, num, denom]]])`.

    -> Graphic
    ! 1, 4, 6 or 8 arguments must be given; a missing file is a warning
    + apple = kts.ItemType { type = "held", graphic = kts.Graphic("apple.bmp", 255, 0, 255) }
    """
    if len(numbers) not in (0, 3, 5, 7):
        raise ModError(f"kts.Graphic: {1 + len(numbers)} arguments were given: must be 1, 4, 6 or 8")
    return _media(call, "graphic", file, line, directory, name)


@KTS.function("Sound", ("file", Text(1000)), phases=LOAD, location=True, directory=True)
def sound(call: Call, file: str | None, line: int, directory: Any, name: str) -> Handle:
    """Register a sound in a file of the mod.

    -> Sound
    ! a missing file is a warning
    + creak = kts.Sound "creak.wav"
    """
    return _media(call, "sound", file, line, directory, name)


def _media(call: Call, kind: str, file: str | None, line: int, directory: Any, name: str) -> Handle:
    # The host draws its own pictures and plays no sounds, so a missing file is only a warning.
    if not name:
        raise ModError(f"kts.{kind.capitalize()}: the file name is empty")
    try:
        call.session.files.resolve(directory if isinstance(directory, str) else "", name)
    except HostError as error:
        call.session.warn(f"kts.{kind.capitalize()}: {error.message}", file, line)
    return Handle(kind, _register(call, kind, file, line, name).index)


@KTS.function("SetRotate", ("tiles", Maybe(TILE)), phases=ALWAYS, variadic=True)
def set_rotate(call: Call, *tiles: Handle | None) -> None:
    """Link tiles for rotation: rotated clockwise each tile becomes the next, and the last becomes the first.

    ! at least one tile must be given
    + bench_h, bench_v = kts.Tile { access = {} }, kts.Tile { access = {} }
    + kts.SetRotate(bench_h, bench_v)
    """
    if not tiles:
        raise ModError("kts.SetRotate: at least one Tile must be given")
    indices = [None if tile is None else tile_of(call, tile) for tile in tiles]
    for index, following in zip(indices, [*indices[1:], *indices[:1]], strict=True):
        if index is not None and following is not None:
            call.session.tiles.link_rotation(index, following)


@KTS.function("SetReflect", ("tile", Maybe(TILE)), ("mirrored", Maybe(TILE)), phases=ALWAYS)
def set_reflect(call: Call, tile: Handle | None, mirrored: Handle | None) -> None:
    """Link two tiles for reflection: mirrored left to right, each becomes the other.

    + bow_left, bow_right = kts.Tile {}, kts.Tile {}
    + kts.SetReflect(bow_left, bow_right)
    """
    if tile is not None and mirrored is not None:
        call.session.tiles.link_reflection(tile_of(call, tile), tile_of(call, mirrored))


def change(call: Call, kind: str, index: int, key: str, table: Table) -> None:
    """Set the fields of a prototype, or of the prototype of a copy, after a mod assigned the field `key`."""
    if index < 0:
        index = call.session.tiles.tiles[tile_of(call, Handle("tile", index))].prototype.index
    if kind == "tile" and key in FIXED_TILE_FIELDS:
        raise ModError(f"the field {key} of a Tile cannot be assigned: give it to kts.Tile")
    record, build = KINDS[kind]
    prototype = call.session.registry.get(kind, index)
    try:
        fields = record.read(table, "")
        _resolve_sprite(call.session.registry, prototype.mod, fields)
        content = build(fields, prototype)
    except ArgumentError as error:
        error.name_function(_title(kind))
        raise
    if isinstance(content, Tile):
        _change_tile(call, prototype, content)
    else:
        prototype.fields = content


def _change_tile(call: Call, prototype: Prototype, content: Tile) -> None:
    tiles, game = call.session.tiles, call.session.game
    before = tiles.closed(prototype.fields)
    states = set(tiles.states(prototype.fields))
    blocks = before.access != content.access or before.items_allowed != content.items_allowed
    is_in_play = blocks and game is not None and game.part(Progress).has_begun
    with sweeping(game, states) if game is not None and is_in_play else nullcontext():
        tiles.replace(prototype.fields, content)
    note_change(call.session, before, content)
    if before.access != content.access and game is not None:
        has_tile = np.array([not states.isdisjoint(stack) for stack in tiles.stacks])
        for game_map in game.maps:
            if game_map.changes is not None:
                game_map.note_tiles(np.flatnonzero(has_tile[game_map.stacks]))
