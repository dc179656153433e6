"""The fields that constructors take, and the objects of the model that they become."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from host.border.schema import (
    DIRECTION,
    Anything,
    Field,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Number,
    OneOf,
    Record,
    Text,
    Truth,
    WordOf,
    is_function,
    is_of_kind,
)
from host.border.values import Handle, Table
from host.dialects.kts.declarations import INT, ITEM, TILE
from host.dialects.kts.field_types import CALLBACK, Access, ColourName, Glyph, Items, Rollable
from host.model.appearance import LOOKS, MATERIALS
from host.model.objects import ItemType, MonsterType
from host.model.registry import Prototype
from host.model.tile import (
    BARREL,
    CHEST,
    CLEAR,
    DOOR,
    FLYING,
    HOME,
    PLAIN,
    WALKING,
    LockRule,
    Tile,
)

_CONTROL = OneOf(
    ((is_of_kind("control"), HandleOf(("control",))), (is_function, CALLBACK)),
    "must be a Control or a function that returns one",
    name="Control|function",
)
_CHANCE = Maybe(Number(0, 1), 0.0)
_NAME = Maybe(Text(200))
_STAIRS = {**{d: d for d in ("north", "east", "south", "west")}, "special": "special"}
_STAIRS |= dict(zip(("up", "right", "down", "left"), ("north", "east", "south", "west"), strict=True))

_LOOKS = (
    Field("name", _NAME, "its name in legends"),
    Field("glyph", Glyph(), "its character in text pictures"),
    Field("colour", ColourName(), "its colour in pictures"),
    Field("sprite", _NAME, "its sprite in pictures: a key of `dungeon-host show --sprites`, or a sprite of the mod"),
    Field("material", Maybe(WordOf({name: name for name in MATERIALS})), "what it is made of, for pictures"),
)

TILE_FIELDS = Record(
    (
        Field(
            "type",
            Maybe(WordOf({k: k for k in ("", PLAIN, HOME, DOOR, CHEST, BARREL)}, any_case=True), PLAIN),
            "home, door, chest or barrel; by default a plain tile",
        ),
        Field("access", Access(), "who can enter: walking, flying, missiles"),
        Field("items", Items(), 'a category, 0 for no items, or "destroy"'),
        Field("depth", Maybe(Integer(-64, 63), 0), "tiles with a larger depth lie lower"),
        Field("connectivity_check", Maybe(INT, 0), "-1 impassable, 1 passable"),
        Field("hit_points", Rollable(), "0 for an indestructible tile; a function is called for each tile on the map"),
        Field(
            "stairs_down",
            Maybe(WordOf(_STAIRS, any_case=True, shown_words=(*list(_STAIRS)[:5],))),
            "the low side of a stair",
        ),
        Field("control", Maybe(_CONTROL), "a Control, or function(pos) that returns one"),
        Field("graphic", Maybe(HandleOf(("graphic",))), "its picture"),
        Field("map_as", Maybe(WordOf({"wall": "wall", "floor": "floor"})), "its look on the mini map"),
        *(
            Field(name, CALLBACK, "called in play")
            for name in (
                "on_activate",
                "on_approach",
                "on_destroy",
                "on_hit",
                "on_walk_over",
                "on_withdraw",
            )
        ),
        Field(
            "facing",
            Maybe(DIRECTION, 0),
            "homes: the direction from the square in front of it, where a player stands, to the home; chests: the "
            "direction in which its traps shoot",
        ),
        Field("special_exit", Truth(), "homes: an exit where no player starts"),
        Field("unsecured_colour", Maybe(INT), "homes: its colour on the mini map"),
        Field("open", Truth(), "doors and chests: open at the start"),
        Field("special_lock", Truth(), "doors and chests: only the mod unlocks it"),
        Field("lock_chance", _CHANCE, "doors and chests: the chance of a lock, 0 to 1"),
        Field("lock_pick_only_chance", _CHANCE, "doors and chests: the chance of a lock without a key, 0 to 1"),
        Field("keymax", Maybe(INT, 1), "doors and chests: the largest key number of a lock"),
        Field("trap_chance", _CHANCE, "chests: the chance of a trap, 0 to 1"),
        Field("traps", CALLBACK, "chests: function(pos, facing) that sets a trap"),
        Field("open_graphic", Maybe(HandleOf(("graphic",))), "its picture when open"),
        Field("on_open_or_close", CALLBACK, "called in play"),
        Field("on_unlock_fail", CALLBACK, "called in play"),
        *_LOOKS,
    )
)

ITEM_FIELDS = Record(
    (
        Field("type", Maybe(Anything()), "held, backpack, magic or nopickup"),
        Field("key", Maybe(Integer(-1, 1000), 0), "the number of the lock it opens; -1 picks locks"),
        Field("critical", Truth(), "it is never lost"),
        Field("max_stack", Maybe(Integer(1, 1_000_000), 1), "how many stack on one square"),
        Field("fragile", Truth(), "it vanishes when a tile on its square is destroyed"),
        Field("graphic", Maybe(HandleOf(("graphic",))), "its picture"),
        *(
            Field(name, Rollable(-(2**31)), doc)
            for name, doc in (
                ("melee_damage", "damage of a strike, in hit points"),
                ("melee_stun_time", "how long a strike stuns, in milliseconds"),
                ("melee_tile_damage", "damage of a strike to tiles, in hit points"),
                ("missile_damage", "damage when thrown or shot, in hit points"),
                ("missile_stun_time", "how long it stuns when thrown or shot, in milliseconds"),
            )
        ),
        Field("melee_backswing_time", Rollable(), "how long a strike takes before it hits, in milliseconds"),
        Field("melee_downswing_time", Rollable(), "how long a strike takes after that, in milliseconds"),
        Field("missile_backswing_time", Rollable(), "how long a throw takes before it flies, in milliseconds"),
        Field("missile_downswing_time", Rollable(), "how long a throw takes after that, in milliseconds"),
        Field("missile_speed", Maybe(Number(0), 200.0), "its speed when thrown or shot; 100 is that of a knight"),
        Field("missile_range", Maybe(Integer(0, 2**31 - 1), 10), "how far it flies, in squares"),
        Field("missile_access_chance", _CHANCE, "the chance to pass a square that missiles may only approach"),
        Field(
            "missile_hit_multiplier",
            Maybe(Number(0), 1.0),
            "how surely it hits: its chance is 1 - 1 / (squares that are left of its range × this number + 1)",
        ),
        Field("ammo", Maybe(ITEM), "what it shoots: kts.ThrowOrShoot takes one from the bag"),
        Field("reload_time", Maybe(Integer(0, 2**31 - 1), 0), "how long it is not ready after a shot, in milliseconds"),
        Field("allow_strength", Maybe(Truth(), True), "whether strength adds to a strike; true by default"),
        Field("parry_chance", _CHANCE, "the chance to parry a blow with it, 0 to 1"),
        *(
            Field(name, CALLBACK, "called in play")
            for name in ("on_pick_up", "on_drop", "on_walk_over", "on_hit", "melee_action")
        ),
        *_LOOKS,
    )
)

MONSTER_FIELDS = Record(
    (
        Field(
            "type",
            WordOf({"walking": WALKING, "flying": FLYING}, any_case=True),
            "how it moves",
        ),
        Field("health", Rollable(1, 1), "a function is called for each monster"),
        Field("speed", Maybe(Number()), "its speed; 100 is the speed of a knight"),
        Field("anim", Maybe(HandleOf(("anim",))), "its pictures"),
        Field("corpse_tiles", Maybe(ListOf(TILE), ()), "the corpses that it leaves"),
        Field("attack_damage", Rollable(), "damage of its attack, in hit points"),
        Field("attack_stun_time", Rollable(), "how long its attack stuns, in milliseconds"),
        Field("weapon", Maybe(ITEM), "the item that it strikes with"),
        Field("ai_avoid", Maybe(ListOf(TILE), ()), "tiles that it does not enter"),
        Field("ai_hit", Maybe(Anything()), "closed tiles that it strikes on its way"),
        Field("ai_fear", Maybe(Anything()), "items in the hands of a knight that it runs from"),
        *(Field(name, CALLBACK, "called in play") for name in ("on_attack", "on_damage", "on_death", "on_move")),
        *_LOOKS,
    )
)

CONTROL_FIELDS = Record(
    (
        Field("action", CALLBACK, "the function that performs it; called in play"),
        Field("possible", CALLBACK, "a function: whether it is possible now"),
        Field("menu_icon", Maybe(HandleOf(("graphic",))), "its picture in the menu"),
        Field("menu_direction", Maybe(DIRECTION), "its place in the menu"),
        Field("menu_special", Maybe(INT), "bits for its look in the menu"),
        Field("tap_priority", Maybe(INT), "a tap of the key does the possible control with the highest"),
        Field("action_bar_slot", Maybe(INT), "its slot in the action bar"),
        Field("action_bar_priority", Maybe(INT), "the control with the highest is shown in the slot"),
        Field("continuous", Truth(), "it repeats while the key is held"),
        Field("suicide_key", Truth(), "the key for giving up does it"),
        Field("can_do_while_moving", Truth(), "it is possible while moving"),
        Field("can_do_while_stunned", Truth(), "it is possible while stunned"),
        Field("name_key", Maybe(Anything()), "the key of the text with its name"),
    )
)

ANIM_FIELDS = Record((Field("bat", Truth(), "the creature flaps its wings: its pictures alternate"),))
OVERLAY_FIELDS = Record(())

ITEM_KINDS = ("held", "backpack", "magic", "nopickup")


def _select(fields: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the fields with these names, unchanged."""
    return {name: fields[name] for name in names}


