"""Where one comes into a map, and how far everything is from there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.generate.distances import Mask, distances, regions
from host.model.map import Map
from host.model.tile import CLEAR, DOOR, WALKING, distinct_stacks


def ground(game_map: Map) -> Mask:
    """(height, width): where one walks, through doors too, whatever closes them. Unlike `distances.walkable`, which is
    about what can be reached at all, nobody breaks a table here; and what a map remembers as JSON is enough to tell."""
    free = np.zeros(len(game_map.tileset.stacks), dtype=np.bool_)
    for stack in distinct_stacks(game_map.stacks):
        pile = game_map.tileset.tiles_of(stack)
        free[stack] = bool(pile) and all(tile.access[WALKING] == CLEAR or tile.kind == DOOR for tile in pile)
    found: Mask = free[game_map.stacks]
    return found


def entrances(game_map: Map) -> list[tuple[int, int]]:
    """Squares (x, y) where one comes in: the homes of players, else all homes, else where a player stands, else stairs
    and ways in, else the middle of the first room, else the first square of the largest part that hangs together. Empty
    when nobody can stand anywhere."""
    with_players = [home for home in game_map.homes if home.players]
    homes = [(home.x, home.y) for home in with_players or game_map.homes if not home.special or home.players]
    if homes:
        return homes
    players = [(creature.x, creature.y) for creature in game_map.creatures if creature.player is not None]
    players += [(thing.x, thing.y) for thing in game_map.objects if thing.glyph == "@"]
    if players:
        return players
    ways = [(thing.x, thing.y) for thing in game_map.objects if thing.glyph == "<"]
    tiles_of = game_map.tileset.tiles_of
    stairs = [stack for stack in distinct_stacks(game_map.stacks) if any(tile.glyph == "<" for tile in tiles_of(stack))]
    if stairs:
        ways += [(x, y) for y, x in np.argwhere(np.isin(game_map.stacks, stairs)).tolist()]
    if ways:
        return ways
    free = ground(game_map)
    for x, y, w, h in game_map.rooms.tolist()[:1]:
        if game_map.contains(x + w // 2, y + h // 2) and free[y + h // 2, x + w // 2]:
            return [(x + w // 2, y + h // 2)]
    labels, sizes = regions(free)
    if len(sizes) < 2:
        return []
    first = int(np.flatnonzero(labels == int(np.argmax(sizes[1:])) + 1)[0])
    x, y = game_map.position(first)
    return [(x, y)]


def from_entrance(game_map: Map) -> npt.NDArray[np.int32]:
    """(height, width): the steps from the nearest entrance, -1 where none leads. Raises GenerationError."""
    found = entrances(game_map)
    if not found:
        raise GenerationError("the map has no square to stand on, from which distances could count")
    return distances(ground(game_map), found)
