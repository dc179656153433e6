"""The command `dungeon-host check`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import click

from dungeon_host.workflow import print_commands
from host.cli.shared.options import completes, limited_mod_options, players_option, watch_option
from host.cli.shared.parameters import WordChoice
from host.cli.shared.selection import Loading, Selection, select_mods
from host.cli.terminal.errors import VerdictCommand, quote_style, quotes_source
from host.cli.terminal.spinner import Spinner
from host.cli.terminal.tables import terminal_columns, wrapped
from host.errors import EXIT_DONE, EXIT_ERROR, RequestError, agree, counted, visible
from host.errors.spelling import did_you_mean
from host.mods.installed import find_folder, known_ids
from host.paths import BUNDLED_MODS, bundled_ids
from host.process.budgets import Budgets
from host.tools.checking.children import Checked
from host.tools.checking.compatibility import Compared, compare
from host.tools.checking.diagnostic import ERROR, Diagnostic
from host.tools.checking.formats import Locations, format_github, format_json, format_sarif, repository_of
from host.tools.checking.missing_names import KINDS, Missing
from host.tools.checking.quotes import quote_diagnostic
from host.tools.checking.run import examine

_R = TypeVar("_R")
# Source locations of a name that the text shows.
_PLACES_SHOWN = 3
_FORMATS = ("text", "github", "sarif", "json")
_COLOURS = {ERROR: "red"}


@click.command(cls=VerdictCommand)
@click.argument("mod", required=False, shell_complete=completes("complete_mod_ids"))
@limited_mod_options
@click.option(
    "--format",
    "form",
    type=WordChoice(_FORMATS),
    default="text",
    show_default=True,
    help="Text for people, or output for programs, with paths in the repository.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Count warnings as errors: exit code 1.")
@click.option(
    "--compat", is_flag=True, help="List the names that mods use and the host lacks; run nothing of the mods."
)
@players_option()
@watch_option
def check(
    mod: str | None,
    loading: Loading,
    form: str,
    as_json: bool,
    strict: bool,
    compat: bool,
    players: int,
    watch: bool,
) -> None:
    """Load mods, run their generators, and list all errors and warnings at once.

    MOD is the id of a mod, or the path of a mod or of a folder of mods. Without it the mod in whose folder you are is
    checked, or the bundled mods and the mods of --mods. The exit code is 1 when there are errors.

    \b
    Examples:
      dungeon-host check
      dungeon-host check ./my_mod
      dungeon-host check my_mod --mods ./mods --strict
      dungeon-host check ./my_mod --format sarif > diagnostics.sarif
      dungeon-host check ./my_mod --watch
      dungeon-host check ./mod_of_another_program --compat
    """
    selection = select_mods(loading.mods, mod)
    folders, mod = selection.folders, selection.target
    if mod is not None and not folders and mod not in bundled_ids():
        installed = find_folder(mod)
        if installed is None:
            hint = did_you_mean(mod, known_ids()) or "--mods DIR says where it is"
            raise RequestError(f'there is no mod "{mod}"', hint=hint)
        selection = selection._replace(folders=(str(installed),))
    form = "json" if as_json else form
    last: Checked | None = None

    def run() -> None:
        nonlocal last
        if compat:
            compared = _with_spinner(compare, selection, loading.budgets)
            checked = compared.checked._replace(diagnostics=tuple(compared.all_diagnostics()))
            if form == "text":
                _show_missing(compared)
            else:
                _show(checked, form)
        else:
            checked = _with_spinner(partial(examine, players=players), selection, loading.budgets)
            _show(checked, form)
        if last is not None:
            for line in _changes(last.diagnostics, checked.diagnostics):
                click.echo(line, err=form != "text")
        last = checked

    if watch:
        from host.cli.shared.watch import repeat

        repeat(run, [*map(Path, folders), BUNDLED_MODS], prints_to_stderr=form != "text")
    run()
    assert last is not None  # noqa: S101 - `run` sets it
    errors = sum(diagnostic.severity == ERROR for diagnostic in last.diagnostics)
    failed = errors or ((strict or compat) and last.diagnostics)
    raise click.exceptions.Exit(EXIT_ERROR if failed else EXIT_DONE)


def _with_spinner(work: Callable[..., _R], selection: Selection, budgets: Budgets) -> _R:
    """Check mods, or compare them, and show each step that takes long."""
    started = time.monotonic()
    spinner = Spinner()
    try:
        return work(
            selection.folders,
            selection.target,
            budgets,
            lambda step: spinner.show(time.monotonic() - started, step),
            bundled=not selection.targets_folder,
        )
    finally:
        spinner.stop()


def _show(checked: Checked, form: str) -> None:
    locations = Locations(repository_of(Path.cwd()), checked.folders)
    if form == "json":
        click.echo(format_json(checked.diagnostics, locations))
    elif form == "sarif":
        click.echo(format_sarif(checked.diagnostics, locations))
    elif form == "github":
        print_commands(format_github(checked.diagnostics, locations))
        click.echo(_sums(checked.diagnostics, checked.mods))
    else:
        for line in _lines(checked):
            click.echo(line)


def _show_missing(compared: Compared) -> None:
    """Print what mods use that the host lacks, most used first, by mod and kind."""
    diagnostics = compared.checked.diagnostics
    for mod in dict.fromkeys([*compared.checked.mods, *(diagnostic.mod for diagnostic in diagnostics)]):
        lines = [line for diagnostic in diagnostics if diagnostic.mod == mod for line in _format(diagnostic)]
        names = sorted(compared.missing.get(mod, ()), key=lambda name: KINDS.index(name.kind))
        lines += [line for name in names for line in wrapped(_in_line(name), terminal_columns(sys.stdout), "      ")]
        if lines:
            click.echo("\n".join([_heading(mod), *lines, ""]))
    click.echo(_sum_of_missing(compared))


def _sum_of_missing(compared: Compared) -> str:
    """Return a line with the numbers of mods, names and uses."""
    names = [name for missing in compared.missing.values() for name in missing]
    problems = len(compared.checked.diagnostics)
    mods = counted(len(compared.checked.mods), "mod")
    if not names and not problems:
        return click.style(f"{mods} compared: the host has all names that can be read in their text", fg="green")
    uses = f" ({counted(sum(name.uses for name in names), 'use')})" if names else ""
    unread = f"; {counted(problems, 'diagnostic')} of what cannot be read" if problems else ""
    return click.style(f"{mods} compared: the host lacks {counted(len(names), 'name')}{uses}{unread}", fg="red")


def _in_line(missing: Missing) -> str:
    places = [f"{file.partition('/')[2]}:{line}" for file, line in missing.places[:_PLACES_SHOWN]]
    more = [f"{missing.uses - len(places)} more"] if missing.uses > len(places) else []
    hint = f"; {missing.hint}" if missing.hint else ""
    return visible(f"  {missing.uses} × {missing.name}  {missing.kind}  {', '.join([*places, *more])}{hint}")


def _changes(before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> Iterator[str]:
    """Yield the diagnostics that are new and gone since the check before; one that moved to another line is neither."""
    new, gone = _only_in(after, before), _only_in(before, after)
    parts = [
        f"{counted(len(group), 'diagnostic') if first else len(group)} {agree(len(group), 'are')} {word}"
        for first, group, word in ((True, new, "new"), (not new, gone, "gone"))
        if group
    ]
    yield f"\nsince the last check: {', '.join(parts) or 'the same diagnostics'}"
    for word, group in (("new ", new), ("gone", gone)):
        yield from (f"  {word}  {visible(diagnostic.format())}" for diagnostic in group)


def _only_in(diagnostics: Sequence[Diagnostic], others: Sequence[Diagnostic]) -> list[Diagnostic]:
    left = Counter(other._replace(line=None) for other in others)
    only = []
    for diagnostic in diagnostics:
        key = diagnostic._replace(line=None)
        if left[key]:
            left[key] -= 1
        else:
            only.append(diagnostic)
    return only


def _lines(checked: Checked) -> Iterator[str]:
    """Yield the diagnostics by mod, errors with the lines of the mod that they are about, and a line with sums."""
    quotes = quotes_source(click.get_current_context())
    columns = terminal_columns(sys.stdout)
    room = columns and columns - 4
    for mod, group in groupby(checked.diagnostics, key=lambda diagnostic: diagnostic.mod):
        yield _heading(mod)
        for diagnostic in group:
            yield from _format(diagnostic)
            excerpt = quote_diagnostic(diagnostic, checked.folders) if quotes and diagnostic.severity == ERROR else None
            yield from (f"    {line}" for line in (excerpt.format(quote_style(sys.stdout), room) if excerpt else []))
        yield ""
    yield _sums(checked.diagnostics, checked.mods)


def _heading(mod: str) -> str:
    """Return the line above the diagnostics of a mod; those without one are about folders."""
    return click.style(visible(mod) or "no mod", bold=True)


def _sums(diagnostics: Sequence[Diagnostic], mods: Sequence[str]) -> str:
    """Return a line with the numbers of mods, errors and warnings."""
    errors = sum(diagnostic.severity == ERROR for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    checked = counted(len(mods), "mod")
    if not diagnostics:
        return click.style(f"{checked} checked: no errors, no warnings", fg="green")
    parts = [counted(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count]
    affected = len({diagnostic.mod for diagnostic in diagnostics if diagnostic.mod})
    where = f" in {affected}" if affected else ""
    return click.style(f"{checked} checked: {' and '.join(parts)}{where}", fg="red" if errors else "yellow")


def _format(diagnostic: Diagnostic) -> Iterator[str]:
    word, rule = f"{visible(diagnostic.severity)}:", f"[{visible(diagnostic.rule)}]"
    message = visible(diagnostic.format()).replace("\n", "\n    ")
    text = "\n".join(wrapped(f"  {word} {message} {rule}", terminal_columns(sys.stdout), "    "))
    text = text.removesuffix(rule) + click.style(rule, dim=True)
    yield text.replace(word, click.style(word, fg=_COLOURS.get(diagnostic.severity, "yellow")), 1)
