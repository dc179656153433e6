"""The answers to agents, as plain data. Mods run in child processes; only pictures are written, in a `--folder`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from threading import Event
from typing import Any

from host.engine.jobs import Job, job_of_mods, run_job
from host.engine.operations import EXPLAIN, GENERATE
from host.errors import HostError, RequestError, in_one_line, shorten, visible
from host.export.files import Target, write_targets
from host.export.pictures import map_files
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import Request
from host.paths import as_mods, bundled_ids
from host.process.budgets import Budgets
from host.public.map import Map
from host.render.formats import PNG, SUFFIXES, SVG
from host.render.style import PictureStyle
from host.render.text import draw
from host.tools.checking.run import check as check_mods
from host.tools.provenance.explanation import make_explain_job, read_causes

# Seconds of a dungeon are fewer than agents wait for an answer.
_BUDGETS = Budgets(seconds=20, output=100_000)
# An answer is read by a model with a limited memory: lists, lines of mods, and characters of a drawing.
_MOST_LISTED, _MOST_LINES, _MOST_DRAWN = 200, 50, 40_000
_PICTURES = {suffix: form for suffix, form in SUFFIXES.items() if form in (PNG, SVG)}
_TILE_SIZE = 16
_MOST_MODS, _LONGEST_NAME, _LONGEST_PATH = 50, 200, 1000
# Pixels of a picture.
_MOST_PIXELS = 2**24


class Answers:
    """Answers questions about dungeons. Paths of mods are relative to a folder, and pictures are written below it.

    All methods raise HostError, whose message is a sentence for whoever asked. `given_up` is set when nobody waits for
    an answer any more.
    """

    def __init__(self, folder: Path, given_up: Event | None = None) -> None:
        self.folder = folder.absolute()
        self._given_up = given_up or Event()

    def check(self, mods: Sequence[str], generator: str | None = None, players: int = 2) -> dict[str, Any]:
        """Return the errors and warnings of mods, or of the mod of a generator alone."""
        listed = self._mods(mods, generator)
        folders = [mod for mod in listed if isinstance(mod, Path)]
        names = [mod for mod in listed if isinstance(mod, str)]
        # None: all mods in the folders.
        checked = [generator.partition(".")[0]] if generator else [*([None] if folders else []), *names]
        found = [
            diagnostic
            for only in checked
            # Children of a check call `progress` now and then: an error there ends them.
            for diagnostic in check_mods(
                folders, only, bundled=False, players=players, budgets=_BUDGETS, progress=self._end_if_given_up
            )
        ]
        return {
            "errors": sum(diagnostic.severity == "error" for diagnostic in found),
            "warnings": sum(diagnostic.severity != "error" for diagnostic in found),
            "diagnostics": [visible(f"{d.severity}: {d.format()}") for d in found[:_MOST_LISTED]],
        }

    def generate(self, mods: Sequence[str], generator: str | None, **request: Any) -> dict[str, Any]:
        """Return a dungeon: what makes it again, a drawing with legend, and what is in it."""
        game_map, printed = self._make(mods, generator, request)
        shown, origin = Map(game_map), game_map.origin
        asked = Request(origin.generator if origin else generator, **request)
        if len(drawing := draw(game_map)) > _MOST_DRAWN:
            drawing = f"too large to draw as text, {game_map.width} × {game_map.height} squares: ask for a picture"
        return {
            "command": visible(asked.format_command(mods=self._values(mods))),
            "width": game_map.width,
            "height": game_map.height,
            "drawing": drawing,
            "rooms": shown.rooms.tolist()[:_MOST_LISTED],
            "homes": [{"x": home.x, "y": home.y} for home in shown.homes],
            "items": _count(shown.items),
            "creatures": _count(shown.creatures),
            "printed": printed,
        }

    def why(self, mods: Sequence[str], x: int, y: int, generator: str | None, **request: Any) -> dict[str, Any]:
        """Return what is on a square of a dungeon and where it comes from, the oldest cause first."""
        job = self._job(mods, generator)
        causes = read_causes(self._run(make_explain_job(job, "square", (x, y), Request(generator, **request))))
        return {"causes": [visible(str(cause)) for cause in causes[:_MOST_LISTED]]}

    def explain(self, mods: Sequence[str], generator: str | None, **request: Any) -> dict[str, Any]:
        """Return whether a dungeon can be made; where not, the error and the requirements that conflict."""
        arguments = {"request": Request(generator, **request).to_data()}
        result = self._run(self._job(mods, generator)._replace(operation=EXPLAIN, arguments=arguments))
        error = HostError.from_data(result["error"]) if result["error"] else None
        explanation = result["explanation"] or {}
        return {
            "made": error is None,
            "error": None if error is None else visible(str(error)),
            "explanation": visible(str(explanation.get("text") or "")) or None,
        }

    def picture(
        self, mods: Sequence[str], generator: str | None, file: str | None, **request: Any
    ) -> tuple[str, bytes]:
        """Return a sentence and the PNG picture of a dungeon; with a file, write it there as PNG or SVG."""
        target = None if file is None else self._target(file)
        game_map, _ = self._make(mods, generator, request)
        size = max(1, min(_TILE_SIZE, int((_MOST_PIXELS / (game_map.width * game_map.height)) ** 0.5)))
        form = PNG if target is None else _PICTURES[target.path.suffix]
        (content,) = map_files(game_map, Path(f"map.{form}"), form, PictureStyle(tile_size=size)).values()
        if target is None:
            return f"{game_map.width} × {game_map.height} squares of {size} pixels", content
        write_targets({target: content})
        return f"wrote {len(content)} bytes to {in_one_line(file or '')}", b""

    # -- what all share

    def _make(
        self, mods: Sequence[str], generator: str | None, request: Mapping[str, Any]
    ) -> tuple[GameMap, list[str]]:
        printed: list[str] = []

        def note(text: str) -> None:
            if len(printed) < _MOST_LINES:
                printed.append(visible(shorten(text, 500)))

        arguments = {"request": Request(generator, **request).to_data()}
        job = self._job(mods, generator)._replace(operation=GENERATE, arguments=arguments)
        return from_document(self._run(job, say=note, warn=partial(_warn, note))), printed

    def _run(self, job: Job, **handlers: Any) -> Any:
        return run_job(job, tick=self._end_if_given_up, **handlers)

    def _end_if_given_up(self, _: object) -> None:
        """End the child process of a question that was given up, by an error."""
        if self._given_up.is_set():
            raise HostError("nobody waits for the answer any more")

    def _job(self, mods: Sequence[str], generator: str | None) -> Job:
        return job_of_mods(self._mods(mods, generator), budgets=_BUDGETS)

    def _mods(self, mods: Sequence[str], generator: str | None) -> list[str | Path]:
        """Return folders as paths, and ids. Without mods, the bundled mod of the generator, or base."""
        for word in (generator or "", *mods):
            # Few file systems have longer ones, and errors repeat them.
            if max(map(len, word.split("/"))) > _LONGEST_NAME or len(word) > _LONGEST_PATH or not word.isprintable():
                raise RequestError(
                    f'"{in_one_line(shorten(word, 60))}" is no name: must have at most {_LONGEST_NAME} letters'
                )
        if len(mods) > _MOST_MODS:
            raise RequestError(f"there are {len(mods)} mods: must be at most {_MOST_MODS} folders and ids")
        named = (generator or "").partition(".")[0]
        if not mods:
            return [named if named in bundled_ids() else "base"]
        return [self.folder / mod if self._is_folder(mod) else mod for mod in as_mods(list(mods))]

    def _is_folder(self, mod: str | Path) -> bool:
        """Return whether a mod is a folder, and not an id. `isdir` raises no errors."""
        return isinstance(mod, Path) or (mod not in bundled_ids() and os.path.isdir(self.folder / mod))  # noqa: PTH112

    def _values(self, mods: Sequence[str]) -> list[str]:
        """Return the values of --mods that mean the same mods."""
        return [str(mod) for mod in self._mods(mods, None)] if mods else []

    def _target(self, file: str) -> Target:
        """Return where a picture is written: below the folder, through no link. Raises RequestError."""
        shown = in_one_line(shorten(file, 100))
        path = PurePosixPath(file.replace("\\", "/"))
        if not file.isprintable() or path.is_absolute() or ":" in file or file.endswith("/") or ".." in path.parts:
            raise RequestError(f'"{shown}" is refused: file must be a path relative to the folder of this server')
        if path.suffix not in _PICTURES:
            raise RequestError(f'"{shown}" has an unknown ending: must be {" or ".join(_PICTURES)}')
        return Target(self.folder / path, self.folder, path.parts)


def _warn(note: Any, text: Any) -> None:
    note(f"warning: {text}")


def _count(things: Sequence[Any]) -> list[dict[str, Any]]:
    """Return things by id with their number and the first squares."""
    numbers = Counter(str(thing.id) for thing in things)
    squares: dict[str, list[list[int]]] = {}
    for thing in things:
        squares.setdefault(str(thing.id), []).append([thing.x, thing.y])
    return [
        {"id": visible(name), "number": number, "squares": squares[name][:20]}
        for name, number in numbers.most_common(_MOST_LISTED)
    ]
