"""Notices saved files of mods."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from host.mods.changes import Stamp, may_belong_to_mod, read_stamp

if TYPE_CHECKING:
    from watchfiles import Change

# Milliseconds without another event after which files count as saved, and the longest wait for that.
_STEP, _MOST_WAITING = 3, 60
# Milliseconds between two looks of the watcher at whether it must end.
_PAUSE = 5000


async def watch_saved_files(find_folders: Callable[[], list[Path]]) -> AsyncIterator[set[Path]]:
    """Yield the files in folders that were changed, added or removed together, as they are saved.

    A folder is yielded when it was removed, or another one has its path. The folders are found again when a manifest
    is saved. Times and sizes are compared, because some events come for files that were only read.
    """
    from watchfiles import awatch

    stamps: dict[str, Stamp | None] = {}
    while True:
        folders = await asyncio.to_thread(find_folders)
        identities = {folder: _identify(folder) for folder in folders}
        roots = [folder.resolve() for folder, identity in identities.items() if identity]
        async for changes in awatch(
            *roots,
            watch_filter=partial(_is_of_mod, roots),
            step=_STEP,
            debounce=_MOST_WAITING,
            rust_timeout=_PAUSE,
            yield_on_timeout=True,
        ):
            changed = set()
            for _, path in changes:
                stamp = read_stamp(Path(path))
                if path not in stamps or stamps[path] != stamp:
                    stamps[path] = stamp
                    changed.add(Path(path))
            # The system does not watch a folder with the path of one that it watched.
            replaced = {folder for folder, identity in identities.items() if _identify(folder) != identity}
            if changed or replaced:
                yield changed | replaced
            is_manifest = any(path.name == "mod.toml" for path in changed)
            if replaced or (is_manifest and await asyncio.to_thread(find_folders) != folders):
                break


def _identify(folder: Path) -> tuple[int, int] | None:
    """Return what no other folder has at the same time, or None for no folder."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


def _is_of_mod(roots: Sequence[Path], _: Change, path: str) -> bool:
    inside = (Path(path).relative_to(root) for root in roots if Path(path).is_relative_to(root))
    return any(all(map(may_belong_to_mod, below.parts)) for below in inside)
