"""`install`, `uninstall` and `info` with archives: commands and programs find installed mods by id."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from host import Host, HostError, install, installed_mods, uninstall
from tests.helpers import run_command, write_mod
from tests.mods.sharing.helpers import installed_files, pack, zip_of


def run(*words: str | Path) -> str:
    """Run a command that succeeds, and return what it prints."""
    done = run_command(*words)
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str | Path) -> str:
    done = run_command(*words)
    assert done.exit_code == 1, done.output
    assert "Traceback" not in done.output
    return done.stderr


@pytest.mark.slow
def test_a_mod_from_a_file_is_found_by_its_id_everywhere(tmp_path: Path, user_mods: Path) -> None:
    archive = pack(tmp_path, "hall")
    assert run("install", archive) == f"hall 1.0.0 from {archive}\n"
    assert installed_files(user_mods) == ["hall"]
    assert "11 × 11 squares" in run("generate", "hall", "--seed", "1")
    assert "hall.hall" in run("generators", "hall")
    assert re.search(r"hall +1\.0\.0", run("mods", "--mods", "hall"))
    assert "1 mod checked" in run("check", "hall")
    run("simulate", "hall", "--seed", "1", "--turns", "1")
    run("survey", "run", "hall", "--count", "2", "--metrics", "none", "-o", "it.survey")
    run("survey", "show", "it.survey")
    run("generate", "hall", "--seed", "1", "-o", "it.json")
    assert "the same dungeon" in run("generate", "--from", "it.json")
    assert Host(["hall"]).generate("hall", seed=1).width == 11
    # No mod is loaded that nobody asks for.
    assert "hall" not in run("mods")
    assert "all of that is installed already" in run("install", archive)


@pytest.mark.slow
def test_mods_in_folders_come_before_installed_ones(tmp_path: Path) -> None:
    install(pack(tmp_path, "hall"))
    write_mod(Path("hall"), {"mod.toml": 'id = "hall"\nversion = "2.0.0"\n', "init.lua": ""})
    write_mod(Path("annex"), {"mod.toml": 'id = "annex"\nversion = "1"\n[dependencies]\nhall = "*"\n', "init.lua": ""})
    for words in (["--mods", "."], ["--mods", "annex"]):
        assert re.search(r"hall +2\.0\.0", run("mods", *words))
    shutil.rmtree("hall")
    assert re.search(r"hall +1\.0\.0", run("mods", "--mods", "annex"))
    assert "1 mod checked: no errors" in run("check", "./annex")
    Path("annex/tests").mkdir()
    Path("annex/tests/a_test.lua").write_text('it("has a hall", function() require "hall" end)\n')
    assert "1 passed" in run("test", "./annex")
    assert [mod.id for mod in Host([Path("annex")]).mods] == ["hall", "annex"]
    assert "annex.zip: 3 files" in run("pack", "./annex", "-o", "annex.zip")


def test_another_version_takes_the_place_of_the_first(tmp_path: Path, user_mods: Path) -> None:
    install(pack(tmp_path, "hall"))
    (change,) = install(pack(tmp_path, "hall", "1.1.0"))
    assert (change.before, change.version) == ("1.0.0", "1.1.0")
    assert installed_files(user_mods) == ["hall"]
    assert [mod.version for mod in installed_mods()] == ["1.1.0"]
    assert "hall 1.0.0 (was 1.1.0)" in run("install", tmp_path / "hall-1.0.0.zip")


def test_what_a_mod_needs_must_be_there(tmp_path: Path, user_mods: Path) -> None:
    hall, annex = pack(tmp_path, "hall"), pack(tmp_path, "annex", needs={"hall": ">=1", "base": ">=1", "loft": ""})
    message = refused("install", annex)
    assert 'there is no mod "hall": annex 1.0.0 needs hall >=1' in message
    assert 'there is no mod "loft": annex 1.0.0 needs loft' in message
    assert "name the archives of what is needed, too" in message
    assert "is the folder of a mod: dungeon-host pack makes" in refused("install", tmp_path / "sources" / "hall-1.0.0")
    assert not user_mods.exists()
    run("install", annex, hall, pack(tmp_path, "loft", needs={"hall": "==1.0.0"}))
    message = refused("install", pack(tmp_path, "hall", "2.0.0"))
    assert "no version of hall fits: " in message
    assert "loft 1.0.0 needs hall ==1.0.0" in message
    assert [mod.version for mod in installed_mods()] == ["1.0.0"] * 3


def test_uninstall_names_the_mods_that_need_it(tmp_path: Path, user_mods: Path) -> None:
    install(pack(tmp_path, "hall"), pack(tmp_path, "annex", needs={"hall": ""}))
    assert "hall cannot be removed: annex needs hall" in refused("uninstall", "hall")
    assert 'the mod "hal" is not installed; did you mean "hall"?' in refused("uninstall", "hal")
    assert "bundled with the host" in refused("uninstall", "base")
    assert run("uninstall", "hall", "annex") == "hall 1.0.0 is removed\nannex 1.0.0 is removed\n"
    assert installed_files(user_mods) == []
    assert 'there is no generator "hall"' in refused("generate", "hall")
    install(tmp_path / "hall-1.0.0.zip")
    (mod,) = uninstall("hall")
    assert mod.version == "1.0.0"


def test_info_shows_mods_without_running_them(tmp_path: Path) -> None:
    archive = pack(tmp_path, "hall", toml='description = "A \\u001b[31mhall"', files={"init.lua": "error('runs')"})
    assert "no mod is installed" in run("info")
    shown = run("info", archive)
    assert "hall 1.0.0" in shown
    assert "A \\x1b[31mhall" in shown
    assert "files     2 files" in shown
    assert 'there is no mod "hall"' in refused("info", "hall")
    install(archive)
    assert "SHA-256" in run("info", "hall")
    assert "a file" in run("info")
    assert "bundled with the host" in run("info", "base")
    # The error of the mod shows that it is the one that was not run before.
    assert "runs" in refused("generate", "hall")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"hall/init.lua": ""}, "has no mod.toml"),
        ({"hall/mod.lua": 'return { id = "hall" }', "hall/init.lua": ""}, "has no mod.toml"),
        ({"hall/mod.toml": 'id = "hall"\nversion = "1"\n'}, "there is no such file"),
        ({"hall/mod.toml": 'id = "hull"\nversion = "1"\n', "hall/init.lua": ""}, 'must be "hull"'),
        ({"hall/mod.toml": "id = hall", "hall/init.lua": ""}, "the manifest is not TOML"),
        ({"base/mod.toml": 'id = "base"\nversion = "9"\n', "base/init.lua": ""}, "bundled with the host"),
        ({"hall/mod.toml": 'id = "hall"\nversion = "1"\nentry = "../x.lua"\n', "hall/x.lua": ""}, "leads out"),
        ({"hall/mod.toml": b"\xff", "hall/init.lua": ""}, "is not UTF-8"),
        ({"hall/mod.toml": "# " + "x" * 2**18, "hall/init.lua": ""}, "too large"),
    ],
)
def test_archives_without_a_mod_are_refused(
    files: dict[str, bytes | str], reason: str, tmp_path: Path, user_mods: Path
) -> None:
    (tmp_path / "hall.zip").write_bytes(zip_of(files))
    for command in ("install", "info"):
        if reason != "bundled with the host" or command == "install":
            assert reason in refused(command, tmp_path / "hall.zip")
    assert not user_mods.exists()


def test_one_bad_archive_of_several_installs_nothing(tmp_path: Path, user_mods: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(zip_of({"loft/mod.toml": "", "../x": ""}))
    assert "leads out of the archive" in refused("install", pack(tmp_path, "hall"), tmp_path / "bad.zip")
    assert 'there is no file "' in refused("install", tmp_path / "none.zip")
    assert "are both the mod hall" in refused("install", tmp_path / "hall-1.0.0.zip", pack(tmp_path, "hall", "2.0.0"))
    assert not user_mods.exists()


def test_the_folder_is_an_option_of_the_environment(
    tmp_path: Path, user_mods: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUNGEON_HOST_MODS", str(tmp_path / "other"))
    install(pack(tmp_path, "hall"))
    assert installed_files(tmp_path / "other") == ["hall"]
    assert not user_mods.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 2, "mods": {}}',
        '{"version": 1, "mods": {"hall": 1}}',
        '{"version": 1, "mods": {"hall": {"version": "1", "folder": "../hall", "sha256": "", "index": null}}}',
        "[" * 100_000,
    ],
)
def test_a_list_that_is_damaged_is_not_followed(text: str, tmp_path: Path, user_mods: Path) -> None:
    user_mods.mkdir(parents=True)
    (user_mods / "installed.json").write_text(text)
    archive = pack(tmp_path, "hall")
    for words in (["install", archive], ["uninstall", "hall"], ["info"]):
        assert "is not a list of installed mods" in refused(*words)
    # Commands that need no installed mod do not look.
    run("generate", "caves", "--seed", "1")
    with pytest.raises(HostError):
        Host(["hall"])


def test_what_others_left_is_removed_and_nothing_else(tmp_path: Path, user_mods: Path) -> None:
    install(pack(tmp_path, "hall"))
    (user_mods / ".new-hall-2.0.0-0123456789abcdef" / "hall").mkdir(parents=True)
    (user_mods / "hall-2.0.0-0123456789abcdef" / "hall").mkdir(parents=True)
    (user_mods / ".installed.json.0123456789abcdef").touch()
    (user_mods / "mine").mkdir()
    (user_mods / "loft-1.0.0-0123456789abcdef").symlink_to(tmp_path)
    install(pack(tmp_path, "annex"))
    names = sorted(path.name.rpartition("-")[0] for path in user_mods.iterdir() if path.name != "mine")
    assert names == ["", "", "annex-1.0.0", "hall-1.0.0", "loft-1.0.0"]
    assert (user_mods / "mine").exists()
    assert json.loads((user_mods / "installed.json").read_text())["mods"].keys() == {"annex", "hall"}


def test_a_manifest_in_lua_finds_installed_mods(tmp_path: Path) -> None:
    install(pack(tmp_path, "hall"))
    manifest = 'return { id = "attic", version = "0.3.0", dependencies = { hall = ">=1" } }\n'
    write_mod(Path("attic"), {"mod.lua": manifest, "init.lua": ""})
    assert re.search(r"hall +1\.0\.0", run("mods", "--mods", "attic"))


def test_shells_complete_installed_mods(tmp_path: Path) -> None:
    import click

    from host.cli.completion import complete_installed, complete_mod_ids
    from host.cli.main import cli

    install(pack(tmp_path, "hall"))
    for complete in (complete_installed, complete_mod_ids):
        offered = complete(click.Context(cli), click.Argument(["mod"]), "ha")
        assert [item.value for item in offered] == ["hall"]


@pytest.mark.parametrize("package", ["resolvelib", "platformdirs"])
def test_a_package_that_is_missing_is_named(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = pack(tmp_path, "hall")
    monkeypatch.setitem(sys.modules, package, None)
    message = refused("install", archive)
    assert f"the Python package {package}" in message
    assert "[install]" in message
    # Other commands go on as if nothing were installed.
    assert 'there is no generator "hall"' in refused("generate", "hall")
    assert "hall 1.0.0" in run("info", archive)
