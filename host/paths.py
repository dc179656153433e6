"""Where the host's own Lua, mods and templates lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

LUA = _DATA / "lua"
BUNDLED_MODS = _DATA / "mods"
# What new mods are made of.
TEMPLATES = _DATA / "templates"


def bundled_ids() -> list[str]:
    """The ids of the mods that come with the host: those of their folders."""
    if not BUNDLED_MODS.is_dir():
        return []
    return sorted(path.name for path in BUNDLED_MODS.iterdir() if (path / "mod.toml").is_file())


def declarations(dialect: str) -> list[str]:
    """The modules of Lua that hold what is declared of a dialect's Lua half, such as `areas/api/map`."""
    return sorted(path.relative_to(LUA).with_suffix("").as_posix() for path in (LUA / dialect / "api").glob("*.lua"))


def why_no_folder(path: Path) -> str | None:
    """ "does not exist" or "is not a folder"; None for a folder."""
    try:
        if path.is_dir():
            return None
        return "is not a folder" if path.exists() else "does not exist"
    except OSError:
        # The name is longer than any name can be.
        return "does not exist"


def stubs() -> Path:
    """The folder of stubs that tell editors of every name, for `workspace.library` of the Lua language server."""
    return _DATA / "stubs"
