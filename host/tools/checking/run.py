"""Checks of all mods: each mod in its own child processes, so that one that hangs or crashes affects no other.

>>> from host import check
>>> check(only="base")
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from host.border.signatures import scan_heads
from host.border.state import HASH_SEED
from host.dialects.functions import LIBRARIES
from host.engine.jobs import ignore
from host.engine.simulation import PLAYER_MOD
from host.errors import DiedError, RequestError
from host.model.request import Request
from host.mods.declared_names import declared_names
from host.mods.manifest import DIALECTS
from host.process.budgets import DEFAULT_BUDGETS, Budgets, require_budgets
from host.process.child import malformed_answer
from host.syntax.tree import require_parser
from host.tools.checking.children import (
    Checked,
    LoadSetup,
    Mod,
    Progress,
    need_folders,
)
from host.tools.checking.diagnostic import Diagnostic, from_error
from host.tools.checking.inspect import INSPECT, PLAYERS, READ_SOURCES
from host.tools.checking.orders import HASH_SEEDS, MapMaker, MapOrders
from host.tools.checking.tries import TRY
from host.tools.reference.books import all_books

# The mod that modules of kts change without naming it.
_BASE = "base"


def check(
    mods: Iterable[str | Path] | str | Path = (),
    only: str | None = None,
    *,
    bundled: bool = True,
    players: int = PLAYERS,
    budgets: Budgets = DEFAULT_BUDGETS,
    progress: Progress | None = None,
) -> list[Diagnostic]:
    """Return the diagnostics of the mods in folders and of the bundled mods, or of the mod with the id `only`.

    mods: folders, each a mod or a folder of mods.
    bundled: whether to check the bundled mods.
    players: for how many players generators make maps.
    budgets: the limits of each single check.
    progress: takes a description of the current step, now and then.

    Raises RequestError for a folder or a mod that does not exist; errors of mods become diagnostics.
    """
    folders = [mods] if isinstance(mods, str | Path) else list(mods)
    absolute = [str(Path(folder).absolute()) for folder in folders]
    budgets = require_budgets(budgets)
    return list(examine(absolute, only, budgets, progress or ignore, bundled=bundled, players=players).diagnostics)


def examine(
    folders: Sequence[str],
    only: str | None,
    budgets: Budgets,
    progress: Progress,
    *,
    bundled: bool = True,
    players: int = PLAYERS,
) -> Checked:
    """Check mods as `check` does; the folders are absolute paths."""
    need_folders(folders)
    return _Check(folders, budgets, progress).run(only, bundled=bundled, players=players)


class _Check(MapOrders):
    def run(self, only: str | None, *, bundled: bool, players: int) -> Checked:
        self.players = players
        # Ids of modules of kts that load with base alone.
        self.with_base: set[str] = set()
        mods, chosen = self.choose(only, bundled=bundled)
        _read_declarations()
        # Id of a mod -> its generators that work.
        generators: dict[str, list[MapMaker]] = {}
        for mod in chosen:
            others = {other.id: other.folder for other in mods if other.id != mod.id}
            read = {
                "folders": [mod.folder, *others.values()],
                "neighbours": [*others],
                "dialects": mod.dialects,
                "has_old_lua": mod.has_old_lua,
            }
            self.perform(READ_SOURCES, mod.id, f"reading {mod.id}", read, None)
            answer = self._inspect(mod)
            if answer is not None:
                self._try(mod)
            if answer is None or mod.id not in answer["loaded"]:
                continue
            generators[mod.id] = []
            try:
                sources = [MapMaker(mod.id, data["id"], data["file"], data["line"]) for data in answer["generators"]]
                generators[mod.id] += self._generators(mod.id, sources, answer["loaded"])
            except DiedError as error:
                self.diagnostics += from_error(error, mod.id)
        if only is None:
            self._check_together(mods, generators)
        return self.result(mods, chosen, only)

    def _inspect(self, mod: Mod) -> Any:
        """Load a mod alone; a module of kts that fails then may need base, which it cannot name, and loads with it."""
        before = len(self.diagnostics)
        step = f"checking {mod.id}"
        answer = self.perform(INSPECT, mod.id, step, {}, LoadSetup([mod.id]))
        if not mod.may_add_to_base or mod.id == _BASE or (answer is not None and mod.id in answer["loaded"]):
            return answer
        del self.diagnostics[before:]
        self.with_base.add(mod.id)
        return self.perform(INSPECT, mod.id, step, {}, self._setup([mod.id]))

    def _try(self, mod: Mod) -> None:
        """Call the callbacks of a mod, and let its entities play, with a player of the bundled mod that has one."""
        mods = [mod.id] if mod.id == PLAYER_MOD else [mod.id, PLAYER_MOD]
        request = Request(mod.id, seed=1, players=self.players).to_data()
        first: int | None = 0
        while first is not None:
            arguments = {"request": request, "first": first}
            answer = self.perform(TRY, mod.id, f"trying {mod.id}", arguments, self._setup(mods))
            following = answer and answer["following"]
            if following is not None and following <= first:
                raise malformed_answer()
            first = following

    def _setup(self, mods: Sequence[str], hash_seed: int = HASH_SEED, *, backwards: bool = False) -> LoadSetup:
        """Return a setup of mods, and of base if one of them needs it."""
        base = [] if self.with_base.isdisjoint(mods) or _BASE in mods else [_BASE]
        return LoadSetup([*mods, *base], hash_seed, backwards)

    def _generators(self, mod: str, sources: Sequence[MapMaker], loaded: Sequence[str]) -> list[MapMaker]:
        """Check generators of a mod, and whether their maps depend on any order; return those that work."""
        made: dict[MapMaker, list[Any]] = {}
        for source in sources:
            # One at a time, so that one that hangs does not affect the others.
            answer = self.trial([source], self._setup([mod]), note=True)
            if answer is not None and any(answer["made"][0]):
                made[source] = answer["made"][0]
        setups = [self._setup([mod], hash_seed) for hash_seed in HASH_SEEDS]
        if len(loaded) > 2:
            setups.append(self._setup([mod], backwards=True))
        steady = dict(made)
        for setup in setups:
            for source in self.compare(steady, setup):
                del steady[source]
        return list(made)

    def _check_together(self, mods: Sequence[Mod], generators: dict[str, list[MapMaker]]) -> None:
        """Load all mods together that load alone, and check whether their order matters."""
        ids = [mod.id for mod in mods if mod.id in generators and not mod.bundled]
        if len(ids) < 2:
            # The bundled mods are not made to be combined.
            return
        before = list(self.diagnostics)
        answer = self.perform(INSPECT, ids[0], "checking the mods together", {}, self._setup(ids))
        # Mods may declare that they conflict.
        self.diagnostics = before + [new for new in self.diagnostics[len(before) :] if new.rule != "manifest"]
        if answer is None:
            return
        loaded = [mod for mod in ids if mod in answer["loaded"]]
        for mod in loaded:
            try:
                # Together the mods may make other maps than alone.
                answer = self.trial(generators[mod], self._setup(loaded)) if generators[mod] else None
                if answer is not None:
                    made = dict(zip(generators[mod], answer["made"], strict=True))
                    self.compare(made, self._setup(loaded, backwards=True))
            except DiedError as error:
                self.diagnostics += from_error(error, mod)


def _read_declarations() -> None:
    """Read the declarations of the host, and load the parser: children, forks of this process, find it done."""
    all_books()
    for name in (*DIALECTS, *LIBRARIES):
        declared_names(name)
        scan_heads(name)
    # Where there is no parser, the child that reads a mod says so.
    with suppress(RequestError):
        require_parser()
