"""The pytest plugin: collects the tests of mods, so that everything that pytest does with tests it does with these."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

if TYPE_CHECKING:
    from host.errors import HostError
    from host.testing.runs import Runs

# What Lua test files may be called; anything else costs nothing but a look at the ending.
_LUA = ".lua"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dungeon-host", "tests of mods, in Lua")
    group.addoption("--lua-seed", type=int, default=1, metavar="N", help="the seed with which each Lua test begins")
    group.addoption("--lua-players", type=int, default=2, metavar="N", help="how many players each game has")
    group.addoption("--lua-timeout", type=float, default=10.0, metavar="SECONDS", help="what one Lua test may take")
    group.addoption("--lua-name", metavar="TEXT", help="run only the Lua tests whose names have this text in them")
    group.addoption("--lua-shuffle", action="store_true", help="run Lua tests in an order that the seed decides")
    group.addoption("--lua-snapshot-update", action="store_true", help="keep what assert.snapshot got")
    group.addoption("--lua-coverage", action="store_true", help="count the lines of mods that tests run")
    group.addoption("--lua-coverage-lcov", metavar="FILE", help="write them to a file in the format of lcov")
    group.addoption("--lua-spawn", action="store_true", help="load the mods anew for each test, as where nothing forks")


_RUNS: pytest.StashKey[Any] = pytest.StashKey()
# (mod, error that a test file ended in before it had tests) -> the first such file.
_ERRORS: pytest.StashKey[dict[tuple[Path, str], Path]] = pytest.StashKey()


def _runs(config: pytest.Config) -> Runs:
    """What runs the tests, made when the first of them is met: who has no Lua tests loads nothing."""
    if _RUNS not in config.stash:
        from host.testing.runs import Options, Runs

        option = config.getoption
        try:
            config.stash[_RUNS] = Runs(
                Options(
                    seed=option("--lua-seed"),
                    players=option("--lua-players"),
                    seconds=option("--lua-timeout"),
                    updates=option("--lua-snapshot-update"),
                    coverage=option("--lua-coverage") or option("--lua-coverage-lcov") is not None,
                    spawns=option("--lua-spawn"),
                )
            )
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    runs: Runs = config.stash[_RUNS]
    return runs


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> LuaFile | None:
    if file_path.suffix != _LUA:
        return None
    from host.testing.finder import find_mod

    mod = find_mod(file_path, given=parent.session.isinitpath(file_path))
    if mod is None:
        return None
    file: LuaFile = LuaFile.from_parent(parent, path=file_path)
    file.mod = mod
    return file


class LuaFile(pytest.File):
    """A test file of a mod."""

    mod: Path

    def collect(self) -> Iterator[LuaItem]:
        # A file that cannot be run, or has no tests, is an item that says so: the others run all the same.
        from host.testing.finder import is_named_as_test
        from host.testing.report import Failure
        from host.testing.runs import listed

        error, tests = _runs(self.config).tests(self.mod, self.path)
        if error is not None and (other := self._told_before(error)):
            yield self._item("(load)", skip=f"what stands in its way is told of {other}")
        elif error is not None:
            yield self._item("(load)", failure=Failure.from_error(error))
        elif not tests:
            reason = f"{self.path.name} has no tests: no it(…), no _:test(…), no global function named test…"
            if is_named_as_test(self.path):
                yield self._item("(load)", failure=Failure("error", reason))
            else:
                yield self._item("(load)", skip=reason)
        for name, test in listed(tests):
            yield self._item(name, line=test.line, skip=test.skip, place=test.place)

    def _told_before(self, error: HostError) -> str | None:
        """The file of the same mod that was the first to meet this error, when it lies elsewhere: in the mod."""
        if not any(one.file or one.frames for one in getattr(error, "errors", (error,))):
            return None
        first = self.config.stash.setdefault(_ERRORS, {}).setdefault((self.mod, error.report()), self.path)
        return None if first == self.path else first.name

    def _item(self, name: str, **facts: Any) -> LuaItem:
        item: LuaItem = LuaItem.from_parent(self, name=name)
        for fact, value in facts.items():
            setattr(item, fact, value)
        return item


class LuaItem(pytest.Item):
    """A test of a mod."""

    parent: LuaFile
    line: int = 1
    skip: str | None = None
    # What is wrong before it can run.
    failure: Any = None
    place: Any = None
    # The place of the test that comes after it, in the same file.
    following: Any = None

    def runtest(self) -> None:
        if self.failure is not None:
            raise LuaFailed([self.failure])
        if self.skip is not None:
            raise _skipped(self.skip)
        ran = _runs(self.config).run(self.parent.mod, self.path, self.place, self.line, self.following)
        if ran.printed:
            self.add_report_section("call", "print", ran.printed)
        if ran.failures:
            raise LuaFailed(ran.failures)
        if ran.skipped is not None:
            raise _skipped(ran.skipped)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, LuaFailed):
            return super().repr_failure(excinfo, style)
        from host.testing.report import headline, tell

        failures = excinfo.value.failures
        seed = self.config.getoption("--lua-seed")
        text = tell(failures, seed=seed, again=self._command())
        return _Told(text, str(self.path), self.line, headline(failures))

    def _command(self) -> str:
        """The command line that runs just this test again."""
        option = self.config.getoption
        try:
            path = os.path.relpath(self.path, self.config.invocation_params.dir)
        except ValueError:  # another drive
            path = str(self.path)
        words = ["dungeon-host", "test", f"{path}::{self.name}", "--seed", str(option("--lua-seed"))]
        if option("--lua-players") != 2:
            words += ["--players", str(option("--lua-players"))]
        if option("--lua-timeout") != 10:
            words += ["--timeout", f"{option('--lua-timeout'):g}"]
        return shlex.join(words)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self.line - 1, self.name


def _skipped(reason: str) -> BaseException:
    """What says that a test was skipped, at its own line and not at this one."""
    return pytest.skip.Exception(reason, _use_item_location=True)


class LuaFailed(Exception):  # noqa: N818 - a test failed
    """A test that did not pass."""

    def __init__(self, failures: list[Any]) -> None:
        super().__init__(failures[0].message)
        self.failures = failures


class _Told(ReprExceptionInfo):
    """The story of a failure, as pytest takes it, and passes it on when a worker of xdist tells it."""

    def __init__(self, text: str, path: str, line: int, message: str) -> None:
        told = ReprTraceback([ReprEntryNative([f"{text}\n"])], None, "native")
        super().__init__(told, ReprFileLocation(path, line, message))
        self._text = text

    def __str__(self) -> str:
        return self._text

    def toterminal(self, writer: Any) -> None:
        for line in self._text.split("\n"):
            stripped = line.strip()
            if re.match(r"(failed|error): ", line):
                writer.line(line, red=True, bold=True)
            elif stripped.startswith("-"):
                writer.line(line, red=True)
            elif stripped.startswith("+"):
                writer.line(line, green=True)
            else:
                writer.line(line)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lua = [item for item in items if isinstance(item, LuaItem)]
    if not lua:
        return
    wanted = config.getoption("--lua-name")
    if wanted:
        unwanted = [item for item in lua if wanted.lower() not in item.name.lower()]
        config.hook.pytest_deselected(items=unwanted)
        items[:] = [item for item in items if item not in set(unwanted)]
    if config.getoption("--lua-shuffle"):
        from host.testing.runs import shuffled

        files = shuffled([item for item in items if isinstance(item, LuaItem)], config.getoption("--lua-seed"))
        items[:] = [item for item in items if not isinstance(item, LuaItem)] + files


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if isinstance(item, LuaItem):
        goes_on = isinstance(nextitem, LuaItem) and nextitem.path == item.path and not nextitem.skip
        item.following = nextitem.place if goes_on and isinstance(nextitem, LuaItem) else None


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> str | None:
    if any(isinstance(item, LuaItem) for item in items):
        order = ", shuffled" if config.getoption("--lua-shuffle") else ""
        return f"tests of mods: seed {config.getoption('--lua-seed')}{order}"
    return None


def pytest_sessionfinish(session: pytest.Session) -> None:
    # A worker of xdist tells whoever started it.
    output = getattr(session.config, "workeroutput", None)
    if output is not None and _RUNS in session.config.stash:
        covered = _runs(session.config).covered
        output["lua_covered"] = {
            str(mod): {name: sorted(lines) for name, lines in files.items()} for mod, files in covered.items()
        }


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    for mod, files in getattr(node, "workeroutput", {}).get("lua_covered", {}).items():
        known = _runs(node.config).covered.setdefault(Path(mod), {})
        for name, lines in files.items():
            known.setdefault(name, set()).update(lines)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if _RUNS not in config.stash or not _runs(config).covered:
        return
    from host.export.files import write_whole
    from host.testing.coverage import lcov, measured, table

    files = measured(_runs(config).covered)
    folder = config.invocation_params.dir
    terminalreporter.section("lines of mods that ran")
    for line in table(files, folder):
        terminalreporter.write_line(line)
    target = config.getoption("--lua-coverage-lcov")
    if target is not None:
        write_whole(Path(folder, target), lcov(files, folder).encode("utf-8", "surrogateescape"))
        terminalreporter.write_line(f"written to {target}")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _RUNS in config.stash:
        _runs(config).close()
