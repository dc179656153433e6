"""Types in declarations: their grammar, and the one parser of it.

`host/border/signatures.py` hands parsed types to Lua, which checks arguments by them; the reference shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# Basic types. `truth` takes any value; nil and false count as false.
ATOMS = ("any", "nil", "boolean", "integer", "number", "string", "table", "function", "thread", "truth")

_TOKEN = re.compile(r'\s*([A-Za-z_][\w.]*|"[^"]*"|\.\.\.|-?\d+\.\.(?:\d+)?|.)')


class DeclarationError(Exception):
    """A declaration cannot be read; the message says which and why."""


class Named(NamedTuple):
    """A basic type, a class or a record; one of another dialect has the prefix of that dialect."""

    name: str


class Bounded(NamedTuple):
    """A number between two bounds; `name` is "integer" or "number", and `bounds` "1..100" or "1.." for no upper one."""

    name: str
    bounds: str


class Word(NamedTuple):
    """A string of which only one value is allowed."""

    text: str


class ClassOf(NamedTuple):
    """A class itself, not an instance: one that inherits from `name`, or any class for ""."""

    name: str


class Listed(NamedTuple):
    """A list; `of` is the kind of its elements."""

    of: Kind


class Mapped(NamedTuple):
    """A table with keys of one kind and values of another."""

    key: Kind
    value: Kind


class CallbackKind(NamedTuple):
    """Shape of `params`: (name, kind)."""

    params: tuple[tuple[str, Kind], ...]
    result: Kind | None


class Union(NamedTuple):
    """A value of one of several kinds."""

    parts: tuple[Kind, ...]


class Optional(NamedTuple):
    """A value that may be nil."""

    of: Kind


Kind = Named | Bounded | Word | ClassOf | Listed | Mapped | CallbackKind | Union | Optional
ANY = Named("any")


def is_atom(kind: Kind, name: str) -> bool:
    """Return whether a type is the basic type of a name. Types of two kinds with equal parts compare as equal."""
    return isinstance(kind, Named) and kind.name == name


class Tokens:
    """The tokens of a line, taken one after the other."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._end = 0
        self._match = _TOKEN.match(line)

    @property
    def next(self) -> str:
        """The token that `take` returns next; "" at the end."""
        return self._match[1] if self._match else ""

    def take(self) -> str:
        """Return the next token and go on behind it."""
        token = self.next
        if self._match:
            self._end = self._match.end()
            self._match = _TOKEN.match(self.line, self._end)
        return token

    def accept(self, token: str) -> bool:
        """Take the next token if it is `token`; return whether it is."""
        if self.next == token:
            self.take()
            return True
        return False

    def expect(self, token: str) -> None:
        """Take a token that has to come next. Raises DeclarationError."""
        if not self.accept(token):
            raise DeclarationError(f"{self.line}: {token} is missing at {self.next or 'the end'}")

    @property
    def rest(self) -> str:
        """The text after the tokens that were taken."""
        return self.line[self._end :].strip()

    def end(self) -> None:
        """Raise DeclarationError when a token is left."""
        if self.next:
            raise DeclarationError(f"{self.line}: {self.next} stands at the end")


def read_type(tokens: Tokens) -> Kind:
    """Read the type that begins at the next token. Raises DeclarationError."""
    parts: list[Kind] = []
    optional = False
    while True:
        part = _primary(tokens)
        while tokens.next in ("[", "?"):
            if tokens.take() == "[":
                tokens.expect("]")
                part = Listed(part)
            else:
                optional = True
        parts.append(part)
        if not tokens.accept("|"):
            break
    values = [part for part in parts if not is_atom(part, "nil")]
    if 0 < len(values) < len(parts):
        optional = True
        parts = values
    kind = parts[0] if len(parts) == 1 else Union(tuple(parts))
    return Optional(kind) if optional else kind


def parse(text: str) -> Kind:
    """Parse a text that is one type. Raises DeclarationError."""
    tokens = Tokens(text)
    kind = read_type(tokens)
    tokens.end()
    return kind


def _primary(tokens: Tokens) -> Kind:
    word = tokens.take()
    if word == "(":
        inner = read_type(tokens)
        tokens.expect(")")
        return inner
    if word == "fun":
        return _callback(tokens)
    if word == "class":
        name = ""
        if tokens.accept("<"):
            name = tokens.take()
            tokens.expect(">")
        return ClassOf(name)
    if word == "table" and tokens.accept("<"):
        key = read_type(tokens)
        tokens.expect(",")
        value = read_type(tokens)
        tokens.expect(">")
        return Mapped(key, value)
    if word.startswith('"'):
        return Word(word[1:-1])
    if not re.match(r"[A-Za-z_]", word):
        raise DeclarationError(f"{tokens.line}: a type is missing at {word or 'the end'}")
    if word in ("integer", "number") and ".." in tokens.next:
        return Bounded(word, tokens.take())
    return Named(word)


def _callback(tokens: Tokens) -> CallbackKind:
    params = []
    result = None
    if tokens.accept("("):
        while not tokens.accept(")"):
            name = tokens.take()
            tokens.expect(":")
            params.append((name, read_type(tokens)))
            tokens.accept(",")
        if tokens.accept(":"):
            result = read_type(tokens)
    return CallbackKind(tuple(params), result)


def text_of(kind: Kind, named: Callable[[str], str] = str) -> str:
    """Write a type as declarations and editors spell it; `named` spells a name."""
    match kind:
        case Named(name):
            return named(name)
        case Bounded(name, bounds):
            return f"{name} {bounds}"
        case Word(text):
            return f'"{text}"'
        case ClassOf(name):
            return f"class<{named(name)}>" if name else "class"
        case Listed(of):
            inner = text_of(of, named)
            return f"({inner})[]" if isinstance(of, Union | Optional | CallbackKind) else f"{inner}[]"
        case Mapped(key, value):
            return f"table<{text_of(key, named)}, {text_of(value, named)}>"
        case CallbackKind(params, result):
            parameters = ", ".join(f"{name}: {text_of(of, named)}" for name, of in params)
            return f"fun({parameters})" + (f": {text_of(result, named)}" if result else "")
        case Union(parts):
            return " | ".join(_within(part, named) for part in parts)
        case Optional(of):
            inner = text_of(of, named)
            return f"({inner})?" if isinstance(of, Union | CallbackKind) else f"{inner}?"


def _within(part: Kind, named: Callable[[str], str]) -> str:
    text = text_of(part, named)
    return f"({text})" if isinstance(part, CallbackKind | Optional | Union) else text


def names_in(kind: Kind | None) -> Iterator[str]:
    """Iterate over the classes and records that a type names."""
    match kind:
        case Named(name) | ClassOf(name) if name and name not in ATOMS:
            yield name
        case Listed(of) | Optional(of):
            yield from names_in(of)
        case Mapped(key, value):
            yield from names_in(key)
            yield from names_in(value)
        case CallbackKind(params, result):
            for _, of in params:
                yield from names_in(of)
            yield from names_in(result)
        case Union(parts):
            for part in parts:
                yield from names_in(part)
