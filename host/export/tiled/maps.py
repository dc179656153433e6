"""Maps for the Tiled editor, in its JSON format 1.10 (https://doc.mapeditor.org/en/stable/reference/json-map-format/).

Tiled 1.8 and later open the files; Tiled before 1.9 shows the types of objects, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.render.palette import VOID, Colour

VERSION = "1.10"
# Integers of Tiled have 32 bits.
_LARGEST_INT = 2**31 - 1
# Numbers below it are looked up in a table.
_FEW = 65536
# Lists and objects with fewer characters stand in one line.
_LINE = 400

Json = dict[str, Any]


class Tileset(NamedTuple):
    """Tiles of one picture: its file name, how many there are, and in how many columns."""

    name: str
    image: str
    tiles: int
    columns: int
    # Tile -> (name, properties).
    described: Mapping[int, tuple[str, Mapping[str, Any]]]
    properties: Mapping[str, Any] = MappingProxyType({})
    # Tile -> a layer of objects that are its shape for collisions.
    shapes: Mapping[int, Json] = MappingProxyType({})
    # Terrains for the brushes of Tiled.
    wangsets: Sequence[Json] = ()


class ObjectNumber(int):
    """The number of an object, as the value of a property."""


class TiledMap:
    """A map that is built layer by layer; `document` returns all of it."""

    def __init__(self, width: int, height: int, size: int, properties: Mapping[str, Any]) -> None:
        self.width, self.height, self.size = width, height, size
        self._properties = properties
        self._layers: list[Json] = []
        self._tilesets: list[Json] = []
        self._next_gid = 1
        self._next_object = 1

    def add_tileset(self, tileset: Tileset) -> int:
        """Add tiles; return the number of the first one on this map."""
        first, s = self._next_gid, self.size
        rows = -(-tileset.tiles // tileset.columns)
        described = [
            {
                "id": tile,
                "type": kind,
                **({"objectgroup": tileset.shapes[tile]} if tile in tileset.shapes else {}),
                **_properties(properties),
            }
            for tile, (kind, properties) in sorted(tileset.described.items())
        ]
        self._tilesets.append(
            {
                "columns": tileset.columns,
                "firstgid": first,
                "image": tileset.image,
                "imageheight": rows * s,
                "imagewidth": tileset.columns * s,
                "margin": 0,
                "name": tileset.name,
                **_properties(tileset.properties),
                "spacing": 0,
                "tilecount": rows * tileset.columns,
                "tileheight": s,
                "tilewidth": s,
                **({"tiles": described} if described else {}),
                **({"wangsets": [*tileset.wangsets]} if tileset.wangsets else {}),
            }
        )
        self._next_gid += rows * tileset.columns
        return first

    def add_tiles(self, name: str, gids: npt.NDArray[np.int64], *, visible: bool = True) -> None:
        """Add a layer of tiles: (height, width) of their numbers on this map, 0 for none."""
        self._layers.append(
            {
                "data": gids,
                "height": self.height,
                "id": len(self._layers) + 1,
                "name": name,
                "opacity": 1,
                "type": "tilelayer",
                "visible": visible,
                "width": self.width,
                "x": 0,
                "y": 0,
            }
        )

    def add_objects(
        self, name: str, objects: Iterable[Json], colour: Colour, *, visible: bool = True, opacity: float = 1
    ) -> list[Json]:
        """Add a layer of objects (see `rectangle`, `point` and `picture`); return them with their numbers."""
        numbered = []
        for json_object in objects:
            numbered.append({"id": self._next_object, **json_object})
            self._next_object += 1
        self._layers.append(
            {
                "color": hex_of(colour),
                "draworder": "index",
                "id": len(self._layers) + 1,
                "name": name,
                "objects": numbered,
                "opacity": opacity,
                "type": "objectgroup",
                "visible": visible,
                "x": 0,
                "y": 0,
            }
        )
        return numbered

    def rectangle(self, name: str, kind: str, box: tuple[int, int, int, int], properties: Mapping[str, Any]) -> Json:
        """Return an object that covers squares: x, y, width, height."""
        (x, y, w, h), s = box, self.size
        return _object(name, kind, x * s, y * s, w * s, h * s, properties)

    def point(self, name: str, kind: str, x: int, y: int, properties: Mapping[str, Any]) -> Json:
        """Return an object in the middle of a square."""
        s = self.size
        return {**_object(name, kind, x * s + s / 2, y * s + s / 2, 0, 0, properties), "point": True}

    def picture(self, name: str, kind: str, gid: int, x: int, y: int, properties: Mapping[str, Any]) -> Json:
        """Return an object with the picture of a tile. Tiled measures from its lower edge."""
        s = self.size
        return {**_object(name, kind, x * s, (y + 1) * s, s, s, properties), "gid": gid}

    def document(self) -> Json:
        """Return the map as JSON data."""
        return {
            "backgroundcolor": hex_of(VOID),
            "compressionlevel": -1,
            "height": self.height,
            "infinite": False,
            "layers": self._layers,
            "nextlayerid": len(self._layers) + 1,
            "nextobjectid": self._next_object,
            "orientation": "orthogonal",
            **_properties(self._properties),
            "renderorder": "right-down",
            "tiledversion": "1.10.2",
            "tileheight": self.size,
            "tilesets": self._tilesets,
            "tilewidth": self.size,
            "type": "map",
            "version": VERSION,
            "width": self.width,
        }

    def dumps(self) -> str:
        """Return the text of the file, a line for each row of squares and each object; equal maps give equal text."""
        return _text(self.document(), "", self.width) + "\n"


def hex_of(colour: Colour) -> str:
    """Return a colour as Tiled writes it, without opacity."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def _object(name: str, kind: str, x: float, y: float, w: int, h: int, properties: Mapping[str, Any]) -> Json:
    return {
        "height": h,
        "name": name,
        **_properties(properties),
        "rotation": 0,
        "type": kind,
        "visible": True,
        "width": w,
        "x": int(x) if x == int(x) else x,
        "y": int(y) if y == int(y) else y,
    }


