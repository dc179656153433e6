"""The names of colours that mods may give: the sixteen of a terminal, and #rrggbb."""

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
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")


def drawn_glyph(text: str) -> str | None:
    """The glyph that a mod chose, if it can be drawn: one character."""
    return text if len(text) == 1 and text.isprintable() else None


def drawn_colour(text: str) -> str | None:
    """The colour that a mod chose, if there is such a one."""
    return text if text in COLOURS or HEX_COLOUR.match(text) else None
