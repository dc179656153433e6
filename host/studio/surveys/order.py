"""The survey that a page asks for, checked: its plan and metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from host.errors import RequestError
from host.model.checks import check_text, check_whole
from host.model.request import check_last_seed, check_option
from host.studio.requests import read_body
from host.survey.plan import SurveyPlan

# Dungeons of a survey of the studio; the command makes larger ones.
MOST_DUNGEONS = 50_000
# Values of a swept option; options, and characters of a text.
_MOST_VALUES, _MOST_OPTIONS, _MOST_CHARACTERS = 32, 500, 4000
_DEFAULT_COUNT = 1000


class Order(NamedTuple):
    """A survey to make: its plan, and the metrics as `dungeon-host survey --metrics` takes them."""

    plan: SurveyPlan
    metrics: str


def read_order(body: Mapping[str, Any]) -> Order:
    """Return the survey that the body of a request orders. Raises RequestError."""
    generator = _read_text(body, "generator", "")
    if not generator:
        raise RequestError("generator is missing: must be the id of a generator")
    count = check_whole("count", body.get("count", _DEFAULT_COUNT), 1, MOST_DUNGEONS)
    request = read_body({**body, "generator": generator})
    check_last_seed(request.seed, count)
    if len(request.options) > _MOST_OPTIONS:
        raise RequestError(f"there are {len(request.options)} options: must be at most {_MOST_OPTIONS}")
    for name, value in request.options.items():
        _check_printable("the id of an option", name)
        _read_value(name, value)
    plan = SurveyPlan(request, count, _read_sweep(body.get("sweep"), request.options))
    if plan.total > MOST_DUNGEONS:
        raise RequestError(
            f"the survey has {plan.total} dungeons: must be at most {MOST_DUNGEONS}",
            hint="dungeon-host survey makes larger ones",
        )
    return Order(plan, _read_text(body, "metrics", "default"))


def _read_sweep(sweep: Any, options: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]] | None:
    if sweep is None:
        return None
    option = sweep.get("option") if isinstance(sweep, dict) else None
    values = sweep.get("values") if isinstance(sweep, dict) else None
    if not isinstance(option, str) or not isinstance(values, list) or not 1 <= len(values) <= _MOST_VALUES:
        raise RequestError(f"sweep must name an option and a list of 1 to {_MOST_VALUES} values")
    if option in options:
        raise RequestError(f"the option {option[:200]} has a value and is swept, too: only one of them may name it")
    plain = tuple(_read_value(option, value) for value in values)
    if len(set(map(str, plain))) < len(plain):
        raise RequestError("sweep names a value twice")
    return _check_printable("the id of an option", option), plain


def _read_value(name: str, value: Any) -> str | int | float | bool:
    plain = check_option(name[:200], value)
    return _check_printable(f"the option {name[:200]}", plain) if isinstance(plain, str) else plain


def _read_text(body: Mapping[str, Any], name: str, default: str) -> str:
    return _check_printable(name, check_text(name, body.get(name, default)))


def _check_printable(name: str, text: str) -> str:
    """Return a text that files and processes can hold. Raises RequestError."""
    if len(text) > _MOST_CHARACTERS or not text.isprintable():
        raise RequestError(f"{name} must be at most {_MOST_CHARACTERS} printable characters")
    return text
