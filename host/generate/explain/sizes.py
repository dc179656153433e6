"""Why segments cannot be in one dungeon: their sizes, and turning those that are not square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.generate.explain.core import shrink
from host.generate.explain.explanation import Explanation, MapRequirement
from host.model.segment import Segment, SegmentList


def explain_sizes(
    lists: Mapping[str, SegmentList], reason: str, file: str | None, line: int | None, *, turn: bool
) -> Explanation | None:
    """Return why segments of some lists cannot be in one dungeon; None when their sizes are no reason.

    `turn` says whether segments are turned; `file` and `line` say where the call is.
    """
    segments = [(name, segment) for name, members in lists.items() for segment in members.of_size.values()]
    requirements = [_requirement(name, segment) for name, segment in segments]
    if turn:
        requirements.append(
            MapRequirement("rotation", "allow_rotate is not false", file, line, "with allow_rotate = false")
        )
    positions = range(len(requirements))

    def fits(chosen: Sequence[int]) -> bool:
        sizes = {(segments[i][1].width, segments[i][1].height) for i in chosen if i < len(segments)}
        is_turned = len(segments) in chosen
        return len(sizes) <= 1 and not (is_turned and any(width != height for width, height in sizes))

    if fits(positions):
        return None
    core = shrink(positions, fits)
    remedies = tuple(i for i, position in enumerate(core) if fits([other for other in positions if other != position]))
    example = requirements[core[remedies[0]]].relaxed if remedies else ""
    return Explanation("kts.LayoutDungeon", reason, tuple(requirements[i] for i in core), remedies, example)


def _requirement(name: str, segment: Segment) -> MapRequirement:
    prototype = segment.prototype
    text = f"{name}: {prototype.id} is {segment.width} × {segment.height}"
    return MapRequirement("size", text, prototype.file, prototype.line, f"without {prototype.id}")
