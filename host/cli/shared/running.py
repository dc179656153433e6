"""Running the jobs of commands in child processes, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.shared.reproduction import record
from host.cli.terminal.spinner import Spinner
from host.cli.terminal.tables import print_wrapped
from host.engine.jobs import Ask, Job, JobRunner, run_job
from host.errors import in_one_line, visible
from host.render.formats import LDTK, TILES, TMJ, TSCN

if TYPE_CHECKING:
    from host.save.save_file import SaveFile


def saving(job: Job, path: Path | None) -> tuple[Job, SaveFile | None]:
    """Return a job that continues the save at `path`, if there is one, and the file to save to."""
    if path is None:
        return job, None
    from host.export.files import make_folder
    from host.save.contents import pack_contents
    from host.save.save_file import SaveFile

    note_new_folders([path])
    # Made before the game begins: what is played in a game that cannot be saved is lost.
    make_folder(path)
    file = SaveFile(path)
    contents = file.read()
    seed = contents.header.get("seed") if contents else None
    if isinstance(seed, int):
        # The game continues with its own seed.
        record(seed=seed)
    return job._replace(saves=True, saved=pack_contents(contents)), file


def perform(
    job: Job,
    *,
    prints_to_stderr: bool = False,
    save_file: SaveFile | None = None,
    writes_file: bool = False,
    ask: Ask | None = None,
    say: Callable[[str], None] | None = None,
    meanwhile: Sequence[str] = (),
) -> Any:
    """Run a job in a child; print what its mods print, or pass it to `say`, and show a spinner when it takes long.

    When nobody reads the output any more, a job that ends in a file (`save_file`, `writes_file`) goes on without it;
    any other ends with BrokenPipeError. `meanwhile` are names of modules that the result needs; they are imported while
    the child works.
    """
    spinner = Spinner()
    goes_on = writes_file or save_file is not None

    def show(text: str, *, err: bool) -> None:
        spinner.stop()
        with suppress(*([BrokenPipeError] if goes_on else [])):
            print_wrapped(text, err=err)

    def echo(text: str) -> None:
        show(visible(text), err=prints_to_stderr)

    def warn(text: str) -> None:
        show(format_warning(text), err=True)

    def answer(request: dict[str, Any]) -> Any:
        spinner.stop()
        return None if ask is None else ask(request)

    def tick(elapsed: float) -> None:
        for module in meanwhile:
            import_module(module)
        spinner.show(elapsed, f"running the mods … {elapsed:.0f} s of at most {job.mods.budgets.seconds:g} s")

    runner = click.get_current_context().find_object(JobRunner)
    try:
        return (runner.run if runner else run_job)(
            job,
            say=say or echo,
            warn=warn,
            tick=tick,
            write_save=save_file.write if save_file else None,
            ask=answer if ask else None,
        )
    finally:
        spinner.stop()
        if save_file is not None:
            save_file.close()


def note_new_folders(paths: Iterable[Path]) -> None:
    """Say which folders of files to write do not exist and will be made: their names may be misspelled."""
    for folder in dict.fromkeys(path.parent for path in paths):
        if not folder.exists():
            text = f'the folder "{in_one_line(str(folder))}" did not exist and is made'
            click.echo(f"{click.style('note:', fg='yellow')} {text}", err=True)


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files together, and say which folders are made for them. Raises RequestError."""
    note_new_folders(files)
    write_and_warn(files)


def write_and_warn(files: Mapping[Path, bytes]) -> None:
    """Write files together, and warn of maps beside them whose tiles they replace. Raises RequestError."""
    # Imported here, because most commands write no file.
    from host.export.files import write_all

    maps = [*_list_maps_of_replaced_tiles(files)]
    write_all(files)
    for tiles, file in maps:
        click.echo(format_warning(f'"{file}" has the tiles that "{tiles}" had before: write "{file}" again'), err=True)


def _list_maps_of_replaced_tiles(files: Mapping[Path, bytes]) -> Iterator[tuple[Path, Path]]:
    """Yield each picture of tiles that will be replaced by another one, with each map beside it that stays."""
    for tiles, content in files.items():
        if tiles.name.endswith(TILES) and tiles.is_file() and tiles.read_bytes() != content:
            for form in (TMJ, LDTK, TSCN):
                file = tiles.with_name(f"{tiles.name.removesuffix(TILES)}.{form}")
                if file.is_file() and file not in files:
                    yield tiles, file


def format_warning(text: str) -> str:
    """Return a warning as commands print it."""
    return f"{click.style('warning:', fg='yellow')} {visible(text)}"
