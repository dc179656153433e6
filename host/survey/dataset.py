"""Datasets: the maps of a survey as arrays with a legend, for machine learning (`survey export --maps`)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.export.files import write_whole
from host.model.game_map import GameMap
from host.paths import how_to_install
from host.survey.plan import SurveyPlan

SUFFIXES = (".npz", ".parquet")
# Values of `Levels.levels`, 4 bytes each: the number of maps × their greatest height × their greatest width.
MOST_VALUES = 2**27


class Levels(NamedTuple):
    """Maps as arrays.

    `levels`, (n, height, width): the number of the stack of tiles of each square, -1 beyond a smaller map. `sizes`,
    (n, 2): height and width. `seeds`, (n,). `legend`: number of a stack -> ids of its tiles, bottom first.
    """

    levels: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int32]
    seeds: npt.NDArray[np.int64]
    legend: dict[int, list[str]]


def collect_levels(plan: SurveyPlan, maps: Iterable[tuple[int, GameMap]], count: int) -> Levels:
    """Return (number, map) pairs of a survey, at most `count`, as arrays, with one numbering of stacks for all maps.

    Raises RequestError at the first map with which the arrays would be too large.
    """
    numbers: dict[tuple[str, ...], int] = {}
    arrays, seeds = [], []
    height = width = 0
    for number, game_map in maps:
        height, width = max(height, game_map.height), max(width, game_map.width)
        if count * height * width > MOST_VALUES:
            raise RequestError(
                f"{count} maps of up to {width} × {height} squares are {count * height * width} values: "
                f"must be at most {MOST_VALUES}",
                hint="a survey of fewer seeds has fewer",
            )
        by_stack = np.zeros(len(game_map.tileset.stacks), dtype=np.int32)
        for stack in game_map.stacks_in_order():
            ids = tuple(tile.prototype.id for tile in game_map.tileset.tiles_of(stack))
            by_stack[stack] = numbers.setdefault(ids, len(numbers))
        arrays.append(by_stack[game_map.stacks])
        seeds.append(plan.seed_of(number))
    sizes = np.array([array.shape for array in arrays], dtype=np.int32).reshape(-1, 2)
    levels = np.full((len(arrays), height, width), -1, dtype=np.int32)
    for level, array in zip(levels, arrays, strict=True):
        level[: array.shape[0], : array.shape[1]] = array
    legend = {number: list(ids) for ids, number in numbers.items()}
    return Levels(levels, sizes, np.array(seeds, dtype=np.int64), legend)


def check_suffix(path: Path) -> None:
    """Raise RequestError for a file name that does not end like a dataset."""
    if path.suffix not in SUFFIXES:
        raise RequestError(f'"{path}" has an unknown ending: must be {" or ".join(SUFFIXES)}')


def write_levels(levels: Levels, path: Path) -> None:
    """Write levels to a file that ends in .npz or .parquet. Raises RequestError."""
    check_suffix(path)
    write_whole(path, _npz(levels) if path.suffix == ".npz" else _parquet(levels))


def _legend_text(levels: Levels) -> str:
    return json.dumps({str(number): ids for number, ids in levels.legend.items()})


def _npz(levels: Levels) -> bytes:
    """Return a file of numpy: the arrays `levels`, `sizes` and `seeds`, and the JSON text `legend`."""
    packed = io.BytesIO()
    np.savez_compressed(
        packed, levels=levels.levels, sizes=levels.sizes, seeds=levels.seeds, legend=np.array(_legend_text(levels))
    )
    return packed.getvalue()


def _parquet(levels: Levels) -> bytes:
    """Return a Parquet file: a row for each map, with `seed`, `height`, `width` and `level`, its squares row by row."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise RequestError(f"pyarrow is not installed: {how_to_install('[survey]')}") from None
    table = pa.table(
        {
            "seed": levels.seeds,
            "height": levels.sizes[:, 0],
            "width": levels.sizes[:, 1],
            "level": pa.array(list(_flatten(levels)), pa.list_(pa.int32())),
        }
    ).replace_schema_metadata({"legend": _legend_text(levels)})
    packed = io.BytesIO()
    parquet.write_table(table, packed)
    return packed.getvalue()


def _flatten(levels: Levels) -> Iterator[Any]:
    for level, (height, width) in zip(levels.levels, levels.sizes.tolist(), strict=True):
        yield level[:height, :width].ravel()
