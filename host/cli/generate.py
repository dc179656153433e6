"""The command `dungeon-host generate`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from host.cli.shared.options import (
    completes,
    explain_option,
    game_options,
    grow_budgets,
    mod_options,
    request_options,
    watch_option,
)
from host.cli.shared.parameters import FILE, Seeds, Whole
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, names_for_generator, select_mods
from host.cli.shared.show import DRAWING, Output, audience_option, output_options
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.spinner import progress
from host.engine.operations import GENERATE
from host.errors import RequestError, visible
from host.model.game_map import GameMap
from host.model.request import Request
from host.paths import BUNDLED_MODS
from host.render.formats import MASTER, OF_WORLDS, PNG, SUFFIXES, TEXT, suffix_of


@click.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"))
@mod_options
@request_options()
@game_options
@output_options
@audience_option
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=FILE,
    help="Make the dungeon of a json, png, svg, tmj, ldtk, tscn or uvtt file again, or of a survey and --seed, and say "
    "whether it is the same.",
)
@click.option(
    "--count",
    metavar="N",
    type=Whole(1, 10**6),
    help="Make the dungeons of N seeds, each in a file of the folder after -o, named by its seed.",
)
@click.option(
    "--seeds",
    metavar="A..B",
    type=Seeds(),
    help="Make a page of the dungeons of these seeds, index.html with a picture for each, in the folder after -o.",
)
@explain_option
@click.option("--json", "as_json", is_flag=True, help="With --explain: print what went wrong as JSON.")
@watch_option
def generate(
    generator: str | None,
    loading: Loading,
    request: Request,
    play: float,
    events: bool,
    source: Path | None,
    count: int | None,
    seeds: range | None,
    explain: bool,
    as_json: bool,
    watch: bool,
    **output: object,
) -> None:
    """Generate a dungeon with GENERATOR and show it.

    GENERATOR is the id of a generator, or the path of a mod that has one. By default it is the only generator of
    --mods, or of the mod in whose folder you are, or base. MOD.areas makes a floor of the areas of a mod; with -o
    FILE.world or FILE.ldtk all floors are written.

    \b
    Examples:
      dungeon-host generate --seed 1
      dungeon-host generate --set quest=custom --set dungeon=long_snake
      dungeon-host generate --seed 1 -o dungeon.png --overlay rooms --tile-size 32
      dungeon-host generate caves --seed 1 -o caves.tmj
      dungeon-host generate overworld --seed 1 -o vale.world
      dungeon-host generate ./my_mod --format json -o dungeon.json
      dungeon-host generate --count 20 --format png -o dungeons
      dungeon-host generate ./my_mod --seeds 1..24 -o site
      dungeon-host generate ./my_mod --watch
      dungeon-host generate ./my_mod --seed 1 --explain
      dungeon-host generate --from dungeon.png --mods ./my_mod
    """
    if output["audience"] != MASTER:
        _check_for_players(source=source is not None, seeds=seeds is not None, explain=explain)
    if source is not None:
        from host.cli.shared.from_file import reproduce

        reproduce(loading, source, request, Output.from_options(events=events, **output))
        return
    selection = select_mods(loading.mods, generator)
    folder = None
    if seeds is not None:
        request = _first_of_seeds(request, seeds, count)
        folder = _folder_of_series(output, "--seeds", "site", PNG, watch=watch)
    elif count is not None:
        folder = _folder_of_series(output, "--count", "dungeons", TEXT, watch=watch)
    shown = Output.from_options(events=events, **output)
    if events and folder is not None:
        raise RequestError("--events is about one dungeon: leave out --count and --seeds, or --events")
    if explain and (watch or folder is not None):
        raise RequestError("--explain is about one dungeon: leave out --count, --seeds and --watch")
    if as_json and not explain:
        raise RequestError("--json is the output of --explain: --format json writes the map")
    names = names_for_generator(selection)
    request = request.with_generator(selection.target)
    arguments = {"request": request.to_data(), "play": play}
    operation = GENERATE
    # Formats of worlds show all floors of areas; a series and a page have a map for each seed.
    shows_all = shown.form in OF_WORLDS and folder is None and not explain
    if shows_all:
        from host.engine.all_maps import GENERATE_ALL

        operation = GENERATE_ALL
    job = grow_budgets(loading, request).job(selection, operation, arguments, names)
    if seeds is not None and folder is not None:
        from host.cli.shared.site import write_site

        write_site(job, request, seeds, folder, shown)
        return
    if count is not None and folder is not None:
        from host.cli.shared.series import write_series

        failure = write_series(job, request, count, folder, shown)
        if failure is not None:
            sys.exit(failure.exit_code)
        return
    if explain:
        from host.cli.shared.explain import explain_generation

        explain_generation(job, shown, as_json=as_json)
        return
    last: GameMap | None = None

    def run() -> None:
        nonlocal last
        made = perform(
            job,
            prints_to_stderr=shown.data_on_stdout,
            writes_file=shown.file is not None,
            meanwhile=DRAWING,
        )
        from host.model.document_reader import from_document

        with progress("reading the map"):
            game_maps = list(map(from_document, made if shows_all else [made]))
        game_map = game_maps[0]
        if game_map.origin is not None:
            record(generator=game_map.origin.generator)
        if last is None or len(game_maps) > 1:
            shown.show_all(game_maps, format_reproduction())
        else:
            from host.tools.checking.changes import compare_maps

            changes = compare_maps(last, game_map)
            shown.show(game_map, format_reproduction(), changes.marks)
            click.echo(visible(f"\nsince the last map: {changes.describe()}"), err=shown.data_on_stdout)
        last = game_map

    if not watch:
        run()
        return
    if not selection.folders and not names:
        raise RequestError(f"--watch has no mod to watch: {request.generator} is made without one")
    from host.cli.shared.watch import repeat
    from host.serving.reloader import Reloader

    context = click.get_current_context()
    # `perform` runs jobs with the object of the context.
    context.obj = context.with_resource(Reloader())
    # Any bundled mod may be a dependency.
    repeat(
        run, [*map(Path, selection.folders), BUNDLED_MODS], written=shown.written, prints_to_stderr=shown.data_on_stdout
    )


def _check_for_players(*, source: bool, seeds: bool, explain: bool) -> None:
    """Refuse options that tell players what --for hides. Raises RequestError."""
    if source:
        raise RequestError("--from makes a dungeon for its master: `dungeon-host show FILE --for players` shows a file")
    if seeds:
        problem = "a page of --seeds shows the command that makes each dungeon, which players must not know"
        raise RequestError(f"{problem}: leave out --for")
    if explain:
        raise RequestError("--explain tells how a dungeon is made, which players must not know: leave out --for")


def _first_of_seeds(request: Request, seeds: range, count: int | None) -> Request:
    """Return the request of the first of some seeds. Raises RequestError."""
    from host.export.gallery import check_seeds

    if count is not None or not request.is_drawn:
        raise RequestError("--seeds says which seeds: leave out --seed and --count")
    check_seeds(seeds)
    record(seed=None)
    return replace(request, seed=seeds[0], is_drawn=False)


def _folder_of_series(output: dict[str, object], option: str, example: str, form: str, *, watch: bool) -> Path:
    """Return the folder after -o, and put a file of that folder in its place. Raises RequestError."""
    folder = output["output"]
    if watch:
        raise RequestError(f"--watch shows one dungeon: leave out {option}")
    if not isinstance(folder, Path) or folder == Path("-") or folder.suffix in SUFFIXES:
        raise RequestError(f"{option} writes a file for each dungeon: -o must name a folder, such as -o {example}")
    if folder.exists() and not folder.is_dir():
        raise RequestError(f'-o is "{folder}", which is a file: must name a folder, such as -o {example}')
    # The other options are checked as for a file.
    output["output"] = folder / f"1{suffix_of(str(output['form'] or form))}"
    return folder
