"""Writing files: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from host.errors import GivenError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears with all its content, or stays as it was. Raises GivenError."""
    try:
        if path.is_dir():
            raise GivenError(f'"{path}" is a folder, and a file was to be written')
        if path.exists() and not path.is_file():
            # A device or a pipe has no "whole": what it gets, it gets.
            path.write_bytes(content)
            return
        import tempfile

        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(path))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise GivenError(f'"{path}" cannot be written: {error.strerror}') from None


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
