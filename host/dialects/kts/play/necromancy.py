"""Necromancy: corpses rise as the monsters that they would become in time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from host.dialects.kts.play.creatures import create_monster
from host.dialects.kts.play.quest import Quest
from host.generate.populate import hit_chance
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.rng import Stream
from host.model.tile import WALKING
from host.play.game import Game


def raise_dead(game: Game, game_map: GameMap, x: int, y: int, most: int, radius: int, stream: Stream) -> list[Creature]:
    """Turn up to `most` tiles around (x, y) into the monsters at the end of their decay; return these monsters.

    For each of them, three times as many random squares are tried as are in reach. Limits of monsters do not count.
    """
    left, top = max(x - radius, 0), max(y - radius, 0)
    near = game_map.stacks[top : max(y + radius + 1, 0), left : max(x + radius + 1, 0)]
    becomes = _last_stages(game)
    rising = [
        stack
        for stack in np.unique(near).tolist()
        if any(tile.prototype.index in becomes for tile in game_map.tileset.tiles_of(stack))
    ]
    rows, columns = np.nonzero(np.isin(near, rising))
    squares = [
        square
        for square in zip((columns + left).tolist(), (rows + top).tolist(), strict=True)
        if game_map.is_free(*square, WALKING)
    ]
    risen: list[Creature] = []
    for _ in range(most):
        if not squares:
            break
        miss = 1 - hit_chance(len(squares), near.size)
        if stream.chance(1 - miss * miss * miss):
            x, y = squares.pop(stream.below(len(squares)))
            risen += _raise_on(game_map, x, y, becomes)
    return risen


def _last_stages(game: Game) -> Mapping[int, int]:
    """Return index of a tile prototype -> index of the monster at the end of its decay, if it ends as a monster."""
    activity = game.part(Quest).zombie_activity
    stages: dict[int, tuple[str, int]] = {}
    for tile, kind, index in activity[1] if activity else ():
        stages.setdefault(tile, (kind, index))
    becomes: dict[int, int] = {}
    for first in stages:
        kind, index = stages[first]
        passed = {first}
        while kind == "tile" and index in stages and index not in passed:
            passed.add(index)
            kind, index = stages[index]
        if kind == "monster":
            becomes[first] = index
    return becomes


def _raise_on(game_map: GameMap, x: int, y: int, becomes: Mapping[int, int]) -> list[Creature]:
    """Turn the lowest tile of a square that rises, and return the monster, if it can stand there."""
    for slot, tile in game_map.tile_slots(game_map.square(x, y)):
        monster = becomes.get(tile.prototype.index)
        creature = None if monster is None else create_monster(game_map, x, y, monster)
        if creature is not None:
            game_map.remove_tile(slot)
            return [creature]
    return []
