"""Prototypes of the host: tiles, items and monsters that its generators use without any mod."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from host.model.registry import OWNER, Prototype, Registry
from host.model.tile import Tile
from host.model.tile_set import TileSet


def host_prototype(registry: Registry, kind: str, name: str, fields: Callable[[Prototype], object]) -> Prototype:
    """Return a prototype of the host; it is registered at the first call, so that other games do not have it."""
    short_id = name.replace(" ", "_")
    prototype = registry.find(kind, f"{OWNER}.{short_id}")
    if prototype is None:
        prototype = registry.add(kind, OWNER, OWNER, 0, name=short_id)
        prototype.fields = fields(prototype)
    return prototype


def host_tile(registry: Registry, tiles: TileSet, name: str, **fields: Any) -> int:
    """Return the index of a tile of the host, which has these fields."""

    def add(prototype: Prototype) -> int:
        return tiles.add(Tile(prototype, depth=0, name=name)._replace(**fields))

    index: int = host_prototype(registry, "tile", name, add).fields
    return index
