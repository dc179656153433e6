"""kts.Tile, kts.ItemType and the other constructors; links between tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import east_asian_width

from host.api.data import Handle, Table
from host.api.function import Call
from host.api.kts.declarations import INT, ITEM, KTS, TILE, tile_of
from host.api.phase import ALWAYS, LOAD
from host.api.schema import (
    DIRECTION,
    Anything,
    Choice,
    Field,
    Function,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Number,
    Record,
    Text,
    Truth,
    Type,
    refuse,
    to_number,
    unknown_names,
)
from host.errors import HostError, ModError, did_you_mean
from host.model.colour import COLOURS, HEX_COLOUR
from host.model.registry import Prototype
from host.model.things import ItemType, MonsterType
from host.model.tile import (
    BARREL,
    BLOCKED,
    CHEST,
    CLEAR,
    DOOR,
    FLYING,
    HEIGHTS,
    HOME,
    PLAIN,
    ROLLED,
    WALKING,
    LockRule,
    Tile,
)

# More prototypes than any mod has, and few enough for memory.
_MOST_PROTOTYPES = 50_000

_ACCESS_WORD = Choice({"blocked": BLOCKED, "approach": 1, "partial": 1, "clear": CLEAR}, any_case=True, name="access")
_CALLBACK = Function()


class _Access(Type):
    """Access by height, as (walking, flying, missiles): nil is clear everywhere, a missing height is blocked."""

    name = "access"

    def read(self, value: Any, path: str) -> tuple[int, ...]:
        if value is None:
            return (CLEAR, CLEAR, CLEAR)
        if not isinstance(value, Table):
            refuse(path, value, "must be a table with walking, flying and missiles")
        words = value.fields
        return tuple(
            BLOCKED if words.get(height) is None else _ACCESS_WORD.read(words[height], f"{path}.{height}")
            for height in HEIGHTS
        )


class _Rollable(Type):
    """A whole number, or ROLLED for a function that gives one."""

    name = "integer|function"

    def __init__(self, low: int = 0, default: int = 0) -> None:
        self._integer = Integer(low, 2**31 - 1)
        self._default = default

    def read(self, value: Any, path: str) -> int:
        if value is None:
            return self._default
        if to_number(value) is not None:
            return self._integer.read(value, path)
        if isinstance(value, str | bool | Table | Handle):
            refuse(path, value, "must be a whole number or a function that returns one")
        _CALLBACK.read(value, path)
        return ROLLED


class _Glyph(Type):
    """One printable character that takes one column of a terminal."""

    name = "glyph"

    def read(self, value: Any, path: str) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str) or len(value) != 1 or not value.isprintable() or east_asian_width(value) in "WF":
            refuse(path, value, "must be one printable character, one column wide")
        return value


class _Colour(Type):
    """The name of a colour, or #rrggbb."""

    name = "colour"

    def read(self, value: Any, path: str) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str) or (value not in COLOURS and not HEX_COLOUR.match(value)):
            hint = did_you_mean(value, COLOURS) if isinstance(value, str) else None
            refuse(path, value, 'must be "#rrggbb" or one of sixteen names such as "bright_red"', hint)
        return value


class _Items(Type):
    """Whether a tile takes items: (allowed or None for "as access says", destroyed, category)."""

    name = "items"

    def read(self, value: Any, path: str) -> tuple[bool | None, bool, Any]:
        if value is None:
            return None, False, None
        number = to_number(value)
        if number is not None:
            return number != 0, False, None
        if value == "destroy":
            return False, True, None
        return True, False, category(value, path)


def category(value: Any, path: str) -> Any:
    """An item category: any string, number or boolean; objects are known by their handle."""
    if isinstance(value, Handle):
        return f"{value.kind} #{value.index}"
    if not isinstance(value, str | int | float | bool):
        refuse(path, value, "must be a category: a string, number, boolean or handle")
    return value


_CHANCE = Maybe(Number(0, 1), 0.0)
_NAME = Maybe(Text(200))
_STAIRS = {**{d: d for d in ("north", "east", "south", "west")}, "special": "special"}
_STAIRS |= dict(zip(("up", "right", "down", "left"), ("north", "east", "south", "west"), strict=True))

_LOOKS = (
    Field("name", _NAME, "what it is called in legends"),
    Field("glyph", _Glyph(), "the character that stands for it in text pictures"),
    Field("colour", _Colour(), "its colour in pictures"),
)

