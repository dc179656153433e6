"""Changes of the files of mods, for what stays open: `--watch`, the REPL and the studio.

A mod may hold links to anywhere, which are not followed: a link to all files of a system would be looked at without
end. In a folder of mods, the user has made the links.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from host.errors import RequestError
from host.paths.folders import is_mod, mod_around, walk_folders

# Files that are looked at, and folders that are watched, at most.
_MOST_FILES, _MOST_FOLDERS = 20_000, 5_000
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
    """Return the files and links in folders, without the paths in `ignored`. Raises RequestError for too many."""
    files: dict[str, Stamp] = {}
    for root, folder, names in _walk(roots, ignored):
        for name in names:
            path = Path(folder, name)
            stamp = read_stamp(path)
            if stamp is not None:
                files[str(path)] = stamp
        if len(files) > _MOST_FILES:
            raise RequestError(f'"{root}" has more than {_MOST_FILES} files: name the folder of a mod')
    return files


def list_folders(roots: Iterable[Path]) -> list[str]:
    """Return folders and those below them in which files of mods may be; not too many."""
    return list(islice((folder for _, folder, _ in _walk(roots)), _MOST_FOLDERS))


def _walk(roots: Iterable[Path], ignored: Collection[str] = ()) -> Iterator[tuple[Path, str, list[str]]]:
    """Yield (root, folder, names of its files and links) for the roots and all folders below them."""
    # Folders may be in others of the list.
    visited: set[str] = set()
    waiting = [*roots][::-1]
    while waiting:
        root = waiting.pop()
        is_of_user = mod_around(root.resolve()) is None
        for folder, folders, names in walk_folders(root):
            real = str(Path(folder).resolve())
            if real in visited:
                folders.clear()
                continue
            visited.add(real)
            inside = [name for name in folders if may_belong_to_mod(name) and str(Path(real, name)) not in ignored]
            links = [name for name in inside if Path(folder, name).is_symlink()]
            folders[:] = [name for name in inside if name not in links]
            if is_of_user and folder == str(root):
                waiting += [link for name in links if is_mod(link := root / name)]
            names = [name for name in names if may_belong_to_mod(name) and str(Path(real, name)) not in ignored]
            yield root, folder, [*links, *names]


def read_stamp(path: Path) -> Stamp | None:
    """Return what changes when a file is saved, or None when it does not exist. A link is not followed."""
    try:
        status = path.lstat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def may_belong_to_mod(name: str) -> bool:
    """Return whether a file or folder of that name may belong to a mod; temporary files of editors do not."""
    return not name.startswith(".") and not name.endswith("~") and name not in _SKIPPED
