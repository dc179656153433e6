"""A recorded game, as programs have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from host.engine.replays import recording as model
from host.engine.replays.recording import GameRecorder, read_recording
from host.errors import RequestError, counted
from host.model.checks import as_plain, check_file_path
from host.model.document_reader import from_document
from host.model.request import Request
from host.public.map import Map

if TYPE_CHECKING:
    from host.border.session import Session
    from host.engine.playing.played_game import PlayedGame


class Recording:
    """A game that was recorded: what was done, and what was shown after each turn, without its mods.

    `Play.recording` returns one, and `load` reads one from a file.

    >>> play = Host(mods=["base"]).play("base", seed=7, records=True, dungeon="tiny")
    >>> play.do("wait")
    >>> recording = play.recording
    >>> recording.turns, recording.actions, recording.map(1).width
    (1, ['wait'], 14)
    """

    def __init__(self, recorded: model.RecordedGame) -> None:
        self._recorded = recorded

    def __repr__(self) -> str:
        return f"<Recording of {self.request.generator}, {counted(self.turns, 'turn')}>"

    @staticmethod
    def load(path: str | Path) -> Recording:
        """Return the recording in a file. Raises HostError for any other file."""
        return Recording(read_recording(check_file_path("path", path)))

    @property
    def recorded(self) -> model.RecordedGame:
        """The recording, as packages of the host have it."""
        return self._recorded

    @property
    def request(self) -> Request:
        """What the game was made from."""
        return self._recorded.request

    @property
    def mods(self) -> list[tuple[str, str, str]]:
        """Id, version and content hash of each mod."""
        return [*self._recorded.mods]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self._recorded.turns

    @property
    def actions(self) -> list[str]:
        """The id of each action; the first made turn 1."""
        return [*self._recorded.actions]

    def map(self, turn: int) -> Map:
        """Return the map after a turn; 0 is the start. Raises HostError."""
        view = self._recorded.frames.view(as_plain(turn))
        return Map(from_document({"events": [], **view["map"]}))

    def messages(self, turn: int) -> list[str]:
        """Return what was read in a turn. Raises HostError."""
        return self._recorded.frames.messages(as_plain(turn))

    def save(self, path: str | Path, *, shows_all: bool = False) -> None:
        """Write the recording (.rec), its film (.gif, .webp, .cast), or a page to step through it (.html).

        Films and pages show what the player knows, and with `shows_all` the whole map. The file appears whole or not at
        all. Raises HostError, also when its folder does not exist.
        """
        from host.engine.replays.shots import check_ending, make_file
        from host.export.files import check_folder, write_whole

        file = check_file_path("path", path)
        check_ending(file)
        check_folder(file)
        write_whole(file, make_file(self._recorded, file, shows_all=shows_all))


@contextmanager
def recording_to(
    path: str | Path | None, request: Request, session: Session, *, critters: bool, strict: bool, saves: bool
) -> Iterator[Callable[[PlayedGame, str], None] | None]:
    """Give what records a simulation, and write the file in the end; without a path record nothing."""
    if path is None:
        yield None
        return
    from host.engine.playing.view import recording_turns
    from host.engine.replays.shots import check_ending
    from host.export.files import check_folder

    if saves:
        raise RequestError("a recording begins at the start of a game: leave out save")
    file = check_file_path("record", path)
    check_ending(file)
    check_folder(file)
    recorder = GameRecorder(request, simulates=True, critters=critters, strict=strict)
    with recording_turns(session, lambda view: recorder.add(view["move"], view)) as record:
        yield record
    recorded = recorder.recording()
    if recorded is not None:
        Recording(recorded).save(file)
