"""Changes of a map, recorded until they are taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from host.model.objects import Creature

_NO_SQUARES = np.zeros(0, dtype=np.int64)


class Changes(NamedTuple):
    """What changed on a map."""

    # Squares with other tiles, and with other loose items, ascending.
    tiles: npt.NDArray[np.int64]
    items: list[int]
    # Uid -> creature, or None for one that left, ascending.
    creatures: dict[int, Creature | None]


_NO_CHANGES = Changes(_NO_SQUARES, [], {})


class Recorded(Protocol):
    """A map, whose changes are recorded while it has a record."""

    changes: ChangeRecord | None


def record_changes(game_map: Recorded, unread: set[ChangeRecord]) -> None:
    """Record the changes of a map from now on; `unread` contains the record while there are any."""
    if game_map.changes is None:
        game_map.changes = ChangeRecord(unread)


def take_changes(game_map: Recorded) -> Changes:
    """Return and clear the recorded changes of a map."""
    return _NO_CHANGES if game_map.changes is None else game_map.changes.take()


def end_record(game_map: Recorded) -> None:
    """Drop the recorded changes of a map, and record no more."""
    take_changes(game_map)
    game_map.changes = None


@contextmanager
def unrecorded(game_map: Recorded) -> Iterator[None]:
    """Record no changes within a block: the code that takes the changes makes these changes itself."""
    before, game_map.changes = game_map.changes, None
    try:
        yield
    finally:
        game_map.changes = before


class ChangeRecord:
    """The changes of a map since they were last taken. `unread` contains the record while there are any."""

    __slots__ = ("_creatures", "_items", "_tiles", "_unread")

    def __init__(self, unread: set[ChangeRecord]) -> None:
        self._unread = unread
        # Squares and arrays of squares.
        self._tiles: list[int | npt.NDArray[np.int64]] = []
        self._items: set[int] = set()
        self._creatures: dict[int, Creature | None] = {}

    def take(self) -> Changes:
        """Return and clear the changes."""
        parts, self._tiles = self._tiles, []
        items, self._items = self._items, set()
        creatures, self._creatures = self._creatures, {}
        self._unread.discard(self)
        squares = np.unique(np.concatenate([np.atleast_1d(part) for part in parts])) if parts else _NO_SQUARES
        return Changes(squares, sorted(items), dict(sorted(creatures.items())))

    def add_tiles(self, squares: int | npt.NDArray[np.int64]) -> None:
        """Record squares whose tiles changed."""
        self._unread.add(self)
        self._tiles.append(squares)

    def add_items(self, square: int) -> None:
        """Record a square whose loose items changed."""
        self._unread.add(self)
        self._items.add(square)

    def add_creature(self, uid: int, creature: Creature | None) -> None:
        """Record a creature that arrived, moved or changed; None for one that left."""
        self._unread.add(self)
        self._creatures[uid] = creature
