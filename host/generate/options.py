"""Options of generators: the values that they allow, the default size, and the check of values that `--set` names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from host.errors import HostError, RequestError, listing, shorten, together
from host.errors.spelling import did_you_mean
from host.model.request import TYPED_FIELDS, as_text, option_name

Value = str | int | float | bool

# The value of an option for which a function of the mod chooses the value.
RANDOM = b"\0random"
# The id that stands for all options in a request for random values.
ALL = "*"

# Characters of a value that a message quotes.
_MOST_QUOTED = 60
_INTEGER = re.compile(r"[+-]?\d{1,18}")
_NUMBER = re.compile(r"[+-]?(\d{1,18}\.?\d{0,18}|\.\d{1,18})([eE][+-]?\d{1,3})?")


class Choice(NamedTuple):
    """One value of an option, and the numbers of players for which it exists; None for no limit."""

    value: Value
    min_players: int | None = None
    max_players: int | None = None
    # What people read in place of the value; empty for none.
    text: str = ""


class Option(NamedTuple):
    """An option of a generator: one of `choices`, a number, or a text."""

    id: str
    default: Value
    choices: tuple[Choice, ...] = ()
    # Whether a whole number is allowed, and its maximum number of digits.
    numeric: bool = False
    digits: int | None = None
    # Whether the text "random" lets the mod choose the value.
    random: bool = False
    # Whether any number is allowed.
    real: bool = False
    # Bounds of a number, both included; None for no bound.
    least: float | None = None
    most: float | None = None
    help: str = ""
    # The greatest number of characters where any text is allowed, else None.
    longest: int | None = None
    # What people read in place of the id; empty for none.
    text: str = ""
    # How to get more choices than there are; empty where that is impossible.
    advice: str = ""

    def describe(self, value: Any) -> str:
        """Return the option with a value, in the words of its mod: "Quest: First steps"."""
        choices = {as_text(choice.value): choice.text for choice in self.choices}
        return f"{self.text or self.id}: {choices.get(as_text(value)) or as_text(value)}"


class Generator(NamedTuple):
    """The description of a generator of maps."""

    id: str
    # The mod that registered it, or "host".
    mod: str
    options: tuple[Option, ...] = ()
    help: str = ""
    # Whether the option `ALL` lets the mod choose the values of all options.
    random: bool = False


def integer_option(name: str, default: int, least: int, most: int, text: str = "") -> Option:
    """Return an option that is a whole number in least .. most."""
    return Option(name, default, numeric=True, least=least, most=most, help=text)


def share_option(name: str, default: float, text: str) -> Option:
    """Return an option that is a number from 0 to 1."""
    return Option(name, default, real=True, least=0.0, most=1.0, help=text)


def choice_option(name: str, default: Value, choices: Iterable[Value], text: str = "") -> Option:
    """Return an option that is one of some values."""
    return Option(name, default, tuple(map(Choice, choices)), help=text)


def text_option(name: str, longest: int, text: str) -> Option:
    """Return an option that is any text of at most so many characters, by default none."""
    return Option(name, "", longest=longest, help=text)


# The largest width and height.
MAX_SIDE = 4000
# The options for the size of a map.
SIZE = (
    integer_option("width", 85, 3, MAX_SIDE, "squares across"),
    integer_option("height", 64, 3, MAX_SIDE, "squares down"),
)


def read_options(generator: Generator, requested: Mapping[str, Any]) -> dict[str, Any]:
    """Check requested options and convert their values; return them by id, in the order of the generator.

    A value may be a text, as on a command line. Options that are not requested are left out. Raises HostError with all
    problems.
    """
    options = {option.id: option for option in generator.options}
    errors: list[HostError] = [
        RequestError(
            f'{generator.id} has no option "{name}": it has {listing(options, "and") or "none"}',
            hint=f"{name} belongs to each request, as {option_name(name)}"
            if name in TYPED_FIELDS
            else did_you_mean(name, [*options, *TYPED_FIELDS]),
        )
        for name in requested
        if name not in options and not (name == ALL and generator.random)
    ]
    values: dict[str, Any] = {}
    if generator.random and ALL in requested:
        if requested[ALL] != "random":
            errors.append(RequestError(f"{generator.id}: {ALL} is {requested[ALL]!r}: must be random"))
        values[ALL] = RANDOM
    for name, option in options.items():
        if name in requested:
            try:
                values[name] = _read_value(generator, option, requested[name])
            except HostError as error:
                errors.append(error)
    if errors:
        raise together(errors)
    return values


def with_defaults(generator: Generator, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all options: what `read_options` returned, and defaults for the others."""
    return {option.id: values.get(option.id, option.default) for option in generator.options}


def _read_value(generator: Generator, option: Option, value: Any) -> Value | bytes:
    text = as_text(value)
    choices = {as_text(choice.value): choice.value for choice in option.choices}
    if text in choices:
        return choices[text]
    if option.random and text == "random":
        return RANDOM
    if option.numeric or option.real:
        return _read_number(generator, option, value, text)
    if option.longest is not None:
        if len(text) <= option.longest and isinstance(value, str):
            return text
        rule = f"must be a text of at most {option.longest} characters"
        raise RequestError(f'{generator.id}: {option.id} is "{shorten(text, _MOST_QUOTED)}": {rule}')
    raise RequestError(
        f'{generator.id}: {option.id} is "{shorten(text, _MOST_QUOTED)}": must be {listing(choices)}',
        hint=did_you_mean(text, choices) or option.advice or None,
    )


def _read_number(generator: Generator, option: Option, value: Any, text: str) -> int | float:
    short = shorten(text, _MOST_QUOTED)
    shown = f'"{short}"' if isinstance(value, str) else short
    pattern = _NUMBER if option.real else _INTEGER
    if not pattern.fullmatch(text) or isinstance(value, bool):
        raise RequestError(f"{generator.id}: {option.id} is {shown}: must be {_describe_range(option)}")
    number = float(text) if option.real else int(text)
    least = 0 if option.least is None else option.least
    if not least <= number <= (math.inf if option.most is None else option.most):
        shown = shown if option.least is None else text
        raise RequestError(f"{generator.id}: {option.id} is {shown}: must be {_describe_range(option)}")
    if option.digits is not None and len(str(number)) > option.digits:
        raise RequestError(f"{generator.id}: {option.id} is {text}: must have at most {option.digits} digits")
    return number


def _describe_range(option: Option) -> str:
    """Return the numbers that an option allows, such as `a whole number between 3 and 85`."""
    noun = "a number" if option.real else "a whole number"
    if option.least is not None and option.most is not None:
        return f"{noun} between {as_text(option.least)} and {as_text(option.most)}"
    return f"{noun}, 0 or more"
