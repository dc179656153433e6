"""Write maps as images and Tiled files, by the name of the format."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from host.export.tiled_dungeon import tiled_files
from host.model.map import Map
from host.render.formats import PNG
from host.render.overlays import Distances, lay_over
from host.render.png import write_png
from host.render.scene import draw_scene
from host.render.svg import write_svg


def image(game_map: Map, form: str, size: int, overlays: Collection[str], distances: Distances | None = None) -> bytes:
    """Return the bytes of a picture in one of `render.formats.IMAGES`. Raises RequestError."""
    picture = draw_scene(game_map, size)
    if overlays:
        picture = lay_over(picture, game_map, overlays, distances)
    return write_png(picture) if form == PNG else write_svg(picture).encode()


def map_files(game_map: Map, path: Path, size: int) -> dict[Path, bytes]:
    """Return a map for the Tiled editor at `path`, and its tileset picture next to it. Raises RequestError."""
    return tiled_files(game_map, path, size)
