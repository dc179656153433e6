"""Installations that are killed, and several at once: the mods before or the mods after are installed, all of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host import HostError, install, installed_mods, uninstall
from host.mods.files import content_hash
from host.mods.sharing import user_folder
from tests.helpers import ROOT
from tests.mods.sharing.helpers import pack

# Kills itself at the call of the system with a number, among those that change or open files; 0 for none.
_INSTALL = """
import os, signal, sys
from host import install
from host.mods.sharing import candidates, resolution
import resolvelib, platformdirs

limit, count = int(sys.argv[1]), 0

def watch(event, arguments):
    global count
    if event in ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir"):
        count += 1
        if count == limit:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
install(*sys.argv[2:])
print(count)
"""


def start(*archives: Path, limit: int = 0) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", _INSTALL, str(limit), *map(str, archives)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def end(process: subprocess.Popen[str]) -> str:
    """Wait for a process, and return what it prints."""
    with process:
        shown, _ = process.communicate(timeout=60)
    return shown


@pytest.mark.slow
@pytest.mark.skipif("sys.platform == 'win32'", reason="there is no SIGKILL there")
def test_a_killed_installation_leaves_one_version_whole(tmp_path: Path, user_mods: Path) -> None:
    versions = ("1.0.0", "2.0.0")
    archives: dict[str, list[Path]] = {}
    hashes: dict[tuple[str, str], str] = {}
    for version in versions:
        files = {f"rooms/{number}.txt": f"{version} {number}\n" * 50 for number in range(20)}
        annex = pack(tmp_path, "annex", version, needs={"hall": f"=={version}"}, files=files)
        archives[version] = [annex, pack(tmp_path, "hall", version, files=files)]
        for mod in ("annex", "hall"):
            hashes[mod, version] = content_hash(tmp_path / "sources" / f"{mod}-{version}")
    install(*archives["1.0.0"])
    count = int(end(start(*archives["2.0.0"])))
    current = "2.0.0"
    seen = set()
    # All over the installation, and at each of the last calls: when the list is replaced, and old versions are removed.
    for limit in sorted({number * count // 12 for number in range(1, 12)} | {*range(count - 60, count - 1, 4)}):
        other = versions[current == "1.0.0"]
        process = start(*archives[other], limit=limit)
        end(process)
        assert process.returncode == -signal.SIGKILL
        found = {mod.id: mod.version for mod in installed_mods()}
        assert found in ({"annex": current, "hall": current}, {"annex": other, "hall": other})
        seen.add(found["hall"] == other)
        current = found["hall"]
        for mod in installed_mods():
            assert content_hash(mod.folder) == hashes[mod.id, mod.version]
        # A folder that looks like a mod is whole, whoever names it.
        for manifest in user_mods.rglob("mod.toml"):
            assert content_hash(manifest.parent) in hashes.values()
    assert seen == {False, True}
    install(*archives[versions[current == "1.0.0"]])
    assert len([*user_mods.rglob("mod.toml")]) == 2
    assert not [*user_mods.glob(".new-*")]


def test_installations_at_once_all_count(tmp_path: Path) -> None:
    archives = [pack(tmp_path, f"mod_{letter}") for letter in "abcdefgh"]
    processes = [start(archive) for archive in archives[:3]]
    with ThreadPoolExecutor(5) as threads:
        changes = list(threads.map(install, archives[3:]))
    assert all(len(made) == 1 for made in changes)
    assert all(int(end(process)) for process in processes)
    assert [mod.id for mod in installed_mods()] == [f"mod_{letter}" for letter in "abcdefgh"]
    assert all((mod.folder / "mod.toml").is_file() for mod in installed_mods())


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
