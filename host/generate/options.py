"""What a generator can be told: options with choices or bounds, and what is said of a value that is neither."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host.errors import GivenError, HostError, did_you_mean, listing, together

Value = str | int | float | bool

# Stands for a value that the mod's own function chooses.
RANDOM = b"\0random"

_WHOLE = re.compile(r"[+-]?\d{1,18}")
_REAL = re.compile(r"[+-]?(\d{1,18}\.?\d{0,18}|\.\d{1,18})([eE][+-]?\d{1,3})?")


class Choice(NamedTuple):
    """One value of an option, and for how many players it is there."""

    value: Value
    min_players: int | None = None
    max_players: int | None = None


class Option(NamedTuple):
    """An option of a generator: one of `choices`; or when `numeric` a whole number, of up to `digits` digits; or when
    `real` a number; numbers lie in `least` .. `most`, where these are given."""

    id: str
    default: Value
    choices: tuple[Choice, ...] = ()
    numeric: bool = False
    digits: int | None = None
    # The value "random" lets the mod choose.
    random: bool = False
    real: bool = False
    least: float | None = None
    most: float | None = None
    help: str = ""


class Generator(NamedTuple):
    """Something that makes maps, and what it can be told."""

    id: str
    # Who brought it: a mod, or "host".
    mod: str
    options: tuple[Option, ...] = ()
    help: str = ""


def whole(name: str, default: int, least: int, most: int, text: str = "") -> Option:
    """An option that is a whole number in least .. most."""
    return Option(name, default, numeric=True, least=least, most=most, help=text)


def real(name: str, default: float, least: float, most: float, text: str = "") -> Option:
    """An option that is a number in least .. most."""
    return Option(name, default, real=True, least=least, most=most, help=text)


def one_of(name: str, default: Value, values: Sequence[Value], text: str = "") -> Option:
    """An option that is one of a few values."""
    return Option(name, default, tuple(Choice(value) for value in values), help=text)


# The largest width and height.
MAX_SIDE = 4000
# Width and height of what a generator makes.
SIZE = (whole("width", 85, 3, MAX_SIDE, "squares across"), whole("height", 64, 3, MAX_SIDE, "squares down"))


def span(option: Option) -> str:
    """`a whole number between 3 and 85`: what an option with a number takes."""
    noun = "a number" if option.real else "a whole number"
    if option.least is not None and option.most is not None:
        return f"{noun} between {as_text(option.least)} and {as_text(option.most)}"
    return f"{noun}, 0 or more"


def resolve(generator: Generator, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given options by id, as the generator takes them, in the order in which it has them. Raises HostError with
    all that is wrong."""
    known = {option.id: option for option in generator.options}
    errors: list[HostError] = [
        GivenError(
            f'{generator.id} has no option "{name}": it has {listing(known, "and") or "none"}',
            hint=did_you_mean(name, known),
        )
        for name in given
        if name not in known
    ]
    wanted: dict[str, Any] = {}
    for option in generator.options:
        if option.id in given:
            try:
                wanted[option.id] = _value(generator, option, given[option.id])
            except HostError as error:
                errors.append(error)
    if errors:
        raise together(errors)
    return wanted


def with_defaults(generator: Generator, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What `resolve` gave, and the defaults of the options that were not given."""
    return {option.id: wanted.get(option.id, option.default) for option in generator.options}


def _value(generator: Generator, option: Option, given: Any) -> Value | bytes:
    """The value of an option that was given as itself or as text."""
    text = as_text(given)
    by_text = {as_text(choice.value): choice.value for choice in option.choices}
    if text in by_text:
        return by_text[text]
    if option.random and text == "random":
        return RANDOM
    if option.numeric or option.real:
        return _number(generator, option, given, text)
    raise GivenError(
        f'{generator.id}: {option.id} is "{text}": must be {listing(by_text)}',
        hint=did_you_mean(text, by_text),
    )


def _number(generator: Generator, option: Option, given: Any, text: str) -> int | float:
    shown = f'"{text}"' if isinstance(given, str) else text
    form = _REAL if option.real else _WHOLE
    if not form.fullmatch(text) or isinstance(given, bool):
        raise GivenError(f"{generator.id}: {option.id} is {shown}: must be {span(option)}")
    number = float(text) if option.real else int(text)
    least = 0 if option.least is None else option.least
    if not least <= number <= (math.inf if option.most is None else option.most):
        shown = shown if option.least is None else text
        raise GivenError(f"{generator.id}: {option.id} is {shown}: must be {span(option)}")
    if option.digits is not None and len(str(number)) > option.digits:
        raise GivenError(f"{generator.id}: {option.id} is {text}: must have at most {option.digits} digits")
    return number


def as_text(value: Any) -> str:
    """A value as one types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
