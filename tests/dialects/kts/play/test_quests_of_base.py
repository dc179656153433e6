"""Every quest of base is played from its first step to its last: won by a player that knows the map, and lost."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from host import Host, Map, Request
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


def begin(host: Host, quest: str, seed: int, **options: Any) -> Play:
    players = 2 if quest == "duel" else 1
    return host.play(Request("base", seed=seed, players=players, options={"quest": quest, **options}))


# With seed 7 it needs the fewest turns.
@pytest.mark.parametrize("seed", sampled([*range(7, 11), *range(1, 7)], 1))
@pytest.mark.parametrize("quest", NEEDS)
def test_a_player_that_knows_the_map_wins(base_host: Host, quest: str, seed: int) -> None:
    play = begin(base_host, quest, seed, **({"time": 3} if quest == "duel" else {}))
    assert play.messages[0] == play.map.quest["hints"][0]
    goals = ["base.altar_ritual"] if quest == "midnight_ritual" else ()
    assert Solver(play, NEEDS[quest], goals=goals, rivals=quest == "duel").run() == "won"
    assert any("Player 1 wins." in message or "Player 1 and" in message for message in play.messages)
    assert play.actions() == []


@pytest.mark.parametrize("quest", NEEDS)
def test_a_player_loses(base_host: Host, quest: str) -> None:
    """By the time where there is a limit, in a duel by the frags; else who gives up loses."""
    timed = quest in ("midnight_ritual", "race", "duel")
    play = begin(base_host, quest, 2, **({"time": 1} if timed else {}))
    play.do("control:give_up_and_start_again" if quest == "duel" else "wait" if timed else "give_up_quest")
    while timed and play.outcome is None and play.turns < 400:
        play.do("wait")
    assert play.outcome == "lost"


def test_hand_written_keys_win_first_steps() -> None:
    options = ["--set", "quest=first_steps", "--set", "monsters=none"]
    result = run_command("simulate", "base", *options, "--seed", 5, "--keys", "hjhlkll")
    lines = result.stdout.splitlines()
    assert [line for line in lines if "You take the gem." in line] == [lines[2]], result.stdout
    assert "Player 1 wins." in lines[6]


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(1, 200, 20), 1))
def test_floors_of_undercroft_are_played_without_errors(first: int) -> None:
    host = Host(["undercroft", "critters"], output=lambda _: None)
    for seed in range(first, first + 20):
        simulation = host.simulate("undercroft.floor", seed=seed, turns=130, strict=True)
        assert "errs" not in " ".join(simulation.log)


@pytest.mark.parametrize(
    ("quest", "mode", "seeds"), [("first_steps", "script", 20), ("gem_run", "bold", 3), ("gem_run", "cautious", 3)]
)
@pytest.mark.parametrize("part", sampled(range(3), 1))
def test_a_player_that_plays_by_itself_wins_and_never_stands(
    base_host: Host, quest: str, mode: str, seeds: int, part: int
) -> None:
    for seed in range(1 + part, 1 + seeds, 3):
        places: list[tuple[int, int]] = []

        def watch(game_map: Map, places: list[tuple[int, int]] = places) -> None:
            places.extend((one.x, one.y) for one in game_map.creatures if one.player == 1)

        options = {"quest": quest}
        simulation = base_host.simulate("base", seed=seed, turns=1500, player=mode, options=options, watch=watch)
        assert "Player 1 wins." in simulation.log[-1], (seed, simulation.log[-1])
        assert "Your knight goes to " in " ".join(simulation.log)
        assert max(len(list(same)) for _, same in groupby(places)) < 50
