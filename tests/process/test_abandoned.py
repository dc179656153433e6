"""Ctrl-C at any line of those who start, use or close a child process: nothing of the child is left."""

from __future__ import annotations

import signal
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from host.process import child, start
from host.process.child import Child
from host.process.start import Forked
from host.process.task import Task
from tests.helpers.processes import list_children

pytestmark = pytest.mark.skipif("not hasattr(__import__('os'), 'fork')", reason="processes do not fork")

# Modules in which an interrupt arrives.
FILES = {module.__file__ for module in (child, start)}


class Interrupt:
    """Presses Ctrl-C at a line that the modules execute; a context."""

    def __init__(self, position: int) -> None:
        self._left = position

    def __enter__(self) -> Interrupt:
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    @property
    def is_over(self) -> bool:
        """Whether there was no such line."""
        return self._left > 0

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in FILES:
            return None
        if event == "line" and self._left > 0:
            self._left -= 1
            if not self._left:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return self._trace


def resources() -> tuple[int, int]:
    """Return how many children and descriptors this process has."""
    return len(list_children()), sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.slow
@pytest.mark.skipif("not __import__('pathlib').Path('/proc/self/fd').exists()", reason="nothing lists descriptors")
def test_an_interrupt_at_any_line_leaves_no_child() -> None:
    before = resources()
    task = Task("builtins:print", takes_messages=True)
    # Lines of the test and of the modules, and what they left.
    leaks = []
    for position in range(1, 1000):
        interrupt = Interrupt(position)
        try:
            with interrupt:
                holder = Child(Forked(task))
                try:
                    holder.receive(0)
                finally:
                    holder.close()
        except KeyboardInterrupt as error:
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)]
        holder = None  # type: ignore[assignment]
        if interrupt.is_over:
            break
        if resources() != before:
            leaks.append((lines, resources()))
            before = resources()
    assert leaks == []
    assert interrupt.is_over
