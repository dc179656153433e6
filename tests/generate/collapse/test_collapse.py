"""Wave function collapse: each window of a map occurs in the example, turned or mirrored."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from host import Host
from host.errors import GenerationError
from host.generate.plans.recipes import plan
from host.metrics.regions import is_connected

CAVES = "########\n#......#\n#......#\n#...####\n#......#\n##.##..#\n##.##..#\n########"
POND = "########\n#..~~..#\n#..~~..#\n#......#\n####+###\n#......#\n#......#\n########"


@pytest.fixture(scope="module")
def host() -> Host:
    return Host([])


def letters(host: Host, seed: int, **options: Any) -> list[str]:
    """The letters of the example, read back from the tiles of the map."""
    document = json.loads(host.generate("wfc", seed=seed, options=options).to_json())
    by_tile = {"host.edge": "#", "host.wall": "#", "host.hallway": ".", "host.door": "+", "host.water": "~"}
    tops = [
        by_tile[document["tiles"][max(stack, key=lambda i: -document["tiles"][i]["depth"])]["id"]]
        for stack in document["stacks"]
    ]
    return ["".join(tops[stack] for stack in row) for row in document["rows"]]


def windows(rows: list[str], size: int) -> set[tuple[str, ...]]:
    return {
        tuple(row[x : x + size] for row in rows[y : y + size])
        for y in range(len(rows) - size + 1)
        for x in range(len(rows[0]) - size + 1)
    }


def allowed(example: str, size: int) -> set[tuple[str, ...]]:
    rows = example.split("\n")
    found = windows([row + row[: size - 1] for row in [*rows, *rows[: size - 1]]], size)
    for _ in range(3):
        found |= {tuple("".join(column) for column in zip(*window[::-1], strict=True)) for window in found}
    return found | {tuple(row[::-1] for row in window) for window in found}


@pytest.mark.parametrize(("example", "window"), [(CAVES, 2), (CAVES, 3), (POND, 3), (POND, 2)])
def test_each_window_occurs_in_the_example(host: Host, example: str, window: int) -> None:
    for seed in range(3):
        rows = letters(host, seed, example=example, window=window, connected=False, width=28, height=20)
        inner = [row[1:-1] for row in rows[1:-1]]
        assert windows(inner, window) <= allowed(example, window)
        assert {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)} == {"#"}
        assert len(rows) == 20
        assert len(rows[0]) == 28


def test_floors_are_connected_and_still_like_the_example(host: Host) -> None:
    for seed in range(4):
        rows = letters(host, seed, example=CAVES, width=36, height=24)
        assert is_connected(np.array([[letter in ".+" for letter in row] for row in rows]))
        assert windows([row[1:-1] for row in rows[1:-1]], 3) <= allowed(CAVES, 3)


def test_fixed_squares_hold(host: Host) -> None:
    for seed in range(3):
        rows = letters(host, seed, example=POND, fixed="10,4=~ 11,9=. 1,1=#", connected=False, width=24, height=16)
        assert (rows[4][10], rows[9][11], rows[1][1]) == ("~", ".", "#")
        assert windows([row[1:-1] for row in rows[1:-1]], 3) <= allowed(POND, 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"example": "##\n#"}, "row 2 of the example has 1 letter, and row 1 has 2: must have as many"),
        ({"example": "##x#\n####"}, 'row 1 of the example, "##x#", has "x": must be # (wall)'),
        ({"example": "##\n##", "window": 3}, "the window is 3: must be at most 2, the shorter side of the example"),
        ({"fixed": "3;4"}, 'fixed has "3;4": must be squares such as 10,4=~'),
        ({"fixed": "0,0=."}, 'fixed has "0,0=.": must lie inside the outermost ring, from 1,1 to'),
        ({"fixed": "5,5=~"}, "no map has these fixed squares: the example has no windows for them"),
        ({"example": "####\n#..#\n#..#\n####"}, "no map"),
        ({"width": 5, "height": 5, "window": 5, "example": CAVES}, "5 × 5 squares are too few for a window of 5"),
        (
            {"width": 4000, "height": 4000},
            "3996 × 3996 places for windows or tiles are too many: must be at most 100000",
        ),
    ],
)
def test_what_is_wrong_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GenerationError) as caught:
        plan("wfc", 1, **{"width": 24, "height": 16, **options})
    assert message in caught.value.message


def test_the_same_in_a_fresh_process() -> None:
    script = "from host.generate.plans.recipes import plan\n"
    script += "print(plan('wfc', 3, width=24, height=16).cells.tobytes().hex())"
    fresh = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert fresh.stdout.strip() == plan("wfc", 3, width=24, height=16).cells.tobytes().hex()
    assert plan("wfc", 4, width=24, height=16).cells.tobytes().hex() != fresh.stdout.strip()
