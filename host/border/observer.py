"""Observers: what watches the mods of a Lua state from inside, such as a profiler or a debugger."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from host.border.state import LuaState


class Observer(ABC):
    """The base of observers, which are given to an engine as services."""

    # Returns the path of a file by its name in messages, "mod/path.lua"; None for any other text. Set by the loader.
    path_of: Callable[[str], Path | None]
    # Returns whether mods make or play a dungeon, or run a test; False while they load or are asked for their options.
    # Set by the loader, and by what runs tests.
    is_running: Callable[[], bool]

    @abstractmethod
    def prepare(self, lua: LuaState) -> None:
        """Begin to watch a new Lua state, before mods load in it. With `--keep-going` there may be several."""

    def before_mod(  # noqa: B027 - most observers need not know
        self, folders: Sequence[Path], position: int, is_current: Callable[[], bool]
    ) -> None:
        """Notice that the mod in `folders[position]` loads next, of all that load in this order.

        `is_current` reads the manifests again, and returns whether the same mods load in the same order.
        """

    def report(self) -> dict[str, Any] | None:
        """Return what was measured since the last report, as plain data; None for nothing."""
        return None
