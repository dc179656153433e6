"""Surveys play the dungeons that they make: how often and how fast does it win that plays by itself?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from host import Host
from host.survey.survey import Survey
from tests.helpers import run_command

OPTIONS = ("--set", "quest=first_steps", "--players", "1", "--count", "3", "--metrics", "outcome,turns,rooms")


@pytest.mark.slow
def test_a_survey_prints_how_often_the_player_wins_and_in_how_many_turns(tmp_path: Path) -> None:
    path = tmp_path / "first.survey"
    assert run_command("survey", "run", "base", *OPTIONS, "-o", path).exit_code == 0
    shown = run_command("survey", "show", path).stdout
    survey = Survey.open(path)
    rows = {words[0]: words[1] for words in map(str.split, shown.splitlines()) if len(words) > 1}
    assert rows["outcome"] == "1"
    assert float(rows["turns"]) == round(float(survey["turns"].mean()), 2)
    # The outcome of making a dungeon, and of playing it.
    assert list(survey["outcome"]) == ["made"] * 3
    assert survey["played_outcome"].tolist() == survey.values_of("outcome").tolist() == [1, 1, 1]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT played_outcome FROM dungeons WHERE turns > 5").fetchall() == [(1.0,)] * 3
    host = Host(["base"], output=lambda _: None)
    simulation = host.simulate("base", seed=1, turns=500, options={"quest": "first_steps"})
    assert survey["turns"][0] == len(simulation.log)


def test_a_search_finds_a_seed_that_is_quickly_won() -> None:
    condition = "outcome == 1 and turns < 60"
    result = run_command("survey", "find", "base", condition, "--set", "quest=first_steps", "--json")
    assert result.exit_code == 0
    assert '"seed"' in result.stdout


def test_a_dungeon_that_nobody_can_enter_has_no_values_and_says_why() -> None:
    result = run_command("survey", "run", "caves", "--count", 2, "--metrics", "outcome,turns")
    assert result.exit_code == 0
    assert "outcome and turns have no value: no loaded mod has a class of players" in result.stderr
    survey = Host([], output=lambda _: None).survey("caves", count=2, metrics="outcome,turns")
    assert np.isnan(survey["played_outcome"]).all()
