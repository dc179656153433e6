"""Interactions of creatures with the tiles ahead of them: use, unlock and hit. Traps."""

from __future__ import annotations

from host.model.objects import UNLOCKED, Creature
from host.model.tile import APPROACH, CLEAR, MAX_TILES, WALKING
from host.play.callbacks import call_tile
from host.play.creatures import ahead, die, put_or_lose
from host.play.game import Game
from host.play.items import fly
from host.play.tiles import first_lockable, open_or_close


def activate(game: Game, creature: Creature) -> bool:
    """Use what is ahead: open or close doors and chests, pull levers; return False when nothing can be used."""
    x, y = ahead(creature)
    if not game.map.contains(x, y):
        return False
    square = game.map.square(x, y)
    lockable = first_lockable(game.map, square)
    if lockable is not None:
        slot, tile = lockable
        if can_unlock(game, creature, game.map.lock_of(slot)):
            spring_trap(game, slot, creature)
            open_or_close(game, square, None)
        else:
            call_tile(game, tile.prototype.index, "on_unlock_fail", (x, y), creature)
            game.post("locked", x=x, y=y)
    is_used = lockable is not None
    for tile in game.map.tiles_on(square):
        # A tile that can only be approached is approached, used and left again.
        is_approached = tile.access[WALKING] == APPROACH
        for name in ("on_approach", "on_activate", "on_withdraw") if is_approached else ("on_activate",):
            call_tile(game, tile.prototype.index, name, (x, y), creature)
        is_used = is_used or tile.access[WALKING] != CLEAR
    return is_used


def can_unlock(game: Game, creature: Creature, lock: int) -> bool:
    """Return whether a creature carries the key of a lock."""
    if lock == UNLOCKED:
        return True
    return lock > 0 and any(
        game.registry.get("item", item).fields.key == lock for item, count in creature.carried.items() if count
    )


def hit_tiles(game: Game, creature: Creature) -> None:
    """Call on_hit of the tiles ahead, for a blow that hits no creature."""
    x, y = ahead(creature)
    for tile in game.map.tiles_on(game.map.square(x, y)):
        if tile.on_hit:
            call_tile(game, tile.prototype.index, "on_hit", (x, y), creature)


def damage_tile(game: Game, slot: int, amount: int, creature: Creature) -> None:
    """Subtract hit points from a destructible tile; at 0 it is removed, and the item stored in it drops."""
    tile = game.tiles.tiles[game.map.tile_at(slot)]
    hit_points = game.map.hit_points.get(slot, tile.hit_points) - amount
    game.map.hit_points[slot] = hit_points
    if hit_points > 0:
        return
    square = slot // MAX_TILES
    x, y = game.map.position(square)
    stored = game.map.stored.pop(slot, None)
    spring_trap(game, slot, creature)
    game.map.remove_tile(slot)
    game.post("tile destroyed", tile=tile.prototype.id, x=x, y=y, creature=creature.uid)
    if stored is not None:
        put_or_lose(game, square, stored)
    call_tile(game, tile.prototype.index, "on_destroy", (x, y), creature)


def spring_trap(game: Game, slot: int, creature: Creature | None) -> None:
    """Set off the trap of a tile slot, if it has one."""
    trap = game.map.traps.pop(slot, None)
    if trap is None:
        return
    x, y = game.map.position(slot // MAX_TILES)
    game.post("trap sprung", kind=trap.kind, x=x, y=y, creature=creature.uid if creature else None)
    if trap.kind == "poison" and creature is not None:
        die(game, creature)
    elif trap.kind == "blade" and trap.bolt >= 0:
        fly(game, x, y, trap.direction, trap.bolt, drop_after=False)
