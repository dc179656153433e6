"""Themes (`--theme`): what walls and floors are made of, and their colours."""

from __future__ import annotations

from typing import Any, NamedTuple

from host.model.appearance import valid_colour

WALL_MATERIALS = ("stone", "brick", "wood", "hedge", "cave", "ice")
FLOOR_KINDS = ("slabs", "boards", "earth", "grass", "marble", "mosaic", "rug", "rough", "frozen", "tiles")


class Theme(NamedTuple):
    """A material of WALL_MATERIALS, a floor of FLOOR_KINDS, and their colours."""

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


PLAIN = Theme("stone", "#888a94", "slabs", "#888a94")
THEMES = {
    "crypt": Theme("stone", "#8e8c86", "slabs", "#7d7688", "#4f7a6a"),
    "cave": Theme("cave", "#8a7358", "rough", "#8d7d68", "#3f77b0"),
    "castle": Theme("brick", "#a86a58", "tiles", "#b09a7c", "#3e62ce"),
    "sewer": Theme("brick", "#6f7c5c", "slabs", "#74806c", "#7c9a34"),
    "garden": Theme("hedge", "#4c9040", "grass", "#6ea852", "#4a90d8"),
    "ice": Theme("ice", "#a8d4f0", "frozen", "#b4d2e4", "#3a86c8"),
}
