"""Fixtures of tests of installation: a folder of installed mods, and a current folder without mods."""

from __future__ import annotations

from pathlib import Path

import pytest

import host.tools.checking.run


@pytest.fixture(autouse=True)
def user_mods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of installed mods, which does not exist yet."""
    monkeypatch.delenv("DUNGEON_HOST_MODS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(host.tools.checking.run, "HASH_SEEDS", ())
    return tmp_path / "data" / "dungeon-host" / "mods"
