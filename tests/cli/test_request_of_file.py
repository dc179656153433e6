"""Files with a request of their own: a save, a recording, a dungeon. What somebody types beside them is not lost."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host.cli.terminal.playing.saves import PlayMemory, save_play
from host.model.request import REQUEST_FIELDS, Request
from tests.helpers import MakeMod, run_command
from tests.helpers.terminal import Terminal

REQUEST = Request(None, seed=4, options={"dungeon": "tiny"})
SAVED = ("--seed", "4", "--set", "dungeon=tiny")
NAMES = [name for name in REQUEST_FIELDS if name != "generator"]


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a command for another value of a field."""
    others: dict[type, Any] = {int: 3, bool: True, tuple: (1,), dict: {"dungeon": "small"}}
    value = getattr(REQUEST, name)
    words = shlex.split(replace(Request(None, seed=9), **{name: others[type(value)]}).format_command())[2:]
    return tuple(words if name == "seed" else [word for word in words if word not in ("--seed", "9")])


def option_name(name: str) -> str:
    return "--set" if name == "options" else f"--{name.replace('_', '-')}"


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("recording") / "a.rec"
    done = run_command("simulate", "base", *SAVED, "--turns", 1, "--record", file)
    assert done.exit_code == 0, done.output
    return file


@pytest.mark.parametrize("name", NAMES)
def test_the_request_of_a_recording_has_no_other_beside_it(recording: Path, tmp_path: Path, name: str) -> None:
    for words in (
        ("share", recording, "-o", tmp_path / "a.html"),
        ("play", "--replay", recording, "-o", tmp_path / "a.cast"),
    ):
        done = run_command(*words, *words_of(name))
        assert done.exit_code == 1, words
        assert f"a recording has its own request: leave out {option_name(name)}" in done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_request_of_a_file_has_no_other_beside_it(tmp_path: Path, name: str) -> None:
    option = option_name(name)
    done = run_command("generate", "--from", tmp_path / "a.json", *words_of(name))
    assert done.exit_code == 1
    assert f"{option} is not allowed with --from, because the file says what made the dungeon" in done.stderr


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("save") / "a.save"


@pytest.mark.parametrize("name", NAMES)
def test_a_simulation_that_goes_on_says_which_options_it_ignores(save: Path, name: str) -> None:
    simulate = ("simulate", "base", "--turns", 1, "--save", save)
    first = run_command(*simulate, *SAVED)
    assert (first.exit_code, first.stderr) == (0, "")
    again = run_command(*simulate, *words_of(name))
    assert again.stderr == f"warning: {option_name(name)} is ignored: the game in the save continues with its own\n"
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]


@pytest.mark.parametrize("generator", ["nope", "caves", "base.nope"])
def test_a_simulation_of_another_generator_does_not_go_on(save: Path, generator: str) -> None:
    run_command("simulate", "base", "--turns", 1, "--save", save, *SAVED)
    before = save.read_bytes()
    again = run_command("simulate", generator, "--turns", 1, "--save", save)
    assert again.exit_code == 1
    assert again.stderr == f"error: the game in the save is of base: leave out {generator}\n"
    assert save.read_bytes() == before


def test_a_game_of_another_generator_does_not_go_on(tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    save_play(save, Request("base", seed=1, players=1), [], [], PlayMemory())
    with Terminal("play", "caves", "--save", save, columns=150) as terminal:
        terminal.wait("the game in the save is of base: leave out caves")


def test_a_simulation_that_goes_on_says_which_player_it_ignores(save: Path) -> None:
    words = ("simulate", "base", "--turns", 1, "--save", save, *SAVED)
    assert run_command(*words).stderr == ""
    again = run_command(*words, "--player", "idle")
    assert again.stderr == "warning: --player is ignored: the game in the save continues with its own\n"


def test_a_world_that_goes_on_says_that_it_ignores_the_seed(tmp_path: Path) -> None:
    simulate = ("simulate", "undercroft", "--turns", 1, "--save", tmp_path / "a.save", "--seed")
    assert run_command(*simulate, 4).stderr == run_command(*simulate, 4).stderr == ""
    again = run_command(*simulate, 5)
    assert again.stderr == "warning: --seed is ignored: the game in the save continues with its own\n"
    assert " --seed 4 " in again.stdout.splitlines()[-1]


def test_a_script_that_goes_on_says_which_options_it_ignores(make_mod: MakeMod, tmp_path: Path) -> None:
    script = tmp_path / "s.lua"
    script.write_text("print(#kts.GetAllPlayers())")
    run = ("run", script, "--seed", 4, "--save", tmp_path / "a.save")
    assert run_command(*run, "--players", 3).stdout == "3\n"
    again = run_command(*run, "--players", 4, "--house-colours", "1,1")
    assert again.stdout == "3\n"
    assert again.stderr.splitlines() == [
        f"warning: {option} is ignored: the game in the save continues with its own"
        for option in ("--players", "--house-colours")
    ]
    assert run_command(*run, "--players", 3).stderr == ""
