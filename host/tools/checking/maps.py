"""Checks of maps: whether two are equal, floor that cannot be reached, creatures in walls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from host.errors import agree, shorten
from host.metrics.flood import reachable
from host.metrics.walkability import Means, walkable
from host.model.document import to_document
from host.model.game_map import GameMap
from host.model.tile import BLOCKED, HEIGHTS
from host.model.tile_set import EMPTY

# Fields of a document that do not describe the map itself.
_LEFT_OUT = ("format", "version", "mods", "tiles", "stacks", "rows", "item_types", "monster_types")

# The layers of creatures, of all dialects.
_ALIVE = ("chara", "real", "player")


def comparable(game_map: GameMap) -> dict[str, Any]:
    """Return a map as plain data in which nothing depends on the order of registration.

    {name: list or value}, and `squares`: rows of stacks of tiles, each the ids of its tiles joined by " on ".
    """
    document = to_document(game_map)
    names = [tile["id"] for tile in document["tiles"]]
    stack_names = [" on ".join(names[tile] for tile in reversed(stack)) or "nothing" for stack in document["stacks"]]
    squares = [[stack_names[number] for number in row] for row in document["rows"]]
    return {"squares": squares} | {key: value for key, value in document.items() if key not in _LEFT_OUT}


def digest(data: Mapping[str, Any]) -> str:
    """Return a digest of plain data."""
    return blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()


def difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Describe the first difference between two maps that `comparable` returned."""
    if (one["width"], one["height"]) != (other["width"], other["height"]):
        return f"one map has {one['width']} × {one['height']} squares, the other {other['width']} × {other['height']}"
    differing = [
        (x, y, here, there)
        for y, (row, other_row) in enumerate(zip(one["squares"], other["squares"], strict=True))
        for x, (here, there) in enumerate(zip(row, other_row, strict=True))
        if here != there
    ]
    if differing:
        x, y, here, there = differing[0]
        count = one["width"] * one["height"]
        differ = agree(len(differing), "differ")
        return f"{len(differing)} of {count} squares {differ}, the first at ({x}, {y}): {here}, or {there}"
    for name in one:
        value, other_value = one[name], other.get(name)
        if value != other_value:
            if isinstance(value, list) and isinstance(other_value, list):
                return f"the {name} differ: {_first(value, other_value)}"
            return f"the {name} differ: {_shown(value)}, or {_shown(other_value)}"
    return "the difference is in data that has no name"


def _first(value: Sequence[Any], other_value: Sequence[Any]) -> str:
    for here, there in zip(value, other_value, strict=False):
        if here != there:
            return f"{_shown(here)}, or {_shown(there)}"
    return f"there are {len(value)}, or {len(other_value)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return shorten(text, 120)


def in_walls(game_map: GameMap) -> list[tuple[str, int, int]]:
    """Return (id, x, y) of the creatures on squares that they cannot enter."""
    creatures = [(entity.id, entity.x, entity.y, 0) for entity in game_map.objects if entity.layer in _ALIVE]
    for creature in game_map.living_creatures:
        name = "a knight" if creature.monster is None else game_map.registry.get("monster", creature.monster).id
        creatures.append((name, creature.x, creature.y, creature.height))
    access = [game_map.tileset.traits.array(name) for name in HEIGHTS]
    stacks = ((name, x, y, height, game_map.stack(game_map.square(x, y))) for name, x, y, height in creatures)
    return [(name, x, y) for name, x, y, height, stack in stacks if stack != EMPTY and access[height][stack] == BLOCKED]


def out_of_reach(game_map: GameMap) -> list[tuple[int, int]]:
    """Return the squares (x, y) of floor that cannot be reached from any home with all keys; none without homes."""
    if not game_map.homes:
        return []
    passable = walkable(game_map, Means.KEYS, with_empty=True)
    floor = walkable(game_map, Means.CLEAR) & passable
    starts = [(home.x, home.y) for home in game_map.homes]
    for x, y in starts:
        passable[y, x] = True
    lost = floor & ~reachable(passable, starts)
    return [(x, y) for y, x in np.argwhere(lost).tolist()]
