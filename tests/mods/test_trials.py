"""The bundled mod trials: its levels by the rules of the two problems, with a checker and a solver of their own."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from host import Host, HostError
from host.paths import BUNDLED_MODS

Square = tuple[int, int]

PROBLEMS = ("key_and_door", "mini_dungeon")
# width, height and enemies by default.
DEFAULTS = {"key_and_door": (11, 7, 3), "mini_dungeon": (8, 12, 8)}
HEALTH, HEALING, DAMAGE = 5, 2, {6: 1, 7: 2}
# Taken from the queue of the solver at most; the published limit is 5,000.
MOST_STATES = 3_000


@cache
def trials() -> Host:
    return Host(["trials"], output=lambda _: None)


@cache
def numbers(problem: str) -> dict[str, int]:
    """Id -> number of a square, from the README."""
    page = (BUNDLED_MODS / "trials" / "README.md").read_text()
    title = problem.replace("_", " ").capitalize()
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return {name: int(number) for number, name in re.findall(r"^\| (\d) \| `(\S+)` \|$", section, re.MULTILINE)}


def level(problem: str, seed: int, width: int, height: int, enemies: int) -> list[list[int]]:
    """The numbers of the squares inside the border, by rows."""
    options = {"width": width, "height": height, "enemies": enemies}
    data = json.loads(trials().generate(f"trials.{problem}", seed=seed, options=options).to_json())
    number_of = numbers(problem)
    assert (data["width"], data["height"]) == (width + 2, height + 2)
    stacks = [max(number_of[data["tiles"][tile]["id"]] for tile in stack) for stack in data["stacks"]]
    rows = [[stacks[stack] for stack in row] for row in data["rows"]]
    placed = [(item["x"], item["y"], item["item"]) for item in data["items"]]
    placed += [(creature["x"], creature["y"], creature["type"]) for creature in data["creatures"]]
    assert len({(x, y) for x, y, _ in placed}) == len(placed)
    for x, y, name in placed:
        assert rows[y][x] == 1
        rows[y][x] = number_of[name]
    border = [*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)]
    assert set(border) == {0}
    return [row[1:-1] for row in rows[1:-1]]


def find(rows: list[list[int]], *kinds: int) -> list[Square]:
    return [(x, y) for y, row in enumerate(rows) for x, number in enumerate(row) if number in kinds]


def near(square: Square) -> Iterator[Square]:
    x, y = square
    yield from ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def steps_from(rows: list[list[int]], start: Square, closed: set[Square]) -> dict[Square, tuple[int, Square | None]]:
    """Square -> steps from the start, and the square before it."""
    passable = set(find(rows, *range(1, 8))) - closed
    reached: dict[Square, tuple[int, Square | None]] = {start: (0, None)}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        for neighbour in near(square):
            if neighbour in passable and neighbour not in reached:
                reached[neighbour] = reached[square][0] + 1, square
                queue.append(neighbour)
    return reached


def check_one_region(rows: list[list[int]]) -> None:
    squares = find(rows, *range(1, 8))
    assert len(steps_from(rows, squares[0], set())) == len(squares)


def squares_on_path(reached: dict[Square, tuple[int, Square | None]], goal: Square) -> list[Square]:
    squares, square = [], goal
    while True:
        squares.append(square)
        before = reached[square][1]
        if before is None:
            return squares[::-1]
        square = before


# -- key and door


def check_key_and_door(rows: list[list[int]], width: int, height: int, enemies: int) -> list[Square]:
    """Check a level; return the path from the player to the key."""
    check_one_region(rows)
    (player,), (key,), (door,) = (find(rows, number) for number in (2, 3, 4))
    assert len(find(rows, 5)) == enemies
    to_key, to_door = steps_from(rows, player, {door}), steps_from(rows, key, set())
    assert width + height <= to_key[key][0] + to_door[door][0] <= width * height
    return squares_on_path(to_key, key)


def mirrored(path: list[Square], width: int, height: int) -> str:
    """The path as text, mirrored so that it starts in the upper left quarter."""
    x, y = path[0]
    turn_x, turn_y = 2 * x >= width, 2 * y >= height
    return "".join(f"{width - 1 - x if turn_x else x},{height - 1 - y if turn_y else y}|" for x, y in path)


# -- mini dungeon


class State(NamedTuple):
    """A hero on the way: where, with how much health, what is left, and what was met in which order."""

    square: Square
    health: int
    treasures: int
    left: frozenset[Square]
    met: str
    steps: int


def solve(rows: list[list[int]], weight: float | None) -> tuple[State | None, int]:
    """Search for a way to the exit: the best first, or without weight breadth first.

    Returns the state at the exit, or None, and how many states were taken from the queue. A state that was seen before,
    a lost one, and a move into a wall count, too.
    """
    (hero,), (exit_square,) = find(rows, 2), find(rows, 3)
    things = {square: rows[square[1]][square[0]] for square in find(rows, 4, 5, 6, 7)}
    first = State(hero, HEALTH, 0, frozenset(things), "", 0)
    heap: list[tuple[float, int, State]] = [(0, 0, first)]
    seen, taken, pushed = set(), 0, 0
    while heap and taken < MOST_STATES:
        _, _, state = heappop(heap)
        taken += 1
        if state.square == exit_square and state.health > 0:
            return state, taken
        key = state[:4]
        if key in seen or state.health <= 0:
            continue
        seen.add(key)
        for neighbour in near(state.square):
            after = enter(rows, things, state, neighbour)
            pushed += 1
            heappush(heap, (cost(after, exit_square, weight), pushed, after))
    return None, taken


def enter(rows: list[list[int]], things: dict[Square, int], state: State, square: Square) -> State:
    x, y = square
    if not (0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x]):
        return state._replace(steps=state.steps + 1)
    health, treasures, left, met = state.health, state.treasures, state.left, state.met
    if square in left:
        number = things[square]
        left -= {square}
        met += "p$12"[number - 4]
        health = min(HEALTH, health + HEALING) if number == 4 else health - DAMAGE.get(number, 0)
        treasures += number == 5
    return State(square, health, treasures, left, met, state.steps + 1)


def cost(state: State, exit_square: Square, weight: float | None) -> float:
    if weight is None:
        return state.steps
    distance = abs(state.square[0] - exit_square[0]) + abs(state.square[1] - exit_square[1])
    return weight * state.steps + distance + 4 * (HEALTH - state.health) - 2 * state.treasures


def check_mini_dungeon(rows: list[list[int]], width: int, height: int, enemies: int) -> str:
    """Check a level; return what the hero meets, in order."""
    check_one_region(rows)
    assert len(find(rows, 2)) == len(find(rows, 3)) == 1
    assert len(find(rows, 6, 7)) >= enemies
    assert 2 * len(find(rows, 0, 1)) >= width * height
    for weight in (1, 0.5, 0, None):
        state, _ = solve(rows, weight)
        if state is not None:
            assert state.steps >= enemies + 2
            assert sum(met in "12" for met in state.met) >= enemies
            return state.met
    raise AssertionError("no search finds the way")


CHECKS: dict[str, Any] = {"key_and_door": check_key_and_door, "mini_dungeon": check_mini_dungeon}

# The numbers of the squares, and the path to the key or what the hero meets.
Level = tuple[list[list[int]], Any]


def check(problem: str, seed: int, width: int, height: int, enemies: int) -> Level:
    rows = level(problem, seed, width, height, enemies)
    try:
        return rows, CHECKS[problem](rows, width, height, enemies)
    except AssertionError as error:
        error.add_note(f"trials.{problem} with seed {seed}: {width} × {height} squares, {enemies} enemies")
        raise


def is_different(problem: str, first: Level, second: Level) -> bool:
    """Return whether two levels of the default size count as different."""
    width, height, _ = DEFAULTS[problem]
    if problem == "key_and_door":
        paths = [mirrored(path, width, height) for _, path in (first, second)]
        return SequenceMatcher(None, *paths).ratio() <= 0.7
    other = sum(a != b for rows in zip(first[0], second[0], strict=True) for a, b in zip(*rows, strict=True))
    ratio = SequenceMatcher(None, first[1], second[1]).ratio()
    return 0.8 * (1 - ratio) + 0.2 * other / (width * height) >= 0.4


# -- the levels


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_readme_has_a_number_for_each_kind_of_square(problem: str) -> None:
    assert sorted(numbers(problem).values()) == list(range({"key_and_door": 6, "mini_dungeon": 8}[problem]))


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS)
def test_levels_are_valid_and_differ(problem: str) -> None:
    levels = [check(problem, seed, *DEFAULTS[problem]) for seed in range(1, 101)]
    pairs = list(combinations(levels, 2))
    different = sum(is_different(problem, first, second) for first, second in pairs) / len(pairs)
    assert different >= {"key_and_door": 0.9, "mini_dungeon": 0.75}[problem]


# width, height -> the most enemies of each problem.
SIZES = {
    (3, 3): (6, 2), (4, 4): (13, 5), (5, 4): (17, 6), (3, 20): (57, 20), (4, 9): (33, 12), (8, 12): (93, 32),
    (24, 5): (117, 36), (16, 24): (381, 36), (24, 24): (573, 36),
}  # fmt: skip


@pytest.mark.parametrize("problem", PROBLEMS)
def test_levels_of_all_sizes_are_valid_up_to_their_most_enemies(problem: str) -> None:
    for (width, height), limits in SIZES.items():
        most = limits[PROBLEMS.index(problem)]
        for seed, enemies in enumerate(sorted({0, 1, most // 3, most - 1, most})):
            check(problem, seed, width, height, enemies)
        with pytest.raises(HostError) as caught:
            level(problem, 1, width, height, most + 1)
        assert str(caught.value).endswith(f": {width} × {height} squares have room for at most {most} enemies")
