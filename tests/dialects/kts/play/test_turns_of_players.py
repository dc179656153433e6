"""What a knight can do turn by turn: walk, bump, take, use, and what controls of mods offer."""

from __future__ import annotations

import pytest

from host import Host, HostError, Request
from host.public.play import Play
from tests.helpers import KTS_TILES, MakeMod, run_command

# A corridor: the way in, the start, a door, and a lever that wins; a key lies south of the start, beside a pit.
CELLAR = """
segment
name: a cellar
width: 6
height: 4
data:
2 2 2 2 2 2
3 1 1 5 1 7
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
iron_key = kts.ItemType {{
  type = "backpack", key = 7, name = "iron key",
  control = kts.Control {{ name_key = "Rattle", action = function() kts.PrintLoc "The key rattles." end }},
}}
iron_door = kts.Tile {{ type = "door", name = "iron door", access = {{ walking = "approach" }} }}
lever = kts.Tile {{
  name = "lever", access = {{}}, on_activate = function() kts.WinGame(kts.GetPlayer(cxt.actor)) end,
}}
pit = kts.Tile {{ name = "pit", items = 0, depth = 5, on_walk_over = function() kts.PitKill() end }}
sword = kts.ItemType {{ type = "held", melee_damage = 2 }}
kts.DEFAULT_ITEM = sword
kts.CONTROLS = {{
  kts.Control {{ name_key = "Sing", action = function() kts.PrintLoc "La la." end }},
  kts.Control {{
    name_key = "Fly away", action = function() error "no" end, possible = function() return false end,
  }},
  kts.Control {{ name_key = "Take", action = kts.PickUp, possible = kts.Can_PickUp }},
  kts.Control {{
    name_key = "Throw", action = function() kts.ThrowOrShoot() end,
    possible = function() return kts.Can_ThrowOrShoot() end,
  }},
}}
local tiles = {{ floor, wall, home_w, home_s, iron_door, {{ iron_key, floor }}, lever, pit }}
local segments = kts.LoadSegments(tiles, "cellar.txt")
kts.MENU = {{
  items = {{}},
  start_game_func = function()
    kts.AddHint("Pull the lever.", 1, 1)
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = segments,
      entry_type = "random", allow_rotate = false,
    }}
    kts.LockDoor({{ x = 4, y = 2 }}, 7)
  end,
}}
"""


@pytest.fixture
def cellar(make_mod: MakeMod) -> Play:
    folder = make_mod("cellar", init=INIT, toml='dialects = ["kts"]', files={"cellar.txt": CELLAR})
    return Host([folder], output=lambda _: None).play(Request("cellar", seed=1, players=1))


def words_of(play: Play, identity: str) -> tuple[str, str | None]:
    action = next(action for action in play.actions() if action.id == identity)
    return action.text, action.reason


def do(play: Play, *actions: str) -> tuple[int, int]:
    for action in actions:
        play.do(action)
    assert play.player is not None
    return play.player.x, play.player.y


def test_a_locked_door_says_which_key_it_needs_and_opens_for_it(cellar: Play) -> None:
    assert do(cellar, "east") == (3, 2)
    reason = "the iron door is locked: its key is the iron key"
    assert words_of(cellar, "east") == ("open the iron door", reason)
    assert do(cellar, "east") == (3, 2)
    assert cellar.messages == ["Pull the lever.", "The iron door is locked: its key is the iron key."]
    # To walk over a key takes it; the first bump opens the door, and the next step walks.
    assert do(cellar, "west", "south") == (2, 3)
    assert cellar.messages[-1] == "You take the iron key."
    assert [(thing.name, thing.count, thing.use) for thing in cellar.player.inventory] == [  # type: ignore[union-attr]
        ("iron key", 1, "opens its locks")
    ]
    assert do(cellar, "get", "north", "east") == (3, 2)
    assert words_of(cellar, "east") == ("open the iron door", None)
    assert do(cellar, "east") == (3, 2)
    assert do(cellar, "east") == (4, 2)
    assert words_of(cellar, "north") == ("walk north", "the wall is in the way")


def test_a_bump_activates_a_tile_and_a_game_that_is_won_is_over(cellar: Play) -> None:
    do(cellar, "south", "north", "east", "east", "east", "east")
    assert words_of(cellar, "east") == ("use the lever", None)
    cellar.do("east")
    assert cellar.outcome == "won"
    assert cellar.actions() == []
    assert cellar.goal == "Pull the lever."
    with pytest.raises(HostError, match="the game is over: it is won"):
        cellar.do("wait")


