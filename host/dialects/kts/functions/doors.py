"""Doors and chests: open and close, lock and unlock."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Integer, Number, OneOf, WordOf, to_number
from host.dialects.kts.context import Context, actor_function, actor_question, square_ahead
from host.dialects.kts.declarations import COUNT, KTS, MAYBE_POSITION, POSITION, square_at
from host.dialects.kts.play import doors as play
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED, Creature
from host.model.tile import MAX_TILES

_LOCK = OneOf(
    (
        (lambda value: to_number(value) is not None, Integer(1, 1000)),
        (
            lambda value: isinstance(value, str),
            WordOf({"special": SPECIAL_LOCK, "pick_only": PICK_ONLY}),
        ),
    ),
    'must be a key number, "special" or "pick_only"',
    name='integer|"special"|"pick_only"',
)


@KTS.function("OpenDoor", ("pos", MAYBE_POSITION), context=True)
def open_door(call: Call, context: Any, pos: tuple[int, int] | None) -> None:
    """Open the door on a square; a trap on it is disarmed.

    > kts.AddTile(here, base.door_wood_h)
    > kts.OpenDoor(here)
    > print(kts.IsDoorOpen(here)) --> true
    """
    _move_door(call, Context(call, "OpenDoor", context), pos, True)


@KTS.function("CloseDoor", ("pos", MAYBE_POSITION), context=True)
def close_door(call: Call, context: Any, pos: tuple[int, int] | None) -> None:
    """Close the door on a square.

    Who stands in it loses `door_closed_damage` of `kts.MISC_CONFIG`, by default 1000 hit points; items move aside.

    > kts.AddTile(here, base.door_wood_h)
    > kts.CloseDoor(here)
    """
    _move_door(call, Context(call, "CloseDoor", context), pos, False)


@KTS.function("OpenOrCloseDoor", ("pos", MAYBE_POSITION), context=True)
def open_or_close_door(call: Call, context: Any, pos: tuple[int, int] | None) -> None:
    """Open the door on a square when it is closed, and close it when it is open.

    > kts.AddTile(here, base.door_wood_h)
    > kts.OpenOrCloseDoor(here)
    > print(kts.IsDoorOpen(here)) --> true
    """
    _move_door(call, Context(call, "OpenOrCloseDoor", context), pos, None)


def _move_door(call: Call, context: Context, pos: tuple[int, int] | None, should_open: bool | None) -> None:
    square = square_at(call.session.map, pos)
    if square is not None:
        game, originator = call.session.current_game, context.originator()
        play.open_or_close(game, game.map, square, should_open, originator=originator)


@KTS.function("IsDoorOpen", ("pos", MAYBE_POSITION))
def is_door_open(call: Call, pos: tuple[int, int] | None) -> bool | None:
    """Return whether the door on a square is open; nil when there is no door.

    -> boolean?
    > print(kts.IsDoorOpen(here)) --> nil
    """
    square = square_at(call.session.map, pos)
    lockable = None if square is None else play.first_lockable(call.session.map, square)
    return None if lockable is None else lockable[1].is_open


@KTS.function("LockDoor", ("pos", POSITION), ("lock", _LOCK), recorded=True)
def lock_door(call: Call, pos: tuple[int, int], lock: int) -> str | None:
    """Set the lock of the door or chest on a square; without one, do nothing but warn.

    - lock: the number of its key, "special" (only the mod opens it) or "pick_only" (no key opens it)
    > kts.AddTile(here, base.door_wood_h)
    > kts.LockDoor(here, "pick_only")
    """
    # Lua warns of the result.
    slot = lockable_slot(call, pos)
    if slot is None:
        return "kts.LockDoor: there is no door or chest on the square, so nothing is locked"
    call.session.map.locks[slot] = lock
    call.session.map.note_tiles(slot // MAX_TILES)
    if call.session.explainer is not None:
        call.session.explainer.record_locks([slot])
    return None


def lockable_slot(call: Call, pos: tuple[int, int]) -> int | None:
    """Return the tile slot of the door or chest at a position, or None."""
    square = square_at(call.session.map, pos)
    lockable = None if square is None else play.first_lockable(call.session.map, square)
    return None if lockable is None else lockable[0]


@actor_function("PickLock", ("probability", Number()), ("ms", COUNT), otherwise=False, acts=True)
def pick_lock(call: Call, actor: Creature, probability: float, milliseconds: int) -> bool:
    """Let the actor try to pick the lock ahead.

    -> boolean
    - probability: the chance of success, from 0 to 1
    - ms: how long it takes
    - result: whether the lock is open now
    > print(kts.PickLock(0.5, 1000)) --> false
    """
    square = square_ahead(call, actor)
    call.session.current_game.post("picking lock", creature=actor.uid, ms=milliseconds)
    succeeds = call.stream("kts.PickLock").chance(probability)
    return square is not None and succeeds and play.pick_lock(call.session.current_game, call.session.map, square)


@actor_question("Can_PickLock")
def can_pick_lock(call: Call, actor: Creature) -> str | None:
    """Return whether a locked door or chest is ahead of the actor.

    -> boolean
    > print(kts.Can_PickLock()) --> false
    """
    square = square_ahead(call, actor)
    lockable = None if square is None else play.first_lockable(call.session.map, square)
    is_locked = lockable is not None and call.session.map.lock_of(lockable[0]) != UNLOCKED
    return None if is_locked else "nothing ahead is locked"
