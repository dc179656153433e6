"""What creatures do in play: move, fight, carry, pick locks, set traps."""

from __future__ import annotations

from typing import Any

from host.api.data import Handle
from host.api.function import Call
from host.api.kts.context import Context, creature_of
from host.api.kts.declarations import (
    ANYBODY,
    COUNT,
    CREATURE,
    INT,
    ITEM,
    KTS,
    MONSTER,
    POSITION,
    TILE,
    direction,
    plain,
    position,
)
from host.api.kts.game import player_of
from host.api.kts.tiles import lay_tile
from host.api.schema import DIRECTION, Anything, HandleOf, Integer, Maybe, Number, Truth
from host.model.things import UNLOCKED, Creature, ItemStack, Trap
from host.model.tile import APPROACH, CLEAR, HOME, MISSILES, ROLLED, WALKING
from host.world import play

_SOUND = HandleOf(("sound",), name="Sound")


def _strike(call: Call, target: Creature, item: int, field: str) -> None:
    """Hurt a creature by the damage of an item, which its mod may want to roll."""
    game = call.session.current_game
    amount: int = getattr(call.session.registry.get("item", item).fields, field)
    if amount != ROLLED:
        play.damage(game, target, amount)
        return
    call.session.roll_one("item", field, item, lambda number: play.damage(game, target, number))


# -- what creatures are


@KTS.function("IsKnight", ("creature", CREATURE))
def is_knight(call: Call, who: Handle) -> bool:
    """Whether a creature is a knight."""
    return creature_of(call, who).player is not None


@KTS.function("IsAlive", ("creature", ANYBODY))
def is_alive(call: Call, who: Handle) -> bool:
    """Whether a creature, or the knight of a player, is alive."""
    if who.kind == "player":
        return player_of(call, who).knight is not None
    return any(creature.uid == who.index for creature in call.session.map.creatures)


@KTS.function("GetPos", ("creature", ANYBODY))
def get_pos(call: Call, who: Handle) -> dict[str, int]:
    """Where a creature is."""
    creature = creature_of(call, who)
    return position(creature.x, creature.y)


@KTS.function("GetFacing", ("creature", ANYBODY))
def get_facing(call: Call, who: Handle) -> str:
    """Where a creature looks."""
    return direction(creature_of(call, who).facing)


@KTS.function("GetItemInHand", ("creature", ANYBODY))
def get_item_in_hand(call: Call, who: Handle) -> Handle | None:
    """The item a creature holds, or nil."""
    held = creature_of(call, who).held
    return None if held < 0 else Handle("item", held)


@KTS.function("GetNumHeld", ("creature", ANYBODY), ("item", ITEM))
def get_num_held(call: Call, who: Handle, item: Handle) -> int:
    """How many of an item a creature carries."""
    return creature_of(call, who).carried.get(item.index, 0)


@KTS.function("GiveItem", ("creature", ANYBODY), ("item", ITEM), ("number", Maybe(Integer(1, 2**31 - 1), 1)))
def give_item(call: Call, who: Handle, item: Handle, count: int) -> None:
    """Let a creature carry items."""
    play.give(call.session.current_game, creature_of(call, who), item.index, count)


@KTS.function("DestroyCreature", ("creature", CREATURE))
def destroy_creature(call: Call, who: Handle) -> None:
    """Take a creature off the map, without a corpse."""
    play.die(call.session.current_game, creature_of(call, who), leaves_corpse=False)


@KTS.function("ActorIsKnight", context=True)
def actor_is_knight(call: Call, context: Any) -> bool:
    """Whether the actor is a knight."""
    return Context(call, "ActorIsKnight", context).actor().player is not None


# -- moving and being hurt


@KTS.function("TeleportTo", ("creature", ANYBODY), ("pos", POSITION))
def teleport_to(call: Call, who: Handle, pos: tuple[int, int]) -> bool:
    """Put a creature on a square, if it can stand there."""
    return play.teleport(call.session.current_game, creature_of(call, who), *pos)


@KTS.function("Damage", ("amount", COUNT), ("stun", Maybe(INT, 0)), ("no_squelch", Truth()), context=True)
def damage(call: Call, context: Any, amount: int, stun: int, no_squelch: bool) -> None:
    """Hurt the actor."""
    actor = Context(call, "Damage", context).actor()
    game = call.session.current_game
    if not no_squelch:
        play.squelch(game, actor)
    play.damage(game, actor, amount)
    if stun:
        game.post("stunned", creature=actor.uid, ms=stun)


