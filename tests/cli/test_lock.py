"""`dungeon-host lock`: commands in a folder refuse mods that differ from its mods.lock."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import pytest

from host import __version__
from host.version import GENERATION_VERSION
from tests.helpers import run_command, sampled, write_mod

HALL = {
    "mod.toml": 'id = "hall"\nversion = "1.0.0"\n',
    "init.lua": 'print("hall runs")\nkts.Tile { name = "floor" }\n',
    "lore.txt": "once\n",
}
OLD = {"mod.lua": 'return { id = "attic", version = "0.3.0", dependencies = {} }\n', "init.lua": ""}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_mod(tmp_path / "mods" / "hall", HALL)
    write_mod(tmp_path / "mods" / "attic", OLD)
    done = run_command("lock", "--mods", "mods")
    assert done.exit_code == 0, done.output
    assert "mods.lock: 3 mods" in done.output
    return tmp_path


def refused(folder: Path) -> str:
    """Return what a command says that a lock refuses, which neither runs the mod nor changes the lock."""
    text = (folder / "mods.lock").read_bytes()
    done = run_command("generate", "caves", "--set", "width=20", "--set", "height=20", "--mods", "mods")
    again = run_command("lock", "--mods", "mods")
    assert done.exit_code == again.exit_code == 1
    assert "hall runs" not in done.output
    assert (folder / "mods.lock").read_bytes() == text
    assert done.output.splitlines()[0] in again.output
    return str(done.output)


def test_a_lock_has_mods_versions_and_files(folder: Path) -> None:
    lock = tomllib.loads((folder / "mods.lock").read_text())
    assert (lock["host_version"], lock["generation_version"]) == (__version__, GENERATION_VERSION)
    mods = {mod["id"]: mod for mod in lock["mods"]}
    assert {name: mod["version"] for name, mod in mods.items()} == {"attic": "0.3.0", "base": "1.0.0", "hall": "1.0.0"}
    assert [*mods["hall"]["files"]] == ["init.lua", "lore.txt", "mod.toml"]
    assert "mods.lock matches: 3 mods" in run_command("lock").output
    assert run_command("generate", "caves", "--set", "width=20", "--mods", "mods").exit_code == 0


def test_what_changed_is_said_until_the_lock_is_updated(folder: Path) -> None:
    mod = folder / "mods" / "hall"
    (mod / "lore.txt").unlink()
    (mod / "more.lua").write_text("")
    (mod / "mod.toml").write_text(HALL["mod.toml"].replace("1.0.0", "1.1.0"))
    files = "lore.txt is gone, mod.toml changed and more.lua is new"
    text = f"the mod hall (1.0.0 then and 1.1.0 now) has other files: {files}"
    assert text in refused(folder)
    # The lock knows its folders.
    done = run_command("lock", "--update")
    assert done.exit_code == 0
    assert text in done.output
    assert run_command("generate", "caves", "--set", "width=20", "--mods", "mods").exit_code == 0
    assert run_command("lock").exit_code == 0


def test_a_mod_with_a_mod_lua_and_a_new_mod_are_compared(folder: Path) -> None:
    write_mod(folder / "mods" / "cellar", {"init.lua": ""})
    assert "the mod cellar is not in the lock" in refused(folder)
    run_command("lock", "--update")
    (folder / "mods" / "attic" / "init.lua").write_text("-- new\n")
    assert "the mod attic (0.3.0" in refused(folder)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "caves"],
        ["survey", "run", "caves", "--count", "1", "-o", "x.survey"],
        ["survey", "find", "caves", "rooms > 0"],
        ["generate", "caves", "--count", "1", "-o", "out"],
        ["mods"],
        ["pools"],
        ["travel", "hall", "--keys", "l"],
        ["generators"],
        ["why", "item", "base.gem"],
        ["run", "script.lua"],
    ],
    ids=lambda words: "_".join(words[:2]),
)
def test_commands_that_load_mods_refuse_other_files(folder: Path, words: list[str]) -> None:
    (folder / "script.lua").write_text("")
    (folder / "mods" / "hall" / "init.lua").write_text("-- other\n")
    done = run_command(*words, "--mods", "mods")
    assert done.exit_code == 1
    assert "mods.lock does not match: the mod hall (1.0.0) has other files: init.lua changed" in done.output


def test_a_lock_in_the_folder_of_a_mod_is_no_file_of_the_mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_mod(tmp_path / "hall", HALL))
    for words in ("lock", "lock", "mods", "lock --update", "mods", "pack . -o ../h.zip"):
        done = run_command(*words.split())
        assert done.exit_code == 0, done.output
    assert "mods.lock" not in zipfile.ZipFile(tmp_path / "h.zip").namelist()


def test_another_generation_is_refused(folder: Path) -> None:
    lock = folder / "mods.lock"
    lock.write_text(lock.read_text().replace(f"generation_version = {GENERATION_VERSION}", "generation_version = 0"))
    assert f"the generation is {GENERATION_VERSION} and was 0: maps may differ" in refused(folder)


@pytest.mark.parametrize(
    "text",
    sampled(
        [
            "x = [",
            "",
            "version = 2\ngeneration_version = 1\nfolders = []\nmods = []",
            "version = 1\ngeneration_version = true\nfolders = []\nmods = []",
            "version = 1\ngeneration_version = 1\nfolders = [1]\nmods = []",
            "version = 1\ngeneration_version = 1\nfolders = []\nmods = [1]",
            "version = 1\ngeneration_version = 1\nfolders = []\n[[mods]]\nid = 1\nversion = '1'\nhash = 'x'",
            "version=1\ngeneration_version=1\nfolders=[]\n[[mods]]\nid='a'\nversion='1'\nhash='x'\nfiles={a = 1}",
            "a" + ".a" * 10_000 + " = 1",
        ],
        4,
    ),
    ids=lambda text: text[-20:],
)
def test_a_file_that_is_no_lock_ends_with_a_line_and_is_written_again(folder: Path, text: str) -> None:
    (folder / "mods.lock").write_text(text)
    done = run_command("generate", "caves", "--mods", "mods")
    assert done.exit_code == 1
    assert done.output.startswith('error: "mods.lock" ')
    assert "the host failed" not in done.output
    assert run_command("lock", "--update", "--mods", "mods").exit_code == 0
    assert run_command("lock").exit_code == 0
