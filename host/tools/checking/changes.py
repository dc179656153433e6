"""What changed between two maps that the same request made, before and after a mod was edited."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from host.errors import counted
from host.model.game_map import GameMap
from host.model.objects import KIND_WORDS
from host.tools.checking.maps import comparable

Square = tuple[int, int]

# Parts of a map whose objects have squares, and the kind of those that do not say theirs: the words of describe_counts.
_CONTENTS = {"items": "item", "stored": "item", "creatures": "monster", "objects": "object"}
# Parts that change with the squares or the contents, or that are compared by themselves.
_IMPLIED = ("squares", "width", "height", "seed", "rooms", "doors", "chests", "hit_points", "segments", *_CONTENTS)


class _Object(NamedTuple):
    """An object on a square, by the id of its type; objects of equal ids on a square are equal."""

    id: str
    x: int
    y: int


class MapChanges(NamedTuple):
    """What is new and what is gone on the second of two maps."""

    # Width and height of each map, where they differ.
    sizes: tuple[Square, Square] | None
    # Squares with other tiles.
    squares: frozenset[Square]
    # Kind of objects -> how many are new, and how many are gone. An object that moved is both.
    contents: dict[str, tuple[int, int]]
    # Squares with other objects.
    places: frozenset[Square]
    # Names of other parts that changed, as in the JSON of a map: "homes", "quest" …
    others: tuple[str, ...]

    @property
    def marks(self) -> frozenset[Square]:
        """The squares that changed in any way."""
        return self.squares | self.places

    def describe(self) -> str:
        """Return the changes in one line."""
        parts = []
        if self.sizes is not None:
            (width, height), (other_width, other_height) = self.sizes
            parts.append(f"{other_width} × {other_height} squares in place of {width} × {height}")
        if self.squares:
            parts.append(f"{counted(len(self.squares), 'square')} changed ({_extent(self.squares)})")
        for kind, (new, gone) in self.contents.items():
            if new and gone:
                parts.append(f"{counted(new, kind)} new and {gone} gone")
            else:
                parts.append(f"{counted(new or gone, kind)} {'more' if new else 'fewer'}")
        parts += [f"{name.replace('_', ' ')} changed" for name in self.others]
        return ", ".join(parts) or "nothing changed"


def compare_maps(before: GameMap, after: GameMap) -> MapChanges:
    """Return what changed from one map to the other."""
    old, new = comparable(before), comparable(after)
    sizes = ((before.width, before.height), (after.width, after.height))
    has_same_size = sizes[0] == sizes[1]
    squares = frozenset(
        (x, y)
        for y, (row, other_row) in enumerate(zip(old["squares"], new["squares"], strict=False))
        for x, (here, there) in enumerate(zip(row, other_row, strict=False))
        if has_same_size and here != there
    )
    left, right = _contents(old), _contents(new)
    contents: dict[str, tuple[int, int]] = {}
    places: set[Square] = set()
    for kind in sorted(left.keys() | right.keys()):
        came, went = right[kind] - left[kind], left[kind] - right[kind]
        if came or went:
            contents[kind] = (came.total(), went.total())
            places |= {(changed.x, changed.y) for changed in came + went}
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    others = [name for name in names if name not in _IMPLIED]
    if not (squares or contents or others) and has_same_size:
        # Only a detail changed, such as a lock, the health of a creature, or a room.
        others = names
    return MapChanges(None if has_same_size else sizes, squares, contents, frozenset(places), tuple(others))


def _contents(data: Mapping[str, Any]) -> defaultdict[str, Counter[_Object]]:
    """Return kind -> object -> number."""
    counts: defaultdict[str, Counter[_Object]] = defaultdict(Counter)
    for part, kind in _CONTENTS.items():
        for entry in data.get(part, ()):
            identity = entry.get("item") or entry.get("type") or entry.get("id") or ""
            named = entry.get("kind", kind)
            counts[KIND_WORDS.get(named, named)][_Object(identity, entry["x"], entry["y"])] += entry.get("count", 1)
    return counts


def _extent(squares: frozenset[Square]) -> str:
    """Return the rectangle around squares, with coordinates from 0 as in the JSON of a map."""
    columns, rows = zip(*squares, strict=True)
    return f"x {_range(columns)}, y {_range(rows)}"


def _range(values: tuple[int, ...]) -> str:
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least} to {most}"
