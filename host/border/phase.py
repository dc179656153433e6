"""Phases: the four times at which mods run, as bits. A function declares the phases in which it may be called."""

from __future__ import annotations

from host.errors import listing

LOAD, OPTIONS, START, PLAY = 1, 2, 4, 8

# While there is a map and players; while there is a seed to draw from; at any time.
GAME = START | PLAY
DRAW = OPTIONS | START | PLAY
ALWAYS = LOAD | OPTIONS | START | PLAY

_TITLES = {
    LOAD: "while mods load",
    # The options of a generator.
    OPTIONS: "while the menu is read",
    START: "at the start of a game",
    PLAY: "during play",
}


def title(phases: int) -> str:
    """Name phases for a message: `at the start of a game or during play`."""
    return listing(text for phase, text in _TITLES.items() if phase & phases)
