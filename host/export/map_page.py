"""The page of a dungeon, and what all pages say of how to get what they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.errors import RequestError
from host.export.films import Shot
from host.export.share import About, SharedTurn, write_page
from host.model.game_map import GameMap
from host.model.request import Request
from host.paths import INSTALL, bundled_ids
from host.render.descriptions import describe_counts, describe_value, quest_lines
from host.render.style import PLAIN_STYLE, PictureStyle
from host.version import __version__


def make_page_of_map(game_map: GameMap, style: PictureStyle = PLAIN_STYLE) -> bytes:
    """Return a page that shows a map with an origin. Raises HostError."""
    origin = game_map.origin
    if origin is None:
        raise RequestError("the map does not say what it was made from")
    command = origin.format_command(mods=folders_of(origin.mods))
    lines = [f"seed {origin.seed}, dungeon-host {__version__}", *options_of(origin)]
    lines += [", ".join([f"{game_map.width} × {game_map.height} squares", *describe_counts(game_map)])]
    about = About(
        str(origin.generator),
        [*lines, *quest_lines(game_map)],
        origin.mods,
        (*how_to_install(origin.mods), ("Make it:", command)),
    )
    return write_page([SharedTurn(Shot(0, game_map, ""))], about, style)


def options_of(request: Request) -> list[str]:
    """Return a line with the options of a request; none when there are none."""
    shown = [f"{key} {describe_value(value)}" for key, value in request.options.items() if value != ""]
    return [", ".join(shown)] if shown else []


def _unbundled(mods: Iterable[Sequence[str]]) -> list[str]:
    bundled = bundled_ids()
    return [mod[0] for mod in mods if mod[0] not in bundled]


def folders_of(mods: Iterable[Sequence[str]]) -> list[str]:
    """Return where the mods that are not in the host lie for who follows a page: values of --mods."""
    return [f"./{mod}" for mod in _unbundled(mods)]


def how_to_install(mods: Iterable[Sequence[str]]) -> list[tuple[str, str]]:
    """Return how to get the host, and the mods that are not in it."""
    steps = [("Install the host, which brings its bundled mods:", INSTALL)]
    others = _unbundled(mods)
    if others:
        steps.append(("Get these mods from their author, and put their folders here:", "\n".join(folders_of(mods))))
    return steps