@KTS.function("PitKill", context=True)
def pit_kill(call: Call, context: Any) -> None:
    """The actor falls into a pit."""
    actor = Context(call, "PitKill", context).actor()
    call.session.current_game.post("fell", creature=actor.uid)
    play.die(call.session.current_game, actor, leaves_corpse=False)


@KTS.function("Suicide", context=True)
def suicide(call: Call, context: Any) -> bool:
    """The actor kills themselves."""
    play.die(call.session.current_game, Context(call, "Suicide", context).actor())
    return True


@KTS.function("Can_Suicide", context=True)
def can_suicide(call: Call, context: Any) -> bool:
    """Whether there is a knight to die."""
    return Context(call, "Can_Suicide", context).actor().player is not None


@KTS.function("delayed", ("ms", COUNT), internal=True, context=True)
def delayed(call: Call, context: Any, milliseconds: int) -> None:
    """Note that the actor, if there is one, does nothing for a time."""
    actor = Context(call, "Delay", context).optional_actor()
    if actor is not None:
        call.session.current_game.post("delayed", creature=actor.uid, ms=milliseconds)


# -- hands


@KTS.function("Activate", context=True)
def activate(call: Call, context: Any) -> bool:
    """The actor uses what is ahead: a door, a chest, a lever."""
    return play.activate(call.session.current_game, Context(call, "Activate", context).actor())


@KTS.function("Can_Activate", context=True)
def can_activate(call: Call, context: Any) -> bool:
    """Whether something to use is ahead."""
    square = Context(call, "Can_Activate", context).square_ahead()
    if square is None:
        return False
    return any(t.lock or t.access[WALKING] == APPROACH for t in call.session.map.pile(square))


@KTS.function("PickUp", context=True)
def pick_up(call: Call, context: Any) -> bool:
    """The actor takes the item on their square."""
    return play.pick_up(call.session.current_game, Context(call, "PickUp", context).actor())


@KTS.function("Can_PickUp", context=True)
def can_pick_up(call: Call, context: Any) -> bool:
    """Whether an item to take lies there."""
    actor = Context(call, "Can_PickUp", context).actor()
    stack = call.session.map.items.get(call.session.map.square(actor.x, actor.y))
    return stack is not None and call.session.registry.get("item", stack.item).fields.kind != "nopickup"


@KTS.function("Drop", ("item", ITEM), context=True)
def drop(call: Call, context: Any, item: Handle) -> bool:
    """The actor lays an item down."""
    return play.drop(call.session.current_game, Context(call, "Drop", context).actor(), item.index)


@KTS.function("Can_Drop", ("item", ITEM), context=True)
def can_drop(call: Call, context: Any, item: Handle) -> bool:
    """Whether the actor has the item, and room to lay it down."""
    actor = Context(call, "Can_Drop", context).actor()
    return bool(actor.carried.get(item.index)) and _room_below(call, actor)


@KTS.function("DropHeld", context=True)
def drop_held(call: Call, context: Any) -> bool:
    """The actor lays down what they hold."""
    actor = Context(call, "DropHeld", context).actor()
    return actor.held >= 0 and play.drop(call.session.current_game, actor, actor.held)


@KTS.function("Can_DropHeld", context=True)
def can_drop_held(call: Call, context: Any) -> bool:
    """Whether the actor holds something, and has room to lay it down."""
    actor = Context(call, "Can_DropHeld", context).actor()
    return actor.held >= 0 and _room_below(call, actor)


def _room_below(call: Call, actor: Creature) -> bool:
    game_map = call.session.map
    square = game_map.square(actor.x, actor.y)
    return square not in game_map.items and game_map.tileset.traits.items_allowed[game_map.stack(square)]


@KTS.function("Swing", context=True)
def swing(call: Call, context: Any) -> bool:
    """The actor strikes what is ahead with what they hold."""
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
    return True


@KTS.function("Can_Swing", context=True)
def can_swing(call: Call, context: Any) -> bool:
    """Whether the actor holds a weapon."""
    return Context(call, "Can_Swing", context).actor().held >= 0


@KTS.function("SwingOrDrop", context=True)
def swing_or_drop(call: Call, context: Any) -> bool:
    """The actor strikes with a weapon, or lays down what is none."""
    actor = Context(call, "SwingOrDrop", context).actor()
    if actor.held < 0:
        return False
    if call.session.registry.get("item", actor.held).fields.melee_damage:
        return _swing(call, actor)
    return play.drop(call.session.current_game, actor, actor.held)


