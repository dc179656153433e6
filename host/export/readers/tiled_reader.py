"""Read maps of the Tiled editor in its formats, JSON and XML.

The files are not trusted: contents are checked, sizes limited. Tiled has several forms of the same map: numbers as
lists or packed, in one block or in chunks, tilesets in the map or in other files. What is XML is read as the values of
JSON first. The result has plain arrays and objects.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import gzip
import io
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import counted, listing
from host.export.drawn import is_segment_file
from host.export.readers.json_reader import Json, JsonReader, show_json
from host.export.readers.tiled_xml import TiledXmlError, read_tiled_xml
from host.export.tiled.sheet import Sheet, TiledObject, TileLayer, Tiles

_MOST_SQUARES = 8_000_000
# Squares of all layers, with those between chunks.
_MOST_SPANNED = 4 * _MOST_SQUARES
_MOST_CHUNKS = 100_000
_MOST_OBJECTS = 200_000
_MOST_LAYERS = 1000
_MOST_TILESETS = 100
_LONGEST_SOURCE = 1000
_DEEPEST = 20
_FARTHEST = 10_000_000


def read_tiled(path: Path) -> Sheet:
    """Read a map and the tilesets next to it. Raises HostError with the file and the problem."""
    return _Reader(path).sheet()


class _Reader(JsonReader):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        # The tilesets that were read.
        self._tilesets: dict[Path, Tiles] = {}
        self._squares = 0
        self._spanned = 0
        self._layers: list[TileLayer] = []
        self._objects: list[TiledObject] = []
        self._others: list[str] = []

    def sheet(self) -> Sheet:
        data = self._read(self._path)
        if data.get("type") != "map" and "layers" not in data:
            self._fail("this is not a map of Tiled: it has no layers")
        orientation = data.get("orientation", "orthogonal")
        if orientation != "orthogonal":
            self._fail(f"the map is {show_json(orientation)}: must be orthogonal")
        size = [self._whole(data.get(key), key, 1, 10_000) for key in ("tilewidth", "tileheight")]
        self._size = size[0], size[1]
        tilesets = sorted(
            (self._tileset(entry) for entry in self._list(data, "tilesets", _MOST_TILESETS)),
            key=lambda tileset: tileset.first,
        )
        self._layer_list(self._list(data, "layers", _MOST_LAYERS), 0)
        return Sheet(self._properties(data), tilesets, self._layers, self._objects, self._others)

    # -- files

    def _read(self, path: Path) -> Json:
        """Return the JSON of a file, or what its XML would be in JSON."""
        content = self._content(path)
        if content.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<":
            try:
                return read_tiled_xml(content)
            except TiledXmlError as error:
                self._line = error.line
                self._fail(error.message, error.hint)
        if is_segment_file(content):
            self._fail(
                "this is a segment file, and not a map of Tiled", "`dungeon-host segments export` makes a map of it"
            )
        return self._parse(
            content,
            "must be what Tiled saves as .tmj (maps) or .tsj (tilesets)",
            "this is neither JSON nor XML: must be what Tiled saves as .tmj or .tmx, .tsj or .tsx",
        )

    def _tileset(self, data: Any) -> Tiles:
        if not isinstance(data, dict):
            self._fail("a tileset is not a JSON object")
        first = self._whole(data.get("firstgid"), "firstgid of a tileset", 1, 2**28)
        source = data.get("source")
        if source is None:
            return self._tiles_of(data, first)
        path = self._source(source)
        if path not in self._tilesets:
            self._tilesets[path] = self._tiles_of(self._read(path), first)
            self._file = str(self._path)
        return self._tilesets[path]._replace(first=first)

    def _tiles_of(self, data: Json, first: int) -> Tiles:
        properties: dict[int, dict[str, Any]] = {}
        for tile in self._list(data, "tiles", 100_000):
            if not isinstance(tile, dict):
                self._fail("a tile of a tileset is not a JSON object")
            properties[self._whole(tile.get("id"), "id of a tile", 0, 2**28)] = self._properties(tile)
        number = self._whole(data.get("tilecount"), "tilecount of a tileset", 0, 2**28)
        return Tiles(self._text(data.get("name")), first, number, self._properties(data), properties)

    def _source(self, source: Any) -> Path:
        """Return the path of the file of a tileset, which lies in the folder of the map, or below it."""
        if not isinstance(source, str) or not source or "\0" in source:
            self._fail("a tileset has no file name as its source")
        source = self._text(source)
        if len(source) > _LONGEST_SOURCE:
            self._fail(f"a tileset has a file name of {len(source)} characters: may have {_LONGEST_SOURCE}")
        return self._beside(source, f'the tileset "{source}"')

    # -- layers

    def _layer_list(self, layers: list[Any], depth: int) -> None:
        if depth > _DEEPEST:
            self._fail(f"groups of layers are nested more than {_DEEPEST} deep")
        for layer in layers:
            if not isinstance(layer, dict):
                self._fail("a layer is not a JSON object")
            name = self._text(layer.get("name"))
            if any(layer.get(key) not in (None, 0) for key in ("offsetx", "offsety")):
                self._fail(f'the layer "{name}" is shifted: its horizontal and vertical offset must be 0')
            match layer.get("type"):
                case "group":
                    self._layer_list(self._list(layer, "layers", _MOST_LAYERS), depth + 1)
                case "tilelayer":
                    self._layers.append(self._tiles(layer, name))
                case "objectgroup":
                    for map_object in self._list(layer, "objects", _MOST_OBJECTS):
                        self._objects.append(self._object(map_object, name))
                case _:
                    self._others.append(name)
        if len(self._layers) > _MOST_LAYERS or len(self._objects) > _MOST_OBJECTS:
            self._fail(f"the map has more than {_MOST_LAYERS} layers or {_MOST_OBJECTS} objects")

    def _tiles(self, layer: Json, name: str) -> TileLayer:
        """Join the chunks of a layer into one block."""
        chunks = [layer] if "chunks" not in layer else self._list(layer, "chunks", _MOST_CHUNKS)
        blocks = [self._chunk(layer, chunk, name) for chunk in chunks]
        left, top = min((x for x, _, _ in blocks), default=0), min((y for _, y, _ in blocks), default=0)
        right = max((x + gids.shape[1] for x, _, gids in blocks), default=0)
        bottom = max((y + gids.shape[0] for _, y, gids in blocks), default=0)
        spanned = (right - left) * (bottom - top)
        self._spanned += spanned
        if spanned > _MOST_SQUARES or self._spanned > _MOST_SPANNED:
            self._fail(f'the chunks of the layer "{name}" lie too far from each other')
        whole = np.zeros((bottom - top, right - left), dtype=np.uint32)
        for x, y, gids in blocks:
            whole[y - top : y - top + gids.shape[0], x - left : x - left + gids.shape[1]] = gids
        return TileLayer(name, left, top, whole)

    def _chunk(self, layer: Json, chunk: Any, name: str) -> tuple[int, int, npt.NDArray[np.uint32]]:
        if not isinstance(chunk, dict):
            self._fail(f'a chunk of the layer "{name}" is not a JSON object')
        x = self._whole(chunk.get("x", 0), "x of a layer", -_FARTHEST, _FARTHEST)
        y = self._whole(chunk.get("y", 0), "y of a layer", -_FARTHEST, _FARTHEST)
        width = self._whole(chunk.get("width"), "width of a layer", 0, _MOST_SQUARES)
        height = self._whole(chunk.get("height"), "height of a layer", 0, _MOST_SQUARES)
        self._squares += width * height
        if self._squares > _MOST_SQUARES:
            self._fail(f"the layers have more than {_MOST_SQUARES} squares")
        return x, y, self._numbers(layer, chunk.get("data"), name, width * height).reshape(height, width)

    def _numbers(self, layer: Json, data: Any, name: str, count: int) -> npt.NDArray[np.uint32]:
        """Return the tiles of a block, in any of the forms that Tiled writes."""
        if isinstance(data, list):
            if not all(type(gid) is int and 0 <= gid < 2**32 for gid in data):
                self._fail(f'the layer "{name}" has a tile that is not a whole number of 32 bits')
            gids = np.array(data, dtype=np.uint32)
        elif isinstance(data, str):
            gids = np.frombuffer(self._unpacked(layer, data, name, count * 4), dtype="<u4").astype(np.uint32)
        else:
            self._fail(f'the layer "{name}" has no data')
        if gids.size != count:
            self._fail(
                f'the layer "{name}" has {counted(gids.size, "tile")} in a block: must be width × height = {count}'
            )
        return gids

    def _unpacked(self, layer: Json, data: str, name: str, size: int) -> bytes:
        """Return the bytes of a block. Unpacks at most `size` + 1 bytes, because a small file may hold gigabytes."""
        if layer.get("encoding") not in (None, "base64"):
            self._fail(f'the layer "{name}" is written in {show_json(layer["encoding"])}: must be CSV or base64')
        compression = layer.get("compression") or ""
        try:
            packed = base64.b64decode(data.strip(), validate=True)
            if compression == "zlib":
                unpacked = zlib.decompressobj().decompress(packed, size + 1)
            elif compression == "gzip":
                with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
                    unpacked = file.read(size + 1)
            elif compression == "zstd":
                unpacked = self._zstd(packed, name, size + 1)
            elif compression == "":
                unpacked = packed
            else:
                packing = show_json(compression)
                self._fail(f'the layer "{name}" is packed with {packing}: must be zlib, gzip, zstd or not at all')
        except (binascii.Error, zlib.error, OSError, EOFError, ValueError) as error:
            self._fail(f'the data of the layer "{name}" cannot be unpacked: {error}')
        if len(unpacked) != size:
            self._fail(
                f'the layer "{name}" has another number of tiles in a block than its width × height = {size // 4}'
            )
        return unpacked

    def _zstd(self, packed: bytes, name: str, most: int) -> bytes:
        try:
            from compression import zstd  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            self._fail(
                f'the layer "{name}" is packed with zstd, which this Python ({_python()}) cannot read',
                "in Tiled, Map > Map Properties > Tile Layer Format offers CSV and zlib",
            )
        try:
            unpacked: bytes = zstd.ZstdDecompressor().decompress(packed, most)
        except zstd.ZstdError as error:
            self._fail(f'the data of the layer "{name}" cannot be unpacked: {error}')
        return unpacked

    # -- objects

    def _object(self, data: Any, layer: str) -> TiledObject:
        if not isinstance(data, dict):
            self._fail(f'an object of the layer "{layer}" is not a JSON object')
        identity = self._whole(data.get("id", 0), "id of an object", 0, 2**31 - 1)
        where = f'the object {identity} of the layer "{layer}"'
        shapes = [
            key for key in ("ellipse", "polygon", "polyline", "text", "gid", "template", "capsule") if data.get(key)
        ]
        if shapes:
            self._fail(f"{where} is made with {listing(shapes, 'and')}: must be a rectangle or a point")
        if self._real(data.get("rotation", 0), where) % 360:
            self._fail(f"{where} is turned: its rotation must be 0")
        x, y, width, height = (self._real(data.get(key, 0), where) for key in ("x", "y", "width", "height"))
        w, h = self._size
        return TiledObject(
            identity,
            self._text(data.get("name")),
            # Only Tiled 1.9 calls the type "class".
            self._text(data.get("type") or data.get("class")),
            layer,
            x / w,
            y / h,
            width / w,
            height / h,
            self._properties(data),
        )

    def _properties(self, data: Json) -> dict[str, Any]:
        properties = {}
        for entry in self._list(data, "properties", 10_000):
            if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
                self._fail("a property has no name")
            value = entry.get("value")
            properties[entry["name"]] = self._text(value) if isinstance(value, str) else value
        return properties

    # -- values

    def _text(self, value: Any) -> str:
        """Return a text that can be encoded; JSON allows single halves of surrogate pairs."""
        if not isinstance(value, str):
            return ""
        try:
            value.encode()
        except UnicodeEncodeError:
            self._fail(f"the text {show_json(value)} has half of a surrogate pair, which cannot be written to a file")
        return value

    def _real(self, value: Any, where: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e9:
            self._fail(f"{where} has the number {show_json(value)}: must be between -1e9 and 1e9")
        return float(value)


def _python() -> str:
    import platform

    return platform.python_version()
