"""Pools from which nothing can ever be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from host.checking.diagnostic import Finding, found
from host.engine.pools import Place, Pool
from host.errors import listing


def never_drawn(pools: Sequence[Pool], mod: str) -> Iterator[Finding]:
    """Findings for the pools, each after its parent, that a mod registered or filled."""
    empty: dict[Place, list[str]] = {}
    for pool, is_leaf in zip(pools, _leaves(pools), strict=True):
        weightless = pool.entries and not pool.total
        if weightless and pool.place is None and not pool.depth:
            # The list of the host's root: what is in it is drawn from below.
            continue
        place = _place_of(pool, mod)
        if weightless and place:
            yield found(
                "pool-never",
                mod,
                f'the pool "{pool.path}" can never give anything: {_why(pool)}',
                file=place.file,
                line=place.line,
                hint="give a record a mass greater than 0",
            )
        elif not pool.entries and is_leaf and pool.depth and pool.place and _owner(pool.place) == mod:
            empty.setdefault(pool.place, []).append(pool.path)
    for place, paths in empty.items():
        more = f" (and {len(paths) - 1} more of this kind)" if len(paths) > 1 else ""
        yield found(
            "pool-empty",
            mod,
            f'nothing is in the pool "{paths[0]}"{more}: a draw from it is an error until a mod adds something',
            file=place.file,
            line=place.line,
            hint=f'Pools.addToSubpool("{paths[0]}", id) adds to it',
        )
    yield from _missing_where_current(pools, mod)


def _missing_where_current(pools: Sequence[Pool], mod: str) -> Iterator[Finding]:
    """Pools that `~` leads to and that have nothing, where one beside them has what a mod put there."""
    by_path = {pool.path: pool for pool in pools}
    told = set()
    for pool in pools:
        names = pool.path.split(".")
        for depth in range(1, len(names) - 1):
            beside = by_path[".".join(names[: depth + 1])]
            if beside.current:
                continue
            for other in pools:
                is_sibling = other.depth == depth and other.path.rpartition(".")[0] == ".".join(names[:depth])
                if not (other.current and is_sibling):
                    continue
                current = by_path.get(".".join([other.path, *names[depth + 1 :]]))
                place = _place_of(pool, mod)
                if current is None or current.total or not pool.total or place is None or current.path in told:
                    continue
                told.add(current.path)
                with_tilda = ".".join([*names[:depth], "~", *names[depth + 1 :]])
                yield found(
                    "pool-never",
                    mod,
                    f'a draw from "{with_tilda}" is one from "{current.path}" now, which has nothing, while '
                    f'"{pool.path}" has: ~ is {other.name}, as Pools.setCurrent says',
                    file=place.file,
                    line=place.line,
                    hint=f'add to "{".".join([*names[:depth], "*", *names[depth + 1 :]])}", or to "{current.path}"',
                )


def _leaves(pools: Sequence[Pool]) -> list[bool]:
    depths = [*(pool.depth for pool in pools), 0]
    return [after <= depth for depth, after in pairwise(depths)]


def _owner(place: Place) -> str:
    return place.file.partition("/")[0]


def _place_of(pool: Pool, mod: str) -> Place | None:
    """Where a mod registered a pool, or put something into it."""
    places = [*([pool.place] if pool.place else []), *(place for entry in pool.entries for place in entry.places)]
    return next((place for place in places if _owner(place) == mod), None)


def _why(pool: Pool) -> str:
    names = [str(entry.name or entry.id) for entry in pool.entries[:3]]
    those = listing([*names, f"{len(pool.entries) - 3} more"] if len(pool.entries) > 3 else names, "and")
    if any(entry.mass for entry in pool.entries):
        return f"there is none of {those} in it"
    return f"all of {those} have the mass 0" if len(pool.entries) > 1 else f"{those} has the mass 0"
