"""A game that a program plays action by action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import numpy as np
import numpy.typing as npt

from host.engine.playing.here import Onlooker
from host.engine.playing.played_game import PlayedGame
from host.engine.playing.steering import COMMANDS, Steering
from host.engine.playing.view import Views
from host.engine.replays.recording import GameRecorder
from host.errors import HostError, RequestError, listing, show_value
from host.errors.spelling import did_you_mean
from host.play.action import Action, PlayerView
from host.public.map import Map
from host.public.recording import Recording


class Play:
    """A running game, played action by action. `Host.play` begins one; it ends when its host begins another game.

    After that, only `turns`, `messages`, `outcome` and `recording` can be asked; the others raise HostError.

    >>> play = Host(mods=["base"]).play(Request("base", seed=7, players=1, options={"quest": "first_steps"}))
    >>> play.messages
    ['Find a gem.', 'Leave the way you came in.']
    >>> play.do("wait")
    >>> play.outcome is None
    True
    """

    def __init__(self, played: PlayedGame, lock: RLock, recorder: GameRecorder | None = None) -> None:
        self._played, self._lock, self._recorder = played, lock, recorder
        self._views = None if recorder is None else Views(played)
        # What `command` follows: who looks around, and what the player reads that no turn brings.
        self._onlooker: Onlooker | None = None
        self._said: list[str] = []
        self._steering = Steering(self._said.append)
        self._record("", 0)

    def __repr__(self) -> str:
        return f"<Play of {self._played.game.request.generator}, turn {self._played.turns}>"

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Keep other threads away from the game. Raises HostError when the host has begun another one."""
        with self._lock:
            self._played.check_running()
            yield

    def actions(self) -> list[Action]:
        """Return what the player can do now: `id`, `text`, and `reason`, which says why it cannot be done now, or None.

        There are always the eight directions ("east": walk or bump), "wait", and "script", what the player does by
        itself. Nothing is left to do when the game is over.
        """
        with self._running():
            return list(self._played.actions())

    def do(self, action: Action | str) -> None:
        """Do an action, or the one with that id; a turn passes. One with a reason changes nothing but the time.

        Raises HostError for an action that is not one of `actions`, and when the game is over.
        """
        with self._lock:
            read = len(self._played.messages)
            try:
                self._played.do(action)
            except RequestError:
                raise
            except HostError:
                # A mod failed within the turn, so what follows does not begin where the recording ends.
                self._views = None
                raise
            self._record(action.id if isinstance(action, Action) else action, read)
            if self._onlooker is not None:
                self._onlooker.look()

    def command(self, command: str) -> list[str]:
        """Perform a command that may take several turns; return messages for the player that belong to no turn.

        "explore" goes on until the player sees something new, "fight" is a step to the nearest enemy or a blow at it;
        "go up" and "go down" lead to stairs, or to the way in or out, and use them. Each stops where something happens.
        Raises HostError for any other command, and when the game is over.

        >>> play = Host(mods=["base"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}))
        >>> play.command("fight")
        ['You see no enemy.']
        """
        if command not in COMMANDS:
            raise RequestError(
                f"there is no command {show_value(command)}: must be {listing(COMMANDS)}",
                hint=did_you_mean(command, COMMANDS),
            )
        with self._running():
            if self.outcome:
                raise RequestError(f"the game is over: it is {self.outcome}")
            if self._onlooker is None:
                self._onlooker = Onlooker(self._played)
                self._steering.go_on(self._onlooker.here)
            action = self._steering.command(command, self._onlooker.here)
            while action is not None:
                self.do(action)
                action = self._steering.go_on(self._onlooker.here)
            said = list(self._said)
            self._said.clear()
            return said

    def _record(self, action: str, read: int) -> None:
        if self._recorder is not None and self._views is not None:
            self._recorder.add(action, self._views.next(self._played.messages[read:], offers=False))

    @property
    def recording(self) -> Recording:
        """The game so far, to save, to show, and to play again: up to an action in which a mod failed.

        Raises HostError unless `Host.play` got `records`.
        """
        with self._lock:
            recorded = None if self._recorder is None else self._recorder.recording()
        if recorded is None:
            raise RequestError("the game is not recorded: Host.play(…, records=True) records one")
        return Recording(recorded)

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self._played.turns

    @property
    def messages(self) -> list[str]:
        """All that the player has read so far, in order; hints come first."""
        return list(self._played.messages)

    @property
    def player(self) -> PlayerView | None:
        """The player: `x` and `y` from 0, `health`, `max_health`, and `inventory`, things with `name` and `count`.

        None while it is not on the map.
        """
        with self._running():
            return self._played.player

    @property
    def visible(self) -> npt.NDArray[np.bool_]:
        """Whether the player sees each square now, (height, width)."""
        with self._running():
            return self._played.visible

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """Whether the player has ever seen each square of this map, (height, width)."""
        with self._running():
            return self._played.seen

    @property
    def outcome(self) -> str | None:
        """None while the game goes on, then "won" or "lost"."""
        with self._lock:
            return self._played.outcome

    @property
    def goal(self) -> str:
        """What the player is asked to do, in a line."""
        with self._running():
            return self._played.goal

    @property
    def map(self) -> Map:
        """The map as it is now. A map changes as the game goes on."""
        with self._running():
            return Map(self._played.map)
