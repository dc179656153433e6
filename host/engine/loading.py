"""Loading mods, all of them or all but those that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from host.border.deadline import is_deadline_over
from host.border.session import OPTIONS, ModWarning, Session
from host.errors import HostError, HostErrors
from host.mods.files import ModFiles
from host.mods.loader import Loader
from host.process.budgets import Budgets


class LoadResult(NamedTuple):
    """Loaded mods, and those that were left out."""

    session: Session
    loader: Loader
    # Why mods were left out, and with `lenient` errors of those that were not.
    failures: list[HostError]
    # Diagnostics of mods that failed, collected before they were left out.
    warnings_of_failed: list[ModWarning]


def load_mods(
    folders: Sequence[Path],
    names: Sequence[str],
    *,
    budgets: Budgets,
    hash_seed: int,
    output: Callable[[str], None],
    keep_going: bool,
    beside: Iterable[Path],
    services: Sequence[object],
    only: Sequence[str] | None,
    backwards: bool,
    lenient: bool,
) -> LoadResult:
    """Load mods; `Host` explains the arguments. Raises HostError, `HostErrors` when there are several."""
    failures: list[HostError] = []
    warnings: list[ModWarning] = []
    left_out: set[str] = set()
    neighbours = list(beside)
    while True:
        printed: list[str] = []
        files = ModFiles()
        session = Session(files=files, print=printed.append if keep_going else output)
        loader = Loader(session, files, budgets=budgets, hash_seed=hash_seed, services=services)
        # Errors of manifests are reported once, in the first round.
        unread = (failures if not left_out else []) if keep_going else None
        try:
            loader.load(
                folders, names, left_out, neighbours, only=only, backwards=backwards, unread=unread, lenient=lenient
            )
        except HostError as error:
            errors = error.errors if isinstance(error, HostErrors) else (error,)
            failed = {mod for part in errors if (mod := part.loading or part.mod)} - left_out
            # After the deadline no other mod has time to load.
            if not keep_going or not failed or is_deadline_over():
                raise
            # A fresh Lua state without them: nothing else undoes what they did to other mods before they failed.
            failures += errors
            warnings += session.warnings_about(failed)
            left_out |= failed
        else:
            failures += loader.tolerated
            break
    session.print = output
    session.phase = OPTIONS
    for line in printed:
        output(line)
    return LoadResult(session, loader, failures, warnings)
