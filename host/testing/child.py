"""The child's side of tests: loads the mods of one, opens its test files, and runs tests, each in a fork of its own.

What is loaded once is what every fork begins with: the process that has loaded the mods forks one for a test file, and
that one forks one for each test. They read their commands from the same pipe, one at a time, and whoever is outside
waits meanwhile for the one inside.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import struct
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from host.border.data import Table
from host.border.values import read, to_text, values_of
from host.budgets import Budgets
from host.engine.host import Host
from host.errors import BudgetError, HostError, InternalError
from host.process import frames
from host.process.kernel import fork
from host.process.sandbox import confine, confine_fork, stay_with_parent
from host.testing.services import Services

HEAD = struct.Struct("!I")
# Characters that a test prints and that are shown; the rest is only counted.
MOST_SHOWN = 4000
# Lua, which tells more, has the first word when time is up; and how long to wait for a better moment.
_LATER, _SOON = 0.2, 0.01
# The functions of host.border that answer Lua and let nothing through.
_ANSWERING = ("call", "invoke")


class Setup(NamedTuple):
    """What a child loads: the folder of a mod, and those of mods beside it that it may need."""

    folder: str
    beside: tuple[str, ...]
    budgets: Budgets
    seed: int
    players: int
    updates: bool = False
    coverage: bool = False


class Place(NamedTuple):
    """Which test of an open file: a position among those declared by the file, or by its function `name`; 0 is that
    function itself."""

    name: str
    position: int


class Loaded:
    """The mods of a setup, and the test file that is open."""

    def __init__(self, setup: Setup, output: int) -> None:
        self.setup = setup
        self._output = output
        self._printed: list[str] = []
        self._shown = 0
        self._services = Services(self._printed, Path(setup.folder) if setup.coverage else None)
        self._services.updates = setup.updates
        self._host = Host(
            [Path(setup.folder)],
            budgets=setup.budgets,
            output=self._say,
            beside=[Path(path) for path in setup.beside],
            services=self._services.table(),
        )
        self._services.host = self._host
        folder = Path(setup.folder).resolve()
        self._mod = next(mod for mod in self._host.mods if mod.manifest.folder.resolve() == folder)
        # The Lua of tests is read before there is a file to open, so that forks need not.
        self._host.lua.call("testing/init", "ready")

    def open(self, path: str) -> dict[str, Any]:
        """Run a test file, given relative to the mod; the tests that it has (name, line, place, skip), and the lines
        that ran. Raises HostError."""
        file = Path(self.setup.folder, path)
        self._services.snapshots = (file.parent / "snapshots", file.stem)
        self._host.begin(self.setup.seed, self.setup.players)
        self._call_timed("open", self._mod.number, path)
        found = [_test(one, Place("", i)) for i, one in enumerate(self._listed("declared"), 1)]
        for function in self._listed("functions"):
            name = function["name"]
            declared: list[dict[str, Any]] = []
            # What begins with `test_` is a test; what merely begins with `test` may declare some.
            if not name.startswith("test_") and not function.get("skip"):
                try:
                    declared = self._listed("declared_by", name)
                except HostError:
                    # It will say so again when it is run.
                    declared = []
            found += [_test(one, Place(name, i)) for i, one in enumerate(declared, 1)]
            if not declared:
                found.append(_test(function, Place(name, 0)))
        self._printed.clear()
        return {"tests": found, "covered": self._covered()}

    def run(self, place: Place) -> dict[str, Any]:
        """Run a test in this process; what came of it. Raises HostError when it used up what it may."""
        self._printed.clear()
        self._shown = 0
        answer = self._call_timed("run", *place)
        found = _plain(read(values_of(answer)))
        return {
            "skipped": found.get("skipped"),
            "failures": found["failures"] or [],
            "snapshots": self._services.written,
            "unshown": max(0, sum(map(len, self._printed)) - MOST_SHOWN),
            "covered": self._covered(),
        }

    def _call_timed(self, function: str, *arguments: Any) -> Any:
        """Call a function of lua/testing that gets the seconds it may take as its last argument."""
        seconds = self.setup.budgets.seconds
        _set_alarm(seconds + _LATER)
        try:
            return self._host.lua.call("testing/init", function, *arguments, seconds)
        finally:
            _set_alarm(0)

    def _covered(self) -> str:
        """The lines that ran since this was asked last, as lua/testing/coverage.lua tells them."""
        if not self.setup.coverage:
            return ""
        return to_text(self._host.lua.call("testing/coverage", "taken")[0])

    def _listed(self, function: str, *arguments: Any) -> list[dict[str, Any]]:
        listed = _plain(read(values_of(self._host.lua.call("testing/init", function, *arguments))))
        return listed or []

    def _say(self, line: str) -> None:
        self._printed.append(line)
        if self._shown < MOST_SHOWN:
            self._send(frames.PRINT, line[: MOST_SHOWN - self._shown])
        self._shown += len(line)

    def _send(self, kind: int, payload: object) -> None:
        send(self._output, kind, payload)


def _heed_alarms(seconds: float) -> None:
    """From now on an alarm stops Python when it works for a mod. Lua keeps the time by itself, but not while it waits,
    and whoever kills the process cannot tell what line it waited at."""

    def stop(_: int, frame: FrameType | None) -> None:
        if _may_raise(frame):
            text = f"the mods took longer than {seconds:g} s and were stopped"
            raise BudgetError(f"{text}; --timeout SECONDS gives them more")
        _set_alarm(_SOON)

    if hasattr(signal, "SIGALRM"):  # not on Windows
        signal.signal(signal.SIGALRM, stop)


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _may_raise(frame: FrameType | None) -> bool:
    """Whether the border makes an answer for Lua of what is raised here: not when it is at work itself."""
    inner = frame
    while frame is not None and not frame.f_globals.get("__name__", "").startswith("host.border."):
        frame = frame.f_back
    return frame is not None and frame is not inner and frame.f_code.co_name in _ANSWERING


def _test(listed: dict[str, Any], place: Place) -> dict[str, Any]:
    return {"name": listed["name"], "line": listed["line"], "skip": listed.get("skip"), "place": list(place)}


def _plain(value: Any) -> Any:
    """A table as a list, or as a dict when it has names."""
    if not isinstance(value, Table):
        return value
    if value.fields:
        return {key: _plain(item) for key, item in value.fields.items()}
    return [_plain(item) for item in value.items]


def send(output: int, kind: int, payload: object) -> None:
    data = memoryview(frames.pack(kind, payload))
    while data:
        data = data[os.write(output, data) :]


# -- with forks


def nurse(setup: Setup, output: int) -> NoReturn:
    """Load the mods, say so, and take commands until there are none."""
    try:
        tests = _answer(output, lambda: _load(setup, output, forks=True))
        if tests is None:
            os._exit(1)
        _ready(output, 0, is_open=False)
        while (command := _command()) is not None:
            if command["do"] == "open":
                path = command["path"]
                status = _fork(lambda path=path: _serve_file(tests, output, path))
                _ready(output, status, is_open=False)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)


def _load(setup: Setup, output: int, *, forks: bool) -> Loaded:
    os.chdir("/")
    os.environ.clear()
    readable = [Path(setup.folder), *map(Path, setup.beside)]
    confine(readable, memory=setup.budgets.memory, seconds=setup.budgets.seconds, forks=forks)
    tests = Loaded(setup, output)
    _heed_alarms(setup.budgets.seconds)
    send(output, frames.RESULT, None)
    # What is there now is looked through for garbage by no fork: that would copy all of it.
    gc.freeze()
    return tests


def _serve_file(tests: Loaded, output: int, path: str) -> None:
    stay_with_parent()
    listed = _answer(output, lambda: tests.open(path))
    if listed is None:
        return
    send(output, frames.RESULT, listed)
    _ready(output, 0, is_open=True)
    while (command := _command()) is not None and command["do"] == "run":
        place = Place(*command["place"])
        status = _fork(lambda place=place: _run_test(tests, output, place))
        _ready(output, status, is_open=True)


def _run_test(tests: Loaded, output: int, place: Place) -> None:
    confine_fork(seconds=tests.setup.budgets.seconds)
    found = _answer(output, lambda: tests.run(place))
    if found is not None:
        send(output, frames.RESULT, found)


def _fork(run: Any) -> int:
    """How a fork that does `run` ended: its exit code, or minus a signal."""
    pid = fork()
    if pid == 0:
        try:
            gc.disable()
            run()
        finally:
            # A Lua state in which a mod ran is not closed, because its finalizers are the mod's.
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _ready(output: int, status: int, *, is_open: bool) -> None:
    send(output, frames.READY, {"status": status, "open": is_open})


def _command() -> dict[str, Any] | None:
    head = _read_whole(HEAD.size)
    if head is None:
        return None
    body = _read_whole(HEAD.unpack(head)[0])
    return None if body is None else json.loads(body)


def _read_whole(size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        more = os.read(0, size - len(data))
        if not more:
            return None
        data += more
    return data


def _answer(output: int, do: Any) -> Any:
    """What `do` gives; None, and a frame that says why, when it fails."""
    try:
        return do()
    except HostError as error:
        fault: HostError = error
    except MemoryError:
        fault = HostError("the test used up the memory its process may have")
    except BrokenPipeError:
        raise
    except Exception as error:
        fault = InternalError(f"the host failed: {type(error).__name__}: {error}", details=traceback.format_exc())
    send(output, frames.ERROR, fault.to_data())
    return None


# -- without


def main() -> NoReturn:
    """For a spawned child: load, open a file, and run a test of it when one is asked for, as standard input says."""
    given = json.load(sys.stdin)
    output = os.dup(1)
    os.dup2(2, 1)
    setup = Setup(**{**given["setup"], "budgets": Budgets(**given["setup"]["budgets"])})
    try:
        tests = _answer(output, lambda: _load(setup, output, forks=False))
        if tests is not None:
            listed = _answer(output, lambda: tests.open(given["path"]))
            if listed is not None:
                send(output, frames.RESULT, listed)
                if given["place"] is not None:
                    found = _answer(output, lambda: tests.run(Place(*given["place"])))
                    if found is not None:
                        send(output, frames.RESULT, found)
    finally:
        os._exit(0)
