"""The requirements of kts.LayoutDungeon, as keys: a kind, and a number where there are several."""

from __future__ import annotations

Key = tuple[str, int]

# `--players`: as many homes as players. Without it nobody needs a home.
PLAYERS = ("players", 0)
# `entry_type` "away" or "close": where players start. Without it they may start anywhere.
ENTRY = ("entry", 0)
# The number of cells. Without it there may be more cells, without exits.
LAYOUT = ("layout", 0)
# `segments`: what the cells are filled with. Without it also with a segment that has doors and homes everywhere.
SEGMENTS = ("segments", 0)
# `allow_rotate = false`, for square segments. Without it segments may be turned.
ROTATION = ("rotation", 0)
# A wall that can be walked through, beside which no door can stand.
WALL = ("wall", 0)
# Kinds of which there are several: special segments, which may be left out otherwise, by position in the list, and open
# borders, by position in `Layout.open_borders`.
SPECIAL = "special"
EXIT = "exit"
