"""The command `dungeon-host debug`."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.shared.observed import ObservingCommand, command_argument, invoke_observed
from host.cli.shared.parameters import Whole
from host.cli.terminal.errors import debug_option
from host.errors import EXIT_ERROR, RequestError
from host.syntax.tree import require_parser

if TYPE_CHECKING:
    from host.tools.debugging.connection import Connection
    from host.tools.debugging.dap import Adapter


@click.command(
    cls=ObservingCommand, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.option("--dap", is_flag=True, help="Speak the Debug Adapter Protocol on standard input and output.")
@click.option(
    "--port", metavar="N", type=Whole(0, 65535), help="Speak it on this port of 127.0.0.1 instead; 0 for any free port."
)
@click.option("--break", "breaks", metavar="FILE:LINE", multiple=True, help="Stop there; can be repeated.")
@debug_option
@command_argument(required=False)
@click.pass_context
def debug(
    ctx: click.Context,
    dap: bool,
    port: int | None,
    breaks: tuple[str, ...],
    words: tuple[str, ...],
) -> None:
    """Run COMMAND (generate, simulate or test), and stop the mods where you want to look at them.

    Without --break it stops in the generator of the mod, or its first handler or test. Keys, each with Enter:
    c continue, n next statement, s step in, o step out, b step back, b FILE:LINE set a breakpoint, p EXPR print,
    q quit.

    With --dap or --port an editor debugs: see the page on debugging.

    \b
    Examples:
      dungeon-host debug --break init.lua:12 generate ./my_mod --seed 1
      dungeon-host debug --break my_mod/items.lua:7 test ./my_mod -k "a door opens"
      dungeon-host debug --dap
    """
    require_parser()
    if dap or port is not None:
        if words or breaks:
            raise RequestError("with --dap and --port the editor names the command and the breakpoints")
        _serve(ctx, port)
        return
    if not words:
        raise click.UsageError("Missing argument 'COMMAND ...'.", ctx)
    _debug_in_terminal(ctx, breaks, words)


def _debug_in_terminal(ctx: click.Context, breaks: tuple[str, ...], words: tuple[str, ...]) -> None:
    from host.paths import BUNDLED_MODS
    from host.tools.debugging.terminal import Quit, Terminal

    # `Path.is_dir` raises errors.
    folders = [path for word in words if os.path.isdir(path := Path(word.partition("::")[0]).absolute())]  # noqa: PTH112
    folders += [BUNDLED_MODS / word for word in words if (BUNDLED_MODS / word).is_dir()]

    def read() -> str | None:
        click.echo("(debug) ", nl=False)
        line = sys.stdin.readline()
        return line or None

    terminal = Terminal(read, click.echo, folders)
    for text in breaks:
        terminal.add_breakpoint(text)
    terminal.debugger.stops_at_entry = not breaks
    terminal.debugger.entry = _find_entry(words)
    try:
        # pytest would read the keys, and hide what is printed.
        ending = invoke_observed(ctx, terminal.debugger, _uncaptured(words))
    except Quit:
        return
    # After a wrong option or an unknown mod, no mod ran.
    if not isinstance(ending, click.UsageError) and not isinstance(getattr(ending, "error", None), RequestError):
        terminal.show_unreached()
    if ending is not None:
        raise ending


def _find_entry(words: Sequence[str]) -> Path | None:
    """Return the folder of the mod that a command names, or whose folder is the current one; None without a mod."""
    from host.paths import BUNDLED_MODS
    from host.paths.folders import is_mod

    # Other mods come with --mods, or lie in the folder that it names.
    others = [Path(word) for before, word in pairwise(words) if before == "--mods"]
    named = [word for before, word in pairwise(words) if before != "--mods"]
    paths = [Path(word.partition("::")[0]) for word in named if not word.startswith("-")]
    folders = [root / path for root in (Path(), *others, BUNDLED_MODS) for path in paths] + [Path()]
    return next((folder.resolve() for folder in folders if is_mod(folder)), None)


def _uncaptured(words: tuple[str, ...] | list[str]) -> list[str]:
    """Return a command; if it is `test`, without the capture of pytest."""
    if not words or words[0] != "test":
        return list(words)
    return [*words, *([] if "--" in words else ["--"]), "--capture=no"]


def _serve(ctx: click.Context, port: int | None) -> None:
    """Serve one session: on a port, or on standard input and output."""
    from host.tools.debugging.connection import Connection, accept_editor

    if port is None:
        # What else is printed must not get between the messages.
        outgoing = os.dup(1)
        os.dup2(2, 1)
        _run_session(ctx, Connection(0, outgoing))
        return
    with socket.create_server(("127.0.0.1", port)) as server:
        click.echo(f"waiting for an editor on 127.0.0.1:{server.getsockname()[1]}", err=True)
        connection, received = accept_editor(server)
    with connection:
        _run_session(ctx, Connection(connection.fileno(), connection.fileno(), received))


def _run_session(ctx: click.Context, connection: Connection) -> None:
    from host.tools.debugging.connection import SessionEnded
    from host.tools.debugging.dap import Adapter

    adapter = Adapter(connection)
    with suppress(SessionEnded):
        adapter.finish(_run_launched(ctx, adapter))
    if adapter.is_terminated:
        with suppress(SessionEnded):
            adapter.finish(None)


def _run_launched(ctx: click.Context, adapter: Adapter) -> int:
    """Run the command that the editor launches; return its exit code. Raises SessionEnded."""
    from host.tools.debugging.dap import OutputStream

    words = adapter.prepare()
    folder = adapter.launch.get("cwd")
    output: Any = OutputStream(adapter, "stdout")
    errors: Any = OutputStream(adapter, "stderr")
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            if isinstance(folder, str):
                os.chdir(folder)
            adapter.debugger.entry = _find_entry(words)
            ending = invoke_observed(ctx, adapter.debugger, _uncaptured(words))
        except OSError as error:
            ending = RequestError(f'the folder "{folder}" cannot be used: {error.strerror}')
        except (RequestError, click.ClickException, click.exceptions.Exit) as error:
            # Editors do not show the standard error of an adapter.
            ending = error
        if ending is None:
            return 0
        show = getattr(ending, "show", None)
        if show is not None:
            show(file=errors)
        elif isinstance(ending, RequestError):
            errors.write(f"error: {ending}\n")
        return int(getattr(ending, "exit_code", EXIT_ERROR))
