"""Interactions of creatures with the tiles ahead of them: use, unlock and hit. Traps."""

from __future__ import annotations

from host.dialects.kts.play.callbacks import call_item, call_tile, originator_of, tile_key
from host.dialects.kts.play.creatures import poison, put_or_lose
from host.dialects.kts.play.doors import first_lockable, open_or_close
from host.dialects.kts.play.effects import is_strong
from host.dialects.kts.play.missiles import start_missile
from host.dialects.kts.play.movement import ahead
from host.model.game_map import GameMap
from host.model.objects import UNLOCKED, Creature
from host.model.tile import APPROACH, CLEAR, MAX_TILES, WALKING
from host.play.game import Game
from host.play.queue import Step


def activate(game: Game, game_map: GameMap, creature: Creature) -> bool:
    """Use what is ahead: open or close doors and chests, pull levers; return False when nothing can be used."""
    x, y = ahead(creature)
    if not game_map.contains(x, y):
        return False
    square = game_map.square(x, y)
    here, by = (creature.x, creature.y), originator_of(creature)
    lockable = first_lockable(game_map, square)
    # A tile that can only be approached is approached, used and left again.
    keys = [(tile_key(game_map, slot), tile.access[WALKING]) for slot, tile in game_map.tile_slots(square)]
    for key, access in keys:
        if access == APPROACH:
            # At the position of the creature, as in the original.
            call_tile(game, key, "on_approach", here, creature)
    if lockable is not None:
        slot, _ = lockable
        if can_unlock(game, creature, game_map.lock_of(slot)):
            spring_trap(game, game_map, slot, creature)
            open_or_close(game, game_map, square, None, creature)
        else:
            call_tile(game, tile_key(game_map, slot), "on_unlock_fail", (x, y), creature, originator=by)
            game.post("locked", x=x, y=y)
    for key, _ in keys:
        call_tile(game, key, "on_activate", (x, y), creature, originator=by)
    for key, access in keys:
        if access == APPROACH:
            call_tile(game, key, "on_withdraw", (x, y), creature)
    return lockable is not None or any(access != CLEAR for _, access in keys)


def can_unlock(game: Game, creature: Creature, lock: int) -> bool:
    """Return whether a creature carries the key of a lock."""
    if lock == UNLOCKED:
        return True
    return lock > 0 and any(
        game.registry.get("item", item).fields.key == lock for item, count in creature.carried.items() if count
    )


def hit_square(game: Game, game_map: GameMap, creature: Creature) -> None:
    """Call on_hit of the tiles and of the loose item ahead, for a blow that hits no creature."""
    x, y = ahead(creature)
    square, by = game_map.square(x, y), originator_of(creature)
    for slot, tile in game_map.tile_slots(square):
        if tile.on_hit:
            call_tile(game, tile_key(game_map, slot), "on_hit", (x, y), creature, originator=by)
    stack = game_map.loose_items.get(square)
    if stack is not None:
        call_item(game, stack.item, "on_hit", creature, by=by, pos=(x, y))


def damage_tile(game: Game, game_map: GameMap, slot: int, amount: int, creature: Creature) -> None:
    """Subtract hit points from a destructible tile; at 0 it is removed, and the item stored in it drops.

    Who is strong breaks it by one blow.
    """
    tile = game.tiles.tiles[game_map.tile_at(slot)]
    hit_points = game_map.hit_points.get(slot, tile.hit_points) - amount
    if creature.held >= 0 and is_strong(game, creature) and _allows_strength(game, creature.held):
        hit_points = 0
    game_map.hit_points[slot] = hit_points
    if hit_points > 0:
        return
    square = slot // MAX_TILES
    x, y = game_map.position(square)
    stored = game_map.stored.pop(slot, None)
    spring_trap(game, game_map, slot, creature)
    game_map.remove_tile(slot)
    game.post("tile destroyed", tile=tile.prototype.id, x=x, y=y, creature=creature.uid)
    if stored is not None:
        put_or_lose(game, game_map, square, stored)
    key = (tile.prototype.index, 0)
    call_tile(game, key, "on_destroy", (x, y), creature, originator=originator_of(creature))
    game.callbacks.append(Step(lambda: _break_item(game, game_map, square), lambda: game.map is game_map))


def _allows_strength(game: Game, item: int) -> bool:
    allows: bool = game.registry.get("item", item).fields.allows_strength
    return allows


def strike_bonus(game: Game, creature: Creature, item: int) -> int:
    """Return how much damage strength adds to a blow of a creature with an item."""
    if not is_strong(game, creature) or not _allows_strength(game, item):
        return 0
    return game.stream("host", "strength").between(1, 3)


def _break_item(game: Game, game_map: GameMap, square: int) -> None:
    """Remove a fragile loose item from a square."""
    stack = game_map.loose_items.get(square)
    if stack is not None and game.registry.get("item", stack.item).fields.fragile:
        game_map.take_item(square)


def spring_trap(game: Game, game_map: GameMap, slot: int, creature: Creature | None) -> None:
    """Set off the trap of a tile slot, if it has one."""
    trap = game_map.traps.pop(slot, None)
    if trap is None:
        return
    x, y = game_map.position(slot // MAX_TILES)
    game.post("trap sprung", kind=trap.kind, x=x, y=y, creature=creature.uid if creature else None)
    if trap.kind == "poison" and creature is not None:
        poison(game, game_map, creature)
    elif trap.kind == "blade" and trap.bolt >= 0:
        start_missile(game, game_map, trap.bolt, x, y, trap.direction, originator=None, drop_after=False)
