"""Recordings of games: the option that writes them, what a command records, and the mods that play them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from host.cli.shared.parameters import FILE
from host.cli.shared.running import note_new_folders
from host.cli.shared.selection import Loading, is_named, select_mods
from host.cli.terminal.spinner import progress
from host.engine.jobs import Ask, Job, Operation
from host.engine.playing.view import RECORDED_VIEW
from host.engine.replays.recording import GameRecorder, RecordedGame
from host.engine.simulation import TURNS_OF_A_WORLD
from host.errors import RequestError, counted, listing
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process.child import malformed_answer
from host.process.task import fits

record_option = click.option(
    "--record",
    "record_file",
    type=FILE,
    metavar="FILE",
    help="Record the game in FILE: play --replay shows it, and test plays it again.",
)
all_option = click.option(
    "--all", "shows_all", is_flag=True, help="Show all of the map, not only what the player has seen."
)
film_option = click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="FILE",
    help="Write a film of the game: a moving picture (.gif, .webp), or for asciinema (.cast).",
)


@contextmanager
def recording_game(
    file: Path | None, film: Path | None, request: Request, turns: int | None, *, critters: bool, strict: bool
) -> Iterator[Callable[[Ask | None], Ask | None]]:
    """Record a simulation in a file and a film, also one that ends with an error; without both record nothing.

    Gives a function that returns what answers the child of the simulation: what the command itself answers, and the
    views of the recording.
    """
    if file is None and film is None:
        yield lambda ask: ask
        return
    recorder = GameRecorder(request, simulates=True, critters=critters, strict=strict)
    # A world that cannot be simulated may be followed by the map of a generator.
    left = 2 * (1 + (TURNS_OF_A_WORLD if turns is None else turns))

    def asks(ask: Ask | None) -> Ask:
        def ask_recording(view: dict[str, Any]) -> str | None:
            nonlocal left
            if "move" not in view and ask is not None:
                return ask(view)
            # Each answer gives the child time, which a child that a mod has taken over must not get without end.
            left -= 1
            if left < 0 or not fits(RECORDED_VIEW, view):
                raise malformed_answer()
            recorder.add(view["move"], view)
            return ""

        return ask_recording

    try:
        yield asks
    finally:
        write_recording(recorder, file, film)


def write_recording(recorder: GameRecorder, file: Path | None, film: Path | None, *, shows_all: bool = False) -> None:
    """Write what was recorded, and say so. Raises HostError."""
    recording = recorder.recording()
    if recording is None:
        return
    if file is not None:
        note_new_folders([file])
        recording.save(file)
        full = ", and then the recording was full" if recorder.is_full else ""
        click.echo(f"{file}: {counted(recording.turns, 'turn')}{full}")
    if film is not None:
        save_film(recording, film, shows_all=shows_all)


def save_film(recording: RecordedGame, file: Path, *, shows_all: bool = False) -> None:
    """Write a film of a recording, and say so. Raises HostError."""
    from host.engine.replays.shots import make_film
    from host.export.files import write_whole

    with progress("drawing the film"):
        content = make_film(recording, file, shows_all=shows_all)
    note_new_folders([file])
    write_whole(file, content)
    click.echo(f"{file}: {counted(recording.turns, 'turn')}, {-(-len(content) // 1024)} KiB")


def job_of_recording(recording: RecordedGame, loading: Loading) -> Job:
    """Return a job on the mods of a recording, as they are in --mods, in the current folder, bundled or installed.

    Raises RequestError when there is no folder that may have them.
    """
    folders = select_mods(loading.mods).folders
    only = tuple(mod[0] for mod in recording.mods)
    if not folders and (missing := [mod for mod in only if not is_named(mod)]):
        hint = "--mods DIR names the folder of a mod, or of several"
        raise RequestError(f"the recording was made with {listing(missing, 'and')}, which is not here", hint=hint)
    return Job(Operation("", None), ModsToLoad(folders, budgets=loading.budgets, only=only), asks=True)
