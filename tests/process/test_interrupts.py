"""Ctrl-C while a child process starts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers import run_command

# Ctrl-C arrives while the functions run that Python calls after a fork, and which ignore what they raise.
PROGRAM = """
import os, signal, sys, threading, time
from host.process.start import Forked
from host.process.task import Task

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    # Another thread takes the signal meanwhile.
    time.sleep(0.2)

os.register_at_fork(after_in_parent=interrupt)
signal.signal(signal.SIGINT, signal.default_int_handler)
if "with_thread" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
try:
    Forked(Task("builtins:print", {}, result=object))
except KeyboardInterrupt:
    print("interrupted")
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child is left")
"""


@pytest.mark.skipif("not hasattr(__import__('os'), 'fork')", reason="processes do not fork")
@pytest.mark.parametrize("threads", ["alone", "with_thread"])
def test_an_interrupt_during_a_fork_is_not_lost(threads: str) -> None:
    command = [sys.executable, "-c", PROGRAM, threads]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.stdout == "interrupted\nno child is left\n"


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (["generate"], "host.cli.generate.select_mods"),
        (["survey", "report", "a.survey", "--sheet", "a.png"], "host.survey.survey.Survey.open"),
        (["survey", "base"], "host.cli.survey.run.select_mods"),
        (["mods"], "host.cli.main.import_module"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_ctrl_c_ends_a_command_with_a_sentence(words: list[str], called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(called, interrupt)
    result = run_command(*words)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")


def test_ctrl_c_before_a_command_runs() -> None:
    code = (
        "import host.__main__ as program\n"
        "def interrupt(): raise KeyboardInterrupt\n"
        "program._run = interrupt\n"
        "program.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


# An object of a frame that the signal interrupts, as a value of Lua is while mods load in this process.
FRAMES = """
import os, signal, threading, time, weakref
from host.process.start import defer_interrupts

class Value:
    pass

def work():
    value = Value()
    os.kill(os.getpid(), signal.SIGINT)
    # Another thread takes the signal meanwhile.
    time.sleep(0.2)
    return weakref.ref(value)

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=threading.Event().wait, daemon=True).start()
try:
    with defer_interrupts():
        kept = work()
except KeyboardInterrupt as error:
    print(kept())
"""


def test_a_deferred_interrupt_keeps_no_frame_of_what_it_interrupted() -> None:
    """Values of Lua that outlive their state end the process with a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", FRAMES], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("None\n", "")
