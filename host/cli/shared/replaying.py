"""Recordings that are played again: `dungeon-host test FILE.rec`, and what `play --replay` says of its mods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

import click

from host.cli.shared.recordings import job_of_recording
from host.cli.shared.selection import Loading
from host.cli.terminal.spinner import Spinner
from host.engine.replays.again import Replayed, play_again, shortest_cut
from host.engine.replays.findings import Findings, changes_of, find_difference, place_of, sides_of
from host.engine.replays.frames import FramesError
from host.engine.replays.recording import RecordedGame, RecordingError, read_recording
from host.errors import RequestError, counted, in_one_line, shorten

# Letters of the list of actions.
_MOST_LISTED = 300


def test_recordings(files: Sequence[Path], loading: Loading) -> int:
    """Play recordings again, and say which have the same turns; return how many differ. Raises HostError."""
    recordings = [(file, read_recording(file)) for file in files]
    failed = 0
    for file, recording in recordings:
        spinner = Spinner()

        def tick(elapsed: float, file: Path = file, spinner: Spinner = spinner) -> None:
            spinner.show(elapsed, f"playing {file} again …")

        try:
            replayed = play_again(recording, job_of_recording(recording, loading), tick=tick)
            lines = [] if replayed.difference is None else _describe(recording, replayed, loading, tick)
        except (RecordingError, FramesError) as error:
            lines = [error.message]
        finally:
            spinner.stop()
        if lines:
            failed += 1
            click.echo("\n".join(in_one_line(line) for line in (f"FAILED {file}: {lines[0]}", *lines[1:], "")))
    passed = len(recordings) - failed
    click.echo(", ".join([*([f"{failed} failed"] if failed else []), *([f"{passed} passed"] if passed else [])]))
    return failed


def find_changes(recording: RecordedGame, loading: Loading) -> Callable[[Callable[[float], None]], Findings] | None:
    """Return what plays a recording again when its mods have changed; None when they are not here."""
    try:
        mods = job_of_recording(recording, loading)
    except RequestError:
        return None

    return lambda tick: find_difference(recording, mods, tick)


def _describe(
    recording: RecordedGame, replayed: Replayed, loading: Loading, tick: Callable[[float], None]
) -> list[str]:
    """Return where a recording differs, what was shown then and now, and the fewest actions that show it."""
    difference = replayed.difference
    assert difference is not None  # noqa: S101
    what = "at the start" if not difference.action else f'after "{difference.action}"'
    lines = [f"{place_of(difference)}, {what}"]
    lines += [f"  mod        {text}" for text in changes_of(recording, replayed.mods)]
    lines += sides_of(difference)
    cut = shortest_cut(recording, difference, job_of_recording(recording, loading), tick)
    if cut is not None and difference.turn:
        lines.append(f"  shortest   {counted(len(cut), 'action')}: {shorten(_listed(cut), _MOST_LISTED)}")
    else:
        lines.append(f"  shortest   {counted(difference.turn, 'action')}, as recorded")
    return lines


def _listed(actions: Sequence[str]) -> str:
    """Return actions with commas between them, and how often those that repeat are done."""
    groups = ((action, len(list(same))) for action, same in groupby(actions))
    return ", ".join(action if number == 1 else f"{action} × {number}" for action, number in groups)
