"""The moves of keys in a simulation (`--keys`): a key is a move, or a plan of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from host.engine.playing.here import Onlooker
from host.engine.playing.played_game import PlayedGame
from host.engine.playing.steering import GO_DOWN, GO_UP, Steering
from host.play.action import CLIMBS, DOWN, EXPLORE, FIGHT, MOVES, THROW, UP

# Takes the game and the move after each turn, as `host.engine.simulation.Course.record`.
Record = Callable[[PlayedGame, str], None]
# The keys that are plans -> commands of `Steering`.
PLANS = {EXPLORE: EXPLORE, FIGHT: FIGHT, UP: GO_UP, DOWN: GO_DOWN}


class KeyMoves:
    """Makes the moves of keys, one a turn. `say` takes a sentence for the player that no turn brings."""

    def __init__(self, moves: Iterable[str], say: Callable[[str], object]) -> None:
        self._moves = iter(moves)
        self._steering = Steering(say)
        self._onlooker: Onlooker | None = None

    def watch(self, record: Record | None) -> Record:
        """Return a `Course.record` that lets the player look around, at the start and after each turn."""

        def look(played: PlayedGame, move: str) -> None:
            if record is not None:
                record(played, move)
            if self._onlooker is None:
                self._onlooker = Onlooker(played, (*MOVES, *CLIMBS))
            else:
                self._onlooker.look()

        return look

    def drop_rest(self) -> int:
        """Drop the keys that were not pressed, and return how many there were."""
        return sum(1 for _ in self._moves)

    def next(self) -> str | None:
        """Return the next move, and None when the keys are over."""
        if self._onlooker is None:
            return None
        here = self._onlooker.here
        action = self._steering.go_on(here)
        while action is None and (move := next(self._moves, None)) is not None:
            if move not in PLANS:
                return here.best_throw() if move == THROW else move
            action = self._steering.command(PLANS[move], here)
        return action
