"""The command `dungeon-host mods`."""

from __future__ import annotations

import click

from host.cli.shared.options import mod_options
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, select_mods
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_table, print_wrapped
from host.engine.operations import LIST_MODS
from host.errors import counted
from host.paths import also_bundled


@click.command(cls=HostCommand)
@mod_options
def mods(loading: Loading) -> None:
    """List the mods in load order: versions, what each needs, and what each registered.

    \b
    Examples:
      dungeon-host mods
      dungeon-host mods --mods ./mods
    """
    loaded = perform(loading.job(select_mods(loading.mods), LIST_MODS, {}))
    rows = [
        [
            mod["id"],
            mod["version"],
            ", ".join(f"{needed} {wanted}".strip() for needed, wanted in mod["needs"].items()) or "–",
            ", ".join(counted(count, _noun(kind)) for kind, count in mod["registered"].items()) or "nothing",
            mod["folder"],
        ]
        for mod in loaded
    ]
    print_table(None, ["mod", "version", "needs", "registered", "folder"], rows)
    also = also_bundled(mod["id"] for mod in loaded)
    if also is not None:
        print_wrapped(also)


def _noun(kind: str) -> str:
    """Return what one of a kind is called: `monster generator`, `base.area_generator`."""
    return kind if "." in kind else kind.replace("_", " ")
