"""Random programs: the examples of the API with parts replaced, repeated and wrapped."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import NamedTuple

from host.syntax.declarations.texts import Book
from host.tools.reference.books import LIBRARIES, all_books

# Dialect -> the mods that its examples need.
NEEDED = {"kts": ("base",), "toolbox": ("base",), "actions": ("critters",), "pools": ("critters",)}
DIALECTS = ("kts", "pools", "actions", "areas", "rooms", "toolbox")

VALUES = (
    "nil", "true", "0", "-1", "1e308", "2^53", "1 << 62", "0/0", "1/0", "-1/0", "math.mininteger", "math.maxinteger",
    '""', '"x"', '"%d%s%%"', r'"\0\255\27[2J"', '("a"):rep(3000)', '("a"):rep(3000000)', "{}", "{ {}, {} }",
    "{ 1, 2, 3 }",
    "{ x = 1, y = 1 }", "{ x = 0/0, y = -1 }", "print", "_G", "t", "t.t", "function(...) return ... end",
    "function() t[#t + 1] = ('x'):rep(1000) return t end", "function() error(t) end", "function() error(nil) end",
    "coroutine.create(print)", "coroutine.wrap(function() coroutine.yield(1) end)", "coroutine.yield",
    "setmetatable({}, { __index = function(_, k) return k end })",
    "setmetatable({}, { __len = function() return 9 end })",
    "setmetatable({}, { __tostring = function() return {} end, __call = error })",
    "setmetatable({}, { __eq = error, __lt = error, __concat = error, __close = error })",
    "setmetatable({}, { __metatable = false, __newindex = error })", "(function() local a = {} a.a = a return a end)()",
)  # fmt: skip

# What a program does around its statements.
WRAPPERS = (
    "{body}",
    "pcall(function() {body} end)",
    "for i = 1, {count} do pcall(function() {body} end) end",
    "coroutine.wrap(function() {body} end)()",
    "local co = coroutine.create(function() {body} coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
    "local c <close> = setmetatable({{}}, {{ __close = function() pcall(function() {body} end) end }}) {body}",
    "for i = 1, {count} do t[#t + 1] = ('x'):rep({size}) .. i pcall(function() {body} end) end",
    "xpcall(function() {body} end, function(m) {body} return m end)",
    "table.sort({{ 3, 1, 2 }}, function(a, b) {body} return a < b end)",
)
# A number, a text or a name that is an argument, an element or the value of a field.
_PART = re.compile(r'(?<=[(,={ ])(-?\d+(\.\d+)?|"[^"]*"|[a-z_]\w*)(?=[),} ]|$)')
_KEYWORDS = frozenset(
    re.findall(r"\w+", "and do else elseif end false for function if in local nil not or repeat return then true while")
)


class Program(NamedTuple):
    """A program that runs at the start of a game, in a mod of one dialect, and its limits."""

    dialect: str
    text: str
    mebibytes: int
    instructions: int


@cache
def _examples() -> dict[str, list[tuple[str, ...]]]:
    """Return the examples of each dialect."""
    return {
        dialect: [tuple(entry.example) for entry in book.entries if entry.example and not entry.load]
        for dialect, book in _books().items()
    }


@cache
def _books() -> dict[str, Book]:
    """Read the books: late, because reading takes longer than importing all tests."""
    books = all_books()
    return {dialect: books[dialect] for dialect in DIALECTS}


def _prelude(dialect: str) -> str:
    entry = _books()[dialect].prelude
    return "\n".join(entry.example) if entry else ""


def spoken_dialect(dialect: str) -> str:
    """Return the dialect of a mod that uses a dialect or a library."""
    return "rooms" if dialect in LIBRARIES else dialect


def head(dialect: str) -> str:
    """Return the first lines of the mod in which programs of a dialect run."""
    required = LIBRARIES.get(dialect, "")
    return f'{dialect} = require "{required}"\n' if required else ""


def random_program(seed: int) -> Program:
    """Return the program of a seed."""
    rng = random.Random(seed)
    dialect = rng.choice(DIALECTS)
    bodies = []
    for _ in range(rng.randint(1, 3)):
        lines = [line.partition(" --> ")[0] for line in rng.choice(_examples()[dialect])]
        bodies.append(" ".join(_changed(line, rng) for line in lines))
    body = f"do {' end do '.join(bodies)} end"
    wrapped = rng.choice(WRAPPERS).format(
        body=body, count=rng.choice((2, 20, 1000)), size=rng.choice((1, 1000, 100_000))
    )
    text = f"t = {{}}\n{_prelude(dialect)}\n{wrapped}"
    return Program(dialect, text, rng.choice((8, 12, 24, 64)), int(10 ** rng.uniform(5, 7)))


def _changed(line: str, rng: random.Random) -> str:
    """Return a line of an example in which some parts are other values."""
    rate = rng.choice((0.0, 0.1, 0.4))

    def replace(match: re.Match[str]) -> str:
        return rng.choice(VALUES) if match[0] not in _KEYWORDS and rng.random() < rate else match[0]

    if line.startswith("--"):
        return ""
    return _PART.sub(replace, line)
