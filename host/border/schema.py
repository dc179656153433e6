"""Types of the arguments of API functions. Argument checks and the reference use the same declarations.

Each `read` takes a value that a mod passed (see `values`) and its path in messages, such as `layout.data[3].type`. It
returns the value that the host works with, or raises ArgumentError.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from host.border.values import INT_MAX, INT_MIN, Handle, Opaque, Table, a_or_an, shown
from host.errors import ArgumentError, listing
from host.errors.spelling import did_you_mean, find_misspelled
from host.model.geometry import DIRECTIONS


def refuse(path: str, value: Any, rule: str, hint: str | None = None) -> NoReturn:
    """Raise the error "path is value: rule"."""
    raise ArgumentError(f"{path} is {shown(value)}: {rule}", path=path, value=shown(value), rule=rule, hint=hint)


def refuse_names(
    path: str, table: Table, valid: Iterable[str], noun: str, others: Mapping[Any, str] | None = None
) -> None:
    """Refuse a table with other names than the valid ones.

    `noun` is what each name is, such as "option". Shape of `others`: name used elsewhere -> valid name.
    """
    names = list(valid)
    for name in sorted([*range(1, len(table.items) + 1), *table.fields], key=str):
        if name not in names:
            rule = f"which is not {a_or_an(noun)}: must be {listing(names)}"
            close = (others or {}).get(name, name)
            hint = did_you_mean(close, names) if isinstance(close, str) else None
            raise ArgumentError(f"{path} has {shown(name)}, {rule}", path=path, value=shown(name), rule=rule, hint=hint)


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


class Type:
    """The type of a value."""

    # Its name in the reference.
    name: str

    def read(self, value: Any, path: str) -> Any:
        raise NotImplementedError


class Anything(Type):
    """Any value, as it is."""

    name = "any"

    def read(self, value: Any, path: str) -> Any:  # noqa: ARG002 - nothing can be wrong
        return value


class Integer(Type):
    """A whole number; a float without fraction and a numeric string pass, as everywhere in Lua."""

    name = "integer"

    def __init__(self, low: int = INT_MIN, high: int = INT_MAX) -> None:
        self.low = low
        self.high = high

    def read(self, value: Any, path: str) -> int:
        if type(value) is int and self.low <= value <= self.high:
            return value
        number = to_number(value)
        if number is None or number != number or number in (math.inf, -math.inf) or number != int(number):
            refuse(path, value, "must be a whole number")
        if not self.low <= number <= self.high:
            refuse(path, value, f"must be {_span(self.low, self.high, INT_MIN, INT_MAX)}")
        return int(number)


class Number(Type):
    """A finite number; numeric strings pass."""

    name = "number"

    def __init__(self, low: float = -math.inf, high: float = math.inf) -> None:
        self.low = low
        self.high = high

    def read(self, value: Any, path: str) -> float:
        number = to_number(value)
        if number is None or not math.isfinite(number):
            refuse(path, value, "must be a finite number")
        if not self.low <= number <= self.high:
            refuse(path, value, f"must be {_span(self.low, self.high, -math.inf, math.inf)}")
        return number


class Truth(Type):
    """true or false; as everywhere in Lua, nil and false are false and other values are true."""

    name = "boolean"

    def read(self, value: Any, path: str) -> bool:  # noqa: ARG002 - nothing can be wrong
        return value is not None and value is not False


class Text(Type):
    """A string; numbers pass as their text."""

    name = "string"

    def __init__(self, longest: int = 10_000) -> None:
        self.longest = longest

    def read(self, value: Any, path: str) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = shown(value)
        if not isinstance(value, str):
            refuse(path, value, "must be a string")
        if len(value) > self.longest:
            refuse(path, value, f"must have at most {self.longest} characters")
        return value


class Name(Type):
    """The name of something that a mod registers: letters, digits and _."""

    name = "string"

    def read(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not _NAME.match(value) or len(value) > 60:
            refuse(path, value, "must be a name of letters, digits and _, beginning with a letter")
        return value


class WordOf(Type):
    """One of several words. Shape of `words`: word -> value for the host; synonyms are words, too."""

    def __init__(
        self,
        words: Mapping[str, Any],
        *,
        any_case: bool = False,
        shown_words: Sequence[str] = (),
        name: str = "string",
    ) -> None:
        self.words = words
        self.any_case = any_case
        self.shown_words = shown_words
        self.name = name

    def read(self, value: Any, path: str) -> Any:
        word = value.lower() if self.any_case and isinstance(value, str) else value
        if not isinstance(word, str) or word not in self.words:
            words = [f'"{w}"' for w in self.shown_words or self.words]
            hint = did_you_mean(word, self.words) if isinstance(word, str) else None
            refuse(path, value, f"must be {listing(words)}", hint)
        return self.words[word]


class HandleOf(Type):
    """A handle of one of `kinds`, as a Handle."""

    def __init__(self, kinds: tuple[str, ...], name: str = "handle") -> None:
        self.kinds = kinds
        self.name = name

    def read(self, value: Any, path: str) -> Handle:
        if not isinstance(value, Handle) or value.kind not in self.kinds:
            refuse(path, value, f"must be {listing(a_or_an(kind) for kind in self.kinds)}")
        return value


class Function(Type):
    """A function, or a table that can be called. It stays in Lua: the host gets whether there is one."""

    name = "function"

    def __init__(self, *, needed: bool = False) -> None:
        self.needed = needed

    def read(self, value: Any, path: str) -> bool:
        if value is None and not self.needed:
            return False
        if not is_function(value):
            refuse(path, value, "must be a function")
        return True


class Maybe(Type):
    """A value of another type, or nil, which reads as `default`."""

    def __init__(self, of: Type, default: Any = None) -> None:
        self.of = of
        self.default = default
        self.name = f"{of.name}?"

    def read(self, value: Any, path: str) -> Any:
        return self.default if value is None else self.of.read(value, path)


class ListOf(Type):
    """A list; with `holes`, nils in the list are skipped."""

    def __init__(self, of: Type, *, holes: bool = False, longest: int = 100_000) -> None:
        self.of = of
        self.holes = holes
        self.longest = longest
        self.name = f"{of.name}[]"

    def read(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, Table):
            refuse(path, value, "must be a list")
        items = value.elements(self.longest + 1)
        if len(items) > self.longest:
            refuse(path, value, f"must have at most {self.longest} elements, and has {len(items)}")
        return [
            self.of.read(item, f"{path}[{i}]") for i, item in enumerate(items, 1) if not (self.holes and item is None)
        ]


class OneOf(Type):
    """One of several types: the first whose test accepts the value. Shape of `types`: (test, type)."""

    def __init__(self, types: tuple[tuple[Callable[[Any], bool], Type], ...], rule: str, name: str = "any") -> None:
        self.types = types
        self.rule = rule
        self.name = name

    def read(self, value: Any, path: str) -> Any:
        for accepts, kind in self.types:
            if accepts(value):
                return kind.read(value, path)
        refuse(path, value, self.rule)


class Field(NamedTuple):
    """A field of a record."""

    name: str
    type: Type
    doc: str = ""


class Record(Type):
    """A table with fields, read in their order into a dict.

    Other keys are ignored, unless `noun` says what each key is, such as "option": then they are refused.
    """

    name = "table"

    def __init__(self, fields: tuple[Field, ...], noun: str = "") -> None:
        self.fields = fields
        self.noun = noun
        # Name -> value of a missing field, for those that may be missing: most fields of most tables are.
        self._missing: dict[str, Any] = {}
        for field in fields:
            with suppress(ArgumentError):
                self._missing[field.name] = field.type.read(None, field.name)

    def read(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, Table):
            refuse(path, value, "must be a table")
        if self.noun:
            refuse_names(path, value, [field.name for field in self.fields], self.noun)
        prefix = f"{path}." if path else ""
        passed, missing = value.fields, self._missing
        fields = {}
        for name, kind, _ in self.fields:
            if name not in passed and name in missing:
                fields[name] = missing[name]
                continue
            try:
                fields[name] = kind.read(passed.get(name), f"{prefix}{name}")
            except ArgumentError as error:
                if name not in passed and error.hint is None:
                    declared = {field.name for field in self.fields}
                    error.hint = find_misspelled(name, [key for key in passed if key not in declared])
                raise
        return fields


# Larger than any map; sums of such numbers are still integers of Lua.
_FARTHEST = 2**31 - 1


class Position(Type):
    """A table with whole numbers x and y, as (x, y)."""

    name = "position"

    def read(self, value: Any, path: str) -> tuple[int, int]:
        if not isinstance(value, Table):
            refuse(path, value, "must be a position, a table with whole numbers x and y")
        place = []
        for axis in ("x", "y"):
            number = value.fields.get(axis)
            if isinstance(number, bool) or not isinstance(number, int | float) or number != number // 1:
                refuse(f"{path}.{axis}", number, "must be a whole number, for this is a position")
            if abs(number) > _FARTHEST:
                refuse(f"{path}.{axis}", number, f"must be between -{_FARTHEST} and {_FARTHEST}")
            place.append(int(number))
        return place[0], place[1]


# Direction words -> 0 … 3.
_DIRECTION_WORDS = {
    **{word: i for i, word in enumerate(DIRECTIONS)},
    **{word: i for i, word in enumerate(("up", "right", "down", "left"))},
}
DIRECTION = WordOf(_DIRECTION_WORDS, any_case=True, shown_words=DIRECTIONS, name="direction")


# Numbers as Lua spells them. What matched is not matched again: texts of mods may be long.
_DECIMAL = re.compile(r"\s*+[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?\s*+", re.ASCII)
_HEXADECIMAL = re.compile(
    r"\s*+[+-]?0[xX](?:[0-9a-fA-F]++\.?[0-9a-fA-F]*+|\.[0-9a-fA-F]++)(?:[pP][+-]?[0-9]++)?\s*+", re.ASCII
)
_LONGEST_INTEGER = 18


def to_number(value: Any) -> int | float | None:
    """Return a number, or the number that a string is in Lua, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if not isinstance(value, str):
        return None
    if _DECIMAL.fullmatch(value):
        word = value.strip()
        return int(word) if len(word) <= _LONGEST_INTEGER and word.lstrip("+-").isdigit() else float(word)
    if _HEXADECIMAL.fullmatch(value):
        try:
            number = float.fromhex(value.strip())
        except OverflowError:
            return math.inf
        return int(number) if abs(number) < 1 << 53 and number == int(number) else number
    return None


def _span(low: float, high: float, lowest: float, highest: float) -> str:
    if high == highest and low != lowest:
        return f"at least {low}"
    if low == lowest and high != highest:
        return f"at most {high}"
    return f"between {low} and {high}"


def is_table(value: Any) -> bool:
    """Return whether a value is a table of Lua."""
    return isinstance(value, Table)


def is_function(value: Any) -> bool:
    """Return whether a value is a function of Lua."""
    return isinstance(value, Opaque) and value.type == "function"


def is_of_kind(kind: str) -> Callable[[Any], bool]:
    """Return a test for handles of a kind."""
    return lambda value: isinstance(value, Handle) and value.kind == kind
