"""A page of the dungeons of many seeds: `generate --seeds 1..24 -o site`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from host.cli.shared.reproduction import format_reproduction, record, recorded
from host.cli.shared.running import write_files
from host.cli.shared.series import make_documents
from host.cli.shared.show import Output
from host.cli.terminal.progress_bar import show_progress
from host.engine.jobs import Job
from host.errors import HostError, RequestError, counted, listing, visible
from host.export.gallery import PAGE, exhibit, gallery_files, portable_mods
from host.model.document_reader import from_document
from host.model.request import Request
from host.render.formats import suffix_of
from host.render.style import PLAIN_STYLE

# A picture of a page.
_PICTURE = re.compile(r"\d+\.(png|svg)")


def write_site(job: Job, request: Request, seeds: range, folder: Path, shown: Output) -> None:
    """Make the dungeons of `seeds`, and write a page of them to `folder`. Nothing is written when one fails."""
    exhibits = []
    mods = portable_mods(recorded("mods") or ())
    with make_documents(job, request, seeds) as submissions, show_progress(len(seeds)) as update:
        for done, (seed, submission) in enumerate(submissions, 1):
            try:
                document = submission.future.result()
                record(generator=document["generator"])
                picture = Path(f"{seed}{suffix_of(shown.form)}")
                command = format_reproduction(seed=seed, seeds=None, output=picture, mods=mods)
                game_map = from_document(document)
                exhibits.append(exhibit(game_map, seed, command, shown.form, shown.style or PLAIN_STYLE))
            except HostError as error:
                if done > 1 or not isinstance(error, RequestError):
                    # The line below the error makes this dungeon alone.
                    record(seed=seed, seeds=None, output=None)
                    error.message = f"seed {seed}: {error.message}"
                    error.hint = error.hint or "no page was written"
                raise
            update(done, 0)
    files = gallery_files(folder, document["generator"], exhibits)
    write_files(files)
    click.echo(visible(f"{folder / PAGE}: {counted(len(seeds), 'dungeon')}"))
    earlier = [path.name for path in folder.iterdir() if _PICTURE.fullmatch(path.name) and path not in files]
    if earlier:
        shown_names = listing([*sorted(earlier, key=len)[:3], *(["others"] if len(earlier) > 3 else [])], "and")
        click.echo(visible(f"{folder} also has {counted(len(earlier), 'picture')} of an earlier page: {shown_names}"))
    click.echo(format_reproduction(seeds=f"{seeds[0]}..{seeds[-1]}"))
