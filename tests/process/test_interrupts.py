"""Ctrl-C while a child process starts."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Ctrl-C arrives while the functions run that Python calls after a fork, and which ignore what they raise.
PROGRAM = """
import os, signal
from host.process.start import Forked
from host.process.task import Task

os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    Forked(Task("builtins:print", {}, result=object), print)
except KeyboardInterrupt:
    print("interrupted")
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child is left")
"""


@pytest.mark.skipif("not hasattr(__import__('os'), 'fork')", reason="processes do not fork")
def test_an_interrupt_during_a_fork_is_not_lost() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.stdout == "interrupted\nno child is left\n"