def _tile(fields: dict[str, Any], prototype: Prototype) -> Tile:
    """Return the tile with these fields, closed."""
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
        # Items in a container are stored, not loose.
        items_allowed=allowed and not container,
        items_destroyed=destroyed,
        category=item_category,
        depth=fields["depth"],
        connectivity=fields["connectivity_check"],
        hit_points=fields["hit_points"],
        on_hit=fields["on_hit"],
        on_use=fields["on_activate"] or fields["on_approach"],
        on_walk_over=fields["on_walk_over"],
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
        **_select(fields, LOOKS),
    )


# Fields of an ItemType that are as the mod wrote them.
_COPIED_ITEM_FIELDS = (
    "key", "critical", "fragile", "max_stack", "melee_damage", "melee_tile_damage", "melee_stun_time", "parry_chance",
    "missile_damage", "missile_stun_time", "missile_speed", "missile_range", "missile_access_chance",
    "missile_hit_multiplier", "reload_time", *LOOKS,
)  # fmt: skip


def _item(fields: dict[str, Any], prototype: Prototype) -> ItemType:
    kind = fields["type"]
    return ItemType(
        prototype=prototype,
        kind=kind if kind in ITEM_KINDS else "nopickup",
        missile_times=(max(fields["missile_backswing_time"], 0), max(fields["missile_downswing_time"], 0)),
        ammo=-1 if fields["ammo"] is None else fields["ammo"].index,
        melee_times=(max(fields["melee_backswing_time"], 0), max(fields["melee_downswing_time"], 0)),
        allows_strength=fields["allow_strength"],
        **_select(fields, _COPIED_ITEM_FIELDS),
    )


