"""Locks and traps of a new dungeon, and traps that mods and creatures set."""

from __future__ import annotations

from host.border.function import Call
from host.border.schema import DIRECTION, Maybe, Truth
from host.border.values import Handle
from host.dialects.kts.context import actor_function, actor_question, square_ahead
from host.dialects.kts.declarations import INT, ITEM, KTS, POSITION, direction, tile_handle
from host.dialects.kts.functions.doors import lockable_slot
from host.dialects.kts.play.callbacks import originator_of
from host.dialects.kts.play.doors import first_lockable
from host.dialects.kts.play.interactions import spring_trap
from host.dialects.kts.play.items import take
from host.dialects.kts.play.progress import Progress
from host.generate.populate import generate_locks
from host.model.objects import Creature, ItemStack, Trap
from host.model.tile import CLEAR, MAX_TILES

_NOTHING_SHUT = "no closed door or chest without a trap is ahead"


@KTS.function("GenerateLocksAndTraps", ("num_keys", INT), ("pretrapped", Truth()), recorded=True)
def generate_locks_and_traps(call: Call, keys: int, pretrapped: bool) -> list[dict[str, object]] | None:
    """Lock doors and chests at random, for the keys 1 to num_keys.

    - pretrapped: whether chests may get a trap instead of a lock
    > kts.GenerateLocksAndTraps(2, true)
    """
    # Lua calls `traps` of the tile of each chest in the result.
    game_map = call.session.map
    locked = set(game_map.locks)
    chests: list[dict[str, object]] = []
    for slot in generate_locks(game_map, keys, pretrapped, call.stream("kts.GenerateLocksAndTraps")):
        x, y = game_map.position(slot // MAX_TILES)
        tile = game_map.tileset.tiles[game_map.tile_at(slot)]
        chests.append({"tile": tile_handle(game_map, slot), "x": x, "y": y, "facing": direction(tile.facing)})
    if call.session.explainer is not None:
        call.session.explainer.record_locks(sorted(game_map.locks.keys() - locked))
    return chests or None


@KTS.function("SetPoisonTrap", ("pos", POSITION), ("trap_item", Maybe(ITEM)))
def set_poison_trap(call: Call, pos: tuple[int, int], item: Handle | None) -> str | None:
    """Set a poison trap on the door or chest on a square; without one, do nothing but warn.

    - trap_item: the item that a disarmed trap leaves
    > kts.AddTile(here, base.chest_n)
    > kts.SetPoisonTrap(here, base.poison_trap)
    """
    return _set_trap(call, "SetPoisonTrap", pos, Trap("poison", -1 if item is None else item.index))


@KTS.function(
    "SetBladeTrap", ("pos", POSITION), ("trap_item", Maybe(ITEM)), ("bolt_item", Maybe(ITEM)), ("dir", DIRECTION)
)
def set_blade_trap(
    call: Call, pos: tuple[int, int], item: Handle | None, bolt: Handle | None, facing: int
) -> str | None:
    """Set a trap that shoots bolts on the door or chest on a square; without one, or without a bolt, only warn.

    - trap_item: the item that a disarmed trap leaves
    - dir: the direction in which the bolts fly
    > kts.AddTile(here, base.chest_n)
    > kts.SetBladeTrap(here, base.blade_trap, base.trap_bolt, "north")
    """
    if bolt is None:
        return "kts.SetBladeTrap: bolt_item is nil, so no trap is set"
    trap = Trap("blade", -1 if item is None else item.index, bolt.index, facing)
    return _set_trap(call, "SetBladeTrap", pos, trap)


def _set_trap(call: Call, function: str, pos: tuple[int, int], trap: Trap) -> str | None:
    """Set a trap on a door or chest; the trap that it had goes off. Return a warning when there is none."""
    slot = lockable_slot(call, pos)
    if slot is None:
        return f"kts.{function}: there is no door or chest on the square, so no trap is set"
    spring_trap(call.session.current_game, call.session.map, slot, None)
    call.session.map.traps[slot] = trap
    return None


# -- traps that creatures set


@actor_function("SetPoisonTrapOld", otherwise=False, acts=True)
def set_poison_trap_old(call: Call, actor: Creature) -> bool:
    """Let the actor set the poison trap in their hands on the door or chest ahead.

    -> boolean
    - result: whether the trap is set
    > print(kts.SetPoisonTrapOld()) --> false
    """
    return _set_trap_ahead(call, actor, -1, "poison")


@actor_question("Can_SetPoisonTrapOld")
def can_set_poison_trap_old(call: Call, actor: Creature) -> str | None:
    """Return whether the actor can set a trap on a door or chest ahead.

    -> boolean
    > print(kts.Can_SetPoisonTrapOld()) --> false
    """
    return _NOTHING_SHUT if _trappable_slot_ahead(call, actor) is None else None


@actor_function("SetBladeTrapOld", ("bolt_item", ITEM), otherwise=False, acts=True)
def set_blade_trap_old(call: Call, actor: Creature, bolt: Handle) -> bool:
    """Let the actor set the blade trap in their hands on the door or chest ahead.

    -> boolean
    - result: whether the trap is set
    > print(kts.SetBladeTrapOld(base.trap_bolt)) --> false
    """
    return _set_trap_ahead(call, actor, bolt.index, "blade")


@actor_question("Can_SetBladeTrapOld")
def can_set_blade_trap_old(call: Call, actor: Creature) -> str | None:
    """Return whether the actor can set a trap on a door or chest ahead.

    -> boolean
    > print(kts.Can_SetBladeTrapOld()) --> false
    """
    return _NOTHING_SHUT if _trappable_slot_ahead(call, actor) is None else None


def _trappable_slot_ahead(call: Call, actor: Creature) -> int | None:
    """Return the slot of the closed door or chest ahead, if it has no trap."""
    square = square_ahead(call, actor)
    lockable = None if square is None else first_lockable(call.session.map, square)
    if lockable is None or lockable[1].is_open or lockable[0] in call.session.map.traps:
        return None
    return lockable[0]


def _set_trap_ahead(call: Call, actor: Creature, bolt: int, kind: str) -> bool:
    slot = _trappable_slot_ahead(call, actor)
    if slot is None:
        return False
    facing = (actor.facing + 2) % 4
    call.session.map.traps[slot] = Trap(kind, actor.held, bolt, facing)
    if actor.held >= 0:
        take(actor, actor.held)
    return True


@actor_function("SetBearTrap", ("open_item", ITEM), otherwise=False, acts=True)
def set_bear_trap(call: Call, actor: Creature, item: Handle) -> bool:
    """Let the actor put an open bear trap on the square ahead.

    -> boolean
    - result: whether the trap is set
    > kts.SetBearTrap(base.bear_trap_set)
    """
    square = _clear_square_ahead(call, actor)
    if square is None:
        return False
    if actor.held >= 0:
        take(actor, actor.held)
    call.session.map.set_item(square, ItemStack(item.index))
    call.session.current_game.part(Progress).droppers[square] = item.index, originator_of(actor)
    return True


@actor_question("Can_SetBearTrap")
def can_set_bear_trap(call: Call, actor: Creature) -> str | None:
    """Return whether the square ahead of the actor has room for a bear trap.

    -> boolean
    > print(kts.Can_SetBearTrap() ~= nil) --> true
    """
    return "the square ahead has no room for it" if _clear_square_ahead(call, actor) is None else None


def _clear_square_ahead(call: Call, actor: Creature) -> int | None:
    game_map = call.session.map
    square = square_ahead(call, actor)
    if square is None or square in game_map.loose_items:
        return None
    traits = game_map.tileset.traits
    stack = game_map.stack(square)
    return square if traits.items_allowed[stack] and traits.walking[stack] == CLEAR else None
