"""The profiler in the child: measures what runs in a Lua state."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from host.border.state import LuaState, Observer
from host.dialects import lua_functions
from host.errors import HostError


class ProfileObserver(Observer):
    """Measures the mods of a Lua state."""

    def __init__(self, ask: Callable[[dict[str, Any]], Any] | None = None) -> None:  # noqa: ARG002 - as of all observers
        self._lua: LuaState | None = None
        self._started = process_time()

    def prepare(self, lua: LuaState) -> None:
        """Begin to measure."""
        self._lua = lua
        lua.call(lua_functions.begin_profile)

    def report(self) -> dict[str, Any] | None:
        """Return the nodes as Lua wrote them, and the seconds of the whole process, both since the last report."""
        if self._lua is None:
            return None
        # Also of mods that used up a budget: nothing of them runs here.
        before, self._lua.used_up = self._lua.used_up, None
        try:
            nodes = self._lua.call(lua_functions.take_profile)
        except HostError:
            return None
        finally:
            self._lua.used_up = before
        now = process_time()
        started, self._started = self._started, now
        return {"nodes": nodes, "seconds": now - started if now > started else now}
