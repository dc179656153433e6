"""A game that a page plays: instructions in, frames out."""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

from host.engine.jobs import Job, Say, run_job
from host.engine.playing.scene import Scene, SceneReader
from host.engine.playing.steering import Steering
from host.engine.replays.recording import GameRecorder, RecordedGame
from host.errors import HostError, InternalError, RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.studio.drawing import check_size
from host.studio.play.frames import FrameDrawer, short
from host.studio.play.requests import Instruction

# Seconds without an instruction after which a game ends.
IDLE_SECONDS = 600.0


class Answer(NamedTuple):
    """What came of an instruction: a frame if there is something to see, what the player reads, whether it goes on."""

    frame: dict[str, Any] | None
    notes: list[str]
    goes_on: bool


class _Asked(NamedTuple):
    """An instruction, and where its answer goes."""

    instruction: Instruction
    answer: Future[Answer]


def _ask_for(instruction: Instruction) -> _Asked:
    answer: Future[Answer] = Future()
    # A page that waits no longer must not cancel it: its thread would set the frame in vain.
    answer.set_running_or_notify_cancel()
    return _Asked(instruction, answer)


class _Ended(Exception):  # noqa: N818 - no error: somebody ended the game
    """The game was ended from outside."""


class ServedGame:
    """A game in a child process, which a thread of this process serves. Any thread may call its methods."""

    def __init__(self, job: Job, *, say: Say, warn: Say, shows_all: bool = False) -> None:
        """Begin a game: `job` plays one (see `host.engine.playing.view`)."""
        self._job = job
        self._say, self._warn = say, warn
        self._reader = SceneReader(shows_all=shows_all)
        # None when it was forgotten.
        self._recorder: GameRecorder | None = GameRecorder(Request.from_data(job.arguments["request"]))
        self._recording = threading.Lock()
        self._drawer = FrameDrawer()
        # What the player reads without a turn.
        self._notes: list[str] = []
        self._steering = Steering(self._notes.append)
        self._instructions: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        # The instruction whose answer is on its way.
        self._waiting: _Asked | None = _ask_for(Instruction())
        # Why the game is over, a sentence.
        self._end: str | None = None
        # Kind and text of what mods printed outside of turns, and of warnings, since the last frame.
        self._lines: list[tuple[str, str]] = []
        self._size: dict[str, Any] = {}
        self._scene: Scene | None = None
        # The action that led to the scene, and how many were done.
        self._action, self._number = "", 0
        self.first = self._waiting.answer
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def ask(self, instruction: Instruction) -> Future[Answer]:
        """Do what a page asks for, and return the answer, or an error. Raises RequestError."""
        with self._lock:
            if self._end is not None:
                raise RequestError(self._end)
            if self._waiting is not None:
                raise RequestError("the game is still playing the last move")
            self._waiting = asked = _ask_for(instruction)
        self._instructions.put(asked)
        return asked.answer

    def look(self, x: int, y: int, *, at_next: bool) -> dict[str, Any]:
        """Return what is on a square, as the player knows it, or on that of the next thing that it sees.

        Raises RequestError before the first scene.
        """
        scene = self._scene
        if scene is None:
            raise RequestError("the game has not begun")
        square = scene.next_sight((x, y)) if at_next else (x, y)
        return {"square": square, "text": short(scene.describe(*square))}

    @property
    def options(self) -> dict[str, Any]:
        """All options of the map, as a menu left them; none before the first scene."""
        return self._scene.options if self._scene is not None else {}

    def recording(self) -> RecordedGame:
        """Return the game so far, also of one that is over. Raises RequestError."""
        with self._recording:
            recording = self._recorder and self._recorder.recording()
        if not recording:
            raise RequestError("nothing of this game is recorded")
        return recording

    @property
    def shows_all(self) -> bool:
        """Whether the page shows all of the map."""
        return self._reader.shows_all

    def forget_recording(self) -> None:
        """Free the memory of the recording, for good."""
        with self._recording:
            self._recorder = None

    def end(self, reason: str) -> None:
        """End the game soon, for a reason that its page shows."""
        self._close(RequestError(reason))
        self._instructions.put(None)

    def join(self) -> None:
        """Wait until the process of a game that was ended has ended."""
        self._thread.join()

    @property
    def is_over(self) -> bool:
        """Whether nothing can be done any more."""
        return self._end is not None

    # -- in the thread of the game

    def _run(self) -> None:
        try:
            run_job(self._job, say=self._note_print, warn=self._note_warning, ask=self._ask, tick=self._check)
            self._close(RequestError("The game is over."))
        except _Ended:
            pass
        except HostError as error:
            self._close(error)
        except Exception as error:
            # A page must not wait forever because of a bug of the host.
            self._close(InternalError(f"the host failed: {type(error).__name__}: {error}"))
            raise

    def _close(self, error: HostError) -> None:
        """Let the waiting instruction fail, and all later ones."""
        with self._lock:
            if self._end is None:
                self._end = error.message
        self._send(error)

    def _check(self, _: float) -> None:
        if self._end is not None:
            raise _Ended

    def _note_print(self, text: str) -> None:
        self._say(text)
        self._lines.append(("print", text))

    def _note_warning(self, text: str) -> None:
        self._warn(text)
        self._lines.append(("warning", text))

    def _ask(self, view: dict[str, Any]) -> str | None:
        """Answer the waiting instruction, and return the next action. Raises HostError for a malformed view."""
        scene = self._read(view)
        with self._recording:
            if self._recorder is not None:
                self._recorder.add(self._action, view)
        for line in view["printed"]:
            self._say(line)
        frame = self._frame(scene, scene.messages)
        following = self._steering.go_on(scene)
        answer: Answer | HostError = self._answer(frame, following)
        while True:
            self._send(answer)
            instruction = self._await_instruction()
            if instruction.shows_all is not None:
                self._steering.stop()
                self._reader.shows_all = instruction.shows_all
                scene, following, self._action = self._read({**view, "map": {}}), None, ""
                answer = self._answer(self._frame(scene, []), None)
                continue
            try:
                if instruction != Instruction():
                    following = self._choose(instruction, scene)
            except RequestError as error:
                following, answer = None, error
                continue
            if following is not None:
                self._action = following
                self._number += 1
                return following
            answer = self._answer(None, None)

    def _read(self, view: dict[str, Any]) -> Scene:
        document = view.get("map")
        if isinstance(document, dict):
            self._size |= {name: document[name] for name in ("width", "height") if name in document}
        check_size(self._size)
        self._scene = scene = self._reader.read(view)
        return scene

    def _choose(self, instruction: Instruction, scene: Scene) -> str | None:
        """Return the action that an instruction begins with, or None, for notes. Raises RequestError."""
        if scene.outcome is not None:
            raise RequestError(f"the game is over: it is {scene.outcome}")
        if instruction.square is not None:
            x, y = instruction.square
            if not scene.map.contains(x, y):
                raise RequestError(f"({x}, {y}) is not on the map, which has {scene.map.width} × {scene.map.height}")
            return self._steering.walk(x, y, scene)
        word = instruction.command or instruction.action or ""
        if instruction.action is not None and word not in scene.offers:
            short = word[:40]
            raise RequestError(
                f"there is no action {short!r} now: must be {listing(scene.offers)}",
                hint=did_you_mean(short, scene.offers),
            )
        return self._steering.command(word, scene)

    def _answer(self, frame: dict[str, Any] | None, following: str | None) -> Answer:
        notes = [short(note) for note in self._notes]
        self._notes.clear()
        return Answer(frame, notes, following is not None)

    def _send(self, answer: Answer | HostError) -> None:
        """Answer the waiting instruction."""
        with self._lock:
            waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        if isinstance(answer, HostError):
            waiting.answer.set_exception(answer)
        else:
            waiting.answer.set_result(answer)

    def _await_instruction(self) -> Instruction:
        try:
            asked = self._instructions.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            asked = None
            self._close(RequestError(f"the game ended, because nobody played it for {IDLE_SECONDS / 60:g} minutes"))
        if asked is None:
            raise _Ended
        return asked.instruction

    def _frame(self, scene: Scene, messages: Sequence[str]) -> dict[str, Any]:
        lines = [*self._lines, *(("event", text) for text in messages)]
        self._lines.clear()
        return self._drawer.frame(scene, self._action, self._number, lines)
