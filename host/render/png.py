"""Pictures as PNG, with Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from host.errors import RequestError
from host.paths import how_to_install
from host.render.palette import VOID
from host.render.shapes import Oval, Picture, Pixels, Polygon, Rect, Shape, moved

if TYPE_CHECKING:
    from PIL.Image import Image

# Factor by which round shapes are drawn larger and scaled down, for smooth edges.
_FINER = 4
# Pixels of the largest shape that is cached.
_SMALL = 4096
# Sprites in the cache: dungeons share most of theirs. The largest takes 64 KiB.
_SPRITES = 1024
# Pixels of the largest picture that viewers open.
MOST_PIXELS = 120_000_000


def write_png(picture: Picture) -> bytes:
    """Return the file. Raises RequestError when Pillow is missing, or the picture too large or empty."""
    pil = pillow()
    check_pixels(picture.width, picture.height)
    if not picture.width or not picture.height:
        raise RequestError("the map has no squares: a png must have at least one")
    size = picture.size
    image = pil.new("RGB", (picture.width, picture.height), VOID[:3])
    sprites = [draw_sprite(shapes, size) for shapes in picture.sprites]
    for layer in picture.layers:
        for y, row in enumerate(layer.cells.tolist()):
            for x, number in enumerate(row):
                if number >= 0:
                    sprite, clear = sprites[number]
                    image.paste(sprite, (x * size, y * size), sprite if clear else None)
    if picture.over:
        _draw_over(image, picture.over)
    return _encoded(image)


def check_pixels(width: int, height: int) -> None:
    """Raise RequestError when a picture would be too large."""
    if width * height > MOST_PIXELS:
        raise RequestError(
            f"the picture would have {width} × {height} pixels: it may have at most {MOST_PIXELS}",
            hint="smaller tiles make it smaller",
        )


def write_sheet(sprites: Iterable[tuple[Shape, ...]], size: int, columns: int) -> bytes:
    """Return a picture of sprites side by side on transparent ground, in rows of `columns`."""
    drawn = [draw_sprite(sprite, size)[0] for sprite in sprites]
    rows = -(-len(drawn) // columns) or 1
    image = pillow().new("RGBA", (columns * size, rows * size), (0, 0, 0, 0))
    for i, sprite in enumerate(drawn):
        image.paste(sprite, (i % columns * size, i // columns * size))
    return _encoded(image)


@lru_cache(_SPRITES)
def draw_sprite(shapes: tuple[Shape, ...], size: int) -> tuple[Image, bool]:
    """Return the image of a sprite, and whether any of it is transparent."""
    pil = pillow()
    image = pil.new("RGBA", (size, size), (0, 0, 0, 0))
    for shape in shapes:
        if isinstance(shape, Rect):
            _fill(image, shape)
        else:
            image.alpha_composite(_shape(shape, size, size))
    return image, image.getextrema()[3][0] < 255


def _fill(image: Image, shape: Rect) -> None:
    """Draw a rectangle as `_shape` does, in the time of its own pixels: a sprite of a sheet has thousands."""
    left, top = max(shape.x, 0), max(shape.y, 0)
    right, bottom = min(shape.x + shape.width, image.width), min(shape.y + shape.height, image.height)
    if left >= right or top >= bottom:
        return
    box = (left, top, right, bottom)
    if shape.colour.a == 255 or image.crop(box).getchannel("A").getbbox() is None:
        image.paste(shape.colour, box)
    else:
        image.alpha_composite(pillow().new("RGBA", (right - left, bottom - top), shape.colour), (left, top))


def _shape(shape: Shape, width: int, height: int) -> Image:
    """Return the image of one shape, drawn larger and scaled down when it has round edges."""
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
    colour = shape.colour
    if colour.a < 255:
        mask = mask.point([level * colour.a // 255 for level in range(256)])
    image: Image = pil.new("RGBA", (width, height), (*colour[:3], 0))
    image.putalpha(mask)
    return image


def _draw_over(image: Image, shapes: Iterable[Shape]) -> None:
    """Draw shapes on the whole picture, each in its bounding box."""
    # Images by shape at the corner: the same digits and colours repeat.
    cache: dict[tuple[Shape, int, int], Image] = {}
    for shape in shapes:
        left, top, right, bottom = _box(shape)
        left, top = max(left, 0), max(top, 0)
        width, height = min(right, image.width) - left, min(bottom, image.height) - top
        if width > 0 and height > 0:
            key = moved(shape, -left, -top), width, height
            drawn = cache.get(key)
            if drawn is None:
                drawn = _shape(*key)
                if width * height <= _SMALL:
                    cache[key] = drawn
            image.paste(drawn, (left, top), drawn)


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


def _encoded(image: Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


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
