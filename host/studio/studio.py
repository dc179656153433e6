"""The state of a running studio, which the answers to requests share."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

from host.engine.jobs import Job
from host.errors import agree, in_one_line, listing
from host.mods.finder import find_needed_folders
from host.paths import BUNDLED_MODS
from host.studio.console import Console
from host.studio.events import Hub
from host.studio.log import Log
from host.studio.mod_tests import ModTests
from host.studio.mod_workers import ModWorkers
from host.studio.origins import OriginCache
from host.studio.play.recordings import OpenRecordings
from host.studio.play.running_games import RunningGames
from host.studio.problems import Sources
from host.studio.saved_files import watch_saved_files
from host.studio.segment_files import SegmentFiles
from host.studio.surveys.surveys import Surveys


class Setup(NamedTuple):
    """What a studio shows: a job with its mods, and the values of --mods that load them."""

    job: Job
    mods: tuple[str, ...] = ()
    # The id of the first generator, or of its mod; and the folder of the mod, or of the mods, that it is for.
    generator: str | None = None
    folder: str | None = None


class Studio:
    """The mods that are shown, what they print, and the pages that listen."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.hub = Hub()
        self.log = Log(lambda data: self.hub.send("log", data))
        self.mod_workers = ModWorkers(setup.job, say=self.log.print, warn=self.log.warn)
        self.origins = OriginCache(setup.job, self.mod_workers)
        self.surveys = Surveys(setup.job, self.mod_workers, lambda data: self.hub.send("survey", data))
        self.tests = ModTests(setup.job, lambda data: self.hub.send("tests", data))
        self.games = RunningGames(say=self.log.print, warn=self.log.warn)
        self.recordings = OpenRecordings()
        # Of whoever draws a film, or plays a recording again.
        self.drawing = asyncio.Semaphore(1)
        self.sources = Sources(setup.job.mods.folders)
        self.console = Console(setup.job, self.sources)
        self.segment_files = SegmentFiles(self.sources)
        # Set when Ctrl-C was pressed.
        self._ending: asyncio.Future[None] | None = None

    def title(self) -> str:
        """Return the name of what is shown."""
        _, _, generator, folder = self.setup
        return Path(folder).name if folder else generator or (self.setup.job.mods.names or ("dungeon-host",))[-1]

    async def watch(self) -> None:
        """Load the mods again whenever a file of them is saved."""

        def find_folders() -> list[Path]:
            return [*find_needed_folders(map(Path, self.setup.job.mods.folders)), BUNDLED_MODS]

        async for files in watch_saved_files(find_folders):
            self.mod_workers.reload()
            names = sorted(path.name for path in files)
            more = [] if len(names) < 3 else ["other files"]
            saved = listing([*map(in_one_line, names[: 3 - len(more)]), *more], "and")
            self.games.end_all(f"The game ended, because {saved} {agree(len(names), 'were')} saved.")
            self.hub.send("saved", {"version": self.mod_workers.version, "files": names[:20]})
            await self.tests.note_saved(files)

    def begin_end(self) -> None:
        """Begin to end everything that runs, in the thread of the event loop, so that no request waits for it."""
        self._ending = self._ending or asyncio.ensure_future(self._end())

    async def close(self) -> None:
        """End everything that runs."""
        if self._ending is not None:
            await self._ending
        # A request may have begun something meanwhile.
        await self._end()

    async def _end(self) -> None:
        closing = (self.mod_workers.close(), self.surveys.close(), self.tests.stop(), self.console.close())
        await asyncio.gather(*closing, asyncio.to_thread(self.games.close))
