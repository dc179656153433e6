"""Explanations of maps that cannot be made: the map is made again, and the last request that fails is explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from host.border.session import Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.errors import BudgetError, HostError
from host.generate.explain.explainer import Explainer
from host.generate.explain.explanation import Explanation
from host.model.document import to_document
from host.model.game_map import GameMap

# How a map is shown: as the model of the host, or to programs.
M = TypeVar("M")


@dataclass(frozen=True)
class Outcome(Generic[M]):
    """A map, or why there is none."""

    map: M | None
    error: HostError | None = None
    # Of the last request that failed; None when no function failed that can be explained.
    explanation: Explanation | None = None

    def to_data(self: Outcome[GameMap]) -> dict[str, Any]:
        """Return plain data: `map` as a document, `error`, `explanation`."""
        return {
            "map": self.map and to_document(self.map),
            "error": self.error and self.error.to_data(),
            "explanation": self.explanation and self.explanation.to_data(),
        }


def explain_making(session: Session, lua: LuaState, make: Callable[[], GameMap]) -> Outcome[GameMap]:
    """Call `make`, and once more when it fails, to explain why. Each call must do the same. Raises BudgetError."""
    first = Explainer()
    outcome = _make(session, lua, make, first)
    if outcome.error is None or not first.failures:
        return outcome
    # A mod may try many requests before it gives up, and an explanation takes time.
    second = Explainer(first.failures)
    outcome = _make(session, lua, make, second)
    return Outcome(outcome.map, outcome.error, second.explanation)


def _make(session: Session, lua: LuaState, make: Callable[[], GameMap], explainer: Explainer) -> Outcome[GameMap]:
    try:
        with _recording(session, lua, explainer):
            return Outcome(make())
    except BudgetError:
        raise
    except HostError as error:
        return Outcome(None, error)


@contextmanager
def _recording(session: Session, lua: LuaState, explainer: Explainer) -> Iterator[None]:
    """Let an explainer see the calls of mods and the requests that fail."""
    session.explainer = explainer
    lua.call(lua_functions.record_calls, True)
    try:
        yield
    finally:
        session.explainer = None
        # No Lua runs any more after a budget is used up.
        if lua.used_up is None:
            lua.call(lua_functions.record_calls, False)
