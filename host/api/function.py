"""Declarations of API functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from host.api.phase import Phase, title
from host.api.schema import Field, Type
from host.errors import ArgumentError, PhaseError

if TYPE_CHECKING:
    from host.api.session import Session


@dataclass(slots=True)
class Call:
    """Who calls, and what the call acts on."""

    session: Session
    # Id of the mod that calls.
    mod: str


@dataclass(frozen=True, slots=True)
class ApiFunction:
    """One function: its name as mods write it, its parameters, and what it does.

    `run(call, *arguments)` takes the arguments as `params` read them and returns plain data (see
    `runtime.values.write`).
    """

    name: str
    run: Callable[..., Any]
    params: tuple[Field, ...]
    phases: Phase
    doc: str
    # The last parameter takes all remaining arguments, as a list.
    variadic: bool = False
    # `run` gets the context of the running callback before the arguments, or the place of the call (file, line).
    with_context: bool = False
    with_place: bool = False
    # Part of another function: mods never see it.
    internal: bool = False

    def __call__(self, call: Call, arguments: Sequence[Any]) -> Any:
        """Check the phase and the arguments, and run. Raises PhaseError, ArgumentError, or what `run` raises."""
        if call.session.phase not in self.phases:
            raise PhaseError(self._wrong_phase(call.session.phase))
        try:
            return self.run(call, *self._read(arguments))
        except ArgumentError as error:
            # Internal functions speak for the function they belong to.
            if not self.internal:
                error.message = f"{self.name}: {error.message}"
                error.path = f"{self.name}: {error.path}"
            raise

    def _read(self, arguments: Sequence[Any]) -> list[Any]:
        extra = 2 if self.with_place else 1 if self.with_context else 0
        read = list(arguments[:extra])
        rest = arguments[extra:]
        count = len(rest)
        for i, param in enumerate(self.params):
            if self.variadic and i == len(self.params) - 1:
                read += [param.type.read(rest[k], f"argument {k + 1}") for k in range(i, count)]
            else:
                read.append(param.type.read(rest[i] if i < count else None, param.name))
        return read

    def _wrong_phase(self, phase: Phase) -> str:
        if phase is Phase.LOAD and Phase.START in self.phases:
            return (
                f"{self.name} is called while mods load, and the game hasn't started: "
                f"it may be called {title(self.phases)}"
            )
        return f"{self.name} is called {title(phase)}: it may be called only {title(self.phases)}"


class Declarations:
    """The functions of one dialect, in the order of their declaration."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.functions: list[ApiFunction] = []

    def function(
        self,
        name: str,
        *params: tuple[str, Type],
        phases: Phase = Phase.GAME,
        variadic: bool = False,
        context: bool = False,
        place: bool = False,
        internal: bool = False,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare the decorated function under `name`; its docstring is the reference text."""

        def declare(run: Callable[..., Any]) -> Callable[..., Any]:
            self.functions.append(
                ApiFunction(
                    name=f"{self.prefix}{name}",
                    run=run,
                    params=tuple(Field(n, t) for n, t in params),
                    phases=phases,
                    doc=run.__doc__ or "",
                    variadic=variadic,
                    with_context=context,
                    with_place=place,
                    internal=internal,
                )
            )
            return run

        return declare
