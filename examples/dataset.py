"""A data set of dungeons, and a small model that learns from it how long one takes to explore.

    python examples/dataset.py --count 300 -o tiny_dungeons

Makes a survey; writes the dungeons as arrays (`levels.npz`, `levels.parquet`) and their metrics (`metrics.parquet`)
to a folder; and trains a model that guesses a metric from the squares alone. The same command gives the same arrays.
"""
# pyarrow and scikit-learn have no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet
from sklearn.ensemble import RandomForestRegressor
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

from host import Host, HostError
from host.survey.dataset import Levels, collect_levels, write_levels
from host.survey.replay import Replay
from host.survey.survey import Survey

MODS = ["base"]
# What a model cannot see in the arrays: how a survey was made, and what a dungeon is called.
NO_METRICS = ("number", "options", "outcome", "reason", "file", "line", "seconds", "digest")


def make_survey(path: Path, options: argparse.Namespace) -> Survey:
    """Make the dungeons of a survey and measure them; a file of before goes on."""
    asked = dict(word.split("=", 1) for word in options.set)
    return Host(mods=MODS).survey(
        options.generator, count=options.count, jobs=options.jobs, path=path, options=asked, metrics=options.metrics
    )


def make_levels(survey: Survey, path: Path, jobs: int) -> Levels:
    """Make the dungeons again that were made, as arrays."""
    numbers = survey["number"][survey["outcome"] == "made"].tolist()
    with Replay(path, mods=(), jobs=jobs) as replay:
        return collect_levels(survey.plan, replay.make(numbers), len(numbers))


def write_metrics(survey: Survey, path: Path) -> None:
    """Write a row for each dungeon that was made: its seed and its metrics."""
    made = survey["outcome"] == "made"
    parquet.write_table(pa.table({name: survey[name][made] for name in survey.columns if name not in NO_METRICS}), path)


def features(levels: Levels) -> np.ndarray:
    """Return a row for each dungeon: how many squares of each kind it has, and how often two kinds are neighbours."""
    kinds = len(levels.legend)
    rows: list[np.ndarray] = []
    for level, (height, width) in zip(levels.levels, levels.sizes, strict=True):
        squares = level[:height, :width]
        counts = np.bincount(squares.ravel(), minlength=kinds)
        pairs = np.zeros((kinds, kinds), dtype=np.int64)
        np.add.at(pairs, (squares[:, :-1], squares[:, 1:]), 1)
        np.add.at(pairs, (squares[:-1], squares[1:]), 1)
        rows.append(np.concatenate([counts, pairs.ravel(), [height, width]]))
    return np.array(rows)


def train(levels: Levels, values: np.ndarray) -> tuple[RandomForestRegressor, float]:
    """Return a model that guesses values from squares, and its R² on a quarter of the dungeons that it has not seen."""
    known, unknown, known_values, unknown_values = train_test_split(
        features(levels), values, test_size=0.25, random_state=1
    )
    model = RandomForestRegressor(n_estimators=100, random_state=1).fit(known, known_values)
    return model, float(r2_score(unknown_values, model.predict(unknown)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="of dungeons, from seed 1 on")
    parser.add_argument("-o", dest="folder", type=Path, default=Path("dataset"), help="the folder of the files")
    parser.add_argument("--generator", default="base")
    parser.add_argument("--set", nargs="*", default=["quest=custom", "dungeon=tiny"], metavar="KEY=VALUE")
    parser.add_argument("--metrics", default="default", help="ids with commas between them")
    parser.add_argument("--target", default="exploration", help="the metric that the model guesses")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if wrong := [word for word in options.set if "=" not in word]:
        parser.error(f"--set has {wrong[0]!r}: must be KEY=VALUE")
    folder: Path = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        survey = make_survey(folder / "dungeons.survey", options)
        values = survey[options.target]
        levels = make_levels(survey, folder / "dungeons.survey", options.jobs)
        for ending in ("npz", "parquet"):
            write_levels(levels, folder / f"levels.{ending}")
        write_metrics(survey, folder / "metrics.parquet")
    except (HostError, OSError) as error:
        sys.exit(f"error: {error}")
    print(f"{len(levels.seeds)} dungeons of {options.generator}, {survey.failed} failed, in {folder}")
    values = values[survey["outcome"] == "made"].astype(float)
    has_value = np.isfinite(values)
    if has_value.sum() < 8:
        sys.exit(f"error: {has_value.sum()} dungeons have a value of {options.target}: a model needs 8 at least")
    levels = levels._replace(levels=levels.levels[has_value], sizes=levels.sizes[has_value])
    model, score = train(levels, values[has_value])
    print(f"R² of {options.target} on dungeons that the model has not seen: {score:.2f}")
    best = int(np.argmax(model.feature_importances_))
    names = [json.dumps(levels.legend[number]) for number in range(len(levels.legend))]
    kinds = len(names)
    pair = (best - kinds) // kinds, (best - kinds) % kinds
    feature = f"squares of {names[best]}" if best < kinds else "the size"
    if kinds <= best < kinds + kinds**2:
        feature = f"{names[pair[0]]} beside {names[pair[1]]}"
    print(f"it looks most at {feature}")


if __name__ == "__main__":
    main()
