"""Write files atomically: each one completely, and several together, or none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from host.errors import RequestError


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
                    staged[path] = _stage(path, content)
        _rename_all(staged)
    finally:
        for name in staged.values():
            name.unlink(missing_ok=True)


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


def _stage(path: Path, content: bytes) -> Path:
    """Write the content to a temporary file next to `path`, flush it to the disk, and return its path."""
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


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
                _stage(path, before).replace(path)
        raise


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those of a new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
