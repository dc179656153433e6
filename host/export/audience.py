"""For whom a map is shown (`--for`): its master sees everything, its players what they may know before they play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from host.metrics.contents import is_creature, is_item, is_player, is_trap
from host.metrics.distances import distances
from host.metrics.entrances import entrances
from host.metrics.regions import regions
from host.metrics.walkability import Mask, Means, walkable
from host.model.document import dumps, list_lockables, to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.tile import BLOCKED, DOOR, MAX_TILES
from host.model.tile_set import EMPTY
from host.render.terrain.doors import is_secret


def for_players(game_map: GameMap) -> GameMap:
    """Return a copy of a map without monsters, items, traps, quest and events, and without secret doors.

    Secret doors are walls, and so is everything to which they alone lead. The copy does not say what made it, because
    whoever knows the seed can make the whole map.
    """
    shown = _copy(game_map)
    was_reached = _reached(shown)
    secret = _wall_up(shown)
    if secret:
        # Before items go: a copy has the colours of keys that are on its map.
        shown = _without_hidden(shown, was_reached, secret)
    shown.origin = None
    shown.quest, shown.events, shown.zones = {}, [], []
    for square in [*shown.loose_items]:
        shown.take_item(square)
    shown.stored.clear()
    shown.traps.clear()
    for creature in shown.living_creatures:
        if creature.player is None:
            shown.remove_creature(creature)
    shown.objects = [
        thing if is_player(thing) else thing._replace(carried=())
        for thing in shown.objects
        if is_player(thing) or not (is_creature(thing) or is_item(thing) or is_trap(thing))
    ]
    return shown


def _reached(game_map: GameMap) -> Mask:
    """Return where somebody who opens all doors can go."""
    return distances(walkable(game_map, Means.DOORS), entrances(game_map)) >= 0


def _copy(game_map: GameMap, rooms: Sequence[int] | None = None) -> GameMap:
    """Return a copy of a map, with those rooms alone if they are passed."""
    document = json.loads(dumps(to_document(game_map)))
    for name in ("rooms", "room_names"):
        if rooms is not None and name in document:
            document[name] = [document[name][room] for room in rooms]
    return from_document(document)


def _is_wall(game_map: GameMap) -> npt.NDArray[np.bool_]:
    """Return for each stack of tiles whether it is a wall."""
    traits = game_map.tileset.traits
    is_wall: npt.NDArray[np.bool_] = (traits.array("walking") == BLOCKED) & (traits.array("missiles") == BLOCKED)
    is_wall &= ~traits.array("lockable")
    is_wall[EMPTY] = False
    return is_wall


def _wall_up(game_map: GameMap) -> list[int]:
    """Turn each secret door into the most usual wall beside it; without one, into the most usual wall of the map.

    Returns the squares of the doors.
    """
    secret = [
        tile_slot // MAX_TILES
        for tile_slot, tile, _ in list_lockables(game_map)
        if tile.kind == DOOR and is_secret(tile)
    ]
    is_wall = _is_wall(game_map)
    counts = np.bincount(game_map.stacks.ravel(), minlength=len(is_wall)) * is_wall
    walls = np.where(is_wall[game_map.stacks], game_map.stacks, EMPTY)
    for square in secret:
        x, y = game_map.position(square)
        beside = [int(walls[b, a]) for a, b in _beside(game_map, x, y)]
        wall = max(beside, key=lambda stack: counts[stack], default=EMPTY)
        game_map.set_stack(square, wall if is_wall[wall] else int(counts.argmax()))
    return secret


def _without_hidden(game_map: GameMap, was_reached: Mask, secret: list[int]) -> GameMap:
    """Return a map without what nobody reaches any more, and without the hallways that ended at `secret` doors."""
    reached = _reached(game_map)
    _fill_dead_ends(game_map, reached, secret)
    is_wall = _is_wall(game_map)
    walls = is_wall[game_map.stacks]
    parts = regions(~walls & ~reached & (game_map.stacks != EMPTY), diagonal=True).labels
    hidden = np.isin(parts, parts[was_reached & (parts > 0)])
    # Also the walls around: rock is a wall, or nothing where the map has squares without tiles.
    seen = ~walls & ~hidden & (game_map.stacks != EMPTY)
    usual = int((np.bincount(game_map.stacks.ravel(), minlength=len(is_wall)) * is_wall).argmax())
    rock = EMPTY if (game_map.stacks == EMPTY).any() else usual
    gone = (hidden | (walls & _grown(hidden))) & ~_grown(seen)
    stacks = np.where(gone, np.int32(rock), np.int32(usual))
    game_map.set_stacks(gone | hidden, stacks)
    game_map.homes = [home for home in game_map.homes if not hidden[home.y, home.x]]
    game_map.objects = [one for one in game_map.objects if not hidden[one.y, one.x]]
    kept = []
    for room, inside in enumerate(_insides(game_map)):
        if reached[inside].any() or not hidden[inside].any():
            kept.append(room)
    return _copy(game_map, kept)


def _insides(game_map: GameMap) -> Iterator[tuple[slice, slice]]:
    """Yield the rows and columns of each room, without its walls."""
    for x, y, width, height in game_map.rooms.tolist():
        yield slice(max(y + 1, 0), max(y + height - 1, 0)), slice(max(x + 1, 0), max(x + width - 1, 0))


def _fill_dead_ends(game_map: GameMap, reached: Mask, secret: list[int]) -> None:
    """Fill hallways that led to secret doors alone with the walls there; `reached` loses their squares."""
    is_hallway = reached.copy()
    for inside in _insides(game_map):
        is_hallway[inside] = False
    for x, y in entrances(game_map):
        is_hallway[y, x] = False
    for door in secret:
        ends = [door]
        while ends:
            for x, y in _beside(game_map, *game_map.position(ends.pop())):
                if is_hallway[y, x] and sum(reached[b, a] for a, b in _beside(game_map, x, y)) <= 1:
                    reached[y, x] = is_hallway[y, x] = False
                    game_map.set_stack(game_map.square(x, y), game_map.stack(door))
                    ends.append(game_map.square(x, y))


def _beside(game_map: GameMap, x: int, y: int) -> list[tuple[int, int]]:
    """Return the four squares beside a square, those of the map."""
    return [(a, b) for a, b in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if game_map.contains(a, b)]


def _grown(mask: Mask) -> Mask:
    """Return the squares of a mask, and the eight around each."""
    height, width = mask.shape
    padded = np.pad(mask, 1)
    grown = np.zeros_like(mask)
    for y in range(3):
        for x in range(3):
            grown |= padded[y : y + height, x : x + width]
    return grown
