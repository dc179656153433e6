"""The command line that reproduces a result. Each command that draws random numbers prints this line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click
from click.core import ParameterSource

from host.model.request import fresh_seed, join_words

# Key of `Context.meta`: name of a parameter -> value that replaces what the caller typed.
_RECORDED = "host.recorded"
# Names of the parameters whose options come first, and last.
_FIRST = ("mods", "options", "seed")
_LAST = ("save_file", "output", "timeout", "memory", "instructions")
# Names of parameters that do not change the result.
_LEFT_OUT = ("debug", "no_source", "watch", "delay")


def choose_seed(seed: int | None) -> int:
    """Return the seed, or a random one, and record it for `format_reproduction`."""
    chosen = fresh_seed() if seed is None else seed
    record(seed=chosen)
    return chosen


def record(**values: Any) -> None:
    """Record values of parameters, by name, that `format_reproduction` shows in place of what the caller typed.

    None leaves the parameter out.
    """
    click.get_current_context().meta.setdefault(_RECORDED, {}).update(values)


def recorded(name: str) -> Any:
    """Return the value that `record` got last for a parameter, or None."""
    return click.get_current_context().meta.get(_RECORDED, {}).get(name)


def has_seed(context: click.Context) -> bool:
    """Return whether `choose_seed` was called, so that the command can be reproduced."""
    return context.meta.get(_RECORDED, {}).get("seed") is not None


def format_reproduction(**values: Any) -> str:
    """Return the command line that does the same again: the arguments of the caller, and the recorded values.

    `values` replace parameters by name; None leaves one out.
    """
    context = click.get_current_context()
    arguments, options = _split(context, {**context.meta.get(_RECORDED, {}), **values})
    # An argument that begins with a dash must not be read as an option.
    behind = [argument for argument in arguments if argument.startswith("-")]
    front = [argument for argument in arguments if argument not in behind]
    words = ["dungeon-host", *_names(context), *front, *options, *(["--", *behind] if behind else [])]
    return join_words(words)


def _split(context: click.Context, recorded: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the arguments of a command, and its options as words; `recorded` values replace what the caller typed."""
    arguments: list[str] = []
    options: list[str] = []
    for parameter in sorted(context.command.params, key=_rank):
        name = parameter.name or ""
        if name in _LEFT_OUT:
            continue
        if name in recorded:
            value = recorded[name]
        elif context.get_parameter_source(name) in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP, None):
            continue
        else:
            value = context.params[name]
        if isinstance(parameter, click.Argument):
            parts = value if isinstance(value, list | tuple) else [] if value is None else [value]
            arguments += map(str, parts)
        elif value not in (None, {}, parameter.default):
            options += _words(parameter, value)
    return arguments, options


def _names(context: click.Context) -> list[str]:
    """Return the words up to the name of a command: groups, or `debug` with its options, stand in front of it."""
    if context.parent is None:
        return []
    options = _split(context.parent, {})[1] if context.parent.parent else []
    return [*_names(context.parent), *options, str(context.info_name)]


def _rank(parameter: click.Parameter) -> int:
    """Return the position of a parameter among others: negative for `_FIRST`, above 0 for `_LAST`."""
    name = parameter.name
    if name in _FIRST:
        return _FIRST.index(name) - len(_FIRST)
    return 1 + _LAST.index(name) if name in _LAST else 0


def _words(option: click.Parameter, value: Any) -> Iterator[str]:
    """Yield the words of an option with a value."""
    if isinstance(value, bool):
        yield option.opts[0] if value else option.secondary_opts[0]
        return
    if isinstance(value, list | tuple) and not (isinstance(option, click.Option) and option.multiple):
        value = ",".join(map(str, value))
    several = [f"{key}={item}" for key, item in value.items()] if isinstance(value, dict) else value
    for item in several if isinstance(several, tuple | list) else (several,):
        yield option.opts[0]
        # Types that read something else than what is typed have a method that writes it.
        write = getattr(option.type, "write", None)
        if write is not None:
            yield write(item)
        else:
            yield f"{item:.15g}" if isinstance(item, float) else str(item)
