"""Checks mods: each in child processes of its own, so that one that hangs or crashes keeps nobody from the others.

>>> from host import check
>>> check(only="base")
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.budgets import DEFAULT_BUDGETS, Budgets
from host.checking.diagnostic import RULES, Finding, found, in_order, of_error
from host.checking.inspect import INSPECT, READ_SOURCES, SURVEY, TRIAL, called
from host.checking.maps import difference
from host.engine.jobs import Job, Operation, run_job
from host.errors import DiedError, GivenError, HostError, did_you_mean
from host.paths import why_no_folder

# Of each generator; and the seeds of Lua's hashes under which it must make the same of them as under the host's own.
SEEDS = (1, 2, 3)
HASH_SEEDS = (2, 5, 6, 7, 8)
_WHAT = {
    "hash-order": "the order in which Lua walks names",
    "load-order": "which of two mods that do not need each other is loaded first",
}
_ADVICE = {
    "hash-order": "where pairs decides what is drawn or placed, walk a list, or sort the names first",
    "load-order": "name those that must come first under [optional] in mod.toml, or choose by id and not by place",
}
_NO_ANSWER = "a check of mods was answered with something that is no answer, and that was not believed"


class Known(NamedTuple):
    """A mod that can be checked."""

    id: str
    folder: str
    bundled: bool
    dialects: tuple[str, ...]


class Source(NamedTuple):
    """A generator of a mod, or `TRAVEL`, and where it is."""

    mod: str
    id: str
    file: str
    line: int | None


class _Way(NamedTuple):
    """Which mods are loaded, and in which orders."""

    mods: Sequence[str]
    hash_seed: int = HASH_SEED
    backwards: bool = False

    def __str__(self) -> str:
        order = ", mods the other way round" if self.backwards else ""
        return f"hash seed {self.hash_seed}{order}"


class Checked(NamedTuple):
    """What a check looked at, and what it found, by mod, file and line."""

    mods: tuple[str, ...]
    findings: tuple[Finding, ...]


# Takes what is being done, now and then.
Progress = Callable[[str], None]


def check(
    mods: Iterable[str | Path] | str | Path = (),
    only: str | None = None,
    *,
    bundled: bool = True,
    budgets: Budgets = DEFAULT_BUDGETS,
    progress: Progress | None = None,
) -> list[Finding]:
    """What is wrong with the mods in folders and, if they are not to be left out, with the `bundled` ones; or with the
    mod called `only`.

    `mods` are folders, each a mod or a folder of mods. The budgets are those of each single check. Raises GivenError
    for a folder or a mod that is not there; what is wrong with mods is found and not raised.
    """
    folders = [mods] if isinstance(mods, str | Path) else list(mods)
    absolute = [str(Path(one).absolute()) for one in folders]
    return list(examine(absolute, only, budgets, progress or _nobody, bundled=bundled).findings)


def examine(
    folders: Sequence[str], only: str | None, budgets: Budgets, progress: Progress, *, bundled: bool = True
) -> Checked:
    """As `check` does; the folders are absolute paths."""
    for folder in folders:
        wrong = why_no_folder(Path(folder))
        if wrong:
            raise GivenError(f'the mods folder "{folder}" {wrong}')
    return _Check(folders, budgets, progress).run(only, bundled=bundled)


def _nobody(_: str) -> None:
    """Nobody wants to know."""


class _Check:
    def __init__(self, folders: Sequence[str], budgets: Budgets, progress: Progress) -> None:
        self._folders = tuple(folders)
        self._budgets = budgets
        self._progress = progress
        self._findings: list[Finding] = []

    def run(self, only: str | None, *, bundled: bool) -> Checked:
        known = self._survey(only)
        chosen = [mod for mod in known if (only is None and (bundled or not mod.bundled)) or mod.id == only]
        # mod -> its generators that work.
        generators: dict[str, list[Source]] = {}
        for mod in chosen:
            self._do(
                READ_SOURCES, mod.id, f"reading {mod.id}", {"folders": [mod.folder], "dialects": mod.dialects}, None
            )
            answer = self._do(INSPECT, mod.id, f"checking {mod.id}", {}, _Way([mod.id]))
            if answer is None:
                continue
            if mod.id not in answer["loaded"]:
                continue
            generators[mod.id] = []
            try:
                sources = [_source(mod.id, told) for told in answer["generators"]]
                generators[mod.id] += self._generators(mod.id, sources, answer["loaded"])
            except DiedError as error:
                self._findings += of_error(error, mod.id)
        if only is None:
            self._together(known, generators)
        ids = [mod.id for mod in chosen]
        if only is not None:
            ids = ids or [only]
            self._findings = [one for one in self._findings if one.mod in ids]
        # A file that does not load is told of already, and better.
        wrong = {one.file for one in self._findings if one.rule != "unread"}
        kept = (one for one in self._findings if one.rule != "unread" or one.file not in wrong)
        return Checked(tuple(ids), tuple(in_order(kept)))

    def _survey(self, only: str | None) -> list[Known]:
        job = Job(SURVEY, arguments={"folders": list(self._folders)}, budgets=self._budgets)
        answer = self._run(job, "finding mods")
        self._findings += map(_finding, answer["findings"])
        known = [Known(mod["id"], mod["folder"], mod["bundled"], tuple(mod["dialects"])) for mod in answer["mods"]]
        ids = [mod.id for mod in known]
        broken = {finding.mod for finding in self._findings}
        if only is not None and only not in ids and only not in broken:
            raise GivenError(f'there is no mod "{only}"', hint=did_you_mean(only, ids))
        return known

    def _generators(self, mod: str, sources: Sequence[Source], loaded: Sequence[str]) -> list[Source]:
        """Those of the generators of a mod that work; notes what is wrong with them, and on what their maps depend."""
        made: dict[Source, list[Any]] = {}
        for source in sources:
            # Alone, so that one that hangs keeps nobody from the others.
            answer = self._trial([source], _Way([mod]), note=True)
            if answer is not None and any(answer["made"][0]):
                made[source] = answer["made"][0]
        ways = [_Way([mod], hash_seed) for hash_seed in HASH_SEEDS]
        if len(loaded) > 2:
            ways.append(_Way([mod], backwards=True))
        steady = dict(made)
        for way in ways:
            for source in self._unlike(steady, way):
                del steady[source]
        return list(made)

    def _unlike(self, made: Mapping[Source, Sequence[Any]], way: _Way) -> list[Source]:
        """The generators whose maps are not the same in another way, which is noted, and where."""
        answer = self._trial(list(made), way) if made else None
        if answer is None:
            return []
        unlike = []
        for (source, maps), others in zip(made.items(), answer["made"], strict=False):
            seed = next((seed for seed, one, other in zip(SEEDS, maps, others, strict=False) if one != other), None)
            if seed is not None:
                self._findings.append(self._difference(source, way, seed))
                unlike.append(source)
        return unlike

    def _difference(self, source: Source, way: _Way, seed: int) -> Finding:
        """What differs between the maps of a seed when they are made in another way."""
        trials = [self._trial([source], one, seeds=[seed], whole=True) for one in (_Way(way.mods), way)]
        one, other = (trial and trial["made"][0][0] for trial in trials)
        if one and other:
            where = _where(one, other)
        else:
            reasons = [_finding(told).message for trial in trials if trial for told in trial["findings"]]
            where = f"one of them cannot be made: {(*reasons, 'it was lost')[0]}"
        rule = "load-order" if way.backwards else "hash-order"
        message = f"the maps of {called(source.id)} depend on {_WHAT[rule]}: with seed {seed}, {where}"
        return found(rule, source.mod, message, file=source.file, line=source.line, hint=_ADVICE[rule])

    def _trial(
        self,
        sources: Sequence[Source],
        way: _Way,
        *,
        seeds: Sequence[int] = SEEDS,
        whole: bool = False,
        note: bool = False,
    ) -> Any:
        """What `trial` answers for generators of one mod, or None. It notes once what it finds, not for each way."""
        mod = sources[0].mod
        arguments = {"generators": [source.id for source in sources], "seeds": list(seeds), "whole": whole}
        what = called(sources[0].id) if len(sources) == 1 else f"{len(sources)} things that make maps"
        doing = f"checking {mod}: {what}, {way}"
        answer = self._do(TRIAL, mod, doing, arguments, way, note=note)
        if answer is not None and [len(made) for made in answer["made"]] != [len(seeds) for _ in sources]:
            raise DiedError(_NO_ANSWER)
        return answer

    def _together(self, known: Sequence[Known], generators: dict[str, list[Source]]) -> None:
        """Load all mods that load alone with each other, and see whether their order matters."""
        brought = [mod.id for mod in known if mod.id in generators and not mod.bundled]
        if len(brought) < 2:
            # The bundled mods are not made to be played together.
            return
        before = list(self._findings)
        answer = self._do(INSPECT, brought[0], "checking the mods together", {}, _Way(brought))
        # Mods may say that they cannot be loaded together.
        self._findings = before + [one for one in self._findings[len(before) :] if one.rule != "manifest"]
        if answer is None:
            return
        loaded = [one for one in brought if one in answer["loaded"]]
        for mod in loaded:
            try:
                # Together they may make other maps than alone.
                answer = self._trial(generators[mod], _Way(loaded)) if generators[mod] else None
                if answer is not None:
                    made = dict(zip(generators[mod], answer["made"], strict=True))
                    self._unlike(made, _Way(loaded, backwards=True))
            except DiedError as error:
                self._findings += of_error(error, mod)

    def _do(
        self,
        operation: Operation,
        mod: str,
        doing: str,
        arguments: Mapping[str, Any],
        way: _Way | None,
        *,
        note: bool = True,
    ) -> Any:
        """Do a part of the check of a mod, in some way or with no mods at all; None when it never answered. What it
        finds is noted, or at least why it found nothing."""
        job = Job(operation, arguments={"mod": mod, **arguments}, budgets=self._budgets, keep_going=True)
        if way is not None:
            job = job._replace(
                folders=self._folders, only=tuple(way.mods), hash_seed=way.hash_seed, backwards=way.backwards
            )
        try:
            answer = self._run(job, doing)
            findings = [_finding(one) for one in answer["findings"]]
        except HostError as error:
            for finding in of_error(error, mod):
                message = f"{doing}: {finding.message}"
                self._findings.append(finding._replace(mod=finding.mod or mod, message=message))
            return None
        if note:
            self._findings += findings
        return answer

    def _run(self, job: Job, doing: str) -> Any:
        # What mods print or are warned of while they are checked is told as findings, or by other commands.
        return run_job(job, say=_nobody, warn=_nobody, tick=lambda _: self._progress(doing))


def _source(mod: str, told: Any) -> Source:
    """A generator as a child told of it. Raises HostError for what is none."""
    try:
        identity, file, line = told
    except (TypeError, ValueError):
        raise DiedError(_NO_ANSWER) from None
    if not (isinstance(identity, str) and isinstance(file, str) and isinstance(line, int | None)):
        raise DiedError(_NO_ANSWER)
    return Source(mod, identity, file, line)


def _where(one: Any, other: Any) -> str:
    """Where two maps differ that children made. Raises HostError for what is no map."""
    try:
        return difference(one, other)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise DiedError(_NO_ANSWER) from None


def _finding(data: Any) -> Finding:
    """A finding as a child sent it. Raises HostError for what is none."""
    try:
        finding = Finding(*data)
    except TypeError:
        raise DiedError(_NO_ANSWER) from None
    texts: list[Any] = [finding.severity, finding.mod, finding.message, finding.file or "", finding.hint or ""]
    sound = all(isinstance(text, str) for text in texts) and isinstance(finding.line, int | None)
    if not sound or finding.rule not in RULES:
        raise DiedError(_NO_ANSWER)
    return finding
