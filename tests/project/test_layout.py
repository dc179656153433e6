"""The sources can be found and read: no long files, no crowded folders."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from host.cli.main import COMMANDS
from host.mods.manifest import DIALECTS
from tests.helpers import ROOT

SOURCES = ("host", "dungeon_host", "pytest_dungeon_host", "lua", "bench", "tools", "templates", "tests")
# Corpora of programs that attack the host.
CORPORA = ROOT / "tests" / "attacks"


def list_sources() -> Iterator[Path]:
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not {"__pycache__", "node_modules"} & {*path.parts}:
                yield path.relative_to(ROOT)


def test_a_long_file_says_why() -> None:
    for path in list_sources():
        if path.suffix in (".py", ".lua", ".js", ".css") and path.parts[0] != "tests":
            lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
            assert len(lines) <= 400 or re.search("(?i)in one file|more than 400 lines", lines[0]), path


@pytest.mark.parametrize(
    ("words", "file"),
    [(["assert", "map"], "lua/testing/game_checks.lua"), (["testing", "SNAPSHOT"], "host/tools/testing/snapshots.py")],
)
def test_where_lists_the_files_that_have_all_words(words: list[str], file: str) -> None:
    run = [sys.executable, "tools/where.py", *words]
    lines = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert file in [line.split(": ")[0] for line in lines]
    assert all(word.lower() in line.lower() for line in lines for word in words)
    assert not lines[0].endswith("]")
    assert all((ROOT / line.split(": ")[0]).is_file() for line in lines)


def where_lines() -> list[str]:
    """Return a line for each file, with its first sentences."""
    run = [sys.executable, "tools/where.py"]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def find_where(words: str) -> list[tuple[str, str]]:
    """Return the files that where.py lists, and after each the names that it found there."""
    run = [sys.executable, "tools/where.py", *words.split()]
    lines = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [(line.split(": ")[0], line.rpartition("[")[2].rstrip("]") if line.endswith("]") else "") for line in lines]


@pytest.mark.parametrize("word", ["RotateAddPos", "rotate_add_pos"])
def test_where_finds_what_a_file_defines(word: str) -> None:
    assert find_where(word) == [("host/dialects/kts/functions/tiles.py", "RotateAddPos, rotate_add_pos")]


@pytest.mark.parametrize(
    ("words", "file", "names"),
    [
        # Functions without an owner, a type of data, a key, a parameter.
        ("after_each", "lua/testing/api/busted.lua", "after_each"),
        ("insulate", "lua/testing/api/busted.lua", "insulate"),
        ("config_option", "lua/areas/api/data_types.lua", "config_option"),
        ("attackSources", "lua/actions/mod/registry.lua", "attackSources"),
        ("cli no_source", "host/cli/shared/reproduction.py", "no_source"),
        # A method in a file that does not name its class, one of a class beside other files of the word, and a quest of
        # a bundled mod.
        ("InstancedMap:iter_type", "lua/areas/map/contents.lua", ""),
        ("GeneratedMap:monsters", "lua/testing/maps.lua", "monsters"),
        ("first_steps", "mods/base/quests.lua", "first_steps"),
    ],
)
def test_where_finds_declarations_and_data(words: str, file: str, names: str) -> None:
    assert [found for path, found in find_where(words)[:3] if path == file and names in found]


def test_where_lists_what_carries_out_an_option_first() -> None:
    found = find_where("--unlike")
    assert found[0] == ("host/survey/find.py", "")
    assert ("host/cli/survey/find.py", "--unlike") in found
    # By the name of its parameter.
    assert ("host/cli/share.py", "shows_all") in find_where("share --all")
    assert find_where("--a") == find_where("--(") == [("no file says so", "")]


def test_each_option_is_named_in_the_first_sentences_of_a_file() -> None:
    # Those that the command of the option carries out itself.
    here = {"delay", "exit-code", "fail-fast", "generator", "help", "json", "map", "most", "no-header"}
    options = {
        option
        for path in (ROOT / "host" / "cli").rglob("*.py")
        for option in re.findall(r'"--([a-z][a-z-]+)[/"]', path.read_text(encoding="utf-8"))
    }
    passed_to_pytest = {option for option in options if option.startswith(("lua-", "noconftest"))}
    assert len(options) > 80
    said = "\n".join(where_lines())
    missing = {option for option in options if not re.search(rf"(?<![\w-])--{option}(?![\w-])", said)}
    assert missing - passed_to_pytest == here


def test_where_lists_files_with_most_words_where_none_has_all() -> None:
    (head, _), *found = find_where("studio file changes reload")
    assert head == "no file has all words; with 3 of 4:"
    assert "host/mods/changes.py" in [path for path, _ in found[:5]]


def test_where_lists_whole_words_first() -> None:
    found = [path for path, _ in find_where("repl")]
    replays = [number for number, path in enumerate(found) if "/replays/" in path]
    assert found.index("host/cli/repl.py") < min(replays)


def test_each_file_says_what_it_holds() -> None:
    lines = where_lines()
    assert len(lines) > 1000
    # Mods are written as people write them.
    assert not [line for line in lines if len(line.partition(": ")[2]) < 10 and not line.startswith("mods/")]


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_where_takes_words_as_they_are(tmp_path: Path) -> None:
    for words in (
        "testing SNAPSHOT",
        f"testing snapshot;touch {tmp_path}/a",
        "testing' snapshot",
        'testing" snapshot',
    ):
        run = ["make", "where", f"WORDS={words}"]
        ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
        # Below `make test`, make says first where it is.
        assert ("no file has all words" in ran.stdout) == ("touch" in words)
    assert [*tmp_path.iterdir()] == []


def test_no_folder_is_crowded() -> None:
    entries = {parent for path in list_sources() for parent in (path, *path.parents[:-1])}
    counts = Counter(entry.parent for entry in entries if entry.name != "py.typed")
    crowded = {folder for folder, count in counts.items() if count > 25}
    assert all((ROOT / folder).is_relative_to(CORPORA) for folder in crowded), crowded


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("host", cache_dir=None)
    # Raises CycleError, which names the files of a circle. Imports in functions and for types count, too.
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_where_is_what_names_true_paths() -> None:
    """The table "Where is what" of docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("\n## Where is what\n")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 30
    for _, places in rows:
        paths = [word for word in re.findall("`([^`]+)`", places) if "/" in word]
        for path in paths:
            assert any(ROOT.glob(re.sub("NAME|DIALECT|NOUN|PAGE", "*", path))), path
    # Rows that name commands have the paths of their files, with NAME for the name; the first row is about all others.
    path_of = dict.fromkeys(COMMANDS.keys() - {"survey"}, rows[0][1].split("`")[1])
    for what, places in rows[1:]:
        for command in path_of.keys() & {*re.findall("`([^`]+)`", what)}:
            path_of.update((command, path) for path in re.findall(rf"`(host/cli/\w+/(?:NAME|{command})\.py)`", places))
    wrong = [command for command, path in path_of.items() if not (ROOT / path.replace("NAME", command)).is_file()]
    assert not wrong
    for dialect in DIALECTS:
        folder = ROOT / "host" / "dialects"
        has_python = (folder / dialect).is_dir() or (folder / f"{dialect}.py").is_file()
        assert has_python == (dialect not in ("areas", "pools")), dialect
        assert (ROOT / "lua" / dialect / "api").is_dir(), dialect


def test_no_two_public_classes_have_one_name() -> None:
    classes = Counter(
        node.name
        for path in (ROOT / "host").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in classes.items() if count > 1] == []
