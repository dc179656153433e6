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
from host.paths.folders import as_read_errors, read_regular_file
from host.render.formats import JSON, LDTK, MOST_MAPS, PNG, SUFFIXES, SVG, TMJ, TSCN, UVTT, WORLD
from host.render.png import KEYWORD
from host.render.png_reader import read_text
from host.render.style import PLAIN_STYLE, PictureStyle

FORMAT = "dungeon-host/making"
# Name of the property of a map for Tiled, and of the field of a level for LDtk.
PROPERTY = "dungeon-host"
# Formats of files that say what made them.
_FORMATS = (JSON, PNG, SVG, TMJ, LDTK, TSCN, UVTT)
# Limits: bytes of the text, bytes of the file, bytes of a world, squares of the map.
_MOST_TEXT, _MOST_BYTES, _MOST_WORLD, _MOST_SQUARES = 2**26, 2**29, 2**20, 2**25
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
    makings = read_makings(path)
    if len(makings) > 1:
        raise RequestError(f'"{path}" shows {len(makings)} maps: must be a file of one')
    return next(iter(makings))[1]


def read_makings(path: Path) -> list[tuple[Path, Making]]:
    """Return what a file, which may be a world, says of each of its maps, with the file of that map.

    Raises RequestError for other files, and for files that say nothing.
    """
    form = SUFFIXES.get(path.suffix.lower())
    if form == WORLD:
        return [(file, _read(file, TMJ)[0]) for file in _maps_of_world(path)]
    if form not in _FORMATS:
        with as_read_errors(str(path)):
            path.stat()
        endings = listing([suffix for suffix, other in SUFFIXES.items() if other in (*_FORMATS, WORLD)], "or")
        raise RequestError(f'"{path}" does not say what made it: the name of a file that does ends in {endings}')
    return [(path, making) for making in _read(path, form)]


def _maps_of_world(path: Path) -> list[Path]:
    """Return the files of the maps that a world for Tiled names. Raises RequestError."""
    # Imported here, because most files are no worlds.
    from host.export.drawn import path_beside

    try:
        names = [entry["fileName"] for entry in json.loads(read_regular_file(path, str(path), _MOST_WORLD))["maps"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise RequestError(f'"{path}" is not a world that names its maps') from None
    if not 0 < len(names) <= MOST_MAPS:
        raise RequestError(f'"{path}" names {len(names)} maps: must be 1 to {MOST_MAPS}')
    for name in names:
        if not isinstance(name, str) or not name.endswith(".tmj") or not name.isprintable() or set(name) & set("/\\:"):
            raise RequestError(f'"{path}" names the map {name!r:.80}: must be a .tmj in the same folder')
        try:
            path_beside(path, name, f'the map "{name}"')
        except ValueError as error:
            raise RequestError(str(error)) from None
    return [path.with_name(name) for name in names]


def _read(path: Path, form: str) -> list[Making]:
    """Return what a file in a format of one file says of its maps. Raises RequestError."""
    content = read_regular_file(path, str(path), _MOST_BYTES)
    try:
        if form == JSON:
            game_map = from_document(json.loads(content))
            squares = square_digests(game_map)
            return [Making(game_map.origin, form, PLAIN_STYLE, map_digest(game_map), squares, content, game_map)]
        texts = _find_in_ldtk(content) if form == LDTK else [_FIND[form](content)]
        if None in texts or not texts:
            raise RequestError(
                f'"{path}" does not say what made it: a version of the host up to 0.2.0 wrote it, or another program'
            )
        return [_from_data(json.loads(text), form, content) for text in texts if text is not None]
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


def _find_in_ldtk(content: bytes) -> list[str | None]:
    """Return the text of each level."""
    levels = json.loads(content)["levels"]
    if len(levels) > MOST_MAPS:
        raise ValueError(f"it has {len(levels)} levels: must be at most {MOST_MAPS}")
    name = PROPERTY.replace("-", "_")
    return [
        next((field["__value"] for field in level["fieldInstances"] if field["__identifier"] == name), None)
        for level in levels
    ]


def _find_in_tscn(content: bytes) -> str | None:
    metadata = IN_SCENE.search(content.decode("utf-8"))
    return None if metadata is None else json.loads(metadata[1])


def _find_in_uvtt(content: bytes) -> bytes | None:
    return _find_in_png(base64.b64decode(json.loads(content)["image"], validate=True))


_FIND = {
    PNG: _find_in_png,
    SVG: _find_in_svg,
    TMJ: _find_in_tmj,
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
