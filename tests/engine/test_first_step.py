"""The first step of a shortest way: the same as by a plain search, and soon on large maps."""

from __future__ import annotations

import time
from collections import deque

import numpy as np
import numpy.typing as npt
import pytest

from host.play import first_step as module
from host.play.action import STEPS
from host.play.first_step import first_step

Mask = npt.NDArray[np.bool_]


def plain_search(free: Mask, is_open: Mask, goals: Mask, traps: Mask, start: tuple[int, int]) -> str | None:
    first = {start: ""}
    queue, later = deque([start]), list[tuple[int, int]]()
    while queue or later:
        if not queue:
            queue, later = deque(later), []
        x, y = queue.popleft()
        for word, (dx, dy) in STEPS.items():
            at = x + dx, y + dy
            if at in first or not (0 <= at[0] < free.shape[1] and 0 <= at[1] < free.shape[0]):
                continue
            here = at[1], at[0]
            if not (free[here] or goals[here]) or (dx and dy and not is_open[here]):
                continue
            first[at] = first[x, y] or word
            if goals[here]:
                return first[at]
            (later if traps[here] else queue).append(at)
    return None


@pytest.mark.parametrize("wide", [2, 4, 100])
def test_ways_are_those_of_a_plain_search(monkeypatch: pytest.MonkeyPatch, wide: int) -> None:
    monkeypatch.setattr(module, "_WIDE", wide)
    random = np.random.default_rng(7)
    found = set()
    for _ in range(300):
        height, width = random.integers(1, 18, 2)
        shape = (height, width)
        free = random.random(shape) < random.choice([0.5, 0.8, 1.0])
        is_open = free & (random.random(shape) < 0.9)
        goals, traps = random.random(shape) < 0.03, random.random(shape) < random.choice([0, 0.3])
        start = int(random.integers(width)), int(random.integers(height))
        expected = plain_search(free, is_open, goals, traps, start)
        assert first_step(free, is_open, goals, traps, start) == expected
        found.add(expected)
    assert found == {*STEPS, None}


def test_a_goal_that_cannot_be_reached_on_a_large_map_is_known_soon() -> None:
    free = np.ones((2000, 2000), dtype=np.bool_)
    free[:, -2] = False
    goals = np.zeros_like(free)
    goals[:, -1] = True
    begin = time.process_time()
    assert first_step(free, free, goals, np.zeros_like(free), (1000, 1000)) is None
    # The plain search takes more than ten times as long.
    assert time.process_time() - begin < 8
