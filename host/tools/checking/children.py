"""The child processes of checks: what they are asked, and how their answers are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.engine.jobs import Job, Operation, run_job
from host.errors import HostError, RequestError
from host.errors.spelling import did_you_mean
from host.mods.finder import readable_by_mods
from host.mods.mods_to_load import ModsToLoad
from host.paths import why_no_folder
from host.paths.folders import hint_at_mod, is_mod
from host.process.budgets import Budgets
from host.process.child import malformed_answer
from host.tools.checking.diagnostic import ERROR, Diagnostic, from_error, in_order
from host.tools.checking.inspect import SURVEY


class Mod(NamedTuple):
    """A mod that can be checked."""

    id: str
    folder: str
    bundled: bool
    dialects: list[str]
    has_old_lua: bool
    may_add_to_base: bool


class LoadSetup(NamedTuple):
    """Which mods are loaded, and in which orders."""

    mods: Sequence[str]
    hash_seed: int = HASH_SEED
    backwards: bool = False

    def __str__(self) -> str:
        order = ", mods in the opposite order" if self.backwards else ""
        return f"hash seed {self.hash_seed}{order}"


class Checked(NamedTuple):
    """The ids of the checked mods, the diagnostics by mod, file and line, and id -> folder of all mods."""

    mods: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    folders: Mapping[str, Path]


# Takes a description of the current step, now and then.
Progress = Callable[[str], None]


def need_folders(folders: Sequence[str]) -> None:
    """Raise RequestError for a folder that does not exist."""
    for folder in folders:
        problem = why_no_folder(Path(folder))
        if problem:
            raise RequestError(f'the mods folder "{folder}" {problem}', hint=hint_at_mod(folder))


def _children(folder: Path) -> list[Path]:
    try:
        return [child for child in folder.iterdir() if child.is_dir()]
    except OSError:
        return []


class Children:
    """Performs operations on mods in child processes, and collects their diagnostics."""

    def __init__(self, folders: Sequence[str], budgets: Budgets, progress: Progress) -> None:
        self.folders = tuple(folders)
        self._budgets = budgets
        self._progress = progress
        self.diagnostics: list[Diagnostic] = []

    def choose(self, only: str | None, *, bundled: bool) -> tuple[list[Mod], list[Mod]]:
        """Return all mods, and those to check."""
        mods = self._survey(only)
        return mods, [mod for mod in mods if (only is None and (bundled or not mod.bundled)) or mod.id == only]

    def result(self, mods: Sequence[Mod], chosen: Sequence[Mod], only: str | None) -> Checked:
        ids = [mod.id for mod in chosen]
        if only is not None:
            ids = ids or [only]
            self.diagnostics = [diagnostic for diagnostic in self.diagnostics if diagnostic.mod in ids]
        diagnostics = in_order(_without_consequences(self.diagnostics))
        return Checked(tuple(ids), tuple(diagnostics), self._folders_of(mods))

    def _folders_of(self, mods: Sequence[Mod]) -> dict[str, Path]:
        """Return id -> folder of mods; a mod whose manifest cannot be read has the name of its folder as its id."""
        named = [path for folder in map(Path, self.folders) for path in (folder, *_children(folder)) if is_mod(path)]
        return {path.name: path for path in named} | {mod.id: Path(mod.folder) for mod in mods}

    def _survey(self, only: str | None) -> list[Mod]:
        arguments = {"folders": list(self.folders)}
        job = Job(SURVEY, ModsToLoad(budgets=self._budgets), arguments, reads=tuple(self.folders))
        answer = self._run(job, "diagnostic mods")
        self.diagnostics += map(Diagnostic.from_data, answer["diagnostics"])
        mods = [Mod(*(mod[name] for name in Mod._fields)) for mod in answer["mods"]]
        self._check_folders(mods)
        ids = [mod.id for mod in mods]
        broken = {diagnostic.mod for diagnostic in self.diagnostics}
        if only is not None and only not in ids and only not in broken:
            here = f'did you mean "./{only}"?' if is_mod(Path(only)) else None
            raise RequestError(f'there is no mod "{only}"', hint=here or did_you_mean(only, ids))
        return mods

    def _check_folders(self, mods: Sequence[Mod]) -> None:
        """Raise DiedError for a mod elsewhere: a later child may read the folders that this one named."""
        try:
            readable = [path.resolve() for path in readable_by_mods(map(Path, self.folders))]
            folders = [Path(mod.folder).resolve() for mod in mods]
        except (OSError, RuntimeError, ValueError):
            raise malformed_answer() from None
        if not all(any(folder.is_relative_to(root) for root in readable) for folder in folders):
            raise malformed_answer()

    def perform(
        self,
        operation: Operation,
        mod: str,
        step: str,
        arguments: Mapping[str, Any],
        setup: LoadSetup | None,
        *,
        note: bool = True,
    ) -> Any:
        """Run an operation for a mod in a setup, or with no mods loaded; return its result, or None when it failed.

        With `note` its diagnostics are stored; an error is stored as a diagnostic in any case.
        """
        mods = ModsToLoad(budgets=self._budgets, keep_going=True, lenient=True)
        if setup is not None:
            mods = mods._replace(
                folders=self.folders, only=tuple(setup.mods), hash_seed=setup.hash_seed, backwards=setup.backwards
            )
        try:
            reads = tuple(arguments.get("folders", ()))
            answer = self._run(Job(operation, mods, {"mod": mod, **arguments}, reads), step)
            diagnostics = list(map(Diagnostic.from_data, answer["diagnostics"]))
        except HostError as error:
            for diagnostic in from_error(error, mod):
                message = f"{step}: {diagnostic.message}"
                self.diagnostics.append(diagnostic._replace(mod=diagnostic.mod or mod, message=message))
            return None
        if note:
            self.diagnostics += diagnostics
        return answer

    def _run(self, job: Job, step: str) -> Any:
        # Output of mods is dropped; warnings about them become diagnostics.
        return run_job(job, tick=lambda _: self._progress(step))


def _without_consequences(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics whose cause no other diagnostic names."""
    # For a file that does not load the other diagnostic says more.
    files = {diagnostic.file for diagnostic in diagnostics if diagnostic.rule != "unread"}
    # A prototype whose reference leads nowhere makes no map.
    places = {(diagnostic.file, diagnostic.line) for diagnostic in diagnostics if diagnostic.rule == "reference"}
    # The error that a typo or a colon leads to has the same hint.
    hints = {(error.file, error.line, error.hint) for error in diagnostics if error.severity == ERROR and error.hint}
    # An error at the line of an unknown name is what the name led to, and a typo is told once.
    failed = {(error.file, error.line) for error in diagnostics if error.severity == ERROR}
    typos = {(typo.file, typo.line, typo.hint) for typo in diagnostics if typo.rule == "near-miss"}
    # A callback that is tried fails at an unknown name, which says more.
    unknown = {(name.file, name.line) for name in diagnostics if name.rule == "unknown-name"}
    # What a manifest declares is unknown where it cannot be read.
    unclear = {diagnostic.mod for diagnostic in diagnostics if diagnostic.rule == "manifest"}
    for diagnostic in diagnostics:
        rule, place = diagnostic.rule, (diagnostic.file, diagnostic.line)
        is_consequence = (
            (rule == "unread" and diagnostic.file in files)
            or (rule == "generate" and place in places)
            or (rule == "unknown-name" and (place in failed or (*place, diagnostic.hint) in typos))
            or (rule == "handler" and place in unknown)
            or (rule == "undeclared" and diagnostic.mod in unclear)
            or (rule in ("near-miss", "option") and (*place, diagnostic.hint) in hints)
            or (rule == "colon" and (*place, diagnostic.message) in hints)
        )
        if not is_consequence:
            yield diagnostic
