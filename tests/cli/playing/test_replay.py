"""`play --record`, `play --replay` and films."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import click
import pytest
from PIL import Image
from textual.pilot import Pilot

from host.cli.shared.replaying import find_changes
from host.cli.shared.selection import Loading
from host.cli.terminal.playing.replay import ReplayApp
from host.engine.replays.recording import GameRecorder, RecordedGame, read_recording
from host.export.films import MOST_SHOTS, turns_to_show
from host.model.request import Request
from host.process.budgets import DEFAULT_BUDGETS
from tests.cli.playing.screen import Played, play
from tests.engine.replays.cellar import cellar_maker
from tests.helpers import MakeMod, run_command, run_process
from tests.helpers.terminal import Terminal

FIRST_STEPS = Request("base", seed=2, players=1, options={"quest": "first_steps"})


def record(*words: str | Path, file: Path) -> RecordedGame:
    result = run_command("simulate", *words, "--record", file)
    assert result.exit_code == 0, result.output
    return read_recording(file)


def show(
    recording: RecordedGame, steps: Callable[[ReplayApp, Pilot[Any]], Awaitable[None]], mods: Path | None = None
) -> None:
    with click.Context(click.Command("play")):
        check = find_changes(recording, Loading((str(mods),), DEFAULT_BUDGETS)) if mods else None
    app = ReplayApp(recording, shows_all=recording.simulates, check=check)

    async def run() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(run())


async def press(app: ReplayApp, pilot: Pilot[Any], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
    await pilot.pause()
    return app.picture.text


def test_a_played_game_is_recorded_and_passes_as_a_test(tmp_path: Path) -> None:
    async def steps(game: Played) -> None:
        await game.press("o", "tab", "tab", ".")

    app = play(FIRST_STEPS, steps, recorder=GameRecorder)
    assert app.recorder is not None
    recording = app.recorder.recording()
    assert recording is not None
    assert list(recording.actions) == app.actions
    recording.save(tmp_path / "run.rec")
    assert run_command("test", tmp_path / "run.rec").output == "1 passed\n"


def test_a_game_that_is_loaded_is_recorded_from_its_start(tmp_path: Path) -> None:
    async def steps(game: Played) -> None:
        await game.press("o", "S", ".", ".", "L")
        assert "Find a gem." in game.text

    app = play(FIRST_STEPS, steps, recorder=GameRecorder, save_file=tmp_path / "game.save")
    assert app.recorder is not None
    recording = app.recorder.recording()
    assert recording is not None
    assert 0 < recording.turns == len(app.actions)
    assert [recording.frames.view(turn)["turn"] for turn in range(recording.turns + 1)] == [*range(recording.turns + 1)]


def test_a_replay_goes_forwards_back_and_to_any_turn(tmp_path: Path) -> None:
    recording = record("base", "--set", "dungeon=tiny", "--seed", "1", "--turns", "70", file=tmp_path / "run.rec")

    async def steps(app: ReplayApp, pilot: Pilot[Any]) -> None:
        start = await press(app, pilot)
        assert "turn 0 of 70" in start
        assert "turn 1 of 70" in await press(app, pilot, "]")
        assert await press(app, pilot, "[") == start
        assert await press(app, pilot, "[") == start
        last = await press(app, pilot, "end")
        assert "turn 70 of 70" in last
        assert "turn 69 of 70" in await press(app, pilot, "[")
        assert "turn 41 of 70" in await press(app, pilot, "4", "1", "enter")
        at_41 = app.picture.text
        assert await press(app, pilot, "home") == start
        assert await press(app, pilot, *["}"] * 2, "]") == at_41
        # Run to the end, and back to the start.
        await press(app, pilot, *["+"] * 5, "space")
        while app.turn < 70:
            await asyncio.sleep(0.01)
        assert await press(app, pilot) == last
        await press(app, pilot, "r")
        while app.turn > 0:
            await asyncio.sleep(0.01)
        assert "a turn back, and on" in await press(app, pilot, "?")
        assert await press(app, pilot, "escape") == start

    show(recording, steps)


def test_a_replay_says_where_a_changed_mod_differs_and_shows_both(make_mod: MakeMod, tmp_path: Path) -> None:
    make_cellar = cellar_maker(make_mod)
    folder = make_cellar()
    recording = record(folder, "--seed", "1", "--keys", "..l.j..k.", file=tmp_path / "run.rec")

    async def unchanged(app: ReplayApp, pilot: Pilot[Any]) -> None:
        await asyncio.sleep(0.1)
        assert app.findings.difference is None

    show(recording, unchanged, folder)
    make_cellar(("Click.", "Clack."))

    async def changed(app: ReplayApp, pilot: Pilot[Any]) -> None:
        async with asyncio.timeout(60):
            while app.findings.difference is None:
                await asyncio.sleep(0.01)
        text = await press(app, pilot)
        assert "The game differs from turn 5 at (3, 3) on" in text
        text = await press(app, pilot, "d")
        assert "turn 5 of 9   as recorded" in text
        assert app._scene().messages[-1].endswith("Click.")
        text = await press(app, pilot, "d")
        assert "turn 5 of 9   as it is now" in text
        assert app._scene().messages[-1].endswith("Clack.")
        assert "turn 4 of 9" in await press(app, pilot, "[")

    show(recording, changed, folder)


def test_a_real_terminal_shows_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "run.rec"
    with Terminal("play", "base", "--seed", "2", "--record", file, columns=80, rows=24) as terminal:
        terminal.wait("turn 0")
        for turn in range(1, 4):
            terminal.press(".")
            terminal.wait(f"turn {turn}")
        terminal.press("q")
        terminal.wait("End the game?")
        terminal.press("y")
        assert terminal.end() == 0
    with Terminal("play", "--replay", file, columns=80, rows=24) as terminal:
        terminal.wait("turn 0 of 3")
        terminal.press("]")
        terminal.wait("turn 1 of 3")
        # The keys Home and End.
        terminal.press("\x1b[F")
        terminal.wait("turn 3 of 3")
        terminal.press("[")
        terminal.wait("turn 2 of 3")
        terminal.press("\x1b[H")
        terminal.wait("turn 0 of 3")
        terminal.press("q")
        assert terminal.end() == 0


def test_a_replay_without_a_terminal_names_films(tmp_path: Path) -> None:
    file = tmp_path / "run.rec"
    record("base", "--seed", "1", "--turns", "2", file=file)
    done = run_process("play", "--replay", file)
    assert done.returncode == 1
    assert "-o FILE.gif or FILE.cast writes a film without one" in done.stderr


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_a_film_has_a_picture_for_each_turn_that_changes_something(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"run.{ending}"
    words = ("--set", "dungeon=tiny", "--seed", "1", "--turns", "20", "-o", file)
    result = run_command("simulate", "base", *words)
    assert result.exit_code == 0, result.output
    with Image.open(file) as film:
        assert film.size == (14 * 16, 14 * 16)
        assert 5 < film.n_frames <= 21
        lasting = 0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            lasting += film.info["duration"]
    assert lasting == 21 * 150 + 2000


def test_a_cast_is_text_that_changes_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "run.cast"
    result = run_command("simulate", "base", "--set", "quest=first_steps", "--seed", "1", "--turns", "9", "-o", file)
    assert result.exit_code == 0, result.output
    header, *events = map(json.loads, file.read_text().splitlines())
    assert header["version"] == 2
    assert header["title"] == "base, seed 1"
    assert [event[1] for event in events] == ["o"] * 11
    assert [event[0] for event in events] == sorted(event[0] for event in events)
    assert "turn 0" in events[0][2]
    assert "turn 9" in events[9][2]
    assert len(events[1][2]) < len(events[0][2])


def test_a_film_of_a_game_shows_what_its_player_knows(tmp_path: Path) -> None:
    async def steps(game: Played) -> None:
        await game.press(".", ".")

    app = play(FIRST_STEPS, steps, recorder=GameRecorder)
    assert app.recorder is not None
    recording = app.recorder.recording()
    assert recording is not None
    recording.save(tmp_path / "run.rec")
    casts = []
    for number, words in enumerate([(), ("--all",)]):
        file = tmp_path / f"{number}.cast"
        assert run_command("play", "--replay", tmp_path / "run.rec", "-o", file, *words).exit_code == 0
        casts.append(file.read_text())
    assert len(casts[0]) < len(casts[1])
    done = run_command("play", "--replay", tmp_path / "run.rec", "-o", file, "--critters")
    assert "--replay shows a game as it was: leave out the generator, --critters, --player" in done.stderr


def test_a_long_game_has_a_film_of_some_turns() -> None:
    turns = turns_to_show(100_000, MOST_SHOTS[".gif"])
    assert turns[0] == 0
    assert turns[-1] == 100_000
    assert len(turns) <= MOST_SHOTS[".gif"] + 1


def test_an_ending_that_no_film_has_is_refused_before_the_game(tmp_path: Path) -> None:
    result = run_command("simulate", "base", "--seed", "1", "-o", tmp_path / "run.gf")
    assert result.exit_code == 1
    assert "a film of a game ends in .gif, .webp or .cast" in result.output
    assert 'did you mean ".gif"?' in result.output
    assert "turn 1" not in result.output


def test_texts_of_mods_in_a_cast_move_no_cursor(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = cellar_maker(make_mod)(("Click.", "\\27[2J\\27]0;x\\7"))
    file = tmp_path / "run.cast"
    result = run_command("simulate", folder, "--seed", "1", "--keys", "lj", "-o", file)
    assert result.exit_code == 0, result.output
    *_, shown, _ = map(json.loads, file.read_text().splitlines())
    assert "\\x1b[2J" in shown[2]
    assert "\x1b[2J" not in shown[2]
    assert "\x07" not in shown[2]


@pytest.mark.parametrize(
    "words", [("share", "wno.rec", "-o", "page.html"), ("play", "--replay", "wno.rec"), ("test", "wno.rec")], ids=str
)
def test_a_recording_that_is_not_there_names_what_is_near_and_no_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("won.rec").touch()
    result = run_command(*words)
    assert result.exit_code == 1
    assert result.stderr == 'error: there is no file "wno.rec"; did you mean "won.rec"?\n'


def test_the_page_of_a_recording_begins_the_same_game(tmp_path: Path) -> None:
    file, page = tmp_path / "run.rec", tmp_path / "run.html"
    run_command("simulate", "critters", "--seed", "1", "--critters", "--turns", "1", "--record", file)
    assert run_command("share", file, "-o", page).exit_code == 0
    assert "dungeon-host play critters --seed 1 --critters<" in page.read_text(encoding="utf-8")
