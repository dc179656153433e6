"""The sprites of a picture, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from host.render.brush import Brush
from host.render.shapes import Shape, Sprite

# Sprites that pictures share. The largest have some fifty shapes.
_SHARED = 8192


class SpriteBook:
    """Numbers sprites by the values that decide their shapes."""

    def __init__(self, size: int) -> None:
        self.brush = Brush(size)
        self.sprites: list[Sprite] = []
        self._numbers: dict[Hashable, int] = {}

    def number(self, key: Hashable, draw: Callable[..., list[Shape]], *arguments: Any) -> int:
        """Return the number of the sprite that `draw(brush, *arguments)` makes, -1 for one without shapes.

        Calls with equal keys share a sprite.
        """
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._add(tuple(draw(self.brush, *arguments)))
        return number

    def shared(self, draw: Callable[..., list[Shape]], *arguments: Hashable) -> int:
        """Return the number of a sprite whose shapes depend on nothing but the arguments, so that pictures share it."""
        key = (draw, *arguments)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._add(_draw(self.brush.size, draw, arguments))
        return number

    def both(self, below: int, above: int) -> int:
        """Return the number of one sprite on another."""
        return self.number(("both", below, above), lambda _: [*self.sprites[below], *self.sprites[above]])

    def _add(self, shapes: Sprite) -> int:
        if not shapes:
            return -1
        self.sprites.append(shapes)
        return len(self.sprites) - 1


@lru_cache(_SHARED)
def _draw(size: int, draw: Callable[..., list[Shape]], arguments: tuple[Hashable, ...]) -> Sprite:
    return tuple(draw(Brush(size), *arguments))
