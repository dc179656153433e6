"""Notices saved files of mods."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from host.mods.changes import Stamp, list_folders, may_belong_to_mod, read_stamp

if TYPE_CHECKING:
    from watchfiles import Change

# Milliseconds without another event after which files count as saved, and the longest wait for that.
_STEP, _MOST_WAITING = 3, 60
# Milliseconds between two looks of the watcher at whether it must end.
_PAUSE = 5000
# Seconds before folders that cannot be watched are tried again.
_AGAIN = 1.0


async def watch_saved_files(find_folders: Callable[[], list[Path]]) -> AsyncIterator[set[Path]]:
    """Yield the files in folders that were changed, added or removed together, as they are saved.

    A folder is yielded when it was removed, or another one has its path. The folders are found again when a manifest
    is saved. Times and sizes are compared, because some events come for files that were only read.
    """
    from watchfiles import awatch

    stamps: dict[str, Stamp | None] = {}
    watched: list[str] | None = None
    while True:
        folders = await asyncio.to_thread(find_folders)
        identities = {folder: _identify(folder) for folder in folders}
        roots = [folder.resolve() for folder, identity in identities.items() if identity]
        before, watched = watched, await asyncio.to_thread(list_folders, roots)
        # Files may be in a new folder before it is watched.
        new = [] if before is None else sorted({*watched} - {*before})
        if files := {file for folder in new for file in _list_files(Path(folder))}:
            yield files
        # One by one: watchfiles follows links to folders.
        watcher = awatch(
            *watched,
            recursive=False,
            watch_filter=partial(_is_of_mod, roots),
            step=_STEP,
            debounce=_MOST_WAITING,
            rust_timeout=_PAUSE,
            yield_on_timeout=True,
        )
        # A folder may disappear while it is listed, and a system watches a number of folders.
        with suppress(OSError):
            async for changes in watcher:
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
                if await asyncio.to_thread(list_folders, roots) != watched:
                    break
            continue
        await asyncio.sleep(_AGAIN)


def _list_files(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from (path for path in folder.iterdir() if path.is_file())


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
