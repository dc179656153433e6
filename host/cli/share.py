"""The command `dungeon-host share`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from host.cli.shared.options import completes, grow_budgets, mod_options, request_options
from host.cli.shared.parameters import FILE, ThemeOption, UserPath
from host.cli.shared.recordings import all_option
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import note_new_folders, perform
from host.cli.shared.selection import Loading, names_for_generator, select_mods
from host.cli.shared.typed_parameters import refuse_request_beside_recording
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.spinner import progress
from host.engine.operations import GENERATE
from host.engine.replays.recording import is_recording, read_recording
from host.model.document_reader import from_document
from host.model.request import Request


@click.command(cls=HostCommand)
@click.argument(
    "generator",
    type=UserPath(),
    required=False,
    shell_complete=completes("complete_generators"),
    metavar="[FILE|GENERATOR]",
)
@mod_options
@request_options()
@all_option
@click.option("--theme", cls=ThemeOption, help="Materials and colours: THEMES.")
@click.option("--light", is_flag=True, help="A dark picture, lit by torches, fires, lava and windows.")
@click.option("-o", "--output", type=FILE, metavar="FILE", required=True, help="Write the page to this file, .html.")
def share(
    generator: str | None,
    loading: Loading,
    request: Request,
    shows_all: bool,
    theme: str | None,
    light: bool,
    output: Path,
) -> None:
    """Write a page that shows a dungeon of GENERATOR, or the recording FILE to step through.

    The page is one file of at most 2 MB, which any browser shows, on a phone, too. It asks no server for anything, and
    needs neither this host nor the mods. It says from which seed and mods it is made, and how to get them.

    A recording is written by simulate --record and play --record.

    \b
    Examples:
      dungeon-host share base --seed 7 -o dungeon.html
      dungeon-host share won.rec -o won.html
    """
    from host.engine.replays.shots import make_page_of_recording
    from host.export.files import write_whole
    from host.export.map_page import make_page_of_map
    from host.export.share import check_page
    from host.render.png import pillow
    from host.render.style import PictureStyle

    check_page(output)
    pillow()
    style = PictureStyle.requested(theme=theme, light=light)
    if generator is not None and is_recording(Path(generator)):
        refuse_request_beside_recording()
        # A seed that nothing draws from reproduces no error.
        record(seed=None)
        recording = read_recording(Path(generator))
        with progress("drawing the turns"):
            page = make_page_of_recording(recording, shows_all=shows_all, style=style)
        again = ""
    else:
        selection = select_mods(loading.mods, generator)
        request = replace(request, generator=selection.target)
        job = grow_budgets(loading, request).job(
            selection, GENERATE, {"request": request.to_data()}, names_for_generator(selection)
        )
        document = perform(job)
        record(generator=document["generator"])
        with progress("drawing the map"):
            page = make_page_of_map(from_document(document), style)
        again = format_reproduction()
    note_new_folders([output])
    write_whole(output, page)
    click.echo("\n".join(filter(None, (f"{output}: {-(-len(page) // 1024)} KiB", again))))
