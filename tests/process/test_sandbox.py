"""The sandbox: each protection is tried in a real child, and children that lie or do not end do no harm."""

from __future__ import annotations

import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host.engine import doctor, operations
from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE, LIST_MODS, RUN_SCRIPT
from host.errors import BudgetError, DiedError, HostError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process import child, frames, landlock, sandbox, seccomp
from host.process.budgets import Budgets
from host.process.child import run_task
from host.process.probe import PROTECTIONS
from host.process.threaded_pipes import ThreadedPipes
from host.tools.testing.child import CaseKey, ChildSetup, Loaded
from host.tools.testing.fork_server import ForkServer
from tests.helpers import MakeMod
from tests.helpers.processes import list_children

METHODS = ["fork", "spawn"]
# Loads no mods, which is quick; the other one has a result.
JOB = Job(LIST_MODS, ModsToLoad((), ()))
LIST_BASE = JOB.with_mods(names=("base",))
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="this system is not Linux")


def do(job: Job = JOB, **options: Any) -> Any:
    budgets = replace(job.mods.budgets, seconds=options.pop("timeout", 20))
    return run_job(job.with_mods(budgets=budgets), **{"say": lambda _: None, "warn": lambda _: None, **options})


def offered(name: str) -> bool:
    """Whether this system has a means of the sandbox: a process of its own tries it."""
    code = f"from host.process import sandbox as s; s.enter([], memory=0, seconds=9); print(s.outcomes[{name!r}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip() == sandbox.ON


