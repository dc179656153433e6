"""Pages: HTML files that need no network."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from host.render.markup import to_markup
from host.survey.statistics import format_figure

_STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.45; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
code { font-size: .9em; }
figure { display: inline-block; margin: 0 1rem 1rem 0; }
#plots { overflow-x: auto; }
#vg-tooltip-element img { width: 20rem; max-width: none; max-height: none; image-rendering: pixelated; }
"""


def write_html(title: str, source: str, parts: Iterable[str]) -> str:
    """Return a page; `source` names the files that it describes, and `parts` are its HTML."""
    body = "\n".join([f"<h1>{to_markup(title)}</h1>", *parts])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{to_markup(title)}</title>\n'
        f'<meta name="source" content="{to_markup(source)}">\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n'
        "</body>\n</html>\n"
    )


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table; numbers are aligned on the right."""
    listed = [list(row) for row in rows]
    # The head of a column is aligned as its first cell.
    heads = zip_longest(columns, listed[0] if listed else (), fillvalue="")
    head = "".join(f"<th{_style(cell)}>{to_markup(name)}</th>" for name, cell in heads)
    lines = ['<div class="scroll"><table>', f"<tr>{head}</tr>"]
    lines += [f"<tr>{''.join(map(_cell, row))}</tr>" for row in listed]
    return "\n".join([*lines, "</table></div>"])


def _style(cell: object) -> str:
    """Return the attribute of a cell, and of the head of its column."""
    return "" if isinstance(cell, str) else ' class="number"'


def _cell(cell: object) -> str:
    text = format_figure(cell, ".4g") if isinstance(cell, float) else cell
    return f"<td{_style(cell)}>{to_markup(text)}</td>"
