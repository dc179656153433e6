"""API functions: what mods call in Python, declared with parameters, phases and documentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from host.border.schema import Field, Maybe, Position, Type
from host.border.session import GAME, LOAD, START, title
from host.errors import ArgumentError, PhaseError

if TYPE_CHECKING:
    from host.border.session import Session
    from host.model.rng import Stream
    from host.play.game import Game


class Call:
    """A call of an API function or a service: the id of the mod that calls, and the session it acts on."""

    __slots__ = ("_game", "_streams", "mod", "session")

    def __init__(self, session: Session, mod: str) -> None:
        self.session = session
        self.mod = mod
        # Purpose -> stream of the mod, and the game of these streams.
        self._streams: dict[str, Stream] = {}
        self._game: Game | None = None

    def stream(self, purpose: str) -> Stream:
        """Return the random stream of the mod for a purpose, in the running game."""
        if self._game is not self.session.game:
            self._game = self.session.game
            self._streams = {}
        stream = self._streams.get(purpose)
        if stream is None:
            stream = self._streams[purpose] = self.session.current_game.stream(self.mod, purpose)
        return stream

    def refuse_phase(self, function: str, phases: int) -> NoReturn:
        """Raise PhaseError: a function of mods is called outside the phases in which it may be called."""
        phase = self.session.phase
        if phase == LOAD and START & phases:
            raise PhaseError(
                f"{function} is called while mods load, and the game hasn't started: it may be called {title(phases)}"
            )
        raise PhaseError(f"{function} is called {title(phase)}: it may be called only {title(phases)}")

    def explain(self, error: ArgumentError, function: str) -> None:
        """Put the function of mods in front of a message, and before it why a value is nil."""
        error.name_function(function)
        if error.value == "nil" and error.hint is None:
            self.session.explain_nil(error, self.mod)


@dataclass(eq=False)
class ApiFunction:
    """A function of the API: its name in Lua, its parameters, and the Python function that it runs.

    `run(call, *arguments)` takes the arguments as `params` read them and returns plain data (see `values.write`).
    """

    name: str
    run: Callable[..., Any]
    params: tuple[Field, ...]
    phases: int
    doc: str
    # The last parameter takes all remaining arguments.
    variadic: bool = False
    # The letters in FLAGS of what Lua does before each call.
    flags: str = ""

    def __post_init__(self) -> None:
        # Number of arguments in front of what the mod passed: a location is a file and a line.
        self._extra = sum({"l": 2, "d": 1, "c": 1}.get(flag, 0) for flag in self.flags)
        self._readers = [(param.type.read, param.name) for param in self.params]
        # The number of arguments that need neither defaults nor special treatment; -1 for none.
        self._count = -1 if self.variadic or self._extra else len(self.params)

    def __call__(self, call: Call, arguments: list[Any]) -> Any:
        """Check the phase and the arguments, and run. Raises PhaseError, ArgumentError, or what `run` raises."""
        if not call.session.phase & self.phases:
            call.refuse_phase(self.name, self.phases)
        try:
            if len(arguments) == self._count:
                return self.run(
                    call,
                    *[read(value, name) for (read, name), value in zip(self._readers, arguments)],  # noqa: B905
                )
            return self.run(call, *self._read(arguments))
        except ArgumentError as error:
            call.explain(error, self.name)
            raise

    @property
    def position_at(self) -> int:
        """The number of the argument of the mod that is a position, from 1; 0 for none."""
        kinds = [param.type.of if isinstance(param.type, Maybe) else param.type for param in self.params]
        return next((i for i, kind in enumerate(kinds, 1) if isinstance(kind, Position)), 0)

    def _read(self, arguments: list[Any]) -> list[Any]:
        """Return the arguments for `run` when their number differs from the number of parameters."""
        values = arguments[self._extra :]
        read_values = arguments[: self._extra]
        readers = self._readers[:-1] if self.variadic else self._readers
        for i, (read, name) in enumerate(readers):
            read_values.append(read(values[i] if i < len(values) else None, name))
        if self.variadic:
            read = self._readers[-1][0]
            read_values += [read(values[i], f"argument {i + 1}") for i in range(len(readers), len(values))]
        return read_values


# What a function needs from Lua before it runs -> the letter of the flag for Lua. The first three are arguments in
# front of what the mod passed: file and line of the call, the directory of the running script, the context of the
# running callback. The others: Lua reports which squares its objects block; the call is recorded to explain a failure.
FLAGS = {"location": "l", "directory": "d", "context": "c", "needs_occupants": "o", "recorded": "r"}


class Declarations:
    """The functions of a dialect, in the order of their declaration."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.functions: list[ApiFunction] = []

    def function(
        self,
        name: str,
        *params: tuple[str, Type],
        phases: int = GAME,
        variadic: bool = False,
        **flags: bool,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare the decorated function under `name`; its docstring is the reference text.

        `flags` are the names in FLAGS.
        """

        def declare(run: Callable[..., Any]) -> Callable[..., Any]:
            fields = tuple(Field(n, t) for n, t in params)
            letters = "".join(FLAGS[flag] for flag in flags)
            doc = run.__doc__ or ""
            self.functions.append(ApiFunction(f"{self.prefix}{name}", run, fields, phases, doc, variadic, letters))
            return run

        return declare
