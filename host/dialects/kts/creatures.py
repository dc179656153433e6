"""What creatures are in play, how they move, are hurt, die and rise; what is only seen or heard."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import Anything, HandleOf, Integer, Maybe, Number, Truth
from host.dialects.kts.context import Context, creature_of
from host.dialects.kts.declarations import (
    ANYBODY,
    COUNT,
    CREATURE,
    INT,
    ITEM,
    KTS,
    MONSTER,
    POSITION,
    direction,
    plain,
    position,
)
from host.dialects.kts.game import player_of
from host.model.objects import Creature
from host.model.tile import WALKING
from host.play import play

_SOUND = HandleOf(("sound",), name="Sound")


# -- what creatures are


@KTS.function("IsKnight", ("creature", CREATURE))
def is_knight(call: Call, who: Handle) -> bool:
    """Whether a creature is a knight.

    -> boolean
    > print(kts.IsKnight(goblin)) --> false
    """
    return creature_of(call, who).player is not None


@KTS.function("IsAlive", ("creature", ANYBODY))
def is_alive(call: Call, who: Handle) -> bool:
    """Whether a creature, or the knight of a player, is alive.

    -> boolean
    > print(kts.IsAlive(goblin)) --> true
    """
    if who.kind == "player":
        return player_of(call, who).knight is not None
    return any(creature.uid == who.index for creature in call.session.map.creatures)


@KTS.function("GetPos", ("creature", ANYBODY))
def get_pos(call: Call, who: Handle) -> dict[str, int]:
    """Where a creature is.

    -> Position
    > print(kts.GetPos(goblin).x == here.x) --> true
    """
    creature = creature_of(call, who)
    return position(creature.x, creature.y)


@KTS.function("GetFacing", ("creature", ANYBODY))
def get_facing(call: Call, who: Handle) -> str:
    """Where a creature looks.

    -> "north" | "east" | "south" | "west"
    > print(kts.GetFacing(goblin) ~= nil) --> true
    """
    return direction(creature_of(call, who).facing)


@KTS.function("GetItemInHand", ("creature", ANYBODY))
def get_item_in_hand(call: Call, who: Handle) -> Handle | None:
    """The item a creature holds, or nil.

    -> ItemType?
    > print(kts.GetItemInHand(goblin)) --> nil
    """
    held = creature_of(call, who).held
    return None if held < 0 else Handle("item", held)


@KTS.function("GetNumHeld", ("creature", ANYBODY), ("item", ITEM))
def get_num_held(call: Call, who: Handle, item: Handle) -> int:
    """How many of an item a creature carries.

    -> integer
    > kts.GiveItem(goblin, base.bolts, 12)
    > print(kts.GetNumHeld(goblin, base.bolts)) --> 12
    """
    return creature_of(call, who).carried.get(item.index, 0)


@KTS.function("GiveItem", ("creature", ANYBODY), ("item", ITEM), ("number", Maybe(Integer(1, 2**31 - 1), 1)))
def give_item(call: Call, who: Handle, item: Handle, count: int) -> None:
    """Let a creature carry items.

    - number: how many; 1 by default
    > kts.GiveItem(goblin, base.dagger)
    """
    play.give(call.session.current_game, creature_of(call, who), item.index, count)


@KTS.function("DestroyCreature", ("creature", CREATURE))
def destroy_creature(call: Call, who: Handle) -> None:
    """Take a creature off the map, without a corpse.

    > kts.DestroyCreature(goblin)
    > print(kts.IsAlive(goblin)) --> false
    """
    play.die(call.session.current_game, creature_of(call, who), leaves_corpse=False)


@KTS.function("ActorIsKnight", context=True)
def actor_is_knight(call: Call, context: Any) -> bool:
    """Whether the actor is a knight.

    -> boolean
    > print(kts.ActorIsKnight()) --> false
    """
    return Context(call, "ActorIsKnight", context).actor().player is not None


# -- moving and being hurt


@KTS.function("TeleportTo", ("creature", ANYBODY), ("pos", POSITION))
def teleport_to(call: Call, who: Handle, pos: tuple[int, int]) -> bool:
    """Put a creature on a square, if it can stand there.

    -> boolean
    - result: whether it stands there now
    > print(kts.TeleportTo(goblin, { x = -1, y = 0 })) --> false
    """
    return play.teleport(call.session.current_game, creature_of(call, who), *pos)


@KTS.function("Damage", ("amount", COUNT), ("stun", Maybe(INT, 0)), ("no_squelch", Truth()), context=True)
def damage(call: Call, context: Any, amount: int, stun: int, no_squelch: bool) -> None:
    """Hurt the actor.

    - amount: in hit points
    - stun: for how many milliseconds they cannot move
    - no_squelch: true when nothing is to be heard
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
    """The actor falls into a pit.

    > kts.PitKill()
    > print(kts.IsAlive(goblin)) --> false
    """
    actor = Context(call, "PitKill", context).actor()
    call.session.current_game.post("fell", creature=actor.uid)
    play.die(call.session.current_game, actor, leaves_corpse=False)


