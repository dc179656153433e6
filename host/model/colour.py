"""Colours and glyphs that mods may use: the sixteen colour names of a terminal, and #rrggbb."""

from __future__ import annotations

import re

# In the order of the ANSI codes 30 … 37 and 90 … 97.
COLOURS = (
    "black",
    "red",
    "green",
    "yellow",
    "blue",
    "magenta",
    "cyan",
    "white",
    "grey",
    "bright_red",
    "bright_green",
    "bright_yellow",
    "bright_blue",
    "bright_magenta",
    "bright_cyan",
    "bright_white",
)
_COLOUR_NAMES = frozenset(COLOURS)
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")


def valid_glyph(text: str) -> str | None:
    """Return a glyph that a picture can show, which is one printable character, or None."""
    return text if len(text) == 1 and text.isprintable() else None


def valid_colour(text: str) -> str | None:
    """Return a colour name or #rrggbb, or None when it is neither."""
    return text if text in _COLOUR_NAMES or HEX_COLOUR.match(text) else None