def test_controls_of_mods_are_offered_with_their_names(cellar: Play) -> None:
    assert words_of(cellar, "control:sing") == ("Sing", None)
    assert words_of(cellar, "control:fly_away") == ("Fly away", "the mod cellar does not allow it now")
    assert all(action.id != "control:rattle" for action in cellar.actions())
    do(cellar, "control:sing", "south", "control:rattle")
    assert cellar.messages[1:] == ["La la.", "You take the iron key.", "The key rattles."]


def test_a_control_says_why_the_host_told_its_mod_no(cellar: Play) -> None:
    assert words_of(cellar, "control:take") == ("Take", "nothing to take lies here")
    assert words_of(cellar, "control:throw") == ("Throw", "the hands are empty")
    do(cellar, "south", "drop:cellar.iron_key")
    assert words_of(cellar, "control:take") == ("Take", None)
    # Each control has its own reason, not one that another was given.
    assert words_of(cellar, "control:fly_away") == ("Fly away", "the mod cellar does not allow it now")


def test_another_action_is_refused_with_the_nearest_one(cellar: Play) -> None:
    with pytest.raises(HostError, match='there is no action "eastt" now') as caught:
        cellar.do("eastt")
    assert caught.value.hint == 'did you mean "east"?'
    assert cellar.turns == 0


def test_what_a_knight_carries_is_put_down_and_taken_again(cellar: Play) -> None:
    assert words_of(cellar, "get") == ("pick up what lies here", "nothing to take lies here")
    do(cellar, "south", "drop:cellar.iron_key")
    assert cellar.player is not None
    assert cellar.player.inventory == ()
    assert words_of(cellar, "get") == ("pick up the iron key", None)
    do(cellar, "get")
    assert [thing.id for thing in cellar.player.inventory] == ["cellar.iron_key"]


def test_what_a_knight_carries_does_not_fall_into_its_pit(cellar: Play) -> None:
    do(cellar, "south")
    cellar.do("east")
    assert cellar.player is None
    (key,) = cellar.map.items
    assert (key.id, (key.x, key.y) != (3, 3)) == ("cellar.iron_key", True)
    assert words_of(cellar, "east") == ("walk east", "you come back in 8 turns: wait (.) until then")
    while cellar.player is None:
        cellar.do("wait")
    assert (cellar.player.x, cellar.player.y) == (2, 2)


def test_the_player_sees_a_corridor_and_not_behind_its_door(cellar: Play) -> None:
    assert cellar.visible[2, 4]
    assert not cellar.visible[2, 5]
    do(cellar, "south", "north", "east", "east")
    assert cellar.visible[2, 5]
    assert cellar.seen[3, 2]


def test_to_ask_what_can_be_done_changes_nothing(make_mod: MakeMod) -> None:
    folder = make_mod("cellar", init=INIT, toml='dialects = ["kts"]', files={"cellar.txt": CELLAR})
    host = Host([folder], output=lambda _: None)
    documents = []
    for asks in (0, 5):
        play = host.play(Request("cellar", seed=1, players=1))
        for action in ("east", "west", "south", "north"):
            for _ in range(asks):
                play.actions()
            play.do(action)
        documents.append(play.map.to_json())
    assert documents[0] == documents[1]


def test_simulate_plays_the_same_game(make_mod: MakeMod) -> None:
    folder = make_mod("cellar", init=INIT, toml='dialects = ["kts"]', files={"cellar.txt": CELLAR})
    result = run_command("simulate", "cellar", "--mods", folder, "--keys", "jgklllll")
    assert "Player 1 wins." in result.stdout
    assert "You take the iron key." in result.stdout


def test_the_goal_says_what_is_carried_and_how_to_leave_with_it() -> None:
    play = Host(["base", "critters"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}))
    assert play.goal == "Find a gem."
    while "You take the gem." not in play.messages:
        play.do("script")
    assert play.goal == "Find a gem. Leave the way you came in. You carry: gem."
    while play.outcome is None:
        play.do("script")
    # Whoever shows the game says that it is won.
    assert play.outcome == "won"
    assert not [text for text in play.messages if "Player 1" in text]


def test_a_dead_player_reads_when_it_comes_back() -> None:
    play = Host(["base", "critters"]).play(Request("base", seed=1, players=1, options={"quest": "lich_hunt"}))
    while play.player is not None:
        play.do("script")
    assert play.messages[-2:] == ["You die.", "You come back in 10 turns: wait (.) until then."]
    east = next(action for action in play.actions() if action.id == "east")
    assert east.reason == "you come back in 10 turns: wait (.) until then"
    for _ in range(10):
        assert play.player is None
        play.do("wait")
    assert play.player is not None
