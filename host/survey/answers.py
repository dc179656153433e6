"""Checks of what workers answer: a mod may have broken out of Lua in one, so anything may come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from host.errors import RequestError
from host.metrics.occurrence import SEPARATOR, occurrence
from host.process.child import malformed_answer

# A generator or a metric: a name, or the id of a mod and a name.
ID = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?\Z")
_SURROGATE = re.compile("[\ud800-\udfff]")
# The most metrics of mods, characters of an id, and the largest number.
_MOST_METRICS, _LONGEST, _MOST = 500, 200, 2**53
_PARTS_OF_ROW = 7
# In how many dungeons, how often, of how many draws; the expected number, and the sum of squared chances.
_TYPES_OF_DRAW: tuple[type[int | float], ...] = (int, int, int, float, float)


def check_description(described: Mapping[str, Any]) -> None:
    """Raise DiedError for a description of a survey that no worker sends."""
    metrics, mods = described["metrics"], described["mods"]
    is_sound = (
        is_id(described["generator"])
        and len(metrics) <= _MOST_METRICS
        and all(is_id(name) and "." in name for name in metrics)
        and all(len(mod) == 3 and all(map(is_text, mod)) for mod in mods)
        and all(is_metric(name) and is_text(hint) for name, hint in described["missing"].items())
        and all(is_text(name) for names in described["registered"].values() for name in names)
    )
    if not is_sound:
        raise malformed_answer()


def are_sound(answer: Mapping[str, Any], *, most: int, metrics: int) -> bool:
    """Return whether rows, usage and draws of at most `most` dungeons have the form in which a worker sends them."""
    rows = answer["rows"]
    return (
        len(rows) <= most
        and all(_is_row(row, metrics) for row in rows)
        and all(map(_is_usage, answer["usage"].values()))
        and all(
            is_text(pool) and all(map(_is_draw, *zip(*entries.items(), strict=True)))
            for pool, entries in answer["draws"].items()
            if entries
        )
    )


def is_id(value: Any) -> bool:
    """Return whether a value is the id of a generator or a metric."""
    return isinstance(value, str) and len(value) <= _LONGEST and ID.match(value) is not None


def is_metric(value: Any) -> bool:
    """Return whether a value is the id of a metric, which may count contents."""
    if isinstance(value, str) and SEPARATOR in value:
        try:
            return bool(occurrence(value))
        except RequestError:
            return False
    return is_id(value)


def is_text(value: Any) -> bool:
    """Return whether a value is a text that files can hold."""
    return isinstance(value, str) and (value.isascii() or _SURROGATE.search(value) is None)


def is_real(value: Any) -> bool:
    """Return whether a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) if isinstance(value, float) else abs(value) <= _MOST


def _is_row(row: Any, metrics: int) -> bool:
    if not isinstance(row, list) or len(row) != _PARTS_OF_ROW:
        return False
    values = row[-1]
    return (
        is_head(row[:-1])
        and isinstance(values, list)
        and len(values) == metrics
        and all(value is None or is_real(value) for value in values)
    )


def is_head(row: Sequence[Any]) -> bool:
    """Return whether a worker may have sent these parts of a row, which are all but the values of metrics."""
    outcome, reason, file, line, seconds, digest = row
    return (
        outcome in ("made", "failed")
        and (reason is not None) == (outcome == "failed")
        and (digest is not None) == (outcome == "made")
        and all(text is None or is_text(text) for text in (reason, file, digest))
        and (line is None or (isinstance(line, int) and 0 <= line <= _MOST))
        and is_real(seconds)
        and seconds >= 0
    )


def _is_usage(usage: Mapping[Any, Sequence[Any]]) -> bool:
    return all(
        is_text(name) and len(counts) == 2 and all(isinstance(n, int) and 0 <= n <= _MOST for n in counts)
        for name, counts in usage.items()
    )


def _is_draw(name: Any, sums: Sequence[Any]) -> bool:
    # One loop, because each batch has a row for each segment and entry of a pool.
    if not is_text(name) or len(sums) != len(_TYPES_OF_DRAW):
        return False
    for value, kind in zip(sums, _TYPES_OF_DRAW, strict=True):
        # NaN is in no range.
        if not isinstance(value, kind) or not 0 <= value <= _MOST:
            return False
    return True
