"""Minimal cores: the sets that a list of requirements shrinks to.

Deletion: leave out one requirement after the other. A requirement is needed when the rest can be met without it
(Chinneck and Dravnieks, "Locating minimal infeasible constraint sets in linear programs", 1991). Requirements that are
not needed are left out together, as many as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")


class TooHardError(Exception):
    """A problem is larger than an explanation may take time for."""


def shrink(requirements: Sequence[W], fits: Callable[[Sequence[W]], bool]) -> list[W]:
    """Return a minimal set of conflicting requirements: without any one of them, the others can be met.

    Of several such sets, it is the last one in the order of `requirements`. `fits` returns whether requirements can be
    met together. Fewer requirements never make a request harder. Raises ValueError when all can be met together.
    """
    if fits(requirements):
        raise ValueError("the requirements can be met together")
    needed: list[W] = []
    # Parts of the requirements that may be needed or not; the last part is tried next.
    parts = [list(requirements)]
    while parts:
        part = parts.pop()
        rest = [requirement for later in reversed(parts) for requirement in later]
        if not fits([*needed, *rest]):
            continue
        if len(part) <= 1:
            needed += part
        else:
            parts += [part[len(part) // 2 :], part[: len(part) // 2]]
    return needed
