"""Read segments from a sheet of the Tiled editor, as `export.tiled.segments` writes it; another map is one segment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import numpy as np

from host.errors import HostError, counted, in_one_line, listing, visible
from host.errors.spelling import did_you_mean
from host.export.drawn import (
    MOST_IN_ALL,
    MOST_LAYERS,
    MOST_SEGMENTS,
    Drawn,
    comment_lines,
    drawn_segments,
    read_calls,
)
from host.export.readers.tables import NumberTable, known, quoted
from host.export.readers.tiled_reader import read_tiled
from host.export.tiled.segments import BOX, CALLS, COMMENTS, LAYERS, NUMBER, NUMBERED, ROOM, SEGMENT, SWITCH
from host.export.tiled.sheet import Sheet, TiledObject, TileLayer, is_turned, unturned
from host.model.segment_file import (
    LARGEST_TILE,
    MAX_SIDE,
    MAX_SQUARES,
    SegmentFile,
    SegmentText,
    SwitchText,
)

# x, y, width, height in squares.
Box = tuple[int, int, int, int]

_KINDS = (SEGMENT, ROOM, SWITCH)
_PLURALS = {"segments": SEGMENT, "rooms": ROOM, "switches": SWITCH}
_LAYER = re.compile(r"data(?: ([1-9][0-9]{0,2}))?\Z")
_TURNED = "is turned or mirrored, which segment files cannot store: it and others are read as they are in the tileset"
# Largest distance of an edge from the nearest line between squares, in squares: Tiled writes fractions.
_NEAR = 0.05
# Types of objects in a warning.
_MOST_NAMED = 5
_CELL = 16


def segments_from_tiled(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read the segments of a sheet; `table` has lines such as `"walls 12" = 2`, for tile 12 of the tileset "walls".

    Also `"12" = 2`, for tile 12 of all tilesets, and `"walls" = 2`, for all tiles of "walls". Tiles that are not in it
    need a number. Raises HostError with the file and the problem.
    """
    sheet, warnings = _with_segment(read_tiled(path), in_one_line(path.stem))
    importer = _Importer(str(path), sheet, warnings, table)
    return drawn_segments(importer.segments(), str(path), importer.warnings)


def _with_segment(sheet: Sheet, title: str) -> tuple[Sheet, list[str]]:
    """Return a map that somebody drew for another program as a sheet: the box of all its tiles is a segment.

    All layers of tiles, in their order, are its data. A sheet with segments is returned as it is. With warnings about
    objects that are left out.
    """
    layers = [layer for layer in sheet.layers if layer.gids.any()]
    kinds = [_plain_kinds(shape) for shape in sheet.objects]
    if not layers or any(SEGMENT in pair for pair in kinds):
        return sheet, []
    marks: list[TiledObject] = []
    others: list[TiledObject] = []
    for shape, pair in zip(sheet.objects, kinds, strict=True):
        (marks if ROOM in pair or SWITCH in pair else others).append(shape)
    warnings = []
    if others:
        types = listing(list(dict.fromkeys(shape.kind or "none" for shape in others))[:_MOST_NAMED], "and")
        warnings = [f"{counted(len(others), 'object')} left out: their types are {types}, and not {listing(_KINDS)}"]
    boxes = []
    for layer in layers:
        ys, xs = np.nonzero(layer.gids)
        boxes.append((xs.min() + layer.x, ys.min() + layer.y, xs.max() + layer.x + 1, ys.max() + layer.y + 1))
    corners = np.array(boxes)
    (left, top), (right, bottom) = corners[:, :2].min(axis=0).tolist(), corners[:, 2:].max(axis=0).tolist()
    whole = TiledObject(0, title, SEGMENT, "", left, top, right - left, bottom - top, {})
    names = ["data", *(f"data {i}" for i in range(2, len(layers) + 1))]
    named = [layer._replace(name=name) for layer, name in zip(layers, names, strict=True)]
    return sheet._replace(layers=named, objects=[whole, *marks]), warnings


def _plain_kinds(shape: TiledObject) -> tuple[str, str]:
    """Return the kinds that the type of an object and the name of its layer say, or what they are."""
    return _PLURALS.get(shape.kind, shape.kind), _PLURALS.get(shape.layer, shape.layer)


