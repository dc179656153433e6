"""Pictures as PNG, with Pillow."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.paths import how_to_install
from host.render.shapes import Layer, Oval, Picture, Pixels, Polygon, Rect, Shape, TextLine, letters, moved

if TYPE_CHECKING:
    from PIL.Image import Image

# Factor by which round shapes are drawn larger and scaled down, for smooth edges.
_FINER = 4
# Pixels of the largest shape that is cached.
_SMALL = 4096
# Sprites in the cache: dungeons share most of theirs. The largest takes 64 KiB.
_SPRITES = 2048
# Pixels of squares that are drawn at once.
_AT_ONCE = 1 << 18
# The filter of PNG for differences from the row above, and how hard zlib tries: 6 takes twice as long for a quarter
# less.
_UP, _LEVEL = 2, 3
# Names the text of a file that says what made the picture.
KEYWORD = b"dungeon-host"
# Pixels of the largest picture that viewers open.
MOST_PIXELS = 120_000_000

# Tiles in a row of a picture of tiles.
_MOST_COLUMNS = 16

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


def write_png(picture: Picture, about: bytes | None = None) -> bytes:
    """Return the file. Raises RequestError when Pillow is missing, or the picture too large or empty.

    about: ASCII text that viewers show as information about the picture, and `png_reader.read_text` returns.
    """
    return _encoded(_drawn_strips(picture), picture.width, picture.top + picture.height, 3, about)


def draw_pixels(picture: Picture) -> Bytes:
    """Return the pixels of the file, (height, width, 3). Raises RequestError as `write_png` does."""
    return np.concatenate([*_drawn_strips(picture)])


def write_pixels(pixels: Bytes) -> bytes:
    """Return a file of pixels, (height, width, 3)."""
    return _encoded((pixels,), pixels.shape[1], pixels.shape[0], 3)


def _drawn_strips(picture: Picture) -> Iterator[Bytes]:
    pil = pillow()
    check_pixels(picture.width, picture.top + picture.height)
    if not picture.width or not picture.height:
        raise RequestError("the map has no squares: a png must have at least one")
    strips = _strips(picture)
    if picture.over:
        image = pil.fromarray(np.concatenate([*strips]))
        _draw_over(image, picture)
        strips = iter((np.asarray(image),))
    return strips


def _strips(picture: Picture) -> Iterator[Bytes]:
    """Yield the pixels of the layers, (height, width, 3), a row of squares at a time.

    A map has few different squares. Each is drawn once, and then its pixels are copied.
    """
    size = picture.size
    rows, columns = picture.layers[0].cells.shape
    first, numbers = _different_squares(picture.layers, len(picture.sprites))
    squares = _draw_squares(picture, first)
    # A line of pixels of a square as one element, which is copied at once.
    lines = squares.transpose(1, 0, 2, 3).reshape(size, -1).view(f"V{3 * size}")
    beside = picture.width - columns * size
    if picture.top:
        yield _blank(picture, picture.top, picture.width)
    for row in numbers.reshape(rows, columns):
        strip = lines.take(row, axis=1).view(np.uint8).reshape(size, -1, 3)
        yield np.concatenate([strip, _blank(picture, size, beside)], axis=1) if beside else strip
    below = picture.height - rows * size
    if below:
        yield _blank(picture, below, picture.width)


def _blank(picture: Picture, height: int, width: int) -> Bytes:
    return np.full((height, width, 3), picture.ground[:3], dtype=np.uint8)


def _different_squares(layers: Iterable[Layer], sprites: int) -> tuple[Numbers, Numbers]:
    """Return the first of the squares that look alike, for each look, and the number of the look of each square."""
    first, numbers = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for layer in layers:
        stacked = numbers * (sprites + 1) + (layer.cells.ravel() + 1)
        _, first, numbers = np.unique(stacked, return_index=True, return_inverse=True)
    return first, numbers


def _draw_squares(picture: Picture, squares: Numbers) -> Bytes:
    """Return the pixels of each of some squares, (n, size, size, 3)."""
    size = picture.size
    drawn = np.empty((len(squares), size, size, 3), dtype=np.uint8)
    drawn[:] = picture.ground[:3]
    sprites = np.array([draw_sprite(shapes, size, picture.crisp) for shapes in picture.sprites], dtype=np.uint8)
    sprites = sprites.reshape(-1, size, size, 4)
    # From 0 to 256, because shifting bits is faster than dividing.
    opacities = sprites[..., 3:].astype(np.uint16)
    opacities += opacities >> 7
    opaque = opacities.min(axis=(1, 2, 3), initial=256) == 256
    # So many at a time that the numbers of the largest squares take a few MiB.
    step = max(1, _AT_ONCE // size**2)
    for layer in picture.layers:
        numbers = layer.cells.ravel()[squares]
        shown = np.flatnonzero(numbers >= 0)
        for at in (shown[i : i + step] for i in range(0, len(shown), step)):
            top = sprites[numbers[at]][..., :3]
            if not opaque[numbers[at]].all():
                opacity = opacities[numbers[at]]
                top = ((drawn[at] * (256 - opacity) + top * opacity) >> 8).astype(np.uint8)
            drawn[at] = top
    return drawn


def check_pixels(width: int, height: int) -> None:
    """Raise RequestError when a picture would be too large."""
    if width * height > MOST_PIXELS:
        raise RequestError(
            f"the picture would have {width} × {height} pixels: it may have at most {MOST_PIXELS}",
            hint="smaller tiles make it smaller",
        )


def columns_for(count: int) -> int:
    """Return the number of columns of a sheet of `count` sprites."""
    return max(1, min(count, _MOST_COLUMNS))


def write_sheet(sprites: Iterable[tuple[Shape, ...]], size: int) -> bytes:
    """Return a picture of sprites side by side on transparent ground, in rows of `columns_for` their number."""
    drawn = [draw_sprite(sprite, size) for sprite in sprites]
    columns = columns_for(len(drawn))
    rows = -(-len(drawn) // columns) or 1
    sheet = np.zeros((rows, size, columns, size, 4), dtype=np.uint8)
    for i, pixels in enumerate(drawn):
        sheet[i // columns, :, i % columns] = pixels
    return _encoded((sheet.reshape(rows * size, columns * size, 4),), columns * size, rows * size, 4)


@lru_cache(_SPRITES)
def draw_sprite(shapes: tuple[Shape, ...], size: int, crisp: bool = False) -> Bytes:
    """Return the pixels of a sprite, (size, size, 4); crisp ones have hard edges."""
    image = pillow().new("RGBA", (size, size), (0, 0, 0, 0))
    for shape in shapes:
        box = _within(shape, size, size)
        if box is None:
            continue
        left, top, right, bottom = box
        if isinstance(shape, Rect) and shape.colour.a == 255:
            image.paste(shape.colour, box)
        else:
            image.alpha_composite(_shape(moved(shape, -left, -top), right - left, bottom - top, crisp), (left, top))
    return np.asarray(image)


def _shape(shape: Shape, width: int, height: int, crisp: bool) -> Image:
    """Return the image of one shape. Round edges are drawn larger and scaled down, but crisp shapes have hard edges."""
    from PIL import ImageDraw

    pil = pillow()
    finer = _FINER if isinstance(shape, Oval | Polygon) else 1
    mask = pil.new("L", (width * finer, height * finer), 0)
    draw = ImageDraw.Draw(mask)
    match shape:
        case Rect(x, y, w, h, _):
            draw.rectangle((x, y, x + w - 1, y + h - 1), fill=255)
        case Pixels(x, y, scale, bitmap, _):
            for j, row in enumerate(bitmap):
                for i, ink in enumerate(row):
                    if ink:
                        left, top = x + i * scale, y + j * scale
                        draw.rectangle((left, top, left + scale - 1, top + scale - 1), fill=255)
        case Oval(x, y, w, h, _):
            # Pillow refuses ovals without a pixel.
            right, bottom = (x + max(w - 1 / finer, 0)) * finer, (y + max(h - 1 / finer, 0)) * finer
            draw.ellipse((x * finer, y * finer, right, bottom), fill=255)
        case Polygon(points, _):
            draw.polygon([(x * finer, y * finer) for x, y in points], fill=255)
    if finer > 1:
        mask = mask.reduce(finer)
        if crisp:
            mask = mask.point([255 * (level > 127) for level in range(256)])
    colour = shape.colour
    if colour.a < 255:
        mask = mask.point([level * colour.a // 255 for level in range(256)])
    image: Image = pil.new("RGBA", (width, height), (*colour[:3], 0))
    image.putalpha(mask)
    return image


def _draw_over(image: Image, picture: Picture) -> None:
    """Draw the shapes above the squares of a picture, each in its bounding box."""
    over = (letters(shape) if isinstance(shape, TextLine) else (shape,) for shape in picture.over)
    # Images by shape at the corner: the same digits and colours repeat.
    cache: dict[tuple[Shape, int, int], Image] = {}
    for placed in chain.from_iterable(over):
        shape = moved(placed, 0, picture.top) if picture.top else placed
        box = _within(shape, image.width, image.height)
        if box is None:
            continue
        left, top, right, bottom = box
        width, height = right - left, bottom - top
        key = moved(shape, -left, -top), width, height
        drawn = cache.get(key)
        if drawn is None:
            drawn = _shape(*key, picture.crisp)
            if width * height <= _SMALL:
                cache[key] = drawn
        image.paste(drawn, (left, top), drawn)


def _within(shape: Shape, width: int, height: int) -> tuple[int, int, int, int] | None:
    """Return the box of a shape within a picture: left, top, right and bottom; None when nothing of it is visible."""
    left, top, right, bottom = _box(shape)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _box(shape: Shape) -> tuple[int, int, int, int]:
    match shape:
        case Rect(x, y, w, h, _):
            return x, y, x + w, y + h
        case Pixels(x, y, scale, bitmap, _):
            return x, y, x + scale * len(bitmap[0]), y + scale * len(bitmap)
        case Oval(x, y, w, h, _):
            return int(x), int(y), int(x + w) + 1, int(y + h) + 1
        case Polygon(points, _):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1


def _encoded(strips: Iterable[Bytes], width: int, height: int, channels: int, about: bytes | None = None) -> bytes:
    """Return a PNG of strips of pixels, (rows, width, channels), from top to bottom.

    Each row is stored as its difference from the row above: most rows of squares repeat, and Pillow tries all filters,
    which takes three times as long.
    """
    above = np.zeros((1, width * channels), dtype=np.uint8)
    packer = zlib.compressobj(_LEVEL)
    packed = []
    for strip in strips:
        flat = strip.reshape(len(strip), -1)
        rows = np.empty((len(strip), 1 + width * channels), dtype=np.uint8)
        rows[:, 0] = _UP
        np.subtract(flat, np.concatenate([above, flat[:-1]]), out=rows[:, 1:])
        packed.append(packer.compress(rows.data))
        above = flat[-1:]
    header = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)
    texts = [] if about is None else [(b"zTXt", KEYWORD + b"\0\0" + zlib.compress(about))]
    parts = ((b"IHDR", header), *texts, (b"IDAT", b"".join([*packed, packer.flush()])), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def decode(content: bytes) -> bytes | None:
    """Return the size and the pixels of any PNG; None for other files and for damaged ones."""
    pil = pillow()
    try:
        with warnings.catch_warnings(action="ignore"), pil.open(io.BytesIO(content), formats=["PNG"]) as image:
            check_pixels(*image.size)
            return b"%d %d " % image.size + bytes(image.convert("RGB").tobytes())
    except (OSError, SyntaxError, ValueError, RequestError, pil.DecompressionBombError):
        return None


def pillow() -> ModuleType:
    """Import Pillow. Raises RequestError when it is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise RequestError(
            "png pictures are drawn with Pillow, which is not installed",
            hint=f"{how_to_install('pillow')} installs it; SVG needs nothing",
        ) from None
    return Image
