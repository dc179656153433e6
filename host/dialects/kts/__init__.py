"""The kts dialect: what `kts.*` functions are called, take and do. A module a chapter."""

from host.dialects.kts import constructors, creatures, game, hands, layout, magic, populate, segments, tiles, traps
from host.dialects.kts.declarations import KTS

__all__ = [
    "KTS",
    "constructors",
    "creatures",
    "game",
    "hands",
    "layout",
    "magic",
    "populate",
    "segments",
    "tiles",
    "traps",
]
