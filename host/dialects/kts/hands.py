"""What creatures do with their hands: use things, pick up, drop, strike, throw; missiles."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import DIRECTION, Maybe, Truth
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import (
    ITEM,
    KTS,
    POSITION,
)
from host.model.objects import Creature, ItemStack
from host.model.tile import APPROACH, CLEAR, MISSILES, ROLLED, WALKING
from host.play import play


@KTS.function("Activate", context=True)
def activate(call: Call, context: Any) -> bool:
    """The actor uses what is ahead: a door, a chest, a lever.

    -> boolean
    > if kts.Can_Activate() then kts.Activate() end
    """
    return play.activate(call.session.current_game, Context(call, "Activate", context).actor())


@KTS.function("Can_Activate", context=True)
def can_activate(call: Call, context: Any) -> bool:
    """Whether something to use is ahead.

    -> boolean
    > print(kts.Can_Activate()) --> false
    """
    square = Context(call, "Can_Activate", context).square_ahead()
    if square is None:
        return False
    return any(t.lock or t.access[WALKING] == APPROACH for t in call.session.map.tiles_on(square))


@KTS.function("PickUp", context=True)
def pick_up(call: Call, context: Any) -> bool:
    """The actor takes the item on their square.

    -> boolean
    > kts.PlaceItem(here, base.dagger)
    > print(kts.PickUp(), kts.GetNumHeld(goblin, base.dagger)) --> true 1
    """
    return play.pick_up(call.session.current_game, Context(call, "PickUp", context).actor())


@KTS.function("Can_PickUp", context=True)
def can_pick_up(call: Call, context: Any) -> bool:
    """Whether an item to take lies there.

    -> boolean
    > kts.PlaceItem(here, base.dagger)
    > print(kts.Can_PickUp()) --> true
    """
    actor = Context(call, "Can_PickUp", context).actor()
    stack = call.session.map.items.get(call.session.map.square(actor.x, actor.y))
    return stack is not None and call.session.registry.get("item", stack.item).fields.kind != "nopickup"


@KTS.function("Drop", ("item", ITEM), context=True)
def drop(call: Call, context: Any, item: Handle) -> bool:
    """The actor lays an item down.

    -> boolean
    > kts.GiveItem(goblin, base.dagger)
    > print(kts.Drop(base.dagger)) --> true
    """
    return play.drop(call.session.current_game, Context(call, "Drop", context).actor(), item.index)


@KTS.function("Can_Drop", ("item", ITEM), context=True)
def can_drop(call: Call, context: Any, item: Handle) -> bool:
    """Whether the actor has the item, and room to lay it down.

    -> boolean
    > print(kts.Can_Drop(base.dagger)) --> false
    """
    actor = Context(call, "Can_Drop", context).actor()
    return bool(actor.carried.get(item.index)) and _room_below(call, actor)


@KTS.function("DropHeld", context=True)
def drop_held(call: Call, context: Any) -> bool:
    """The actor lays down what they hold.

    -> boolean
    > print(kts.DropHeld()) --> false
    """
    actor = Context(call, "DropHeld", context).actor()
    return actor.held >= 0 and play.drop(call.session.current_game, actor, actor.held)


@KTS.function("Can_DropHeld", context=True)
def can_drop_held(call: Call, context: Any) -> bool:
    """Whether the actor holds something, and has room to lay it down.

    -> boolean
    > print(kts.Can_DropHeld()) --> false
    """
    actor = Context(call, "Can_DropHeld", context).actor()
    return actor.held >= 0 and _room_below(call, actor)


def _room_below(call: Call, actor: Creature) -> bool:
    game_map = call.session.map
    square = game_map.square(actor.x, actor.y)
    return square not in game_map.items and game_map.tileset.traits.items_allowed[game_map.stack(square)]


def _strike(call: Call, target: Creature, item: int, field: str) -> None:
    """Hurt a creature by the damage of an item, which its mod may want to roll."""
    game = call.session.current_game
    amount: int = getattr(call.session.registry.get("item", item).fields, field)
    if amount != ROLLED:
        play.damage(game, target, amount)
        return
    call.session.roll_one("item", field, item, lambda number: play.damage(game, target, number))


@KTS.function("Swing", context=True)
def swing(call: Call, context: Any) -> bool:
    """The actor strikes what is ahead with what they hold.

    -> boolean
    > print(kts.Swing()) --> true
    """
    return _swing(call, Context(call, "Swing", context).actor())


def _swing(call: Call, actor: Creature) -> bool:
    game = call.session.current_game
    game.trigger_hook("HOOK_WEAPON_DOWNSWING", actor)
    game.post("swing", creature=actor.uid)
    target = game.map.creature_at(*play.ahead(actor), WALKING)
    if target is not None and actor.held >= 0:
        play.squelch(game, target)
        _strike(call, target, actor.held, "melee_damage")
    elif game.map.contains(*play.ahead(actor)):
        play.hit_tiles(game, actor)
        if actor.held >= 0:
            _strike_tile(call, actor)
    return True


def _strike_tile(call: Call, actor: Creature) -> None:
    """Wear out the tile ahead by the damage of what the actor holds, which its mod may want to roll."""
    game = call.session.current_game
    place = play.topmost_destructible(game.map, game.map.square(*play.ahead(actor)))
    amount = call.session.registry.get("item", actor.held).fields.melee_tile_damage
    if place is None:
        return
    if amount == ROLLED:
        call.session.roll_one(
            "item", "melee_tile_damage", actor.held, lambda number: play.damage_tile(game, place, number, actor)
        )
    else:
        play.damage_tile(game, place, amount, actor)


@KTS.function("Can_Swing", context=True)
def can_swing(call: Call, context: Any) -> bool:
    """Whether the actor holds a weapon.

    -> boolean
    > print(kts.Can_Swing()) --> false
    """
    return Context(call, "Can_Swing", context).actor().held >= 0


@KTS.function("SwingOrDrop", context=True)
def swing_or_drop(call: Call, context: Any) -> bool:
    """The actor strikes with a weapon, or lays down what is none.

    -> boolean
    > print(kts.SwingOrDrop()) --> false
    """
    actor = Context(call, "SwingOrDrop", context).actor()
    if actor.held < 0:
        return False
    if call.session.registry.get("item", actor.held).fields.melee_damage:
        return _swing(call, actor)
    return play.drop(call.session.current_game, actor, actor.held)


@KTS.function("Can_SwingOrDrop", context=True)
def can_swing_or_drop(call: Call, context: Any) -> bool:
    """Whether the actor holds something.

    -> boolean
    > print(kts.Can_SwingOrDrop()) --> false
    """
    return Context(call, "Can_SwingOrDrop", context).actor().held >= 0


@KTS.function("Throw", context=True)
def throw(call: Call, context: Any) -> bool:
    """The actor throws what they hold.

    -> boolean
    > print(kts.Throw()) --> false
    """
    return _throw(call, Context(call, "Throw", context).actor())


@KTS.function("ThrowOrShoot", context=True)
def throw_or_shoot(call: Call, context: Any) -> bool:
    """The actor throws what they hold, or shoots with it.

    -> boolean
    > print(kts.ThrowOrShoot()) --> false
    """
    actor = Context(call, "ThrowOrShoot", context).actor()
    call.session.current_game.trigger_hook("HOOK_SHOOT", actor)
    return _throw(call, actor)


def _throw(call: Call, actor: Creature) -> bool:
    item = actor.held
    if item < 0:
        return False
    play.take(actor, item)
    _missile(call, (actor.x, actor.y), actor.facing, item, drop=True)
    return True


@KTS.function("Can_Throw", context=True)
def can_throw(call: Call, context: Any) -> bool:
    """Whether the actor holds something, and nothing stands right ahead.

    -> boolean
    > print(kts.Can_Throw()) --> false
    """
    return _can_throw(call, Context(call, "Can_Throw", context).actor())


@KTS.function("Can_ThrowOrShoot", context=True)
def can_throw_or_shoot(call: Call, context: Any) -> bool:
    """Whether the actor holds something to throw or shoot with.

    -> boolean
    > print(kts.Can_ThrowOrShoot()) --> false
    """
    return _can_throw(call, Context(call, "Can_ThrowOrShoot", context).actor())


def _can_throw(call: Call, actor: Creature) -> bool:
    return actor.held >= 0 and call.session.map.access(*play.ahead(actor), MISSILES) == CLEAR


@KTS.function("AddMissile", ("pos", POSITION), ("dir", DIRECTION), ("itemtype", ITEM), ("drop_after", Truth()))
def add_missile(call: Call, pos: tuple[int, int], facing: int, item: Handle, drop_after: bool) -> None:
    """Let a missile fly from a square; with drop_after it lies where it ends.

    - dir: where it flies
    - drop_after: whether it lies where it ends
    > kts.AddMissile(here, "east", base.bolts, true)
    """
    _missile(call, pos, facing, item.index, drop=drop_after)


def _missile(call: Call, pos: tuple[int, int], facing: int, item: int, *, drop: bool) -> None:
    hit = play.fly(call.session.current_game, *pos, facing, item, drop=drop)
    if hit is not None:
        play.squelch(call.session.current_game, hit)
        _strike(call, hit, item, "missile_damage")


@KTS.function("ChangeItem", ("itemtype", Maybe(ITEM)), context=True)
def change_item(call: Call, context: Any, item: Handle | None) -> None:
    """Exchange the item that the callback is about for another, or with nil take it away.

    > kts.PlaceItem(here, base.bear_trap_set)
    > cxt.item_type, cxt.item_pos = base.bear_trap_set, here
    > kts.ChangeItem(base.bear_trap)
    """
    here = Context(call, "ChangeItem", context)
    game_map = call.session.map
    square = here.square("item_pos")
    before = game_map.take_item(square)
    if item is not None:
        game_map.set_item(square, ItemStack(item.index, before.count if before else 1))