@KTS.function("Suicide", context=True)
def suicide(call: Call, context: Any) -> bool:
    """The actor kills themselves.

    -> boolean
    > kts.Suicide()
    > print(kts.IsAlive(goblin)) --> false
    """
    play.die(call.session.current_game, Context(call, "Suicide", context).actor())
    return True


@KTS.function("Can_Suicide", context=True)
def can_suicide(call: Call, context: Any) -> bool:
    """Whether there is a knight to die.

    -> boolean
    > print(kts.Can_Suicide()) --> false
    """
    return Context(call, "Can_Suicide", context).actor().player is not None


@KTS.function("Delay", ("ms", COUNT), context=True)
def delay(call: Call, context: Any, milliseconds: int) -> None:
    """Wait; the actor, if there is one, does nothing meanwhile.

    ! only a task or a callback can wait
    > kts.AddTask(function() kts.Delay(500) end)
    """
    actor = Context(call, "Delay", context).optional_actor()
    if actor is not None:
        call.session.current_game.post("delayed", creature=actor.uid, ms=milliseconds)


# -- the dead


@KTS.function("Necromancy", ("number", COUNT), ("range", COUNT), context=True)
def necromancy(call: Call, context: Any, number: int, reach: int) -> bool:
    """Corpses near the actor rise, as SetZombieActivity says they would.

    -> boolean
    - number: how many rise at most
    - range: how far away, in squares
    - result: whether one rose
    > print(kts.Necromancy(3, 5)) --> false
    """
    actor = Context(call, "Necromancy", context).actor()
    risen = play.raise_dead(call.session.current_game, actor, number, reach)
    call.session.roll_health(risen)
    return bool(risen)


def _zombify(call: Call, creature: Creature, monster: Handle) -> None:
    game = call.session.current_game
    kind = call.session.registry.get("monster", monster.index).fields
    play.die(game, creature, leaves_corpse=False)
    if game.map.is_free(creature.x, creature.y, kind.height):
        risen = Creature(next(game.uids), creature.x, creature.y, kind.height, monster=monster.index)
        game.map.add_creature(risen)
        call.session.roll_health([risen])


@KTS.function("ZombifyActor", ("montype", MONSTER), context=True)
def zombify_actor(call: Call, context: Any, monster: Handle) -> None:
    """The actor becomes a monster.

    > kts.ZombifyActor(base.zombie)
    > print(kts.GetMonsterCount(base.zombie)) --> 1
    """
    _zombify(call, Context(call, "ZombifyActor", context).actor(), monster)


@KTS.function("ZombifyTarget", ("montype", MONSTER), context=True)
def zombify_target(call: Call, context: Any, monster: Handle) -> bool:
    """The creature ahead of the actor becomes a monster.

    -> boolean
    - result: whether somebody stood there
    > print(kts.ZombifyTarget(base.zombie)) --> false
    """
    actor = Context(call, "ZombifyTarget", context).actor()
    target = call.session.map.creature_at(*play.ahead(actor), WALKING)
    if target is None:
        return False
    _zombify(call, target, monster)
    return True


@KTS.function("ZombieKill", ("montype", MONSTER), context=True)
def zombie_kill(call: Call, context: Any, monster: Handle) -> bool:
    """Kill the monster of that type ahead of the actor.

    -> boolean
    - result: whether one stood there
    > print(kts.ZombieKill(base.zombie)) --> false
    """
    actor = Context(call, "ZombieKill", context).actor()
    target = call.session.map.creature_at(*play.ahead(actor), WALKING)
    if target is None or target.monster != monster.index:
        return False
    play.die(call.session.current_game, target)
    return True


# -- what is only seen or heard


@KTS.function("PlaySound", ("pos", Maybe(POSITION)), ("sound", _SOUND), ("frequency", Maybe(Number())))
def play_sound(call: Call, pos: tuple[int, int] | None, sound: Handle, frequency: float | None) -> None:
    """Let a sound be heard.

    - pos: where; nil for everywhere
    - frequency: how high, in Hz
    > kts.PlaySound(here, creak, 20000)
    """
    name = call.session.registry.get("sound", sound.index).fields
    x, y = pos or (None, None)
    call.session.current_game.post("sound", sound=name, x=x, y=y, frequency=frequency)


@KTS.function("FlashMessage", ("msg", Anything()), ("times", Maybe(COUNT, 4)))
def flash_message(call: Call, message: Any, times: int) -> None:
    """Let a message flash.

    - msg: a string, or a table { key = "…", params = { … } }
    - times: how often; 4 by default
    > kts.FlashMessage("Hurry!", 2)
    """
    call.session.current_game.post("flash message", message=plain(call, message, "message"), times=times)


@KTS.function("FlashScreen", ("delay", Maybe(COUNT, 0)))
def flash_screen(call: Call, delay: int) -> None:
    """Let the screen flash.

    - delay: in how many milliseconds; 0 by default
    > kts.FlashScreen(100)
    """
    call.session.current_game.post("flash screen", delay=delay)


@KTS.function("WinGame", ("player", ANYBODY))
def win_game(call: Call, who: Handle) -> None:
    """A player, or the player of a knight, has won.

    > kts.WinGame(player)
    """
    call.session.current_game.post("game won", player=player_of(call, who).index)
