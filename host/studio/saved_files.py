"""Notices saved files of mods."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from host.mods.changes import Stamp, may_belong_to_mod, read_stamp

if TYPE_CHECKING:
    from watchfiles import Change

# Milliseconds without another event after which files count as saved, and the most that are waited for that.
_STEP, _MOST_WAITING = 5, 60
# Milliseconds after which the watcher looks whether it shall end.
_PAUSE = 5000


async def watch_saved_files(folders: Iterable[Path]) -> AsyncIterator[set[Path]]:
    """Yield the files in folders that were changed, added or removed together, as they are saved.

    Times and sizes are compared, because some events come for files that were only read.
    """
    from watchfiles import awatch

    roots = [folder.resolve() for folder in folders if folder.is_dir()]

    def is_of_mod(_: Change, path: str) -> bool:
        inside = (Path(path).relative_to(root) for root in roots if Path(path).is_relative_to(root))
        return any(all(map(may_belong_to_mod, below.parts)) for below in inside)

    stamps: dict[str, Stamp | None] = {}
    async for changes in awatch(
        *roots, watch_filter=is_of_mod, step=_STEP, debounce=_MOST_WAITING, rust_timeout=_PAUSE
    ):
        changed = set()
        for _, path in changes:
            stamp = read_stamp(Path(path))
            if path not in stamps or stamps[path] != stamp:
                stamps[path] = stamp
                changed.add(Path(path))
        if changed:
            yield changed
