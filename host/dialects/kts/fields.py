"""The fields of tiles, items, monsters and the rest: declared once, and what the host keeps of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import east_asian_width

from host.border.data import Handle, Table
from host.border.schema import (
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
    OneOf,
    Record,
    Text,
    Truth,
    Type,
    is_function,
    is_of_kind,
    refuse,
    to_number,
)
from host.dialects.kts.declarations import INT, ITEM, TILE
from host.errors import did_you_mean
from host.model.colour import COLOURS, HEX_COLOUR
from host.model.objects import ItemType, MonsterType
from host.model.registry import Prototype
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


_CONTROL = OneOf(
    ((is_of_kind("control"), HandleOf(("control",))), (is_function, _CALLBACK)),
    "must be a Control or a function that gives one",
    name="Control|function",
)
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
        Field("control", Maybe(_CONTROL), "a Control, or function(pos) that gives one"),
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
        Field("fragile", Truth(), "it may break when it is thrown"),
        Field("graphic", Maybe(HandleOf(("graphic",))), "its picture"),
        *(
            Field(name, _Rollable(-(2**31)), doc)
            for name, doc in (
                ("melee_damage", "hit points that a stroke takes"),
                ("melee_stun_time", "milliseconds for which a stroke stuns"),
                ("melee_tile_damage", "hit points that a stroke takes from tiles"),
                ("missile_damage", "hit points it takes when it is thrown or shot"),
                ("missile_stun_time", "milliseconds for which it stuns then"),
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
        Field("speed", Maybe(Number()), "how fast it moves; 100 is as fast as a knight"),
        Field("anim", Maybe(HandleOf(("anim",))), "its pictures"),
        Field("corpse_tiles", Maybe(ListOf(TILE), ()), "what it may leave behind"),
        Field("attack_damage", _Rollable(), "hit points that its attack takes"),
        Field("attack_stun_time", _Rollable(), "milliseconds for which its attack stuns"),
        Field("weapon", Maybe(ITEM), "what it strikes with"),
        Field("ai_avoid", Maybe(ListOf(TILE), ()), "tiles it does not step on"),
        Field("ai_hit", Maybe(Anything()), "tiles it strikes; kept, for the host plays no monsters"),
        Field("ai_fear", Maybe(Anything()), "items it runs from; kept, for the host plays no monsters"),
        *(Field(name, _CALLBACK, "called in play") for name in ("on_attack", "on_damage", "on_death", "on_move")),
        *_LOOKS,
    )
)

CONTROL_FIELDS = Record(
    (
        Field("action", _CALLBACK, "what it does; called in play"),
        Field("possible", _CALLBACK, "whether it can be done now"),
        Field("menu_icon", Maybe(HandleOf(("graphic",))), "its picture in the menu"),
        Field("menu_direction", Maybe(DIRECTION), "where in the menu it lies"),
        Field("menu_special", Maybe(INT), "bits that say how the menu shows it"),
        Field("tap_priority", Maybe(INT), "of several that can be done, a tap of the key does the highest"),
        Field("action_bar_slot", Maybe(INT), "where in the action bar it lies"),
        Field("action_bar_priority", Maybe(INT), "of several for a slot, the highest is shown"),
        Field("continuous", Truth(), "done again as long as the key is held"),
        Field("suicide_key", Truth(), "done with the key for giving up"),
        Field("can_do_while_moving", Truth(), "done on the way, too"),
        Field("can_do_while_stunned", Truth(), "done while stunned, too"),
        Field("name_key", Maybe(Anything()), "what it is called: the key of a text"),
    )
)

ANIM_FIELDS = Record((Field("bat", Truth(), "the creature flaps: pictures take turns"),))
OVERLAY_FIELDS = Record(())

ITEM_KINDS = ("held", "backpack", "magic", "nopickup")


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
        kind=kind if kind in ITEM_KINDS else "nopickup",
        key=fields["key"],
        critical=fields["critical"],
        max_stack=fields["max_stack"],
        melee_damage=fields["melee_damage"],
        melee_tile_damage=fields["melee_tile_damage"],
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
