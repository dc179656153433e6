"""Small maps, drawn as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from host.model.document_reader import from_document
from host.model.game_map import GameMap

_CLEAR = {"walking": "clear", "flying": "clear", "missiles": "clear"}
_SHUT = {"walking": "blocked", "flying": "blocked", "missiles": "blocked"}
TILES: list[dict[str, Any]] = [
    {"id": "t.floor", "kind": "plain", "access": _CLEAR, "items": True, "depth": 2},
    {"id": "t.wall", "kind": "plain", "access": _SHUT, "items": False, "depth": 0},
    {"id": "t.door", "kind": "door", "access": _SHUT, "items": False, "depth": 0},
    {"id": "t.chest", "kind": "chest", "access": _SHUT, "items": False, "depth": 0},
    {"id": "t.exit", "kind": "plain", "access": _CLEAR, "items": False, "depth": 0, "glyph": ">"},
]
# Stack numbers: nothing, floor, wall, door, chest, exit.
STACKS = [[], [0], [1], [0, 2], [0, 3], [4]]
_ITEM_TYPES = [
    {"id": "t.gem", "kind": "held"},
    {"id": "t.key1", "kind": "held", "key": 1},
    {"id": "t.key2", "kind": "held", "key": 2},
    {"id": "t.picks", "kind": "held", "key": -1},
]
_LISTS = ["mods", "homes", "segments", "events", "items", "creatures", "doors", "chests", "stored", "hit_points"]
_KEYS = {"a": "t.key1", "b": "t.key2", "k": "t.picks"}
_LOCKS = {"1": 1, "2": 2, "P": "pick_only", "S": "special", "W": 1}


Rooms = Iterable[tuple[int, int, int, int]]


def draw(text: str, rooms: Rooms = (), locked: int | None = None) -> GameMap:
    """Return the map of a drawing."""
    return from_document(draw_document(text, rooms, locked))


def draw_document(text: str, rooms: Rooms = (), locked: int | None = None) -> dict[str, Any]:
    """Return the document of the map of a drawing.

    `#` wall, `.` floor, blank nothing, `+` door, `1` `2` doors with that lock, `W` one with lock 1 that can be broken,
    `P` one that lockpicks open, `S` one with a special lock, `a` `b` keys of 1 and 2, `k` lockpicks, `$` a gem,
    `A` `B` `C` chests with key 1, key 2 and a gem, whose lock is `locked`, `@` and `&` homes of players 0 and 1, `>`
    the exit, `m` a monster, `^` a trap.
    """
    lines = [line for line in text.split("\n") if line]
    width = max((len(line) for line in lines), default=0)
    document: dict[str, Any] = {name: [] for name in _LISTS}
    document |= {"format": "dungeon-host/map", "version": 1, "generator": None, "seed": None, "players": 0}
    document |= {"options": {}, "quest": {}, "tiles": TILES, "stacks": STACKS, "width": width, "height": len(lines)}
    document |= {"rooms": [list(room) for room in rooms], "item_types": _ITEM_TYPES}
    document |= {"objects": [], "monster_types": [{"id": "t.rat", "height": "walking"}]}
    stack_of = {" ": 0, "#": 2, "+": 3, "1": 3, "2": 3, "P": 3, "S": 3, "W": 3, "A": 4, "B": 4, "C": 4, ">": 5}
    document["rows"] = [[stack_of.get(mark, 1) for mark in line.ljust(width)] for line in lines]
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            square = {"x": x, "y": y}
            slot = {**square, "slot": 1}
            if mark in "@&":
                players = [0] if mark == "@" else [1]
                document["homes"].append({**square, "facing": "north", "special": False, "players": players})
            elif mark in "abk$":
                document["items"].append({**square, "item": _KEYS.get(mark, "t.gem"), "count": 1})
            elif mark in "12PSW":
                document["doors"].append({**slot, "tile": "t.door", "open": False, "lock": _LOCKS[mark]})
                document["hit_points"] += [{**slot, "hit_points": 5}] if mark == "W" else []
            elif mark in "ABC":
                item = {"item": _KEYS.get(mark.lower(), "t.gem") if mark != "C" else "t.gem", "count": 1}
                document["stored"].append({**slot, **item})
                chest = {**slot, "tile": "t.chest", "open": False}
                document["chests"].append(chest if locked is None else {**chest, "lock": locked})
            elif mark == "m":
                monster = {"uid": 1 + x + y * width, "type": "t.rat", "height": "walking", "health": 1}
                document["creatures"].append({**square, **monster, "facing": "north"})
            elif mark == "^":
                trap = {"uid": 1 + x + y * width, "kind": "entity", "id": "t.spikes", "layer": "trap", "z": 3}
                document["objects"].append({**square, **trap, "glyph": "^"})
    return document
