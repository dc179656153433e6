"""A Lua state: the interpreter, the functions it may call, and how a call into it ends."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any

import lupa.lua55 as lua55

from host.errors import BudgetError, Frame, GivenError, HostError, InternalError, ModError
from host.paths import LUA
from host.runtime.values import to_bytes, to_text

# So that `pairs` over string keys has one order for ever.
HASH_SEED = 20240501
DEFAULT_MEMORY = 512 * 2**20
# The host's own Lua takes a quarter of it; with less than that the process dies while Lua starts.
LEAST_MEMORY = 4 * 2**20

# What Lua says when an allocation fails.
_NO_MEMORY = "not enough memory"
_MOST_REMEMBERED = 64


class LuaState:
    """One Lua 5.5 interpreter. `functions` are what trusted Lua finds in `py`; they take and return plain values,
    strings as bytes, and what they raise becomes an error in Lua at the line of the mod that called. `invokers` are
    those behind the API, by number from 1: they put `true` in front of their results, and hand errors to `remember`,
    themselves, because every step counts there."""

    def __init__(
        self,
        functions: dict[str, Callable[..., Any]],
        invokers: Callable[[Callable[[Exception], bytes]], list[Callable[..., Any]]],
        *,
        memory: int = DEFAULT_MEMORY,
        hash_seed: int = HASH_SEED,
    ) -> None:
        if memory < LEAST_MEMORY:
            raise GivenError(f"memory is {memory}: must be at least {LEAST_MEMORY} bytes")
        self._memory = memory
        self._runtime = lua55.LuaRuntime(
            encoding=None,
            register_eval=False,
            register_builtins=False,
            unpack_returned_tuples=True,
            attribute_handlers=(_refuse_attribute, _refuse_attribute),
            max_memory=memory,
            string_hash_seed=hash_seed,
        )
        # Errors that Python functions raised, by the message that travels through Lua.
        self._raised: dict[bytes, HostError] = {}
        py = self._runtime.table_from({name.encode(): self._guarded(function) for name, function in functions.items()})
        py[b"library"] = self._guarded(_library)
        py[b"invokers"] = self._runtime.table_from(invokers(self._remember))
        boot = self._runtime.execute(
            b"python = nil; local text = ...; return assert(load(text, '=[host]/host/boot.lua', 't'))",
            (LUA / "host" / "boot.lua").read_bytes(),
        )
        self._enter = boot(py)

    def call(self, module: str, name: str, *arguments: Any) -> tuple[Any, ...]:
        """Call a function of a trusted module (`host/loader`); str arguments go as bytes. The results as a tuple.

        Raises ModError with the mod's own frames when a mod is to blame, BudgetError when memory runs out.
        """
        given = [to_bytes(a) if isinstance(a, str) else a for a in arguments]
        try:
            answer = self._enter(module.encode(), name.encode(), *given)
        except MemoryError:
            raise self._out_of_memory() from None
        except lua55.LuaError as error:
            # Nothing of a mod runs outside the protected call, so this is ours, or memory.
            if _NO_MEMORY in str(error):
                raise self._out_of_memory() from None
            raise InternalError(f"the host's Lua failed: {error}") from error
        if answer is True:
            return ()
        if answer[0] is True:
            return tuple(answer[1:])
        raise self._failure(*answer[1:])

    @property
    def memory_used(self) -> int:
        """Bytes that Lua holds now."""
        return int(self._runtime.get_memory_used())

    def _failure(self, message: bytes, frames: bytes, by_lua: bool = False, place: bytes | None = None) -> HostError:
        text = to_text(message)
        if by_lua and text == _NO_MEMORY:
            return self._out_of_memory()
        places = []
        for line in to_text(frames).split("\n") if frames else ():
            file, number, function = line.split("\0")
            places.append(Frame(file, int(number), function))
        raised = self._raised.pop(message, None)
        details = f"met in {to_text(place)}" if place else None
        error = raised if raised is not None else ModError(text, details=details)
        # An error from a mod that another one asked to load has its frames already, and those of both.
        error.frames = error.frames or tuple(places)
        if places and error.file is None:
            error.file, error.line = places[0].file, places[0].line
        if places and error.mod is None:
            error.mod = places[0].file.split("/")[0]
        return error

    def _out_of_memory(self) -> BudgetError:
        return BudgetError(f"the mods used up the memory they may have, {self._memory // 2**20} MiB")

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function` as Lua calls it: (True, results …), or (False, message) for whatever it raises."""

        @wraps(function)
        def call(*arguments: Any) -> Any:
            try:
                answer = function(*arguments)
            except Exception as error:
                return False, self._remember(error)
            if answer is None:
                return True
            return (True, *answer) if type(answer) is tuple else (True, answer)

        return call

    def _remember(self, error: Exception) -> bytes:
        """The message with which an error travels through Lua; when it comes out, it is this error again."""
        if not isinstance(error, HostError):
            message_of_host = f"the host failed: {type(error).__name__}: {error}"
            error = InternalError(message_of_host, details=traceback.format_exc())
        # The place is the mod's, which Lua adds; what the error knows itself stays with it.
        place = f"{error.file}:{error.line}: " if error.file else ""
        message = to_bytes(f"{place}{error.message}")
        if len(self._raised) >= _MOST_REMEMBERED:
            del self._raised[next(iter(self._raised))]
        self._raised[message] = error
        return message


def _library(name: bytes) -> bytes:
    return (LUA / f"{name.decode()}.lua").read_bytes()


def _refuse_attribute(*_: Any) -> None:
    raise AttributeError("no attribute of a Python object can be reached from Lua")
