"""What a dialect does at the turning points of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.play.game import Game


class GameHooks:
    """Methods that a dialect overrides, and registers in `Session.hooks`; by default they do nothing."""

    def enter_players(self, game: Game) -> None:
        """Let the players enter, before time passes in a running game."""

    def finish_map(self, game: Game) -> None:
        """Store on the map of a game what a picture or a file shows of the dialect."""

    def to_header(self, game: Game) -> dict[str, Any]:  # noqa: ARG002 - this default adds no keys
        """Return keys of the header of a save, with plain data."""
        return {}

    def from_header(self, game: Game, header: Mapping[str, Any]) -> None:
        """Restore what `to_header` returned. Raises KeyError, TypeError or ValueError for anything else."""
