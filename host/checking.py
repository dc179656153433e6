"""Checks mods: each in child processes of its own, so that one that hangs or crashes keeps nobody from the others.

>>> from host import check
>>> check(only="base")
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.budgets import Budgets
from host.checks.finding import RULES, Finding, found, in_order, of_error
from host.checks.inspect import called
from host.checks.maps import difference
from host.engine import DEFAULT_BUDGETS
from host.errors import BudgetError, GivenError, HostError, did_you_mean
from host.paths import why_no_folder
from host.runtime.state import HASH_SEED
from host.worker.jobs import Job
from host.worker.parent import run_job

# Of each generator; and the seeds of Lua's hashes under which it must make the same of them.
SEEDS = (1, 2, 3)
HASH_SEEDS = (HASH_SEED, 1, 0x5EED)
_NO_ANSWER = "the check was answered with something that is no finding, and not believed"


class Known(NamedTuple):
    """A mod that can be checked."""

    id: str
    folder: str
    bundled: bool


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
    budgets: Budgets = DEFAULT_BUDGETS,
    progress: Progress | None = None,
) -> list[Finding]:
    """What is wrong with the mods in folders and with the bundled ones, or with the one called `only`.

    `mods` are folders, each a mod or a folder of mods. The budgets are those of each single check. Raises GivenError
    for a folder or a mod that is not there; what is wrong with mods is found and not raised.
    """
    folders = [mods] if isinstance(mods, str | Path) else list(mods)
    return list(examine([str(Path(one).absolute()) for one in folders], only, budgets, progress or _nobody).findings)


def examine(folders: Sequence[str], only: str | None, budgets: Budgets, progress: Progress) -> Checked:
    """As `check` does; the folders are absolute paths."""
    for folder in folders:
        wrong = why_no_folder(Path(folder))
        if wrong:
            raise GivenError(f'the mods folder "{folder}" {wrong}')
    return _Check(folders, budgets, progress).run(only)


def _nobody(_: str) -> None:
    """Nobody wants to know."""


class _Check:
    def __init__(self, folders: Sequence[str], budgets: Budgets, progress: Progress) -> None:
        self._folders = tuple(folders)
        self._budgets = budgets
        self._progress = progress
        self._findings: list[Finding] = []

    def run(self, only: str | None) -> Checked:
        known = self._survey(only)
        chosen = [mod for mod in known if only in (None, mod.id)]
        # mod -> its generators.
        generators: dict[str, list[str]] = {}
        for mod in chosen:
            self._do("read_sources", mod.id, f"reading {mod.id}", {"folders": [mod.folder]}, None)
            answer = self._do("inspect", mod.id, f"checking {mod.id}", {}, [mod.id])
            if answer is None:
                continue
            if mod.id in answer["loaded"]:
                generators[mod.id] = []
            for generator in answer["generators"]:
                if self._generator(mod.id, generator, answer["loaded"]):
                    generators[mod.id].append(generator)
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
        job = Job("survey", arguments={"folders": list(self._folders)}, budgets=self._budgets)
        answer = self._run(job, "finding mods")
        self._findings += map(_finding, answer["findings"])
        known = [Known(**mod) for mod in answer["mods"]]
        ids = [mod.id for mod in known]
        broken = {finding.mod for finding in self._findings}
        if only is not None and only not in ids and only not in broken:
            raise GivenError(f'there is no mod "{only}"', hint=did_you_mean(only, ids))
        return known

    def _generator(self, mod: str, generator: str, loaded: Sequence[str]) -> bool:
        """Whether a generator works at all; notes what is wrong with it, and on what its maps depend."""
        maps = self._maps([mod], generator, HASH_SEED, owner=mod)
        if maps is None or not any(maps):
            return False
        for hash_seed in HASH_SEEDS:
            if hash_seed == HASH_SEED:
                continue
            others = self._maps([mod], generator, hash_seed, owner=mod)
            if others is not None and self._differ(mod, generator, maps, others, [mod], hash_seed):
                break
        if len(loaded) > 2:
            others = self._maps([mod], generator, HASH_SEED, owner=mod, backwards=True)
            if others is not None:
                self._differ(mod, generator, maps, others, [mod], None)
        return True

    def _maps(
        self,
        mods: Sequence[str],
        generator: str,
        hash_seed: int,
        *,
        owner: str,
        backwards: bool = False,
        seeds: Sequence[int] = SEEDS,
        whole: bool = False,
    ) -> list[Any] | None:
        """What `trial` makes; None when it never ended."""
        arguments = {"generator": generator, "seeds": list(seeds), "whole": whole}
        order = ", mods the other way round" if backwards else ""
        doing = f"checking {owner}: {called(generator)}, hash seed {hash_seed}{order}"
        answer = self._do("trial", owner, doing, arguments, mods, hash_seed, backwards)
        return answer["made"] if answer is not None else None

    def _differ(
        self,
        mod: str,
        generator: str,
        maps: Sequence[Any],
        others: Sequence[Any],
        loaded: Sequence[str],
        hash_seed: int | None,
    ) -> bool:
        """Whether maps differ that should not: with another hash seed, or without one, with mods the other way round;
        notes where."""
        unlike = [seed for seed, one, other in zip(SEEDS, maps, others, strict=False) if one != other]
        if not unlike:
            return False
        seed = unlike[0]
        backwards = hash_seed is None
        pair = [
            self._maps(loaded, generator, number, owner=mod, backwards=turned, seeds=[seed], whole=True)
            for number, turned in ((HASH_SEED, False), (hash_seed or HASH_SEED, backwards))
        ]
        one, other = ((made or [None])[0] for made in pair)
        where = difference(one, other) if one and other else "one of them cannot be made"
        depend = f"the maps of {called(generator)} depend"
        if backwards:
            message = (
                f"{depend} on which of the mods that do not need each other is loaded first: with seed {seed}, {where}"
            )
            hint = "name those that must come first under [optional] in mod.toml, or choose by id and not by place"
            self._findings.append(found("load-order", mod, message, hint=hint))
        else:
            message = f"{depend} on the order in which Lua walks names: with seed {seed}, {where}"
            hint = "where pairs decides what is drawn or placed, walk a list, or sort the names first"
            self._findings.append(found("hash-order", mod, message, hint=hint))
        return True

    def _together(self, known: Sequence[Known], generators: dict[str, list[str]]) -> None:
        """Load all mods that load alone with each other, and see whether their order matters."""
        brought = [mod.id for mod in known if mod.id in generators and not mod.bundled]
        if len(brought) < 2:
            # The bundled mods are not made to be played together.
            return
        before = list(self._findings)
        answer = self._do("inspect", brought[0], "checking the mods together", {}, brought)
        # Mods may say that they cannot be loaded together.
        self._findings = before + [one for one in self._findings[len(before) :] if one.rule != "manifest"]
        if answer is None:
            return
        loaded = [one for one in brought if one in answer["loaded"]]
        for mod in loaded:
            for generator in generators[mod]:
                maps = self._maps(loaded, generator, HASH_SEED, owner=mod)
                others = self._maps(loaded, generator, HASH_SEED, owner=mod, backwards=True)
                if maps is not None and others is not None:
                    self._differ(mod, generator, maps, others, loaded, None)

    def _do(
        self,
        do: str,
        mod: str,
        doing: str,
        arguments: dict[str, Any],
        mods: Sequence[str] | None,
        hash_seed: int = HASH_SEED,
        backwards: bool = False,
    ) -> Any:
        """Do a part of the check of a mod, with `mods` loaded if they are given, and note what it finds; None when it
        never answered."""
        job = Job(
            do,
            () if mods is None else self._folders,
            (),
            {"mod": mod, **arguments},
            self._budgets,
            keep_going=True,
            only=tuple(mods or ()),
            hash_seed=hash_seed,
            backwards=backwards,
        )
        try:
            answer = self._run(job, doing)
            self._findings += map(_finding, answer["findings"])
        except HostError as error:
            for finding in of_error(error, mod):
                if isinstance(error, BudgetError):
                    finding = finding._replace(message=f"{doing} did not come to an end: {finding.message}")
                self._findings.append(finding._replace(mod=finding.mod or mod))
            return None
        return answer

    def _run(self, job: Job, doing: str) -> Any:
        # What mods print or are warned of while they are checked is told as findings, or by other commands.
        return run_job(job, say=_nobody, warn=_nobody, tick=lambda _: self._progress(doing))


def _finding(data: Any) -> Finding:
    """A finding as a child sent it. Raises HostError for what is none."""
    try:
        finding = Finding(*data)
    except TypeError:
        raise HostError(_NO_ANSWER) from None
    texts: list[Any] = [finding.severity, finding.mod, finding.message, finding.file or "", finding.hint or ""]
    sound = all(isinstance(text, str) for text in texts) and isinstance(finding.line, int | None)
    if not sound or finding.rule not in RULES:
        raise HostError(_NO_ANSWER)
    return finding
