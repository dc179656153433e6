"""What lies in pools, as the library and the command line show it."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where a mod registered something: "mod/path.lua" and a line from 1."""

    file: str
    line: int


class PoolEntry(NamedTuple):
    """What a pool may give."""

    # A position in the list of the root, or the id of a prototype.
    id: int | str
    # What it is called, as far as that is known.
    name: str
    mass: float
    # How many there are before anything is drawn; None in an infinite pool.
    quantity: int | None
    # Of getting it in a draw from the full pool, 0 to 1.
    probability: float
    # Who put it here, several when masses were added up; empty in a root, which holds everything.
    places: tuple[Place, ...]


class Pool(NamedTuple):
    """A node of a tree of pools."""

    # `e.z1.f2.enemy`
    path: str
    # Its own segment of the path.
    name: str
    # 0 for a root.
    depth: int
    infinite: bool
    # Whether `~` means it now.
    current: bool
    # The weights of all entries: mass times quantity.
    total: float
    # None when the host registers it.
    place: Place | None
    entries: tuple[PoolEntry, ...]
