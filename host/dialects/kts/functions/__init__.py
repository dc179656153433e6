"""The functions of kts by the noun that their names end in, so `kts.AddStuff` is in stuff.py."""

from host.dialects.kts.declarations import KTS as KTS
from host.dialects.kts.functions import (  # noqa: F401 - each adds its functions to KTS
    attacks,
    constructors,
    creatures,
    doors,
    dungeon,
    homes,
    items,
    magic,
    messages,
    monsters,
    players,
    quest,
    random,
    segments,
    stuff,
    tasks,
    tiles,
    traps,
)
