"""Ways over what a player has seen: around what hurts, as far as there is another way."""

from __future__ import annotations

import numpy as np
import pytest

from host.play.guide import Guide
from tests.metrics.drawing import draw

DETOUR = """
#######
#.^...#
#.#.###
#...###
#######
"""
CORRIDOR = """
#######
#.^...#
#######
"""
# What is drawn as stairs is no floor: who walks carefully goes around it.
FURTHER = """
#########
#$...>..#
#########
"""


def guide(text: str, x: int, columns: int) -> Guide:
    """Return the guide of a player in row 1 who has seen some columns."""
    game_map = draw(text)
    seen = np.zeros((game_map.height, game_map.width), dtype=np.bool_)
    seen[:, :columns] = True
    return Guide(game_map, (x, 1), seen, seen)


def test_who_explores_goes_around_a_trap_that_was_seen() -> None:
    assert guide(DETOUR, 1, 5).explore() in ("south", "southeast")
    assert guide(DETOUR, 1, 5).go_to(3, 1) in ("south", "southeast")


def test_who_explores_never_steps_on_a_trap_but_a_click_does() -> None:
    assert guide(CORRIDOR, 1, 5).explore() is None
    assert guide(CORRIDOR, 1, 5).go_to(4, 1) == "east"


def test_what_lies_on_floor_comes_before_what_is_behind_anything_else() -> None:
    assert guide(FURTHER, 4, 7).explore() == "west"
    assert guide(FURTHER.replace("$", "."), 4, 7).explore() == "east"


@pytest.mark.parametrize("text", [CORRIDOR, DETOUR])
def test_an_enemy_behind_a_trap_is_fought(text: str) -> None:
    assert guide(text.replace("...#", ".m.#", 1), 1, 7).fight() is not None


def test_what_lies_where_the_player_stands_is_taken_once() -> None:
    game_map = draw(CORRIDOR.replace(".^.", "..$"))
    seen = np.ones((game_map.height, game_map.width), dtype=np.bool_)
    assert Guide(game_map, (3, 1), seen, seen).explore() == "get"
    assert Guide(game_map, (3, 1), seen, seen, left=[(3, 1)]).explore() is None
    # What was passed is not left behind.
    assert Guide(game_map, (2, 1), seen, seen).explore() == "east"
