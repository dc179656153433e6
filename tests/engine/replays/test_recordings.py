"""Recordings: they are played again, and say where a mod that changed makes a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.engine.replays.recording import read_recording
from host.model.document_reader import from_document
from tests.engine.replays.cellar import MakeCellar, cellar_maker
from tests.helpers import MakeMod, run_command

# Waits, and at turn 5 a step on the plate at (3, 3).
KEYS = "..l.j..k."


@pytest.fixture
def make_cellar(make_mod: MakeMod) -> MakeCellar:
    return cellar_maker(make_mod)


def record(folder: Path, file: Path, keys: str = KEYS) -> Path:
    result = run_command("simulate", folder, "--seed", "1", "--keys", keys, "--record", file)
    assert result.exit_code == 0, result.output
    assert f"{file}: {len(keys)} turns" in result.stdout
    return file


def run_test(file: Path, folder: Path) -> tuple[int, str]:
    result = run_command("test", file, "--mods", folder)
    return result.exit_code, result.output


def test_a_recording_passes_with_the_same_mod_and_with_changes_that_nothing_shows(
    make_cellar: MakeCellar, tmp_path: Path
) -> None:
    folder = make_cellar()
    file = record(folder, tmp_path / "run.rec")
    assert run_test(file, folder) == (0, "1 passed\n")
    # From the folder of the mod, or a folder of mods, too.
    assert run_test(file, folder.parent) == (0, "1 passed\n")
    make_cellar(("kts.DEFAULT_ITEM = sword", "kts.DEFAULT_ITEM = sword -- the same"))
    assert run_test(file, folder) == (0, "1 passed\n")


def test_the_same_game_makes_the_same_file(make_cellar: MakeCellar, tmp_path: Path) -> None:
    folder = make_cellar()
    files = [record(folder, tmp_path / name).read_bytes() for name in ("one.rec", "two.rec")]
    assert files[0] == files[1]


@pytest.mark.parametrize(
    ("before", "after", "then", "now"),
    [
        ("Click.", "Clack.", "Click.", "Clack."),
        ('kts.PrintLoc "Click."', "kts.PitKill()", "Click.", "You die."),
        ('kts.PrintLoc "Click."', 'error "the plate is stuck"', "Click.", "the plate is stuck"),
    ],
    ids=["other text", "death", "error"],
)
def test_a_changed_mod_fails_at_the_exact_turn_and_square(
    make_cellar: MakeCellar, tmp_path: Path, before: str, after: str, then: str, now: str
) -> None:
    folder = make_cellar()
    file = record(folder, tmp_path / "run.rec")
    make_cellar((before, after))
    code, output = run_test(file, folder)
    assert code == 1
    assert f"FAILED {file}: turn 5 at (3, 3)" in output
    assert "cellar 1.0, whose files have changed" in output
    assert "shortest   2 actions: east, south" in output
    assert then in output
    assert now in output
    assert output.endswith("1 failed\n")


def test_a_map_that_differs_fails_at_the_start(make_cellar: MakeCellar, tmp_path: Path) -> None:
    folder = make_cellar()
    file = record(folder, tmp_path / "run.rec")
    make_cellar(('name = "plate"', 'name = "button"'))
    code, output = run_test(file, folder)
    assert code == 1
    assert f"FAILED {file}: turn 0 at (3, 3), at the start" in output
    assert '"name": "plate"' in output
    assert '"name": "button"' in output
    assert "shortest   0 actions" in output


def test_actions_that_only_pass_the_time_are_kept_where_they_are_needed(
    make_cellar: MakeCellar, tmp_path: Path
) -> None:
    # The plate breaks at the second step.
    counting = """on_walk_over = function() steps = (steps or 0) + 1; kts.PrintLoc("Click " .. steps) end"""
    before = 'on_walk_over = function() kts.PrintLoc "Click." end'
    folder = make_cellar((before, counting))
    file = record(folder, tmp_path / "run.rec", "l..j.k.l.h.j.k")
    make_cellar((before, counting.replace('"Click " ..', 'steps > 1 and "Crack" or "Click " ..')))
    code, output = run_test(file, folder)
    assert code == 1
    assert "turn 12 at (3, 3)" in output
    assert "shortest   4 actions: east, south, north, south" in output


@pytest.mark.slow
def test_a_world_is_recorded_from_map_to_map(tmp_path: Path) -> None:
    file = tmp_path / "world.rec"
    result = run_command("simulate", "undercroft", "--seed", "1", "--turns", "60", "--record", file)
    assert result.exit_code == 0, result.output
    assert len({read_recording(file).frames.view(turn)["place"] for turn in range(61)}) > 1
    assert run_command("test", file).output == "1 passed\n"


def test_mods_that_are_not_there_are_named(make_cellar: MakeCellar, tmp_path: Path) -> None:
    folder = make_cellar()
    file = record(folder, tmp_path / "run.rec")
    result = run_command("test", file)
    assert result.exit_code == 1
    assert "the recording was made with cellar, which is not here; --mods DIR names the folder" in result.output


def test_any_turn_has_the_view_that_was_shown(make_cellar: MakeCellar, tmp_path: Path) -> None:
    file = record(make_cellar(), tmp_path / "run.rec", "l.j.k.h" * 8)
    recording = read_recording(file)
    assert recording.turns == 56
    shown = [recording.frames.view(turn) for turn in range(57)]
    for turn in (56, 0, 21, 20, 19, 40):
        view = recording.frames.view(turn)
        assert view == shown[turn]
        assert view["turn"] == turn
        assert from_document({"events": [], **view["map"]}).width == 8


def test_a_recording_begins_at_the_start(tmp_path: Path) -> None:
    result = run_command("simulate", "base", "--record", tmp_path / "a.rec", "--save", tmp_path / "a.save")
    assert result.exit_code == 1
    assert "leave out --save" in result.output


def test_what_a_key_tells_the_player_is_no_part_of_a_recording(tmp_path: Path) -> None:
    words = ("simulate", "base", "--set", "quest=first_steps", "--seed", "1", "--keys", "oo")
    result = run_command(*words, "--record", tmp_path / "a.rec")
    assert "o again explores all the same" in result.output
    assert run_command("test", tmp_path / "a.rec").exit_code == 0


def test_what_is_tested_must_be_there(tmp_path: Path) -> None:
    result = run_command("test", tmp_path / "no.rec")
    assert (result.exit_code, result.output) == (
        1,
        f'error: there is no file "{tmp_path / "no.rec"}"\n',
    )
    for words in ([], [tmp_path]):
        output = run_command("test", *words, "--mods", tmp_path).output
        assert "--mods is for recordings, and there is none: the tests of a mod find the mods beside it" in output
    assert "recordings are tested by themselves" in run_command("test", tmp_path / "no.rec", tmp_path).output
    words = ("--junit", tmp_path / "a.xml", "-k", "x", "--timeout", "5")
    output = run_command("test", tmp_path / "no.rec", *words).output
    assert output == "error: of the options of tests, recordings take --mods and --timeout: leave out -k and --junit\n"


@pytest.mark.parametrize("generator", ["base", "undercroft"])
def test_recordings_of_simulations_have_the_sentences_of_play(tmp_path: Path, generator: str) -> None:
    """The log has its own words, as `simulate` prints them."""
    file = tmp_path / "run.rec"
    result = run_command("simulate", generator, "--seed", "1", "--turns", "60", "--record", file)
    assert "moved" in result.stdout
    recorded = read_recording(file)
    read = [text for turn in range(61) for text in recorded.frames.messages(turn)]
    assert "You hit the giant rat for 3." in read if generator == "base" else "You come to the undercroft." in read
    assert not [text for text in read if "moved" in text or text.startswith("turn ")]
    assert run_command("test", file).output == "1 passed\n"
