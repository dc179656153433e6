"""Line coverage as HTML: a page for each file of a mod, and an index. The pages need no network and run no scripts.

Options: `--coverage-html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from os.path import relpath
from pathlib import Path

from host.errors import HostError, visible
from host.mods.files import read_mod_file
from host.render.markup import to_markup
from host.tools.testing.coverage import FileCoverage

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 15px/1.4 system-ui, sans-serif; margin: 2em; }}
td, th {{ padding: 0.1em 0.8em; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }}
ol {{ font: 13px/1.5 ui-monospace, monospace; list-style: none; padding: 0; white-space: pre; overflow-x: auto; }}
ol a {{ color: inherit; opacity: 0.6; text-decoration: none; display: inline-block; width: 4em; text-align: right; }}
li {{ border-left: 0.4em solid transparent; }}
li.run {{ border-color: #2a9d3a; }}
li.missed {{ border-color: #d33; background: #d332; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""
_MARKS = {True: ("run", "ran"), False: ("missed", "did not run")}


def coverage_pages(files: Sequence[FileCoverage], folder: Path) -> dict[str, str]:
    """Return the pages: file name -> HTML. Names of files are relative to `folder`."""
    pages, rows = {}, []
    for number, file in enumerate(files, 1):
        name = visible(relpath(file.path, folder))
        # The number makes names unique, which other characters and systems that ignore case would not be.
        page = f"{number:03}-{re.sub(r'[^A-Za-z0-9_.-]', '_', name)[-100:]}.html"
        pages[page] = _page(name, [f"<p>{_share(file)} · <a href='index.html'>all files</a></p>", *_source(file)])
        lines, run = ("–", "–") if file.lines is None else (str(len(file.lines)), str(len(file.run)))
        cells = f"<td>{lines}</td><td>{run}</td><td>{file.share:.1f}</td>"
        rows.append(f"<tr><td><a href='{page}'>{to_markup(name)}</a></td>{cells}</tr>")
    head = "<tr><th>file</th><th>lines</th><th>run</th><th>%</th></tr>"
    return {"index.html": _page("Lines of mods that ran", ["<table>", head, *rows, "</table>"]), **pages}


def _page(title: str, body: Sequence[str]) -> str:
    return _PAGE.format(title=to_markup(title), body="\n".join([f"<h1>{to_markup(title)}</h1>", *body]))


def _share(file: FileCoverage) -> str:
    if file.lines is None:
        return "The file cannot be read as Lua."
    return f"{len(file.run)} of {len(file.lines)} lines ran: {file.share:.1f} %"


def _source(file: FileCoverage) -> Iterator[str]:
    """Iterate over the lines of a list with the text of a file."""
    try:
        inside = file.path.relative_to(file.mod).as_posix()
        text = read_mod_file(file.mod, inside, inside).decode("utf-8", "surrogateescape")
    except HostError:
        return
    yield "<ol>"
    lines = frozenset(file.lines or ())
    # Lua ends lines with LF, CR, or both in any order.
    for number, line in enumerate(re.split(r"\r\n|\n\r|\n|\r", text), 1):
        mark, words = _MARKS[number in file.run] if number in lines else ("", "")
        attributes = f' class="{mark}" title="{words}"' if mark else ""
        link = f'<a id="L{number}" href="#L{number}">{number}</a>'
        yield f"<li{attributes}>{link}  {to_markup(line)}</li>"
    yield "</ol>"
