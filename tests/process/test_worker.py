"""The child process: every failure becomes one clear message, and the parent continues."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host import HostError
from host.engine import operations
from host.engine.jobs import Job, load_engine, operate, run_job
from host.engine.operations import GENERATE, RUN_SCRIPT
from host.errors import BudgetError, DiedError, InternalError, ModError
from host.mods.mods_to_load import ModsToLoad
from host.process import child, frames
from host.process.budgets import Budgets
from tests.helpers.processes import list_children

METHODS = ["fork", "spawn"]


def do(job: Job, **options: Any) -> Any:
    budgets = replace(job.mods.budgets, seconds=options.pop("timeout", 20))
    return run_job(job.with_mods(budgets=budgets), **{"say": lambda _: None, "warn": lambda _: None, **options})


def generate(*, seed: int = 1) -> Job:
    arguments = {"request": {"generator": "base", "seed": seed, "options": {"dungeon": "tiny"}}}
    return Job(GENERATE, ModsToLoad((), ("base",)), arguments)


def run(folder: Path, script: str, **how: Any) -> Job:
    path = folder / "script.lua"
    path.write_text(script)
    arguments = {"script": str(path), "request": {"generator": None, "seed": 1, "players": 1}, "play": 0.0}
    return Job(RUN_SCRIPT, ModsToLoad(names=("base",), **how), arguments, reads=(str(path),))


@pytest.mark.parametrize("method", METHODS)
def test_both_ways_to_start_a_child_give_the_same_dungeon(method: str) -> None:
    job = generate()
    assert do(job, method=method) == operate(load_engine(job.mods, print, print), job.operation, job.arguments, print)


@pytest.mark.parametrize("method", METHODS)
def test_what_mods_print_and_warnings_arrive_in_order(tmp_path: Path, method: str) -> None:
    heard: list[str] = []
    script = 'print("one") print("two\\nlines \\0 \\27[31m") for k in pairs({[print] = 1}) do end print("three")'
    do(
        run(tmp_path, script),
        say=lambda text: heard.append(f"say {text}"),
        warn=lambda text: heard.append(f"warn {text}"),
        method=method,
    )
    assert heard[:3] == ["say one", "say two\nlines \0 \x1b[31m", "say three"]
    assert heard[3].startswith("warn script/script.lua:1: a table is walked whose keys are tables or functions")


@pytest.mark.parametrize("method", METHODS)
def test_an_error_of_a_mod_arrives_whole(tmp_path: Path, method: str) -> None:
    with pytest.raises(ModError) as caught:
        do(run(tmp_path, "local function f()\n  kts.LimitTotalMonsters({})\nend\nf()\n"), method=method)
    error = caught.value
    assert error.message == "kts.LimitTotalMonsters: number is a table: must be a whole number"
    assert (error.mod, error.file, error.line) == ("script", "script/script.lua", 2)
    assert (error.path, error.value, error.rule) == (
        "kts.LimitTotalMonsters: number",
        "a table",
        "must be a whole number",
    )
    assert [(frame.line, frame.function) for frame in error.frames] == [(2, "f"), (4, "main chunk")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "method"),
    [
        ("while true do end", "spawn"),
        ("while true do pcall(function() while true do end end) end", "fork"),
        ("coroutine.wrap(function() while true do end end)()", "fork"),
        ("('a'):rep(4000):find('.-.-.-.-b')", "spawn"),
    ],
    ids=["loop", "pcall", "coroutine", "pattern"],
)
def test_what_never_ends_is_stopped_by_the_clock(tmp_path: Path, script: str, method: str) -> None:
    with pytest.raises(BudgetError) as caught:
        do(run(tmp_path, script), timeout=0.4, method=method)
    assert caught.value.exit_code == 3
    assert (
        caught.value.message
        == "the mods took longer than 0.4 s and were stopped; --timeout SECONDS or Budgets(seconds=…) gives them more"
    )


def test_a_timeout_leaves_no_process_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    fork = os.fork

    def watched() -> int:
        pid = fork()
        if pid:
            started.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", watched)
    with pytest.raises(BudgetError):
        do(run(tmp_path, "while true do end"), timeout=0.5, method="fork")
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


def test_too_much_memory_is_a_budget(tmp_path: Path) -> None:
    script = "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end"
    with pytest.raises(BudgetError) as caught:
        do(run(tmp_path, script, budgets=Budgets(memory=32 * 2**20)))
    assert str(caught.value) == "script/script.lua:1: the mods used up the memory they may have, 32 MiB"


def _in_child(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Have the child (forked, so that it sees this) do something else than its job."""

    def instead(*_: Any, **__: Any) -> None:
        act()

    monkeypatch.setattr(operations, "generate", instead)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (signal.SIGKILL, "it was killed from outside, perhaps because the machine ran out of memory (SIGKILL)"),
        (signal.SIGSEGV, "it crashed (SIGSEGV)"),
        (signal.SIGABRT, "it aborted (SIGABRT)"),
        (signal.SIGTERM, "it was stopped (SIGTERM)"),
    ],
    ids=lambda value: value.name if isinstance(value, signal.Signals) else "",
)
def test_a_child_that_is_killed_died(monkeypatch: pytest.MonkeyPatch, number: signal.Signals, why: str) -> None:
    _in_child(monkeypatch, lambda: os.kill(os.getpid(), number))
    with pytest.raises(DiedError) as caught:
        do(generate(), method="fork")
    assert caught.value.exit_code == 4
    assert str(caught.value) == f"the child process that runs the mods died: {why}"


