"""Limits that a survey must hold (`--limits`): shares of failures, and means and percentiles of metrics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import EXIT_USAGE, HostError, RequestError, counted, listing, shorten
from host.errors.spelling import did_you_mean
from host.mods.files import content_hash, is_mod_file, read_mod_file
from host.mods.toml import MOST_BITS, NotTomlError, as_written, parse_toml
from host.paths import BUNDLED_MODS
from host.paths.folders import is_mod, read_regular_file
from host.survey.measuring import belongs_to_mod
from host.survey.packing import find_changed_files, read_packed_file, shortened
from host.survey.plan import SurveyPlan
from host.survey.survey import Survey

# The name of the file with limits in the folder of a mod.
LIMITS = "survey.toml"
# Limits: seeds that a broken limit names, and bytes of a file with limits.
_MOST_SEEDS, _MOST_BYTES = 5, 2**17
# Parts of a key, and its characters in a message.
_MOST_PARTS, _LONGEST = 20, 200

# Figure of a metric: the share of the dungeons in which it has no value.
_MISSING = "missing"
# Figure of a metric -> its function of the values without NaN.
_FIGURES: dict[str, Callable[[npt.NDArray[np.float64]], float]] = {
    "mean": lambda values: float(values.mean()),
    "min": lambda values: float(values.min()),
    "max": lambda values: float(values.max()),
    "p05": lambda values: float(np.percentile(values, 5)),
    "p50": lambda values: float(np.percentile(values, 50)),
    "p95": lambda values: float(np.percentile(values, 95)),
}


class LimitsError(RequestError):
    """The limits of a survey cannot be read."""

    exit_code = EXIT_USAGE


class Limit(NamedTuple):
    """A limit: the name of a column or "failures", a figure, its least and most value, and its line in the file."""

    column: str
    figure: str
    least: float
    most: float
    line: int

    def __str__(self) -> str:
        return f"{self.column}.{self.figure}"


class Broken(NamedTuple):
    """A limit that a survey breaks, the value of its figure, and some of the seeds that cause it.

    `missing` is not 0 when values of the metric of a mod are missing, in so many of `total` dungeons.
    """

    limit: Limit
    value: float
    seeds: list[int]
    missing: int = 0
    total: int = 0

    def __str__(self) -> str:
        limit = self.limit
        if self.missing:
            return (
                f"{limit.column} has no value in {self.missing} of {counted(self.total, 'dungeon')}, because it failed "
                f"or returned nil, seeds {', '.join(map(str, self.seeds))}: must have one in each; "
                f"{limit.column}.{_MISSING} = [0, 0.05] would allow one of twenty"
            )
        rule = f"at most {limit.most:g}" if limit.column == "failures" else f"{limit.least:g} to {limit.most:g}"
        seeds = f"; seeds {', '.join(map(str, self.seeds))}" if self.seeds else ""
        return f"{limit} is {self.value:.6g}: must be {rule}{seeds}"


def read_limits(text: str, name: str) -> list[Limit]:
    """Return the limits in the text of a file: `failures.max = 0.01`, `METRIC.mean = [0.3, 0.6]`. Raises LimitsError.

    `name` is the name of the file.
    """
    try:
        tables = parse_toml(text.encode("utf-8", "surrogatepass"), "the text")
    except NotTomlError as error:
        line_of_error = f", line {error.line}" if error.line else ""
        raise LimitsError(f'"{name}"{line_of_error}: {error.message}') from None
    limits = []
    lines = _list_lines(text)
    for path, value in _leaves(tables, ()):
        *column, figure = path
        # The line that begins with the key, or with a table that holds it.
        keys = (".".join(path[:end]) for end in range(1, len(path) + 1))
        line = min((lines[key] for key in keys if key in lines), default=1)
        where = f'"{name}", line {line}: {shorten(".".join(path), _LONGEST)} is {as_written(value)}'
        if len(path) > _MOST_PARTS:
            raise LimitsError(f'"{name}", line {line}: a key has more than {_MOST_PARTS} parts')
        if column == ["failures"]:
            if figure != "max" or not _is_number(value) or not 0 <= value <= 1:
                raise LimitsError(f"{where}: must be failures.max, a share from 0 to 1 such as 0.01")
            limits.append(Limit("failures", "max", 0.0, float(value), line))
            continue
        figures = (*_FIGURES, _MISSING)
        if not column or figure not in figures:
            raise LimitsError(f"{where}: must be METRIC.{listing(figures)}", hint=did_you_mean(figure, figures))
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
            hint = did_you_mean(".".join(path), ["failures.max"]) if _is_number(value) else None
            raise LimitsError(f"{where}: must be a list of two numbers, the least and the most", hint=hint)
        if value[0] > value[1]:
            raise LimitsError(f"{where}: the least must not be above the most")
        limits.append(Limit(".".join(column), figure, float(value[0]), float(value[1]), line))
    if not limits:
        raise LimitsError(f'"{name}" has no limits: an example is failures.max = 0.01')
    return limits


def _leaves(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and len(path) < _MOST_PARTS:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _list_lines(text: str) -> dict[str, int]:
    """Return the first line of each key of a TOML text; a key has the names of its table before it."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        key = line.partition("=")[0].replace('"', "").replace(" ", "")
        if key.startswith("["):
            table = f"{key.strip('[]')}."
        else:
            lines.setdefault(f"{table}{key}", number)
    return lines


