"""Where the host's own Lua and mods lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

LUA = _DATA / "lua"
BUNDLED_MODS = _DATA / "mods"
