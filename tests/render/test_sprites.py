"""Sprites: what things name, what mods draw, and that pictures show them."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from host import Host
from host.errors import HostError
from host.export.pictures import image
from host.model.appearance import MATERIALS, SPRITES
from host.model.document import to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap, model_of
from host.render.brush import Brush
from host.render.palette import TONES
from host.render.png import draw_sprite
from host.render.png_reader import read_png
from host.render.scene import draw_scene
from host.render.shapes import Pixels
from host.render.sprites.choices import item_type_art
from host.render.sprites.drawing import Art, draw_art
from host.render.sprites.families import FAMILIES
from host.render.style import PictureStyle
from tests.helpers import RunLua, write_mod

SCRIPT = """
local T = require "gongs"
kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall,
  segments = T.segments, entry_type = "none", allow_rotate = false }
kts.AddTile({ x = 2, y = 2 }, T.thing)
"""
SEGMENT = """segment
width: 5
height: 5
data:
 1 1 1 1 1
 1 1 1 1 1
 1 1 1 1 1
 1 1 1 1 1
 1 1 1 1 1
rooms: 1
1
0 0 7 7
end
eof
"""
Draw = Callable[..., GameMap]


@pytest.fixture
def draw_mod(run_lua: RunLua, tmp_path: Path) -> Draw:
    """Return the map of a mod whose tile `thing` is at (2, 2)."""

    def make(lua: str, **files: bytes) -> GameMap:
        folder = tmp_path / "gongs"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / f"{name}.png").write_bytes(content)
        (folder / "rooms.txt").write_text(SEGMENT)
        start = 'mod.RegisterMod { name = "gongs" }\nwall, floor = kts.Tile { access = {} }, kts.Tile {}\n'
        segments = 'segments = kts.LoadSegments({ floor }, "rooms.txt")\n'
        (folder / "init.lua").write_text(f"{start}{lua}\n{segments}")
        return run_lua(SCRIPT, mods=[folder]).map

    return make


def tile(fields: str) -> str:
    return f"thing = kts.Tile {{ access = {{ walking = 'approach' }}, {fields} }}"


def pixels(game_map: GameMap, size: int = 16) -> np.ndarray[Any, Any]:
    """Return the square (2, 2) of a picture."""
    picture = np.asarray(Image.open(io.BytesIO(image(game_map, "png", PictureStyle(tile_size=size)))).convert("RGB"))
    return picture[2 * size : 3 * size, 2 * size : 3 * size]


def png(array: np.ndarray[Any, Any], mode: str | None = None, **options: Any) -> bytes:
    file = io.BytesIO()
    picture = Image.fromarray(array)
    (picture.convert(mode) if mode else picture).save(file, "PNG", **options)
    return file.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def raw_png(width: int, height: int, rows: bytes, *, bits: int = 8, colours: int = 6, interlace: int = 0) -> bytes:
    """Return a PNG file with rows as they are in the file, filters included."""
    header = struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, interlace)
    ends = chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + ends


# -- families


def test_the_keys_of_the_model_are_those_that_are_drawn() -> None:
    assert set(FAMILIES) == SPRITES
    assert set(MATERIALS) <= set(TONES)


@pytest.mark.parametrize("size", [4, 8, 16, 24, 32, 64, 128])
def test_families_differ_at_every_size(size: int) -> None:
    images: dict[bytes, list[str]] = {}
    for key in FAMILIES:
        shapes = draw_art(Brush(size), Art(key))
        assert not any(isinstance(shape, Pixels) for shape in shapes)
        picture = draw_sprite(shapes, size)
        assert picture[:, :, 3].max() > 120, key
        images.setdefault(picture.tobytes(), []).append(key)
    assert [keys for keys in images.values() if len(keys) > 1] == []


def test_colour_and_material_are_seen_in_every_family() -> None:
    materials = (None, "hedge", "brick")
    looks = [(colour, material) for colour in (None, "#40ff40") for material in materials]
    for key in FAMILIES:
        assert len({draw_art(Brush(16), Art(key, *look)) for look in looks}) == len(looks), key


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ("sprite = 'cauldron'", "cauldron"),
        ("name = 'an old bench'", "bench"),
        ("name = 'chest of drawers of the bench'", "chest"),
        ("name = 'bookshelves'", "shelf"),
        ("name = 'grandfather longtable'", "table"),
        ("name = 'a thing', sprite = 'urn'", "urn"),
    ],
)
def test_a_tile_is_drawn_as_it_says_or_as_it_is_called(draw_mod: Draw, fields: str, key: str) -> None:
    plain = pixels(draw_mod(tile(fields)))
    assert np.array_equal(plain, pixels(draw_mod(tile(f"name = 'x', sprite = '{key}'"))))
    assert not np.array_equal(plain, pixels(draw_mod(tile("name = 'x', sprite = 'dragon'"))))


def test_kinds_of_scrolls_and_claws_differ_by_their_ids(base_host: Host) -> None:
    """All scrolls of base are white, and all claws red."""
    game_map = model_of(base_host.generate("base", seed=3))
    # Generators of the host have items of their own, if another test has used them.
    items = [item for item in game_map.registry.all("item") if item.mod == "base"]
    arts = [item_type_art(game_map.registry, item.fields) for item in items]
    for key, count in (("scroll", 9), ("claw", 4)):
        assert len({art for art in arts if art.key == key}) == count


def test_pits_beside_each_other_are_one() -> None:
    for size in (8, 16, 32):
        pit = draw_sprite(draw_art(Brush(size), Art("pit")), size)
        assert pit[:, :, 3].min() == 255
        assert np.array_equal(pit[-1, 0], pit[-1, size // 2])


def test_variables_name_what_has_no_name(draw_mod: Draw) -> None:
    bench = "bench = kts.Tile { access = { walking = 'approach' } } thing = bench"
    assert np.array_equal(pixels(draw_mod(bench)), pixels(draw_mod(tile("sprite = 'bench'"))))


def test_a_letter_is_the_last_resort(draw_mod: Draw) -> None:
    def has_letter(fields: str) -> bool:
        scene = draw_scene(draw_mod(tile(fields)), PictureStyle())
        (cells,) = [layer.cells for layer in scene.layers if layer.name == "features"]
        return any(isinstance(shape, Pixels) for shape in scene.sprites[int(cells[2, 2])])

    assert has_letter("name = 'gizmo', glyph = 'g'")
    assert not has_letter("name = 'gizmo', glyph = 'g', sprite = 'bench'")


def test_a_misspelled_sprite_or_material_is_an_error_with_the_nearest(draw_mod: Draw) -> None:
    with pytest.raises(HostError) as error:
        draw_mod(tile("sprite = 'bensh'"))
    assert 'sprite is "bensh": must be a key' in str(error.value)
    assert 'did you mean "bench"?' in str(error.value)
    with pytest.raises(HostError, match='did you mean "bench"'):
        draw_mod(tile("sprite = 'gongs.benhc'"))
    with pytest.raises(HostError, match='did you mean "#ffaa00"'):
        draw_mod(tile("sprite = 'bench', colour = '#fa0'"))
    with pytest.raises(HostError, match='did you mean "iron"'):
        draw_mod(tile("sprite = 'bench', material = 'irn'"))


def test_a_class_of_entities_is_warned_of_what_it_misspells(tmp_path: Path) -> None:
    main = """
    local Beast = class("Beast", Entity)
    Beast.layer, Beast.sprite, Beast.material = Layers.real, "gobin", "wod"
    return { entities = { Beast = Beast } }
    """
    toml = 'id = "beasts"\nversion = "1"\napi = 1\nentry = "main.lua"\ndialects = ["actions"]\n'
    folder = write_mod(tmp_path / "beasts", {"mod.toml": toml, "main.lua": main})
    warnings = Host([folder]).warnings
    assert any('the sprite is "gobin"' in text and 'did you mean "goblin"?' in text for text in warnings), warnings
    assert any('the material is "wod"' in text and 'did you mean "wood"?' in text for text in warnings), warnings


# -- sprites that mods draw

GONG = """
local sprites = require "host.sprites"
sprites.register { id = "gong", shapes = {
  { "rect", "#ff0000", 0, 0, 16, 4 }, { "circle", "#0000ff", 8, 10, 4 }, { "oval", "main", 0, 12, 4, 4 },
} }
"""


def test_shapes_of_a_mod_are_drawn_as_they_are(draw_mod: Draw) -> None:
    game_map = draw_mod(GONG + tile("sprite = 'gong', colour = '#00ff00'"))
    shown = pixels(game_map, 32)
    assert shown[4, 16].tolist() == [255, 0, 0]
    assert shown[20, 16].tolist() == [0, 0, 255]
    assert shown[28, 4].tolist() == [0, 255, 0]
    svg = image(game_map, "svg", PictureStyle(tile_size=32)).decode()
    assert '<rect x="0" y="0" width="32" height="8" fill="#ff0000"' in svg
    assert '<ellipse cx="16" cy="20" rx="8" ry="8" fill="#0000ff"/>' in svg


def test_a_document_holds_the_sprites_of_mods(draw_mod: Draw) -> None:
    sheet = np.zeros((16, 32, 4), dtype=np.uint8)
    sheet[:, 16:] = np.random.default_rng(1).integers(0, 256, (16, 16, 4))
    lua = GONG + "sprites.register { id = 'bell', sheet = 'art.png', x = 1 }\n"
    for name in ("gong", "bell"):
        game_map = draw_mod(lua + tile(f"sprite = '{name}', material = 'iron'"), art=png(sheet))
        document = to_document(game_map)
        assert [*document["sprites"]] == [f"gongs.{name}"]
        assert np.array_equal(pixels(from_document(document), 24), pixels(game_map, 24))
    document["sprites"]["gongs.bell"]["pixels"] = "00"
    with pytest.raises(HostError, match="another number of pixels"):
        from_document(document)


def test_pixels_of_a_sheet_are_unchanged(draw_mod: Draw) -> None:
    sheet = np.random.default_rng(2).integers(0, 256, (32, 48, 3), dtype=np.uint8)
    lua = "require('host.sprites').register { id = 'gong', sheet = 'art.png', size = 16, x = 2, y = 1 }\n"
    game_map = draw_mod(lua + tile("sprite = 'gong'"), art=png(sheet))
    own = sheet[16:, 32:]
    assert np.array_equal(pixels(game_map, 16), own)
    assert np.array_equal(pixels(game_map, 32), own.repeat(2, axis=0).repeat(2, axis=1))


@pytest.mark.parametrize(
    ("register", "message"),
    [
        ("id = 'a'", "has neither shapes nor a sheet"),
        ("id = 'a', shapes = {}", "number of"),
        ("id = 'a', shapes = { { 'rct', '#ff0000', 1, 1, 2, 2 } }", 'did you mean "rect"?'),
        ("id = 'a', shapes = { { 'rect', 'redd', 1, 1, 2, 2 } }", 'must be "#rrggbb"'),
        ("id = 'a', shapes = { { 'rect', '#ff0000', 1, 1, 2 } }", "a rect has x, y, width and height"),
        ("id = 'a', shapes = { { 'rect', '#ff0000', 1, 1, 2, 0/0 } }", "must be a number from -16 to 32"),
        ("id = 'a', shapes = { { 'circle', '#ff0000', 1, 1, -2 } }", "must be above 0"),
        ("id = 'a', shapes = { { 'polygon', '#ff0000', 1, 1, 2, 2 } }", "x and y of three corners or more"),
        ("id = 'a', sheet = 'none.png'", "none.png"),
        ("id = 'a', sheet = '../art.png'", 'the path "../art.png" leads out of the mods'),
        ("id = 'a', sheet = 'art.pgn'", 'there is no file "gongs/art.pgn"; did you mean "art.png"?'),
        (
            "id = 'a', shapes = { { 'circle', '#ff0000', 1, 1 } }",
            "must not have 2 numbers: a circle has x, y",
        ),
        ("id = 'a', shapes = { { 'rect', 'mian', 1, 1, 2, 2 } }", 'did you mean "main"?'),
        ("id = 'a', shapes = { { 'rect', '#fa0', 1, 1, 2, 2 } }", 'did you mean "#ffaa00"?'),
        ("id = 'a', sheet = 'art.png', x = 1", 'the sheet "gongs/art.png" has 16 × 16 pixels'),
        ("id = 'a', sheet = 'art.png', size = 100", "size"),
        ("id = 'a', sheet = 'art.png', shapes = {}", "number of"),
        ("id = 'a', sise = 8, sheet = 'art.png'", 'has "sise", which is not a field: must be id, shapes, sheet, size'),
        ("id = 'a', size = 16, shapes = { { 'rect', '#ff0000', 1, 1, 2, 2 } }", "size is for sheets"),
    ],
)
def test_a_wrong_sprite_is_an_error(draw_mod: Draw, register: str, message: str) -> None:
    with pytest.raises(HostError) as error:
        draw_mod(
            f"require('host.sprites').register {{ {register} }}\n" + tile("sprite = 'bench'"),
            art=png(np.zeros((16, 16, 4), dtype=np.uint8)),
        )
    assert message in str(error.value)


# -- hostile sheets

NOISE = np.random.default_rng(3).integers(0, 256, (16, 16, 4), dtype=np.uint8)
GOOD = png(NOISE)
HOSTILE = {
    "no png": b"GIF89a" + bytes(100),
    "empty": b"",
    "half": GOOD[: len(GOOD) // 2],
    "without an end": GOOD[:-12],
    # The last four bytes before the end of the file, a chunk of 12 bytes, are the checksum of the pixels.
    "wrong checksum": GOOD[:-13] + bytes([GOOD[-13] ^ 1]) + GOOD[-12:],
    "wide": raw_png(2**31 - 1, 1, b"\0"),
    "no pixels": raw_png(0, 16, b""),
    "too few rows": raw_png(16, 16, bytes(65 * 15)),
    "filter 5": raw_png(16, 16, b"\5" + bytes(64) + bytes(65 * 15)),
    "no palette": raw_png(16, 16, bytes(17 * 16), colours=3),
    "type 5": raw_png(16, 16, bytes(65 * 16), colours=5),
    "3 bits": raw_png(16, 16, bytes(65 * 16), bits=3),
}
# These take too long to be made whenever this file is imported: their sizes, and how many bytes they hold.
LARGE = {"large": (1024, 1024 * 4097), "bomb": (16, 200_000_000)}


@pytest.mark.parametrize("name", [*HOSTILE, *LARGE])
def test_a_hostile_sheet_is_refused_by_name(draw_mod: Draw, name: str) -> None:
    if name in LARGE:
        size, length = LARGE[name]
        sheet = raw_png(size, size, bytes(length))
    else:
        sheet = HOSTILE[name]
    with pytest.raises(HostError) as error:
        draw_mod("require('host.sprites').register { id = 'a', sheet = 'art.png' }", art=sheet)
    assert 'the sheet "gongs/art.png" is refused: ' in str(error.value)


GREY = NOISE[:, :, 0]
SHEETS = {
    "rgba": GOOD,
    "rgb": png(NOISE[:, :, :3]),
    "grey": png(GREY),
    "grey and opacity": png(NOISE, "LA"),
    "palette": png(NOISE[:, :, :3], "P"),
    "palette of 2 bits": png(NOISE[:, :, :3], "P", bits=2),
    "black and white": png(GREY, "1"),
    "16 bit": png(NOISE.astype(np.uint16)[:, :, 0] * 257),
    "see-through colour": png(NOISE[:, :, :3], transparency=tuple(NOISE[3, 3, :3].tolist())),
}


@pytest.mark.parametrize("name", SHEETS)
def test_every_kind_of_png_is_read_as_pillow_reads_it(name: str) -> None:
    picture = Image.open(io.BytesIO(SHEETS[name]))
    if name == "16 bit":
        expected = np.asarray(picture) // 256
        assert np.array_equal(read_png(SHEETS[name], 1024, 2**18)[:, :, 0], expected)
    else:
        assert np.array_equal(read_png(SHEETS[name], 1024, 2**18), np.asarray(picture.convert("RGBA")))


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (16, 16), (17, 9)])
def test_an_interlaced_sheet_is_read(size: tuple[int, int]) -> None:
    width, height = size
    whole = np.random.default_rng(4).integers(0, 256, (height, width, 4), dtype=np.uint8)
    rows = b""
    for x, y, dx, dy in (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ):
        part = whole[y::dy, x::dx]
        rows += b"".join(b"\0" + row.tobytes() for row in part) if part.size else b""
    content = raw_png(width, height, rows, interlace=1)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(content))), whole)
    assert np.array_equal(read_png(content, 1024, 2**18), whole)


@pytest.mark.parametrize("name", ["rgba", "palette", "16 bit"])
def test_a_damaged_sheet_is_refused_or_read(name: str) -> None:
    content = SHEETS[name]
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        with suppress(HostError):
            assert read_png(bytes(damaged), 1024, 2**18).shape[2] == 4
