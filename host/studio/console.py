"""The console: a session of the REPL with the mods that are shown."""

from __future__ import annotations

import asyncio
from typing import Any

from host.engine.jobs import Job
from host.errors import HostError, RequestError, in_one_line, shorten, visible
from host.model.document_reader import from_document
from host.model.request import Request
from host.studio.drawing import describe_picture
from host.studio.problems import Sources
from host.studio.text_maps import describe_text
from host.tools.reference.books import all_books
from host.tools.reference.lookup import find_entries
from host.tools.reference.pages import section
from host.tools.repl.inputs import answer_input
from host.tools.repl.names import find_names
from host.tools.repl.session import Repl

# Characters of an input, and of a text of an answer; lines that an input may print; names that may complete one.
_LONGEST_INPUT, _LONGEST_TEXT, _MOST_LINES, _MOST_NAMES = 50_000, 20_000, 500, 100
# The warning when the page has another request than the game.
_OTHER_REQUEST = "the page asks for another game than this one: after :quit, the next input begins a new game"


class Console:
    """Answers inputs of all pages, one after the other. The first one starts the session."""

    def __init__(self, job: Job, sources: Sources) -> None:
        self._job = job
        self._sources = sources
        self._session: Repl | None = None
        # What the game of the session was made from, and what the last input asked for.
        self._begun = self._asked = Request(None, seed=1)
        # Lines that the current input made mods print, and warnings about them.
        self._printed: list[str] = []
        self._warnings: list[str] = []
        self._lock = asyncio.Lock()
        # Counts the ends of sessions.
        self._ends = 0

    async def answer(self, text: str, request: Request | None) -> dict[str, Any]:
        """Return the answer to an input as data for the page; errors of mods are part of it.

        `request` is what the game of the first input is made from, by default with the seed 1; a warning says when
        later inputs have another one. Raises RequestError.
        """
        if len(text) > _LONGEST_INPUT:
            raise RequestError(f"the input has {len(text)} characters: must have at most {_LONGEST_INPUT}")
        if text.strip() in (":quit", ":q"):
            await self.close()
            return _describe({"text": "the session ended; the next input begins another one"})
        ends = self._ends
        async with self._lock:
            if ends != self._ends:
                raise RequestError("the session ended before the input was evaluated")
            return await asyncio.to_thread(self._answer, text, request)

    async def complete(self, text: str) -> list[str]:
        """Return names that begin with a text."""
        async with self._lock:
            session = self._session
            names = await asyncio.to_thread(find_names, session.complete if session else lambda _: [], text)
        return names[:_MOST_NAMES]

    def stop(self) -> None:
        """Stop the input that is being evaluated."""
        if self._session is not None:
            self._session.stop()

    async def close(self) -> None:
        """End the session, and refuse inputs that wait for it."""
        self._ends += 1
        self.stop()
        async with self._lock:
            if self._session is not None:
                await asyncio.to_thread(self._session.close)
                self._session = None

    def _answer(self, text: str, request: Request | None) -> dict[str, Any]:
        self._printed, self._warnings = [], []
        answer: dict[str, Any] = {}
        problems: list[dict[str, Any]] = []
        try:
            session = self._open(request)
            answer = _describe(answer_input(session, text.strip(), _document, draws=True))
            answer["is_page"] = text.lstrip().startswith("?")
        except HostError as error:
            problems = self._sources.describe(error)
        return {
            **_describe({}),
            "is_page": False,
            **answer,
            "printed": self._printed,
            "warnings": self._warnings,
            "problems": problems,
            "is_lost": self._session is not None and self._session.was_lost,
        }

    def _open(self, request: Request | None) -> Repl:
        if self._session is None:
            self._begun = self._asked = request or Request(None, seed=1)
            self._session = Repl(self._job, self._begun, say=self._print, warn=self._warn)
        if request not in (None, self._begun, self._asked):
            self._warn(_OTHER_REQUEST)
        self._asked = request or self._asked
        return self._session

    def _print(self, text: str) -> None:
        _add(self._printed, text)

    def _warn(self, text: str) -> None:
        _add(self._warnings, text)


def _add(lines: list[str], text: str) -> None:
    if len(lines) < _MOST_LINES:
        lines.append(shorten(visible(text), _LONGEST_TEXT))
    elif len(lines) == _MOST_LINES:
        lines.append("…")


def _describe(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to an input as data for the page."""
    picture = None
    if "map" in answer:
        picture = describe_picture(from_document(answer["map"]))
    elif "plan" in answer:
        picture = describe_text("\n".join(answer["plan"]))
    return {
        "results": [shorten(visible(result), _LONGEST_TEXT) for result in answer.get("results", [])],
        "seconds": answer.get("seconds", 0.0),
        "is_incomplete": answer.get("incomplete", False),
        "text": shorten(visible(answer.get("text", "")), _LONGEST_TEXT),
        "picture": picture,
    }


def _document(name: str) -> str:
    """Return the documentation of a name as Markdown."""
    books = all_books()
    entries = find_entries(in_one_line(name), books)
    return "\n\n".join(f"# {entry.name}\n\n{section(entry, books)}" for entry in entries).rstrip()