@KTS.function("Can_SwingOrDrop", context=True)
def can_swing_or_drop(call: Call, context: Any) -> bool:
    """Whether the actor holds something."""
    return Context(call, "Can_SwingOrDrop", context).actor().held >= 0


@KTS.function("Throw", context=True)
def throw(call: Call, context: Any) -> bool:
    """The actor throws what they hold."""
    return _throw(call, Context(call, "Throw", context).actor())


@KTS.function("ThrowOrShoot", context=True)
def throw_or_shoot(call: Call, context: Any) -> bool:
    """The actor throws what they hold, or shoots with it."""
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
    """Whether the actor holds something, and nothing stands right ahead."""
    return _can_throw(call, Context(call, "Can_Throw", context).actor())


@KTS.function("Can_ThrowOrShoot", context=True)
def can_throw_or_shoot(call: Call, context: Any) -> bool:
    """Whether the actor holds something to throw or shoot with."""
    return _can_throw(call, Context(call, "Can_ThrowOrShoot", context).actor())


def _can_throw(call: Call, actor: Creature) -> bool:
    return actor.held >= 0 and call.session.map.access(*play.ahead(actor), MISSILES) == CLEAR


@KTS.function("AddMissile", ("pos", POSITION), ("dir", DIRECTION), ("itemtype", ITEM), ("drop_after", Truth()))
def add_missile(call: Call, pos: tuple[int, int], facing: int, item: Handle, drop_after: bool) -> None:
    """Let a missile fly from a square; with drop_after it lies where it ends."""
    _missile(call, pos, facing, item.index, drop=drop_after)


def _missile(call: Call, pos: tuple[int, int], facing: int, item: int, *, drop: bool) -> None:
    hit = play.fly(call.session.current_game, *pos, facing, item, drop=drop)
    if hit is not None:
        play.squelch(call.session.current_game, hit)
        _strike(call, hit, item, "missile_damage")


@KTS.function("ChangeItem", ("itemtype", Maybe(ITEM)), context=True)
def change_item(call: Call, context: Any, item: Handle | None) -> None:
    """Exchange the item that the callback is about for another, or with nil take it away."""
    here = Context(call, "ChangeItem", context)
    game_map = call.session.map
    square = here.square("item_pos")
    before = game_map.take_item(square)
    if item is not None:
        game_map.lay_item(square, ItemStack(item.index, before.count if before else 1))


# -- locks and traps


@KTS.function("PickLock", ("probability", Number()), ("ms", COUNT), context=True)
def pick_lock(call: Call, context: Any, probability: float, milliseconds: int) -> bool:
    """The actor tries to pick the lock ahead."""
    here = Context(call, "PickLock", context)
    actor, square = here.actor(), here.square_ahead()
    call.session.current_game.post("picking lock", creature=actor.uid, ms=milliseconds)
    succeeds = call.stream("kts.PickLock").chance(probability)
    return square is not None and succeeds and play.pick_lock(call.session.current_game, square)


@KTS.function("Can_PickLock", context=True)
def can_pick_lock(call: Call, context: Any) -> bool:
    """Whether a locked door or chest is ahead."""
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
    """The actor puts the poison trap they hold on the door or chest ahead."""
    return _set_trap_ahead(call, "SetPoisonTrapOld", context, -1, "poison")


@KTS.function("Can_SetPoisonTrapOld", context=True)
def can_set_poison_trap_old(call: Call, context: Any) -> bool:
    """Whether a trap can be set ahead."""
    return _trap_ahead(call, "Can_SetPoisonTrapOld", context) is not None


@KTS.function("SetBladeTrapOld", ("bolt_item", ITEM), context=True)
def set_blade_trap_old(call: Call, context: Any, bolt: Handle) -> bool:
    """The actor puts the blade trap they hold on the door or chest ahead."""
    return _set_trap_ahead(call, "SetBladeTrapOld", context, bolt.index, "blade")


@KTS.function("Can_SetBladeTrapOld", context=True)
def can_set_blade_trap_old(call: Call, context: Any) -> bool:
    """Whether a trap can be set ahead."""
    return _trap_ahead(call, "Can_SetBladeTrapOld", context) is not None


