"""What the cells of a layout may be filled with: door masks and homes of segments, as few as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from host.model.segment import Segment

# Values for which those that another one surpasses are left out: each is compared with each.
_MOST_COMPARED = 800


class Value(NamedTuple):
    """What a cell may be filled with."""

    # By side (north, east, south, west) of the layout as the mod gave it: a bit for each class of positions of doors.
    masks: tuple[int, ...]
    homes: int
    # Mode -> (segment, orientation).
    sources: dict[int, tuple[Segment, int]]

    def surpasses(self, other: Value) -> bool:
        """Return whether this fits wherever another value does."""
        return (
            self.homes >= other.homes
            and all(mask & other_mask == other_mask for mask, other_mask in zip(self.masks, other.masks, strict=True))
            and self.sources.keys() >= other.sources.keys()
        )


def classes_of_positions(lists: Iterable[Iterable[Value]]) -> list[int]:
    """Return positions of doors, one of each class: in the same masks; without those that another one surpasses."""
    masks = list(dict.fromkeys(mask for values in lists for value in values for mask in value.masks if mask))
    union = 0
    for mask in masks:
        union |= mask
    # The masks that have a position, as bits -> the first such position.
    patterns: dict[int, int] = {}
    for position in range(union.bit_length()):
        pattern = sum(1 << i for i, mask in enumerate(masks) if mask >> position & 1)
        if pattern:
            patterns.setdefault(pattern, position)
    # Where no segment has a position for a door, the ideal one has.
    return [
        position
        for pattern, position in patterns.items()
        if not any(other != pattern and other & pattern == pattern for other in patterns)
    ] or [0]


def compress(values: Iterable[Value], positions: Sequence[int]) -> list[Value]:
    """Return values with a bit for each of some positions."""
    return _merge(
        Value(
            tuple(sum(1 << i for i, position in enumerate(positions) if mask >> position & 1) for mask in value.masks),
            value.homes,
            value.sources,
        )
        for value in values
    )


def _merge(values: Iterable[Value]) -> list[Value]:
    """Return values without repetitions, each with all modes and the first source in each."""
    merged: dict[tuple[tuple[int, ...], int], Value] = {}
    for value in values:
        value_of_masks = merged.setdefault((value.masks, value.homes), Value(value.masks, value.homes, {}))
        for mode, source in value.sources.items():
            value_of_masks.sources.setdefault(mode, source)
    return list(merged.values())


def best_values(values: Iterable[Value], sides: Sequence[bool]) -> list[Value]:
    """Return the values for a cell that has exits on some sides, without those that another one surpasses."""
    projected = _merge(
        value._replace(masks=tuple(mask if is_open else 0 for mask, is_open in zip(value.masks, sides, strict=True)))
        for value in values
    )
    if len(projected) > _MOST_COMPARED:
        return projected
    best: list[Value] = []
    # A value that surpasses another has as many bits and homes.
    projected.sort(
        key=lambda value: (-sum(mask.bit_count() for mask in value.masks) - value.homes, -len(value.sources))
    )
    for value in projected:
        if not any(other.surpasses(value) for other in best):
            best.append(value)
    return best
