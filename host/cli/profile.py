"""The command `dungeon-host profile`."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host.cli.shared.observed import ObservingCommand, command_argument, invoke_observed
from host.cli.shared.parameters import FILE
from host.cli.terminal.errors import debug_option
from host.cli.terminal.tables import print_table, print_wrapped
from host.errors import visible
from host.render.markup import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.tools.profiling.comparison import Change
    from host.tools.profiling.profile import Profile, Row

# Rows of a table.
_MOST_FUNCTIONS, _MOST_CALLS = 20, 12


@click.command(
    cls=ObservingCommand, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.option("--json", "as_json", is_flag=True, help="Print the profile as JSON, and nothing of the command.")
@click.option("--flame", metavar="F.svg", type=FILE, help="Write a flame graph of the times.")
@click.option("--speedscope", metavar="F.json", type=FILE, help="Write a file for https://www.speedscope.app.")
@click.option("--compare", metavar="F.json", type=FILE, help="Compare with an earlier profile, which --json printed.")
@debug_option
@command_argument()
@click.pass_context
def profile(
    ctx: click.Context,
    as_json: bool,
    flame: Path | None,
    speedscope: Path | None,
    compare: Path | None,
    words: tuple[str, ...],
) -> None:
    """Run COMMAND (generate, simulate or test), and show how much each function of the mods used.

    Instructions of Lua are counted in samples of 4999, and are the same whenever the same mods run with the same seed.
    Milliseconds are time of the processor. What the host did for a function is shown apart.

    \b
    Examples:
      dungeon-host profile generate base --seed 1
      dungeon-host profile --flame flame.svg simulate base --seed 1 --turns 50
      dungeon-host profile --json generate ./my_mod --seed 1 > before.json
      dungeon-host profile --compare before.json generate ./my_mod --seed 1
    """
    # Imported here, because --help needs none of them.
    from host.export.files import write_all
    from host.tools.profiling.comparison import compare_profiles, read_profile
    from host.tools.profiling.flame import write_flame
    from host.tools.profiling.run import Profiler
    from host.tools.profiling.speedscope import write_speedscope

    before = None if compare is None else read_profile(compare)
    profiler = Profiler()
    if as_json:
        with redirect_stdout(StringIO()):
            ending = invoke_observed(ctx, profiler, words)
    else:
        ending = invoke_observed(ctx, profiler, words)
    measured = profiler.profile
    if ending is not None and not measured.instructions:
        # The command failed before it ran a mod: an empty profile would look like a fast one.
        raise ending
    title = visible(" ".join(("dungeon-host", *words)))
    texts = {}
    if flame is not None:
        texts[flame] = write_flame(measured, title)
    if speedscope is not None:
        texts[speedscope] = write_speedscope(measured, title)
    write_all({path: text.encode("utf-8", "surrogateescape") for path, text in texts.items()})
    changes = None if before is None else compare_profiles(before, measured)
    if as_json:
        data = measured.to_data()
        if changes is not None:
            data["compared"] = [{**change._asdict(), "difference": change.difference} for change in changes]
        click.echo(to_json(data, indent=1))
    else:
        _print_profile(measured)
        if changes is not None:
            _print_changes(changes)
    if ending is not None:
        raise ending


def _print_profile(measured: Profile) -> None:
    whole = measured.instructions or 1

    def rows(listed: Sequence[Row], most: int) -> list[list[str]]:
        return [
            [
                row.title,
                f"{row.instructions:,}",
                f"{100 * (row.instructions + row.host_instructions) / whole:.1f}",
                f"{row.milliseconds:.1f}",
                f"{row.host_instructions:,}",
                f"{row.host_milliseconds:.1f}",
                f"{row.bytes / 1024:,.0f}",
            ]
            for row in listed[:most]
        ]

    columns = ["instructions", "%", "ms", "in the host", "ms there", "KiB"]
    print_table("mods", ["mod", *columns], rows(measured.by_mod(), _MOST_FUNCTIONS))
    print_table("files", ["file", *columns], rows(measured.by_file(), _MOST_FUNCTIONS))
    functions = measured.by_function()
    print_table("functions", ["function", *columns], rows(functions, _MOST_FUNCTIONS))
    if len(functions) > _MOST_FUNCTIONS:
        print_wrapped(f"… and {len(functions) - _MOST_FUNCTIONS} more; --json lists all\n")
    calls = [
        [row.name, f"{row.calls:,}" if row.calls else "", f"{row.instructions:,}", f"{row.milliseconds:.1f}"]
        for row in measured.host_calls()[:_MOST_CALLS]
    ]
    print_table("calls of the host by mods", ["function", "calls of Python", "instructions", "ms"], calls)
    instructions, milliseconds = measured.host_share
    print_wrapped(
        f"all: {measured.instructions:,} instructions, {measured.milliseconds:.1f} ms; of these the host below all "
        f"mods: {instructions:,} instructions, {milliseconds:.1f} ms"
    )


def _print_changes(changes: Sequence[Change]) -> None:
    rows = [
        [visible(f"{change.name} ({change.file})"), f"{change.before:,}", f"{change.now:,}", f"{change.difference:+,}"]
        for change in changes[:_MOST_FUNCTIONS]
    ]
    if rows:
        print_table("instructions that changed", ["function", "before", "now", "difference"], rows)
    else:
        print_wrapped("\nno function has more or fewer instructions than before")
