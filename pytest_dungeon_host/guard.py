"""Stop pytest from running Python in the folders of mods, and from writing into them.

Mods come from strangers, and the process of pytest is not sandboxed. So pytest must not load a `conftest.py`, a Python
test or a configuration file of a mod. Its cache in the folder of a mod could be links of that mod, so it is elsewhere.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Generator, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn

import pytest

# Files that make a folder a mod, as in `host.paths.folders`: this guard holds where `host` is another package.
MANIFESTS, MAIN_FILES = ("mod.toml", "mod.lua"), ("init.lua", "main.lua")

# Folders in each other, below a mod, in which tests are looked for: pytest takes seconds for hundreds, and then fails.
_MOST_NESTED = 50

# Mods whose Python was ignored with a warning.
_WARNED: pytest.StashKey[set[Path | None]] = pytest.StashKey()


@cache
def _around(path: Path) -> Path | None:
    """Return the outermost mod that a path lies in, as `host.paths.folders` says; None for none."""
    outer = _around(path.parent) if path.parent != path else None
    if outer is not None:
        return outer
    # At the root of the system and in a home, an init.lua or main.lua may belong to anything.
    is_personal = path.parent == path or str(path) == os.path.expanduser("~")  # noqa: PTH111 - raises no error
    return path if has_file(path, MANIFESTS if is_personal else MANIFESTS + MAIN_FILES) else None


def has_file(folder: Path, names: Iterable[str]) -> bool:
    """Return whether a folder has one of some files."""
    return any(os.path.isfile(folder / name) for name in names)  # noqa: PTH113 - no error for names that are too long


def install(config: pytest.Config) -> None:
    """Guard a session, before it loads the first `conftest.py`.

    Raises UsageError when a file in a mod configures the session.
    """
    file = config.inipath
    mod = _around(file.parent.resolve()) if file else None
    if mod is not None:
        raise pytest.UsageError(
            f"{_shown(file)} is in the mod {_shown(mod)}, and a mod must not configure pytest: "
            "run dungeon-host test, or move the file"
        )
    _move_cache(config)
    manager = config.pluginmanager
    # pytest has no hook for this.
    load = manager._loadconftestmodules  # noqa: SLF001

    def load_outside_mods(path: Path, *args: Any, **options: Any) -> None:
        mod = _around(Path(path).resolve())
        load(path if mod is None else mod.parent, *args, **options)

    manager._loadconftestmodules = load_outside_mods  # type: ignore[method-assign] # noqa: SLF001
    manager.register(sys.modules[__name__], "dungeon-host-guard")


def _move_cache(config: pytest.Config) -> None:
    """Let pytest keep its cache in a private folder, unless it is in a project of the user.

    A mod could make it a link. And a shell may run what a file holds: pytest writes the names of tests.
    """
    if not config.pluginmanager.has_plugin("cacheprovider"):
        return
    folder = config.rootpath / config.getini("cache_dir")
    if config.known_args_namespace.lua_only or _around(folder.parent.resolve()) is not None:
        # pytest has no hook for this, either; `getini` has stored the value that it read.
        config._inicache["cache_dir"] = str(cache_folder(config.rootpath))  # noqa: SLF001


def cache_folder(root: Path) -> Path:
    """Return the private folder for the cache of the tests in a folder."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        folder = Path(base).expanduser() / "dungeon-host" / "pytest"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        # pytest warns that it cannot write there.
        folder = Path(os.devnull)
    return folder / blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if _around(config.rootpath.resolve()) is not None:
        # pytest prints the folder at once.
        escape_commands(config)


def escape_commands(config: pytest.Config) -> None:
    """Let a session print no command for a build service from now on: it prints texts of mods."""
    from dungeon_host.workflow import is_build_service, unwrap, wrap

    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not is_build_service():
        return
    # pytest has no hook for this. Other plugins print their own commands elsewhere.
    writer = reporter._tw  # noqa: SLF001
    stream = writer._file  # noqa: SLF001
    writer._file = wrapped = wrap(stream)  # noqa: SLF001

    def end() -> None:
        writer._file = stream  # noqa: SLF001
        unwrap(wrapped)

    if wrapped is not stream:
        config.add_cleanup(end)


def _shown(path: Path | None) -> str:
    """Return a path as text of one line that no build service takes for a command."""
    from dungeon_host.workflow import escape_text, is_build_service

    text = str(path) if str(path).isprintable() else ascii(str(path))[1:-1]
    return escape_text(text) if is_build_service() else text


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, list[Any], list[Any]]:
    """Collect only Lua files in mods; with `--lua-only`, collect only Lua files everywhere."""
    collectors = yield
    mod = _around(file_path.resolve().parent)
    lua_only = parent.config.getoption("--lua-only")
    if file_path.suffix == ".lua" or not (mod or lua_only):
        return collectors
    warned: set[Path | None] = parent.config.stash.setdefault(_WARNED, set())
    if collectors and mod not in warned and not lua_only:
        warned.add(mod)
        text = f"Python in the folder of the mod {_shown(mod)} is not run"
        warnings.warn(pytest.PytestCollectionWarning(text), stacklevel=1)
    return []


@pytest.hookimpl(tryfirst=True)
def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore links to folders that lie in mods or lead in a circle, and folders nested deeply: paths without end."""
    try:
        if not collection_path.is_dir():
            return None
    except PermissionError:
        # It is in a folder that may be listed and not entered.
        return True if config.getoption("--lua-only") or _around(collection_path.parent) is not None else None
    if not collection_path.is_symlink():
        mod = _around(collection_path)
        if mod is None or len(collection_path.relative_to(mod).parts) <= _MOST_NESTED:
            return None
        text = f"{_shown(mod)} has more than {_MOST_NESTED} folders in each other; tests in those below are not run"
        warnings.warn(pytest.PytestCollectionWarning(text), stacklevel=1)
        return True
    target = collection_path.resolve()
    in_circle = any(folder.resolve() == target for folder in collection_path.parents)
    return True if in_circle or _around(collection_path.parent.resolve()) is not None else None


class _Unreadable(pytest.Directory):
    """A folder of a mod that may not be listed: its tests cannot run, which is an error."""

    def collect(self) -> NoReturn:
        raise self.CollectError(f"{_shown(self.path)} cannot be read: Permission denied")


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a folder of a mod as a plain folder: for a package, pytest would import its `__init__.py`."""
    if parent.config.getoption("--lua-only") or _around(path.resolve()) is not None:
        kind = pytest.Dir if os.access(path, os.R_OK) else _Unreadable
        directory: pytest.Directory = kind.from_parent(parent, path=path)
        return directory
    return None
