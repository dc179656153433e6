"""The command `dungeon-host completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script with which SHELL completes dungeon-host commands.

    \b
    Examples:
      eval "$(dungeon-host completion bash)"
      dungeon-host completion fish > ~/.config/fish/completions/dungeon-host.fish
    """
    kind = get_completion_class(shell)
    if kind is None or ctx.parent is None:
        raise click.ClickException(f"click knows no completion for {shell}")
    script = kind(ctx.parent.command, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    click.echo(script.source())
