"""Requests: the arguments of `kts.LayoutDungeon`, checked and converted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from host.model.game_map import GameMap
from host.model.layout import Layout
from host.model.segment import Segment, SegmentList

# Entry types: where players start.
ENTRIES = ("none", "close", "away", "random")


class LayoutRequest(NamedTuple):
    """A dungeon to build."""

    layout: Layout
    # Stack ids; None for a door that the mod left out.
    wall: int
    horizontal_door: int | None
    vertical_door: int | None
    segments: SegmentList
    # Segments that must be in the dungeon.
    special: tuple[Segment, ...]
    # One of ENTRIES.
    entry: str
    turn_segments: bool
    # Number of players.
    players: int
    # Whether the mod left out the list of segments.
    lacks_segments: bool = False

    @property
    def homes_needed(self) -> int:
        """Number of normal homes that the dungeon must have."""
        return 0 if self.entry == "none" else self.players


@dataclass
class LastLayout:
    """The last dungeon that was laid out in a game."""

    request: LayoutRequest | None = None
    # Its map, and how many segments the map had then.
    game_map: GameMap | None = None
    zones: int = 0