TILE_FIELDS = Record(
    (
        Field(
            "type",
            Maybe(Choice({k: k for k in ("", PLAIN, HOME, DOOR, CHEST, BARREL)}, any_case=True), PLAIN),
            "home, door, chest or barrel; without it a tile is plain",
        ),
        Field("access", _Access(), "who can enter: walking, flying, missiles"),
        Field("items", _Items(), 'a category, 0 for no items, or "destroy"'),
        Field("depth", Maybe(Integer(-8, 7), 0), "larger lies lower"),
        Field("connectivity_check", Maybe(INT, 0), "-1 impassable, 1 passable"),
        Field("hit_points", _Rollable(), "0 is indestructible; rolled at each placement"),
        Field("stairs_down", Maybe(Choice(_STAIRS, any_case=True, shown_words=(*list(_STAIRS)[:5],))), "a stair"),
        Field("control", Maybe(Anything()), "a Control, or function(pos) that gives one"),
        Field("graphic", Maybe(HandleOf(("graphic",))), "its picture"),
        Field("map_as", Maybe(Choice({"wall": "wall", "floor": "floor"})), "how the mini map shows it"),
        *(
            Field(name, _CALLBACK, "called in play")
            for name in (
                "on_activate",
                "on_approach",
                "on_destroy",
                "on_hit",
                "on_walk_over",
                "on_withdraw",
            )
        ),
        Field("facing", Maybe(DIRECTION, 0), "homes and chests: where one looks, standing in front"),
        Field("special_exit", Truth(), "homes: no player starts here"),
        Field("unsecured_colour", Maybe(INT), "homes: their colour on the mini map"),
        Field("open", Truth(), "doors and chests: open at first"),
        Field("special_lock", Truth(), "doors and chests: only the mod opens it"),
        Field("lock_chance", _CHANCE, "doors and chests: 0..1"),
        Field("lock_pick_only_chance", _CHANCE, "doors and chests: 0..1"),
        Field("keymax", Maybe(INT, 1), "doors and chests: locks are drawn from 1 to this"),
        Field("trap_chance", _CHANCE, "chests: 0..1"),
        Field("traps", _CALLBACK, "chests: function(pos, facing) that sets a trap"),
        Field("open_graphic", Maybe(HandleOf(("graphic",))), "its picture when open"),
        Field("on_open_or_close", _CALLBACK, "called in play"),
        Field("on_unlock_fail", _CALLBACK, "called in play"),
        *_LOOKS,
    )
)

ITEM_FIELDS = Record(
    (
        Field("type", Maybe(Anything()), "held, backpack, magic or nopickup"),
        Field("key", Maybe(Integer(-1, 1000), 0), "the number of the lock it opens; -1 picks locks"),
        Field("critical", Truth(), "never to be lost"),
        Field("max_stack", Maybe(Integer(1, 1_000_000), 1), "how many lie together"),
        Field("fragile", Truth()),
        Field("graphic", Maybe(HandleOf(("graphic",)))),
        *(
            Field(name, _Rollable(-(2**31)))
            for name in (
                "melee_damage",
                "melee_stun_time",
                "melee_tile_damage",
                "missile_damage",
                "missile_stun_time",
            )
        ),
        *(Field(name, _CALLBACK, "called in play") for name in ("on_pick_up", "on_drop")),
        *_LOOKS,
    )
)

MONSTER_FIELDS = Record(
    (
        Field(
            "type",
            Choice({"walking": WALKING, "flying": FLYING}, any_case=True),
            "where it moves, and so where it may stand",
        ),
        Field("health", _Rollable(1, 1), "rolled for each monster"),
        Field("speed", Maybe(Number())),
        Field("anim", Maybe(HandleOf(("anim",)))),
        Field("corpse_tiles", Maybe(ListOf(TILE), ()), "what it may leave behind"),
        Field("attack_damage", _Rollable()),
        Field("attack_stun_time", _Rollable()),
        Field("weapon", Maybe(ITEM)),
        Field("ai_avoid", Maybe(ListOf(TILE), ())),
        Field("ai_hit", Maybe(Anything())),
        Field("ai_fear", Maybe(Anything())),
        *(Field(name, _CALLBACK) for name in ("on_attack", "on_damage", "on_death", "on_move")),
        *_LOOKS,
    )
)

CONTROL_FIELDS = Record(
    (
        Field("action", _CALLBACK),
        Field("possible", _CALLBACK),
        Field("menu_icon", Maybe(HandleOf(("graphic",)))),
        Field("menu_direction", Maybe(DIRECTION)),
        Field("menu_special", Maybe(INT)),
        Field("tap_priority", Maybe(INT)),
        Field("action_bar_slot", Maybe(INT)),
        Field("action_bar_priority", Maybe(INT)),
        *(
            Field(name, Truth())
            for name in ("continuous", "suicide_key", "can_do_while_moving", "can_do_while_stunned")
        ),
        Field("name_key", Maybe(Anything())),
    )
)

ANIM_FIELDS = Record((Field("bat", Truth()),))
OVERLAY_FIELDS = Record(())

# Fields that are fixed once the tile exists.
_FIXED_TILE_FIELDS = ("open", "special_lock", "type")
_ITEM_KINDS = ("held", "backpack", "magic", "nopickup")


