"""Objects of Lua (lua/core/game/objects.lua), as maps show them, and loose items of kts for other dialects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from struct import iter_unpack, pack

from host.border.service import service
from host.border.session import Session
from host.dialects.kts.play.items import room_for
from host.model.appearance import MATERIALS, resolve_sprite, valid_colour, valid_glyph
from host.model.game_map import GameMap
from host.model.objects import CarriedObject, ItemStack, ItemType, MapObject
from host.model.registry import Registry
from host.render.looks import item_look

_FIELDS, _LOOK_FIELDS, _CARRIED_FIELDS = 9, 8, 6
_MAX_NAME = 100
# The most items that fit into a row of `item_rows`.
MOST_COUNT = 2**31 - 1


class ObjectServices:
    """Takes where objects of Lua block on maps, which go by their number in the game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @service
    def objects_map(self) -> int:
        """Return the number of the map of the game; -1 when it has none, so that Lua has no objects on it."""
        game = self._session.game
        if game is None:
            return -1
        return next((number for number, game_map in enumerate(game.maps) if game_map is game.map), -1)

    @service
    def objects_block(self, number: int, squares: bytes) -> None:
        """Set the squares of a map on which objects block: 32-bit numbers."""
        game_map = self._session.current_game.maps[number]
        game_map.taken_squares = frozenset(square for (square,) in iter_unpack("<i", squares))


def read_objects(game_map: GameMap, looks: str, packed: bytes, carried: str) -> list[MapObject]:
    """Read the objects of a map, as `export` of lua/core/game/objects.lua packs them.

    Names and looks come from mods: values that cannot be drawn are left out.
    """
    items_of = _read_carried(game_map, carried)
    words = looks.split("\0")
    kinds = [words[i : i + _FIELDS] for i in range(0, len(words), _FIELDS)]
    objects = []
    for uid, square, look in iter_unpack("<iii", packed):
        kind, layer, z, *words_of_look = kinds[look]
        x, y = game_map.position(square)
        map_object = _read_look(game_map.registry, kind, layer, *words_of_look)
        objects.append(map_object._replace(uid=uid, x=x, y=y, z=int(z), carried=tuple(items_of[uid])))
    return objects


def read_looks(registry: Registry, looks: str) -> list[MapObject]:
    """Read what `list_looks` of lua/core/dialects.lua packs, as objects that stand nowhere."""
    words = looks.split("\0") if looks else []
    rows = (words[i : i + _LOOK_FIELDS] for i in range(0, len(words), _LOOK_FIELDS))
    return [_read_look(registry, *row) for row in rows]


def _read_look(
    registry: Registry,
    kind: str,
    layer: str,
    identity: str,
    name: str,
    glyph: str,
    colour: str,
    sprite: str,
    material: str,
) -> MapObject:
    return MapObject(
        uid=0,
        kind=kind,
        id=identity,
        x=0,
        y=0,
        layer=layer,
        z=0,
        name=name[:_MAX_NAME] or None,
        glyph=valid_glyph(glyph),
        colour=valid_colour(colour),
        sprite=resolve_sprite(registry, identity.partition(".")[0], sprite) if sprite else None,
        material=material if material in MATERIALS else None,
    )


def _read_carried(game_map: GameMap, carried: str) -> defaultdict[int, list[CarriedObject]]:
    """Return uid -> what the object carries. Items of kts look as their type says."""
    items_of: defaultdict[int, list[CarriedObject]] = defaultdict(list)
    words = carried.split("\0") if carried else []
    for i in range(0, len(words), _CARRIED_FIELDS):
        uid, number, identity, name, glyph, colour = words[i : i + _CARRIED_FIELDS]
        prototype = game_map.registry.find("item", identity)
        if prototype is not None and not name:
            look = item_look(game_map, ItemStack(prototype.index))
            name, glyph, colour = look.name, look.glyph, look.colour or ""
        items_of[int(uid)].append(
            CarriedObject(identity, int(number), name[:_MAX_NAME] or None, valid_glyph(glyph), valid_colour(colour))
        )
    return items_of


def item_rows(game_map: GameMap, squares: Iterable[int]) -> bytes:
    """Return square, item type and number of the loose items of squares, 32-bit numbers each; the number may be 0."""
    return b"".join(pack("<3i", square, *game_map.loose_items.get(square, (0, 0))) for square in squares)


class LooseItemServices:
    """Reads and changes the loose items of maps. `number` is the number of a map in the game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _map(self, number: int) -> GameMap:
        return self._session.current_game.maps[number]

    @service
    def items_version(self, number: int) -> int:
        """Return a number that grows by 1 or more with each change of loose items."""
        return self._map(number).items_version

    @service
    def items_on(self, number: int) -> bytes:
        """Return a row for each square with loose items, in ascending order."""
        game_map = self._map(number)
        return item_rows(game_map, sorted(game_map.loose_items))

    @service
    def items_total(self, number: int, square: int, item: int, count: int) -> int:
        """Return how many items a square has when more are laid there; 0 when it has no room for them.

        A square without loose items has room for any number.
        """
        game_map = self._map(number)
        stack = game_map.loose_items.get(square)
        room = room_for(game_map, square, item)
        if stack is None:
            return count if room and count <= MOST_COUNT else 0
        return stack.count + count if count <= room else 0

    @service
    def items_set(self, number: int, square: int, item: int, count: int) -> int:
        """Set the loose items of a square; with a count of 0, remove them. Returns the version of the map."""
        game_map = self._map(number)
        if count:
            game_map.set_item(square, ItemStack(item, count))
        else:
            game_map.take_item(square)
        return game_map.items_version

    @service
    def item_type(self, index: int) -> tuple[str, str | None, str | None, str | None, bool]:
        """Return id, name, glyph and colour of an item type, and whether its items can be picked up."""
        prototype = self._session.registry.get("item", index)
        fields: ItemType = prototype.fields
        return prototype.id, fields.name, fields.glyph, fields.colour, fields.kind != "nopickup"

    @service
    def item_type_index(self, identity: str) -> int:
        """Return the index of the item type with that id; -1 when there is none."""
        prototype = self._session.registry.find("item", identity)
        return -1 if prototype is None else prototype.index
