"""Tables of tiles: what the numbers in segment files of a mod stand for."""

from __future__ import annotations

from host.border.data import Table
from host.border.session import Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.dialects.kts.segments import shown_numbers
from host.errors import ModError
from host.model.map import Map

# The global variable of a mod that holds its table.
_NAME = "segment_tiles"
_MOST_NUMBERS = 10_000


def read_tile_table(session: Session, lua: LuaState, mod: str) -> tuple[list[int], Map] | None:
    """Return the numbers in the table of a mod, and a map one square high that shows them in order.

    None when the mod has no such table.
    """
    table: Table | None = lua.call(lua_functions.read_tile_table, mod, _NAME)
    if table is None:
        return None
    numbers, meanings = (part.items for part in table.items)
    if not 0 < len(numbers) <= _MOST_NUMBERS:
        raise ModError(f"{_NAME} has {len(numbers)} numbers: must be 1 to {_MOST_NUMBERS} to be shown", mod=mod)
    return numbers, shown_numbers(session, mod, numbers, meanings)
