"""Progress of what takes more than a second: on terminals only, and without a trace at the end."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pseudo terminals")

WAIT = (
    "import time; from host.cli.terminal import spinner; spinner._PATIENCE = {patience}\n"
    "with spinner.progress('drawing'): {work}"
)


def run_in_terminal(*words: str | Path, terminal: bool = True) -> tuple[int, str]:
    """Run a command whose standard error is a terminal, or a pipe; return its exit code and what it writes there."""
    reader, writer = pty.openpty() if terminal else os.pipe()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen([*map(str, words)], stderr=writer, cwd=ROOT, env=environment) as process:
        os.close(writer)
        written = b""
        while data := read(reader):
            written += data
    os.close(reader)
    return process.returncode, written.decode()


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        # The other end of a terminal is closed.
        return b""


def test_a_long_step_is_shown_on_a_terminal() -> None:
    work = WAIT.format(patience=0, work="time.sleep(0.3)")
    status, text = run_in_terminal(sys.executable, "-c", work)
    assert (status, "drawing" in text) == (0, True)
    # The line is cleared at the end.
    assert text.rstrip("\r").endswith(("\x1b[2K", "\x1b[?25h"))
    assert run_in_terminal(sys.executable, "-c", work, terminal=False) == (0, "")


def test_a_short_step_is_not_shown() -> None:
    assert run_in_terminal(sys.executable, "-c", WAIT.format(patience=60, work="pass")) == (0, "")


def test_an_error_ends_the_progress() -> None:
    status, text = run_in_terminal(sys.executable, "-c", WAIT.format(patience=0, work="time.sleep(0.3); 1 / 0"))
    assert status == 1
    assert text.rstrip().endswith("ZeroDivisionError: division by zero")


def test_make_shows_what_takes_long() -> None:
    script = ROOT / "tools" / "progress.sh"
    words = ["sh", script, "installing"]
    status, text = run_in_terminal(*words, "sh", "-c", "sleep 1.5; exit 3")
    assert (status, text.split("\r")[1]) == (3, "installing … 1 s")
    assert text.endswith("\r\x1b[2K")
    assert run_in_terminal(*words, "true") == (0, "")
    assert run_in_terminal(*words, "sh", "-c", "sleep 1.2", terminal=False) == (0, "")
