"""The state in which mods were when they had loaded, to which they return after each dungeon.

A mod may change its variables while it makes a dungeon, and would find them changed in the next one. Then a dungeon
would depend on those before it, and not on its request alone.
"""

from __future__ import annotations

from host.border.session import Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.errors import HostError
from host.errors.work import WORK

# Bytes that must be free for the copy of what mods have.
_ROOM = 4 * 2**20


class LoadedState:
    """The state of loaded mods: what their variables, tables and functions hold."""

    def __init__(self, lua: LuaState, session: Session) -> None:
        """Remember the state in which mods are now."""
        self._lua, self._registry = lua, session.registry
        self._count = self._registry.count_of_mods()
        # Why the state is not known; empty if it is.
        self._doubt = ""
        if lua.used_up is not None or 2 * lua.memory_used + _ROOM > lua.memory_limit:
            self._doubt = "the mods use most of the memory that they may have"
        else:
            self._doubt = lua.call(lua_functions.remember)

    def restore(self) -> str:
        """Restore the state. Returns what could not be restored, such as "m.walk is a coroutine or an iterator"."""
        # The lines of an error were read outside of a call, and no later one is charged for that.
        WORK.take()
        if self._lua.used_up is not None:
            return "the mods used up a budget"
        if self._doubt:
            return self._doubt
        try:
            problem = self._lua.call(lua_functions.restore)
        except HostError as error:
            return error.message
        return problem or ("" if self._registry.count_of_mods() == self._count else "a mod registered something")

    def taint(self) -> str:
        """Return why what was made since the last `restore` may differ from what new mods make; empty for no reason.

        The keys of a table may have lost their order, and the mods walked that table.
        """
        WORK.take()
        if self._doubt or self._lua.used_up is not None:
            return ""
        title = self._lua.call(lua_functions.taint)
        return title and f"{title} has its keys in another order"
