"""`dungeon-host docs`: pages of the API and guides in the terminal, and a search in both."""

import re
from pathlib import Path

import pytest

from host.syntax.declarations.texts import Book
from host.tools.reference.books import all_books
from host.tools.reference.guides import guides, read_sections
from host.tools.reference.lookup import find_entries, list_documented
from host.tools.reference.search import is_name, is_word
from tests.helpers import ROOT, run_command


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


def search(*words: str) -> list[str]:
    """The lines that a search prints."""
    done = run_command("docs", *words)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_words_are_found_in_titles_first() -> None:
    lines = search("quest")
    assert lines[0] == "first-quest/README.md  Your first quest"
    assert lines[1].startswith("  Six steps make a game that can be won and lost")
    assert any(line.startswith("kts.AddHint  [kts] Add a line to the description of the quest") for line in lines)
    assert lines[-1] == "to read one: dungeon-host docs first-quest/README.md"
    assert max(map(len, lines)) <= 100


def test_words_are_found_in_headings_before_texts() -> None:
    assert search("saves")[0] == "saves.md  Saves"
    pages = [line for line in search("breakpoints") if not line.startswith(" ")]
    assert pages[0] == "debug.md#breakpoints  Debugging mods: Breakpoints"
    assert len(pages) > 3


def test_words_have_any_order_and_ending_and_stand_in_names_too() -> None:
    first = search("locked", "doors")
    assert first == search("door", "locks") == search("How do I lock the door?")
    assert any(line.startswith("kts.LockDoor  [kts] ") for line in first)
    assert search("kts.AddStuff barrels") == search("stuff", "barrels", "kts", "add")


def test_a_result_is_what_docs_shows() -> None:
    for words in (["quest"], ["breakpoints"], ["weighted", "entries"], ["doors"]):
        named = [line.split("  ")[0] for line in search(*words) if line and not line.startswith((" ", "to read"))]
        assert named
        for name in named:
            assert run_command("docs", name).exit_code == 0, name


def test_a_guide_is_shown_whole_or_a_section_of_it() -> None:
    whole = run_command("docs", "play.md").stdout
    section = run_command("docs", "docs/play.md#keys").stdout
    assert "What is played" in whole
    assert "explores until you see something new" in " ".join(section.split())
    assert "What is played" not in section
    for name, hint in (
        ("ply.md", 'did you mean "play.md"?'),
        ("play.md#kyes", 'did you mean "keys"?'),
        ("qqqqqqqqqqqqqqqq.md", "dungeon-host docs WORDS finds pages"),
        ("metrics.md#xylophone", "its sections are "),
    ):
        missing = run_command("docs", name)
        assert missing.exit_code == 1
        assert hint in missing.stderr


def test_words_on_no_page_are_told_apart() -> None:
    for words, message in (
        (["qest"], 'there is no name "qest" in the API, and no page has the word; did you mean "quest"?'),
        (["xylophone"], 'there is no name "xylophone" in the API, and no page has the word'),
        (["door", "xylophone"], 'no page has all of the words "door" and "xylophone"; leave out "xylophone"'),
        (["doro", "key"], 'no page has all of the words "doro" and "key"; did you mean "door"?'),
        (["how", "to"], "these words are on every page: name what you look for"),
    ):
        done = run_command("docs", *words)
        assert done.exit_code == 1
        assert f"error: {message}" in done.stderr


@pytest.mark.slow
def test_a_word_that_is_a_name_shows_the_name(books: dict[str, Book]) -> None:
    """A search reads the declarations as text: it knows all names that look like words."""
    names = {entry.name for book in books.values() for entry in list_documented(book)}
    assert [name for name in {*names, *books} if is_word(name) and not is_name(name)] == []


def test_every_guide_can_be_found() -> None:
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not page.startswith("api/")} - {*guides()} == {"architecture.md"}
    assert all(read_sections(path)[0].level == 1 for path in guides().values())


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
