"""A game that a page plays: moves in, frames out."""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from itertools import pairwise
from types import NoneType
from typing import Any, NamedTuple

from host.engine.jobs import Job, Say, run_job
from host.errors import HostError, InternalError, RequestError, counted, shorten, visible
from host.metrics.distances import path
from host.metrics.walkability import Means, walkable
from host.process.child import malformed_answer
from host.process.task import fits
from host.studio.play.frames import FrameDrawer

# Seconds without a move after which a game ends.
IDLE_SECONDS = 600.0
# Lines that a frame has, items of the player that it lists, and characters of each.
_MOST_LINES, _MOST_ITEMS, _MOST_CHARACTERS = 100, 100, 500
# The shape of what the child shows; simulations have no title.
_VIEW = {"map": dict, "line": str, "player": list, "health": (int, float, NoneType), "carried": [str]}
_STRAIGHT = {(0, -1): "north", (0, 1): "south", (-1, 0): "west", (1, 0): "east"}
_STEPS = (*_STRAIGHT.values(), "northwest", "northeast", "southwest", "southeast")


class _Move(NamedTuple):
    """A move that was asked for, and where its frame goes."""

    move: str
    answer: Future[dict[str, Any]]


def _ask_for(move: str) -> _Move:
    answer: Future[dict[str, Any]] = Future()
    # A page that waits no longer must not cancel it: its thread would set the frame in vain.
    answer.set_running_or_notify_cancel()
    return _Move(move, answer)


class _Ended(Exception):  # noqa: N818 - no error: somebody ended the game
    """The game was ended from outside."""


class ServedGame:
    """A game in a child process, which a thread of this process serves. Any thread may call its methods."""

    def __init__(self, job: Job, *, say: Say, warn: Say) -> None:
        """Begin a game: `job` is a simulation or a travel whose moves are asked for."""
        self.job = job
        self._say, self._warn = say, warn
        self._drawer = FrameDrawer()
        self._moves: queue.SimpleQueue[_Move | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        # The move whose frame is on its way.
        self._waiting: _Move | None = _ask_for("")
        # Why the game is over, a sentence.
        self._end: str | None = None
        # What mods printed since the last frame, and lines that are left out of it.
        self._lines: list[tuple[str, str]] = []
        self._left_out = 0
        self._square: tuple[int, int] | None = None
        self._number = 0
        self.first = self._waiting.answer
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, move: str) -> Future[dict[str, Any]]:
        """Make a move and return its frame, or the error that ends the game. Raises RequestError."""
        with self._lock:
            if self._end is not None:
                raise RequestError(self._end)
            if self._waiting is not None:
                raise RequestError("the game is still playing the last move")
            self._waiting = asked = _ask_for(move)
        self._moves.put(asked)
        return asked.answer

    def find_path(self, square: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        """Return the steps of a shortest path to a square: each move, and where it leads. Raises RequestError."""
        with self._lock:
            if self._end is not None or self._waiting is not None or self._square is None:
                raise RequestError(self._end or "Nobody can walk now.")
            game_map, start = self._drawer.read_map(), self._square
        squares = path(walkable(game_map, Means.DOORS), start, square)
        if squares is None:
            raise RequestError("No path leads there.")
        return [(_STRAIGHT[after[0] - before[0], after[1] - before[1]], after) for before, after in pairwise(squares)]

    def end(self, reason: str) -> None:
        """End the game soon, for a reason that its page shows."""
        self._close(RequestError(reason))
        self._moves.put(None)

    def join(self) -> None:
        """Wait until the process of a game that was ended has ended."""
        self._thread.join()

    @property
    def is_over(self) -> bool:
        """Whether no move can be made any more."""
        return self._end is not None

    # -- in the thread of the game

    def _run(self) -> None:
        try:
            result = run_job(self.job, say=self._print, warn=self._note_warning, ask=self._ask, tick=self._check)
            self._close(RequestError(_describe_end(result)))
        except _Ended:
            pass
        except HostError as error:
            self._close(error)
        except Exception as error:
            # A page must not wait forever because of a bug of the host.
            self._close(InternalError(f"the host failed: {type(error).__name__}: {error}"))
            raise

    def _close(self, error: HostError) -> None:
        """Let the waiting move fail, and all later ones."""
        with self._lock:
            waiting, self._waiting = self._waiting, None
            if self._end is None:
                self._end = error.message
        if waiting is not None:
            waiting.answer.set_exception(error)

    def _check(self, _: float) -> None:
        if self._end is not None:
            raise _Ended

    def _print(self, text: str) -> None:
        self._say(text)
        self._add("print", text)

    def _note_warning(self, text: str) -> None:
        self._warn(text)
        self._add("warning", text)

    def _add(self, kind: str, text: str) -> None:
        if len(self._lines) < _MOST_LINES:
            self._lines.append((kind, _shorten(text)))
        else:
            self._left_out += 1

    def _ask(self, view: dict[str, Any]) -> str | None:
        """Answer the waiting move with a frame, and return the next one."""
        if not fits(_VIEW, view) or not fits([str], view.get("events", [])):
            raise malformed_answer()
        frame = self._frame(view)
        with self._lock:
            waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.answer.set_result(frame)
        try:
            move = self._moves.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            move = None
            self._close(RequestError(f"the game ended, because nobody played it for {IDLE_SECONDS / 60:g} minutes"))
        if move is None:
            raise _Ended
        return move.move

    def _frame(self, view: Mapping[str, Any]) -> dict[str, Any]:
        move = self._waiting.move if self._waiting is not None else ""
        picture = self._drawer.draw(view["map"])
        square = _square_of(view["player"])
        self._list_events(view, move, is_still=square == self._square and "scene" not in picture)
        lines, left_out = self._lines, self._left_out
        self._lines, self._left_out, self._square = [], 0, square
        number, self._number = self._number, self._number + 1
        return {
            "number": number,
            "move": move,
            "title": _shorten(str(view.get("title", ""))),
            "status": _shorten(view["line"]) if "title" in view else "",
            "player": square,
            "health": view["health"],
            "carried": [_shorten(name) for name in view["carried"][:_MOST_ITEMS]],
            "lines": [{"kind": kind, "text": text} for kind, text in lines],
            "left_out": left_out,
            **picture,
        }

    def _list_events(self, view: Mapping[str, Any], move: str, *, is_still: bool) -> None:
        """Add the events of the turn to what mods printed, and why a step led nowhere."""
        for event in view.get("events", []):
            self._add("event", event)
        if is_still and move in _STEPS and not self._lines:
            self._add("note", f"You cannot go {move}.")
        elif is_still and not self._lines and move not in ("", "idle", "script", "wait"):
            self._add("note", "Nothing happens.")


def _square_of(square: list[Any]) -> tuple[int, int] | None:
    match square:
        case [int(x), int(y)]:
            return x, y
    return None


def _describe_end(result: Any) -> str:
    """Return why a game is over whose operation returned a result."""
    if isinstance(result, dict):
        player = "lives" if result["alive"] else "is dead"
        return f"The game is over after {counted(result['turns'], 'turn')}: the player {player}."
    return "The game is over."


def _shorten(text: str) -> str:
    return visible(shorten(text, _MOST_CHARACTERS))
