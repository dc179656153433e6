"""Where one comes into a map, and how far everything is from there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.generate.distances import distances, walkable
from host.model.map import Map
from host.model.tile import distinct


def entrances(game_map: Map) -> list[tuple[int, int]]:
    """Squares (x, y) where one comes in: the homes of players, else all homes, else where a player stands, else stairs
    and ways in, else the middle of the first room. Empty when there is nothing of all that."""
    with_players = [home for home in game_map.homes if home.players]
    homes = [(home.x, home.y) for home in with_players or game_map.homes if not home.special or home.players]
    if homes:
        return homes
    players = [(creature.x, creature.y) for creature in game_map.creatures if creature.player is not None]
    players += [(thing.x, thing.y) for thing in game_map.objects if thing.glyph == "@"]
    if players:
        return players
    ways = [(thing.x, thing.y) for thing in game_map.objects if thing.glyph == "<"]
    piles = game_map.tileset.pile
    stairs = [stack for stack in distinct(game_map.stacks) if any(tile.glyph == "<" for tile in piles(stack))]
    if stairs:
        ways += [(x, y) for y, x in np.argwhere(np.isin(game_map.stacks, stairs)).tolist()]
    if ways:
        return ways
    free = walkable(game_map)
    for x, y, w, h in game_map.rooms.tolist()[:1]:
        if game_map.contains(x + w // 2, y + h // 2) and free[y + h // 2, x + w // 2]:
            return [(x + w // 2, y + h // 2)]
    return []


def from_entrance(game_map: Map) -> npt.NDArray[np.int32]:
    """(height, width): the steps from the nearest entrance, -1 where none leads. Raises GenerationError."""
    found = entrances(game_map)
    if not found:
        raise GenerationError("the map has no home, player, stairs or room from which distances could count")
    return distances(walkable(game_map), found)
