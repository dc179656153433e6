"""Where things come from: causes of what is on the page, and explanations of maps that cannot be made."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from host.engine.jobs import Job, run_job
from host.engine.operations import EXPLAIN
from host.errors import in_one_line, shorten, visible
from host.model.document_reader import from_document
from host.model.request import Request
from host.process.child import malformed_answer
from host.process.task import fits
from host.studio.drawing import describe_picture
from host.studio.mod_workers import ModWorkers, Superseded, WorkerKind
from host.tools.provenance.explanation import Cause, make_explain_job, read_causes

# Answers that are cached; causes and requirements of an answer; characters of each text in it.
_MOST_ANSWERS, _MOST_CAUSES, _MOST_REQUIREMENTS, _MOST_CHARACTERS = 256, 500, 100, 500

_TEXT_OR_NONE = (str, type(None))
_EXPLANATION = {
    "request": str,
    "reason": str,
    "wishes": [{"kind": str, "text": str, "file": _TEXT_OR_NONE, "line": (int, type(None)), "relaxed": str}],
    "remedies": (list, type(None)),
    "note": str,
    "heading": str,
    "advice": str,
}
_DRAWING = {"map": dict, "marks": [[int]]}


class Question(NamedTuple):
    """What somebody asks about: a subject of `host.tools.provenance`, its name, and the map that is on screen."""

    subject: str
    name: tuple[str, ...]
    request: Request


class OriginCache:
    """Answers questions about mods as they were last saved, and caches the answers."""

    def __init__(self, job: Job, mod_workers: ModWorkers) -> None:
        self._job = job
        self._mod_workers = mod_workers
        # (version of the mods, question) -> the answer; the last used at the end.
        self._answers: OrderedDict[tuple[int, Question], list[Cause]] = OrderedDict()

    async def list_causes(self, question: Question) -> list[Cause]:
        """Return the causes of something, the oldest first. Raises HostError, and Superseded as `perform` does."""
        key = self._mod_workers.version, question
        causes = self._answers.get(key)
        if causes is None:
            causes = await self._explain(question)
            if key[0] != self._mod_workers.version:
                raise Superseded
            self._answers[key] = causes
            if len(self._answers) > _MOST_ANSWERS:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        return causes

    async def _explain(self, question: Question) -> list[Cause]:
        job = make_explain_job(self._job, question.subject, question.name, question.request)
        if question.subject != "field":
            rows = await self._mod_workers.perform(job.operation, job.arguments, kind=WorkerKind.OBSERVED)
            return read_causes(rows[:_MOST_CAUSES])
        # Values of fields are recorded while mods load, so this needs a process of its own.
        rows = await asyncio.to_thread(run_job, job, tick=self._mod_workers.make_save_check())
        return read_causes(rows[:_MOST_CAUSES])

    async def explain_failure(self, request: Request) -> dict[str, Any] | None:
        """Return why a map cannot be made, as data for the page; None when no function failed that can be explained.

        Raises HostError, and Superseded as `perform` does.
        """
        answer = await self._mod_workers.perform(EXPLAIN, {"request": request.to_data()}, kind=WorkerKind.OBSERVED)
        if answer["explanation"] is None:
            return None
        return await asyncio.to_thread(_describe_explanation, answer["explanation"])


def describe_cause(cause: Cause) -> dict[str, Any]:
    """Return a cause as data for the page."""
    value = None if cause.value is None else _shorten(cause.value)
    return {**cause._asdict(), "action": _shorten(cause.action), "value": value}


def _describe_explanation(explanation: Any) -> dict[str, Any]:
    if not fits(_EXPLANATION, explanation):
        raise malformed_answer()
    requirements = explanation["wishes"][:_MOST_REQUIREMENTS]
    remedies = explanation["remedies"]
    drawing = explanation.get("drawing")
    return {
        **{name: _shorten(explanation[name]) for name in ("request", "reason", "note", "heading", "advice")},
        "wishes": [
            {
                "text": _shorten(requirement["text"]),
                "file": requirement["file"],
                "line": requirement["line"],
                "relaxed": _shorten(requirement["relaxed"]),
            }
            for requirement in requirements
        ],
        "remedies": remedies
        and [number for number in remedies if isinstance(number, int) and number < len(requirements)],
        "drawing": _describe_drawing(drawing) if fits(_DRAWING, drawing) else None,
    }


def _describe_drawing(drawing: Mapping[str, Any]) -> dict[str, Any]:
    game_map = from_document(drawing["map"])
    marks = [mark for mark in drawing["marks"] if len(mark) == 2 and game_map.contains(*mark)]
    return {"picture": describe_picture(game_map), "marks": marks}


def _shorten(text: str) -> str:
    return shorten(visible(in_one_line(text)), _MOST_CHARACTERS)
