"""The levels of the generators of the host: from options and a seed to everything that lies on the map.

Each step draws from its own stream, so that furniture, locks or monsters change neither each other nor the rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from host.generate.levels.chambers import Labels, divide, label_chambers
from host.generate.levels.corridors import join_rooms
from host.generate.levels.ends import Square, close_dead_ends, place_ends
from host.generate.levels.furnish import Area, Furnisher
from host.generate.levels.locks import MOST_KEYS, Locks, lock
from host.generate.levels.names import kind_rooms
from host.generate.levels.room_kinds import CAVE_KINDS, FURNITURE, PASSAGE_KINDS, Furniture, RoomKind
from host.generate.options import Choice, Generator, Option, integer_option, share_option
from host.generate.plans.bsp import partition
from host.generate.plans.caves import grow_caves, join_caves
from host.generate.plans.plan import DOOR, EDGE, PASSAGE, WALL, Plan, last
from host.generate.plans.recipes import RECIPES, Recipe, stream_of
from host.generate.plans.rooms import place_rooms
from host.model.rng import Rng, Stream, chance_array

# Furnish -> share of the furniture.
_SHARES = {"none": 0.0, "some": 0.5, "full": 1.0}
NONE = "none"

# The purposes of streams, behind the name of the generator.
StreamOf = Callable[[str], Stream]


@dataclass
class Level:
    """A plan, and what lies in it. A square is `y * width + x`."""

    plan: Plan
    entrance: Square
    # None in a level of one square.
    exit: Square | None
    locks: Locks
    # The first area has the entrance.
    areas: list[Area]
    room_names: list[str]
    # Square -> name of the furniture.
    furniture: dict[int, str] = field(default_factory=dict)
    # Name of a floor -> the squares of the rooms that have it.
    floors: dict[str, list[int]] = field(default_factory=dict)


class LevelKind(NamedTuple):
    """A generator of levels: its options, and how it makes the plan without walls and the chambers of caves."""

    generator: Generator
    # (all options, streams by purpose) -> the plan without walls, and the chambers where it has no rooms.
    layout: Callable[[dict[str, Any], StreamOf], tuple[Plan, Labels | None]]
    kinds: tuple[RoomKind, ...] = ()


def _lay_out_rooms(options: dict[str, Any], stream: StreamOf) -> tuple[Plan, None]:
    plan = Plan(options["width"], options["height"])
    sizes = (options["min_width"], options["max_width"], options["min_height"], options["max_height"])
    last(place_rooms(plan, stream(""), options["rooms"], sizes))
    _connect(plan, options, stream, options["loops"])
    return plan, None


def _lay_out_bsp(options: dict[str, Any], stream: StreamOf) -> tuple[Plan, None]:
    plan = last(partition(options, stream(""), []))
    _connect(plan, options, stream, 0)
    return plan, None


def _connect(plan: Plan, options: dict[str, Any], stream: StreamOf, loops: int) -> None:
    join_rooms(plan, stream("corridors"), loops)
    doors = np.flatnonzero(plan.cells == DOOR)
    if options["doors"] < 1:
        is_open = ~chance_array(stream("doors").words(doors.size), options["doors"])
        plan.cells.flat[doors[is_open]] = PASSAGE
    plan.cells[plan.cells == WALL] = EDGE


def _lay_out_caves(options: dict[str, Any], stream: StreamOf) -> tuple[Plan, Labels]:
    plan = last(grow_caves(options, stream("")))
    labels = label_chambers(plan, stream("chambers"))
    divide(plan, labels, stream("passages"))
    last(join_caves(plan, options["smallest"]))
    close_dead_ends(plan)
    return plan, labels


def _lay_out_walk(options: dict[str, Any], stream: StreamOf) -> tuple[Plan, Labels]:
    plan = _bare(RECIPES["walk"], options, stream)
    close_dead_ends(plan)
    return plan, label_chambers(plan, stream("chambers"))


def _lay_out_maze(options: dict[str, Any], stream: StreamOf) -> tuple[Plan, Labels]:
    plan = _bare(RECIPES["maze"], options, stream)
    return plan, label_chambers(plan, stream("chambers"))


def _bare(recipe: Recipe, options: dict[str, Any], stream: StreamOf) -> Plan:
    """Return the plan of a recipe without its walls."""
    plan = last(recipe.steps(options, stream("")))
    plan.cells[plan.cells == WALL] = EDGE
    return plan


_DOORS = share_option("doors", 1.0, "the chance of a door where a corridor meets a room")
_LOOPS = share_option("loops", 1.0, "the chance that a dead end is opened into a loop")
_CONTENTS = (
    Option("furnish", NONE, tuple(map(Choice, _SHARES)), help="how much furniture rooms and chambers have"),
    integer_option("keys", 0, 0, MOST_KEYS, "locks between entrance and exit, each with its key before it"),
    Option("monsters", NONE, (Choice(NONE),), help="the pool of monsters: that of the host, or those of a mod"),
    Option("treasure", NONE, (Choice(NONE),), help="the pool of treasure: that of the host, or the items of a mod"),
)


def _kind(name: str, layout: Any, more: Sequence[Option] = (), kinds: tuple[RoomKind, ...] = ()) -> LevelKind:
    generator = RECIPES[name].generator
    replaced = {option.id: option for option in more}
    options = [replaced.pop(option.id, option) for option in generator.options]
    return LevelKind(generator._replace(options=(*options, *replaced.values(), *_CONTENTS)), layout, kinds)


LEVELS: dict[str, LevelKind] = {
    kind.generator.id: kind
    for kind in (
        _kind("rooms", _lay_out_rooms, [_DOORS]),
        _kind("bsp", _lay_out_bsp, [_DOORS]),
        _kind("caves", _lay_out_caves, kinds=CAVE_KINDS),
        _kind("walk", _lay_out_walk, kinds=CAVE_KINDS),
        _kind("maze", _lay_out_maze, [_LOOPS], PASSAGE_KINDS),
    )
}


def make_level(
    kind: LevelKind,
    options: dict[str, Any],
    rng: Rng,
    room_kinds: Sequence[RoomKind],
    furniture: Mapping[str, Furniture] = FURNITURE,
) -> Level:
    """Make a level without monsters and treasure. Raises GenerationError when the options cannot be met.

    `room_kinds` are the kinds of rooms to draw from, and `furniture` all pieces that they name.
    """
    recipe = RECIPES[kind.generator.id]

    def stream(purpose: str) -> Stream:
        return rng.stream("host", f"{kind.generator.id}.{purpose}") if purpose else stream_of(rng, recipe)

    plan, labels = kind.layout(options, stream)
    ends = place_ends(plan)
    locks = Locks({}, {})
    if options["keys"]:
        locks = lock(plan, ends, options["keys"], stream("keys"))
    plan.raise_walls()
    drawn = kind_rooms(plan, ends, room_kinds, stream("kinds"))
    level = Level(plan, *ends, locks, [], [name for _, name in drawn])
    if any(options[name] != NONE for name in ("furnish", "monsters", "treasure")):
        level.areas = _areas(plan, labels, ends[0], [kind for kind, _ in drawn], kind.kinds, stream("chamber_kinds"))
    share = _SHARES[options["furnish"]]
    if share:
        kept_free = [y * plan.width + x for x, y in filter(None, ends)]
        furnisher = Furnisher(plan, furniture, [*kept_free, *locks.keys])
        furnishing = stream("furnish")
        for area in level.areas:
            furnisher.furnish(area, share, furnishing)
        level.furniture = furnisher.pieces
        for area in level.areas:
            if area.kind.floor is not None:
                level.floors.setdefault(area.kind.floor, []).extend(area.squares)
    return level


def _areas(
    plan: Plan,
    labels: Labels | None,
    entrance: Square,
    room_kinds: Sequence[RoomKind],
    chamber_kinds: Sequence[RoomKind],
    stream: Stream,
) -> list[Area]:
    """Return the rooms of a plan, or its chambers where it has `labels`; the first one has the entrance."""
    row, (x, y) = plan.width, entrance
    if labels is None:
        areas = []
        for (left, top, w, h), kind in zip(plan.rooms, room_kinds, strict=True):
            lines = range(top * row + left, (top + h) * row + left, row)
            areas.append(Area([square for line in lines for square in range(line, line + w)], kind))
        first = int(plan.numbers[y, x]) - 1
    else:
        flat = np.where(plan.open, labels, 0).ravel()
        if not flat.any():
            # The only open squares divide two chambers.
            flat = plan.open.astype(labels.dtype).ravel()
        squares = np.flatnonzero(flat)
        squares = squares[np.argsort(flat[squares], kind="stable")]
        starts = np.flatnonzero(np.diff(flat[squares])) + 1
        areas = [Area(part.tolist(), stream.choice(chamber_kinds)) for part in np.split(squares, starts)]
        entrance_label = flat[y * row + x]
        first = next((i for i, area in enumerate(areas) if flat[area.squares[0]] == entrance_label), 0)
    return [areas[first], *areas[:first], *areas[first + 1 :]]
