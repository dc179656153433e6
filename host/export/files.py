"""Writing files: whole or not at all, and several together or none of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from host.errors import GivenError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears with all its content, or stays as it was. Raises GivenError."""
    write_all({path: content})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files so that all appear with all their content, or all stay as they were. Raises GivenError."""
    for path in files:
        if path.is_dir():
            raise GivenError(f'"{path}" is a folder, and a file was to be written')
    staged: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            with _saying(path):
                if path.exists() and not path.is_file():
                    # A device or a pipe has no "whole": what it gets, it gets.
                    path.write_bytes(content)
                else:
                    staged[path] = _stage(path, content)
        _put_in_place(staged)
    finally:
        for name in staged.values():
            name.unlink(missing_ok=True)


def refuse_same(source: Path, files: Iterable[Path]) -> None:
    """Raise GivenError when one of the files to be written is the one that they are made of."""
    for path in files:
        if path.exists() and source.exists() and path.samefile(source):
            raise GivenError(f'"{path}" is what is read, and would be written over: -o must name another file')


@contextmanager
def _saying(path: Path) -> Iterator[None]:
    """Errors of the system as sentences about a file."""
    try:
        yield
    except OSError as error:
        raise GivenError(f'"{path}" cannot be written: {error.strerror}') from None


def _stage(path: Path, content: bytes) -> Path:
    """A file beside `path` with the content it shall have, whole and on the disk."""
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


def _put_in_place(staged: Mapping[Path, Path]) -> None:
    """Give staged files their names; when one cannot have it, those before it are as they were."""
    done: list[tuple[Path, bytes | None]] = []
    last = len(staged) - 1
    try:
        for i, (path, name) in enumerate(staged.items()):
            with _saying(path):
                # After the last nothing can go wrong.
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
    """The permissions of the file that is replaced, or those of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
