"""The games that pages play now, at most four. `game` ends a game after ten minutes without actions."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from host.engine.jobs import Job, Say
from host.errors import RequestError
from host.studio.play.game import ServedGame

# Games that run at a time: one more ends the game that was played least recently. Ended games that are stored.
MOST_GAMES, _MOST_ENDED = 4, 16
# Games whose recordings are stored, of which each may have `host.engine.replays.frames.MOST_BYTES`.
_MOST_RECORDED = 6


class RunningGames:
    """The games of all pages, by an id that only the page of a game knows. Use it in the thread of one event loop."""

    def __init__(self, *, say: Say, warn: Say) -> None:
        self._say, self._warn = say, warn
        # From the game that was played least recently.
        self._games: OrderedDict[str, ServedGame] = OrderedDict()

    def begin(self, job: Job, *, shows_all: bool = False) -> tuple[str, ServedGame]:
        """Begin a game and return its id and the game."""
        running = [game for game in self._games.values() if not game.is_over]
        for game in running[: max(0, len(running) - MOST_GAMES + 1)]:
            game.end(f"The game ended, because {MOST_GAMES} others were started.")
        for game in [*self._games.values()][: max(0, len(self._games) - _MOST_RECORDED + 1)]:
            game.forget_recording()
        while len(self._games) >= MOST_GAMES + _MOST_ENDED:
            self._games.popitem(last=False)
        identity = secrets.token_urlsafe(12)
        self._games[identity] = ServedGame(job, say=self._say, warn=self._warn, shows_all=shows_all)
        return identity, self._games[identity]

    def find(self, identity: str) -> ServedGame:
        """Return a game, which counts as played. Raises RequestError."""
        if identity not in self._games:
            raise RequestError("there is no such game: it has ended")
        self._games.move_to_end(identity)
        return self._games[identity]

    def end_all(self, reason: str) -> None:
        """End all games, for a reason that their pages show."""
        for game in self._games.values():
            game.end(reason)

    def close(self) -> None:
        """End all games and wait for the end of their processes."""
        self.end_all("the studio has ended")
        for game in self._games.values():
            game.join()
