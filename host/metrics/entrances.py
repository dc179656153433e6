"""Where a player enters a map, and how far every square is from there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.metrics.distances import distances
from host.metrics.regions import largest_region
from host.metrics.walkability import Means, walkable
from host.model.game_map import GameMap
from host.model.tile_set import distinct_stacks


def entrances(game_map: GameMap) -> list[tuple[int, int]]:
    """Return the squares (x, y) where a player enters; empty when no square of the map is free.

    The first of these that exists: the homes of players; other homes; the squares of players; stairs and other
    entrances; the middle of the first room; the first square of the largest region.
    """
    with_players = [home for home in game_map.homes if home.players]
    homes = [(home.x, home.y) for home in with_players or game_map.homes if not home.special or home.players]
    if homes:
        return homes
    players = [(creature.x, creature.y) for creature in game_map.living_creatures if creature.player is not None]
    players += [(map_object.x, map_object.y) for map_object in game_map.objects if map_object.glyph == "@"]
    if players:
        return players
    stairs = [(map_object.x, map_object.y) for map_object in game_map.objects if map_object.glyph == "<"]
    tiles_of = game_map.tileset.tiles_of
    stacks = [stack for stack in distinct_stacks(game_map.stacks) if any(tile.glyph == "<" for tile in tiles_of(stack))]
    if stacks:
        stairs += [(x, y) for y, x in np.argwhere(np.isin(game_map.stacks, stacks)).tolist()]
    if stairs:
        return stairs
    free = walkable(game_map, Means.DOORS)
    for x, y, w, h in game_map.rooms.tolist()[:1]:
        if game_map.contains(x + w // 2, y + h // 2) and free[y + h // 2, x + w // 2]:
            return [(x + w // 2, y + h // 2)]
    squares = np.flatnonzero(largest_region(free))
    return [game_map.position(int(squares[0]))] if squares.size else []


def entrance_distances(game_map: GameMap) -> npt.NDArray[np.int32]:
    """Return the number of steps from the nearest entrance, (height, width); -1 where no path leads.

    Raises GenerationError when the map has no square to stand on.
    """
    sources = entrances(game_map)
    if not sources:
        raise GenerationError("the map has no square to stand on, from which distances could count")
    return distances(walkable(game_map, Means.DOORS), sources)
