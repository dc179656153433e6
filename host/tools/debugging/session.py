"""Debug sessions in the parent: runs of a child, where they stop first, and what is asked while the mods are stopped.

The mods of a child cannot go back, and cannot get other probes. So for either the child is killed and a new one is
started with the same seed: it runs silently to the position where the first one stood. A position is a number of
probes, because a run with the same mods and the same seed passes them in the same order.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from host.engine.jobs import Job, JobRunner, Observation, Pause, run_job
from host.errors import HostError, visible
from host.process.budgets import BOUNDS, Budgets
from host.process.child import malformed_answer
from host.tools.debugging.breakpoints import Breakpoint, statement_at
from host.tools.debugging.front import Conversation, Front, Stop

_OBSERVER = "host.tools.debugging.observer:DebugObserver"
# Probes take instructions and time, too.
_FACTOR = 8
# Seconds that the child may take for an answer while its mods are stopped.
_ANSWER_SECONDS = 5.0
# Limits of what a child may send.
_MOST_WORDS, _MOST_CHARACTERS, _MOST_NUMBER = 20_000, 2_000_000, 2**53

# Lines with probes, by the path of the file; None for all lines of all files.
Lines = dict[str, list[int]] | None


class _Replay(BaseException):
    """Ends a run whose child is replaced by another one. No mod and no command catches it."""


@dataclass(slots=True)
class _Plan:
    """What the next child does."""

    lines: Lines
    # Words of the commands "target" and "marked".
    target: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    # What happens at the target: how to go on; or a function of the stop, which plans again or returns how to go on.
    then: Callable[[Stop], str | None] | None = None


class Debugger(JobRunner):
    """Debugs the jobs of a command for a front."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self.breakpoints: list[Breakpoint] = []
        # Which errors stop: "none", "uncaught" or "all".
        self.errors = "uncaught"
        # Set while the mods run, to stop them at the next statement.
        self.wants_pause = False
        # Whether the mods stop once without a breakpoint: where the mod in a folder, or without one any mod, begins to
        # run, such as in its generator; at its first statement where only its files run.
        self.stops_at_entry = False
        self.entry: Path | None = None
        self._probe = f"__probe_{secrets.token_hex(8)}"
        self._plan = _Plan({})
        self._conversation: Conversation | None = None
        # The stop of the running conversation, its last question and its time; and the reason of the next target.
        self._stop = Stop("entry", "", 0, 0, 0, "", 0, 0)
        self._reason = "entry"
        self._asked: list[str] = []
        self._asked_at = 0.0
        # Whether the front changed breakpoints or errors since they were sent to the child.
        self._has_changes = False

    # -- for fronts

    def change(self, breakpoints: Sequence[Breakpoint] | None = None, errors: str | None = None) -> None:
        """Replace the breakpoints, or which errors stop; they are sent when the child goes on, or within a second."""
        self.breakpoints = self.breakpoints if breakpoints is None else list(breakpoints)
        self.errors = errors or self.errors
        self._has_changes = True

    @property
    def is_stopped(self) -> bool:
        """Whether the mods are stopped."""
        return self._conversation is not None

    # -- running

    def run(self, job: Job, **callbacks: Any) -> Any:
        """Do what `run_job` does, under the debugger."""

        def start(
            observation: Observation, once: Callable[[Any], Any], pause: Pause, tick: Callable[[float], None]
        ) -> Any:
            outputs = {
                name: once(callbacks[name]) for name in ("say", "warn", "write_save") if callbacks.get(name) is not None
            }
            observed = job.with_mods(budgets=self.grow(job.mods.budgets))._replace(observation=observation)
            return run_job(observed, **{**callbacks, **outputs, "tick": tick, "ask": None}, pause=pause)

        return self.debug(start)

    def grow(self, budgets: Budgets) -> Budgets:
        """Return the budgets of a child whose probes take instructions and time, too."""
        if self._plan.lines is not None:
            return budgets
        return replace(
            budgets,
            instructions=min(budgets.instructions * _FACTOR, int(BOUNDS["instructions"][1])),
            seconds=min(budgets.seconds * _FACTOR, BOUNDS["seconds"][1]),
        )

    def debug(self, start: Callable[..., Any]) -> Any:
        """Run children until one comes to its end, and return its result.

        `start(observation, once, pause, tick)` runs a child. `once` makes of a callback one that takes nothing twice
        in a replay.
        """
        stops = self.stops_at_entry
        self._plan = _Plan(None, self._entry_words("1")) if stops else _Plan(self._breakpoint_lines())
        self._conversation = None
        # Position of a callback among the callbacks of a run -> how often it was called.
        called: dict[int, int] = {}
        while True:
            callbacks = 0

            def once(callback: Callable[..., Any]) -> Callable[..., Any]:
                nonlocal callbacks
                number, in_this_run = callbacks, 0
                callbacks += 1

                def call(*arguments: Any) -> Any:
                    nonlocal in_this_run
                    in_this_run += 1
                    if in_this_run > called.get(number, 0):
                        called[number] = in_this_run
                        return callback(*arguments)
                    return None

                return call

            try:
                result = start(self._observation(), once, self._answer, self._tick)
                if not self._plans_entry():
                    return result
            except _Replay:
                continue
            except HostError:
                if self._is_evaluating():
                    # The expression ended the child.
                    self._plan_return()
                elif not self._plans_entry():
                    raise

    def _plans_entry(self) -> bool:
        """Plan a stop at the first statement, if only files ran before the end of the run; return whether they did."""
        if self._plan.target != self._entry_words("1"):
            return False
        self._plan = _Plan(None, self._entry_words("0"))
        return True

    def _entry_words(self, number: str) -> list[str]:
        # The path of each file in the folder begins with it and a separator.
        return ["entry", number, "" if self.entry is None else str(self.entry / "_")[:-1], "0"]

    def _is_evaluating(self) -> bool:
        """Return whether the child evaluates an expression."""
        return self._conversation is not None and self._asked[:1] == ["evaluate"]

    def _observation(self) -> Observation:
        commands = [self._breakpoint_words(), ["errors", self.errors]]
        commands += [["target", *self._plan.target]] if self._plan.target else []
        commands += [["marked", *self._plan.marked]] if self._plan.marked else []
        self._has_changes = False
        return Observation(
            _OBSERVER,
            {"probe": self._probe, "lines": self._plan.lines, "commands": [*commands, ["resume", "continue"]]},
        )

    def _breakpoint_lines(self) -> dict[str, list[int]]:
        lines: dict[str, list[int]] = {}
        for point in self.breakpoints:
            lines.setdefault(str(point.path), []).append(point.line)
        return lines

    def _breakpoint_words(self) -> list[str]:
        return ["breakpoints", *(word for point in self.breakpoints for word in point.to_words())]

    def _tick(self, _: float) -> None:
        if self._conversation is None:
            self._front.tick()
        elif time.monotonic() - self._asked_at > _ANSWER_SECONDS:
            self._plan_return()
            raise _Replay

    # -- answering the child

    def _answer(self, payload: dict[str, Any]) -> list[str]:
        """Answer a message of the child with a command. Raises DiedError for a malformed one."""
        words = payload.get("answer")
        if (
            not isinstance(words, list)
            or len(words) > _MOST_WORDS
            or not all(isinstance(word, str) for word in words)
            or sum(map(len, words)) > _MOST_CHARACTERS
        ):
            raise malformed_answer()
        # Nothing of a mod moves a cursor.
        words = [visible(word) for word in words]
        match words:
            case ["log", text, path, line]:
                self._front.log(text, lua_path(path), _number(line))
                return ["go"]
            case ["look", calls, path, line]:
                return self._handle_position(_number(calls), lua_path(path), _number(line))
            case ["stopped", reason, text, count, calls, errors, path, line, last_hit]:
                probes, called, met = map(_number, (count, calls, errors))
                return self._handle_stop(
                    Stop(reason, text, probes, called, met, lua_path(path), _number(line), _number(last_hit))
                )
            case _ if self._conversation is not None and self._asked:
                return self._continue_conversation(words)
        raise malformed_answer()

    def _handle_position(self, calls: int, path: str, line: int) -> list[str]:
        """Answer a child that runs and says where it is."""
        if not self.wants_pause and not self._has_changes:
            return ["go"]
        if self.wants_pause:
            self.wants_pause = False
            lines, then = None, None
        elif self._plan.lines is None or self._covers(self._plan.lines):
            self._has_changes = False
            self._conversation = self._send_changes("go")
            return self._continue_conversation(None)
        else:
            lines, then = self._breakpoint_lines(), _continue
        place = statement_at(Path(path), line) if path else 0
        if lines is not None:
            # The replay ends at a probe of the running line.
            lines.setdefault(path, []).append(place)
        self._reason = "pause"
        self._plan = _Plan(lines, ["calls", str(calls), path, str(place)], then=then)
        raise _Replay

    def _handle_stop(self, stop: Stop) -> list[str]:
        """Answer a child that stopped."""
        if stop.reason == "target":
            return self._handle_target(stop)
        if stop.reason not in ("breakpoint", "step", "exception"):
            raise malformed_answer()
        if self._conversation is not None:
            raise malformed_answer()
        self._plan = _Plan(self._plan.lines)
        return self._begin(stop)

    def _handle_target(self, stop: Stop) -> list[str]:
        plan = self._plan
        if not plan.target:
            raise malformed_answer()
        self._plan = _Plan(plan.lines)
        if self._conversation is not None:
            # The front waits for the answer that ended the last child.
            return self._continue_conversation(["failed", "the expression used up its budget, and was stopped"])
        how = plan.then(stop) if plan.then else None
        if how is not None:
            return self._resume(how, stop)
        return self._begin(replace(stop, reason=self._reason, text="" if self._reason != "exception" else stop.text))

    def _begin(self, stop: Stop) -> list[str]:
        self._stop, self.stops_at_entry = stop, False
        self._conversation = self._front.converse(stop)
        return self._continue_conversation(None)

    def _continue_conversation(self, answer: list[str] | None) -> list[str]:
        """Give the front an answer, and return its next question, or how the child goes on."""
        assert self._conversation is not None  # noqa: S101 - callers check it
        if answer is not None and answer[0] == "dead":
            self._plan_return()
            raise _Replay
        try:
            self._asked = next(self._conversation) if answer is None else self._conversation.send(answer)
        except StopIteration as end:
            self._conversation, self._asked = None, []
            return self._resume(end.value, self._stop)
        self._asked_at = time.monotonic()
        return self._asked

    # -- going on

    def _resume(self, how: str, stop: Stop) -> list[str]:
        """Return the command with which the child goes on, or replay."""
        if how in ("back", "back_to_breakpoint"):
            self._go_back(how, stop)
        lines = self._plan.lines
        if lines is not None and how != "continue":
            # Steps need probes everywhere.
            self._return_to(stop, None, lambda _: how)
        if lines is not None and not self._covers(lines):
            merged = {path: sorted({*lines.get(path, ()), *more}) for path, more in self._breakpoint_lines().items()}
            self._return_to(stop, {**lines, **merged}, lambda _: how)
        if self._has_changes:
            # The commands that set breakpoints come first; then the child asks again.
            self._has_changes = False
            self._conversation = self._send_changes(how)
            return self._continue_conversation(None)
        return ["resume", how]

    def _send_changes(self, how: str) -> Conversation:
        yield self._breakpoint_words()
        yield ["errors", self.errors]
        return how

    def _covers(self, lines: Mapping[str, Sequence[int]]) -> bool:
        """Return whether there are probes at all breakpoints."""
        return all(point.line in lines.get(str(point.path), ()) for point in self.breakpoints)

    def _return_to(self, stop: Stop, lines: Lines, then: Callable[[Stop], str | None] | None) -> NoReturn:
        """Replay to the position of a stop, with other probes. Always raises _Replay."""
        target, marked = self._position(stop)
        self._plan = _Plan(lines, target, marked, then)
        raise _Replay

    def _position(self, stop: Stop) -> tuple[list[str], list[str]]:
        """Return the target that leads to a stop of the present child, and the lines that count."""
        if stop.reason == "exception" and stop.errors:
            return ["errors", str(stop.errors)], []
        if self._plan.lines is None:
            return ["count", str(stop.probes)], []
        pairs = [(path, line) for path, lines in self._plan.lines.items() for line in lines]
        return ["marks", str(stop.probes)], [word for path, line in pairs for word in (path, str(line))]

    def _plan_return(self) -> None:
        """Plan a child that goes to the stop of the last one, which died of an expression."""
        target, marked = self._position(self._stop)
        self._plan = _Plan(self._plan.lines, target, marked)

    def _go_back(self, how: str, stop: Stop) -> NoReturn:
        """Replay to the statement before, or to the last breakpoint before. Always raises _Replay."""
        if self._plan.lines is not None:
            # Only a run with all probes knows the number of the statement.
            self._return_to(stop, None, lambda replayed: self._go_back(how, replace(replayed, reason=stop.reason)))
        # An error happens in the statement behind its probe.
        before = stop.probes if stop.reason == "exception" else stop.probes - 1
        self._reason = "step" if how == "back" else "breakpoint"
        if how == "back":
            self._plan = _Plan(None, ["count", str(max(before, 1))])
        else:
            self._plan = _Plan(None, ["count", str(max(before, 1))], then=self._go_to_last_hit)
        raise _Replay

    def _go_to_last_hit(self, stop: Stop) -> str | None:
        if stop.last_hit == stop.probes:
            return None
        self._reason = "breakpoint" if stop.last_hit else "entry"
        self._plan = _Plan(None, ["count", str(max(stop.last_hit, 1))])
        raise _Replay


def _continue(_: Stop) -> str:
    return "continue"


def _number(word: str) -> int:
    if not word.isdecimal() or len(word) > 16 or int(word) > _MOST_NUMBER:
        raise malformed_answer()
    return int(word)


def lua_path(word: str) -> str:
    """Return the path of a file of a mod, or nothing: no child leads an editor to any other file."""
    return word if word.endswith(".lua") and Path(word).is_absolute() else ""
