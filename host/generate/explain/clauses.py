"""Clauses with selector literals, and the solver that decides which selectors can hold together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from host.generate.explain.core import TooHardError

# Conflicts and propagations of all calls of a solver together, and literals of all clauses: about a second each.
_MOST_CONFLICTS = 4_000
_MOST_PROPAGATIONS = 5_000_000
_MOST_LITERALS = 1_600_000


class Clauses:
    """A formula: clauses of literals, which are numbers of variables, negative for "not"."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.rows: list[list[int]] = []
        self._literals = 0

    def new(self) -> int:
        """Return a new variable."""
        return next(self._numbers)

    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals holds. Raises TooHardError for too large a formula."""
        self.rows.append(list(literals))
        self._literals += len(literals)
        if self._literals > _MOST_LITERALS:
            raise TooHardError

    def add_at_most_one(self, literals: Sequence[int]) -> None:
        """Add that at most one of the literals holds: a chain says whether an earlier one does."""
        earlier = 0
        for i, literal in enumerate(literals):
            if earlier:
                self.add(-earlier, -literal)
            if i + 1 < len(literals):
                either = self.new()
                self.add(-literal, either)
                if earlier:
                    self.add(-earlier, either)
                earlier = either


class Solver:
    """A solver with some clauses. Raises ImportError without python-sat."""

    def __init__(self, clauses: Clauses) -> None:
        # Imported here: only failures need it, and it is an extra. This is the compiled module of python-sat, whose
        # version is pinned: the sandbox keeps its package from the libraries that it loads to read files.
        import pysolvers

        self._library: Any = pysolvers
        # MiniSat keeps to its budgets, which other solvers compare with at restarts alone.
        self._solver: Any = pysolvers.minisat22_new()
        for row in clauses.rows:
            pysolvers.minisat22_add_cl(self._solver, row)

    def conflict(self, selectors: Iterable[int]) -> list[int] | None:
        """Return some of the selectors that cannot hold together, or None when all can. Raises TooHardError."""
        library, solver = self._library, self._solver
        spent = library.minisat22_acc_stats(solver)
        conflicts, propagations = _MOST_CONFLICTS - spent["conflicts"], _MOST_PROPAGATIONS - spent["propagations"]
        if conflicts <= 0 or propagations <= 0:
            raise TooHardError
        library.minisat22_cbudget(solver, conflicts)
        library.minisat22_pbudget(solver, propagations)
        # The last arguments leave signals alone.
        holds = library.minisat22_solve_lim(solver, list(selectors), 0, 0)
        if holds is None:
            raise TooHardError
        return None if holds else list(library.minisat22_core(solver) or ())

    def model(self) -> set[int]:
        """Return the literals that hold, after a call of `conflict` that returned None."""
        return set(self._library.minisat22_model(self._solver) or ())

    def close(self) -> None:
        """Free the memory of the solver."""
        self._library.minisat22_del(self._solver)
