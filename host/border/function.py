"""API functions: what mods call in Python, declared with parameters, phases and documentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from host.border.phase import GAME, LOAD, START, title
from host.border.schema import Field, Maybe, Position, Type
from host.errors import ArgumentError, PhaseError

if TYPE_CHECKING:
    from host.border.session import Session
    from host.model.rng import Stream
    from host.play.game import Game


class Call:
    """A call of an API function: the id of the mod that calls, and the session it acts on."""

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


class ApiFunction:
    """A function: its name as mods write it, its parameters, and what it runs.

    `run(call, *arguments)` takes the arguments as `params` read them and returns plain data (see
    `values.write`). With `variadic` the last parameter takes all remaining arguments. Before them `run` gets,
    with `location`, file and line of the call; with `directory`, the directory of the running script; with `context`,
    the context of the running callback. With `needs_occupants`, Lua first reports where its objects block; with
    `recorded`, it first records the call in a game that is made again to explain a failure.
    Mods do not see a function that is `part_of` another one; its messages name the other one.
    """

    __slots__ = (
        "_count",
        "_extra",
        "_readers",
        "context",
        "directory",
        "doc",
        "location",
        "name",
        "needs_occupants",
        "params",
        "part_of",
        "phases",
        "recorded",
        "run",
        "title",
        "variadic",
    )

    def __init__(
        self,
        name: str,
        run: Callable[..., Any],
        params: tuple[Field, ...],
        phases: int,
        doc: str,
        *,
        variadic: bool = False,
        context: bool = False,
        location: bool = False,
        directory: bool = False,
        needs_occupants: bool = False,
        recorded: bool = False,
        part_of: str = "",
    ) -> None:
        self.name = name
        # Its name in messages.
        self.title = part_of or name
        self.run = run
        self.params = params
        self.phases = phases
        self.doc = doc
        self.variadic = variadic
        self.context = context
        self.location = location
        self.directory = directory
        self.needs_occupants = needs_occupants
        self.recorded = recorded
        self.part_of = part_of
        # Number of arguments before those of the mod.
        self._extra = 2 * location + directory + context
        self._readers = [(param.type.read, param.name) for param in params]
        # The number of arguments that need neither defaults nor special treatment; -1 for none.
        self._count = -1 if variadic or self._extra else len(params)

    def __call__(self, call: Call, arguments: list[Any]) -> Any:
        """Check the phase and the arguments, and run. Raises PhaseError, ArgumentError, or what `run` raises."""
        if not call.session.phase & self.phases:
            raise PhaseError(self._wrong_phase(call.session.phase))
        try:
            if len(arguments) == self._count:
                return self.run(
                    call,
                    *[read(value, name) for (read, name), value in zip(self._readers, arguments)],  # noqa: B905
                )
            return self.run(call, *self._read(arguments))
        except ArgumentError as error:
            error.speak_for(self.title)
            if error.value == "nil" and error.hint is None:
                call.session.explain_nil(error, call.mod)
            raise

    @property
    def position_at(self) -> int:
        """The number of the argument of the mod that is a position, from 1; 0 for none."""
        kinds = [param.type.of if isinstance(param.type, Maybe) else param.type for param in self.params]
        return next((i for i, kind in enumerate(kinds, 1) if isinstance(kind, Position)), 0)

    def _read(self, arguments: list[Any]) -> list[Any]:
        """Return the arguments for `run` when their number differs from that of the parameters."""
        values = arguments[self._extra :]
        read_values = arguments[: self._extra]
        readers = self._readers[:-1] if self.variadic else self._readers
        for i, (read, name) in enumerate(readers):
            read_values.append(read(values[i] if i < len(values) else None, name))
        if self.variadic:
            read = self._readers[-1][0]
            read_values += [read(values[i], f"argument {i + 1}") for i in range(len(readers), len(values))]
        return read_values

    def _wrong_phase(self, phase: int) -> str:
        if phase == LOAD and START & self.phases:
            return (
                f"{self.title} is called while mods load, and the game hasn't started: "
                f"it may be called {title(self.phases)}"
            )
        return f"{self.title} is called {title(phase)}: it may be called only {title(self.phases)}"


class Declarations:
    """The functions of a dialect, in the order of their declaration.

    `seen_as` is what mods write before the names that functions are `part_of`, if that is not the prefix.
    """

    def __init__(self, prefix: str, seen_as: str | None = None) -> None:
        self.prefix = prefix
        self.seen_as = prefix if seen_as is None else seen_as
        self.functions: list[ApiFunction] = []

    def function(
        self,
        name: str,
        *params: tuple[str, Type],
        phases: int = GAME,
        variadic: bool = False,
        context: bool = False,
        location: bool = False,
        directory: bool = False,
        needs_occupants: bool = False,
        recorded: bool = False,
        part_of: str = "",
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare the decorated function under `name`; its docstring is the reference text."""

        def declare(run: Callable[..., Any]) -> Callable[..., Any]:
            self.functions.append(
                ApiFunction(
                    f"{self.prefix}{name}",
                    run,
                    tuple(Field(n, t) for n, t in params),
                    phases,
                    run.__doc__ or "",
                    variadic=variadic,
                    context=context,
                    location=location,
                    directory=directory,
                    needs_occupants=needs_occupants,
                    recorded=recorded,
                    part_of=part_of and f"{self.seen_as}{part_of}",
                )
            )
            return run

        return declare
