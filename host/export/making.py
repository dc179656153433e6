"""What made a map, as text in the files that show it, and read back from them.

Pictures and maps for editors have the text in a place where other programs leave it: a text of PNG, the metadata of
SVG, a property of Tiled, a field of the level of LDtk, metadata of Godot, the PNG in a file for virtual tables. The
JSON of a map says the same in its own fields.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import asdict
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import HostError, RequestError, listing
from host.metrics.difference import square_digests
from host.model.digest import map_digest
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import Origin
from host.paths.folders import read_regular_file
from host.render.formats import JSON, LDTK, PNG, SUFFIXES, SVG, TMJ, TSCN, UVTT
from host.render.png import KEYWORD
from host.render.png_reader import read_text
from host.render.style import PLAIN_STYLE, PictureStyle

FORMAT = "dungeon-host/making"
# Name of the property of a map for Tiled, and of the field of a level for LDtk.
PROPERTY = "dungeon-host"
# Formats of files that say what made them.
_FORMATS = (JSON, PNG, SVG, TMJ, LDTK, TSCN, UVTT)
# Limits: bytes of the text, bytes of the file, squares of the map.
_MOST_TEXT, _MOST_BYTES, _MOST_SQUARES = 2**26, 2**29, 2**25
# The metadata of an SVG, which nothing but the text of the making is in.
METADATA = re.compile(r"<metadata>([^<]*)</metadata>")

# The line of a scene for Godot with the text.
IN_SCENE = re.compile(r'^metadata/dungeon_host = (".*")$', re.MULTILINE)

# (height, width), as `square_digests` returns them.
Digests = npt.NDArray[np.uint32]


class Making(NamedTuple):
    """What a file says of the map that it shows."""

    # None when no request made the map.
    origin: Origin | None
    # One of `_FORMATS`, or "" for a survey.
    form: str
    # How the file draws the map.
    style: PictureStyle
    # `map_digest` of the map: of its JSON without the origin.
    digest: str
    # Digests of the squares; None for a survey.
    squares: Digests | None
    # The bytes of the file; none of a survey.
    content: bytes
    # The map, when the file holds all of it: in JSON.
    map: GameMap | None = None


def describe_making(game_map: GameMap, style: PictureStyle) -> str:
    """Return what made a map and its picture, and digests to compare it with another: JSON, a line of ASCII."""
    digests = square_digests(game_map)
    plain = asdict(PLAIN_STYLE)
    data = {
        "format": FORMAT,
        **(game_map.origin.to_data() if game_map.origin else {"generator": None}),
        "picture": {name: value for name, value in asdict(style).items() if value != plain[name]},
        "digest": map_digest(game_map),
        "width": game_map.width,
        "height": game_map.height,
        "squares": base64.b64encode(zlib.compress(digests.astype("<u4").tobytes())).decode(),
    }
    return json.dumps(data, separators=(",", ":"))


def read_making(path: Path) -> Making:
    """Return what a file says of its map. Raises RequestError for other files, and for those that say nothing."""
    form = SUFFIXES.get(path.suffix.lower())
    if form not in _FORMATS:
        endings = listing([suffix for suffix, other in SUFFIXES.items() if other in _FORMATS], "or")
        raise RequestError(f'"{path}" does not say what made it: the name of a file that does ends in {endings}')
    content = read_regular_file(path, str(path), _MOST_BYTES)
    try:
        if form == JSON:
            game_map = from_document(json.loads(content))
            squares = square_digests(game_map)
            return Making(game_map.origin, form, PLAIN_STYLE, map_digest(game_map), squares, content, game_map)
        text = _FIND[form](content)
        if text is None:
            raise RequestError(
                f'"{path}" does not say what made it: a version of the host up to 0.2.0 wrote it, or another program'
            )
        return _from_data(json.loads(text), form, content)
    except RequestError:
        raise
    except (
        HostError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
        zlib.error,
    ) as error:
        raise RequestError(f'"{path}" cannot be read: {error}') from None


def _find_in_png(content: bytes) -> bytes | None:
    return read_text(content, KEYWORD, _MOST_TEXT)


def _find_in_svg(content: bytes) -> str | None:
    metadata = METADATA.search(content.decode("utf-8"))
    return None if metadata is None else unescape(metadata[1])


def _find_in_tmj(content: bytes) -> str | None:
    properties = json.loads(content).get("properties", [])
    return next((entry["value"] for entry in properties if entry["name"] == PROPERTY), None)


def _find_in_ldtk(content: bytes) -> str | None:
    fields = json.loads(content)["levels"][0]["fieldInstances"]
    name = PROPERTY.replace("-", "_")
    return next((field["__value"] for field in fields if field["__identifier"] == name), None)


def _find_in_tscn(content: bytes) -> str | None:
    metadata = IN_SCENE.search(content.decode("utf-8"))
    return None if metadata is None else json.loads(metadata[1])


def _find_in_uvtt(content: bytes) -> bytes | None:
    return _find_in_png(base64.b64decode(json.loads(content)["image"], validate=True))


_FIND = {
    PNG: _find_in_png,
    SVG: _find_in_svg,
    TMJ: _find_in_tmj,
    LDTK: _find_in_ldtk,
    TSCN: _find_in_tscn,
    UVTT: _find_in_uvtt,
}


def _from_data(data: dict[str, Any], form: str, content: bytes) -> Making:
    if data.get("format") != FORMAT:
        raise ValueError(f'its "format" must be "{FORMAT}"')
    width, height, digest = data["width"], data["height"], data["digest"]
    if not isinstance(digest, str):
        raise TypeError("the digest of its map must be a text")
    if not (type(width) is type(height) is int and 0 <= width * height <= _MOST_SQUARES):
        raise ValueError(f"width and height of its map must be whole numbers of at most {_MOST_SQUARES} squares")
    inflater = zlib.decompressobj()
    packed = inflater.decompress(base64.b64decode(data["squares"], validate=True), 4 * width * height + 1)
    squares = np.frombuffer(packed, dtype="<u4").astype(np.uint32).reshape(height, width)
    picture = dict(data["picture"])
    if "overlays" in picture:
        picture["overlays"] = tuple(picture["overlays"])
    if "scenes" in picture:
        picture["scenes"] = tuple((str(kind), str(scene)) for kind, scene in picture["scenes"])
    for name, value in picture.items():
        expected = str if name == "theme" else type(getattr(PLAIN_STYLE, name))
        if type(value) is not expected:
            raise TypeError(f"{name} of its picture must be of type {expected.__name__}")
    origin = None if data["generator"] is None else Origin.from_data(data)
    return Making(origin, form, PictureStyle.requested(**picture), digest, squares, content)