def _properties(values: Mapping[str, Any]) -> Json:
    """Return typed properties by name, without those that are None."""
    properties = [_property(name, value) for name, value in sorted(values.items()) if value is not None]
    return {"properties": properties} if properties else {}


def _property(name: str, value: Any) -> Json:
    kind = "string"
    if isinstance(value, bool):
        kind = "bool"
    elif isinstance(value, ObjectNumber):
        kind = "object"
    elif isinstance(value, int) and abs(value) <= _LARGEST_INT:
        kind = "int"
    elif isinstance(value, float):
        kind = "float"
    elif not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return {"name": name, "type": kind, "value": value}


def _text(value: Any, indent: str, width: int) -> str:
    """Return readable JSON: numbers in rows, and small objects in one line."""
    inner = indent + " "
    if isinstance(value, np.ndarray):
        if not value.size:
            return "[]"
        return "[\n" + _rows(value.reshape(-1, width), inner) + "]"
    if not _is_long(value):
        flat = json.dumps(value, ensure_ascii=False)
        if not isinstance(value, dict | list) or not value or (len(flat) < _LINE and "layers" not in value):
            return flat
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _text(element, inner, width) for element in value) + "]"
    parts = (f"{inner}{json.dumps(key)}: {_text(element, inner, width)}" for key, element in value.items())
    return "{\n" + ",\n".join(parts) + "}"


def _rows(numbers: npt.NDArray[np.int64], indent: str) -> str:
    """Return the numbers of each row as lines with an indent, without Python for each number."""
    if numbers.min() >= 0 and numbers.max() < _FEW:
        values = np.arange(numbers.max() + 1)
    else:
        values, positions = np.unique(numbers, return_inverse=True)
        numbers = positions.reshape(numbers.shape)
    # Each number with what follows it as bytes of one length, behind which the longest has none; the last column has an
    # end of the line.
    table = np.array([f"{value}, " for value in values.tolist()], dtype=np.bytes_)
    last = np.array([f"{value},\n{indent}" for value in values.tolist()], dtype=np.bytes_)
    lines = np.empty(numbers.shape, dtype=f"S{max(table.itemsize, last.itemsize)}")
    lines[:, :-1] = table[numbers[:, :-1]]
    lines[:, -1] = last[numbers[:, -1]]
    text = lines.tobytes().translate(None, b"\0").decode("ascii")
    return indent + text[: -len(indent) - 2]


def _is_long(value: Any) -> bool:
    """Return whether JSON that may be huge does not fit in a line, without writing it."""
    if isinstance(value, list):
        layers = (part for part in value if isinstance(part, dict) and ("data" in part or "objects" in part))
        return len(value) >= _LINE // 3 or any(map(_is_long, layers))
    if isinstance(value, dict):
        return "layers" in value or "data" in value or len(value.get("objects", ())) >= _LINE // 3
    return False


def gids(cells: npt.NDArray[np.int32], number: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return the cells of a layer, -1 for none, as numbers of tiles on a map."""
    # The index -1 reads the last element.
    table = np.array([*number, 0], dtype=np.int64)
    numbers: npt.NDArray[np.int64] = table[cells]
    return numbers
