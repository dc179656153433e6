"""The preset quests of base: the numbers of players that they allow, and games that pass by themselves."""

from __future__ import annotations

import pytest

from host import Host
from host.errors import RequestError
from host.generate.options import Choice

# The most players of a quest without a limit in this test: each has a colour of its own.
MOST = 12


@pytest.fixture(scope="module")
def base() -> Host:
    return Host(["base"], output=lambda line: None)


def quests(host: Host, players: int = 1) -> list[Choice]:
    (generator,) = (generator for generator in host.generators(players) if generator.id == "base")
    return list(generator.options[0].choices)


def test_every_quest_begins_for_the_numbers_of_players_that_it_allows(base: Host) -> None:
    for choice in quests(base):
        quest, least, most = choice.value, choice.min_players, choice.max_players
        for players in {least or 1, 2, min(most or MOST, MOST)}:
            game_map = base.generate("base", seed=players, players=players, quest=quest)
            assert [start.player for start in game_map.starts] == [*range(1, players + 1)], quest
            assert game_map.origin is not None
            assert game_map.origin.options["quest"] == quest


def test_a_quest_says_which_numbers_of_players_it_allows(base: Host) -> None:
    refused = {}
    for choice in quests(base):
        quest, least, most = choice.value, choice.min_players, choice.max_players
        for players in {(least or 1) - 1, (most or MOST) + 1} - {0, MOST + 1}:
            with pytest.raises(RequestError) as caught:
                base.generate("base", seed=1, players=players, quest=quest)
            refused[quest, players] = str(caught.value)
    assert refused == {
        ("duel", 1): "the option quest cannot be duel here: it requires at least 2 players, and the game has 1",
        **{
            (quest, 5): f"the option quest cannot be {quest} here: it allows at most 4 players, and the game has 5"
            for quest in ("key_hunt", "duel", "race")
        },
    }


def test_a_random_quest_of_base_begins(base: Host) -> None:
    names = set()
    for seed in range(6):
        origin = base.generate("base", seed=seed, players=1 + seed % 3, options={"*": "random"}).origin
        assert origin is not None
        names.add(origin.options["dungeon"])
    assert len(names) > 1
