"""Maps that should be the same, and floor that nobody can reach."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from host.metrics.flood import reachable
from host.metrics.walkability import Means, walkable
from host.model.document import to_document
from host.model.map import Map
from host.model.tile import BLOCKED, EMPTY, HEIGHTS

# What only says how a document is written, or which mods there were.
_LEFT_OUT = ("format", "version", "mods", "tiles", "stacks", "rows", "item_types", "monster_types")

# The layers of objects that live, of all dialects.
_ALIVE = ("chara", "real", "player")


def comparable(game_map: Map) -> dict[str, Any]:
    """A map as plain data in which nothing depends on the order of registration: {name: list or value}, and
    `squares`, rows of piles, each the ids of its tiles joined by " on "."""
    document = to_document(game_map)
    names = [tile["id"] for tile in document["tiles"]]
    piles = [" on ".join(names[tile] for tile in reversed(pile)) or "nothing" for pile in document["stacks"]]
    squares = [[piles[number] for number in row] for row in document["rows"]]
    return {"squares": squares} | {key: value for key, value in document.items() if key not in _LEFT_OUT}


def digest(data: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()


def difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What differs between two maps that `comparable` gave, and where."""
    if (one["width"], one["height"]) != (other["width"], other["height"]):
        return f"one map has {one['width']} × {one['height']} squares, the other {other['width']} × {other['height']}"
    unlike = [
        (x, y, here, there)
        for y, (row, other_row) in enumerate(zip(one["squares"], other["squares"], strict=True))
        for x, (here, there) in enumerate(zip(row, other_row, strict=True))
        if here != there
    ]
    if unlike:
        x, y, here, there = unlike[0]
        count = one["width"] * one["height"]
        return f"{len(unlike)} of {count} squares differ, the first at ({x}, {y}): {here}, or {there}"
    for name in one:
        mine, others = one[name], other.get(name)
        if mine != others:
            if isinstance(mine, list) and isinstance(others, list):
                return f"the {name} differ: {_first(mine, others)}"
            return f"the {name} differ: {_shown(mine)}, or {_shown(others)}"
    return "nothing that can be named differs"


def _first(mine: Sequence[Any], others: Sequence[Any]) -> str:
    for here, there in zip(mine, others, strict=False):
        if here != there:
            return f"{_shown(here)}, or {_shown(there)}"
    return f"there are {len(mine)}, or {len(others)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]} …"


def in_walls(game_map: Map) -> list[tuple[str, int, int]]:
    """(what, x, y) of all that live on squares with tiles which are closed to them."""
    beings = [(one.id, one.x, one.y, 0) for one in game_map.objects if one.layer in _ALIVE]
    for one in game_map.creatures:
        name = "a knight" if one.monster is None else game_map.registry.get("monster", one.monster).id
        beings.append((name, one.x, one.y, one.height))
    access = [game_map.tileset.traits.array(name) for name in HEIGHTS]
    stacks = ((name, x, y, height, game_map.stack(game_map.square(x, y))) for name, x, y, height in beings)
    return [(name, x, y) for name, x, y, height, pile in stacks if pile != EMPTY and access[height][pile] == BLOCKED]


def out_of_reach(game_map: Map) -> list[tuple[int, int]]:
    """The squares (x, y) with floor that cannot be walked to from any home, whatever keys one has; nothing for a map
    without homes."""
    if not game_map.homes:
        return []
    passable = walkable(game_map, Means.KEYS, with_empty=True)
    floor = walkable(game_map, Means.CLEAR) & passable
    starts = [(home.x, home.y) for home in game_map.homes]
    for x, y in starts:
        passable[y, x] = True
    lost = floor & ~reachable(passable, starts)
    return [(x, y) for y, x in np.argwhere(lost).tolist()]
