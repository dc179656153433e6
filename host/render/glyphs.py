"""Glyphs of a map as text: each of them stands for one thing, so that a map is readable without colours."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from host.render.looks import Look

# Sign -> signs like it, which things with the same sign get instead.
_VARIANTS = {
    "+": "‡†±", "'": "`", "?": "¿§", "!": "¡", "*": "¤×°", "~": "≈¬§", "^": "▲", "/": "\\÷", "=": "≡±", "|": "¦",
    "-": "¬÷", ">": "►»", "<": "◄«", ")": "]}", "(": "[{", "[": "]{", "]": "[}", ".": "·,:", "·": ".,:", ",": ".·;",
    ";": ":,", ":": ";·", "&": "§", "%": "¤", '"': "„¨", "∩": "ΩΠ", "♣": "♠", "0": "Ø", "$": "¢£",
}  # fmt: skip
# When a name has no letter that is free: letters that every font of a terminal has.
_SPARE = (*string.ascii_letters, *filter(str.isalpha, map(chr, range(0xC0, 0x250))))
# Letters of a name that are tried, and of a word that says little, such as "the".
_MOST_LETTERS, _SHORT_WORD = 32, 3


class Thing(NamedTuple):
    """What a glyph stands for. Things with the same glyph and name, which may differ in colour, are one."""

    # The glyph that its mod or its kind gives it.
    glyph: str
    name: str


class Claim(NamedTuple):
    """A thing on a map that needs a glyph, and what counts when several want the same."""

    thing: Thing
    # How many of them there are.
    number: int
    # Creatures come before items, and these before tiles.
    rank: int
    # Whether readers expect the glyph for it: doors and players.
    is_usual: bool = False


def thing_of(look: Look, kind: str | None = None) -> Thing:
    """Return what a look shows; looks of one `kind` are one thing, as all grounds are."""
    return Thing(look.glyph, look.name if kind is None else f"\0{kind}")


def assign_glyphs(
    claims: Iterable[Claim], taken: Collection[str] = (), before: Mapping[Thing, str] | None = None
) -> dict[Thing, str]:
    """Return a glyph for each thing, a different one for each as long as there are enough.

    Of several things with the same glyph, doors and players keep it, then the one whose name begins with it, then the
    most frequent. The others get a sign like it, or a letter of their names. No thing gets a glyph that is `taken`.
    Things keep the glyphs that they had `before`, so that pictures in sequence agree.
    """
    ordered = sorted(claims, key=_strength)
    before = before or {}
    glyphs = {claim.thing: before[claim.thing] for claim in ordered if claim.thing in before}
    used = {*taken, *glyphs.values()}
    losers = []
    for claim in ordered:
        if claim.thing in glyphs:
            continue
        if claim.thing.glyph in used:
            losers.append(claim.thing)
        else:
            glyphs[claim.thing] = claim.thing.glyph
            used.add(claim.thing.glyph)
    spare = iter(_SPARE)
    for thing in losers:
        glyph = next((glyph for glyph in chain(_alternatives(thing), spare) if glyph not in used), thing.glyph)
        glyphs[thing] = glyph
        used.add(glyph)
    return glyphs


def _strength(claim: Claim) -> tuple[bool, bool, int, int, Thing]:
    glyph, name = claim.thing
    is_foreign = glyph.isalpha() and not name.casefold().startswith(glyph.casefold())
    return not claim.is_usual, is_foreign, -claim.number, claim.rank, claim.thing


def _alternatives(thing: Thing) -> Iterator[str]:
    """Yield glyphs that remind of a thing, the best first."""
    yield from _VARIANTS.get(thing.glyph, "")
    # Of "the crypt of bones" the c, the b, and then the others.
    initials = [word[0] for word in sorted(thing.name.split(), key=lambda word: len(word) <= _SHORT_WORD)]
    prefers_upper = thing.glyph.isupper()
    for letters in (initials, thing.name[:_MOST_LETTERS]):
        for letter in letters:
            # Others may take two columns.
            if letter in string.ascii_letters:
                yield from (letter.upper(), letter.lower()) if prefers_upper else (letter.lower(), letter.upper())
