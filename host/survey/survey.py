"""Surveys for programs: columns of values, with a row for each dungeon."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from host.engine.jobs import Job
from host.errors import RequestError, counted, show_value
from host.errors.spelling import did_you_mean
from host.export.files import check_folder
from host.generate.options import Value
from host.model.checks import check_file_path, check_whole
from host.model.request import Request, check_option
from host.survey.draws import Draw
from host.survey.file import SurveyFile
from host.survey.plan import MOST_DUNGEONS, SurveyPlan
from host.survey.reader import Columns, open_for_reading, read_columns, read_draws, read_plan_of, read_usage
from host.survey.run import MOST_JOBS, run_survey
from host.survey.schema import column_of

# Columns of whole numbers.
_INTEGERS = ("number", "seed")


class Survey:
    """The dungeons of a survey, in the order asked for. `survey["density"]` is an array with a value for each.

    Columns are `number`, `seed`, `options`, `outcome` ("made" or "failed"), `reason`, `file`, `line`, `seconds`,
    `digest`, and one for each metric, where NaN means no value. That of the metric `outcome` is `played_outcome`.
    """

    def __init__(
        self,
        plan: SurveyPlan,
        columns: Columns,
        usage: dict[str, dict[str, tuple[int, int]]],
        draws: list[Draw],
        warnings: Iterable[str] = (),
    ) -> None:
        self.plan = plan
        self._usage = usage
        self._draws = draws
        self.warnings = list(warnings)
        self._columns = columns

    @classmethod
    def open(cls, path: str | Path) -> Survey:
        """Read the file of a survey, which may be unfinished. Raises HostError."""
        with open_for_reading(check_file_path("path", path)) as database:
            plan = read_plan_of(database)
            return cls(plan, read_columns(database, plan), read_usage(database), read_draws(database))

    @classmethod
    def of_file(cls, file: SurveyFile, warnings: Iterable[str] = ()) -> Survey:
        """Return the survey in an open file."""
        # The file may have more dungeons than were asked for now.
        columns = read_columns(file.database, read_plan_of(file.database))
        return cls(file.plan, columns, read_usage(file.database), read_draws(file.database), warnings)

    def __len__(self) -> int:
        return len(self._columns["number"])

    def __repr__(self) -> str:
        return f"<Survey of {counted(len(self), 'dungeon')} of {self.plan.generator}, {self.failed} failed>"

    @property
    def columns(self) -> list[str]:
        """The names of all columns."""
        return list(self._columns)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the columns that are metrics."""
        return self.plan.metrics

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """Return a column. Raises RequestError for a name that is not a column."""
        if name not in self._columns:
            raise RequestError(f'the survey has no column "{name}"', hint=did_you_mean(str(name), self._columns))
        values = self._columns[name]
        if name in _INTEGERS:
            return np.array(values, dtype=np.int64)
        if isinstance(values, np.ndarray):
            return np.where(np.isfinite(values), values, np.nan)
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array

    def column_of(self, metric: str) -> npt.NDArray[np.float64]:
        """Return the column of a metric."""
        return self[column_of(metric)]

    def values_of(self, metric: str) -> npt.NDArray[np.float64]:
        """Return the values of a metric, without the dungeons that have none."""
        values = self.column_of(metric)
        return values[~np.isnan(values)]

    @property
    def failed(self) -> int:
        """The number of dungeons that failed."""
        return list(self._columns["outcome"]).count("failed")

    def failures(self) -> list[tuple[str, int, int]]:
        """Return (reason, number of dungeons, smallest seed) for each reason of failures, the most frequent first."""
        reasons: Counter[str] = Counter()
        seeds: dict[str, int] = {}
        for outcome, reason, seed in zip(*map(self._columns.__getitem__, ("outcome", "reason", "seed")), strict=True):
            if outcome == "failed" and reason is not None:
                reasons[reason] += 1
                seeds[reason] = min(seed, seeds.get(reason, seed))
        return [(reason, count, seeds[reason]) for reason, count in reasons.most_common()]

    def first_number(self, reason: str) -> int:
        """Return the number of the dungeon with the smallest seed that failed for a reason."""
        rows = zip(*map(self._columns.__getitem__, ("seed", "number", "outcome", "reason")), strict=True)
        failed = [(seed, number) for seed, number, outcome, why in rows if outcome == "failed" and why == reason]
        return int(min(failed)[1])

    def place_of(self, reason: str) -> str:
        """Return the file and line of a mod where a dungeon failed for a reason; empty when no line is to blame."""
        row = list(self._columns["number"]).index(self.first_number(reason))
        file, line = self._columns["file"][row], self._columns["line"][row]
        return f"{file}:{line}" if file and line else file or ""

    def usage(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Return kind -> id -> (number of dungeons with it, number of its occurrences in all dungeons).

        Kinds are "segment", "item" and "monster"; contents that no dungeon has are included.
        """
        return self._usage

    def draws(self) -> list[Draw]:
        """Return how often each entry of a pool, and each segment of a list, was drawn, and how often to expect it."""
        return self._draws

    def sample(self, most: int) -> list[int]:
        """Return the numbers of at most `most` dungeons, evenly spread over those that were made."""
        made = self["number"][self["outcome"] == "made"]
        chosen: list[int] = made[np.linspace(0, len(made) - 1, min(most, len(made))).astype(int)].tolist()
        return chosen if len(made) else []

    def by_value(self) -> list[tuple[Value, Survey]]:
        """Return each value of the swept option with the survey of its dungeons, without usage; [] without a sweep."""
        plan = self.plan
        if plan.sweep is None:
            return []
        option, values = plan.sweep
        parts = []
        # Rows are in the order of numbers.
        ends = np.searchsorted(self["number"], plan.count * np.arange(len(values) + 1)).tolist()
        for value, start, end in zip(values, ends, ends[1:], strict=False):
            columns = {name: column[start:end] for name, column in self._columns.items()}
            request = replace(plan.request, options={**plan.request.options, option: value})
            part_plan = replace(plan, request=request, sweep=None)
            parts.append((value, Survey(part_plan, columns, {}, [])))
        return parts

    def options(self) -> list[dict[str, Any]]:
        """Return the options of each dungeon."""
        return [json.loads(text) for text in self._columns["options"]]

    def to_dataframe(self) -> Any:
        """Return a data frame of pandas with all columns. Raises RequestError without pandas."""
        from host.public.data_frame import make_data_frame

        return make_data_frame({name: self[name] for name in self._columns})


def make_survey(
    job: Job,
    request: Request,
    *,
    count: int,
    jobs: int,
    path: str | Path | None,
    metrics: str | Sequence[str],
    sweep: tuple[str, Sequence[Any]] | None,
    dask: str | None,
) -> Survey:
    """Make a survey with the mods of a job; the other arguments are as in `Host.survey`. Raises HostError."""
    count = check_whole("count", count, 1, MOST_DUNGEONS)
    jobs = check_whole("jobs", jobs, 1, MOST_JOBS)
    if not isinstance(dask, str | None):
        raise RequestError(
            f"dask is {show_value(dask)}: must be the address of a scheduler, such as tcp://192.168.0.7:8786"
        )
    if isinstance(metrics, list | tuple) and all(isinstance(name, str) for name in metrics):
        metrics = ",".join(metrics) or "none"
    if not isinstance(metrics, str):
        raise RequestError(
            f'metrics is {show_value(metrics)}: must be "none", "default", "all", ids with commas, or a list of ids'
        )
    if sweep is not None:
        try:
            option, values = sweep
            sweep = str(option), tuple(check_option(option, value) for value in values)
        except (TypeError, ValueError):
            raise RequestError(f"sweep is {show_value(sweep)}: must be an option and a list of its values") from None
        if not sweep[1]:
            raise RequestError("sweep has no values: must be an option and a list of its values")
    plan = SurveyPlan(request, count, sweep)
    file_path = None if path is None else check_file_path("path", path)
    if file_path is not None:
        check_folder(file_path)
    outcome = run_survey(job, plan, file_path, jobs=jobs, dask=dask, metrics=metrics)
    with outcome.file as file:
        return Survey.of_file(file, outcome.warnings)
