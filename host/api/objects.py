"""What lives on maps in Lua (lua/host/objects.lua), as Lua tells of it."""

from __future__ import annotations

from struct import iter_unpack

from host.model.colour import COLOURS, HEX_COLOUR
from host.model.map import Map
from host.model.things import MapObject

_FIELDS = 7
_LONGEST_NAME = 100


def read_objects(game_map: Map, looks: str, packed: bytes) -> list[MapObject]:
    """The objects of a map from what `export` of lua/host/objects.lua gives. Mods chose names, glyphs and colours: what
    cannot be shown is left out."""
    words = looks.split("\0")
    kinds = [words[i : i + _FIELDS] for i in range(0, len(words), _FIELDS)]
    found = []
    for uid, square, look in iter_unpack("<iii", packed):
        kind, layer, z, identity, name, glyph, colour = kinds[look]
        x, y = game_map.position(square)
        found.append(
            MapObject(
                uid=uid,
                kind=kind,
                id=identity,
                x=x,
                y=y,
                layer=layer,
                z=int(z),
                name=name[:_LONGEST_NAME] or None,
                glyph=glyph if len(glyph) == 1 and glyph.isprintable() else None,
                colour=colour if colour in COLOURS or HEX_COLOUR.match(colour) else None,
            )
        )
    return found
