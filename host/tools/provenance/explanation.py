"""Explanations: the causes of what a mod registered, or of what is on a square of a map."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.engine.jobs import Job, Observation, Say, ignore, job_of_mods, run_job
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.tools.provenance.causes import EXPLAIN

SUBJECTS = ("square", "item", "field", "pool", "segment", "option")
# Loaded mods that are observed so explain any subject but fields, whose values are recorded while mods load.
OBSERVATION = Observation("host.tools.provenance.recorder:Recorder", {"with_squares": True})


class Cause(NamedTuple):
    """One step on the way to what is there now."""

    # What it is about: tiles, segment, item, pool, …
    what: str
    # The mod, and its file ("mod/path") and line, as far as they are known; line 0 for none.
    mod: str
    file: str | None
    line: int
    # What was done: registered, kts.LayoutDungeon, …
    action: str
    # What it is afterwards, or None.
    value: str | None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file or "the host"
        value = "" if self.value is None else f": {self.value}"
        return f"{self.what}{value} ({self.action}) at {place}"


def explain(
    subject: str,
    *name: str | int,
    mods: Iterable[str | Path] = ("base",),
    generator: str | Request | None = None,
    warn: Say = ignore,
    **request: Any,
) -> list[Cause]:
    """Return where something comes from, the oldest cause first, in a child process.

    `explain("square", 12, 7)`, `explain("item", "base.sword")`, `explain("field", "base.sword.weight")`, and with
    "pool", "segment" and "option" and a name. The mods are loaded, and for squares and segments a dungeon is made,
    while everything is recorded. `generator` and `request` are as in `Host.generate`; the seed is 1 by default.
    Raises HostError: RequestError for what does not exist.
    """
    job = make_explain_job(job_of_mods(mods), subject, name, Request.of(generator, request, seed=1))
    return read_causes(run_job(job, warn=warn))


def make_explain_job(job: Job, subject: str, name: Sequence[str | int], request: Request) -> Job:
    """Return a job that explains something about the mods of a job. Raises RequestError for a malformed name."""
    if subject not in SUBJECTS:
        raise RequestError(
            f'"{subject}" cannot be explained: must be {listing(SUBJECTS)}', hint=did_you_mean(subject, SUBJECTS)
        )
    words = [str(word) for word in name]
    observation = OBSERVATION
    if subject == "square":
        if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 9 for word in words):
            raise RequestError("a square is two whole numbers from 0, x and y, such as 12 7")
    elif len(words) != 1:
        raise RequestError(f"{subject} takes one name")
    elif subject == "field":
        words = [re.sub(r"[:.]+", ".", words[0])]
        parts = words[0].split(".", 2)
        if len(parts) != 3 or not all(parts):
            raise RequestError(f'"{words[0]}" is no field: must be MOD.NAME.FIELD, such as base.sword.weight')
        settings = {"identity": ".".join(parts[:2]), "path": parts[2]}
        observation = OBSERVATION._replace(settings=settings)
    arguments = {"subject": subject, "name": words, "request": request.to_data()}
    return job._replace(operation=EXPLAIN, arguments=arguments, observation=observation)


def read_causes(rows: Iterable[Mapping[str, Any]]) -> list[Cause]:
    """Return the causes in the answer of a job that `make_explain_job` returned."""
    return [Cause(**{name: row[name] for name in Cause._fields}) for row in rows]
