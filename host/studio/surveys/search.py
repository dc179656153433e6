"""More dungeons like the ones in a bin: what `dungeon-host survey find` finds behind the last seed of a survey."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from host.engine.jobs import Job
from host.errors import RequestError
from host.metrics.measurement import METRICS
from host.metrics.occurrence import OPTION, SEPARATOR
from host.model.request import MOST_SEED, as_text
from host.survey.bins import Interval
from host.survey.find import find_dungeons
from host.survey.survey import Survey

# Dungeons to find, and seeds to look at.
MOST_FOUND, MOST_LOOKED_AT = 12, 5000


class SearchReach(NamedTuple):
    """How far a search goes: seeds behind the survey that were looked at before, seeds, and dungeons."""

    after: int = 0
    seeds: int = MOST_LOOKED_AT
    most: int = MOST_FOUND


class PageGone(Exception):  # noqa: N818 - no error: nobody waits for the answer
    """The page that asked is gone."""


def find_more(
    job: Job, survey: Survey, intervals: Sequence[Interval], reach: SearchReach, jobs: int, gone: threading.Event
) -> dict[str, Any]:
    """Return dungeons in the same intervals, with seeds behind the last one of a survey, and how many were looked at.

    Raises HostError when there can be none, and PageGone soon after `gone` is set.
    """
    condition = " and ".join(_condition_of(survey, interval) for interval in intervals)
    first = survey.plan.request.seed + survey.plan.count + reach.after
    if first > MOST_SEED:
        raise RequestError(f"there is no seed behind {MOST_SEED}")

    def check(_looked_at: int, _failed: int, _found: int) -> None:
        if gone.is_set():
            raise PageGone

    count = min(reach.seeds, MOST_SEED - first + 1)
    request = survey.plan.request.with_seed(first)
    found = find_dungeons(job, request, condition, most=reach.most, count=count, jobs=jobs, progress=check)
    return {
        "condition": condition,
        "first": first,
        "looked_at": found.looked_at,
        "dungeons": [
            {
                "number": entry.seed - first,
                "seed": entry.seed,
                "options": {name: as_text(value) for name, value in entry.request.options.items()},
            }
            for entry in found.found
        ],
    }


def _condition_of(survey: Survey, interval: Interval) -> str:
    """Return the condition that a dungeon lies in an interval. Raises RequestError for an unknown metric."""
    name, low, high = interval
    largest = float(survey.values_of(name).max(initial=low))
    # The largest value of a survey lies in its last interval.
    below = "<=" if high >= largest else "<"
    return f"{low!r} <= {_name_in_conditions(name)} {below} {high!r}"


def _name_in_conditions(metric: str) -> str:
    kind, separator, rest = metric.partition(SEPARATOR)
    if not separator or metric in METRICS:
        return metric
    return f"{kind}s.{rest}" if rest != "*" or kind == OPTION else f"{kind}s"
