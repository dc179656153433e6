"""Make sure that every player can reach the keys, and put lockpicks where a player cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, counted
from host.metrics.flood import Flood
from host.metrics.walkability import unlocked
from host.model.game_map import GameMap
from host.model.objects import LOCKPICKS, ItemStack
from host.model.rng import Stream
from host.model.tile import MAX_TILES


def ensure_connected(
    game_map: GameMap,
    starts: Sequence[int],
    keys: int,
    lockpicks: int,
    stream: Stream,
) -> list[int]:
    """Make sure that lockpicks or `keys` different keys can be reached from each start (a square).

    Where neither can, put lockpicks (the item index `lockpicks`) on a reachable square. Returns the squares that got
    lockpicks. Raises GenerationError when lockpicks are needed and no reachable square has room.
    """
    search = Reach(game_map)
    # A mod may name any item as lockpicks, such as one that opens nothing.
    placed_key = game_map.registry.get("item", lockpicks).fields.key
    flood = search.flood
    placed = []
    # Squares connected without keys to the starts so far.
    checked = 0
    for start in starts:
        if flood.bit(start) & checked:
            continue
        first = flood.spread(flood.bit(start), search.passable)
        reached, has_keys = search.explore(flood.bit(start), first, keys)
        if not has_keys:
            square = _room_for_lockpicks(game_map, flood, reached, stream)
            game_map.put_item(square, ItemStack(lockpicks))
            placed.append(square)
            if placed_key:
                search.keys.append((flood.bit(square), placed_key))
            # When a player still lacks keys, the next player gets an item, too.
            has_keys = placed_key == LOCKPICKS
        if has_keys:
            # Every start in the same part reaches the same keys.
            checked |= first
    return placed


class Reach:
    """The squares of a map that a walker reaches with keys. Squares are bits of a `Flood`."""

    def __init__(self, game_map: GameMap) -> None:
        self.flood = Flood(game_map.width, game_map.height)
        walkable, locked = unlocked(game_map)
        # Squares that are walkable without a key.
        self.passable = self.flood.bits(walkable)
        # (bit, key number) of the squares that a key opens.
        self._locked = [(self.flood.bit(square), key) for square, key in locked]
        # (bit, key number) of the keys and lockpicks that lie on the map.
        self.keys = [(self.flood.bit(square), key) for square, key in _keys(game_map)]

    def explore(self, start: int, reached: int, needed: int) -> tuple[int, bool]:
        """Return (squares that can be reached, whether lockpicks or `needed` keys are among them)."""
        passable = self.passable
        collected: set[int] = set()
        while True:
            seen = self.flood.grow(reached) | start
            new = {key for bit, key in self.keys if bit & seen} - collected
            collected |= new
            if LOCKPICKS in collected or (collected and len(collected) >= needed):
                return reached, True
            if not new:
                return reached, False
            opened = 0
            for bit, key in self._locked:
                if key in new:
                    opened |= bit
            passable |= opened
            reached = self.flood.spread(reached | seen & opened, passable)


def _keys(game_map: GameMap) -> Iterator[tuple[int, int]]:
    """Yield (square, key number) of every loose key and lockpick, and of those in the lowest container of a square."""
    # Mods may give an item another key at any time.
    types = game_map.registry.all("item")
    for square, stack in game_map.loose_items.items():
        if key := types[stack.item].fields.key:
            yield square, key
    first: dict[int, int] = {}
    for tile_slot, stack in game_map.stored.items():
        if types[stack.item].fields.key:
            square = tile_slot // MAX_TILES
            first[square] = min(tile_slot, first.get(square, tile_slot))
    for square, tile_slot in first.items():
        if square not in game_map.loose_items and not _is_stored_below(game_map, tile_slot):
            yield square, types[game_map.stored[tile_slot].item].fields.key


def _is_stored_below(game_map: GameMap, tile_slot: int) -> bool:
    """Return whether a lower tile on the same square stores something."""
    return any(lower in game_map.stored for lower in range(tile_slot - tile_slot % MAX_TILES, tile_slot))


def room_for_items(game_map: GameMap) -> npt.NDArray[np.bool_]:
    """Return, by square, whether an item of any category fits there that is not in a container."""
    stores = game_map.tileset.traits.array("stores").take(game_map.stacks.ravel())
    room: npt.NDArray[np.bool_] = (game_map.free_categories() >= 0) & ~stores
    return room


def _room_for_lockpicks(game_map: GameMap, flood: Flood, reached: int, stream: Stream) -> int:
    squares = flood.squares(reached)
    squares = squares[room_for_items(game_map)[squares]]
    if not len(squares):
        raise GenerationError(
            f"a player can reach only {counted(reached.bit_count(), 'square')} without the keys, and none of them has "
            "room for lockpicks; give the dungeon more floor with an item category"
        )
    return int(squares[stream.below(len(squares))])
