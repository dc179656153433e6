"""Editors: a language server finds nothing wrong in new mods and bundled mods, and sees mistakes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from host.mods.manifest import DIALECTS
from host.mods.templates import write_mod
from host.paths import BUNDLED_MODS, bundled_ids
from host.tools.reference.stubs import load_stubs
from tests.helpers import run_command
from tests.tools.reference.language_server import diagnose_folder, find_server

SERVER = find_server()
needs_server = pytest.mark.skipif(SERVER is None, reason="no language server: make checkers installs it")


def diagnostics(folder: Path) -> list[str]:
    assert SERVER is not None
    return diagnose_folder(SERVER, folder)


@needs_server
@pytest.mark.parametrize("dialects", [(), *((name,) for name in DIALECTS), DIALECTS], ids=lambda names: "+".join(names))
def test_a_new_mod_has_no_warning(tmp_path: Path, dialects: tuple[str, ...]) -> None:
    write_mod(tmp_path / "my_rats", dialects, load_stubs())
    assert diagnostics(tmp_path / "my_rats") == []


@needs_server
@pytest.mark.parametrize("mod", bundled_ids())
def test_a_bundled_mod_has_no_warning(tmp_path: Path, mod: str) -> None:
    shutil.copytree(BUNDLED_MODS / mod, tmp_path / mod)
    assert run_command("docs", "--stubs", str(tmp_path / mod / ".stubs")).exit_code == 0
    assert diagnostics(tmp_path / mod) == []


@needs_server
@pytest.mark.parametrize(
    ("dialect", "line", "rule"),
    [
        ("kts", "kts.AddTiles()", "undefined-field"),
        ("kts", "print(base.wall_stome)", "undefined-field"),
        ("kts", 'require ".celar"', "unresolved-require"),
        ("kts", 'kts.AddTile("here", base.wall_stone)', "param-type-mismatch"),
        ("kts", "assert.are.eqal(1, 2)", "undefined-field"),
        ("kts", "assert.is_not_conected()", "undefined-field"),
        ("areas", 'Chara.creat("base.fallback")', "undefined-field"),
        ("actions", "World(3, 3).grid:getRealAtt(Vec(1, 1))", "undefined-field"),
        ("rooms", "GameRunner(60, 30):getDungeons()", "undefined-field"),
        ("pools", "Pools.addToSubpol()", "undefined-field"),
    ],
)
def test_the_server_sees_a_mistake(tmp_path: Path, dialect: str, line: str, rule: str) -> None:
    mod = tmp_path / "my_rats"
    write_mod(mod, [dialect], load_stubs())
    (mod / "wrong.lua").write_text(f'local base = require "base"\nprint(base)\n{line}\n')
    assert [re.sub(r": [^:]*$", "", one) for one in diagnostics(mod)] == [f"wrong.lua:3: warning: {rule}"]


def test_stubs_in_a_mod_are_those_of_its_dialects_with_settings_for_editors(tmp_path: Path) -> None:
    mod = tmp_path / "my_rats"
    mod.mkdir()
    (mod / "mod.toml").write_text('id = "rats"\nversion = "1.0"\ndialects = ["kts"]\n')
    (mod / "init.lua").write_text("")
    (mod / ".luarc.json").write_text("{}")
    assert run_command("docs", "--stubs", str(mod / "annotations")).exit_code == 0
    assert (mod / "annotations" / "kts.lua").is_file()
    assert not (mod / "annotations" / "rooms.lua").exists()
    assert (mod / ".luarc.json").read_text() == "{}"
    settings = json.loads((mod / ".emmyrc.json").read_text())
    assert settings["workspace"]["library"] == ["annotations"]
    assert settings["workspace"]["moduleMap"][0] == {"pattern": "^(init|main)$", "replace": "rats"}


def test_stubs_outside_a_mod_come_without_settings(tmp_path: Path) -> None:
    assert run_command("docs", "--stubs", str(tmp_path / "stubs")).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["stubs"]
