"""The kts dialect: what `kts.*` functions are called, take and do."""

from host.api.kts import constructors, game, layout, magic, play, populate, segments, tiles
from host.api.kts.declarations import KTS

__all__ = ["KTS", "constructors", "game", "layout", "magic", "play", "populate", "segments", "tiles"]
