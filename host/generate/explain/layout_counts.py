"""Whether the wishes of kts.LayoutDungeon can hold together, as far as numbers of cells and homes go."""

from __future__ import annotations

from collections.abc import Collection

from host.generate.explain.layout_keys import ENTRY, LAYOUT, PLAYERS, SEGMENTS, SPECIAL, Key
from host.generate.layout_request import LayoutRequest
from host.model.layout import EDGE
from host.model.layout import SPECIAL as SPECIAL_CELL


class Counts:
    """The numbers of a request."""

    def __init__(self, request: LayoutRequest) -> None:
        kinds = [cell.type for cell in request.layout.cells]
        edge, block = request.layout.pools
        # Cells that only special segments fill, and players who start "away"; and cells that are always filled.
        self._special_cells = kinds.count(SPECIAL_CELL)
        self._edge_cells = kinds.count(EDGE)
        self._block_cells = len(block)
        self._cells = len(edge) + len(block)
        self._players = request.players
        self._entry = request.entry
        self._has_segments = bool(request.segments.segments)
        self._most_homes = request.segments.max_homes
        # Normal homes of each special segment.
        self._special_homes = [segment.normal_homes for segment in request.special]

    def fit(self, keys: Collection[Key]) -> bool:
        """Return whether the wishes of some keys can hold together, where every border may have a door."""
        required = [homes for i, homes in enumerate(self._special_homes) if (SPECIAL, i) in keys]
        optional = [homes for i, homes in enumerate(self._special_homes) if (SPECIAL, i) not in keys]
        optional.sort(reverse=True)
        players = self._players if PLAYERS in keys and self._entry != "none" else 0
        is_ideal = SEGMENTS not in keys
        has_segments = self._has_segments or is_ideal
        most_homes = max(self._most_homes, self._players) if is_ideal else self._most_homes
        entry = self._entry if ENTRY in keys and players else "random"
        if LAYOUT not in keys:
            return self._fit_anywhere(players, entry, most_homes, has_segments=has_segments)
        # A wish that is dropped may be met nevertheless.
        least_starts = players if entry == "away" else 0
        most_starts = min(self._players, self._special_cells + self._edge_cells) if self._entry == "away" else 0
        for more in range(len(optional) + 1):
            special = required + optional[:more]
            # More starts fill more cells, so numbers between the least and the most are no better.
            for starts in {least_starts, max(least_starts, min(most_starts, self._cells - len(special)))}:
                if self._fill(special, starts, players, entry, most_homes, has_segments=has_segments):
                    return True
        return False

    def _fit_anywhere(self, players: int, entry: str, most_homes: int, *, has_segments: bool) -> bool:
        """Return whether there are segments for the players, where a layout may have more cells."""
        if not has_segments and not self._can_cover(len(self._special_homes)):
            return False
        if not players or most_homes >= (players if entry == "close" else 1):
            return True
        return entry == "random" and sum(self._special_homes) >= players

    def _can_cover(self, count: int) -> bool:
        """Return whether special segments can fill all cells that are always filled. Edge cells come first."""
        return count >= (self._cells if self._block_cells else self._edge_cells)

    def _fill(
        self, special: list[int], starts: int, players: int, entry: str, most_homes: int, *, has_segments: bool
    ) -> bool:
        """Return whether cells can hold special segments (the homes of each) and starts, with homes for all."""
        count, regular = len(special), self._edge_cells + self._block_cells
        if starts + count > self._cells or starts > self._special_cells + self._edge_cells:
            return False
        if not regular and not starts and not count:
            return False
        if not has_segments:
            return not starts and entry != "close" and self._can_cover(count) and sum(special) >= players
        if starts and not most_homes:
            return False
        if entry == "close":
            return most_homes >= players and max(0, count - self._special_cells) < regular
        # Special segments and starts take the cells first that are empty without them.
        normal = regular - count + min(self._special_cells, count + starts)
        return entry == "away" or sum(special) + normal * most_homes >= players
