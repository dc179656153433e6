"""Creatures: where they are, how they move, and how they are hurt and die."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Maybe, Truth, WordOf
from host.border.values import Handle
from host.dialects.kts.context import Context, actor_function, find_creature
from host.dialects.kts.declarations import (
    COUNT,
    INT,
    KTS,
    PLAYER_OR_CREATURE,
    POSITION,
    direction,
    position,
)
from host.dialects.kts.play import creatures as play
from host.dialects.kts.play.movement import teleport
from host.errors import ModError
from host.model.objects import Creature
from host.model.tile import FLYING

_MODE = WordOf({mode: mode for mode in (play.NORMAL, play.PIT, play.ZOMBIE, play.POISON)})


@KTS.function("IsKnight", ("creature", Maybe(PLAYER_OR_CREATURE)), variadic=True)
def is_knight(call: Call, *handles: Handle | None) -> bool:
    """Return whether a creature is a knight; false for nil and for a creature that is gone.

    = kts.IsKnight(creature: Player | Creature | nil): boolean
    > print(kts.IsKnight(goblin)) --> false
    """
    creature = find_creature(call, _first(handles, "IsKnight"))
    return creature is not None and creature.player is not None


@actor_function("ActorIsKnight", otherwise=False)
def actor_is_knight(_: Call, actor: Creature) -> bool:
    """Return whether the actor is a knight.

    -> boolean
    > print(kts.ActorIsKnight()) --> false
    """
    return actor.player is not None


@KTS.function("IsAlive", ("creature", Maybe(PLAYER_OR_CREATURE)), variadic=True)
def is_alive(call: Call, *handles: Handle | None) -> bool:
    """Return whether a creature, or the knight of a player, is alive; false for nil.

    = kts.IsAlive(creature: Player | Creature | nil): boolean
    > print(kts.IsAlive(goblin)) --> true
    """
    return find_creature(call, _first(handles, "IsAlive")) is not None


def _first(handles: tuple[Handle | None, ...], function: str) -> Handle | None:
    """Return the only argument of a call, which may be nil. Raises ModError without one."""
    if not handles:
        raise ModError(f"kts.{function}: creature is missing: must be a creature or nil")
    return handles[0]


@KTS.function("GetPos", ("creature", Maybe(PLAYER_OR_CREATURE)))
def get_pos(call: Call, handle: Handle | None) -> dict[str, int] | None:
    """Return the position of a creature; nil for nil and for a creature that is gone.

    -> Position?
    > print(kts.GetPos(goblin).x == here.x) --> true
    """
    creature = find_creature(call, handle)
    return None if creature is None else position(creature.x, creature.y)


@KTS.function("GetFacing", ("creature", Maybe(PLAYER_OR_CREATURE)))
def get_facing(call: Call, handle: Handle | None) -> str | None:
    """Return the direction that a creature faces; nil for nil and for a creature that is gone.

    -> "north" | "east" | "south" | "west" | nil
    > print(kts.GetFacing(goblin) ~= nil) --> true
    """
    creature = find_creature(call, handle)
    return None if creature is None else direction(creature.facing)


@KTS.function("TeleportTo", ("creature", Maybe(PLAYER_OR_CREATURE)), ("pos", POSITION), needs_occupants=True)
def teleport_to(call: Call, handle: Handle | None, pos: tuple[int, int]) -> bool:
    """Move a creature to a square, or to one beside it when it cannot stand there; nil and who is gone stay.

    The squares beside it are tried in this order: ahead of the creature, behind, clockwise, counterclockwise.

    -> boolean
    - result: whether it was moved
    > print(kts.TeleportTo(goblin, { x = -9, y = 0 })) --> false
    """
    creature = find_creature(call, handle)
    return creature is not None and teleport(call.session.current_game, call.session.map, creature, *pos)


@KTS.function("Damage", ("amount", COUNT), ("stun", Maybe(INT, 0)), ("no_squelch", Truth()), context=True)
def damage(call: Call, context: Any, amount: int, stun: int, no_squelch: bool) -> None:
    """Damage the actor.

    - amount: in hit points
    - stun: how many milliseconds the actor cannot move
    - no_squelch: true to skip the sound of the hit
    > kts.Damage(2, 500)
    """
    here = Context(call, "Damage", context)
    actor, game = here.creature(), call.session.current_game
    if actor is None:
        return
    play.damage(
        game, game.map, actor, amount, originator=here.originator(), stun=max(stun, 0), squelches=not no_squelch
    )
    if stun:
        game.post("stunned", creature=actor.uid, ms=stun)


@actor_function("PitKill")
def pit_kill(call: Call, actor: Creature) -> None:
    """Kill the actor in a pit, without a corpse; who flies does not fall.

    > kts.PitKill()
    > print(kts.IsAlive(goblin)) --> false
    """
    if actor.height == FLYING:
        return
    call.session.current_game.post("fell", creature=actor.uid)
    play.die(call.session.current_game, call.session.map, actor, play.PIT)


@actor_function("Suicide", otherwise=False)
def suicide(call: Call, actor: Creature) -> bool:
    """Let the actor die.

    -> boolean
    - result: always true
    > kts.Suicide()
    > print(kts.IsAlive(goblin)) --> false
    """
    play.die(call.session.current_game, call.session.map, actor, play.GIVEN_UP)
    return True


@actor_function("Can_Suicide", otherwise=False)
def can_suicide(_: Call, actor: Creature) -> bool:
    """Return whether the actor is a knight, who can give up.

    -> boolean
    > print(kts.Can_Suicide()) --> false
    """
    return actor.player is not None


@KTS.function("DestroyCreature", ("creature", Maybe(PLAYER_OR_CREATURE)), ("mode", Maybe(_MODE, play.NORMAL)))
def destroy_creature(call: Call, handle: Handle | None, mode: str) -> None:
    """Let a creature die; do nothing for nil and for a creature that is gone.

    - mode: "normal" and "poison" leave a corpse

    > kts.DestroyCreature(goblin)
    > print(kts.IsAlive(goblin)) --> false
    """
    creature = find_creature(call, handle)
    if creature is not None:
        play.die(call.session.current_game, call.session.map, creature, mode)
