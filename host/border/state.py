"""A Lua state: the interpreter, its limit of `--memory`, what it may call in Python, and how a call into it ends."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import lupa.lua55 as lua55

from host.border.deadline import deadline, enter_mods, leave_mods, note_location
from host.border.invokers import Invokers
from host.border.lua_function import LuaFunction
from host.border.service import Service, collect_services, service
from host.border.values import to_bytes, to_text
from host.errors import (
    ArgumentError,
    BudgetError,
    Frame,
    HostError,
    InternalError,
    MemoryBudgetError,
    ModError,
    PhaseError,
    drop_long_texts,
    shorten_message,
)
from host.errors.work import WORK
from host.paths import LUA
from host.process.budgets import NO_CLOCK, Budgets, out_of_time

_P = ParamSpec("_P")
_R = TypeVar("_R")

# A fixed seed gives `pairs` over string keys a fixed order.
HASH_SEED = 20240501

_MOST_REMEMBERED = 64
# Bytes that Lua needs for an answer in addition to its texts: for each part, and once.
_BYTES_OF_PART, _BYTES_OF_ANSWER = 64, 4096
# Replaces an answer for which Lua has no memory. Lua allocates nothing for it.
_NO_ROOM = (False, None)


class LuaState:
    """One Lua 5.5 interpreter. Its trusted Lua finds services in `py`, and calls the API functions of `invokers` by
    number. What they raise becomes an error in Lua, at the line of the mod that called.

    Services come from `groups`, and from `services_of`, which takes the name of a dialect: their names begin with its
    own, as in `rooms_add_room`.
    """

    def __init__(
        self,
        groups: Iterable[object],
        invokers: Invokers,
        services_of: Callable[[str], Mapping[str, tuple[Service, Callable[..., Any]]]],
        *,
        budgets: Budgets,
        hash_seed: int = HASH_SEED,
    ) -> None:
        self._budgets = budgets
        # Bytes that Lua may use.
        self.memory_limit = budgets.memory
        self._runtime = lua55.LuaRuntime(
            encoding=None,
            register_eval=False,
            register_builtins=False,
            unpack_returned_tuples=True,
            attribute_handlers=(_refuse_attribute, _refuse_attribute),
            max_memory=budgets.memory,
            string_hash_seed=hash_seed,
        )
        self._memory_used: Callable[[], int] = self._runtime.get_memory_used
        # Explains an error of Lua about a name that a mod lacks, by the id of the mod and the name.
        self.advise_nil: Callable[[HostError, str, str], None] = lambda *_: None
        # Explains an error of a call: a variable that it passes and that does not exist, a dot or a colon.
        self.advise_call: Callable[[HostError], None] = lambda _: None
        # Quotes the lines that an error is about, and marks the first of some words that is on its line once.
        self.quote: Callable[[HostError, Sequence[str]], None] = lambda *_: None
        # Errors that Python functions raised, by the number that travels through Lua.
        self._raised: dict[int, HostError] = {}
        self._numbers = count(1)
        # Kind of the budget that mods used up, or "interrupt". No code of mods runs afterwards: they may have left
        # anything half done.
        self.used_up: str | None = None
        # Set by another thread that wants the running call to end.
        self.stop: Event | None = None
        # The seconds that the running call has, or the whole process, and when they end, by `monotonic`.
        self._seconds = self._deadline = float("inf")
        # Ends the running call past all mods, such as KeyboardInterrupt.
        self._interrupt: BaseException | None = None
        table = self._runtime.table_from
        self._call_of, self._services_of = invokers.call_of, services_of
        self._services = collect_services([*groups, invokers, self])
        border = table(
            {
                b"library": self._entry(_read_library, charges=False),
                b"store_bytecode": _store_bytecode,
                b"instructions": budgets.instructions,
                b"is_limited": budgets.are_counted,
                b"has_clock": budgets.seconds < NO_CLOCK,
                b"invoker": self._entry(lambda number: (True, self._entry(invokers.bind(number))), charges=False),
                b"service": self._entry(self._bind_service, charges=False),
            }
        )
        boot = self._runtime.execute(
            b"python = nil; local text = ...; return assert(load(text, '=[host]/core/boot.lua', 't'))",
            (LUA / "core" / "boot.lua").read_bytes(),
        )
        self._enter, self._autopsy, self._collect = boot(border)

    def call(self, function: LuaFunction[_P, _R], *arguments: _P.args, **_: _P.kwargs) -> _R:
        """Call a declared function of a trusted module, with positional arguments.

        Raises ModError with the mod's own frames when a mod is to blame, BudgetError when instructions, time or memory
        run out, and what a service raised that is no Exception, such as KeyboardInterrupt, as it is.
        """
        enter_mods()
        try:
            return self._call(function, *arguments, **_)
        finally:
            leave_mods()

    def _call(self, function: LuaFunction[_P, _R], *arguments: _P.args, **_: _P.kwargs) -> _R:
        if self.used_up is not None:
            error = self._used_up(self.used_up)
            error.hint = "nothing of these mods runs again in this Host: make another one"
            raise error
        passed = function.module, function.name, *function.arguments(*arguments)
        if not self._has_room(passed):
            # Lua pushes arguments outside of protected calls, where a memory error ends the process.
            raise self._used_up("memory")
        try:
            answer = self._enter(*passed)
        except MemoryError:
            answer = self._after_memory_ran_out()
        except lua55.LuaError as error:
            # Nothing of a mod runs outside the protected call, but Ctrl-C may come there, too.
            if self._interrupt is None:
                raise InternalError(f"the host's Lua failed: {error}") from error
            answer = True
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            if not isinstance(interrupt, Exception):
                self.used_up = "interrupt"
            raise interrupt
        if answer is True:
            return function.result(())
        if answer[0] is True:
            return function.result(tuple(answer[1:]))
        raise self._failure(*answer[1:])

    @property
    def services(self) -> tuple[str, ...]:
        """Names of the services that belong to no dialect."""
        return tuple(self._services)

    def _bind_service(self, name: bytes) -> tuple[Any, ...]:
        """Return what `bind_service` of lua/core/border/functions.lua takes after the name of a service.

        None without a service of that name.
        """
        text = name.decode()
        found_service = self._services.get(text) or self._services_of(text.partition("_")[0]).get(text)
        if found_service is None:
            return True, None
        declaration, method = found_service
        bound = self._entry(declaration.bind(method, self._call_of))
        return True, bound, declaration.for_mod, declaration.value_at, declaration.returns_value

    @property
    def memory_used(self) -> int:
        """Bytes that Lua uses now."""
        return self._memory_used()

    def add_error(self, error: HostError) -> int:
        """Return the number by which Lua refers to an error."""
        if len(self._raised) >= _MOST_REMEMBERED:
            del self._raised[next(iter(self._raised))]
        number = next(self._numbers)
        self._raised[number] = error
        return number

    def find_error(self, number: int) -> HostError | None:
        """Return the Python error of a number that Lua has, or None when it is no longer in the cache."""
        return self._raised.get(number)

    @service
    def start_clock(self) -> float:
        """Start the time of a call, which ends no later than the time of the process; return its seconds."""
        now = monotonic()
        seconds = self._budgets.seconds
        self._deadline, self._seconds = min((now + seconds, seconds), deadline())
        return self._deadline - now

    @service
    def is_time_up(self, file: str | None = None, line: int | None = None) -> bool:
        """Return whether the call must end; a mod is at a line of a file, or none has run.

        Lua asks at least once a second. Raises Stopped when `stop` is set.
        """
        if file is not None and line is not None:
            note_location(file, line)
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        return monotonic() > self._deadline

    def _failure(
        self,
        message: bytes,
        frames: bytes = b"",
        kind: bytes | None = None,
        host_line: bytes | None = None,
        number: int | BaseException | None = None,
        missing_name: bytes | None = None,
        subject: bytes | None = None,
    ) -> BaseException:
        """Make the error of a failed call from what `enter` returns (lua/core/sandbox/protect.lua)."""
        if isinstance(number, BaseException):
            self.used_up = "interrupt"
            return number
        locations = _frames(frames)
        raised = self._raised.pop(number, None) if number is not None else None
        if kind is not None and raised is None:
            self.used_up = to_text(kind)
            error: HostError = self._used_up(self.used_up)
        elif raised is not None:
            error = raised
        else:
            error = ModError(
                shorten_message(to_text(message)), details=f"met in {to_text(host_line)}" if host_line else None
            )
        # An error in a mod that another mod required has frames already.
        error.frames = (*error.frames, *locations)
        if locations and error.file is None:
            error.file, error.line = locations[0].file, locations[0].line
        if locations and error.mod is None:
            error.mod = locations[0].file.split("/")[0]
        if missing_name is not None and raised is None and error.mod:
            self.advise_nil(error, error.mod, to_text(missing_name))
        elif kind is None and _is_of_call(raised):
            self.advise_call(error)
        self.quote(error, [to_text(subject)] if subject else [] if raised or kind else ["error", "assert"])
        return error

    def _after_memory_ran_out(self) -> Any:
        """Return the answer of a call that Lua had no memory to answer."""
        try:
            self._collect()
            answer = self._autopsy()
        except (MemoryError, lua55.LuaError):
            answer = None
        if answer is None:
            self.used_up = "memory"
            raise self._used_up("memory")
        return answer

    def _used_up(self, kind: str) -> BudgetError:
        if kind == "memory":
            return MemoryBudgetError(f"the mods used up the memory they may have, {self._budgets.memory // 2**20} MiB")
        if kind == "interrupt":
            return BudgetError("the mods were interrupted")
        if kind == "time":
            return out_of_time(self._seconds)
        return BudgetError(f"the mods used up the instructions they may have, {self._budgets.instructions}")

    def _entry(self, function: Callable[..., Any], *, charges: bool = True) -> Callable[..., Any]:
        """Wrap a function that answers `True` or a tuple for Lua: exceptions become answers, too.

        Lua must have memory for an answer before it gets one. lupa converts the answer while it holds the GIL. A memory
        error of Lua at that point would leave lupa by a long jump, and the GIL would never be released.

        With `charges`, an answer has the work in front that Lua has to charge, if there is some, as a float.
        """
        remember, has_room, work = self._remember, self._has_room, WORK

        def enter(*arguments: Any) -> Any:
            try:
                answer = function(*arguments)
            except BaseException as error:
                # The frames of the error lead back to this one, which must not hold texts of a mod for it.
                arguments = ()
                answer = remember(error)
            if charges and work.noted:
                answer = (float(work.take()), True) if answer is True else (float(work.take()), *answer)
            return answer if answer is True or has_room(answer) else _NO_ROOM

        return enter

    def _has_room(self, values: Iterable[Any]) -> bool:
        """Return whether Lua has memory for values; collect its garbage first when it has not."""
        needed = _BYTES_OF_ANSWER
        for value in values:
            needed += _BYTES_OF_PART + len(value) if type(value) is bytes else _BYTES_OF_PART
        limit = self._budgets.memory - needed
        if self._memory_used() < limit:
            return True
        self._runtime.gccollect()
        return self._memory_used() < limit

    def _remember(self, error: BaseException) -> tuple[bool, bytes, int, bool, int]:
        """Keep an exception while it travels through Lua, and return the answer for Lua (lua/core/border/answers.lua):
        False, its message, its number, whether it ends the whole call, and the work that Lua has to charge."""
        if not isinstance(error, Exception):
            # Ctrl-C and the like: no mod may catch it.
            self._interrupt = getattr(error, "carried", error)
            return False, b"interrupted", 0, True, 0
        if not isinstance(error, HostError):
            message_of_host = f"the host failed: {type(error).__name__}: {error}"
            error = InternalError(message_of_host, details=traceback.format_exc())
        drop_long_texts(error)
        # Lua adds the line of the mod, unless the error has its own.
        location = f"{error.file}:{error.line}: " if error.file else ""
        message = to_bytes(f"{location}{error.message}")
        return False, message, self.add_error(error), isinstance(error, BudgetError), WORK.take()


class Stopped(BaseException):
    """Raised in a running call that another thread ended: its caller waits for no result."""


class Escape(BaseException):
    """Carries an exception of the user of the library out of a call, past the mods."""

    def __init__(self, carried: Exception) -> None:
        super().__init__()
        self.carried = carried


def _is_of_call(raised: HostError | None) -> bool:
    """Return whether Lua raised an error, or Python for a call: a thousand dungeons may fail for other reasons."""
    return raised is None or raised.value == "nil" or type(raised) in (ModError, ArgumentError, PhaseError)


def _frames(packed: bytes) -> tuple[Frame, ...]:
    words = iter(to_text(packed).split("\0") if packed else ())
    return tuple(Frame(file, int(line), name) for file, line, name in zip(words, words, words, strict=True))


# Name of a trusted module -> its bytecode; None when one state of this process has compiled the module. A process that
# makes one state, as most commands do, does not spend time on bytecode.
_bytecode: dict[bytes, bytes | None] = {}


def _read_library(name: bytes) -> tuple[bytes, bool]:
    """Return source or bytecode of a trusted module, and whether Lua has to call `_store_bytecode`."""
    code = _bytecode.get(name)
    if code is not None:
        return code, False
    was_compiled = name in _bytecode
    _bytecode[name] = None
    return (LUA / f"{name.decode()}.lua").read_bytes(), was_compiled


def _store_bytecode(name: bytes, code: bytes) -> None:
    _bytecode[name] = code


def _refuse_attribute(*_: Any) -> None:
    raise AttributeError("no attribute of a Python object can be reached from Lua")


class Observer(ABC):
    """The base of observers, which are given to an engine as services."""

    # Returns the path of a file by its name in messages, "mod/path.lua"; None for any other text. Set by the loader.
    path_of: Callable[[str], Path | None]
    # Returns whether mods make or play a dungeon, or run a test; False while they load or are asked for their options.
    # Set by the loader, and by what runs tests.
    is_running: Callable[[], bool]

    @abstractmethod
    def prepare(self, lua: LuaState) -> None:
        """Begin to watch a new Lua state, before mods load in it. With `--keep-going` there may be several."""

    def before_mod(  # noqa: B027 - most observers need not know
        self, folders: Sequence[Path], position: int, is_current: Callable[[], bool]
    ) -> None:
        """Notice that the mod in `folders[position]` loads next, of all that load in this order.

        `is_current` reads the manifests again, and returns whether the same mods load in the same order.
        """

    def report(self) -> dict[str, Any] | None:
        """Return what was measured since the last report, as plain data; None for nothing."""
        return None
