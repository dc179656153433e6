"""Snapshots copy the files of mods, and nothing else of what strangers put into a mod."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from host.errors import HostError, HostErrors, RequestError
from host.mods.files import content_hash
from host.mods.snapshot import Snapshot
from tests.helpers import write_mod

MANIFEST = 'id = "m"\nversion = "1"\n'

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="makes links and pipes")


def test_files_and_links_in_the_mod_are_copied(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    mod = write_mod(tmp_path / "mods" / "m", {"mod.toml": MANIFEST, "init.lua": "", "a/b/c.lua": "return 1"})
    (mod / "inside.lua").symlink_to(mod / "a" / "b" / "c.lua")
    (mod / "folder").symlink_to("a/b")
    (mod / "outside.lua").symlink_to(secret)
    (mod / "up").symlink_to("..")
    (mod / "loop").symlink_to("loop")
    (mod / ".git").mkdir()
    (mod / ".git" / "config").write_text("x")
    os.mkfifo(mod / "pipe")
    with (mod / "sparse").open("wb") as file:
        file.truncate(2**34)
    snapshot = Snapshot([str(mod)])
    copy = Path(snapshot.folders[0])
    assert copy.name == "m"
    names = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*"))
    assert names == ["a", "a/b", "a/b/c.lua", "folder", "init.lua", "inside.lua", "mod.toml", "sparse"]
    assert (copy / "inside.lua").resolve() == copy.resolve() / "a" / "b" / "c.lua"
    assert (copy / "folder" / "c.lua").read_text() == "return 1"
    assert content_hash(copy) == content_hash(mod)
    snapshot.close()
    snapshot.close()
    assert not copy.exists()
    assert secret.read_text() == "secret"


def test_mods_that_are_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": "", "text.txt": "x" * 1000})
    monkeypatch.setattr("host.mods.snapshot.MOST_BYTES", 500)
    with pytest.raises(RequestError, match=r"is too large: mods must have at most 20000 files"):
        Snapshot([str(mod)])
    monkeypatch.setattr("host.mods.snapshot.MOST_FILES", 2)
    with pytest.raises(RequestError, match="is too large: mods must have at most 2 files"):
        Snapshot([str(mod)])


def test_errors_name_the_folders_of_the_user(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": ""})
    snapshot = Snapshot([str(mod)])
    text = f'"{snapshot.folders[0]}/mod.toml" is wrong'
    error = snapshot.with_original_paths(HostErrors([HostError(text), HostError(text, hint=text)]))
    assert str(mod) in str(error)
    assert snapshot.folders[0] not in str(error)
    snapshot.close()
