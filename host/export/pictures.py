"""Write maps to files, by the name of the format."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from host.export.arrays import write_csv, write_npz
from host.export.godot import godot_files
from host.export.making import describe_making
from host.export.tiled.dungeon import tiled_files
from host.export.virtual_table import table_style, virtual_table
from host.export.worlds import world_files
from host.metrics.entrances import entrance_distances
from host.model.document import dumps, to_document
from host.model.game_map import GameMap
from host.render.captions import add_captions, name_squares
from host.render.formats import CSV, DISTANCE, JSON, NPZ, OF_WORLDS, PNG, TEXT, TMJ, TSCN, UVTT
from host.render.overlays import lay_over, mark_squares
from host.render.png import check_pixels, write_png
from host.render.scene import draw_scene
from host.render.style import PLAIN_STYLE, PictureStyle
from host.render.svg import check_squares, write_svg
from host.render.text import OF_FILES, draw

_ARRAYS = {NPZ: write_npz, CSV: write_csv}
_EDITORS = {TMJ: tiled_files, TSCN: godot_files}


def image(
    game_map: GameMap, form: str, style: PictureStyle = PLAIN_STYLE, marks: Collection[tuple[int, int]] = ()
) -> bytes:
    """Return the bytes of a picture in one of `render.formats.IMAGES`, with a veil on `marks`. Raises RequestError."""
    size = style.tile_size
    # Before minutes of drawing.
    if form == PNG:
        check_pixels(game_map.width * size, game_map.height * size)
    else:
        check_squares(game_map.width * game_map.height)
    distances = entrance_distances(game_map) if DISTANCE in style.overlays else None
    picture = lay_over(draw_scene(game_map, style), game_map, style, distances)
    picture = add_captions(mark_squares(picture, marks), game_map, style)
    about = describe_making(game_map, style)
    if form == PNG:
        return write_png(picture, about.encode())
    return write_svg(picture, about, name_squares(game_map, picture)).encode()


def map_files(
    game_map: GameMap,
    path: Path,
    form: str,
    style: PictureStyle = PLAIN_STYLE,
    marks: Collection[tuple[int, int]] = (),
) -> dict[Path, bytes]:
    """Return the contents of the files that show a map in one of `render.formats.FORMATS`, by path.

    The first is `path`; for editors and engines, the picture of the tiles is beside it. `marks` are seen in pictures.
    Raises RequestError.
    """
    if form == TEXT:
        return {path: f"{draw(game_map, OF_FILES)}\n".encode("utf-8", "replace")}
    if form == JSON:
        return {path: dumps(to_document(game_map)).encode()}
    if form in _ARRAYS:
        return {path: _ARRAYS[form](game_map)}
    if form == UVTT:
        style = table_style(style)
        return {path: virtual_table(game_map, image(game_map, PNG, style, marks), style)}
    if form in OF_WORLDS:
        return world_files([game_map], path, form, style)
    if form in _EDITORS:
        return _EDITORS[form](game_map, path, style)
    return {path: image(game_map, form, style, marks)}
