"""Several maps together: a world for Tiled, which names a map a floor, or a project for LDtk with a level a floor."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from host.errors import RequestError, show_value
from host.export.files import check_folder, write_all
from host.export.ldtk.dungeon import ldtk_files
from host.export.ldtk.values import identifier
from host.export.tiled.dungeon import tiled_files
from host.model.checks import check_file_path
from host.model.game_map import GameMap, HasModel, model_of
from host.model.request import AREA, FLOOR
from host.render.formats import LDTK, MOST_MAPS, OF_WORLDS, format_of
from host.render.style import PLAIN_STYLE, PictureStyle

# Squares between two maps.
_GAP = 4


def save_world(
    path: str | Path,
    maps: Iterable[GameMap | HasModel],
    *,
    tile_size: int = 16,
    light: bool = False,
    theme: str | None = None,
) -> None:
    """Write maps together to a .world for Tiled, with a .tmj for each map, or to an .ldtk with a level for each.

    The other arguments are as in `Map.save`. All files appear, or none. Raises RequestError, also when the folder does
    not exist.

    >>> from host import Host, save_world
    >>> floors = Host(mods=["overworld"]).generate_all("overworld", seed=1)
    >>> save_world("vale.world", floors)
    """
    file = check_file_path("path", path)
    if not isinstance(maps, Iterable):
        raise RequestError(f"maps is {show_value(maps)}: must be a list of maps")
    style = PictureStyle.requested(tile_size=tile_size, light=light, theme=theme)
    form = format_of(file)
    if form not in OF_WORLDS:
        raise RequestError(f'"{path}" shows one map: a file of several ends in .world or .ldtk')
    models = [_check_map(f"maps[{index}]", shown) for index, shown in enumerate(maps)]
    check_folder(file)
    write_all(world_files(models, file, form, style))


def _check_map(name: str, value: Any) -> GameMap:
    """Check a map that a program passed, and return the map itself."""
    if not isinstance(value, GameMap | HasModel):
        raise RequestError(f"{name} is {show_value(value)}: must be a map")
    return model_of(value)


def world_files(
    game_maps: Sequence[GameMap], path: Path, form: str, style: PictureStyle = PLAIN_STYLE
) -> dict[Path, bytes]:
    """Return the contents of the files that show maps together, by path; the first is `path`.

    form: LDTK or WORLD. Floors of an area lie side by side, areas below each other. Raises RequestError.
    """
    if not 0 < len(game_maps) <= MOST_MAPS:
        raise RequestError(f"there are {len(game_maps)} maps: must be 1 to {MOST_MAPS}")
    places = place_maps(game_maps)
    if form == LDTK:
        return ldtk_files(game_maps, path, style, places)
    files: dict[Path, bytes] = {}
    entries = []
    for game_map, name, place in zip(game_maps, name_maps(game_maps), places, strict=True):
        file = path.with_name(f"{path.stem}{name and '.'}{name}.tmj")
        files |= tiled_files(game_map, file, style)
        x, y, width, height = (side * style.tile_size for side in (*place, game_map.width, game_map.height))
        entries.append({"fileName": file.name, "x": x, "y": y, "width": width, "height": height})
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    text = f'{{"maps": [\n{lines}\n],\n"onlyShowAdjacentMaps": false,\n"type": "world"}}\n'
    return {path: text.encode("utf-8", "replace"), **files}


def name_maps(game_maps: Sequence[GameMap]) -> list[str]:
    """Return a name for each map that files on every system may have; empty for a map that is alone."""
    if len(game_maps) == 1:
        return [""]
    names: list[str] = []
    for number, game_map in enumerate(game_maps, 1):
        area, floor = _floor_of(game_map)
        # The id of an area begins with the id of its mod.
        name = f"{area.partition('.')[2] or area} {floor}" if area else f"map {number}"
        names.append(identifier(name.lower(), names))
    return names


def place_maps(game_maps: Sequence[GameMap]) -> list[tuple[int, int]]:
    """Return x and y of each map in squares: a row for each area."""
    rows: dict[str, list[int]] = {}
    for number, game_map in enumerate(game_maps):
        rows.setdefault(_floor_of(game_map)[0], []).append(number)
    places = [(0, 0)] * len(game_maps)
    y = 0
    for row in rows.values():
        x = 0
        for number in row:
            places[number] = x, y
            x += game_maps[number].width + _GAP
        y += max(game_maps[number].height for number in row) + _GAP
    return places


def _floor_of(game_map: GameMap) -> tuple[str, int]:
    """Return the area of a map and its floor there; an empty text for a map of no area."""
    options = game_map.origin.options if game_map.origin else {}
    area, floor = options.get(AREA, ""), options.get(FLOOR, 0)
    return (area, floor) if isinstance(area, str) and isinstance(floor, int) else ("", 0)
