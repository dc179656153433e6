"""For whom a map is shown: its master sees everything, its players what they may know before they play."""

from __future__ import annotations

import json

import numpy as np

from host.metrics.contents import is_creature, is_item, is_player, is_trap
from host.model.document import dumps, list_lockables, to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.tile import BLOCKED, DOOR, MAX_TILES
from host.model.tile_set import EMPTY


def for_players(game_map: GameMap) -> GameMap:
    """Return a copy of a map without monsters, items, traps, quest and events, and with walls for secret doors.

    The copy does not say what made it, because whoever knows the seed can make the whole map.
    """
    shown = from_document(json.loads(dumps(to_document(game_map))))
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
    _wall_up(shown)
    return shown


def is_secret_door(tile_id: str) -> bool:
    """Return whether a door is secret, by the id of its tile."""
    return "secret" in tile_id


def _wall_up(game_map: GameMap) -> None:
    """Turn each secret door into the most usual wall beside it; without one, into the most usual wall of the map."""
    secret = [
        tile_slot // MAX_TILES
        for tile_slot, tile, _ in list_lockables(game_map)
        if tile.kind == DOOR and is_secret_door(tile.prototype.id)
    ]
    traits = game_map.tileset.traits
    is_wall = (traits.array("walking") == BLOCKED) & (traits.array("missiles") == BLOCKED) & ~traits.array("lockable")
    is_wall[EMPTY] = False
    counts = np.bincount(game_map.stacks.ravel(), minlength=len(is_wall)) * is_wall
    walls = np.where(is_wall[game_map.stacks], game_map.stacks, EMPTY)
    for square in secret:
        x, y = game_map.position(square)
        beside = [
            int(walls[b, a]) for a, b in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if game_map.contains(a, b)
        ]
        wall = max(beside, key=lambda stack: counts[stack], default=EMPTY)
        game_map.set_stack(square, wall if is_wall[wall] else int(counts.argmax()))
