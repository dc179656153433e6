"""The XML of the Tiled editor, .tmx and .tsx, as the values of its JSON: one reader checks both.

Source: Tiled documentation, TMX Map Format. The files are not trusted: a document type, which could define entities, is
refused, and depth and number of elements are limited.
"""

from __future__ import annotations

import re
import warnings
from typing import Any
from xml.parsers import expat

import numpy as np

# Elements that are no tiles of a layer; marks at which elements begin or end; attributes of what is no such tile.
_MOST_ELEMENTS, _MOST_MARKS, _MOST_ATTRIBUTES = 300_000, 4_000_000, 1_000_000
_DEEPEST = 60
# Elements of a map or a group that are layers -> their type in JSON.
_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
# Elements in an object that say what it is.
_SHAPES = ("ellipse", "point", "polygon", "polyline", "text", "capsule")
_HOLDERS = ("data", "chunk")
# Attributes that are texts, whatever they look like.
_TEXTS = frozenset(("name", "type", "class", "source", "template", "encoding", "compression", "orientation", "value"))
_WHOLE = re.compile(r"-?[0-9]{1,15}")
_REAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{0,30})?([eE][-+]?[0-9]{1,3})?")

Json = dict[str, Any]


class TiledXmlError(Exception):
    """A text is not the XML of Tiled; `message` is a sentence, `line` the line of the problem."""

    def __init__(self, message: str, line: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.line, self.hint = message, line, hint


def read_tiled_xml(content: bytes) -> Json:
    """Return a map or a tileset as Tiled writes it in JSON; its values are not checked. Raises TiledXmlError."""
    # Counted before they are read: a million attributes of one element take seconds.
    if content.count(b"<") > _MOST_MARKS or content.count(b"=") - content.count(b"tile gid=") > _MOST_ATTRIBUTES:
        raise TiledXmlError(f"the file has more than {_MOST_MARKS} elements, or {_MOST_ATTRIBUTES} attributes", 1)
    root = _Parser().parse(content)
    if root.tag == "map":
        return {
            **_values(root),
            "type": "map",
            "tilesets": [_tileset(node) for node in root.nodes("tileset")],
            "layers": _layers(root),
        }
    if root.tag == "tileset":
        return {**_tileset(root), "type": "tileset"}
    raise TiledXmlError(f"this is XML, but neither a map nor a tileset of Tiled: it begins with <{root.tag[:40]}>", 1)


class _Node:
    """An element: its attributes, its text, and the tiles in it, which are elements, too, but many."""

    __slots__ = ("attributes", "children", "tag", "texts", "tiles")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[_Node] = []
        self.texts: list[str] = []
        self.tiles: list[int | None] = []

    def nodes(self, tag: str) -> list[_Node]:
        return [child for child in self.children if child.tag == tag]


class _Parser:
    def __init__(self) -> None:
        # Tiled writes UTF-8. Another name in the file could be of any codec.
        self._expat = expat.ParserCreate("utf-8")
        self._expat.buffer_text = True
        self._expat.StartDoctypeDeclHandler = self._refuse
        self._expat.EntityDeclHandler = self._refuse
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._text
        # From the root inwards; the first is the document.
        self._open = [_Node("", {})]
        self._elements = 0

    def parse(self, content: bytes) -> _Node:
        try:
            self._expat.Parse(content, True)
        except expat.ExpatError as error:
            where = f"this is not XML from column {error.offset + 1} on"
            rule = "must be what Tiled saves as .tmx (maps) or .tsx (tilesets)"
            raise TiledXmlError(f"{where}: {expat.ErrorString(error.code)}; {rule}", error.lineno) from None
        return self._open[0].children[0]

    def _refuse(self, *_: object) -> None:
        line = self._expat.CurrentLineNumber
        raise TiledXmlError("the file has a document type, which is not read", line, "delete its lines, <!DOCTYPE … >")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "tile" and self._open[-1].tag in _HOLDERS:
            number = _number(attributes.get("gid", "0"))
            self._open[-1].tiles.append(number if isinstance(number, int) else None)
            self._open.append(self._open[-1])
            return
        self._elements += 1
        if self._elements > _MOST_ELEMENTS or len(self._open) > _DEEPEST:
            most = f"{_MOST_ELEMENTS} elements, or is nested more than {_DEEPEST} deep"
            raise TiledXmlError(f"the file has more than {most}", self._expat.CurrentLineNumber)
        node = _Node(tag, attributes)
        self._open[-1].children.append(node)
        self._open.append(node)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        node = self._open[-1]
        if node.tag in _HOLDERS or node.tag == "property":
            node.texts.append(text)


def _values(node: _Node) -> Json:
    """Return the attributes of an element and its properties."""
    values: Json = {key: text if key in _TEXTS else _number(text) for key, text in node.attributes.items()}
    lists = node.nodes("properties")
    if lists:
        values["properties"] = [_property(one) for properties in lists for one in properties.nodes("property")]
    return values


def _property(node: _Node) -> Json:
    # A text of several lines is the text of the element.
    text = node.attributes.get("value", "".join(node.texts))
    value: Any = text
    match node.attributes.get("type"):
        case "bool":
            value = text == "true"
        case "int" | "float" | "object":
            value = _number(text)
        case "class":
            value = {}
    return {"name": node.attributes.get("name"), "value": value}


def _tileset(node: _Node) -> Json:
    tileset = {**_values(node), "tiles": [_values(tile) for tile in node.nodes("tile")]}
    if "tilecount" not in tileset:
        # Before version 0.13, Tiled wrote only the size of the picture.
        for image in map(_values, node.nodes("image")):
            tileset["tilecount"] = _fitting(tileset, image, "width") * _fitting(tileset, image, "height")
    return tileset


def _fitting(tileset: Json, image: Json, side: str) -> int:
    """Return how many tiles are beside each other in a picture; 0 for numbers that are none."""
    whole, tile = image.get(side), tileset.get(f"tile{side}")
    margin, spacing = tileset.get("margin", 0), tileset.get("spacing", 0)
    if not all(isinstance(value, int) and value >= 0 for value in (whole, tile, margin, spacing)) or not tile:
        return 0
    return int(max((whole - 2 * margin + spacing) // (tile + spacing), 0))


def _layers(node: _Node) -> list[Json]:
    return [_layer(child) for child in node.children if child.tag in _LAYERS]


def _layer(node: _Node) -> Json:
    layer = {**_values(node), "type": _LAYERS[node.tag]}
    match node.tag:
        case "group":
            layer["layers"] = _layers(node)
        case "objectgroup":
            layer["objects"] = [_object(child) for child in node.nodes("object")]
        case "layer":
            for data in node.nodes("data")[:1]:
                layer |= {key: data.attributes[key] for key in ("encoding", "compression") if key in data.attributes}
                encoding = layer.get("encoding")
                chunks = data.nodes("chunk")
                if chunks:
                    layer["chunks"] = [{**_values(chunk), "data": _tiles(chunk, encoding)} for chunk in chunks]
                else:
                    layer["data"] = _tiles(data, encoding)
    return layer


def _tiles(node: _Node, encoding: str | None) -> Any:
    """Return the tiles of a block as JSON has them: a list of numbers, or the text of another encoding."""
    text = "".join(node.texts)
    if encoding is None:
        return node.tiles
    if encoding != "csv":
        return text
    try:
        with warnings.catch_warnings(action="error"):
            gids = np.fromstring(text, np.int64, sep=",")
    except (DeprecationWarning, ValueError):
        gids = None
    # The reader says that a tile is no number.
    return gids.tolist() if gids is not None and len(gids) == text.count(",") + 1 else [None]


def _object(node: _Node) -> Json:
    return {**_values(node), **{child.tag: True for child in node.children if child.tag in _SHAPES}}


def _number(text: str) -> int | float | str:
    """Return a number, or what is none as it is, which the reader then shows."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _REAL.fullmatch(text) else text