@pytest.fixture(scope="module", params=METHODS)
def states(request: pytest.FixtureRequest) -> dict[str, dict[str, Any]]:
    """What `doctor` tells of children started in either way, by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor, "run_task", lambda task: run_task(task, method=request.param))
        return {one["name"]: one for one in doctor.check_sandbox()}


@pytest.mark.parametrize("protection", PROTECTIONS, ids=lambda protection: protection.name)
def test_each_protection_holds_in_a_child(states: dict[str, dict[str, Any]], protection: Any) -> None:
    found = states[protection.name]
    if found["state"] == sandbox.NOT_OFFERED:
        pytest.skip(f"{protection.name}: {', '.join(found['by']) or sandbox.NOT_OFFERED}")
    assert found["state"] == "on"
    assert found["by"]


def attempt(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], job: Job = JOB) -> str:
    """What an act gives in a forked child in place of its job: its result as text, or the name of the error."""

    def instead(*_: Any, **__: Any) -> None:
        try:
            result = act()
        except OSError as error:
            result = type(error).__name__ if error.errno is None else os.strerror(error.errno)
        raise HostError(str(result))

    monkeypatch.setattr(operations, job.operation.function.partition(":")[2], instead)
    with pytest.raises(HostError) as caught:
        do(job, method="fork")
    return caught.value.message


REFUSED = os.strerror(1)
DENIED = os.strerror(13)


@pytest.fixture(scope="module")
def has_seccomp() -> None:
    if not offered("seccomp"):
        pytest.skip("this system has no seccomp")


@pytest.fixture(scope="module")
def has_landlock() -> None:
    if not offered("Landlock"):
        pytest.skip("this system has no Landlock")


@pytest.mark.usefixtures("has_seccomp")
@pytest.mark.parametrize(
    "act",
    [
        os.fork,
        socket.socket,
        socket.socketpair,
        lambda: os.execv(sys.executable, ["python", "-c", "pass"]),
        lambda: os.posix_spawn(sys.executable, ["python", "-c", "pass"], {}),
        lambda: os.kill(os.getppid(), 0),
        lambda: os.kill(0, 0),
        lambda: os.kill(-1, 0),
        lambda: os.killpg(os.getppid(), 0),
        lambda: os.pidfd_open(os.getpid()),
        os.setsid,
        lambda: os.setpgid(0, 0),
        lambda: os.setpriority(os.PRIO_PROCESS, 0, 1),
        lambda: os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)),
        lambda: os.setuid(os.getuid()),
        lambda: os.memfd_create("x"),
        lambda: os.chroot("/"),
        lambda: os.open("/dev/null", os.O_WRONLY),
        lambda: os.open("/dev/null", os.O_RDWR),
        lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR),
        lambda: os.open("/nowhere", os.O_CREAT),
        Path("/tmp/x").mkdir,
        lambda: os.mkfifo("/tmp/x"),
        lambda: Path("/tmp/x").symlink_to("/"),
        lambda: Path("/tmp/x").hardlink_to("/etc/passwd"),
        lambda: Path("/tmp/x").rename("/tmp/y"),
        Path("/tmp/x").unlink,
        Path("/tmp/x").rmdir,
        lambda: Path("/tmp").chmod(0o777),
        lambda: os.chown("/tmp", -1, -1),
        lambda: os.utime("/tmp"),
        lambda: os.truncate("/tmp/x", 0),
        lambda: os.setxattr("/tmp", "user.x", b""),
    ],
    ids=lambda act: getattr(act, "__name__", ""),
)
def test_the_system_refuses_what_no_generator_needs(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    assert attempt(monkeypatch, act) in (REFUSED, os.strerror(38))


@pytest.mark.usefixtures("has_seccomp")
@pytest.mark.parametrize(
    "act",
    [
        os.fork,
        socket.socket,
        lambda: os.posix_spawn(sys.executable, ["python", "-c", "pass"], {}),
        lambda: os.kill(os.getppid(), 0),
        lambda: os.kill(0, 0),
        lambda: os.kill(os.getpid(), 0),
        os.setsid,
        lambda: os.open("/dev/null", os.O_WRONLY),
        lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1)),
        lambda: Path("/etc/passwd").read_text(),
    ],
    ids=[
        "fork",
        "socket",
        "spawn",
        "kill the parent",
        "kill the group",
        "kill itself",
        "session",
        "write",
        "limit",
        "read",
    ],
)
def test_forks_of_a_sandboxed_child_give_up_the_rest(
    monkeypatch: pytest.MonkeyPatch, make_mod: MakeMod, act: Callable[[], object]
) -> None:
    def instead(*_: Any) -> str:
        try:
            act()
        except (OSError, ValueError) as error:
            return f"refused: {type(error).__name__}"
        return "done"

    monkeypatch.setattr(Loaded, "run", instead)
    server = ForkServer(ChildSetup(str(make_mod("m")), (), Budgets(seconds=10), Request(None, seed=1)))
    (Path(server._setup.folder) / "a_test.lua").write_text("it('x', function() end)")
    try:
        (found,) = server.run("a_test.lua", CaseKey("", 1)).results
        assert found in ("refused: PermissionError", "refused: ValueError")
    finally:
        server.close()


@pytest.mark.usefixtures("has_seccomp")
def test_limits_cannot_be_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def loosen() -> object:
        found = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, found)
        except (OSError, ValueError) as error:
            return f"{found} {type(error).__name__}"
        return "set"

    assert attempt(monkeypatch, loosen).startswith("(32, 32) ")


@pytest.mark.usefixtures("has_landlock")
def test_a_child_reads_its_mods_and_scripts_and_nothing_beside_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, make_mod: MakeMod
) -> None:
    folder = make_mod("plain", init="x = 1", root=tmp_path / "mods")
    linked = make_mod("linked", root=tmp_path / "elsewhere")
    (tmp_path / "mods" / "linked").symlink_to(linked)
    (tmp_path / "mods" / "leak").symlink_to(tmp_path / "secrets")
    (tmp_path / "secrets").mkdir()
    secret = tmp_path / "secrets" / "key"
    secret.write_text("secret")
    script = tmp_path / "script.lua"
    script.write_text("script")

    def read(path: Path, job: Job) -> str:
        return attempt(monkeypatch, path.read_text, job)

    mods = Job(LIST_MODS, ModsToLoad((str(tmp_path / "mods"),)))
    assert read(folder / "init.lua", mods) == "x = 1"
    assert read(linked / "mod.toml", mods).startswith('id = "linked"')
    assert read(secret, mods) == DENIED
    assert read(tmp_path / "mods" / "leak" / "key", mods) == DENIED
    assert read(script, mods) == DENIED
    assert read(Path("/etc/passwd"), mods) == DENIED
    assert read(Path("/proc/self/environ"), mods) == DENIED
    assert read(script, Job(RUN_SCRIPT, reads=(str(script),))) == "script"
    assert read(Path(os.__file__), mods).startswith('r"""OS routines')


@pytest.mark.parametrize("method", METHODS)
def test_a_link_to_a_mod_elsewhere_loads(make_mod: MakeMod, tmp_path: Path, method: str) -> None:
    make_mod("linked", init="x = kts.Tile {}", root=tmp_path / "élsewhere")
    (tmp_path / "mods").mkdir()
    (tmp_path / "mods" / "linked").symlink_to(tmp_path / "élsewhere" / "linked")
    found = do(Job(LIST_MODS, ModsToLoad((str(tmp_path / "mods"),))), method=method)
    assert [mod["id"] for mod in found] == ["linked"]


