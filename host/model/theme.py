"""Themes of pictures: what walls and floors are made of where tiles do not say it, or where somebody asks for one."""

from __future__ import annotations

from typing import Any, NamedTuple

from host.model.colour import valid_colour

# The kind of prototypes of themes.
THEME = "theme"
WALL_MATERIALS = ("stone", "brick", "wood", "hedge", "cave", "ice")
FLOOR_KINDS = ("slabs", "boards", "earth", "grass", "marble", "mosaic", "rug", "rough", "frozen", "tiles")


class Theme(NamedTuple):
    """A material of WALL_MATERIALS, a floor of FLOOR_KINDS, and their colours (see `model.colour`)."""

    wall: str
    wall_colour: str
    floor: str
    floor_colour: str
    liquid_colour: str = "#3e62ce"

    @classmethod
    def from_data(cls, data: Any) -> Theme:
        """Return the theme of a document. Raises ValueError for a malformed one."""
        theme = cls(**{str(name): str(value) for name, value in dict(data).items()})
        colours = (theme.wall_colour, theme.floor_colour, theme.liquid_colour)
        if theme.wall not in WALL_MATERIALS or theme.floor not in FLOOR_KINDS or not all(map(valid_colour, colours)):
            raise ValueError(f"{data!r} is not a theme")
        return theme

    def to_data(self) -> dict[str, str]:
        """Return the fields by name."""
        return self._asdict()
