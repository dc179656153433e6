"""The command `dungeon-host why`."""

from __future__ import annotations

import click

from host.cli.completion import complete_names
from host.cli.shared.options import grow_budgets, mod_options, request_options
from host.cli.shared.parameters import WordChoice
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, names_for_generator, select_mods
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_table
from host.engine.jobs import Operation
from host.errors import RequestError
from host.model.request import Request
from host.render.markup import to_json
from host.tools.provenance.explanation import SUBJECTS, Cause, make_explain_job, read_causes


@click.command(cls=HostCommand)
@click.argument("subject", type=WordChoice(SUBJECTS))
@click.argument("name", nargs=-1, required=True, metavar="NAME | X Y [GENERATOR]", shell_complete=complete_names)
@mod_options
@request_options()
@click.option("--json", "as_json", is_flag=True, help="Print a list of causes for programs.")
def why(
    subject: str,
    name: tuple[str, ...],
    loading: Loading,
    request: Request,
    as_json: bool,
) -> None:
    """Say where something comes from: which mods, files and lines registered, changed and placed it.

    SUBJECT is square, item, field, pool, segment or option. A square counts from 0; the dungeon of --seed is made again
    to see what happens there, with GENERATOR or the only generator of the mods.

    \b
    Examples:
      dungeon-host why square 12 7 base --seed 1
      dungeon-host why square 12 7 caves --seed 1
      dungeon-host why item base.crossbow
      dungeon-host why field base.crossbow.ammo
      dungeon-host why pool i.common --mods ./my_mod
      dungeon-host why segment "wine cellar" base --seed 1
      dungeon-host why option quest base
    """
    most = 2 if subject == "square" else 1
    words, others = name[:most], name[most:]
    if len(words) < most:
        raise RequestError("square takes X and Y, such as 12 7")
    if len(others) > 1:
        raise RequestError(f"{subject} takes {most} of the words, and then a generator: there are {len(name)}")
    selection = select_mods(loading.mods, others[0] if others else None)
    request = request.with_generator(selection.target)
    loading = grow_budgets(loading, request)
    job = loading.job(selection, Operation("", None), {}, names_for_generator(selection))
    made = subject in ("square", "segment")
    if not made:
        record(seed=None)
    job = make_explain_job(job, subject, words, request)
    causes = read_causes(perform(job, prints_to_stderr=True))
    if as_json:
        click.echo(to_json([cause._asdict() for cause in causes], indent=2))
        return
    record(name=[*words, *([request.generator] if request.generator else [])])
    rows = [[cause.what, cause.value or "", cause.action, _location(cause)] for cause in causes]
    print_table(None, ("what", "value", "how", "where"), rows)
    if made:
        click.echo(format_reproduction())


def _location(cause: Cause) -> str:
    """Return the source location of a cause, or its mod."""
    return f"{cause.file}:{cause.line}" if cause.file and cause.line else cause.mod
