"""Paths of the Lua half, bundled mods and templates, beside the package in a checkout or inside it in a wheel, and the
mods that a caller names by path or id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from host.errors import RequestError, show_value

_PACKAGE = Path(__file__).resolve().parents[1]
_DATA = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

LUA = _DATA / "lua"
BUNDLED_MODS = _DATA / "mods"
# Templates of new mods.
TEMPLATES = _DATA / "templates"
# Guides in Markdown.
GUIDES = _DATA / "docs"
README = _DATA / "README.md"
# The name of a folder that is a mod, and what a caller may write for an id.
MOD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def bundled_ids() -> list[str]:
    """Return the ids of the bundled mods, which are the names of their folders."""
    if not BUNDLED_MODS.is_dir():
        return []
    return sorted(path.name for path in BUNDLED_MODS.iterdir() if (path / "mod.toml").is_file())


def as_mods(mods: Any) -> list[str | Path]:
    """Return folders as paths and bundled mods as ids, from one of them or any number."""
    if isinstance(mods, str | Path):
        mods = [mods]
    try:
        listed = list(mods)
    except TypeError:
        raise RequestError(f"mods is {show_value(mods)}: must be a list of folders and ids") from None
    for mod in listed:
        if not isinstance(mod, str | Path):
            raise RequestError(
                f"mods has the element {show_value(mod)}: must be the Path of a folder or the id of a bundled mod"
            )
    return [mod if isinstance(mod, Path) or MOD_ID.match(mod) else Path(mod) for mod in listed]


def also_bundled(loaded: Iterable[str]) -> str | None:
    """Return a line that lists the bundled mods that are not loaded, or None when all are."""
    left = sorted({*bundled_ids()} - {*loaded})
    return f"also bundled: {', '.join(left)} (--mods NAME loads {'it' if len(left) == 1 else 'them'})" if left else None


def declarations(dialect: str) -> list[str]:
    """List the Lua modules that declare the functions of a dialect's Lua half, such as `areas/api/map/map`."""
    # The names that every mod has are the book "host"; their Lua lies in lua/core.
    folder = LUA / ("core" if dialect == "host" else dialect) / "api"
    files = sorted(folder.rglob("*.lua"), key=lambda path: path.name)
    return [path.relative_to(LUA).with_suffix("").as_posix() for path in files]


def relative_path(path: str | Path) -> str:
    """Return a path relative to the current folder when it lies below that, and unchanged otherwise."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return str(path)


def paths_beside(path: str) -> list[str]:
    """Return the other paths in the folder of a path, spelled as that path is: one of them may be meant."""
    start = path[: path.rfind("/") + 1]
    try:
        return [start + other.name for other in sorted(Path(start).iterdir()) if start + other.name != path]
    except OSError:
        return []


def why_no_folder(path: Path) -> str | None:
    """Return "does not exist" or "is not a folder", or None for a folder."""
    try:
        if path.is_dir():
            return None
        return "is not a folder" if path.exists() else "does not exist"
    except (OSError, ValueError):
        # The name is too long for the file system, or no name of one.
        return "does not exist"


# The command that installs a release of the host, for people who have none.
INSTALL = "python -m pip install dungeon-host"


def how_to_install(package: str) -> str:
    """Return the command that installs a package for this Python; "[survey]" is an extra of the host.

    A checkout is installed in place: a copy of it would not change with it. Where the package is installed, pip adds
    what an extra needs, and does not look for the host, which no index may have. The pip of another Python would
    look for it.
    """
    # Only messages need these.
    import shlex
    import sys

    if package.startswith("["):
        package = f'-e "{_DATA}{package}"' if _PACKAGE.parent == _DATA else f'"dungeon-host{package}"'
    return f"{shlex.quote(sys.executable)} -m pip install {package}"
