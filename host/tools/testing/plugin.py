"""The tests of mods as items of pytest, and their results as JUnit XML (`--junit`).

`pytest_dungeon_host` is the plugin that pytest loads. It registers this module with the first file in Lua of a mod.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback
from _pytest.junitxml import xml_key

from host.errors import HostError, in_one_line
from host.export.files import write_all, write_whole
from host.tools.testing.finder import find_mod

if TYPE_CHECKING:
    from host.tools.testing.runs import Runs

_RUNS: pytest.StashKey[Any] = pytest.StashKey()
# Why the file of the results was not written, or what no worker alone could see.
_PROBLEM: pytest.StashKey[Exception] = pytest.StashKey()


def _runs(config: pytest.Config) -> Runs:
    """Return the runner of the tests. It is made for the first Lua test, so that other sessions load nothing."""
    if _RUNS not in config.stash:
        from host.tools.testing.runs import Options, Runs

        option = config.getoption
        try:
            config.stash[_RUNS] = Runs(
                Options(
                    seed=option("--lua-seed"),
                    players=option("--lua-players"),
                    seconds=option("--lua-timeout"),
                    updates=option("--lua-snapshot-update"),
                    coverage=bool(
                        option("--lua-coverage")
                        or option("--lua-coverage-lcov") is not None
                        or option("--lua-coverage-html") is not None
                    ),
                    spawns=option("--lua-spawn"),
                    runner=config.pluginmanager.get_plugin("dungeon-host runner"),
                )
            )
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    runs: Runs = config.stash[_RUNS]
    return runs


def collect_file(file_path: Path, parent: pytest.Collector) -> LuaFile | None:
    """Return the tests of a file in Lua, or None when it has none."""
    mod = find_mod(file_path, is_explicit=parent.session.isinitpath(file_path))
    if mod is None:
        return None
    file: LuaFile = LuaFile.from_parent(parent, path=file_path)
    nodeid = in_one_line(file.nodeid)
    if nodeid != file.nodeid:
        # The names of files and folders of mods go to the terminal and into XML.
        file = LuaFile.from_parent(parent, path=file_path, name=in_one_line(file.name), nodeid=nodeid)
    file.mod = mod
    return file


class LuaFile(pytest.File):
    """A test file of a mod."""

    mod: Path

    def collect(self) -> Iterator[LuaItem]:
        for case in _runs(self.config).cases(self.mod, self.path):
            item: LuaItem = LuaItem.from_parent(self, name=case.name)
            _, item.line, item.skip, item.key, item.failure = case
            yield item


class LuaItem(pytest.Item):
    """A test of a mod."""

    parent: LuaFile
    line: int = 1
    skip: str | None = None
    # Failure of the file, which is reported in place of a run.
    failure: Any = None
    key: Any = None
    # The key of the next test, when it is in the same file.
    following: Any = None

    def runtest(self) -> None:
        if self.failure is not None:
            raise LuaFailed([self.failure])
        if self.skip is not None:
            raise _skipped(self.skip)
        outcome = _runs(self.config).run(self.parent.mod, self.path, self.key, self.line, self.following)
        if outcome.printed:
            self.add_report_section("call", "print", outcome.printed)
        if outcome.failures:
            raise LuaFailed(outcome.failures)
        if outcome.skipped is not None:
            raise _skipped(outcome.skipped)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, LuaFailed):
            return super().repr_failure(excinfo, style)
        from host.tools.testing.report import headline, write_report

        failures = excinfo.value.failures
        seed = self.config.getoption("--lua-seed")
        quotes = not self.config.getoption("--lua-no-source")
        text = write_report(failures, seed=seed, again=self._command(), quotes=quotes)
        return _Report(text, in_one_line(str(self.path)), self.line, headline(failures))

    def _command(self) -> str:
        """Return the command line that runs only this test again."""
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
        return Path(in_one_line(str(self.path))), self.line - 1, self.name


def _skipped(reason: str) -> BaseException:
    """Return the exception that skips a test, with the line of the test and not of this plugin."""
    return pytest.skip.Exception(reason, _use_item_location=True)


class LuaFailed(Exception):  # noqa: N818 - a test failed
    """A test failed."""

    def __init__(self, failures: list[Any]) -> None:
        super().__init__(failures[0].message)
        self.failures = failures


class _Report(ReprExceptionInfo):
    """The report of a failure for pytest, which also passes it from a worker of xdist to its parent."""

    def __init__(self, text: str, path: str, line: int, message: str) -> None:
        traceback = ReprTraceback([ReprEntryNative([f"{text}\n"])], None, "native")
        super().__init__(traceback, ReprFileLocation(path, line, message))
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


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    wanted = config.getoption("--lua-name")
    # A mod or a file that does not load may hold the wanted tests, so its failure stays, whatever its name is.
    has_name = bool(wanted or config.getoption("-k"))
    broken = [item for item in items if has_name and isinstance(item, LuaItem) and item.failure is not None]
    left = set(broken)
    items[:] = [item for item in items if item not in left]
    _choose(config, items, wanted)
    yield
    items[:0] = broken


def _choose(config: pytest.Config, items: list[pytest.Item], wanted: str | None) -> None:
    """Deselect Lua tests that are not wanted, and shuffle the others."""
    lua = [item for item in items if isinstance(item, LuaItem)]
    if wanted:
        unwanted = [item for item in lua if wanted.lower() not in item.name.lower()]
        config.hook.pytest_deselected(items=unwanted)
        items[:] = [item for item in items if item not in set(unwanted)]
    if config.getoption("--lua-shuffle"):
        from host.tools.testing.runs import shuffle_by_file

        files = shuffle_by_file([item for item in items if isinstance(item, LuaItem)], config.getoption("--lua-seed"))
        items[:] = [item for item in items if not isinstance(item, LuaItem)] + files


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if isinstance(item, LuaItem):
        goes_on = isinstance(nextitem, LuaItem) and nextitem.path == item.path and not nextitem.skip
        item.following = nextitem.key if goes_on and isinstance(nextitem, LuaItem) else None


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> str | None:
    if any(isinstance(item, LuaItem) for item in items):
        order = ", shuffled" if config.getoption("--lua-shuffle") else ""
        return f"tests of mods: seed {config.getoption('--lua-seed')}{order}"
    return None


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Send what a worker found, and write JUnit XML."""
    _send_to_parent(session)
    xml = session.config.stash.get(xml_key, None)
    if xml is None:
        yield
        return
    # pytest would follow a link that a mod put at this path, so it writes into a private folder first.
    target = xml.logfile
    with TemporaryDirectory() as folder:
        xml.logfile = str(Path(folder, "results.xml"))
        try:
            yield
            content = Path(xml.logfile).read_bytes()
        finally:
            xml.logfile = target
    try:
        write_whole(Path(target), content)
    except HostError as error:
        # The summary of the tests comes first, and does not name a file that is not there.
        session.config.stash[_PROBLEM] = error
        session.config.pluginmanager.unregister(xml)
        del session.config.stash[xml_key]


