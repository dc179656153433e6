"""What became of a recording whose mods have changed since, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from host.engine.jobs import Job
from host.engine.playing.scene import SceneReader
from host.engine.replays.again import GameDifference, play_again
from host.engine.replays.difference import things_on, tiles_on
from host.engine.replays.recording import RecordedGame
from host.errors import listing, shorten
from host.version import __version__

# Letters of a message.
_MOST_READ = 200


class Findings(NamedTuple):
    """What came of playing a recording again: lines to read, and the difference."""

    lines: list[str]
    difference: GameDifference | None = None


def find_difference(recording: RecordedGame, mods: Job, tick: Callable[[float], None]) -> Findings:
    """Play a recording again when its mods have changed, and say where it first differs; nothing where it does not.

    `mods` is a job that loads the mods of today. Raises HostError when no game begins.
    """
    replayed = play_again(recording, mods, tick=tick, only_changed=True)
    difference, changes = replayed.difference, changes_of(recording, replayed.mods)
    if difference is None:
        return Findings([])
    lines = [f"The game differs from {place_of(difference)} on; what has changed: {listing(changes, 'and')}."]
    return Findings([*lines, *map(str.strip, sides_of(difference))], difference)


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


def changed_mods(recording: RecordedGame, mods: list[list[str]]) -> list[str]:
    """Return what became of the mods of a recording since, a text for each that changed."""
    then = {mod[0]: mod for mod in recording.mods}
    now = {mod[0]: tuple(mod) for mod in mods}
    texts = []
    for name in sorted(then.keys() | now.keys()):
        before, after = then.get(name), now.get(name)
        if before is None or after is None:
            texts.append(f"{name}, which is {'new' if before is None else 'not loaded'}")
        elif before[1] != after[1]:
            texts.append(f"{name} {before[1]}, which is {after[1]} now")
        elif before != after:
            texts.append(f"{name} {before[1]}, whose files have changed")
    return texts
