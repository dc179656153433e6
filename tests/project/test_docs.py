"""The documentation is true: its files load, its commands run, and its pictures are up to date."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import lupa.lua55 as lua55
import pytest

import host
import host.export.segments
import host.export.worlds
import host.generate.plans.recipes
import host.model.request
import host.public.host
import host.tools.checking.run
from tests.helpers import ROOT, run_command

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "docs" / "first-quest" / "README.md",
    ROOT / "examples" / "README.md",
    *sorted((ROOT / "mods").glob("*/README.md")),
]
# Each of these continues the one before: tests/project/test_first_quest.py follows them.
STEPS = sorted((ROOT / "docs" / "first-quest").glob("[0-9]-*.md"))


class Block(NamedTuple):
    """A fenced block: its language, the file it says it is, its text."""

    language: str
    file: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = re.findall(r"^```(\w+)[ ]*(\S*)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    return [Block(*one) for one in found]


def test_lines_of_prose_have_at_most_120_columns() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "first-quest").glob("*.md")):
        text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        # A row of a table cannot be wrapped.
        long = [line for line in text.splitlines() if len(line) > 120 and not line.startswith("|")]
        assert long == [], page


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUNGEON_HOST_MODS", str(tmp_path / "installed"))
    # Mods of pages are simple enough for the host's own order of names.
    monkeypatch.setattr(host.tools.checking.run, "HASH_SEEDS", ())
    return tmp_path


def write_files(page: Path) -> None:
    for block in blocks(page):
        if block.file:
            Path(block.file).parent.mkdir(parents=True, exist_ok=True)
            Path(block.file).write_text(block.text)


# Commands that take seconds, and that other tests run -> where these are. `make test` runs the tests of bundled mods.
ELSEWHERE = {
    "dungeon-host simulate undercroft --seed 1": "tests/mods/test_undercroft.py",
    "dungeon-host test cheese": "tests/tools/testing/test_mod_tests.py",
    "dungeon-host survey report base.survey -o report.html --sheet gallery.png": "tests/survey/test_tools.py",
    "dungeon-host test trials": "mods/trials/tests",
    "dungeon-host test undercroft": "mods/undercroft/tests",
}
# People survey hundreds of dungeons; that a command is right shows in so many.
SURVEYED = "20"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_runs(page: Path, in_folder: Path) -> None:
    write_files(page)
    for block in blocks(page):
        for line in block.text.splitlines() if block.language == "sh" else ():
            words = shlex.split(line, comments=True)
            if shlex.join(words) in ELSEWHERE:
                continue
            if words[1:2] == ["survey"] and "--count" in words:
                words[words.index("--count") + 1] = SURVEYED
            if words and words[0] == "dungeon-host":
                result = run_command(*words[1:])
                assert result.exit_code == 0, f"{line}\n{result.output}"
            else:
                # These are tried by whoever makes the clone that runs the tests.
                assert not words or words[0] in ("make", "export"), f"a command that nobody tries: {line}"


def test_every_lua_of_the_pages_compiles() -> None:
    compiles = lua55.LuaRuntime().eval("function(text) local ok, message = load(text) return message end")
    for page in PAGES:
        for block in blocks(page):
            if block.language == "lua":
                assert compiles(block.text) is None, (page, block.text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_python_of_a_page_runs(page: Path, in_folder: Path) -> None:
    write_files(page)
    for block in blocks(page):
        if block.language == "python":
            exec(compile(block.text, str(page), "exec"), {})


def test_every_link_of_the_pages_leads_somewhere() -> None:
    for page in (*PAGES, *STEPS):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert "://" in target or (page.parent / target).exists(), (page, target)


def test_the_guides_list_all_pages() -> None:
    text = (ROOT / "docs" / "README.md").read_text()
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"]({page}" not in text} == set()
    doors = re.findall(r"^\| \[([\w ]+)\]\(#", text, re.MULTILINE)
    assert doors == ["Write mods", "Generate dungeons", "Use it in a program", "Run it for others"]
    site = (ROOT / "docs" / "site" / "conf.py").read_text()
    assert all(f":caption: {door}\n" in site and f"\n## {door}\n" in text for door in doors)


@pytest.mark.parametrize(("page", "mod"), [("README.md", "hollow"), ("docs/first-mod.md", "cellar")])
def test_a_page_shows_the_dungeon_that_its_mod_makes(page: str, mod: str, in_folder: Path) -> None:
    write_files(ROOT / page)
    picture = next(block.text for block in blocks(ROOT / page) if "┌─" in block.text)
    result = run_command("generate", mod, "--mods", mod, "--seed", "7", "--wide")
    assert result.stdout.lstrip("\n").startswith(picture)


@pytest.mark.parametrize(
    ("page", "mod", "right", "wrong"),
    [
        ("README.md", "hollow", "default = 4", "default = 40"),
        ("docs/first-mod.md", "cellar", '"random"', '"randon"'),
    ],
)
def test_a_page_shows_the_error_of_a_mistake(page: str, mod: str, right: str, wrong: str, in_folder: Path) -> None:
    write_files(ROOT / page)
    init = Path(mod, "init.lua")
    init.write_text(init.read_text().replace(right, wrong))
    message = next(block.text for block in blocks(ROOT / page) if block.text.startswith("error:"))
    result = run_command("generate", mod, "--mods", mod, "--seed", "7")
    assert result.exit_code == 1
    assert result.stderr.startswith(message)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


def test_the_readme_has_exactly_two_commands_for_the_set_up() -> None:
    makes = [
        line for block in blocks(ROOT / "README.md") for line in block.text.splitlines() if line.startswith("make")
    ]
    assert makes == ["make dungeon", "make test"]


def test_the_numbers_of_the_readme_are_those_of_base(base_host: host.Host) -> None:
    text = (ROOT / "README.md").read_text().replace("\n", " ")
    found = re.search(r"some (\d+) tiles, (\d+) items, (\d+) monsters, (\d+) drawn rooms and (\d+) quests", text)
    assert found is not None
    tiles, items, monsters, segments, quests = map(int, found.groups())
    counts = base_host.registered("base")
    assert (counts["item"], counts["monster"], counts["segment"]) == (items, monsters, segments)
    assert counts["tile"] >= tiles
    (quest,) = [option for option in base_host.generators()[0].options if option.id == "quest"]
    assert len(quest.choices) == quests + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "module",
    [
        host,
        host.tools.checking.run,
        host.public.host,
        host.export.segments,
        host.export.worlds,
        host.generate.plans.recipes,
        host.model.request,
    ],
    ids=lambda module: module.__name__,
)
def test_the_examples_in_docstrings_are_true(module: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # They write files into the current folder.
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words",
    [
        [],
        *([name] for name in ("new", "generate", "generators", "mods", "pools", "run", "simulate", "travel", "saves")),
        *([name] for name in ("segments", "test", "check", "doctor", "completion")),
        *(["segments", name] for name in ("export", "import")),
    ],
    ids=str,
)
def test_help_has_examples_that_name_real_options(words: list[str]) -> None:
    result = run_command(*words, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    examples = re.findall(r"^ +(?:eval \"\$\()?(dungeon-host .*?)(?:  +.*|\)\"| > .*)?$", result.output, re.MULTILINE)
    assert examples
    for example in examples:
        named = [word for word in shlex.split(example) if word.startswith("--")]
        of = words or [w for w in shlex.split(example)[1:2] if not w.startswith("-")]
        shown = run_command(*of, "--help").output
        assert all(option in shown for option in named), example


def test_no_page_names_a_path_of_this_machine() -> None:
    for page in (*PAGES, *STEPS):
        assert not re.search(r"/(work|root|home)/", page.read_text()), page
    assert os.fspath(ROOT) not in (ROOT / "README.md").read_text()
