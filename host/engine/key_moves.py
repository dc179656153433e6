"""The moves of keys in a simulation: a key is a move, or a plan of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from host.border.state import LuaState
from host.dialects import lua_functions
from host.engine.play_rows import read_player
from host.metrics.sight import map_in_sight
from host.metrics.walkability import Mask
from host.model.game_map import GameMap
from host.play.action import DOWN, EXPLORE, FIGHT, UP
from host.play.guide import Guide
from host.play.plans import Surroundings, Walk, fight, follow


class KeyMoves:
    """Makes the moves of keys, one a turn."""

    def __init__(self, lua: LuaState, moves: Sequence[str], *, climbs: bool) -> None:
        self._lua, self._moves, self._climbs = lua, iter(moves), climbs
        self._plan: Iterator[str] = iter(())
        self._map: GameMap | None = None
        self._seen: Mask = np.zeros((0, 0), dtype=np.bool_)

    def next(self, game_map: GameMap) -> str | None:
        """Return the next move, and None when the keys are over. It depends on what the player sees on the map."""
        self._look_at(game_map)
        while True:
            step = next(self._plan, None)
            if step is not None:
                return step
            move = next(self._moves, None)
            if move == EXPLORE:
                self._plan = follow(Walk(Guide.explore, most_tries=1), self._look)
            elif move == FIGHT:
                here = self._look()
                self._plan = filter(None, [fight(here)] if here else [])
            elif move in (UP, DOWN):
                self._plan = follow(self._climb(move), self._look, stops_at_sights=False)
            else:
                return move

    def _climb(self, direction: str) -> Walk:
        return Walk(lambda guide: guide.go_to_stairs(direction), end=direction if self._climbs else None, most_tries=2)

    def _look_at(self, game_map: GameMap) -> None:
        if game_map is not self._map or self._seen.shape != game_map.stacks.shape:
            self._map, self._seen = game_map, np.zeros(game_map.stacks.shape, dtype=np.bool_)
        look = self._look()
        if look is not None:
            self._seen |= look.visible

    def _look(self) -> Surroundings | None:
        player = read_player(self._lua.call(lua_functions.view_simulated_player))
        if player is None or self._map is None:
            return None
        visible = map_in_sight(self._map, player.x, player.y)
        return Surroundings(self._map, (player.x, player.y), player.health, self._seen | visible, visible)
