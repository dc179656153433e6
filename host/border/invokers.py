"""Invokers: what Lua calls for each API function."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from host.border.function import ApiFunction, Call
from host.border.service import service
from host.border.session import Mods, Session
from host.border.values import SCALAR, read_arguments, write
from host.play.rolls import begin_rolls

# Types of results that Lua takes as they are.
_PLAIN = frozenset((bool, float, bytes))


class Invokers:
    """The API functions of the dialects that Lua asks for, by number from 1; `functions_of` takes a dialect."""

    def __init__(self, session: Session, mods: Mods, functions_of: Callable[[str], tuple[ApiFunction, ...]]) -> None:
        self._session = session
        self._mods = mods
        self._functions_of = functions_of
        self._functions: list[ApiFunction] = []
        # Number of a mod -> what its calls act on.
        self._calls: dict[int, Call] = {}

    @service
    def api_functions(self, dialect: str) -> str:
        """Return a line `name number flags position` for each function of a dialect; "-" for no flags.

        See `FLAGS` of `host.border.function`, and `ApiFunction.position_at`.
        """
        functions = self._functions_of(dialect)
        first = len(self._functions) + 1
        self._functions += functions
        return _describe(functions, first)

    def bind(self, number: int) -> Callable[..., Any]:
        """Make the function that Lua calls for an API function: `(mod, count, flat form of count arguments …)`.

        It answers `True` and the flat form of the result. If Lua has to roll numbers or run callbacks first, it answers
        `Game.pending` instead of True, and after it the first rolls.
        """
        function = self._functions[number - 1]
        session, calls = self._session, self._calls

        def invoke(mod: int, count: int, *flat: Any) -> Any:
            result = function(calls.get(mod) or self.call_of(mod), read_arguments(flat, count))
            game = session.game
            if game is not None and (game.rolls or game.callbacks or game.unread_changes):
                answer = [game.pending, *begin_rolls(game)]
            elif result is None or type(result) in _PLAIN:
                # The most frequent answers, without a detour.
                return True if result is None else (True, SCALAR, result)
            else:
                answer = [True]
            if result is not None:
                write(result, answer)
            return tuple(answer)

        return invoke

    def call_of(self, mod: int) -> Call:
        """Return what the calls of the mod with a number act on."""
        call = self._calls.get(mod)
        if call is None:
            call = self._calls[mod] = Call(self._session, self._mods.mod_id(mod))
        return call


@cache
def _describe(functions: tuple[ApiFunction, ...], first: int) -> str:
    """Return the lines of `api_functions`. Every host of a process has the same functions."""
    lines = []
    for number, function in enumerate(functions, first):
        name = function.name.partition(".")[2]
        lines.append(f"{name} {number} {function.flags or '-'} {function.position_at}\n")
    return "".join(lines)
