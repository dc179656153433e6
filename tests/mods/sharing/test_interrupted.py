"""Installations that are killed, and several at once: the mods before or the mods after are installed, all of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host import HostError, install, installed_mods, uninstall
from host.mods.files import content_hash
from host.mods.sharing import user_folder
from tests.helpers import ROOT
from tests.mods.sharing.helpers import pack

# Says when it begins, so that the time until it is killed counts from there.
_INSTALL = """
import sys
from host import install
from host.mods.sharing import candidates, resolution
import resolvelib, platformdirs
print("ready", flush=True)
install(*sys.argv[1:])
print("done", flush=True)
"""


def start(*archives: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", _INSTALL, *map(str, archives)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_killed_installation_leaves_one_version_whole(tmp_path: Path, user_mods: Path) -> None:
    versions = ("1.0.0", "2.0.0")
    archives: dict[str, list[Path]] = {}
    hashes: dict[tuple[str, str], str] = {}
    for version in versions:
        files = {f"rooms/{number}.txt": f"{version} {number}\n" * 50 for number in range(150)}
        annex = pack(tmp_path, "annex", version, needs={"hall": f"=={version}"}, files=files)
        archives[version] = [annex, pack(tmp_path, "hall", version, files=files)]
        for mod in ("annex", "hall"):
            hashes[mod, version] = content_hash(tmp_path / "sources" / f"{mod}-{version}")
    install(*archives["1.0.0"])
    with start(*archives["2.0.0"]) as process:
        begin = time.monotonic()
        assert process.wait(60) == 0
    seconds = time.monotonic() - begin
    current, killed = "2.0.0", 0
    for number in range(12):
        other = versions[current == "1.0.0"]
        with start(*archives[other]) as process:
            time.sleep(seconds * number / 11)
            process.kill()
        killed += process.returncode != 0
        found = {mod.id: mod.version for mod in installed_mods()}
        assert found in ({"annex": current, "hall": current}, {"annex": other, "hall": other})
        current = found["hall"]
        for mod in installed_mods():
            assert content_hash(mod.folder) == hashes[mod.id, mod.version]
        # A folder that looks like a mod is whole, whoever names it.
        for manifest in user_mods.rglob("mod.toml"):
            assert content_hash(manifest.parent) in hashes.values()
    assert killed >= 6
    install(*archives[versions[current == "1.0.0"]])
    assert len([*user_mods.rglob("mod.toml")]) == 2
    assert not [*user_mods.glob(".new-*")]


def test_installations_at_once_all_count(tmp_path: Path) -> None:
    archives = [pack(tmp_path, f"mod_{letter}") for letter in "abcdefgh"]
    processes = [start(archive) for archive in archives[:3]]
    with ThreadPoolExecutor(5) as threads:
        changes = list(threads.map(install, archives[3:]))
    assert all(len(made) == 1 for made in changes)
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert [mod.id for mod in installed_mods()] == [f"mod_{letter}" for letter in "abcdefgh"]
    assert all((mod.folder / "mod.toml").is_file() for mod in installed_mods())
    for process in processes:
        assert process.stdout is not None
        process.stdout.close()


def test_one_of_many_installs_the_same_mod(tmp_path: Path, user_mods: Path) -> None:
    archive = pack(tmp_path, "hall")
    with ThreadPoolExecutor(6) as threads:
        changes = list(threads.map(install, [archive] * 6))
    assert sorted(map(len, changes)) == [0] * 5 + [1]
    assert len([*user_mods.rglob("mod.toml")]) == 1


def test_what_another_process_needs_is_not_removed_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(pack(tmp_path, "hall"))
    annex = pack(tmp_path, "annex", needs={"hall": ""})
    change = user_folder.change_mods

    def install_before(*arguments: object) -> None:
        monkeypatch.setattr("host.mods.sharing.installing.change_mods", change)
        install(annex)
        change(*arguments)  # type: ignore[arg-type]

    # Between the decision to remove the hall and its removal, a mod that needs it is installed.
    monkeypatch.setattr("host.mods.sharing.installing.change_mods", install_before)
    with pytest.raises(HostError, match="annex needs hall"):
        uninstall("hall")
    assert [mod.id for mod in installed_mods()] == ["annex", "hall"]


def test_a_lock_that_is_held_is_waited_for(tmp_path: Path, user_mods: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_folder, "_SECONDS", 0.2)
    user_mods.mkdir(parents=True)
    with user_folder._locked(user_mods), pytest.raises(HostError, match="another process"):
        install(pack(tmp_path, "hall"))
    install(tmp_path / "hall-1.0.0.zip")


@pytest.mark.parametrize("name", ["write_whole", "_write_mod"])
def test_an_error_in_the_middle_changes_nothing(
    name: str, tmp_path: Path, user_mods: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(pack(tmp_path, "hall"))
    before = sorted(user_mods.rglob("*"))

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(user_folder, name, fail)
    with pytest.raises(HostError, match="No space left on device"):
        install(pack(tmp_path, "hall", "2.0.0"))
    assert sorted(user_mods.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path, user_mods: Path) -> None:
    user_mods.mkdir(parents=True)
    user_mods.chmod(0o500)
    with pytest.raises(HostError, match="cannot be changed: Permission denied"):
        install(pack(tmp_path, "hall"))


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path, user_mods: Path) -> None:
    user_mods.mkdir(parents=True)
    (user_mods / ".lock").symlink_to(tmp_path / "planted")
    with pytest.raises(HostError, match="cannot be changed"):
        install(pack(tmp_path, "hall"))
    assert not (tmp_path / "planted").exists()
