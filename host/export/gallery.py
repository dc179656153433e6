"""Galleries: a page of dungeons in a folder, each with a picture, a text and the command that makes it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import RequestError, counted, shorten, show_value
from host.export.pictures import image
from host.model.checks import check_whole
from host.model.game_map import GameMap
from host.model.request import MOST_SEED
from host.render.captions import title_of
from host.render.descriptions import describe_counts, quest_lines
from host.render.formats import IMAGES, PNG, suffix_of
from host.render.markup import to_markup
from host.render.style import PLAIN_STYLE, PictureStyle

PAGE = "index.html"
# Dungeons of one page. All its files are in memory until they are written together.
MOST_SEEDS = 400

# Lines of a text that the page shows at once.
_SHOWN_LINES = 2
# Characters of the longest list of names.
_LONGEST = 600

# The date of entries of an archive, the first that there is: the same gallery is the same file.
_DATE = (1980, 1, 1, 0, 0, 0)

_STYLE = Path(__file__).with_name("page") / "gallery.css"


class Exhibit(NamedTuple):
    """A dungeon of a gallery: the name of its file, its size in pixels, and its texts."""

    file: str
    content: bytes
    title: str
    lines: list[str]
    command: str


def check_seeds(seeds: Any) -> None:
    """Check the seeds of a gallery. Raises RequestError."""
    if not isinstance(seeds, Sequence) or isinstance(seeds, str | bytes | bytearray):
        raise RequestError(f"seeds is {show_value(seeds)}: must be a range of seeds")
    if not seeds:
        raise RequestError("a gallery needs a seed: the first seed must not be above the last")
    if len(seeds) > MOST_SEEDS:
        raise RequestError(f"a gallery of {len(seeds)} seeds is too large: must be at most {MOST_SEEDS}")
    for index, seed in enumerate(seeds):
        check_whole(f"seeds[{index}]", seed, 0, MOST_SEED)


def portable_mods(mods: Iterable[str]) -> tuple[str, ...]:
    """Return values of --mods for visitors of a page: in place of a path of this machine, the name of the folder."""
    return tuple(f"./{Path(mod).resolve().name}" if Path(mod).is_dir() else mod for mod in mods)


def exhibit(game_map: GameMap, seed: int, command: str, form: str = PNG, style: PictureStyle = PLAIN_STYLE) -> Exhibit:
    """Return a dungeon as it stands in a gallery. Raises RequestError, for a format without pictures, too."""
    if form not in IMAGES:
        raise RequestError(f"a gallery has pictures, and the format is {form}: must be png or svg")
    size = f"{game_map.width} × {game_map.height} squares"
    lines = [", ".join([size, *describe_counts(game_map)]), *quest_lines(game_map)]
    if game_map.room_names:
        lines.append(shorten(", ".join(game_map.room_names), _LONGEST))
    return Exhibit(f"{seed}{suffix_of(form)}", image(game_map, form, style), title_of(game_map), lines, command)


def gallery_files(folder: Path, generator: str, exhibits: Iterable[Exhibit]) -> dict[Path, bytes]:
    """Return the contents of the files of a gallery, by path: the page, and a picture for each dungeon."""
    shown = list(exhibits)
    title = f"{generator}: {counted(len(shown), 'dungeon')}"
    page = _PAGE.format(
        title=to_markup(title), style=_STYLE.read_text(encoding="utf-8"), figures="".join(map(_figure, shown))
    )
    return {**{folder / item.file: item.content for item in shown}, folder / PAGE: page.encode()}


def gallery_archive(folder: str, generator: str, exhibits: Iterable[Exhibit]) -> bytes:
    """Return a zip file of a gallery, whose files lie in `folder`."""
    return archive_of(gallery_files(Path(folder), generator, exhibits))


def archive_of(files: Mapping[Path, bytes]) -> bytes:
    """Return a zip file of files, the same for the same."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path.as_posix(), _DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _figure(item: Exhibit) -> str:
    shown, more = item.lines[:_SHOWN_LINES], item.lines[_SHOWN_LINES:]
    lines = "".join(f"<p>{to_markup(line)}</p>\n" for line in shown)
    if more:
        inner = "".join(f"<li>{to_markup(line)}</li>\n" for line in more)
        lines += f"<details>\n<summary>more</summary>\n<ul>\n{inner}</ul>\n</details>\n"
    file = to_markup(item.file)
    return (
        f'<figure>\n<a href="{file}"><img src="{file}" alt="{to_markup(item.title)}" loading="lazy"></a>\n'
        f"<figcaption>\n<h2>{to_markup(item.title)}</h2>\n{lines}"
        f"<code>{to_markup(item.command)}</code>\n</figcaption>\n</figure>\n"
    )


# No script runs on the page, whatever a text says.
_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>{title}</title>
<style>{style}</style>
<h1>{title}</h1>
<main>
{figures}</main>
</html>
"""
