"""Locks that are picked, traps that are set, homes that are walled up."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import Number
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import (
    COUNT,
    ITEM,
    KTS,
    TILE,
)
from host.dialects.kts.tiles import lay_tile
from host.model.objects import UNLOCKED, ItemStack, Trap
from host.model.tile import CLEAR, HOME
from host.play import play


@KTS.function("PickLock", ("probability", Number()), ("ms", COUNT), context=True)
def pick_lock(call: Call, context: Any, probability: float, milliseconds: int) -> bool:
    """The actor tries to pick the lock ahead.

    -> boolean
    - probability: from 0 to 1
    - ms: how long it takes
    > print(kts.PickLock(0.5, 1000)) --> false
    """
    here = Context(call, "PickLock", context)
    actor, square = here.actor(), here.square_ahead()
    call.session.current_game.post("picking lock", creature=actor.uid, ms=milliseconds)
    succeeds = call.stream("kts.PickLock").chance(probability)
    return square is not None and succeeds and play.pick_lock(call.session.current_game, square)


@KTS.function("Can_PickLock", context=True)
def can_pick_lock(call: Call, context: Any) -> bool:
    """Whether a locked door or chest is ahead.

    -> boolean
    > print(kts.Can_PickLock()) --> false
    """
    square = Context(call, "Can_PickLock", context).square_ahead()
    found = None if square is None else play.first_lockable(call.session.map, square)
    return found is not None and call.session.map.lock_of(found[0]) != UNLOCKED


def _trap_ahead(call: Call, function: str, context: Any) -> int | None:
    """The place ahead where a trap can be set: a closed door or chest without one."""
    square = Context(call, function, context).square_ahead()
    found = None if square is None else play.first_lockable(call.session.map, square)
    if found is None or found[1].is_open or found[0] in call.session.map.traps:
        return None
    return found[0]


def _set_trap_ahead(call: Call, function: str, context: Any, bolt: int, kind: str) -> bool:
    actor = Context(call, function, context).actor()
    place = _trap_ahead(call, function, context)
    if place is None:
        return False
    facing = (actor.facing + 2) % 4
    call.session.map.traps[place] = Trap(kind, actor.held, bolt, facing)
    if actor.held >= 0:
        play.take(actor, actor.held)
    return True


@KTS.function("SetPoisonTrapOld", context=True)
def set_poison_trap_old(call: Call, context: Any) -> bool:
    """The actor puts the poison trap they hold on the door or chest ahead.

    -> boolean
    > print(kts.SetPoisonTrapOld()) --> false
    """
    return _set_trap_ahead(call, "SetPoisonTrapOld", context, -1, "poison")


@KTS.function("Can_SetPoisonTrapOld", context=True)
def can_set_poison_trap_old(call: Call, context: Any) -> bool:
    """Whether a trap can be set ahead.

    -> boolean
    > print(kts.Can_SetPoisonTrapOld()) --> false
    """
    return _trap_ahead(call, "Can_SetPoisonTrapOld", context) is not None


@KTS.function("SetBladeTrapOld", ("bolt_item", ITEM), context=True)
def set_blade_trap_old(call: Call, context: Any, bolt: Handle) -> bool:
    """The actor puts the blade trap they hold on the door or chest ahead.

    -> boolean
    > print(kts.SetBladeTrapOld(base.trap_bolt)) --> false
    """
    return _set_trap_ahead(call, "SetBladeTrapOld", context, bolt.index, "blade")


@KTS.function("Can_SetBladeTrapOld", context=True)
def can_set_blade_trap_old(call: Call, context: Any) -> bool:
    """Whether a trap can be set ahead.

    -> boolean
    > print(kts.Can_SetBladeTrapOld()) --> false
    """
    return _trap_ahead(call, "Can_SetBladeTrapOld", context) is not None


@KTS.function("SetBearTrap", ("open_item", ITEM), context=True)
def set_bear_trap(call: Call, context: Any, item: Handle) -> bool:
    """The actor lays an open trap on the square ahead.

    -> boolean
    > kts.SetBearTrap(base.bear_trap_set)
    """
    here = Context(call, "SetBearTrap", context)
    actor, square = here.actor(), _clear_ahead(call, "SetBearTrap", context)
    if square is None:
        return False
    if actor.held >= 0:
        play.take(actor, actor.held)
    call.session.map.set_item(square, ItemStack(item.index))
    return True


@KTS.function("Can_SetBearTrap", context=True)
def can_set_bear_trap(call: Call, context: Any) -> bool:
    """Whether the square ahead has room for a trap.

    -> boolean
    > print(kts.Can_SetBearTrap() ~= nil) --> true
    """
    return _clear_ahead(call, "Can_SetBearTrap", context) is not None


def _clear_ahead(call: Call, function: str, context: Any) -> int | None:
    game_map = call.session.map
    square = Context(call, function, context).square_ahead()
    if square is None or square in game_map.items:
        return None
    traits = game_map.tileset.traits
    stack = game_map.stack(square)
    return square if traits.items_allowed[stack] and traits.walking[stack] == CLEAR else None


@KTS.function("Secure", ("wall_tile", TILE), context=True)
def secure(call: Call, context: Any, wall: Handle) -> list[Any]:
    """The actor walls up the home ahead: true, or false and why not.

    -> boolean, string?
    > print(kts.Secure(base.wall_stone)) --> false no_home
    """
    here = Context(call, "Secure", context)
    actor, square = here.actor(), here.square_ahead()
    game = call.session.current_game
    for home in game.map.homes:
        if home.tile_square != square or home.special:
            continue
        if home.secured_by is not None:
            return [False, "already_secured"]
        for place, tile in list(game.map.tile_slots(home.tile_square)):
            if tile.kind == HOME:
                game.map.remove_tile(place)
        lay_tile(call, home.tile_square, wall)
        home.players, home.secured_by = [], actor.player
        game.post("home secured", x=home.x, y=home.y, creature=actor.uid)
        return [True]
    return [False, "no_home"]
