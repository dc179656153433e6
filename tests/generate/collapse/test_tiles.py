"""Wave function collapse of tiles: each lies beside tiles whose edges fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from host import Host
from host.errors import GenerationError
from host.generate.plans.recipes import plan
from host.metrics.regions import is_connected

ROADS = "###/###/###*4 ###/.../###*3 ###/#../#.#*2 #.#/.../#.# ###/.../#.#"
HALLS = "###/###/### ###/.../### ###/#../#.# ###/+../### .../.../... ###/.../... ###/#../#.. #../.../... ~~~/~~~/~~~ "
HALLS += ".../.../~~~ .../..~/.~~ ..~/.~~/~~~"
BY_TILE = {"host.edge": "#", "host.wall": "#", "host.hallway": ".", "host.door": "+", "host.water": "~"}


@pytest.fixture(scope="module")
def host() -> Host:
    return Host([])


def letters(host: Host, seed: int, **options: Any) -> list[str]:
    document = json.loads(host.generate("wfc", seed=seed, options=options).to_json())
    tops = [
        BY_TILE[document["tiles"][max(stack, key=lambda i: -document["tiles"][i]["depth"])]["id"]]
        for stack in document["stacks"]
    ]
    return ["".join(tops[stack] for stack in row) for row in document["rows"]]


def blocks_of(rows: list[str], side: int) -> Iterator[tuple[str, ...]]:
    """The blocks inside the outermost ring."""
    for y in range(1, len(rows) - side, side):
        for x in range(1, len(rows[0]) - side, side):
            yield tuple(row[x : x + side] for row in rows[y : y + side])


def allowed(tiles: str) -> set[tuple[str, ...]]:
    blocks = {tuple(word.split("*")[0].split("/")) for word in tiles.split()}
    for _ in range(3):
        blocks |= {tuple("".join(column) for column in zip(*block[::-1], strict=True)) for block in blocks}
    return blocks | {tuple(row[::-1] for row in block) for block in blocks}


def do_edges_fit(rows: list[str], side: int) -> bool:
    """Whether squares on both sides of each edge are of one kind; a door counts as floor, and meets no door."""
    for lines in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        for line in lines[1:-1]:
            for x in range(side, len(line) - side - 1, side):
                pair = line[x : x + 2]
                if pair == "++" or pair.replace("+", ".") not in ("##", "..", "~~"):
                    return False
    return True


@pytest.mark.parametrize("tiles", [ROADS, HALLS], ids=["roads", "halls"])
def test_a_map_consists_of_tiles_whose_edges_fit(host: Host, tiles: str) -> None:
    for seed in range(3):
        rows = letters(host, seed, tiles=tiles, width=32, height=26, connected=False)
        assert {*blocks_of(rows, 3)} <= allowed(tiles)
        assert do_edges_fit(rows, 3)
        assert len({*blocks_of(rows, 3)}) > 3


def test_floors_are_connected_and_the_border_closed(host: Host) -> None:
    for seed in range(3):
        rows = letters(host, seed, tiles=ROADS, border="#", width=47, height=32)
        grid = np.array([[letter in ".+" for letter in row] for row in rows])
        assert grid.any()
        assert is_connected(grid)
        assert grid.sum() == grid[2:-2, 2:-2].sum()
        assert {*blocks_of(rows, 3)} <= allowed(ROADS)


def test_a_border_holds_for_an_example_too(host: Host) -> None:
    rows = letters(host, 1, border="#", width=30, height=20)
    assert rows[1] == rows[-2] == "#" * 30


def test_fixed_squares_choose_tiles(host: Host) -> None:
    for seed in range(3):
        rows = letters(host, seed, tiles=HALLS, fixed="11,5=~ 2,2=. 20,14=#", connected=False, width=32, height=26)
        assert (rows[5][11], rows[2][2], rows[14][20]) == ("~", ".", "#")
        assert {*blocks_of(rows, 3)} <= allowed(HALLS)


def test_what_does_not_fill_a_tile_is_wall() -> None:
    made = plan("wfc", 1, tiles="../..", width=8, height=9, connected=False)
    assert (made.cells >= 2).sum() == 36
    assert not (made.cells[8] >= 2).any()


def test_the_weight_decides_how_often_a_tile_occurs() -> None:
    tiles = "###/#.#/### ###/###/###"
    few = plan("wfc", 1, tiles=f"{tiles}*20", width=62, height=62, connected=False).open.sum()
    many = plan("wfc", 1, tiles=tiles.replace("###/#.#/###", "###/#.#/###*20"), width=62, height=62, connected=False)
    assert few < 60
    assert many.open.sum() > 340


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiles": "###/##x/###"}, "tile 1 (###/##x/###): must be rows of # . + ~ with / between them"),
        ({"tiles": "##/## ##/###"}, "tile 2 (##/###): must have rows of equal length"),
        ({"tiles": "##/## ###/###/###"}, "tile 2 (###/###/###) has 3 × 3 squares, and tile 1 2 × 2: must be equal"),
        ({"tiles": "../.. ##/##*0"}, "tile 2 (##/##*0) has the weight 0: must be 1 to 9999"),
        ({"tiles": "../..", "example": "..\n.."}, "there are both tiles and an example: must be one of them"),
        (
            {"tiles": "../.. ##/##", "fixed": "1,1=. 3,1=#", "border": "any"},
            "no map has these fixed squares: nothing fits at 1,1, which must be tile 1 (../..), with tile 2 (##/##)",
        ),
        ({"tiles": "../..", "border": "#"}, "no map has this border: no tile is as it must be at 1,1"),
        ({"tiles": "../.. ##/##", "fixed": "23,1=#"}, 'fixed has "23,1=#": must lie inside the outermost ring'),
        ({"tiles": "....../......", "width": 7, "height": 7}, "7 × 7 squares are too few for tiles of 6 × 2"),
        ({"tiles": "#.#/###/### #.#/#.#/###", "fixed": "1,1=#"}, "no map"),
    ],
)
def test_what_is_wrong_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GenerationError) as caught:
        plan("wfc", 1, **{"width": 24, "height": 16, **options})
    assert message in caught.value.message
