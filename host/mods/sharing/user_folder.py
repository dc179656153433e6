"""The folder of installed mods: several mods change at once, or none, and one process at a time changes them."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from host.errors import RequestError
from host.export.files import write_whole
from host.mods.installed import FOLDER_NAME, LIST, LIST_VERSION, InstalledMod, parse_installed, read_list
from host.paths.folders import open_below

_LOCK = ".lock"
# The beginning of the name of a folder that is being written.
_NEW = ".new-"
# The name under which the list is written, before it is renamed.
_UNFINISHED_LIST = re.compile(re.escape(f".{LIST}.") + r"[0-9a-f]{16}\Z")
# Seconds to wait for another process that installs, and between two attempts.
_SECONDS, _PAUSE = 60.0, 0.05
# Characters of a version in the name of a folder.
_LONGEST_VERSION = 60


class ListChangedError(Exception):
    """Another process changed what is installed since it was read."""


def change_mods(
    folder: Path,
    before: bytes | None,
    added: Mapping[str, tuple[InstalledMod, Mapping[str, bytes]]],
    removed: Collection[str] = (),
) -> None:
    """Install the files of mods and remove others, all at once, in a folder of installed mods.

    before: the list on which the change is based (`read_list`). Raises ListChangedError when it is another one now.
    added: by id, each mod and its files by their paths, which begin with the id. Its folder is chosen here.

    When this process is killed at any moment, the mods before or the mods after are installed.
    Raises RequestError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            content = read_list(folder)
            if content != before:
                raise ListChangedError
            mods = parse_installed(folder, content)
            for identity in removed:
                mods.pop(identity, None)
            names = {identity: mod.folder.parent.name for identity, mod in mods.items()}
            try:
                for identity, (mod, files) in added.items():
                    names[identity] = _write_mod(folder, mod, files)
                    mods[identity] = mod
                write_whole(folder / LIST, _format_list(mods, names))
            finally:
                # Old versions, or new ones after an error; and what a process left that was killed.
                _clean(folder)
    except OSError as error:
        raise RequestError(f'"{folder}" cannot be changed: {error.strerror}') from None


def _format_list(mods: Mapping[str, InstalledMod], names: Mapping[str, str]) -> bytes:
    rows = {
        identity: {"version": mod.version, "folder": names[identity], "sha256": mod.sha256, "index": mod.source}
        for identity, mod in sorted(mods.items())
    }
    return (json.dumps({"version": LIST_VERSION, "mods": rows}, indent=1) + "\n").encode()


def _write_mod(folder: Path, mod: InstalledMod, files: Mapping[str, bytes]) -> str:
    """Write the files of a mod into a new folder, which nothing names yet, and return its name."""
    version = "".join(c for c in mod.version if c.isascii() and (c.isalnum() or c in ".+!"))[:_LONGEST_VERSION]
    name = f"{mod.id}-{version or '0'}-{os.urandom(8).hex()}"
    manifest = f"{mod.id}/mod.toml"
    # Whatever kills this process: a folder with a manifest is whole.
    for path in [*(path for path in files if path != manifest), manifest]:
        *parts, last = path.split("/")
        with open_below(folder, [_NEW + name, *parts], makes=True) as opened:
            opened.write_new(last, files[path], flushes=False)
    (folder / (_NEW + name)).rename(folder / name)
    return name


def _clean(folder: Path) -> None:
    """Remove the folders of versions that are not installed, and lists that were not finished."""
    kept = {mod.folder.parent.name for mod in parse_installed(folder, read_list(folder)).values()}
    for entry in os.scandir(folder):
        name = entry.name.removeprefix(_NEW)
        found = FOLDER_NAME.match(name)
        if found and entry.name not in kept and entry.is_dir(follow_symlinks=False):
            # Half a mod has no manifest.
            with suppress(OSError), open_below(folder, [entry.name, found[1]]) as mod:
                mod.remove("mod.toml")
            shutil.rmtree(entry.path, ignore_errors=True)
        elif _UNFINISHED_LIST.match(entry.name):
            with suppress(OSError):
                Path(entry.path).unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; the system frees it when this process ends. Raises RequestError after a minute."""
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    end = time.monotonic() + _SECONDS
    try:
        while not _try_lock(descriptor):
            if time.monotonic() > end:
                raise RequestError(f'another process has been changing "{folder}" for a minute: try again later')
            time.sleep(_PAUSE)
        yield
    finally:
        # Closing it frees the lock.
        with suppress(OSError):
            os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Lock an open file, unless another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
