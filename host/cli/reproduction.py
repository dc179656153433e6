"""The line that a command prints to do the same again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource

from host.engine.arguments import fresh_seed
from host.errors import visible

# Key of `Context.meta`: what replaces the values of the caller.
_NOTED = "host.noted"
# Options in front of others and behind them, by the names of their parameters.
_FIRST = ("mods", "settings", "seed")
_LAST = ("save_file", "output", "timeout", "memory", "instructions")
# Options that change nothing about what is made.
_LEFT_OUT = ("debug", "watch", "delay")


def choose_seed(seed: int | None) -> int:
    """Return the seed, or a random one, and note it for `reproduction`."""
    chosen = fresh_seed() if seed is None else seed
    note(seed=chosen)
    return chosen


def note(**values: Any) -> None:
    """Let values replace those of the caller in `reproduction`, by the names of parameters; None leaves one out."""
    click.get_current_context().meta.setdefault(_NOTED, {}).update(values)


def draws_numbers(context: click.Context) -> bool:
    """Return whether a seed was chosen."""
    return "seed" in context.meta.get(_NOTED, {})


def reproduction() -> str:
    """Return the command line that does the same again, with all that the caller gave and what was noted."""
    context = click.get_current_context()
    values: dict[str, Any] = context.meta.get(_NOTED, {})
    arguments: list[str] = []
    options: list[str] = []
    for parameter in sorted(context.command.params, key=_rank):
        name = parameter.name or ""
        if name in values:
            value = values[name]
        elif context.get_parameter_source(name) in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP, None):
            continue
        else:
            value = context.params[name]
        if isinstance(parameter, click.Argument):
            arguments += [] if value is None else [str(value)]
        elif name not in _LEFT_OUT and value not in (None, {}, parameter.default):
            options += _words(parameter, value)
    # An argument that begins with a dash must not be read as an option.
    behind = [argument for argument in arguments if argument.startswith("-")]
    front = [argument for argument in arguments if argument not in behind]
    words = [*_names(context), *front, *options, *(["--", *behind] if behind else [])]
    return visible(shlex.join(words))


def _rank(parameter: click.Parameter) -> int:
    name = parameter.name
    if name in _FIRST:
        return _FIRST.index(name) - len(_FIRST)
    return 1 + _LAST.index(name) if name in _LAST else 0


def _words(option: click.Parameter, value: Any) -> Iterator[str]:
    """Yield the words of an option with a value."""
    if isinstance(value, bool):
        yield option.opts[0] if value else option.secondary_opts[0]
        return
    several = [f"{key}={item}" for key, item in value.items()] if isinstance(value, dict) else value
    for item in several if isinstance(several, tuple | list) else (several,):
        yield option.opts[0]
        yield f"{item:.15g}" if isinstance(item, float) else str(item)


def _names(context: click.Context) -> list[str]:
    """Return the names of the program and of the command."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, str(context.info_name))
        context = context.parent
    return ["dungeon-host", *names]
