"""Fixtures of all tests: mods that a test defines, and scripts that run in a game."""

from __future__ import annotations

import gc
import os
import re
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from host import Host
from tests.helpers import (
    MakeMod,
    RunLua,
    ScriptHost,
    ScriptRun,
    dedent,
    memory,
    spread,
    write_mod,
    write_tiles,
)

# The same examples in every run and no deadline, so that no test fails by chance or on a slow machine.
settings.register_profile("host", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("a fifth", settings.get_profile("host"), max_examples=20)
settings.register_profile("a few", settings.get_profile("host"), max_examples=5)
settings.load_profile("host")

# No test sees the mods that are installed for whoever runs it.
os.environ["DUNGEON_HOST_MODS"] = str(Path(tempfile.gettempdir()) / f"no-mods-{os.getpid()}")

# Ctrl-C is off in what a shell runs in the background, and in its children; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# `make quick` runs so many cases of a test, so many tests of a file, and so many of all in a browser or that ask a
# studio, which takes a second to start, evenly spread.
QUICK_CASES, QUICK_TESTS, QUICK_PAGES, QUICK_STUDIOS = 2, 2, 2, 4


def _mark_all_but(count: int, items: list[pytest.Item]) -> None:
    """Mark items as slow, except `count` of them, evenly spread, the first among them."""
    if count >= len(items):
        return
    chosen = spread(count, len(items))
    for number, item in enumerate(items):
        if number not in chosen:
            item.add_marker(pytest.mark.slow)


def pytest_configure(config: pytest.Config) -> None:
    """Try all random examples where all cases run, a fifth in `make test`, and a few in `make quick`."""
    marks = config.option.markexpr
    settings.load_profile("host" if not marks else "a few" if marks == "not slow" else "a fifth")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are found: there is little, and each collection looks through all of them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark most cases of long lists, and most tests of long files, as slow: `make quick` runs a sample of them."""
    if "slow" not in config.option.markexpr:
        return

    def has(fixture: str, item: pytest.Item) -> bool:
        return fixture in getattr(item, "fixturenames", ())

    for item in items:
        if item.get_closest_marker("sweep"):
            item.add_marker(pytest.mark.slow)
    for key, most in (
        (lambda item: has("page", item) or None, QUICK_PAGES),
        (lambda item: item.nodeid.partition("[")[0], QUICK_CASES),
        (lambda item: None if has("page", item) else item.path, QUICK_TESTS),
        (lambda item: (has("studio", item) and not has("page", item)) or None, QUICK_STUDIOS),
    ):
        groups: dict[Any, list[pytest.Item]] = defaultdict(list)
        for item in items:
            if item.get_closest_marker("slow") is None and (group := key(item)) is not None:
                groups[group].append(item)
        for group in groups.values():
            _mark_all_but(most, group)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start a worker more than there are processors: tests also wait, for processes and for clocks."""
    return (yield) + 1


def pytest_collection_finish(session: pytest.Session) -> None:
    """Hide all tests from the garbage collector, and make forks of this process cheap where it has many.

    A command `test` that runs in this process ends with several collections, which look through all that is there.
    """
    gc.collect()
    gc.freeze()
    if len(session.items) > _FEW_TESTS:
        memory.use_huge_pages()


# It takes a quarter of a second to put memory into huge pages.
_FEW_TESTS = 500


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Give memory back to the system between two files of tests: many tests fork this process."""
    if nextitem is None or nextitem.path != item.path:
        memory.give_back()


# Numbers of the folders of tests.
_NUMBERS = count(1)


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new folder. For each, the fixture of pytest looks through the folders of all tests before it."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}{next(_NUMBERS)}", numbered=False)


@pytest.fixture
def make_mod(tmp_path: Path) -> MakeMod:
    """`make_mod("id", init="…", files={"other.lua": "…"})` writes a mod with a manifest; `toml` adds lines to it."""

    def make(
        identity: str,
        init: str = "",
        *,
        toml: str = "",
        files: Mapping[str, str] | None = None,
        root: Path | None = None,
    ) -> Path:
        manifest = f'id = "{identity}"\nversion = "1.0"\n{dedent(toml)}'
        return write_mod((root or tmp_path) / identity, {"mod.toml": manifest, "init.lua": init, **(files or {})})

    return make


@pytest.fixture
def mod_one(make_mod: MakeMod) -> MakeMod:
    """`mod_one("…", toml=…, files={…})` writes a mod with the id "one" and that init.lua."""
    return lambda init, **more: make_mod("one", init=init, **more)


@pytest.fixture
def run_lua(tmp_path: Path) -> RunLua:
    """`run_lua("print(1)", mods=[…], seed=1, players=2, play=0)` runs Lua at the start of a game, in a new host.

    `load` is Lua that a small mod "tiles" runs while mods load, after KTS_TILES; the script finds its variables in `T`.
    Errors are raised as the library raises them.
    """

    def run(
        script: str,
        *,
        load: str | None = None,
        files: Mapping[str, str] | None = None,
        mods: list[Any] | None = None,
        **game: Any,
    ) -> ScriptRun:
        folders = list(mods or [])
        if load is not None:
            folders.append(write_tiles(tmp_path / "tiles", load, files))
        return ScriptHost(folders).run(script, tmp_path / "scripts", has_tiles=load is not None, **game)

    return run


@pytest.fixture(scope="module")
def run_shared(tmp_path_factory: pytest.TempPathFactory) -> RunLua:
    """Run Lua as `run_lua` does, in one host of a test file for all scripts with the same `load`, each in a new game.

    For many short scripts that write nothing into the tables of mods, or only what each of them writes.
    """
    hosts: dict[object, ScriptHost] = {}
    scripts = tmp_path_factory.mktemp("scripts")

    def run(script: str, *, load: str | None = None, files: Mapping[str, str] | None = None, **game: Any) -> ScriptRun:
        key = (load, tuple((files or {}).items()))
        if key not in hosts:
            mods = [] if load is None else [write_tiles(tmp_path_factory.mktemp("mods") / "tiles", load, files)]
            hosts[key] = ScriptHost(mods)
        return hosts[key].run(script, scripts, has_tiles=load is not None, **game)

    return run


@pytest.fixture(scope="session")
def base_host() -> Host:
    """A host with the bundled base, shared by tests that do not change it; its output is dropped."""
    return Host(["base"], output=lambda _: None)
