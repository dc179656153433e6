"""The nearest right name: for names that mods, files and users misspell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from host.errors.work import WORK

# Letters of a name that is compared with others to find a typo, and how many names it is compared with.
_LONGEST_WORD, _MOST_WORDS = 60, 4000
# Names of one table that are compared with the valid names.
_MOST_NAMES = 100
# A name without a value is a typo more often than a field without a use: here it may differ more.
_CUTOFF_OF_READS = 0.75
# A number in a name: a mod may read potion_1, potion_2, … until there is none.
_NUMBER = re.compile(r"_?[0-9]+")


def comparable(words: Iterable[str]) -> list[str]:
    """Return the words with which a misspelled one is compared: not too long, and not too many.

    The time of a comparison grows with the product of both lengths, and mods choose the words.
    """
    return list(islice((word for word in words if len(word) <= _LONGEST_WORD), _MOST_WORDS))


def nearest(word: object, words: Iterable[str], cutoff: float = 0.55) -> str | None:
    """Return the member of `words` that is most similar to `word`, or None when all similarities are below `cutoff`."""
    import difflib

    # Programs may pass any value for a name.
    if not isinstance(word, str) or len(word) > _LONGEST_WORD:
        return None
    by_lower = {w.lower(): w for w in sorted(comparable(words), reverse=True)}
    # About an instruction for each pair of letters.
    WORK.note((len(word) + 1) * sum(map(len, by_lower)))
    letters = sorted(word.lower())
    close = difflib.get_close_matches(word.lower(), sorted(by_lower), n=1, cutoff=cutoff) or [
        w for w in sorted(by_lower) if sorted(w) == letters
    ]
    return by_lower[close[0]] if close else None


def did_you_mean(word: object, words: Iterable[str]) -> str | None:
    """Return the hint `did you mean "…"?` with the nearest of `words`, or None."""
    close = nearest(word, words)
    return f'did you mean "{close}"?' if close else None


def plain_name(name: str) -> str:
    """Return a name as names are compared: with any of . : :: between its parts, and in any case."""
    return re.sub("[:.]+", ".", name).lower()


def find_named(name: str, names: Iterable[str]) -> str:
    """Return the one of `names` that is meant by a name with other marks, or in another case; else the name itself."""
    candidates = list(names)
    if name in candidates:
        return name
    return next((other for other in candidates if plain_name(other) == plain_name(name)), name)


def find_misspelled(name: str, keys: Iterable[Any]) -> str | None:
    """Return a hint if a missing field may be among `keys` under a misspelled name, or None."""
    close = nearest(name, (key for key in keys if isinstance(key, str)))
    return close and f'there is "{close}"; did you mean "{name}"?'


def find_typos(names: Iterable[Any], valid: Sequence[str], cutoff: float = 0.85) -> list[tuple[str, str]]:
    """Return (name, valid name) for each of `names` that is nearly a valid name: alike by `cutoff` at least."""
    valid_names = frozenset(valid)
    unknown = sorted(name for name in names if isinstance(name, str) and name not in valid_names)
    if not unknown:
        return []
    pairs = []
    valid = comparable(valid)
    letters = sum(map(len, valid))
    for name in comparable(unknown)[:_MOST_NAMES]:
        WORK.note(len(name) * letters)
        candidates = [word for word in valid if _share_letters(name.lower(), word.lower(), cutoff)]
        if not candidates:
            continue
        # Imported only here: for most names there are no candidates.
        from difflib import get_close_matches

        close = get_close_matches(name, candidates, n=1, cutoff=cutoff)
        close = close or [word for word in candidates if _has_two_swapped(name.lower(), word.lower())]
        if close:
            pairs.append((name, close[0]))
    return pairs


def find_misread(name: str, known: Sequence[str]) -> str | None:
    """Return the name that a mod meant when it read `name`, which is not there; None when none is close."""
    pairs = find_typos([name], known, _CUTOFF_OF_READS)
    return next((near for _, near in pairs if _NUMBER.sub("", name) != _NUMBER.sub("", near)), None)


def _share_letters(word: str, other: str, cutoff: float) -> bool:
    """Return whether two words have enough letters in common to be alike by `cutoff`, in any order."""
    shared = min(sum(map(other.__contains__, word)), len(other))
    return 2.0 * shared / ((len(word) + len(other)) or 1) >= cutoff


def _has_two_swapped(word: str, other: str) -> bool:
    """Return whether two words differ only in two letters that are swapped."""
    apart = [(a, b) for a, b in zip(word, other, strict=False) if a != b]
    return len(word) == len(other) and (not apart or (len(apart) == 2 and apart[0] == apart[1][::-1]))