class _Importer:
    def __init__(self, file: str, sheet: Sheet, warnings: list[str], table: NumberTable | None) -> None:
        self._file = file
        self._table = table
        self._sheet = sheet
        self._squares = 0
        self.warnings = [f'the layer "{name}" has neither tiles nor objects, and is left out' for name in sheet.others]
        self.warnings += warnings
        # gid -> tile number.
        self._numbers: dict[int, int] = {}
        # (column, row) of a part of the sheet, _CELL × _CELL squares -> indices of segments there.
        self._near: dict[tuple[int, int], list[int]] = {}
        # Objects by kind, in the order of the sheet.
        self._objects: dict[str, list[TiledObject]] = {kind: [] for kind in _KINDS}

    def segments(self) -> SegmentFile:
        for shape in self._sheet.objects:
            self._objects[self._kind(shape)].append(shape)
        layers = self._layers()
        boxes = [self._box(shape, SEGMENT) for shape in self._objects[SEGMENT]]
        self._index_segments(boxes)
        segments = [self._segment(shape, box, layers) for shape, box in zip(self._objects[SEGMENT], boxes, strict=True)]
        for shape in self._objects[ROOM]:
            self._add_room(shape, boxes, segments)
        for shape in self._objects[SWITCH]:
            self._add_switch(shape, boxes, segments)
        self._warn_of_strays([*layers.values()], boxes)
        return SegmentFile(segments, comment_lines(self._sheet.properties.get(COMMENTS)))

    def _kind(self, shape: TiledObject) -> str:
        """Return the kind of an object: its type, or the name of its layer."""
        kinds = _plain_kinds(shape)
        if kinds[0] in _KINDS:
            return kinds[0]
        message, hint = f'{_called(shape)} has the type "{shape.kind}"', did_you_mean(shape.kind, _KINDS)
        if kinds[1] not in _KINDS:
            self._fail(f"{message}: must be {listing(_KINDS)}", hint)
        if shape.kind:
            reason = f'which is none, and is read as a {kinds[1]} of the layer "{shape.layer}"'
            self.warnings.append(f"{message}, {reason}{f'; {hint}' if hint else ''}")
        return kinds[1]

    def _layers(self) -> dict[int, TileLayer]:
        """Return the layers of tiles by level, 0 for the first `data:`."""
        layers: dict[int, TileLayer] = {}
        for layer in self._sheet.layers:
            match = _LAYER.match(layer.name)
            level = int(match[1] or 1) - 1 if match else -1
            if not 0 <= level < MOST_LAYERS or level in layers:
                if not layer.gids.any():
                    continue
                self._fail(f'the layer of tiles "{layer.name}" must be called data, or data 2 and so on, each once')
            layers[level] = layer
        return layers

    # -- segments

    def _index_segments(self, boxes: list[Box]) -> None:
        """Index segments by position, and check their sizes and that none overlap."""
        if len(boxes) > MOST_SEGMENTS:
            self._fail(f"the map has {len(boxes)} segments: must be at most {MOST_SEGMENTS}")
        names = [_called(shape) for shape in self._objects[SEGMENT]]
        for name, (_, _, w, h) in zip(names, boxes, strict=True):
            if not (0 < w <= MAX_SIDE and 0 < h <= MAX_SIDE and w * h <= MAX_SQUARES):
                self._fail(f"{name} has {w} × {h} squares: must be 1 to {MAX_SIDE} wide and high, {MAX_SQUARES} in all")
        layers = map(self._least, self._objects[SEGMENT])
        squares = sum(w * h * least for (_, _, w, h), least in zip(boxes, layers, strict=True))
        if squares > MOST_IN_ALL:
            self._fail(f"the segments have {squares} squares in all: must be at most {MOST_IN_ALL}")
        for i, (x, y, w, h) in enumerate(boxes):
            for column in range(x // _CELL, (x + w - 1) // _CELL + 1):
                for row in range(y // _CELL, (y + h - 1) // _CELL + 1):
                    near = self._near.setdefault((column, row), [])
                    for j in near:
                        left, top, width, height = boxes[j]
                        if x < left + width and left < x + w and y < top + height and top < y + h:
                            self._fail(f"{names[j]} and {names[i]} overlap")
                    near.append(i)

    def _segment(self, shape: TiledObject, box: Box, layers: dict[int, TileLayer]) -> SegmentText:
        x, y, width, height = box
        least = self._least(shape)
        data: list[list[int]] = []
        for level in range(max([least, *(level + 1 for level in layers)])):
            layer = layers.get(level)
            gids = layer.cut(*box).ravel().tolist() if layer is not None else [0] * (width * height)
            if level < least or any(gids):
                self._squares += width * height * (level + 1 - len(data))
                if self._squares > MOST_IN_ALL:
                    self._fail(f"the layers of all segments have more than {MOST_IN_ALL} squares")
                data += [[0] * (width * height)] * (level - len(data))
                data.append([self._number(gid, x + i % width, y + i // width) for i, gid in enumerate(gids)])
        title = shape.name.strip() or None
        if title is not None and "\n" in title:
            self._fail(f"{_called(shape)} has a name of several lines: must be one")
        return SegmentText(0, comment_lines(shape.properties.get(COMMENTS)), title, width, height, data)

    def _least(self, shape: TiledObject) -> int:
        """Return the least number of data layers of a segment, which may be all 0."""
        least = shape.properties.get(LAYERS, 1)
        if type(least) is not int or not 1 <= least <= MOST_LAYERS:
            self._fail(f"{_called(shape)} has {LAYERS} {least!r}: must be a whole number from 1 to {MOST_LAYERS}")
        return int(least)

    def _number(self, gid: int, x: int, y: int) -> int:
        """Return the number of a tile in the segment file."""
        if gid == 0:
            return 0
        number = self._numbers.get(gid)
        if number is None:
            number = self._numbers[gid] = self._find_number(gid, f"the tile at ({x}, {y})")
        return number

    def _find_number(self, gid: int, where: str) -> int:
        if is_turned(gid):
            if not any(_TURNED in warning for warning in self.warnings):
                self.warnings.append(f"{where} {_TURNED}")
            gid = unturned(gid)
        match = self._sheet.tile(gid)
        if match is None:
            self._fail(f"{where} is {gid}, and no tileset has it")
        tileset, tile = match
        listed = {} if self._table is None else self._table.numbers
        for word in (f"{tileset.name} {tile}", str(tile), tileset.name):
            if word in listed:
                return listed[word]
        number = tileset.tiles.get(tile, {}).get(NUMBER, tile if tileset.properties.get(NUMBERED) is True else None)
        if isinstance(number, str) and re.fullmatch("[0-9]{1,19}", number):
            number = int(number)
        if type(number) is not int or not 0 <= number <= LARGEST_TILE:
            named = f"{tileset.name} {tile}"
            word = quoted(named)
            if self._table is not None:
                message = f'{where} is {word}, which is not in the table "{self._table.file}": must be one of '
                self._fail(message + known(listed), did_you_mean(named, listed))
            self._fail(
                f'{where} is tile {tile} of the tileset "{tileset.name}", whose tiles have no numbers',
                hint=f"a table with lines such as {word} = 2 gives them; or in Tiled a property "
                f'"{NUMBER}" of the tile, or "{NUMBERED}" of the tileset, that is true',
            )
        return number

    # -- rooms and switches

    def _add_room(self, shape: TiledObject, boxes: list[Box], segments: list[SegmentText]) -> None:
        text = shape.properties.get(BOX)
        if text is not None:
            words = text.split() if isinstance(text, str) else []
            if len(words) != 4 or not all(re.fullmatch("-?[0-9]{1,7}", word) for word in words):
                self._fail(f"{_called(shape)} has the {BOX} {text!r}: must be four whole numbers, x y width height")
            left, top, width, height = map(int, words)
            segments[self._owner(shape, boxes)].rooms.append((left - 1, top - 1, width, height))
            return
        x, y, width, height = self._box(shape, ROOM)
        owner = self._owner(shape, boxes)
        segments[owner].rooms.append((x - boxes[owner][0], y - boxes[owner][1], width, height))

    def _add_switch(self, shape: TiledObject, boxes: list[Box], segments: list[SegmentText]) -> None:
        owner = self._owner(shape, boxes)
        x, y = int(shape.x + shape.width / 2 // 1), int(shape.y + shape.height / 2 // 1)
        try:
            calls = read_calls(shape.properties.get(CALLS))
        except ValueError as error:
            self._fail(f'{_called(shape)} calls "{error}": must be a name and whole numbers')
        if not calls:
            self._fail(f'{_called(shape)} does nothing: its property "{CALLS}" must have a line such as "open 2 5"')
        segments[owner].switches.append(SwitchText(x - boxes[owner][0], y - boxes[owner][1], calls, 0))

    def _owner(self, shape: TiledObject, boxes: list[Box]) -> int:
        """Return the number of the segment that contains the middle of an object."""
        x, y = shape.x + shape.width / 2, shape.y + shape.height / 2
        for i in self._near.get((int(x // _CELL), int(y // _CELL)), ()):
            left, top, width, height = boxes[i]
            if left <= x < left + width and top <= y < top + height:
                return i
        return self._fail(f"{_called(shape)} lies in no segment: its middle must be in the rectangle of one")

    # -- squares

    def _box(self, shape: TiledObject, kind: str) -> Box:
        """Return x, y, width and height in whole squares."""
        left, top = self._line(shape, shape.x), self._line(shape, shape.y)
        right, bottom = self._line(shape, shape.x + shape.width), self._line(shape, shape.y + shape.height)
        if right <= left or bottom <= top:
            self._fail(f"{_called(shape)} has no squares: a {kind} must be a rectangle")
        return left, top, right - left, bottom - top

    def _line(self, shape: TiledObject, at: float) -> int:
        if abs(at - round(at)) > _NEAR:
            self._fail(
                f"{_called(shape)} has an edge at {at:.2f} squares: must lie between squares",
                hint="in Tiled, View > Snapping > Snap to Grid helps",
            )
        return round(at)

    def _warn_of_strays(self, layers: list[TileLayer], boxes: list[Box]) -> None:
        """Warn of tiles outside all segments."""
        for layer in layers:
            left = layer.gids.copy()
            for box in boxes:
                left[layer.inside(*box)] = 0
            strays = np.argwhere(left)
            if len(strays):
                y, x = strays[0].tolist()
                some = "1 tile lies" if len(strays) == 1 else f"{len(strays)} tiles lie"
                where = f"({x + layer.x}, {y + layer.y})"
                self.warnings.append(f'{some} in no segment, the first of the layer "{layer.name}" at {where}')

    def _fail(self, message: str, hint: str | None = None) -> NoReturn:
        raise HostError(visible(message), file=self._file, hint=hint)


def _called(shape: TiledObject) -> str:
    name = f' "{shape.name[:40]}"' if shape.name else ""
    number = f" {shape.id}" if shape.id else ""
    return f"the {shape.kind or 'object'}{number}{name}"
