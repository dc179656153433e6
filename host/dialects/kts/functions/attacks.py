"""What creatures do to what is ahead of them: activate, strike, throw and shoot; missiles."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import DIRECTION, Maybe, Truth
from host.border.values import Handle
from host.dialects.kts.context import Context, actor_function, actor_question, square_ahead
from host.dialects.kts.declarations import ITEM, KTS, MAYBE_POSITION
from host.dialects.kts.play import interactions, items, missiles
from host.dialects.kts.play.callbacks import call_hook
from host.dialects.kts.play.items import HANDS_ARE_EMPTY, NOTHING_TO_USE
from host.dialects.kts.play.progress import Progress
from host.errors import ModError
from host.model.objects import Creature
from host.model.tile import APPROACH, CLEAR, MISSILES, WALKING


@actor_function("Activate", otherwise=False, acts=True)
def activate(call: Call, actor: Creature) -> bool:
    """Let the actor use what is ahead: a door, a chest, a lever.

    -> boolean
    - result: whether there was anything to use
    > if kts.Can_Activate() then kts.Activate() end
    """
    return interactions.activate(call.session.current_game, call.session.map, actor)


@actor_question("Can_Activate")
def can_activate(call: Call, actor: Creature) -> str | None:
    """Return whether there is anything to use ahead of the actor.

    -> boolean
    > print(kts.Can_Activate()) --> false
    """
    square = square_ahead(call, actor)
    tiles = [] if square is None else call.session.map.tiles_on(square)
    is_usable = any(tile.lock or tile.access[WALKING] == APPROACH for tile in tiles)
    return None if is_usable else NOTHING_TO_USE


@actor_function("Swing", otherwise=False, acts=True)
def swing(call: Call, actor: Creature) -> bool:
    """Let the actor strike what is ahead with the item in their hands; it hits after `melee_backswing_time`.

    -> boolean
    - result: always true
    > print(kts.Swing()) --> true
    """
    _strike(call, actor)
    return True


@actor_question("Can_Swing")
def can_swing(_: Call, actor: Creature) -> str | None:
    """Return whether the actor has an item in their hands to strike with.

    -> boolean
    > print(kts.Can_Swing()) --> false
    """
    return None if actor.held >= 0 else HANDS_ARE_EMPTY


@actor_function("SwingOrDrop", otherwise=False, acts=True)
def swing_or_drop(call: Call, actor: Creature) -> bool:
    """Let the actor strike with a weapon, or drop an item that is not a weapon.

    -> boolean
    - result: whether there was an item in their hands
    > print(kts.SwingOrDrop()) --> false
    """
    if actor.held < 0:
        return False
    if call.session.registry.get("item", actor.held).fields.melee_damage:
        _strike(call, actor)
        return True
    return items.drop(call.session.current_game, call.session.map, actor, actor.held)


@actor_question("Can_SwingOrDrop")
def can_swing_or_drop(_: Call, actor: Creature) -> str | None:
    """Return whether the actor has an item in their hands.

    -> boolean
    > print(kts.Can_SwingOrDrop()) --> false
    """
    return None if actor.held >= 0 else HANDS_ARE_EMPTY


@actor_function("Throw", otherwise=False, acts=True)
def throw(call: Call, actor: Creature) -> bool:
    """Let the actor throw the item in their hands.

    -> boolean
    - result: whether there was an item to throw
    > print(kts.Throw()) --> false
    """
    return missiles.throw(call.session.current_game, call.session.map, actor)


@actor_function("ThrowOrShoot", otherwise=False, acts=True)
def throw_or_shoot(call: Call, actor: Creature) -> bool:
    """Let the actor shoot the `ammo` of the item in their hands, or throw an item without that.

    -> boolean
    - result: whether there was an item to throw or to shoot, and what shoots was ready again after its `reload_time`
    > print(kts.ThrowOrShoot()) --> false
    """
    call_hook(call.session.current_game, "HOOK_SHOOT", actor)
    return missiles.throw_or_shoot(call.session.current_game, call.session.map, actor)


@actor_question("Can_Throw")
def can_throw(call: Call, actor: Creature) -> str | None:
    """Return whether the actor has an item to throw, and the square ahead lets missiles pass.

    -> boolean
    > print(kts.Can_Throw()) --> false
    """
    return missiles.why_no_throw(call.session.map, actor)


@actor_question("Can_ThrowOrShoot")
def can_throw_or_shoot(call: Call, actor: Creature) -> str | None:
    """Return whether the actor has an item to throw or shoot with, and the square ahead lets missiles pass.

    -> boolean
    > print(kts.Can_ThrowOrShoot()) --> false
    """
    return missiles.why_no_shot(call.session.current_game, call.session.map, actor)


@KTS.function(
    "AddMissile",
    ("pos", MAYBE_POSITION),
    ("dir", DIRECTION),
    ("itemtype", Maybe(ITEM)),
    ("drop_after", Truth()),
    context=True,
)
def add_missile(
    call: Call,
    context: Any,
    pos: tuple[int, int] | None,
    facing: int,
    item: Handle | None,
    drop_after: bool,
) -> None:
    """Let an item fly from the edge of a square, as fast and as far as its type says.

    It hits whoever is in its way. Without a square or an item, and where missiles are blocked, do nothing.

    - dir: the direction in which it flies
    - drop_after: whether the item drops where the missile ends, on the nearest square that takes it
    ! the number of missiles in the air is limited
    > kts.AddMissile(here, "east", base.bolts, true)
    """
    game = call.session.current_game
    if len(game.part(Progress).missiles) >= missiles.MOST_MISSILES:
        most = missiles.MOST_MISSILES
        raise ModError(f"kts.AddMissile: {most} missiles are in the air: must be at most {most}")
    if pos is not None and item is not None and game.map.access(*pos, MISSILES) == CLEAR:
        by = Context(call, "AddMissile", context).originator()
        missiles.start_missile(game, game.map, item.index, *pos, facing, originator=by, drop_after=drop_after)


def _strike(call: Call, actor: Creature) -> None:
    # Imported here, because most maps are not played.
    from host.dialects.kts.play.strikes import begin_blow

    begin_blow(call.session.current_game, call.session.map, actor)
