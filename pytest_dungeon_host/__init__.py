"""The pytest plugin: collects the Lua tests of mods, and keeps pytest from running Python of mods.

pytest loads it in every project of an environment, and a project may have a package `host` of its own. So it imports
nothing of dungeon-host before it sees a Lua file of a mod, and not even then when `host` is another package.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.junitxml import LogXML, xml_key

from pytest_dungeon_host import guard

_LUA = ".lua"
# The module that collects tests of mods, or the line that says why there is none.
_PLUGIN: pytest.StashKey[ModuleType | str] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dungeon-host", "tests of mods, in Lua")
    group.addoption("--lua-seed", type=int, default=1, metavar="N", help="seed of each Lua test")
    group.addoption("--lua-players", type=int, default=2, metavar="N", help="number of players of each game")
    group.addoption("--lua-timeout", type=float, default=10.0, metavar="SECONDS", help="time limit of one Lua test")
    group.addoption("--lua-name", metavar="TEXT", help="run only the Lua tests whose names contain this text")
    group.addoption("--lua-shuffle", action="store_true", help="run Lua tests in a random order of the seed")
    group.addoption("--lua-snapshot-update", action="store_true", help="write the snapshots of assert.snapshot")
    group.addoption("--lua-coverage", action="store_true", help="measure which lines of mods run")
    group.addoption("--lua-coverage-lcov", metavar="FILE", help="write the line coverage to an lcov file")
    group.addoption("--lua-coverage-html", metavar="DIR", help="write the line coverage as HTML pages to a folder")
    group.addoption("--lua-only", action="store_true", help="collect only Lua tests, also outside of mods")
    group.addoption("--lua-no-source", action="store_true", help="show failures without the lines of the mod")
    group.addoption("--lua-spawn", action="store_true", help="load the mods for each test, as without fork")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    guard.install(early_config)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    xml = config.stash.get(xml_key, None)
    if xml is not None:
        config.pluginmanager.register(_JunitLines(xml), "dungeon_host_junit")


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory(
    parent: pytest.Collector,
) -> Generator[None, pytest.Collector | None, pytest.Collector | None]:
    folder = yield
    if folder is not None and not folder.name.isprintable() and (plugin := _plugin(parent.config)):
        folder.name = plugin.in_one_line(folder.name)
    return folder


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != _LUA:
        return None
    if not any(guard.has_file(folder, guard.MANIFESTS + guard.MAIN_FILES) for folder in file_path.parents):
        return None
    guard.escape_commands(parent.config)
    plugin = _plugin(parent.config)
    file: pytest.Collector | None = plugin.collect_file(file_path, parent) if plugin else None
    return file


def pytest_report_collectionfinish(config: pytest.Config) -> str | None:
    plugin = config.stash.get(_PLUGIN, None)
    return plugin if isinstance(plugin, str) else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:
    if any(_LUA in name for name in ids):
        guard.escape_commands(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if "lua_snapshots" in getattr(node, "workeroutput", {}) and (plugin := _plugin(node.config)):
        plugin.add_worker(node)


def _plugin(config: pytest.Config) -> ModuleType | None:
    """Return the module that collects tests of mods, which is registered then; None where `host` is another package."""
    plugin: ModuleType | str | None = config.stash.get(_PLUGIN, None)
    if plugin is None:
        # With this option no Python of a project runs, so that nothing else needs a package `host`.
        other = None if config.getoption("--lua-only") else _find_other_host(config)
        if other is None:
            import dungeon_host

            dungeon_host.import_host()
            plugin = importlib.import_module("host.tools.testing.plugin")
            config.pluginmanager.register(plugin, "dungeon-host tests")
        else:
            plugin = f"dungeon-host: `host` is {other} here, so tests of mods are left to `dungeon-host test`"
        config.stash[_PLUGIN] = plugin
    return plugin if isinstance(plugin, ModuleType) else None


def _find_other_host(config: pytest.Config) -> str | None:
    """Return the file that an `import host` of the project finds, or will find, when it is not ours."""
    import dungeon_host

    if "host" in sys.modules:
        origin = getattr(sys.modules["host"], "__file__", None)
    else:
        # pytest adds the folders of test files to the path when it imports them, which may be later.
        path = [str(config.rootpath), str(config.invocation_params.dir), *sys.path]
        spec = importlib.machinery.PathFinder.find_spec("host", path) or importlib.util.find_spec("host")
        # A folder without `__init__.py`, which has no origin, is a package only where there is no other one.
        origin = spec.origin if spec else None
    ours = dungeon_host.FOLDER / "host" / "__init__.py"
    return None if origin is None or Path(origin).resolve() == ours else origin


class _JunitLines:
    """Counts lines of Lua tests from 1 in JUnit XML, where pytest counts them from 0."""

    def __init__(self, xml: LogXML) -> None:
        self._xml = xml

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        path, line, _ = report.location
        if path.endswith(_LUA) and line is not None:
            self._xml.node_reporter(report).add_attribute("line", str(line + 1))
