"""Read a map from the JSON document that `document` writes. The document is not trusted, so it is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from host.errors import HostError, RequestError, shorten, show_value
from host.model.appearance import LOOKS, MATERIALS, SPRITES, SpriteArt, valid_colour, valid_glyph
from host.model.checks import check_list, check_text, check_whole
from host.model.document import FORMAT, LOCK_WORDS, VERSION
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.objects import CarriedObject, Creature, Home, ItemStack, ItemType, MapObject, MonsterType, Trap, Zone
from host.model.registry import Prototype, Registry
from host.model.request import Origin
from host.model.tile import ACCESS, CHEST, DOOR, HEIGHTS, MAX_TILES, LockRule, Tile
from host.model.tile_set import TileSet

_MAX_PLAYERS = 64
_LARGEST_INTEGER = 2**63 - 1
# Width of the widest map without rows.
_MOST_EMPTY = 10_000
_LOCK_NUMBERS = {word: number for number, word in LOCK_WORDS.items()}
_ACCESS_LEVELS = {word: level for level, word in enumerate(ACCESS)}


# What reading raises for other documents.
_INVALID = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
    MemoryError,
)


def from_document(document: Any) -> GameMap:
    """Return the map that a document describes. Raises HostError, naming the field, when the document is invalid."""
    try:
        return _Reader(document).read()
    except RequestError as error:
        reason = str(error)
    except _INVALID as error:
        reason = f"{type(error).__name__} {shorten(str(error), 500)}"
    raise HostError(f"this is not a {FORMAT} document: {reason}")


class _SegmentTitle(NamedTuple):
    """The `fields` of a segment prototype that is known from a document only."""

    title: str | None


class _Reader:
    """Builds a map from one document."""

    def __init__(self, document: Any) -> None:
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise HostError(f'this is not a {FORMAT} document: its "format" must be "{FORMAT}"')
        if document.get("version") != VERSION:
            raise HostError(
                f"the document has version {show_value(document.get('version'))}: this host reads version {VERSION}"
            )
        self._document = document
        self._registry = Registry()
        self._tileset = TileSet()
        # Id -> prototype index.
        self._item_index: dict[str, int] = {}
        self._monster_index: dict[str, int] = {}

    def read(self) -> GameMap:
        d = self._document
        width, height = _integer(d, "width"), _integer(d, "height")
        if len(d["rows"]) != height or any(len(row) != width for row in d["rows"]):
            raise ValueError(f"the rows are not {height} of {width} squares")
        if not height and width > _MOST_EMPTY:
            # No row in the document pays for the memory that pictures of the map take.
            raise ValueError(f"there are no rows, and width is {width}: must be at most {_MOST_EMPTY}")
        game_map = GameMap(width, height, self._tileset, self._registry)
        for key, sprite in dict(d.get("sprites", {})).items():
            self._prototype("sprite", {"id": key}).fields = SpriteArt.from_data(sprite)
        if "themes" in d:
            # Imported only here: most documents have none.
            from host.model.themes import Theme

            for key, theme in dict(d["themes"]).items():
                self._prototype("theme", {"id": key}).fields = Theme.from_data(theme)
        tiles = [self._tile(tile) for tile in d["tiles"]]
        stacks = np.array(
            [self._tileset.intern(tiles[_whole("tile", i)] for i in indices) for indices in d["stacks"]],
            dtype=np.int32,
        )
        rows = np.array(d["rows"], dtype=np.int64).reshape(height, width)
        if rows.size and (rows.min() < 0 or rows.max() >= len(stacks)):
            raise ValueError(f"a row has a stack outside 0 … {len(stacks) - 1}")
        if rows.size:
            game_map.stacks = stacks[rows]
        for item in d["item_types"]:
            self._register("item", item, self._item_index)
        for monster in d["monster_types"]:
            self._register("monster", monster, self._monster_index)
        self._fill(game_map)
        if d["generator"] is not None:
            game_map.origin = Origin.from_data(d)
        game_map.quest = _plain(dict(d["quest"]))
        check_list("description", game_map.quest.get("description", []))
        game_map.events = [_plain(dict(event)) for event in check_list("events", d["events"])]
        for event in game_map.events:
            _text(event, "type")
        return game_map

    def _tile(self, data: dict[str, Any]) -> int:
        prototype = self._prototype("tile", data)
        kind, access = _text(data, "kind"), data["access"]
        tile = Tile(
            prototype=prototype,
            kind=kind,
            access=(
                _ACCESS_LEVELS[access["walking"]],
                _ACCESS_LEVELS[access["flying"]],
                _ACCESS_LEVELS[access["missiles"]],
            ),
            items_allowed=bool(data["items"]),
            category=_scalar(data.get("category")),
            depth=_integer(data, "depth"),
            stairs=_text_or_none(data, "stairs"),
            lock=LockRule() if kind in (DOOR, CHEST) else None,
            is_open=bool(data.get("open")),
            **self._look(data),
        )
        self._tileset.tiles.append(tile)
        return len(self._tileset.tiles) - 1

    def _prototype(self, kind: str, data: dict[str, Any]) -> Prototype:
        """Return the prototype with the id of `data`; the open and the closed state of a door share one."""
        prototype = self._registry.find(kind, _text(data, "id"))
        if prototype is None:
            mod, _, name = data["id"].partition(".")
            prototype = self._registry.add(kind, mod, mod, 0, name=name)
        return prototype

    def _register(self, kind: str, data: dict[str, Any], index: dict[str, int]) -> None:
        prototype = self._prototype(kind, data)
        fields: ItemType | MonsterType
        if kind == "item":
            fields = ItemType(prototype, _text(data, "kind"), _whole("key", data.get("key", 0)))
        else:
            fields = MonsterType(prototype, HEIGHTS.index(data["height"]))
        prototype.fields = fields._replace(**self._look(data))
        index[prototype.id] = prototype.index

    def _stack(self, data: dict[str, Any]) -> ItemStack:
        return ItemStack(self._item_index[data["item"]], _integer(data, "count"))

    def _fill(self, game_map: GameMap) -> None:
        d = self._document
        width, height = game_map.width, game_map.height

        def square(data: dict[str, Any]) -> int:
            x, y = _integer(data, "x"), _integer(data, "y")
            if not (0 <= x < width and 0 <= y < height):
                raise ValueError(f"({x}, {y}) lies outside the map")
            return y * width + x

        def tile_slot(data: dict[str, Any]) -> int:
            at, slot = square(data), _integer(data, "slot")
            if not 0 <= slot < len(self._tileset.stacks[game_map.stacks.flat[at]]):
                raise ValueError(f"({at % width}, {at // width}) has no tile in slot {slot}")
            return at * MAX_TILES + slot

        for item in d["items"]:
            game_map.loose_items[square(item)] = self._stack(item)
        for item in d["stored"]:
            game_map.stored[tile_slot(item)] = self._stack(item)
        for copy in d["hit_points"]:
            game_map.hit_points[tile_slot(copy)] = _integer(copy, "hit_points")
        for lockable in (*d["doors"], *d["chests"]):
            lock, trap = lockable.get("lock"), lockable.get("trap")
            if lock is not None:
                number = _LOCK_NUMBERS[lock] if isinstance(lock, str) else _whole("lock", lock)
                game_map.locks[tile_slot(lockable)] = number
            if trap is not None:
                game_map.traps[tile_slot(lockable)] = Trap(
                    _text(trap, "kind"),
                    self._item_index[trap["item"]] if "item" in trap else -1,
                    self._item_index[trap["bolt"]] if "bolt" in trap else -1,
                    DIRECTIONS.index(trap.get("direction", "north")),
                )
        for home in d["homes"]:
            tile = home.get("tile")
            game_map.homes.append(
                Home(
                    _integer(home, "x"),
                    _integer(home, "y"),
                    DIRECTIONS.index(home["facing"]),
                    -1 if tile is None else square({"x": tile[0], "y": tile[1]}),
                    bool(home["special"]),
                    [_player(player) for player in home.get("players", [])],
                    None if home.get("secured_by") is None else _player(home["secured_by"]),
                )
            )
        for data in d["creatures"]:
            square(data)
            game_map.add_creature(self._creature(data))
        game_map.add_rooms(np.array(d["rooms"], dtype=np.int32).reshape(-1, 4), 0, 0)
        if "room_names" in d:
            game_map.room_names = [check_text("a name", name) for name in check_list("room_names", d["room_names"])]
            if len(game_map.room_names) != len(d["rooms"]):
                raise ValueError(f"there are {len(game_map.room_names)} room_names for {len(d['rooms'])} rooms")
        for data in check_list("objects", d.get("objects", [])):
            square(data)
            game_map.objects.append(self._object(data))
        for zone in d["segments"]:
            game_map.zones.append(self._zone(zone))

    def _creature(self, data: dict[str, Any]) -> Creature:
        if "type" not in data and data.get("player") is None:
            raise ValueError("a creature has neither a type nor a player")
        return Creature(
            uid=_integer(data, "uid"),
            x=_integer(data, "x"),
            y=_integer(data, "y"),
            height=HEIGHTS.index(data["height"]),
            facing=DIRECTIONS.index(data["facing"]),
            monster=self._monster_index[data["type"]] if "type" in data else None,
            player=None if data.get("player") is None else _player(data["player"]),
            health=_integer(data, "health"),
            held=self._item_index[data["held"]] if "held" in data else -1,
            carried={self._item_index[i]: _whole("carried", n) for i, n in data.get("carried", {}).items()},
        )

    def _zone(self, data: dict[str, Any]) -> Zone:
        prototype = self._prototype("segment", data)
        prototype.fields = prototype.fields or _SegmentTitle(_text_or_none(data, "title"))
        orientation = _integer(data, "turns") % 4 + 4 * bool(data["mirrored"])
        size = (_integer(data, "x"), _integer(data, "y"), _integer(data, "width"), _integer(data, "height"))
        return Zone(*size, orientation, prototype.index)

    def _object(self, data: dict[str, Any]) -> MapObject:
        return MapObject(
            uid=_integer(data, "uid"),
            kind=_text(data, "kind"),
            id=_text(data, "id"),
            x=_integer(data, "x"),
            y=_integer(data, "y"),
            layer=_text(data, "layer"),
            z=_integer(data, "z"),
            carried=tuple(self._carried(item) for item in check_list("carried", data.get("carried", []))),
            **self._look(data),
        )

    def _carried(self, data: dict[str, Any]) -> CarriedObject:
        look = self._look(data)
        return CarriedObject(_text(data, "id"), _integer(data, "number"), look["name"], look["glyph"], look["colour"])

    def _look(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return how a thing looks, which pictures show unchanged."""
        looks = {name: _text_or_none(data, name) for name in LOOKS}
        is_known: dict[str, Callable[[str], Any]] = {
            "glyph": valid_glyph,
            "colour": valid_colour,
            "sprite": lambda sprite: sprite in SPRITES or self._registry.find("sprite", sprite),
            "material": lambda material: material in MATERIALS,
        }
        for name, check in is_known.items():
            value = looks[name]
            if value is not None and not check(value):
                raise ValueError(f"{show_value(value)} is not a {name}")
        return looks


def _integer(data: dict[str, Any], key: str) -> int:
    return _whole(key, data[key])


def _whole(name: str, value: Any) -> int:
    return check_whole(name, value, -_LARGEST_INTEGER, _LARGEST_INTEGER)


def _player(value: Any) -> int:
    return check_whole("a player", value, 0, _MAX_PLAYERS - 1)


def _text(data: dict[str, Any], key: str) -> str:
    return check_text(key, data[key])


def _text_or_none(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    return None if value is None else check_text(key, value)


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, str | bool):
        return value
    if not isinstance(value, int | float):
        raise TypeError(f"{show_value(value)} is neither a string, a number nor a boolean")
    return _plain(value)


def _plain(value: Any) -> Any:
    """Return a value that can be written as JSON. Raises TypeError or ValueError for others."""
    json.dumps(value, allow_nan=False)
    return value
