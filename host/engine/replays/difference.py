"""Where two views of a game differ, on the documents of their maps."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

Square = tuple[int, int]
# Parts of a document that list what is on squares; numbers of objects say nothing about a game.
_LISTS = ("items", "creatures", "homes", "doors", "chests", "stored", "hit_points", "objects")
_NOT_COMPARED = ("x", "y", "uid")


def first_square(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> Square | None:
    """Return the first square on which the maps of two views differ, in the order of reading, or else of the player.

    None when there is neither.
    """
    before, after = things_on(recorded["map"]), things_on(now["map"])
    squares = {square for square in before.keys() | after.keys() if before.get(square) != after.get(square)}
    squares |= _other_tiles(recorded["map"], now["map"])
    if squares:
        return min(squares, key=lambda square: (square[1], square[0]))
    player = now["player"] or recorded["player"]
    return None if player is None else (player["x"], player["y"])


def check_document(document: Mapping[str, Any]) -> None:
    """Raise ValueError unless `things_on` and `tiles_on` can read the document of a map, which a stranger wrote."""
    try:
        if not all(type(x) is int and type(y) is int for x, y in things_on(document)):
            raise ValueError("something is on no square")
        _stacks(document)
    except (TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError(str(error)) from None


def things_on(document: Mapping[str, Any]) -> Mapping[Square, list[str]]:
    """Return what is on the squares of a map besides tiles, as texts in a fixed order."""
    things: dict[Square, list[str]] = defaultdict(list)
    for kind in _LISTS:
        for row in document.get(kind) or ():
            fields = {key: value for key, value in row.items() if key not in _NOT_COMPARED}
            things[row["x"], row["y"]].append(f"{kind} {_text(fields)}")
    return {square: sorted(texts) for square, texts in things.items()}


def tiles_on(document: Mapping[str, Any], square: Square) -> str:
    """Return the tiles on a square of a map."""
    x, y = square
    rows = document["rows"]
    return _stacks(document)[rows[y][x]] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else ""


def _stacks(document: Mapping[str, Any]) -> list[str]:
    return [_text([document["tiles"][tile] for tile in stack]) for stack in document["stacks"]]


def _other_tiles(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[Square]:
    old, new = _stacks(before), _stacks(after)
    squares = set[Square]()
    if old == new and before["rows"] == after["rows"]:
        return squares
    for y, rows in enumerate(zip_longest(before["rows"], after["rows"], fillvalue=())):
        if old == new and rows[0] == rows[1]:
            continue
        for x, (was, is_now) in enumerate(zip_longest(*rows)):
            if was is None or is_now is None or old[was] != new[is_now]:
                squares.add((x, y))
    return squares


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, check_circular=False)
