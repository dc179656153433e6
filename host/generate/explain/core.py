"""Minimal cores: the smallest sets that a list of wishes shrinks to.

Deletion: leave out one wish after the other; those without which the rest can be met are needed (Chinneck and
Dravnieks, "Locating minimal infeasible constraint sets in linear programs", 1991).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

W = TypeVar("W", bound=Hashable)


class TooHardError(Exception):
    """A problem is larger than an explanation may take time for."""


def shrink(wishes: Sequence[W], conflict: Callable[[Sequence[W]], Sequence[W] | None]) -> list[W]:
    """Return wishes that cannot hold together, of which any one less can, in their order.

    `conflict` returns some of its wishes that cannot hold together, or None when all can. Fewer wishes never make a
    request harder. Raises ValueError when all `wishes` can hold together.
    """
    first = conflict(wishes)
    if first is None:
        raise ValueError("the wishes can hold together")
    core = list(first)
    for wish in list(core):
        if wish in core:
            smaller = conflict([other for other in core if other != wish])
            core = core if smaller is None else list(smaller)
    needed = set(core)
    return [wish for wish in wishes if wish in needed]


def conflict_of(fits: Callable[[Sequence[W]], bool]) -> Callable[[Sequence[W]], Sequence[W] | None]:
    """Return the argument of `shrink` for a function that only says whether wishes can hold together."""
    return lambda wishes: None if fits(wishes) else wishes
