"""The fork server of tests, as a child process: loads a mod, opens its test files, and runs each test in a fork.

The server loads the mods once. It forks a process for each test file, and that process forks one for each test. All of
them read commands from the same pipe, one process at a time: a process waits while its fork runs.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, ParamSpec

from host.border.deadline import clear_deadline, set_deadline
from host.border.lua_function import LuaFunction
from host.border.values import Table
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.engine.jobs import Observation, report_locations
from host.errors import BudgetError, HostError
from host.model.request import Request
from host.mods.finder import may_add_to_base
from host.mods.mods_to_load import ModsToLoad
from host.process import frames
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.channel import Channel
from host.tools.testing.services import CoverageServices, TestServices
from host.tools.testing.snapshots import MAX_SNAPSHOTS, SnapshotServices

_P = ParamSpec("_P")

# Characters of the output of a test that are shown; the rest is counted.
MAX_SHOWN = 4000
# Least time limit for loading the mods, in seconds.
LEAST_LOADING_SECONDS = DEFAULT_BUDGETS.seconds


class ChildSetup(NamedTuple):
    """What a child loads: the folder of a mod, the folders of mods beside it that it may need, and the options."""

    folder: str
    beside: tuple[str, ...]
    budgets: Budgets
    # The game in which tests begin; no generator.
    request: Request
    updates: bool = False
    coverage: bool = False
    # Class and settings of an observer, see `host.engine.jobs.Observation`.
    observation: tuple[str, dict[str, Any]] | None = None


class CaseKey(NamedTuple):
    """Identifies a test of a file: `position` among the tests that its function `name` declares, from 1.

    With an empty name, the file itself declares the test. Position 0 is the function itself.
    """

    name: str
    position: int


def _needs_base(setup: ChildSetup) -> bool:
    """Return whether the mod is a module of kts that changes base: it cannot name base, and does not load alone."""
    folder = Path(setup.folder)
    if not may_add_to_base(folder) or folder.name == "base":
        return False
    try:
        Engine(ModsToLoad((setup.folder,), (), setup.budgets, beside=setup.beside), output=lambda _: None)
    except BudgetError:
        return False
    except HostError:
        return True
    return False


class Loaded:
    """The mods of a setup, and the open test file."""

    def __init__(self, setup: ChildSetup, channel: Channel) -> None:
        self.setup = setup
        self._channel = channel
        self._printed: list[str] = []
        self._shown = 0
        self._services = TestServices(self._printed)
        self._observer = setup.observation and Observation(*setup.observation).make(self._pause)
        self._snapshots = SnapshotServices(Path(setup.folder), updates=setup.updates)
        report_locations(channel)
        # Each file and each test has less time: as much as the setup says.
        seconds = max(setup.budgets.seconds, LEAST_LOADING_SECONDS)
        set_deadline(seconds)
        needs_base = _needs_base(setup)
        set_deadline(seconds)
        self._engine = Engine(
            ModsToLoad(
                (setup.folder,),
                ("base",) if needs_base else (),
                replace(setup.budgets, seconds=seconds),
                beside=setup.beside,
            ),
            output=self._print,
            services=[
                self._services,
                self._snapshots,
                *([CoverageServices(Path(setup.folder))] if setup.coverage else []),
                *([self._observer] if self._observer else []),
            ],
        )
        self._services.engine = self._engine
        self._is_running = False
        if self._observer is not None:
            self._observer.is_running = lambda: self._is_running
        folder = Path(setup.folder).resolve()
        self._mod = next(mod for mod in self._engine.mods if mod.manifest.folder.resolve() == folder)
        # Load the Lua of tests before the first fork, so that no fork has to.
        self._engine.lua.call(lua_functions.ready_tests)
        clear_deadline()

    def open(self, path: str) -> dict[str, Any]:
        """Run a test file, whose path is relative to the mod.

        Returns its tests (name, line, key, skip) and the lines that ran. Raises HostError.
        """
        file = PurePosixPath(path)
        self._snapshots.stem = str(file.parent / "snapshots" / file.stem)
        set_deadline(self.setup.budgets.seconds)
        try:
            self._engine.begin(self.setup.request)
            self._engine.lua.call(lua_functions.open_test_file, self._mod.number, path)
            tests = self._list_tests()
        finally:
            clear_deadline()
        self._printed.clear()
        return {"tests": tests, "covered": self._take_coverage(), "report": self._take_report()}

    def _list_tests(self) -> list[dict[str, Any]]:
        tests = [_describe(test, CaseKey("", i)) for i, test in enumerate(self._list(lua_functions.list_tests), 1)]
        for function in self._list(lua_functions.list_test_functions):
            name = function["name"]
            declared: list[dict[str, Any]] = []
            # A function `test_…` is a test; another function `test…` may declare tests.
            if not name.startswith("test_") and not function.get("skip"):
                try:
                    declared = self._list(lua_functions.list_tests_of, name)
                except BudgetError:
                    # Nothing of the mods runs again.
                    raise
                except HostError:
                    # The error is reported when the function runs as a test.
                    declared = []
            tests += [_describe(test, CaseKey(name, i)) for i, test in enumerate(declared, 1)]
            if not declared:
                tests.append(_describe(function, CaseKey(name, 0)))
        return tests

    def run(self, key: CaseKey) -> dict[str, Any]:
        """Run a test in this process and return its result. Raises HostError when it exceeds its budgets."""
        self._printed.clear()
        self._shown = 0
        self._is_running = True
        set_deadline(self.setup.budgets.seconds)
        try:
            result = _plain(self._engine.lua.call(lua_functions.run_test, *key))
        finally:
            clear_deadline()
        return {
            "skipped": result.get("skipped"),
            "failures": [self._complete(failure) for failure in result["failures"] or []],
            "snapshots": self._snapshots.written,
            "compared": [*self._snapshots.compared][:MAX_SNAPSHOTS],
            "unshown": max(0, sum(map(len, self._printed)) - MAX_SHOWN),
            "covered": self._take_coverage(),
            "report": self._take_report(),
        }

    def _pause(self, request: dict[str, Any]) -> Any:
        clear_deadline()
        reply = self._channel.ask(request, frames.PAUSE)
        set_deadline(self.setup.budgets.seconds)
        return reply

    def _take_report(self) -> dict[str, Any] | None:
        return self._observer.report() if self._observer else None

    def _complete(self, failure: dict[str, Any]) -> dict[str, Any]:
        """Return a failure with the Python error that it stands for, or the hint at a name, if there is one."""
        error, missing = self._engine.lua.find_error(failure.pop("number", 0)), failure.pop("missing", None)
        words = failure["frames"].split("\0") if failure["frames"] else ["", "0"]
        reported = HostError(failure["message"], file=words[0] or None, line=int(words[1]))
        if missing:
            self._engine.lua.advise_nil(reported, self._mod.id, missing)
            failure["message"] = f"{reported.message}; {reported.hint}" if reported.hint else reported.message
        if error is not None:
            self._engine.lua.quote(error, ())
            return {**failure, "error": error.to_data()}
        if failure["kind"] != "error":
            return failure
        self._engine.lua.quote(reported, ("error", "assert"))
        return {**failure, "source": reported.source and reported.source.to_data()}

    def _take_coverage(self) -> str:
        """Return the lines that ran since the last call, in the format of lua/core/coverage.lua."""
        if not self.setup.coverage:
            return ""
        return self._engine.lua.call(lua_functions.covered_lines)

    def _list(self, function: LuaFunction[_P, Any], *arguments: _P.args, **named: _P.kwargs) -> list[dict[str, Any]]:
        return _plain(self._engine.lua.call(function, *arguments, **named)) or []

    def _print(self, line: str) -> None:
        self._printed.append(line)
        if self._shown < MAX_SHOWN:
            self._channel.send(frames.PRINT, line[: MAX_SHOWN - self._shown])
        self._shown += len(line)


def _describe(test: dict[str, Any], key: CaseKey) -> dict[str, Any]:
    return {"name": test["name"], "line": test["line"], "skip": test.get("skip"), "key": list(key)}


def _plain(value: Any) -> Any:
    """Return a table as a list, or as a dict when it has fields."""
    if not isinstance(value, Table):
        return value
    if value.fields:
        return {key: _plain(item) for key, item in value.fields.items()}
    return [_plain(item) for item in value.items]


# -- with fork


def serve(channel: Channel, setup: Mapping[str, Any]) -> None:
    """Load the mods, report that, and run commands until the pipe ends."""
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
    budgets, request = Budgets(**setup["budgets"]), Request.from_data(setup["request"])
    return Loaded(ChildSetup(**{**setup, "budgets": budgets, "request": request}), channel)


def _serve_file(channel: Channel, tests: Loaded, path: str) -> None:
    if not channel.report(lambda: tests.open(path)):
        return
    _ready(channel, 0, is_open=True)
    while (message := channel.receive()) is not None and message[1]["do"] == "run":
        run = partial(tests.run, CaseKey(*message[1]["key"]))
        status = channel.fork(partial(channel.report, run), seconds=tests.setup.budgets.seconds)
        _ready(channel, status, is_open=True)


def _ready(channel: Channel, status: int, *, is_open: bool) -> None:
    channel.send(frames.READY, {"status": status, "open": is_open})


# -- without fork


def run_once(channel: Channel, setup: Mapping[str, Any], path: str, key: Sequence[Any] | None) -> dict[str, Any]:
    """Load the mods and open a test file; run one of its tests, or none without a key."""
    tests = _load(channel, setup)
    return {"file": tests.open(path), "test": None if key is None else tests.run(CaseKey(*key))}