def _send_to_parent(session: pytest.Session) -> None:
    # A worker of xdist sends the coverage to its parent.
    output = getattr(session.config, "workeroutput", None)
    if output is not None and _RUNS in session.config.stash:
        covered = _runs(session.config).covered
        output["lua_covered"] = {
            str(mod): {name: sorted(lines) for name, lines in files.items()} for mod, files in covered.items()
        }
        output["lua_snapshots"] = _runs(session.config).snapshot_uses.to_data()
        output["lua_written"] = _runs(session.config).snapshots.to_data()


def add_worker(node: Any) -> None:
    """Add what a worker of xdist found."""
    output = getattr(node, "workeroutput", {})
    if "lua_snapshots" in output:
        _runs(node.config).snapshot_uses.add_data(output["lua_snapshots"])
        try:
            _runs(node.config).snapshots.add_data(output["lua_written"])
        except HostError as error:
            node.config.stash[_PROBLEM] = error
    for mod, files in output.get("lua_covered", {}).items():
        covered = _runs(node.config).covered.setdefault(Path(mod), {})
        for name, lines in files.items():
            covered.setdefault(name, set()).update(lines)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    # A worker of xdist knows only its own tests.
    if _RUNS in config.stash and not hasattr(config, "workeroutput"):
        _summarize_snapshots(terminalreporter, config)
        if _runs(config).covered:
            _summarize_coverage(terminalreporter, config)
    if _PROBLEM in config.stash:
        raise config.stash[_PROBLEM]


def _summarize_snapshots(terminalreporter: Any, config: pytest.Config) -> None:
    """List the snapshots that were written, and those that no test compares, or remove these."""
    updates = config.getoption("--lua-snapshot-update")
    _list_files(terminalreporter, config, "written snapshots", sorted(set(_runs(config).snapshots.written)))
    obsolete = _runs(config).snapshot_uses.obsolete(removes=updates)
    _list_files(terminalreporter, config, "removed snapshots" if updates else "obsolete snapshots", obsolete)
    if obsolete and not updates:
        terminalreporter.write_line("no test compares them; `dungeon-host test --snapshot-update` removes them")


def _list_files(terminalreporter: Any, config: pytest.Config, title: str, files: list[Path]) -> None:
    if files:
        terminalreporter.section(title)
    for file in files:
        terminalreporter.write_line(in_one_line(os.path.relpath(file, config.invocation_params.dir)))


def _summarize_coverage(terminalreporter: Any, config: pytest.Config) -> None:
    """Show and write which lines of mods ran."""
    from host.tools.testing.coverage import format_lcov, format_table, measure
    from host.tools.testing.coverage_html import coverage_pages

    files = measure(_runs(config).covered)
    folder = config.invocation_params.dir
    terminalreporter.section("lines of mods that ran")
    for line in format_table(files, folder):
        terminalreporter.write_line(line)
    target = config.getoption("--lua-coverage-lcov")
    if target is not None:
        write_whole(Path(folder, target), format_lcov(files, folder).encode("utf-8", "surrogateescape"))
        terminalreporter.write_line(f"written to {in_one_line(target)}")
    pages = config.getoption("--lua-coverage-html")
    if pages is not None:
        write_all({Path(folder, pages, name): text.encode() for name, text in coverage_pages(files, folder).items()})
        terminalreporter.write_line(f"written to {in_one_line(str(Path(pages, 'index.html')))}")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _RUNS in config.stash:
        _runs(config).close()
