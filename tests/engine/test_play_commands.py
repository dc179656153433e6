"""Commands of several turns, in the library: what o, Tab, < and > do elsewhere."""

from __future__ import annotations

import pytest

from host import Host, HostError, Request


def test_a_quest_is_won_by_commands_alone() -> None:
    play = Host(mods=["base"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}), records=True)
    assert play.command("fight") == ["You see no enemy."]
    assert play.turns == 0
    said: list[str] = []
    for _ in range(200):
        before = play.turns
        said = play.command("explore")
        if play.turns == before and any("Tab fights" in text for text in said):
            play.command("fight")
        elif any(text.startswith("You have explored") for text in said):
            play.command("go up")
        elif play.turns == before and play.outcome is None:
            play.do("get")
        if play.outcome is not None:
            break
    assert play.outcome == "won", (said, play.messages[-5:])
    # Each turn of a command is in the recording.
    assert len(play.recording.actions) == play.turns
    with pytest.raises(HostError, match="the game is over: it is won"):
        play.command("explore")


def test_another_command_is_refused_with_the_nearest_one() -> None:
    play = Host(mods=["base"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}))
    with pytest.raises(
        HostError, match="there is no command 'explor': must be explore, fight, go up or go down"
    ) as error:
        play.command("explor")
    assert error.value.hint == 'did you mean "explore"?'
    assert play.turns == 0


def test_a_long_walk_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.play.plans._MOST_STEPS", 3)
    play = Host(mods=["critters"]).play(Request("maze", seed=1, players=1))
    assert play.command("explore") == ["You have gone 3 steps: repeat the command to go on."]
    assert play.turns == 3


def test_a_way_in_that_is_no_way_out_is_tried_once() -> None:
    play = Host(mods=["base"]).play("base", seed=1, quest="great_escape", dungeon="small", monsters="none")
    assert play.command("go up") == ["Nothing happens there."]
    assert play.turns == 1


def test_a_message_of_the_mod_is_not_repeated() -> None:
    play = Host(mods=["base"]).play("base", seed=2, quest="first_steps")
    assert play.command("go up") == []
    assert (play.turns, play.messages[-1]) == (1, "You need a gem to leave.")
