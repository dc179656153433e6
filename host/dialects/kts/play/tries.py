"""The callbacks of kts that `check` tries, and where a knight stands for each."""

from __future__ import annotations

from collections.abc import Sequence

from host.dialects.kts.play.callbacks import call_item, call_melee, call_monster, call_tile, tile_key
from host.dialects.kts.play.creatures import exchange_tiles
from host.dialects.kts.play.spawning import spawn_monster
from host.model.game_map import GameMap
from host.model.geometry import DX, DY
from host.model.objects import Creature, ItemStack
from host.model.registry import Prototype
from host.model.tile import WALKING
from host.play.game import Game
from host.play.rolls import roll_hit_points_of

# Kind of a prototype -> the names of its callbacks. For "", a monster appears and plays.
CALLBACKS: dict[str, Sequence[str]] = {
    "tile": (
        *("on_activate", "on_approach", "on_destroy", "on_hit", "on_walk_over", "on_withdraw"),
        *("on_open_or_close", "on_unlock_fail"),
    ),
    "item": ("on_pick_up", "on_drop", "on_walk_over", "on_hit", "melee_action"),
    "monster": ("on_attack", "on_damage", "on_death", "on_move"),
}
# Callbacks of tiles at the position of who uses the tile ahead.
_AT_ACTOR = ("on_approach", "on_withdraw")


def queue_callback(game: Game, prototype: Prototype, name: str) -> bool:
    """Put what a callback is about beside a knight, and queue the callback.

    Without a name only a monster appears. Return False when there is no knight or no room.
    """
    game_map = game.map
    knight = next(iter(game.player_creatures()), None)
    square = None if knight is None else _face_free_square(game_map, knight)
    if knight is None or square is None:
        return False
    if prototype.type == "monster":
        if not spawn_monster(game, game_map, *game_map.position(square), prototype.index):
            return False
        if name:
            call_monster(game, prototype.index, name, game_map.living_creatures[-1])
    elif prototype.type == "tile":
        _queue_tile(game, game_map, prototype, name, knight, square)
    else:
        _queue_item(game, game_map, prototype.index, name, knight, square)
    return True


def _face_free_square(game_map: GameMap, knight: Creature) -> int | None:
    """Turn a knight to a free square beside it, and return the square."""
    for facing in range(4):
        x, y = knight.x + DX[facing], knight.y + DY[facing]
        if game_map.is_free(x, y, WALKING):
            knight.facing = facing
            return game_map.square(x, y)
    return None


def _queue_tile(game: Game, game_map: GameMap, prototype: Prototype, name: str, knight: Creature, square: int) -> None:
    if name == "on_walk_over":
        game_map.move_creature(knight, *game_map.position(square))
    slot = exchange_tiles(game, game_map, square, prototype.fields, originator=None)
    roll_hit_points_of(game, game_map, slot)
    key = tile_key(game_map, slot)
    if name == "on_destroy":
        game_map.remove_tile(slot)
        key = (prototype.index, 0)
    here = (knight.x, knight.y) if name in _AT_ACTOR else game_map.position(square)
    call_tile(game, key, name, here, knight, originator=None if name in _AT_ACTOR else knight.player)


def _queue_item(game: Game, game_map: GameMap, item: int, name: str, knight: Creature, square: int) -> None:
    if name in ("on_pick_up", "melee_action"):
        knight.carried[item] = 1
        if game.registry.get("item", item).fields.kind == "held":
            knight.held = item
    else:
        here = square if name == "on_hit" else game_map.square(knight.x, knight.y)
        game_map.set_item(here, ItemStack(item))
    if name == "melee_action":
        others = [other for other in game.player_creatures() if other is not knight]
        if others:
            game_map.move_creature(others[0], *game_map.position(square))
        slot = next(slot for slot, _ in game_map.tile_slots(square))
        at_tile = {"tile": tile_key(game_map, slot), "tile_pos": game_map.position(square)}
        about = {"victim": others[0]} if others else at_tile
        call_melee(game, item, knight, **about)
    else:
        pos = game_map.position(square) if name == "on_hit" else None
        call_item(game, item, name, knight, by=knight.player, pos=pos)