def _is_number(value: Any) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() <= MOST_BITS
    return isinstance(value, float) and math.isfinite(value)


def find_broken(survey: Survey, limits: list[Limit], name: str) -> list[Broken]:
    """Return the limits that a survey breaks. Raises LimitsError for a metric that the survey does not have."""
    broken = []
    # Metrics of mods whose missing values are no fault, or have been told.
    excused = {limit.column for limit in limits if limit.figure == _MISSING}
    made = survey["outcome"] == "made"
    for limit in limits:
        if limit.column == "failures":
            value = survey.failed / max(1, len(survey))
            seeds = survey["seed"][survey["outcome"] == "failed"]
        else:
            if limit.column not in survey.metrics:
                raise LimitsError(
                    f'"{name}", line {limit.line}: the survey has no metric "{limit.column}"',
                    hint=did_you_mean(limit.column, survey.metrics),
                )
            values = survey.column_of(limit.column)
            has_value = ~np.isnan(values)
            missing = made & ~has_value
            if limit.figure == _MISSING:
                value = float(missing.sum() / max(1, made.sum()))
                if not limit.least <= value <= limit.most:
                    broken.append(Broken(limit, value, survey["seed"][missing][:_MOST_SEEDS].tolist()))
                continue
            if missing.any() and belongs_to_mod(limit.column) and limit.column not in excused:
                excused.add(limit.column)
                seeds = survey["seed"][missing][:_MOST_SEEDS].tolist()
                broken.append(Broken(limit, math.nan, seeds, int(missing.sum()), int(made.sum())))
                continue
            if not has_value.any():
                broken.append(Broken(limit, float("nan"), []))
                continue
            value = _FIGURES[limit.figure](values[has_value])
            # The most extreme seeds beyond the bound that is broken.
            order = np.argsort(values[has_value], kind="stable")
            seeds = survey["seed"][has_value][order if value < limit.least else order[::-1]]
        if not limit.least <= value <= limit.most:
            broken.append(Broken(limit, value, seeds[:_MOST_SEEDS].tolist()))
    return broken


def read_survey(path: Path) -> Survey:
    """Return the survey in a file. Raises LimitsError, whose exit code is 2, as for all files that cannot be read."""
    try:
        return Survey.open(path)
    except HostError as error:
        raise LimitsError(str(error)) from None


def find_limits(file: Path, plan: SurveyPlan, limits: Path | None, folders: list[Path]) -> tuple[str, list[Limit]]:
    """Return the name of the file with limits, and its limits. Raises LimitsError.

    Without `limits`, the file is in the mod of the generator: in one of `folders`, which are mods or folders of mods,
    among the bundled mods, or as it was when the survey was made.
    """
    if limits is not None:
        return _read_file(str(limits), partial(read_regular_file, limits, str(limits), _MOST_BYTES))
    mod = plan.generator.partition(".")[0]
    for folder in (*folders, *(sub / mod for sub in folders), BUNDLED_MODS / mod):
        if folder.resolve().name == mod and is_mod_file(folder, LIMITS):
            name = str(folder / LIMITS)
            return _read_file(name, partial(read_mod_file, folder, LIMITS, name, _MOST_BYTES))
    text = read_packed_file(file, mod, LIMITS, _MOST_BYTES)
    if text is None:
        raise LimitsError(f"the mod {mod} has no {LIMITS}", hint="write one, or name another file of limits")
    name = f"{mod}/{LIMITS} of {file.name}"
    return name, read_limits(text, name)


def refuse_other_mods(file: Path, plan: SurveyPlan, folders: list[Path]) -> None:
    """Raise LimitsError unless a survey is of the mods in `folders`, which are mods or folders of mods.

    Files that cannot change a dungeon may differ, such as tests and `survey.toml`.
    """
    surveyed = {mod: digest for mod, _, digest in plan.mods}
    for folder in folders:
        if is_mod(folder) and folder.resolve().name not in surveyed:
            raise LimitsError(
                f'"{file}" is a survey of {listing(surveyed, "and")}, and not of the mod {folder.resolve().name}',
                hint=did_you_mean(folder.resolve().name, surveyed),
            )
        for mod in surveyed:
            found = folder if folder.resolve().name == mod else folder / mod
            if is_mod(found) and content_hash(found) != surveyed[mod]:
                changed = find_changed_files(file, mod, found)
                if changed:
                    raise LimitsError(
                        f'"{file}" is not a survey of the mod {mod} in "{found}", which has changed since: '
                        f"{listing(shortened(changed), 'and')}",
                        hint="`dungeon-host survey` makes one anew",
                    )


def _read_file(name: str, read: Callable[[], bytes]) -> tuple[str, list[Limit]]:
    """Return the name of a file with limits, and its limits."""
    try:
        return name, read_limits(read().decode(), name)
    except UnicodeDecodeError:
        raise LimitsError(f'"{name}" is not text in UTF-8') from None
    except LimitsError:
        raise
    except HostError as error:
        raise LimitsError(error.message) from None
