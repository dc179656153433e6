"""Write files atomically: each one completely, and several together, or none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from host.errors import RequestError, did_you_mean


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely, or leave it unchanged. Raises RequestError."""
    write_all({path: content})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write all files completely, or leave all unchanged; make their folders. Raises RequestError."""
    for path in files:
        if path.is_dir():
            raise RequestError(f'"{path}" is a folder: must be a file')
        with _as_given_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
    staged: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            with _as_given_errors(path):
                if path.exists() and not path.is_file():
                    # Devices and pipes cannot be replaced, only written to.
                    path.write_bytes(content)
                else:
                    staged[path] = _staged_path(path)
                    _stage(path, staged[path], content)
        _rename_all(staged)
    finally:
        for name in staged.values():
            name.unlink(missing_ok=True)


def check_folder(path: Path) -> None:
    """Raise RequestError when the folder of a file does not exist: programs of the library make no folder by a typo."""
    folder = path.parent
    if folder.is_dir():
        return
    parent = next(parent for parent in folder.parents if parent.is_dir() or parent == parent.parent)
    name = folder.relative_to(parent).parts[0]
    try:
        beside = [entry.name for entry in parent.iterdir() if entry.is_dir()]
    except OSError:
        beside = []
    raise RequestError(f'"{path}" cannot be written: there is no folder "{folder}"', hint=did_you_mean(name, beside))


def refuse_same(source: Path, files: Iterable[Path]) -> None:
    """Raise RequestError when one of the output `files` is the input file `source`."""
    for path in files:
        if path.exists() and source.exists() and path.samefile(source):
            raise RequestError(f'"{path}" is the input file, which would be overwritten: -o must name another file')


@contextmanager
def _as_given_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a RequestError that names the file."""
    try:
        yield
    except OSError as error:
        raise RequestError(f'"{path}" cannot be written: {error.strerror}') from None


def _staged_path(path: Path) -> Path:
    """Return the path of a new temporary file next to `path`, which is known before a Ctrl-C can leave the file."""
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}")


def _stage(path: Path, name: Path, content: bytes) -> None:
    """Write the content of `path` to the temporary file `name`, and flush it to the disk."""
    with open(name, "xb", opener=_open_for_owner) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    name.chmod(_mode(path))


def _open_for_owner(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _rename_all(staged: Mapping[Path, Path]) -> None:
    """Rename staged files to their final names; when one fails, restore those before it."""
    done: list[tuple[Path, bytes | None]] = []
    last = len(staged) - 1
    try:
        for i, (path, name) in enumerate(staged.items()):
            with _as_given_errors(path):
                # Nothing can fail after the last rename, so its old content is not needed.
                before = path.read_bytes() if i < last and path.exists() else None
                name.replace(path)
            done.append((path, before))
    except BaseException:
        for path, before in done:
            if before is None:
                path.unlink(missing_ok=True)
            else:
                restored = _staged_path(path)
                try:
                    _stage(path, restored, before)
                    restored.replace(path)
                finally:
                    restored.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those of a new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
