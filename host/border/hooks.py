"""What a dialect does at the turning points of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.model.game_map import GameMap
from host.play.game import Game


class GameHooks:
    """Methods that a dialect overrides, and registers in `Session.hooks`; by default they do nothing."""

    def enter_players(self, game: Game) -> None:
        """Let the players enter, before time passes in a running game."""

    def entrance(self, game: Game) -> int | None:
        """Return the square at which the first player of a game enters a simulation, -1 for any square.

        None when players cannot enter in this dialect.
        """

    def turn_time(self, game: Game) -> int:  # noqa: ARG002 - players cannot enter by default
        """Return the time in which a player who entered takes a step, in milliseconds."""
        return 0

    def goes_on(self, game: Game) -> bool:  # noqa: ARG002 - players cannot enter by default
        """Return whether the game goes on for its first player, who entered."""
        return False

    def why_idle(self, game_map: GameMap, *, in_world: bool) -> str | None:
        """Return a warning that creatures of the dialect do nothing in a simulation of a map, or of a world."""

    def why_different(self, game_map: GameMap) -> str | None:
        """Return why turns on a new map differ from those of an earlier version of the host."""

    def finish_map(self, game: Game) -> None:
        """Store on the map of a game what a picture or a file shows of the dialect."""

    def to_header(self, game: Game) -> dict[str, Any]:  # noqa: ARG002 - this default adds no keys
        """Return keys of the header of a save, with plain data."""
        return {}

    def from_header(self, game: Game, header: Mapping[str, Any]) -> None:
        """Restore what `to_header` returned. Raises KeyError, TypeError or ValueError for anything else."""
