"""Doors and chests in play: they open and close, and their locks and traps."""

from __future__ import annotations

from host.dialects.kts.play.callbacks import call_tile, originator_of, tile_key
from host.dialects.kts.play.creatures import clear_heights, sweep
from host.dialects.kts.play.tiles import settle_items
from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, UNLOCKED, Creature, ItemStack
from host.model.tile import MAX_TILES, Tile
from host.play.game import Game


def open_or_close(
    game: Game,
    game_map: GameMap,
    square: int,
    should_open: bool | None,
    actor: Creature | None = None,
    *,
    originator: int | None = None,
) -> bool:
    """Open, close or (with None) toggle the first door or chest on a square; return whether anything changed.

    Who stands in a door that closes is hurt, and items that may not lie there move aside. `actor` is who opens or
    closes it, if anybody; `originator` is who causes it without an actor: then a trap is disarmed.
    """
    lockable = first_lockable(game_map, square)
    if lockable is None:
        return False
    slot, tile = lockable
    if should_open is None:
        should_open = not tile.is_open
    if tile.is_open == should_open:
        return False
    by = originator if actor is None else originator_of(actor)
    clear_before = clear_heights(game_map, square)
    game_map.replace_tile(slot, game.tiles.toggled(game_map.tile_at(slot)))
    # Before the damage, which may remove the door from under its callback.
    key = tile_key(game_map, slot)
    if should_open and actor is None:
        disarm(game, game_map, slot)
    elif not should_open:
        settle_items(game_map, square, tile)
        sweep(game, game_map, square, clear_before, by)
    call_tile(game, key, "on_open_or_close", game_map.position(square), actor, originator=by)
    return True


def first_lockable(game_map: GameMap, square: int) -> tuple[int, Tile] | None:
    """Return (tile slot, tile) of the first door or chest on a square."""
    return next(((slot, tile) for slot, tile in game_map.tile_slots(square) if tile.lock is not None), None)


def pick_lock(game: Game, game_map: GameMap, square: int) -> bool:
    """Unlock the door or chest on a square for good; return False without a lock that can be picked."""
    lockable = first_lockable(game_map, square)
    if lockable is None or game_map.lock_of(lockable[0]) not in (PICK_ONLY, *range(1, 1001)):
        return False
    game_map.locks[lockable[0]] = UNLOCKED
    game_map.note_tiles(square)
    game.post("lock picked", x=square % game_map.width, y=square // game_map.width)
    return True


def disarm(game: Game, game_map: GameMap, slot: int) -> None:
    """Remove the trap of a tile slot, if it has one; its item lies on the square then, if it fits."""
    trap = game_map.traps.pop(slot, None)
    if trap is None:
        return
    square = slot // MAX_TILES
    x, y = game_map.position(square)
    game.post("trap disarmed", kind=trap.kind, x=x, y=y)
    traits, stack = game_map.tileset.traits, game_map.stack(square)
    if trap.item >= 0 and (traits.items_allowed[stack] or traits.stores[stack]):
        game_map.put_item(square, ItemStack(trap.item))


def unlock_all(game: Game, game_map: GameMap) -> None:
    """Unlock all doors and chests but those that only the mod opens, and disarm the traps of all."""
    for slot, lock in game_map.locks.items():
        if lock not in (UNLOCKED, SPECIAL_LOCK):
            game_map.locks[slot] = UNLOCKED
            game_map.note_tiles(slot // MAX_TILES)
    for slot in sorted(game_map.traps):
        disarm(game, game_map, slot)
