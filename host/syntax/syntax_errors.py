"""Faults of a Lua text that Lua refuses: what was expected, and, by indentation, where an open block began.

Lua says where it gave up. An `end` that is missing in the middle of a file is noticed at its end, so the indentation
tells which block lacks it. Lua's parser has no codes: this is the one place that knows its texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# Bytes of the longest text that is looked through.
LONGEST = 2**18

_TOKEN = re.compile(
    r"""
    (?P<comment> --\[(?P<level>=*)\[ .*? (?:\](?P=level)\]|\Z) | --[^\n]* )
    | (?P<string> \[(?P<depth>=*)\[ .*? (?:\](?P=depth)\]|\Z) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? )
    | (?P<word> [A-Za-z_]\w* )
    | (?P<number> \.?\d(?:[eEpP][+-]|[\w.])* )
    | (?P<sign> \.{2,3} | [=~<>]= | // | :: | [^\s\w] )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_CLOSER = {"(": ")", "{": "}", "[": "]", "repeat": "until"}
_OPENERS = frozenset(("function", "do", "if", "for", "while", *_CLOSER))
_CLOSERS = frozenset(("end", *_CLOSER.values()))
# Words that close a block or a part of it, and the end of the text, as Lua names it.
_CLOSING = _CLOSERS | {"else", "elseif", "<eof>"}
# After these a value must follow.
_SIGNS = "= == ~= < > <= >= + - * / // % ^ # & | ~ .. ( { [ , and or not return if elseif while until in"
_BEFORE_VALUE = frozenset(_SIGNS.split())
_NEAR = re.compile(r" near '?(.*?)'?$", re.DOTALL)


class _Token(NamedTuple):
    text: str
    line: int
    # The byte of its line at which it begins, from 1.
    column: int
    # Blanks at the start of its line, and whether it is the first token there.
    indent: int
    is_first: bool


def explain_syntax_error(source: bytes, line: int, column: int, message: str) -> str | None:
    """Return what Lua's message about a text does not say: what was expected, or which block is not closed; or None.

    `column` is the byte of the line at which Lua gave up, from 1; 0 for an unknown one.
    """
    if len(source) > LONGEST:
        return None
    # A character for each byte: all that has a meaning in Lua is ASCII.
    tokens = list(_tokens(source.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")))
    near = match[1] if (match := _NEAR.search(message)) else ""
    if " expected" in message:
        return _explain_block(tokens, near, message)
    if message.startswith("unexpected symbol"):
        return _explain_symbol(tokens, line, column, near)
    if message.startswith("syntax error"):
        return "expected a call or an assignment: a value alone is not a statement"
    if message.startswith("unfinished string"):
        return f"expected {near[:1]} at the end of the string, on the same line"
    if message.startswith("malformed number"):
        return "expected a number such as 10, 0.5 or 0xFF"
    return None


def _explain_symbol(tokens: list[_Token], line: int, column: int, near: str) -> str:
    at = _find_refused(tokens, line, column, near)
    before = tokens[at - 1].text if at else ""
    if near == "!":
        return 'expected "~=" or "not": Lua has no "!"'
    if before in _BEFORE_VALUE:
        # A typo in the word that closes a block, as in `ed,`, reads like the start of a list.
        suspect = _find_open_blocks(tokens[: at + 1])[0] if near in _CLOSING else None
        if suspect is not None:
            return _describe(suspect)
        return f'expected a value after "{before}"'
    suspect, block = _find_open_blocks(tokens[:at])
    unclosed = suspect or (block if near == "<eof>" else None)
    if unclosed is not None:
        return _describe(unclosed)
    return f'expected a statement, and "{near}" begins none' if near else "expected a statement"


def _find_refused(tokens: list[_Token], line: int, column: int, near: str) -> int:
    """Return the index of the token that Lua refused; the number of tokens for the end of the text.

    Without a column it is one on the line with the text `near`: the first of them after a sign that wants a value, or
    the first of all.
    """
    if column:
        return next((i for i, token in enumerate(tokens) if (token.line, token.column) == (line, column)), len(tokens))
    matches = [i for i, token in enumerate(tokens) if token.line == line and token.text == near]
    return next((i for i in matches if i and tokens[i - 1].text in _BEFORE_VALUE), [*matches, len(tokens)][0])


def _explain_block(tokens: list[_Token], near: str, message: str) -> str | None:
    if near not in _CLOSING and message.startswith(("<eof> expected", "'end' expected", "'until' expected")):
        # Only a block that is left early meets a word that closes none.
        return 'a "return" is the last statement of its block'
    if message.startswith("<eof> expected"):
        return f'"{near}" closes nothing that is open'
    if near == "=" and message.startswith("'then' expected"):
        return 'did you mean "=="?'
    if near != "<eof>":
        return None
    suspect, innermost = _find_open_blocks(tokens)
    block = suspect or innermost
    return None if block is None or f"at line {block.line})" in message else _describe(block)


def _describe(block: _Token) -> str:
    closer = _CLOSER.get(block.text, "end")
    return f'expected "{closer}" for the "{block.text}" at line {block.line}, which is not closed'


def _find_open_blocks(tokens: list[_Token]) -> tuple[_Token | None, _Token | None]:
    """Return the first block that is indented deeper than the word that closes it, and the innermost one that is open.

    Both are None when all blocks are closed.
    """
    open_blocks: list[_Token] = []
    needs_do = 0
    suspect: _Token | None = None
    for token in tokens:
        if token.text == "do" and needs_do:
            needs_do -= 1
        elif token.text in _OPENERS:
            open_blocks.append(token)
            needs_do += token.text in ("for", "while")
        elif token.text in _CLOSERS and open_blocks:
            block = open_blocks.pop()
            is_shallower = token.is_first and token.line != block.line and token.indent < block.indent
            if suspect is None and (is_shallower or _CLOSER.get(block.text, "end") != token.text):
                suspect = block
    return (suspect, open_blocks[-1]) if open_blocks else (None, None)


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text but its comments, and strings as the text ""."""
    line, start, offset, line_of_last = 1, 0, 0, 0
    for match in _TOKEN.finditer(text):
        gap = text.count("\n", offset, match.start())
        if gap:
            line += gap
            start = text.rindex("\n", 0, match.start()) + 1
        if not match["comment"]:
            content, column = '""' if match["string"] else match[0], match.start() - start + 1
            yield _Token(content, line, column, _indent(text, start), line != line_of_last)
            line_of_last = line
        inside = match[0].count("\n")
        if inside:
            line += inside
            start = match.start() + match[0].rindex("\n") + 1
        offset = match.end()


def _indent(text: str, start: int) -> int:
    end = start
    while end < len(text) and text[end] in " \t":
        end += 1
    return end - start