@KTS.function("SetBearTrap", ("open_item", ITEM), context=True)
def set_bear_trap(call: Call, context: Any, item: Handle) -> bool:
    """The actor lays an open trap on the square ahead."""
    here = Context(call, "SetBearTrap", context)
    actor, square = here.actor(), _clear_ahead(call, "SetBearTrap", context)
    if square is None:
        return False
    if actor.held >= 0:
        play.take(actor, actor.held)
    call.session.map.lay_item(square, ItemStack(item.index))
    return True


@KTS.function("Can_SetBearTrap", context=True)
def can_set_bear_trap(call: Call, context: Any) -> bool:
    """Whether the square ahead has room for a trap."""
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
    """The actor walls up the home ahead: true, or false and why not."""
    here = Context(call, "Secure", context)
    actor, square = here.actor(), here.square_ahead()
    game = call.session.current_game
    for home in game.map.homes:
        if home.tile_square != square or home.special:
            continue
        if home.secured_by is not None:
            return [False, "already_secured"]
        for place, tile in list(game.map.places(home.tile_square)):
            if tile.kind == HOME:
                game.map.remove_tile(place)
        lay_tile(call, home.tile_square, wall)
        home.player, home.secured_by = None, actor.player
        game.post("home secured", x=home.x, y=home.y, creature=actor.uid)
        return [True]
    return [False, "no_home"]


# -- the dead


@KTS.function("Necromancy", ("number", COUNT), ("range", COUNT), context=True)
def necromancy(call: Call, context: Any, number: int, reach: int) -> bool:
    """Corpses near the actor rise, as SetZombieActivity says they would."""
    actor = Context(call, "Necromancy", context).actor()
    risen = play.raise_dead(call.session.current_game, actor, number, reach)
    call.session.roll_health(risen)
    return bool(risen)


def _zombify(call: Call, creature: Creature, monster: Handle) -> None:
    game = call.session.current_game
    kind = call.session.registry.get("monster", monster.index).fields
    play.die(game, creature, leaves_corpse=False)
    if game.map.free_for(creature.x, creature.y, kind.height):
        risen = Creature(next(game.uids), creature.x, creature.y, kind.height, monster=monster.index)
        game.map.add_creature(risen)
        call.session.roll_health([risen])


@KTS.function("ZombifyActor", ("montype", MONSTER), context=True)
def zombify_actor(call: Call, context: Any, monster: Handle) -> None:
    """The actor becomes a monster."""
    _zombify(call, Context(call, "ZombifyActor", context).actor(), monster)


@KTS.function("ZombifyTarget", ("montype", MONSTER), context=True)
def zombify_target(call: Call, context: Any, monster: Handle) -> bool:
    """The creature ahead of the actor becomes a monster."""
    actor = Context(call, "ZombifyTarget", context).actor()
    target = call.session.map.creature_at(*play.ahead(actor), WALKING)
    if target is None:
        return False
    _zombify(call, target, monster)
    return True


@KTS.function("ZombieKill", ("montype", MONSTER), context=True)
def zombie_kill(call: Call, context: Any, monster: Handle) -> bool:
    """Kill the monster of that type ahead of the actor."""
    actor = Context(call, "ZombieKill", context).actor()
    target = call.session.map.creature_at(*play.ahead(actor), WALKING)
    if target is None or target.monster != monster.index:
        return False
    play.die(call.session.current_game, target)
    return True


# -- what is only seen or heard


@KTS.function("PlaySound", ("pos", Maybe(POSITION)), ("sound", _SOUND), ("frequency", Maybe(Number())))
def play_sound(call: Call, pos: tuple[int, int] | None, sound: Handle, frequency: float | None) -> None:
    """Let a sound be heard."""
    name = call.session.registry.get("sound", sound.index).fields
    x, y = pos or (None, None)
    call.session.current_game.post("sound", sound=name, x=x, y=y, frequency=frequency)


@KTS.function("FlashMessage", ("msg", Anything()), ("times", Maybe(COUNT, 4)))
def flash_message(call: Call, message: Any, times: int) -> None:
    """Let a message flash."""
    call.session.current_game.post("flash message", message=plain(message), times=times)


@KTS.function("FlashScreen", ("delay", Maybe(COUNT, 0)))
def flash_screen(call: Call, delay: int) -> None:
    """Let the screen flash."""
    call.session.current_game.post("flash screen", delay=delay)


@KTS.function("WinGame", ("player", ANYBODY))
def win_game(call: Call, who: Handle) -> None:
    """A player, or the player of a knight, has won."""
    call.session.current_game.post("game won", player=player_of(call, who).index)
