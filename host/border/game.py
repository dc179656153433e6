"""Services for the running game: its random streams, its clock, its seed."""

from __future__ import annotations

from host.border.service import service
from host.border.session import Session
from host.model.rng import Rng

_WORDS_IN_BLOCK = 256


class GameServices:
    """The running game, as all dialects use it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _rng(self) -> Rng:
        game = self._session.game
        return self._session.load_rng if game is None else game.rng

    @service
    def random_words(self, mod: str, purpose: str) -> bytes:
        """Draw the next block of 64-bit words of a stream, little-endian. Before a game the seed is 0."""
        stream = self._rng().stream(mod, purpose)
        return stream.words(_WORDS_IN_BLOCK).astype("<u8").tobytes()

    @service
    def random_restart(self, mod: str, purpose: str) -> None:
        """Restart a stream."""
        self._rng().reset_stream(mod, purpose)

    @service
    def set_clock(self, milliseconds: int) -> None:
        """Set the copy of the clock in Python."""
        self._session.current_game.clock = milliseconds

    @service
    def game_seed(self) -> int:
        """Return the seed of the running game."""
        return self._session.current_game.rng.seed

    @service
    def forget_cached_tables(self) -> None:
        """Drop the tables that Lua passed by number; Lua passes them again."""
        self._session.table_cache.clear()
