"""Brush: draws the shapes of sprites in sixteenths of a square."""

from __future__ import annotations

from host.render import font
from host.render.palette import INK, Colour, brightness, darker, legible
from host.render.shapes import Oval, Pixels, Polygon, Rect, Shape


class Brush:
    """Draws shapes for squares of `size` pixels. Edges of rectangles lie between pixels, so that they stay crisp."""

    def __init__(self, size: int) -> None:
        self.size = size
        # Pixels of the thinnest line.
        self.line = max(1, round(size / 20))

    def at(self, sixteenths: float) -> int:
        """Return the nearest position between two pixels."""
        return int(sixteenths * self.size / 16 + 0.5)

    def rect(self, x: float, y: float, width: float, height: float, colour: Colour) -> Rect:
        """Draw a rectangle of at least one pixel."""
        left, top = self.at(x), self.at(y)
        right, bottom = max(self.at(x + width), left + 1), max(self.at(y + height), top + 1)
        return Rect(left, top, right - left, bottom - top, colour)

    def oval(self, x: float, y: float, width: float, height: float, colour: Colour) -> Oval:
        """Draw an oval."""
        f = self.size / 16
        return Oval(x * f, y * f, width * f, height * f, colour)

    def polygon(self, colour: Colour, *points: tuple[float, float]) -> Polygon:
        """Draw a polygon."""
        f = self.size / 16
        return Polygon(tuple((x * f, y * f) for x, y in points), colour)

    def whole(self, colour: Colour) -> Rect:
        """Fill the whole square."""
        return Rect(0, 0, self.size, self.size, colour)

    def letter(self, character: str, colour: Colour, scale: int, *, dy: int = 0) -> Pixels:
        """Draw a letter in the middle of the square."""
        bitmap = font.letter(character)
        x = (self.size - font.WIDTH * scale + 1) // 2
        y = (self.size - len(bitmap) * scale + 1) // 2 + dy
        return Pixels(x, y, scale, bitmap, colour)

    def outlined(self, character: str, colour: Colour, scale: int) -> list[Shape]:
        """Draw a letter with a dark rim, legible on any ground."""
        inner = self.letter(character, legible(colour), scale)
        if self.size < 12:
            return [inner]
        rim = max(1, scale // 2)
        ink = INK._replace(a=200)
        steps = (-rim, 0, rim)
        around: list[Shape] = [
            inner._replace(x=inner.x + dx, y=inner.y + dy, colour=ink) for dx in steps for dy in steps if dx or dy
        ]
        return [*around, inner]

    def on(self, character: str, ground: Colour, scale: int) -> Pixels:
        """Draw a letter on a coloured ground, dark on light and light on dark."""
        ink = INK if brightness(ground) > 105 else Colour(255, 255, 255)
        return self.letter(character, ink, scale)

    @property
    def large(self) -> int:
        """Return the scale of a letter that stands alone."""
        return max(1, self.size // 8)

    @property
    def small(self) -> int:
        """Return the scale of a letter on a shape."""
        return max(1, self.size // 12)

    def framed(self, x: float, y: float, width: float, height: float, colour: Colour) -> list[Shape]:
        """Draw a rectangle with a dark rim."""
        outer = self.rect(x, y, width, height, darker(colour, 0.65))
        rim = self.line
        inner = Rect(outer.x + rim, outer.y + rim, outer.width - 2 * rim, outer.height - 2 * rim, colour)
        return [outer, inner] if inner.width > 0 and inner.height > 0 else [outer]
