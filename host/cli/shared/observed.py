"""Commands that run under a profiler or a debugger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from host.cli.terminal.errors import HostCommand, shown_error
from host.engine.jobs import JobRunner
from host.errors import HostError, RequestError, listing
from host.errors.spelling import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

# The commands that can be observed.
OBSERVED = ("generate", "simulate", "test")
# Options that run more than one job, or need the terminal.
_REFUSED = {"watch": "--watch", "count": "--count", "seeds": "--seeds"}


class ObservingCommand(HostCommand):
    """A command with another one behind it, whose options a shell completes, too."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        completions = _complete_inner(ctx, incomplete)
        return super().shell_complete(ctx, incomplete) if completions is None else completions


def _complete_inner(ctx: click.Context, incomplete: str) -> list[Any] | None:
    """Return what the command behind this one completes; None when it is not named yet."""
    from click.shell_completion import ShellComplete

    words: Sequence[str] = ctx.params.get("words") or ctx.args
    if not words or words[0] not in OBSERVED:
        return None
    return ShellComplete(_command(words[0]), {}, "", "").get_completions([*words[1:]], incomplete)


def _complete_command(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG001
    from click.shell_completion import CompletionItem

    completions = _complete_inner(ctx, incomplete)
    if completions is not None:
        return completions
    return [CompletionItem(name) for name in OBSERVED if name.startswith(incomplete)]


def command_argument(*, required: bool = True) -> Callable[[F], F]:
    """Add the words of the command that is observed."""
    return click.argument(
        "words",
        nargs=-1,
        required=required,
        type=click.UNPROCESSED,
        metavar="COMMAND ...",
        shell_complete=_complete_command,
    )


def _command(name: str) -> click.Command:
    command: click.Command = getattr(import_module(f"host.cli.{name}"), name)
    return command


def invoke_observed(ctx: click.Context, runner: JobRunner, words: Sequence[str]) -> Exception | None:
    """Run a command whose jobs `runner` runs; return what it ended with, None when it succeeded.

    Raises RequestError for any other command, and for options that run more than one job.
    """
    name, *arguments = words
    if name not in OBSERVED:
        allowed = listing(OBSERVED, "or")
        raise RequestError(
            f'{ctx.info_name} does not run "{name}": must be {allowed}', hint=did_you_mean(name, OBSERVED)
        )
    with _make_context(ctx, name, arguments) as inner:
        inner.obj = runner
        for option, text in _REFUSED.items():
            if inner.params.get(option):
                raise RequestError(f"{ctx.info_name} does not run {name} with {text}: leave it out")
        try:
            inner.command.invoke(inner)
        except click.exceptions.Exit as ending:
            return ending if ending.exit_code else None
        except SystemExit as ending:
            return click.exceptions.Exit(int(ending.code or 0)) if ending.code else None
        except HostError as error:
            return shown_error(error, inner)
        except click.ClickException as error:
            return error
    return None


def _make_context(ctx: click.Context, name: str, arguments: Sequence[str]) -> click.Context:
    """Return the context of the command `name`. Raises UsageError, also for an option that belongs before it."""
    try:
        # A parent without arguments, because the usage line of a child repeats them. Options of the parent stand in the
        # command line that does the same again.
        options: list[click.Parameter] = [
            param for param in ctx.command.params if isinstance(param, click.Option) and param.name in ctx.params
        ]
        parent = click.Context(click.Command(ctx.info_name, params=options), parent=ctx.parent, info_name=ctx.info_name)
        for option in options:
            option_name = str(option.name)
            parent.params[option_name] = ctx.params[option_name]
            parent.set_parameter_source(option_name, ctx.get_parameter_source(option_name) or ParameterSource.DEFAULT)
        return _command(name).make_context(name, [*arguments], parent=parent)
    except click.NoSuchOption as error:
        if any(error.option_name in parameter.opts for parameter in ctx.command.params):
            message = f"{error.option_name} is an option of {ctx.info_name}: it must stand before {name}"
            raise click.UsageError(message, ctx) from None
        raise
