"""Types that cross the border between Python and Lua, by the annotations of declarations.

Annotations are compared as text: every module has them as text, and nothing has to be evaluated at start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from host.border.values import to_bytes, to_text

# Plain data of any shape: a scalar, a Table or a Handle from Lua; what `values.write` takes to Lua.
Value: TypeAlias = Any

Converter: TypeAlias = Callable[[Any], Any]


def parts_of_tuple(annotation: str) -> list[str]:
    """Split `tuple[str, int]` into its parts; no parts for anything else."""
    if not annotation.startswith("tuple["):
        return []
    return annotation.removeprefix("tuple[").removesuffix("]").split(", ")


def _or_none(convert: Converter) -> Converter:
    return lambda value: None if value is None else convert(value)


def _split(text: bytes) -> list[str]:
    return to_text(text).split("\0") if text else []


def _join(words: Iterable[str]) -> bytes:
    return to_bytes("\0".join(words))


# Annotation -> converter, None for what crosses as it is. A list of strings is one string in Lua, joined by NUL.
_PLAIN: dict[str, Converter | None] = {
    name + suffix: None for name in ("bool", "int", "float", "bytes", "int | bytes") for suffix in ("", " | None")
}
FROM_LUA = {**_PLAIN, "str": to_text, "str | None": _or_none(to_text), "list[str]": _split}
TO_LUA = {**_PLAIN, "str": to_bytes, "str | None": _or_none(to_bytes), "list[str]": _join}
