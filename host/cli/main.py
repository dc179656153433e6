"""The group of all commands."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NoReturn

import click

from dungeon_host.workflow import escape_commands, is_build_service

# Name -> first line of its help. The command in the module of that name in host.cli or a package of it is imported when
# it is used, so that `--help` and each command start without the others.
COMMANDS = {
    "check": "Load mods, run their generators, and list all errors and warnings at once.",
    "completion": "Print the script with which SHELL completes dungeon-host commands.",
    "debug": "Run COMMAND (generate, simulate or test), and stop the mods where you want to look at them.",
    "docs": "Show the documentation of a name that mods use, show a guide, or search both for words.",
    "doctor": "Show this system, whether the bundled mods load, and what the sandbox refuses to mods here.",
    "generate": "Generate a dungeon with GENERATOR and show it.",
    "generators": "List the generators, with options and their choices (* marks the default).",
    "index": "Make an index of mods from a folder of archives, from which others install them.",
    "info": "Show a mod that is installed, bundled, in an archive or in an index; without it, list the installed mods.",
    "install": "Install mods for this user: all commands then find them by id.",
    "lock": "Write mods.lock: the mods that commands in this folder load, with a hash of each file.",
    "mcp": "Answer an agent by the Model Context Protocol, over standard input and output.",
    "mods": "List the mods in load order: versions, what each needs, and what each registered.",
    "new": "Create a mod with a generator, tests and settings for editors in the folder MOD, whose name is the id.",
    "outdated": "List the installed mods of which the index they came from has a newer version, or has withdrawn "
    "theirs.",
    "pack": "Check and test the mod in the folder MOD, and write its files to a zip file for others.",
    "play": "Play a game in the terminal: on a map of GENERATOR, or in the world of MOD.",
    "pools": "Show the pools of items and entities: masses, quantities, chances, and where entries were added.",
    "profile": "Run COMMAND (generate, simulate or test), and show how much each function of the mods used.",
    "repl": "Evaluate lines of Lua at the start of a game, with the API of every dialect.",
    "run": "Run SCRIPT.lua at the start of a game, with the API of every dialect.",
    "saves": "List, check and copy saves.",
    "segments": "Edit segments in the Tiled or LDtk editor, and import maps that others drew.",
    "share": "Write a page that shows a dungeon of GENERATOR, or the recording FILE to step through.",
    "show": "Show a map that was written as JSON, or with --sprites the sprites of the host or of a MOD.",
    "simulate": "Play a map of GENERATOR by itself, turn by turn.",
    "studio": "Show what MOD makes in a web page of this machine, which changes when files are saved.",
    "survey": "Make thousands of dungeons, measure them, and see how often and why they fail.",
    "test": "Run the tests of mods: of a bundled MOD, or those in a PATH, such as a mod, a folder of mods, or a test "
    "file.",
    "travel": "Walk through the maps of MOD, which uses the areas dialect: the bundled overworld, or your own mod.",
    "uninstall": "Remove mods that `dungeon-host install` installed, unless other installed mods need them.",
    "why": "Say where something comes from: which mods, files and lines registered, changed and placed it.",
}


# Command -> the package in `host.cli` with its module.
_PACKAGES = {
    **dict.fromkeys(("generators", "mods", "pools", "saves", "show"), "lists"),
    **dict.fromkeys(("index", "info", "install", "lock", "mcp", "outdated", "pack", "uninstall"), "packs"),
}


class CommandGroup(click.Group):
    """A group that answers a misspelled command with the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and name not in self.list_commands(ctx):
            self.refuse_command(ctx, name)
        return super().resolve_command(ctx, args)

    def refuse_command(self, ctx: click.Context, name: str) -> NoReturn:
        """Raise that there is no command of a name."""
        from host.errors.spelling import nearest

        near = nearest(name, self.list_commands(ctx))
        hint = f' Did you mean "{near}"?' if near else ""
        ctx.fail(f'There is no command "{name}".{hint}')


def module_of(command: str) -> str:
    """Return the name of the module of a command in COMMANDS."""
    package = _PACKAGES.get(command)
    return f"host.cli.{package}.{command}" if package else f"host.cli.{command}"


class LazyGroup(CommandGroup):
    """The group of the commands in COMMANDS, which lists them without importing them."""

    def main(self, *arguments: Any, **more: Any) -> Any:
        if not is_build_service():
            return super().main(*arguments, **more)
        with escape_commands():
            return super().main(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            from host.errors import EXIT_INTERRUPTED  # --help needs no module of the host

            click.echo("interrupted", err=True)
            raise click.exceptions.Exit(EXIT_INTERRUPTED) from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(module_of(cmd_name)), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, click.Command(name, help=line).get_short_help_str(limit)) for name, line in COMMANDS.items()]
            )


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Shell completion: dungeon-host completion --help",
)
@click.version_option(package_name="dungeon-host", prog_name="dungeon-host")
def cli() -> None:
    """Turn folders of Lua mods into dungeons.

    \b
    Examples:
      dungeon-host generate                          a dungeon from the bundled mod
      dungeon-host generate --seed 7 --set dungeon=huge
      dungeon-host generate ./my_mod                 a dungeon of your own mod
      dungeon-host new my_mod                        create a mod; in its folder, every command means it
      dungeon-host generators                        the generators and their options
      dungeon-host mods --mods ./mods                the mods, in load order
      dungeon-host pools --mods ./my_mod             the pools of items and entities
      dungeon-host run script.lua                    try the API in a script
      dungeon-host repl ./my_mod                     try the API line by line
      dungeon-host why square 12 7 --seed 1          where the things on a square come from
      dungeon-host generate -o dungeon.png           a picture of a dungeon
      dungeon-host show --sprites base -o sprites.png
                                                     the sprites of a mod
      dungeon-host segments export rooms.txt -o rooms.tmj
                                                     draw segments in the Tiled editor
      dungeon-host play base                         play a dungeon
      dungeon-host simulate base --watch             simulate a game on a map
      dungeon-host studio ./my_mod                   see the dungeon while you write it
      dungeon-host test ./my_mod                     run the tests of a mod
      dungeon-host check ./my_mod                    all errors of a mod at once
      dungeon-host profile generate ./my_mod         what takes long in a mod
      dungeon-host install ./index/my_mod            install a mod of somebody else, by its id
      dungeon-host docs kts.AddStuff                 the page of a function of the API
      dungeon-host doctor                            the sandbox on this system
    """
