"""The style of a picture: everything that an author chooses about it, such as `--tile-size`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from host.errors import RequestError, listing, show_value
from host.errors.spelling import did_you_mean
from host.model.checks import as_plain
from host.render.formats import DEFAULT_SIZE, LEAST_SIZE, MOST_SIZE, OVERLAYS

# What the path of a scene of Godot begins with.
SCENE_PATHS = ("res://", "uid://")
# Type of a field -> what its value must be.
_KINDS = {int: "a whole number", bool: "True or False"}


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """How a picture of a map is drawn."""

    # Pixels per square.
    tile_size: int = DEFAULT_SIZE
    # Values of OVERLAYS.
    overlays: tuple[str, ...] = ()
    # Above the map: its generator and seed, or its title.
    title: bool = False
    # Below the map: what its symbols mean.
    legend: bool = False
    # In each room: its number.
    numbers: bool = False
    # Lines between squares.
    grid: bool = False
    # Black on parchment, for printing.
    paper: bool = False
    # Dark, except near what gives light.
    light: bool = False
    # The name of a theme of the host or of a mod, or None for what the tiles say.
    theme: str | None = None
    # For Godot: (kind or id of things, path of their scene), sorted.
    scenes: tuple[tuple[str, str], ...] = ()

    @classmethod
    def requested(cls, **values: Any) -> PictureStyle:
        """Return the style that a user asked for, of commands, library or studio. Raises RequestError."""
        values = {name: as_plain(value) for name, value in values.items()}
        style = cls(**values)
        for name, value in values.items():
            expected = type(getattr(PLAIN_STYLE, name))
            if expected in _KINDS and type(value) is not expected:
                raise RequestError(f"{name} is {show_value(value)}: must be {_KINDS[expected]}")
        if not LEAST_SIZE <= style.tile_size <= MOST_SIZE:
            raise RequestError(
                f"tile_size is {show_value(style.tile_size)}: must be between {LEAST_SIZE} and {MOST_SIZE}"
            )
        for overlay in style.overlays:
            if overlay not in OVERLAYS:
                raise RequestError(f'there is no overlay "{overlay}"', hint=did_you_mean(overlay, OVERLAYS))
        for kind, scene in values.get("scenes", ()):
            if not isinstance(kind, str) or not isinstance(scene, str):
                raise RequestError(f"scenes has {show_value((kind, scene))}: must be texts for texts")
            if not scene.startswith(SCENE_PATHS):
                raise RequestError(f'the scene of {kind} is "{scene}": must begin with {listing(SCENE_PATHS, "or")}')
        if style.light and style.paper:
            raise RequestError("light is for screens and paper for printers: choose one of them")
        return style


PLAIN_STYLE = PictureStyle()
