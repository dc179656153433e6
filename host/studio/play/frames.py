"""Frames of a game: what a page draws after each move, as differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.render.scene import draw_scene
from host.render.shapes import Sprite
from host.studio.drawing import STYLE, check_size, encode_array, encode_sprite

# Sprites after which the next frame is a scene with new numbers, for games whose sprites never repeat.
_MOST_SPRITES = 20_000
# Part of the cells that may differ from one frame to the next; else the next frame is a scene.
_MOST_CHANGED = 0.25

# A sprite for each square, by layer; -1 for none.
Cells = dict[str, npt.NDArray[np.int32]]


class FrameDrawer:
    """Draws the maps of a game; sprites keep their numbers from frame to frame."""

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._numbers: dict[Sprite, int] = {}
        self._cells: Cells = {}

    def read_map(self) -> GameMap:
        """Return the map that was drawn last. Raises HostError for a malformed document."""
        return from_document(self._document)

    def draw(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Return the picture of the map after changes to its document: a `scene`, or its differences from the last one.

        Differences are new `sprites`, and `cells`: layer, square and sprite of each, where layers go by number.
        Raises HostError for a malformed document, and for a map that is too large to show.
        """
        document = {**self._document, **changes}
        check_size(document)
        picture = draw_scene(from_document(document), STYLE)
        self._document = document
        if len(self._numbers) > _MOST_SPRITES:
            self._numbers, self._cells = {}, {}
        before = len(self._numbers)
        for sprite in picture.sprites:
            self._numbers.setdefault(sprite, len(self._numbers))
        # The last number stands for no sprite, whose number is -1.
        numbers = np.array([*(self._numbers[sprite] for sprite in picture.sprites), -1], dtype=np.int32)
        former, self._cells = self._cells, {layer.name: numbers[layer.cells] for layer in picture.layers}
        changed = _changed_cells(former, self._cells)
        if changed is None:
            return {
                "scene": {
                    "width": picture.width // picture.size,
                    "height": picture.height // picture.size,
                    "size": picture.size,
                    "sprites": [encode_sprite(sprite) for sprite in self._numbers],
                    "layers": [{"name": name, "cells": encode_array(cells)} for name, cells in self._cells.items()],
                }
            }
        new = list(self._numbers)[before:]
        return {"sprites": [encode_sprite(sprite) for sprite in new], "cells": encode_array(changed)}


def _changed_cells(before: Cells, after: Cells) -> npt.NDArray[np.int32] | None:
    """Return (n, 3): layer, square and sprite of each changed cell; None for many, or for maps of different shapes."""
    if not before or any(before[name].shape != cells.shape for name, cells in after.items()):
        return None
    rows = []
    for layer, (name, cells) in enumerate(after.items()):
        squares = np.flatnonzero(before[name] != cells)
        rows.append(np.column_stack([np.full_like(squares, layer), squares, cells.flat[squares]]))
    changed = np.concatenate(rows).astype(np.int32)
    most = _MOST_CHANGED * sum(cells.size for cells in after.values())
    return changed if len(changed) <= most else None
