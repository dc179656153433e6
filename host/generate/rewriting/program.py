"""Programs of rules on squares, and how they are written: `WBB=WAW`, in a table of Lua or in TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from host.errors import GenerationError, listing, shorten
from host.errors.spelling import did_you_mean
from host.generate.plans.plan import KINDS

# Stands for any letter on the left side of a rule, and for no change on the right side.
ANY = "*"
MODES = ("one", "all", "markov")
_FIELDS = ("fill", "origin", "rules", "kinds")
_MOST_ENTRIES, _MOST_RULES, _LONGEST_SIDE, _MOST_STEPS = 200, 100, 20, 10**9
_LONGEST_RULE = 2000
# Characters of a rule that a message quotes.
_QUOTED = 60

# A pattern: rows of equal length.
Pattern = tuple[str, ...]


class RewriteRule(NamedTuple):
    """A rule: where `left` matches, it becomes `right`. Both have the same size."""

    left: Pattern
    right: Pattern
    text: str

    def turned(self) -> list[tuple[Pattern, Pattern]]:
        """Return the rule in all directions, turned and mirrored, without repetitions."""
        pairs: dict[tuple[Pattern, Pattern], None] = {}
        left, right = self.left, self.right
        for _ in range(4):
            pairs[left, right] = None
            pairs[_mirrored(left), _mirrored(right)] = None
            left, right = _turned(left), _turned(right)
        return list(pairs)


class RewriteEntry(NamedTuple):
    """Rules that are applied until none of them holds anywhere, or for some steps.

    A step of `one` applies a random rule at a random place; of `all`, the rules at all places at once (of two that
    would change a square that the other looks at, one); of `markov`, the first of the rules that holds somewhere, at a
    random place.
    """

    mode: str
    rules: tuple[RewriteRule, ...]
    # None for no limit.
    steps: int | None
    # What it is in messages, such as `rules[2]`.
    path: str


class Program(NamedTuple):
    """A program: a letter for all squares, one for the square in the middle or None, entries that run in order."""

    fill: str
    origin: str | None
    entries: tuple[RewriteEntry, ...]
    # Letter -> kind of square of a plan; a letter that is missing here is open, but for `fill`.
    kinds: Mapping[str, str]


def parse_toml(text: str) -> Program:
    """Read a program from TOML. Raises GenerationError."""
    try:
        fields = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise GenerationError(f"the rules are no TOML: {error}") from None
    return read_program(fields)


def parse_text(text: str) -> Program:
    """Read a program from TOML, or from rules with spaces between them, such as `WB=WW WWW=WBW`."""
    if '"' in text or "'" in text:
        return parse_toml(text)
    return read_program({"rules": text.split(), "origin": "W"})


def read_program(fields: Mapping[str, Any]) -> Program:
    """Read a program from plain data. Raises GenerationError."""
    for name in fields:
        if name not in _FIELDS:
            raise GenerationError(
                f'there is no field "{shorten(str(name), _QUOTED)}": must be {listing(_FIELDS)}',
                hint=did_you_mean(str(name), _FIELDS),
            )
    fill = _letter(fields.get("fill", "B"), "fill")
    origin = None if fields.get("origin") is None else _letter(fields["origin"], "origin")
    entries = fields.get("rules")
    if not isinstance(entries, list) or not 1 <= len(entries) <= _MOST_ENTRIES:
        _refuse("rules", entries, f'must be a list of 1 to {_MOST_ENTRIES} rules, such as "WBB=WAW"')
    kinds = check_kinds(fields.get("kinds") or {})
    read = tuple(_read_entry(entry, f"rules[{i}]") for i, entry in enumerate(entries, 1))
    return Program(fill, origin, read, kinds)


def check_kinds(kinds: Any) -> dict[str, str]:
    """Return a table from letters to kinds of squares. Raises GenerationError for any other value."""
    if not isinstance(kinds, Mapping):
        _refuse("kinds", kinds, 'must be a table from letters to kinds of squares, such as W = "room"')
    for letter, kind in kinds.items():
        _letter(letter, "a name in kinds")
        if kind not in KINDS:
            _refuse(f"kinds.{letter}", kind, f"must be {listing(KINDS)}", did_you_mean(str(kind), KINDS))
    return dict(kinds)


def _read_entry(entry: Any, path: str) -> RewriteEntry:
    if isinstance(entry, str):
        return RewriteEntry("one", (_read_rule(entry, path),), None, path)
    if not isinstance(entry, Mapping):
        _refuse(path, entry, 'must be a rule such as "WBB=WAW", or a table such as { all = "WB=WW", steps = 3 }')
    names = (*MODES, "steps")
    for name in entry:
        if name not in names:
            raise GenerationError(
                f'{path} has "{shorten(str(name), _QUOTED)}", which is not a field: must be {listing(names)}',
                hint=did_you_mean(str(name), names),
            )
    modes = [mode for mode in MODES if mode in entry]
    if len(modes) != 1:
        raise GenerationError(f"{path} has {listing(modes, 'and') or 'no rules'}: must have one of {listing(MODES)}")
    mode = modes[0]
    texts = entry[mode] if isinstance(entry[mode], list) else [entry[mode]]
    if not 1 <= len(texts) <= _MOST_RULES:
        raise GenerationError(f"{path}.{mode} has {len(texts)} rules: must have 1 to {_MOST_RULES}")
    steps = entry.get("steps")
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= _MOST_STEPS):
        _refuse(f"{path}.steps", steps, f"must be a whole number from 1 to {_MOST_STEPS}")
    return RewriteEntry(mode, tuple(_read_rule(text, f"{path}.{mode}") for text in texts), steps, path)


def _read_rule(text: Any, path: str) -> RewriteRule:
    if not isinstance(text, str):
        _refuse(path, text, 'must be a rule such as "WBB=WAW"')
    text = "".join(shorten(text, _LONGEST_RULE).split())
    quoted = f'{path} is "{shorten(text, _QUOTED)}"'
    sides = text.split("=")
    if len(sides) != 2:
        raise GenerationError(f'{quoted}: must have one "=", as "WBB=WAW" has')
    left, right = (tuple(side.split("/")) for side in sides)
    if [*map(len, left)] != [*map(len, right)]:
        raise GenerationError(f"{quoted}: must have as many letters on the left of = as on the right, row by row")
    if len({*map(len, left)}) != 1 or not left[0]:
        raise GenerationError(f"{quoted}: the rows between / must be equally long, and have a letter at least")
    if len(left) > _LONGEST_SIDE or len(left[0]) > _LONGEST_SIDE:
        raise GenerationError(f"{quoted}: must have at most {_LONGEST_SIDE} letters on each side, and as many rows")
    for letter in "".join((*left, *right)):
        if letter != ANY and not _is_letter(letter):
            raise GenerationError(f'{quoted}: "{letter}" must be a letter, a digit, or {ANY} for any letter')
    if all(b in (ANY, a) for a, b in zip("".join(left), "".join(right), strict=True)):
        raise GenerationError(f"{quoted}: must change a letter")
    return RewriteRule(left, right, shorten(text, _QUOTED))


def _letter(value: Any, path: str) -> str:
    if not isinstance(value, str) or len(value) != 1 or not _is_letter(value):
        _refuse(path, value, "must be one letter or digit")
    return value


def _is_letter(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _refuse(path: str, value: Any, rule: str, hint: str | None = None) -> NoReturn:
    shown = f'"{shorten(value, _QUOTED)}"' if isinstance(value, str) else shorten(str(value), _QUOTED)
    raise GenerationError(f"{path} is {'nil' if value is None else shown}: {rule}", hint=hint)


def _mirrored(pattern: Pattern) -> Pattern:
    return tuple(row[::-1] for row in pattern)


def _turned(pattern: Pattern) -> Pattern:
    """Return a pattern turned clockwise."""
    return tuple("".join(row[x] for row in reversed(pattern)) for x in range(len(pattern[0])))
