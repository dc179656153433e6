"""Options of several commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import Field, fields, replace
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from host.cli.shared.parameters import FILE, PLAYERS, SEED, Numbers, Seconds, Whole
from host.cli.shared.reproduction import choose_seed, record
from host.cli.shared.selection import Loading
from host.cli.terminal.errors import debug_option, no_source_option
from host.errors import RequestError
from host.model.request import TYPED_FIELDS, Request, as_text, option_name
from host.process.budgets import BOUNDS, DEFAULT_BUDGETS, Budgets

F = TypeVar("F", bound=Callable[..., Any])


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
        debug_option,
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


def read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Return the values of --set by the id of the option."""
    settings: dict[str, str] = {}
    for text in values:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise click.BadParameter(f'"{text}" is not KEY=VALUE', ctx, param)
        if key in settings:
            raise click.BadParameter(f"{key} is set twice, to {settings[key]} and to {value}", ctx, param)
        settings[key] = value
    return settings


def _request_options(players: int, seed: int | None) -> dict[str, Callable[[F], F]]:
    """Return the options of a request by the names of its fields."""
    shown: dict[str, Any] = {"default": seed, "show_default": True} if seed is not None else {}
    text = "The first seed." if seed is not None else "The seed; by default a random one, which is shown."
    return {
        "options": click.option(
            "--set",
            "options",
            metavar="KEY=VALUE",
            multiple=True,
            callback=read_settings,
            shell_complete=completes("complete_settings"),
            help="Set an option of the generator; see `dungeon-host generators`.",
        ),
        "seed": click.option("--seed", metavar="N", type=SEED, help=text, **shown),
        "players": players_option(players),
        **{field.name: _make_option(field) for field in fields(Request) if "help" in field.metadata},
    }


def _make_option(field: Field[Any]) -> Callable[[F], F]:
    """Return the option of a field of Request."""
    kind, metadata = TYPED_FIELDS[field.name], field.metadata
    if kind is bool:
        more: dict[str, Any] = {"is_flag": True}
    elif kind is int:
        more = {"metavar": "N", "type": Whole(metadata["least"], metadata["most"]), "show_default": True}
    else:
        more = {"metavar": "N,N…", "type": Numbers(metadata["elements"], metadata["example"])}
    return click.option(option_name(field.name), default=field.default, help=metadata["help"], **more)


def request_options(*, players: int = 2, seed: int | None = None, leave_out: Sequence[str] = ()) -> Callable[[F], F]:
    """Add the options of a request; the command takes them as `request`, which names no generator yet.

    `players` and `seed` are defaults; without a default a seed is drawn. `leave_out` are fields without an option.
    """

    def decorate(command: F) -> F:
        options = {name: add for name, add in _request_options(players, seed).items() if name not in leave_out}

        @wraps(command)
        def with_request(**values: Any) -> Any:
            fields = {name: values.pop(name) for name in options}
            if fields["seed"] is None:
                fields |= {"seed": choose_seed(None), "is_drawn": True}
            elif seed is None:
                choose_seed(fields["seed"])
            return command(request=Request(None, **fields), **values)

        wrapped: Any = with_request
        for add in reversed(options.values()):
            wrapped = add(wrapped)
        return wrapped  # type: ignore[no-any-return]

    return decorate


def record_request(request: Request) -> None:
    """Record a request for the command line that reproduces it, in place of what the caller named."""
    record(**{**request.fields, "options": {name: as_text(value) for name, value in request.options.items()}})


_KEEP_GOING = click.option("--keep-going", is_flag=True, help="Leave out mods that fail, and mods that need them.")
_GAME_OPTIONS = (
    click.option(
        "--play",
        metavar="SECONDS",
        type=Seconds(zero=True),
        default=0.0,
        help="Let knights enter, and run tasks for SECONDS of game time.",
    ),
    click.option("--events", is_flag=True, help="List the events: messages, sounds, hints …"),
)


def save_option(text: str = "; save there at each travel and at the end") -> Callable[[F], F]:
    """Return the option --save of a command that plays a game; `text` is when it saves, with its mark before."""
    return click.option(
        "--save",
        "save_file",
        metavar="FILE",
        type=FILE,
        shell_complete=completes("complete_saves"),
        help=f"Continue from this save if it exists{text}.",
    )


critters_option = click.option(
    "--critters", is_flag=True, help="Let critters and items from the pools join on a map without entities."
)


def mod_options(command: F) -> F:
    """Add the options of every command that loads mods; the command takes them as `loading`."""
    return limited_mod_options(_KEEP_GOING(command))


def limited_mod_options(command: F, *, seconds: float = DEFAULT_BUDGETS.seconds) -> F:
    """Add the same options except --keep-going, for a command that continues in any case."""

    @wraps(command)
    def with_loading(
        mods: tuple[str, ...],
        timeout: float,
        memory: int,
        instructions: int,
        keep_going: bool = False,
        **options: Any,
    ) -> Any:
        limits = Budgets(instructions=instructions, memory=memory * 2**20, seconds=timeout)
        return command(loading=Loading(mods, limits, keep_going), **options)

    wrapped: Any = with_loading
    for option in reversed(_options(seconds)):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return]


def grow_budgets(loading: Loading, request: Request) -> Loading:
    """Return how a command loads mods to make a map: budgets that the caller did not name grow with the map."""
    if request.generator is None:
        return loading
    # Imported here, because --help and most commands need no generator.
    from host.generate.plans.recipes import needed_budget

    memory, seconds = 0, 0.0
    # The child reports invalid options; a mod may have a generator of the same name with other options.
    with suppress(RequestError):
        memory, seconds = needed_budget(request.generator, request.options)
    source = click.get_current_context().get_parameter_source
    budgets = loading.budgets
    if source("memory") is ParameterSource.DEFAULT:
        budgets = replace(budgets, memory=max(budgets.memory, memory))
    if source("timeout") is ParameterSource.DEFAULT:
        budgets = replace(budgets, seconds=max(budgets.seconds, seconds))
    return loading._replace(budgets=budgets)


def explain_option(command: F) -> F:
    """Add the option --explain."""
    text = "When no dungeon can be made, name a smallest set of conflicting requirements."
    return click.option("--explain", is_flag=True, help=text)(command)


def game_options(command: F) -> F:
    """Add the options of commands that make a map and let time pass on it."""
    for option in reversed(_GAME_OPTIONS):
        command = option(command)
    return command


def watch_option(command: F) -> F:
    """Add the option --watch."""
    text = "Run again at every saved file of the mods, and show what changed; Ctrl-C ends it."
    return click.option("--watch", is_flag=True, help=text)(command)
