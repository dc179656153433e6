"""How things look: colours and glyphs, sprites and materials."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from host.errors import counted
from host.errors.spelling import did_you_mean, nearest
from host.model.registry import Registry

# Fields of how a thing looks, of tiles, types and objects.
LOOKS = ("name", "glyph", "colour", "sprite", "material")
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


def near_colour(text: str) -> str | None:
    """Return the colour that a text means which is none: #rgb of style sheets, or a misspelled name; else None."""
    if re.fullmatch("#[0-9a-fA-F]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:])
    return nearest(text, COLOURS)


# Keys of the sprites that the host draws, see `render/sprites/families.py`.
_KEYS = """
altar amulet anvil apple arch armour arrow axe barrel bat bear bed beetle bench blood bomb bones book boots
boulder bow bowl bridge bush cage cat cauldron chair cheese chest claw club coffin coins corpse crate
crossbow crown cup curtain dagger dog door dragon flask flowers food fountain gargoyle gem ghost goblin
grave guard hammer heart hearth helmet key knight lever lich lockpick mage meat mound mountain mushroom ogre
orb orc pentagram pickaxe pillar pit plate plinth puddle rack rat ring rubble rug scroll shelf shield
skeleton slime snake spear spider staff stairs statue straw sword table throne torch trap tree urn villager
wand water web well wisp workbench zombie
"""
SPRITES = frozenset(_KEYS.split())
# What things are made of: the main colour of a thing that has none, and the way in which a wall is drawn.
MATERIALS = (
    "wood", "stone", "marble", "brick", "iron", "steel", "gold", "silver", "bronze", "ice", "cave", "hedge", "bone",
    "clay", "cloth", "glass", "leather", "straw",
)  # fmt: skip

# The tone that stands for the colour and the material of a thing.
MAIN = "main"
RECT, OVAL, CIRCLE, POLYGON, LINE = PARTS = ("rect", "oval", "circle", "polygon", "line")
# Shapes of a sprite, and numbers of a shape, that a mod may draw; pixels of a side of a sprite from a sheet.
MOST_PARTS, MOST_NUMBERS, MOST_SIZE = 64, 64, 64
# Sixteenths of a square.
SIDE = 16
# kind -> how many numbers it has; polygons and lines have many.
_COUNTS = {RECT: 4, OVAL: 4, CIRCLE: 3}
_LEAST_COUNTS = {POLYGON: 6, LINE: 5}
RULES = {
    RECT: "x, y, width and height",
    OVAL: "x, y, width and height",
    CIRCLE: "x, y and the radius",
    POLYGON: "x and y of three corners or more",
    LINE: "its width, and x and y of two points or more",
}


class Part(NamedTuple):
    """A shape of a sprite, in sixteenths of a square.

    `numbers` are x, y, width and height of a rect and of the box of an oval; x, y of the middle and the radius of a
    circle; x and y of each corner of a polygon; the width of a line and then x and y of each of its points.
    """

    kind: str
    # #rrggbb, or a tone of `render/sprites/pen.py`.
    tone: str
    numbers: tuple[float, ...]


class SpriteArt(NamedTuple):
    """A sprite that a mod draws: parts, or else `size` × `size` pixels, 4 bytes each: red, green, blue, opacity."""

    parts: tuple[Part, ...] = ()
    size: int = 0
    pixels: bytes = b""

    def to_data(self) -> dict[str, Any]:
        """Return the sprite as plain data."""
        if self.size:
            return {"size": self.size, "pixels": self.pixels.hex()}
        return {"shapes": [[part.kind, part.tone, *part.numbers] for part in self.parts]}

    @classmethod
    def from_data(cls, data: Any) -> SpriteArt:
        """Return the sprite that data describes. Raises ValueError, TypeError or KeyError for other data."""
        if "size" in data:
            size, pixels = data["size"], bytes.fromhex(data["pixels"])
            if type(size) is not int or not 1 <= size <= MOST_SIZE or len(pixels) != 4 * size * size:
                raise ValueError("a sprite has another number of pixels than its size says")
            return cls((), size, pixels)
        shapes = data["shapes"]
        if not isinstance(shapes, list) or len(shapes) > MOST_PARTS:
            raise ValueError(f"a sprite has no list of at most {MOST_PARTS} shapes")
        parts = []
        for kind, tone, *numbers in shapes:
            fault = find_fault(kind, tone, numbers)
            if fault is not None:
                raise ValueError(f"a shape of a sprite is wrong: {fault[1]}")
            parts.append(Part(kind, tone, tuple(numbers)))
        return cls(tuple(parts))


def find_fault(kind: Any, tone: Any, numbers: list[Any]) -> tuple[Any, str] | None:
    """Return a wrong value of a shape and what it must be, or None when the shape is right."""
    if kind not in PARTS:
        return kind, f"must be {', '.join(PARTS[:-1])} or {PARTS[-1]}"
    if tone != MAIN and not (isinstance(tone, str) and HEX_COLOUR.match(tone)):
        return tone, f'must be "#rrggbb", or "{MAIN}" for the colour of the thing'
    count = len(numbers)
    if (
        (kind in _COUNTS and count != _COUNTS[kind])
        or count < _LEAST_COUNTS.get(kind, 0)
        or (kind == POLYGON and count % 2)
        or (kind == LINE and not count % 2)
    ):
        return kind, f"must not have {counted(count, 'number')}: a {kind} has {RULES[kind]}"
    if count > MOST_NUMBERS:
        return kind, f"must not have {counted(count, 'number')}: a shape may have at most {MOST_NUMBERS}"
    for number in numbers:
        if type(number) not in (int, float) or not -SIDE <= number <= 2 * SIDE:
            return number, f"must be a number from {-SIDE} to {2 * SIDE}, in sixteenths of a square"
    sizes = {RECT: numbers[2:], OVAL: numbers[2:], CIRCLE: numbers[2:], LINE: numbers[:1]}.get(kind, [])
    for number in sizes:
        if number <= 0:
            return number, f"must be above 0: a {kind} has {RULES[kind]}"
    return None


def resolve_sprite(registry: Registry, mod: str, name: str) -> str | None:
    """Return the key of the sprite that a mod names: one of its own, of the host, or `mod.name`; None for others."""
    if registry.find("sprite", f"{mod}.{name}") is not None:
        return f"{mod}.{name}"
    return name if name in SPRITES or registry.find("sprite", name) is not None else None


def sprite_names(registry: Registry, mod: str) -> list[str]:
    """Return the names of sprites that a mod can use."""
    drawn = [prototype.id for prototype in registry.all("sprite") if prototype.mod]
    return [*sorted(SPRITES), *(name.removeprefix(f"{mod}.") for name in drawn)]


def near_sprite(registry: Registry, mod: str, name: str) -> str | None:
    """Return the hint about a name that is no sprite for a mod, which it may write with its id; or None."""
    return did_you_mean(name.removeprefix(f"{mod}."), sprite_names(registry, mod))
