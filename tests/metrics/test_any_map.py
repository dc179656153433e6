"""Metrics of any map: no errors, values in their ranges, the same for mirror images and for copies from JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host, Map
from host.errors import HostError
from host.metrics import METRICS, measure
from host.metrics.analysis import Analysis
from host.metrics.distances import distance_steps, distances
from host.metrics.flood import Flood
from host.metrics.measurement import find_metric
from host.metrics.regions import regions
from host.model.document_reader import from_document
from tests.helpers import examples
from tests.metrics.drawing import draw, draw_document

MARKS = "....##+12PSWabk$ABC@&>m^ "
Room = tuple[int, int, int, int]


@st.composite
def drawings(draw_value: st.DrawFn, marks: str = MARKS) -> list[str]:
    width, height = draw_value(st.integers(1, 9)), draw_value(st.integers(1, 7))
    row = st.text(st.sampled_from(marks), min_size=width, max_size=width)
    return draw_value(st.lists(row, min_size=height, max_size=height))


ROOMS = st.lists(st.tuples(*[st.integers(-2, 7)] * 2, *[st.integers(0, 6)] * 2), max_size=4)
LOCKED = st.sampled_from([None, 1, 2])


def check_values(values: dict[str, float]) -> None:
    for identity, value in values.items():
        metric = METRICS[identity]
        assert isinstance(value, float), identity
        if not math.isnan(value):
            assert metric.low is None or value >= metric.low, identity
            assert metric.high is None or value <= metric.high, identity


@settings(max_examples=examples(150))
@given(drawings(), ROOMS, LOCKED)
def test_values_are_in_range(lines: list[str], rooms: list[Room], locked: int | None) -> None:
    game_map = draw("\n".join(lines), rooms, locked)
    values = measure(game_map, METRICS)
    check_values(values)
    if Analysis(game_map).is_open.any():
        always = ["density", "regions", "largest_region", "rooms", "dead_ends", "entropy", "symmetry", "openness"]
        assert not any(math.isnan(values[identity]) for identity in (*always, "key_depth", "solvable"))
        assert math.isnan(values["solution_length"]) == (values["solvable"] == 0)


def mirror(lines: list[str], rooms: list[Room]) -> tuple[list[str], list[Room]]:
    return [line[::-1] for line in lines], [(len(lines[0]) - x - w, y, w, h) for x, y, w, h in rooms]


def transpose(lines: list[str], rooms: list[Room]) -> tuple[list[str], list[Room]]:
    return ["".join(column) for column in zip(*lines, strict=True)], [(y, x, h, w) for x, y, w, h in rooms]


def with_marks(lines: list[str], marks: str) -> list[str]:
    """Put each mark on the map once, or as often as there is room."""
    text = "".join(lines)
    text = marks[: len(text)] + text[len(marks) :]
    return [text[i : i + len(lines[0])] for i in range(0, len(text), len(lines[0]))]


# Other metrics depend on which of equal squares or paths is the first.
OF_SHAPE = ["density", "regions", "largest_region", "rooms", "room_size", "size_spread", "degree", "redundancy"]
OF_SHAPE += ["dead_ends", "entropy", "symmetry", "leniency"]
OF_WAY = ["solution_length", "key_depth", "solvable"]
OF_HOMES = ["resource_control", "area_control", "exploration", "balance"]


@pytest.mark.parametrize("turn", [mirror, transpose])
@settings(max_examples=examples(60))
@given(drawings("....##+12abk$ABm^"), ROOMS, LOCKED)
def test_mirror_images_have_the_same_values(turn: Any, lines: list[str], rooms: list[Room], locked: int | None) -> None:
    for marks, ids in (("", OF_SHAPE), ("@>", OF_WAY), ("@&", OF_HOMES)):
        original = with_marks(lines, marks)
        image, image_rooms = turn(original, rooms)
        values = measure(draw("\n".join(original), rooms, locked), ids)
        assert values == pytest.approx(measure(draw("\n".join(image), image_rooms, locked), ids), nan_ok=True)


@settings(max_examples=examples(60))
@given(drawings("...#12Wabk@>"), LOCKED)
def test_both_searches_find_a_shortest_solution(lines: list[str], locked: int | None) -> None:
    level = Analysis(draw("\n".join(lines), locked=locked))
    if len(level.squares):
        left = level.distances_from(level.goal)
        locked_map = level.solvable_map or level.locked_map
        small = locked_map.solve(level.start, level.goal, left)
        large = locked_map.solve_large(level.start, level.goal)
        assert (small is None) == (large is None) == (level.solvable_map is None)
        if small and large:
            assert small.steps == large.steps >= left[level.start]
            assert small.squares.bit_count() <= small.steps + 1


ANY_INTEGER = st.one_of(st.integers(-3, 12), st.sampled_from([-(2**31), 2**31 - 1, 2**40, -(2**62), 2**62, 64, -64]))
# Fields that a map keeps as they are, wherever they point.
HOSTILE = {
    "homes": st.fixed_dictionaries(
        {"x": ANY_INTEGER, "y": ANY_INTEGER, "facing": st.just("north"), "special": st.booleans()},
        optional={"players": st.lists(st.integers(0, 63), max_size=2)},
    ),
    "rooms": st.lists(ANY_INTEGER, min_size=4, max_size=4),
    "stored": st.fixed_dictionaries(
        {"x": st.just(0), "y": st.just(0), "slot": ANY_INTEGER, "item": st.just("t.key1"), "count": ANY_INTEGER}
    ),
    "doors": st.fixed_dictionaries(
        {"x": st.just(0), "y": st.just(0), "slot": ANY_INTEGER, "lock": ANY_INTEGER},
        optional={"trap": st.just({"kind": "blade"})},
    ),
}


@settings(max_examples=examples(150))
@given(drawings(), st.fixed_dictionaries({}, optional={k: st.lists(v, max_size=3) for k, v in HOSTILE.items()}))
def test_hostile_documents_have_values_in_range(lines: list[str], fields: dict[str, list[Any]]) -> None:
    document = draw_document("\n".join(lines))
    for name, values in fields.items():
        document[name] = document[name] + values
    try:
        game_map = from_document(document)
    except HostError:
        return
    check_values(measure(game_map, METRICS))


@settings(max_examples=examples(100))
@given(st.data())
def test_bits_and_waves_agree(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 20)), data.draw(st.integers(1, 20))
    bits = data.draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width))
    free = np.array(bits, dtype=np.bool_).reshape(height, width)
    sources = data.draw(st.lists(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)), max_size=3))
    *_, by_waves = distance_steps(free, sources)
    assert distances(free, sources).tolist() == by_waves.tolist()
    if sources:
        flood = Flood(width, height)
        steps = flood.distances_from_each([y * width + x for x, y in sources], flood.bits(free))
        assert steps.tolist() == [distances(free, [source]).tolist() for source in sources]
    # Each square has the label of its connected part.
    labels, sizes = regions(free)
    for label, size in enumerate(sizes[1:], 1):
        y, x = divmod(int(np.flatnonzero(labels == label)[0]), width)
        assert ((distances(free, [(x, y)]) >= 0) == (labels == label)).all()
        assert np.count_nonzero(labels == label) == size


TRIALS = ["trials.key_and_door", "trials.mini_dungeon"]
GENERATORS = ["base", "critters.halls", "undercroft.floor", *TRIALS, "rooms", "bsp", "caves", "walk", "maze"]


@pytest.fixture(scope="module")
def host() -> Host:
    return Host(["base", "critters", "trials", "undercroft"], output=lambda _: None)


@pytest.mark.parametrize("generator", GENERATORS)
def test_maps_of_generators_and_their_copies_have_the_same_values(host: Host, generator: str) -> None:
    game_map = host.generate(generator, seed=3)
    values = measure(game_map, METRICS)
    check_values(values)
    assert values["solvable"] == 1
    assert values == pytest.approx(measure(Map.from_json(game_map.to_json()), METRICS), nan_ok=True)
    assert values == pytest.approx({identity: find_metric(identity)(game_map) for identity in METRICS}, nan_ok=True)
    assert json.loads(game_map.to_json())["width"] == game_map.width


def test_large_maps_have_values() -> None:
    # A corridor in 51 rows of 101 squares, with 50 squares that join them, the first of them a locked door.
    wide, joints = "." * 101, ["#" * 100 + ".", "." + "#" * 100]
    rows = [wide if y % 2 == 0 else joints[y // 2 % 2] for y in range(101)]
    rows[:2] = ["@a" + wide[2:], "#" * 100 + "1"]
    values = measure(draw("\n".join(rows)), METRICS)
    check_values(values)
    assert values["solution_length"] == 51 * 101 + 50 - 1
    assert (values["key_depth"], values["regions"]) == (1, 1)
