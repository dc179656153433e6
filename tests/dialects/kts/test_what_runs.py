"""The table of what runs in docs/kts.md: the tests that hold each row, and what rows call partial or out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from host.dialects.kts.hooks import KtsHooks
from host.engine.engine import Engine
from host.play.callbacks import MONSTER
from host.play.creatures import die
from tests.dialects.kts.test_play import acting, events, played
from tests.helpers import RunLua, check_table_of_tests, read_table

# Beginning of the subject of a row -> the tests that fail when the row is wrong.
HOLDING = {
    "teams, house colours": [
        "test_menu.test_each_player_is_a_team_while_there_are_house_colours",
        "test_menu.test_minimums_count_only_when_the_game_starts_and_then_refuse_it",
        "test_menu.test_maximums_count_always",
        "test_menu.test_a_random_value_that_is_no_choice_is_the_first_choice",
        "test_menu.test_a_random_quest_chooses_all_items_in_three_rounds",
    ],
    "every quest of `base`": ["test_quests.test_every_quest_begins_for_the_numbers_of_players_that_it_allows"],
    "entrances, gear": [
        "test_knights.test_a_knight_dies_and_comes_back_to_its_home",
        "test_knights.test_the_respawn_function_may_wait_choose_or_fail",
    ],
    "the end of a game": [
        "test_knights.test_the_game_ends_by_time_by_elimination_and_by_a_winner",
        "test_what_runs.test_kills_and_frags_are_counted",
    ],
    "`on_walk_over`": ["test_knights.test_what_notices_a_creature_and_when"],
    "other callbacks": ["test_play.test_callbacks_know_who_and_where", "test_play.test_hooks_are_called"],
    "`on_approach`": ["test_what_runs.test_nobody_approaches_a_tile_but_by_activate"],
    "stuff that respawns": ["test_knights.test_stuff_and_lockpicks_and_critical_items_appear_again"],
    "monster generators": ["test_knights.test_monsters_come_walk_strike_flee_and_rise"],
    "how monsters act": ["test_knights.test_monsters_come_walk_strike_flee_and_rise"],
    "answers for nil": [
        "test_play.test_what_asks_or_may_fail_answers",
        "test_play.test_secure_says_why_not",
        "test_knights.test_a_knight_dies_and_comes_back_to_its_home",
    ],
    "hints at the start": ["test_knights.test_a_knight_reads_the_hints_and_heals_as_it_looks_at_its_home"],
    "effects of magic": ["test_what_runs.test_magic_is_an_event_without_an_effect"],
    "saves of a game in play": [
        "test_knights.test_a_saved_game_goes_on_as_one_that_was_not_saved",
        "test_what_runs.test_saves_contain_no_tasks",
    ],
    "knights and monsters in `simulate`": ["test_knights.test_monsters_of_kts_act_in_simulate"],
    "screen, sound": ["test_constructors.test_a_missing_picture_or_sound_is_a_warning_with_its_line"],
}


def test_the_table_of_what_runs_names_tests_that_hold_its_rows() -> None:
    check_table_of_tests("kts")
    rows = read_table("kts", "of the original | state | test")
    for (subject, _, file), (beginning, tests) in zip(rows, HOLDING.items(), strict=True):
        assert subject.startswith(beginning)
        assert file in {f"{test.partition('.')[0]}.py" for test in tests}, subject
        for test in tests:
            module, _, name = test.partition(".")
            assert callable(getattr(import_module(f"tests.dialects.kts.{module}"), name)), test


def test_kills_and_frags_are_counted() -> None:
    engine = Engine(["base"], output=lambda line: None)
    engine.generate("base", seed=4, players=2, quest="duel")
    first, second = engine.game.players
    # (who dies, by whom) -> kills and frags of both players.
    for victim, originator, scores in (
        (second, 0, [(1, 1), (0, 0)]),
        (first, 0, [(1, 0), (0, 0)]),
        (second, None, [(1, 0), (0, -1)]),
        (first, MONSTER, [(1, 0), (0, -1)]),
    ):
        engine.play(4)
        assert victim.creature is not None
        die(engine.game, victim.creature, originator=originator)
        assert [(player.kills, player.frags) for player in engine.game.players] == scores
    assert (first.skulls, second.skulls) == (2, 2)


def test_nobody_approaches_a_tile_but_by_activate(run_lua: RunLua) -> None:
    load = """
    gate = kts.Tile { access = { walking = "approach" }, on_approach = function() print "approach" end,
      on_withdraw = function() print "withdraw" end, on_activate = function() print "activate" end }
    """
    assert played(run_lua, "kts.AddTile(T.ahead, T.gate)", load, seconds=3).lines == []
    used = acting(run_lua, "kts.Activate()", "kts.AddTile(T.ahead, T.gate)", load)
    assert used.lines == ["approach", "activate", "withdraw"]


@pytest.mark.parametrize("spell", ["Invulnerability", "Super", "PoisonImmunity"])
def test_magic_is_an_event_without_an_effect(run_lua: RunLua, spell: str) -> None:
    ran = acting(run_lua, f'kts.{spell}(9000, "magic") kts.Damage(1, 0) kts.Poison "sick"')
    assert events(ran, "damage")
    assert events(ran, "death")


def test_saves_contain_no_tasks(tmp_path: Path) -> None:
    engine = Engine(["base"], output=lambda line: None)
    headers = []
    for body in ("", "while true do kts.Delay(100) end"):
        script = tmp_path / "script.lua"
        script.write_text(f'kts.SetRespawnType "anywhere" kts.AddTask(function() {body} end)')
        engine.run_script(script, seed=1, play=1)
        headers.append(KtsHooks().to_header(engine.game))
    assert "progress" in headers[0]
    assert headers[0] == headers[1]
