"""Checks of pools: those from which nothing can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from host.engine.pools import Place, PoolListing
from host.errors import listing
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic


def never_drawn(pools: Sequence[PoolListing], mod: str) -> Iterator[Diagnostic]:
    """Yield diagnostics for the pools that a mod registered or filled; `pools` has each after its parent."""
    empty: dict[Place, list[str]] = {}
    for pool, is_leaf in zip(pools, _leaves(pools), strict=True):
        weightless = pool.entries and not pool.total
        if weightless and pool.place is None and not pool.depth:
            # A root lists all entries of the pools below it, from which they are drawn.
            continue
        place = _place_of(pool, mod)
        if weightless and place:
            yield new_diagnostic(
                "pool-never",
                mod,
                f'the pool "{pool.path}" can never return anything: {_why(pool)}',
                file=place.file,
                line=place.line,
                hint="give a record a mass greater than 0",
            )
        elif not pool.entries and is_leaf and pool.depth and pool.place and _owner(pool.place) == mod:
            empty.setdefault(pool.place, []).append(pool.path)
    for place, paths in empty.items():
        more = f" (and {len(paths) - 1} more of this kind)" if len(paths) > 1 else ""
        yield new_diagnostic(
            "pool-empty",
            mod,
            f'the pool "{paths[0]}"{more} has no entries: a draw from it is an error until a mod adds one',
            file=place.file,
            line=place.line,
            hint=f'Pools.addToSubpool("{paths[0]}", id) adds to it',
        )
    yield from _missing_where_current(pools, mod)


def _missing_where_current(pools: Sequence[PoolListing], mod: str) -> Iterator[Diagnostic]:
    """Yield diagnostics for empty pools that `~` leads to while a sibling has entries of the mod."""
    by_path = {pool.path: pool for pool in pools}
    reported = set()
    for pool in pools:
        names = pool.path.split(".")
        for depth in range(1, len(names) - 1):
            sibling = by_path[".".join(names[: depth + 1])]
            if sibling.current:
                continue
            for other in pools:
                is_sibling = other.depth == depth and other.path.rpartition(".")[0] == ".".join(names[:depth])
                if not (other.current and is_sibling):
                    continue
                current = by_path.get(".".join([other.path, *names[depth + 1 :]]))
                place = _place_of(pool, mod)
                if current is None or current.total or not pool.total or place is None or current.path in reported:
                    continue
                reported.add(current.path)
                with_tilda = ".".join([*names[:depth], "~", *names[depth + 1 :]])
                yield new_diagnostic(
                    "pool-never",
                    mod,
                    f'a draw from "{with_tilda}" is now a draw from "{current.path}", which has no entries, while '
                    f'"{pool.path}" has some: Pools.setCurrent made {other.name} the current pool',
                    file=place.file,
                    line=place.line,
                    hint=f'add to "{".".join([*names[:depth], "*", *names[depth + 1 :]])}", or to "{current.path}"',
                )


def _leaves(pools: Sequence[PoolListing]) -> list[bool]:
    depths = [*(pool.depth for pool in pools), 0]
    return [after <= depth for depth, after in pairwise(depths)]


def _owner(place: Place) -> str:
    return place.file.partition("/")[0]


def _place_of(pool: PoolListing, mod: str) -> Place | None:
    """Return where a mod registered a pool or added an entry to it, or None."""
    places = [*([pool.place] if pool.place else []), *(place for entry in pool.entries for place in entry.places)]
    return next((place for place in places if _owner(place) == mod), None)


def _why(pool: PoolListing) -> str:
    names = [str(entry.name or entry.id) for entry in pool.entries[:3]]
    those = listing([*names, f"{len(pool.entries) - 3} more"] if len(pool.entries) > 3 else names, "and")
    if any(entry.mass for entry in pool.entries):
        return f"the quantity of {those} is 0"
    return f"all of {those} have the mass 0" if len(pool.entries) > 1 else f"{those} has the mass 0"
