"""Random squares that can be reached from other squares within a number of steps."""

from __future__ import annotations

from collections.abc import Iterable

from host.errors import GenerationError
from host.generate.scatter import scatter
from host.metrics.distances import distances
from host.metrics.walkability import Mask
from host.model.rng import Stream


def place_reachable(
    free: Mask,
    sources: Iterable[tuple[int, int]],
    stream: Stream,
    *,
    count: int = 1,
    distance: float = 1.0,
    least: int = 1,
    most: int | None = None,
    avoid: Iterable[tuple[int, int]] = (),
    taken: Iterable[tuple[int, int]] = (),
    diagonal: bool = False,
) -> list[tuple[int, int]]:
    """Return `count` random `free` squares (x, y) that are `least` to `most` steps from the nearest of `sources`.

    `free` is (height, width). The squares are at least `distance` from each other, as in `scatter`. Paths do not
    cross squares of `avoid`. The result has no square of `avoid` and of `taken`. Raises GenerationError when there are
    fewer squares.
    """
    passable = free.copy()
    for x, y in avoid:
        passable[y, x] = False
    steps = distances(passable, sources, diagonal=diagonal)
    candidates = passable & (steps >= max(0, least))
    if most is not None:
        candidates &= steps <= most
    for x, y in taken:
        candidates[y, x] = False
    squares = scatter(candidates, distance, stream, count)
    if len(squares) < count:
        placed = f"only {len(squares)} of {count} squares" if squares else "no square"
        apart = f", {distance:g} apart," if squares and distance > 1 else ""
        limit = (
            f" in {least} to {most} steps" if most is not None else f" in at least {least} steps" if least > 1 else ""
        )
        raise GenerationError(f"{placed}{apart} can be reached{limit}")
    return squares
