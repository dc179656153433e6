"""Frames of a game: what a page draws after each move, as differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from host.engine.playing.scene import Scene
from host.errors import shorten, visible
from host.render.palette import Colour
from host.render.scene import CREATURES, draw_scene
from host.render.shapes import Rect, Sprite
from host.studio.drawing import SIZE, STYLE, encode_array, encode_sprite

# Sprites after which the next frame is a scene with new numbers, for games whose sprites never repeat.
_MOST_SPRITES = 20_000
# Lines that a frame has, things, actions and sights that it lists, and characters of each.
_MOST_LINES, _MOST_LISTED, _MOST_CHARACTERS = 100, 200, 500
# Part of the cells that may differ from one frame to the next; else the next frame is a scene.
_MOST_CHANGED = 0.25

# The layer above all others: squares that the player has never seen, and those that it only remembers.
_FOG = "fog"
_DARK: Sprite = (Rect(0, 0, SIZE, SIZE, Colour(10, 11, 15)),)
_DIM: Sprite = (Rect(0, 0, SIZE, SIZE, Colour(10, 11, 15, 150)),)

# A sprite for each square, by layer; -1 for none.
Cells = dict[str, npt.NDArray[np.int32]]


class FrameDrawer:
    """Draws the scenes of a game as its player knows them; sprites keep their numbers from frame to frame."""

    def __init__(self) -> None:
        self._numbers: dict[Sprite, int] = {}
        self._cells: Cells = {}
        # Number of a map -> its cells as the player saw them last, with sprites of `_numbers`.
        self._memory: dict[int, Cells] = {}

    def frame(self, scene: Scene, action: str, number: int, lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """Return the frame of a scene: the `number` of actions so far, the last one, and kinds and texts of lines."""
        sights = dict.fromkeys(scene.sights().values())
        return {
            "number": number,
            "action": action,
            "turn": scene.turn,
            "name": short(scene.name),
            "title": short(scene.title),
            "status": short(scene.status),
            "goal": short(scene.goal),
            "outcome": scene.outcome,
            "player": scene.player,
            "health": scene.health,
            "max_health": scene.most_health,
            "things": [_cut(thing._asdict()) for thing in scene.things[:_MOST_LISTED]],
            "actions": [_cut(offer._asdict()) for offer in [*scene.offers.values()][:_MOST_LISTED]],
            "sights": [short(name) for name in [*sights][:_MOST_LISTED]],
            "lines": [{"kind": kind, "text": short(text)} for kind, text in lines[:_MOST_LINES]],
            "left_out": max(0, len(lines) - _MOST_LINES),
            **self.draw(scene),
        }

    def draw(self, scene: Scene) -> dict[str, Any]:
        """Return the picture of a scene: a `scene`, or its differences from the last one.

        Differences are new `sprites`, and `cells`: layer, square and sprite of each, where layers go by number.
        """
        if len(self._numbers) > _MOST_SPRITES:
            self._numbers, self._cells, self._memory = {}, {}, {}
        before = len(self._numbers)
        former, self._cells = self._cells, self._remember(scene)
        changed = _changed_cells(former, self._cells)
        if changed is None:
            return {
                "scene": {
                    "width": scene.map.width,
                    "height": scene.map.height,
                    "size": STYLE.tile_size,
                    "sprites": [encode_sprite(sprite) for sprite in self._numbers],
                    "layers": [{"name": name, "cells": encode_array(cells)} for name, cells in self._cells.items()],
                }
            }
        new = list(self._numbers)[before:]
        return {"sprites": [encode_sprite(sprite) for sprite in new], "cells": encode_array(changed)}

    def _remember(self, scene: Scene) -> Cells:
        """Return the cells of a scene: what is not seen looks as it did when it was, without creatures."""
        picture = draw_scene(scene.known_map(), STYLE)
        # The last number stands for no sprite, whose number is -1.
        numbers = np.array([*map(self._number, picture.sprites), -1], dtype=np.int32)
        drawn = {layer.name: numbers[layer.cells] for layer in picture.layers}
        memory = self._memory.get(scene.place, {})
        nothing = np.full_like(drawn[CREATURES], -1)
        cells: Cells = {}
        # A layer that a map has no more is empty.
        for name in dict.fromkeys((*drawn, *memory)):
            now = drawn.get(name, nothing)
            # In a game that goes on with a save, what was seen before looks as it does now.
            past = memory.get(name, nothing) if memory else now
            if name == CREATURES:
                # Entrances and doors of worlds are drawn there, too; out of sight the known map has no others.
                past = np.where(past >= 0, now, nothing)
            cells[name] = np.where(scene.visible, now, np.where(scene.seen, past, nothing))
        self._memory[scene.place] = cells
        dark, dim = self._number(_DARK), self._number(_DIM)
        fog = np.where(scene.visible, -1, np.where(scene.seen, dim, dark)).astype(np.int32)
        return {**cells, _FOG: fog}

    def _number(self, sprite: Sprite) -> int:
        return self._numbers.setdefault(sprite, len(self._numbers))


def short(text: str) -> str:
    """Return what a page gets of a text of a mod."""
    return visible(shorten(text, _MOST_CHARACTERS))


def _cut(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: short(value) if isinstance(value, str) and name != "id" else value for name, value in fields.items()}


def _changed_cells(before: Cells, after: Cells) -> npt.NDArray[np.int32] | None:
    """Return (n, 3): layer, square and sprite of each changed cell; None for many, or for maps of different shapes."""
    if list(before) != list(after) or any(before[name].shape != cells.shape for name, cells in after.items()):
        return None
    rows = []
    for layer, (name, cells) in enumerate(after.items()):
        squares = np.flatnonzero(before[name] != cells)
        rows.append(np.column_stack([np.full_like(squares, layer), squares, cells.flat[squares]]))
    changed = np.concatenate(rows).astype(np.int32)
    most = _MOST_CHANGED * sum(cells.size for cells in after.values())
    return changed if len(changed) <= most else None
