"""Pictures as SVG: each sprite is defined once and referenced; layers are layers of Inkscape, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from host.errors import RequestError
from host.render import font
from host.render.font import text_width
from host.render.markup import to_markup
from host.render.palette import Colour
from host.render.shapes import Layer, Names, Oval, Picture, Pixels, Polygon, Rect, Shape, Sprite, TextLine

# Squares of the largest picture that viewers open.
MAX_SQUARES = 500_000
# Sprites in the cache: dungeons share most of theirs.
_SPRITES = 4096
# Inkscape lists a group with this as a layer.
_INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
# What lies over things does not take the mouse from them.
_OVER = ' pointer-events="none"'


def write_svg(picture: Picture, about: str | None = None, titles: Names = MappingProxyType({})) -> str:
    """Return the text of the file; equal pictures give equal text. Raises RequestError when it is too large.

    about: text of its metadata. titles: names that browsers show where the mouse is.
    """
    check_squares(picture.layers[0].cells.size)
    used = sorted({number for layer in picture.layers for number in set(layer.cells.ravel().tolist()) if number >= 0})
    size = picture.size
    sides = f'width="{picture.width}" height="{picture.top + picture.height}"'
    view = f'viewBox="0 {-picture.top} {picture.width} {picture.top + picture.height}"'
    crisp = ' shape-rendering="crispEdges"' if picture.crisp else ""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {_INKSCAPE} {sides} {view}{crisp}>',
        *([] if about is None else [f"<metadata>{to_markup(about)}</metadata>"]),
        "<defs>",
        *(f'<g id="s{number}">{_shapes(picture.sprites[number])}</g>' for number in used),
        "</defs>",
        f'<rect y="{-picture.top}" {sides} {_fill(picture.ground)}/>',
    ]
    named = False
    for layer in picture.layers:
        # Light lies over the things that have titles.
        named = named or layer.name in titles
        lines.append(_group(layer.name, _OVER if named and layer.name not in titles else ""))
        lines += _uses(layer, size, titles.get(layer.name, {}))
        lines.append("</g>")
    if picture.over:
        lines += [_group("overlay", _OVER), *map(_over, picture.over), "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _group(name: str, more: str = "") -> str:
    name = to_markup(name)
    return f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}"{more}>'


def _uses(layer: Layer, size: int, titles: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Yield the sprites of each row of a layer that has some."""
    ends = {square: f"><title>{to_markup(title)}</title></use>" for square, title in titles.items()}
    for y, row in enumerate(layer.cells.tolist()):
        uses = "".join(
            [
                f'<use href="#s{n}" x="{x * size}" y="{y * size}"{ends.get((x, y), "/>") if ends else "/>"}'
                for x, n in enumerate(row)
                if n >= 0
            ]
        )
        if uses:
            yield uses


def check_squares(squares: int) -> None:
    """Raise RequestError when a picture would be too large."""
    if squares > MAX_SQUARES:
        raise RequestError(f"the picture would have {squares} squares: an svg may have at most {MAX_SQUARES}")


@lru_cache(_SPRITES)
def _shapes(shapes: Sprite) -> str:
    return "".join(map(_shape, shapes))


def _over(shape: Shape | TextLine) -> str:
    if not isinstance(shape, TextLine):
        return _shape(shape)
    # The letters of the font of PNG are as wide and as high.
    x, y, scale, words, colour = shape
    length = f'textLength="{text_width(words, scale)}" lengthAdjust="spacingAndGlyphs"'
    style = f'font-family="monospace" font-size="{9 * scale}" {length} {_fill(colour)}'
    return f'<text x="{x}" y="{y + font.HEIGHT * scale}" {style}>{to_markup(words)}</text>'


def _shape(shape: Shape) -> str:
    fill = _fill(shape.colour)
    match shape:
        case Rect(x, y, w, h, _):
            return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" {fill} shape-rendering="crispEdges"/>'
        case Oval(x, y, w, h, _):
            cx, cy, rx, ry = map(_number, (x + w / 2, y + h / 2, w / 2, h / 2))
            return f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" {fill}/>'
        case Polygon(points, _):
            return f'<polygon points="{" ".join(f"{_number(x)},{_number(y)}" for x, y in points)}" {fill}/>'
        case Pixels(x, y, scale, bitmap, _):
            runs = "".join(
                f"M{x + start * scale} {y + j * scale}h{length * scale}v{scale}h{-length * scale}z"
                for j, row in enumerate(bitmap)
                for start, length in _runs(row)
            )
            return f'<path d="{runs}" {fill} shape-rendering="crispEdges"/>'


def _runs(row: tuple[bool, ...]) -> Iterable[tuple[int, int]]:
    """Yield (first, length) of each run of adjacent dots."""
    start = None
    for i, ink in enumerate((*row, False)):
        if ink and start is None:
            start = i
        elif not ink and start is not None:
            yield start, i - start
            start = None


def _fill(colour: Colour) -> str:
    text = f'fill="#{colour.r:02x}{colour.g:02x}{colour.b:02x}"'
    return text if colour.a == 255 else f'{text} fill-opacity="{_number(colour.a / 255)}"'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
