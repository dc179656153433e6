"""`travel` as the plain form of a game on a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import MakeMod, run_command
from tests.helpers.terminal import Terminal

FIRST_STEPS = ("base", "--set", "quest=first_steps", "--seed", "2")
# Explore, fight, take the gem, go back to the way in.
KEYS = f"oo{8 * chr(9)}oooooo{2 * chr(9)}oooooo<"


@pytest.mark.slow
def test_travel_wins_first_steps_by_keys() -> None:
    done = run_command("travel", *FIRST_STEPS, "--keys", KEYS)
    assert done.exit_code == 0
    assert done.output.startswith("Find a gem.\nLeave the way you came in.\n")
    assert "You take the gem." in done.output
    assert "You have won, after " in done.output
    assert done.output.rstrip().split("\n")[-1].startswith("dungeon-host travel base --set quest=first_steps --seed 2")


@pytest.mark.parametrize("command", ["travel", "simulate"])
def test_tab_is_typed_as_in_any_shell(command: str) -> None:
    typed, pressed = (run_command(command, *FIRST_STEPS, "--keys", keys) for keys in ("o\\to", "o\to"))
    assert typed.output == pressed.output
    assert typed.output.rstrip().endswith(r"--keys 'o\to'")
    wrong = run_command(command, *FIRST_STEPS, "--keys", "o<Tab>")
    assert "Tab, typed as \\t" in wrong.stderr


def test_travel_shows_what_the_player_has_seen() -> None:
    start = run_command("travel", *FIRST_STEPS, "--keys", ".").output
    later = run_command("travel", *FIRST_STEPS, "--keys", "ooo").output
    assert "health 20 of 20\nturn 1\ngoal: Find a gem." in start
    assert start.count("·") + start.count(".") < later.count("·") + later.count(".")
    assert "giant rat" not in start
    assert "giant rat" in later


def test_entrances_that_are_out_of_sight_stay_on_the_map() -> None:
    """Of a world of areas: they are objects, not tiles."""
    done = run_command("travel", "overworld", "--seed", "1", "--keys", "oo")
    assert "You have explored all that you can reach. Ways in: Bridgeham, the burrow and the crypt" in done.output
    legend = done.output.rpartition("health")[2]
    assert all(name in legend for name in ("Bridgeham", "the burrow", "the crypt")), legend


def test_o_explores_worlds_too() -> None:
    words = ("travel", "undercroft", "--seed", "1", "--keys")
    start, later = (run_command(*words, keys).output for keys in ("kkkk>", "kkkk>ooo"))
    assert "the undercroft" in start
    rows = [next(y for y, line in enumerate(text.split("\n")) if "@" in line) for text in (start, later)]
    assert rows[0] != rows[1]


def test_a_save_of_a_map_is_one_of_play(tmp_path: Path) -> None:
    done = run_command("travel", *FIRST_STEPS, "--keys", ".", "--save", tmp_path / "my.save")
    assert done.exit_code == 1
    assert "play --save FILE saves a game on a map" in done.output


def test_travel_on_a_map_in_a_terminal() -> None:
    with Terminal("travel", *FIRST_STEPS) as terminal:
        terminal.wait("o: explore")
        terminal.press("i")
        terminal.wait("You carry nothing.")
        terminal.press("o")
        terminal.wait("You see: ")
        terminal.press("q")
        assert terminal.end() == 0


def test_travel_in_a_world_shows_what_the_player_has_seen_and_its_goal() -> None:
    words = ("travel", "undercroft", "--seed", "1", "--keys", "kkkk>")
    known, whole = (run_command(*words, *more).output for more in ((), ("--all",)))
    assert "goal: Slay the warden on floor 8 of the undercroft.\n" in known
    assert "> stairs down" in whole
    assert "> stairs down" not in known
    assert 0 < known.count(". .") < whole.count(". .")


def test_travel_shows_all_of_a_map() -> None:
    known, whole = (run_command("travel", *FIRST_STEPS, "--keys", ".", *more).output for more in ((), ("--all",)))
    assert known.count(".") < whole.count(".")


GOAL = """
local known = 0
return {
  begin = function()
    local map = InstancedMap:new(9, 9)
    Map.set_map(map)
    Chara.set_player(Chara.create("base.fallback", 2, 2, {}, map))
  end,
  goal = GOAL,
}
"""


@pytest.mark.parametrize(
    ("goal", "shown"),
    [
        ('function() return "Find\\n\\27[31mthe well." end', "goal: Find\\x0a\\x1b[31mthe well."),
        ("function() end", "health 1"),
        ('function() error "no goal" end', "error: meadow/init.lua:8: no goal"),
        ('"the well"', "error: "),
    ],
)
def test_the_goal_of_a_world_is_that_of_its_mod(make_mod: MakeMod, goal: str, shown: str) -> None:
    mod = make_mod("meadow", GOAL.replace("GOAL", goal))
    done = run_command("travel", "meadow", "--mods", mod, "--seed", "1", "--keys", "l")
    assert done.exit_code == 0, done.output
    assert shown in done.output
    assert "\x1b[31m" not in done.output
    assert ("goal: " in done.output) == shown.startswith("goal")


def test_a_save_of_a_world_has_what_was_seen(tmp_path: Path) -> None:
    save = tmp_path / "my.save"
    words = ("travel", "undercroft", "--seed", "1", "--save", save, "--keys")
    first, later = (run_command(*words, keys).output for keys in ("kkkk>ooo", "."))
    assert "the undercroft" in later
    assert later.count(" .") >= first.count(" .") > 20


@pytest.mark.parametrize("keys", ["oo", "ooooo", "ooo\t\t<"])
def test_keys_of_simulate_and_travel_mean_the_same(keys: str) -> None:
    words = ["base", "--set", "quest=first_steps", "--seed", "1", "--keys", keys]
    simulated = run_command("simulate", *words).stdout.splitlines()
    travelled = run_command("travel", *words).stdout.splitlines()
    turns = sum(line.startswith("turn ") for line in simulated)
    assert f"turn {turns}" in travelled
    said = [line for line in travelled if "Tab fights" in line]
    assert said == [line for line in simulated if "Tab fights" in line]
    assert said


def test_o_in_a_world_says_what_is_seen_as_on_a_map() -> None:
    done = run_command("travel", "undercroft", "--seed", "1", "--keys", "kkkk>ooo")
    assert done.output.startswith(
        "You come to the undercroft.\nYou see: way in.\nYou see: stairs up.\nYou see: spikes.\n"
    )
    assert "You have explored" not in done.output


def test_keys_that_no_turn_is_left_for_are_counted() -> None:
    words = ("simulate", "caves", "--seed", "1", "--turns", "2", "--keys")
    assert "warning: the simulation ended before the last 3 keys were pressed" in run_command(*words, "lllll").stderr
    assert "warning: the simulation ended before the last key was pressed" in run_command(*words, "lll").stderr
    assert not run_command(*words, "ll").stderr


@pytest.mark.parametrize(
    ("game", "key", "sentence"),
    [
        ("undercroft", "f", "Nobody can throw or shoot in this game."),
        ("caves", "r", "Hours pass in worlds only: . waits a turn."),
        ("caves", "d", "Days pass in worlds only: . waits a turn."),
    ],
)
def test_a_key_that_a_game_has_no_use_for_says_why(game: str, key: str, sentence: str) -> None:
    assert run_command("travel", game, "--seed", "1", "--keys", key).output.startswith(f"{sentence}\n")
