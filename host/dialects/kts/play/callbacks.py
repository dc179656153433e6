"""Calls of functions of mods during play: the host queues them, and Lua runs the queue."""

from __future__ import annotations

from collections.abc import Callable

from host.model.map import Map
from host.model.objects import Creature
from host.play.game import Game
from host.play.queue import MONSTER, Callback, Position


def originator_of(creature: Creature | None) -> int | None:
    """Return who causes what a creature does: the index of its player, MONSTER, or None without a creature."""
    if creature is None:
        return None
    return MONSTER if creature.player is None else creature.player


def _position(creature: Creature | None) -> Position | None:
    return None if creature is None else (creature.x, creature.y)


def call_tile(
    game: Game,
    tile: tuple[int, int],
    name: str,
    pos: Position,
    actor: Creature | None = None,
    *,
    originator: int | None = None,
    holds: Callable[[], bool] | None = None,
) -> None:
    """Queue a callback of a tile, given as index of its prototype and uid of its copy (see `tile_key`)."""
    game.callbacks.append(
        Callback(
            "tile",
            tile[0],
            name,
            actor,
            _position(actor),
            tile=tile,
            tile_pos=pos,
            pos=pos,
            originator=originator,
            holds=holds,
        )
    )


def tile_key(game_map: Map, slot: int) -> tuple[int, int]:
    """Return the index of the prototype of the tile in a slot, and the uid of its copy; 0 for a tile without state."""
    tile = game_map.tileset.tiles[game_map.tile_at(slot)]
    return tile.prototype.index, game_map.copy_uid(slot) if tile.has_state else 0


def call_item(
    game: Game,
    item: int,
    name: str,
    actor: Creature,
    *,
    by: int | None,
    pos: Position | None = None,
    holds: Callable[[], bool] | None = None,
) -> None:
    """Queue a callback of an item type at `pos`, by default the square of the actor; `by` is the originator."""
    here = actor.x, actor.y
    pos = pos or here
    game.callbacks.append(
        Callback("item", item, name, actor, here, item=item, item_pos=pos, pos=pos, originator=by, holds=holds)
    )


def call_melee(
    game: Game,
    item: int,
    actor: Creature,
    *,
    victim: Creature | None = None,
    tile: tuple[int, int] | None = None,
    tile_pos: Position | None = None,
) -> None:
    """Queue the melee_action of the item with which a creature strikes another one or a tile."""
    pos = actor.x, actor.y
    game.callbacks.append(
        Callback(
            "item",
            item,
            "melee_action",
            actor,
            pos,
            victim=victim,
            victim_pos=_position(victim),
            tile=tile,
            tile_pos=tile_pos,
            item=item,
            pos=pos,
            originator=originator_of(actor),
        )
    )


def call_monster(game: Game, monster: int, name: str, actor: Creature) -> None:
    """Queue a callback of a monster type."""
    pos = actor.x, actor.y
    game.callbacks.append(Callback("monster", monster, name, actor, pos, pos=pos, originator=MONSTER))


def call_hook(game: Game, name: str, actor: Creature | None = None, pos: Position | None = None) -> None:
    """Queue a hook, such as HOOK_SHOOT; without an actor the position is that of a tile."""
    if actor is None:
        game.callbacks.append(Callback("hook", 0, name, tile_pos=pos, pos=pos))
    else:
        here = actor.x, actor.y
        game.callbacks.append(Callback("hook", 0, name, actor, here, pos=pos or here, originator=originator_of(actor)))