_DEFAULT_SPEED = 100


def _indices(value: Any, kind: str) -> frozenset[int]:
    """Return the indices of the prototypes of a kind in a list of anything."""
    elements = value.items if isinstance(value, Table) else value or ()
    if not isinstance(elements, list | tuple):
        return frozenset()
    return frozenset(element.index for element in elements if isinstance(element, Handle) and element.kind == kind)


def _monster(fields: dict[str, Any], prototype: Prototype) -> MonsterType:
    return MonsterType(
        prototype=prototype,
        height=fields["type"],
        health=fields["health"],
        corpses=tuple(tile.index for tile in fields["corpse_tiles"]),
        speed=_DEFAULT_SPEED if fields["speed"] is None else fields["speed"],
        attack_damage=fields["attack_damage"],
        attack_stun_time=fields["attack_stun_time"],
        weapon=-1 if fields["weapon"] is None else fields["weapon"].index,
        avoids=_indices(fields["ai_avoid"], "tile"),
        hits=_indices(fields["ai_hit"], "tile"),
        fears=_indices(fields["ai_fear"], "item"),
        **_select(fields, LOOKS),
    )


# Kind of prototype -> (its fields, builds the content of a prototype from them).
KINDS: dict[str, tuple[Record, Callable[[dict[str, Any], Prototype], Any]]] = {
    "tile": (TILE_FIELDS, _tile),
    "item": (ITEM_FIELDS, _item),
    "monster": (MONSTER_FIELDS, _monster),
    "control": (CONTROL_FIELDS, lambda fields, _: fields),
    "anim": (ANIM_FIELDS, lambda fields, _: fields),
    "overlay": (OVERLAY_FIELDS, lambda fields, _: fields),
}
# Name of a constructor -> kind of its prototypes.
CONSTRUCTORS = {
    "Tile": "tile",
    "ItemType": "item",
    "MonsterType": "monster",
    "Control": "control",
    "Anim": "anim",
    "Overlay": "overlay",
}
