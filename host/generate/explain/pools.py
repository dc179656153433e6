"""Why a draw from a pool is impossible: what is current where the path has a ~, and entries without a weight."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from host.generate.explain.core import shrink
from host.generate.explain.explainer import RecordedCall
from host.generate.explain.explanation import Explanation, MapRequirement


class Tilde(NamedTuple):
    """A ~ in a path: its depth, the segment that it stands for, and what set it, with file and line if a call did."""

    depth: int
    segment: str
    setting: str
    file: str | None
    line: int | None


class UnweightedEntry(NamedTuple):
    """An entry without a weight: its name, and where it was added."""

    name: str
    file: str | None
    line: int | None


class PoolNode(NamedTuple):
    """A pool that the path may name if each ~ stands for any segment."""

    path: str
    # The segment at the depth of each ~.
    segments: tuple[str, ...]
    # Whether a draw can return anything.
    has_weight: bool
    # Where it was registered; None for a pool of the host.
    file: str | None
    line: int | None
    # If it has no weight, all its entries.
    entries: tuple[UnweightedEntry, ...]


def explain_draw(
    path: str, root: str, tildes: Sequence[Tilde], nodes: Sequence[PoolNode], reason: str, call: RecordedCall
) -> Explanation:
    """Return why a draw from a path is impossible."""
    current = tuple(tilde.segment for tilde in tildes)
    target = next((node for node in nodes if node.segments == current), None)
    requirements = [
        MapRequirement("draw", f'{call.function}("{path}")', call.file, call.line, "without the draw"),
        *(
            MapRequirement("current", f'{tilde.setting} is "{tilde.segment}"', tilde.file, tilde.line)
            for tilde in tildes
        ),
        *_pool_requirements(target),
    ]
    first_of_pool = 1 + len(tildes)

    def fits(chosen: Collection[int]) -> bool:
        if 0 not in chosen:
            return True
        if target is not None and any(i not in chosen for i in range(first_of_pool, len(requirements))):
            return True
        return _choose(nodes, current, chosen) is not None

    positions = range(len(requirements))
    core = shrink(positions, fits)
    remedies, example = [], ""
    for i, position in enumerate(core):
        rest = [other for other in positions if other != position]
        if not fits(rest):
            continue
        remedies.append(i)
        node = _choose(nodes, current, rest)
        if not example and node is not None:
            tilde = tildes[position - 1]
            segment = node.segments[position - 1]
            example = f'with Pools.setCurrent("{root}", {tilde.depth}, "{segment}"), for "{node.path}"'
        elif not example and position >= first_of_pool:
            example = requirements[position].relaxed
    return Explanation(call.function, reason, tuple(requirements[i] for i in core), tuple(remedies), example)


def _choose(nodes: Sequence[PoolNode], current: Sequence[str], chosen: Collection[int]) -> PoolNode | None:
    """Return a pool with a weight that the path names, where only the chosen settings stay."""
    for node in nodes:
        stays = all(
            named == segment or i not in chosen
            for i, (named, segment) in enumerate(zip(node.segments, current, strict=True), 1)
        )
        if node.has_weight and stays:
            return node
    return None


def _pool_requirements(node: PoolNode | None) -> list[MapRequirement]:
    """Return the requirements of the pool that a path names: that it is empty, or that its entries have no weight."""
    if node is None:
        return []
    if not node.entries:
        return [
            MapRequirement(
                "pool",
                f'"{node.path}" is a pool without entries{"" if node.file else " (the host registers it)"}',
                node.file,
                node.line,
                f'with Pools.addToSubpool("{node.path}", id)',
            )
        ]
    return [
        MapRequirement(
            "entry of a pool", f'"{node.path}": {name} has no mass', file, line, f"with a mass of {name} above 0"
        )
        for name, file, line in node.entries
    ]
