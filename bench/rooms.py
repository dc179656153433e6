"""Levels of rooms, and what python-tcod makes of the same size, where it is installed (the extra `bench`)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from bench.measure import Bench, Row, time_call
from host.generate.levels.level import LEVELS, make_level
from host.generate.levels.paint_level import paint_level
from host.generate.levels.room_kinds import ROOM_KINDS
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import ROOM, Plan, last
from host.generate.plans.recipes import RECIPES, complete_options, stream_of
from host.metrics.distances import distances
from host.metrics.measurement import measure
from host.model.game_map import GameMap
from host.model.registry import Registry
from host.model.rng import Rng
from host.model.tile_set import TileSet

WIDTH, HEIGHT = 85, 64
# 30 tiles of 3 × 3 squares: roads, rooms, doors and shores.
TILES = """
###/###/###*8 ###/.../###*4 ###/#../#.#*4 #.#/.../#.# ###/.../#.#*2 ###/#.#/#.# #.#/#../### ###/+../### ###/+.+/###
.../.../...*4 ###/.../...*4 ###/#../#..*4 #../.../...*3 #.#/.../...*2 #../#../### ##./#../... .../.#./... #../.../..#
.../###/... ###/#../... .../.../#.# #.#/#../#.. ..#/.../### #.#/.../..#
~~~/~~~/~~~*3 .../.../~~~*2 .../..~/.~~*2 ..~/.~~/~~~ .../.~./... ~~~/~.~/~~~
"""
LARGE: dict[str, Any] = {"width": 1000, "height": 1000, "rooms": 2000}


class Levels:
    """Makes levels, from the seed to the map."""

    def __init__(self, name: str = "rooms", **options: Any) -> None:
        self._kind = LEVELS[name]
        self._options = complete_options(self._kind.generator, options)
        self._registry, self._tiles = Registry(), TileSet()

    def __call__(self, seed: int) -> GameMap:
        level = make_level(self._kind, self._options, Rng(seed), ROOM_KINDS)
        return paint_level(level, self._tiles, self._registry, count(1))


class Plans:
    """Makes maps of a generator whose plan becomes the map as it is."""

    def __init__(self, name: str, **options: Any) -> None:
        self._recipe = RECIPES[name]
        self._options = complete_options(self._recipe.generator, options)
        self._registry, self._tiles = Registry(), TileSet()

    def __call__(self, seed: int) -> GameMap:
        plan = last(self._recipe.steps(self._options, stream_of(Rng(seed), self._recipe)))
        stacks = default_stacks(self._registry, self._tiles)
        return paint(plan, stacks, self._tiles, self._registry, count(1))


def time_median(make: Callable[[int], object], levels: int) -> float:
    """Return the seconds of the median of some levels, whose times differ by their seeds."""
    times = []
    for seed in range(levels):
        started = time.perf_counter()
        make(seed)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def make_tcod_levels() -> Callable[[int], object] | None:
    """Return a maker of levels with python-tcod's space partition and hallways in numpy; None where it is missing."""
    try:
        import tcod.bsp
        import tcod.random
    except ImportError:
        return None

    registry, tiles = Registry(), TileSet()

    def make(seed: int) -> object:
        tree = tcod.bsp.BSP(x=0, y=0, width=WIDTH, height=HEIGHT)
        random = tcod.random.Random(tcod.random.MERSENNE_TWISTER, seed=seed)
        # Some 12 rooms, of random size within their parts, as in a level.
        tree.split_recursive(4, 14, 13, 1.5, 1.5, seed=random)
        plan = Plan(WIDTH, HEIGHT)
        cells = plan.cells
        centres: dict[object, tuple[int, int]] = {}
        for node in tree.inverted_level_order():
            if not node.children:
                w, h = random.randint(4, node.width - 2), random.randint(4, node.height - 2)
                x = node.x + 1 + random.randint(0, node.width - 2 - w)
                y = node.y + 1 + random.randint(0, node.height - 2 - h)
                cells[y : y + h, x : x + w] = ROOM
                plan.rooms.append((x, y, w, h))
                centres[node] = x + w // 2, y + h // 2
                continue
            (x1, y1), (x2, y2) = (centres[child] for child in node.children)
            if random.randint(0, 1):
                x1, y1, x2, y2 = x2, y2, x1, y1
            cells[y1, min(x1, x2) : max(x1, x2) + 1] = ROOM
            cells[min(y1, y2) : max(y1, y2) + 1, x2] = ROOM
            centres[node] = x1, y1
        # What a level of ours has, too: walls, and the map with its list of rooms.
        plan.raise_walls()
        return paint(plan, default_stacks(registry, tiles), tiles, registry, count(1))

    return make


