"""Binary space partition: cut the map in two again and again, put a room into each part, and connect the two sides of
each cut."""

from __future__ import annotations

from typing import Any, NamedTuple

from host.errors import GenerationError
from host.generate.options import SIZE, Generator, integer_option
from host.generate.plans.plan import Plan, Steps
from host.model.rng import Stream

# A part whose sides have this ratio is always cut across its longer side.
_LONG = 1.25
# Squares of a part, in each direction, that rooms leave free.
_MARGIN = 2

BSP = Generator(
    "bsp",
    "host",
    (
        *SIZE,
        integer_option("depth", 5, 0, 20, "how often a part is cut in two"),
        integer_option("least", 8, 3, 1000, "the least width and height of a part"),
        integer_option("min_room", 4, 1, 1000, "the least width and height of a room"),
    ),
    "rooms by binary space partition",
)


class _Part(NamedTuple):
    """A part of the map; `depth` is how often it may still be cut."""

    x: int
    y: int
    width: int
    height: int
    depth: int


def bsp(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each room, each hallway, and one with walls. All rooms are connected.

    Raises GenerationError when a room does not fit into a part.
    """
    joints: list[tuple[int, int]] = []
    for plan in partition(options, stream, joints):
        yield plan
    for first, second in joints:
        plan.carve(plan.centre(first), plan.centre(second), across_first=stream.below(2) == 0)
        plan.links.append((first, second))
        yield plan
    plan.raise_walls()
    yield plan


def partition(options: dict[str, Any], stream: Stream, joints: list[tuple[int, int]]) -> Steps:
    """Yield a state for each room. `joints` gets the rooms to join for each cut.

    Raises GenerationError when a room does not fit into a part.
    """
    least, smallest = options["least"], options["min_room"]
    room_for = min(least, options["width"], options["height"]) - _MARGIN
    if smallest > room_for:
        raise GenerationError(
            f"min_room is {smallest}: must be at most {room_for}, which is {_MARGIN} less than least, width and height"
        )
    plan = Plan(options["width"], options["height"])
    whole_map = _Part(0, 0, plan.width, plan.height, options["depth"])
    yield from _fill(plan, whole_map, least, smallest, stream, joints)


def _fill(plan: Plan, part: _Part, least: int, smallest: int, stream: Stream, joints: list[tuple[int, int]]) -> Steps:
    """Fill a part with rooms. Adds to `joints`, for each cut, the last room on one side and the first on the other."""
    cut = _cut(part, least, stream)
    if cut is None:
        w = smallest + stream.below(part.width - _MARGIN - smallest + 1)
        h = smallest + stream.below(part.height - _MARGIN - smallest + 1)
        x = part.x + 1 + stream.below(part.width - _MARGIN - w + 1)
        y = part.y + 1 + stream.below(part.height - _MARGIN - h + 1)
        plan.add_room(x, y, w, h)
        yield plan
        return
    yield from _fill(plan, cut[0], least, smallest, stream, joints)
    before = len(plan.rooms)
    yield from _fill(plan, cut[1], least, smallest, stream, joints)
    joints.append((before, before + 1))


def _cut(part: _Part, least: int, stream: Stream) -> tuple[_Part, _Part] | None:
    """Cut a part in two; None when it stays whole."""
    x, y, width, height, depth = part
    axes = [axis for axis, length in (("x", width), ("y", height)) if length >= 2 * least]
    if not depth or not axes:
        return None
    if len(axes) == 2 and max(width, height) > _LONG * min(width, height):
        axes = ["x" if width > height else "y"]
    if stream.choice(axes) == "x":
        at = least + stream.below(width - 2 * least + 1)
        return _Part(x, y, at, height, depth - 1), _Part(x + at, y, width - at, height, depth - 1)
    at = least + stream.below(height - 2 * least + 1)
    return _Part(x, y, width, at, depth - 1), _Part(x, y + at, width, height - at, depth - 1)
