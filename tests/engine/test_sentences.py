"""What a player reads of a turn."""

from __future__ import annotations

from host import Host, Request
from host.play.action import Blow
from host.play.sentences import Report, name_attackers, tell

BAT, RAT, OWN = "bat", "giant rat", "knight"


def test_blows_of_one_creature_are_joined() -> None:
    reports = [
        Report(OWN, "hurt", True, 1),
        Report(BAT, "hits", False),
        Report(OWN, "hurt", True, 2),
        Report(BAT, "hits", False),
        Report(RAT, "hurt", False, 4),
        Report(RAT, "dead", False),
        Report(OWN, "hits", True),
    ]
    assert tell(reports) == ["The bat hits you twice for 3.", "You hit the giant rat for 4.", "The giant rat dies."]


def test_blows_of_kts_name_the_attacker() -> None:
    hurt = [Report(RAT, "hurt", False, 4), Report(OWN, "hurt", True, 3), Report(OWN, "hurt", True, 1)]
    blows = [Blow(OWN, RAT, True, False), Blow("skeleton", "player", False, True)]
    assert tell(name_attackers(hurt, blows)) == [
        "You hit the giant rat for 4.",
        "The skeleton hits you for 3.",
        "You lose 1 health.",
    ]


def test_who_struck_the_player_is_told() -> None:
    play = Host(mods=["base"], output=lambda _: None).play(
        Request("base", seed=1, players=1, options={"quest": "rescue"})
    )
    while not any(message.endswith(" hits you for 2.") for message in play.messages):
        assert play.outcome is None
        play.do("script")
    assert not any(message.startswith("You lose") for message in play.messages)


def test_what_nobody_did_is_told_without_an_attacker() -> None:
    assert tell([Report(OWN, "hurt", True, 3), Report(OWN, "dead", True)]) == ["You lose 3 health.", "You die."]


def test_alike_sentences_are_joined() -> None:
    assert tell([Report(BAT, "dead", False), Report(BAT, "dead", False)]) == ["The bat dies (2 times)."]


def test_things_are_opened_and_broken_and_do_not_die() -> None:
    reports = [
        Report("locked door", "opened", False),
        Report("chest", "hurt", False, 1),
        Report("chest", "broken", False),
    ]
    assert tell(reports) == ["The locked door opens.", "The chest loses 1 health.", "The chest is broken."]


def test_names_are_read_as_english() -> None:
    reports = [
        Report(OWN, "hurt", True, 1),
        Report("spikes", "hits", False),
        Report("the warden", "hurt", False, 4),
        Report(OWN, "hits", True),
        Report("bones", "dead", False),
        Report("the warden", "dead", False),
        Report("cyclops", "dead", False),
        Report("arrow", "spent", False),
    ]
    assert tell(reports) == [
        "The spikes hit you for 1.", "You hit the warden for 4.", "The bones die.", "The warden dies.",
        "The cyclops dies.",
    ]  # fmt: skip


def test_what_the_player_does_not_see_is_not_told() -> None:
    reports = [
        Report(OWN, "hurt", True, 2),
        Report("spitter", "hits", False, is_seen=False),
        Report(RAT, "hurt", False, 4, is_seen=False),
        Report(RAT, "dead", False, is_seen=False),
        Report(OWN, "hurt", True, 1),
        Report(BAT, "hits", False),
    ]
    # Who hit from the dark is not told, and nobody else is blamed.
    assert tell(reports) == ["You lose 2 health.", "The bat hits you for 1."]


def test_a_fight_is_told_with_names_and_not_with_ids() -> None:
    play = Host(mods=["base", "critters"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}))
    for _ in range(60):
        play.do("script")
    text = "\n".join(play.messages)
    assert "giant rat" in text
    assert "You hit the giant rat for " in text
    assert "_" not in text
    assert " left)" not in text
