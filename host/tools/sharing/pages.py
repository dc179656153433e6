"""Pages of an index: one for each mod, and a list of all. All that mods say is text, and no script runs."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE, LIST_GENERATORS
from host.errors import HostError, RequestError, counted, shorten
from host.export.pictures import image
from host.model.document_reader import from_document
from host.model.request import Request, as_text
from host.mods.finder import manifest_of
from host.mods.mods_to_load import ModsToLoad
from host.mods.sharing.candidates import BUNDLED, INDEX, Candidates, Requirement
from host.mods.sharing.index import Index
from host.mods.sharing.release import Release
from host.mods.sharing.resolution import resolve
from host.paths import BUNDLED_MODS, bundled_ids
from host.paths.folders import open_below
from host.process.budgets import Budgets
from host.render.formats import PNG, SVG
from host.render.markup import to_markup

INDEX_PAGE = "index.html"
# What a page shows at most: generators, choices of an option, pictures, and characters of a README.
_MOST_GENERATORS, _MOST_CHOICES, _MOST_PICTURES, _LONGEST_README = 50, 40, 3, 100_000
_README = ("README.md", "README.txt", "README")
# What a mod may use for its page, and the seconds in which mods run for the pages of one build.
_BUDGETS, _RUN_SECONDS = Budgets(seconds=20), 60.0
# What a page was made from that is to be made again.
_UNFINISHED = "0" * 64
_STYLE = Path(__file__).with_name("pages.css")


def page_of(identity: str) -> str:
    """Return the path of the page of a mod in an index."""
    return f"pages/{identity}.html"


class PageMaker:
    """Draws the pages of the mods of an index."""

    def __init__(self, index: Index, identities: Collection[str]) -> None:
        self._index = index
        self._identities = identities
        self._end = time.monotonic() + _RUN_SECONDS
        # Pages of mods that did not run, because there was no time left: the next build makes them again.
        self.unfinished = 0

    def draw(self, release: Release, releases: Sequence[Release], made_from: str) -> dict[str, bytes]:
        """Return the files of the page of a mod by path; `made_from` says what it was made from."""
        _, contents = self._index.fetch(release)
        pictures: dict[str, tuple[str, bytes]] = {}
        if time.monotonic() > self._end:
            self.unfinished += 1
            body, made_from = "<p>Its generators are not listed yet.</p>\n", _UNFINISHED
        else:
            try:
                generators, pictures = self._run(release, contents)
                body = _draw_generators(generators)
            except HostError as error:
                body = f"<p>Its generators cannot be listed: {to_markup(shorten(error.message, 500))}</p>\n"
        figures = "".join(
            f'<figure><img src="{path.removeprefix("pages/")}" alt="{to_markup(f"A dungeon of {name}")}">'
            f"<figcaption>{to_markup(name)}</figcaption></figure>\n"
            for path, (name, _) in pictures.items()
        )
        page = _PAGE.format(
            head=f'<meta name="made" content="from {made_from}">\n',
            title=to_markup(release.name),
            style=_STYLE.read_text(encoding="utf-8"),
            body=(
                f"<p>{to_markup(release.description)}</p>\n"
                f'<p><a href="../{INDEX_PAGE}">all mods</a></p>\n'
                f"<code>dungeon-host install INDEX/{to_markup(release.id)}</code>\n"
                f"<p>INDEX is the address of the list of all mods, without {INDEX_PAGE}.</p>\n"
                f"{figures}{body}{self._draw_needs(release)}{_draw_versions(releases)}{_draw_readme(contents)}"
            ),
        )
        return {page_of(release.id): page.encode(), **{path: content for path, (_, content) in pictures.items()}}

    def _draw_needs(self, release: Release) -> str:
        rows = [
            f"<li>{self._link(identity)} {to_markup(wanted)}</li>\n"
            for identity, wanted in sorted(release.dependencies.items())
        ]
        return f"<h2>Needs</h2>\n<ul>\n{''.join(rows)}</ul>\n" if rows else ""

    def _link(self, identity: str) -> str:
        name = to_markup(identity)
        return f'<a href="{name}.html">{name}</a>' if identity in self._identities else name

    def _run(
        self, release: Release, contents: Mapping[str, bytes]
    ) -> tuple[list[dict[str, Any]], dict[str, tuple[str, bytes]]]:
        """Return the generators of a mod, and pictures of the first ones: path -> id and content. Raises HostError."""
        with TemporaryDirectory() as folder:
            _write(Path(folder), contents)
            for needed in self._needed(release):
                _write(Path(folder), self._index.fetch(needed)[1])
            mod = str(Path(folder) / release.id)
            job = Job(LIST_GENERATORS, ModsToLoad((mod,), (), _BUDGETS), {"players": 2, "name": None})
            listed: list[dict[str, Any]] = run_job(job)["generators"]
            generators = [generator for generator in listed if generator["mod"] == release.id][:_MOST_GENERATORS]
            pictures: dict[str, tuple[str, bytes]] = {}
            for number, generator in enumerate(generators[:_MOST_PICTURES], 1):
                try:
                    content, suffix = _draw_dungeon(mod, generator["id"])
                except HostError:
                    # The page shows what can be made.
                    continue
                pictures[f"pages/{release.id}-{number}{suffix}"] = (generator["id"], content)
        return generators, pictures

    def _needed(self, release: Release) -> list[Release]:
        """Return the versions of other mods of the index that a mod needs. Raises HostError."""
        fixed = {
            identity: (BUNDLED, manifest)
            for identity in bundled_ids()
            if (manifest := manifest_of(BUNDLED_MODS / identity))
        }
        exact = Requirement(release.id, f"=={release.version}")
        chosen = resolve(Candidates(fixed, (), [self._index], {release.id}), [exact])
        return [c.release for c in chosen.values() if c.origin == INDEX and c.release and c.id != release.id]


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    for path, content in contents.items():
        *parts, name = path.split("/")
        with open_below(folder, parts, makes=True) as opened:
            opened.write_new(name, content, flushes=False)


def _draw_dungeon(mod: str, generator: str) -> tuple[bytes, str]:
    """Return a picture of a dungeon, and the ending of its name. Raises HostError."""
    request = Request(generator, seed=1)
    job = Job(GENERATE, ModsToLoad((mod,), (), _BUDGETS), {"request": request.to_data(), "play": 0.0})
    game_map = from_document(run_job(job))
    try:
        return image(game_map, PNG), ".png"
    except RequestError:
        # Without Pillow.
        return image(game_map, SVG), ".svg"


def _draw_generators(generators: Iterable[Mapping[str, Any]]) -> str:
    parts = []
    for generator in generators:
        rows = "".join(
            f"<tr><td>{to_markup(option['id'])}</td><td>{to_markup(_choices(option))}</td>"
            f"<td>{to_markup(option['help'])}</td></tr>\n"
            for option in generator["options"]
        )
        table = f"<table>\n<tr><th>option</th><th>values</th><th></th></tr>\n{rows}</table>\n" if rows else ""
        parts.append(f"<h3>{to_markup(generator['id'])}</h3>\n<p>{to_markup(generator['help'])}</p>\n{table}")
    return f"<h2>Generators</h2>\n{''.join(parts)}" if parts else "<p>It has no generators.</p>\n"


def _choices(option: Mapping[str, Any]) -> str:
    default = as_text(option["default"])
    if option["longest"] is not None:
        return f"a text, by default {shorten(default, 100)!r}"
    if option["least"] is not None:
        return f"{as_text(option['least'])} to {as_text(option['most'])}, by default {default}"
    if option["numeric"]:
        return f"a number, by default {default}"
    choices = [as_text(choice) for choice in option["choices"]]
    more = f" and {len(choices) - _MOST_CHOICES} more" if len(choices) > _MOST_CHOICES else ""
    return f"{', '.join(choices[:_MOST_CHOICES])}{more}; by default {default}"


def _draw_versions(releases: Sequence[Release]) -> str:
    rows = "".join(
        f'<li><a href="../{to_markup(release.file)}">{to_markup(release.version)}</a>'
        f"{' (yanked)' if release.yanked else ''}, {counted(release.size, 'byte')}, SHA-256 "
        f"<small>{to_markup(release.sha256)}</small></li>\n"
        for release in reversed(releases)
    )
    return f"<h2>Versions</h2>\n<ul>\n{rows}</ul>\n"


def _draw_readme(contents: Mapping[str, bytes]) -> str:
    top = next(iter(contents)).partition("/")[0]
    content = next((contents[f"{top}/{name}"] for name in _README if f"{top}/{name}" in contents), None)
    if content is None:
        return ""
    return f"<h2>README</h2>\n<pre>{to_markup(shorten(content.decode('utf-8', 'replace'), _LONGEST_README))}</pre>\n"


def draw_list(releases: Iterable[Release]) -> bytes:
    """Return the page with the list of all mods."""
    rows = "".join(
        f'<tr><td><a href="{page_of(release.id)}">{to_markup(release.id)}</a></td>'
        f"<td>{to_markup(release.version)}</td><td>{to_markup(release.description)}</td></tr>\n"
        for release in releases
    )
    body = (
        "<code>dungeon-host install INDEX/ID</code>\n<p>INDEX is the address of this page, without "
        f"{INDEX_PAGE}.</p>\n<table>\n<tr><th>mod</th><th>version</th><th></th></tr>\n{rows}</table>\n"
    )
    style = _STYLE.read_text(encoding="utf-8")
    return _PAGE.format(head="", title="Dungeon mods", style=style, body=body).encode()


_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
{head}<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>{title}</title>
<style>{style}</style>
<h1>{title}</h1>
{body}</html>
"""
