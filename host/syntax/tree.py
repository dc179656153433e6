"""The syntax tree of a Lua chunk, from tree-sitter-lua, which knows the grammar of Lua 5.5.

The node types are documented at https://github.com/tree-sitter-grammars/tree-sitter-lua.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from host.errors import RequestError
from host.paths import how_to_install

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_WORDS = """
    and break do else elseif end false for function goto if in local nil not or repeat return then true until while
"""
KEYWORDS = frozenset(_WORDS.split())
# What Lua counts as one line end.
_LINE_END = re.compile(rb"\r\n|\n\r|\r|\n")
# Bytes of the longest text that is parsed, and the most tokens: a node takes hundreds of bytes.
LONGEST, MOST_TOKENS = 1 << 20, 1 << 18
_TOKEN = re.compile(rb"\w++|-++|[^\w\s-]")
# Bytes that the parser reads at once, and the most reads: some for each slice, and so many more.
_SLICE, _READS_PER_SLICE, _FURTHER_READS = 4096, 8, 100


class SyntaxTreeError(Exception):
    """The text is not Lua."""


class TooLargeError(SyntaxTreeError):
    """The text may be Lua, but has more than LONGEST bytes or MOST_TOKENS tokens."""


class Chunk:
    """A parsed Lua text. Raises SyntaxTreeError when `source` is not Lua, or too large.

    Lines count from 1, as Lua counts them: CR, LF and both in any order end one line.
    """

    __slots__ = ("_line_starts", "root", "source")

    def __init__(self, source: bytes) -> None:
        if is_too_large(source):
            raise TooLargeError
        self.source = source
        # The grammar ends lines with LF alone. Offsets stay: every replacement has the length of what it replaces.
        with_lf = source.replace(b"\r\n", b"\n ").replace(b"\r", b"\n")
        self.root: Node = _parser().parse(_reader(with_lf)).root_node
        if self.root.has_error:
            raise SyntaxTreeError
        self._line_starts = [0, *(match.end() for match in _LINE_END.finditer(source))]

    def line_at(self, offset: int) -> int:
        """Return the line of a byte offset."""
        return bisect_right(self._line_starts, offset)

    def start_of(self, line: int) -> int:
        """Return the byte offset at which a line starts; after the last line, the offset of the end."""
        return self._line_starts[line - 1] if line <= len(self._line_starts) else len(self.source)

    def line_of(self, node: Node) -> int:
        """Return the line on which a node starts."""
        return self.line_at(node.start_byte)

    def text_of(self, node: Node) -> str:
        """Return the text of a node; bytes that are not UTF-8 become surrogates."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")


def walk(root: Node) -> Iterator[Node]:
    """Yield a node and all named nodes below it, in the order of the text."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(node.named_children)


def is_too_large(source: bytes) -> bool:
    """Return whether a text has more than LONGEST bytes or MOST_TOKENS tokens."""
    if not MOST_TOKENS < len(source) <= LONGEST:
        return len(source) > LONGEST
    return next(islice(_TOKEN.finditer(source), MOST_TOKENS, None), None) is not None


def _reader(text: bytes) -> Callable[[int, object], bytes]:
    """Return what gives the parser a slice of a text from an offset on.

    A parser that reads the text again and again, as it does to recover from errors, takes quadratic time: from then on
    it reads blanks. An early end crashes it. Lua is read three times at most.
    """
    blank = b" " * len(text)
    left = len(text) // _SLICE * _READS_PER_SLICE + _FURTHER_READS

    def read(offset: int, _: object) -> bytes:
        nonlocal left
        left -= 1
        return (text if left >= 0 else blank)[offset : offset + _SLICE]

    return read


def require_parser() -> None:
    """Raise RequestError where the parser is not installed."""
    _parser()


@cache
def _parser() -> Parser:
    # Commands that read no Lua text need not wait for these imports, which are of an extra.
    try:
        import tree_sitter_lua
        from tree_sitter import Language, Parser
    except ImportError:
        raise RequestError(
            "Lua text is parsed by tree-sitter, which is not installed", hint=how_to_install("[tools]")
        ) from None

    return Parser(Language(tree_sitter_lua.language()))