def test_a_child_has_no_environment_and_works_where_nothing_is_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1")
    seen = attempt(monkeypatch, lambda: [dict(os.environ), os.getenv("SECRET"), str(Path.cwd()), os.read(0, 1)])
    assert seen == str([{}, None, "/", b""])
    assert os.environ["SECRET"] == "1"


@pytest.mark.usefixtures("has_seccomp")
def test_a_child_has_no_folder_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert "No usable temporary directory" in attempt(monkeypatch, tempfile.TemporaryFile) or attempt(
        monkeypatch, tempfile.TemporaryFile
    ) in (REFUSED, DENIED, os.strerror(2))


def test_a_spawned_child_is_told_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, str]] = []
    start = subprocess.Popen

    def watched(*arguments: Any, **options: Any) -> Any:
        given.append(options["env"])
        return start(*arguments, **options)

    monkeypatch.setenv("SECRET", "1")
    monkeypatch.setattr(subprocess, "Popen", watched)
    do(method="spawn")
    assert set(given[0]) <= {"OPENBLAS_NUM_THREADS", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"}


@LINUX
def test_a_child_has_the_memory_of_its_budget_and_a_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    def allocate(size: int) -> Callable[[], object]:
        def act() -> object:
            try:
                return len(bytearray(size))
            except MemoryError:
                return "no memory"

        return act

    job = JOB.with_mods(budgets=Budgets(memory=64 * 2**20))
    assert attempt(monkeypatch, allocate(200 * 2**20), job) == str(200 * 2**20)
    assert attempt(monkeypatch, allocate(700 * 2**20), job) == "no memory"


@LINUX
def test_when_the_memory_of_a_child_is_used_up_that_is_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "list_mods", lambda _: bytearray(2**40))
    with pytest.raises(BudgetError) as caught:
        do(method="fork")
    assert caught.value.message == "the mods used up the memory that their process may use"


