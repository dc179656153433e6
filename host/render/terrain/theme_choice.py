"""The choice of the theme of a picture: by its name, or by the generator of the map."""

from __future__ import annotations

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.game_map import GameMap
from host.model.themes import PLAIN, THEMES, Theme

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
        **{prototype.id: prototype.fields for prototype in game_map.registry.all("theme")},
    }
    if name not in themes:
        raise RequestError(f'there is no theme "{name}": must be {listing(themes)}', hint=did_you_mean(name, themes))
    return themes[name]
