"""Services: methods of Python that the host's own Lua calls as `py.NAME(…)`.

The annotations of a method are its declaration. The border converts arguments and results by them, so a service works
with str where Lua has strings. API functions, which mods call, are declared in `function`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from host.border.conversion import FROM_LUA, TO_LUA, parts_of_tuple
from host.border.values import read, values_of, write

_Method = TypeVar("_Method", bound=Callable[..., Any])


class Service(NamedTuple):
    """The declaration of a service, compiled from its annotations."""

    name: str
    # One for each parameter; None for what needs no conversion. A Value has none.
    converters: tuple[Callable[[Any], Any] | None, ...]
    # Position of the parameter that is a Value, counted from 1; it is the last. 0 for none.
    value_at: int
    # Makes the answer for Lua of the result: `true` and the results.
    answer: Callable[[Any], Any]
    # Whether Lua has to inflate the result.
    returns_value: bool

    def bind(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """Make the function that takes arguments from Lua, and answers `True` and results."""
        converters, answer, count = self.converters, self.answer, self.value_at - 1

        def call_plain(*arguments: Any) -> Any:
            return answer(method(*arguments))

        def call(*arguments: Any) -> Any:
            # Lua leaves out arguments that have a default.
            plain = [a if convert is None else convert(a) for convert, a in zip(converters, arguments)]  # noqa: B905
            return answer(method(*plain))

        def call_with_value(*arguments: Any) -> Any:
            plain = [a if convert is None else convert(a) for convert, a in zip(converters, arguments)]  # noqa: B905
            return answer(method(*plain, read(values_of(arguments[count:]))))

        if self.value_at:
            return call_with_value
        return call if any(converters) else call_plain


def service(method: _Method) -> _Method:
    """Declare a method as a service under its name.

    Parameters are bool, int, float, bytes, str, list[str] (a string in Lua, joined by NUL), each of them or None, and
    as the last one Value. Results are None, one of these, or a tuple of them. Raises TypeError for anything else.
    """
    types = dict(method.__annotations__)
    result = types.pop("return")
    value_at = 0
    converters = []
    for position, (name, type_name) in enumerate(types.items(), 1):
        if type_name == "Value" and position == len(types):
            value_at = position
        elif type_name in FROM_LUA:
            converters.append(FROM_LUA[type_name])
        else:
            raise TypeError(
                f"service {method.__qualname__}: the parameter {name} is {type_name}: cannot cross from Lua"
            )
    answer = _ANSWERS.get(result)
    parts = parts_of_tuple(result)
    if parts and all(part in TO_LUA for part in parts):
        answer = _answer_with_tuple(tuple(TO_LUA[part] for part in parts))
    if answer is None:
        raise TypeError(f"service {method.__qualname__}: the result is {result}: cannot cross to Lua")
    declaration = Service(method.__name__, tuple(converters), value_at, answer, result == "Value")
    method.__service__ = declaration  # type: ignore[attr-defined] # read by `collect_services`
    return method


def collect_services(groups: Iterable[object]) -> dict[str, tuple[Service, Callable[..., Any]]]:
    """Collect the services of objects: name -> declaration and bound method. Raises TypeError for a name used twice."""
    services: dict[str, tuple[Service, Callable[..., Any]]] = {}
    for group in groups:
        for name, method in vars(type(group)).items():
            declaration = getattr(method, "__service__", None)
            if declaration is not None:
                if name in services:
                    raise TypeError(f"the service {name} is declared twice")
                services[name] = declaration, getattr(group, name)
    return services


def _answer_with(convert: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    if convert is None:
        return lambda result: (True, result)
    return lambda result: (True, convert(result))


def _answer_with_tuple(converters: tuple[Callable[[Any], Any] | None, ...]) -> Callable[[Any], Any]:
    if not any(converters):
        return lambda results: (True, *results)
    return lambda results: (
        True,
        *[r if convert is None else convert(r) for convert, r in zip(converters, results, strict=True)],
    )


def _answer_with_value(result: Any) -> Any:
    flat: list[Any] = [True]
    write(result, flat)
    return tuple(flat)


# Annotation of a result -> what makes the answer.
_ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "None": lambda _: True,
    "Value": _answer_with_value,
    **{name: _answer_with(convert) for name, convert in TO_LUA.items()},
}
