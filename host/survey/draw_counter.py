"""The draws of dungeons, as a worker counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import add
from typing import Any

from host.border.state import LuaState
from host.dialects import lua_functions
from host.model.game_map import GameMap
from host.model.layout import LastLayout, LayoutRequest
from host.model.registry import Registry
from host.play.game import Game
from host.survey.draws import SEGMENTS, Draws

# Sums of multiples of this are exact, so they do not depend on how dungeons are grouped in batches.
_UNIT = 2.0**-20
_COLUMNS = ("paths", "ids", "drawn", "draws", "expected", "squares")


class _Layouts:
    """Dungeons of a request with the same number of cells; segments go by index."""

    def __init__(self, request: LayoutRequest) -> None:
        self.request = request
        self.dungeons = 0
        # Segment -> how often it was drawn, and in how many dungeons.
        self.drawn: Counter[int] = Counter()
        self.present: Counter[int] = Counter()


class DrawCounter:
    """Counts the draws that made the dungeons of a batch: from pools, and from lists of segments."""

    def __init__(self, lua: LuaState, registry: Registry) -> None:
        self._lua = lua
        self._registry = registry
        self._draws: Draws = {}
        # `id` of a request and number of cells -> dungeons. Requests are large, and cached while mods stay loaded.
        self._layouts: dict[tuple[int, int], _Layouts] = {}
        # What was drawn for the map that was made last.
        self._pools: dict[tuple[str, str], list[Any]] = {}
        self._layout: tuple[LayoutRequest, int, Counter[int]] | None = None

    def begin(self) -> None:
        """Forget draws of a dungeon that is not counted."""
        self._lua.call(lua_functions.count_draws)

    def read(self, game: Game, game_map: GameMap) -> None:
        """Read what was drawn for the map of a game, before other functions of mods draw."""
        self._pools = {}
        columns = {name: column.items for name, column in self._lua.call(lua_functions.take_draws).fields.items()}
        for pool, identity, *sums in zip(*map(columns.__getitem__, _COLUMNS), strict=True) if columns else ():
            # A pool that changed during the dungeon has two rows.
            self._pools[pool, identity] = [*map(add, self._pools.get((pool, identity), (0, 0, 0.0, 0.0)), sums)]
        self._layout = None
        layout = game.part(LastLayout)
        if layout.game_map is game_map and layout.request is not None:
            drawn = Counter(zone.segment for zone in game_map.zones[: layout.zones])
            special = layout.request.special
            if special:
                # They are not drawn.
                drawn.subtract(segment.prototype.index for segment in special)
                drawn = +drawn
            self._layout = layout.request, layout.zones - len(special), drawn

    def add(self) -> None:
        """Count what was read last."""
        for (pool, identity), (drawn, draws, *sums) in self._pools.items():
            self._add(pool, identity, (drawn > 0, drawn, draws), 1, sums)
        if self._layout is not None:
            request, cells, counts = self._layout
            layouts = self._layouts.get((id(request), cells))
            if layouts is None:
                layouts = self._layouts[id(request), cells] = _Layouts(request)
            layouts.dungeons += 1
            layouts.drawn.update(counts)
            layouts.present.update(counts.keys())

    def draws(self) -> Draws:
        """Return all draws that were counted, once.

        A segment is in a dungeon of k cells with the chance k · weight / sum of weights, as the layout prefers segments
        that the dungeon does not have yet.
        """
        for (_, cells), layouts in self._layouts.items():
            weights = Counter(segment.prototype.index for segment in layouts.request.segments.segments)
            whole, kinds = weights.total(), len(weights)
            for index, weight in weights.items():
                share = weight / whole
                expected = cells * share if cells > kinds else min(1.0, cells * share)
                # Above one for each kind, segments come again.
                variance = (cells - kinds) * share * (1 - share) if cells > kinds else expected * (1 - expected)
                identity = self._registry.get("segment", index).id
                counts = layouts.present[index], layouts.drawn[index], cells * layouts.dungeons
                self._add(SEGMENTS, identity, counts, layouts.dungeons, (expected, expected - variance))
        self._layouts = {}
        return self._draws

    def _add(self, pool: str, identity: str, counts: tuple[int, int, int], times: int, sums: Sequence[float]) -> None:
        """Add (dungeons, times drawn, draws) of an entry, and `sums`, Σ p and Σ p² of a dungeon, so many `times`."""
        total = self._draws.setdefault(pool, {}).setdefault(identity, [0, 0, 0, 0.0, 0.0])
        exact = [times * round(value / _UNIT) * _UNIT for value in sums]
        total[:] = map(add, total, (*counts, *exact))
