"""Categories of items: where on a map items may lie."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.schema import Text, refuse
from host.border.session import Session
from host.border.typos import find_typos

_CATEGORY_TEXT = Text()


def category(value: Any, path: str) -> Any:
    """Read an item category: a string, a number, a boolean or a handle."""
    if isinstance(value, Handle):
        return f"{value.kind} #{value.index}"
    if not isinstance(value, str | int | float | bool):
        refuse(path, value, "must be a category: a string, number, boolean or handle")
    return _CATEGORY_TEXT.read(value, path) if isinstance(value, str) else value


def warn_of_category(session: Session, subject: str, value: Any, file: str | None, line: int) -> None:
    """Warn of a category that no tile has and that is nearly one of those that tiles have."""
    tiles = session.tiles
    # A category that was used before has been checked.
    if not isinstance(value, str) or value in tiles.categories:
        return
    categories = {tile.category for tile in tiles.tiles if isinstance(tile.category, str)} - {value}
    for wrong, near in find_typos([value], sorted(categories)):
        message = f'{subject} is "{wrong}", a category that no tile has; did you mean "{near}"?'
        session.warn(message, file, line, "near-miss")
