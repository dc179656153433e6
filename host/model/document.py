"""A map as plain data (the JSON document) and back. The format is described in `docs/dungeon.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from host.errors import HostError
from host.model.colour import COLOURS, HEX_COLOUR
from host.model.geometry import DIRECTIONS
from host.model.map import Map, Origin
from host.model.registry import Prototype, Registry
from host.model.things import (
    PICK_ONLY,
    SPECIAL_LOCK,
    UNLOCKED,
    Creature,
    Home,
    ItemStack,
    ItemType,
    MapObject,
    MonsterType,
    Trap,
    Zone,
)
from host.model.tile import ACCESS, CHEST, DOOR, HEIGHTS, MOST_TILES, LockRule, Tile, TileSet, distinct

FORMAT = "dungeon-host/map"
VERSION = 1

_MOST_PLAYERS = 64
_LOCK_WORDS = {PICK_ONLY: "pick_only", SPECIAL_LOCK: "special"}
_LOCK_NUMBERS = {word: number for number, word in _LOCK_WORDS.items()}


def to_document(game_map: Map) -> dict[str, Any]:
    """The map as plain data: the same map gives the same document, key by key."""
    stacks = distinct(game_map.stacks)
    rows = np.zeros(len(game_map.tileset.stacks), dtype=np.int64)
    rows[stacks] = range(len(stacks))
    piles = [game_map.tileset.stacks[stack] for stack in stacks]
    used = sorted({tile for pile in piles for tile in pile})
    number = {tile: i for i, tile in enumerate(used)}
    origin = game_map.origin
    things = _Things(game_map)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "generator": origin.generator if origin else None,
        "seed": origin.seed if origin else None,
        "players": origin.players if origin else 0,
        "options": dict(origin.options) if origin else {},
        "mods": [{"id": i, "version": v, "hash": h} for i, v, h in origin.mods] if origin else [],
        "width": game_map.width,
        "height": game_map.height,
        "tiles": [_tile(game_map.tileset.tiles[tile]) for tile in used],
        "stacks": [[number[tile] for tile in pile] for pile in piles],
        "rows": rows[game_map.stacks].tolist(),
        "items": things.items(),
        "creatures": things.creatures(),
        "homes": [_home(game_map, home) for home in game_map.homes],
        "rooms": game_map.rooms.tolist(),
        "doors": things.lockables(DOOR),
        "chests": things.lockables(CHEST),
        "stored": things.stored(),
        "hit_points": things.hit_points(),
        "segments": [_zone(game_map, zone) for zone in game_map.zones],
        "item_types": things.item_types(),
        "monster_types": things.monster_types(),
        "quest": game_map.quest,
        "events": game_map.events,
    }
    if game_map.objects:
        document["objects"] = [_present(**thing._asdict()) for thing in game_map.objects]
    return document


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _tile(tile: Tile) -> dict[str, Any]:
    return _present(
        id=tile.prototype.id,
        kind=tile.kind,
        access={height: ACCESS[level] for height, level in zip(HEIGHTS, tile.access, strict=True)},
        items=tile.items_allowed,
        category=tile.category,
        depth=tile.depth,
        stairs=tile.stairs,
        open=tile.is_open if tile.lock else None,
        name=tile.name,
        glyph=tile.glyph,
        colour=tile.colour,
    )


def _home(game_map: Map, home: Home) -> dict[str, Any]:
    place: tuple[int, int] | None = None
    if home.tile_square >= 0:
        place = game_map.position(home.tile_square)
    return _present(
        x=home.x,
        y=home.y,
        facing=DIRECTIONS[home.facing],
        tile=list(place) if place else None,
        special=home.special,
        players=home.players or None,
        secured_by=home.secured_by,
    )


def _zone(game_map: Map, zone: Zone) -> dict[str, Any]:
    segment = game_map.registry.get("segment", zone.segment)
    return _present(
        id=segment.id,
        title=segment.fields.title,
        x=zone.x,
        y=zone.y,
        width=zone.width,
        height=zone.height,
        mirrored=bool(zone.orientation & 4),
        turns=zone.orientation & 3,
    )


class _Things:
    """What lies on a map, in the order of squares."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map

    def _xy(self, square: int) -> dict[str, int]:
        x, y = self.map.position(square)
        return {"x": x, "y": y}

    def _id(self, kind: str, index: int) -> str:
        return self.map.registry.get(kind, index).id

    def _stack(self, stack: ItemStack) -> dict[str, Any]:
        return {"item": self._id("item", stack.item), "count": stack.count}

    def items(self) -> list[dict[str, Any]]:
        return [{**self._xy(square), **self._stack(stack)} for square, stack in sorted(self.map.items.items())]

    def stored(self) -> list[dict[str, Any]]:
        return [
            {**self._xy(place // MOST_TILES), "slot": place % MOST_TILES, **self._stack(stack)}
            for place, stack in sorted(self.map.stored.items())
        ]

    def hit_points(self) -> list[dict[str, Any]]:
        return [
            {**self._xy(place // MOST_TILES), "slot": place % MOST_TILES, "hit_points": points}
            for place, points in sorted(self.map.hit_points.items())
        ]

    def creatures(self) -> list[dict[str, Any]]:
        return [
            _present(
                uid=creature.uid,
                type=None if creature.monster is None else self._id("monster", creature.monster),
                player=creature.player,
                x=creature.x,
                y=creature.y,
                height=HEIGHTS[creature.height],
                facing=DIRECTIONS[creature.facing],
                health=creature.health,
                held=None if creature.held < 0 else self._id("item", creature.held),
                carried={self._id("item", i): n for i, n in sorted(creature.carried.items())} or None,
            )
            for creature in self.map.creatures
        ]

    def lockables(self, kind: str) -> list[dict[str, Any]]:
        """Doors or chests, with lock, trap and content."""
        found = []
        lockable = self.map.tileset.traits.array("lockable").take(self.map.stacks)
        for square in np.flatnonzero(lockable).tolist():
            for place, tile in self.map.places(square):
                if tile.kind != kind:
                    continue
                lock = self.map.lock_of(place)
                content = self.map.stored.get(place)
                found.append(
                    _present(
                        **self._xy(square),
                        slot=place % MOST_TILES,
                        tile=tile.prototype.id,
                        open=tile.is_open,
                        lock=None if lock == UNLOCKED else _LOCK_WORDS.get(lock, lock),
                        trap=self._trap(self.map.traps.get(place)),
                        content=None if content is None else self._stack(content),
                    )
                )
        return found

    def _trap(self, trap: Trap | None) -> dict[str, Any] | None:
        if trap is None:
            return None
        return _present(
            kind=trap.kind,
            item=None if trap.item < 0 else self._id("item", trap.item),
            bolt=None if trap.bolt < 0 else self._id("item", trap.bolt),
            direction=DIRECTIONS[trap.direction] if trap.kind == "blade" else None,
        )

    def item_types(self) -> list[dict[str, Any]]:
        """The types of the items that occur anywhere on the map."""
        used = {stack.item for stack in (*self.map.items.values(), *self.map.stored.values())}
        used |= {item for creature in self.map.creatures for item in (*creature.carried, creature.held) if item >= 0}
        used |= {item for trap in self.map.traps.values() for item in (trap.item, trap.bolt) if item >= 0}
        described = []
        for item in sorted(used):
            fields: ItemType = self.map.registry.get("item", item).fields
            described.append(
                _present(
                    id=fields.prototype.id,
                    kind=fields.kind,
                    key=fields.key or None,
                    name=fields.name,
                    glyph=fields.glyph,
                    colour=fields.colour,
                )
            )
        return described

    def monster_types(self) -> list[dict[str, Any]]:
        """The types of the monsters on the map."""
        described = []
        for monster in sorted({c.monster for c in self.map.creatures if c.monster is not None}):
            fields: MonsterType = self.map.registry.get("monster", monster).fields
            described.append(
                _present(
                    id=fields.prototype.id,
                    height=HEIGHTS[fields.height],
                    name=fields.name,
                    glyph=fields.glyph,
                    colour=fields.colour,
                )
            )
        return described


def dumps(document: Mapping[str, Any]) -> str:
    """A document as JSON text: a line for each row and thing, so that two of them can be compared by eye."""
    parts = []
    for name, value in document.items():
        if isinstance(value, list) and value:
            lines = ",\n".join(_compact(item) for item in value)
            parts.append(f'"{name}": [\n{lines}\n]')
        else:
            parts.append(f'"{name}": {_compact(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def from_document(document: Any) -> Map:
    """The map that a document describes. Raises HostError, naming the field, when it is no such document."""
    try:
        return _Reader(document).read()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, MemoryError) as error:
        raise HostError(f"this is not a {FORMAT} document: {type(error).__name__} {error}") from None


class _Reader:
    """Builds a map from a document it does not trust."""

    def __init__(self, document: Any) -> None:
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise HostError(f'this is not a {FORMAT} document: its "format" says otherwise')
        if document.get("version") != VERSION:
            raise HostError(f"the document has version {document.get('version')!r}: this host reads version {VERSION}")
        self.document = document
        self.registry = Registry()
        self.tiles = TileSet()
        # id -> index.
        self.item_index: dict[str, int] = {}
        self.monster_index: dict[str, int] = {}

    def read(self) -> Map:
        d = self.document
        width, height = _whole(d["width"]), _whole(d["height"])
        if len(d["rows"]) != height or any(len(row) != width for row in d["rows"]):
            raise ValueError(f"the rows are not {height} of {width} squares")
        game_map = Map(width, height, self.tiles, self.registry)
        known = [self._tile(tile) for tile in d["tiles"]]
        stacks = np.array([self.tiles.intern(known[_whole(i)] for i in pile) for pile in d["stacks"]], dtype=np.int32)
        rows = np.array(d["rows"], dtype=np.int64).reshape(height, width)
        if rows.size and (rows.min() < 0 or rows.max() >= len(stacks)):
            raise ValueError("a row names a stack that is not there")
        if rows.size:
            game_map.stacks = stacks[rows]
        for item in d["item_types"]:
            self._register("item", item, self.item_index)
        for monster in d["monster_types"]:
            self._register("monster", monster, self.monster_index)
        self._fill(game_map)
        game_map.origin = Origin(
            generator=_text(d["generator"] or ""),
            seed=_whole(d["seed"] or 0),
            players=_whole(d["players"]),
            options={_text(k): _simple(v) for k, v in d["options"].items()},
            mods=tuple((_text(m["id"]), _text(m["version"]), _text(m["hash"])) for m in d["mods"]),
        )
        game_map.quest = _plain(dict(d["quest"]))
        _listed(game_map.quest.get("description", []))
        game_map.events = [_plain(dict(event)) for event in _listed(d["events"])]
        for event in game_map.events:
            _text(event["type"])
        return game_map

    def _tile(self, data: dict[str, Any]) -> int:
        prototype = self._prototype("tile", data)
        kind = _text(data["kind"])
        name, glyph, colour = _shown(data)
        tile = Tile(
            prototype=prototype,
            kind=kind,
            access=tuple(ACCESS.index(data["access"][height]) for height in HEIGHTS),  # type: ignore[arg-type]
            items_allowed=bool(data["items"]),
            category=_simple(data.get("category")),
            depth=_whole(data["depth"]),
            stairs=_text_or_none(data.get("stairs")),
            lock=LockRule() if kind in (DOOR, CHEST) else None,
            is_open=bool(data.get("open")),
            name=name,
            glyph=glyph,
            colour=colour,
        )
        self.tiles.tiles.append(tile)
        return len(self.tiles.tiles) - 1

    def _prototype(self, kind: str, data: dict[str, Any]) -> Prototype:
        """The prototype with the id of `data`; the open and the closed state of a door share one."""
        known = self.registry.find(kind, _text(data["id"]))
        if known is None:
            mod, _, name = data["id"].partition(".")
            known = self.registry.add(kind, mod, mod, 0, name=name)
        return known

    def _register(self, kind: str, data: dict[str, Any], index: dict[str, int]) -> None:
        prototype = self._prototype(kind, data)
        known: ItemType | MonsterType
        if kind == "item":
            known = ItemType(prototype, _text(data["kind"]), _whole(data.get("key", 0)))
        else:
            known = MonsterType(prototype, HEIGHTS.index(data["height"]))
        name, glyph, colour = _shown(data)
        prototype.fields = known._replace(name=name, glyph=glyph, colour=colour)
        index[prototype.id] = prototype.index

    def _stack(self, data: dict[str, Any]) -> ItemStack:
        return ItemStack(self.item_index[data["item"]], _whole(data["count"]))

    def _fill(self, game_map: Map) -> None:
        d = self.document

        def square(data: dict[str, Any]) -> int:
            x, y = _whole(data["x"]), _whole(data["y"])
            if not game_map.contains(x, y):
                raise ValueError(f"({x}, {y}) lies outside the map")
            return game_map.square(x, y)

        def place(data: dict[str, Any]) -> int:
            return square(data) * MOST_TILES + _whole(data["slot"])

        for item in d["items"]:
            game_map.items[square(item)] = self._stack(item)
        for item in d["stored"]:
            game_map.stored[place(item)] = self._stack(item)
        for copy in d["hit_points"]:
            game_map.hit_points[place(copy)] = _whole(copy["hit_points"])
        for lockable in (*d["doors"], *d["chests"]):
            lock, trap = lockable.get("lock"), lockable.get("trap")
            if lock is not None:
                game_map.locks[place(lockable)] = _LOCK_NUMBERS[lock] if isinstance(lock, str) else _whole(lock)
            if trap is not None:
                game_map.traps[place(lockable)] = Trap(
                    _text(trap["kind"]),
                    self.item_index[trap["item"]] if "item" in trap else -1,
                    self.item_index[trap["bolt"]] if "bolt" in trap else -1,
                    DIRECTIONS.index(trap.get("direction", "north")),
                )
        for home in d["homes"]:
            tile = home.get("tile")
            game_map.homes.append(
                Home(
                    _whole(home["x"]),
                    _whole(home["y"]),
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
        for thing in _listed(d.get("objects", [])):
            square(thing)
            game_map.objects.append(_object(thing))
        for zone in d["segments"]:
            game_map.zones.append(self._zone(zone))

    def _creature(self, data: dict[str, Any]) -> Creature:
        return Creature(
            uid=_whole(data["uid"]),
            x=_whole(data["x"]),
            y=_whole(data["y"]),
            height=HEIGHTS.index(data["height"]),
            facing=DIRECTIONS.index(data["facing"]),
            monster=self.monster_index[data["type"]] if "type" in data else None,
            player=None if data.get("player") is None else _player(data["player"]),
            health=_whole(data["health"]),
            held=self.item_index[data["held"]] if "held" in data else -1,
            carried={self.item_index[i]: _whole(n) for i, n in data.get("carried", {}).items()},
        )

    def _zone(self, data: dict[str, Any]) -> Zone:
        known = self._prototype("segment", data)
        known.fields = known.fields or _NamedSegment(_text_or_none(data.get("title")))
        orientation = _whole(data["turns"]) % 4 + 4 * bool(data["mirrored"])
        size = (_whole(data["x"]), _whole(data["y"]), _whole(data["width"]), _whole(data["height"]))
        return Zone(*size, orientation, known.index)


def _object(data: dict[str, Any]) -> MapObject:
    name, glyph, colour = _shown(data)
    return MapObject(
        uid=_whole(data["uid"]),
        kind=_text(data["kind"]),
        id=_text(data["id"]),
        x=_whole(data["x"]),
        y=_whole(data["y"]),
        layer=_text(data["layer"]),
        z=_whole(data["z"]),
        name=name,
        glyph=glyph,
        colour=colour,
    )


class _NamedSegment:
    """What a document knows of a segment."""

    def __init__(self, title: str | None) -> None:
        self.title = title


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    if abs(value) >= 2**63:
        raise ValueError(f"{value} is too large a number")
    return value


def _player(value: Any) -> int:
    if not 0 <= _whole(value) < _MOST_PLAYERS:
        raise ValueError(f"there is no player {value}")
    return int(value)


def _shown(data: dict[str, Any]) -> tuple[str | None, str | None, str | None]:
    """Name, glyph and colour, which are drawn as they are."""
    glyph, colour = _text_or_none(data.get("glyph")), _text_or_none(data.get("colour"))
    if glyph is not None and (len(glyph) != 1 or not glyph.isprintable()):
        raise ValueError(f"{glyph!r} is no glyph")
    if colour is not None and colour not in COLOURS and not HEX_COLOUR.match(colour):
        raise ValueError(f"{colour!r} is no colour")
    return _text_or_none(data.get("name")), glyph, colour


def _simple(value: Any) -> Any:
    if value is not None and not isinstance(value, str | int | float):
        raise TypeError(f"{value!r} is neither a string, a number nor a boolean")
    return _plain(value)


def _plain(value: Any) -> Any:
    """Whatever can be written as JSON."""
    json.dumps(value, allow_nan=False)
    return value


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _text_or_none(value: Any) -> str | None:
    return None if value is None else _text(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    return value
