"""Colours of pictures: the values of names, and lighter and darker variants."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green, blue and opacity, each 0 … 255."""

    r: int
    g: int
    b: int
    a: int = 255


# The colour of squares without tiles.
VOID = Colour(16, 17, 22)
INK = Colour(12, 12, 16)
PAPER = Colour(244, 242, 234)

# Softer than colours of terminals, which are too bright on whole squares.
_NAMED = {
    "black": (62, 62, 70),
    "red": (196, 66, 60),
    "green": (78, 160, 72),
    "yellow": (192, 152, 64),
    "blue": (62, 98, 206),
    "magenta": (176, 84, 184),
    "cyan": (64, 164, 176),
    "white": (214, 214, 220),
    "grey": (136, 138, 148),
    "bright_red": (255, 108, 94),
    "bright_green": (122, 220, 100),
    "bright_yellow": (255, 216, 84),
    "bright_blue": (110, 152, 255),
    "bright_magenta": (236, 130, 238),
    "bright_cyan": (98, 222, 228),
    "bright_white": (255, 255, 255),
}
_DEFAULT = Colour(*_NAMED["white"])

# From near to far.
_HEAT = tuple(Colour(*c) for c in ((255, 238, 140), (250, 160, 70), (214, 76, 92), (124, 52, 140), (44, 40, 110)))


def colour_of(name: str | None) -> Colour:
    """Return the value of a colour of a mod (see `model.appearance`)."""
    if name is None:
        return _DEFAULT
    if name.startswith("#"):
        return Colour(*(int(name[i : i + 2], 16) for i in (1, 3, 5)))
    return Colour(*_NAMED[name])


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a colour mixed with a share 0 … 1 of another."""
    return Colour(*(round(a + (b - a) * share) for a, b in zip(colour, other, strict=True)))


def darker(colour: Colour, share: float) -> Colour:
    """Mix a colour with a share 0 … 1 of ink."""
    return mix(colour, INK._replace(a=colour.a), share)


def lighter(colour: Colour, share: float) -> Colour:
    """Mix a colour with a share 0 … 1 of paper."""
    return mix(colour, PAPER._replace(a=colour.a), share)


def brightness(colour: Colour) -> float:
    """Return the perceived brightness, 0 … 255."""
    return 0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b


def legible(colour: Colour, least: float = 120.0) -> Colour:
    """Return a colour that is legible on dark ground."""
    light = brightness(colour)
    return colour if light >= least else lighter(colour, (least - light) / (242.0 - light))


def heat(share: float) -> Colour:
    """Return the colour of a distance: 0 is near, 1 the farthest."""
    at = min(max(share, 0.0), 1.0) * (len(_HEAT) - 1)
    first = min(int(at), len(_HEAT) - 2)
    return mix(_HEAT[first], _HEAT[first + 1], at - first)


def hue(number: int) -> Colour:
    """Return one of many colours that are easy to distinguish."""
    return _HUES[number % len(_HUES)]


_HUES = tuple(
    Colour(*c)
    for c in (
        (102, 204, 255),
        (255, 170, 80),
        (140, 224, 110),
        (242, 130, 196),
        (246, 226, 96),
        (168, 150, 255),
        (90, 220, 190),
        (255, 124, 112),
    )
)

# Colours of sprites by name. Those of materials stand for main colours, too.
TONES = {
    name: Colour(*rgb)
    for name, rgb in {
        "wood": (158, 108, 60),
        "iron": (128, 138, 156),
        "steel": (196, 206, 222),
        "stone": (152, 152, 162),
        "marble": (216, 216, 226),
        "brick": (172, 92, 74),
        "hedge": (66, 128, 60),
        "cave": (122, 104, 88),
        "ice": (176, 220, 246),
        "gold": (244, 198, 72),
        "silver": (208, 214, 228),
        "bronze": (196, 128, 72),
        "bone": (234, 226, 202),
        "leather": (134, 88, 54),
        "cloth": (184, 76, 84),
        "straw": (216, 186, 92),
        "glass": (196, 226, 238),
        "clay": (200, 132, 96),
        "paper": (242, 230, 196),
        "flame": (255, 148, 48),
        "ember": (255, 226, 104),
        "leaf": (84, 158, 70),
        "water": (72, 130, 216),
        "skin": (234, 186, 146),
        "flesh": (204, 84, 88),
        "orc": (112, 146, 76),
        "slime": (116, 204, 96),
        "fur": (156, 120, 88),
        "night": (58, 56, 74),
        "violet": (150, 92, 196),
        "red": (216, 66, 60),
        "white": (250, 250, 250),
        "black": (34, 34, 42),
        "hole": (18, 18, 24),
        "eye": (255, 236, 120),
    }.items()
}
