"""Changes of a map, recorded until they are taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from host.model.objects import Creature

if TYPE_CHECKING:
    from host.model.map import Map

_NO_SQUARES = np.zeros(0, dtype=np.int64)


class Changes(NamedTuple):
    """What changed on a map."""

    # Squares with other tiles, and with other loose items, ascending.
    tiles: npt.NDArray[np.int64]
    items: list[int]
    # Uid -> creature, or None for one that left, ascending.
    creatures: dict[int, Creature | None]


_NO_CHANGES = Changes(_NO_SQUARES, [], {})


def record_changes(game_map: Map, changed_maps: set[Map]) -> None:
    """Record the changes of a map from now on; `changed_maps` contains the map while there are any."""
    if game_map.changes is None:
        game_map.changes = ChangeRecord(game_map, changed_maps)


def take_changes(game_map: Map) -> Changes:
    """Return and clear the recorded changes of a map."""
    return _NO_CHANGES if game_map.changes is None else game_map.changes.take()


def end_record(game_map: Map) -> None:
    """Drop the recorded changes of a map, and record no more."""
    take_changes(game_map)
    game_map.changes = None


@contextmanager
def unrecorded(game_map: Map) -> Iterator[None]:
    """Record no changes within a block: the code that takes the changes makes these changes itself."""
    before, game_map.changes = game_map.changes, None
    try:
        yield
    finally:
        game_map.changes = before


class ChangeRecord:
    """The changes of a map since they were last taken. `changed_maps` contains the map while there are any."""

    __slots__ = ("_changed_maps", "_creatures", "_items", "_map", "_tiles")

    def __init__(self, game_map: Map, changed_maps: set[Map]) -> None:
        self._map = game_map
        self._changed_maps = changed_maps
        # Squares and arrays of squares.
        self._tiles: list[int | npt.NDArray[np.int64]] = []
        self._items: set[int] = set()
        self._creatures: dict[int, Creature | None] = {}

    def take(self) -> Changes:
        """Return and clear the changes."""
        parts, self._tiles = self._tiles, []
        items, self._items = self._items, set()
        creatures, self._creatures = self._creatures, {}
        self._changed_maps.discard(self._map)
        squares = np.unique(np.concatenate([np.atleast_1d(part) for part in parts])) if parts else _NO_SQUARES
        return Changes(squares, sorted(items), dict(sorted(creatures.items())))

    def add_tiles(self, squares: int | npt.NDArray[np.int64]) -> None:
        """Record squares whose tiles changed."""
        self._changed_maps.add(self._map)
        self._tiles.append(squares)

    def add_items(self, square: int) -> None:
        """Record a square whose loose items changed."""
        self._changed_maps.add(self._map)
        self._items.add(square)

    def add_creature(self, uid: int, creature: Creature | None) -> None:
        """Record a creature that arrived, moved or changed; None for one that left."""
        self._changed_maps.add(self._map)
        self._creatures[uid] = creature
