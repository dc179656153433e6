"""Play a recording with the mods of today, and find the first turn that differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from host.engine.jobs import Job, run_job
from host.engine.playing.view import PLAY, PLAY_VIEW
from host.engine.replays.cut import EFFECT, shorten_actions
from host.engine.replays.difference import Square, check_document, first_square
from host.engine.replays.frames import Frames, FramesError
from host.engine.replays.recording import RecordedGame, RecordingError
from host.errors import HostError, RequestError
from host.model.document_reader import from_document
from host.process.child import malformed_answer
from host.process.task import fits
from host.version import VERSIONS


class GameDifference(NamedTuple):
    """The first turn of a recorded game that differs with the mods of today."""

    # From 0, the start; the first square that differs, or the square of the player.
    turn: int
    square: Square | None
    # What was done in the turn; an empty text at the start.
    action: str
    # What was shown then, and what is shown now; the error of now where there is one, and no view.
    recorded: dict[str, Any]
    now: dict[str, Any] | None
    error: HostError | None


class Replayed(NamedTuple):
    """A recorded game that was played again."""

    difference: GameDifference | None
    # Rows of id, version and hash of the mods of today; empty when they were not loaded.
    mods: list[list[str]]


def play_again(
    recording: RecordedGame,
    mods: Job,
    *,
    tick: Callable[[float], None] | None = None,
    only_changed: bool = False,
) -> Replayed:
    """Play a recording again until a turn differs; `mods` is a job that loads the mods of today.

    With `only_changed` a recording of the same mods and the same host is not played, and its views are not compared
    with their hashes. Raises HostError when no game begins, and RecordingError for views that no game showed.
    """
    if not only_changed:
        _check_views(recording)
    frames = Frames()
    # The turn that differs, and its view.
    other: tuple[int, dict[str, Any]] | None = None

    def ask(view: dict[str, Any]) -> str | None:
        nonlocal other
        turn = len(frames)
        if not fits(PLAY_VIEW, view):
            raise malformed_answer()
        hashed = frames.add(view)
        is_same = recording.versions == VERSIONS and [list(mod) for mod in recording.mods] == frames.mods
        if hashed != recording.hashes[turn]:
            other = turn, frames.view(turn)
        elif is_same and not only_changed and not recording.frames.shows(turn, view):
            raise _edited(turn, "shows something else than the game that is played again")
        if other is not None or turn == recording.turns or (only_changed and is_same):
            return None
        return recording.actions[turn]

    try:
        job = mods._replace(operation=PLAY, arguments={**recording.arguments, "actions": []})
        run_job(job, ask=ask, tick=tick)
    except RecordingError:
        raise
    except HostError as error:
        if not len(frames):
            raise
        turn = len(frames)
        if other is None and turn <= recording.turns:
            recorded = recording.frames.view(turn)
            _check_map(recorded)
            square = first_square(recorded, recorded)
            action = recording.actions[turn - 1]
            return Replayed(GameDifference(turn, square, action, recorded, None, error), frames.mods)
    return Replayed(None if other is None else _compare(recording, *other), frames.mods)


def _check_views(recording: RecordedGame) -> None:
    """Raise RecordingError unless the views of a recording fit its hashes and its mods."""
    try:
        rows = recording.frames.view(0)["map"].get("mods")
        mods = [tuple(map(row.get, ("id", "version", "hash"))) for row in rows] if fits([dict], rows) else None
        if mods != [*recording.mods]:
            raise _edited(0, "shows other mods than the recording names")
        for turn, hashed in enumerate(recording.frames.hashes()):
            if hashed != recording.hashes[turn]:
                raise _edited(turn, "shows something else than its hash says")
    except FramesError as error:
        raise RecordingError(f"the recording is damaged or was edited: {error}") from None


def _edited(turn: int, problem: str) -> RecordingError:
    return RecordingError(f"the recording is damaged or was edited: turn {turn} {problem}")


def _compare(recording: RecordedGame, turn: int, now: dict[str, Any]) -> GameDifference:
    recorded = recording.frames.view(turn)
    for view in (recorded, now):
        _check_map(view)
    return GameDifference(
        turn, first_square(recorded, now), recording.actions[turn - 1] if turn else "", recorded, now, None
    )


def _check_map(view: dict[str, Any]) -> None:
    """Raise HostError unless the map of a view can be compared: the view may come from a stranger."""
    from_document({"events": [], **view["map"]})
    try:
        check_document(view["map"])
    except ValueError as error:
        raise RequestError(f"the recording is damaged: {error}") from None


def shortest_cut(
    recording: RecordedGame, difference: GameDifference, mods: Job, tick: Callable[[float], None] | None = None
) -> list[str] | None:
    """Return the fewest actions of those up to a difference after which the last one does the same as it does now.

    None when it does nothing that can be told, or the mods run out of a budget. The mods are loaded anew for each try:
    what a mod keeps in its variables must not reach the next game.
    """
    actions = recording.actions[: difference.turn]
    square = list(difference.square) if difference.square else None

    def effect_of(fewer: list[str]) -> str:
        arguments = {**recording.arguments, "actions": fewer, "square": square}
        return str(run_job(mods._replace(operation=EFFECT, arguments=arguments), tick=tick))

    try:
        return shorten_actions(actions, effect_of) if actions else []
    except HostError:
        return None
