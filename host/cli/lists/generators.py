"""The command `dungeon-host generators`."""

from __future__ import annotations

from typing import Any

import click

from host.cli.shared.options import completes, mod_options, players_option
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, select_mods
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_table, print_wrapped
from host.engine.jobs import DEFAULT_MODS
from host.engine.operations import LIST_GENERATORS
from host.errors import in_one_line
from host.model.request import as_text
from host.paths import also_bundled, bundled_ids


@click.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"))
@mod_options
@players_option()
def generators(
    generator: str | None,
    loading: Loading,
    players: int,
) -> None:
    """List the generators, with options and their choices (* marks the default).

    GENERATOR, the id of a generator or of a mod, or the path of a mod, lists only these.

    \b
    Examples:
      dungeon-host generators
      dungeon-host generators caves
      dungeon-host generators --mods ./my_mod
    """
    selection = select_mods(loading.mods, generator)
    folder = selection.folders[-1] if generator is not None and selection.targets_folder else None
    generator = selection.target
    mod = (generator or "").partition(".")[0]
    names = (*selection.names, *DEFAULT_MODS, *([mod] if mod in bundled_ids() else []))
    arguments = {"players": players, "name": generator, "folder": folder}
    answer = perform(loading.job(selection, LIST_GENERATORS, arguments, names))
    listed = answer["generators"]
    if not listed:
        click.echo("no loaded mod has a generator" if folder is None else "no mod in the folder has a generator")
    for described in listed:
        columns = ["option", "choices"]
        rows = [[option["id"], _choices(option)] for option in described["options"]]
        if any(option["help"] for option in described["options"]):
            columns.append("")
            rows = [[*row, option["help"]] for row, option in zip(rows, described["options"], strict=True)]
        title = f"{described['id']}: {described['help']}" if described["help"] else described["id"]
        print_table(title, columns, rows)
    also = also_bundled(answer["loaded"])
    if also is not None and generator is None and folder is None:
        print_wrapped(also)


def _choices(option: dict[str, Any]) -> str:
    if option["longest"] is not None:
        return f'a text (*"{option["default"]}")'
    if option["least"] is not None:
        noun = "a number" if option["real"] else "a whole number"
        return f"{noun}, {as_text(option['least'])} to {as_text(option['most'])} (*{as_text(option['default'])})"
    if option["numeric"]:
        most = f" to {10 ** option['digits'] - 1}" if option["digits"] else " or more"
        # The text of a menu names the unit.
        text = f": {in_one_line(option['text'])}" if option["text"] else ""
        return f"a whole number, 0{most} (*{option['default']}){text}"
    words = [("*" if c == option["default"] else "") + as_text(c) for c in option["choices"]]
    return " ".join(words + (["random"] if option["random"] else []))
