"""The generator toolbox: what each of its tools promises, for any input."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from host import Host, HostError
from host.generate.distances import distances, is_connected, path, regions
from host.generate.plan import PASSAGE, WALL, Plan, as_rows
from host.generate.recipes import RECIPES, plan, steps
from host.generate.scatter import scatter
from host.model.rng import Rng

MASKS = arrays.arrays(np.bool_, st.tuples(st.integers(1, 14), st.integers(1, 14)))
SEEDS = st.integers(0, 2**62)

GOLDEN = {
    "rooms": """
      #########
      #.......#
      #.......#
      #.......#
      #.......#
      ####.###########
       #.............#
       #.............#
       #.............#
       #.............#
       ###############



""",
    "bsp": """
#########
#.......#
#.......# ##############
#.......# #............#
#.......# #............#
#.......###............#
#......................#
#.......###............#
#.......# #............#
######### #............#
          ##############



""",
    "caves": """

         ########
        ##......##
  ####  #........##
  #..####.........###
  #...##............##
  #...........##.....##
  #..........####.....#
  #..........#  #.....#
  ##.........#  #.....#
   #.........#  #.....#
   ##..###..##  ##...##
    #### ####    #####

""",
    "walk": """





   ######
   #.#..############
   #.......#..##...#
####.....#.........#
#..#.#...####......##
#........###........#
#...................#
##........#.#.......#
 ####################
""",
    "maze": """
#######################
#.#...................#
#.#.#######.#####.###.#
#...#.......#...#.....#
#.###.#########.###.###
#.#...#...........#.#.#
#.#.###.#.#########.#.#
#.#.....#...........#.#
#.#####.#############.#
#.#...#.#.......#.....#
#.#.#.#.#.#####.#.#####
#...#.........#.......#
#######################

