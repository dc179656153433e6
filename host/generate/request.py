"""What `kts.LayoutDungeon` is asked to build."""

from __future__ import annotations

from typing import NamedTuple

from host.model.layout import Layout
from host.model.segment import Segment, SegmentList

ENTRIES = ("none", "close", "away", "random")


class Request(NamedTuple):
    """What to build; `wall` and the doors are stack ids, None where the mod gave none."""

    layout: Layout
    wall: int
    horizontal_door: int | None
    vertical_door: int | None
    segments: SegmentList
    special: tuple[Segment, ...]
    entry: str
    turn_segments: bool
    players: int

    @property
    def homes_needed(self) -> int:
        return 0 if self.entry == "none" else self.players
