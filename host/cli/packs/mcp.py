"""The command `dungeon-host mcp`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.shared.parameters import FOLDER
from host.cli.terminal.errors import HostCommand


@click.command(cls=HostCommand)
@click.option(
    "--folder",
    metavar="DIR",
    required=True,
    type=FOLDER,
    help="The folder of the agent: mods are relative to it, and pictures are written below it, and nowhere else.",
)
def mcp(folder: Path) -> None:
    """Answer an agent by the Model Context Protocol, over standard input and output.

    It has five tools: check, generate, why, explain and picture. Mods run in the sandbox of all commands.

    \b
    Examples:
      dungeon-host mcp --folder ./my_mods
    """
    from host.tools.agents.server import serve

    serve(folder)
