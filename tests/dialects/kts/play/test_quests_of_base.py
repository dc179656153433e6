"""Every quest of base is played from its first step to its last: won by a player that knows the map, and lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from host import Host, Map, Request
from host.dialects.kts.play.interactions import activate
from host.model.tile import WALKING
from host.public.play import Play
from tests.helpers import run_command, sampled
from tests.helpers.quest_solver import Solver

# Quest -> what a player has to carry to the way out.
NEEDS: dict[str, dict[str, int]] = {
    "gem_run": {"base.gem": 3},
    "first_steps": {"base.gem": 1},
    "great_escape": {},
    "lich_hunt": {"base.lich_skull": 1},
    "stolen_relic": {"base.relic": 1},
    "midnight_ritual": {"base.tome": 1},
    "rescue": {"base.captive": 1},
    "key_hunt": {"base.great_key": 1},
    "duel": {},
    "race": {},
    "long_march": {"base.gem": 8},
    "ring_fortress": {"base.gem": 2},
    "plague_night": {"base.relic": 1},
    "hoard": {"base.gem": 12},
}


# Quests that the clock ends.
TIMED = ("midnight_ritual", "race", "duel")
# Quest -> the seed with which `make test` plays it, one of the ten that takes few turns; `make test-all` plays all ten.
USUAL = {
    **dict.fromkeys(NEEDS, 5), "gem_run": 4, "first_steps": 2, "rescue": 4, "key_hunt": 8, "duel": 1, "long_march": 6,
    "ring_fortress": 4, "plague_night": 3, "hoard": 9,
}  # fmt: skip


def _seeds_of(quest: str) -> list[Any]:
    rare = [pytest.mark.slow, pytest.mark.sweep]
    return [pytest.param(quest, seed, marks=() if seed == USUAL[quest] else rare) for seed in range(1, 11)]


def begin(host: Host, quest: str, seed: int, players: int = 1, **options: Any) -> Play:
    players = 2 if quest == "duel" else players
    return host.play(Request("base", seed=seed, players=players, options={"quest": quest, **options}))


@pytest.mark.parametrize(("quest", "seed"), [case for quest in NEEDS for case in _seeds_of(quest)])
def test_a_player_that_knows_the_map_wins(base_host: Host, quest: str, seed: int) -> None:
    play = begin(base_host, quest, seed, **({"time": 2} if quest == "duel" else {}))
    assert play.messages[0] == play.map.quest["hints"][0]
    goals = ["base.altar_ritual"] if quest == "midnight_ritual" else ()
    assert Solver(play, NEEDS[quest], goals=goals, rivals=quest == "duel").run() == "won"
    # That the only player wins is for those to say who show the game.
    assert any("Player 1" in message for message in play.messages) == (quest == "duel")
    assert any(message.startswith("The game took ") for message in play.messages)
    assert play.actions() == []


@pytest.mark.parametrize("quest", TIMED)
def test_a_player_loses_by_the_clock(base_host: Host, quest: str) -> None:
    play = begin(base_host, quest, 2, time=1)
    if quest == "duel":
        # Who gives up a life has a frag less than the other one.
        play.do("control:give_up_and_start_again")
    while play.outcome is None and play.turns < 300:
        play.do("wait")
    assert play.outcome == "lost"
    assert ("Player 2 wins." if quest == "duel" else "The time is over.") in play.messages


@pytest.mark.parametrize("quest", [quest for quest in NEEDS if quest not in TIMED])
def test_a_player_loses_when_the_other_team_does_what_is_asked(base_host: Host, quest: str) -> None:
    play = begin(base_host, quest, 3, players=2)
    played = play._played
    game_map, rival = played.game.map, played.game.players[1].creature
    assert rival is not None
    for item, count in NEEDS[quest].items():
        prototype = played.game.registry.find("item", item)
        assert prototype is not None
        rival.carried[prototype.index] = count
    for home in game_map.homes:
        is_there = (rival.x, rival.y) == (home.x, home.y)
        if play.outcome is None and (is_there or game_map.is_free(home.x, home.y, WALKING)):
            game_map.move_creature(rival, home.x, home.y)
            rival.facing = home.facing
            activate(played.game, game_map, rival)
            play.do("wait")
    assert play.outcome == "lost"
    assert "Player 2 wins." in play.messages
    assert play.actions() == []


def test_who_gives_up_loses(base_host: Host) -> None:
    play = begin(base_host, "gem_run", 2)
    play.do("give_up_quest")
    assert play.outcome == "lost"


def test_hand_written_keys_win_first_steps() -> None:
    options = ["--set", "quest=first_steps", "--set", "monsters=none"]
    result = run_command("simulate", "base", *options, "--seed", 5, "--keys", "hjhlkll")
    lines = result.stdout.splitlines()
    assert [line for line in lines if "You take the gem." in line] == [lines[2]], result.stdout
    assert "Player 1 wins." in lines[6]


def test_nothing_joins_a_game_that_nobody_asked_for() -> None:
    words = ["simulate", "base", "--set", "quest=first_steps", "--set", "monsters=none", "--set", "zombies=none"]
    alone = run_command(*words, "--seed", 3, "--turns", 3).stdout
    assert "the player lives, 1 creature is left" in alone
    joined = run_command(*words, "--seed", 3, "--turns", 3, "--critters").stdout
    assert "the player lives, 1 creature is left" not in joined


def test_keys_of_simulate_explore_fight_and_go_to_the_way_in() -> None:
    options = ["--set", "quest=first_steps", "--seed", 2]
    explored = run_command("simulate", "base", *options, "--keys", "o")
    turns = [line for line in explored.stdout.splitlines() if line.startswith("turn ")]
    assert len(turns) > 5
    back = run_command("simulate", "base", *options, "--keys", "o<")
    lines = [line for line in back.stdout.splitlines() if line.startswith("turn ")]
    assert lines[: len(turns)] == turns
    assert len(lines) > len(turns)
    assert run_command("simulate", "base", *options, "--keys", "\t").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(1, 200, 20), 1))
def test_floors_of_undercroft_are_played_without_errors(first: int) -> None:
    host = Host(["undercroft", "critters"], output=lambda _: None)
    for seed in range(first, first + 20):
        places: list[tuple[int, int]] = []

        def watch(game_map: Map, places: list[tuple[int, int]] = places) -> None:
            places.extend((one.x, one.y) for one in game_map.objects if one.name == "delver")

        simulation = host.simulate("undercroft.floor", seed=seed, turns=130, strict=True, watch=watch)
        assert "errs" not in " ".join(simulation.log)
        assert len(places) > 100
        assert longest_stand(places) < 50, seed


def longest_stand(places: list[tuple[int, int]]) -> int:
    """Return how many turns in a row somebody was on one square, or went to and fro between two."""
    longest, start = 0, 0
    counts = Counter[tuple[int, int]]()
    for turn, place in enumerate(places):
        counts[place] += 1
        while len(+counts) > 2:
            counts[places[start]] -= 1
            start += 1
        longest = max(longest, turn + 1 - start)
    return longest


def test_who_plays_a_floor_enters_at_its_stairs_and_not_behind_a_locked_door() -> None:
    play = Host(["undercroft", "critters"], output=lambda _: None).play(Request("undercroft.floor", seed=86, players=1))
    player = play.player
    assert player is not None
    assert [(other.x, other.y) for other in play.map.objects if other.glyph == "<"] == [(player.x, player.y)]


@pytest.mark.parametrize(
    ("quest", "mode", "seeds"),
    [
        ("first_steps", "script", range(1, 6)),
        # It went to and fro between a goblin and the way out.
        ("gem_run", "script", range(9, 10)),
        ("gem_run", "bold", range(1, 4)),
        ("gem_run", "cautious", range(1, 4)),
        *(
            pytest.param(quest, "script", range(first, first + 50), marks=[pytest.mark.slow, pytest.mark.sweep])
            for quest in ("first_steps", "gem_run")
            for first in range(1, 200, 50)
        ),
    ],
)
def test_a_player_that_plays_by_itself_wins_and_never_stands(
    base_host: Host, quest: str, mode: str, seeds: range
) -> None:
    for seed in seeds:
        places: list[tuple[int, int]] = []

        def watch(game_map: Map, places: list[tuple[int, int]] = places) -> None:
            places.extend((one.x, one.y) for one in game_map.creatures if one.player == 1)

        options = {"quest": quest}
        simulation = base_host.simulate("base", seed=seed, turns=1500, player=mode, options=options, watch=watch)
        assert "Player 1 wins." in simulation.log[-1], (seed, simulation.log[-1])
        assert "Your knight goes to " in " ".join(simulation.log)
        assert longest_stand(places) < 50
