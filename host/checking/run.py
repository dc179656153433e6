"""Checks of all mods: each mod in its own child processes, so that one that hangs or crashes affects no other.

>>> from host import check
>>> check(only="base")
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.budgets import DEFAULT_BUDGETS, Budgets
from host.checking.diagnostic import ERROR, RULES, Diagnostic, from_error, in_order, new_diagnostic
from host.checking.inspect import INSPECT, READ_SOURCES, SURVEY, TRIAL, describe
from host.checking.maps import difference
from host.engine.jobs import Job, Operation, run_job
from host.errors import DiedError, HostError, RequestError, did_you_mean
from host.mods.finder import readable_by_mods
from host.mods.manifest import is_mod
from host.paths import why_no_folder

# Seeds of the maps of each generator, and seeds of Lua's hashes, under which the maps must be the same.
SEEDS = (1, 2, 3)
HASH_SEEDS = (2, 5, 6, 7, 8)
_CAUSES = {
    "hash-order": "the order in which Lua walks names",
    "load-order": "which of two independent mods is loaded first",
}
_ADVICE = {
    "hash-order": "where pairs decides what is drawn or placed, walk a list, or sort the names first",
    "load-order": "name the mods that must load first under [optional] in mod.toml, or choose by id, not by position",
}
_MALFORMED = "a child process sent a malformed answer to a check, which was rejected"


class Mod(NamedTuple):
    """A mod that can be checked."""

    id: str
    folder: str
    bundled: bool
    dialects: tuple[str, ...]
    has_old_lua: bool


class Source(NamedTuple):
    """A generator of a mod, or another maker of maps, and its source location."""

    mod: str
    id: str
    file: str
    line: int | None


class _Setup(NamedTuple):
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


def check(
    mods: Iterable[str | Path] | str | Path = (),
    only: str | None = None,
    *,
    bundled: bool = True,
    budgets: Budgets = DEFAULT_BUDGETS,
    progress: Progress | None = None,
) -> list[Diagnostic]:
    """Return the diagnostics of the mods in folders and of the bundled mods, or of the mod with the id `only`.

    mods: folders, each a mod or a folder of mods.
    bundled: whether to check the bundled mods.
    budgets: the limits of each single check.
    progress: takes a description of the current step, now and then.

    Raises RequestError for a folder or a mod that does not exist; errors of mods become diagnostics.
    """
    folders = [mods] if isinstance(mods, str | Path) else list(mods)
    absolute = [str(Path(folder).absolute()) for folder in folders]
    return list(examine(absolute, only, budgets, progress or _ignore, bundled=bundled).diagnostics)


def examine(
    folders: Sequence[str], only: str | None, budgets: Budgets, progress: Progress, *, bundled: bool = True
) -> Checked:
    """Check mods as `check` does; the folders are absolute paths."""
    for folder in folders:
        problem = why_no_folder(Path(folder))
        if problem:
            raise RequestError(f'the mods folder "{folder}" {problem}')
    return _Check(folders, budgets, progress).run(only, bundled=bundled)


def _ignore(_: str) -> None:
    """Drop a text."""


def _children(folder: Path) -> list[Path]:
    try:
        return [child for child in folder.iterdir() if child.is_dir()]
    except OSError:
        return []


class _Check:
    def __init__(self, folders: Sequence[str], budgets: Budgets, progress: Progress) -> None:
        self._folders = tuple(folders)
        self._budgets = budgets
        self._progress = progress
        self._diagnostics: list[Diagnostic] = []

    def run(self, only: str | None, *, bundled: bool) -> Checked:
        mods = self._survey(only)
        chosen = [mod for mod in mods if (only is None and (bundled or not mod.bundled)) or mod.id == only]
        # Id of a mod -> its generators that work.
        generators: dict[str, list[Source]] = {}
        for mod in chosen:
            read = {"folders": [mod.folder], "dialects": mod.dialects, "has_old_lua": mod.has_old_lua}
            self._perform(READ_SOURCES, mod.id, f"reading {mod.id}", read, None)
            answer = self._perform(INSPECT, mod.id, f"checking {mod.id}", {}, _Setup([mod.id]))
            if answer is None:
                continue
            if mod.id not in answer["loaded"]:
                continue
            generators[mod.id] = []
            try:
                sources = [_source(mod.id, data) for data in answer["generators"]]
                generators[mod.id] += self._generators(mod.id, sources, answer["loaded"])
            except DiedError as error:
                self._diagnostics += from_error(error, mod.id)
        if only is None:
            self._check_together(mods, generators)
        ids = [mod.id for mod in chosen]
        if only is not None:
            ids = ids or [only]
            self._diagnostics = [diagnostic for diagnostic in self._diagnostics if diagnostic.mod in ids]
        diagnostics = in_order(_without_consequences(self._diagnostics))
        return Checked(tuple(ids), tuple(diagnostics), self._folders_of(mods))

    def _folders_of(self, mods: Sequence[Mod]) -> dict[str, Path]:
        """Return id -> folder of mods; a mod whose manifest cannot be read has the name of its folder as its id."""
        named = [path for folder in map(Path, self._folders) for path in (folder, *_children(folder)) if is_mod(path)]
        return {path.name: path for path in named} | {mod.id: Path(mod.folder) for mod in mods}

    def _survey(self, only: str | None) -> list[Mod]:
        job = Job(SURVEY, arguments={"folders": list(self._folders)}, budgets=self._budgets)
        answer = self._run(job, "diagnostic mods")
        self._diagnostics += map(_read_diagnostic, answer["diagnostics"])
        mods = [
            Mod(mod["id"], mod["folder"], mod["bundled"], tuple(mod["dialects"]), mod["has_old_lua"])
            for mod in answer["mods"]
        ]
        self._check_folders(mods)
        ids = [mod.id for mod in mods]
        broken = {diagnostic.mod for diagnostic in self._diagnostics}
        if only is not None and only not in ids and only not in broken:
            raise RequestError(f'there is no mod "{only}"', hint=did_you_mean(only, ids))
        return mods

    def _check_folders(self, mods: Sequence[Mod]) -> None:
        """Raise DiedError for a mod elsewhere: a later child may read the folders that this one named."""
        try:
            readable = [path.resolve() for path in readable_by_mods(map(Path, self._folders))]
            folders = [Path(mod.folder).resolve() for mod in mods]
        except (OSError, RuntimeError, ValueError):
            raise DiedError(_MALFORMED) from None
        if not all(any(folder.is_relative_to(root) for root in readable) for folder in folders):
            raise DiedError(_MALFORMED)

    def _generators(self, mod: str, sources: Sequence[Source], loaded: Sequence[str]) -> list[Source]:
        """Check generators of a mod, and whether their maps depend on any order; return those that work."""
        made: dict[Source, list[Any]] = {}
        for source in sources:
            # One at a time, so that one that hangs does not affect the others.
            answer = self._trial([source], _Setup([mod]), note=True)
            if answer is not None and any(answer["made"][0]):
                made[source] = answer["made"][0]
        setups = [_Setup([mod], hash_seed) for hash_seed in HASH_SEEDS]
        if len(loaded) > 2:
            setups.append(_Setup([mod], backwards=True))
        steady = dict(made)
        for setup in setups:
            for source in self._compare(steady, setup):
                del steady[source]
        return list(made)

    def _compare(self, made: Mapping[Source, Sequence[Any]], setup: _Setup) -> list[Source]:
        """Make the maps again in another setup; report and return the generators whose maps differ."""
        answer = self._trial(list(made), setup) if made else None
        if answer is None:
            return []
        differing = []
        for (source, maps), others in zip(made.items(), answer["made"], strict=False):
            seed = next(
                (seed for seed, first, second in zip(SEEDS, maps, others, strict=False) if first != second), None
            )
            if seed is not None:
                self._diagnostics.append(self._difference(source, setup, seed))
                differing.append(source)
        return differing

    def _difference(self, source: Source, setup: _Setup, seed: int) -> Diagnostic:
        """Describe how the maps of a seed differ in another setup."""
        trials = [self._trial([source], order, seeds=[seed], whole=True) for order in (_Setup(setup.mods), setup)]
        first, second = (trial and trial["made"][0][0] for trial in trials)
        if first and second:
            where = _where(first, second)
        else:
            reasons = [_read_diagnostic(data).message for trial in trials if trial for data in trial["diagnostics"]]
            where = f"one of them cannot be made: {(*reasons, 'there was no answer')[0]}"
        rule = "load-order" if setup.backwards else "hash-order"
        message = f"the maps of {describe(source.id)} depend on {_CAUSES[rule]}: with seed {seed}, {where}"
        return new_diagnostic(rule, source.mod, message, file=source.file, line=source.line, hint=_ADVICE[rule])

    def _trial(
        self,
        sources: Sequence[Source],
        setup: _Setup,
        *,
        seeds: Sequence[int] = SEEDS,
        whole: bool = False,
        note: bool = False,
    ) -> Any:
        """Return the result of `trial` for generators of one mod, or None; with `note` store its diagnostics."""
        mod = sources[0].mod
        arguments = {"generators": [source.id for source in sources], "seeds": list(seeds), "whole": whole}
        makers = describe(sources[0].id) if len(sources) == 1 else f"{len(sources)} generators and areas"
        step = f"checking {mod}: {makers}, {setup}"
        answer = self._perform(TRIAL, mod, step, arguments, setup, note=note)
        if answer is not None and [len(made) for made in answer["made"]] != [len(seeds) for _ in sources]:
            raise DiedError(_MALFORMED)
        return answer

    def _check_together(self, mods: Sequence[Mod], generators: dict[str, list[Source]]) -> None:
        """Load all mods together that load alone, and check whether their order matters."""
        ids = [mod.id for mod in mods if mod.id in generators and not mod.bundled]
        if len(ids) < 2:
            # The bundled mods are not made to be combined.
            return
        before = list(self._diagnostics)
        answer = self._perform(INSPECT, ids[0], "checking the mods together", {}, _Setup(ids))
        # Mods may declare that they conflict.
        self._diagnostics = before + [new for new in self._diagnostics[len(before) :] if new.rule != "manifest"]
        if answer is None:
            return
        loaded = [mod for mod in ids if mod in answer["loaded"]]
        for mod in loaded:
            try:
                # Together the mods may make other maps than alone.
                answer = self._trial(generators[mod], _Setup(loaded)) if generators[mod] else None
                if answer is not None:
                    made = dict(zip(generators[mod], answer["made"], strict=True))
                    self._compare(made, _Setup(loaded, backwards=True))
            except DiedError as error:
                self._diagnostics += from_error(error, mod)

    def _perform(
        self,
        operation: Operation,
        mod: str,
        step: str,
        arguments: Mapping[str, Any],
        setup: _Setup | None,
        *,
        note: bool = True,
    ) -> Any:
        """Run an operation for a mod in a setup, or with no mods loaded; return its result, or None when it failed.

        With `note` its diagnostics are stored; an error is stored as a diagnostic in any case.
        """
        job = Job(operation, arguments={"mod": mod, **arguments}, budgets=self._budgets, keep_going=True, lenient=True)
        if setup is not None:
            job = job._replace(
                folders=self._folders, only=tuple(setup.mods), hash_seed=setup.hash_seed, backwards=setup.backwards
            )
        try:
            answer = self._run(job, step)
            diagnostics = [_read_diagnostic(data) for data in answer["diagnostics"]]
        except HostError as error:
            for diagnostic in from_error(error, mod):
                message = f"{step}: {diagnostic.message}"
                self._diagnostics.append(diagnostic._replace(mod=diagnostic.mod or mod, message=message))
            return None
        if note:
            self._diagnostics += diagnostics
        return answer

    def _run(self, job: Job, step: str) -> Any:
        # Output of mods is dropped; warnings about them become diagnostics.
        return run_job(job, say=_ignore, warn=_ignore, tick=lambda _: self._progress(step))


def _without_consequences(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics without those of which another one names the cause."""
    # For a file that does not load the other diagnostic says more.
    files = {diagnostic.file for diagnostic in diagnostics if diagnostic.rule != "unread"}
    # A prototype whose reference leads nowhere makes no map.
    places = {(diagnostic.file, diagnostic.line) for diagnostic in diagnostics if diagnostic.rule == "reference"}
    # The error that a typo leads to suggests the same name.
    hints = {(error.file, error.line, error.hint) for error in diagnostics if error.severity == ERROR and error.hint}
    for diagnostic in diagnostics:
        rule, place = diagnostic.rule, (diagnostic.file, diagnostic.line)
        is_consequence = (
            (rule == "unread" and diagnostic.file in files)
            or (rule == "generate" and place in places)
            or (rule == "near-miss" and (*place, diagnostic.hint) in hints)
        )
        if not is_consequence:
            yield diagnostic


def _source(mod: str, data: Any) -> Source:
    """Return a generator that a child described. Raises DiedError for malformed data."""
    try:
        identity, file, line = data
    except (TypeError, ValueError):
        raise DiedError(_MALFORMED) from None
    if not (isinstance(identity, str) and isinstance(file, str) and isinstance(line, int | None)):
        raise DiedError(_MALFORMED)
    return Source(mod, identity, file, line)


def _where(one: Any, other: Any) -> str:
    """Describe how two maps that children made differ. Raises DiedError for malformed data."""
    try:
        return difference(one, other)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise DiedError(_MALFORMED) from None


def _read_diagnostic(data: Any) -> Diagnostic:
    """Return a diagnostic that a child sent. Raises DiedError for malformed data."""
    try:
        diagnostic = Diagnostic(*data)
    except TypeError:
        raise DiedError(_MALFORMED) from None
    texts: list[Any] = [
        diagnostic.severity,
        diagnostic.mod,
        diagnostic.message,
        diagnostic.file or "",
        diagnostic.hint or "",
    ]
    sound = all(isinstance(text, str) for text in texts) and isinstance(diagnostic.line, int | None)
    if not sound or diagnostic.rule not in RULES:
        raise DiedError(_MALFORMED)
    return diagnostic