def _tile(fields: dict[str, Any], prototype: Prototype) -> Tile:
    """The tile, closed, that a table of fields describes."""
    kind = fields["type"] or PLAIN
    access = fields["access"]
    allowed, destroyed, item_category = fields["items"]
    lockable = kind in (DOOR, CHEST)
    container = kind in (CHEST, BARREL)
    if allowed is None:
        allowed = access[WALKING] == CLEAR
    return Tile(
        prototype=prototype,
        kind=kind,
        access=access,
        # Containers take no loose items; what they take, they store.
        items_allowed=allowed and not container,
        items_destroyed=destroyed,
        category=item_category,
        depth=fields["depth"],
        connectivity=fields["connectivity_check"],
        hit_points=fields["hit_points"],
        on_hit=fields["on_hit"],
        stairs=fields["stairs_down"],
        facing=fields["facing"],
        special_exit=fields["special_exit"],
        lock=LockRule(
            fields["lock_chance"],
            fields["lock_pick_only_chance"],
            fields["keymax"],
            fields["special_lock"],
        )
        if lockable
        else None,
        trap_chance=fields["trap_chance"],
        has_traps=fields["traps"],
        name=fields["name"],
        glyph=fields["glyph"],
        colour=fields["colour"],
    )


def _item(fields: dict[str, Any], prototype: Prototype) -> ItemType:
    kind = fields["type"]
    return ItemType(
        prototype=prototype,
        kind=kind if kind in _ITEM_KINDS else "nopickup",
        key=fields["key"],
        critical=fields["critical"],
        max_stack=fields["max_stack"],
        melee_damage=fields["melee_damage"],
        missile_damage=fields["missile_damage"],
        name=fields["name"],
        glyph=fields["glyph"],
        colour=fields["colour"],
    )


def _monster(fields: dict[str, Any], prototype: Prototype) -> MonsterType:
    return MonsterType(
        prototype=prototype,
        height=fields["type"],
        health=fields["health"],
        corpses=tuple(tile.index for tile in fields["corpse_tiles"]),
        name=fields["name"],
        glyph=fields["glyph"],
        colour=fields["colour"],
    )


# Kind of prototype -> (its fields, what the host keeps of them).
KINDS: dict[str, tuple[Record, Callable[[dict[str, Any], Prototype], Any]]] = {
    "tile": (TILE_FIELDS, _tile),
    "item": (ITEM_FIELDS, _item),
    "monster": (MONSTER_FIELDS, _monster),
    "control": (CONTROL_FIELDS, lambda fields, _: fields),
    "anim": (ANIM_FIELDS, lambda fields, _: fields),
    "overlay": (OVERLAY_FIELDS, lambda fields, _: fields),
}
# Constructor -> kind of prototype.
CONSTRUCTORS = {
    "Tile": "tile",
    "ItemType": "item",
    "MonsterType": "monster",
    "Control": "control",
    "Anim": "anim",
    "Overlay": "overlay",
}


def field_names(constructor: str) -> list[str]:
    """The fields that a constructor knows."""
    return [f.name for f in KINDS[CONSTRUCTORS[constructor]][0].fields]


def _register(call: Call, kind: str, file: str | None, line: int, fields: Any = None) -> Prototype:
    registry = call.session.registry
    if len(registry.all(kind)) >= _MOST_PROTOTYPES:
        raise ModError(f"there are {_MOST_PROTOTYPES} of kind {kind} already: that is the most there may be")
    return registry.add(kind, call.mod, file or call.mod, line, fields)


def _construct(call: Call, kind: str, file: str | None, line: int, given: Any, others: Any) -> int:
    """Register what a constructor was given; the index of the new prototype."""
    record, make = KINDS[kind]
    fields = record.read(given, "")
    _warn_of_slips(call, kind, file, line, others)
    prototype = _register(call, kind, file, line)
    made = make(fields, prototype)
    prototype.fields = (
        call.session.tiles.add(made, is_open=fields["open"] and made.lock is not None)
        if isinstance(made, Tile)
        else made
    )
    return prototype.index


def _warn_of_slips(call: Call, kind: str, file: str | None, line: int, others: Any) -> None:
    names = [name for name in others.items if isinstance(name, str)] if isinstance(others, Table) else []
    known = [f.name for f in KINDS[kind][0].fields]
    for name, close in unknown_names(names, known) if names else ():
        call.session.warn(
            f'kts.{next(c for c, k in CONSTRUCTORS.items() if k == kind)}: the field "{name}" means nothing to '
            f'the host; did you mean "{close}"?',
            file,
            line,
        )


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


