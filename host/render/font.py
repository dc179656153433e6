"""Letters of pictures: small bitmaps, which stay crisp at every whole multiple of their size."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# Columns of a letter, and rows above its base line; g, j, p, q and y have two more below.
WIDTH, HEIGHT = 5, 7
DIGIT_WIDTH, DIGIT_HEIGHT = 3, 5

# Two hexadecimal digits a row from the top; 16 is the leftmost of five columns.
_LETTERS = {
    "A": "0e11111f111111", "B": "1e11111e11111e", "C": "0e11101010110e", "D": "1e11111111111e", "E": "1f10101e10101f",
    "F": "1f10101e101010", "G": "0e11101711110f", "H": "1111111f111111", "I": "0e04040404040e", "J": "0702020202120c",
    "K": "11121418141211", "L": "1010101010101f", "M": "111b1515111111", "N": "11191513111111", "O": "0e11111111110e",
    "P": "1e11111e101010", "Q": "0e11111115120d", "R": "1e11111e141211", "S": "0f10100e01011e", "T": "1f040404040404",
    "U": "1111111111110e", "V": "11111111110a04", "W": "11111115151b11", "X": "11110a040a1111", "Y": "11110a04040404",
    "Z": "1f01020408101f", "a": "00000e010f110f", "b": "10101e1111111e", "c": "00000e1110110e", "d": "01010f1111110f",
    "e": "00000e111f100e", "f": "06081c08080808", "g": "00000f1111110f010e", "h": "10101e11111111",
    "i": "04000c0404040e", "j": "02000602020202120c", "k": "10101214181412", "l": "0c04040404040e",
    "m": "00001a15151515", "n": "00001e11111111", "o": "00000e1111110e", "p": "00001e1111111e1010",
    "q": "00000f1111110f0101", "r": "00001619101010", "s": "00000f100e011e", "t": "08081c08080906",
    "u": "0000111111110f", "v": "00001111110a04", "w": "0000111515150a", "x": "0000110a040a11",
    "y": "0000111111110f010e", "z": "00001f0204081f", "0": "0e11131519110e", "1": "040c040404040e",
    "2": "0e11010608101f", "3": "0e11010601110e", "4": "02060a121f0202", "5": "1f101e0101110e", "6": "0608101e11110e",
    "7": "1f010204040404", "8": "0e11110e11110e", "9": "0e11110f01020c", "!": "04040404040004", '"': "0a0a0a00000000",
    "#": "0a0a1f0a1f0a0a", "$": "040f140e051e04", "%": "18190204081303", "&": "0c12140815120d", "'": "04040400000000",
    "(": "02040808080402", ")": "08040202020408", "*": "0004150e150400", "+": "0004041f040400", ",": "00000000040408",
    "-": "0000001f000000", ".": "00000000000400", "/": "01010204081010", ":": "00040400040400", ";": "00040400040408",
    "<": "02040810080402", "=": "00001f001f0000", ">": "08040201020408", "?": "0e110102040004", "@": "0e11171517100f",
    "[": "0e08080808080e", "\\": "10100804020101", "]": "0e02020202020e", "^": "040a1100000000", "_": "0000000000001f",
    "`": "08040200000000", "{": "06040408040406", "|": "04040404040404", "}": "0c04040204040c", "~": "00000815020000",
    "·": "00000004000000", "∩": "0e111111111111", "ʺ": "0a0a0a00000000", "ʼ": "04040400000000", "♣": "0e0e151f15040e",
    "♠": "040e1f1f15040e", "†": "04041f04040404", "≈": "000d16000d1600", "°": "0c12120c000000", "×": "00110a040a1100",
    "Ω": "0e1111110a0a1b",
}  # fmt: skip
# The box for characters without a letter.
_BOX = "1f11111111111f"
# A digit a row from the top; 4 is the leftmost of three columns.
_DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")

# Whether there is ink, row by row.
Bitmap = tuple[tuple[bool, ...], ...]


def letter(character: str) -> Bitmap:
    """Return the bitmap of a character, without its accents; a box for characters that the font does not have."""
    if character.isspace():
        rows = "00" * HEIGHT
    elif character in _LETTERS:
        rows = _LETTERS[character]
    else:
        rows = _LETTERS.get(unicodedata.normalize("NFKD", character)[:1], _BOX)
    return _bitmap((int(rows[i : i + 2], 16) for i in range(0, len(rows), 2)), WIDTH)


def text_width(words: str, scale: int) -> int:
    """Return the width of a line of letters, whose dots are `scale` pixels wide."""
    return len(words) * (WIDTH + 1) * scale - scale


def digit(number: int) -> Bitmap:
    """Return the small bitmap of a digit 0 … 9."""
    return _bitmap((int(row) for row in _DIGITS[number]), DIGIT_WIDTH)


def _bitmap(rows: Iterable[int], width: int) -> Bitmap:
    return tuple(tuple(bool(row >> width - 1 - x & 1) for x in range(width)) for row in rows)
