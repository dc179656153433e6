"""Quests are won by those who press `o` and do what they read."""

from __future__ import annotations

import pytest

from host.model.request import Request
from tests.cli.playing.newcomer import play_by_keys
from tests.helpers import sampled

FIRST_STEPS = {"quest": "first_steps"}


@pytest.mark.parametrize("seed", sampled(range(1, 11), 3))
def test_first_steps_is_won_by_those_who_do_what_they_read(seed: int) -> None:
    story = play_by_keys(Request("base", seed=seed, players=1, options=FIRST_STEPS))
    assert story.scene is not None
    assert story.scene.outcome == "won", story.lines[-9:]


def test_the_way_out_of_a_town_leads_over_the_edge() -> None:
    story = play_by_keys(Request("overworld", seed=1, players=1), ("overworld", "base"), keys=60)
    assert any("Ways in: Bridgeham, " in line for line in story.lines)
    assert "You have explored all that you can reach. < leads back." in " ".join(story.lines)
    assert story.lines.count("You come to the vale.") > 1


def test_explore_stops_beside_enemies_and_at_low_health() -> None:
    story = play_by_keys(Request("base", seed=3, players=1, options={"quest": "gem_run"}), keys=60)
    assert any(line.endswith("is beside you. Tab fights.") for line in story.lines)
    assert any(line.startswith("Your health is low, ") for line in story.lines)


def test_explore_takes_what_lies_in_chests_and_what_it_once_walked_over() -> None:
    story = play_by_keys(Request("base", seed=1, players=1, options=FIRST_STEPS))
    assert story.scene is not None
    assert story.scene.outcome == "won"
    assert "You see: gem in the chest." in story.lines
    assert "You take the axe." in story.lines
    assert "Here lies: potion of healing. It works as soon as you take it: g takes it." in story.lines
