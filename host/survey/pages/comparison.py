"""Pictures of a comparison: the pairs that changed most before and after, as a page or a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from host.errors import counted
from host.metrics.difference import find_difference
from host.model.game_map import GameMap
from host.survey.comparison import COLUMNS, Comparison, describe_failures, format_changes
from host.survey.pages.page import table, write_html
from host.survey.pages.pictures import PAGE_TILE, SHEET_TILE, draw_map, draw_sheet, picture_url

# Number of a dungeon -> its map, before and after.
Maps = tuple[Mapping[int, GameMap], Mapping[int, GameMap]]

_SIDES = ("before", "after")
# Pictures in a row of a sheet: two pairs.
_IN_ROW = 4


def write_comparison(comparison: Comparison, names: str, maps: Maps) -> str:
    """Return the page of a comparison; `names` are the names of both sides, `maps` are dungeons by their numbers."""
    parts = [
        f"<p>{counted(comparison.pairs, 'pair')}, {comparison.identical} identical.</p>",
        "<h2>Failures</h2>",
        f"<p>{describe_failures(comparison)}.</p>",
        "<h2>Metrics</h2>",
        table(COLUMNS, ((m.id, m.pairs, m.old, m.new, m.effect, *m.cells[-2:]) for m in comparison.metrics)),
        "<h2>Dungeons that changed most</h2>",
        table(("seed", "metrics"), ((str(pair["seed"]), format_changes(pair)) for pair in comparison.changed)),
        "<h2>Pictures</h2>",
        "<p>A colour covers the squares that differ.</p>" if comparison.drawable else "<p>None.</p>",
        *(_draw_figures(pair["seed"], _draw_pair(pair["numbers"], maps, PAGE_TILE)) for pair in comparison.drawable),
    ]
    return write_html(f"Comparison of {names}", names, parts)


def draw_comparison(comparison: Comparison, maps: Maps) -> bytes:
    """Return a PNG with the pairs that changed most. Raises HostError when none can be drawn."""
    return draw_sheet(
        (
            (f"seed {pair['seed']} {side}", png)
            for pair in comparison.drawable
            for side, png in _draw_pair(pair["numbers"], maps, SHEET_TILE)
        ),
        _IN_ROW,
    )


def _draw_figures(seed: int, pictures: Iterator[tuple[str, bytes]]) -> str:
    figures = (
        f'<figure><img alt="seed {seed} {side}" src="{picture_url(png)}"><figcaption>{side}</figcaption></figure>'
        for side, png in pictures
    )
    return f"<h3>Seed {seed}</h3>\n<p>{''.join(figures)}</p>"


def _draw_pair(numbers: Sequence[int], maps: Maps, tile: int) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a pair with their side; nothing when one of them cannot be made again."""
    old, new = (side.get(number) for side, number in zip(maps, numbers, strict=True))
    if old is not None and new is not None:
        is_changed = find_difference(old, new).is_changed
        for side, game_map in zip(_SIDES, (old, new), strict=True):
            yield side, draw_map(game_map, tile, is_changed)
