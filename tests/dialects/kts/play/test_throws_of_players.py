"""What a knight throws and shoots, turn by turn: it aims at the nearest enemy in a straight line."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, Request
from host.public.play import Play
from tests.helpers import KTS_TILES, MakeMod, run_command

# A corridor with an ogre at its end; the things lie between.
RANGE = """
segment
name: a range
width: 10
height: 3
data:
2 2 2 2 2 2 2 2 2 2
3 1 5 6 7 1 1 1 8 2
2 2 2 2 2 2 2 2 2 2
rooms:
1
0 0 10 3
end
eof
"""

INIT = f"""
mod.RegisterMod {{ name = "range" }}
{KTS_TILES}
spear = kts.ItemType {{ type = "held", name = "spear", missile_damage = 5, missile_hit_multiplier = 1e9 }}
dart = kts.ItemType {{ type = "backpack", name = "dart", missile_damage = 3, missile_hit_multiplier = 1e9 }}
bolt = kts.ItemType {{ type = "backpack", name = "bolt", missile_damage = 4 }}
bow = kts.ItemType {{ type = "held", name = "bow", ammo = bolt, reload_time = 9000 }}
ogre = kts.MonsterType {{ type = "walking", name = "ogre", health = 20, speed = 0 }}
local tiles = {{
  floor, wall, home_w, home_s, {{ dart, floor }}, {{ spear, floor }}, {{ bow, floor }}, floor,
}}
local segments = kts.LoadSegments(tiles, "range.txt")
kts.MENU = {{
  items = {{}},
  start_game_func = function()
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = segments,
      entry_type = "random", allow_rotate = false,
    }}
    kts.AddMonster({{ x = 9, y = 2 }}, ogre)
  end,
}}
"""


@pytest.fixture
def range_mod(make_mod: MakeMod) -> Path:
    return make_mod("range", init=INIT, toml='dialects = ["kts"]', files={"range.txt": RANGE})


@pytest.fixture
def shooting(range_mod: Path) -> Play:
    return Host([range_mod], output=lambda _: None).play(Request("range", seed=1, players=1))


def words_of(play: Play, identity: str) -> tuple[str, str | None]:
    action = next(action for action in play.actions() if action.id == identity)
    return action.text, action.reason


def health_of_ogre(play: Play) -> float:
    return next(creature.health for creature in play.map.creatures if creature.name == "ogre")


def carried(play: Play) -> dict[str, str]:
    assert play.player is not None
    return {thing.name: thing.use for thing in play.player.inventory}


def test_what_is_in_the_bag_or_in_the_hands_is_thrown_at_the_enemy_ahead(shooting: Play) -> None:
    assert words_of(shooting, "throw") == ("throw or shoot", "the hands are empty")
    shooting.do("throw")
    assert shooting.messages[-1] == "The hands are empty."
    shooting.do("east")
    assert carried(shooting) == {"dart": "to throw"}
    assert words_of(shooting, "throw") == ("throw the dart at the ogre", None)
    assert words_of(shooting, "throw:range.dart") == ("throw the dart at the ogre", None)
    # It aims: whoever faces another way turns to the enemy.
    shooting.do("north")
    shooting.do("throw")
    assert "You throw the dart." in shooting.messages
    for action in ("wait", "wait"):
        shooting.do(action)
    assert carried(shooting) == {}
    assert health_of_ogre(shooting) == 17
    for action in ("east", "get"):
        shooting.do(action)
    assert words_of(shooting, "throw") == ("throw the spear at the ogre", None)
    shooting.do("throw")
    assert "You throw the spear." in shooting.messages
    for action in ("wait", "wait"):
        shooting.do(action)
    assert health_of_ogre(shooting) == 12


def test_what_shoots_says_what_it_lacks(shooting: Play) -> None:
    for action in ("east", "east", "east", "get"):
        shooting.do(action)
    assert carried(shooting)["bow"] == "shoots bolt"
    assert words_of(shooting, "throw") == ("shoot with the bow at the ogre", "it shoots bolt, and none are carried")


@pytest.mark.parametrize("command", ["travel", "simulate"])
@pytest.mark.parametrize(
    ("keys", "says"),
    [
        # The dart comes out of the bag, and the spear stays in the hands.
        ("llgf", "You throw the dart."),
        ("llgff", "You throw the spear."),
        # A bow without bolts does not keep the dart in the bag.
        ("lllgf", "You throw the dart."),
    ],
)
def test_f_throws_what_is_made_for_it_first(range_mod: Path, command: str, keys: str, says: str) -> None:
    words = (command, str(range_mod), "--seed", "1", "--keys", keys)
    output = run_command(*words).output
    thrown = [text for text in ("You throw the dart.", "You throw the spear.") if text in output]
    assert thrown[-1:] == [says]


def test_the_action_that_a_recording_has_throws_what_is_in_the_hands(shooting: Play) -> None:
    for action in ("east", "east", "get", "throw"):
        shooting.do(action)
    assert "You throw the spear." in shooting.messages
