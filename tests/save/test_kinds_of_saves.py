"""Saves of another command: what continues them is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Request
from host.cli.terminal.playing.saves import PlayMemory, load_play, save_play
from host.errors import SaveError
from tests.helpers import run_command


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a save of each kind."""
    folder = tmp_path_factory.mktemp("saves")
    (folder / "s.lua").write_text("print(1)")
    simulate = ("simulate", "base", "--set", "dungeon=tiny", "--seed", "1", "--turns", "1")
    for words in ((*simulate, "--save", folder / "simulate"), ("run", folder / "s.lua", "--save", folder / "run")):
        done = run_command(*words)
        assert done.exit_code == 0, done.output
    save_play(folder / "play", Request("base", seed=1, options={"dungeon": "tiny"}), [], [], PlayMemory())
    return folder


@pytest.mark.parametrize("kind", ["simulate", "play", "run"])
@pytest.mark.parametrize("command", ["simulate", "run"])
def test_a_save_of_another_command_names_the_one_that_continues_it(saves: Path, command: str, kind: str) -> None:
    before = (saves / kind).read_bytes()
    words = ("base", "--turns", "0") if command == "simulate" else (saves / "s.lua",)
    done = run_command(command, *words, "--save", saves / kind)
    if command == kind:
        assert done.exit_code == 0, done.output
    else:
        assert done.exit_code == 1
        assert f"continue it with {'run or travel' if kind == 'run' else kind}" in done.stderr
        assert (saves / kind).read_bytes() == before


@pytest.mark.parametrize("kind", ["simulate", "run"])
def test_play_names_what_continues_another_save(saves: Path, kind: str) -> None:
    with pytest.raises(SaveError, match=f"is not a save of play: continue it with {kind}"):
        load_play(saves / kind)
