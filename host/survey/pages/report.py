"""Reports: a survey as an offline page in HTML with plots, failures and pictures of dungeons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from host.errors import RequestError, counted, listing
from host.metrics import METRICS
from host.model.game_map import GameMap
from host.paths import bundled_ids, how_to_install
from host.render.markup import ScriptEncoder, to_markup
from host.survey.bins import bin_metric, bin_pair
from host.survey.pages.page import table, write_html
from host.survey.pages.pictures import PAGE_TILE, draw_map, picture_url
from host.survey.plan import format_command
from host.survey.statistics import HALF
from host.survey.survey import Survey
from host.survey.usage import EXPLANATION, DrawTest, run_tests
from host.survey.variety import Variety, choose_for_variety, describe_variety, measure_variety, rank_metrics, varies

# Modules that the page needs: plots, the library of the page that draws them, and pictures.
_LIBRARIES = ("altair", "vl_convert", "PIL")
# Pairs of metrics that are plotted.
_PAIRS = 6
# Rows of a table, and the most pictures in a page: enough for all bins of most surveys.
_ROWS, _MOST_PICTURES = 20, 400
# Rows of a table of weights.
_MOST_TESTS = 100
# Plots have the colours of the text of the page, which is light or dark.
_TEXT_COLOUR, _LINE_COLOUR = "currentColor", "#8886"
# Pixels between histograms, for the texts around them.
_SPACING = 48
# Name of the data of pictures in the page.
_PICTURES = "pictures"


def choose_for_page(survey: Survey) -> list[int]:
    """Return the numbers of the dungeons that the page needs, sorted."""
    return sorted({*_choose_pictures(survey), *choose_for_variety(survey)})


def write_page(survey: Survey, file: Path, maps: Mapping[int, GameMap]) -> str:
    """Return the page of a survey; `maps` are the dungeons of `choose_for_page` that could be made again.

    Raises RequestError when a library is missing.
    """
    plan = survey.plan
    pictures = {number: maps[number] for number in _choose_pictures(survey) if number in maps}
    variety = measure_variety(maps[number] for number in choose_for_variety(survey) if number in maps)
    made = len(survey) - survey.failed
    parts = [
        f"<p>{made} of {counted(len(survey), 'dungeon')} made, {survey.failed} failed. Seeds {plan.request.seed} to "
        f"{plan.request.seed + plan.count - 1}, {counted(plan.request.players, 'player')}. Mods: "
        + ", ".join(f"{to_markup(mod)} {to_markup(version)}" for mod, version, _ in plan.mods)
        + ".</p>",
        *(f"<p>Warning: {to_markup(warning)}</p>" for warning in survey.warnings),
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
        values = survey.values_of(name)
        if values.size:
            quantiles = np.percentile(values, [5, 50, 95]).tolist()
            meaning = METRICS[name].help if name in METRICS else ""
            rows.append([name, len(values), float(values.mean()), float(values.std()), *quantiles, meaning])
    return table(("metric", "dungeons", "mean", "deviation", "5 %", "median", "95 %", "meaning"), rows)


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
        lines.append(f"<h3>{to_markup(kind.capitalize())}s</h3>")
        if unused:
            lines.append(f"<p>Never, of {to_markup(listing(sorted(mods), 'and'))}: {to_markup(', '.join(unused))}</p>")
        rows = [*used[:_ROWS], *used[max(_ROWS, len(used) - _ROWS) :]]
        lines.append(
            table(
                ("id", "% of dungeons", "in all"),
                ([name, float(100 * dungeons / made), total] for name, (dungeons, total) in rows),
            )
        )
    return "\n".join(lines)


def _variety(survey: Survey, variety: Variety) -> str:
    ranked = rank_metrics(survey)[:_ROWS]
    lines = [
        f"<p>{_HOW_TO_RANK}</p>",
        table(
            ("pair of metrics", "rank correlation", "coverage"),
            ((f"{pair.first}, {pair.second}", pair.correlation, pair.coverage) for pair in ranked),
        ),
    ]
    if variety.maps > 1:
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
    lines = [f"<p>{to_markup(EXPLANATION)}</p>"]
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


def describe_missing_library() -> str | None:
    """Return which library of the page is not installed, as a sentence; None when all are."""
    for name in _LIBRARIES:
        if find_spec(name) is None:
            return f"{name} is not installed: {how_to_install('[survey]')}"
    return None


def _altair() -> ModuleType:
    if (missing := describe_missing_library()) is not None:
        raise RequestError(missing)
    import altair

    module: ModuleType = altair
    return module


def _plots(survey: Survey, pictures: Mapping[int, GameMap]) -> str:
    alt = _altair()
    histograms = [_histogram(alt, survey, name) for name in survey.metrics if varies(survey, name)]
    urls = {number: picture_url(draw_map(game_map, PAGE_TILE)) for number, game_map in pictures.items()}
    ranges = [_range(alt, survey, *names, urls) for names in _choose_pairs(survey)]
    if not histograms:
        return ""
    rows = [alt.concat(*ranges, columns=3, title=_title(alt, "Pairs of metrics"))] if ranges else []
    # The plots share the pictures, so that the page has each of them once.
    shared = {_PICTURES: [{"number": number, "image": url} for number, url in urls.items()]}
    bars = alt.concat(*histograms, columns=4, title=_title(alt, "Histograms"), bounds="flush", spacing=_SPACING)
    chart = alt.vconcat(*rows, bars, datasets=shared)
    chart = (
        chart.configure(background="transparent")
        .configure_title(color=_TEXT_COLOUR)
        .configure_axis(
            labelColor=_TEXT_COLOUR,
            titleColor=_TEXT_COLOUR,
            gridColor=_LINE_COLOUR,
            domainColor=_LINE_COLOUR,
            tickColor=_LINE_COLOUR,
        )
        .configure_legend(labelColor=_TEXT_COLOUR, titleColor=_TEXT_COLOUR)
        .configure_view(stroke=_LINE_COLOUR)
    )
    # Only pictures of this format have the colour of the text around them.
    options = {"actions": False, "renderer": "svg"}
    page: str = chart.to_html(
        inline=True, fullhtml=False, output_div="plots", embed_options=options, json_kwds={"cls": ScriptEncoder}
    )
    return f"<p>{_HOW_TO_READ.format(len(survey))}</p>\n{page}" if ranges else page


_HOW_TO_RANK = (
    "Pairs of metrics that tell most come first. Coverage is the share of the bins of a pair that have a dungeon; "
    "metrics with a rank correlation near 0 tell different things."
)
_HOW_TO_READ = (
    "Each small square of a plot of two metrics is a bin: the dungeons whose values lie in both ranges. The colour is "
    "their number. Point at a bin to see one of its dungeons. Where there is no square, there is no such dungeon among "
    "{}."
)


def _title(alt: Any, text: str) -> Any:
    return alt.TitleParams(text, fontSize=18, anchor="start", offset=16)


def _choose_pairs(survey: Survey) -> list[tuple[str, str]]:
    """Return the pairs of metrics with the least correlation and the widest range: see `rank_pairs`."""
    return [(pair.first, pair.second) for pair in rank_metrics(survey)[:_PAIRS]]


def _histogram(alt: Any, survey: Survey, name: str) -> Any:
    counts, edges = bin_metric(survey, name)
    data = [
        {"low": low, "high": high, "value": _describe_bin(low, high), "dungeons": count}
        for count, low, high in zip(counts.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ]
    is_whole = _has_whole_numbers(*edges[:2].tolist())
    return (
        alt.Chart(alt.Data(values=data), width=190, height=90, title=name)
        .mark_bar()
        .encode(
            x=alt.X("low:Q", bin="binned", title=None, axis=alt.Axis(tickMinStep=1 if is_whole else 0)),
            x2="high:Q",
            y=alt.Y("dungeons:Q", title=None),
            tooltip=["value:N", "dungeons:Q"],
        )
    )


def _describe_bin(low: float, high: float) -> str:
    """Return the values in a bin of a histogram."""
    if _has_whole_numbers(low, high):
        low, high = low + HALF, high - HALF
    return f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"


def _has_whole_numbers(low: float, high: float) -> bool:
    """Return whether a bin is one of whole numbers: they are between two halves."""
    return low % 1 == high % 1 == HALF


def _range(alt: Any, survey: Survey, first: str, second: str, urls: Mapping[int, str]) -> Any:
    """Return the plot of two metrics; `urls` are pictures of dungeons by their numbers."""
    data = []
    bins = bin_pair(survey, first, second)
    for (column, row), numbers in sorted(bins.numbers.items()):
        pictured = next((number for number in numbers if number in urls), None)
        entry: dict[str, Any] = {
            "x": bins.x_edges[column],
            "x2": bins.x_edges[column + 1],
            "y": bins.y_edges[row],
            "y2": bins.y_edges[row + 1],
            "dungeons": len(numbers),
            "seed": survey.plan.seed_of(numbers[0] if pictured is None else pictured),
        }
        if pictured is not None:
            entry["number"] = pictured
        data.append(entry)
    return (
        alt.Chart(alt.Data(values=data), width=300, height=260)
        .transform_lookup(lookup="number", from_=alt.LookupData(alt.NamedData(_PICTURES), "number", ["image"]))
        .mark_rect(stroke=_LINE_COLOUR)
        .encode(
            x=alt.X("x:Q", bin="binned", title=first),
            x2="x2:Q",
            y=alt.Y("y:Q", bin="binned", title=second),
            y2="y2:Q",
            color=alt.Color("dungeons:Q", scale=alt.Scale(scheme="viridis"), title="dungeons"),
            tooltip=["dungeons:Q", "seed:Q", "image:N"],
        )
    )


def _choose_pictures(survey: Survey) -> list[int]:
    """Return the numbers of the dungeons whose pictures the page shows: few that are in all bins, up to a limit.

    The smallest bins come first, and each chooses the dungeon that is in most of the others.
    """
    bins = [numbers for names in _choose_pairs(survey) for numbers in bin_pair(survey, *names).numbers.values()]
    frequency = Counter(number for numbers in bins for number in numbers)
    chosen: dict[int, None] = {}
    for numbers in sorted(bins, key=len):
        if chosen.keys().isdisjoint(numbers):
            chosen[max(numbers, key=frequency.__getitem__)] = None
    return sorted(list(chosen)[:_MOST_PICTURES])
