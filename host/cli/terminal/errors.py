"""Errors as commands show them: a sentence, the lines of the mod, and the command line that causes them again.

Options: `--no-source`, `--debug`.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import pairwise
from typing import IO, Any, cast

import click

from host.cli.shared.reproduction import format_reproduction, has_seed
from host.errors import HostError, InternalError, RequestError, SeveralError, visible
from host.paths import relative_path

# Key of `Context.meta`: whether errors are shown without the lines of the mod.
_NO_SOURCE = "host.no_source"
# The same: whether errors have tracebacks of Python.
_DEBUG = "host.debug"

# Errors of standard output that neither a mod nor the host causes.
_OUTPUT_ERRORS = (errno.ENOSPC, errno.EIO, errno.EBADF)


class HostCommand(click.Command):
    """A command that prints a HostError as sentences and exits with its exit code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [*args]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            flags = {
                name for parameter in self.params if getattr(parameter, "is_flag", False) for name in parameter.opts
            }
            for flag, word in pairwise(words):
                # A text behind an option that takes none is read as an argument.
                if flag in flags and f"unexpected extra argument ({word})" in error.message:
                    raise click.UsageError(f"{error.message}: {flag} takes no value", ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # The reader of the pipe has closed it.
            raise click.exceptions.Exit(0) from None
        except HostError as error:
            raise shown_error(error, ctx) from error
        except Exception as error:
            if isinstance(error, OSError) and error.errno in _OUTPUT_ERRORS:
                unwritable = RequestError(f"the output cannot be written: {error.strerror}")
                raise ShownError(unwritable, debug=shows_tracebacks(ctx)) from error
            if isinstance(error, FileNotFoundError) and error.filename is None:
                # Only the current folder is asked for without a name.
                removed = RequestError("the current folder was removed: change to another folder")
                raise ShownError(removed, debug=shows_tracebacks(ctx)) from error
            fault = InternalError(f"the host failed: {type(error).__name__}: {error}", details=traceback.format_exc())
            raise ShownError(fault, debug=shows_tracebacks(ctx)) from error


class VerdictCommand(HostCommand):
    """A command whose exit code is what it is asked for: without a reader it goes on, and its output is dropped.

    With `--watch` it ends, as other commands do.
    """

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.params.get("watch"):
            return super().invoke(ctx)
        stdout, stderr = (cast("IO[str]", _Lasting(stream)) for stream in (sys.stdout, sys.stderr))
        with redirect_stdout(stdout), redirect_stderr(stderr):
            return super().invoke(ctx)


class _Lasting:
    """A stream that drops what is written to it after its reader has closed the pipe."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def _drop(self) -> None:
        """Send what follows nowhere, also what the stream still holds and what child processes print."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._stream, name)
        return partial(self._outlast, value) if callable(value) else value

    def _outlast(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except BrokenPipeError:
            self._drop()
            return None


class ShownError(click.ClickException):
    """A HostError as click shows it on standard error."""

    def __init__(self, error: HostError, *, debug: bool, quotes: bool = True) -> None:
        super().__init__(str(error))
        self.error = error
        self.debug = debug
        # Whether the lines of the mod are shown.
        self.quotes = quotes
        # click declares the exit code on the class, and reads it from the instance.
        self.exit_code = error.exit_code  # type: ignore[misc]

    def show(self, file: Any = None) -> None:
        stream = file or sys.stderr
        text = self.error.report(quote=quote_style(stream) if self.quotes else None)
        if use_colours(stream):
            text = text.replace("error:", click.style("error:", fg="red", bold=True))
        click.echo(text, file=stream, color=True)
        if isinstance(self.error, InternalError) and not self.debug:
            click.echo("  this is an error of dungeon-host itself; --debug shows where", file=stream)
        if self.debug:
            for part in getattr(self.error, "errors", (self.error,)):
                if part.details:
                    # Tracebacks quote what mods say.
                    click.echo(visible(part.details.rstrip()), file=stream)


def shown_error(error: HostError, ctx: click.Context) -> ShownError:
    """Return an error as click shows it, with the command line that causes it again."""
    # A request that cannot be met is to be changed, not repeated.
    if has_seed(ctx) and not isinstance(error, RequestError):
        error.reproduce = format_reproduction()
    if isinstance(error, SeveralError):
        error.hint = f"such as {_format_example(error.value, ctx)}"
    for part in getattr(error, "errors", (error,)):
        # The path of a manifest; files of mods are `mod/path.lua`.
        part.file = part.file and relative_path(part.file)
    return ShownError(error, debug=shows_tracebacks(ctx), quotes=quotes_source(ctx))


def _format_example(name: str | None, ctx: click.Context) -> str:
    """Return the command line with the name of a generator or mod; the name alone where it is part of an argument."""
    if not {"generator", "mod"} & {parameter.name for parameter in ctx.command.params}:
        return str(name)
    return f"`{format_reproduction(seed=ctx.params.get('seed'), generator=name, mod=name)}`"


def quotes_source(ctx: click.Context) -> bool:
    """Return whether errors show the lines of the mod that they are about."""
    return not ctx.meta.get(_NO_SOURCE)


def quote_style(stream: Any) -> Callable[[str, str], str]:
    """Return what styles the lines of a mod on a stream."""
    return _style if use_colours(stream) else _leave


def _style(text: str, part: str) -> str:
    """Colour a part of the lines of a mod."""
    return click.style(text, fg="red", bold=True) if part == "mark" else click.style(text, dim=part == "number")


def _leave(text: str, _: str) -> str:
    return text


def _set_no_source(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_NO_SOURCE] = value


no_source_option = click.option(
    "--no-source",
    is_flag=True,
    expose_value=False,
    envvar="DUNGEON_HOST_NO_SOURCE",
    callback=_set_no_source,
    help="Show errors of mods without the lines of the mod, for logs.",
)


def _set_debug(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    # The command that `debug` or `profile` runs has no --debug of its own there.
    ctx.meta[_DEBUG] = value or shows_tracebacks(ctx)


def shows_tracebacks(ctx: click.Context) -> bool:
    """Return whether --debug asks for tracebacks of Python."""
    return bool(ctx.meta.get(_DEBUG))


debug_option = click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    callback=_set_debug,
    help="Show Python tracebacks with errors.",
)


def use_colours(stream: Any) -> int:
    """Return how many colours a stream shows: 0, 16, 256 or 2**24. Respects NO_COLOR and FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return 0
    terminal = os.environ.get("TERM", "")
    if not os.environ.get("FORCE_COLOR") and (not stream.isatty() or terminal == "dumb"):
        return 0
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return 2**24
    return 256 if "256" in terminal else 16
