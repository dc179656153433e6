"""The tools for levels that can be solved: corridors, squares within reach, and attempts."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from host import HostError
from host.errors import GenerationError
from host.generate.place_reachable import place_reachable
from host.generate.plans import corridor as corridors
from host.generate.plans.corridor import longest_corridor
from host.generate.plans.plan import Plan
from host.generate.plans.recipes import plan
from host.metrics.distances import path
from host.model.rng import Stream
from tests.helpers import RunLua

MASKS = arrays.arrays(np.bool_, st.tuples(st.integers(1, 12), st.integers(1, 12)))
SEEDS = st.integers(0, 2**62)

# -- corridors


def check_corridor(made: Plan, length: int) -> None:
    """It is as long as asked for, and only squares that follow each other are side by side."""
    assert int(made.open.sum()) == length
    sides = sum(np.roll(made.open, step, axis).astype(int) for step in (1, -1) for axis in (0, 1))[made.open]
    assert sorted(sides.tolist()) == [1, 1] + [2] * (length - 2)
    assert len(made.rooms) == 2
    assert made.links == [(1, 2)]
    squares = path(made.open, made.centre(1), made.centre(2))
    assert squares is not None
    assert len(squares) == length


@given(width=st.integers(4, 20), height=st.integers(4, 20), seed=SEEDS, data=st.data())
def test_a_corridor_has_its_length_and_never_touches_itself(
    width: int, height: int, seed: int, data: st.DataObject
) -> None:
    length = data.draw(st.integers(2, longest_corridor(width, height)))
    straight = data.draw(st.sampled_from([0, 0.5, 1]))
    check_corridor(plan("corridor", seed, width=width, height=height, length=length, straight=straight), length)


@given(width=st.integers(4, 20), height=st.integers(4, 20), seed=SEEDS, data=st.data())
def test_a_corridor_without_patience_is_a_part_of_a_meander(
    width: int, height: int, seed: int, data: st.DataObject
) -> None:
    length = data.draw(st.integers(2, longest_corridor(width, height)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corridors, "_PATIENCE", 0)
        check_corridor(plan("corridor", seed, width=width, height=height, length=length), length)


def test_a_corridor_that_goes_straight_has_few_corners() -> None:
    def corners(**options: float) -> int:
        made = plan("corridor", 5, width=40, height=30, length=60, **options)
        squares = path(made.open, made.centre(1), made.centre(2))
        assert squares is not None
        return sum(a[0] != c[0] and a[1] != c[1] for a, _, c in zip(squares, squares[1:], squares[2:], strict=False))

    assert corners(straight=0.9) * 2 < corners()


@pytest.mark.parametrize(("width", "height", "longest"), [(3, 3, 1), (3, 9, 7), (6, 6, 10), (10, 14, 54)])
def test_a_corridor_that_may_not_fit_is_an_error_with_the_longest(width: int, height: int, longest: int) -> None:
    with pytest.raises(GenerationError, match=f" wall: {longest} is the greatest length that fits for every seed$"):
        plan("corridor", 1, width=width, height=height, length=longest + 1)


# -- squares within reach


def walk(free: np.ndarray[Any, Any], source: tuple[int, int], closed: set[tuple[int, int]]) -> dict[Any, int]:
    """Steps from a square by square, slowly."""
    steps, wave = {source: 0}, [source]
    while wave:
        x, y = wave.pop(0)
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= near[0] < free.shape[1] and 0 <= near[1] < free.shape[0]
            if inside and near not in steps and near not in closed and free[near[1], near[0]]:
                steps[near] = steps[x, y] + 1
                wave.append(near)
    return steps


@given(free=MASKS, seed=SEEDS, data=st.data())
def test_squares_within_reach_are_those_that_were_asked_for(
    free: np.ndarray[Any, Any], seed: int, data: st.DataObject
) -> None:
    squares = st.tuples(st.integers(0, free.shape[1] - 1), st.integers(0, free.shape[0] - 1))
    source, avoid, taken = data.draw(squares), data.draw(st.sets(squares)), data.draw(st.sets(squares))
    least, most = data.draw(st.integers(-2, 8)), data.draw(st.none() | st.integers(0, 20))
    count, distance = data.draw(st.integers(0, 4)), data.draw(st.sampled_from([1.0, 2.0]))
    steps = walk(free, source, avoid)
    possible = {
        square
        for square, number in steps.items()
        if free[square[1], square[0]]
        and max(least, 0) <= number <= (most if most is not None else number)
        and square not in avoid | taken
    }
    options: dict[str, Any] = {"least": least, "most": most, "avoid": avoid, "taken": taken, "distance": distance}
    try:
        placed = place_reachable(free, [source], Stream(seed, "t", "t"), count=count, **options)
    except GenerationError:
        assert distance > 1 or len(possible) < count
        return
    assert len(set(placed)) == count
    assert set(placed) <= possible
    assert all(math.dist(a, b) >= distance for a, b in itertools.combinations(placed, 2))


TOOLBOX = """
local toolbox = require "host.toolbox"
local plan = toolbox.maze { width = 21, height = 21 }
local start = toolbox.distances(plan, { x = 1, y = 1 }):furthest() -- a dead end
"""


def test_squares_within_reach_in_lua(run_shared: RunLua) -> None:
    ran = run_shared(
        TOOLBOX
        + """
        local squares = toolbox.place_reachable(plan, { from = start, least = 3, most = 19, count = 3, distance = 2 })
        local steps = toolbox.distances(plan, start)
        for _, square in ipairs(squares) do
          assert(steps:get(square.x, square.y) >= 3 and steps:get(square.x, square.y) <= 19)
        end
        print(#squares, #toolbox.place_reachable(plan, { from = { start, squares[1] }, count = 0 }))
        local way = toolbox.path(plan, start, squares[1])
        print(toolbox.place_reachable(plan, { from = start, least = 200 }))
        print(toolbox.place_reachable(plan, { from = start, least = 5, most = 6, avoid = way[2] }))
        print(toolbox.place_reachable(plan, { from = start, avoid = { way[2] } }))
        print(toolbox.place_reachable(plan, { from = start, most = 1, taken = { way[2] }, count = 2 }))
        print(toolbox.place_reachable(plan, { from = start, most = 2, count = 9, distance = 1.5 }))
        """
    )
    assert ran.lines[0] == "3 0"
    assert ran.lines[1:5] == [
        "nil no square can be reached in at least 200 steps",
        "nil no square can be reached in 5 to 6 steps",
        "nil no square can be reached",
        "nil no square can be reached in 1 to 1 steps",
    ]
    assert ran.lines[5].endswith(" of 9 squares, 1.5 apart, can be reached in 1 to 2 steps")


def test_squares_within_reach_have_a_stream_of_the_mod(run_shared: RunLua) -> None:
    script = TOOLBOX + "%s local s = toolbox.place_reachable(plan, { from = start })[1] print(s.x, s.y)"
    first, moved = (run_shared(script % extra, seed=3) for extra in ("", "toolbox.scatter(plan, { distance = 2 })"))
    assert first.lines == moved.lines


# -- attempts


def test_an_attempt_returns_what_the_first_success_returns(run_shared: RunLua) -> None:
    ran = run_shared(
        TOOLBOX
        + """
        print(toolbox.attempt(5, function(number) if number == 3 then return number, nil, "more" end end))
        print(toolbox.attempt(1, function() return true end))
        local drawn = {}
        print(toolbox.attempt(100, function() drawn[#drawn + 1] = math.random(1000) return #drawn > 2 and drawn end)[3])
        print(drawn[1] ~= drawn[2] or drawn[2] ~= drawn[3])
        print(toolbox.attempt(3, function(number)
          return number == 2 and toolbox.attempt(2, function(inner) return inner == 2 and "inner" end)
        end))
        """
    )
    assert ran.lines[:2] == ["3 nil more", "true"]
    assert ran.lines[3:] == ["true", "inner"]


FAILED = [
    ("(7, function() end)", "all 7 attempts failed"),
    ("(1, function() return false, 'it is dark' end)", "the attempt failed: it is dark"),
    ("(2, function() return nil, {} end)", "all 2 attempts failed: a table"),
    (
        "(5, function(number) return nil, number % 2 == 0 and 'even' or 'odd' end)",
        "all 5 attempts failed, most often (3 of them): odd",
    ),
    ("(4, function(number) return nil, number % 2 end)", "all 4 attempts failed, most often (2 of them): 1"),
    ("(3, function(number) return nil, number == 3 and 'late' or nil end)", "most often (1 of them): late"),
    ("(0, print)", "times is 0: must be a whole number between 1 and 1000000"),
    ("(3)", "try is nil: must be a function"),
]


@pytest.mark.parametrize(("arguments", "message"), FAILED, ids=[arguments for arguments, _ in FAILED])
def test_attempts_that_all_fail_name_the_most_frequent_reason(run_shared: RunLua, arguments: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(f"{TOOLBOX}toolbox.attempt{arguments}")
    assert str(caught.value).startswith("script/script.lua:4: toolbox.attempt: ")
    assert str(caught.value).endswith(message)


def test_errors_of_attempts_pass_through(run_shared: RunLua) -> None:
    with pytest.raises(HostError, match=r"^script/script\.lua:4: it burns$"):
        run_shared(TOOLBOX + 'toolbox.attempt(9, function() error "it burns" end)')


BAD = [
    ("{ from = { x = 1, y = 99 } }", "options.from[1] is (1, 99): must lie on the map, which has 21 × 21 squares"),
    ("{ from = start, avoid = { start, { x = -1, y = 1 } } }", "options.avoid[2] is (-1, 1): must lie on the map"),
    ("{ from = start, taken = 3 }", "options.taken is 3: must be a table or a list"),
    ("{}", "options.from is nil: must be a table or a list"),
    ("{ from = start, counts = 3 }", "options.counts is 3: there is no field of that name"),
    ("{ from = start, count = -1 }", "count is -1: must be between 0 and"),
    ("{ from = start, distance = 0 }", "distance is 0: must be between 1 and"),
    ("{ from = start, least = 0.5 }", "options.least is 0.5: must be a whole number"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=[options for options, _ in BAD])
def test_bad_options_say_what_is_wrong_where(run_shared: RunLua, options: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(f"{TOOLBOX}toolbox.place_reachable(plan, {options})")
    text = caught.value.report()
    assert f"script/script.lua:4: toolbox.place_reachable: {message}" in text
    assert "[host]" not in text


def test_a_map_without_squares_is_searched_like_any_other(run_shared: RunLua) -> None:
    """A script runs before the game has a map."""
    code = """
        local toolbox = require "host.toolbox"
        print(toolbox.open(nil), toolbox.regions(nil), toolbox.is_connected(nil), toolbox.distances(nil, {}))
        print(#toolbox.scatter(nil, { distance = 1 }))
        print(select(2, toolbox.place_reachable(nil, { from = {} })))
    """
    assert run_shared(code).lines == [
        "open squares of 0 × 0 regions of 0 × 0 true distances of 0 × 0",
        "0",
        "no square can be reached",
    ]
