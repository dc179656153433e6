"""What a text costs Lua's compiler besides reading it; `lua/core/compiler.lua` charges the mod for it.

The compiler walks lists: of the jumps of an expression at each `and` and `or`, of the branches of an `if` at each
`elseif`, of the jumps and labels of a function at each `goto`, `break` and label, and of all names in scope at each
name. So a hostile text takes a time that grows with the square of its length.
"""

from __future__ import annotations

import re

_LONG = rb"\[(?P<{0}>=*+)\[ (?: .*?\](?P={0})\] | .*+ )"
_QUOTED = rb"{0}(?: [^{0}\\\r\n]++ | \\(?: z\s*+ | \r\n | \n\r | . ) )*+{0}?"
_TOKEN = re.compile(
    rb"""
    (?: [\s+*/%^\#&|.]++ | -(?!-) | [<>=~]= | [<>~] | :(?!:) | --(?!\[=*+\[)[^\r\n]*+ | --"""
    + _LONG.replace(b"{0}", b"comment")
    + rb""" )++
    | (?P<word> [A-Za-z_]\w*+ )
    | (?P<value> \d[\w.]*+ | """
    + _LONG.replace(b"{0}", b"text")
    + b" | "
    + _QUOTED.replace(b"{0}", b'"')
    + b" | "
    + _QUOTED.replace(b"{0}", b"'")
    + rb""" )
    | (?P<sign> :: | ;++ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
# Keywords by their effect on the lists of the counter. Of all keywords, only `end` ends a value.
_OPERATORS = (b"not", b"nil", b"true", b"false")
_OPENERS = (b"if", b"do", b"repeat", b"function")
_DECLARATIONS = (b"local", b"global", b"for")
_JUMPS = (b"goto", b"break")
_OTHERS = (b"then", b"else", b"while", b"return", b"in")
_KEYWORDS = frozenset((b"and", b"or", b"elseif", b"end", b"until")).union(
    _OPERATORS, _OPENERS, _DECLARATIONS, _JUMPS, _OTHERS
)
# Open blocks and brackets at which the compiler gives up.
_DEEPEST = 200
# Instructions that the counter itself takes for a token.
_STEPS_OF_TOKEN = 200
# Names that a function may take from outer functions. The compiler looks through them, too, for each name.
_CAPTURED = 64


def count_steps(source: bytes) -> int:
    """Return about how many entries of lists are visited, whether or not the text is correct."""
    # Entries that are in the lists now: jumps of the expression, branches of the `if`, jumps and labels of the
    # function, and names in scope. The stack has those around each open block and bracket.
    jumps = branches = labels = names = steps = 0
    stack: list[tuple[int, int, int, int, bytes]] = []
    # Whether a list of names is being declared, and whether the token before ends a value.
    declares = is_value = False
    for token in _TOKEN.finditer(source):
        if len(stack) > _DEEPEST:
            break
        steps += _STEPS_OF_TOKEN
        kind, text = token.lastgroup, token[0]
        if kind == "word" and text not in _KEYWORDS:
            steps += names
            names += declares and not is_value
            is_value = True
        elif kind == "word":
            if text == b"and" or text == b"or":
                jumps += 1
                steps += jumps
            elif text == b"elseif":
                jumps, branches = 0, branches + 1
                steps += branches
            elif text in _OPENERS:
                stack.append((jumps, branches, labels, names, text))
                jumps = branches = 0
                if text == b"function":
                    labels, names = 0, names + _CAPTURED
            elif text == b"end" or text == b"until":
                if stack:
                    jumps, branches, outer_labels, names, opener = stack.pop()
                    labels = outer_labels if opener == b"function" else labels
            elif text in _JUMPS:
                jumps, labels = 0, labels + 1
                steps += labels
            elif text not in _OPERATORS:
                jumps = 0
            # `global *`, and the name of a function, are declarations, too.
            if text == b"local" or text == b"global":
                names += 1
                steps += names
            declares = text in _DECLARATIONS or text == b"function"
            is_value = text == b"end"
        elif kind == "sign":
            if text in b"([{":
                # The jumps in the brackets of an operand are among the jumps of its expression.
                stack.append((jumps, branches, labels, names, b"" if is_value or text != b"(" else text))
                jumps = 0
            elif text in b")]}":
                if stack:
                    outer, branches, _, _, opener = stack.pop()
                    jumps = outer + jumps if opener else outer
            elif text == b"::":
                labels += 1
                steps += labels
            elif text in b",=;":
                jumps = 0
            if declares and text not in b",(":
                declares = False
            is_value = text in b")]}"
        elif kind == "value":
            is_value = True
    return steps
