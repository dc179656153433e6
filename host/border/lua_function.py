"""Declarations of functions of trusted Lua modules that Python calls.

A declaration is a stub: its annotations say what the function takes and returns. `LuaState.call` calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

from host.border.values import FROM_LUA, TO_LUA, Converter, parts_of_tuple, read, values_of, write

_P = ParamSpec("_P")
_R = TypeVar("_R")


class LuaFunction(Generic[_P, _R]):
    """The function `name` of the module `module`, such as `core/loader`.

    Shape of `converters`: one for each parameter, None for what needs no conversion. With `takes_value` one more
    parameter, the last one, is a Value.
    """

    __slots__ = ("converters", "module", "name", "result", "takes_value")

    def __init__(
        self,
        module: str,
        name: str,
        converters: tuple[Converter | None, ...],
        result: Callable[[tuple[Any, ...]], _R],
        *,
        takes_value: bool,
    ) -> None:
        self.module = module.encode()
        self.name = name.encode()
        self.converters = converters
        self.result = result
        self.takes_value = takes_value

    def arguments(self, *values: Any) -> list[Any]:
        """Convert arguments for Lua."""
        converted = [v if convert is None else convert(v) for convert, v in zip(self.converters, values)]  # noqa: B905
        if self.takes_value:
            write(values[-1], converted)
        return converted


def lua_function(module: str, name: str = "") -> Callable[[Callable[_P, _R]], LuaFunction[_P, _R]]:
    """Declare a function of a Lua module by a stub. Its name in Lua is the name of the stub, or else `name`.

    Raises TypeError for a type that cannot cross.
    """

    def declare(stub: Callable[_P, _R]) -> LuaFunction[_P, _R]:
        types = dict(stub.__annotations__)
        result = types.pop("return")
        takes_value = [*types.values()][-1:] == ["Value"]
        plain = [*types.values()][:-1] if takes_value else [*types.values()]
        refused = [type_name for type_name in plain if type_name not in TO_LUA]
        parts = parts_of_tuple(result) or [result]
        refused += [part for part in parts if part not in FROM_LUA and result not in ("None", "Value")]
        if refused:
            raise TypeError(f"Lua function {module}.{stub.__name__}: {refused[0]} cannot cross the border")
        converters = tuple(TO_LUA[type_name] for type_name in plain)
        return LuaFunction(module, name or stub.__name__, converters, _reader(result), takes_value=takes_value)

    return declare


def _reader(annotation: str) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result of what Lua returns. Lua may leave out results at the end: they are None."""
    if annotation == "None":
        return lambda _: None
    if annotation == "Value":
        return lambda results: read(values_of(results)) if results else None
    parts = parts_of_tuple(annotation)
    converters = [FROM_LUA[part] for part in parts or [annotation]]

    def read_results(results: tuple[Any, ...]) -> tuple[Any, ...]:
        padded = (*results, *[None] * (len(converters) - len(results)))
        return tuple(v if c is None or v is None else c(v) for c, v in zip(converters, padded))  # noqa: B905

    return read_results if parts else lambda results: read_results(results)[0]
