"""Sweeping: a square that becomes blocked in play hurts who stands there."""

from __future__ import annotations

from collections.abc import Collection

from host.dialects.kts.play.creatures import damage
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import add_tile
from host.model.game_map import GameMap
from host.model.tile import CLEAR, FLYING, WALKING
from host.play.game import Game


def clear_heights(game_map: GameMap, square: int) -> list[int]:
    """Return the heights of creatures at which a square is clear."""
    by_height, stack = game_map.tileset.traits.by_height, game_map.stack(square)
    return [height for height in (WALKING, FLYING) if by_height[height][stack] == CLEAR]


def sweep(game: Game, game_map: GameMap, square: int, clear_before: Collection[int], originator: int | None) -> None:
    """Hurt the creatures on a square at heights that were clear before and are not any more, while the game is played.

    A creature stands on one square alone: it takes its steps at once.
    """
    progress = game.part(Progress)
    if not progress.has_begun:
        return
    still_clear = clear_heights(game_map, square)
    for height in clear_before:
        creature = None if height in still_clear else game_map.creature_at(*game_map.position(square), height)
        if creature is not None:
            amount = progress.settings["door_closed_damage"]
            damage(game, game_map, creature, amount, originator=originator, squelches=True)


def exchange_tiles(
    game: Game, game_map: GameMap, square: int, tile: int, *, removed: Collection[int] = (), originator: int | None
) -> int:
    """Remove tiles from a square, add another one and return its slot; sweep the square."""
    clear_before = clear_heights(game_map, square)
    for slot in sorted(removed, reverse=True):
        game_map.remove_tile(slot)
    slot = add_tile(game_map, square, tile)
    sweep(game, game_map, square, clear_before, originator)
    return slot
