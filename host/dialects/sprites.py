"""host.sprites: registers the sprites, colours and themes of mods, and checks them."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Field, Integer, Maybe, Name, Record, Text, Type, WordOf, refuse
from host.border.service import service_for
from host.border.session import LOAD
from host.border.values import Table
from host.dialects.kts.field_types import ColourName
from host.errors import HostError, ModError
from host.errors.spelling import nearest
from host.errors.work import WORK
from host.model.appearance import (
    MAIN,
    MOST_NUMBERS,
    MOST_PARTS,
    MOST_SIZE,
    PARTS,
    Part,
    SpriteArt,
    find_fault,
    near_colour,
)
from host.model.themes import FLOOR_KINDS, WALL_MATERIALS, Theme
from host.render.png_reader import read_png

# Sprites of all mods; pixels of the side of a sprite of a sheet.
_MOST_SPRITES = 4096
_MOST_THEMES = 64
_LEAST_SIZE, _USUAL_SIZE = 4, 16
# Pixels of a side of a sheet, and in all.
_MOST_SIDE, _MOST_PIXELS = 1024, 2**18
# Bytes of the largest sheet, and its bytes that are read for one instruction of the mod.
_MOST_BYTES, _BYTES_READ = 2**21, 4


class _Shapes(Type):
    """A list of shapes, as parts: a word, a colour and numbers each."""

    name = "any[][]"

    def read(self, value: Any, path: str) -> tuple[Part, ...] | None:
        if value is None:
            return None
        if not isinstance(value, Table):
            refuse(path, value, "must be a list of shapes")
        shapes = value.elements(MOST_PARTS + 1)
        if not 0 < len(shapes) <= MOST_PARTS:
            refuse(f"the number of {path}", len(shapes) or 0, f"must be 1 to {MOST_PARTS}")
        return tuple(self._part(shape, f"{path}[{i}]") for i, shape in enumerate(shapes, 1))

    @staticmethod
    def _part(shape: Any, path: str) -> Part:
        if not isinstance(shape, Table):
            refuse(path, shape, 'must be a table such as { "rect", "#ff0000", x, y, width, height }')
        values = shape.elements(MOST_NUMBERS + 3)
        kind, tone = (*values[:2], None, None)[:2]
        numbers = values[2:]
        fault = find_fault(kind, tone, numbers)
        if fault is not None:
            close = None
            if isinstance(fault[0], str) and kind not in PARTS:
                close = nearest(fault[0], PARTS)
            elif isinstance(fault[0], str) and fault[0] == tone:
                close = nearest(tone, [MAIN]) or (near_colour(tone) if tone.startswith("#") else None)
            refuse(path, fault[0], fault[1], f'did you mean "{close}"?' if close else None)
        return Part(kind, tone, tuple(numbers))


_SPRITE = Record(
    (
        Field("id", Name(), "the name by which things of the mod have it"),
        Field("shapes", _Shapes(), "what it is made of"),
        Field("sheet", Maybe(Text(1000)), "a PNG file of the mod"),
        Field("size", Maybe(Integer(_LEAST_SIZE, MOST_SIZE)), "pixels of its side on the sheet"),
        Field("x", Maybe(Integer(0, 1024)), "its column on the sheet"),
        Field("y", Maybe(Integer(0, 1024)), "its row on the sheet"),
    ),
    noun="field",
)


_THEME = Record(
    (
        Field("id", Name(), "its name"),
        Field("wall", WordOf({word: word for word in WALL_MATERIALS}), "the material of walls"),
        Field("wall_colour", ColourName(needed=True), "the colour of walls"),
        Field("floor", WordOf({word: word for word in FLOOR_KINDS}), "the kind of floors"),
        Field("floor_colour", ColourName(needed=True), "the colour of floors"),
        Field("liquid_colour", ColourName(), "the colour of liquids"),
    ),
    noun="field",
)


@service_for("sprites.register", LOAD, sprite=_SPRITE)
def sprites_register(call: Call, file: str | None, line: int, sprite: dict[str, Any]) -> None:
    """Register a sprite that a mod draws."""
    registry = call.session.registry
    if len(registry.all("sprite")) >= _MOST_SPRITES:
        raise ModError(f"sprites.register: there are {_MOST_SPRITES} sprites: must be at most {_MOST_SPRITES}")
    if (sprite["shapes"] is None) == (sprite["sheet"] is None):
        have = "both shapes and a sheet" if sprite["sheet"] is not None else "neither shapes nor a sheet"
        raise ModError(f'sprites.register: "{sprite["id"]}" has {have}: must have one of them')
    places = [name for name in ("size", "x", "y") if sprite[name] is not None]
    if sprite["sheet"] is None and places:
        raise ModError(f'sprites.register: "{sprite["id"]}" has {places[0]} and no sheet: {places[0]} is for sheets')
    art = SpriteArt(sprite["shapes"]) if sprite["sheet"] is None else _read_sheet(call, sprite)
    registry.add("sprite", call.mod, file or call.mod, line, art, name=sprite["id"])


@service_for("sprites.theme", LOAD, theme=_THEME)
def sprites_theme(call: Call, file: str | None, line: int, theme: dict[str, Any]) -> None:
    """Register a theme of pictures."""
    registry = call.session.registry
    if len(registry.all("theme")) >= _MOST_THEMES:
        raise ModError(f"sprites.theme: there are {_MOST_THEMES} themes: must be at most {_MOST_THEMES}")
    fields = {name: value for name, value in theme.items() if name != "id" and value is not None}
    registry.add("theme", call.mod, file or call.mod, line, Theme(**fields), name=theme["id"])


def _read_sheet(call: Call, sprite: dict[str, Any]) -> SpriteArt:
    """Return the part of a sheet that a sprite is. Raises ModError, which names the file."""
    name = sprite["sheet"]
    full_name = f"{call.mod}/{name}"
    try:
        call.session.files.find(call.mod, name)
        content = call.session.files.read(f"/{full_name}")
        WORK.note(len(content) // _BYTES_READ)
        if len(content) > _MOST_BYTES:
            raise HostError(f"it has {len(content)} bytes: a sheet may have at most {_MOST_BYTES}")
        image = read_png(content, _MOST_SIDE, _MOST_PIXELS)
        # As much work as the instructions that the decoding of a picture would be in Lua.
        WORK.note(image.size)
    except HostError as error:
        message = (
            error.message if full_name in error.message else f'the sheet "{full_name}" is refused: {error.message}'
        )
        raise ModError(f"sprites.register: {message}", hint=error.hint) from None
    size, column, row = sprite["size"] or _USUAL_SIZE, sprite["x"] or 0, sprite["y"] or 0
    height, width = image.shape[:2]
    left, top = column * size, row * size
    if left + size > width or top + size > height:
        raise ModError(
            f'sprites.register: the sheet "{full_name}" has {width} × {height} pixels, so it has no sprite of {size} '
            f"pixels in column {column}, row {row}: columns and rows count from 0"
        )
    return SpriteArt((), size, image[top : top + size, left : left + size].tobytes())
