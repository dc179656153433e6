"""Minimal cores: the smallest sets that a list of wishes shrinks to.

Deletion: leave out one wish after the other; those without which the rest can be met are needed (Chinneck and
Dravnieks, "Locating minimal infeasible constraint sets in linear programs", 1991). Wishes that are not needed are left
out together, as many as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")


class TooHardError(Exception):
    """A problem is larger than an explanation may take time for."""


def shrink(wishes: Sequence[W], fits: Callable[[Sequence[W]], bool]) -> list[W]:
    """Return wishes that cannot hold together, of which any one less can: the last ones of `wishes` that are such.

    `fits` returns whether wishes can hold together. Fewer wishes never make a request harder. Raises ValueError when
    all `wishes` can hold together.
    """
    if fits(wishes):
        raise ValueError("the wishes can hold together")
    needed: list[W] = []
    # Parts of the wishes, the next one at the end, of which it is not known whether they are needed.
    parts = [list(wishes)]
    while parts:
        part = parts.pop()
        rest = [wish for later in reversed(parts) for wish in later]
        if not fits([*needed, *rest]):
            continue
        if len(part) <= 1:
            needed += part
        else:
            parts += [part[len(part) // 2 :], part[: len(part) // 2]]
    return needed
