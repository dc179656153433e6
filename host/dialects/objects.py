"""Objects on maps that live in Lua (lua/core/game/objects.lua): how maps show them, and where they block."""

from __future__ import annotations

from collections import defaultdict
from struct import iter_unpack

from host.border.service import service
from host.border.session import Session
from host.model.colour import valid_colour, valid_glyph
from host.model.game_map import GameMap
from host.model.objects import CarriedObject, ItemStack, MapObject
from host.render.looks import item_look

_FIELDS, _CARRIED_FIELDS = 7, 6
_MAX_NAME = 100


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

    Names, glyphs and colours come from mods: values that cannot be drawn are left out.
    """
    items_of = _read_carried(game_map, carried)
    words = looks.split("\0")
    kinds = [words[i : i + _FIELDS] for i in range(0, len(words), _FIELDS)]
    objects = []
    for uid, square, look in iter_unpack("<iii", packed):
        kind, layer, z, identity, name, glyph, colour = kinds[look]
        x, y = game_map.position(square)
        objects.append(
            MapObject(
                uid=uid,
                kind=kind,
                id=identity,
                x=x,
                y=y,
                layer=layer,
                z=int(z),
                name=name[:_MAX_NAME] or None,
                glyph=valid_glyph(glyph),
                colour=valid_colour(colour),
                carried=tuple(items_of[uid]),
            )
        )
    return objects


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
