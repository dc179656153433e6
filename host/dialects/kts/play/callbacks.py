"""Calls of functions of mods during play: the host queues them, and Lua runs the queue (lua/kts/play.lua)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from host.model.game_map import GameMap
from host.model.objects import Creature
from host.play.game import Game
from host.play.queue import MONSTER, Callback, Position


def wake(game: Game) -> None:
    """Let Lua know of an update that is due earlier than the one for which it waits."""
    game.callbacks.append(Callback("wake", 0, "update"))


def originator_of(creature: Creature | None) -> int | None:
    """Return who causes what a creature does: the index of its player, MONSTER, or None without a creature."""
    if creature is None:
        return None
    return MONSTER if creature.player is None else creature.player


def _position(creature: Creature | None) -> Position | None:
    return None if creature is None else (creature.x, creature.y)


def _call(
    game: Game, kind: str, index: int, name: str, actor: Creature | None, pos: Position | None = None, **about: Any
) -> None:
    """Queue a callback at `pos`, by default the square of the actor; `about` are further fields of Callback."""
    here = _position(actor)
    game.callbacks.append(Callback(kind, index, name, actor, here, pos=pos or here, **about))


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
    _call(game, "tile", tile[0], name, actor, pos, tile=tile, tile_pos=pos, originator=originator, holds=holds)


def tile_key(game_map: GameMap, slot: int) -> tuple[int, int]:
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
    pos = pos or _position(actor)
    _call(game, "item", item, name, actor, pos, item=item, item_pos=pos, originator=by, holds=holds)


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
    about: dict[str, Any] = {"victim": victim, "victim_pos": _position(victim), "tile": tile, "tile_pos": tile_pos}
    _call(game, "item", item, "melee_action", actor, item=item, originator=originator_of(actor), **about)


def call_monster(game: Game, monster: int, name: str, actor: Creature) -> None:
    """Queue a callback of a monster type."""
    _call(game, "monster", monster, name, actor, originator=MONSTER)


def call_hook(game: Game, name: str, actor: Creature | None = None, pos: Position | None = None) -> None:
    """Queue a hook, such as HOOK_SHOOT; without an actor the position is the square of a tile."""
    tile_pos = pos if actor is None else None
    _call(game, "hook", 0, name, actor, pos, tile_pos=tile_pos, originator=originator_of(actor))
