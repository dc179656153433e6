"""A mod with a corridor, a key, a pit and a lever, for recordings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.helpers import KTS_TILES, MakeMod

CELLAR = """
segment
name: a cellar
width: 6
height: 4
data:
2 2 2 2 2 2
3 1 1 1 1 7
2 6 8 2 2 2
2 2 2 2 2 2
rooms:
1
0 0 8 6
end
eof
"""

INIT = f"""
mod.RegisterMod {{ name = "cellar" }}
{KTS_TILES}
iron_key = kts.ItemType {{ type = "backpack", key = 7, name = "iron key" }}
lever = kts.Tile {{
  name = "lever", access = {{}}, on_activate = function() kts.WinGame(kts.GetPlayer(cxt.actor)) end,
}}
plate = kts.Tile {{ name = "plate", items = 0, depth = 5, on_walk_over = function() kts.PrintLoc "Click." end }}
sword = kts.ItemType {{ type = "held", melee_damage = 2 }}
kts.DEFAULT_ITEM = sword
local tiles = {{ floor, wall, home_w, home_s, door, {{ iron_key, floor }}, lever, plate }}
local segments = kts.LoadSegments(tiles, "cellar.txt")
kts.MENU = {{
  items = {{}},
  start_game_func = function()
    kts.AddHint("Pull the lever.", 1, 1)
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = segments,
      entry_type = "random", allow_rotate = false,
    }}
  end,
}}
"""
# Makes the mod, with texts of its file replaced.
MakeCellar = Callable[..., Path]


def cellar_maker(make_mod: MakeMod) -> MakeCellar:
    """Return what writes the mod, with changes, in the same folder."""

    def make(*changes: tuple[str, str], name: str = "cellar") -> Path:
        init = INIT
        for before, after in changes:
            assert before in init
            init = init.replace(before, after)
        return make_mod(name, init=init, toml='dialects = ["kts"]', files={"cellar.txt": CELLAR})

    return make
