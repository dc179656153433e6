"""Changes of the files of mods, for what stays open: `--watch`, the REPL and the studio."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from host.errors import RequestError

# Files that are looked at, at most.
_MOST_FILES = 20_000
# Folders in which no mod has files.
_SKIPPED = ("__pycache__", "node_modules")

# Times of the last change of the content and of the status, size and inode of a file. Tools set the first one back.
Stamp = tuple[int, int, int, int]
# Path -> stamp.
Files = Mapping[str, Stamp]


def list_changes(before: Files, after: Files) -> list[str]:
    """Return the paths of files that are new, gone or changed, sorted."""
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def scan_files(roots: Iterable[Path], ignored: Collection[str] = ()) -> Files:
    """Return the files in folders, without the paths in `ignored`. Raises RequestError for too many."""
    files: dict[str, Stamp] = {}
    # Links may lead in circles.
    visited: set[str] = set()
    for root in roots:
        for folder, folders, names in os.walk(root, followlinks=True):
            real = str(Path(folder).resolve())
            if real in visited:
                folders.clear()
                continue
            visited.add(real)
            folders[:] = [name for name in folders if may_belong_to_mod(name) and str(Path(real, name)) not in ignored]
            for name in names:
                if not may_belong_to_mod(name) or str(Path(real, name)) in ignored:
                    continue
                path = Path(folder, name)
                stamp = read_stamp(path)
                if stamp is not None:
                    files[str(path)] = stamp
            if len(files) > _MOST_FILES:
                raise RequestError(f'"{root}" has more than {_MOST_FILES} files: name the folder of a mod')
    return files


def read_stamp(path: Path) -> Stamp | None:
    """Return what changes when a file is saved, or None when it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def may_belong_to_mod(name: str) -> bool:
    """Return whether a file or folder of that name may belong to a mod; temporary files of editors do not."""
    return not name.startswith(".") and not name.endswith("~") and name not in _SKIPPED
