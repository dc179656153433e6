"""Quests are won by those who press `o` and do what they read."""

from __future__ import annotations

import pytest

from host.engine.playing.scene import Scene
from host.model.request import Request
from tests.cli.playing.newcomer import QuestReader, Reader, Story, play_by_keys
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
    assert "You come to the vale." in story.lines


def test_explore_stops_beside_enemies_and_at_low_health() -> None:
    story = play_by_keys(Request("base", seed=2, players=1, options={"quest": "gem_run"}), keys=60)
    assert any(line.endswith("is beside you. Tab fights.") for line in story.lines)
    assert any(line.startswith("Your health is low, ") for line in story.lines)


def test_explore_takes_what_lies_in_chests_and_what_it_once_walked_over() -> None:
    story = play_by_keys(Request("base", seed=1, players=1, options=FIRST_STEPS))
    assert story.scene is not None
    assert story.scene.outcome == "won"
    assert "You see: gem in the chest." in story.lines
    assert "You take the axe." in story.lines
    assert "Here lies: potion of healing. It works as soon as you take it: g takes it." in story.lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled((2, 3, 4, 5, 7), 2))
def test_gem_run_is_won_by_keys_alone(seed: int) -> None:
    story = play_by_keys(Request("base", seed=seed, players=1, options={"quest": "gem_run"}), keys=600)
    assert story.scene is not None
    assert story.scene.outcome == "won", story.lines[-9:]


@pytest.mark.parametrize("seed", sampled((3, 1, 2), 1))
def test_the_quest_of_the_overworld_is_done_by_keys_alone(seed: int) -> None:
    story = play_by_keys(
        Request("overworld", seed=seed, players=1), ("overworld", "base"), keys=700, story=QuestReader()
    )
    assert story.scene is not None
    assert "guard: The crown! Bridgeham thanks you. Take this sword and twenty coins." in story.lines
    assert {thing.title for thing in story.scene.things} >= {"sword"}
    assert story.scene.goal == ""
    assert {*story.keys} <= {*"o<>gxrhjklyubn", "tab", "."}


# Each takes ten seconds. In `make test`, tests/mods/test_undercroft.py wins the undercroft.
@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2, 4, 5])
def test_the_undercroft_is_won_by_keys_alone(seed: int) -> None:
    names = ("undercroft", "base", "critters")
    story = play_by_keys(Request("undercroft", seed=seed, players=1), names, keys=1500, story=Reader())
    assert story.scene is not None
    assert story.scene.outcome == "won", story.lines[-9:]
    assert story.scene.title == "the chapel"
    assert {*story.keys} <= {*"o<>r.", "tab"}


def test_tab_goes_to_no_friends_and_says_so() -> None:
    story, seen = Story(), set[str]()

    def choose(scene: Scene) -> str:
        seen.update(scene.sights().values())
        return [">", ">", "o", "tab", "tab"][len(story.keys) - 1] if len(story.keys) < 6 else "tab"

    story.choose = choose  # type: ignore[method-assign]
    story = play_by_keys(Request("overworld", seed=1, players=1), ("overworld", "base"), keys=8, story=story)
    assert {"guard", "cat"} & seen
    assert story.lines[-2:] == ["You see no enemy."] * 2
    assert not any("is in the way" in line for line in story.lines)


def test_explore_leads_to_people_at_last() -> None:
    story = play_by_keys(Request("overworld", seed=1, players=1), ("overworld", "base"), keys=60)
    assert any(line.startswith("The baker is beside you: a step ") for line in story.lines)
    assert any(line.startswith("baker: ") for line in story.lines)
