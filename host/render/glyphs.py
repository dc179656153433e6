"""Glyphs of a map as text: each stands for one subject, so that a map is readable without colours."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from host.render.looks import Look

# Sign -> signs like it, for other subjects with the same sign.
_VARIANTS = {
    "+": "‡†±", "'": "`", "?": "¿§", "!": "¡", "*": "¤×°", "~": "≈¬§", "^": "▲", "/": "\\÷", "=": "≡±", "|": "¦",
    "-": "¬÷", ">": "►»", "<": "◄«", ")": "]}", "(": "[{", "[": "]{", "]": "[}", ".": "·,:", "·": ".,:", ",": ".·;",
    ";": ":,", ":": ";·", "&": "§", "%": "¤", '"': "„¨", "∩": "ΩΠ", "♣": "♠", "0": "Ø", "$": "¢£",
}  # fmt: skip
# When a name has no letter that is free: letters that every font of a terminal has.
_SPARE = (*string.ascii_letters, *filter(str.isalpha, map(chr, range(0xC0, 0x250))))
# Letters of a name that are tried, and of a word that says little, such as "the".
_MOST_LETTERS, _SHORT_WORD = 32, 3


class Subject(NamedTuple):
    """What a glyph stands for: all tiles, items or creatures of one glyph and one name, whatever their colours."""

    # The glyph from the mod, or the glyph of its kind.
    glyph: str
    name: str


class Claim(NamedTuple):
    """A subject on a map that needs a glyph, and what counts when several want the same."""

    subject: Subject
    # The number of squares that show it.
    number: int
    # Creatures come before items, and these before tiles.
    rank: int
    # Whether readers expect this glyph for it, as for doors and players.
    is_usual: bool = False


def subject_of(look: Look, kind: str | None = None) -> Subject:
    """Return what a look shows; looks of one `kind` are one subject, as all grounds are."""
    return Subject(look.glyph, look.name if kind is None else f"\0{kind}")


def assign_glyphs(
    claims: Iterable[Claim], taken: Collection[str] = (), before: Mapping[Subject, str] | None = None
) -> dict[Subject, str]:
    """Return a glyph for each subject, a different one for each as long as there are enough.

    Of several subjects with the same glyph, doors and players keep it, then the one whose name begins with it, then the
    most frequent. The others get a sign like it, or a letter of their names. No subject gets a glyph that is `taken`.
    Subjects keep the glyphs that they had `before`, so that pictures in sequence agree.
    """
    ordered = sorted(claims, key=_precedence)
    before = before or {}
    glyphs = {claim.subject: before[claim.subject] for claim in ordered if claim.subject in before}
    used = {*taken, *glyphs.values()}
    rejected = []
    for claim in ordered:
        if claim.subject in glyphs:
            continue
        if claim.subject.glyph in used:
            rejected.append(claim.subject)
        else:
            glyphs[claim.subject] = claim.subject.glyph
            used.add(claim.subject.glyph)
    spare = iter(_SPARE)
    for subject in rejected:
        glyph = next((glyph for glyph in chain(_alternatives(subject), spare) if glyph not in used), subject.glyph)
        glyphs[subject] = glyph
        used.add(glyph)
    return glyphs


def _precedence(claim: Claim) -> tuple[bool, bool, int, int, Subject]:
    """Return a sort key: claims that come first get their own glyphs."""
    glyph, name = claim.subject
    is_foreign = glyph.isalpha() and not name.casefold().startswith(glyph.casefold())
    return not claim.is_usual, is_foreign, -claim.number, claim.rank, claim.subject


def _alternatives(subject: Subject) -> Iterator[str]:
    """Yield glyphs that remind of a subject, the best first."""
    yield from _VARIANTS.get(subject.glyph, "")
    # Of "the crypt of bones" the c, the b, and then the others.
    initials = [word[0] for word in sorted(subject.name.split(), key=lambda word: len(word) <= _SHORT_WORD)]
    prefers_upper = subject.glyph.isupper()
    for letters in (initials, subject.name[:_MOST_LETTERS]):
        for letter in letters:
            # Letters of other alphabets may take two columns.
            if letter in string.ascii_letters:
                yield from (letter.upper(), letter.lower()) if prefers_upper else (letter.lower(), letter.upper())
