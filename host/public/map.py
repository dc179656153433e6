"""Maps for programs: contents by name, arrays, tables and files."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.export import contents
from host.export.contents import PlacedContainer, PlacedCreature, PlacedDoor, PlacedHome, PlacedItem, Start
from host.model.checks import check_file_path
from host.model.game_map import GameMap
from host.model.objects import MapObject
from host.model.request import Origin

# Threads may share a map of a pool, which is decoded when one of them first uses it.
_reading = RLock()


class Map:
    """A map that was made. `Host.generate`, `Pool.generate` and `Map.from_json` return one.

    x counts squares from 0 at the left, y from 0 at the top. Arrays and lists are copies: to change them does not
    change the map. Two maps are equal when their JSON is; a map of `Host.simulate` changes, so maps have no hash.

    >>> m = Host(mods=["base"]).generate("base", seed=7, dungeon="tiny")
    >>> m
    <Map of 14 × 14 squares by base, seed 7>
    """

    def __init__(self, source: GameMap | Callable[[], GameMap]) -> None:
        """Show a map of the host, or one that `source` returns when it is first used."""
        self._source = source

    @property
    def _model(self) -> GameMap:
        with _reading:
            if not isinstance(self._source, GameMap):
                self._source = self._source()
            return self._source

    def __repr__(self) -> str:
        return repr(self._model)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Map):
            return NotImplemented
        from host.model.document import to_document

        return self is other or to_document(self._model) == to_document(other._model)

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str | None:
        """Return the picture by which notebooks show a map, or None, for its words, when it is too large for one."""
        from host.export.pictures import image
        from host.render.formats import SVG

        try:
            return image(self._model, SVG).decode()
        except RequestError:
            return None

    def _repr_html_(self) -> str | None:
        """Return the picture with the command that makes the map below it.

        The picture is an image of its own: the names of its parts do not meet names in another cell.
        """
        from host.render.markup import to_markup

        svg = self._repr_svg_()
        if svg is None:
            return None
        words = to_markup(repr(self) if self.origin is None else self.origin.request.command)
        data = b64encode(svg.encode()).decode()
        image = f'<img alt="{to_markup(repr(self))}" src="data:image/svg+xml;base64,{data}">'
        return f"<figure>{image}<figcaption><code>{words}</code></figcaption></figure>"

    # -- squares

    @property
    def width(self) -> int:
        """The width, in squares.

        >>> m.width
        14
        """
        return self._model.width

    @property
    def height(self) -> int:
        """The height, in squares.

        >>> m.height
        14
        """
        return self._model.height

    def contains(self, x: int, y: int) -> bool:
        """Return whether (x, y) is a square of the map.

        >>> m.contains(13, 13), m.contains(14, 0)
        (True, False)
        """
        return bool(self._model.contains(x, y))

    @property
    def tiles(self) -> npt.NDArray[np.int32]:
        """The number of the stack of tiles on each square, (height, width); `legend` says which tiles these are.

        >>> m.tiles.shape, m.legend()[int(m.tiles[0, 0])]
        ((14, 14), ('base.wall_stone',))
        """
        return self._model.stack_numbers()

    def legend(self) -> dict[int, tuple[str, ...]]:
        """Return number in `tiles` -> ids of the tiles of the stack, the bottom first.

        >>> m.legend()[2]
        ('base.floor_wood',)
        """
        return dict(enumerate(self._model.legend().values()))

    @property
    def rooms(self) -> npt.NDArray[np.int32]:
        """The rooms with their walls, (n, 4): x, y, width and height of each, in squares.

        >>> m.rooms.tolist()[0]
        [0, 9, 5, 5]
        """
        return self._model.rooms.copy()

    @property
    def walkable(self) -> npt.NDArray[np.bool_]:
        """Whether somebody who opens doors can walk on a square, (height, width).

        >>> int(m.walkable.sum())
        99
        """
        from host.metrics.walkability import Means, walkable

        return walkable(self._model, Means.DOORS)

    def glyphs(self) -> npt.NDArray[np.str_]:
        """Return the character of each square in the map as text, (height, width).

        >>> "".join(m.glyphs()[0])
        '┌─┬─┬───┬────┐'
        """
        from host.render.text import Style, TextPicture

        rows = [[*line.ljust(self.width)] for line in TextPicture(self._model, Style()).grid()]
        return np.array(rows, dtype=np.str_).reshape(self.height, self.width)

    # -- contents

    @property
    def items(self) -> list[PlacedItem]:
        """What lies on the map, in all dialects: on the floor, then in containers, then carried by creatures.

        Each part is sorted by row and column.

        >>> item = m.items[0]
        >>> item.number, item.name, item.x, item.y, item.where
        (1, 'gem', 9, 1, 'floor')
        """
        return contents.list_items(self._model)

    @property
    def creatures(self) -> list[PlacedCreature]:
        """What lives on the map: monsters and knights of kts, then entities, charas and players of other dialects.

        Each of the two parts is sorted by uid, and has its own uids.

        >>> bat = m.creatures[0]
        >>> bat.name, bat.x, bat.y, bat.height
        ('vampire bat', 9, 1, 'flying')
        """
        return contents.list_creatures(self._model)

    @property
    def objects(self) -> list[MapObject]:
        """All objects of the dialects areas, actions and rooms, also features such as stairs, by ascending uid.

        >>> m.objects
        []
        """
        return [*self._model.objects]

    @property
    def doors(self) -> list[PlacedDoor]:
        """The doors, by row and column.

        >>> door = m.doors[0]
        >>> door.id, door.is_open, door.lock
        ('base.door_wood_v', False, None)
        """
        return contents.list_doors(self._model)

    @property
    def containers(self) -> list[PlacedContainer]:
        """The chests and barrels, by row and column.

        >>> len(m.containers)
        5
        """
        return contents.list_containers(self._model)

    @property
    def locks(self) -> list[PlacedDoor | PlacedContainer]:
        """The doors and containers that are locked, by row and column; `lock` is the number of the key, or a word.

        >>> [(lock.x, lock.y, lock.lock) for lock in m.locks]
        [(2, 6, 2), (6, 7, 'pick_only'), (10, 7, 1), (2, 9, 1)]
        """
        return contents.list_locks(self._model)

    @property
    def homes(self) -> list[PlacedHome]:
        """The ways in, in the order in which the map got them; players count from 1, as in drawings.

        >>> home = m.homes[0]
        >>> home.x, home.y, home.facing, home.players
        (2, 2, 'north', ())
        """
        return contents.list_homes(self._model)

    @property
    def starts(self) -> list[Start]:
        """The square on which each player starts, by player: at a home, else where the player stands.

        >>> m.starts
        [Start(x=11, y=11, player=1), Start(x=11, y=2, player=2)]
        """
        return contents.list_starts(self._model)

    # -- how it was made

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of the generation, in order: {"type": word, …}.

        >>> m.events
        []
        """
        return [*self._model.events]

    @property
    def quest(self) -> dict[str, Any]:
        """What mods asked of play, as plain data; only what was asked is there.

        >>> m.quest["hints"][0]
        'Find 3 gems.'
        """
        return {**self._model.quest}

    @property
    def origin(self) -> Origin | None:
        """The request that makes the map again, with the value of each option and the mods; None for other maps.

        >>> m.origin.seed, m.origin.options["dungeon"]
        (7, 'tiny')
        """
        return self._model.origin

    # -- tables and files

    def to_json(self) -> str:
        """Return the map as JSON text (see `docs/dungeon.schema.json`). Equal maps give equal text.

        >>> m.to_json()[:30]
        '{\\n"format": "dungeon-host/map"'
        """
        from host.model.document import dumps, to_document

        return dumps(to_document(self._model))

    @staticmethod
    def from_json(text: str | bytes) -> Map:
        """Return the map that `to_json` wrote. Raises HostError, naming the field, for other text.

        >>> Map.from_json(m.to_json()) == m
        True
        """
        from host.model.document_reader import from_document

        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RequestError(f"the text is not JSON: {error}") from None
        return Map(from_document(document))

    def to_dataframe(self) -> Any:
        """Return a data frame of pandas with a row for each square.

        Columns: x, y, glyph, walkable; tiles (ids, bottom first, with spaces between them); item and number, of what
        lies on the floor, and creature, a name, which may be missing. Raises RequestError without pandas.

        >>> len(m.to_dataframe())
        196
        """
        from host.public.data_frame import make_data_frame

        tiles = {number: " ".join(ids) for number, ids in self.legend().items()}
        items = {(item.x, item.y): item for item in reversed(self.items) if item.where == contents.FLOOR}
        names = {(creature.x, creature.y): creature.name for creature in self.creatures}
        squares = [(x, y) for y in range(self.height) for x in range(self.width)]
        return make_data_frame(
            {
                "x": [x for x, _ in squares],
                "y": [y for _, y in squares],
                "glyph": self.glyphs().ravel().tolist(),
                "walkable": self.walkable.ravel().tolist(),
                "tiles": [tiles[number] for number in self.tiles.ravel().tolist()],
                "item": [items[square].id if square in items else None for square in squares],
                "number": [items[square].number if square in items else 0 for square in squares],
                "creature": [names.get(square) for square in squares],
            }
        )

    def for_players(self) -> Map:
        """Return the map that players may see: without monsters, items, traps, quest, events and origin.

        Secret doors, with `secret` in the id or name of their tile, are walls.

        >>> m.for_players().items
        []
        """
        from host.export.audience import for_players

        return Map(for_players(self._model))

    def save(
        self,
        path: str | Path,
        *,
        tile_size: int = 16,
        overlays: str | tuple[str, ...] = (),
        title: bool = False,
        legend: bool = False,
        numbers: bool = False,
        grid: bool = False,
        paper: bool = False,
        light: bool = False,
        theme: str | None = None,
        scenes: Mapping[str, str] | None = None,
    ) -> None:
        """Write the map to a .txt, .json, .png, .svg, .tmj, .world, .ldtk, .tscn, .uvtt, .npz or .csv file.

        A .tmj or .world is for Tiled, a .tscn for Godot, a .uvtt or .dd2vtt for virtual tables. `tile_size` is in
        pixels per square, the others are options of `dungeon-host generate`; `scenes` are by kind or id of things. The
        file appears whole or not at all. Raises RequestError, also when its folder does not exist.

        >>> m.save("dungeon.png", tile_size=32, overlays="rooms")
        """
        from host.export.files import check_folder, write_all
        from host.export.pictures import map_files
        from host.render.formats import format_of
        from host.render.style import PictureStyle

        file = check_file_path("path", path)
        style = PictureStyle.requested(
            tile_size=tile_size,
            overlays=(overlays,) if isinstance(overlays, str) else tuple(overlays),
            title=title,
            legend=legend,
            numbers=numbers,
            grid=grid,
            paper=paper,
            light=light,
            theme=theme,
            scenes=tuple(sorted((scenes or {}).items())),
        )
        check_folder(file)
        write_all(map_files(self._model, file, format_of(file), style))

    def share(self, path: str | Path, *, light: bool = False, theme: str | None = None) -> None:
        """Write one page (.html) of at most 2 MB that shows the map and how to make it again, as `dungeon-host share`.

        `light` and `theme` are as in `save`. The file appears whole or not at all. Raises HostError, also when its
        folder does not exist, and for a map that no request made.

        >>> m.share("dungeon.html", theme="crypt")
        """
        from host.export.files import check_folder, write_whole
        from host.export.map_page import make_page_of_map
        from host.export.share import check_page
        from host.render.style import PictureStyle

        file, style = check_file_path("path", path), PictureStyle.requested(light=light, theme=theme)
        check_page(file)
        check_folder(file)
        write_whole(file, make_page_of_map(self._model, style))
