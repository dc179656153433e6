"""`o` among pits: squares where one can step, and which a check of ways takes for impassable."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Request
from tests.cli.playing.screen import Played, play
from tests.helpers import MakeMod, run_command

INIT = """
wall = kts.Tile { access = {} }
floor = kts.Tile { name = "floor", items = "hall" }
gate = kts.Tile { type = "home", facing = "west", access = { walking = "approach" } }
coin = kts.ItemType { type = "backpack", name = "coin" }
pit = kts.Tile { name = "pit", items = 0, connectivity_check = -1, on_walk_over = function() kts.Damage(100) end }
local rooms = kts.LoadSegments({ [0] = floor, [1] = wall, [2] = gate, [3] = pit, [4] = { coin, floor } }, "rooms.txt")
kts.MENU = {
  items = {},
  start_game_func = function()
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon {
      layout = layout, wall = wall, segments = rooms, entry_type = "random", allow_rotate = false,
      allow_reflect = false,
    }
  end,
}
"""
ROOMS = """
segment
width: 7
height: 3
data:
  1 0 0 3 0 0 0
  2 0 0 3 0 4 0
  1 0 0 {gap} 0 0 0
rooms:
  1
  0 0 8 5
end
eof
"""


def make_room(make_mod: MakeMod, gap: int) -> Path:
    return make_mod("m", INIT, files={"rooms.txt": ROOMS.format(gap=gap)})


@pytest.mark.parametrize(("gap", "said"), [(0, "You take the coin."), (3, "You left: coin.")])
def test_exploring_leads_around_pits_and_never_over_them(make_mod: MakeMod, gap: int, said: str) -> None:
    shown = run_command("travel", make_room(make_mod, gap), "--seed", "1", "--keys", "oooo").output
    assert said in shown
    assert "You die" not in shown


def test_exploring_on_a_screen_leads_around_pits(make_mod: MakeMod) -> None:
    async def steps(game: Played) -> None:
        assert "You take the coin." in await game.press("o")

    play(Request("m", seed=1, players=1), steps, mods=[make_room(make_mod, 0)], names=["critters"])
