"""The sprites of what mods register."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from host.border.session import Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.dialects.objects import read_looks
from host.model.appearance import SpriteArt
from host.render.looks import Look, is_bland, item_type_look, monster_type_look, object_look, tile_look
from host.render.sprites.choices import PLAYER, item_type_art, object_art, role_of, tile_art, type_art
from host.render.sprites.drawing import Art
from host.render.sprites.suggestions import CREATURE, ITEM, TILE


@dataclass(frozen=True, slots=True)
class ThingSprite:
    """The sprite of a tile, an item or a creature."""

    # "tile", "item", "monster", "entity", "chara" or "feat".
    kind: str
    id: str
    name: str
    # Its key: of a family of the host, or `mod.name` of one that a mod draws; "letter" when nothing suits.
    sprite: str
    role: str
    look: Look
    art: Art

    def to_data(self) -> dict[str, Any]:
        """Return the sprite as plain data."""
        art = self.art
        return {
            "kind": self.kind,
            "id": self.id,
            "name": self.name,
            "sprite": self.sprite,
            "role": self.role,
            "glyph": self.look.glyph,
            "colour": self.look.colour,
            "art": [art.colour, art.material, art.drawn and art.drawn.to_data()],
        }


def art_of_data(data: dict[str, Any]) -> tuple[Look, Art]:
    """Return how the thing of `to_data` is drawn; raises what `SpriteArt.from_data` raises."""
    colour, material, drawn = data["art"]
    art = Art(data["sprite"], colour, material, None if drawn is None else SpriteArt.from_data(drawn))
    return Look(data["glyph"], data["colour"], data["name"]), art


def list_sprites(session: Session, lua: LuaState, mod: str) -> list[ThingSprite]:
    """Return the sprite of each thing of a mod, tiles first."""
    return list(_list(session, lua, mod))


def _list(session: Session, lua: LuaState, mod: str) -> Iterator[ThingSprite]:
    registry = session.registry
    for prototype in registry.registered_by(mod):
        fields = prototype.fields
        if prototype.type == "tile":
            tile = session.tiles.closed(fields)
            # Tiles that nobody sees have no picture.
            if not is_bland(tile):
                yield _thing("tile", prototype.id, TILE, tile_look(tile), tile_art(registry, tile))
        elif prototype.type == "item":
            look = item_type_look(fields)
            yield _thing("item", prototype.id, ITEM, look, item_type_art(registry, fields))
        elif prototype.type == "monster":
            look = monster_type_look(fields)
            yield _thing("monster", prototype.id, CREATURE, look, type_art(registry, CREATURE, look, fields))
    for map_object in read_looks(registry, lua.call(lua_functions.list_looks, mod)):
        role = role_of(map_object)
        drawn = {ITEM: ITEM, CREATURE: CREATURE, PLAYER: PLAYER}.get(role, TILE)
        yield _thing(map_object.kind, map_object.id, drawn, object_look(map_object), object_art(registry, map_object))


def _thing(kind: str, identity: str, role: str, look: Look, art: Art) -> ThingSprite:
    return ThingSprite(kind, identity, look.name, art.key, role, look, art)
