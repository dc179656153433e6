"""dungeon-host docs"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.shared.parameters import FOLDER
from host.cli.terminal.errors import HostCommand, debug_option
from host.cli.terminal.pager import page
from host.errors import in_one_line

if TYPE_CHECKING:
    from host.syntax.declarations.texts import Book, Entry


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG001
    """Return names of dialects and of the API that a shell offers as completions."""
    from host.cli.completion import offer
    from host.tools.reference.books import all_books
    from host.tools.reference.lookup import list_documented

    books = all_books()
    return offer(
        (*books, *sorted(entry.name for book in books.values() for entry in list_documented(book))), incomplete
    )


@click.command(cls=HostCommand)
@click.argument("name", required=False, shell_complete=_complete)
@click.option(
    "--stubs",
    type=FOLDER,
    help="Write the editor stubs to this folder; in a mod, also settings for editors.",
)
@debug_option
def docs(name: str | None, stubs: Path | None) -> None:
    """Show the documentation of a name that mods use, or list the names of a dialect; without NAME, list all.

    On a terminal, what does not fit goes through the program that PAGER names, by default less.

    \b
    Examples:
      dungeon-host docs kts.AddStuff
      dungeon-host docs InstancedMap:new
      dungeon-host docs pools
      dungeon-host docs | grep weight
      dungeon-host docs --stubs my_mod/.stubs
    """
    # Loads all declarations, which other commands do not need.
    from host.tools.reference.books import all_books
    from host.tools.reference.lookup import list_documented

    if stubs is not None:
        _write_stubs(stubs)
        return
    books = all_books()
    # Mods require `host.survey`; its dialect is `survey`.
    name = name.removeprefix("host.") if name and name.removeprefix("host.") in books else name
    if name is None or name in books:
        listed = [
            (entry, book) for book in books.values() if name in (None, book.dialect) for entry in list_documented(book)
        ]
        page("".join(f"{entry.name}  [{book.dialect}] {entry.summary}\n" for entry, book in listed))
        return
    page(render_name(name, books))


def render_name(name: str, books: dict[str, Book]) -> str:
    """Return the documentation of a name as text for standard output. Raises RequestError."""
    from host.tools.reference.lookup import find_entries

    return "".join(_render(entry, books) for entry in find_entries(name, books))


def _write_stubs(folder: Path) -> None:
    """Write the editor stubs; beside a folder in a mod, also the settings for editors that the mod lacks."""
    from host.export.files import write_all
    from host.mods.files import is_file
    from host.mods.manifest import read_toml
    from host.mods.templates import editor_settings
    from host.paths.folders import is_mod
    from host.tools.reference.stubs import stubs_for

    mod = folder.absolute().parent
    manifest = read_toml(mod)[0] if is_file(mod / "mod.toml") else None
    stubs = {folder / name: content for name, content in stubs_for(manifest.dialects if manifest else ()).items()}
    settings = {}
    if is_mod(mod):
        files = editor_settings(mod, manifest.id if manifest else mod.name, folder.name)
        settings = {mod / name: content for name, content in files.items()}
    write_all({**stubs, **settings})
    click.echo(f"wrote {len(stubs)} files to {in_one_line(str(folder))}")
    for path in settings:
        click.echo(f"wrote {in_one_line(str(path))}")


def _render(entry: Entry, books: dict[str, Book]) -> str:
    """Return the page of an entry as text for standard output, with colours on a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    from host.tools.reference.pages import TITLES, section

    # A pipe has no width; lines of 100 characters can be read.
    console = Console(width=None if Console().is_terminal else 100)
    with console.capture() as capture:
        console.print(Markdown(f"# {entry.name}\n\n*{TITLES[entry.dialect]}*\n\n{section(entry, books)}"))
    return capture.get()
