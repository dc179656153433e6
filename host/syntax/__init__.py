"""Lua source text: its syntax tree, its statements, the scopes of its names."""

from __future__ import annotations


def loadable(content: bytes) -> bytes:
    """Return the content of a Lua file for `load`: without a byte order mark, a `#!` line turned into a comment."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    return b"--" + content if content.startswith(b"#") else content
