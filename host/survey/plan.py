"""The plan of a survey as data: the generator, seeds, options (`--sweep`) and metrics that `run` chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from host.errors import RequestError
from host.generate.options import Value
from host.model.checks import check_whole
from host.model.request import MOST_SEED, Request
from host.paths import bundled_ids
from host.survey.answers import is_id, is_metric, is_real, is_text
from host.version import VERSIONS, read_versions

# Limits: dungeons; values of a swept option, metrics, and the product of both, the rows of the tables of a sweep.
MOST_DUNGEONS, MOST_SWEPT, MOST_METRICS, _MOST_FIGURES = 10**9, 1000, 600, 20_000


@dataclass(frozen=True)
class SurveyPlan:
    """The dungeons of a survey: `count` seeds from `seed` on, for each value of the swept option if there is one.

    Dungeons are numbered from 0: all seeds of the first value, then all seeds of the second one.
    """

    # The request for the first dungeon, without the swept option.
    request: Request
    count: int
    # The id of an option and its values, in order.
    sweep: tuple[str, tuple[Value, ...]] | None = None
    # Ids of metrics.
    metrics: tuple[str, ...] = ()
    # (id, version, content hash) of each mod, in load order.
    mods: tuple[tuple[str, str, str], ...] = ()
    # As `host.version.VERSIONS` of the host that made the survey; empty for hosts that wrote none.
    versions: Mapping[str, str | int] = field(default_factory=lambda: VERSIONS, compare=False)

    @property
    def total(self) -> int:
        """The number of dungeons."""
        return self.count * len(self.values)

    @property
    def values(self) -> tuple[Value | None, ...]:
        """The values of the swept option; (None,) without one."""
        return (None,) if self.sweep is None else self.sweep[1]

    @property
    def generator(self) -> str:
        """The id of the generator; empty until the mods are loaded, when the caller named none."""
        return self.request.generator or ""

    def seed_of(self, number: int) -> int:
        """Return the seed of a dungeon."""
        return self.request.seed + number % self.count

    def request_of(self, number: int) -> Request:
        """Return the request that makes a dungeon."""
        return replace(self.request, seed=self.seed_of(number), options=self.options_of(number))

    def options_of(self, number: int) -> dict[str, Value]:
        """Return the options of a dungeon."""
        if self.sweep is None:
            return dict(self.request.options)
        option, values = self.sweep
        return {**self.request.options, option: values[number // self.count]}

    def batch(self, first: int, most: int) -> int:
        """Return how many dungeons, at most `most`, from `first` on have the same options."""
        return min(most, self.count - first % self.count)

    def to_data(self) -> dict[str, Any]:
        """Return the plan as JSON."""
        # Files of 0.2 have these fields, in this order. Newer fields are there only when they differ from their
        # default.
        head = {"generator": "", "count": self.count, "seed": 0, "players": 0, "house_colours": ()}
        request = {**self.request.to_data(), "generator": self.generator}
        return {**self.versions, **head, **request, "sweep": self.sweep, "metrics": self.metrics, "mods": self.mods}

    def find_problem(self) -> str | None:
        """Return which limit of a survey the plan exceeds, as a sentence; None when it exceeds none."""
        values, metrics = len(self.values), len(self.metrics)
        for text, number, most in (
            (f"the survey has {self.total} dungeons", self.total, MOST_DUNGEONS),
            (f"the swept option has {values} values", values, MOST_SWEPT),
            (f"the survey has {metrics} metrics", metrics, MOST_METRICS),
            (
                f"the sweep has {values} values of {metrics} metrics, {values * metrics}",
                values * metrics,
                _MOST_FIGURES,
            ),
        ):
            if number > most:
                return f"{text}: must be at most {most}"
        return None

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> SurveyPlan:
        """Return the plan that `to_data` described. Raises ValueError, TypeError or KeyError for anything else."""
        sweep = data["sweep"]
        try:
            request, versions = Request.from_data(data), read_versions(data)
        except RequestError as error:
            raise ValueError(str(error)) from None
        plan = SurveyPlan(
            replace(request, options={_text(name): _value(value) for name, value in request.options.items()}),
            count=check_whole("count", data["count"], 1, MOST_DUNGEONS, ValueError),
            sweep=None if sweep is None else (_text(sweep[0]), tuple(map(_value, sweep[1]))),
            metrics=tuple(data["metrics"]),
            mods=tuple((mod, _text(version), _text(digest)) for mod, version, digest in data["mods"]),
            versions=versions,
        )
        if not plan.values:
            raise ValueError("its plan has no dungeons")
        if plan.request.seed + plan.count - 1 > MOST_SEED:
            raise ValueError("its plan has a seed that cannot be")
        ids = (plan.generator, *(mod for mod, _, _ in plan.mods))
        if not (all(map(is_id, ids)) and all(map(is_metric, plan.metrics))) or len({*plan.metrics}) < len(plan.metrics):
            raise ValueError("its plan names a generator, a metric or a mod that cannot exist")
        problem = plan.find_problem()
        if problem is not None:
            raise ValueError(problem)
        return plan


def _text(value: Any) -> str:
    if not is_text(value):
        raise ValueError("its plan has a text that cannot be")
    return str(value)


def _value(value: Any) -> Value:
    """Return the value of an option, which is a text, a number or a truth value."""
    if not (isinstance(value, bool) or is_text(value) or is_real(value)):
        raise ValueError("its plan has the value of an option that cannot be")
    return value  # type: ignore[no-any-return]


def format_command(plan: SurveyPlan, number: int) -> str:
    """Return the command line that makes a dungeon again. A mod that is not bundled needs its folder, DIR."""
    mod = plan.generator.partition(".")[0]
    is_elsewhere = mod not in bundled_ids() and any(mod == identity for identity, _, _ in plan.mods)
    return plan.request_of(number).format_command(mods=("DIR",) if is_elsewhere else ())
