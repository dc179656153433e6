"""Names that mods misspell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from host.errors import WORK, comparable, nearest

# Names of one table that are compared with the valid names.
_MOST_NAMES = 100


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


def _share_letters(word: str, other: str, cutoff: float) -> bool:
    """Return whether two words have enough letters in common to be alike by `cutoff`, in any order."""
    shared = min(sum(map(other.__contains__, word)), len(other))
    return 2.0 * shared / ((len(word) + len(other)) or 1) >= cutoff


def _has_two_swapped(word: str, other: str) -> bool:
    """Return whether two words differ only in two letters that are swapped."""
    apart = [(a, b) for a, b in zip(word, other, strict=False) if a != b]
    return len(word) == len(other) and (not apart or (len(apart) == 2 and apart[0] == apart[1][::-1]))
