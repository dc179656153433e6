"""The plan of a survey: its generator, seeds, options and metrics."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from host.generate.options import Value
from host.paths import bundled_ids
from host.survey.answers import is_id, is_metric, is_real, is_text

# Limits: dungeons; values of a swept option, metrics, and the product of both, the rows of the tables of a sweep.
MOST_DUNGEONS, MOST_SWEPT, MOST_METRICS, _MOST_FIGURES = 10**9, 1000, 600, 20_000
# The largest seed, and the largest number of a player or a colour that a plan may name.
_MOST_SEED, _MOST_NUMBER = 2**63 - 1, 1000
# Players of a command that names no number.
_PLAYERS = 2


@dataclass(frozen=True)
class Plan:
    """The dungeons of a survey: `count` seeds from `seed` on, for each value of the swept option if there is one.

    Dungeons are numbered from 0: all seeds of the first value, then those of the second one.
    """

    # The id of the generator.
    generator: str
    count: int
    seed: int = 1
    players: int = 2
    # Numbers of the colours of the first players.
    house_colours: tuple[int, ...] = field(default=(), kw_only=True)
    # Option id -> value, as the caller passed it.
    options: Mapping[str, Value] = field(default_factory=dict)
    # The id of an option and its values, in order.
    sweep: tuple[str, tuple[Value, ...]] | None = None
    # Ids of metrics.
    metrics: tuple[str, ...] = ()
    # (id, version, content hash) of each mod, in load order.
    mods: tuple[tuple[str, str, str], ...] = ()

    @property
    def total(self) -> int:
        """The number of dungeons."""
        return self.count * len(self.values)

    @property
    def values(self) -> tuple[Value | None, ...]:
        """The values of the swept option; (None,) without one."""
        return (None,) if self.sweep is None else self.sweep[1]

    def seed_of(self, number: int) -> int:
        """Return the seed of a dungeon."""
        return self.seed + number % self.count

    def options_of(self, number: int) -> dict[str, Value]:
        """Return the options of a dungeon."""
        if self.sweep is None:
            return dict(self.options)
        option, values = self.sweep
        return {**self.options, option: values[number // self.count]}

    def batch(self, first: int, most: int) -> int:
        """Return how many dungeons, at most `most`, from `first` on have the same options."""
        return min(most, self.count - first % self.count)

    def to_data(self) -> dict[str, Any]:
        """Return the plan as JSON."""
        return asdict(self)

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
    def from_data(data: Mapping[str, Any]) -> Plan:
        """Return the plan that `to_data` described. Raises ValueError, TypeError or KeyError for anything else."""
        sweep = data["sweep"]
        plan = Plan(
            generator=data["generator"],
            count=_whole(data["count"], 1, MOST_DUNGEONS),
            seed=_whole(data["seed"], 0, _MOST_SEED - MOST_DUNGEONS),
            players=_whole(data["players"], 0, _MOST_NUMBER),
            house_colours=tuple(_whole(colour, 0, _MOST_NUMBER) for colour in data["house_colours"]),
            options={_text(name): _value(value) for name, value in data["options"].items()},
            sweep=None if sweep is None else (_text(sweep[0]), tuple(map(_value, sweep[1]))),
            metrics=tuple(data["metrics"]),
            mods=tuple((mod, _text(version), _text(digest)) for mod, version, digest in data["mods"]),
        )
        if not plan.values:
            raise ValueError("its plan has no dungeons")
        ids = (plan.generator, *(mod for mod, _, _ in plan.mods))
        if not (all(map(is_id, ids)) and all(map(is_metric, plan.metrics))) or len({*plan.metrics}) < len(plan.metrics):
            raise ValueError("its plan names a generator, a metric or a mod that cannot exist")
        problem = plan.find_problem()
        if problem is not None:
            raise ValueError(problem)
        return plan


def _whole(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError("its plan has a number that cannot be")
    return value


def _text(value: Any) -> str:
    if not is_text(value):
        raise ValueError("its plan has a text that cannot be")
    return str(value)


def _value(value: Any) -> Value:
    """Return the value of an option, which is a text, a number or a truth value."""
    if not (isinstance(value, bool) or is_text(value) or is_real(value)):
        raise ValueError("its plan has the value of an option that cannot be")
    return value  # type: ignore[no-any-return]


def format_command(plan: Plan, number: int) -> str:
    """Return the command line that makes a dungeon again. A mod that is not bundled needs its folder, DIR."""
    words = ["dungeon-host", "generate", plan.generator]
    mod = plan.generator.partition(".")[0]
    if mod not in bundled_ids() and any(mod == identity for identity, _, _ in plan.mods):
        words += ["--mods", "DIR"]
    for name, value in plan.options_of(number).items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--seed", str(plan.seed_of(number))]
    if plan.players != _PLAYERS:
        words += ["--players", str(plan.players)]
    if plan.house_colours:
        words += ["--house-colours", ",".join(map(str, plan.house_colours))]
    return shlex.join(words)
