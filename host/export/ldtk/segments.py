"""Segments as levels of the LDtk editor: the numbers of the file are the values of the IntGrid of each level."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from host.errors import RequestError
from host.export.drawn import write_calls
from host.export.ldtk.project import Project
from host.export.ldtk.rules import rule, rule_group
from host.export.ldtk.values import Json, field_value, identifier, iid, tiles_text
from host.export.tiled.segments import BOX, CALLS, COMMENTS, GAP, LAYERS, SegmentTiles, place_segments
from host.model.game_map import GameMap
from host.model.segment_file import SegmentFile, SegmentText
from host.render.formats import tiles_beside
from host.render.palette import hue
from host.render.png import columns_for, write_sheet

# Names in the project, which `reader` reads.
DATA, NAME, COMMENTS_AFTER = "data", "name", "comments_after"
ROOM, SWITCH = "Room", "Switch"
# The fields of a level, with their types: comments after it are those after the last segment of a file.
_LEVEL_FIELDS = {NAME: "String", COMMENTS: "Text", LAYERS: "Int", COMMENTS_AFTER: "Text"}
# Values of an IntGrid have 32 bits.
LARGEST_NUMBER = 2**31 - 1


def segment_levels(
    file: SegmentFile, path: Path, size: int, looks: tuple[list[int], GameMap] | None = None
) -> dict[Path, bytes]:
    """Return the project for `path`, and the picture of its tiles for a file beside it. Raises RequestError.

    `looks` are tile numbers, and a map with one square for each of them.
    """
    largest = max((number for segment in file.segments for layer in segment.layers for number in layer), default=0)
    if largest > LARGEST_NUMBER:
        raise RequestError(f"the tile number {largest} is too large for LDtk: {LARGEST_NUMBER} is the largest")
    numbers, shown = looks if looks is not None else ([], None)
    tiles = SegmentTiles(file, numbers, shown, size)
    image = tiles_beside(path)
    text = _Levels(file, tiles, size, image.name).text()
    sheet = write_sheet(tiles.sprites, size)
    return {image: sheet, path: text.encode("utf-8", "replace")}


class _Levels:
    def __init__(self, file: SegmentFile, tiles: SegmentTiles, size: int, image: str) -> None:
        self._file, self._tiles, self._image = file, tiles, image
        self._project = project = Project("segments", size)
        self._columns = columns_for(len(tiles.sprites))
        rows = -(-len(tiles.sprites) // self._columns)
        tileset = project.add_tileset("Tiles", image, self._columns, rows)
        self._fields = {name: project.add_level_field(name, kind) for name, kind in _LEVEL_FIELDS.items()}
        self._box, self._calls = project.field(BOX, "String"), project.field(CALLS, "Text")
        self._room = project.add_entity(ROOM, hue(2), [self._box])
        self._switch = project.add_entity(SWITCH, hue(4), [self._calls])
        self._marks = project.add_layer("Entities", "Marks")
        values = {}
        for number, tile in tiles.tile.items():
            if number:
                name = identifier(f"{tiles.described.get(tile, ('', {}))[0] or 'tile'} {number}")
                values[name] = number, hue(number)
        # Of layers, the highest is first.
        self._data: list[tuple[int, Json, dict[int, int]]] = []
        for level in reversed(range(max((len(segment.layers) for segment in file.segments), default=1))):
            rules = {number: rule(project.new_uid(), number, [tile]) for number, tile in tiles.tile.items() if number}
            group = rule_group(project.new_uid(), "drawn", [*rules.values()])
            layer = project.add_layer("IntGrid", _name_of(level), tileset, values, [group])
            self._data.append((level, layer, {number: one["uid"] for number, one in rules.items()}))

    def text(self) -> str:
        placed, _, _ = place_segments(self._file.segments)
        names: set[str] = set()
        for number, (segment, x, y) in enumerate(placed, 1):
            name = identifier(segment.title or f"segment {number}", names)
            names.add(name)
            is_last = number == len(placed)
            self._add(name, segment, (x - GAP, y - GAP), self._file.comments if is_last else ())
        return self._project.dumps()

    def _add(self, name: str, segment: SegmentText, at: tuple[int, int], after: tuple[str, ...]) -> None:
        own, project = iid("level", name), self._project
        width, height = segment.width, segment.height
        values = {
            NAME: segment.title,
            COMMENTS: "\n".join(segment.comments) or None,
            LAYERS: len(segment.layers) if len(segment.layers) > 1 else None,
            COMMENTS_AFTER: "\n".join(after) or None,
        }
        marks = project.layer_instance(self._marks, own, width, height, self._image)
        marks["entityInstances"] = [*self._rooms(own, segment), *self._switches(own, segment)]
        layers = [marks]
        for level, layer, rules in self._data:
            data = project.layer_instance(layer, own, width, height, self._image)
            numbers = segment.layers[level] if level < len(segment.layers) else [0] * (width * height)
            data["intGridCsv"] = numbers
            cells = np.array([self._tiles.tile[n] if n else -1 for n in numbers], dtype=np.int32)
            made_by = np.array([rules.get(n, 0) for n in numbers], dtype=np.int32)
            shape = height, width
            data["autoLayerTiles"] = tiles_text(
                cells.reshape(shape), project.size, self._columns, made_by.reshape(shape)
            )
            layers.append(data)
        fields = [field_value(field, values[key]) for key, field in self._fields.items()]
        project.add_level(name, own, (*at, width, height), layers, fields)

    def _rooms(self, level: str, segment: SegmentText) -> list[Json]:
        rooms = []
        for i, (left, top, width, height) in enumerate(segment.rooms):
            # Others cannot be drawn as rectangles.
            is_drawn = width > 0 and height > 0
            box = None if is_drawn else f"{left + 1} {top + 1} {width} {height}"
            place = (left, top, (width, height)) if is_drawn else (0, 0, (1, 1))
            own = iid("room", level, str(i))
            rooms.append(self._project.entity(self._room, own, *place, [field_value(self._box, box)], None))
        return rooms

    def _switches(self, level: str, segment: SegmentText) -> list[Json]:
        switches = []
        for i, switch in enumerate(segment.switches):
            own, calls = iid("switch", level, str(i)), field_value(self._calls, write_calls(switch.calls))
            switches.append(self._project.entity(self._switch, own, switch.x, switch.y, (1, 1), [calls], None))
        return switches


def _name_of(level: int) -> str:
    return DATA if level == 0 else f"{DATA}_{level + 1}"
