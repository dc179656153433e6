"""The methods of a map for programs: contents by name, arrays, tables and files.

They import what they need when they are called: the packages that draw, measure and write maps are above this one, and
most maps are made without them.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError, did_you_mean, listing
from host.model.geometry import DIRECTIONS
from host.model.tile import HEIGHTS
from host.paths import how_to_install

if TYPE_CHECKING:
    from host.model.map import Map

# Libraries of data frames, the most common first.
_LIBRARIES = ("pandas", "polars")


class PlacedItem(NamedTuple):
    """Items of one type that lie on a square: `number` of them."""

    id: str
    name: str
    x: int
    y: int
    number: int = 1


class PlacedCreature(NamedTuple):
    """A monster or a knight on a square.

    `id` is the type of a monster, and empty for a knight; `player` is the number of a knight's player, from 0, and None
    for a monster. `height` is "walking" or "flying", `facing` "north", "east", "south" or "west".
    """

    id: str
    name: str
    x: int
    y: int
    height: str
    facing: str
    health: int
    player: int | None
    uid: int


class MapReader(ABC):
    """Methods of `Map` that only programs call; a base class, so that the two have a module each."""

    @abstractmethod
    def _map(self) -> Map:
        """Return this map, with its type."""

    def __eq__(self, other: object) -> bool:
        """Return whether both are maps with the same JSON. Maps change, so they have no hash."""
        if not isinstance(other, MapReader):
            return NotImplemented
        from host.model.document import to_document

        return self is other or to_document(self._map()) == to_document(other._map())

    __hash__ = None  # type: ignore[assignment]

    @property
    def items(self) -> list[PlacedItem]:
        """The loose items, by row and column; items in containers and those that creatures carry are not among them.

        Items of the areas and actions dialects are `objects`.
        """
        from host.render.looks import item_look

        game_map = self._map()
        return [
            PlacedItem(
                game_map.registry.get("item", stack.item).id,
                item_look(game_map, stack).name,
                *game_map.position(square),
                stack.count,
            )
            for square, stack in sorted(game_map.loose_items.items())
        ]

    @property
    def creatures(self) -> list[PlacedCreature]:
        """The living monsters and knights, by ascending uid. Entities of the other dialects are `objects`."""
        from host.render.looks import creature_look

        game_map = self._map()
        return [
            PlacedCreature(
                "" if creature.monster is None else game_map.registry.get("monster", creature.monster).id,
                creature_look(game_map, creature).name,
                creature.x,
                creature.y,
                HEIGHTS[creature.height],
                DIRECTIONS[creature.facing],
                creature.health,
                creature.player,
                creature.uid,
            )
            for creature in game_map.living_creatures
        ]

    @property
    def walkable(self) -> npt.NDArray[np.bool_]:
        """Whether somebody who opens doors can walk on a square, (height, width)."""
        from host.metrics.walkability import Means, walkable

        return walkable(self._map(), Means.DOORS)

    def glyphs(self) -> npt.NDArray[np.str_]:
        """Return the character of each square in the map as text, (height, width)."""
        from host.render.text import Picture, Style

        game_map = self._map()
        rows = [[*line.ljust(game_map.width)] for line in Picture(game_map, Style()).grid()]
        return np.array(rows, dtype=np.str_).reshape(game_map.height, game_map.width)

    def to_json(self) -> str:
        """Return the map as JSON text (see `docs/dungeon.schema.json`). Equal maps give equal text."""
        from host.model.document import dumps, to_document

        return dumps(to_document(self._map()))

    @classmethod
    def from_json(cls, text: str | bytes) -> Map:
        """Return the map that `to_json` wrote. Raises HostError, naming the field, for other text."""
        from host.model.document_reader import from_document

        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RequestError(f"the text is not JSON: {error}") from None
        return from_document(document)

    def to_dataframe(self, library: str | None = None) -> Any:
        """Return a data frame with a row for each square, of "pandas" or "polars"; by default of what is installed.

        Columns: x, y, glyph, walkable; tiles (ids, bottom first, with spaces between them); item and number, of the
        loose items, and creature, a name, which may be missing. Raises RequestError when the library is not installed.
        """
        game_map = self._map()
        tiles = {stack: " ".join(ids) for stack, ids in game_map.legend().items()}
        items = {(item.x, item.y): item for item in self.items}
        names = {(creature.x, creature.y): creature.name for creature in self.creatures}
        squares = [(x, y) for y in range(game_map.height) for x in range(game_map.width)]
        return data_frame(library)(
            {
                "x": [x for x, _ in squares],
                "y": [y for _, y in squares],
                "glyph": self.glyphs().ravel().tolist(),
                "walkable": self.walkable.ravel().tolist(),
                "tiles": [tiles[stack] for stack in game_map.stacks.ravel().tolist()],
                "item": [items[square].id if square in items else None for square in squares],
                "number": [items[square].number if square in items else 0 for square in squares],
                "creature": [names.get(square) for square in squares],
            }
        )

    def save(self, path: str | Path, *, tile_size: int = 16, overlays: str | tuple[str, ...] = ()) -> None:
        """Write the map to a file, whose name ends in .txt, .json, .png, .svg or .tmj; the last is for Tiled.

        `tile_size` is in pixels per square, and `overlays` are those of `dungeon-host generate --overlay`, both for
        pictures. The file appears whole or not at all. Raises RequestError, also when its folder does not exist.
        """
        from host.export.files import check_folder, write_all
        from host.export.pictures import map_files
        from host.render.formats import LEAST_SIZE, MOST_SIZE, OVERLAYS, format_of

        file = Path(path)
        overlays = (overlays,) if isinstance(overlays, str) else overlays
        if not LEAST_SIZE <= tile_size <= MOST_SIZE:
            raise RequestError(f"tile_size is {tile_size}: must be between {LEAST_SIZE} and {MOST_SIZE}")
        for overlay in overlays:
            if overlay not in OVERLAYS:
                raise RequestError(f'there is no overlay "{overlay}"', hint=did_you_mean(overlay, OVERLAYS))
        check_folder(file)
        write_all(map_files(self._map(), file, format_of(file), tile_size, overlays))


def data_frame(library: str | None) -> Any:
    """Return the class of data frames of a library, or of the first that is installed."""
    if library not in (None, *_LIBRARIES):
        raise RequestError(f'library is "{library}": must be {listing(_LIBRARIES, "or")}')
    for name in _LIBRARIES if library is None else (library,):
        try:
            return import_module(name).DataFrame
        except ModuleNotFoundError:
            continue
    raise RequestError(
        f"{library or 'pandas or polars'} is not installed: {how_to_install(library or 'pandas')}",
    )
