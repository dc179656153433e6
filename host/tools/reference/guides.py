"""The guides, pages of Markdown: their sections, and which one a name means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.paths import BUNDLED_MODS, GUIDES, README

_HEADING = re.compile(r"(#{1,6}) +(.*)")
# Pages that authors of mods do not need: a list of links, and how the host is built.
_LEFT_OUT = ("README.md", "architecture.md")


class Section(NamedTuple):
    """A heading of a guide, and the lines below it up to the next one; the first is the title of the page."""

    heading: str
    level: int
    lines: list[str]

    @property
    def anchor(self) -> str:
        """The name of the section in links, as on the site."""
        words = re.sub(r"[^\w\- ]", "", self.heading.lower())
        return words.strip().replace(" ", "-")


@cache
def guides() -> dict[str, Path]:
    """Return the file of each guide by its name, such as `play.md` or `mods/base/README.md`."""
    pages = {path.relative_to(GUIDES).as_posix(): path for path in sorted(GUIDES.rglob("*.md"))}
    # `make docs` writes pages of the API there.
    shown = {name: path for name, path in pages.items() if not name.startswith("api/") and name not in _LEFT_OUT}
    mods = {f"mods/{path.parent.name}/README.md": path for path in sorted(BUNDLED_MODS.glob("*/README.md"))}
    return {**({"README.md": README} if README.is_file() else {}), **shown, **mods}


def read_sections(path: Path) -> list[Section]:
    """Read a guide; there is at least one section."""
    sections = [Section(path.stem, 1, [])]
    is_code = False
    for line in path.read_text(encoding="utf-8").splitlines():
        is_code ^= line.startswith("```")
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading is None:
            sections[-1].lines.append(line)
        elif len(sections) == 1 and not any(sections[0].lines):
            sections = [Section(heading[2], len(heading[1]), [])]
        else:
            sections.append(Section(heading[2], len(heading[1]), []))
    return sections


def is_guide(name: str) -> bool:
    """Return whether a name names a guide, or a section of one, and not of the API."""
    return name.partition("#")[0].endswith(".md")


def read_guide(name: str) -> str:
    """Return a guide as Markdown, or with `#section` one of its sections. Raises RequestError."""
    page, _, anchor = name.partition("#")
    page = page.removeprefix("docs/")
    if page not in guides():
        raise RequestError(
            f'there is no page "{page}"', hint=did_you_mean(page, guides()) or "dungeon-host docs WORDS finds pages"
        )
    sections = read_sections(guides()[page])
    if not anchor:
        return guides()[page].read_text(encoding="utf-8")
    first = next((number for number, section in enumerate(sections) if section.anchor == anchor), None)
    if first is None:
        anchors = [section.anchor for section in sections]
        raise RequestError(
            f'{page} has no section "{anchor}"',
            hint=did_you_mean(anchor, anchors) or f"its sections are {listing(anchors, 'and')}",
        )
    return "\n".join(_with_subsections(sections, first))


def _with_subsections(sections: list[Section], first: int) -> Iterator[str]:
    for number, section in enumerate(sections[first:]):
        if number and section.level <= sections[first].level:
            return
        yield from (f"{'#' * section.level} {section.heading}", *section.lines)
