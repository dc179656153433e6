"""The four moments at which mods run, and which functions belong to which."""

from __future__ import annotations

from enum import Flag, auto


class Phase(Flag):
    """What is going on; functions say in which phases they may be called."""

    LOAD = auto()
    MENU = auto()
    START = auto()
    PLAY = auto()

    GAME = START | PLAY
    DRAW = MENU | START | PLAY
    ALWAYS = LOAD | MENU | START | PLAY


_TITLES = {
    Phase.LOAD: "while mods load",
    Phase.MENU: "while the menu is read",
    Phase.START: "at the start of a game",
    Phase.PLAY: "during play",
}


def title(phase: Phase) -> str:
    """`at the start of a game or during play`."""
    from host.errors import listing

    return listing(text for one, text in _TITLES.items() if one in phase)
