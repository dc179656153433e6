"""A game in a child process, beside the screen that shows it."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

from host.engine.jobs import Job, run_job
from host.engine.playing.scene import Scene, SceneReader
from host.errors import HostError


class _StoppedError(Exception):
    """Nobody shows the game any more."""


class ChildGame:
    """Runs a game in a thread, which waits for the child, and passes on what it shows.

    All three functions are called in that thread: `show` takes a scene, after which the game waits for `act`; `say`
    takes a line that mods print, or a warning; `end` is called once, with the error that ended the game, if any.
    """

    def __init__(
        self,
        job: Job,
        *,
        show: Callable[[Scene], None],
        say: Callable[[str], None],
        end: Callable[[HostError | None], None],
        shows_all: bool,
    ) -> None:
        self._job, self._show, self._say, self._end = job, show, say, end
        self._reader = SceneReader(shows_all=shows_all)
        self._actions: SimpleQueue[str | None] = SimpleQueue()
        self._is_stopped = False
        # A mod that never ends must not keep the command from ending.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def act(self, action: str) -> None:
        """Do an action of the scene that was shown last."""
        self._actions.put(action)

    def stop(self) -> None:
        """End the game, whatever its mods do, and wait for its child to be gone."""
        self._is_stopped = True
        self._actions.put(None)
        self._thread.join(timeout=5)

    def _run(self) -> None:
        error = None
        try:
            run_job(self._job, say=self._say, warn=self._say, tick=self._tick, ask=self._ask)
        except HostError as caught:
            error = caught
        except _StoppedError:
            pass
        if not self._is_stopped:
            self._end(error)

    def _ask(self, view: dict[str, Any]) -> str | None:
        scene = self._reader.read(view)
        if not self._is_stopped:
            self._show(scene)
        return self._actions.get()

    def _tick(self, _: float) -> None:
        if self._is_stopped:
            raise _StoppedError
