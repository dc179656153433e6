"""dungeon-host docs"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.shared.parameters import FOLDER
from host.cli.terminal.errors import HostCommand, debug_option
from host.cli.terminal.pager import page
from host.errors import RequestError, in_one_line, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.syntax.declarations.texts import Book, Entry
    from host.tools.reference.search import Result


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG001
    """Return names of dialects, of pages and of the API that a shell offers as completions."""
    from host.cli.completion import offer
    from host.tools.reference.books import all_books
    from host.tools.reference.guides import guides
    from host.tools.reference.lookup import list_documented

    books = all_books()
    return offer(
        (*books, *guides(), *sorted(entry.name for book in books.values() for entry in list_documented(book))),
        incomplete,
    )


@click.command(cls=HostCommand)
@click.argument("words", nargs=-1, metavar="[NAME | PAGE | WORDS]", shell_complete=_complete)
@click.option(
    "--stubs",
    type=FOLDER,
    help="Write the editor stubs to this folder; in a mod, also settings for editors.",
)
@debug_option
def docs(words: tuple[str, ...], stubs: Path | None) -> None:
    """Show the documentation of a name that mods use, show a guide, or search both for words.

    The NAME of a dialect lists its names, and without arguments all names are listed. Words may be in any order, and
    have other endings: "locks door" finds the doors that are locked.

    On a terminal, what does not fit goes through the program that PAGER names, by default less.

    \b
    Examples:
      dungeon-host docs locked doors
      dungeon-host docs play.md
      dungeon-host docs kts.AddStuff
      dungeon-host docs InstancedMap:new
      dungeon-host docs pools
      dungeon-host docs | grep weight
      dungeon-host docs --stubs my_mod/.stubs
    """
    from host.tools.reference.guides import is_guide, read_guide
    from host.tools.reference.search import is_name, is_word

    words = tuple(word for argument in words for word in argument.split())
    if stubs is not None:
        _write_stubs(stubs)
    elif len(words) == 1 and is_guide(words[0]):
        page(_render_markdown(read_guide(words[0])))
    elif len(words) > 1 or (words and is_word(words[0]) and not is_name(words[0])):
        _show_results(words)
    else:
        _show_name(*words)


def _show_results(words: Sequence[str]) -> None:
    """Search for words, and show where they are; a single one that is nowhere may be a misspelled name."""
    from host.tools.reference.search import misspelled, search, split_words

    sought = split_words(words)
    if not sought:
        raise RequestError("these words are on every page: name what you look for")
    guides, names = search(sought)
    if guides or names:
        page(_render_results(guides, names))
    elif len(words) > 1:
        quoted = [f'"{word}"' for word in words]
        raise RequestError(f"no page has all of the words {listing(quoted, 'and')}", hint=misspelled(sought))
    else:
        try:
            _show_name(words[0])
        except RequestError as error:
            raise RequestError(
                f"{error.message}, and no page has the word", hint=misspelled(sought) or error.hint
            ) from None


def _show_name(name: str | None = None) -> None:
    """Show a name of the API, or list the names of a dialect, or all."""
    # Loads all declarations, which a search does not need.
    from host.tools.reference.books import all_books
    from host.tools.reference.lookup import list_documented

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
    """Return the page of an entry as text for standard output."""
    from host.tools.reference.pages import TITLES, section

    return _render_markdown(f"# {entry.name}\n\n*{TITLES[entry.dialect]}*\n\n{section(entry, books)}")


def _render_markdown(text: str) -> str:
    """Return Markdown as text for standard output, with colours on a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    # A pipe has no width; lines of 100 characters can be read.
    console = Console(width=None if Console().is_terminal else 100)
    with console.capture() as capture:
        console.print(Markdown(text))
    return capture.get()


def _render_results(guides: list[Result], names: list[Result]) -> str:
    """Return the results of a search, and how to open one, as text for standard output."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100

    def cut(line: str) -> str:
        return line if len(line) <= width else f"{line[: width - 1]}…"

    lines = []
    for result in guides:
        lines += [f"{click.style(result.name, bold=True)}  {result.title}", cut(f"  {result.line}")]
    lines += [""] if guides and names else []
    lines += [cut(f"{result.name}  {result.title} {result.line}") for result in names]
    return "\n".join([*lines, "", f"to read one: dungeon-host docs {[*guides, *names][0].name}", ""])
