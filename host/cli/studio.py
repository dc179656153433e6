"""The command `dungeon-host studio`."""

from __future__ import annotations

import click

from host.cli.shared.options import completes, mod_options
from host.cli.shared.parameters import Whole
from host.cli.shared.selection import Loading, is_bundled, names_for_generator, select_mods
from host.cli.terminal.errors import HostCommand
from host.engine.jobs import Operation
from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.generate.plans.recipes import RECIPES
from host.paths import bundled_ids


@click.command(cls=HostCommand)
@click.argument("mod", required=False, shell_complete=completes("complete_generators"))
@mod_options
@click.option(
    "--port", metavar="N", type=Whole(0, 65535), default=0, help="The port of the address; by default a free one."
)
@click.option("--no-open", is_flag=True, help="Do not open the page in a browser.")
def studio(
    mod: str | None,
    loading: Loading,
    port: int,
    no_open: bool,
) -> None:
    """Show what MOD makes in a web page of this machine, which changes when files are saved.

    MOD is the path of a mod, or the id of a generator. By default it is the mod in whose folder you are, or base. The
    address of the page is printed first. Ctrl-C ends the server.

    \b
    Examples:
      dungeon-host studio
      dungeon-host studio ./my_mod
      dungeon-host studio caves --no-open --port 8080
    """
    # Imported here, because --help needs no server.
    from host.studio.server import need_libraries, serve_setup

    need_libraries()
    from host.studio.studio import Setup

    selection = select_mods(loading.mods, mod)
    names = names_for_generator(selection)
    if selection.target and not (selection.folders or selection.names or is_bundled(selection.target)):
        hint = did_you_mean(selection.target, [*bundled_ids(), *RECIPES])
        raise RequestError(f'there is no mod or generator "{selection.target}"', hint=hint)
    job = loading.job(selection, Operation("", None), {}, names)
    # Only the folder that MOD names is not among the folders of --mods.
    shown = selection.as_typed(loading.mods)
    # The folder that MOD names is the last one.
    folder = selection.folders[-1 if selection.targets_folder else 0] if selection.folders else None
    serve_setup(Setup(job, shown, selection.target, folder), port=port, opens_browser=not no_open)
