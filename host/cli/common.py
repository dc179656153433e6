"""Parts of all commands: options, errors, and running a job in a child process."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from host.cli.parameters import PLAYERS, SEED, Numbers, Seconds, Whole
from host.cli.reproduction import format_reproduction, has_seed
from host.cli.terminal.spinner import Spinner
from host.cli.terminal.tables import print_wrapped
from host.engine.jobs import Ask, Job, JobRunner, run_job
from host.errors import HostError, InternalError, RequestError, SeveralError, in_one_line, visible
from host.paths import relative_path
from host.process.budgets import BOUNDS, DEFAULT_BUDGETS, Budgets

if TYPE_CHECKING:
    from host.save.file import SaveFile

# Key of `Context.meta`: whether errors are shown without the lines of the mod.
_NO_SOURCE = "host.no_source"

F = TypeVar("F", bound=Callable[..., Any])

# Errors of standard output that neither a mod nor the host causes.
_OUTPUT_ERRORS = (errno.ENOSPC, errno.EIO, errno.EBADF)


class HostCommand(click.Command):
    """A command that prints a HostError as sentences and exits with its exit code."""

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
                raise ShownError(unwritable, debug=bool(ctx.params.get("debug"))) from error
            if isinstance(error, FileNotFoundError) and error.filename is None:
                # Only the current folder is asked for without a name.
                removed = RequestError("the current folder was removed: change to another folder")
                raise ShownError(removed, debug=bool(ctx.params.get("debug"))) from error
            fault = InternalError(f"the host failed: {type(error).__name__}: {error}", details=traceback.format_exc())
            raise ShownError(fault, debug=bool(ctx.params.get("debug"))) from error


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
    return ShownError(error, debug=bool(ctx.params.get("debug")), quotes=quotes_source(ctx))


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


def _bounds(name: str, unit: int = 1) -> tuple[int, int]:
    least, most = BOUNDS[name]
    return int(least) // unit, int(most) // unit


def _complete_mods(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG001
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="dir")]


def completes(name: str) -> Callable[[click.Context, click.Parameter, str], list[Any]]:
    """Return a function of `host.cli.completion` by its name; the module is imported when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from host.cli import completion

        return getattr(completion, name)(ctx, param, incomplete)  # type: ignore[no-any-return]

    return complete


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


def _options(seconds: float) -> tuple[Callable[[F], F], ...]:
    """Return the options of commands that load mods; `seconds` is the default of --timeout."""
    return (
        click.option(
            "--mods",
            "mods",
            metavar="DIR",
            multiple=True,
            shell_complete=_complete_mods,
            help="A mod folder, or a folder of mod folders; can be repeated.",
        ),
        click.option(
            "--timeout",
            metavar="SECONDS",
            type=Seconds(),
            default=seconds,
            show_default=True,
            help="Stop the mods after SECONDS.",
        ),
        click.option(
            "--memory",
            metavar="MIB",
            type=Whole(*_bounds("memory", 2**20)),
            default=DEFAULT_BUDGETS.memory // 2**20,
            show_default=True,
            help="Limit of the memory of Lua, in MiB.",
        ),
        click.option(
            "--instructions",
            metavar="N",
            type=Whole(*_bounds("instructions")),
            default=DEFAULT_BUDGETS.instructions,
            show_default=True,
            help="Limit of Lua instructions in one call into a mod.",
        ),
        click.option("--debug", is_flag=True, help="Show Python tracebacks with errors."),
        no_source_option,
    )


def players_option(default: int = 2) -> Callable[[F], F]:
    """Return the option of commands that start games of several players."""
    return click.option(
        "--players",
        metavar="N",
        type=PLAYERS,
        default=default,
        show_default=True,
        help="Number of players, each with a home.",
    )


house_colours_option = click.option(
    "--house-colours",
    metavar="N,N…",
    type=Numbers("numbers of colours", "1,1,2,2"),
    default=(),
    help="Colours of the first players in kts, counted from 1: players of one colour are a team.",
)
_KEEP_GOING = click.option("--keep-going", is_flag=True, help="Leave out mods that fail, and mods that need them.")
_GAME_OPTIONS = (
    click.option(
        "--seed",
        metavar="N",
        type=SEED,
        help="The seed; by default a random one, which is shown.",
    ),
    players_option(),
    house_colours_option,
    click.option(
        "--play",
        metavar="SECONDS",
        type=Seconds(zero=True),
        default=0.0,
        help="Let knights enter, and run tasks for SECONDS of game time.",
    ),
    click.option("--events", is_flag=True, help="List the events: messages, sounds, hints …"),
)


# The option of every command that plays a game which can be saved.
save_option = click.option(
    "--save",
    "save_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    shell_complete=completes("complete_saves"),
    help="Continue from this save if it exists; save there at each travel and at the end.",
)


