"""Reports: a survey as an offline page with plots, failures and pictures of dungeons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from host.errors import RequestError, counted, listing
from host.model.map import Map
from host.paths import bundled_ids
from host.survey.page import table, text_of, write_html
from host.survey.pictures import PAGE_TILE, draw_map, picture_url
from host.survey.plan import format_command
from host.survey.statistics import histogram
from host.survey.survey import Survey
from host.survey.usage import EXPLANATION, DrawTest, run_tests
from host.survey.variety import BINS, Variety, describe_variety, rank_metrics, varies

# Pairs of metrics that are plotted, and bars of a histogram.
_PAIRS, _BARS = 6, 24
# Rows of a table, and the most pictures in a page.
_ROWS, _MOST_PICTURES = 20, 120
# Rows of a table of weights.
_MOST_TESTS = 100


def write_page(survey: Survey, file: Path, *, pictures: Mapping[int, Map], variety: Variety | None = None) -> str:
    """Return the page of a survey; `pictures` are dungeons by their numbers. Raises RequestError without Altair."""
    plan = survey.plan
    made = len(survey) - survey.failed
    parts = [
        f"<p>{made} of {counted(len(survey), 'dungeon')} made, {survey.failed} failed. Seeds {plan.seed} to "
        f"{plan.seed + plan.count - 1}, {counted(plan.players, 'player')}. Mods: "
        + ", ".join(f"{text_of(mod)} {text_of(version)}" for mod, version, _ in plan.mods)
        + ".</p>",
        *(f"<p>Warning: {text_of(warning)}</p>" for warning in survey.warnings),
        "<h2>Failures</h2>",
        _failures(survey),
        "<h2>Metrics</h2>",
        _metrics(survey),
        _plots(survey, pictures),
        "<h2>Variety</h2>",
        _variety(survey, variety),
        "<h2>Slowest dungeons</h2>",
        _slowest(survey),
        "<h2>Segments, items and monsters</h2>",
        _usage(survey),
        "<h2>Weights</h2>",
        _weights(survey),
    ]
    return write_html(f"Survey of {plan.generator}", file.name, parts)


def _failures(survey: Survey) -> str:
    failures = survey.failures()
    if not failures:
        return "<p>None.</p>"
    rows = (
        (reason, count, seed, format_command(survey.plan, survey.first_number(reason)))
        for reason, count, seed in failures[:_ROWS]
    )
    return table(("reason", "dungeons", "smallest seed", "again"), rows)


def _metrics(survey: Survey) -> str:
    rows = []
    for name in survey.metrics:
        values = survey[name]
        values = values[~np.isnan(values)]
        if values.size:
            quantiles = np.percentile(values, [5, 50, 95]).tolist()
            rows.append([name, len(values), float(values.mean()), float(values.std()), *quantiles])
    return table(("metric", "dungeons", "mean", "deviation", "5 %", "median", "95 %"), rows)


def _slowest(survey: Survey) -> str:
    seconds = survey["seconds"]
    order = np.argsort(-seconds, kind="stable")[:_ROWS].tolist()
    seeds, outcomes = survey["seed"], survey["outcome"]
    return table(
        ("seed", "milliseconds", "outcome"),
        ([int(seeds[row]), float(1000 * seconds[row]), str(outcomes[row])] for row in order),
    )


def _usage(survey: Survey) -> str:
    """Return tables of the contents that are used least and most, for each kind."""
    lines = []
    made = max(1, len(survey) - survey.failed)
    # A mod that borrows from a bundled one need not use all of it.
    bundled = {*bundled_ids()} - {survey.plan.generator.partition(".")[0]}
    mods = {mod for mod, _, _ in survey.plan.mods} - bundled
    for kind, usage in survey.usage().items():
        ranked = sorted(usage.items(), key=lambda entry: (entry[1][0], entry[0]))
        unused = [name for name, (dungeons, _) in ranked if not dungeons and name.partition(".")[0] in mods]
        used = [entry for entry in ranked if entry[1][0]]
        lines.append(f"<h3>{text_of(kind.capitalize())}s</h3>")
        if unused:
            lines.append(f"<p>Never, of {text_of(listing(sorted(mods), 'and'))}: {text_of(', '.join(unused))}</p>")
        rows = [*used[:_ROWS], *used[max(_ROWS, len(used) - _ROWS) :]]
        lines.append(
            table(
                ("id", "share of dungeons", "in all"),
                ([name, float(dungeons / made), total] for name, (dungeons, total) in rows),
            )
        )
    return "\n".join(lines)


def _variety(survey: Survey, variety: Variety | None) -> str:
    ranked = rank_metrics(survey)[:_ROWS]
    lines = [
        table(
            ("pair of metrics", "rank correlation", "coverage"),
            ((f"{pair.first}, {pair.second}", pair.correlation, pair.coverage) for pair in ranked),
        )
    ]
    if variety is not None and variety.maps > 1:
        lines += [
            f"<p>A sample of {variety.maps} dungeons:</p>",
            table(("measure", "value"), describe_variety(variety)),
        ]
    return "\n".join(lines)


def _weights(survey: Survey) -> str:
    """Return tables of entries that are drawn more or less often than their weights say, or never."""
    tests = run_tests(survey.draws())
    far = [test for test in tests if test.is_far]
    never = [test for test in tests if not test.draw.drawn]
    lines = [f"<p>{text_of(EXPLANATION)}</p>"]
    for title, chosen in (("Far from the weight", far), ("Never drawn", never)):
        lines += [f"<h3>{title}</h3>", _tests(chosen[:_MOST_TESTS]) if chosen else "<p>None.</p>"]
        if len(chosen) > _MOST_TESTS:
            lines.append(f"<p>and {len(chosen) - _MOST_TESTS} more.</p>")
    return "\n".join(lines)


def _tests(tests: list[DrawTest]) -> str:
    return table(
        ("from", "id", "draws", "drawn", "expected share", "share", "p"),
        (
            (
                test.source,
                test.draw.id,
                test.draw.draws,
                test.draw.drawn,
                test.expected_share,
                test.share,
                "no weight" if test.p != test.p else test.p,
            )
            for test in tests
        ),
    )


# -- plots


def _altair() -> ModuleType:
    try:
        import altair
        import vl_convert  # noqa: F401 - puts the library that draws into the page
    except ModuleNotFoundError as error:
        raise RequestError(f'{error.name} is not installed: pip install "dungeon-host[survey]"') from None
    module: ModuleType = altair
    return module


def _plots(survey: Survey, pictures: Mapping[int, Map]) -> str:
    alt = _altair()
    histograms = [_histogram(alt, survey, name) for name in survey.metrics if varies(survey, name)]
    urls = {number: picture_url(draw_map(game_map, PAGE_TILE)) for number, game_map in pictures.items()}
    ranges = [_range(alt, survey, *names, urls) for names in _choose_pairs(survey)]
    if not histograms:
        return ""
    rows = (
        [alt.concat(*ranges, columns=3, title="Expressive range: pairs of metrics with little correlation")]
        if ranges
        else []
    )
    chart = alt.vconcat(*rows, alt.concat(*histograms, columns=4, title="Histograms"))
    page: str = chart.to_html(inline=True, fullhtml=False, output_div="plots", embed_options={"actions": False})
    return page


def _choose_pairs(survey: Survey) -> list[tuple[str, str]]:
    """Return the pairs of metrics with the least correlation and the widest range: see `rank_pairs`."""
    return [(pair.first, pair.second) for pair in rank_metrics(survey)[:_PAIRS]]


def _histogram(alt: Any, survey: Survey, name: str) -> Any:
    values = survey[name]
    counts, edges = histogram(values[~np.isnan(values)], _BARS)
    data = [
        {"from": float(low), "to": float(high), "dungeons": int(count)}
        for count, low, high in zip(counts, edges[:-1], edges[1:], strict=True)
    ]
    return (
        alt.Chart(alt.Data(values=data), width=190, height=90, title=name)
        .mark_bar()
        .encode(
            x=alt.X("from:Q", bin="binned", title=None),
            x2="to:Q",
            y=alt.Y("dungeons:Q", title=None),
            tooltip=["from:Q", "to:Q", "dungeons:Q"],
        )
    )


def _range(alt: Any, survey: Survey, first: str, second: str, urls: Mapping[int, str]) -> Any:
    """Return the plot of two metrics; `urls` are pictures of dungeons by their numbers."""
    data = []
    for (x, y), numbers in sorted(_bins(survey, first, second).items()):
        pictured = next((number for number in numbers if number in urls), None)
        entry: dict[str, Any] = {
            "x": x[0],
            "x2": x[1],
            "y": y[0],
            "y2": y[1],
            "dungeons": len(numbers),
            "seed": survey.plan.seed_of(numbers[0] if pictured is None else pictured),
        }
        if pictured is not None:
            entry["image"] = urls[pictured]
        data.append(entry)
    return (
        alt.Chart(alt.Data(values=data), width=300, height=260)
        .mark_rect()
        .encode(
            x=alt.X("x:Q", bin="binned", title=first),
            x2="x2:Q",
            y=alt.Y("y:Q", bin="binned", title=second),
            y2="y2:Q",
            color=alt.Color("dungeons:Q", scale=alt.Scale(scheme="viridis"), legend=None),
            tooltip=["dungeons:Q", "seed:Q", "image:N"],
        )
    )


def _bins(survey: Survey, first: str, second: str) -> dict[tuple[tuple[float, float], tuple[float, float]], list[int]]:
    """Return bin -> numbers of its dungeons, for two metrics; a bin is (low, high) on both axes."""
    x, y = survey[first], survey[second]
    rows = np.flatnonzero(~(np.isnan(x) | np.isnan(y)))
    intervals = []
    for values in (x[rows], y[rows]):
        edges = np.linspace(values.min(), values.max(), BINS + 1)
        cells = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1)
        intervals.append([(float(edges[cell]), float(edges[cell + 1])) for cell in cells.tolist()])
    numbers = survey["number"][rows].tolist()
    bins: dict[tuple[tuple[float, float], tuple[float, float]], list[int]] = {}
    for number, x_interval, y_interval in zip(numbers, *intervals, strict=True):
        bins.setdefault((x_interval, y_interval), []).append(number)
    return bins


def choose_for_page(survey: Survey) -> list[int]:
    """Return the numbers of the dungeons whose pictures the page shows: the first of each bin, up to a limit."""
    numbers: dict[int, None] = {}
    for first, second in _choose_pairs(survey):
        numbers.update((bin_numbers[0], None) for bin_numbers in _bins(survey, first, second).values())
    return sorted(list(numbers)[:_MOST_PICTURES])
