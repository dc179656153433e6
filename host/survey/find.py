"""Search for seeds: the first dungeons that meet a condition, those with most of a metric, or the most unusual.

Options: `--best`, `--unlike`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

import numpy as np

from host.engine.jobs import Job
from host.errors import RequestError, show_value
from host.metrics.condition import Condition, Score
from host.model.checks import check_text, check_whole
from host.model.request import Request, as_text
from host.serving.worker_pool import WorkerPool
from host.survey.measuring import FAILED
from host.survey.plan import MOST_DUNGEONS, SurveyPlan
from host.survey.run import MOST_JOBS, Batches, check_plan, describe_plan
from host.survey.survey import Survey

MOST_FOUND = 10_000
# Takes how many seeds were looked at, how many of their dungeons failed, and how many were found.
Progress = Callable[[int, int, int], None]


class Found(NamedTuple):
    """A dungeon that was found: the request that makes it, its metrics by id, and what it is ranked by, if anything."""

    request: Request
    values: Mapping[str, float]
    rank: float = math.nan

    @property
    def seed(self) -> int:
        """The seed of the dungeon."""
        return self.request.seed


class Discovery(NamedTuple):
    """The result of a search: dungeons in the order of seeds, or the best first; and how many were looked at."""

    found: list[Found]
    looked_at: int
    failed: int
    # Dungeons that meet the condition and have no value of what they are ranked by.
    unranked: int = 0
    # Names that no dungeon has a value for, as they are written, when nothing was found.
    without_value: tuple[str, ...] = ()


def find_dungeons(
    job: Job,
    request: Request,
    condition: str | None = None,
    *,
    most: int = 1,
    count: int = 10_000,
    best: str | None = None,
    unlike: Survey | None = None,
    jobs: int = 1,
    progress: Progress = lambda _looked_at, _failed, _found: None,
) -> Discovery:
    """Look for dungeons among the seeds from the seed of a request on, at most `count` of them, in `jobs` processes.

    condition: what the dungeons must meet, see `Condition`; None for all.
    best: a number of a dungeon as in conditions, such as "danger": all `count` seeds are looked at, and the `most`
      dungeons with the largest numbers are returned, the largest first.
    unlike: a survey, from whose dungeons the ones that are returned differ most, the most unusual first. How much a
      dungeon differs is the root of the mean of the squared distances of its metrics from their means in the survey, in
      standard deviations; metrics that are constant there are left out.

    Without `best` and `unlike` the search ends when it has found `most` dungeons. The result depends on no number of
    processes. Raises HostError when the search cannot be made, and what `progress` raises.
    """
    check_whole("most", most, 1, MOST_FOUND)
    check_whole("count", count, 1, MOST_DUNGEONS)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    if best is not None and unlike is not None:
        raise RequestError("the best dungeons and those unlike others are two searches: leave out one of them")
    if unlike is not None and not isinstance(unlike, Survey):
        raise RequestError(f"unlike is {show_value(unlike)}: must be a Survey")
    test = None if condition is None else Condition(check_text("condition", condition))
    score = None if best is None else Score(check_text("best", best))
    norms = {} if unlike is None else norms_of(unlike)
    written = {**(test.names if test else {}), **(score.names if score else {})}
    metrics = dict.fromkeys([*written, *norms])
    if not metrics:
        raise RequestError("nothing is looked for: a condition, a metric to be best at, or a survey must be given")
    plan = SurveyPlan(request, count)
    check_plan(plan)

    def rank(values: Mapping[str, float]) -> float:
        if score is not None:
            return score.of(values)
        distances = [(values[name] - mean) / deviation for name, (mean, deviation) in norms.items()]
        squares = [distance * distance for distance in distances if not math.isnan(distance)]
        return math.sqrt(sum(squares) / len(squares)) if squares else math.nan

    is_ranked = score is not None or unlike is not None
    found: list[Found] = []
    # Metrics for which a dungeon has a value.
    valued: set[str] = set()
    looked_at = failed = unranked = 0
    with WorkerPool(job, jobs, restores=True) as workers:
        plan, _ = describe_plan(workers, plan, list(metrics), written)
        batches = Batches(
            workers, plan, job.mods.budgets.seconds, tick=lambda: progress(looked_at, failed, min(len(found), most))
        )
        for first, rows, _ in batches.make(0):
            for number, (outcome, *_, numbers) in enumerate(rows, first):
                looked_at += 1
                failed += outcome == FAILED
                values = {
                    name: math.nan if value is None else float(value)
                    for name, value in zip(plan.metrics, numbers, strict=True)
                }
                if outcome == FAILED:
                    continue
                if test is not None and not valued:
                    _check_options(test, values, plan.request)
                valued.update(name for name, value in values.items() if not math.isnan(value))
                if test is not None and not test.holds(values):
                    continue
                entry = Found(plan.request_of(number), values, rank(values))
                if not (is_ranked and math.isnan(entry.rank)):
                    found.append(entry)
                else:
                    unranked += 1
                if not is_ranked and len(found) == most:
                    return Discovery(found, looked_at, failed)
            if len(found) > 2 * MOST_FOUND:
                found = _best(found, most)
            progress(looked_at, failed, min(len(found), most))
    sought = {} if test is None or found or looked_at == failed else test.names
    without_value = tuple(name for metric, name in sought.items() if metric not in valued)
    return Discovery(_best(found, most) if is_ranked else found, looked_at, failed, unranked, without_value)


def _check_options(test: Condition, values: Mapping[str, float], request: Request) -> None:
    """Raise RequestError when the options of a dungeon fail a condition, and all other dungeons have the same ones."""
    failing = test.find_failing_option(values)
    if failing is not None and all(as_text(value) != "random" for value in request.options.values()):
        raise RequestError(
            f"no dungeon meets {failing}: options are the same for all seeds",
            hint="give the option the value that is looked for",
        )


def _best(found: Sequence[Found], most: int) -> list[Found]:
    """Return the dungeons with the largest ranks, the largest first, and of equal ones the smallest seed first."""
    return nlargest(most, found, key=lambda entry: (entry.rank, -entry.seed))


def norms_of(survey: Survey) -> dict[str, tuple[float, float]]:
    """Return (mean, standard deviation) of each metric of a survey that is not constant. Raises RequestError."""
    norms = {}
    for name in survey.metrics:
        values = survey.values_of(name)
        if values.size > 1 and float(values.std()) > 0:
            norms[name] = float(np.mean(values)), float(np.std(values))
    if not norms:
        raise RequestError("no metric of the survey differs between its dungeons, so nothing is unlike them")
    return norms
