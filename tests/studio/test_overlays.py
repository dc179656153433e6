"""Overlays of the page: what a square sees, and what nobody reaches."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

from host import Map, Request
from host.engine.engine import Engine
from host.metrics.walkability import Means, walkable
from host.model.document import to_document
from host.model.game_map import GameMap
from host.studio.drawing import describe_map
from host.studio.overlays import list_squares_in_sight


@pytest.fixture(scope="module")
def dungeon() -> GameMap:
    return Engine(["base"]).generate(Request("base", seed=1))


def squares_of(game_map: GameMap, word: str) -> set[tuple[int, int]]:
    """Return the squares whose top tile has a word in its id."""
    shown = Map(game_map)
    numbers = [number for number, ids in shown.legend().items() if word in ids[-1]]
    return {(int(x), int(y)) for y, x in np.argwhere(np.isin(shown.tiles, numbers))}


def test_sight_crosses_water_and_no_wall(dungeon: GameMap) -> None:
    width = dungeon.width
    water = squares_of(dungeon, "water")
    assert water
    is_open = walkable(dungeon, Means.CLEAR)
    crossed = 0
    for x, y in sorted(water):
        west, east = x - 1, x + 1
        while (east, y) in water:
            east += 1
        if is_open[y, west] and is_open[y, east]:
            seen = list_squares_in_sight(dungeon, west, y)
            assert {y * width + column for column in range(west, east + 1)} <= set(seen)
            crossed += 1
    assert crossed
    for x, y in sorted(squares_of(dungeon, "floor"))[::40]:
        for square in list_squares_in_sight(dungeon, x, y):
            assert not (squares_of(dungeon, "wall") & {dungeon.position(square)})


def decoded(made: dict[str, Any], name: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(base64.b64decode(made[name]), "<i4").reshape(made["height"], made["width"])


def test_what_is_used_from_beside_is_reached_from_there(dungeon: GameMap) -> None:
    made = describe_map(dungeon, to_document(dungeon))
    unreachable, distances = decoded(made, "unreachable"), decoded(made, "distances")
    assert made["chests"]
    for chest in made["chests"]:
        x, y = chest["x"], chest["y"]
        beside = [distances[y, x - 1], distances[y, x + 1], distances[y - 1, x], distances[y + 1, x]]
        assert unreachable[y, x] == (max(beside) < 0)
    assert not (unreachable.astype(bool) & (distances >= 0)).any()
