"""Recordings that are played again: `dungeon-host test FILE.rec`, and what `play --replay` says of its mods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import click

from host.cli.shared.recordings import changed_mods, job_of_recording
from host.cli.shared.selection import Loading
from host.cli.terminal.spinner import Spinner
from host.engine.playing.scene import SceneReader
from host.engine.replays.again import GameDifference, Replayed, play_again, shortest_cut
from host.engine.replays.difference import things_on, tiles_on
from host.engine.replays.recording import RecordedGame, read_recording
from host.errors import RequestError, counted, in_one_line, listing, shorten
from host.version import __version__

# Letters of the list of actions, and of a message.
_MOST_LISTED, _MOST_READ = 300, 200


class Findings(NamedTuple):
    """What came of playing a recording again: lines to read, and the difference."""

    lines: list[str]
    difference: GameDifference | None = None


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
        finally:
            spinner.stop()
        if replayed.difference is not None:
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

    def check(tick: Callable[[float], None]) -> Findings:
        replayed = play_again(recording, mods, tick=tick, only_changed=True)
        difference, changes = replayed.difference, changes_of(recording, replayed.mods)
        if difference is None:
            return Findings([])
        lines = [f"The game differs from {place_of(difference)} on; what has changed: {listing(changes, 'and')}."]
        return Findings([*lines, *map(str.strip, sides_of(difference))], difference)

    return check


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


def changes_of(recording: RecordedGame, mods: list[list[str]]) -> list[str]:
    """Return what has changed since a recording, or the mod that it is about."""
    changes = changed_mods(recording, mods)
    if recording.host != __version__:
        changes.append(f"the host {recording.host}, which is {__version__} now")
    generator = str(recording.request.generator)
    return changes or [f"{generator.partition('.')[0]}: no mod has changed, so what it does is not always the same"]


def place_of(difference: GameDifference) -> str:
    """Return the turn and the square."""
    square = f" at {difference.square}" if difference.square is not None else ""
    return f"turn {difference.turn}{square}"


def sides_of(difference: GameDifference) -> list[str]:
    """Return what was shown on the square then and what is shown now."""
    recorded, now = difference.recorded, difference.now
    lines = [f"  recorded   {_side(recorded, now, difference)}"]
    if difference.error is not None:
        lines.append(f"  now        error: {difference.error}")
    elif now is not None:
        lines.append(f"  now        {_side(now, recorded, difference)}")
    return lines


def _side(view: Mapping[str, Any], other: Mapping[str, Any] | None, difference: GameDifference) -> str:
    """Return what a view shows, and which of it another one does not."""
    scene = SceneReader(shows_all=True).read(dict(view))
    parts = [] if difference.square is None else [scene.describe(*difference.square)]
    if scene.health is not None:
        parts.append(f"health {scene.health:g}")
    read = [message for message in view["messages"] if other is None or message not in other["messages"]]
    parts += [f'read "{shorten(message, _MOST_READ)}"' for message in read[:3]]
    if not read and other is not None and difference.square is not None:
        mine, others = (things_on(side["map"]).get(difference.square, []) for side in (view, other))
        parts += [shorten(thing, _MOST_READ) for thing in mine if thing not in others][:3]
        tiles, tiles_of_other = (tiles_on(side["map"], difference.square) for side in (view, other))
        if tiles != tiles_of_other:
            parts.append(f"tiles {shorten(tiles, _MOST_READ)}")
    return "; ".join(parts)


def _listed(actions: Sequence[str]) -> str:
    """Return actions with commas between them, and how often those that repeat are done."""
    groups = ((action, len(list(same))) for action, same in groupby(actions))
    return ", ".join(action if number == 1 else f"{action} × {number}" for action, number in groups)
