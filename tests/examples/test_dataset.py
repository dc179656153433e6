"""A data set and a model: examples/dataset.py."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from host import Host
from tests.examples.running import run_example

parquet = pytest.importorskip("pyarrow.parquet")

# Looked for, not imported: that takes a second in each process of tests.
pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("sklearn") is None, reason="scikit-learn is missing")]


def test_arrays_and_tables_are_those_of_the_dungeons(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    printed = run_example("dataset.py", "--count", "24", "--jobs", "1", "-o", str(folder))
    assert "24 dungeons of base, 0 failed" in printed
    assert float(printed.split("has not seen: ")[1].split()[0]) <= 1
    with np.load(folder / "levels.npz") as arrays:
        levels, seeds, legend = arrays["levels"], arrays["seeds"], json.loads(str(arrays["legend"]))
    assert seeds.tolist() == [*range(1, 25)]
    expected = Host(mods=["base"]).generate("base", seed=3, quest="custom", dungeon="tiny")
    shown = expected.legend()
    assert [legend[str(n)] for n in levels[2].ravel() if n >= 0] == [[*shown[n]] for n in expected.tiles.ravel()]
    table = parquet.read_table(folder / "levels.parquet")
    assert table.column("level")[2].as_py() == [n for n in levels[2].ravel().tolist() if n >= 0]
    metrics = parquet.read_table(folder / "metrics.parquet")
    assert metrics.column("seed").to_pylist() == seeds.tolist()
    assert all(0 < value < 1 for value in metrics.column("density").to_pylist())


def test_the_same_command_gives_the_same_arrays(tmp_path: Path) -> None:
    arguments = ("--count", "12", "--jobs", "1", "--metrics", "density", "--target", "density", "-o")
    for name in ("a", "b"):
        run_example("dataset.py", *arguments, str(tmp_path / name))
    for name in ("levels.npz", "levels.parquet", "metrics.parquet"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_errors_are_sentences(tmp_path: Path) -> None:
    folder = str(tmp_path / "set")
    assert 'did you mean "density"' in run_example(
        "dataset.py", "--count", "2", "-o", folder, "--target", "densty", code=1
    )
    assert "a model needs 8" in run_example("dataset.py", "--count", "2", "-o", folder, code=1)
    assert "KEY=VALUE" in run_example("dataset.py", "-o", folder, "--set", "tiny", code=2)
