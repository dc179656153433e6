"""Pools of mods as the library and the command line show them, and draws from them (`--draw`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from host.border.state import LuaState
from host.border.values import Table
from host.dialects import lua_functions
from host.errors import ModError, RequestError
from host.errors.spelling import did_you_mean, find_named


class Place(NamedTuple):
    """The source location where a mod registered something: "mod/path.lua" and a line from 1."""

    file: str
    line: int


class PoolEntry(NamedTuple):
    """An entry of a pool."""

    # A position in the list of the root, or the id of a prototype.
    id: int | str
    # Its name, as far as the host can find one.
    name: str
    mass: float
    # How many there are before anything is drawn; None in an infinite pool.
    quantity: int | None
    # The chance of a draw from the full pool, 0 to 1.
    probability: float
    # Where it was added, several places when masses were added up; empty in a root, which holds everything.
    places: tuple[Place, ...]


class PoolListing(NamedTuple):
    """A node of a tree of pools."""

    # `e.z1.f2.enemy`
    path: str
    # The last segment of the path.
    name: str
    # 0 for a root.
    depth: int
    infinite: bool
    # Whether `~` in a path means this pool now.
    current: bool
    # The sum of the weights of all entries: mass times quantity.
    total: float
    # Where it was registered; None for a pool of the host.
    place: Place | None
    entries: tuple[PoolEntry, ...]


def list_pools(lua: LuaState, path: str, *, below: bool) -> list[PoolListing]:
    """Return the pools at a path ("" for all), each after its parent, and with `below` those below them.

    Raises RequestError for a path that names no pool.
    """
    with _request(lua, path) as named:
        nodes: Table = lua.call(lua_functions.list_pools, named, below)
    return [_read_pool(node.fields) for node in nodes.items]


def sample_pool(lua: LuaState, path: str, draws: int) -> list[int]:
    """Return how often each entry of a pool was drawn, in order of entries, in draws from the full pool.

    Raises RequestError for a path that names no pool, or several, and for an empty pool.
    """
    with _request(lua, path) as named:
        counts: Table = lua.call(lua_functions.sample_pool, named, draws)
    return counts.items


@contextmanager
def _request(lua: LuaState, path: str) -> Iterator[str]:
    """Give the path of the pool that is meant by one with other marks, or in another case.

    Turns errors that no line of a mod caused into RequestError: the path of the request caused them.
    """
    nodes: Table | None = lua.call(lua_functions.list_pools, "", True) if path else None
    paths = [node.fields["path"] for node in nodes.items] if nodes is not None else []
    named = find_named(path, paths)
    try:
        yield named
    except ModError as error:
        if error.file is not None:
            raise
        # The name of a pool that exists is right.
        hint = error.hint or (None if named in paths else did_you_mean(path, paths))
        raise RequestError(error.message, hint=hint) from error


def _read_pool(fields: Mapping[str, Any]) -> PoolListing:
    """Return a pool from the fields that Lua gives it."""
    total, infinite = fields["total"], fields["infinite"]
    ids, names, masses = (fields[name].items for name in ("ids", "names", "masses"))
    quantities = [None] * len(ids) if infinite else fields["quantities"].items
    places = [tuple(_read_place(place.fields) for place in row.items) for row in fields["places"].items]
    return PoolListing(
        path=fields["path"],
        name=fields["name"],
        depth=fields["depth"],
        infinite=infinite,
        current=fields["current"],
        total=total,
        place=_read_place(fields) if "file" in fields else None,
        entries=tuple(
            PoolEntry(
                identity, name, mass, quantity, mass * (1 if infinite else quantity) / total if total else 0.0, by
            )
            for identity, name, mass, quantity, by in zip(
                ids, names, masses, quantities, places or [()] * len(ids), strict=True
            )
        ),
    )


def _read_place(fields: Mapping[str, Any]) -> Place:
    return Place(fields["file"], fields["line"])