def mod_options(command: F) -> F:
    """Add the options of every command that loads mods; the command takes the limits as `budgets`."""
    return limited_mod_options(_KEEP_GOING(command))


def limited_mod_options(command: F, *, seconds: float = DEFAULT_BUDGETS.seconds) -> F:
    """Add the same options except --keep-going, for a command that continues in any case."""

    @wraps(command)
    def with_budgets(timeout: float, memory: int, instructions: int, **options: Any) -> Any:
        limits = Budgets(instructions=instructions, memory=memory * 2**20, seconds=timeout)
        return command(budgets=limits, **options)

    wrapped: Any = with_budgets
    for option in reversed(_options(seconds)):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return]


def grow_budgets(budgets: Budgets, generator: str | None, settings: Mapping[str, str]) -> Budgets:
    """Return the budgets of a command that makes a map: those not given on the command line grow with the map."""
    if generator is None:
        return budgets
    # Imported here, because --help and most commands need no generator.
    from host.generate.plans.recipes import needed_budget

    memory, seconds = 0, 0.0
    # The child reports invalid options; a mod may have a generator of the same name with other options.
    with suppress(RequestError):
        memory, seconds = needed_budget(generator, settings)
    source = click.get_current_context().get_parameter_source
    if source("memory") is ParameterSource.DEFAULT:
        budgets = replace(budgets, memory=max(budgets.memory, memory))
    if source("timeout") is ParameterSource.DEFAULT:
        budgets = replace(budgets, seconds=max(budgets.seconds, seconds))
    return budgets


def explain_option(command: F) -> F:
    """Add the option --explain."""
    text = "When no dungeon can be made, name a smallest set of wishes that cannot hold together."
    return click.option("--explain", is_flag=True, help=text)(command)


def game_options(command: F) -> F:
    """Add the options of every command that starts a game."""
    for option in reversed(_GAME_OPTIONS):
        command = option(command)
    return command


def saving(job: Job, path: Path | None, *, drawn: bool = False) -> tuple[Job, SaveFile | None]:
    """Return a job that continues the save at `path`, if there is one, and the file to save to.

    A game that continues has its own seed; a seed that was `drawn` at random is removed from the job.
    """
    if path is None:
        return job, None
    from host.engine.saves import pack_contents
    from host.save.file import SaveFile

    file = SaveFile(path)
    saved = file.read()
    no_seed = {"seed": None} if drawn and saved is not None else {}
    return job._replace(arguments={**job.arguments, **no_seed}, saves=True, saved=pack_contents(saved)), file


def perform(
    job: Job,
    *,
    prints_to_stderr: bool = False,
    save_file: SaveFile | None = None,
    writes_file: bool = False,
    ask: Ask | None = None,
    say: Callable[[str], None] | None = None,
    meanwhile: Sequence[str] = (),
) -> Any:
    """Run a job in a child; print what its mods print, or pass it to `say`, and show a spinner when it takes long.

    When nobody reads the output any more, a job that ends in a file (`save_file`, `writes_file`) goes on without it;
    any other ends with BrokenPipeError. `meanwhile` are names of modules that the result needs; they are imported while
    the child works.
    """
    spinner = Spinner()
    goes_on = writes_file or save_file is not None

    def show(text: str, *, err: bool) -> None:
        spinner.stop()
        with suppress(*([BrokenPipeError] if goes_on else [])):
            print_wrapped(text, err=err)

    def echo(text: str) -> None:
        show(visible(text), err=prints_to_stderr)

    def warn(text: str) -> None:
        show(format_warning(text), err=True)

    def answer(request: dict[str, Any]) -> Any:
        spinner.stop()
        return None if ask is None else ask(request)

    def tick(elapsed: float) -> None:
        for module in meanwhile:
            import_module(module)
        spinner.show(elapsed, f"running the mods … {elapsed:.0f} s of at most {job.budgets.seconds:g} s")

    runner = click.get_current_context().find_object(JobRunner)
    try:
        return (runner.run if runner else run_job)(
            job,
            say=say or echo,
            warn=warn,
            tick=tick,
            write_save=save_file.write if save_file else None,
            ask=answer if ask else None,
        )
    finally:
        spinner.stop()
        if save_file is not None:
            save_file.close()


def note_new_folders(paths: Iterable[Path]) -> None:
    """Say which folders of files to write do not exist and will be made: their names may be misspelled."""
    for folder in dict.fromkeys(path.parent for path in paths):
        if not folder.exists():
            text = f'the folder "{in_one_line(str(folder))}" did not exist and is made'
            click.echo(f"{click.style('note:', fg='yellow')} {text}", err=True)


def format_warning(text: str) -> str:
    """Return a warning as commands print it."""
    return f"{click.style('warning:', fg='yellow')} {visible(text)}"


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
