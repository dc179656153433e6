"""Creatures: where they are, how they move, and how they are hurt and die."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import Maybe, Truth
from host.dialects.kts.context import Context, creature_of, player_of
from host.dialects.kts.declarations import (
    COUNT,
    CREATURE,
    INT,
    KTS,
    PLAYER_OR_CREATURE,
    POSITION,
    direction,
    position,
)
from host.play import creatures as play


@KTS.function("IsKnight", ("creature", CREATURE))
def is_knight(call: Call, handle: Handle) -> bool:
    """Return whether a creature is a knight.

    -> boolean
    > print(kts.IsKnight(goblin)) --> false
    """
    return creature_of(call, handle).player is not None


@KTS.function("ActorIsKnight", context=True)
def actor_is_knight(call: Call, context: Any) -> bool:
    """Return whether the actor is a knight.

    -> boolean
    > print(kts.ActorIsKnight()) --> false
    """
    return Context(call, "ActorIsKnight", context).actor().player is not None


@KTS.function("IsAlive", ("creature", PLAYER_OR_CREATURE))
def is_alive(call: Call, handle: Handle) -> bool:
    """Return whether a creature, or the knight of a player, is alive.

    -> boolean
    > print(kts.IsAlive(goblin)) --> true
    """
    if handle.kind == "player":
        return player_of(call, handle).creature is not None
    return any(creature.uid == handle.index for creature in call.session.map.living_creatures)


@KTS.function("GetPos", ("creature", PLAYER_OR_CREATURE))
def get_pos(call: Call, handle: Handle) -> dict[str, int]:
    """Return the position of a creature.

    -> Position
    > print(kts.GetPos(goblin).x == here.x) --> true
    """
    creature = creature_of(call, handle)
    return position(creature.x, creature.y)


@KTS.function("GetFacing", ("creature", PLAYER_OR_CREATURE))
def get_facing(call: Call, handle: Handle) -> str:
    """Return the direction that a creature faces.

    -> "north" | "east" | "south" | "west"
    > print(kts.GetFacing(goblin) ~= nil) --> true
    """
    return direction(creature_of(call, handle).facing)


@KTS.function("TeleportTo", ("creature", PLAYER_OR_CREATURE), ("pos", POSITION), needs_occupants=True)
def teleport_to(call: Call, handle: Handle, pos: tuple[int, int]) -> bool:
    """Move a creature to another square, if it can stand there.

    -> boolean
    - result: whether it stands there now
    > print(kts.TeleportTo(goblin, { x = -1, y = 0 })) --> false
    """
    return play.teleport(call.session.current_game, creature_of(call, handle), *pos)


@KTS.function("Damage", ("amount", COUNT), ("stun", Maybe(INT, 0)), ("no_squelch", Truth()), context=True)
def damage(call: Call, context: Any, amount: int, stun: int, no_squelch: bool) -> None:
    """Damage the actor.

    - amount: in hit points
    - stun: how many milliseconds the actor cannot move
    - no_squelch: true to skip the sound of the hit
    > kts.Damage(2, 500)
    """
    actor = Context(call, "Damage", context).actor()
    game = call.session.current_game
    if not no_squelch:
        play.squelch(game, actor)
    play.damage(game, actor, amount)
    if stun:
        game.post("stunned", creature=actor.uid, ms=stun)


@KTS.function("PitKill", context=True)
def pit_kill(call: Call, context: Any) -> None:
    """Kill the actor in a pit, without a corpse.

    > kts.PitKill()
    > print(kts.IsAlive(goblin)) --> false
    """
    actor = Context(call, "PitKill", context).actor()
    call.session.current_game.post("fell", creature=actor.uid)
    play.die(call.session.current_game, actor, leaves_corpse=False)


@KTS.function("Suicide", context=True)
def suicide(call: Call, context: Any) -> bool:
    """Let the actor die.

    -> boolean
    - result: always true
    > kts.Suicide()
    > print(kts.IsAlive(goblin)) --> false
    """
    play.die(call.session.current_game, Context(call, "Suicide", context).actor())
    return True


@KTS.function("Can_Suicide", context=True)
def can_suicide(call: Call, context: Any) -> bool:
    """Return whether the actor is a knight, who can give up.

    -> boolean
    > print(kts.Can_Suicide()) --> false
    """
    return Context(call, "Can_Suicide", context).actor().player is not None


@KTS.function("DestroyCreature", ("creature", CREATURE))
def destroy_creature(call: Call, handle: Handle) -> None:
    """Remove a creature from the map, without a corpse.

    > kts.DestroyCreature(goblin)
    > print(kts.IsAlive(goblin)) --> false
    """
    play.die(call.session.current_game, creature_of(call, handle), leaves_corpse=False)
