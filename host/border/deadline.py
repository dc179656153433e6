"""The deadline of this process (`--timeout`): when the mods of a child must end, before its parent kills it.

The parent does not know which line of which mod runs. So the child looks at the clock itself: Lua in its count hook,
and Python by an alarm, which ends host code that a mod called.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from math import inf
from time import monotonic
from types import FrameType

from host.process.budgets import out_of_time

# Seconds by which the alarm comes after the deadline: the error of Lua has the exact line. And seconds until the next
# alarm when one came at a bad moment.
_ALARM_DELAY, _ALARM_RETRY = 0.2, 0.01
# The function of host.border.state that turns an exception into an error of Lua; and those below which nothing does.
_CATCHING_FUNCTION = "enter"
_DECIDING_FUNCTIONS = (_CATCHING_FUNCTION, "_remember", "_failure")

# Takes the file and the line at which a mod is, once a second while mods run; None when no program asks for them.
_notice: Callable[[str, int], None] | None = None
# How many calls into mods have not ended, and whether one of them said where it is; only while a program asks.
_depth, _is_located = 0, False
# The seconds of the limit, and when they end, by `monotonic`.
_seconds = _end = inf
# Whether this process, or the one it is a fork of, handles the alarm.
_has_handler = False


def set_deadline(seconds: float) -> None:
    """Let the mods of this process end after `seconds`."""
    global _seconds, _end, _has_handler
    _seconds, _end = seconds, monotonic() + seconds
    if hasattr(signal, "SIGALRM"):  # not on Windows
        if not _has_handler:
            # Once: this takes longer than all else here, and nothing else in a child handles alarms.
            signal.signal(signal.SIGALRM, _stop)
            _has_handler = True
        signal.setitimer(signal.ITIMER_REAL, seconds + _ALARM_DELAY)


def clear_deadline() -> None:
    """Let the mods of this process take any time."""
    global _seconds, _end
    _seconds = _end = inf
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def deadline() -> tuple[float, float]:
    """Return when the time of this process ends, by `monotonic`, and its seconds; both infinite for no limit."""
    return _end, _seconds


def on_location(notice: Callable[[str, int], None] | None) -> None:
    """Let `notice` take the file and the line at which a mod is, once a second; an empty file when it has ended."""
    global _notice
    _notice = notice


def note_location(file: str, line: int) -> None:
    """Pass on where a mod is."""
    global _is_located
    if _notice is not None:
        _is_located = True
        _notice(file, line)


def enter_mods() -> None:
    """Note that a call into mods begins."""
    global _depth
    if _notice is not None:
        _depth += 1


def leave_mods() -> None:
    """Note that a call into mods ends: after the outermost one, the time is the host's."""
    global _depth, _is_located
    if _notice is None:
        return
    _depth = max(0, _depth - 1)
    if _is_located and not _depth:
        _is_located = False
        _notice("", 0)


def is_deadline_over() -> bool:
    """Return whether the time of this process is up."""
    return monotonic() >= _end


def _stop(_: int, frame: FrameType | None) -> None:
    if _may_raise(frame):
        raise out_of_time(_seconds)
    signal.setitimer(signal.ITIMER_REAL, _ALARM_RETRY)


def _may_raise(frame: FrameType | None) -> bool:
    """Return whether the border turns an exception that is raised now into an error of Lua.

    It does so for all that a function of the host calls, except while the border itself works.
    """
    if _border_function(frame):
        return False
    while frame is not None and _border_function(frame) not in _DECIDING_FUNCTIONS:
        frame = frame.f_back
    return _border_function(frame) == _CATCHING_FUNCTION


def _border_function(frame: FrameType | None) -> str:
    """Return the name of a function of host.border; nothing for any other."""
    if frame is None or not frame.f_globals.get("__name__", "").startswith("host.border."):
        return ""
    return frame.f_code.co_name
