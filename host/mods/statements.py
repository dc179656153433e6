"""Where the statements of a Lua chunk begin, a text of the chunk that notes which of them run, and its global names.

Lua has one hook, which counts instructions here, and a hook for lines costs twenty times what a line costs. So a chunk
whose lines are to be counted is read as Lua 5.5's grammar says, and each statement gets an assignment before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

# The local variable in which lines are noted. Chunks get its value as their argument.
NAME = "__covered"

_TOKEN = re.compile(
    r"""
      (?P<space>\s+|--\[(?P<c>=*)\[.*?\](?P=c)\]|--[^\r\n]*)
    | (?P<string>"(?:\\z\s*|\\.|[^"\\])*"|'(?:\\z\s*|\\.|[^'\\])*'|\[(?P<s>=*)\[.*?\](?P=s)\])
    | (?P<number>0[xX](?:[0-9a-fA-F.]|[pP][+-]?)+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<operator>\.\.\.|\.\.|==|~=|<=|>=|<<|>>|//|::|[-+*/%^\#&~|<>=(){}\[\];:,.])
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
# What Lua counts as one.
_LINE_END = re.compile(r"\r\n|\n\r|\r|\n")
_ENDS_BLOCK = frozenset(("end", "else", "elseif", "until", ""))
_UNARY = frozenset(("not", "-", "#", "~"))
_BINARY = frozenset(
    ["+", "-", "*", "/", "//", "%", "^", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or", "&", "|", "~", "<<", ">>"]
)
KEYWORDS = frozenset(
    [
        "and",
        "break",
        "do",
        "else",
        "elseif",
        "end",
        "false",
        "for",
        "function",
        "goto",
        "if",
        "in",
        "local",
        "nil",
        "not",
        "or",
        "repeat",
        "return",
        "then",
        "true",
        "until",
        "while",
    ]
)
_MOST_NESTED = 180


class NotReadError(Exception):
    """A text that is no Lua as this reader knows it."""


def lines_of(source: str) -> list[int]:
    """The lines on which a statement begins, in order. Raises NotReadError."""
    return sorted(set(_Reader(source).lines))


def noting(source: str) -> str:
    """The chunk, which notes each line on which a statement begins when it runs it: `__covered[line] = true`. No line
    moves. Raises NotReadError."""
    reader = _Reader(source)
    pieces = [f"local {NAME} <const> = ...;"]
    at = 0
    for place, end, text in sorted(reader.edits):
        pieces += (source[at:place], text)
        at = end
    return "".join([*pieces, source[at:]])


class Use(NamedTuple):
    """A use of a global name; a field of it belongs to the name: `table.getn`. `before` and `after` are the tokens
    around it, as `_Reader` gives them."""

    name: str
    line: int
    before: str
    after: str


def globals_of(source: str) -> list[Use]:
    """The global names that a chunk reads or assigns, in order. Raises NotReadError."""
    return _Reader(source).globals


class _Reader:
    def __init__(self, source: str) -> None:
        # Kind and text of each token, where it begins, and its line.
        self._tokens = _tokens(source)
        self._at = 0
        self._functions = 0
        self._nested = 0
        self.lines: list[int] = []
        # (from, to, text in place of what is there).
        self.edits: list[tuple[int, int, str]] = []
        self.globals: list[Use] = []
        # The local names of each block that is open, outermost first.
        self._scopes: list[set[str]] = []
        self._block()
        if self._text:
            raise NotReadError(self._text)

    # -- tokens

    @property
    def _kind(self) -> str:
        return self._tokens[self._at][0]

    @property
    def _text(self) -> str:
        """A keyword, an operator or a name; nothing at the end, and `"` for strings and numbers."""
        return self._tokens[self._at][1]

    def _next(self) -> None:
        self._at += 1

    def _take(self, text: str) -> bool:
        if self._text == text:
            self._at += 1
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise NotReadError(f"{text} expected, not {self._text}")

    def _name(self) -> str:
        name = self._text
        if self._kind != "name" or name in KEYWORDS:
            raise NotReadError(f"name expected, not {name}")
        self._at += 1
        return name

    def _use(self) -> None:
        """A name that is read or assigned, and what follows it with a dot."""
        start = self._at
        name = self._name()
        if any(name in scope for scope in self._scopes):
            return
        following = self._tokens[self._at : self._at + 2]
        end = self._at
        if following[0][1] == "." and following[1][0] == "name":
            name, end = f"{name}.{following[1][1]}", end + 2
        before = self._tokens[start - 1][1] if start else ""
        self.globals.append(Use(name, self._tokens[start][3], before, self._tokens[end][1]))

    # -- statements

    def _block(self, names: Iterable[str] = ()) -> None:
        """The statements of a block, in which `names` are local from the start."""
        self._scopes.append(set(names))
        self._nested += 1
        if self._nested > _MOST_NESTED:
            raise NotReadError("nested too deep")
        while self._text not in _ENDS_BLOCK:
            if self._take(";"):
                continue
            if self._take("::"):
                self._name()
                self._expect("::")
                continue
            _, text, place, line = self._tokens[self._at]
            self.lines.append(line)
            self.edits.append((place, place, f"{NAME}[{line}]=true;"))
            self._statement(text)
            if text == "return":
                break
        self._nested -= 1
        self._scopes.pop()

    def _statement(self, text: str) -> None:
        if text in ("if", "while"):
            self._next()
            self._expression()
            self._expect("then" if text == "if" else "do")
            self._block()
            while text == "if" and self._take("elseif"):
                self._expression()
                self._expect("then")
                self._block()
            if text == "if" and self._take("else"):
                self._block()
            self._expect("end")
        elif text == "do":
            self._next()
            self._block()
            self._expect("end")
        elif text == "for":
            self._next()
            names = self._names()
            if not self._take("="):
                self._expect("in")
            self._expressions()
            self._expect("do")
            self._block(names)
            self._expect("end")
        elif text == "repeat":
            self._next()
            self._block()
            self._expect("until")
            self._expression()
        elif text == "function":
            self._next()
            self._name()
            while self._take(".") or self._take(":"):
                self._name()
            self._body()
        elif text == "local" or self._is_global():
            self._next()
            self._declaration(self._scopes[-1] if text == "local" else set())
        elif text == "return":
            self._next()
            if self._text not in _ENDS_BLOCK and self._text != ";":
                self._expressions()
            self._take(";")
        elif text == "goto":
            self._next()
            self._name()
        elif text == "break":
            self._next()
        else:
            self._suffixed()
            while self._take(","):
                self._suffixed()
            if self._take("="):
                self._expressions()

    def _is_global(self) -> bool:
        """Whether `global` declares something here, and is no name."""
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        declares = following[1] in ("function", "<", "*") or (following[0] == "name" and following[1] not in KEYWORDS)
        return self._text == "global" and declares

    def _declaration(self, scope: set[str]) -> None:
        if self._take("function"):
            scope.add(self._name())
            self._body()
            return
        self._attribute()
        if self._take("*"):
            return
        names = {self._name()}
        self._attribute()
        while self._take(","):
            names.add(self._name())
            self._attribute()
        if self._take("="):
            self._expressions()
        # What is assigned does not see them yet.
        scope |= names

    def _attribute(self) -> None:
        if self._take("<"):
            self._name()
            self._expect(">")

    def _names(self) -> list[str]:
        names = [self._name()]
        while self._take(","):
            names.append(self._name())
        return names

    def _body(self) -> None:
        self._expect("(")
        names = []
        while not self._take(")"):
            if self._take("..."):
                # It may have a name of its own.
                if self._text != ")":
                    names.append(self._name())
            else:
                names.append(self._name())
                self._take(",")
        self._functions += 1
        self._block(names)
        self._functions -= 1
        self._expect("end")

    # -- expressions

    def _expressions(self) -> None:
        self._expression()
        while self._take(","):
            self._expression()

    def _expression(self) -> None:
        self._nested += 1
        if self._nested > _MOST_NESTED:
            raise NotReadError("nested too deep")
        while True:
            while self._text in _UNARY:
                self._next()
            self._simple()
            if self._text not in _BINARY:
                break
            self._next()
        self._nested -= 1

    def _simple(self) -> None:
        if self._kind in ("string", "number") or self._text in ("nil", "true", "false"):
            self._next()
        elif self._text == "...":
            if not self._functions:
                # The chunk has got the table for its lines, and would have got nothing else.
                place = self._tokens[self._at][2]
                self.edits.append((place, place + 3, "nil"))
            self._next()
        elif self._text == "{":
            self._table()
        elif self._take("function"):
            self._body()
        else:
            self._suffixed()

    def _suffixed(self) -> None:
        if self._take("("):
            self._expression()
            self._expect(")")
        else:
            self._use()
        while True:
            if self._take("."):
                self._name()
            elif self._take("["):
                self._expression()
                self._expect("]")
            elif self._take(":"):
                self._name()
                if not self._arguments():
                    raise NotReadError("arguments expected")
            elif not self._arguments():
                return

    def _arguments(self) -> bool:
        if self._kind == "string":
            self._next()
        elif self._text == "{":
            self._table()
        elif self._take("("):
            if not self._take(")"):
                self._expressions()
                self._expect(")")
        else:
            return False
        return True

    def _table(self) -> None:
        self._expect("{")
        while not self._take("}"):
            if self._take("["):
                self._expression()
                self._expect("]")
                self._expect("=")
            elif self._kind == "name" and self._tokens[self._at + 1][1] == "=" and self._text not in KEYWORDS:
                self._next()
                self._next()
            self._expression()
            if not (self._take(",") or self._take(";")) and self._text != "}":
                raise NotReadError("} expected")


def _tokens(source: str) -> list[tuple[str, str, int, int]]:
    found = []
    at, line = 0, 1
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise NotReadError(source[at : at + 10])
        kind, text = match.lastgroup or "", match.group()
        # The groups that find the ends of long brackets are no kinds.
        kind = {"c": "space", "s": "string"}.get(kind, kind)
        if kind != "space":
            found.append((kind, text if kind in ("name", "operator") else '"', at, line))
        line += len(_LINE_END.findall(text))
        at = match.end()
    found.append(("end", "", at, line))
    return found
