"""The command `dungeon-host pack`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from host.cli.check import check
from host.cli.shared.options import completes
from host.cli.shared.parameters import UserPath
from host.cli.shared.running import note_new_folders
from host.cli.terminal.errors import HostCommand
from host.errors import RequestError, counted, in_one_line
from host.export.files import write_whole
from host.mods.archive import pack_mod, read_archive
from host.mods.finder import manifest_of
from host.paths import why_no_folder
from host.paths.folders import is_mod


@click.command(cls=HostCommand)
@click.argument("mod", metavar="MOD", shell_complete=completes("complete_mod_ids"))
@click.option(
    "-o", "output", metavar="FILE.zip", required=True, type=UserPath(dir_okay=False), help="The file to write."
)
def pack(mod: str, output: str) -> None:
    """Check and test the mod in the folder MOD, and write its files to a zip file for others.

    Mods beside it are its dependencies, as in check. The same files make the same zip file on every system. Hidden
    files are left out. With an error, or a test that fails, nothing is written.

    \b
    Examples:
      dungeon-host pack ./my_mod -o my_mod.zip
      dungeon-host pack . -o ../my_mod.zip
    """
    folder, file = Path(mod).resolve(), Path(output)
    problem = why_no_folder(folder)
    if problem is None and not is_mod(folder):
        problem = "is not a mod"
    if problem:
        raise RequestError(f'"{in_one_line(mod)}" {problem}: MOD must be the folder of a mod')
    if file.suffix != ".zip":
        raise RequestError(f'"{in_one_line(output)}" does not end in .zip: archives of mods are zip files')
    if file.resolve().is_relative_to(folder):
        raise RequestError(
            f'"{in_one_line(output)}" is in the mod, and would be part of the next archive: -o must name a file outside'
        )
    _run(check, [str(folder)])
    _test(folder)
    manifest = manifest_of(folder)
    packed = pack_mod(folder, manifest.id if manifest else folder.name)
    note_new_folders([file])
    write_whole(file, packed)
    files = counted(len(read_archive(packed, output)), "file")
    click.echo(f"{in_one_line(output)}: {files}, {counted(len(packed), 'byte')}")


def _test(folder: Path) -> None:
    """Run the tests of a mod, if it has some."""
    from host.cli.test import test
    from host.tools.testing.finder import find_tests

    if any(find_tests(folder)):
        _run(test, [os.fspath(folder)])
    else:
        click.echo("the mod has no tests")


def _run(command: click.Command, words: list[str]) -> None:
    """Run a command, and end as it does unless it succeeds."""
    try:
        with command.make_context(command.name, words, parent=click.get_current_context()) as ctx:
            command.invoke(ctx)
    except click.exceptions.Exit as ending:
        if ending.exit_code:
            raise
