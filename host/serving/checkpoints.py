"""Checkpoints: processes that wait while mods load. A reload then reads only the first changed mod and later mods."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from host.border.deadline import clear_deadline, set_deadline
from host.border.state import LuaState, Observer
from host.mods.changes import Files, scan_files
from host.paths import BUNDLED_MODS
from host.process import frames
from host.process.channel import Channel

# The exit code of a process that leaves a reload to the checkpoint before it.
RELOAD = 3
# Checkpoints of one child, in front of the mods that load last; and in front of the first mod that is not bundled.
_MOST = 4


class Checkpoints(Observer):
    """Makes a checkpoint in front of each of the last mods: this process, while a fork loads the mod and the rest.

    When the fork ends because the mods must be loaded again, the checkpoint forks once more: Lua and Python are as they
    were in front of the mod. A checkpoint that has loaded a mod which changed since then ends, and the checkpoint
    before it does the same. When the first one ends, the parent starts another child.
    """

    def __init__(self, channel: Channel, seconds: float) -> None:
        self._channel = channel
        # Seconds that loading may take.
        self._seconds = seconds
        # The files of each mod so far, as they were before it loaded.
        self._files: list[Files] = []
        # How often the mods began to load in a new Lua state.
        self._states = 0

    def prepare(self, _: LuaState) -> None:
        """Notice a new Lua state."""
        self._states += 1

    def before_mod(self, folders: Sequence[Path], position: int, is_current: Callable[[], bool]) -> None:
        """Make a checkpoint in front of a mod that may change."""
        if self._states > 1:
            # Mods that failed are left out of this state; checkpoints of it would be without them, too.
            return
        # A mod that is skipped, because a mod that it needs failed, has no files.
        self._files += [{}] * (position - len(self._files))
        changeable = [index for index, folder in enumerate(folders) if not folder.is_relative_to(BUNDLED_MODS)]
        if position in (*changeable[:1], *changeable[-_MOST:]):
            self._wait(folders, is_current)
        self._files.append(scan_files([folders[position]]))

    def _wait(self, folders: Sequence[Path], is_current: Callable[[], bool]) -> None:
        """Return in a fork of this process, and again in another one after each reload."""
        clear_deadline()
        # Objects that exist now are exempt from garbage collection in forks: looking through them copies their memory.
        gc.freeze()
        while (status := self._channel.go_on_in_fork()) is not None:
            if status == 0 and self._channel.receive() is None:
                # The parent is gone. A message from it means: the mods failed to load, load them again.
                os._exit(0)
            if status not in (0, RELOAD):
                self._channel.send(frames.READY, {"status": status, "goes_on": False})
                os._exit(0)
            set_deadline(self._seconds)
            if any(scan_files([folder]) != files for folder, files in zip(folders, self._files, strict=False)):
                os._exit(RELOAD)
            if not is_current():
                os._exit(RELOAD)
            clear_deadline()
        set_deadline(self._seconds)
