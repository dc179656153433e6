"""The child's side of tests: loads the mods of one, opens its test files, and runs tests, each in a fork of its own.

What is loaded once is what every fork begins with: the process that has loaded the mods forks one for a test file, and
that one forks one for each test. They read their commands from the same pipe, one at a time, and whoever is outside
waits meanwhile for the one inside.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, ParamSpec

from host.border.data import Table
from host.border.lua_function import LuaFunction
from host.budgets import Budgets
from host.dialects import lua_functions
from host.engine.host import Host
from host.errors import BudgetError, HostError
from host.process import frames
from host.process.channel import Channel
from host.testing.services import CoverageServices, TestServices

_P = ParamSpec("_P")

# Characters that a test prints and that are shown; the rest is only counted.
MOST_SHOWN = 4000
# Lua, which tells more, has the first word when time is up; and how long to wait for a better moment.
_LATER, _SOON = 0.2, 0.01
# The functions of host.border that answer Lua and let nothing through.
_ANSWERING = ("call", "call_plain", "call_with_value", "invoke")


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

    def __init__(self, setup: Setup, channel: Channel) -> None:
        self.setup = setup
        self._channel = channel
        self._printed: list[str] = []
        self._shown = 0
        self._services = TestServices(self._printed)
        self._services.updates = setup.updates
        self._host = Host(
            [Path(setup.folder)],
            budgets=setup.budgets,
            output=self._say,
            beside=[Path(path) for path in setup.beside],
            services=[self._services, *([CoverageServices(Path(setup.folder))] if setup.coverage else [])],
        )
        self._services.host = self._host
        folder = Path(setup.folder).resolve()
        self._mod = next(mod for mod in self._host.mods if mod.manifest.folder.resolve() == folder)
        # The Lua of tests is read before there is a file to open, so that forks need not.
        self._host.lua.call(lua_functions.ready_tests)

    def open(self, path: str) -> dict[str, Any]:
        """Run a test file, given relative to the mod; the tests that it has (name, line, place, skip), and the lines
        that ran. Raises HostError."""
        file = Path(self.setup.folder, path)
        self._services.snapshots = (file.parent / "snapshots", file.stem)
        self._host.begin(self.setup.seed, self.setup.players)
        self._limit_time()
        try:
            self._host.lua.call(lua_functions.open_test_file, self._mod.number, path, self.setup.budgets.seconds)
        finally:
            _set_alarm(0)
        found = [_test(one, Place("", i)) for i, one in enumerate(self._list(lua_functions.list_tests), 1)]
        for function in self._list(lua_functions.list_test_functions):
            name = function["name"]
            declared: list[dict[str, Any]] = []
            # What begins with `test_` is a test; what merely begins with `test` may declare some.
            if not name.startswith("test_") and not function.get("skip"):
                try:
                    declared = self._list(lua_functions.list_tests_of, name)
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
        self._limit_time()
        try:
            found = _plain(self._host.lua.call(lua_functions.run_test, *place, self.setup.budgets.seconds))
        finally:
            _set_alarm(0)
        return {
            "skipped": found.get("skipped"),
            "failures": found["failures"] or [],
            "snapshots": self._services.written,
            "unshown": max(0, sum(map(len, self._printed)) - MOST_SHOWN),
            "covered": self._covered(),
        }

    def _limit_time(self) -> None:
        """Set the alarm for a call into lua/testing that gets the seconds it may take."""
        _set_alarm(self.setup.budgets.seconds + _LATER)

    def _covered(self) -> str:
        """The lines that ran since this was asked last, as lua/testing/coverage.lua tells them."""
        if not self.setup.coverage:
            return ""
        return self._host.lua.call(lua_functions.covered_lines)

    def _list(self, function: LuaFunction[_P, Any], *arguments: _P.args, **named: _P.kwargs) -> list[dict[str, Any]]:
        return _plain(self._host.lua.call(function, *arguments, **named)) or []

    def _say(self, line: str) -> None:
        self._printed.append(line)
        if self._shown < MOST_SHOWN:
            self._channel.send(frames.PRINT, line[: MOST_SHOWN - self._shown])
        self._shown += len(line)


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


# -- with forks


def serve(channel: Channel, setup: Mapping[str, Any]) -> None:
    """Load the mods, say so, and take commands until there are none."""
    tests = _load(channel, setup)
    channel.send(frames.RESULT, None)
    # Objects that exist now are exempt from garbage collection in forks: looking through them would copy their memory.
    gc.freeze()
    _ready(channel, 0, is_open=False)
    while (message := channel.receive()) is not None:
        command = message[1]
        if command["do"] == "open":
            status = channel.fork(partial(_serve_file, channel, tests, command["path"]))
            _ready(channel, status, is_open=False)


def _load(channel: Channel, setup: Mapping[str, Any]) -> Loaded:
    tests = Loaded(Setup(**{**setup, "budgets": Budgets(**setup["budgets"])}), channel)
    _heed_alarms(tests.setup.budgets.seconds)
    return tests


def _serve_file(channel: Channel, tests: Loaded, path: str) -> None:
    if not channel.report(lambda: tests.open(path)):
        return
    _ready(channel, 0, is_open=True)
    while (message := channel.receive()) is not None and message[1]["do"] == "run":
        run = partial(tests.run, Place(*message[1]["place"]))
        status = channel.fork(partial(channel.report, run), seconds=tests.setup.budgets.seconds)
        _ready(channel, status, is_open=True)


def _ready(channel: Channel, status: int, *, is_open: bool) -> None:
    channel.send(frames.READY, {"status": status, "open": is_open})


# -- without


def run_once(channel: Channel, setup: Mapping[str, Any], path: str, place: Sequence[Any] | None) -> dict[str, Any]:
    """Load the mods and open a test file; run one of its tests, or with no place none."""
    tests = _load(channel, setup)
    return {"file": tests.open(path), "test": None if place is None else tests.run(Place(*place))}
