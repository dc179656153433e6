"""Sessions of the REPL: the parent's end of a child that evaluates lines."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from host.engine.jobs import Job, Operation
from host.errors import HostError, RequestError
from host.model.request import Request
from host.mods.changes import Files, list_changes, scan_files
from host.mods.finder import find_needed_folders
from host.paths import BUNDLED_MODS
from host.serving.worker import Abandoned, Recycling, Worker
from host.tools.repl.evaluation import COMPLETE, EVALUATE, GENERATE, RESTART, SHOW_MAP

# A line may take what it may take: only `reload` replaces what has its variables.
_FOREVER = Recycling(jobs=sys.maxsize, bytes=2**62)

# Seconds that a line may take.
LINE_SECONDS = 5.0


class InputAnswer(NamedTuple):
    """The answer to an input."""

    # Lua literals.
    results: list[str]
    seconds: float
    # Whether the input is no Lua yet, and goes on in the next line.
    is_incomplete: bool = False
    # The document of the map, or rows of the plan, that the first result is, when they were asked for.
    document: dict[str, Any] | None = None
    plan: list[str] | None = None


class Repl:
    """A sandboxed child with mods, which evaluates inputs one after the other; a context.

    An input that loops or uses up memory costs the variables of the inputs before it: `was_lost` says so afterwards,
    and the next input finds the mods as they were loaded.
    """

    def __init__(
        self,
        job: Job,
        request: Request,
        *,
        seconds: float = LINE_SECONDS,
        say: Callable[[str], None],
        warn: Callable[[str], None],
    ) -> None:
        """Load the mods of a job; inputs run in the game of a request, which need not name a generator.

        An input may take `seconds`, and memory as the budgets of the job say.

        `say` takes lines that mods print, `warn` warnings. Raises HostError when the mods cannot be loaded.
        """
        # That of the game; a generator that makes a map there has options of its own.
        self.request = request
        self.seconds = seconds
        # Whether the last input cost the variables of those before it.
        self.was_lost = False
        self._folders = [*map(Path, job.mods.folders)]
        self._inputs = 0
        # Set by `stop` until the next input.
        self._is_stopped = threading.Event()
        self._files = self._scan_files()
        self._worker = Worker(job, _FOREVER, say=say, warn=warn, reloads=True)
        self._worker.ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        self._worker.close()

    def evaluate(self, text: str, *, draws: bool = False) -> InputAnswer:
        """Evaluate an expression, or statements, and with `draws` draw maps. Raises HostError; the session goes on."""
        # Each input has a number of its own, so that an error quotes the right one.
        self._inputs += 1
        answer = self._perform(EVALUATE, text=text, line=self._inputs, draws=draws)
        document, plan = answer.get("map"), answer.get("plan")
        return InputAnswer(
            answer["results"],
            answer["seconds"],
            answer["incomplete"],
            document if isinstance(document, dict) else None,
            [str(row) for row in plan] if isinstance(plan, list) else None,
        )

    def generate(self, generator: str | None, options: Mapping[str, str]) -> str:
        """Make the map of the game with a generator, and return its id. Raises HostError.

        By default it is the generator of the request of the session, or else the only one.
        """
        request = replace(self.request, generator=generator or self.request.generator, options=options)
        made: str = self._perform(GENERATE, request=request.to_data())
        return made

    def document(self) -> dict[str, Any]:
        """Return a document of the map of the game. Raises HostError."""
        document: dict[str, Any] = self._perform(SHOW_MAP)
        return document

    def restart(self, seed: int) -> None:
        """Begin a new game with a seed; variables stay. Raises HostError."""
        self.request = self.request.with_seed(seed)
        self._perform(RESTART)

    def complete(self, text: str) -> list[str]:
        """Return the variables, fields and ids that begin with a text."""
        names: list[str] = self._perform(COMPLETE, text=text)
        return names

    def reload(self) -> list[str]:
        """Forget all variables and begin a new game with the same seed; return the paths of files that changed.

        Only mods that changed are read again, and those that were loaded after them. Raises HostError.
        """
        files = self._scan_files()
        changed = list_changes(self._files, files)
        self._files = files
        if changed:
            self._worker.reload()
        else:
            self._worker.renew()
        return changed

    def stop(self) -> None:
        """End what runs in another thread with an error; the next input finds the mods as they were loaded."""
        self._is_stopped.set()

    def interrupt(self) -> None:
        """End what runs; the next input finds the mods as they were loaded."""
        self._worker.close()
        self.was_lost = True

    def _scan_files(self) -> Files:
        return scan_files([*find_needed_folders(self._folders), BUNDLED_MODS])

    def _perform(self, operation: Operation, **arguments: Any) -> Any:
        had_variables = self._worker.is_used
        self.was_lost = False
        self._is_stopped.clear()
        try:
            return self._worker.perform(
                operation,
                {"request": self.request.to_data(), **arguments},
                seconds=self.seconds,
                attempts=1,
                is_abandoned=self._is_stopped.is_set,
            )
        except Abandoned:
            self.was_lost = had_variables
            raise RequestError("the input was stopped") from None
        except HostError:
            self.was_lost = had_variables and not self._worker.is_used
            raise
