"""Maps as arrays for machine learning, and as tables: `.npz` of numpy, and `.csv` with a row for each square.

Both have the same columns. In the npz each is an array (height, width), beside lists of names and the rooms:

* `tiles`: the number of the stack of tiles, an index in `tile_names`, whose texts are ids, the bottom first.
* `walkable`: whether somebody who opens doors can walk there. `clear`: whether sight and missiles pass.
* `items`: 0 for none, or 1 + the index in `item_names` of an item that lies there, the last of several; `counts`: how
  many items lie there, of all types.
* `creatures`: 0 for none, or 1 + the index in `creature_names`; a knight has the name `knight`.
* `doors`: 0 for none, 1 open, 2 closed, 3 locked. `keys`: the number of the key of a locked door or chest, or 0.
* `containers`: 1 for a chest or a barrel. `homes`: on the square in front of a home, its number, from 1.
* `rooms`: (n, 4), x, y, width and height of each room with its walls.
* `about`: JSON of what made the map, as `describe_making` returns it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.export.contents import FLOOR, list_containers, list_creatures, list_doors, list_homes, list_items
from host.export.making import describe_making
from host.metrics.walkability import Means, walkable
from host.model.game_map import GameMap
from host.model.tile import BLOCKED
from host.render.style import PLAIN_STYLE

_OPEN, _CLOSED, _LOCKED = 1, 2, 3
# Of all names in an array, each as long as the longest: numpy gives them equal room.
_MOST_CHARACTERS = 2**24
# Squares of the largest map: each has a dozen numbers.
_MOST_SQUARES = 4_000_000
# Beginnings of texts that spreadsheets run as formulas.
_FORMULA_MARKS = ("=", "+", "-", "@", "\t", "\r")


def map_arrays(game_map: GameMap) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a map by name. Raises RequestError when the map is too large, or names are too long."""
    squares = game_map.width * game_map.height
    if squares > _MOST_SQUARES:
        raise RequestError(f"the map has {squares} squares: arrays and tables may have at most {_MOST_SQUARES}")
    shape = game_map.height, game_map.width
    grids = {
        name: np.zeros(shape, dtype=np.int32)
        for name in ("items", "counts", "creatures", "doors", "keys", "containers", "homes")
    }
    item_names: dict[str, int] = {}
    creature_names: dict[str, int] = {}
    for item in list_items(game_map):
        if item.where == FLOOR:
            grids["items"][item.y, item.x] = item_names.setdefault(item.id, len(item_names) + 1)
            grids["counts"][item.y, item.x] += item.number
    for creature in list_creatures(game_map):
        number = creature_names.setdefault(creature.id or "knight", len(creature_names) + 1)
        grids["creatures"][creature.y, creature.x] = number
    for door in list_doors(game_map):
        state = _OPEN if door.is_open else _CLOSED if door.lock is None else _LOCKED
        grids["doors"][door.y, door.x] = state
        grids["keys"][door.y, door.x] = door.lock if isinstance(door.lock, int) else 0
    for container in list_containers(game_map):
        grids["containers"][container.y, container.x] = 1
        grids["keys"][container.y, container.x] = container.lock if isinstance(container.lock, int) else 0
    for number, home in enumerate(list_homes(game_map), 1):
        if game_map.contains(home.x, home.y):
            grids["homes"][home.y, home.x] = number
    return {
        "tiles": game_map.stack_numbers(),
        "walkable": walkable(game_map, Means.DOORS),
        "clear": game_map.tileset.traits.array("missiles").take(game_map.stacks) != BLOCKED,
        **grids,
        "tile_names": _texts(" ".join(ids) for ids in game_map.legend().values()),
        "item_names": _texts(item_names),
        "creature_names": _texts(creature_names),
        "rooms": game_map.rooms.copy(),
        "about": np.array(describe_making(game_map, PLAIN_STYLE)),
    }


def write_npz(game_map: GameMap) -> bytes:
    """Return the arrays as a file of `numpy.savez_compressed`, which `numpy.load` reads without pickles.

    Raises RequestError, as `map_arrays` does.
    """
    file = io.BytesIO()
    arrays: dict[str, Any] = map_arrays(game_map)
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def write_csv(game_map: GameMap) -> bytes:
    """Return a table with a row for each square, x and y from 0, and names in place of numbers of types.

    Raises RequestError, as `map_arrays` does.
    """
    arrays = map_arrays(game_map)
    names = {name: ["", *arrays[f"{name[:-1]}_names"].tolist()] for name in ("items", "creatures")}
    columns: dict[str, list[Any]] = {}
    ys, xs = np.indices((game_map.height, game_map.width))
    columns["x"], columns["y"] = xs.ravel().tolist(), ys.ravel().tolist()
    columns["tiles"] = [_plain(arrays["tile_names"][number]) for number in arrays["tiles"].ravel().tolist()]
    for name in ("walkable", "clear", "items", "counts", "creatures", "doors", "keys", "containers", "homes"):
        values = arrays[name].ravel().astype(int).tolist()
        columns[name] = [_plain(names[name][value]) for value in values] if name in names else values
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode("utf-8", "replace")


def _texts(values: Iterable[str]) -> npt.NDArray[np.str_]:
    texts = [*values]
    characters = len(texts) * max(map(len, texts), default=0)
    if characters > _MOST_CHARACTERS:
        raise RequestError(f"the names take {characters} characters: an array of names may take {_MOST_CHARACTERS}")
    return np.array(texts, dtype=np.str_)


def _plain(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula; the names come from mods, which may be hostile."""
    return f"'{text}" if text.startswith(_FORMULA_MARKS) else text
