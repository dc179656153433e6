"""A game in a child process, beside the screen that shows it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Any

from host.engine.jobs import Job, run_job
from host.engine.playing.scene import Scene, SceneReader
from host.engine.replays.recording import GameRecorder
from host.errors import HostError
from host.play.sentences import describe_lost_action


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
        show: Callable[[Scene], object],
        say: Callable[[str], object],
        end: Callable[[HostError | None], object],
        shows_all: bool,
        recorder: GameRecorder | None = None,
        done: Iterable[str] = (),
    ) -> None:
        """Begin a game; with a recorder the actions that were `done` before are done first, and recorded."""
        self._job, self._show, self._say, self._end = job, show, say, end
        self._reader = SceneReader(shows_all=shows_all)
        self._actions: SimpleQueue[str | None] = SimpleQueue()
        self._is_stopped = False
        self._recorder, self._done = recorder, deque(done)
        self._count = len(self._done)
        # Messages of scenes that were not shown.
        self._unread: list[str] = []
        # The last action; an empty text at the start.
        self._action = ""
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
            run_job(self._job, say=self._pass_on, warn=self._pass_on, tick=self._tick, ask=self._ask)
        except HostError as caught:
            error = caught
        except _StoppedError:
            pass
        if not self._is_stopped:
            self._end(error)

    def _ask(self, view: dict[str, Any]) -> str | None:
        scene = self._reader.read(view)
        if self._recorder is not None:
            self._recorder.add(self._action, view)
        action: str | None
        if self._done and self._done[0] not in scene.offers:
            number = self._count - len(self._done)
            scene.messages = [*scene.messages, describe_lost_action(self._done[0], number, self._count)]
            self._done.clear()
        if self._done and not self._is_stopped:
            self._unread += scene.messages
            action = self._done.popleft()
        else:
            scene.messages = [*self._unread, *scene.messages]
            self._unread = []
            if not self._is_stopped:
                self._show(scene)
            action = self._actions.get()
        self._action = action or ""
        return action

    def _pass_on(self, text: str) -> None:
        self._say(text)

    def _tick(self, _: float) -> None:
        if self._is_stopped:
            raise _StoppedError
