"""Objects on maps that live in Lua (lua/core/game/objects.lua)."""

from __future__ import annotations

from struct import iter_unpack

from host.model.colour import valid_colour, valid_glyph
from host.model.map import Map
from host.model.objects import MapObject

_FIELDS = 7
_MAX_NAME = 100


def read_objects(game_map: Map, looks: str, packed: bytes) -> list[MapObject]:
    """Read the objects of a map, as `export` of lua/core/game/objects.lua packs them.

    Names, glyphs and colours come from mods: values that cannot be drawn are left out.
    """
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
            )
        )
    return objects
