"""What creatures do to what is ahead of them: activate, strike, throw and shoot; missiles."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import DIRECTION, Truth
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import ITEM, KTS, POSITION
from host.model.objects import Creature
from host.model.tile import APPROACH, CLEAR, MISSILES, ROLLED, WALKING
from host.play import interactions, items
from host.play.callbacks import call_hook
from host.play.creatures import ahead, squelch
from host.play.creatures import damage as damage_creature
from host.play.rolls import roll_number
from host.play.tiles import topmost_destructible


@KTS.function("Activate", context=True)
def activate(call: Call, context: Any) -> bool:
    """Let the actor use what is ahead: a door, a chest, a lever.

    -> boolean
    - result: whether there was anything to use
    > if kts.Can_Activate() then kts.Activate() end
    """
    return interactions.activate(call.session.current_game, Context(call, "Activate", context).actor())


@KTS.function("Can_Activate", context=True)
def can_activate(call: Call, context: Any) -> bool:
    """Return whether there is anything to use ahead of the actor.

    -> boolean
    > print(kts.Can_Activate()) --> false
    """
    square = Context(call, "Can_Activate", context).square_ahead()
    if square is None:
        return False
    return any(tile.lock or tile.access[WALKING] == APPROACH for tile in call.session.map.tiles_on(square))


@KTS.function("Swing", context=True)
def swing(call: Call, context: Any) -> bool:
    """Let the actor strike what is ahead with the item in their hands.

    -> boolean
    - result: always true
    > print(kts.Swing()) --> true
    """
    return _swing(call, Context(call, "Swing", context).actor())


def _swing(call: Call, actor: Creature) -> bool:
    game = call.session.current_game
    call_hook(game, "HOOK_WEAPON_DOWNSWING", actor)
    game.post("swing", creature=actor.uid)
    target = game.map.creature_at(*ahead(actor), WALKING)
    if target is not None and actor.held >= 0:
        squelch(game, target)
        _hit(call, target, actor.held, "melee_damage")
    elif game.map.contains(*ahead(actor)):
        interactions.hit_tiles(game, actor)
        if actor.held >= 0:
            _hit_tile_ahead(call, actor)
    return True


def _hit(call: Call, target: Creature, item: int, field: str) -> None:
    """Damage a creature with an item; the function of a mod may roll the amount."""
    game = call.session.current_game
    amount: int = getattr(call.session.registry.get("item", item).fields, field)
    if amount != ROLLED:
        damage_creature(game, target, amount)
        return
    roll_number(game, "item", field, item, lambda number: damage_creature(game, target, number))


def _hit_tile_ahead(call: Call, actor: Creature) -> None:
    """Damage the tile ahead with the item in the actor's hands; the function of a mod may roll the amount."""
    game = call.session.current_game
    slot = topmost_destructible(game.map, game.map.square(*ahead(actor)))
    amount = call.session.registry.get("item", actor.held).fields.melee_tile_damage
    if slot is None:
        return
    if amount == ROLLED:
        roll_number(
            game,
            "item",
            "melee_tile_damage",
            actor.held,
            lambda number: interactions.damage_tile(game, slot, number, actor),
        )
    else:
        interactions.damage_tile(game, slot, amount, actor)


@KTS.function("Can_Swing", context=True)
def can_swing(call: Call, context: Any) -> bool:
    """Return whether the actor has an item in their hands to strike with.

    -> boolean
    > print(kts.Can_Swing()) --> false
    """
    return Context(call, "Can_Swing", context).actor().held >= 0


@KTS.function("SwingOrDrop", context=True)
def swing_or_drop(call: Call, context: Any) -> bool:
    """Let the actor strike with a weapon, or drop an item that is not a weapon.

    -> boolean
    - result: whether there was an item in their hands
    > print(kts.SwingOrDrop()) --> false
    """
    actor = Context(call, "SwingOrDrop", context).actor()
    if actor.held < 0:
        return False
    if call.session.registry.get("item", actor.held).fields.melee_damage:
        return _swing(call, actor)
    return items.drop(call.session.current_game, actor, actor.held)


@KTS.function("Can_SwingOrDrop", context=True)
def can_swing_or_drop(call: Call, context: Any) -> bool:
    """Return whether the actor has an item in their hands.

    -> boolean
    > print(kts.Can_SwingOrDrop()) --> false
    """
    return Context(call, "Can_SwingOrDrop", context).actor().held >= 0


@KTS.function("Throw", context=True)
def throw(call: Call, context: Any) -> bool:
    """Let the actor throw the item in their hands.

    -> boolean
    - result: whether there was an item to throw
    > print(kts.Throw()) --> false
    """
    return _throw(call, Context(call, "Throw", context).actor())


@KTS.function("ThrowOrShoot", context=True)
def throw_or_shoot(call: Call, context: Any) -> bool:
    """Let the actor throw the item in their hands, or shoot with it.

    -> boolean
    - result: whether there was an item to throw
    > print(kts.ThrowOrShoot()) --> false
    """
    actor = Context(call, "ThrowOrShoot", context).actor()
    call_hook(call.session.current_game, "HOOK_SHOOT", actor)
    return _throw(call, actor)


def _throw(call: Call, actor: Creature) -> bool:
    item = actor.held
    if item < 0:
        return False
    items.take(actor, item)
    _shoot(call, (actor.x, actor.y), actor.facing, item, drop_after=True)
    return True


@KTS.function("Can_Throw", context=True)
def can_throw(call: Call, context: Any) -> bool:
    """Return whether the actor has an item to throw, and the square ahead lets missiles pass.

    -> boolean
    > print(kts.Can_Throw()) --> false
    """
    return _can_throw(call, Context(call, "Can_Throw", context).actor())


@KTS.function("Can_ThrowOrShoot", context=True)
def can_throw_or_shoot(call: Call, context: Any) -> bool:
    """Return whether the actor has an item to throw or shoot with, and the square ahead lets missiles pass.

    -> boolean
    > print(kts.Can_ThrowOrShoot()) --> false
    """
    return _can_throw(call, Context(call, "Can_ThrowOrShoot", context).actor())


def _can_throw(call: Call, actor: Creature) -> bool:
    return actor.held >= 0 and call.session.map.access(*ahead(actor), MISSILES) == CLEAR


@KTS.function("AddMissile", ("pos", POSITION), ("dir", DIRECTION), ("itemtype", ITEM), ("drop_after", Truth()))
def add_missile(call: Call, pos: tuple[int, int], facing: int, item: Handle, drop_after: bool) -> None:
    """Shoot a missile from a square.

    - dir: the direction in which it flies
    - drop_after: whether the item lies on the square where the missile ends
    > kts.AddMissile(here, "east", base.bolts, true)
    """
    _shoot(call, pos, facing, item.index, drop_after=drop_after)


def _shoot(call: Call, pos: tuple[int, int], facing: int, item: int, *, drop_after: bool) -> None:
    target = items.fly(call.session.current_game, *pos, facing, item, drop_after=drop_after)
    if target is not None:
        squelch(call.session.current_game, target)
        _hit(call, target, item, "missile_damage")
