"""Themes: what walls and floors are made of where tiles do not say it, or where somebody asks for a theme."""

from __future__ import annotations

from host.errors import RequestError, did_you_mean, listing
from host.model.game_map import GameMap
from host.model.theme import THEME, Theme

PLAIN = Theme("stone", "#888a94", "slabs", "#888a94")
THEMES = {
    "crypt": Theme("stone", "#8e8c86", "slabs", "#7d7688", "#4f7a6a"),
    "cave": Theme("cave", "#8a7358", "rough", "#8d7d68", "#3f77b0"),
    "castle": Theme("brick", "#a86a58", "tiles", "#b09a7c", "#3e62ce"),
    "sewer": Theme("brick", "#6f7c5c", "slabs", "#74806c", "#7c9a34"),
    "garden": Theme("hedge", "#4c9040", "grass", "#6ea852", "#4a90d8"),
    "ice": Theme("ice", "#a8d4f0", "frozen", "#b4d2e4", "#3a86c8"),
}
# Generators of the host whose tiles say nothing, and the theme that fits what they make.
_OF_GENERATORS = {"caves": "cave", "walk": "cave"}


def theme_of(game_map: GameMap, name: str | None) -> Theme:
    """Return the theme of a picture. Raises RequestError for a name that no theme has."""
    if name is None:
        generator = game_map.origin.generator if game_map.origin is not None else None
        fitting = _OF_GENERATORS.get(generator or "")
        return PLAIN if fitting is None else THEMES[fitting]
    themes: dict[str, Theme] = {
        **THEMES,
        **{prototype.id: prototype.fields for prototype in game_map.registry.all(THEME)},
    }
    if name not in themes:
        raise RequestError(f'there is no theme "{name}": must be {listing(themes)}', hint=did_you_mean(name, themes))
    return themes[name]
