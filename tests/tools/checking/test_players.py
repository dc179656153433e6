"""For how many players `check` makes maps."""

from __future__ import annotations

import json

from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, run_command

LONE = f"""{KTS_TILES}
segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
kts.MENU = {{
  items = {{}},
  start_game_func = function()
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = segments,
      entry_type = "random",
    }}
  end,
}}
"""


def test_a_mod_with_one_home_says_which_option_checks_it(make_mod: MakeMod) -> None:
    files = {"segments.txt": KTS_SEGMENT.replace("1 1 4 1 1", "1 1 1 1 1")}
    mod = make_mod("hermitage", LONE, toml='dialects = ["kts"]', files=files)
    listed = json.loads(run_command("check", mod, "--json").stdout)
    (error,) = (each for each in listed if each["rule"] == "generate")
    assert error["hint"] == "it works for 1 player: check tried 2, and --players 1 checks it for one"
    alone = run_command("check", mod, "--players", "1", "--json")
    assert (alone.exit_code, [each["rule"] for each in json.loads(alone.stdout) if each["severity"] == "error"]) == (
        0,
        [],
    )
