"""dungeon-host docs"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.common import HostCommand
from host.cli.terminal.pager import page
from host.errors import RequestError, did_you_mean, nearest

if TYPE_CHECKING:
    from host.syntax.declarations.entries import Book, Entry

# A name without its table that is so similar to a whole name of the API is a misspelled whole name.
_CUTOFF = 0.75


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG001
    """Return names of dialects and of the API that a shell offers as completions."""
    from host.cli.completion import offer
    from host.tools.reference.books import all_books

    books = all_books()
    return offer((*books, *sorted(entry.name for book in books.values() for entry in _documented(book))), incomplete)


@click.command(cls=HostCommand)
@click.argument("name", required=False, shell_complete=_complete)
@click.option(
    "--stubs",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the editor stubs to this folder; in a mod, also settings for editors.",
)
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def docs(name: str | None, stubs: Path | None, debug: bool) -> None:  # noqa: ARG001 - HostCommand reads debug
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

    if stubs is not None:
        _write_stubs(stubs)
        return
    books = all_books()
    # Mods require `host.survey`; its dialect is `survey`.
    name = name.removeprefix("host.") if name and name.removeprefix("host.") in books else name
    if name is None or name in books:
        listed = [
            (entry, book) for book in books.values() if name in (None, book.dialect) for entry in _documented(book)
        ]
        page("".join(f"{entry.name}  [{book.dialect}] {entry.summary}\n" for entry, book in listed))
        return
    page(render_name(name, books))


def render_name(name: str, books: dict[str, Book]) -> str:
    """Return the documentation of a name as text for standard output. Raises RequestError."""
    entries = _find(name, books)
    if not entries:
        names = [entry.name for book in books.values() for entry in _documented(book)]
        raise RequestError(f'there is no name "{name}" in the API', hint=_hint(name, names))
    return "".join(_render(entry, books) for entry in entries)


def _write_stubs(folder: Path) -> None:
    """Write the editor stubs; beside a folder in a mod, also the settings for editors that the mod lacks."""
    from host.mods.manifest import is_mod, read_toml
    from host.mods.templates import write_editor_settings
    from host.tools.reference.stubs import write_stubs

    mod = folder.absolute().parent
    manifest = read_toml(mod)[0] if (mod / "mod.toml").is_file() else None
    click.echo(f"wrote {len(write_stubs(folder, manifest.dialects if manifest else ()))} files to {folder}")
    if is_mod(mod):
        for name in write_editor_settings(mod, manifest.id if manifest else mod.name, folder.name):
            click.echo(f"wrote {mod / name}")


def _documented(book: Book) -> list[Entry]:
    return [entry for entry in book.entries if entry.kind not in ("examples", "module")]


def _find(name: str, books: dict[str, Book]) -> list[Entry]:
    """The entries of that name in all dialects; for a class without its constructor, which its section shows."""
    matches = []
    for book in books.values():
        entries = [entry for entry in _documented(book) if entry.name == name]
        types = [entry for entry in entries if entry.kind in ("class", "record")]
        matches += types or entries
    return matches


def _hint(name: str, names: list[str]) -> str | None:
    """Return the nearest names; for a name without its table, those of all tables: `kts.AddStuff` for `AddStuff`."""
    plain = {candidate: candidate.replace(":", ".").lower() for candidate in names}
    wanted = name.replace(":", ".").lower()
    last = wanted.rpartition(".")[2]
    # With the right table first: a method has a colon.
    same = sorted(candidate for candidate in plain if plain[candidate] == wanted)
    same = same or _names_ending_in(last, plain)
    if not same and last == wanted and not nearest(wanted, plain.values(), _CUTOFF):
        near = nearest(last, {text.rpartition(".")[2] for text in plain.values()})
        same = _names_ending_in(near, plain) if near else []
    return f"did you mean {' or '.join(same[:5])}?" if same else did_you_mean(name, names)


def _names_ending_in(last: str, plain: Mapping[str, str]) -> list[str]:
    """Return the names, keys of `plain`, whose last part in lowercase is `last`."""
    return sorted(name for name, text in plain.items() if text.rpartition(".")[2] == last)


def _render(entry: Entry, books: dict[str, Book]) -> str:
    """Return the page of an entry as text for standard output, with colours on a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    from host.tools.reference.pages import TITLES, section

    # A pipe gets the width of a page, not that of a terminal that is not there.
    console = Console(width=None if Console().is_terminal else 100)
    with console.capture() as capture:
        console.print(Markdown(f"# {entry.name}\n\n*{TITLES[entry.dialect]}*\n\n{section(entry, books)}"))
    return capture.get()