_declare_constructor("Tile", "tile", ALWAYS, "A kind of tile.")
_declare_constructor("ItemType", "item", LOAD, "A kind of item.")
_declare_constructor("MonsterType", "monster", LOAD, "A kind of monster.")
_declare_constructor("Control", "control", LOAD, "Something a player can do.")


def _graphics(given: Table, counts: tuple[int, ...], what: str) -> None:
    if len(given.items) not in counts:
        raise ModError(
            f"kts.{what}: {len(given.items)} graphics were given: must be "
            f"{', '.join(map(str, counts[:-1]))}{' or ' if counts[:-1] else ''}{counts[-1]}"
        )
    for i, graphic in enumerate(given.items, 1):
        if graphic is not None:
            HandleOf(("graphic",)).read(graphic, f"kts.{what}: argument [{i}]")


@KTS.function("Anim", ("graphics", _TableOnly()), ("others", Anything()), phases=LOAD, place=True)
def anim(call: Call, file: str | None, line: int, given: Table, others: Any) -> int:
    """The pictures of a creature or missile: 4, 12, 16 or 32 graphics."""
    _graphics(given, (4, 12, 16, 32), "Anim")
    return _construct(call, "anim", file, line, given, others)


@KTS.function("Overlay", ("graphics", _TableOnly()), ("others", Anything()), phases=LOAD, place=True)
def overlay(call: Call, file: str | None, line: int, given: Table, others: Any) -> int:
    """The pictures of a held item: four graphics, north, east, south and west."""
    _graphics(given, (4,), "Overlay")
    return _construct(call, "overlay", file, line, given, others)


@KTS.function("SetOverlayOffsets", ("values", Anything()), phases=LOAD, variadic=True)
def set_overlay_offsets(call: Call, *values: Any) -> None:
    """Where held items are drawn: twenty triples of a direction and two whole numbers."""
    if len(values) != 60:
        raise ModError(f"kts.SetOverlayOffsets: {len(values)} arguments were given: must be 60, twenty triples")
    for i in range(0, 60, 3):
        DIRECTION.read(values[i], f"kts.SetOverlayOffsets: argument {i + 1}")
        INT.read(values[i + 1], f"kts.SetOverlayOffsets: argument {i + 2}")
        INT.read(values[i + 2], f"kts.SetOverlayOffsets: argument {i + 3}")
    call.session.overlay_offsets = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 60, 3)]


@KTS.function(
    "Graphic",
    ("directory", Anything()),
    ("file", Text(1000)),
    ("numbers", INT),
    phases=LOAD,
    variadic=True,
    place=True,
)
def graphic(call: Call, file: str | None, line: int, directory: Any, name: str, *numbers: int) -> int:
    """A picture in a file of the mod: `(file [, r, g, b [, x, y [, num, denom]]])`."""
    if len(numbers) not in (0, 3, 5, 7):
        raise ModError(f"kts.Graphic: {1 + len(numbers)} arguments were given: must be 1, 4, 6 or 8")
    return _media(call, "graphic", file, line, directory, name)


@KTS.function("Sound", ("directory", Anything()), ("file", Text(1000)), phases=LOAD, place=True)
def sound(call: Call, file: str | None, line: int, directory: Any, name: str) -> int:
    """A sound in a file of the mod."""
    return _media(call, "sound", file, line, directory, name)


def _media(call: Call, kind: str, file: str | None, line: int, directory: Any, name: str) -> int:
    # The host draws its own pictures and plays no sound, so a missing file is no reason to refuse the mod.
    if not name:
        raise ModError(f"kts.{kind.capitalize()}: the file name is empty")
    try:
        call.session.files.resolve(directory if isinstance(directory, str) else "", name)
    except HostError as error:
        call.session.warn(f"kts.{kind.capitalize()}: {error.message}", file, line)
    return _register(call, kind, file, line, name).index


@KTS.function("SetRotate", ("tiles", Maybe(TILE)), phases=ALWAYS, variadic=True)
def set_rotate(call: Call, *tiles: Handle | None) -> None:
    """Each tile becomes the next one when it turns clockwise, and the last becomes the first."""
    if not tiles:
        raise ModError("kts.SetRotate: at least one Tile must be given (Bad userdata)")
    indices = [None if tile is None else tile_of(call, tile) for tile in tiles]
    for one, following in zip(indices, [*indices[1:], *indices[:1]], strict=True):
        if one is not None and following is not None:
            call.session.tiles.link_rotation(one, following)


@KTS.function("SetReflect", ("one", Maybe(TILE)), ("other", Maybe(TILE)), phases=ALWAYS)
def set_reflect(call: Call, one: Handle | None, other: Handle | None) -> None:
    """The two tiles become each other's mirror image, left to right."""
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
    made = make(record.read(given, ""), prototype)
    if isinstance(made, Tile):
        call.session.tiles.replace(prototype.fields, made)
    else:
        prototype.fields = made
        call.session.forget_keys()