""",
}


def options(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any options of a generator of the host, of maps that are not large."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option in RECIPES[name].generator.options:
        least, most = option.least or 0, option.most or 0
        if option.real:
            values[option.id] = st.floats(least, most)
        else:
            values[option.id] = st.integers(int(least), min(int(most), 60))
    return st.fixed_dictionaries({}, optional=values)


@pytest.mark.parametrize("name", RECIPES)
def test_any_options_give_a_sound_map_or_a_sentence(name: str) -> None:
    @given(seed=SEEDS, chosen=options(name))
    def check(seed: int, chosen: dict[str, Any]) -> None:
        try:
            made = plan(name, seed, **chosen)
        except HostError as error:
            told.append(str(error))
            return
        assert (made.width, made.height) == (chosen.get("width", 85), chosen.get("height", 64))
        assert made.open.any()
        assert is_connected(made.open)
        assert not made.open[[0, -1]].any()
        assert not made.open[:, [0, -1]].any()
        padded = np.pad(made.open, 1)
        height, width = made.cells.shape
        near = np.logical_or.reduce([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)])
        assert ((made.cells == WALL) == (near & ~made.open)).all()

    told: list[str] = []
    check()
    assert all("must" in text or "fit" in text for text in told)


@pytest.mark.parametrize("name", RECIPES)
def test_the_last_step_is_what_is_made(name: str) -> None:
    states = [state.copy() for state in steps(name, 5, width=40, height=30)]
    assert len(states) > 2
    assert (states[-1].cells == plan(name, 5, width=40, height=30).cells).all()
    assert any((a.cells != b.cells).any() for a, b in itertools.pairwise(states))
    assert (plan(name, 6, width=40, height=30).cells != states[-1].cells).any()


@pytest.mark.parametrize("name", RECIPES)
def test_a_map_by_its_seed(name: str) -> None:
    chosen = {"maze": {"loops": 0.5}, "rooms": {"rooms": 2}}.get(name, {})
    rows = as_rows(plan(name, 11, width=24, height=14, **chosen)).split("\n")
    assert [row.rstrip() for row in rows] == GOLDEN[name].split("\n")[1:-1]


def test_a_maze_without_loops_is_a_tree() -> None:
    made = plan("maze", 3, width=41, height=31)
    cells = 20 * 15
    assert np.count_nonzero(made.open) == 2 * cells - 1
    looped = plan("maze", 3, width=41, height=31, loops=1)
    neighbours = sum(np.roll(looped.open, step, axis).astype(int) for step in (1, -1) for axis in (0, 1))
    assert not ((neighbours == 1) & looped.open).any()


def test_a_walk_opens_as_much_as_asked() -> None:
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        for life in (1, 100):
            made = plan("walk", 8, width=30, height=22, open=share, life=life)
            assert np.count_nonzero(made.open) == max(1, round(28 * 20 * share))


# -- walking


def slow_distances(
    free: np.ndarray[Any, Any], source: tuple[int, int], *, diagonal: bool
) -> dict[tuple[int, int], int]:
    found, wave = {source: 0}, [source]
    while wave:
        x, y = wave.pop(0)
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            near = x + dx, y + dy
            inside = 0 <= near[0] < free.shape[1] and 0 <= near[1] < free.shape[0]
            if inside and near not in found and free[near[1], near[0]] and (diagonal or not (dx and dy)):
                found[near] = found[x, y] + 1
                wave.append(near)
    return found


@given(free=MASKS, data=st.data(), diagonal=st.booleans())
def test_distances_are_shortest(free: np.ndarray[Any, Any], data: st.DataObject, diagonal: bool) -> None:
    height, width = free.shape
    source = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    end = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    found = distances(free, [source], diagonal=diagonal)
    expected = slow_distances(free, source, diagonal=diagonal)
    assert {(x, y): int(found[y, x]) for y, x in np.argwhere(found >= 0).tolist()} == expected
    way = path(free, source, end, diagonal=diagonal)
    if not free[source[1], source[0]] or end not in expected or not free[end[1], end[0]]:
        assert way is None
        return
    assert way is not None
    assert (way[0], way[-1], len(way)) == (source, end, expected[end] + 1)
    assert all(free[y, x] for x, y in way)
    for (x, y), (nx, ny) in itertools.pairwise(way):
        assert max(abs(x - nx), abs(y - ny)) == 1
        assert diagonal or abs(x - nx) + abs(y - ny) == 1


def test_wide_waves_are_the_same() -> None:
    free = np.ones((150, 150), dtype=np.bool_)
    free[70, 5:] = False
    found = distances(free, [(75, 10), (76, 10)])
    assert found[0, 0] == 85
    assert found[70, 4] == 60 + 71


@given(free=MASKS)
def test_regions_are_what_hangs_together(free: np.ndarray[Any, Any]) -> None:
    labels, sizes = regions(free)
    assert ((labels > 0) == free).all()
    assert sizes[1:] == [int((labels == n).sum()) for n in range(1, len(sizes))]
    for n in range(1, len(sizes)):
        y, x = np.argwhere(labels == n)[0].tolist()
        assert set(slow_distances(free, (x, y), diagonal=False)) == {
            (x, y) for y, x in np.argwhere(labels == n).tolist()
        }


# -- scatter


@given(free=MASKS, seed=SEEDS, distance=st.floats(1, 30))
def test_scattered_places_keep_apart_and_leave_no_room(free: np.ndarray[Any, Any], seed: int, distance: float) -> None:
    places = scatter(free, distance, Rng(seed).stream("t", "t"))
    assert all(free[y, x] for x, y in places)
    assert all(math.dist(a, b) >= distance for a, b in itertools.combinations(places, 2))
    for y, x in np.argwhere(free).tolist():
        assert any(math.dist((x, y), place) < distance for place in places)


def test_scatter_takes_no_more_than_asked() -> None:
    free = np.ones((50, 50), dtype=np.bool_)
    every = scatter(free, 3, Rng(1).stream("t", "t"))
    assert scatter(free, 3, Rng(1).stream("t", "t"), 5) == every[:5]
    assert len(every) > 100
    assert scatter(free, 3, Rng(1).stream("t", "t"), 0) == []


def test_bad_parts_of_a_partition() -> None:
    with pytest.raises(HostError, match="bsp: min_room is 7: must be at most 6, which is 2 less than least, width"):
        Host([]).generate("bsp", min_room=7)
    assert Plan(3, 3).cells.max() < PASSAGE
