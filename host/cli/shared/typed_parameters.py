"""Parameters that are typed beside a file with a request of its own: refused, or ignored with a warning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click
from click.core import ParameterSource

from host.cli.shared.running import format_warning
from host.errors import RequestError, in_one_line, listing
from host.errors.spelling import plain_name
from host.model.request import REQUEST_FIELDS, as_text


def is_typed(name: str) -> bool:
    """Return whether the caller typed a parameter."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def typed_parameters(names: Iterable[str] = REQUEST_FIELDS) -> dict[str, str]:
    """Return the parameters among `names` that the caller typed: name -> option, such as --seed, or metavar."""
    context = click.get_current_context()
    parameters = {parameter.name: parameter for parameter in context.command.params}
    return {
        name: parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(context).strip("[]")
        for name in names
        if (parameter := parameters.get(name)) is not None and is_typed(name)
    }


def refuse_request_beside_recording() -> None:
    """Raise RequestError when options of a request are typed beside a recording, which has its own."""
    typed = [option for name, option in typed_parameters().items() if name != "generator"]
    if typed:
        raise RequestError(f"a recording has its own request: leave out {listing(typed, 'and')}")


def refuse_other_generator(named: str | None, saved: str | None) -> None:
    """Raise RequestError when the caller typed a generator that is not the generator of the save.

    The id of a mod stands for each of its generators.
    """
    if not named or not saved or not is_typed("generator"):
        return
    if not f"{plain_name(saved)}.".startswith(f"{plain_name(named)}."):
        raise RequestError(f"the game in the save is of {in_one_line(saved)}: leave out {named}")


def warn_of_ignored(values: Mapping[str, Any]) -> None:
    """Warn of each parameter, but the generator, that the caller typed with another value than a save has."""
    parameters = click.get_current_context().params
    for name, option in typed_parameters(name for name in values if name != "generator").items():
        if _plain(parameters[name]) != _plain(values[name]):
            click.echo(format_warning(f"{option} is ignored: the game in the save continues with its own"), err=True)


def _plain(value: Any) -> Any:
    return {key: as_text(item) for key, item in value.items()} if isinstance(value, Mapping) else value