@LINUX
def test_processor_time_ends_even_when_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_EXTRA_SECONDS", 0)
    monkeypatch.setattr(sandbox, "_MOST_SECONDS", 0.1)

    def work(_: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(operations, "list_mods", work)
    with pytest.raises(BudgetError) as caught:
        do(method="fork")
    assert str(caught.value) == "the mods used up the processor time that their process may use (SIGXCPU)"
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("seconds", [1e-3, 1e9])
def test_any_time_that_can_be_given_is_one_that_can_be_set(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    assert do(timeout=20 if seconds < 1 else seconds) is not None
    assert sandbox._processor_seconds(seconds) < 2**31


def test_what_a_system_does_not_offer_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(38, os.strerror(38))

    for module in (landlock, seccomp):
        monkeypatch.setattr(module, "restrict", refuse)
    monkeypatch.setattr(sandbox, "resource", None)
    assert do(LIST_BASE, method="fork")[0]["id"] == "base"
    found = {one["name"]: one for one in doctor.check_sandbox()}
    assert found["no sockets"] == {
        "name": "no sockets",
        "why": "nor over any other connection",
        "state": sandbox.NOT_OFFERED,
        "by": [f"seccomp: {os.strerror(38)}"],
    }
    assert {one["state"] for one in found.values()} == {"on", sandbox.NOT_OFFERED}


def test_the_programs_for_both_machines_jump_nowhere_else() -> None:
    for machine in ("x86_64", "aarch64"):
        steps = seccomp._program(machine, 7)
        assert 100 < len(steps) < 4096
        for at, (code, yes, no, _) in enumerate(steps):
            assert at + 1 + max(yes, no) < len(steps) or code == seccomp._RETURN
        assert steps[-1] == (seccomp._RETURN, 0, 0, seccomp._ALLOW)


# -- children that will not end


def never(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], timeout: float = 0.6) -> tuple[HostError, float]:
    """The error of a forked child that does something in place of its job, and how long that took."""
    monkeypatch.setattr(operations, "list_mods", lambda _: act())
    started = time.monotonic()
    with pytest.raises(HostError) as caught:
        do(method="fork", timeout=timeout)
    return caught.value, time.monotonic() - started


def test_a_child_that_stops_itself_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    error, took = never(monkeypatch, lambda: os.kill(os.getpid(), signal.SIGSTOP))
    assert isinstance(error, BudgetError)
    assert took < 5


def test_a_child_that_closes_its_pipes_and_lives_on_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    def close() -> None:
        os.closerange(0, 100)
        time.sleep(60)

    error, took = never(monkeypatch, close, timeout=20)
    assert isinstance(error, DiedError)
    assert str(error) == ("the child process that runs the mods closed its pipes without an answer, and was killed")
    assert took < 5


def test_a_child_that_closes_its_pipes_and_ends_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def close() -> None:
        os.closerange(0, 100)
        time.sleep(0.1)
        os._exit(9)

    error, _ = never(monkeypatch, close, timeout=20)
    assert str(error) == "the child process that runs the mods died: it ended with code 9"


def test_what_a_child_started_dies_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where new processes cannot be refused, they are in the group that is killed."""
    monkeypatch.setattr(sandbox, "enter", lambda *_, **__: None)
    note = tmp_path / "pid"

    def fork() -> None:
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
        note.write_text(str(pid))
        os._exit(5)

    error, took = never(monkeypatch, fork, timeout=20)
    assert str(error) == "the child process that runs the mods died: it ended with code 5"
    assert took < 5
    deadline = time.monotonic() + 5
    while _lives(int(note.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _lives(int(note.read_text()))


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@LINUX
def test_a_child_dies_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text('print("ready") while true do end')
    words = [sys.executable, "-m", "host", "run", str(script)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        (child,) = list_children(running.pid)
        running.kill()
    deadline = time.monotonic() + 5
    while _lives(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _lives(child)


# -- answers that are none


def _frame(kind: bytes, payload: str) -> bytes:
    return struct.pack("!IB", len(payload), kind[0]) + payload.encode()


NO_ANSWER = "the child process that runs the mods sent a malformed answer, which was rejected"


@pytest.mark.parametrize(
    "sent",
    [
        _frame(b"R", "nope"),
        _frame(b"R", ""),
        _frame(b"R", "NaN"),
        _frame(b"R", "[" * 100_000),
        _frame(b"R", "1" * 10_000),
        _frame(b"R", "null"),
        _frame(b"R", "{}"),
        _frame(b"R", "[1]"),
        _frame(b"R", "[{}]"),
        _frame(b"R", '[{"id": 1}]'),
        _frame(b"X", "null"),
        _frame(b"P", "7"),
        _frame(b"W", "{}"),
        _frame(b"E", "[]"),
        _frame(b"E", '"text"'),
        _frame(b"E", '{"frames": 7}'),
        _frame(b"E", '{"details": 7}'),
        _frame(b"E", '{"line": "one"}'),
        _frame(b"E", '{"kind": "HostErrors", "errors": [{"mod": []}]}'),
        _frame(b"E", '{"frames": [["a", "b", "c"]]}'),
        _frame(b"E", '{"frames": [["a", 1e999, "c"]]}'),
        _frame(b"E", '{"kind": "HostErrors", "errors": 3}'),
        _frame(b"E", '{"kind": "HostErrors", "errors": [3]}'),
        _frame(b"P", '"\udc00"'.encode("utf-8", "surrogatepass").decode("latin-1")) + _frame(b"R", "3"),
    ],
    ids=range(24),
)
def test_an_answer_that_does_not_fit_is_not_believed(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(frames, "pack", lambda kind, payload: sent)
    with pytest.raises(DiedError) as caught:
        do(method="fork")
    assert str(caught.value) == NO_ANSWER
    assert caught.value.exit_code == 4


def test_threads_read_no_pipe_that_has_the_number_of_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    may_read, read = threading.Event(), os.read

    def read_late(descriptor: int, size: int) -> bytes:
        if threading.current_thread() is not threading.main_thread():
            may_read.wait(60)
        return read(descriptor, size)

    monkeypatch.setattr(os, "read", read_late)
    before = set(threading.enumerate())
    ends = os.pipe()
    watched = ThreadedPipes(ends[0])
    (reader,) = set(threading.enumerate()) - before
    watched.close()
    for end in ends:
        os.close(end)
    again = os.pipe()
    assert again == ends
    os.set_blocking(again[0], False)
    os.write(again[1], b"for the next reader")
    may_read.set()
    reader.join(60)
    assert os.read(again[0], 100) == b"for the next reader"
    for end in again:
        os.close(end)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_pipes_that_cannot_be_watched_are_read_by_threads(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(child, "read_pipes", ThreadedPipes)
    assert do(LIST_BASE, method=method) == do(LIST_BASE) != []
    arguments = {"request": {"generator": "none", "seed": 1}}
    with pytest.raises(HostError, match="there is no generator"):
        do(Job(GENERATE, ModsToLoad((), ("base",)), arguments), method=method)
    monkeypatch.setattr(operations, "list_mods", lambda _: time.sleep(60))
    with pytest.raises(BudgetError):
        do(method="fork", timeout=0.3)


def test_half_an_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "pack", lambda kind, payload: _frame(b"R", "[]")[:-1])
    with pytest.raises(DiedError, match="it ended with code 0"):
        do(method="fork")
