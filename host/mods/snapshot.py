"""Snapshots: copies of the files of mods, which no later edit changes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from host.errors import HostError, HostErrors, RequestError
from host.mods.files import MOST_BYTES as MOST_FILE_BYTES
from host.mods.files import is_file
from host.mods.finder import find_needed_folders, folders_beside
from host.paths import why_no_folder
from host.paths.folders import is_mod, open_below, walk_folders

if sys.platform != "win32":
    import fcntl

# Bytes and files of a snapshot at most.
MOST_BYTES, MOST_FILES = 2**30, 20_000
# Folders in which no mod has files, beside hidden ones.
_SKIPPED = ("__pycache__", "node_modules")


class Snapshot:
    """A copy of folders of mods, and of the mods beside them, in a folder of its own."""

    def __init__(self, folders: Sequence[str]) -> None:
        """Copy absolute paths of folders. Raises RequestError for folders with too many files or bytes."""
        self._root = Path(mkdtemp(prefix="dungeon-host-"))
        # Programs that clean folders of temporary files leave one that is locked.
        self._lock = _lock(self._root)
        # Folder of a copy -> original folder. Mods with one parent folder have one parent folder here, too.
        self._originals: dict[str, str] = {}
        self._files_left, self._bytes_left = MOST_FILES, MOST_BYTES
        try:
            # The folders that were copied, in their order; one that is no folder stays, for the error about it.
            self.folders = tuple(map(self._copy, folders))
            for folder in _needed_beside(folders):
                self._copy(folder)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the copy. A closed snapshot can be closed again."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        shutil.rmtree(self._root, ignore_errors=True)

    def with_original_paths(self, error: HostError) -> HostError:
        """Let an error name the folders that were copied."""
        for name, value in vars(error).items():
            if isinstance(value, str):
                setattr(error, name, self._restore(value))
        error.args = (error.message,)
        if isinstance(error, HostErrors):
            for part in error.errors:
                self.with_original_paths(part)
        return error

    def _restore(self, text: str) -> str:
        for copy, original in self._originals.items():
            text = text.replace(copy, original)
        return text

    def _copy(self, folder: str) -> str:
        source = Path(folder)
        if why_no_folder(source):
            return folder
        parent = next((copy for copy, original in self._originals.items() if original == str(source.parent)), None)
        if parent is None:
            parent = str(self._root / str(len(self._originals)))
            self._originals[parent] = str(source.parent)
        target = Path(parent, source.name)
        if is_mod(source):
            self._copy_mod(source, target)
            return str(target)
        target.mkdir(parents=True, exist_ok=True)
        for entry in _entries(source):
            if entry.is_dir() and is_mod(entry):
                # A folder of mods may hold links to mods elsewhere, which its user has made.
                self._copy_mod(entry.resolve(), target / entry.name)
            elif entry.is_file() and not entry.is_symlink():
                self._copy_file(source, entry.name, target)
        return str(target)

    def _copy_mod(self, mod: Path, target: Path) -> None:
        real = mod.resolve()
        for root, folders, names in walk_folders(real):
            inside = Path(root).relative_to(real)
            folders[:] = [name for name in folders if not name.startswith(".") and name not in _SKIPPED]
            here = target / inside
            here.mkdir(parents=True, exist_ok=True)
            for name in [*folders, *names]:
                path = Path(root, name)
                if path.is_symlink():
                    self._copy_link(real, path, here / name)
                elif name in names:
                    self._copy_file(real, (inside / name).as_posix(), target)

    def _copy_link(self, mod: Path, path: Path, target: Path) -> None:
        """Copy a link that stays in its mod; mods cannot read through any other."""
        with suppress(OSError, RuntimeError):
            to = path.resolve()
            if to.is_relative_to(mod):
                target.symlink_to(os.path.relpath(to, path.parent.resolve()))

    def _copy_file(self, folder: Path, path: str, target: Path) -> None:
        *parts, name = path.split("/")
        try:
            with open_below(folder, parts) as parent:
                content = parent.read(name, name, MOST_FILE_BYTES)
        except (HostError, OSError):
            # A pipe, or a file that is too large or gone: no mod reads it.
            size = Path(folder, path).lstat().st_size if Path(folder, path).is_file() else 0
            if size > MOST_FILE_BYTES:
                # Its size counts for the hash of the mod.
                with target.joinpath(path).open("wb") as file:
                    file.truncate(size)
            return
        self._files_left -= 1
        self._bytes_left -= len(content)
        if min(self._files_left, self._bytes_left) < 0:
            raise RequestError(
                f'"{folder}" is too large: mods must have at most {MOST_FILES} files and {MOST_BYTES // 2**20} MiB'
            )
        target.joinpath(path).write_bytes(content)


def _needed_beside(folders: Sequence[str]) -> list[str]:
    """Return the mods beside `folders` that these may need: all of them where only a `mod.lua` says it."""
    if any(is_file(Path(folder) / "mod.lua") for folder in folders):
        return [*folders_beside(folders)]
    given = {Path(folder).absolute() for folder in folders}
    return [str(folder) for folder in find_needed_folders(given) if folder not in given]


def _entries(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder of mods and not hidden; nothing when it cannot be read."""
    with suppress(OSError):
        yield from (entry for entry in sorted(folder.iterdir()) if not entry.name.startswith("."))


def _lock(folder: Path) -> int | None:
    """Lock a folder; return what closes the lock, or None where the system has no locks."""
    if sys.platform == "win32":
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return descriptor