def time_level(make: Callable[[int], object], levels: int, rounds: int = 7) -> float:
    """Return the seconds of one level, the best of some rounds."""
    make(0)
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        for seed in range(levels):
            make(seed)
        times.append((time.perf_counter() - started) / levels)
    return min(times)


def time_room(side: int, rooms: int) -> float:
    """Return the seconds for each room of a level of that size."""
    return time_level(Levels(width=side, height=side, rooms=rooms), 1, 2) / rooms


def time_distances() -> float:
    """Return the seconds for the distances of a large level."""
    recipe = RECIPES["rooms"]
    plan = last(recipe.steps(complete_options(recipe.generator, LARGE), stream_of(Rng(1), recipe)))
    return time_level(lambda _: distances(plan.open, [plan.centre(1)]), 1, 3)


def measure_rooms(bench: Bench) -> list[Row]:
    """Measure levels in L, beside python-tcod's in turns; how their time grows; the other generators."""
    ours, theirs = Levels(), make_tcod_levels()
    times, times_of_tcod = [], []
    for _ in range(8):
        bench.units.append(time_call(bench.loop))
        times.append(time_level(ours, 60, 2))
        if theirs is not None:
            times_of_tcod.append(time_level(theirs, 60, 2))
    unit = min(bench.units)
    tcod = min(times_of_tcod) / unit if times_of_tcod else None
    rows = [
        bench.row("rooms, 85 × 64 with 12 (the original: python-tcod)", min(times) / unit, 0.010, tcod),
        bench.row("rooms, 1,000 × 1,000 with 2,000", time_level(Levels(**LARGE), 1, 5) / unit, 60),
        bench.row("  distances over it", time_distances() / unit, None),
    ]
    pairs = [(time_room(2000, 8000), time_room(1000, 2000)) for _ in range(8)]
    ratio = min(large for large, _ in pairs) / min(small for _, small in pairs)
    # n log n is log 8,000 / log 2,000.
    rows.append(("  a room of 8,000 in 2,000 × 2,000 to that", f"{ratio:.2f} times", "≤ 1.18", "", ratio <= 1.18))
    for number, limit in ((30, 1.0), (60, 4.0)):
        value = time_median(Plans("mission", rooms=number), 25) / unit
        rows.append(bench.row(f"mission with {number} rooms, the median", value, limit))
    for example in ("maze", "dungeon"):
        value = time_level(Plans("rewrite", example=example), 3, 5) / unit
        rows.append(bench.row(f"rewrite, 85 × 64, {example}", value, None))
    value = time_level(Plans("wfc", width=64, height=64), 2, 3) / unit
    rows.append(bench.row("wfc, 64 × 64, an example of caves", value, None))
    for connected in (False, True):
        value = (
            time_level(Plans("wfc", width=194, height=194, tiles=TILES, border="#", connected=connected), 2, 3) / unit
        )
        rows.append(bench.row(f"  64 × 64 of 30 tiles{', connected' * connected}", value, 6))
    names = ("bsp", "caves", "walk", "maze")
    rows += [bench.row(f"{name}, 85 × 64", time_level(Levels(name), 20) / unit, None) for name in names]
    furnished = min(time_level(Levels(furnish="full"), 20, 3) - time_level(ours, 20, 3) for _ in range(4))
    rows.append(bench.row("  furnish of 85 × 64", furnished / unit, 0.5))
    solved = count_solvable(2000)
    rows.append(("levels from entrance to exit", f"{solved:,} of 10,000", "10,000", "", solved == 10_000))
    return rows


def count_solvable(seeds: int) -> int:
    """Return how many levels can be solved, of so many seeds of each generator, with up to three locks."""
    solved = 0
    for name in LEVELS:
        for keys in range(4):
            levels = Levels(name, furnish="full", keys=keys)
            for seed in range(keys, seeds, 4):
                solved += measure(levels(seed), ["solvable"])["solvable"] == 1
    return solved
