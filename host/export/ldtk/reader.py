"""Read segments from levels of the LDtk editor: each level is one, and the values of its IntGrids are its numbers.

The files are not trusted: contents are checked, sizes limited.
"""

from __future__ import annotations

from pathlib import Path

from host.errors import listing
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
from host.export.ldtk.segments import COMMENTS_AFTER, LARGEST_NUMBER, NAME, ROOM, SWITCH
from host.export.readers.json_reader import Json, JsonReader
from host.export.readers.tables import NumberTable, known, quoted
from host.export.tiled.segments import BOX, CALLS, COMMENTS, LAYERS
from host.model.segment_file import MAX_SIDE, MAX_SQUARES, SegmentFile, SegmentText, SwitchText

_MOST_ENTITIES = 200_000
# Pixels: a million squares.
_FARTHEST = 1_000_000 * 10_000
_LARGEST_GRID = 10_000
_LONGEST_NAME = 1000
_RULE = "must be what LDtk saves as .ldtk"


def segments_from_ldtk(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read the segments of a project; `table` has lines such as `"Wall" = 2` or `"1" = 2`, for a value of an IntGrid.

    Raises HostError with the file and the problem.
    """
    return _Reader(path, table).drawn()


class _Reader(JsonReader):
    def __init__(self, path: Path, table: NumberTable | None) -> None:
        super().__init__(path)
        self._table = table
        self._squares = 0
        # Entities of the project, and kinds and layers that are left out, in the order in which they are found.
        self._entities = 0
        self._left_out: dict[str, None] = {}
        self._root = self._parse(self._content(path), _RULE)
        if "defs" not in self._root or "jsonVersion" not in self._root:
            self._fail(f"this is not a project of LDtk: {_RULE}")
        self._names = self._value_names() if table is not None else {}

    def drawn(self) -> Drawn:
        levels = self._levels()
        segments = [self._segment(level) for level in levels]
        after = () if not levels else comment_lines(self._fields(levels[-1], _called(levels[-1])).get(COMMENTS_AFTER))
        warnings = [f"{what} is left out" for what in self._left_out]
        return drawn_segments(SegmentFile(segments, after), self._file, warnings)

    def _value_names(self) -> dict[object, dict[int, str]]:
        """Return uid of a layer -> the names of its values that have one."""
        defs = self._root["defs"]
        layers = self._objects(defs if isinstance(defs, dict) else {}, "layers", 1000, "the project")
        names: dict[object, dict[int, str]] = {}
        for layer in layers:
            values = self._objects(layer, "intGridValues", 100_000, "a layer")
            uid = layer.get("uid")
            if type(uid) is int:
                names[uid] = {
                    value["value"]: value["identifier"]
                    for value in values
                    if type(value.get("value")) is int and isinstance(value.get("identifier"), str)
                }
        return names

    def _levels(self) -> list[Json]:
        """Return the levels of all worlds, from left to right and top to bottom where they lie in rows."""
        worlds = [self._root, *self._objects(self._root, "worlds", MOST_SEGMENTS, "the project")]
        levels = [level for world in worlds for level in self._objects(world, "levels", MOST_SEGMENTS, "a world")]
        if len(levels) > MOST_SEGMENTS:
            self._fail(f"the project has {len(levels)} levels: must be at most {MOST_SEGMENTS}")
        return [self._with_layers(level) for level in levels]

    def _with_layers(self, level: Json) -> Json:
        """Return a level, read from its own file if it has one."""
        name = level.get("externalRelPath")
        if level.get("layerInstances") is not None or name is None:
            return level
        what = f"the file of {_called(level)}"
        if not isinstance(name, str) or not name or "\0" in name or len(name) > _LONGEST_NAME:
            self._fail(f"{what} has no name")
        own = self._parse(self._content(self._beside(name, f'{what}, "{name}",')), "must be what LDtk saves as .ldtkl")
        self._file = str(self._path)
        return own

    def _segment(self, level: Json) -> SegmentText:
        called = _called(level)
        fields = self._fields(level, called)
        layers = self._objects(level, "layerInstances", MOST_LAYERS, called)
        grids = [layer for layer in layers if layer.get("__type") == "IntGrid"]
        if not grids:
            self._fail(f"{called} has no IntGrid layer, whose values are the numbers of a segment")
        sizes = {
            tuple(self._whole(grid.get(key), f"{key} of {called}", 1, MAX_SIDE) for key in ("__cWid", "__cHei"))
            for grid in grids
        }
        if len(sizes) > 1:
            self._fail(f"{called} has IntGrid layers of different sizes: must have one")
        ((width, height),) = sizes
        self._squares += width * height * len(grids)
        if width * height > MAX_SQUARES or self._squares > MOST_IN_ALL:
            self._fail(f"{called} is too large: a segment has at most {MAX_SQUARES} squares, and all {MOST_IN_ALL}")
        # The first is the highest; a layer of nothing counts only below others.
        data = [self._numbers(grid, width * height, called) for grid in reversed(grids)]
        least = fields.get(LAYERS)
        while len(data) > max(least if isinstance(least, int) else 1, 1) and not any(data[-1]):
            data.pop()
        title = fields[NAME] if NAME in fields else str(level.get("identifier") or "")
        title = title.strip() if isinstance(title, str) else ""
        if "\n" in title:
            self._fail(f"{called} has a name of several lines: must be one")
        comments = comment_lines(fields.get(COMMENTS))
        segment = SegmentText(0, comments, title or None, width, height, data)
        for layer in layers:
            if layer.get("__type") == "Entities":
                self._add_marks(segment, layer, called)
            elif layer.get("__type") not in ("IntGrid", "AutoLayer") and layer.get("gridTiles"):
                self._left_out[f'the layer of tiles "{layer.get("__identifier")}"'] = None
        return segment

    def _numbers(self, grid: Json, squares: int, called: str) -> list[int]:
        numbers = self._list(grid, "intGridCsv", MAX_SQUARES, f" of {called}")
        if len(numbers) != squares:
            self._fail(f"{called} has an IntGrid layer of {len(numbers)} values: must have {squares}")
        if any(type(number) is not int or not 0 <= number <= LARGEST_NUMBER for number in numbers):
            self._fail(f"{called} has a value that is no whole number from 0 to {LARGEST_NUMBER}")
        if self._table is None:
            return numbers
        names, listed = self._names.get(grid.get("layerDefUid"), {}), self._table.numbers
        translated = {0: listed.get("0", 0)}
        for value in {*numbers} - {0}:
            words = [word for word in (names.get(value), str(value)) if word is not None]
            word = next((word for word in words if word in listed), None)
            if word is None:
                at = numbers.index(value)
                where = f"{called} has the value {listing(list(map(quoted, words)), 'or')}"
                place = f"at ({at % grid['__cWid']}, {at // grid['__cWid']})"
                message = f'{where} {place}, which is not in the table "{self._table.file}": must be one of '
                self._fail(message + known(listed), did_you_mean(words[0], listed))
            translated[value] = listed[word]
        return [translated[number] for number in numbers]

    def _add_marks(self, segment: SegmentText, layer: Json, called: str) -> None:
        """Add the rooms and switches of a layer of entities."""
        size = self._whole(layer.get("__gridSize"), f"__gridSize of {called}", 1, _LARGEST_GRID)
        for entity in self._objects(layer, "entityInstances", _MOST_ENTITIES, called):
            self._entities += 1
            if self._entities > _MOST_ENTITIES:
                self._fail(f"the project has more than {_MOST_ENTITIES} entities")
            kind = str(entity.get("__identifier"))
            what = f"a {kind} of {called}"
            fields = self._fields(entity, what)
            if kind.casefold() == ROOM.casefold():
                segment.rooms.append(self._room(entity, size, fields.get(BOX), what))
            elif kind.casefold() == SWITCH.casefold():
                x, y, width, height = self._box(entity, size, what)
                try:
                    calls = read_calls(fields.get(CALLS))
                except ValueError as error:
                    self._fail(f'{what} calls "{error}": must be a name and whole numbers')
                if not calls:
                    self._fail(f'{what} does nothing: its field "{CALLS}" must have a line such as "open 2 5"')
                segment.switches.append(SwitchText(int(x + width // 2), int(y + height // 2), calls, 0))
            else:
                self._left_out[f'the kind of entity "{kind}", which is neither {ROOM} nor {SWITCH}'] = None

    def _room(self, entity: Json, size: int, box: object, what: str) -> tuple[int, int, int, int]:
        """Return x, y, width and height in whole squares."""
        if isinstance(box, str) and box.strip():
            left, top, width, height = self._four(box, what)
            return left - 1, top - 1, width, height
        sides = self._box(entity, size, what)
        if any(side != int(side) for side in sides):
            self._fail(f"{what} has an edge between squares: must lie on the grid")
        x, y, width, height = map(int, sides)
        if width < 1 or height < 1:
            self._fail(f"{what} has no squares")
        return x, y, width, height

    def _four(self, box: str, what: str) -> list[int]:
        words = box.split()
        if len(words) != 4 or not all(
            word.lstrip("-").isdecimal() and word.isascii() and len(word) < 9 for word in words
        ):
            self._fail(f"{what} has the {BOX} {box[:40]!r}: must be four whole numbers, x y width height")
        return [int(word) for word in words]

    def _box(self, entity: Json, size: int, what: str) -> tuple[float, float, float, float]:
        """Return x, y, width and height in squares: LDtk places a pivot, which may be in the middle."""
        place = [*self._pair(entity, "px", what), *self._pair(entity, "__pivot", what)]
        width, height = (
            self._whole(entity.get(side), f"{side} of {what}", 0, _FARTHEST) for side in ("width", "height")
        )
        x, y = place[0] - place[2] * width, place[1] - place[3] * height
        return x / size, y / size, width / size, height / size

    # -- values

    def _fields(self, owner: Json, what: str) -> Json:
        fields = self._objects(owner, "fieldInstances", 1000, what)
        return {str(field.get("__identifier")): field.get("__value") for field in fields}

    def _objects(self, owner: Json, key: str, most: int, what: str) -> list[Json]:
        objects = self._list(owner, key, most, f" of {what}")
        if not all(isinstance(one, dict) for one in objects):
            self._fail(f"{key} of {what} has a value that is no object")
        return objects

    def _pair(self, owner: Json, key: str, what: str) -> list[float]:
        pair = owner.get(key)
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(one) in (int, float) for one in pair):
            self._fail(f"{key} of {what} must be two numbers")
        if not all(abs(one) <= _FARTHEST for one in pair):
            self._fail(f"{key} of {what} must be two numbers of at most {_FARTHEST}")
        return pair


def _called(level: Json) -> str:
    return f'the level "{str(level.get("identifier"))[:40]}"'
