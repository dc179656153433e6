"""`dungeon-host docs`: pages of the API in the terminal."""

import re
from pathlib import Path

import pytest

from host.syntax.declarations.texts import Book
from host.tools.reference.books import all_books
from host.tools.reference.lookup import find_entries, list_documented
from tests.helpers import run_command


def test_a_name_is_shown_with_its_signature_and_example() -> None:
    shown = run_command("docs", "Pools.drawFromPool")
    assert shown.exit_code == 0
    assert "The pools dialect" in shown.stdout
    assert "Pools.drawFromPool(path: string" in shown.stdout


def test_a_name_of_several_dialects_is_shown_for_each() -> None:
    shown = run_command("docs", "class").stdout
    assert "The actions dialect" in shown
    assert "The rooms dialect" in shown


def test_a_misspelled_name_gets_the_nearest() -> None:
    for name, hint in (
        *(("kts.AddStuf", '"kts.AddStuff"'), ("addstuff", "kts.AddStuff"), ("Map.nwe", "Map")),
        *(("createLevl", "did you mean GameRunner:createLevel?"), ("its", 'did you mean "it"?')),
    ):
        shown = run_command("docs", name)
        assert shown.exit_code == 1
        assert f'there is no name "{name}" in the API' in shown.stderr
        assert hint in shown.stderr


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    return all_books()


@pytest.mark.slow
def test_each_name_is_found_with_any_mark_in_any_case(books: dict[str, Book]) -> None:
    """Names that differ only in these are found as they are written, and else all of them are shown."""
    names = sorted({entry.name for book in books.values() for entry in list_documented(book)})
    for name in [*names[::40], "class", "Class", "World:create"]:
        exact = find_entries(name, books)
        assert {entry.name for entry in exact} == {name}
        for written in {re.sub("[.:]", mark, name) for mark in (".", ":", "::")} | {name.lower(), name.upper()}:
            found = find_entries(written, books)
            assert written in {entry.name for entry in found} or set(map(id, exact)) <= set(map(id, found)), written


def test_a_method_is_shown_whatever_mark_it_is_written_with() -> None:
    pages = {run_command("docs", name).stdout for name in ("World:create", "World.create", "world::create")}
    assert len(pages) == 1
    assert "World:create" in pages.pop()


def test_all_names_are_listed() -> None:
    lines = run_command("docs").stdout.splitlines()
    assert len(lines) > 1500
    assert any(line.startswith("kts.AddStuff  [kts] ") for line in lines)


def test_names_of_a_dialect_are_listed() -> None:
    lines = run_command("docs", "pools").stdout.splitlines()
    assert len(lines) > 10
    assert all("[pools]" in line for line in lines)
    assert run_command("docs", "host.pools").stdout.splitlines() == lines


@pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pseudo terminals")
def test_a_page_that_does_not_fit_goes_through_the_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.helpers.terminal import Terminal

    monkeypatch.setenv("PAGER", "tail -n 1")
    for name, rows, is_paged in (("kts", 24, True), ("kts.LayoutDungeon", 10, True), ("kts.AddTile", 40, False)):
        with Terminal("docs", name, rows=rows) as terminal:
            assert terminal.end() == 0
        lines = list(filter(None, terminal.lines))
        assert (len(lines) <= 2) == is_paged, lines


def test_stubs_are_written_for_editors(tmp_path: Path) -> None:
    assert run_command("docs", "--stubs", str(tmp_path / "stubs")).exit_code == 0
    assert "function kts.AddStuff(" in (tmp_path / "stubs" / "kts.lua").read_text()