def test_a_lua_that_gives_up_for_want_of_memory_is_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up() -> None:
        os.write(2, b"PANIC: unprotected error in call to Lua API (not enough memory)\n")
        os.abort()

    _in_child(monkeypatch, give_up)
    with pytest.raises(BudgetError, match="Lua aborted"):
        do(generate(), method="fork")


def test_a_fault_of_the_host_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oops")

    _in_child(monkeypatch, fail)
    with pytest.raises(InternalError, match="the host failed: ZeroDivisionError: oops") as caught:
        do(generate(), method="fork")
    assert "Traceback" in (caught.value.details or "")


def test_a_flood_of_answers_is_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MOST_RECEIVED", 1000)
    with pytest.raises(BudgetError, match="MiB of output"):
        do(generate(), method="fork")


@pytest.mark.slow
def test_after_any_of_this_the_next_job_is_done(tmp_path: Path) -> None:
    expected = do(generate())
    for script in ("error('x')", "while true do end", "local t = {} while true do t = {t} end"):
        with pytest.raises(HostError):
            do(run(tmp_path, script, budgets=Budgets(memory=32 * 2**20)), timeout=1)
        assert do(generate()) == expected


def test_the_child_sees_no_open_file_of_the_parent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = (tmp_path / "secret").open("w+")
    secret.write("x")
    os.set_inheritable(secret.fileno(), True)

    mine = os.fstat(secret.fileno())

    def look() -> None:
        for number in range(4096):
            with contextlib.suppress(OSError):
                found = os.fstat(number)
                if (found.st_dev, found.st_ino) == (mine.st_dev, mine.st_ino):
                    raise HostError(f"{number} is open")
        raise HostError("nothing is open")

    _in_child(monkeypatch, look)
    with pytest.raises(HostError, match="nothing is open"):
        do(generate(), method="fork")
    secret.close()


def test_the_clock_ticks_while_the_child_works(tmp_path: Path) -> None:
    ticks: list[float] = []
    with pytest.raises(BudgetError):
        do(run(tmp_path, "while true do end"), timeout=0.6, tick=ticks.append)
    assert len(ticks) > 2
    assert ticks == sorted(ticks)


def test_frames_come_apart_however_the_bytes_arrive() -> None:
    sent = [(frames.PRINT, "ü\0"), (frames.WARNING, ""), (frames.RESULT, {"a": [1, None]})]
    data = b"".join(frames.pack(kind, payload) for kind, payload in sent)
    for size in (1, 3, 1000):
        unpacker = frames.Unpacker()
        got = [frame for i in range(0, len(data), size) for frame in unpacker.feed(data[i : i + size])]
        assert got == sent


def test_ctrl_c_kills_the_child(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text('print("ready") while true do end')
    import subprocess

    words = [sys.executable, "-m", "host", "run", str(script), "--timeout", "60", "--instructions", str(2**53)]
    # A shell that starts the tests in the background has them ignore the signal, and what they start, too.
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        (child,) = list_children(running.pid)
        running.send_signal(signal.SIGINT)
        running.wait(60)
    assert running.returncode == 130
    deadline = time.monotonic() + 5
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{child}").exists()
