"""Services: functions of Python that the host's own Lua calls as `py.NAME(…)`.

A service is a method of an object, or a function of a module of a dialect. Its annotations are its declaration: the
border converts arguments and results by them, so a service works with str where Lua has strings. Functions that mods
call themselves are declared in `function`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from host.border.function import Call
from host.border.schema import Anything, Type
from host.border.session import ALWAYS, GAME
from host.border.values import FROM_LUA, TO_LUA, parts_of_tuple, read_arguments, write
from host.errors import ArgumentError
from host.play.rolls import begin_rolls

_Method = TypeVar("_Method", bound=Callable[..., Any])


class Service(NamedTuple):
    """The declaration of a service, compiled from its annotations."""

    name: str
    # Whether it acts for a mod: its first parameter is a Call, and Lua passes the number of the mod.
    for_mod: bool
    # One for each further parameter that is no value; None for what needs no conversion.
    converters: tuple[Callable[[Any], Any] | None, ...]
    # What reads each value, and its name. Values are the last parameters.
    readers: tuple[tuple[Callable[[Any, str], Any], str], ...]
    # Makes the answer for Lua of the result: `true` and the results.
    answer: Callable[[Any], Any]
    # Whether Lua has to inflate the result.
    returns_value: bool
    # The function of mods that messages name, and when it may be called.
    function: str
    phases: int

    @property
    def value_at(self) -> int:
        """Position of the first argument that is a value, counted from 1; 0 without values."""
        return self.for_mod + len(self.converters) + 1 if self.readers else 0

    def bind(self, method: Callable[..., Any], call_of: Callable[[int], Call]) -> Callable[..., Any]:
        """Make the function that takes arguments from Lua, and answers `True` and results.

        `call_of` takes the number of a mod. A service for a mod answers as the functions of `Invokers.bind` do.
        """
        return self._bind_for_mod(method, call_of) if self.for_mod else self._bind_plain(method)

    def _bind_plain(self, method: Callable[..., Any]) -> Callable[..., Any]:
        converters, readers, answer, count = self.converters, self.readers, self.answer, len(self.converters)

        def call_plain(*arguments: Any) -> Any:
            return answer(method(*arguments))

        def call(*arguments: Any) -> Any:
            # Lua leaves out arguments that have a default.
            plain = [a if convert is None else convert(a) for convert, a in zip(converters, arguments)]  # noqa: B905
            return answer(method(*plain))

        def call_with_values(*arguments: Any) -> Any:
            plain = [a if convert is None else convert(a) for convert, a in zip(converters, arguments)]  # noqa: B905
            return answer(method(*plain, *read_arguments(arguments[count:], len(readers))))

        if readers:
            return call_with_values
        return call if any(converters) else call_plain

    def _bind_for_mod(self, method: Callable[..., Any], call_of: Callable[[int], Call]) -> Callable[..., Any]:
        converters, readers, answer, count = self.converters, self.readers, self.answer, len(self.converters)
        function, phases = self.function, self.phases

        def call_for_mod(mod: int, *arguments: Any) -> Any:
            call = call_of(mod)
            if not call.session.phase & phases:
                call.refuse_phase(function, phases)
            passed = [a if convert is None else convert(a) for convert, a in zip(converters, arguments)]  # noqa: B905
            try:
                if readers:
                    values = read_arguments(arguments[count:], len(readers))
                    passed += [read(value, name) for (read, name), value in zip(readers, values, strict=True)]
                answered = answer(method(call, *passed))
            except ArgumentError as error:
                call.explain(error, function)
                raise
            game = call.session.game
            if game is not None and (game.rolls or game.callbacks or game.unread_changes):
                results = () if answered is True else answered[1:]
                return (game.pending, *begin_rolls(game), *results)
            return answered

        return call_for_mod


def service(method: _Method) -> _Method:
    """Declare a function as a service under its name.

    The first parameter is a Call if the service acts for a mod. Then come parameters of the types bool, int, float,
    bytes, str and list[str] (a string in Lua, joined by NUL), each also with `| None`; the last ones may be Values.
    The result is None, a value of one of these types, or a tuple of such values. Raises TypeError for other types.
    """
    return service_for("", ALWAYS)(method)


def service_for(function: str, phases: int = GAME, /, **types: Type) -> Callable[[_Method], _Method]:
    """Declare a service that does the work of a function of mods, in the phases in which mods may call that.

    `types` names the last parameters, which get values of the mod unchecked, and their types. Messages about them
    name the function of mods. A parameter `from_` is called `from` there.
    """

    def declare(method: _Method) -> _Method:
        annotations = dict(method.__annotations__)
        result = annotations.pop("return")
        for_mod = next(iter(annotations.values()), "") == "Call"
        converters, readers = [], []
        for name, annotation in list(annotations.items())[for_mod:]:
            if name in types or annotation == "Value":
                readers.append((types.get(name, _ANY).read, name.removesuffix("_")))
            elif annotation in FROM_LUA and not readers:
                converters.append(FROM_LUA[annotation])
            else:
                raise TypeError(
                    f"service {method.__qualname__}: the parameter {name} is {annotation}: cannot cross from Lua"
                )
        answer = _ANSWERS.get(result)
        parts = parts_of_tuple(result)
        if parts and all(part in TO_LUA for part in parts):
            answer = _answer_with_tuple(tuple(TO_LUA[part] for part in parts))
        if answer is None:
            raise TypeError(f"service {method.__qualname__}: the result is {result}: cannot cross to Lua")
        method.__service__ = Service(  # type: ignore[attr-defined] # read by `collect_services`
            method.__name__, for_mod, tuple(converters), tuple(readers), answer, result == "Value", function, phases
        )
        return method

    return declare


def collect_services(groups: Iterable[object]) -> dict[str, tuple[Service, Callable[..., Any]]]:
    """Collect the services of objects and modules: name -> declaration and what to call.

    Raises TypeError for a name used twice.
    """
    services: dict[str, tuple[Service, Callable[..., Any]]] = {}
    for group in groups:
        owner: Any = group if isinstance(group, ModuleType) else type(group)
        for name, declaration in _declarations(owner):
            if name in services:
                raise TypeError(f"the service {name} is declared twice")
            services[name] = declaration, getattr(group, name)
    return services


@cache
def _declarations(owner: object) -> list[tuple[str, Service]]:
    """Return the services that a class or a module declares. Each host asks again, and most names are no services."""
    return [
        (name, declaration)
        for name, method in vars(owner).items()
        if (declaration := getattr(method, "__service__", None)) is not None
    ]


_ANY = Anything()


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
