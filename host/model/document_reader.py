"""Read a map from the JSON document that `document` writes. The document is not trusted, so it is checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from host.errors import HostError, RequestError, listing, shorten, show_value
from host.errors.spelling import did_you_mean
from host.model.appearance import LOOKS, MATERIALS, SPRITES, SpriteArt, valid_colour, valid_glyph
from host.model.checks import check_fields, check_list, check_text, check_whole
from host.model.document import FORMAT, LOCK_WORDS, VERSION
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.objects import CarriedObject, Creature, Home, ItemStack, ItemType, MapObject, MonsterType, Trap, Zone
from host.model.registry import Prototype, Registry
from host.model.request import Origin
from host.model.tile import ACCESS, CHEST, DOOR, HEIGHTS, MAX_TILES, LockRule, Tile
from host.model.tile_set import TileSet

_T = TypeVar("_T")
_MAX_PLAYERS = 64
_LARGEST_INTEGER = 2**63 - 1
# Width of the widest map without rows.
_MOST_EMPTY = 10_000
_LOCK_NUMBERS, _LOCK_NAMES = tuple(LOCK_WORDS), tuple(LOCK_WORDS.values())

# Fields that a document must have.
_REQUIRED = (
    *("width", "height", "tiles", "stacks", "rows", "items", "creatures", "homes", "rooms", "doors", "chests"),
    *("stored", "hit_points", "segments", "item_types", "monster_types", "quest", "events", "generator"),
)
# List of a document -> the fields that its elements must have.
_FIELDS = {
    "tiles": ("id", "kind", "access", "items", "depth"),
    "item_types": ("id", "kind"),
    "monster_types": ("id", "height"),
    "items": ("x", "y", "item", "count"),
    "stored": ("x", "y", "slot", "item", "count"),
    "hit_points": ("x", "y", "slot", "hit_points"),
    "doors": ("x", "y", "slot"),
    "chests": ("x", "y", "slot"),
    "homes": ("x", "y", "facing", "special"),
    "creatures": ("uid", "x", "y", "height", "facing", "health"),
    "segments": ("id", "x", "y", "width", "height", "turns", "mirrored"),
    "objects": ("uid", "kind", "id", "x", "y", "layer", "z"),
    "events": ("type",),
}

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
    except (RequestError, *_INVALID) as error:
        raise HostError(f"this is not a {FORMAT} document: {_explain(error)}") from None


def _explain(error: Exception) -> str:
    """Return a sentence for an error that reading raised."""
    return str(error) if isinstance(error, RequestError) else f"{type(error).__name__} {shorten(str(error), 500)}"


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
        d = check_fields("the document", self._document, _REQUIRED)
        width, height = _integer(d, "width"), _integer(d, "height")
        rows = check_list("rows", d["rows"])
        if len(rows) != height or any(not isinstance(row, list) or len(row) != width for row in rows):
            raise RequestError(f"the rows are not {height} of {width} squares")
        if not height and width > _MOST_EMPTY:
            # No row in the document pays for the memory that pictures of the map take.
            raise RequestError(f"there are no rows, and width is {width}: must be at most {_MOST_EMPTY}")
        game_map = GameMap(width, height, self._tileset, self._registry)
        for key, sprite in check_fields("sprites", d.get("sprites", {}), ()).items():
            art = check_fields(f"the sprite {show_value(key)}", sprite, ())
            self._prototype("sprite", {"id": key}).fields = SpriteArt.from_data(art)
        if "themes" in d:
            # Imported only here: most documents have none.
            from host.model.themes import Theme

            for key, theme in check_fields("themes", d["themes"], ()).items():
                colours = check_fields(f"the theme {show_value(key)}", theme, ())
                self._prototype("theme", {"id": key}).fields = Theme.from_data(colours)
        tiles = self._each("tiles", self._tile)

        def stack(indices: Any) -> int:
            listed, most = check_list("a stack", indices), len(tiles) - 1
            return self._tileset.intern(tiles[check_whole("a tile", index, 0, most)] for index in listed)

        stacks = np.array(self._each("stacks", stack), dtype=np.int32)
        numbers = _array("rows", rows, (height, width))
        if numbers.size and (numbers.min() < 0 or numbers.max() >= len(stacks)):
            raise RequestError(f"a row has a stack outside 0 … {len(stacks) - 1}")
        if numbers.size:
            game_map.stacks = stacks[numbers]
        self._each("item_types", lambda item: self._register("item", item, self._item_index))
        self._each("monster_types", lambda monster: self._register("monster", monster, self._monster_index))
        self._fill(game_map)
        if d["generator"] is not None:
            game_map.origin = Origin.from_data(check_fields("the document", d, ("seed", "mods")))
        game_map.quest = _plain(check_fields("quest", d["quest"], ()))
        check_list("description", game_map.quest.get("description", []))
        game_map.events = self._each("events", _event)
        return game_map

    def _each(self, key: str, read: Callable[[Any], _T]) -> list[_T]:
        """Read each element of a list of the document; errors say which one is wrong."""
        made: list[_T] = []
        fields = set(_FIELDS.get(key, ()))
        for data in check_list(key, self._document.get(key, [])):
            if fields and not (isinstance(data, dict) and fields <= data.keys()):
                check_fields(f"{key}[{len(made)}]", data, _FIELDS[key])
            try:
                made.append(read(data))
            except (RequestError, *_INVALID) as error:
                raise RequestError(f"{key}[{len(made)}]: {_explain(error)}") from None
        return made

    def _tile(self, data: dict[str, Any]) -> int:
        prototype = self._prototype("tile", data)
        kind, access = _text(data, "kind"), check_fields("access", data["access"], HEIGHTS)
        tile = Tile(
            prototype=prototype,
            kind=kind,
            access=(
                _word("access.walking", access["walking"], ACCESS),
                _word("access.flying", access["flying"], ACCESS),
                _word("access.missiles", access["missiles"], ACCESS),
            ),
            items_allowed=bool(data["items"]),
            category=_scalar("category", data.get("category")),
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
            fields = MonsterType(prototype, _word("height", data["height"], HEIGHTS))
        prototype.fields = fields._replace(**self._look(data))
        index[prototype.id] = prototype.index

    def _stack(self, data: dict[str, Any]) -> ItemStack:
        return ItemStack(self._item(data["item"]), _integer(data, "count"))

    def _item(self, identity: Any) -> int:
        return _type("item type", identity, self._item_index)

    def _fill(self, game_map: GameMap) -> None:
        d = self._document
        width, height = game_map.width, game_map.height

        def square(data: dict[str, Any]) -> int:
            x, y = _integer(data, "x"), _integer(data, "y")
            if not (0 <= x < width and 0 <= y < height):
                raise RequestError(f"({x}, {y}) lies outside the map")
            return y * width + x

        def tile_slot(data: dict[str, Any]) -> int:
            at, slot = square(data), _integer(data, "slot")
            if not 0 <= slot < len(self._tileset.stacks[game_map.stacks.flat[at]]):
                raise RequestError(f"({at % width}, {at // width}) has no tile in slot {slot}")
            return at * MAX_TILES + slot

        def add_lock(data: dict[str, Any]) -> None:
            lock, trap = data.get("lock"), data.get("trap")
            if isinstance(lock, str):
                game_map.locks[tile_slot(data)] = _LOCK_NUMBERS[_word("lock", lock, _LOCK_NAMES)]
            elif lock is not None:
                game_map.locks[tile_slot(data)] = _whole("lock", lock)
            if trap is not None:
                check_fields("trap", trap, ("kind",))
                game_map.traps[tile_slot(data)] = Trap(
                    _text(trap, "kind"),
                    self._item(trap["item"]) if "item" in trap else -1,
                    self._item(trap["bolt"]) if "bolt" in trap else -1,
                    _word("direction", trap.get("direction", "north"), DIRECTIONS),
                )

        def add_creature(data: dict[str, Any]) -> None:
            square(data)
            game_map.add_creature(self._creature(data))

        def add_object(data: dict[str, Any]) -> None:
            square(data)
            game_map.objects.append(self._object(data))

        def home(data: dict[str, Any]) -> Home:
            tile = data.get("tile")
            if tile is not None and len(check_list("tile", tile)) != 2:
                raise RequestError(f"tile is {show_value(tile)}: must be a list of x and y")
            return Home(
                _integer(data, "x"),
                _integer(data, "y"),
                _word("facing", data["facing"], DIRECTIONS),
                -1 if tile is None else square({"x": tile[0], "y": tile[1]}),
                bool(data["special"]),
                [_player(player) for player in check_list("players", data.get("players", []))],
                None if data.get("secured_by") is None else _player(data["secured_by"]),
            )

        game_map.loose_items.update(self._each("items", lambda data: (square(data), self._stack(data))))
        game_map.stored.update(self._each("stored", lambda data: (tile_slot(data), self._stack(data))))
        game_map.hit_points.update(
            self._each("hit_points", lambda data: (tile_slot(data), _integer(data, "hit_points")))
        )
        self._each("doors", add_lock)
        self._each("chests", add_lock)
        game_map.homes += self._each("homes", home)
        self._each("creatures", add_creature)
        rooms = check_list("rooms", d["rooms"])
        game_map.add_rooms(_array("rooms", rooms, (-1, 4), np.int32), 0, 0)
        if "room_names" in d:
            game_map.room_names = [check_text("a name", name) for name in check_list("room_names", d["room_names"])]
            if len(game_map.room_names) != len(rooms):
                raise RequestError(f"there are {len(game_map.room_names)} room_names for {len(rooms)} rooms")
        self._each("objects", add_object)
        game_map.zones += self._each("segments", self._zone)

    def _creature(self, data: dict[str, Any]) -> Creature:
        if "type" not in data and data.get("player") is None:
            raise RequestError("a creature has neither a type nor a player")
        return Creature(
            uid=_integer(data, "uid"),
            x=_integer(data, "x"),
            y=_integer(data, "y"),
            height=_word("height", data["height"], HEIGHTS),
            facing=_word("facing", data["facing"], DIRECTIONS),
            monster=_type("monster type", data["type"], self._monster_index) if "type" in data else None,
            player=None if data.get("player") is None else _player(data["player"]),
            health=_integer(data, "health"),
            held=self._item(data["held"]) if "held" in data else -1,
            carried={
                self._item(item): _whole("carried", number)
                for item, number in check_fields("carried", data.get("carried", {}), ()).items()
            },
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
        look = self._look(check_fields("a carried object", data, ("id", "number")))
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
                raise RequestError(f"{show_value(value)} is not a {name}")
        return looks


def _integer(data: dict[str, Any], key: str) -> int:
    return _whole(key, data[key])


def _whole(name: str, value: Any) -> int:
    return check_whole(name, value, -_LARGEST_INTEGER, _LARGEST_INTEGER)


def _array(name: str, value: list[Any], shape: tuple[int, int], dtype: type[np.integer[Any]] = np.int64) -> Any:
    try:
        # numpy takes 0.5 and true for whole numbers.
        if all(len(row) == shape[1] for row in value) and set(map(type, chain.from_iterable(value))) <= {int}:
            return np.array(value, dtype=dtype).reshape(shape)
    except (TypeError, OverflowError):
        pass
    numbers = "whole numbers" if shape[0] != -1 else f"{shape[1]} whole numbers"
    raise RequestError(f"{name} is not a list of lists of {numbers}")


def _word(name: str, value: Any, words: Sequence[str]) -> int:
    """Return the number of a word in a list."""
    if value not in words:
        raise RequestError(f"{name} is {show_value(value)}: must be {listing(words)}", hint=did_you_mean(value, words))
    return words.index(value)


def _type(kind: str, identity: Any, index: Mapping[str, int]) -> int:
    if check_text(kind, identity) not in index:
        raise RequestError(f'there is no {kind} "{identity}"', hint=did_you_mean(identity, index))
    return index[identity]


def _event(data: dict[str, Any]) -> dict[str, Any]:
    _text(data, "type")
    return cast("dict[str, Any]", _plain(data))


def _player(value: Any) -> int:
    return check_whole("a player", value, 0, _MAX_PLAYERS - 1)


def _text(data: dict[str, Any], key: str) -> str:
    return check_text(key, data[key])


def _text_or_none(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    return None if value is None else check_text(key, value)


def _scalar(name: str, value: Any) -> Any:
    if value is None or isinstance(value, str | bool):
        return value
    if not isinstance(value, int | float):
        raise RequestError(f"{name} is {show_value(value)}: must be a text, a number or a boolean")
    return _plain(value)


def _plain(value: Any) -> Any:
    """Return a value that can be written as JSON. Raises TypeError or ValueError for others."""
    json.dumps(value, allow_nan=False)
    return value
